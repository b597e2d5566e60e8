// SPDX-License-Identifier: MIT
// A game as the fragment of an address, and back. Everything is in it; no server sees it.

/**
 * @typedef {''|'agree'|'p1'|'p2'} End what the players did to end a game: agreed, or that side resigned
 * @typedef {{moves: string[], end: End}} EarlierGame
 * @typedef {{variant: string, seed: string, position: string, moves: string[], ply: number, end: End,
 *   match: boolean, earlier: EarlierGame[]}} GameLink match: a game of the official match, after the earlier ones
 */

const ENDS = ['', 'agree', 'p1', 'p2'], GAMES_MAX = 64;

/** @param {GameLink} game @returns {string} without the # */
export function writeLink({ variant, seed, position, moves, ply, end, match, earlier }) {
  const parts = new URLSearchParams({ game: variant });
  if (position) parts.set('pos', position);
  else if (seed !== '1') parts.set('seed', seed);
  if (match) parts.set('match', earlier.map((g) => g.moves.join(' ') + (g.end ? `!${g.end}` : '')).join(';'));
  if (moves.length) parts.set('moves', moves.join(' '));
  if (ply !== moves.length) parts.set('ply', String(ply));
  if (end) parts.set('end', end);
  // Readable where an address allows it: these are safe in a fragment.
  return parts.toString().replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%7E/g, '~').replace(/%3B/g, ';').replace(/%21/g, '!')
    .replace(/game=([^&]*)/, (all) => all.replace(/%3D/g, '='));
}

/** @param {string} text */
const readEnd = (text) => /** @type {End} */ (ENDS.includes(text) ? text : '');
/** @param {string} text */
const words = (text) => text.split(/\s+/).filter(Boolean);

/** @param {string|null} text @returns {EarlierGame[]} */
const readEarlier = (text) => (text ? text.split(';').slice(0, GAMES_MAX).map((game) => {
  const [moves, end = ''] = game.split('!');
  return { moves: words(moves), end: readEnd(end) };
}) : []);

/** @param {string} fragment with or without the # @returns {GameLink|null} null: no game in it */
export function readLink(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const variant = parts.get('game');
  if (!variant || variant.length > 200) return null;
  const moves = words(parts.get('moves') ?? '');
  const ply = Number(parts.get('ply') ?? moves.length);
  const seed = parts.get('seed') ?? '1', match = parts.get('match');
  return {
    variant,
    seed: /^\d{1,20}$/.test(seed) ? seed : '1',
    position: match === null ? parts.get('pos') ?? '' : '', // a match has its own start
    moves,
    ply: Number.isInteger(ply) && ply >= 0 && ply <= moves.length ? ply : moves.length,
    end: readEnd(parts.get('end') ?? ''),
    match: match !== null,
    earlier: readEarlier(match),
  };
}
