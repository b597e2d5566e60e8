// SPDX-License-Identifier: MIT
// Draws a shape and what is on it, and knows no rule: which points may be chosen, what was played and
// what is worth marking comes in as data. setShape() builds the ground once; render() is the only
// way anything changes afterwards, and draws anew only what has changed.
import { s } from './dom.js';
import { route, trail, turner, viewBox } from './geometry.js';
import { drawGround } from './ground.js';
import {
  KINDS,
  at,
  badge,
  drawArrow,
  eyeSign,
  kindOf,
  letter,
  lineNumber,
  ring,
  tag,
} from './marks.js';
import { drawPiece, rankSign } from './pieces.js';
import { boardKind, dress, lookOf } from './themes.js';

/**
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./engine.js').Mark} Mark
 * @typedef {import('./geometry.js').Spot} Spot
 * @typedef {{board: number[], next: number[], clicks: number[], last: {point: number, role: string}[],
 *   marks: Mark[], pointMarks: Mark[], ways: import('./engine.js').Way[], open: boolean, ghosts: number[],
 *   played: import('./engine.js').Played|null, number: number, values: Map<number, import('./engine.js').Worth>,
 *   label: (point: number) => string, arrows?: import('./marks.js').Arrow[], highlights?: import('./marks.js').Highlight[],
 *   premove?: number[], hover?: number, follow?: import('./engine.js').Way[]}} BoardView arrows, highlights: of a hint, the best
 *   line, a lesson; premove: the points of a move that is made as soon as it may be; hover: the point under the pointer;
 *   follow: the moves that the clicks can still become
 */

/** A picture that nobody clicks: for dialogs, the front page and rules.
 * @param {Shape} shape @param {number[]} board @param {string} title @param {{board?: string, men?: string}} [instead] of what is worn
 * @param {boolean} [labels] coordinates @param {boolean} [flipped] */
export function drawPicture(shape, board, title, instead, labels = false, flipped = false) {
  const kind = boardKind(shape),
    look = lookOf(kind, instead);
  const svg = s('svg', {
    class: 'picture',
    viewBox: viewBox(shape, flipped, labels).join(' '),
    role: 'img',
    'aria-label': title,
  });
  dress(svg, look, !!instead);
  const turn = turner(shape, flipped);
  svg.append(drawGround(shape, flipped, { labels, numbers: false, board: look.board }));
  board.forEach((code, i) => {
    const piece = shape.pieces[code];
    if (piece)
      svg.append(
        s('g', { transform: at(turn(shape.points[i])) }, drawPiece(piece, kind, look.men)),
      );
  });
  return svg;
}

/** Writing an attribute costs style and layout even if nothing changes. @param {Element} element @param {string} name @param {string} value */
const set = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

const LABEL_UNITS = 26,
  LABEL_PX = 9.5;
const LAYERS = /** @type {const} */ ([
  'last',
  'marks',
  'pieces',
  'dots',
  'ways',
  'arrows',
  'numbers',
  'top',
]);
/** Marks that are always shown; the others belong to the point under the pointer. */
const LASTING = ['trapped', 'eye'];

