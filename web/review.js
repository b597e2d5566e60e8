// SPDX-License-Identifier: MIT
// A game looked at again, beside the board: how it went as a curve, how well each side played, where it turned
// and why, and each mistake as a question. The judging is the engine's (src/review), in a worker of its own, so
// that one can look around meanwhile. Loaded when somebody asks for it.
import { byId, h, loadCss } from './dom.js';
import { Graph } from './graph.js';
import { EN as GRAPH_EN, JA as GRAPH_JA } from './graph-words.js';
import { addWords, t } from './i18n.js';
import { certainty, course, known, placed, reviewer } from './judge.js';
import { setupOf } from './link.js';
import { numbered } from './movelist.js';
import { nameOf, whiteSide, yourSide } from './people.js';
import { EN, JA } from './review-words.js';
import { saveSettings } from './store.js';

addWords({ ...EN, ...GRAPH_EN }, { ...JA, ...GRAPH_JA });

/** @typedef {import('./engine.js').Review} Review @typedef {import('./engine.js').ReviewMove} ReviewMove */

const POSITION_MS = 250,
  TAUGHT_NODES = 40_000,
  TRY_MS = 400,
  BAD = ['mistake', 'blunder'];
/** A question has an answer: something that is clearly better, by so many thousandths. */
const CLEARLY = 120;

export class ReviewPanel {
  /** @param {import('./views.js').Page} page */
  constructor(page) {
    this.page = page;
    this.session = page.session;
    /** @type {Review|null} */
    this.review = null;
    this.line = ''; // the moves that it is about
    this.host = h('section', { id: 'review', 'aria-label': t('review.title') });
    /** @type {import('./engine.js').WorkerEngine|null} */
    this.engine = null;
    this.asking = new AbortController();
    /** @type {Graph|null} */
    this.graph = null;
    this.busy = false; // asking: the board shows something else,
    this.asked = 0; // this game of the session; 0 while it is being put there
  }

