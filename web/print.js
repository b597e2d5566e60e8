// SPDX-License-Identifier: MIT
// Boards to print: a sheet with the board as large as the paper allows and how to win, and a sheet of men to cut out, in
// the board's own scale. The browser's print dialog makes paper or PDF of it; on the screen the sheets are a preview.
import { h, loadCss, s } from './dom.js';
import { viewBox } from './geometry.js';
import { drawGround } from './ground.js';
import { addWords, pick, t } from './i18n.js';
import { setupOf } from './link.js';
import { drawPiece } from './pieces.js';
import { EN, JA } from './print-words.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);

/**
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./engine.js').Piece} Piece
 * @typedef {{faces: Piece[], count: number}} Cut faces: two of a man that can be turned over
 */

/** Millimetres that a sheet has inside its margins; print.css has the same. @type {Record<string, {width: number, height: number}>} */
export const PAPERS = { a4: { width: 194, height: 281 }, letter: { width: 199.9, height: 263.4 } };
const HEADING_MM = 30,
  MAN_UNITS = 96;

export const title = () => t('print.title');

/** Colour or lines only. @param {Shape} shape @param {boolean} ink */
const lookFor = (shape, ink) => {
  const kind = boardKind(shape);
  return ink
    ? { board: { lines: 'linen', cells: 'porcelain', rings: 'chart' }[kind], night: false }
    : { night: false };
};

/** @param {any} svg @param {Shape} shape @param {boolean} ink */
function clothe(svg, shape, ink) {
  const kind = boardKind(shape),
    look = lookOf(kind, lookFor(shape, ink));
  dress(svg, look, 'always');
  return look;
}

/** The board, and how many millimetres a unit of it has. @param {Shape} shape @param {{width: number, height: number}} paper @param {boolean} ink */
function boardPicture(shape, paper, ink) {
  const [x, y, width, height] = viewBox(shape, false, true),
    margin = 14,
    scale = Math.min(
      paper.width / (width + 2 * margin),
      (paper.height - HEADING_MM) / (height + 2 * margin),
    );
  const svg = s('svg', {
    class: 'print-board',
    viewBox: `${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`,
    role: 'img',
    'aria-label': t('board.label', shape.title),
    width: `${(width + 2 * margin) * scale}mm`,
    height: `${(height + 2 * margin) * scale}mm`,
  });
  const { board } = clothe(svg, shape, ink);
  svg.append(drawGround(shape, false, { labels: true, numbers: ink, board }));
  return { svg, scale };
}

/** The men of a game: those on the board at first and those in hand, kings and what belongs to nobody once, and a few spare.
 * @param {Shape} shape @param {import('./engine.js').State} state @returns {Cut[]} */
function cuts(shape, state) {
  const pieces = /** @type {Piece[]} */ (shape.pieces.filter(Boolean)),
    turns = boardKind(shape) === 'cells';
  const number = (/** @type {Piece} */ piece) =>
    state.board.filter((code) => shape.pieces[code] === piece).length +
    state.counters
      .filter((c) => c.id === 'hand' && c.player === piece.owner && piece.form === 'man')
      .reduce((sum, c) => sum + c.value, 0);
  const men = pieces.filter((p) => p.form === 'man');
  const flat = turns
    ? [{ faces: men, count: men.reduce((sum, p) => sum + number(p), 0) }]
    : men.map((p) => ({ faces: [p], count: number(p) }));
  return [
    ...flat,
    ...pieces
      .filter((p) => p.form === 'king' || p.form === 'monster')
      .map((p) => ({ faces: [p], count: 1 })),
  ];
}

/** One man in its circle, or two faces with the fold between them. @param {Shape} shape @param {Piece[]} faces @param {number} scale @param {boolean} ink */
function cutOut(shape, faces, scale, ink) {
  const kind = boardKind(shape),
    width = MAN_UNITS * faces.length,
    r = MAN_UNITS / 2;
  const svg = s('svg', {
    class: 'print-man',
    viewBox: `${-r - 1} ${-r - 1} ${width + 2} ${MAN_UNITS + 2}`,
    width: `${(width + 2) * scale}mm`,
    height: `${(MAN_UNITS + 2) * scale}mm`,
    'aria-hidden': 'true',
  });
  const { men } = clothe(svg, shape, ink);
  faces.forEach((piece, i) => {
    const centre = `translate(${i * MAN_UNITS} 0)`;
    svg.append(
      s('circle', { class: 'cut', r: r - 1, transform: centre }),
      s(
        'g',
        { transform: `${centre}${piece.form === 'monster' ? ' scale(.9)' : ''}` },
        drawPiece(piece, kind, men),
      ),
    );
  });
  if (faces.length > 1) svg.append(s('path', { class: 'fold', d: `M${r} ${-r}V${r}` }));
  return svg;
}

