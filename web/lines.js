// SPDX-License-Identifier: MIT
// The engine beside the analysis: one to five best lines as text that can be pressed and as arrows, the chances as a
// bar; where the position is solved, every move with its exact value instead. It thinks in an engine of its own, so
// that the board never waits for it. Scores are White's, as in the bar; exact values are for who is to move.
import { drawPicture } from './board.js';
import { h, loadCss } from './dom.js';
import { threadsByDefault } from './engine.js';
import { addWords, compact, language, t } from './i18n.js';
import { EN, JA } from './lines-words.js';
import { openingLines } from './link.js';
import { KINDS, moveSigns } from './marks.js';
import { whiteSide } from './people.js';
import { worthText } from './perfect.js';
import { linkOf } from './state.js';
import { saveSettings } from './store.js';

addWords(EN, JA);

/**
 * @typedef {import('./engine.js').Line} Line
 * @typedef {import('./engine.js').Thought} Thought
 * @typedef {import('./values.js').Answer} Answer
 * @typedef {{eval: string, kind: string, moves: string[], path: number[], depth?: number}} Row what one line of the list shows; path: points of its first move, if known
 */

const LINES_MAX = 5,
  LINE_MOVES = 7,
  FIRST_MS = 30_000,
  LONG_MS = 86_400_000,
  WAIT_MS = 80,
  SHOW_MS = 150;

/** The acts that lead to what is shown, for another engine. @param {import('./engine.js').State} state */
export function actsOf(state) {
  const link = /** @type {import('./link.js').GameLink} */ (linkOf({ ...state, head: 0 }));
  return openingLines({ ...link, clock: 'none', moves: link.moves.slice(0, state.ply), end: '' });
}

/** A score as White sees it. @param {Line} line @param {number} sign 1 if White is to move @param {string[]} names White, Black */
export function scoreText({ score, mate }, sign, names) {
  if (mate) return t('lines.wins', names[mate * sign > 0 ? 0 : 1], Math.abs(mate));
  const value = (score * sign) / 100;
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;
}

export class Lines {
  /** @param {HTMLElement} host @param {import('./app.js').Page} page @param {import('./analysis.js').Analysis} analysis */
  constructor(host, page, analysis) {
    this.host = host;
    this.page = page;
    this.session = page.session;
    this.analysis = analysis;
    /** @type {Thought|null} */
    this.thought = null;
    /** @type {Answer|null} exact values of what is shown */
    this.exact = null;
    /** @type {Row[]} */
    this.rows = [];
    /** The points of moves that are not the engine's, as far as they were needed. @type {Map<string, number[]>} */
    this.paths = new Map();
    this.about = ''; // what the thought is about
    this.running = false;
    this.complete = false;
    this.ticket = 0;
    this.hot = -1; // the line under the pointer
    this.held = false; // a press is under way: nothing may change under it
    this.place = this.what = ''; // of the pointer, and the move under it
    this.drawn = 0; // when the thought was last shown
    this.words = '';
    /** @type {import('./engine.js').WorkerEngine|null} */
    this.engine = null;
    /** @type {AbortController|null} */
    this.asking = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    if (this.session.analysing) this.session.analyse(false); // one engine is enough
    void loadCss('lines.css');
  }

  // -- what is thought ----------------------------------------------------------------------------

  render() {
    const { session } = this,
      { state, shape } = session;
    if (!state || !shape) return;
    if (this.words !== language()) this.#build();
    const key = JSON.stringify([
      state.variant,
      state.start,
      state.moves.slice(0, state.ply),
      state.seed,
    ]);
    if (key === this.about) return;
    this.about = key;
    this.thought = null;
    this.exact = null;
    this.hot = -1;
    this.paths.clear();
    this.#begin(FIRST_MS);
  }

  leave() {
    this.#halt();
    this.about = '';
    this.engine?.end();
    this.engine = null;
  }