  /** A learner does not wait long: what a beginner can find is found soon. */
  get #taught() {
    return !!this.session.state?.seats.some((seat) => seat.text.endsWith('teacher'));
  }

  /** The moves of the game itself, as text. */
  get #moves() {
    return this.session.link.moves.join(' ');
  }

  /** @param {boolean} quiet */
  async run(quiet) {
    await Promise.all([loadCss('review.css'), loadCss('graph.css')]);
    byId('moves-box').before(this.host);
    const { session } = this,
      bar = h('progress', { max: 1, value: 0, 'aria-label': t('review.busy') });
    this.host.replaceChildren(
      h('h2', {}, t('review.title')),
      h('p', { role: 'status' }, t('review.busy')),
      bar,
      h('p', {}, h('button', { onclick: () => this.close() }, t('review.stop'))),
    );
    if (!quiet) this.#reveal();
    const engine = (this.engine = await reviewer()),
      record = await session.engine.record();
    this.line = this.#moves;
    await engine.load(record);
    const sure = await known(this.page, engine, {
      signal: this.asking.signal,
      progress: (share) => {
        bar.value = share / 4;
      },
    });
    if (!this.host.isConnected) return engine.end();
    const told = await engine.review(
      { ...(this.#taught ? { nodes: TAUGHT_NODES } : { ms: POSITION_MS }), known: sure },
      ({ seen, count }) => {
        bar.value = 0.25 + 0.75 * (seen / count);
      },
    );
    if (!this.host.isConnected) return engine.end();
    if (!told.review) return this.close();
    this.review = told.review;
    this.#draw();
    if (!quiet) this.#reveal();
    session.announce(t('review.done'));
    session.listen(() => this.#follow());
  }

  /** On a phone it begins below what is seen. */
  #reveal() {
    const { top, height } = this.host.getBoundingClientRect();
    if (top + Math.min(height, innerHeight / 2) > innerHeight)
      this.host.scrollIntoView({ block: height > innerHeight / 2 ? 'start' : 'end' });
  }

  close() {
    this.asking.abort();
    if (this.review) this.engine?.end();
    else void this.engine?.stop(); // run() ends it
    this.host.remove();
  }

  /** @param {number} side */
  #name(side) {
    return nameOf(this.session, side);
  }

  #draw() {
    const { review } = this;
    if (!review) return;
    const worst = review.moves.filter(
      (m) =>
        BAD.includes(m.verdict) &&
        m.line.length > 0 &&
        m.before - m.after >= CLEARLY &&
        !this.session.isComputer(m.side),
    );
    const counts = [0, 1].map(
      (side) => review.moves.filter((m) => m.side === side && BAD.includes(m.verdict)).length,
    );
    // What a teacher does wrong, it does on purpose.
    const turns = review.turns
        .map((n) => review.moves[n - 1])
        .filter((m) => !this.#taught || !this.session.isComputer(m.side)),
      chances = this.#chances(review);
    this.host.replaceChildren(
      h('h2', {}, t('review.title')),
      ...(this.#taught ? chances : []),
      h(
        'table',
        { class: 'review-table' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, t('review.player')),
            h('th', { scope: 'col' }, t('review.accuracy')),
            h('th', { scope: 'col' }, t('review.mistakes')),
          ),
        ),
        h(
          'tbody',
          {},
          ...[0, 1].map((side) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, this.#name(side)),
              h(
                'td',
                {},
                review.accuracy[side] === null
                  ? '–'
                  : `${Math.round((review.accuracy[side] ?? 0) / 10)} %`,
              ),
              h('td', {}, String(counts[side])),
            ),
          ),
        ),
      ),
      this.#curve(review),
      h(
        'p',
        { class: 'review-how' },
        t({ all: 'review.exact', some: 'review.partly', none: 'review.judged' }[certainty(review)]),
      ),
      ...(this.#taught ? [] : chances),
      ...(chances.length ? [h('h3', {}, t('review.turns'))] : []),
      ...(turns.length
        ? [h('ol', { class: 'review-turns' }, ...turns.map((move) => this.#turn(move)))]
        : [h('p', {}, t(this.#taught ? 'review.cleanYou' : 'review.clean'))]),
      h(
        'p',
        { class: 'row' },
        ...(worst.length
          ? [
              h(
                'button',
                { class: 'main', id: 'review-learn', onclick: () => this.#learn(worst) },
                t('review.learn'),
              ),
            ]
          : []),
        h('button', { id: 'review-close', onclick: () => this.close() }, t('review.close')),
      ),
    );
    this.#follow();
  }

  /** What one could have found against the computer, and found. A press shows the position in which it was there. @param {Review} review */
  #chances({ chances }) {
    const you = yourSide(this.session),
      mine = chances.filter((chance) => chance.side === you);
    if (you < 0 || !this.session.isComputer(1 - you)) return [];
    const found = mine.filter((chance) => chance.taken).length,
      { settings } = this.page;
    const says = h('input', {
      type: 'checkbox',
      id: 'review-leaves',
      checked: settings.leaves,
      onchange: () => {
        settings.leaves = says.checked;
        saveSettings(settings);
      },
    });
    return [
      h('h3', {}, t('review.chances')),
      h(
        'p',
        { class: 'review-found' },
        mine.length ? t('review.found', found, mine.length) : t('review.noChance'),
      ),
      h(
        'ol',
        { class: 'review-turns' },
        ...mine.map((chance) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                class: `review-turn review-chance ${chance.taken ? 'good' : 'missed'}`,
                'data-ply': chance.ply - 1,
                onclick: () => this.#look(chance.ply - 1),
              },
              h('b', {}, t('review.move', this.#number(chance.ply)), ' ', chance.name),
              ' ',
              h(
                'span',
                { class: 'review-verdict' },
                t(chance.taken ? 'review.taken' : 'review.missed'),
              ),
              h('br'),
              chance.text,
            ),
          ),
        ),
      ),
      ...(this.#taught ? [h('label', {}, says, ' ', t('review.leaves'))] : []),
    ];
  }

  /** Numbered as in the list of moves, where the second side's have none. @param {number} ply */
  #number(ply) {
    return (
      numbered((this.session.state?.movers ?? []).slice(0, ply)).findLast((n) => n.number) ?? {
        number: ply,
      }
    ).number;
  }

  /** On an upright phone the board is above what is pressed. @param {number} ply */
  async #look(ply) {
    await this.session.goto(ply);
    byId('board-host').scrollIntoView({ block: 'nearest' });
  }

  /** @param {ReviewMove} move */
  #turn(move) {
    const number = this.#number(move.ply);
    const dots = move.side === this.session.state?.movers[0] ? '.' : '…';
    return h(
      'li',
      {},
      h(
        'button',
        {
          class: `review-turn ${move.verdict}`,
          'data-ply': move.ply,
          onclick: () => this.#look(move.ply),
        },
        h('b', {}, `${number}${dots} ${move.move}`),
        ' ',
        h('span', { class: 'review-verdict' }, t(`review.${move.verdict}`)),
        h('br'),
        move.text,
      ),
    );
  }

  /** How it stood, move by move; a press goes there. @param {Review} review */
  #curve(review) {
    const white = whiteSide(this.session.shape),
      points = course(review.moves, white),
      name = this.#name(white);
    const exact = [...review.moves.map((m) => !!m.exact), !!review.moves.at(-1)?.exact];
    this.graph = new Graph({
      points,
      exact,
      placed: placed(review.moves),
      turns: review.turns.map((n) => ({ at: n, kind: review.moves[n - 1].verdict })),
      label: t('review.curve', name),
      go: (at) => void this.session.goto(at),
      say: (at) =>
        `${at ? review.moves[at - 1].move : t('moves.start')}: ${t('graph.share', name, Math.round(points[at] / 10))}`,
    });
    return this.graph.svg;
  }

  /** Marks what is shown in the curve and the list. */
  #follow() {
    if (!this.review || !this.host.isConnected) return;
    if (this.busy) return this.#yield();
    if (this.#moves !== this.line) return this.close(); // another game
    const ply = this.session.state?.ply ?? 0;
    this.graph?.show(ply);
    for (const button of this.host.querySelectorAll('.review-turn'))
      button.setAttribute('aria-current', String(Number(button.getAttribute('data-ply')) === ply));
  }

  /** Another game has come to the board while a mistake was asked there: it has the board for itself. */
  #yield() {
    const { session } = this;
    if (!this.asked || session.games === this.asked) return;
    this.busy = false;
    session.judge = null;
    this.close();
    void session.toHead().catch(this.page.report); // a computer that waited for the question moves
  }

  /** Each mistake as a question, at a table of its own: find something better. The game comes back afterwards.
   * @param {ReviewMove[]} moves */
  async #learn(moves) {
    const { session } = this,
      before = { record: await session.engine.record(), flipped: session.flipped, id: session.id },
      variant = session.shape?.variant ?? '';
    let index = 0;
    const text = h('p', { role: 'status', class: 'review-ask' });
    const next = h(
      'button',
      {
        class: 'main',
        id: 'review-next',
        onclick: () => {
          index++;
          void ask();
        },
      },
      t('do.next'),
    );
    const show = h(
      'button',
      {
        id: 'review-show',
        onclick: () => say('', moves[index].text, true), // it names the best move
      },
      t('review.show'),
    );
    const say = (
      /** @type {string} */ kind,
      /** @type {string} */ words,
      /** @type {boolean} */ done,
    ) => {
      text.className = `review-ask ${kind}`;
      text.textContent = words;
      next.disabled = !done;
      show.disabled = done;
    };
    const end = async () => {
      session.judge = null;
      this.busy = false;
      byId('moves-box').before(this.host);
      await session.load(before.record, before);
      this.#draw();
    };
    const ask = async () => {
      const move = moves[index];
      if (!move) return end();
      this.asked = 0;
      await session.begin({ variant, position: move.position }, { flipped: move.side === 1 });
      this.asked = session.games;
      say('', t('review.find', move.move, index + 1, moves.length), false);
    };
    session.judge = async (tried) => {
      const move = moves[index],
        good =
          tried === move.line[0] ||
          (tried !== move.move && (await this.#isGood(variant, move.position, tried)));
      say(
        good ? 'good' : 'why',
        t(good ? 'review.right' : tried === move.move ? 'review.same' : 'review.wrong', tried),
        good,
      );
      return false; // the question stays
    };
    this.busy = true;
    byId('status-box').before(this.host); // on a phone right below the board
    this.host.replaceChildren(
      h('h2', {}, t('review.learn')),
      text,
      h(
        'p',
        { class: 'row' },
        next,
        show,
        h('button', { id: 'review-end', onclick: end }, t('review.close')),
      ),
    );
    await ask();
    byId('board-host').scrollIntoView({ block: 'nearest' });
  }

  /** A move judged by itself: every one that keeps what there is is right. @param {string} variant @param {string} position @param {string} move */
  async #isGood(variant, position, move) {
    const sure = await this.page.values.ask(variant, position),
      there = sure?.moves.find((m) => m.move === move);
    if (sure && there) return there.value === sure.value;
    if (!this.engine) return false;
    await this.engine.open(
      setupOf({ variant, position }),
      '0 sit person',
      '1 sit person',
      `t move ${move}`,
    );
    const { review } = await this.engine.review({ ms: TRY_MS });
    return ['forced', 'best', 'good'].includes(review?.moves[0].verdict ?? '');
  }
}

/** Looks at the game on the board again. @param {import('./views.js').Page} page @param {boolean} [quiet] */
export async function openReview(page, quiet = false) {
  document.getElementById('review')?.remove();
  const panel = new ReviewPanel(page);
  await panel.run(quiet).catch((error) => {
    panel.close();
    page.report(error);
  });
}
