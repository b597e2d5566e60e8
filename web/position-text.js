// SPDX-License-Identifier: MIT
// A position text from the men on a board and the fields behind it (docs/formats.md), for the board editor. Only the
// order of things is known here; whether they make a position, the engine says.

/** @typedef {import('./engine.js').Shape} Shape */
/** @typedef {{kind: 'hand'|'score'|'last'|'phase'|'marked', player: number}} Field */

/** What stands behind board and side to move, in order; texts may leave out the end. @type {Record<string, Field[]>} */
const FIELDS = {
  morris: [
    { kind: 'hand', player: 0 },
    { kind: 'hand', player: 1 },
    { kind: 'last', player: 0 },
    { kind: 'last', player: 1 },
  ],
  morelli: [{ kind: 'phase', player: -1 }],
  mur: [
    { kind: 'score', player: 0 },
    { kind: 'score', player: 1 },
    { kind: 'marked', player: -1 },
  ],
};

/** The points in the order of the text, row by row. @param {Shape} shape @returns {number[][]} */
export function rowsOf({ family, points }) {
  const all = points.map((_, i) => i),
    group = (/** @type {(p: number) => number} */ key) => {
      /** @type {Map<number, number[]>} */
      const rows = new Map();
      for (const p of all) rows.set(key(p), [...(rows.get(key(p)) ?? []), p]);
      return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
    };
  if (family === 'morelli')
    return group((p) => points[p].y).map((row) => row.sort((a, b) => points[a].x - points[b].x));
  if (family === 'mur') return group((p) => -Number(points[p].name.slice(-1))); // ring 3 first, the centre is 0
  return group((p) => Math.floor(p / 8));
}

/** How a side is written: as its men are. @param {Shape} shape @param {number} side */
const sideLetter = ({ pieces }, side) =>
  pieces.find((p) => p?.form === 'man' && p.owner === side)?.letter ?? '';

/** @param {Shape} shape @param {string} text a position of the game @returns {{side: number, fields: (Field & {value: string})[]}} */
export function takeApart(shape, text) {
  const [, side, ...rest] = text.split(' ');
  return {
    side: side === sideLetter(shape, 1) ? 1 : 0,
    fields: rest.map((value, i) => ({
      ...(FIELDS[shape.family]?.[i] ?? { kind: 'marked', player: -1 }),
      value,
    })),
  };
}

/** @param {Shape} shape @param {number[]} board @param {number} side @param {{value: string}[]} fields */
export const putTogether = (shape, board, side, fields) =>
  [
    rowsOf(shape)
      .map((row) => row.map((p) => shape.pieces[board[p]]?.letter ?? '.').join(''))
      .join('/'),
    sideLetter(shape, side),
    ...fields.map((f) => f.value.trim() || '-'),
  ].join(' ');