export class Board {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.svg = s('svg', { class: 'board', role: 'group' });
    host.append(this.svg);
    /** @type {Shape|null} */
    this.shape = null;
    /** @type {import('./themes.js').Kind} */
    this.kind = 'lines';
    /** @type {Spot[]} */
    this.spots = [];
    /** Strokes as they lie on the screen. @type {(string|number)[][]} */
    this.strokes = [];
    this.focus = 0;
    this.drawn = '';
    this.number = 0;
    /** @type {number[]} */
    this.pieces = [];
    /** @type {any[]} what holds the man of each point */
    this.holders = [];
    /** @type {Map<number, string>} numbers on men, before the move that is shown next */
    this.ranks = new Map();
    /** The point where a man was just let go: it is there already. */
    this.dropped = -1;
    /** Points whose men are there already when a move is shown: let go there, or seen there while it was chosen. @type {Set<number>} */
    this.settled = new Set();
    /** Told what happens on the board when it is seen, for sounds. @type {((kind: string, event: import('./engine.js').GameEvent) => void)|null} */
    this.onEvent = null;
    /** What moves men; it is fetched when somebody touches the board, or a move is made. @type {import('./motion.js').Motion|null} */
    this.motion = null;
    for (const kind of ['pointerover', 'pointerdown', 'keydown'])
      this.svg.addEventListener(kind, () => void this.#needMotion(), { once: true });
    /** @type {[Shape, boolean, {labels: boolean, numbers: boolean, title: string}]|null} */
    this.asked = null;
    /** @type {BoardView|null} */
    this.view = null;
    new ResizeObserver(() => this.#resized()).observe(host);
  }

  /** @param {import('./engine.js').GameEvent[]} events @param {(point: number) => number} steps */
  #play(events, steps) {
    if (this.motion) this.motion.play(events, steps);
    else void this.#needMotion().then((motion) => events.forEach((event) => motion.tell(event, 0))); // it would come too late to be seen
  }

