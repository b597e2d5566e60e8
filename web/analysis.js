// SPDX-License-Identifier: MIT
// The analysis: the same board, with everything that helps to study beside it. It is made of parts, each a class in a
// module of its own that is fetched when the analysis is first opened; they see the session and draw themselves anew
// with every change. Whatever is tried here becomes a variation; the game that was on the board is not touched.
// The tree of moves is read here, once per change, for all parts; keys and the row of steps are here, too.
import { byId, h, loadCss, s } from './dom.js';
import { addWords, t } from './i18n.js';
import { EN, JA } from './analysis-words.js';
import { enter } from './study.js';
import { canGoBack, goBack } from './swap.js';
import { MARKS, TreeModel } from './tree-model.js';

addWords(EN, JA);

/**
 * @typedef {import('./app.js').Page} Page
 * @typedef {{arrows: any[], highlights: any[]}} Signs as marks.js makes them
 * @typedef {{render: () => void, leave?: () => void, signs?: () => Signs|null, press?: (event: KeyboardEvent) => boolean}} Part signs: what it
 *   shows on the board; press: of a key, was it for this part?
 * @typedef {new (host: HTMLElement, page: Page, analysis: Analysis) => Part} PartClass
 */

/** From top to bottom, one line each. @type {Record<string, () => Promise<PartClass>>} */
const PARTS = {
  lines: async () => (await import('./lines.js')).Lines,
  tree: () => import('./tree-view.js').then((m) => m.TreeView),
  tools: () => import('./analysis-tools.js').then((m) => m.AnalysisTools),
  graph: async () => (await import('./game-graph.js')).GameGraph,
  explorer: async () => (await import('./explorer-table.js')).ExplorerTable,
};
/** On a phone one of these is seen at a time; a part that is not named has a tab of its own. @type {Record<string, string>} */
const TABS = {};
/** ⏮ ◀ ▶ ⏭ as strokes. */
const STEPS = {
  first: 'M19 5l-9 7 9 7zM6 5v14',
  back: 'M17 5L7 12l10 7z',
  forth: 'M7 5l10 7-10 7z',
  last: 'M5 5l9 7-9 7zM18 5v14',
  note: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
};
const UNDO_MAX = 20,
  STEPS_MAX = 8;

