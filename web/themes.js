// SPDX-License-Identifier: MIT
// How boards and men look, as data: for every kind of board some boards and sets of men, by day and by night. A theme
// is a list of colours that become custom properties of the drawing (board.css uses them), plus a texture. No game is
// named here: the kind of a board follows from its shape. Tests compute from this table that men show on every ground.

/**
 * @typedef {'lines'|'cells'|'rings'} Kind
 * @typedef {Record<string, string|string[]>} Colours custom properties without their dashes; a list is numbered
 * @typedef {{texture: 'grain'|'stone'|'weave'|'enamel'|'glass'|'water'|'chart', day: Colours, night: Colours}} BoardTheme
 * @typedef {{day: Colours, night: Colours}} MenTheme
 * @typedef {{board: Record<string, string>, men: Record<string, string>, theme: string, safeColours: boolean}} LookSettings
 * @typedef {{kind: Kind, board: string, men: string, night: boolean, safe: boolean}} Look
 */

/** Marks over light and over dark grounds. */
const ON_LIGHT = {
  dot: '#0f5a33',
  'dot-edge': '#fffaf0',
  last: '#b34c06',
  chosen: '#0b58bd',
  hint: '#7d22a3',
  trap: '#a81e12',
  good: '#0f6a3c',
  'on-board': '#4b3a26',
  casing: '#fffaf0',
};
const ON_DARK = {
  dot: '#9df0bd',
  'dot-edge': '#0d2a1a',
  last: '#ffb648',
  chosen: '#a8d0ff',
  hint: '#f0b8ff',
  trap: '#ff9c86',
  good: '#9df0bd',
  'on-board': '#f3e7cf',
  casing: '#120d08',
};
/** Over colours of every lightness: bright, with a dark edge. */
const ON_BANDS = {
  dot: '#fffdf2',
  'dot-edge': '#1d1826',
  last: '#1d1826',
  chosen: '#0a3f9c',
  hint: '#4a0f6b',
  trap: '#7a0b05',
  good: '#0a4a2a',
  'on-board': '#1d1826',
  casing: '#fffdf2',
};
const ON_NIGHT_BANDS = { ...ON_DARK, dot: '#fff6df', 'dot-edge': '#14101a' };

