// SPDX-License-Identifier: MIT
// The chooser of boards and men in the settings: small pictures of made-up boards, one per theme and set. It loads when
// the settings are opened.
import { drawPicture } from './board.js';
import { h } from './dom.js';
import { addWords, t } from './i18n.js';
import { EN, JA } from './look-words.js';
import { BOARDS, MEN } from './themes.js';

addWords(EN, JA);

/** @typedef {import('./themes.js').Kind} Kind */
/** @typedef {import('./engine.js').Shape} Shape */

/** @param {'white'|'black'|'neutral'} shade @param {'man'|'king'|'monster'} [form] */
const man = (shade, form = 'man') => ({ letter: '', owner: 0, shade, form, name: '' });
/** @param {number[][]} points x, y, band @param {Partial<Shape>} rest @returns {Shape} */
const sample = (points, rest) => ({
  variant: '',
  game: '',
  family: '',
  title: '',
  style: 'points',
  width: 0,
  height: 0,
  players: [],
  links: [],
  labels: [],
  bands: [],
  strokes: [],
  prelims: [],
  repeats: false,
  pieces: [null, man('white'), man('black'), man('neutral', 'monster')],
  points: points.map(([x, y, band = 0]) => ({ name: '', x, y, band })),
  ...rest,
});

const NINE = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [x, y]));
/** Of each kind a board just large enough to show what it is made of, and what stands on it. @type {Record<Kind, [Shape, number[]]>} */
export const SAMPLES = {
  lines: [
    sample(
      NINE.map(([x, y]) => [100 * x, 100 * y]),
      {
        strokes: [
          ['line', 0, 0, 200, 0],
          ['line', 200, 0, 200, 200],
          ['line', 200, 200, 0, 200],
          ['line', 0, 200, 0, 0],
          ['line', 100, 0, 100, 200],
          ['line', 0, 100, 200, 100],
        ],
      },
    ),
    [0, 0, 1, 0, 2, 0, 0, 1, 0],
  ],
  cells: [
    sample(
      [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => [100 * x, 100 * y, Math.min(x, y)])),
      { style: 'cells', bands: ['', '', '', '', '', '', ''].slice(0, 4) },
    ),
    [0, 1, 0, 2, 0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 0, 0],
  ],
  rings: [
    sample(
      [
        [0, 0],
        [0, -100],
        [100, 0],
        [0, 100],
        [-100, 0],
      ],
      {
        strokes: [
          ['circle', 0, 0, 100],
          ['line', 0, -100, 0, 100],
          ['line', -100, 0, 100, 0],
        ],
      },
    ),
    [3, 1, 0, 0, 2],
  ],
};

/** @param {string} legend @param {string} name @param {string} value @param {[string, SVGElement, string][]} choices id, picture, title @param {(id: string) => void} choose */
const row = (legend, name, value, choices, choose) =>
  h(
    'fieldset',
    { class: 'looks' },
    h('legend', {}, legend),
    ...choices.map(([id, picture, title]) =>
      h(
        'label',
        { class: 'card look' },
        h('input', {
          type: 'radio',
          name,
          value: id,
          checked: id === value,
          onchange: () => choose(id),
        }),
        picture,
        h('span', { class: 'card-title' }, title),
      ),
    ),
  );

/** Boards and men of one kind of board. @param {Kind} kind @param {import('./store.js').Settings} settings @param {() => void} changed */
export function lookRows(kind, settings, changed) {
  const host = h('div', { class: 'look-rows' }),
    [shape, men] = SAMPLES[kind];
  const now = (
    /** @type {Record<string, string>|undefined} */ of,
    /** @type {Record<string, any>} */ table,
  ) => (of && Object.hasOwn(table, of[kind] ?? '') ? of[kind] : Object.keys(table)[0]);
  const draw = () => {
    const board = now(settings.board, BOARDS[kind]),
      set = now(settings.men, MEN[kind]);
    const choose = (/** @type {'board'|'men'} */ what) => (/** @type {string} */ id) => {
      settings[what] = { ...settings[what], [kind]: id };
      changed();
      draw();
      host.querySelector(`input[name=look-${what}]:checked`)?.focus();
    };
    host.replaceChildren(
      row(
        t('look.board'),
        'look-board',
        board,
        Object.keys(BOARDS[kind]).map((id) => [
          id,
          drawPicture(shape, men, t(`look.${kind}.${id}`), { board: id, men: set }),
          t(`look.${kind}.${id}`),
        ]),
        choose('board'),
      ),
      row(
        t('look.men'),
        'look-men',
        set,
        Object.keys(MEN[kind]).map((id) => [
          id,
          drawPicture(shape, men, t(`look.${kind}.${id}`), { board, men: id }),
          t(`look.${kind}.${id}`),
        ]),
        choose('men'),
      ),
    );
  };
  draw();
  return host;
}
