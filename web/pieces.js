// SPDX-License-Identifier: MIT
// Men as drawings, by form, shade and set. Colours come from the theme, light and shadow from the shared paints. Black and
// white differ in their rings or signs as well as in colour. A man fits into a circle of 44 units about 0, 0.
import { s } from './dom.js';
import { needPaints } from './paints.js';
import { lookOf } from './themes.js';

/** @typedef {import('./engine.js').Piece} Piece */

const CROWN = 'M-23 16L-27 -13L-12 -2L0 -23L12 -2L27 -13L23 16Z';
const R = 37;

/** @param {number} [y] @param {number} [r] */
const shadow = (y = 7, r = 45) =>
  s('ellipse', { cx: 3, cy: y, rx: r, ry: r - 2, fill: 'url(#cx-shadow)' });

/** What tells the shades apart besides their colour. @param {string} set @param {string} shade @param {number} r */
function rings(set, shade, r) {
  const ring = (/** @type {number} */ part) => s('circle', { class: 'ring', r: r * part });
  if (set === 'pebbles') return [];
  if (set === 'coins')
    return [
      ring(0.8),
      shade === 'white'
        ? s('circle', { class: 'ring', r: r * 0.36 })
        : s('path', { class: 'ring', d: 'M0 -16L16 0L0 16L-16 0Z' }),
    ];
  return shade === 'white' ? [ring(0.62)] : [ring(0.74), ring(0.36)];
}

/** One flat man: its side below, its face, rings, light. @param {string} set @param {string} shade @param {number} y @param {number} r */
function disc(set, shade, y = 0, r = R) {
  const bead = set === 'pebbles',
    double = set === 'stones'; // stones have the other colour on their other face
  return s(
    'g',
    { class: `disc ${shade}`, transform: y ? `translate(0 ${y})` : null },
    s('circle', { class: double ? 'side other' : 'side', cy: bead ? 2 : 5, r }),
    s('circle', { class: 'face', r }),
    ...rings(set, shade, r),
    s('circle', { r: r - 1.5, fill: bead ? 'url(#cx-bead)' : 'url(#cx-shine)' }),
  );
}

const SAIL = 'M-3 -38C20 -36 31 -14 29 9Q12 14 -3 10Z',
  JIB = 'M-8 -32C-10 -12 -19 2 -31 9Q-18 13 -8 10Z',
  HULL = 'M-37 14Q0 23 37 13Q34 35 18 37H-17Q-33 35 -37 14Z';
/** A ship under sail: hull and sails in two colours, foam about it. @param {string} shade */
const ship = (shade) =>
  s(
    'g',
    { class: `ship ${shade}`, transform: 'scale(1.08)' },
    s('ellipse', { class: 'foam', cx: 1, cy: 32, rx: 44, ry: 12 }),
    s('path', { class: 'halo', d: `${SAIL}${JIB}${HULL}M-5 -42V16` }),
    s('path', { class: 'mast', d: 'M-5 -42V16' }),
    s('path', { class: 'sail', d: JIB }),
    s('path', { class: 'sail', d: SAIL }),
    s('path', { d: SAIL, fill: 'url(#cx-sheen)' }),
    s('path', { class: 'hull', d: HULL }),
    s('path', { d: HULL, fill: 'url(#cx-sheen)' }),
    s('path', { class: 'deck', d: 'M-36 16Q0 25 36 15' }),
  );

/** @param {string} shade */
const token = (shade) =>
  s(
    'g',
    {},
    shadow(),
    disc('', shade),
    s('path', { class: `sign ${shade}`, d: `${SAIL}${JIB}M-28 17Q0 24 28 16L20 28H-18Z` }),
  );

// Four arms a side, from under the head outwards, each curling up at its end.
const ARMS = [
  'M-17 10C-28 8 -38 12 -39 2C-40 -7 -31 -8 -30 -2',
  'M-15 15C-24 18 -36 26 -40 17',
  'M-10 19C-14 30 -27 39 -31 29',
  'M-4 21C-4 32 -10 41 -15 36',
];
const mirrored = (/** @type {string} */ d) =>
  d.replace(/(-?\d+) (-?\d+)/g, (_, x, y) => `${-Number(x)} ${y}`);
const HEAD = 'M-21 12C-32 -12 -20 -41 0 -41C20 -41 32 -12 21 12Q12 25 0 24Q-12 25 -21 12Z';

/** The kraken: red, eight arms, eyes that look somewhere (board.js moves `look`). */
function kraken() {
  const arms = [...ARMS, ...ARMS.map(mirrored)].join('');
  const eye = (/** @type {number} */ x) => [
    s('ellipse', { class: 'eye', cx: x, cy: -6, rx: 8.5, ry: 9.5 }),
    s('g', { class: 'look' }, s('ellipse', { class: 'pupil', cx: x, cy: -6, rx: 3.6, ry: 5.4 })),
  ];
  return s(
    'g',
    { class: 'kraken' },
    shadow(12, 44),
    s('path', { class: 'arms under', d: arms }),
    s('path', { class: 'arms', d: arms }),
    s('path', { class: 'suckers', d: arms }),
    s('path', { class: 'head', d: HEAD }),
    s('path', { d: HEAD, fill: 'url(#cx-shine)' }),
    s('path', { class: 'spots', d: 'M-8 -30h0M7 -32h0M13 -23h0M-15 -21h0M0 -24h0' }),
    s('g', { class: 'eyes' }, ...eye(-10), ...eye(10)),
    s('path', { class: 'brow', d: 'M-20 -15L-4 -10M20 -15L4 -10' }),
  );
}

/** @param {Piece} piece @param {import('./themes.js').Kind} [kind] of the board it stands on @param {string} [set] of men, if not the one that is worn */
export function drawPiece(piece, kind = 'lines', set = lookOf(kind).men) {
  needPaints();
  const { shade, form } = piece,
    other = shade === 'white' ? 'black' : 'white';
  if (form === 'monster')
    return s('g', { class: 'art monster', transform: 'scale(1.12)' }, kraken());
  if (form === 'stack')
    return s(
      'g',
      { class: 'art stack' },
      shadow(20, 42),
      disc(set, other, 15, 34),
      disc(set, shade, -9, 34),
    );
  if (form === 'king')
    return s(
      'g',
      { class: `art king ${shade}` },
      shadow(9, 49),
      disc(set, shade, 0, 42),
      s('path', { class: 'sign', d: CROWN }),
      s('path', { d: CROWN, fill: 'url(#cx-sheen)' }),
      s('path', { class: 'jewels', d: 'M-14 10h0M0 10h0M14 10h0' }),
    );
  if (kind === 'rings')
    return s('g', { class: 'art' }, set === 'tokens' ? token(shade) : ship(shade));
  return s('g', { class: 'art' }, shadow(), disc(set, shade));
}

/** A man's number: on the sail of a ship, beside a monster's head, else in the middle.
 * @param {Piece} piece @param {string} text @param {string} set */
export function rankSign({ form, shade }, text, set) {
  if (form === 'monster')
    return s(
      'g',
      { class: 'rank-badge', transform: 'translate(31 -29)' },
      s('circle', { r: 15 }),
      s('text', { class: 'rank', y: 8 }, text),
    );
  return s(
    'text',
    { class: `rank ${shade}`, x: set === 'ships' ? 11 : 0, y: set === 'ships' ? 3 : 9 },
    text,
  );
}