/** @type {Record<Kind, Record<string, BoardTheme>>} the first of a kind is worn until another one is chosen */
export const BOARDS = {
  lines: {
    walnut: {
      texture: 'grain',
      day: {
        field: '#8a5a35',
        edge: '#5a361d',
        grain: '#5e3818',
        line: '#ecc874',
        groove: '#3c220f',
        ...ON_DARK,
      },
      night: {
        field: '#4d311d',
        edge: '#2e1c10',
        grain: '#2e1b0d',
        line: '#cfa552',
        groove: '#1c0f06',
        ...ON_DARK,
      },
    },
    slate: {
      texture: 'stone',
      day: {
        field: '#4d5963',
        edge: '#333c44',
        grain: '#8493a0',
        line: '#e6ebee',
        groove: '#2a3239',
        ...ON_DARK,
      },
      night: {
        field: '#2b333b',
        edge: '#1b2127',
        grain: '#55636f',
        line: '#bcc8d1',
        groove: '#14191d',
        ...ON_DARK,
      },
    },
    linen: {
      texture: 'weave',
      day: {
        field: '#efe6d2',
        edge: '#d9c9a8',
        grain: '#b9a67e',
        line: '#27364f',
        groove: '#efe6d2',
        ...ON_LIGHT,
      },
      night: {
        field: '#3a372f',
        edge: '#282620',
        grain: '#5c574b',
        line: '#e2d8bf',
        groove: '#3a372f',
        ...ON_DARK,
      },
    },
  },
  cells: {
    enamel: {
      texture: 'enamel',
      day: {
        field: '#a9781f',
        edge: '#6f4a12',
        line: '#f5d783',
        groove: '#6b4508',
        bands: ['#b05fd0', '#6f74e0', '#3f9ae8', '#45b864', '#f7cf3c', '#f58f2c', '#e4473d'],
        ...ON_BANDS,
      },
      night: {
        field: '#5c430f',
        edge: '#33250a',
        line: '#c79e45',
        groove: '#2a1d05',
        bands: ['#6d3587', '#423f96', '#1f5f9c', '#237a41', '#b08f17', '#b05f12', '#a32c22'],
        ...ON_NIGHT_BANDS,
      },
    },
    glass: {
      texture: 'glass',
      day: {
        field: '#2c2a2b',
        edge: '#1b1a1b',
        line: '#39363a',
        groove: '#141314',
        bands: ['#cf8be6', '#8f95f2', '#6fbcf7', '#7ad67f', '#ffe16b', '#ffb35c', '#ff7d70'],
        ...ON_BANDS,
      },
      night: {
        field: '#151416',
        edge: '#0c0b0c',
        line: '#0c0b0c',
        groove: '#000000',
        bands: ['#7d3f99', '#4c4cab', '#246dad', '#2a8a4b', '#b8971f', '#b86a1a', '#b0382c'],
        ...ON_NIGHT_BANDS,
      },
    },
    porcelain: {
      texture: 'enamel',
      day: {
        field: '#fbf7ee',
        edge: '#d8cdb8',
        line: '#fffdf8',
        groove: '#8d8069',
        bands: ['#d2a8dc', '#a7a6e0', '#93c4e6', '#a9d6a0', '#f3e08c', '#f5c48b', '#f0a49c'],
        ...ON_BANDS,
      },
      night: {
        field: '#3a3630',
        edge: '#26231f',
        line: '#6b645a',
        groove: '#14120f',
        bands: ['#5d3d68', '#3d3c73', '#2b516e', '#355c33', '#6c5f25', '#754d26', '#763834'],
        ...ON_NIGHT_BANDS,
      },
    },
  },
  rings: {
    ocean: {
      texture: 'water',
      day: {
        field: '#7a4f2c',
        edge: '#4a2d17',
        line: '#d9f1f5',
        grain: '#c9eef2',
        groove: '#0b3a52',
        rose: '#ecd08a',
        depths: ['#3fa3b8', '#2a86a3', '#1b6488', '#124a6d'],
        ...ON_DARK,
      },
      night: {
        field: '#3b2717',
        edge: '#20140b',
        line: '#9cc4cf',
        grain: '#5f99a8',
        groove: '#04141e',
        rose: '#b39349',
        depths: ['#1d5567', '#164459', '#103348', '#0a2436'],
        ...ON_DARK,
      },
    },
    chart: {
      texture: 'chart',
      day: {
        field: '#5b3d23',
        edge: '#39250f',
        line: '#5a4426',
        grain: '#8a7143',
        groove: '#f0e2bf',
        rose: '#a3452c',
        depths: ['#f3e6c6', '#e8dcb9', '#d5d3b4', '#bfc8b0'],
        ...ON_LIGHT,
      },
      night: {
        field: '#2e2013',
        edge: '#1a120a',
        line: '#d4bf8e',
        grain: '#8f7d53',
        groove: '#2b2519',
        rose: '#c9714f',
        depths: ['#4b422c', '#413b2a', '#363528', '#2b2f27'],
        ...ON_DARK,
      },
    },
    lagoon: {
      texture: 'water',
      day: {
        field: '#f0e3c4',
        edge: '#c9b283',
        line: '#f7fffb',
        grain: '#eafff8',
        groove: '#1b7a76',
        rose: '#fff3c9',
        depths: ['#7fd8c9', '#4fbfba', '#2b9fa8', '#1a7f95'],
        ...ON_BANDS,
        trap: '#8a1208',
      },
      night: {
        field: '#4d452f',
        edge: '#2c271a',
        line: '#a5d6cc',
        grain: '#5fa398',
        groove: '#06201f',
        rose: '#c9b878',
        depths: ['#22635d', '#195252', '#124246', '#0c3239'],
        ...ON_DARK,
      },
    },
  },
};

