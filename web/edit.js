// SPDX-License-Identifier: MIT
// The board editor (#edit, #edit=VARIANT): men from a palette onto points, whose turn it is, and what else the game's
// positions have. Every change is shown to the engine, which says whether it is a position and why not.
import { Board } from './board.js';
import { h, loadCss, s } from './dom.js';
import { EN, JA } from './edit-words.js';
import { UNIT, neighbour, snap } from './geometry.js';
import { addWords, pick, reasonOf, t } from './i18n.js';
import { setupOf, writeLink } from './link.js';
import { drawPiece } from './pieces.js';
import { putTogether, takeApart } from './position-text.js';
import { address } from './share.js';
import { PERFECT, PERSON } from './state.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);
export const title = () => t('edit.title');

const ERASER = 0,
  DRAG_PX = 6;
const ARROWS = /** @type {Record<string, {x: number, y: number}>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
});
/** @type {Record<string, string>} */
const CALLED = {
  hand: 'edit.hand',
  score: 'edit.score',
  last: 'edit.last',
  phase: 'edit.phase',
  marked: 'edit.marked',
  play: 'edit.play',
  place: 'edit.place',
};

class Editor {
  /** @param {HTMLElement} host @param {import('./views.js').Page} page @param {import('./engine.js').WorkerEngine} engine @param {any} catalogue */
  constructor(host, page, engine, catalogue) {
    this.page = page;
    this.engine = engine;
    this.catalogue = catalogue;
    this.variant = '';
    /** @type {import('./engine.js').Shape|null} */
    this.shape = null;
    /** @type {number[]} */
    this.men = [];
    this.side = 0;
    /** @type {ReturnType<typeof takeApart>['fields']} */
    this.fields = [];
    this.brush = 1;
    this.ticket = 0;
    /** The position as the engine writes it, '' if it is none. */
    this.good = '';
    this.palette = h('div', { class: 'edit-palette', role: 'group', 'aria-label': t('edit.men') });
    this.more = h('div', { class: 'edit-fields' });
    this.text = h('input', {
      class: 'edit-text',
      id: 'edit-text',
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-label': t('edit.text'),
      onchange: () => this.#typed(),
    });
    this.said = h('p', { class: 'edit-said', id: 'edit-said', role: 'status' });
    const act = (/** @type {() => any} */ job) => () =>
      void Promise.resolve(job()).catch(page.report);
    const games = catalogue.families.flatMap((/** @type {any} */ f) => f.games);
    this.game = h(
      'select',
      { id: 'edit-game', onchange: act(() => this.open(this.game.value)) },
      ...games.map((/** @type {any} */ g) => h('option', { value: g.id }, pick(g.title))),
    );
    this.perfect = h('option', { value: 'perfect' }, t('player.perfect'));
    this.level = h(
      'select',
      { id: 'edit-level' },
      ...(catalogue.levels ?? []).map((/** @type {any} */ l) =>
        h('option', { value: l.level, selected: l.level === 3 }, pick(l.name)),
      ),
    );
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {() => any} */ job,
      main = false,
    ) => h('button', { id, class: main ? 'main' : null, onclick: act(job) }, text);
    this.uses = [
      button(
        'edit-computer',
        t('edit.computer'),
        () =>
          this.#play([
            this.side ? this.#computer() : PERSON,
            this.side ? PERSON : this.#computer(),
          ]),
        true,
      ),
      button('edit-people', t('edit.people'), () => this.#play([PERSON, PERSON])),
      button('edit-analyse', t('edit.analyse'), () =>
        page.analyse({ variant: this.variant, position: this.good }),
      ),
      button('edit-copy', t('edit.copy'), () => this.#copy()),
    ];
    const place = h('div', { class: 'edit-board' });
    host.replaceChildren(
      h(
        'div',
        { class: 'edit' },
        h('div', { class: 'edit-head' }, h('h2', {}, t('edit.title')), h('p', {}, t('edit.lead'))),
        place,
        h(
          'div',
          { class: 'edit-side' },
          this.palette,
          h('div', { class: 'edit-fields' }, h('label', {}, t('edit.game'), this.game)),
          this.more,
          h(
            'p',
            { class: 'row' },
            button('edit-clear', t('edit.clear'), () => this.clear()),
            button('edit-start', t('edit.start'), () => this.open(this.variant)),
          ),
          this.text,
          this.said,
          h('div', { class: 'edit-fields' }, h('label', {}, t('edit.level'), this.level)),
          h('p', { class: 'row' }, ...this.uses),
        ),
      ),
    );
    this.board = new Board(place);
    this.#listen();
  }

  /** @param {string} variant @param {string} [position] */
  async open(variant, position = '') {
    this.shape = await this.engine.open(setupOf({ variant, position }));
    this.variant = variant;
    this.game.value = this.shape.game;
    this.#take((await this.engine.state()).table);
    this.brush = this.shape.pieces.findIndex(Boolean);
    this.#drawPalette();
    this.draw();
    void this.#offerPerfect(variant);
  }

  /** Against perfect play, where somebody has the values. @param {string} variant */
  async #offerPerfect(variant) {
    this.perfect.remove();
    if ((await this.page.values.source(variant)) && this.variant === variant)
      this.level.append(this.perfect);
  }

  /** @param {import('./engine.js').State} table */
  #take({ board, position }) {
    if (!this.shape) return;
    this.men = [...board];
    Object.assign(this, takeApart(this.shape, position));
    this.#drawFields();
  }

  clear() {
    this.men = this.men.map((code) => (this.shape?.pieces[code]?.owner === 2 ? code : 0)); // what is nobody's stays where it is
    this.draw();
  }

  /** @param {number} point @param {number} code */
  put(point, code) {
    const piece = this.shape?.pieces[code];
    // Of a monster or a king of one colour there is one: it moves.
    if (piece && (piece.form === 'monster' || piece.form === 'king'))
      this.men = this.men.map((c) => (this.shape?.pieces[c]?.form === piece.form ? 0 : c));
    this.men[point] = this.men[point] === code ? 0 : code;
    this.draw();
  }

  /** @param {number} point */
  erase(point) {
    this.men[point] = 0;
    this.draw();
  }

  draw() {
    const { shape, men, board } = this,
      { settings } = this.page;
    if (!shape) return;
    board.setShape(shape, false, {
      labels: settings.labels,
      numbers: settings.numbers,
      title: t('board.label', shape.title),
    });
    board.render({
      board: men,
      ghosts: [],
      next: [],
      clicks: [],
      last: [],
      marks: [],
      pointMarks: [],
      ways: [],
      open: false,
      played: null,
      number: 0,
      values: new Map(),
      label: (p) =>
        shape.pieces[men[p]]
          ? t('point.piece', shape.points[p].name, shape.pieces[men[p]]?.name ?? '')
          : t('point.empty', shape.points[p].name),
    });
    this.text.value = putTogether(shape, men, this.side, this.fields);
    void this.check();
  }

  /** What the rules say of it. */
  async check() {
    const mine = ++this.ticket,
      position = this.text.value;
    let words = '',
      kind = 'good';
    this.good = '';
    try {
      await this.engine.open(setupOf({ variant: this.variant, position }));
      const { table } = await this.engine.state();
      if (mine !== this.ticket) return;
      this.good = table.position;
      words = table.here ? t('edit.over', table.here.reason) : t('edit.good');
    } catch (error) {
      if (mine !== this.ticket) return;
      [words, kind] = [reasonOf(error), 'why'];
    }
    if (this.good) this.text.value = this.good;
    this.said.textContent = words;
    this.said.className = `edit-said ${kind}`;
    for (const button of this.uses) button.disabled = !this.good;
  }

  /** A position by its text. */
  async #typed() {
    try {
      await this.engine.open(setupOf({ variant: this.variant, position: this.text.value.trim() }));
      this.#take((await this.engine.state()).table);
      this.draw();
    } catch {
      await this.check();
    }
  }

  #drawPalette() {
    const { shape } = this;
    if (!shape) return;
    const kind = boardKind(shape),
      look = lookOf(kind);
    const button = (
      /** @type {number} */ code,
      /** @type {string} */ name,
      /** @type {SVGElement} */ art,
    ) => {
      const key = shape.pieces[code]?.letter ?? 'Delete',
        b = h(
          'button',
          {
            'data-code': code,
            'aria-label': name,
            title: `${name} (${key})`,
            'aria-pressed': String(this.brush === code),
            onclick: () => this.#choose(code),
          },
          art,
        );
      b.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) =>
        this.#lift(event, code, -1),
      );
      return b;
    };
    this.palette.replaceChildren(
      ...shape.pieces.flatMap((piece, code) =>
        piece ? [button(code, piece.name, this.#art(code))] : [],
      ),
      button(
        ERASER,
        t('edit.erase'),
        s(
          'svg',
          { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
          s('path', { d: 'M6 6l12 12M18 6L6 18' }),
        ),
      ),
    );
    dress(/** @type {any} */ (this.palette), look);
  }

  /** @param {number} code */
  #art(code) {
    const { shape } = this,
      piece = shape?.pieces[code],
      kind = shape ? boardKind(shape) : 'lines',
      look = lookOf(kind);
    const svg = s(
      'svg',
      { class: 'board-look', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
      ...(piece ? [drawPiece(piece, kind, look.men)] : []),
    );
    dress(svg, look);
    return svg;
  }

  /** @param {number} code */
  #choose(code) {
    this.brush = code;
    for (const button of this.palette.children)
      button.setAttribute('aria-pressed', String(button.dataset.code === String(code)));
  }

  #drawFields() {
    const { shape } = this;
    if (!shape) return;
    const side = h(
      'select',
      {
        id: 'edit-turn',
        onchange: () => {
          this.side = Number(side.value);
          this.draw();
        },
      },
      ...shape.players.map((name, i) => h('option', { value: i, selected: i === this.side }, name)),
    );
    this.more.replaceChildren(
      h('label', {}, t('edit.side'), side),
      ...this.fields.map((field) => {
        const changed = () => {
          field.value = input.value;
          this.draw();
        };
        const number = field.kind === 'hand' || field.kind === 'score';
        const input =
          field.kind === 'phase'
            ? h(
                'select',
                { onchange: changed },
                ...['play', 'place'].map((v) =>
                  h('option', { value: v, selected: v === field.value }, t(CALLED[v])),
                ),
              )
            : h('input', {
                ...(number ? { type: 'number', min: 0, max: 255 } : {}),
                value: field.value,
                onchange: changed,
              });
        return h('label', {}, t(CALLED[field.kind], shape.players[field.player] ?? ''), input);
      }),
    );
  }

  // -- hands -------------------------------------------------------------------------------------

  /** The point under a pointer, -1 for none. @param {PointerEvent} event */
  #pointOf(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.board.svg.getScreenCTM().inverse(),
    );
    return snap(this.board.spots, spot, [], 0.55 * UNIT);
  }

  /** A man is taken up, from the palette or (from >= 0) from a point; let go at a point it stands there, beside
   * the board it is gone. Without a way it was a click. @param {PointerEvent} event @param {number} code @param {number} from */
  #lift(event, code, from) {
    if (event.button !== 0) return;
    const begin = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement|null} */
    let held = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (!held && code && Math.hypot(now.clientX - begin.x, now.clientY - begin.y) >= DRAG_PX) {
        held = h('div', { class: 'edit-held' }, this.#art(code));
        document.body.append(/** @type {HTMLElement} */ (held));
        if (from >= 0) this.erase(from);
      }
      held?.style.setProperty('left', `${now.clientX}px`);
      held?.style.setProperty('top', `${now.clientY}px`);
    };
    const end = (/** @type {PointerEvent} */ now) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      const point = now.type === 'pointerup' ? this.#pointOf(now) : from;
      if (held) {
        held.remove();
        if (point >= 0 && this.men[point] !== code) this.put(point, code);
        return;
      }
      if (from < 0 && !this.#over(now)) return; // the palette's own click
      if (point >= 0) {
        this.board.moveFocus(point);
        this.put(point, this.brush);
      }
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /** @param {PointerEvent} event */
  #over(event) {
    return event.target instanceof Node && this.board.svg.contains(event.target);
  }

  #listen() {
    const { svg } = this.board;
    svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      const point = this.#pointOf(event);
      if (point < 0) return;
      event.preventDefault();
      this.#lift(event, this.men[point], point);
    });
    svg.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      // of a screen reader
      const button = event.target instanceof Element ? event.target.closest('[data-point]') : null;
      if (button && event.detail === 0)
        this.put(Number(button.getAttribute('data-point')), this.brush);
    });
    svg.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const { shape, board } = this,
        way = ARROWS[event.key];
      if (!shape || event.ctrlKey || event.metaKey || event.altKey) return;
      const code = shape.pieces.findIndex((p) => p?.letter === event.key),
        gone = ['Delete', 'Backspace', '.'].includes(event.key);
      if (way) board.moveFocus(neighbour(board.spots, shape.links, board.focus, way));
      else if (event.key === 'Enter' || event.key === ' ') this.put(board.focus, this.brush);
      else if (code > 0) this.put(board.focus, code);
      else if (gone) this.erase(board.focus);
      else return;
      event.preventDefault();
    });
    svg.addEventListener('focusin', (/** @type {FocusEvent} */ event) => {
      const point =
        event.target instanceof Element ? event.target.getAttribute('data-point') : null;
      if (point !== null) this.board.focus = Number(point);
    });
  }

  // -- what it is for ----------------------------------------------------------------------------

  /** @returns {import('./state.js').Player} */
  #computer() {
    return this.level.value === 'perfect'
      ? PERFECT
      : { kind: 'computer', level: Number(this.level.value), movetime: 0 };
  }

  /** @param {import('./state.js').Player[]} players @param {boolean} [turned] is the board turned to who is to move? */
  #play(players, turned = true) {
    const lone = players.filter((p) => p.kind === 'person').length === 1;
    return this.page.play(
      { variant: this.variant, position: this.good },
      { players, flipped: turned && lone && players[1].kind === 'person' },
    );
  }

  async #copy() {
    const link = address(
      writeLink({
        variant: this.variant,
        seed: '1',
        position: this.good,
        clock: 'none',
        moves: [],
        ply: 0,
        end: '',
        match: false,
        earlier: [],
      }),
    );
    const copied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    this.said.textContent = copied ? t('edit.copied') : t('edit.notCopied', link);
  }
}

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} argument a variant */
export async function show(host, page, argument) {
  await loadCss('edit.css');
  const [engine, catalogue] = await Promise.all([page.engine(), page.catalogue]);
  await page.begun();
  const { shape, state } = page.session,
    editor = new Editor(host, page, engine, catalogue);
  await (argument || !shape
    ? editor.open(argument || catalogue.families[0].games[0].id)
    : editor.open(shape.variant, state?.position ?? ''));
  return () => engine.end();
}
