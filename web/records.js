// SPDX-License-Identifier: MIT
// Files of records (docs/formats.md): many games in one text, out and in. Texts are only cut and joined here; what
// is in them the engine reads; games from elsewhere become records first (bring.js).
import { bring, isForeign, splitSgf } from './bring.js';
import { entryOf, games } from './games-db.js';
import { openingLines, readLink, writeLink } from './link.js';
import { linkOf, seatText } from './state.js';
import { newId, oldGames, takenOver } from './store.js';

/** One tag of a record, '' if it has none. @param {string} record @param {string} name */
export const tagOf = (record, name) =>
  new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, 'm').exec(record)?.[1] ?? '';

/** Where games begin: at a tag that follows moves. Comments may hold anything. @param {string} text */
function cut(text) {
  /** @type {string[]} */
  const parts = [];
  let begin = 0,
    moves = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '{') {
      const end = text.indexOf('}', i);
      i = end < 0 ? text.length : end;
      moves = true;
    } else if (c === '[') {
      if (moves) {
        parts.push(text.slice(begin, i));
        begin = i;
        moves = false;
      }
      for (
        i++;
        i < text.length && text[i] !== ']';
        i++ // a value may hold brackets
      )
        if (text[i] === '"')
          for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
    } else if (!/\s/.test(c)) moves = true;
  }
  return [...parts, text.slice(begin)].map((part) => part.trim()).filter(Boolean);
}

/** A file as texts that the engine opens: a game each, or the games of one match. @param {string} text @returns {string[]} */
export function splitRecords(text) {
  /** @type {string[]} */
  const found = [];
  let before = { set: 0, round: 0, game: '' };
  const clean = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  if (clean.startsWith('(') && isForeign(clean)) return splitSgf(clean);
  for (const part of cut(clean)) {
    const place = {
      set: Number(tagOf(part, 'Set')),
      round: Number(tagOf(part, 'Round')),
      game: tagOf(part, 'Game'),
    };
    const next =
      before.round > 0 &&
      place.game !== '' &&
      place.game === before.game &&
      (place.set === before.set
        ? place.round === before.round + 1
        : before.set > 0 && place.set === before.set + 1 && place.round === 1);
    if (next) found[found.length - 1] += `\n\n${part}`;
    else found.push(part);
    before = place;
  }
  return found;
}

/** A record with the day it was played. @param {import('./games-db.js').Kept} game */
function dated({ record, begun }) {
  if (!begun || tagOf(record, 'UTCDate')) return record;
  const [day, time] = new Date(begun).toISOString().split('T');
  return record.replace(
    /^(\[Game .*\])$/m,
    `$1\n[UTCDate "${day.replaceAll('-', '.')}"]\n[UTCTime "${time.slice(0, 8)}"]`,
  );
}

/** All games as one file, the oldest first. @param {import('./games-db.js').Kept[]} list */
export const joinRecords = (list) =>
  `${[...list]
    .sort((a, b) => a.begun - b.begun)
    .map((game) => dated(game).trim())
    .join('\n\n')}\n`;

/** When a record says that it was played, 0 if it does not. @param {string} record */
function timeOf(record) {
  const day = tagOf(record, 'UTCDate') || tagOf(record, 'Date');
  const time = Date.parse(`${day.replaceAll('.', '-')}T${tagOf(record, 'UTCTime') || '12:00:00'}Z`);
  return Number.isFinite(time) ? time : 0;
}

/** Two entries with one of these are one game. @param {import('./games-db.js').Fresh} game */
const gist = ({ variant, link, players, result, ended, moves }) =>
  JSON.stringify([variant, link.replace(/&ply=\d+/, ''), players, result, ended, moves]);

/** What the engine has open, as an entry. @param {import('./engine.js').Calls} engine @param {import('./engine.js').Shape} shape @param {boolean} [flipped] */
async function entryHere(engine, shape, flipped = false) {
  let { table } = await engine.state();
  const record = await engine.record();
  if (table.head !== table.node) {
    await engine.show(table.head);
    ({ table } = await engine.state());
  }
  const link = linkOf(table);
  return entryOf(table, shape, { id: newId(), record, link: link ? writeLink(link) : '', flipped });
}

/** Adds the games of a file; those that are here already stay as they are.
 * @param {import('./engine.js').Calls} engine of one's own @param {string} text
 * @returns {Promise<{added: number, known: number, bad: number, why: string}>} why: of the first that was refused */
export async function importRecords(engine, text) {
  const told = { added: 0, known: 0, bad: 0, why: '' },
    known = new Set((await games.all()).map(gist));
  for (const part of splitRecords(text)) {
    try {
      const entry = await entryHere(
        engine,
        await engine.load(isForeign(part) ? await bring(part) : part),
      );
      if (known.has(gist(entry))) told.known++;
      else {
        known.add(gist(entry));
        await games.put(entry, 0, timeOf(part) || Date.now());
        told.added++;
      }
    } catch (error) {
      told.bad++;
      told.why ||= error instanceof Error ? error.message : String(error);
    }
  }
  return told;
}

/** What versions before have left in the browser joins the kept games. @param {() => Promise<import('./engine.js').Calls>} make an engine */
export async function takeOver(make) {
  const old = oldGames();
  if (!old.length) return;
  const engine = await make();
  for (const [key, game] of old) {
    try {
      const { flipped, time } = game;
      let shape;
      if ('record' in game) shape = await engine.load(game.record);
      else {
        const link = readLink(game.link);
        shape = link && (await engine.open(...openingLines(link)));
        for (const [side, player] of game.players.entries())
          if (player.kind === 'computer') await engine.do(`h seat ${side} ${seatText(player)}`);
      }
      const entry = shape && (await entryHere(engine, shape, flipped));
      if (entry?.moves) await games.put(entry, 0, time || Date.now());
      takenOver(key, entry?.id ?? newId());
    } catch {
      takenOver(key, newId()); // nobody can read it
    }
  }
}