const RED = { kraken: '#e5392b', 'kraken-dark': '#5c0805', 'kraken-eye': '#fff4dc' };
const IVORY = { white: '#fbf3e0', 'white-edge': '#4a3822', 'white-ring': '#bda57a' },
  DIM_IVORY = { white: '#eadfc8', 'white-edge': '#1f160c', 'white-ring': '#a38c63' };
const EBONY = { black: '#26221f', 'black-edge': '#d9c8aa', 'black-ring': '#8b7a64' };

/** @type {Record<Kind, Record<string, MenTheme>>} */
export const MEN = {
  lines: {
    turned: { day: { ...IVORY, ...EBONY }, night: { ...DIM_IVORY, ...EBONY } },
    pebbles: {
      day: {
        white: '#f4f6f5',
        'white-edge': '#3d4a52',
        'white-ring': '#c9d2d4',
        black: '#1c2733',
        'black-edge': '#c6d6e0',
        'black-ring': '#47606f',
      },
      night: {
        white: '#dfe5e6',
        'white-edge': '#131a1f',
        'white-ring': '#a9b5b9',
        black: '#141c25',
        'black-edge': '#b4c6d1',
        'black-ring': '#3c5462',
      },
    },
  },
  cells: {
    stones: {
      day: { ...IVORY, black: '#1f1c22', 'black-edge': '#f1e8d6', 'black-ring': '#6f6878' },
      night: { ...DIM_IVORY, black: '#15131a', 'black-edge': '#e3d8c4', 'black-ring': '#67607a' },
    },
    coins: {
      day: {
        white: '#f2f4f7',
        'white-edge': '#2b2f38',
        'white-ring': '#8d97a8',
        black: '#23262d',
        'black-edge': '#eef1f6',
        'black-ring': '#8f98a8',
      },
      night: {
        white: '#dfe3ea',
        'white-edge': '#111319',
        'white-ring': '#7d8798',
        black: '#171a20',
        'black-edge': '#dfe3ea',
        'black-ring': '#7d8798',
      },
    },
  },
  rings: {
    ships: {
      day: {
        white: '#fffaf0',
        'white-edge': '#33261a',
        'white-ring': '#c98a3f',
        black: '#2a2630',
        'black-edge': '#fff1d0',
        'black-ring': '#8a2f24',
        ...RED,
      },
      night: {
        white: '#efe6d3',
        'white-edge': '#17100a',
        'white-ring': '#a8722f',
        black: '#1c1a22',
        'black-edge': '#f0dfba',
        'black-ring': '#7d2a20',
        ...RED,
      },
    },
    tokens: {
      day: {
        white: '#fffaf0',
        'white-edge': '#33261a',
        'white-ring': '#2b6178',
        black: '#23262b',
        'black-edge': '#f3e8d2',
        'black-ring': '#e0b860',
        ...RED,
      },
      night: {
        white: '#efe6d3',
        'white-edge': '#17100a',
        'white-ring': '#235063',
        black: '#17191d',
        'black-edge': '#e3d6bd',
        'black-ring': '#b9954a',
        ...RED,
      },
    },
  },
};

/** Bands that the colour-blind tell apart: light and dark alternate, orange and blue. Instead of any theme's own. */
export const SAFE_BANDS = {
  day: ['#f4f0e6', '#6aa5cf', '#e59f5a', '#9cc9e8', '#f7c873', '#cfe2f3', '#fde9c9'],
  night: ['#575248', '#1f4a6b', '#8d4c14', '#2c5f80', '#8a651d', '#3b5468', '#6b5a38'],
};

