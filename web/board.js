// SPDX-License-Identifier: MIT
// Draws a shape and what is on it, and knows no rule: which points may be chosen, what was played and
// what is worth marking comes in as data. setShape() builds the ground once; render() is the only
// way anything changes afterwards.
import { s } from './dom.js';
import { UNIT, bandBorders, trail, turner, viewBox } from './geometry.js';
import { drawPiece } from './pieces.js';

/**
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./geometry.js').Spot} Spot
 * @typedef {{board: number[], next: number[], clicks: number[], last: {point: number, role: string}[],
 *   marks: import('./engine.js').Mark[], pointMarks: import('./engine.js').Mark[],
 *   ways: import('./engine.js').Way[], hint: number[], open: boolean, ghosts: number[],
 *   played: import('./engine.js').Played|null, number: number,
 *   values: Map<number, import('./engine.js').Worth>,
 *   label: (point: number) => string}} BoardView
 */

/** @param {number[][]} lines */
const path = (lines) => lines.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join('');

/** The ground: everything that stays. @param {Shape} shape @param {boolean} flipped @param {{labels: boolean, numbers: boolean}} options */
function drawGround(shape, flipped, { labels, numbers }) {
  const turn = turner(shape, flipped), spots = shape.points.map(turn);
  const turned = (/** @type {(string|number)[]} */ [, x1, y1, x2, y2]) => {
    const a = turn({ x: Number(x1), y: Number(y1) }), b = turn({ x: Number(x2), y: Number(y2) });
    return [a.x, a.y, b.x, b.y];
  };
  const g = s('g', { class: 'ground', 'aria-hidden': 'true' });
  const circles = shape.strokes.filter((k) => k[0] === 'circle'), lines = shape.strokes.filter((k) => k[0] === 'line');
  const around = (/** @type {(string|number)[]} */ [, x, y]) => turn({ x: Number(x), y: Number(y) });
  if (shape.style === 'cells') {
    const inner = shape.bands.length - 1, h = UNIT / 2;
    spots.forEach(({ x, y }, i) => {
      const { band } = shape.points[i];
      g.append(s('rect', { class: `cell band-${inner - band}`, x: x - h, y: y - h, width: UNIT, height: UNIT }));
      if (numbers) g.append(s('text', { class: 'number', x: x - h + 8, y: y - h + 24 }, String(band + 1)));
    });
    const flippedShape = { ...shape, points: shape.points.map((p, i) => ({ ...p, ...spots[i] })) };
    g.append(s('path', { class: 'border', d: path(bandBorders(flippedShape)) }));
    const xs = spots.map((p) => p.x), ys = spots.map((p) => p.y);
    const x = Math.min(...xs) - h, y = Math.min(...ys) - h;
    g.append(s('rect', { class: 'border', x, y, width: Math.max(...xs) + h - x, height: Math.max(...ys) + h - y }));
    const centre = shape.points.findIndex((p) => p.band === inner);
    if (centre >= 0 && shape.points.filter((p) => p.band === inner).length === 1)
      g.append(s('path', { class: 'throne', d: 'M-26 20L-30 -16L-13 -1L0 -26L13 -1L30 -16L26 20Z', transform: `translate(${spots[centre].x} ${spots[centre].y})` }));
  } else if (circles.length) {
    const sorted = [...circles].sort((a, b) => Number(b[3]) - Number(a[3]));
    sorted.forEach((k, i) => {
      const { x, y } = around(k);
      if (!i) g.append(s('circle', { class: 'sea', cx: x, cy: y, r: Number(k[3]) + 50 }));
      g.append(s('circle', { class: `sea depth-${i}`, cx: x, cy: y, r: k[3] }));
    });
  } else {
    const xs = spots.map((p) => p.x), ys = spots.map((p) => p.y), x = Math.min(...xs) - 52, y = Math.min(...ys) - 52;
    g.append(s('rect', { class: 'wood', x, y, rx: 18, width: Math.max(...xs) + 52 - x, height: Math.max(...ys) + 52 - y }));
  }
  for (const k of circles) g.append(s('circle', { class: 'stroke', cx: around(k).x, cy: around(k).y, r: k[3] }));
  if (lines.length) g.append(s('path', { class: 'stroke', d: path(lines.map(turned)) }));
  if (shape.style === 'points') for (const { x, y } of spots) g.append(s('circle', { class: 'knot', cx: x, cy: y, r: 9 }));
  if (labels)
    for (const { text, ...at } of shape.labels) {
      const { x, y } = turn(at);
      g.append(s('text', { class: 'label', x, y }, text));
    }
  return g;
}

