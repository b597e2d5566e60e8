// SPDX-License-Identifier: MIT
// A game as the fragment of an address, and back. Everything is in it; no server sees it.

/**
 * @typedef {{variant: string, seed: string, position: string, moves: string[], ply: number,
 *   end: ''|'agree'|'p1'|'p2'}} GameLink
 */

const ENDS = ['', 'agree', 'p1', 'p2'];

/** @param {GameLink} game @returns {string} without the # */
export function writeLink({ variant, seed, position, moves, ply, end }) {
  const parts = new URLSearchParams({ game: variant });
  if (position) parts.set('pos', position);
  else if (seed !== '1') parts.set('seed', seed);
  if (moves.length) parts.set('moves', moves.join(' '));
  if (ply !== moves.length) parts.set('ply', String(ply));
  if (end) parts.set('end', end);
  // Readable where an address allows it: these are safe in a fragment.
  return parts.toString().replace(/%2C/g, ',').replace(/%2F/g, '/').replace(/%7E/g, '~')
    .replace(/game=([^&]*)/, (all) => all.replace(/%3D/g, '='));
}

/** @param {string} fragment with or without the # @returns {GameLink|null} null: no game in it */
export function readLink(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const variant = parts.get('game');
  if (!variant || variant.length > 200) return null;
  const moves = (parts.get('moves') ?? '').split(/\s+/).filter(Boolean);
  const ply = Number(parts.get('ply') ?? moves.length);
  const seed = parts.get('seed') ?? '1', end = parts.get('end') ?? '';
  return {
    variant,
    seed: /^\d{1,20}$/.test(seed) ? seed : '1',
    position: parts.get('pos') ?? '',
    moves,
    ply: Number.isInteger(ply) && ply >= 0 && ply <= moves.length ? ply : moves.length,
    end: /** @type {GameLink['end']} */ (ENDS.includes(end) ? end : ''),
  };
}
