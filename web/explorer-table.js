// SPDX-License-Identifier: MIT
// The explorer's table: for the position on the board every move that was played, how often, how it went, and what it
// is worth where that is known. A press plays it. It stands in the explorer (explorer.js) and beside the analysis.
import { h, loadCss } from './dom.js';
import { BOOKS, gamesOf, readBook, rowsOf, shares } from './explorer-book.js';
import { EN, JA } from './explorer-words.js';
import { addWords, language, t } from './i18n.js';
import { KINDS } from './marks.js';
import { worthText } from './perfect.js';

addWords(EN, JA);

/** @typedef {import('./explorer-book.js').Book} Book @typedef {import('./explorer-book.js').Row} Row */

const FIRST_ROWS = 10,
  NAMED_PERCENT = 14; // a part of the bar that is wide enough for its number
/** Files by variant. @type {Map<string, Promise<Book>>} */
const books = new Map();
/** What is counted: kept while the page is open. */
const chosen = { own: false };

/** @param {string} variant @returns {Promise<Book>|null} */
function bookOf(variant) {
  if (!Object.hasOwn(BOOKS, variant)) return null;
  const known = books.get(variant);
  if (known) return known;
  const book = fetch(new URL(`explorer/${BOOKS[variant]}.txt`, import.meta.url)).then(
    async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return readBook(await answer.text(), variant);
    },
  );
  books.set(variant, book);
  book.catch(() => books.delete(variant)); // the next look asks again
  return book;
}

/** @param {number} n */
const number = (n) => n.toLocaleString(language());

export class ExplorerTable {
  /** @param {HTMLElement} host @param {import('./app.js').Page} page @param {unknown} [titled] does it need a heading of its own? */
  constructor(host, page, titled = false) {
    this.host = host;
    this.page = page;
    this.session = page.session;
    this.drawn = '';
    this.ticket = 0;
    this.all = false; // every row, not only the first
    this.at = '';
    this.gone = false;
    /** @type {{variant: string, book: Book, games: number}|null} */
    this.own = null;
    this.heading = h('h3', {});
    this.said = h('p', { class: 'explorer-said', role: 'status', tabindex: -1 });
    this.place = h('div', {});
    this.switches = h(
      'div',
      { class: 'explorer-switch', role: 'radiogroup' },
      this.#radio(false),
      this.#radio(true),
    );
    host.classList.add('explorer');
    host.append(
      h('div', { class: 'explorer-head' }, ...(titled ? [this.heading] : []), this.switches),
      this.said,
      this.place,
    );
    this.styled = loadCss('explorer.css');
  }

