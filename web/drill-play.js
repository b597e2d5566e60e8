// SPDX-License-Identifier: MIT
// A drill on the board: every move of the player's is judged by solved values, what gives something away is said and taken
// back, and perfect play answers (expert.js). Without a page, so that tests play it in Node; what is said is a key and its parts, so
// that the page can say it in another language.
import { Borrowed } from './borrow.js';
import { breakRows, changeBook, isDone, note, readBook } from './drill-book.js';
import { nextDrill } from './drill-sets.js';
import { inThisGame, pickBest } from './expert.js';
import { t } from './i18n.js';
import { PERFECT, PERSON } from './state.js';

/**
 * @typedef {import('./drill-sets.js').Drill} Drill
 * @typedef {import('./values.js').ValueMove} ValueMove
 * @typedef {'loading'|'asking'|'answering'|'done'|'unsolved'|'missing'} Phase unsolved: nobody here has the values of this game; missing: they
 *   could not be had just now
 * @typedef {{key: string, args: (string|number)[], kind: ''|'why'|'good'|'info'}} Said
 */

const ANSWER_MS = 650;
/** @type {Said} */
const NOTHING = { key: '', args: [], kind: '' };

export class DrillRun {
  /** @param {{session: import('./state.js').Session, values: Pick<import('./values.js').Values, 'ask'|'source'>, hear?: (name: string) => void}} page
   * @param {Drill[]} drills the set @param {Drill} drill @param {() => number} [chance] */
  constructor({ session, values, hear = () => {} }, drills, drill, chance) {
    this.session = session;
    this.values = values;
    this.hear = hear;
    this.drills = drills;
    this.drill = drill;
    this.chance = chance;
    this.borrowed = new Borrowed(session);
    /** @type {Phase} */
    this.phase = 'loading';
    this.made = 0; // moves of the player's that stand
    this.clean = true;
    this.hints = 0; // for this move
    /** What the player's moves are worth, the best first. @type {ValueMove[]} */
    this.worths = [];
    /** The move that was given away, until the next one. */
    this.slip = '';
    /** @type {Said} */
    this.said = NOTHING;
    this.side = 0;
    this.ticket = 0;
    /** Is it told how far the end is? */
    this.distance = readBook().distance;
  }

  async begin() {
    await this.borrowed.take();
    await this.ask();
  }

  /** From its beginning. @param {Drill} [drill] */
  async ask(drill = this.drill) {
    const { session } = this,
      ticket = ++this.ticket;
    Object.assign(this, {
      drill,
      phase: 'loading',
      made: 0,
      clean: true,
      hints: 0,
      worths: [],
      slip: '',
      said: NOTHING,
    });
    const { variant, position } = drill,
      game = { variant, position };
    await this.borrowed.ask(game, (move) => this.#judge(move));
    this.side = session.turn;
    await this.borrowed.ask(game, (move) => this.#judge(move), {
      players: [0, 1].map((side) => (side === this.side ? PERSON : PERFECT)),
      flipped: this.side === 1,
    });
    if (!(await this.values.source(variant))) return this.#end('unsolved', ticket);
    if (ticket === this.ticket && (await this.#know(ticket)))
      session.announce(
        `${t('drill.you', session.shape?.players[this.side] ?? '')} ${this.question()}`,
      );
  }

  /** What is asked, in words. */
  question() {
    const { kind, goal } = this.drill;
    return t(`drill.ask.${kind}`, goal);
  }

  /** What every move is worth; false if that cannot be had. @param {number} ticket */
  async #know(ticket) {
    const { session, drill } = this,
      listed = session.engine.moves();
    const answer = await this.values
        .ask(drill.variant, session.state?.position ?? '')
        .catch(() => null),
      { moves, again } = await listed;
    if (ticket !== this.ticket) return false;
    if (!answer) return this.#end('missing', ticket);
    this.worths = inThisGame(answer.moves, moves, again);
    this.phase = 'asking';
    session.notify();
    return true;
  }

  /** @param {Phase} phase @param {number} ticket */
  #end(phase, ticket) {
    if (ticket !== this.ticket) return false;
    this.phase = phase;
    this.session.announce(phase === 'done' ? '' : t(`drill.${phase}`));
    return false;
  }

  /** Does it still do what is asked? @param {ValueMove} worth */
  keeps({ value, plies }) {
    const { kind, goal } = this.drill;
    if (kind === 'win') return value > 0;
    return value >= 0 || (kind === 'defend' && this.made + Math.ceil((plies ?? 0) / 2) >= goal);
  }
  /** The moves that do. */
  get keeping() {
    return this.worths.filter((worth) => this.keeps(worth));
  }
  /** Of a drill against time: moves that are left. */
  get left() {
    return Math.max(0, this.drill.goal - this.made);
  }