/** A picture that nobody clicks: for dialogs and rules. @param {Shape} shape @param {number[]} board @param {string} title */
export function drawPicture(shape, board, title) {
  const svg = s('svg', { class: 'picture', viewBox: viewBox(shape, false, false).join(' '), role: 'img', 'aria-label': title });
  svg.append(drawGround(shape, false, { labels: false, numbers: false }));
  board.forEach((code, i) => {
    const piece = shape.pieces[code];
    if (piece) svg.append(s('g', { transform: `translate(${shape.points[i].x} ${shape.points[i].y})` }, drawPiece(piece)));
  });
  return svg;
}

/** Writing an attribute costs style and layout even if nothing changes. @param {Element} element @param {string} name @param {string} value */
const set = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

export const KINDS = ['loss', 'draw', 'win'];
/** What a choice leads to, in signs: not by colour alone. @param {import('./engine.js').Worth} worth @param {boolean} aside beside a man */
function badge([value, plies], aside) {
  const text = value ? `${value > 0 ? '+' : '−'}${plies}` : '=', width = 24 + 17 * text.length;
  return s('g', { class: `badge ${KINDS[value + 1]}`, transform: aside ? 'translate(14 -34)' : null },
    s('rect', { x: -width / 2, y: -22, width, height: 44, rx: value < 0 ? 4 : 22 }), s('text', { y: 11 }, text));
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const STEP_MS = 240;

export class Board {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.svg = s('svg', { class: 'board', role: 'group' });
    host.append(this.svg);
    /** @type {Shape|null} */
    this.shape = null;
    /** @type {Spot[]} */
    this.spots = [];
    this.focus = 0;
    this.drawn = '';
    this.number = 0;
    /** @type {number[]} */
    this.pieces = [];
  }

  /** @param {Shape} shape @param {boolean} flipped @param {{labels: boolean, numbers: boolean, title: string}} options */
  setShape(shape, flipped, options) {
    const key = JSON.stringify([shape.variant, shape.title, shape.bands, flipped, options]);
    if (key === this.drawn) return;
    const hadFocus = this.svg.contains(document.activeElement);
    if (shape.variant !== this.shape?.variant) this.focus = 0;
    this.drawn = key;
    this.shape = shape;
    const turn = turner(shape, flipped);
    this.spots = shape.points.map((p) => turn({ x: p.x, y: p.y }));
    const box = viewBox(shape, flipped, options.labels);
    this.svg.setAttribute('viewBox', box.join(' '));
    this.svg.setAttribute('aria-label', options.title);
    this.host.style.setProperty('--ratio', String(box[2] / box[3]));
    this.svg.classList.toggle('cells', shape.style === 'cells');
    this.turn = turn;
    const layer = (/** @type {string} */ name) => s('g', { class: name, 'aria-hidden': 'true' });
    this.layers = { last: layer('last'), marks: layer('marks'), pieces: layer('pieces'), ranks: layer('ranks'),
      dots: layer('dots'), ways: layer('ways'), top: layer('top') };
    const { last, marks, pieces, ranks, dots, ways, top } = this.layers;
    this.buttons = this.spots.map(({ x, y }, i) => s('g', { class: 'point', role: 'button', tabindex: -1, 'data-point': i },
      shape.style === 'cells' ? s('rect', { class: 'hit', x: x - 48, y: y - 48, width: 96, height: 96 }) : s('circle', { class: 'hit', cx: x, cy: y, r: 47 })));
    this.svg.replaceChildren(drawGround(shape, flipped, options), last, marks, pieces, ranks, dots, ways,
      s('g', { class: 'points' }, ...this.buttons), top);
    this.pieces = [];
    if (hadFocus) this.moveFocus(this.focus);
  }

  /** @param {number} point */
  moveFocus(point) {
    this.focus = point;
    this.buttons?.forEach((b, i) => b.setAttribute('tabindex', i === point ? '0' : '-1'));
    this.buttons?.[point]?.focus();
  }

  /** @param {BoardView} view */
  render(view) {
    const { shape, spots, layers } = this;
    if (!shape || !layers) return;
    const at = (/** @type {number} */ p) => `translate(${spots[p].x} ${spots[p].y})`;
    const cells = shape.style === 'cells';
    const frame = (/** @type {number} */ p, /** @type {string} */ name) => (cells
      ? s('rect', { class: name, x: -45, y: -45, width: 90, height: 90, rx: 6, transform: at(p) })
      : s('circle', { class: name, r: 45, transform: at(p) }));

    layers.last.replaceChildren(...[...new Set(view.last.map((l) => l.point))].map((p) => frame(p, 'last-point')));
    layers.marks.replaceChildren(...view.pointMarks.flatMap((mark) =>
      mark.points.map((p) => frame(p, `mark ${mark.kind} player-${mark.player}`))),
    ...view.marks.filter((m) => m.kind === 'trapped' || m.kind === 'eye').flatMap((mark) =>
      mark.points.map((p) => frame(p, `mark ${mark.kind} player-${mark.player}`))),
    ...view.clicks.map((p) => frame(p, 'chosen')), ...view.hint.map((p) => frame(p, 'hint')));
    this.#renderPieces(view);
    layers.ranks.replaceChildren(...view.marks.filter((m) => m.kind === 'rank').flatMap((mark) =>
      mark.points.map((p) => s('text', { class: `rank ${shape.pieces[view.board[p]]?.shade ?? ''}`, transform: at(p), y: 9 },
        String(mark.number ?? mark.points.length)))));
    layers.dots.replaceChildren(...(view.open ? view.next : []).flatMap((p) => {
      const worth = view.values.get(p), man = !!view.board[p];
      const dot = s('circle', { class: `dot${man ? ' on-piece' : ''}${worth ? ` ${KINDS[worth[0] + 1]}` : ''}`, r: man ? 44 : 15, transform: at(p) });
      return worth ? [...(man ? [dot] : []), s('g', { transform: at(p) }, badge(worth, man))] : [dot];
    }));
    this.#renderWays(view.ways);
    this.buttons?.forEach((button, p) => {
      set(button, 'aria-label', view.label(p));
      set(button, 'aria-pressed', String(view.clicks.includes(p)));
      set(button, 'tabindex', p === this.focus ? '0' : '-1');
      set(button, 'class', view.open && view.next.includes(p) ? 'point can' : 'point');
    });
    if (view.number !== this.number) {
      this.number = view.number;
      if (view.played && !still()) this.#animate(view.played.events);
    }
  }

  /** Ways share most of their path, so the whole is thin and the last leg, which tells them apart, thick.
   * @param {import('./engine.js').Way[]} ways */
  #renderWays(ways) {
    const { spots, layers } = this, strokes = this.#strokes();
    const lines = ways.map((way) => way.path.map((p) => spots[p]));
    layers?.ways.replaceChildren(...lines.map((line) => s('path', { class: 'way', d: trail(strokes, line) })),
      ...lines.map((line, i) => s('path', { class: `leg leg-${i % 2}`, d: trail(strokes, line.slice(-2)) })),
      ...lines.map((line, i) => s('g', { class: 'landing', transform: `translate(${line[line.length - 1].x} ${line[line.length - 1].y})` },
        s('circle', { r: 24 }), s('text', { y: 10 }, String(i + 1)))));
  }

  /** Strokes as they lie on the screen. */
  #strokes() {
    return (this.shape?.strokes ?? []).map(([kind, x, y, ...rest]) => {
      const spot = this.turn?.({ x: Number(x), y: Number(y) }) ?? { x: 0, y: 0 };
      return [kind, spot.x, spot.y, ...rest];
    });
  }

  /** Only points whose piece has changed are drawn anew. @param {BoardView} view */
  #renderPieces(view) {
    const { shape, spots, layers } = this;
    if (!shape || !layers) return;
    const first = this.pieces.length !== view.board.length;
    if (first) layers.pieces.replaceChildren(...view.board.map((_, p) => s('g', { transform: `translate(${spots[p].x} ${spots[p].y})` }, s('g', { class: 'piece' }))));
    view.board.forEach((code, p) => {
      const holder = layers.pieces.children[p].firstChild;
      if (first || this.pieces[p] !== code) holder.replaceChildren(...(shape.pieces[code] ? [drawPiece(/** @type {any} */ (shape.pieces[code]))] : []));
      holder.classList.toggle('lifted', view.clicks.at(-1) === p && view.clicks.length === 1);
      holder.classList.toggle('ghost', view.ghosts.includes(p));
    });
    this.pieces = [...view.board];
  }

  /** @param {number} p the element that holds the piece on p */
  pieceAt(p) { return this.layers?.pieces.children[p]?.firstChild ?? null; }

  /** @param {import('./engine.js').GameEvent[]} events */
  #animate(events) {
    const { shape, spots, layers } = this;
    if (!shape || !layers) return;
    layers.top.replaceChildren();
    const ghost = (/** @type {number} */ p, /** @type {number} */ code) => {
      const piece = shape.pieces[code], inner = s('g', { class: 'piece' }, ...(piece ? [drawPiece(piece)] : []));
      layers.top.append(s('g', { transform: `translate(${spots[p].x} ${spots[p].y})` }, inner));
      return inner;
    };
    const slide = (/** @type {any} */ element, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ delay) => element.animate(
      [{ transform: `translate(${spots[from].x - spots[to].x}px, ${spots[from].y - spots[to].y}px)` }, { transform: 'none' }],
      { duration: STEP_MS, delay, easing: 'ease-in-out', fill: 'backwards' });
    let delay = 0;
    for (const { kind, from, to, piece, points } of events) {
      const target = to >= 0 ? this.pieceAt(to) : null;
      if (kind === 'placed' || kind === 'enthroned')
        target?.animate([{ transform: 'scale(1.6)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: STEP_MS, delay, fill: 'backwards', easing: 'ease-out' });
      else if (kind === 'moved' && from >= 0 && target) {
        slide(target, from, to, delay);
        delay += STEP_MS;
      } else if (kind === 'knocked' && from >= 0 && target) slide(target, from, to, Math.max(0, delay - 60));
      else if (kind === 'turned')
        target?.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: STEP_MS * 1.3, delay });
      else if (kind === 'stacked' && from >= 0 && to >= 0) {
        const inner = ghost(to, piece);
        slide(inner, from, to, delay).onfinish = () => inner.parentNode?.remove();
        delay += STEP_MS;
      } else if ((kind === 'taken' || kind === 'withdrawn' || kind === 'evicted') && from >= 0) {
        const inner = ghost(from, piece);
        inner.animate([{ transform: 'none', opacity: 1 }, { transform: 'scale(0.3)', opacity: 0 }], { duration: STEP_MS * 1.4, delay, fill: 'forwards' })
          .onfinish = () => inner.parentNode?.remove();
      } else if (kind === 'line' || kind === 'frame' || kind === 'trapped')
        for (const p of points) {
          const flash = s('circle', { class: 'flash', r: 46, transform: `translate(${spots[p].x} ${spots[p].y})` });
          layers.top.append(flash);
          flash.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], { duration: 900, delay, fill: 'both' }).onfinish = () => flash.remove();
        }
    }
  }
}