  async #needMotion() {
    const { Motion } = await import('./motion.js');
    return (this.motion ??= new Motion(this));
  }

  /** Coordinates that nobody could read are left out, and the board is larger. @param {number[]} box with them */
  #readable(box) {
    const width = this.host.clientWidth;
    return !width || (width / box[2]) * LABEL_UNITS >= LABEL_PX;
  }

  #resized() {
    if (!this.asked) return;
    this.setShape(...this.asked);
    if (this.view && !this.pieces.length) this.render(this.view);
  }

  /** @param {Shape} shape @param {boolean} flipped @param {{labels: boolean, numbers: boolean, title: string}} options */
  setShape(shape, flipped, options) {
    this.asked = [shape, flipped, options];
    const labels = options.labels && this.#readable(viewBox(shape, flipped, true));
    const look = lookOf(boardKind(shape)),
      key = JSON.stringify([
        shape.variant,
        shape.title,
        shape.bands,
        flipped,
        { ...options, labels },
        look.board,
        look.men,
      ]);
    dress(this.svg, look);
    if (this.host.parentElement) dress(this.host.parentElement, look); // the men beside the board are those on it
    if (key === this.drawn) return;
    this.motion?.stop();
    const hadFocus = this.svg.contains(document.activeElement);
    if (shape.variant !== this.shape?.variant) this.focus = 0;
    this.drawn = key;
    this.shape = shape;
    this.kind = look.kind;
    const turn = turner(shape, flipped);
    this.spots = shape.points.map((p) => turn({ x: p.x, y: p.y }));
    this.strokes = shape.strokes.map(([kind, x, y, ...rest]) => {
      const a = turn({ x: Number(x), y: Number(y) }),
        b = kind === 'line' ? turn({ x: Number(rest[0]), y: Number(rest[1]) }) : null;
      return [kind, a.x, a.y, ...(b ? [b.x, b.y] : rest)];
    });
    const box = viewBox(shape, flipped, labels);
    this.svg.setAttribute('viewBox', box.join(' '));
    this.svg.setAttribute('aria-label', options.title);
    this.host.style.setProperty('--ratio', String(box[2] / box[3]));
    this.svg.classList.toggle('cells', shape.style === 'cells');
    const layers = Object.fromEntries(
      LAYERS.map((name) => [name, s('g', { class: name, 'aria-hidden': 'true' })]),
    );
    this.layers = /** @type {Record<typeof LAYERS[number], any>} */ (layers);
    const { last, marks, pieces, dots, ways, arrows, numbers, top } = this.layers;
    this.buttons = this.spots.map(({ x, y }, i) =>
      s(
        'g',
        { class: 'point', role: 'button', tabindex: -1, 'data-point': i },
        shape.style === 'cells'
          ? s('rect', { class: 'hit', x: x - 48, y: y - 48, width: 96, height: 96 })
          : s('circle', { class: 'hit', cx: x, cy: y, r: 47 }),
      ),
    );
    this.svg.replaceChildren(
      drawGround(shape, flipped, { ...options, labels, board: look.board }),
      last,
      marks,
      pieces,
      dots,
      ways,
      arrows,
      numbers,
      s('g', { class: 'points' }, ...this.buttons),
      top,
    );
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
    const before = this.ranks,
      fresh = view.number !== this.number;
    this.settled = new Set([...(fresh ? (this.view?.ghosts ?? []) : []), this.dropped]);
    this.view = view;
    this.#renderMarks(view);
    this.#renderPieces(view);
    layers.dots.replaceChildren(
      ...(view.open ? view.next : []).flatMap((p) => {
        const worth = view.values.get(p),
          man = !!view.board[p],
          place = at(spots[p]);
        const dot = s('circle', {
          class: `dot${man ? ' on-piece' : ''}${worth ? ` ${KINDS[worth[0] + 1]}` : ''}`,
          r: man ? 44 : 12,
          transform: place,
        });
        return worth
          ? [...(man ? [dot] : []), s('g', { transform: place }, badge(worth, man))]
          : [dot];
      }),
    );
    const ahead = view.ways.length ? view.ways : this.#ahead(view);
    this.#renderWays(ahead, view.ways.length > 0, view);
    layers.arrows.replaceChildren(
      ...(view.arrows ?? [])
        .filter(({ path }) => path.length > 1)
        .map((arrow) => drawArrow(this.strokes, spots, arrow)),
    );
    this.buttons?.forEach((button, p) => {
      set(button, 'aria-label', view.label(p));
      set(button, 'aria-pressed', String(view.clicks.includes(p) || !!view.premove?.includes(p)));
      set(button, 'tabindex', p === this.focus ? '0' : '-1');
      set(button, 'class', view.open && view.next.includes(p) ? 'point can' : 'point');
    });
    if (!fresh) return;
    this.number = view.number;
    this.#look(view.last.at(-1)?.point ?? -1);
    this.motion?.stop();
    if (view.played) this.#play(view.played.events, (p) => Number(before.get(p) ?? 0));
    this.dropped = -1;
  }

  /** @param {BoardView} view */
  #renderMarks(view) {
    const { shape, spots, layers } = this,
      cells = shape?.style === 'cells';
    const rings = (/** @type {number[]} */ points, /** @type {string} */ name) =>
      points.map((p) => ring(spots[p], name, cells));
    const marks = [...view.pointMarks, ...view.marks.filter((m) => LASTING.includes(m.kind))];
    layers?.last.replaceChildren(
      ...rings([...new Set(view.last.map((l) => l.point))], 'last-point'),
    );
    layers?.marks.replaceChildren(
      ...marks.flatMap((mark) =>
        mark.kind === 'eye'
          ? mark.points.map((p) =>
              eyeSign(
                spots[p],
                shape?.pieces.find((piece) => piece?.owner === mark.player)?.shade ?? '',
              ),
            )
          : rings(mark.points, `mark ${mark.kind} player-${mark.player}`),
      ),
      ...rings(view.premove ?? [], 'premove'),
      ...rings(view.clicks, 'chosen'),
      ...(view.highlights ?? []).flatMap((sign) => rings(sign.points, `highlight ${kindOf(sign)}`)),
    );
    layers?.numbers.replaceChildren(
      ...(view.highlights ?? []).flatMap(({ points: [p], text }) =>
        text ? [lineNumber({ x: spots[p].x + 32, y: spots[p].y - 32 }, text)] : [],
      ),
    );
  }

  /** Where the man under way would push another one, if it went to the point under the pointer. @param {BoardView} view */
  #ahead({ follow, hover, board, clicks, open }) {
    if (
      !open ||
      !follow ||
      clicks.length !== 1 ||
      hover === undefined ||
      hover < 0 ||
      !board[hover]
    )
      return [];
    return follow.filter(({ path }) => path.length === 3 && path[1] === hover && !board[path[2]]);
  }

  /** Ways share most of their path, so the whole is thin and the last leg, which tells them apart, is an arrow to the ghost
   * of what lands there. Several have letters. @param {import('./engine.js').Way[]} ways @param {boolean} choosing @param {BoardView} view */
  #renderWays(ways, choosing, { board }) {
    const { spots, strokes, layers, shape } = this;
    layers?.ways.replaceChildren(
      ...ways.flatMap(({ path }, i) => {
        const [end, turn, before] = [path.at(-1) ?? 0, path.at(-2) ?? 0, path.at(-3) ?? -1];
        const leg = route(strokes, spots, turn, end, {
          before: before < 0 ? -1 : (route(strokes, spots, before, turn).at(-2) ?? -1),
        });
        const pushed = shape?.pieces[board[turn]] ?? null,
          spot = spots[end];
        return [
          s('path', {
            class: 'way',
            d: trail(
              strokes,
              path.map((p) => spots[p]),
            ),
          }),
          ...(pushed && !choosing
            ? [s('g', { class: 'ghost-man', transform: at(spot) }, drawPiece(pushed, this.kind))]
            : []),
          drawArrow(strokes, spots, { path: leg.length > 1 ? leg : [turn, end], kind: 'push' }),
          ...(choosing || ways.length > 1 ? [tag(spot, letter(i))] : []),
        ];
      }),
    );
  }

  /** Only points whose piece has changed are drawn anew. @param {BoardView} view */
  #renderPieces(view) {
    const { shape, spots, layers, kind } = this;
    if (!shape || !layers) return;
    const first = this.pieces.length !== view.board.length,
      men = lookOf(kind).men;
    const numbered = view.marks.filter((m) => m.kind === 'rank');
    const ranks = new Map(
      numbered.flatMap((m) => m.points.map((p) => [p, String(m.number ?? m.points.length)])),
    );
    if (first) {
      this.holders = view.board.map(() => s('g', { class: 'piece' }));
      layers.pieces.replaceChildren(
        ...this.holders.map((holder, p) => s('g', { transform: at(spots[p]) }, holder)),
      );
    }
    view.board.forEach((code, p) => {
      const holder = this.holders[p],
        piece = shape.pieces[code],
        rank = piece && ranks.get(p);
      if (first || this.pieces[p] !== code || (holder.dataset.rank ?? '') !== (rank ?? '')) {
        holder.replaceChildren(
          ...(piece
            ? [drawPiece(piece, kind, men), ...(rank ? [rankSign(piece, rank, men)] : [])]
            : []),
        );
        holder.dataset.rank = rank ?? '';
      }
      holder.classList.toggle('lifted', view.clicks.at(-1) === p && view.clicks.length === 1);
      holder.classList.toggle('ghost', view.ghosts.includes(p));
    });
    this.pieces = [...view.board];
    if (numbered.length) this.ranks = ranks;
  }

  /** Whoever has eyes looks at what was played. @param {number} point */
  #look(point) {
    this.holders.forEach((holder, p) => {
      if (this.shape?.pieces[this.pieces[p]]?.form !== 'monster') return;
      const dx = point < 0 ? 0 : this.spots[point].x - this.spots[p].x,
        dy = point < 0 ? 0 : this.spots[point].y - this.spots[p].y,
        far = Math.hypot(dx, dy) || 1;
      for (const eye of holder.querySelectorAll('.look'))
        eye.style.setProperty(
          'transform',
          `translate(${((4 * dx) / far).toFixed(1)}px, ${((3.5 * dy) / far).toFixed(1)}px)`,
        );
    });
  }

  /** @param {number} p the element that holds the piece on p */
  pieceAt(p) {
    return this.holders[p] ?? null;
  }

  /** Over the other men. @param {any} holder */
  raise(holder) {
    const place = holder?.parentNode;
    if (place && place.parentNode?.lastChild !== place) place.parentNode.append(place);
  }
}