  /** @param {string} move */
  async #judge(move) {
    if (this.phase !== 'asking') return false;
    const worth = this.worths.find((w) => w.move === move);
    if (!worth || !this.keeps(worth)) {
      if (worth) this.#slipped(worth);
      return false;
    }
    this.made++;
    this.hints = 0;
    this.slip = '';
    this.said = NOTHING;
    this.phase = 'answering';
    void this.#answer(this.session.queue, ++this.ticket);
    return true;
  }

  /** @param {ValueMove} worth */
  #slipped({ move, value, plies }) {
    this.#spoil();
    this.slip = move;
    this.hear('wrong');
    const { kind } = this.drill;
    if (kind === 'defend')
      return this.#say('drill.slip.sooner', 'why', move, Math.ceil((plies ?? 0) / 2));
    if (value === 0) return this.#say('drill.slip.draw', 'why', move);
    this.#say(kind === 'win' ? 'drill.slip.worse' : 'drill.slip.loss', 'why', move, plies ?? 0);
  }

  #spoil() {
    if (this.clean) changeBook((book) => breakRows(book, this.drill));
    this.clean = false;
  }

  /** @param {string} key @param {Said['kind']} kind @param {...(string|number)} args */
  #say(key, kind, ...args) {
    this.said = { key, args, kind };
    this.session.message = null;
    this.session.announce(t(key, ...args));
  }

  /** After a move that stands: the end, or what perfect play answers. @param {Promise<any>} played @param {number} ticket */
  async #answer(played, ticket) {
    const { session, drill } = this;
    await played;
    if (ticket !== this.ticket) return;
    if (session.over || (drill.goal && this.made >= drill.goal)) return this.#done();
    const { variant } = drill;
    while (session.turn !== this.side && !session.over) {
      const listed = session.engine.moves();
      const [answer] = await Promise.all([
        this.values.ask(variant, session.state?.position ?? '').catch(() => null),
        new Promise((resolve) => {
          setTimeout(resolve, session.pause ? ANSWER_MS : 0);
        }),
      ]);
      const { moves, again } = await listed;
      if (ticket !== this.ticket) return;
      const move = answer && pickBest(inThisGame(answer.moves, moves, again), this.chance);
      if (!move) return void this.#end('missing', ticket);
      await session.remoteMove(session.turn, move);
      if (ticket !== this.ticket) return;
    }
    if (session.over) return this.#done();
    await this.#know(ticket);
  }

  #done() {
    const { drill, clean } = this;
    this.phase = 'done';
    const book = changeBook((b) => note(b, drill, clean));
    const [row] = book.rows[`${drill.set}.${drill.kind}`] ?? [0];
    this.hear('right');
    this.#say(clean ? `drill.done.${drill.kind}` : 'drill.done.helped', 'good', this.made, row);
  }

  /** Something could not be had: once more from where it stands. */
  async retry() {
    if (this.phase === 'unsolved' || this.session.turn !== this.side) return this.ask();
    this.phase = 'loading';
    await this.#know(++this.ticket);
  }

  // -- help ----------------------------------------------------------------------------------------

  /** First how many moves do it, then which is the best. */
  async hint() {
    if (this.phase !== 'asking') return;
    await this.session.clear();
    this.#spoil();
    const keeping = this.keeping;
    if (this.hints++ === 0)
      return this.#say(
        keeping.length === 1 ? 'drill.hintOne' : 'drill.hintCount',
        'info',
        keeping.length,
        this.worths.length,
      );
    this.#say('drill.hintMove', 'info', keeping[0]?.move ?? '');
  }
  /** The move that was told, or ''. */
  get told() {
    return this.hints > 1 && this.phase === 'asking' ? (this.keeping[0]?.move ?? '') : '';
  }

  /** How far the end is, in words; '' where it is not known, or nobody wants it. */
  get distanceText() {
    const { value, plies } = this.worths[0] ?? { value: 0, plies: null };
    return !this.distance || this.phase !== 'asking' || !value || plies === null
      ? ''
      : t(value > 0 ? 'drill.winIn' : 'drill.lossIn', plies);
  }

  /** @param {boolean} on */
  showDistance(on) {
    this.distance = on;
    changeBook((book) => {
      book.distance = on;
    });
    this.session.notify();
  }

  /** Of the same kind, the first that is not done. */
  get next() {
    const book = readBook();
    return nextDrill(this.drills, this.drill, (drill) => isDone(book, drill));
  }

  /** @param {boolean} whole the game that was there comes back */
  async quit(whole) {
    this.ticket++;
    await this.borrowed.giveBack(whole);
  }
}
