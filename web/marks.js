// SPDX-License-Identifier: MIT
// Signs over the board: rings about points, dots, badges, arrows, letters. Every ring has a casing, so that it shows on
// whatever colour is below. What the signs mean is in legend.js.
import { s } from './dom.js';
import { sampled } from './geometry.js';

/**
 * @typedef {import('./geometry.js').Spot} Spot
 * @typedef {'hint'|'best'|'lesson'|'push'|'premove'} ArrowKind
 * @typedef {{path: number[], kind: ArrowKind, rank?: number, text?: string}} Arrow literally along these points; rank: of several best lines
 * @typedef {{points: number[], kind: ArrowKind|'take'|'good', rank?: number, text?: string}} Highlight
 */

/** @param {Spot} spot */
export const at = ({ x, y }) => `translate(${x} ${y})`;

/** A ring about a point, square on cells. @param {Spot} spot @param {string} name @param {boolean} cells @param {number} [r] */
export function ring(spot, name, cells, r = 45) {
  const shape = (/** @type {string} */ of) =>
    cells
      ? s('rect', { class: of, x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 9 })
      : s('circle', { class: of, r });
  return s('g', { class: `sign-ring ${name}`, transform: at(spot) }, shape('case'), shape('line'));
}

/** An eye of a side: a point where the other one may not go. @param {Spot} spot @param {string} shade */
export const eyeSign = (spot, shade) =>
  s(
    'g',
    { class: `mark eye ${shade}`, transform: at(spot) },
    s('path', { class: 'lens', d: 'M-33 0Q0 -33 33 0Q0 33 -33 0Z' }),
    s('circle', { class: 'iris', r: 12 }),
  );

export const KINDS = ['loss', 'draw', 'win'];
/** What a choice leads to, in signs: not by colour alone. @param {import('./engine.js').Worth} worth @param {boolean} aside beside a man */
export function badge([value, plies], aside) {
  const text = value ? `${value > 0 ? '+' : '−'}${plies}` : '=',
    width = 24 + 17 * text.length;
  return s(
    'g',
    { class: `badge ${KINDS[value + 1]}`, transform: aside ? 'translate(14 -34)' : null },
    s('rect', { x: -width / 2, y: -22, width, height: 44, rx: value < 0 ? 4 : 22 }),
    s('text', { y: 11 }, text),
  );
}

const HEAD = 26,
  GAP = 14,
  START = 18;
/** Cuts length off the end of a line of spots. @param {Spot[]} line @param {number} length @returns {Spot[]} */
function cut(line, length) {
  const out = [...line];
  for (let rest = length; out.length > 1; ) {
    const b = out[out.length - 1],
      a = out[out.length - 2],
      d = Math.hypot(b.x - a.x, b.y - a.y);
    out.pop();
    if (d > rest)
      return [...out, { x: b.x + ((a.x - b.x) * rest) / d, y: b.y + ((a.y - b.y) * rest) / d }];
    rest -= d;
  }
  return out;
}
const d = (/** @type {Spot[]} */ line) =>
  line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The classes of a sign. @param {{kind: string, rank?: number}} sign */
export const kindOf = ({ kind, rank }) => (rank ? `${kind} rank-${rank}` : kind);
/** Which of several lines it is. @param {Spot} spot @param {string} text */
export const lineNumber = (spot, text) =>
  s(
    'g',
    { class: 'line-number', transform: at(spot) },
    s('rect', {
      x: -9 - 7 * text.length,
      y: -17,
      width: 18 + 14 * text.length,
      height: 34,
      rx: 17,
    }),
    s('text', { y: 9 }, text),
  );

/** An arrow over points, round circles. @param {(string|number)[][]} strokes @param {Spot[]} spots @param {Arrow} arrow */
export function drawArrow(strokes, spots, { path, text, ...sign }) {
  const whole = sampled(
      strokes,
      path.map((p) => spots[p]),
    ),
    tip = cut(whole, GAP),
    shaft = cut(cut(tip, HEAD).reverse(), START).reverse();
  const end = tip[tip.length - 1],
    neck = cut(tip, HEAD).at(-1) ?? end,
    angle = Math.atan2(end.y - neck.y, end.x - neck.x);
  const wing = (/** @type {number} */ side) => ({
    x: neck.x + 18 * Math.cos(angle + side),
    y: neck.y + 18 * Math.sin(angle + side),
  });
  const head = `${d([end, wing(Math.PI / 2), wing(-Math.PI / 2)])}Z`;
  const length = whole.reduce(
      (sum, b, i) => sum + (i ? Math.hypot(b.x - whole[i - 1].x, b.y - whole[i - 1].y) : 0),
      0,
    ),
    middle = cut(whole, length / 2).at(-1);
  return s(
    'g',
    { class: `arrow ${kindOf(sign)}` },
    s('path', { class: 'case', d: d(shaft) + head }),
    s('path', { class: 'shaft', d: d(shaft) }),
    s('path', { class: 'head', d: head }),
    ...(text && middle ? [lineNumber(middle, text)] : []),
  );
}

/** Letters for ways that end in different places: numbers would be taken for ranks. @param {number} i */
export const letter = (i) => String.fromCharCode(65 + (i % 26));
/** @param {Spot} spot @param {string} text */
export const tag = (spot, text) =>
  s(
    'g',
    { class: 'landing', transform: at(spot) },
    s('circle', { r: 25 }),
    s('text', { y: 11 }, text),
  );

/**
 * A move as arrows and rings, from the points of its clicks: a man that goes gets an arrow, a man that it pushes another
 * one; a point that is filled, and men that are taken or turned, get rings.
 * @param {number[]} path @param {number[]} board as it is before the move @param {ArrowKind} kind
 * @returns {{arrows: Arrow[], highlights: Highlight[]}}
 */
export function moveSigns(path, board, kind) {
  const [from, to, ...rest] = path;
  if (from === undefined) return { arrows: [], highlights: [] };
  if (!board[from] || to === undefined)
    return {
      arrows: [],
      highlights: [
        { points: [from], kind },
        { points: path.slice(1), kind: 'take' },
      ],
    };
  const pushed = board[to] && rest.length === 1 && !board[rest[0]];
  return {
    arrows: [
      { path: [from, to], kind },
      ...(pushed ? [{ path: [to, rest[0]], kind: /** @type {ArrowKind} */ ('push') }] : []),
    ],
    highlights: [{ points: pushed ? [] : rest, kind: 'take' }],
  };
}
