// SPDX-License-Identifier: MIT
// A game looked at again, beside the board: how it went as a curve, how well each side played, where it turned
// and why, and each mistake as a question. The judging is the engine's (src/review), in a worker of its own, so
// that one can look around meanwhile. Loaded when somebody asks for it.
import { byId, h, loadCss, s } from './dom.js';
import { addWords, t } from './i18n.js';
import { setupOf } from './link.js';
import { numbered } from './movelist.js';
import { nameOf } from './people.js';
import { getPack } from './perfect.js';
import { EN, JA } from './review-words.js';

addWords(EN, JA);

/** @typedef {import('./engine.js').Review} Review @typedef {import('./engine.js').ReviewMove} ReviewMove */

const POSITION_MS = 250, TRY_MS = 400, BAD = ['mistake', 'blunder'];
const WIDTH = 320, HEIGHT = 96;

/** What White's side (0) could expect before each move and at the end. @param {ReviewMove[]} moves */
export function course(moves) {
  const of = (/** @type {ReviewMove} */ m, /** @type {number} */ value) => (m.side === 0 ? value : 1000 - value);
  return [...moves.map((m) => of(m, m.before)), ...moves.slice(-1).map((m) => of(m, m.after))];
}

export class ReviewPanel {
  /** @param {import('./views.js').Page} page */
  constructor(page) {
    this.page = page;
    this.session = page.session;
    /** @type {Review|null} */
    this.review = null;
    this.line = ''; // the moves that it is about
    this.host = h('section', { id: 'review', 'aria-label': t('review.title') });
    /** @type {import('./engine.js').Calls|null} */
    this.engine = null;
    this.exact = false;
    this.busy = false; // asking: the board shows something else
  }

  /** The moves of the game itself, as text. */
  get #moves() { return this.session.link.moves.join(' '); }

  async run() {
    await loadCss('review.css');
    byId('moves-box').before(this.host);
    const { session } = this, bar = h('progress', { max: 1, value: 0, 'aria-label': t('review.busy') });
    this.host.replaceChildren(h('h2', {}, t('review.title')), h('p', { role: 'status' }, t('review.busy')), bar,
      h('p', {}, h('button', { onclick: () => this.close() }, t('review.stop'))));
    this.#reveal();
    const engine = this.engine = await this.page.sketch(), record = await session.engine.record();
    this.line = this.#moves;
    await engine.load(record);
    this.exact = await this.#known(engine);
    const told = await engine.review({ ms: POSITION_MS }, ({ seen, count }) => { bar.value = seen / count; });
    if (!this.host.isConnected) return;
    if (!told.review) return this.close();
    this.review = told.review;
    this.#draw();
    this.#reveal();
    session.announce(t('review.done'));
    session.listen(() => this.#follow());
  }

  /** The database that the page has, if it is of this game: then the judgement is exact.
   * @param {import('./engine.js').Calls} engine */
  async #known(engine) {
    const { solved } = await engine.state();
    if (!solved) return false;
    try { // the review of a solved game is worth its 1.3 MB
      await engine.load(await getPack(`${this.session.shape?.variant}.pack`, () => {}));
      return true;
    } catch {
      return false;
    }
  }

