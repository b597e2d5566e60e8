// SPDX-License-Identifier: MIT
// The curve of the game beside the analysis: its main line judged in the background by an engine of its own, quickly
// first and then better, with its turning points in words. What it says can be put into the tree as comments.
import { h, loadCss } from './dom.js';
import { Graph } from './graph.js';
import { addWords, language, t } from './i18n.js';
import { certainty, course, known, placed, reviewer } from './judge.js';
import { EN, JA } from './graph-words.js';
import { actsOf } from './lines.js';
import { numbered } from './movelist.js';
import { nameOf, whiteSide } from './people.js';

addWords(EN, JA);

/** @typedef {import('./engine.js').Review} Review @typedef {import('./engine.js').ReviewMove} ReviewMove */

const FIRST_NODES = 2000,
  SECOND_NODES = 60_000,
  WAIT_MS = 600,
  TOLD = ['inaccuracy', 'mistake', 'blunder'];
/** As records write them. @type {Record<string, string>} */
const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export class GameGraph {
  /** @param {HTMLElement} host @param {import('./app.js').Page} page */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    this.session = page.session;
    /** @type {Review|null} */
    this.review = null;
    /** @type {Graph|null} */
    this.graph = null;
    /** Nodes and moves of the main line. @type {{id: number, move: string, side: number}[]} */
    this.main = [];
    this.read = ''; // the line that the tree was last read for
    this.about = ''; // the moves that the review is about
    this.fine = false;
    this.drawn = '';
    this.ticket = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {import('./engine.js').WorkerEngine|null} */
    this.engine = null;
    /** @type {AbortController|null} */
    this.asking = null;
    void loadCss('graph.css');
  }

  render() {
    const { state, games, edits } = this.session;
    if (!state) return;
    const read = JSON.stringify([games, edits, state.nodes, state.start]);
    if (read !== this.read) {
      this.read = read;
      void this.#look().catch((error) => this.page.report(error));
    } else this.#draw();
  }

  leave() {
    this.#halt();
    this.engine?.end();
    this.engine = null;
  }

  #halt() {
    clearTimeout(this.timer);
    this.asking?.abort();
    return ++this.ticket;
  }

  /** The main line of the tree: the first move everywhere. */
  async #look() {
    const { nodes } = await this.session.engine.tree(),
      byId = new Map(nodes.map((n) => [n.id, n])),
      main = [];
    for (let at = byId.get(0); at?.children.length; ) {
      const next = byId.get(at.children[0]);
      if (!next) break;
      main.push({ id: next.id, move: next.move ?? '', side: at.turn });
      at = next;
    }
    this.main = main;
    const key = `${this.session.state?.start} ${main.map((m) => m.move).join(' ')}`;
    if (key !== this.about) {
      this.about = key;
      this.review = null;
      this.fine = false;
      const ticket = this.#halt();
      if (main.length)
        this.timer = setTimeout(
          () =>
            void this.#judge(ticket).catch((error) => {
              if (ticket === this.ticket) this.page.report(error);
            }),
          WAIT_MS,
        );
    }
    this.#draw();
  }

  /** @param {number} ticket */
  async #judge(ticket) {
    const { state } = this.session;
    if (!state) return;
    const engine = (this.engine ??= await reviewer()),
      asking = (this.asking = new AbortController());
    await engine.language(language());
    await engine.threads(1);
    await engine.open(
      ...actsOf({ ...state, moves: this.main.map((m) => m.move), ply: this.main.length }),
    );
    let sure = /** @type {import('./engine.js').Known[]} */ ([]);
    for (const nodes of [FIRST_NODES, SECOND_NODES]) {
      if (ticket !== this.ticket) return;
      const { review } = await engine.review({ nodes, known: sure });
      if (ticket !== this.ticket || !review) return;
      this.review = review;
      this.fine = nodes === SECOND_NODES;
      this.#draw();
      if (!this.fine) sure = await known(this.page, engine, { signal: asking.signal });
    }
  }

  /** The number of moves of the main line that are shown, -1 in a variation. */
  get #at() {
    const { node = 0 } = this.session.state ?? {};
    return node ? this.main.findIndex((m) => m.id === node) + 1 || -1 : 0;
  }

  /** @param {number} at */
  #go(at) {
    const id = at ? this.main[at - 1]?.id : 0;
    if (id !== undefined) return this.session.visit(id);
  }

  /** A move with its number, as in the list. @param {number} at */
  #name(at) {
    const sides = this.main.slice(0, at).map((m) => m.side),
      { number } = numbered(sides).findLast((n) => n.number) ?? { number: at };
    return `${number}${sides.at(-1) === sides[0] ? '.' : '…'} ${this.main[at - 1]?.move ?? ''}`;
  }

  #draw() {
    const { session, review } = this,
      { shape } = session,
      at = this.#at;
    if (!shape) return;
    const drawn = `${language()} ${this.about} ${this.fine} ${!!review}`;
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.#build(review);
    }
    this.graph?.show(at);
    for (const button of this.host.querySelectorAll('.graph-turns button'))
      button.setAttribute('aria-current', String(Number(button.getAttribute('data-at')) === at));
    const told = review?.moves[at - 1],
      said = this.host.querySelector('.graph-said');
    const text =
      told && TOLD.includes(told.verdict)
        ? `${this.#name(at)}: ${t(`graph.${told.verdict}`)}. ${told.text}`
        : '';
    if (said && said.textContent !== text) said.textContent = text;
  }

  /** @param {Review|null} review */
  #build(review) {
    const { session, main } = this,
      white = whiteSide(session.shape);
    this.graph = null;
    if (!main.length) return this.host.replaceChildren();
    if (!review)
      return this.host.replaceChildren(
        h('p', { class: 'graph-head', role: 'status' }, t('graph.busy')),
      );
    const points = course(review.moves, white),
      exact = [...review.moves.map((m) => !!m.exact), !!review.moves.at(-1)?.exact];
    const share = (/** @type {number} */ at) => Math.round(points[at] / 10),
      names = [white, 1 - white].map((side) => nameOf(session, side));
    const turns = review.turns.map((n) => ({ at: n, kind: review.moves[n - 1].verdict }));
    this.graph = new Graph({
      points,
      turns,
      exact,
      placed: placed(review.moves),
      label: t('graph.label', names[0]),
      go: (at) => void this.#go(at),
      say: (at) =>
        `${at ? this.#name(at) : t('moves.start')}: ${t('graph.share', names[0], share(at))}`,
    });
    const how = { all: 'graph.exact', some: 'graph.partly', none: 'graph.judged' }[
      certainty(review)
    ];
    const noted = review.moves.some((m) => TOLD.includes(m.verdict));
    this.host.replaceChildren(
      h(
        'p',
        { class: 'graph-head' },
        h('span', {}, t('graph.title', names[0])),
        h('span', {}, this.fine ? t(how) : t('graph.busy')),
      ),
      this.graph.svg,
      h(
        'p',
        { class: 'unseen', id: 'graph-words' },
        review.turns.length
          ? t(
              'graph.turns',
              review.turns
                .map((n) => t('graph.turn', this.#name(n), share(n - 1), share(n)))
                .join(t('graph.comma')),
              names[0],
            )
          : t('graph.calm'),
      ),
      h(
        'ul',
        { class: 'graph-turns', 'aria-label': t('graph.turnList') },
        ...review.turns.map((n) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                class: review.moves[n - 1].verdict,
                'data-at': n,
                title: review.moves[n - 1].text,
                onclick: () => this.#go(n),
              },
              `${this.#name(n)} ${MARKS[review.moves[n - 1].verdict] ?? ''}`,
            ),
          ),
        ),
      ),
      h('p', { class: 'graph-said', role: 'status' }),
      ...(this.fine && noted
        ? [
            h(
              'p',
              { class: 'graph-foot' },
              h(
                'button',
                {
                  id: 'graph-notes',
                  onclick: () => this.#note().catch((error) => this.page.report(error)),
                },
                t('graph.notes'),
              ),
            ),
          ]
        : []),
    );
    this.graph.svg.setAttribute('aria-describedby', 'graph-words');
  }

  /** What the review says becomes comments and marks in the tree; what somebody wrote stays before it. */
  async #note() {
    const { session, review, main } = this;
    if (!review) return;
    const { nodes } = await session.engine.tree(),
      before = new Map(nodes.map((n) => [n.id, n.comment ?? '']));
    let count = 0;
    for (const move of review.moves.filter((m) => TOLD.includes(m.verdict))) {
      const { id } = main[move.ply - 1] ?? {},
        old = before.get(id ?? -1) ?? '';
      if (id === undefined || old.includes(move.text)) continue;
      await session.act(
        `h comment ${id} ${[old, move.text.replaceAll('}', ')')].filter(Boolean).join(' ')}`,
      );
      await session.act(`h mark ${id} ${MARKS[move.verdict]}`);
      count++;
    }
    session.announce(t('graph.noted', count));
  }
}