  /** @param {boolean} own */
  #radio(own) {
    const input = h('input', {
      type: 'radio',
      name: `explorer-${this.host.id}`,
      class: own ? 'explorer-own' : 'explorer-self',
      checked: chosen.own === own,
      onchange: () => {
        chosen.own = own;
        this.drawn = '';
        this.render();
      },
    });
    return h('label', {}, input, h('span', { 'data-own': String(own) }));
  }

  /** Draws it for what is on the board, if that is another position than before. */
  render() {
    const { state, shape } = this.session;
    if (!state || !shape || this.gone) return;
    if (this.at !== state.position) this.all = false;
    this.at = state.position;
    const key = JSON.stringify([
      shape.variant,
      state.node,
      state.position,
      language(),
      chosen.own,
      this.all,
      this.session.open,
    ]);
    if (key === this.drawn) return;
    this.drawn = key;
    void this.#fill(++this.ticket).catch(this.page.report);
  }

  leave() {
    this.gone = true;
  }

  /** @param {number} mine */
  async #fill(mine) {
    const { session, page } = this,
      variant = session.shape?.variant ?? '',
      position = session.state?.position ?? '',
      turn = session.turn;
    this.heading.textContent = t('explorer.played');
    this.switches.setAttribute('aria-label', t('explorer.whose'));
    for (const span of this.switches.querySelectorAll('span'))
      span.textContent = t(span.dataset.own === 'true' ? 'explorer.own' : 'explorer.self');
    const [{ moves, names = [] }, file, own] = await Promise.all([
      session.run(() => session.engine.moves(1)),
      this.#file(variant),
      chosen.own ? this.#own(variant) : null,
      this.styled,
    ]);
    if (mine !== this.ticket || this.gone) return;
    const here = { moves, names, turn },
      book = chosen.own ? (own?.book ?? new Map()) : (file.book ?? new Map());
    const draw = (/** @type {Parameters<typeof rowsOf>[3]} */ exact) =>
      this.#draw(rowsOf(here, book, file.book, exact), { file, own, ended: !moves.length });
    draw(null);
    // Six is solved beside the page, but its 1.3 MB are fetched only by who switches perfect play on; a server is asked at once.
    const source = moves.length ? await page.values.source(variant) : null;
    if (!source || (source === 'page' && session.solved.variant !== variant)) return;
    const answer = await page.values.ask(variant, position);
    if (answer && mine === this.ticket && !this.gone)
      draw(new Map(answer.moves.map((m) => [m.move, m])));
  }

  /** @param {string} variant @returns {Promise<{book: Book|null, trouble: boolean}>} */
  async #file(variant) {
    const book = bookOf(variant);
    return book
      ? book.then(
          (b) => ({ book: b, trouble: false }),
          () => ({ book: null, trouble: true }),
        )
      : { book: null, trouble: false };
  }

  /** @param {string} variant */
  async #own(variant) {
    const { ownBook } = await import('./explorer-own.js');
    await this.page.keeper.flush();
    this.own = { variant, ...(await ownBook(this.page.engine, variant)) };
    return this.own;
  }

  /** What is said where there is no row, or above them. @param {Row[]} rows @param {{file: {book: Book|null, trouble: boolean}, own: {games: number}|null, ended: boolean}} what */
  #sentence(rows, { file, own, ended }) {
    const variant = this.session.shape?.variant ?? '',
      played = rows.some((r) => r.games);
    if (ended) return t('explorer.ended');
    if (chosen.own)
      return own?.games
        ? t(played ? 'explorer.ownGames' : 'explorer.none', number(own.games))
        : t('explorer.noOwn');
    if (file.trouble) return t('explorer.missing');
    if (!file.book)
      return t(
        this.session.shape?.prelims.some((p) => p.kind === 'seed')
          ? 'explorer.random'
          : 'explorer.noFile',
      );
    const most = Math.max(...[...file.book.values()].map((e) => gamesOf(e.count)));
    return t(played ? 'explorer.selfGames' : 'explorer.none', number(most), variant);
  }

  /** @param {Row[]} rows @param {{file: {book: Book|null, trouble: boolean}, own: {games: number}|null, ended: boolean}} what */
  #draw(rows, what) {
    this.said.textContent = this.#sentence(rows, what);
    const shown = this.all ? rows : rows.slice(0, FIRST_ROWS),
      focused = this.host.contains(document.activeElement)
        ? document.activeElement?.getAttribute('data-move')
        : null;
    this.place.replaceChildren(
      ...(rows.length
        ? [
            this.#table(
              shown,
              rows.some((r) => r.value !== null),
            ),
          ]
        : []),
      ...(rows.length > shown.length
        ? [
            h(
              'button',
              {
                class: 'explorer-more',
                onclick: () => {
                  this.all = true;
                  this.render();
                },
              },
              t('explorer.more', rows.length - shown.length),
            ),
          ]
        : []),
    );
    // Who plays by keyboard goes on in the table; where it ends, in the line above it.
    if (focused)
      (
        this.place.querySelector(`[data-move="${CSS.escape(focused)}"]`) ??
        this.place.querySelector('button') ??
        this.said
      ).focus({ preventScroll: true });
  }

  /** @param {Row[]} rows @param {boolean} valued */
  #table(rows, valued) {
    const { shape, open } = this.session,
      head = (/** @type {string} */ key) => h('th', { scope: 'col' }, t(key));
    return h(
      'table',
      { class: 'explorer-table' },
      h(
        'caption',
        { class: 'unseen' },
        t('explorer.caption', shape?.players[0] ?? '', shape?.players[1] ?? ''),
      ),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head('explorer.move'),
          head('explorer.games'),
          head('explorer.result'),
          ...(valued ? [head('explorer.value')] : []),
        ),
      ),
      h(
        'tbody',
        {},
        ...rows.map((row) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              h(
                'button',
                {
                  'data-move': row.move,
                  disabled: !open,
                  title: row.alike > 1 ? t('explorer.alike', row.alike) : null,
                  onclick: () => void this.session.play(row.move).catch(this.page.report),
                },
                row.move,
              ),
            ),
            h('td', {}, row.games ? number(row.games) : '–'),
            h('td', {}, ...(row.count ? [this.#bar(row.count)] : [])),
            ...(valued ? [h('td', {}, ...(row.value === null ? [] : [this.#worth(row)]))] : []),
          ),
        ),
      ),
    );
  }

  /** Who won, as a bar in the colours of the men, and in words. @param {[number, number, number]} count */
  #bar(count) {
    const { shape } = this.session,
      parts = shares(count);
    const shade = (/** @type {number} */ side) =>
      shape?.pieces.find((p) => p?.owner === side && p.form === 'man')?.shade ?? 'neutral';
    const bar = h(
      'span',
      { class: 'explorer-bar', 'aria-hidden': 'true' },
      ...parts.map((percent, i) => {
        const part = h(
          'i',
          { class: i === 1 ? 'drawn' : shade(i ? 1 : 0) },
          percent >= NAMED_PERCENT ? `${percent}` : '',
        );
        part.style.setProperty('flex-grow', String(percent));
        return part;
      }),
    );
    const words = t(
      'explorer.shares',
      shape?.players[0] ?? '',
      parts[0],
      parts[1],
      shape?.players[1] ?? '',
      parts[2],
    );
    return h('span', { title: words }, bar, h('span', { class: 'unseen' }, words));
  }

  /** @param {Row} row */
  #worth({ value, plies }) {
    const n = value ?? 0;
    return h(
      'span',
      { class: `worth ${KINDS[n + 1]}` },
      plies === null
        ? t(n > 0 ? 'explorer.wins' : n < 0 ? 'explorer.loses' : 'explorer.draws')
        : worthText([n, plies, 0, 0]),
    );
  }
}