  #halt() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
    if (this.running) void this.engine?.stop().catch(() => {});
    this.running = false;
    return ++this.ticket;
  }

  /** Begins to think about what is shown, for so long; soon, for somebody may be on the way elsewhere. @param {number} ms */
  #begin(ms) {
    const ticket = this.#halt();
    this.#draw();
    if (!this.page.settings.engine || !this.session.state || this.session.state.here) return;
    this.running = true;
    this.complete = false;
    this.timer = setTimeout(
      () => void this.#think(ticket, ms).catch((error) => this.page.report(error)),
      WAIT_MS,
    );
    this.#draw();
  }

  /** @param {number} ticket @param {number} ms */
  async #think(ticket, ms) {
    const { state } = this.session,
      { settings } = this.page;
    if (!state) return;
    const acts = actsOf(state),
      engine = (this.engine ??= await this.page.engine());
    if (ticket !== this.ticket) return;
    void this.#ask(ticket, state.variant, state.position);
    await engine.threads(settings.threads || threadsByDefault());
    await engine.open(...acts);
    if (ticket !== this.ticket) return;
    const begun = Date.now(),
      thought = await engine.think({ movetime: ms, lines: settings.lines }, (told) =>
        this.#heard(ticket, told),
      );
    if (ticket !== this.ticket) return;
    this.running = false;
    this.complete = Date.now() - begun < ms - SHOW_MS; // there is nothing more to find
    this.#heard(ticket, thought, true);
  }

  /** @param {number} ticket @param {Thought} thought @param {boolean} [last] */
  #heard(ticket, thought, last = false) {
    if (
      ticket !== this.ticket ||
      this.held ||
      (!last && (Date.now() - this.drawn < SHOW_MS || !thought.depth))
    )
      return;
    this.thought = thought;
    this.#draw();
    this.session.notify(); // the arrows
  }

  /** Exact values, where there are any: then there is nothing to search for. @param {number} ticket @param {string} variant @param {string} position */
  async #ask(ticket, variant, position) {
    const asking = (this.asking = new AbortController());
    const answer = await this.page.values.ask(variant, position, { signal: asking.signal });
    if (ticket !== this.ticket || !answer?.moves.length) return;
    this.exact = answer;
    if (this.running) void this.engine?.stop().catch(() => {});
    this.running = false;
    this.ticket++;
    this.#draw();
    await this.#path(answer.moves[0].move);
    this.session.notify();
  }

  /** What is on the board after some moves, and the points of the last; all that in the engine for pictures.
   * @param {string[]} moves */
  async #after(moves) {
    const { state } = this.session,
      sketch = await this.page.sketch();
    if (!state) return null;
    await sketch.open(...actsOf(state), ...moves.map((m) => `t move ${m}`));
    return (await sketch.state()).table;
  }

  /** @param {string} move */
  async #path(move) {
    const { about } = this;
    if (this.paths.has(move)) return;
    const table = await this.#after([move]).catch(() => null);
    if (!table || about !== this.about) return;
    this.paths.set(
      move,
      table.lastPath.map(({ point }) => point),
    );
    this.#draw();
  }

  // -- what is shown ------------------------------------------------------------------------------

  #build() {
    this.words = language();
    const { settings } = this.page;
    this.bar = h(
      'div',
      { class: 'chance-bar', id: 'lines-bar', role: 'img' },
      (this.fill = h('div', { class: 'chance-fill' })),
      (this.first = h('span', { class: 'white' })),
      (this.second = h('span', { class: 'black' })),
    );
    this.said = h('span', { id: 'lines-said' });
    this.list = h('ol', { class: 'lines-list', id: 'lines-list' });
    this.peek = h('div', { class: 'lines-peek', hidden: true, 'aria-hidden': 'true' });
    this.info = h('span', { class: 'lines-info', id: 'lines-info' });
    this.button = h('button', { id: 'lines-stop', onclick: () => this.#toggle() });
    const on = h('input', {
      type: 'checkbox',
      id: 'lines-on',
      onchange: () => this.#set({ engine: on.checked }),
    });
    on.checked = settings.engine;
    const count = h(
      'select',
      { id: 'lines-count', onchange: () => this.#set({ lines: Number(count.value) }) },
      ...Array.from({ length: LINES_MAX }, (_, i) =>
        h('option', { value: i + 1, selected: settings.lines === i + 1 }, String(i + 1)),
      ),
    );
    const box = h('div', { class: 'lines-box' }, this.list, this.peek);
    box.addEventListener('pointerdown', () => {
      this.held = true;
    });
    box.addEventListener('pointerleave', () => {
      this.what = '';
      void this.#point(-1, 0);
    });
    addEventListener('pointerup', () =>
      setTimeout(() => {
        this.held = false;
      }),
    );
    addEventListener('pointercancel', () => {
      this.held = false;
    });
    this.host.replaceChildren(
      h(
        'p',
        { class: 'lines-head' },
        h('label', {}, on, ' ', t('lines.on')),
        h('label', {}, t('lines.count'), ' ', count),
        this.button,
      ),
      this.bar,
      h('p', { class: 'lines-said' }, this.said, this.info),
      box,
    );
    this.#draw();
  }

  /** @param {Partial<import('./store.js').Settings>} change */
  #set(change) {
    Object.assign(this.page.settings, change);
    saveSettings(this.page.settings);
    if (!this.page.settings.engine) this.thought = this.exact = null;
    this.#begin(FIRST_MS);
    this.session.notify();
  }

  #toggle() {
    if (!this.running) return this.#begin(LONG_MS);
    this.#halt();
    this.#draw();
  }

  /** What the list shows. @returns {Row[]} */
  #rows() {
    const { session, exact, thought } = this,
      white = whiteSide(session.shape),
      sign = session.turn === white ? 1 : -1;
    if (exact)
      return exact.moves.map(({ move, value, plies, losing, replies }) => ({
        eval: worthText([value, plies ?? -1, losing, replies]),
        kind: `worth ${KINDS[value + 1]}`,
        moves: [move],
        path: this.paths.get(move) ?? [],
      }));
    return (thought?.lines ?? []).map((line) => ({
      eval: scoreText(line, sign, this.#names()),
      kind: line.score * sign >= 0 ? 'white' : 'black',
      moves: line.pv.slice(0, LINE_MOVES),
      path: line.path,
      depth: line.depth,
    }));
  }

  /** White's name and Black's. */
  #names() {
    const { shape } = this.session,
      white = whiteSide(shape);
    return [shape?.players[white] ?? '', shape?.players[1 - white] ?? ''];
  }

  /** What White can expect, 0 to 1; null if nobody knows yet. */
  get share() {
    const { session, exact, thought } = this,
      sign = session.turn === whiteSide(session.shape) ? 1 : -1,
      here = session.state?.here;
    if (here)
      return here.winner === 'draw'
        ? 0.5
        : Number((here.winner === 'p1win' ? 0 : 1) === whiteSide(session.shape));
    const chance = exact ? (1 + exact.value) / 2 : thought ? thought.chance / 1000 : null;
    return chance === null ? null : sign > 0 ? chance : 1 - chance;
  }

  #draw() {
    if (!this.list) return;
    this.drawn = Date.now();
    const { settings } = this.page,
      { session, thought, exact } = this,
      here = session.state?.here,
      on = settings.engine && !here;
    this.rows = settings.engine ? this.#rows() : [];
    this.button.hidden = !on || !!exact || this.complete;
    this.button.textContent = t(this.running ? 'lines.stop' : 'lines.more');
    this.info.textContent =
      on && thought && !exact
        ? [
            t('lines.depth', thought.depth),
            ...(thought.nps ? [t('lines.speed', compact(thought.nps))] : []),
          ].join(' · ')
        : '';
    this.said.replaceChildren(
      ...(here
        ? [t('lines.over')]
        : exact && on
          ? [
              h('b', {}, t('lines.solved')),
              t(exact.from === 'server' ? 'lines.solvedServer' : 'lines.solvedHere'),
            ]
          : []),
    );
    this.#drawBar(settings.engine ? this.share : null);
    this.list.classList.toggle('solved', !!exact);
    this.list.setAttribute('aria-label', t(exact ? 'lines.solvedList' : 'lines.list'));
    this.rows.forEach((row, i) => this.#drawRow(row, i));
    while (this.list.children.length > this.rows.length) this.list.lastChild.remove();
    if (exact) this.list.setAttribute('tabindex', '0');
    else this.list.removeAttribute('tabindex');
  }

  /** @param {number|null} share */
  #drawBar(share) {
    const white = Math.round(100 * (share ?? 0.5)),
      [first, second] = this.#names();
    this.bar.hidden = share === null;
    this.fill.style.setProperty('width', `${white}%`);
    this.first.textContent = t('lines.chance', first, white);
    this.second.textContent = t('lines.chance', second, 100 - white);
    this.bar.setAttribute('aria-label', t('lines.bar', first, white, second, 100 - white));
  }

  /** In place, so that a pointer or the focus stays where it is. @param {Row} row @param {number} i */
  #drawRow(row, i) {
    let item = this.list.children[i];
    if (!item) {
      item = h(
        'li',
        {},
        h('span', { class: 'line-rank', 'aria-hidden': 'true' }, String(i + 1)),
        h('span', {}),
        h('span', { class: 'line-moves', role: 'group' }),
      );
      this.list.append(item);
    }
    const [, value, moves] = item.children;
    value.className = row.kind.startsWith('worth') ? row.kind : `line-eval ${row.kind}`;
    if (value.textContent !== row.eval) value.textContent = row.eval;
    value.title = row.depth ? t('lines.depth', row.depth) : '';
    moves.setAttribute('aria-label', t('lines.row', i + 1, row.eval));
    row.moves.forEach((move, n) => {
      let button = moves.children[n];
      if (!button) {
        button = h('button', {
          onclick: () => void this.#play(i, n),
          onfocus: () => this.#point(i, n),
          onblur: () => this.#point(-1, 0),
          onpointermove: (/** @type {PointerEvent} */ e) => this.#hover(e, i, n),
        });
        moves.append(button);
      }
      if (button.textContent === move) return;
      button.textContent = move;
      button.setAttribute('aria-label', t('lines.play', row.moves.slice(0, n + 1).join(' ')));
    });
    while (moves.children.length > row.moves.length) moves.lastChild.remove();
  }

  // -- pressing and pointing ----------------------------------------------------------------------

  /** Plays a line up to this move; it becomes a variation. @param {number} i @param {number} n */
  async #play(i, n) {
    const moves = this.rows[i]?.moves.slice(0, n + 1) ?? [];
    this.held = false;
    void this.#point(-1, 0);
    for (const move of moves) if (!(await this.session.play(move))) return;
  }

  /** The pointer has moved to a move; a line that changes under a pointer at rest is not pointed at. @param {PointerEvent} event @param {number} i @param {number} n */
  #hover({ clientX, clientY }, i, n) {
    const place = `${clientX} ${clientY}`,
      what = `${i} ${n}`;
    if (place !== this.place && what !== this.what) void this.#point(i, n);
    this.place = place;
    this.what = what;
  }

  /** Shows what a move of a line leads to: the first as an arrow, the others as a picture. @param {number} i @param {number} n */
  async #point(i, n) {
    const row = this.rows[i],
      { shape } = this.session,
      mine = (this.peeked = {});
    this.hot = row ? i : -1;
    if (row && this.exact) await this.#path(row.moves[0]);
    this.session.notify();
    if (!row || !n || !shape) return void (this.peek.hidden = true);
    const moves = row.moves.slice(0, n + 1),
      table = await this.#after(moves).catch(() => null);
    if (this.peeked !== mine || !table) return;
    this.peek.replaceChildren(
      drawPicture(
        shape,
        table.board,
        t('lines.preview', moves.join(' ')),
        undefined,
        false,
        this.session.flipped,
      ),
    );
    this.peek.hidden = false;
  }

  /** The first moves of the lines on the board, the best one widest; of equal ones on the board the first, with all numbers. */
  signs() {
    const { session, exact, thought } = this,
      board = session.state?.board ?? [];
    if (!this.page.settings.engine || session.clicks.length || session.state?.here) return null;
    const rows = this.rows
      .map((row, i) => ({ ...row, i }))
      .filter(({ path, i }) => path.length && (this.hot < 0 ? !exact || i === 0 : i === this.hot));
    /** @type {Map<string, {arrows: import('./marks.js').Arrow[], highlights: import('./marks.js').Highlight[], numbers: number[]}>} */
    const found = new Map();
    for (const { path, i } of rows.slice(0, LINES_MAX)) {
      const signs = moveSigns(path, board, 'best'),
        key = JSON.stringify(signs.arrows[0]?.path ?? signs.highlights[0].points),
        old = found.get(key);
      if (old) old.numbers.push(i + 1);
      else
        found.set(key, {
          arrows: signs.arrows,
          highlights: signs.highlights.filter(({ kind }) => kind !== 'take' || !found.size),
          numbers: [i + 1],
        });
    }
    const all = [...found.values()].map(({ arrows, highlights, numbers }) => {
      const main = arrows[0] ?? highlights[0];
      Object.assign(main, { rank: numbers[0], text: rows.length > 1 ? numbers.join(' ') : '' });
      return { arrows, highlights };
    });
    return all.length && (thought || exact)
      ? {
          arrows: all.flatMap((a) => a.arrows).reverse(),
          highlights: all.flatMap((a) => a.highlights),
        }
      : null;
  }
}
