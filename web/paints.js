// SPDX-License-Identifier: MIT
// Light and shadow that all drawings share: one hidden SVG with gradients and patterns. They are made of black and white
// with transparency and lie over plain colours, so that one set serves every theme. The light comes from above left.
import { s } from './dom.js';

/** @param {number} offset @param {string} colour @param {number} opacity */
const stop = (offset, colour, opacity) =>
  s('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity });
const W = '#fff',
  K = '#000';
/** @param {string} id @param {[number, string, number][]} stops @param {Record<string, any>} [how] */
const radial = (id, stops, how = {}) =>
  s('radialGradient', { id, ...how }, ...stops.map((k) => stop(...k)));
/** @param {string} id @param {[number, string, number][]} stops @param {Record<string, any>} [how] */
const linear = (id, stops, how = {}) =>
  s('linearGradient', { id, x1: 0, y1: 0, x2: 1, y2: 1, ...how }, ...stops.map((k) => stop(...k)));
const tile = (
  /** @type {string} */ id,
  /** @type {number} */ size,
  /** @type {any[]} */ parts,
  /** @type {string|null} */ at = null,
) =>
  s(
    'pattern',
    { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: at },
    ...parts,
  );

function paints() {
  return s(
    'defs',
    {},
    radial(
      'cx-shine',
      [
        [0, W, 0.62],
        [0.3, W, 0.22],
        [0.6, W, 0],
        [0.78, K, 0],
        [1, K, 0.34],
      ],
      { cx: 0.5, cy: 0.5, r: 0.56, fx: 0.3, fy: 0.22 },
    ),
    radial(
      'cx-bead',
      [
        [0, W, 0.95],
        [0.12, W, 0.5],
        [0.4, W, 0.05],
        [0.62, K, 0.04],
        [0.86, K, 0.3],
        [1, K, 0.1],
      ],
      { cx: 0.5, cy: 0.5, r: 0.54, fx: 0.3, fy: 0.24 },
    ),
    radial('cx-shadow', [
      [0, K, 0.55],
      [0.62, K, 0.42],
      [0.82, K, 0.16],
      [1, K, 0],
    ]),
    radial('cx-deep', [
      [0, K, 0.55],
      [0.35, K, 0.3],
      [0.8, K, 0.04],
      [1, K, 0],
    ]),
    radial(
      'cx-glint',
      [
        [0, W, 0.34],
        [1, W, 0],
      ],
      { cx: 0.28, cy: 0.2, r: 0.62 },
    ),
    linear('cx-sheen', [
      [0, W, 0.34],
      [0.42, W, 0.06],
      [0.6, K, 0.03],
      [1, K, 0.3],
    ]),
    linear('cx-metal', [
      [0, W, 0.5],
      [0.16, K, 0.1],
      [0.3, W, 0.35],
      [0.46, K, 0.14],
      [0.6, W, 0.42],
      [0.78, K, 0.16],
      [0.9, W, 0.2],
      [1, K, 0.2],
    ]),
    linear('cx-gloss', [
      [0, W, 0.5],
      [0.38, W, 0.1],
      [0.52, W, 0],
      [0.8, K, 0],
      [1, K, 0.2],
    ]),
    tile('cx-weave', 9, [
      s('path', { d: 'M0 1.5H9M0 5.5H9', stroke: W, 'stroke-opacity': 0.2, 'stroke-width': 2 }),
      s('path', { d: 'M2 0V9M6.5 0V9', stroke: K, 'stroke-opacity': 0.09, 'stroke-width': 2 }),
    ]),
  );
}

/** The shared paints are in this document from now on. */
export function needPaints() {
  if (document.getElementById('cx-paints')) return;
  document.body.append(
    s(
      'svg',
      { id: 'cx-paints', class: 'paints', width: 0, height: 0, 'aria-hidden': 'true' },
      paints(),
    ),
  );
}

/** A tile of 100 units whose corner lies at a spot: the polish of one cell. Its place differs from board to board.
 * @param {string} id @param {number} x @param {number} y @param {boolean} deep */
export const cellPolish = (id, x, y, deep) =>
  tile(
    id,
    100,
    [
      s('rect', {
        x: 3,
        y: 3,
        width: 94,
        height: 94,
        rx: 9,
        fill: deep ? 'url(#cx-glint)' : 'url(#cx-gloss)',
      }),
      s('path', {
        d: 'M5 95V11a6 6 0 0 1 6-6H95',
        fill: 'none',
        stroke: W,
        'stroke-opacity': deep ? 0.5 : 0.4,
        'stroke-width': 4,
      }),
      s('path', {
        d: 'M95 5V89a6 6 0 0 1-6 6H5',
        fill: 'none',
        stroke: K,
        'stroke-opacity': deep ? 0.28 : 0.2,
        'stroke-width': 4,
      }),
    ],
    `translate(${x} ${y})`,
  );
