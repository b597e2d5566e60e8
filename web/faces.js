// SPDX-License-Identifier: MIT
// The computer's levels have a face: rings around a centre, more of them and a sterner look from level to level.
// Drawn from the number alone, in colours that stand on paper and at night.
import { s } from './dom.js';

export const LEVELS = 10;

/** From a wide-eyed beginner in green to a calm champion in violet. @param {number} level 1 to LEVELS */
const hue = (level) => Math.round(150 + (level - 1) * 15);

/** An arc of a ring, from the top clockwise. @param {number} r @param {number} part of the whole */
const arc = (r, part) =>
  s('circle', {
    r,
    fill: 'none',
    'stroke-width': 5,
    'stroke-linecap': 'round',
    transform: 'rotate(-90)',
    'stroke-dasharray': part >= 1 ? null : `${(2 * Math.PI * r * part).toFixed(1)} 999`,
  });

/** Perfect play has no face: nothing but rings around a centre. @returns {any} an <svg> */
export const rings = () =>
  s(
    'svg',
    { class: 'level-face', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    s('circle', { r: 47, fill: '#26324a' }),
    ...[38, 26, 14].map((r) =>
      s('circle', { r, fill: 'none', stroke: '#f4c542', 'stroke-width': 5 }),
    ),
    s('circle', { r: 5, fill: '#fff3c4' }),
  );

/** @param {number} shown 1 to LEVELS, or 0: a teacher, with glasses @returns {any} an <svg class="level-face"> that says nothing to screen readers: the name stands beside it */
export function face(shown) {
  const level = shown || 4,
    k = (level - 1) / (LEVELS - 1),
    colour = hue(level),
    ink = `hsl(${colour} 45% 16%)`;
  const eye = (/** @type {number} */ side) =>
    s(
      'g',
      { transform: `translate(${side * 11} -4)` },
      s('circle', { r: 7 - 1.5 * k, fill: '#fff', stroke: ink, 'stroke-width': 2 }),
      s('circle', {
        r: 2.2 + 1.4 * k,
        cx: level < 3 ? 1.5 : 0,
        cy: level < 3 ? -1.5 : 0,
        fill: ink,
      }),
      s('path', {
        d: `M-8 ${-13 + 4 * k - side * 3 * (1 - 2 * k)} L8 ${-13 + 4 * k + side * 3 * (1 - 2 * k)}`,
        stroke: ink,
        'stroke-width': 3,
        'stroke-linecap': 'round',
      }),
    );
  const smile = 12 - 11 * k;
  return s(
    'svg',
    { class: 'level-face', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    s(
      'g',
      { stroke: `hsl(${colour} 55% 48%)` },
      arc(46, Math.min(1, level / 5)),
      ...(level > 5 ? [arc(39, (level - 5) / 5)] : []),
    ),
    s('circle', {
      r: level > 5 ? 33 : 38,
      fill: `hsl(${colour} 50% 76%)`,
      stroke: ink,
      'stroke-width': 2.5,
    }),
    eye(-1),
    eye(1),
    shown
      ? ''
      : s('path', {
          d: 'M-11-15a11 11 0 1 0 .1 0M11-15a11 11 0 1 0 .1 0',
          fill: 'none',
          stroke: ink,
          'stroke-width': 4,
        }),
    level < 3
      ? s('ellipse', { cy: 17, rx: 7, ry: 6 - 2 * k, fill: ink })
      : s('path', {
          d: `M-11 15 Q0 ${15 + smile} 11 15`,
          fill: 'none',
          stroke: ink,
          'stroke-width': 3.5,
          'stroke-linecap': 'round',
        }),
    ...(level === LEVELS
      ? [
          s(
            'g',
            { transform: 'translate(0 -33)', stroke: ink, 'stroke-width': 2 },
            s('circle', { r: 11, fill: '#f4c542' }),
            s('circle', { r: 5, fill: '#fff3c4' }),
          ),
        ]
      : []),
  );
}
