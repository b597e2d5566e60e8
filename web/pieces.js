// SPDX-License-Identifier: MIT
// Pieces as drawings, by form and shade. Black and white differ in their rings as well as in colour.
import { s } from './dom.js';

/** @param {string} shade @param {number} [y] @param {number} [r] */
const disc = (shade, y = 0, r = 38) => s('g', { class: `disc ${shade}`, transform: y ? `translate(0 ${y})` : null },
  s('circle', { r }),
  ...(shade === 'white'
    ? [s('circle', { class: 'ring', r: r * 0.62 })]
    : [s('circle', { class: 'ring', r: r * 0.74 }), s('circle', { class: 'ring', r: r * 0.36 })]));

const CROWN = 'M-24 17L-27 -14L-12 -1L0 -22L12 -1L27 -14L24 17Z';
const KRAKEN = 'M0 -28C17 -28 21 -13 17 0C15 7 20 9 25 6M17 0C17 12 17 20 24 22M8 6C8 15 7 22 11 27'
  + 'M0 -28C-17 -28 -21 -13 -17 0C-15 7 -20 9 -25 6M-17 0C-17 12 -17 20 -24 22M-8 6C-8 15 -7 22 -11 27';

/** @param {import('./engine.js').Piece} piece */
export function drawPiece(piece) {
  const { shade, form } = piece, other = shade === 'white' ? 'black' : 'white';
  if (form === 'stack') return s('g', { class: 'art' }, disc(other, 13, 36), disc(shade, -11, 36));
  if (form === 'king') return s('g', { class: `art king ${shade}` }, disc(shade, 0, 42), s('path', { class: 'sign', d: CROWN }));
  if (form === 'monster')
    return s('g', { class: 'art monster' }, s('circle', { r: 38 }), s('path', { class: 'sign', d: KRAKEN }),
      s('circle', { class: 'eye', cx: -7, cy: -9, r: 4 }), s('circle', { class: 'eye', cx: 7, cy: -9, r: 4 }));
  return s('g', { class: 'art' }, disc(shade));
}