  /** On a phone it begins below what is seen. */
  #reveal() {
    const { top, height } = this.host.getBoundingClientRect();
    if (top + Math.min(height, innerHeight / 2) > innerHeight) this.host.scrollIntoView({ block: height > innerHeight / 2 ? 'start' : 'end' });
  }

  close() {
    void this.engine?.stop();
    this.host.remove();
  }

  /** @param {number} side */
  #name(side) {
    return nameOf(this.session, side);
  }

  #draw() {
    const { review } = this;
    if (!review) return;
    const worst = review.moves.filter((m) => BAD.includes(m.verdict) && !this.session.isComputer(m.side));
    const counts = [0, 1].map((side) => review.moves.filter((m) => m.side === side && BAD.includes(m.verdict)).length);
    this.host.replaceChildren(
      h('h2', {}, t('review.title')),
      h('table', { class: 'review-table' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('review.player')), h('th', { scope: 'col' }, t('review.accuracy')), h('th', { scope: 'col' }, t('review.mistakes')))),
        h('tbody', {}, ...[0, 1].map((side) => h('tr', {}, h('th', { scope: 'row' }, this.#name(side)),
          h('td', {}, review.accuracy[side] === null ? '–' : `${Math.round((review.accuracy[side] ?? 0) / 10)} %`), h('td', {}, String(counts[side])))))),
      this.#curve(review),
      h('p', { class: 'review-how' }, t(this.exact ? 'review.exact' : 'review.judged')),
      ...(review.turns.length ? [h('ol', { class: 'review-turns' }, ...review.turns.map((n) => this.#turn(review.moves[n - 1])))] : [h('p', {}, t('review.clean'))]),
      h('p', { class: 'row' },
        ...(worst.length ? [h('button', { class: 'main', id: 'review-learn', onclick: () => this.#learn(worst) }, t('review.learn'))] : []),
        h('button', { id: 'review-close', onclick: () => this.close() }, t('review.close'))));
    this.#follow();
  }

  /** On an upright phone the board is above what is pressed. @param {number} ply */
  async #look(ply) {
    await this.session.goto(ply);
    byId('board-host').scrollIntoView({ block: 'nearest' });
  }

  /** @param {ReviewMove} move */
  #turn(move) {
    // Numbered as in the list of moves, where the second side's have none.
    const { number } = numbered((this.session.state?.movers ?? []).slice(0, move.ply)).findLast((n) => n.number) ?? { number: move.ply };
    const dots = move.side === this.session.state?.movers[0] ? '.' : '…';
    return h('li', {}, h('button', { class: `review-turn ${move.verdict}`, 'data-ply': move.ply, onclick: () => this.#look(move.ply) },
      h('b', {}, `${number}${dots} ${move.move}`), ' ', h('span', { class: 'review-verdict' }, t(`review.${move.verdict}`)), h('br'), move.text));
  }

  /** How it stood, move by move; a press goes there. @param {Review} review */
  #curve(review) {
    const points = course(review.moves), x = (/** @type {number} */ i) => (WIDTH * i) / Math.max(1, points.length - 1), y = (/** @type {number} */ v) => HEIGHT * (1 - v / 1000);
    const path = points.map((v, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join('');
    const svg = s('svg', { class: 'review-curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('review.curve', this.#name(0)) },
      s('path', { class: 'review-area', d: `${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z` }), s('path', { class: 'review-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }), s('path', { class: 'review-line', d: path }),
      ...review.turns.map((n) => s('circle', { class: 'review-dot', cx: x(n), cy: y(points[n]), r: 4 })), s('path', { class: 'review-here', d: '' }));
    svg.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      void this.session.goto(Math.round(((event.clientX - box.left) / box.width) * (points.length - 1)));
    });
    return svg;
  }

  /** Marks what is shown in the curve and the list. */
  #follow() {
    if (!this.review || !this.host.isConnected || this.busy) return;
    if (this.#moves !== this.line) return this.close(); // another game
    const ply = this.session.state?.ply ?? 0, at = (WIDTH * ply) / Math.max(1, this.review.moves.length);
    this.host.querySelector('.review-here')?.setAttribute('d', `M${at.toFixed(1)} 0V${HEIGHT}`);
    for (const button of this.host.querySelectorAll('.review-turn'))
      button.setAttribute('aria-current', String(Number(button.getAttribute('data-ply')) === ply));
  }

  /** Each mistake as a question, at a table of its own: find something better. The game comes back afterwards.
   * @param {ReviewMove[]} moves */
  async #learn(moves) {
    const { session } = this, before = { record: await session.engine.record(), flipped: session.flipped, id: session.id }, variant = session.shape?.variant ?? '';
    let index = 0;
    const text = h('p', { role: 'status', class: 'review-ask' });
    const next = h('button', { class: 'main', id: 'review-next', onclick: () => { index++; void ask(); } }, t('do.next'));
    const show = h('button', { id: 'review-show', onclick: () => say('', t('review.best', moves[index].line[0], moves[index].text), true) }, t('review.show'));
    const say = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {boolean} */ done) => {
      text.className = `review-ask ${kind}`;
      text.textContent = words;
      next.disabled = !done;
      show.disabled = done;
    };
    const end = async () => {
      session.judge = null;
      this.busy = false;
      await session.load(before.record, before);
      this.#draw();
    };
    const ask = async () => {
      const move = moves[index];
      if (!move) return end();
      await session.begin({ variant, position: move.position }, { flipped: move.side === 1 });
      say('', t('review.find', move.move, index + 1, moves.length), false);
    };
    session.judge = async (tried) => {
      const move = moves[index], good = tried === move.line[0] || (tried !== move.move && await this.#isGood(variant, move.position, tried));
      say(good ? 'good' : 'why', t(good ? 'review.right' : tried === move.move ? 'review.same' : 'review.wrong', tried), good);
      return false; // the question stays
    };
    this.busy = true;
    this.host.replaceChildren(h('h2', {}, t('review.learn')), text, h('p', { class: 'row' }, next, show, h('button', { id: 'review-end', onclick: end }, t('review.close'))));
    await ask();
  }

  /** A move judged by itself. @param {string} variant @param {string} position @param {string} move */
  async #isGood(variant, position, move) {
    if (!this.engine) return false;
    await this.engine.open(setupOf({ variant, position }), '0 sit person', '1 sit person', `t move ${move}`);
    const { review } = await this.engine.review({ ms: TRY_MS });
    return ['forced', 'best', 'good'].includes(review?.moves[0].verdict ?? '');
  }
}

/** Looks at the game on the board again. @param {import('./views.js').Page} page */
export async function openReview(page) {
  document.getElementById('review')?.remove();
  const panel = new ReviewPanel(page);
  await panel.run().catch((error) => {
    panel.close();
    page.report(error);
  });
}
