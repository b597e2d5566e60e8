// SPDX-License-Identifier: MIT
// The tree of moves beside the board: the main line in two columns, variations and comments between, long ones folded.
// One move has the focus ring's place at a time (the one that is shown); arrows go about (analysis.js). Rows that have
// not changed stay the same elements, and those out of sight are not laid out, so a tree of thousands stays usable.
import { h, s } from './dom.js';
import { t } from './i18n.js';
import { MARKS } from './tree-model.js';

/**
 * @typedef {import('./tree-model.js').Row} Row
 * @typedef {import('./tree-model.js').Piece} Piece
 */

const ICONS = {
  comment: 'M4 5h16v11h-9l-4 4v-4H4z',
  promote: 'M12 20V6M6 12l6-6 6 6',
  main: 'M12 21V9M6 14l6-6 6 6M5 4h14',
  delete: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
};
const COMMENT_MAX = 2047; // bytes
const UNDO_MS = 20_000,
  SAID_MS = 3000;

/** As a record can hold it. @param {string} text */
export const tidy = (text) => text.replace(/\s+/gu, ' ').replace(/\}/g, ')').trim();

export class TreeView {
  /** @param {HTMLElement} host @param {import('./app.js').Page} page @param {import('./analysis.js').Analysis} analysis */
  constructor(host, page, analysis) {
    this.page = page;
    this.session = page.session;
    this.analysis = analysis;
    /** Lines that somebody has closed or opened. @type {Map<number, boolean>} */
    this.folds = new Map();
    /** Rows by what they say. @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    /** Moves that are drawn. @type {Map<number, HTMLElement>} */
    this.moves = new Map();
    this.drawn = ''; // which tree, in which language
    /** The move that is shown. @type {HTMLElement|null} */
    this.here = null;
    this.list = h('ol', {
      class: 'tree',
      id: 'tree',
      onclick: (/** @type {Event} */ event) => this.#click(event),
    });
    // The list becomes shorter when what is below it arrives, and has no height before it is seen.
    new ResizeObserver(() => this.here && this.#reveal(this.here)).observe(this.list);
    this.said = h('p', { class: 'tree-said', role: 'status' });
    this.tools = h('div', { class: 'tree-tools', role: 'toolbar' });
    this.field = h('textarea', {
      id: 'tree-comment',
      rows: 2,
      onblur: () => this.#save(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#typed(event),
    });
    this.label = h('label', { for: 'tree-comment' });
    this.box = h('div', { class: 'tree-comment', hidden: true }, this.label, this.field);
    this.about = 0; // the move that is commented on
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.fading = undefined;
    host.append(h('div', { class: 'tree-box' }, this.list, this.said), this.box, this.tools);
  }

  render() {
    const { model, node, read } = this.analysis,
      { lang } = document.documentElement;
    const words = this.drawn.split(' ')[0] !== lang,
      tree = `${lang} ${read} ${model.count}`;
    if (words) this.#tools();
    if (this.drawn !== tree || !this.moves.has(node)) this.#draw(words);
    this.drawn = tree;
    this.#mark();
  }

  // -- drawing -------------------------------------------------------------------------------------

  /** @param {boolean} anew in other words */
  #draw(anew) {
    const { model, node } = this.analysis,
      old = anew ? new Map() : this.rows;
    this.list.setAttribute('aria-label', t('analysis.part.tree'));
    this.rows = new Map();
    this.moves = new Map();
    let at = this.list.firstElementChild;
    for (const row of model.rows(node, this.folds)) {
      const key = this.#keyOf(row),
        element = old.get(key) ?? this.#row(row);
      this.rows.set(key, element);
      for (const button of element.querySelectorAll('[data-node]'))
        this.moves.set(Number(button.dataset.node), button);
      if (at === element) at = at.nextElementSibling;
      else this.list.insertBefore(element, at);
    }
    while (at) {
      const next = at.nextElementSibling;
      at.remove();
      at = next;
    }
  }