/** @param {Shape} shape @param {import('./engine.js').State} state @param {string} game @param {string} summary @param {string} paper @param {boolean} ink */
export function sheets(shape, state, game, summary, paper, ink) {
  const { svg, scale } = boardPicture(shape, PAPERS[paper], ink),
    list = cuts(shape, state),
    folded = list.some((c) => c.faces.length > 1);
  const sheet = (/** @type {any[]} */ ...inside) =>
    h('section', { class: `print-sheet ${paper}${ink ? ' ink' : ''}` }, ...inside);
  const win = Object.hasOwn(EN, `print.win.${game}`) ? t(`print.win.${game}`) : summary;
  return [
    sheet(h('h2', {}, shape.title), h('p', { class: 'print-win' }, win), svg),
    sheet(
      h('h2', {}, t('print.menOf', shape.title)),
      h('p', { class: 'print-win' }, t(folded ? 'print.fold' : 'print.cut')),
      h(
        'div',
        { class: 'print-men' },
        ...list.flatMap(({ faces, count }) =>
          Array.from({ length: count }, () => cutOut(shape, faces, scale, ink)),
        ),
      ),
    ),
  ];
}

/** @param {string} id @param {string} label @param {[string, string][]} choices @param {string} value @param {() => void} changed */
function choice(id, label, choices, value, changed) {
  const select = h(
    'select',
    { id, onchange: changed },
    ...choices.map(([v, text]) => h('option', { value: v, selected: v === value }, text)),
  );
  return { select, row: h('p', { class: 'field' }, h('label', { for: id }, label), select) };
}

/** Letter where it is usual. */
const usual = () => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'letter' : 'a4');
/** What was chosen, while the page is open. */
const chosen = { paper: '', ink: false };

/** @param {HTMLElement} host @param {import('./app.js').Page} page @param {string} argument a variant, such as morelli,size=9 */
export async function show(host, page, argument) {
  await loadCss('print.css');
  const { families } = await page.catalogue,
    games = families.flatMap((f) => f.games),
    engine = await page.sketch();
  const now = argument || page.session.shape?.variant || games[0].id;
  /** Variants whose board differs: of every game, and of every size it has. @type {[string, string][]} */
  const variants = games.flatMap(({ id, title: name, options }) => {
    const sizes = options.find((o) => o.name === 'size')?.values ?? [];
    return [
      [id, pick(name)],
      ...sizes
        .slice(1)
        .map(
          ({ value }) =>
            /** @type {[string, string]} */ ([
              `${id},size=${value}`,
              t('print.size', pick(name), value),
            ]),
        ),
    ];
  });
  if (!variants.some(([v]) => v === now)) variants.unshift([now, now]);
  const place = h('div', { class: 'print-sheets' });
  const draw = async () => {
    chosen.paper = paper.select.value;
    chosen.ink = ink.checked;
    const variant = game.select.value,
      id = variant.split(',')[0],
      summary = pick(games.find((g) => g.id === id)?.summary);
    const shape = await engine.open(setupOf({ variant })),
      { table } = await engine.state();
    if (variant === game.select.value)
      place.replaceChildren(...sheets(shape, table, id, summary, chosen.paper, chosen.ink));
  };
  const again = () => void draw().catch(page.report);
  const game = choice('print-game', t('print.game'), variants, now, again);
  const paper = choice(
    'print-paper',
    t('print.paper'),
    [
      ['a4', t('print.a4')],
      ['letter', t('print.letter')],
    ],
    chosen.paper || usual(),
    again,
  );
  const ink = h('input', {
    type: 'checkbox',
    id: 'print-ink',
    checked: chosen.ink,
    onchange: again,
  });
  host.replaceChildren(
    h(
      'div',
      { class: 'print-view' },
      h(
        'div',
        { class: 'print-controls' },
        h('h2', {}, t('print.title')),
        h('p', {}, t('print.lead')),
        game.row,
        paper.row,
        h('p', {}, h('label', {}, ink, ' ', t('print.ink'))),
        h(
          'p',
          { class: 'row' },
          h('button', { class: 'main', id: 'print-do', onclick: () => print() }, t('print.do')),
          h('button', { onclick: () => page.play() }, t('print.back')),
        ),
      ),
      place,
    ),
  );
  await draw();
}