/** @param {{style: string, strokes: (string|number)[][]}} shape @returns {Kind} */
export const boardKind = (shape) =>
  shape.style === 'cells'
    ? 'cells'
    : shape.strokes.some(([k]) => k === 'circle')
      ? 'rings'
      : 'lines';

/** What is worn now; the page says so when its settings change. */
let worn = {
  board: /** @type {Record<string, string>} */ ({}),
  men: /** @type {Record<string, string>} */ ({}),
  theme: 'auto',
  safe: false,
};

/** A name that the table has, else its first. @param {Record<string, any>} table @param {unknown} name */
const known = (table, name) =>
  typeof name === 'string' && Object.hasOwn(table, name) ? name : Object.keys(table)[0];
/** @param {unknown} value @returns {Record<string, unknown>} */
const asRecord = (value) =>
  value && typeof value === 'object' ? /** @type {Record<string, unknown>} */ (value) : {};

const dark = () => matchMedia('(prefers-color-scheme: dark)');
/** The look of a kind of board now, or with another board or set, or at another time of day.
 * @param {Kind} kind @param {{board?: string, men?: string, night?: boolean}} [instead] @returns {Look} */
export const lookOf = (kind, { board, men, night } = {}) => ({
  kind,
  board: known(BOARDS[kind], board ?? worn.board[kind]),
  men: known(MEN[kind], men ?? worn.men[kind]),
  night: night ?? (worn.theme === 'dark' || (worn.theme !== 'light' && dark().matches)),
  safe: worn.safe,
});

/** All colours of a look, by the names of their custom properties (b for board). @param {Look} look @returns {Record<string, string>} */
export function colours({ kind, board, men, night, safe }) {
  const time = night ? 'night' : 'day',
    out = /** @type {Record<string, string>} */ ({});
  const all = {
    ...BOARDS[kind][board][time],
    ...MEN[kind][men][time],
    ...(safe && kind === 'cells'
      ? { bands: SAFE_BANDS[time], ...(night ? ON_NIGHT_BANDS : ON_BANDS) }
      : {}),
  };
  for (const [name, value] of Object.entries(all))
    if (typeof value === 'string') out[`--b-${name}`] = value;
    else
      value.forEach((colour, i) => {
        out[`--b-${name}-${i}`] = colour;
      });
  return out;
}

/** Gives an element (a drawing, or what stands around one) the colours of a look. Done again when the page turns to night.
 * @param {Element & {style: CSSStyleDeclaration, dataset: DOMStringMap}} element @param {Look} look @param {boolean|'always'} [fixed] this board and these men, whatever is worn later; always: by night, too */
export function dress(element, look, fixed = false) {
  const { kind, board, men, night, safe } = look,
    key = [kind, board, men, night, safe].join(' ');
  if (element.dataset.look === key) return;
  Object.assign(element.dataset, {
    look: key,
    kind,
    fixed: fixed === 'always' ? fixed : fixed ? `${board} ${men}` : '',
  });
  for (const [name, value] of Object.entries(colours(look))) element.style.setProperty(name, value);
}

function dressAgain() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-look]')
  )) {
    const kind = /** @type {Kind} */ (element.dataset.kind),
      [board, men] = (element.dataset.fixed ?? '').split(' ');
    if (board === 'always') continue;
    dress(element, lookOf(kind, board ? { board, men } : {}), !!board);
  }
}

/** The settings' boards and men; what is not in the table is forgotten. @param {LookSettings} settings */
export function wear({ board, men, theme, safeColours }) {
  const chosen = (/** @type {unknown} */ of, /** @type {Record<string, any>} */ table) =>
    Object.fromEntries(
      Object.keys(table).map((kind) => [kind, known(table[kind], asRecord(of)[kind])]),
    );
  worn = { board: chosen(board, BOARDS), men: chosen(men, MEN), theme, safe: safeColours === true };
  dressAgain();
}

if (typeof document !== 'undefined') dark().addEventListener('change', dressAgain);
