// SPDX-License-Identifier: MIT
// How something comes onto the analysis board. A finished game of this browser is studied in place, its notes kept with
// it. All else is a copy: a game that runs (it is kept, and one tap goes back to it), a game of a table over the
// network, a position, a link, a file. In a copy nobody is a computer and no clock runs.
import { t } from './i18n.js';
import { readLink } from './link.js';
import { swap } from './swap.js';

/**
 * @typedef {{record: string, flipped?: boolean}|{kept: import('./games-db.js').Kept}|{link: import('./link.js').GameLink}|{text: string}
 *   |{variant: string, position?: string, seed?: string, moves?: string[], ply?: number, flipped?: boolean}} What to analyse: a record, a kept game, a link, what
 *   somebody pasted (any of these), or a position with the moves that led on from it
 */

/** A record in which nobody is a computer and no clock runs. Moves keep the times that were written beside them.
 * @param {string} record */
export const calm = (record) =>
  record
    .replace(/^\[TimeControl ".*"\]\n/gm, '')
    .replace(/^\[(White|Black) "computer .*"\]$/gm, '[$1 "person"]');

/** A record of a game that has ended: the reader sees to it that the result at its end is right. @param {string} record */
export const isOver = (record) =>
  /(1-0|0-1|1\/2-1\/2)\s*$/.test(record) || /^\[Termination "aborted"\]$/m.test(record);

/** Is what is on the board an analysis already, or nothing that could be lost by one? @param {import('./state.js').Session} session */
const isFree = ({ state }) =>
  !!state &&
  (state.over ||
    (!state.headPly &&
      !state.clock.limited &&
      state.seats.every((seat) => seat.kind === 'person')));

/** @param {import('./app.js').Page} page @param {string} record @param {{id?: string, flipped?: boolean}} [how] id: it stays the kept game that it is */
async function load({ session }, record, { id = '', flipped } = {}) {
  await swap(session, () =>
    session.load(isOver(record) ? record : calm(record), { flipped, id, draft: !id, study: true }),
  );
}

/** What somebody pasted, or a file. @param {import('./app.js').Page} page @param {string} text */
async function openText(page, text) {
  const trimmed = text.replace(/^\ufeff/, '').trim(),
    link =
      /#/.test(trimmed) && !trimmed.startsWith('[')
        ? readLink(trimmed.slice(trimmed.indexOf('#')))
        : null;
  if (!trimmed) throw new Error(t('study.empty'));
  if (link) return openLink(page, link);
  const { bring, isForeign } = await import('./bring.js'),
    record = isForeign(trimmed) ? await bring(trimmed) : trimmed;
  return record.startsWith('[')
    ? load(page, `${record.trim()}\n`)
    : openPosition(page, { variant: page.session.shape?.variant ?? '', position: trimmed });
}

/** @param {import('./app.js').Page} page @param {import('./link.js').GameLink} link */
async function openLink(page, link) {
  if (!link.tree) return openPosition(page, link);
  const { TreeLinkError, unpackTree } = await import('./tree-link.js');
  const record = await unpackTree(link.variant, link.tree).catch((error) => {
    throw error instanceof TreeLinkError
      ? new Error(t(error.kind === 'old' ? 'study.oldBrowser' : 'study.badLink'))
      : error;
  });
  await load(page, record);
}

/** A position and moves from it. @param {import('./app.js').Page} page
 * @param {Partial<import('./link.js').GameLink> & {variant: string, flipped?: boolean}} game */
async function openPosition({ session }, { flipped, ...game }) {
  const { ply = game.moves?.length ?? 0 } = game;
  await swap(session, async () => {
    await session.begin({ ...game, clock: 'none', ply }, { flipped });
    session.draft = true;
    await session.studying(true);
  });
}

/** The moves from the start to what is shown. @param {import('./state.js').Session} session */
const here = ({ state }) => state?.moves.slice(0, state.ply) ?? [];

/** @param {import('./app.js').Page} page @param {What} [what] else what is on the board
 * @param {string} [table] a table over the network, whose record this is a copy of */
export async function enter(page, what, table = '') {
  const { session } = page;
  if (what && 'kept' in what) {
    const { record, id, flipped, rev, table: online } = what.kept,
      own = (!online && isOver(record)) || what.kept.study;
    if (own) page.keeper.seen.set(id, Promise.resolve(rev));
    return load(page, record, { id: own ? id : '', flipped });
  }
  if (what && 'record' in what) return load(page, what.record, { flipped: what.flipped });
  if (what && 'text' in what) return openText(page, what.text);
  if (what && 'link' in what) return openLink(page, what.link);
  if (what) return openPosition(page, what);
  if (isFree(session) && !table) {
    if (!session.over && !session.id) session.draft = true;
    return session.studying(true);
  }
  const way = here(session),
    { flipped } = session;
  await load(page, await session.engine.record(), { flipped });
  if (here(session).join(' ') !== way.join(' ')) {
    await session.visit(0);
    await session.playLine(way);
  }
}

/** What a new game from what is shown begins with: the moves that led there count for repetitions.
 * @param {import('./state.js').Session} session @returns {Partial<import('./link.js').GameLink> & {variant: string}} */
export function fromHere({ state }) {
  if (!state) return { variant: '' };
  const { variant, seed, start, setup, match, earlier } = state,
    own = / start=(.*)$/.exec(setup)?.[1] ?? '';
  const position = match || earlier.length ? start : own;
  return {
    variant,
    seed: position ? '1' : seed,
    position,
    moves: state.moves.slice(0, state.ply),
    clock: 'none',
  };
}
