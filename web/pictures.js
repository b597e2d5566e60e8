// SPDX-License-Identifier: MIT
// Pictures to save, in the look that the page wears: what the board shows as SVG or PNG, and the game as an SVG that plays
// itself. A saved picture stands alone, so everything that style sheets say is written into its attributes.
//
// There is one writer of such films, view/animate_svg.c (`concentric replay --animate`); here it comes with extra.wasm. Its
// ground and men have ids, and the page puts its own in their place.
import { viewBox } from './geometry.js';
import { drawGround } from './ground.js';
import { h, s } from './dom.js';
import { addWords, language, reasonOf, t } from './i18n.js';
import { extra } from './bring.js';
import { drawPiece } from './pieces.js';
import { EN, JA } from './table-words.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);

const XML = 'http://www.w3.org/2000/svg',
  PNG_WIDTH = 1200,
  SVG_WIDTH = 800,
  EDGE = 14,
  CAPTION = 92;
/** What a style sheet may say of a drawing, and what holds where nothing is said. */
const SAID = /** @type {Record<string, string>} */ ({
  fill: 'rgb(0, 0, 0)',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'fill-opacity': '1',
  'stroke-opacity': '1',
  opacity: '1',
});
const OF_TEXT = /** @type {Record<string, string>} */ ({
  'font-size': '',
  'font-weight': '400',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
});
const DRAWN = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'text']);
/** Parts of the board that are about what may be clicked. */
const LIVE = '.dots, .ways, .points, .top';

/** Computed colours may come as color(srgb ...), which older programs do not know. @param {string} value */
const plain = (value) =>
  value.replace(
    /color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)/g,
    (_, r, g, b, a) =>
      `rgba(${[r, g, b].map((v) => Math.round(255 * Number(v))).join(',')},${a ?? 1})`.replace(
        /rgba\((.*),1\)/,
        'rgb($1)',
      ),
  );

/** A copy that needs no style sheet. @param {Element} element @returns {Element|null} */
function flat(element) {
  const style = getComputedStyle(element),
    name = element.tagName;
  if (style.display === 'none' || element.matches(LIVE)) return null;
  const copy = document.createElementNS(XML, name);
  for (const { name: key, value } of element.attributes)
    if (!/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(key)) copy.setAttribute(key, value);
  for (const [key, usual] of Object.entries({ ...SAID, ...(name === 'text' ? OF_TEXT : {}) })) {
    const value = plain(style.getPropertyValue(key));
    if (value.includes('url(') || (key !== 'opacity' && !DRAWN.has(name))) continue;
    if (value === usual || !value) copy.removeAttribute(key);
    else copy.setAttribute(key, value.replace(/px\b/g, ''));
  }
  for (const child of element.childNodes) {
    const part =
      child instanceof Element
        ? child.closest('defs')
          ? child.cloneNode(true)
          : flat(child)
        : child.cloneNode();
    if (part) copy.append(part);
  }
  return copy;
}

/** @param {Element} element @returns {Element[]} */
const flatParts = (element) =>
  /** @type {Element[]} */ ([...element.children].map(flat).filter(Boolean));

/** An empty picture on the page's ground, with the paints that all drawings share. @param {number[]} box @param {string} title */
function sheet([x, y, width, height], title) {
  const paints = document.querySelector('#cx-paints defs');
  return s(
    'svg',
    {
      xmlns: XML,
      viewBox: [x, y, width, height].join(' '),
      width: SVG_WIDTH,
      height: Math.round((SVG_WIDTH * height) / width),
      'font-family': 'sans-serif',
    },
    s('title', {}, title),
    ...(paints ? [paints.cloneNode(true)] : []),
    s('rect', {
      x,
      y,
      width,
      height,
      fill: plain(getComputedStyle(document.body).backgroundColor),
    }),
  );
}

/** @param {number[]} box @returns {number[]} with some ground about it */
const wider = ([x, y, width, height], below = 0) => [
  x - EDGE,
  y - EDGE,
  width + 2 * EDGE,
  height + 2 * EDGE + below,
];

/** What the board shows, arrows and marks too. @param {SVGSVGElement} board @param {string} title */
export function pictureOf(board, title) {
  const box = wider((board.getAttribute('viewBox') ?? '').split(' ').map(Number)),
    svg = sheet(box, title);
  svg.append(...flatParts(board));
  return new XMLSerializer().serializeToString(svg);
}

/** @param {string} svg @returns {Promise<Blob>} */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas'),
    ratio = image.naturalHeight / image.naturalWidth;
  Object.assign(canvas, { width: PNG_WIDTH, height: Math.round(PNG_WIDTH * ratio) });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG'))));
  });
}