export class Analysis {
  /** @param {Page} page @param {() => void} left is told when it is closed */
  constructor(page, left) {
    this.page = page;
    this.session = page.session;
    this.left = left;
    /** @type {Part[]} */
    this.parts = [];
    /** The moves with all variations. */
    this.model = new TreeModel({
      head: 0,
      nodes: [{ id: 0, parent: -1, move: null, ply: 0, turn: 0, children: [] }],
    });
    this.read = ''; // what the model was read of
    this.first = 0; // how many moves it had when it was opened
    this.games = -1;
    /** A table over the network, to go back to. */
    this.table = '';
    /** Where one went on last, by node. @type {Map<number, number>} */
    this.went = new Map();
    /** What the tree was before it was changed. @type {{record: string, moves: string[]}[]} */
    this.undos = [];
    this.title = h('h2', { id: 'analysis-title', tabindex: '-1' }, t('analysis.title'));
    this.exit = h(
      'button',
      { id: 'analysis-close', onclick: () => this.close().catch(page.report) },
      s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        s('path', { d: 'M6 6l12 12M18 6L6 18' }),
      ),
      h('span', {}),
    );
    this.tabs = h('div', { class: 'analysis-tabs', role: 'group' });
    this.steps = h('div', { class: 'analysis-steps', role: 'group' });
    this.host = h('section', { id: 'analysis-mode', 'aria-labelledby': 'analysis-title' });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    this.lang = '';
    /** @type {Promise<any>} */
    this.walk = Promise.resolve();
    this.waiting = 0;
  }

  /** @param {import('./study.js').What} [what] else what is on the board @param {string} [table] the address of the table that it is of */
  async open(what, table = '') {
    this.table = table;
    await loadCss('analysis.css');
    await enter(this.page, what, table);
    this.games = this.session.games;
    this.session.leaving = () => this.#keep();
    byId('moves-box').before(this.host);
    this.host.replaceChildren(
      h('div', { class: 'analysis-head' }, this.title, this.tabs, this.exit),
    );
    document.documentElement.dataset.mode = 'analysis'; // what belongs to playing is not shown
    for (const [name, load] of Object.entries(PARTS)) {
      const host = h('div', {
          id: `analysis-${name}`,
          class: 'analysis-part',
          'data-tab': TABS[name] ?? name,
        }),
        Class = await load();
      this.host.append(host, ...(name === 'tree' ? [this.steps] : []));
      this.parts.push(new Class(host, this.page, this));
    }
    this.show('tree');
    addEventListener('keydown', this.keys, true); // before the board, whose arrows they are for who uses it by keyboard
    await this.#look();
    this.first = this.model.count;
    this.render();
  }

  /** On a phone, the part that is seen; on a wide screen the way to what is further down. @param {string} tab @param {boolean} [asked] by somebody */
  show(tab, asked = false) {
    this.host.dataset.tab = tab;
    for (const part of this.host.querySelectorAll('.analysis-part'))
      part.classList.toggle('seen', part.dataset.tab === tab);
    for (const button of this.tabs.children)
      button.setAttribute('aria-pressed', String(button.dataset.tab === tab));
    if (asked)
      this.host
        .querySelector(`.analysis-part[data-tab=${tab}]`)
        ?.scrollIntoView({ block: 'nearest' });
  }

  /** Words, anew in another language. */
  #words() {
    const { lang } = document.documentElement;
    if (this.lang === lang) return;
    this.lang = lang;
    this.title.textContent = t('analysis.title');
    const names = [...new Set(Object.keys(PARTS).map((name) => TABS[name] ?? name))];
    this.tabs.replaceChildren(
      ...names.map((tab) =>
        h(
          'button',
          { type: 'button', 'data-tab': tab, onclick: () => this.show(tab, true) },
          t(`analysis.part.${tab}`),
        ),
      ),
    );
    this.tabs.setAttribute('aria-label', t('analysis.title'));
    this.steps.setAttribute('aria-label', t('analysis.steps'));
    this.steps.replaceChildren(
      ...Object.entries(STEPS).map(([name, d]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'icon',
            'data-step': name,
            'aria-label': t(`analysis.${name}`),
            title: t(`analysis.${name}`),
            ...(name === 'note' ? { 'aria-pressed': 'false' } : {}),
            onclick: () => this.step(name).catch(this.page.report),
          },
          s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d })),
        ),
      ),
    );
    this.show(this.host.dataset.tab);
  }

  render() {
    const { session } = this,
      { state } = session;
    if (!state) return;
    if (session.games !== this.games || !session.study) return this.quit(); // another game is on the board
    this.#words();
    const away = t(
      canGoBack(session)
        ? 'analysis.backGame'
        : this.table
          ? 'analysis.backTable'
          : 'analysis.close',
    );
    this.exit.lastElementChild.textContent = away;
    this.exit.setAttribute('aria-label', away);
    this.exit.title = away;
    if (this.read !== this.#now || !this.model.has(state.node))
      void this.#look()
        .then(() => this.#draw())
        .catch(this.page.report);
    else this.#draw();
  }

  get #now() {
    return `${this.session.games} ${this.session.edits}`;
  }
  /** The node that is shown. */
  get node() {
    return this.session.state?.node ?? 0;
  }

  #draw() {
    const { node, model } = this;
    if (!model.has(node)) return;
    for (const id of model.path(node)) this.went.set(model.at(id).parent, id);
    const at = model.at(node);
    for (const [step, none] of /** @type {[string, boolean][]} */ ([
      ['first', !node],
      ['back', !node],
      ['forth', !at.children.length],
      ['last', !at.children.length],
    ])) {
      const button = this.steps.querySelector(`[data-step=${step}]`);
      if (button && none && button === document.activeElement)
        button.setAttribute('aria-disabled', 'true'); // it keeps the focus
      else if (button) {
        button.disabled = none;
        button.removeAttribute('aria-disabled');
      }
    }
    for (const part of this.parts) part.render();
  }

  /** The tree as the engine has it. */
  async #look() {
    const now = this.#now,
      told = await this.session.engine.tree();
    this.model = new TreeModel(told);
    this.read = now;
  }

  /** What the board shows for the parts: the first that has something. @returns {Signs|null} */
  signs() {
    for (const part of this.parts) {
      const signs = part.signs?.();
      if (signs) return signs;
    }
    return null;
  }

  // -- going about ---------------------------------------------------------------------------------

  /** A move in words: number, move, what it is worth, comment. @param {number} id */
  say(id) {
    const { model } = this,
      { move, mark, comment } = model.at(id),
      beside = model.family(id).length;
    if (!id) return [t('moves.start'), comment].filter(Boolean).join('. ');
    return [
      `${model.numberOf(id)} ${move}`,
      mark ? t(`mark.${MARKS.indexOf(mark) + 1}`) : '',
      model.lineStart(id) ? t('tree.variation') : '',
      beside > 1 ? t('tree.oneOf', model.family(id).indexOf(id) + 1, beside) : '',
      comment,
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** @param {number} id */
  async go(id) {
    if (!this.model.has(id)) return;
    await this.session.visit(id);
    this.session.announce(this.say(id));
  }

  /** Steps that come faster than the board answers wait for each other, a few of them. @param {string} name first, back, forth, last,
   * next, before (between variations), note */
  step(name) {
    if (this.waiting >= STEPS_MAX) return this.walk;
    this.waiting++;
    this.walk = this.walk
      .catch(() => {})
      .then(() => this.#step(name))
      .finally(() => {
        this.waiting--;
      });
    return this.walk;
  }

  /** @param {string} name */
  async #step(name) {
    const { model, node } = this;
    if (!model.has(node)) return;
    const at = model.at(node),
      on = this.went.get(node) ?? 0;
    if (name === 'note') return this.#notes();
    if (name === 'first') return this.go(0);
    if (name === 'back') return node ? this.go(at.parent) : undefined;
    if (name === 'forth')
      return at.children.length
        ? this.go(at.children.includes(on) ? on : at.children[0])
        : undefined;
    if (name === 'last') return this.go(model.end(node));
    const other = model.beside(node, name === 'next' ? 1 : -1);
    if (other === node) return this.session.announce(t('tree.noOther'));
    await this.go(other);
  }

  /** On a phone what can be done with a move is shown when it is asked for. */
  async #notes() {
    const on = this.host.classList.toggle('noting');
    this.steps.querySelector('[data-step=note]').setAttribute('aria-pressed', String(on));
    this.show('tree');
  }

  /** Keys, wherever one is but in a field or a dialog; arrows on the board are the board's. @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event,
      at = target instanceof Element ? target : document.body;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      byId('dialog').open ||
      document.documentElement.dataset.view
    )
      return;
    if (
      at.closest('input:not([type=checkbox]), textarea, select, [role=slider], [contenteditable]')
    )
      return;
    const arrows = !at.closest('#board-host svg:not(.pointing), [role=tablist], [role=radiogroup]');
    const way = {
      ArrowLeft: 'back',
      ArrowRight: 'forth',
      ArrowUp: 'before',
      ArrowDown: 'next',
      Home: 'first',
      End: 'last',
    }[event.key];
    if (way && event.shiftKey && event.key !== 'ArrowUp') return;
    const job = way && arrows && !event.shiftKey ? this.step(way) : null;
    if (!job && !this.parts.some((part) => part.press?.(event))) return;
    event.preventDefault();
    event.stopPropagation();
    void job?.catch(this.page.report);
  }

  // -- changing the tree ---------------------------------------------------------------------------

  /** Something is changed so that it can be undone. @param {...string} lines acts */
  async change(...lines) {
    const { session, model, node } = this,
      record = await session.engine.record();
    await session.note(...lines);
    this.undos = [...this.undos.slice(1 - UNDO_MAX), { record, moves: model.moves(node) }];
  }

  async undo() {
    const before = this.undos.pop();
    if (before) await this.session.restore(before.record, before.moves);
  }

  /** The tree as a record. It is that of the game, if it is one's own. @returns {Promise<string>} */
  record() {
    return this.session.engine.record();
  }

  // -- leaving -------------------------------------------------------------------------------------

  /** What was changed is not lost, whatever comes onto the board. */
  async #keep() {
    const { session, model, first } = this;
    if (session.draft && model.count && (session.edits || model.count !== first))
      await this.page.keeper.keepDraft();
  }

  /** Back to the game that was on the board before, or to the board with what is on it. */
  async close() {
    const { session, table } = this;
    await this.#keep();
    if (table) return location.assign(table);
    if (canGoBack(session)) {
      this.quit();
      return goBack(session);
    }
    this.quit();
    await session.studying(false);
    byId('analysis-open').focus();
  }

  quit() {
    removeEventListener('keydown', this.keys, true);
    for (const part of this.parts) part.leave?.();
    this.parts = [];
    this.session.leaving = null;
    this.host.remove();
    delete document.documentElement.dataset.mode;
    this.left();
  }
}
