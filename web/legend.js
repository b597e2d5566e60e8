// SPDX-License-Identifier: MIT
// What the signs on the board mean: one list, each sign drawn by the code that draws it in play. It loads when asked for.
import { ask } from './dialogs.js';
import { h, s } from './dom.js';
import { addWords, t } from './i18n.js';
import { EN, JA } from './legend-words.js';
import { badge, drawArrow, eyeSign, letter, ring, tag } from './marks.js';
import { drawPiece, rankSign } from './pieces.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);

/** @typedef {import('./themes.js').Kind} Kind */

const LEFT = { x: -60, y: 0 },
  RIGHT = { x: 60, y: 0 },
  MIDDLE = { x: 0, y: 0 };
/** @param {'white'|'black'|'neutral'} shade @param {'man'|'monster'} [form] @returns {import('./engine.js').Piece} */
const man = (shade, form = 'man') => ({ letter: '', owner: 0, shade, form, name: '' });

/** Signs by key, with the kinds of boards that have them (all, if none is named). @type {[string, Kind[], (kind: Kind, men: string) => any[]][]} */
const SIGNS = [
  [
    'can',
    [],
    (kind, men) => [
      drawPiece(man('white'), kind, men),
      s('circle', { class: 'dot on-piece', r: 44 }),
    ],
  ],
  ['go', [], () => [s('circle', { class: 'dot', r: 12 })]],
  [
    'chosen',
    [],
    (kind, men) => [ring(MIDDLE, 'chosen', kind === 'cells'), drawPiece(man('white'), kind, men)],
  ],
  ['last', [], (kind) => [ring(MIDDLE, 'last-point', kind === 'cells')]],
  ['hint', [], () => [drawArrow([], [LEFT, RIGHT], { path: [0, 1], kind: 'hint' })]],
  ['best', [], () => [drawArrow([], [LEFT, RIGHT], { path: [0, 1], kind: 'best' })]],
  [
    'take',
    [],
    (kind, men) => [
      drawPiece(man('black'), kind, men),
      ring(MIDDLE, 'highlight take', kind === 'cells'),
    ],
  ],
  [
    'push',
    ['rings'],
    (kind, men) => [
      s(
        'g',
        { class: 'ghost-man', transform: 'translate(60 0)' },
        drawPiece(man('black'), kind, men),
      ),
      drawArrow([], [LEFT, RIGHT], { path: [0, 1], kind: 'push' }),
    ],
  ],
  ['letters', ['rings'], () => [tag(LEFT, letter(0)), tag(RIGHT, letter(1))]],
  [
    'rank',
    ['rings'],
    (kind, men) => [drawPiece(man('white'), kind, men), rankSign(man('white'), '2', men)],
  ],
  [
    'group',
    ['rings'],
    (kind, men) => [ring(MIDDLE, 'mark group', false), drawPiece(man('white'), kind, men)],
  ],
  ['reach', [], (kind) => [ring(MIDDLE, 'mark reach', kind === 'cells')]],
  ['eye', ['rings'], () => [eyeSign(LEFT, 'white'), eyeSign(RIGHT, 'black')]],
  [
    'trapped',
    ['rings'],
    (kind, men) => [ring(MIDDLE, 'mark trapped', false), drawPiece(man('white'), kind, men)],
  ],
  [
    'line',
    ['lines'],
    (kind, men) => [ring(MIDDLE, 'mark line', false), drawPiece(man('white'), kind, men)],
  ],
  [
    'frame',
    ['cells'],
    (kind, men) => [ring(MIDDLE, 'mark frame', true), drawPiece(man('white'), kind, men)],
  ],
  ['premove', [], (kind) => [ring(MIDDLE, 'premove', kind === 'cells')]],
  [
    'worth',
    ['lines'],
    () => [
      s('g', { transform: 'translate(-60 0)' }, badge([1, 5, 0, 0], false)),
      badge([0, -1, 0, 0], false),
      s('g', { transform: 'translate(60 0)' }, badge([-1, 8, 0, 0], false)),
    ],
  ],
];

/** Signs lie on the board's own colour. @param {Kind} kind */
function swatch(kind) {
  const look = lookOf(kind),
    ground = kind === 'cells' ? 'band-3' : kind === 'rings' ? 'depth-0' : 'field';
  const svg = s(
    'svg',
    { class: 'sign-swatch board-colours', viewBox: '-112 -56 224 112', 'aria-hidden': 'true' },
    s(
      'g',
      { class: 'ground' },
      s('rect', { class: ground, x: -112, y: -56, width: 224, height: 112, rx: 14 }),
    ),
  );
  dress(svg, look);
  return { svg, men: look.men };
}

/** @param {import('./engine.js').Shape} shape */
export function legendList(shape) {
  const kind = boardKind(shape);
  return h(
    'dl',
    { class: 'legend' },
    ...SIGNS.filter(([, kinds]) => !kinds.length || kinds.includes(kind)).flatMap(
      ([key, , draw]) => {
        const { svg, men } = swatch(kind);
        svg.append(...draw(kind, men));
        return [h('dt', {}, svg), h('dd', {}, t(`legend.${key}`))];
      },
    ),
  );
}

/** @param {import('./engine.js').Shape} shape */
export const showLegend = (shape) =>
  ask(t('legend.title'), [legendList(shape)], [{ text: t('do.close'), value: '', main: true }]);