/** The last game of some records as a picture that plays it. @param {string} record @param {import('./engine.js').Shape} shape @param {number} pace milliseconds for a move */
export async function filmOf(record, shape, pace) {
  const call = await extra();
  call('language', language() === 'ja' ? 1 : 0);
  const film = new DOMParser().parseFromString(
    call('animate', `${pace}\n${record}`),
    'image/svg+xml',
  ).documentElement;
  const kind = boardKind(shape),
    look = lookOf(kind),
    box = viewBox(shape, false, true),
    whole = wider(box, CAPTION - EDGE);
  const host = s('svg', { class: 'board', width: 0, height: 0, 'aria-hidden': 'true' }),
    last = s('circle', { class: 'line' }),
    ring = s('g', { class: 'sign-ring last-point' }, last);
  dress(host, look);
  host.append(
    drawGround(shape, false, { labels: true, numbers: false, board: look.board }),
    ...shape.pieces.slice(1).map((piece) => (piece ? drawPiece(piece, kind, look.men) : s('g'))),
    ring,
    s('text', { class: 'label' }),
  );
  document.body.append(host);
  try {
    const [ground, ...men] = [...host.children].slice(0, -2).map(flat),
      svg = sheet(whole, film.querySelector('title')?.textContent ?? '');
    const part = (/** @type {string} */ id) =>
        /** @type {Element} */ (film.querySelector(`#${id}`)),
      ink = plain(getComputedStyle(document.body).color);
    men.forEach((man, i) => part(`p${i + 1}`)?.replaceChildren(...(man ? [man] : [])));
    part('ground').replaceChildren(...(ground ? [ground] : []));
    part('last')?.setAttribute('stroke', plain(getComputedStyle(last).stroke));
    const caption = part('caption'),
      scale = box[2] / Number(film.getAttribute('viewBox')?.split(' ')[2]);
    caption.setAttribute(
      'transform',
      `translate(${box[0]} ${box[1] + box[3]}) scale(${scale.toFixed(4)} 1)`,
    );
    caption.setAttribute('fill', ink);
    svg.append(
      ...[...film.children]
        .filter((child) => child.tagName !== 'title')
        .map((child) => document.importNode(child, true)),
    );
    return new XMLSerializer().serializeToString(svg);
  } finally {
    host.remove();
  }
}

/** A name for a file: the game, and the move that is shown. @param {import('./state.js').Session} session @param {'svg'|'png'|'game.svg'} ending */
export function fileName(session, ending) {
  const game = (session.shape?.variant ?? 'game').replace(/[^a-z0-9]+/g, '-');
  return `concentric-${game}-${ending.startsWith('game') ? ending : `${session.state?.ply ?? 0}.${ending}`}`;
}

/** @param {Blob|string} data @param {string} name */
export function save(data, name) {
  const blob = typeof data === 'string' ? new Blob([data], { type: 'image/svg+xml' }) : data,
    url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What chooses a picture and saves it. @param {import('./state.js').Session} session @param {string} record of the game @param {HTMLElement} said where it is told what went wrong */
export function controls(session, record, said) {
  const board = /** @type {SVGSVGElement|null} */ (document.querySelector('svg.board')),
    { shape } = session;
  const saver = (
    /** @type {string} */ id,
    /** @type {string} */ key,
    /** @type {() => Promise<void>} */ job,
  ) =>
    h(
      'button',
      {
        type: 'button',
        id,
        onclick: async () => {
          said.textContent = '';
          await job().catch((error) => {
            said.textContent = reasonOf(error);
          });
        },
      },
      t(key),
    );
  const pace = h(
    'select',
    { id: 'picture-pace' },
    ...[500, 1000, 2000].map((ms) =>
      h('option', { value: ms, selected: ms === 1000 }, t('share.pace', ms / 1000)),
    ),
  );
  return [
    h('p', {}, t('share.picture')),
    h(
      'p',
      { class: 'row' },
      saver('picture-svg', 'share.svg', async () => {
        if (board) save(pictureOf(board, document.title), fileName(session, 'svg'));
      }),
      saver('picture-png', 'share.png', async () => {
        if (board) save(await pngOf(pictureOf(board, document.title)), fileName(session, 'png'));
      }),
    ),
    h('p', {}, h('label', { for: 'picture-pace' }, t('share.film'))),
    h(
      'p',
      { class: 'row' },
      pace,
      saver('picture-film', 'share.filmSave', async () => {
        if (shape)
          save(await filmOf(record, shape, Number(pace.value)), fileName(session, 'game.svg'));
      }),
    ),
  ];
}