  /** What a row says. @param {Row} row */
  #keyOf(row) {
    const { model } = this.analysis,
      ids =
        row.kind === 'pair'
          ? row.cells
          : row.kind === 'line'
            ? row.pieces.map((p) => ('id' in p ? p.id : p.kind))
            : [row.id];
    return `${row.kind} ${row.level} ${row.kind === 'line' ? `${row.fold}${row.rest}` : ''} ${ids
      .map((id) => {
        const leaf = typeof id === 'number' && id >= 0 && model.has(id) ? model.at(id) : null;
        return leaf
          ? `${leaf.id}:${leaf.move}${leaf.mark ?? ''}${leaf.eval ?? ''}~${leaf.comment ?? ''}`
          : id;
      })
      .join(' ')}`;
  }

  /** @param {Row} row @returns {HTMLElement} */
  #row(row) {
    if (row.kind === 'start')
      return h('li', { class: 'row-start', 'aria-level': 1 }, this.#move(0, false));
    if (row.kind === 'note')
      return h('li', { class: 'row-note', 'aria-level': 1 }, this.#note(row.id));
    if (row.kind === 'line') return this.#line(row);
    const { model } = this.analysis,
      [first, second] = row.cells;
    return h(
      'li',
      { class: 'row-pair', 'aria-level': 1 },
      h(
        'span',
        { class: 'nr', 'aria-hidden': 'true' },
        `${Math.max(1, model.at(first || second).number)}.`,
      ),
      first ? this.#move(first, false) : h('span', { class: 'gap', 'aria-hidden': 'true' }, '…'),
      ...(second ? [this.#move(second, false)] : []),
    );
  }

  /** @param {Extract<Row, {kind: 'line'}>} row */
  #line({ level, id, pieces, fold, rest }) {
    const item = h('li', {
      class: `row-line level-${Math.min(level, 5)}`,
      'aria-level': level + 1,
    });
    if (fold)
      item.append(
        h(
          'button',
          {
            type: 'button',
            class: 'fold',
            'data-fold': id,
            tabindex: '-1',
            'aria-expanded': String(fold === 'open'),
            'aria-label': t('tree.fold', this.#name(id)),
          },
          s(
            'svg',
            { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
            s('path', { d: fold === 'open' ? 'M6 9l6 6 6-6' : 'M9 6l6 6-6 6' }),
          ),
        ),
      );
    for (const piece of pieces) {
      if (piece.kind === 'move') item.append(this.#move(piece.id, piece.told), ' ');
      else if (piece.kind === 'note') item.append(this.#note(piece.id), ' ');
      else item.append(h('span', { class: 'bracket' }, piece.kind), ' ');
    }
    if (rest)
      item.append(
        h(
          'button',
          { type: 'button', class: 'rest', 'data-fold': id, tabindex: '-1' },
          t('tree.rest', rest),
        ),
      );
    return item;
  }

  /** @param {number} id */
  #name(id) {
    return `${this.analysis.model.numberOf(id)} ${this.analysis.model.at(id).move}`;
  }

  /** A move. @param {number} id @param {boolean} told with its number */
  #move(id, told) {
    const { model } = this.analysis,
      leaf = model.at(id),
      { move, mark, eval: worth } = leaf;
    return h(
      'button',
      { type: 'button', class: 'move', 'data-node': id, tabindex: '-1' },
      ...(id ? [h('span', { class: told ? 'nr' : 'unseen' }, model.numberOf(id))] : []),
      id ? (move ?? '') : t('moves.start'),
      ...(mark
        ? [
            h('b', { class: `mark mark-${MARKS.indexOf(mark) + 1}`, 'aria-hidden': 'true' }, mark),
            h('span', { class: 'unseen' }, t(`mark.${MARKS.indexOf(mark) + 1}`)),
          ]
        : []),
      ...(worth !== undefined && id
        ? [h('span', { class: 'eval' }, `${worth > 0 ? '+' : ''}${(worth / 100).toFixed(1)}`)]
        : []),
    );
  }

  /** @param {number} id */
  #note(id) {
    return h('span', { class: 'note', 'data-note': id }, this.analysis.model.at(id).comment ?? '');
  }

  /** The move that is shown. */
  #mark() {
    const { here: before } = this,
      now = this.moves.get(this.analysis.node),
      focused = this.list.contains(document.activeElement);
    if (before && before !== now) {
      before.classList.remove('here');
      before.removeAttribute('aria-current');
      before.tabIndex = -1;
    }
    if (now) {
      now.classList.add('here');
      now.setAttribute('aria-current', 'step');
      now.tabIndex = 0;
      if (before !== now) this.#reveal(now);
      if (focused && document.activeElement !== now) now.focus({ preventScroll: true });
    }
    this.here = now ?? null;
    this.#update();
  }

  /** Into sight within the list, never the page. @param {HTMLElement} button */
  #reveal(button) {
    const { list } = this,
      box = button.getBoundingClientRect(),
      frame = list.getBoundingClientRect();
    if (
      box.top < frame.top + 4 ||
      box.bottom > frame.bottom - (this.said.childElementCount ? this.said.offsetHeight + 8 : 4)
    )
      list.scrollTop += box.top - frame.top - frame.height / 2;
  }

  // -- what can be done with a move ----------------------------------------------------------------

  #tools() {
    const button = (
      /** @type {string} */ name,
      /** @type {() => any} */ action,
      /** @type {Node|string} */ content,
      /** @type {string} */ label,
    ) =>
      h(
        'button',
        {
          type: 'button',
          class: 'icon',
          'data-do': name,
          'aria-label': label,
          title: label,
          onclick: () => Promise.resolve(action()).catch(this.page.report),
        },
        content,
      );
    const icon = (/** @type {keyof typeof ICONS} */ name) =>
      s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));
    this.tools.setAttribute('aria-label', t('tree.tools'));
    this.tools.replaceChildren(
      h(
        'span',
        { class: 'tree-marks' },
        ...MARKS.map((mark, i) =>
          button(
            `mark-${i + 1}`,
            () => this.#setMark(i + 1),
            h('b', { class: `mark-${i + 1}` }, mark),
            t(`mark.${i + 1}`),
          ),
        ),
      ),
      h(
        'span',
        { class: 'tree-acts' },
        button('comment', () => this.#comment(), icon('comment'), t('tree.comment')),
        button('promote', () => this.#promote(), icon('promote'), t('tree.promote')),
        button('main', () => this.#toMain(), icon('main'), t('tree.main')),
        button('delete', () => this.#delete(), icon('delete'), t('tree.delete')),
        button('copy', () => this.#copy(), icon('copy'), t('tree.copy')),
      ),
    );
  }

  /** What may be done with the move that is shown. */
  #update() {
    const { model, node } = this.analysis,
      { mark } = model.at(node),
      over = this.session.over,
      played = over && model.played.has(node),
      fork = this.#fork(node);
    const set = (/** @type {string} */ name, /** @type {boolean} */ may) => {
      this.tools.querySelector(`[data-do=${name}]`).disabled = !may;
    };
    MARKS.forEach((m, i) => {
      set(`mark-${i + 1}`, !!node);
      this.tools
        .querySelector(`[data-do=mark-${i + 1}]`)
        .setAttribute('aria-pressed', String(mark === m));
    });
    set('promote', !!fork);
    set('main', !!fork);
    set('delete', !!node && !played);
    set('copy', !!node);
  }

  /** The moves of the way to a node that stand beside one that goes on, the nearest last. @param {number} node */
  #forks(node) {
    const { model } = this.analysis;
    return model
      .path(node)
      .filter(
        (id) =>
          !model.isFirst(id) &&
          !(this.session.over && model.played.has(this.#rival(id)) && model.family(id)[1] === id),
      );
  }
  /** The one that goes on in its place. @param {number} id */
  #rival(id) {
    return this.analysis.model.family(id)[0];
  }
  /** @param {number} node */
  #fork(node) {
    return this.#forks(node).at(-1) ?? 0;
  }

  /** @param {number} number 1 to 6; 0, or the one that it has: none */
  async #setMark(number) {
    const { analysis } = this,
      { node } = analysis,
      now = analysis.model.at(node).mark ?? '',
      mark = MARKS[number - 1] ?? '';
    if (!node) return;
    await analysis.change(`mark ${node}${mark === now || !mark ? '' : ` ${mark}`}`);
    this.session.announce(mark && mark !== now ? t(`mark.${number}`) : t('mark.none'));
  }

  async #promote() {
    const fork = this.#fork(this.analysis.node);
    if (!fork) return;
    const name = this.#name(fork);
    await this.analysis.change(`promote ${fork}`);
    this.#tell(t('tree.promoted', name));
  }

  async #toMain() {
    const { analysis } = this,
      forks = this.#forks(analysis.node);
    if (!forks.length) return;
    await analysis.change(...forks.map((id) => `promote ${id}`));
    this.#tell(t(this.session.over ? 'tree.asFar' : 'tree.isMain'));
  }

  async #delete() {
    const { analysis } = this,
      { node, model } = analysis;
    if (!node || (this.session.over && model.played.has(node))) return;
    const name = this.#name(node),
      { size, parent } = model.at(node),
      moves = model.moves(node),
      record = await this.session.engine.record();
    await this.session.visit(parent);
    await this.session.note(`delete ${node}`);
    analysis.undos.push({ record, moves });
    this.#tell(size > 1 ? t('tree.deletedMore', name, size - 1) : t('tree.deleted', name));
  }

  /** Said over the end of the tree for a while, with a way back if there is one. @param {string} text @param {boolean} [undo] */
  #tell(text, undo = true) {
    clearTimeout(this.fading);
    this.said.replaceChildren(
      h('span', {}, text),
      ...(undo
        ? [
            h(
              'button',
              {
                type: 'button',
                id: 'tree-undo',
                onclick: () => this.#undo().catch(this.page.report),
              },
              t('tree.undo'),
            ),
          ]
        : []),
    );
    const go = () => {
      if (this.said.contains(document.activeElement)) this.fading = setTimeout(go, UNDO_MS);
      else this.said.replaceChildren();
    };
    this.fading = setTimeout(go, undo ? UNDO_MS : SAID_MS);
  }

  leave() {
    clearTimeout(this.fading);
  }

  async #undo() {
    if (!this.analysis.undos.length) return;
    const focused = this.said.contains(document.activeElement);
    await this.analysis.undo();
    this.#tell(t('tree.undone'), false);
    if (focused) this.moves.get(this.analysis.node)?.focus();
  }

  async #copy() {
    const { model, node } = this.analysis,
      text = model
        .path(node)
        .map(
          (id, i) =>
            `${model.at(id).opens || !i ? `${model.numberOf(id)} ` : ''}${model.at(id).move}${model.at(id).mark ?? ''}`,
        )
        .join(' ');
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    this.#tell(done ? t('tree.copied') : text, false);
  }

  // -- comments ------------------------------------------------------------------------------------

  #comment() {
    const { model, node } = this.analysis;
    this.about = node;
    this.label.textContent = t('tree.commentOn', node ? this.#name(node) : t('moves.start'));
    this.field.value = model.at(node).comment ?? '';
    this.box.hidden = false;
    this.field.focus();
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.key === 'Escape') this.field.value = this.analysis.model.at(this.about).comment ?? '';
    if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey)))
      return;
    event.preventDefault();
    (this.moves.get(this.about) ?? this.list).focus(); // leaving it saves it
  }

  async #save() {
    const { analysis, about } = this,
      text = tidy(this.field.value);
    if (this.box.hidden) return;
    this.box.hidden = true;
    if (!analysis.model.has(about) || text === (analysis.model.at(about).comment ?? '')) return;
    try {
      if (new TextEncoder().encode(text).length > COMMENT_MAX) throw new Error(t('tree.tooLong'));
      await analysis.change(`comment ${about}${text ? ` ${text}` : ''}`);
      this.#tell(t('tree.saved'), false);
    } catch (error) {
      // what was written is not lost
      this.box.hidden = false;
      this.#tell(error instanceof Error ? error.message : '', false);
    }
  }

  // -- hands ---------------------------------------------------------------------------------------

  /** @param {Event} event */
  #click(event) {
    const target =
      event.target instanceof Element
        ? event.target.closest('[data-node], [data-fold], [data-note]')
        : null;
    if (!(target instanceof HTMLElement)) return;
    const { node, fold, note } = target.dataset;
    if (fold) return this.#fold(Number(fold), target.getAttribute('aria-expanded') === 'true');
    void this.analysis
      .go(Number(node ?? note))
      .then(() => {
        if (note) this.#comment();
      })
      .catch(this.page.report);
  }

  /** @param {number} id @param {boolean} closed */
  #fold(id, closed) {
    this.folds.set(id, closed);
    if (closed && this.analysis.model.path(this.analysis.node).includes(id))
      void this.analysis.go(id);
    this.#draw(false);
    this.#mark();
    this.list.querySelector(`.fold[data-fold="${id}"]`)?.focus();
  }

  /** @param {KeyboardEvent} event */
  press({ key, shiftKey }) {
    /** @type {(() => any)|null} */
    const job =
      shiftKey && key === 'ArrowUp'
        ? () => this.#promote()
        : key === 'Delete' || key === 'Backspace'
          ? () => this.#delete()
          : key === 'c'
            ? () => this.#comment()
            : key === 'u'
              ? () => this.#undo()
              : /^[0-6]$/.test(key)
                ? () => this.#setMark(Number(key))
                : null;
    if (job) void Promise.resolve(job()).catch(this.page.report);
    return !!job;
  }
}
