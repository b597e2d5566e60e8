// SPDX-License-Identifier: MIT
// A run of puzzles on the board, one after the other: asks, lets only the move of the line stand, answers for the other
// side, gives hints in two steps, shows the solution, keeps the clock, and notes how it went. Without a page, so that
// tests play it in Node; what is said is a key and its parts, so that the page can say it in another language.
import { Borrowed } from './borrow.js';
import { t } from './i18n.js';
import { changeBook, note, noteBest, noteDay, readBook } from './puzzle-book.js';
import { CLOCK_MS, COST_MS, keyOf, nextPuzzle } from './puzzle-modes.js';
import { checkPuzzle, dayOf, loadSet } from './puzzle-sets.js';
import { PERSON } from './state.js';

/**
 * @typedef {import('./puzzle-sets.js').Puzzle} Puzzle
 * @typedef {'loading'|'ready'|'asking'|'answering'|'showing'|'done'|'over'|'none'|'trouble'} Phase ready: a clock is not started
 *   yet; done: this puzzle; over: the run
 * @typedef {{key: string, args: (string|number)[], kind: ''|'why'|'good'|'info'}} Said
 * @typedef {{engine: () => Promise<import('./engine.js').Calls>, hear?: (name: string) => void, now?: () => number, random?: () => number,
 *   load?: typeof loadSet, changed?: () => void}} Means engine: for looking at lines; changed: where there is no board yet
 */

const ANSWER_MS = 650,
  SHOW_MS = 900,
  ON_MS = 900,
  SKIPS_MAX = 40;
/** Who answers: the strongest there is, by the line. */
const DEFENDER = { kind: /** @type {const} */ ('computer'), level: 10, movetime: 0 };
/** @type {Said} */
const NOTHING = { key: '', args: [], kind: '' };

export class PuzzleRun {
  /** @param {import('./state.js').Session} session @param {import('./puzzle-modes.js').Mode} mode @param {Means} means */
  constructor(
    session,
    mode,
    {
      engine,
      hear = () => {},
      now = Date.now,
      random = Math.random,
      load = loadSet,
      changed = () => {},
    },
  ) {
    this.session = session;
    this.mode = mode;
    this.means = { engine, hear, now, random, load, changed };
    this.borrowed = new Borrowed(session);
    /** @type {Phase} */
    this.phase = 'loading';
    /** @type {Puzzle|null} */
    this.puzzle = null;
    /** @type {import('./puzzle-sets.js').Checked} */
    this.checked = { side: 0, movers: [], paths: [], count: 0 };
    this.at = 0; // moves of the line that have been made
    this.clean = true; // no mistake, no help
    this.noted = false;
    this.hints = 0; // for this move
    /** @type {Said} */
    this.said = NOTHING;
    /** The move that was wrong, until the next one. */
    this.wrong = '';
    /** Puzzles that cannot be read or shown. */
    this.skipped = 0;
    this.used = new Set();
    this.count = 0; // solved without help
    /** Not solved in this run. @type {Puzzle[]} */
    this.missed = [];
    this.record = false; // the best run so far
    this.endAt = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.ticket = 0;
    /** What went wrong with loading. @type {unknown} */
    this.trouble = null;
  }

  get timed() {
    return this.mode.kind === 'clock';
  }
  /** One mistake is the end, or costs time: nothing can be tried again. */
  get strict() {
    return this.timed || this.mode.kind === 'streak';
  }
  get side() {
    return this.checked.side;
  }
  get today() {
    return dayOf(this.means.now());
  }
  get left() {
    return this.phase === 'ready' ? CLOCK_MS : Math.max(0, this.endAt - this.means.now());
  }
  /** By kind and game, under which the best is kept. */
  get bestName() {
    return `${this.mode.kind}.${this.mode.set || 'all'}`;
  }
  get best() {
    return readBook().best[this.bestName] ?? 0;
  }
  /** Is there something to wait for or to do on the board? */
  get finished() {
    return (
      this.phase === 'done' ||
      this.phase === 'over' ||
      this.phase === 'none' ||
      this.phase === 'trouble'
    );
  }

  async begin() {
    await this.borrowed.take();
    if (!this.timed) return this.next();
    if (!(await this.#pick())) return;
    await this.borrowed.ask({ variant: this.puzzle?.variant ?? '' }, async () => false); // what is asked is seen when the clock runs
    this.phase = 'ready';
    this.session.announce(t('puzzle.ready'));
  }

  async start() {
    if (this.phase !== 'ready') return;
    this.endAt = this.means.now() + CLOCK_MS;
    this.#watch();
    await this.#ask();
  }

  /** The next puzzle, on the board. */
  async next() {
    this.#stop();
    this.phase = 'loading';
    if (await this.#pick()) await this.#ask();
  }

  /** One that can be asked; those that are damaged are left out. */
  async #pick() {
    const ticket = ++this.ticket,
      { engine, load, random } = this.means;
    const forget = (/** @type {string} */ key) =>
      void changeBook((book) => delete book.entries[key]);
    try {
      for (let skips = 0; skips < SKIPS_MAX; skips++) {
        const book = readBook(),
          { used, count, today } = this;
        const puzzle = await nextPuzzle(this.mode, {
          book,
          today,
          load,
          random,
          used,
          count,
          forget,
        });
        if (this.#stale(ticket)) return false;
        if (!puzzle) return this.#none();
        used.add(keyOf(puzzle));
        const checked = await checkPuzzle(await engine(), puzzle);
        if (this.#stale(ticket)) return false;
        if (checked) {
          Object.assign(this, { puzzle, checked });
          return true;
        }
        this.skipped++;
        if (['today', 'day', 'one'].includes(this.mode.kind)) break; // there is no other
      }
      this.#end('trouble');
    } catch (error) {
      if (this.#stale(ticket)) return false;
      this.trouble = error;
      this.#end('trouble');
    }
    return false;
  }

  /** Has something else come in between? @param {number} ticket */
  #stale(ticket) {
    return ticket !== this.ticket || this.borrowed.given;
  }

  #none() {
    if (this.strict && this.used.size) return (this.#over(), false); // somebody has solved them all
    this.#end('none');
    return false;
  }

  /** @param {Phase} phase */
  #end(phase) {
    this.phase = phase;
    this.session.notify();
    this.means.changed();
  }

  /** The puzzle on the board, from its beginning. */
  async #ask() {
    const { puzzle, side, session } = this;
    if (!puzzle) return;
    const ticket = ++this.ticket,
      players = [0, 1].map((s) => (s === side ? PERSON : DEFENDER));
    Object.assign(this, {
      phase: 'loading',
      at: 0,
      clean: true,
      noted: false,
      hints: 0,
      said: NOTHING,
      wrong: '',
    });
    await this.borrowed.ask(
      { variant: puzzle.variant, position: puzzle.position },
      (move) => this.#judge(move),
      { players, flipped: side === 1 },
    );
    if (this.#stale(ticket)) return;
    this.phase = 'asking';
    session.announce(
      t('puzzle.spoken', t('puzzle.you', session.shape?.players[side] ?? ''), this.question()),
    );
  }

  /** What is asked, in words. */
  question() {
    const { goal, themes } = this.puzzle ?? { goal: '', themes: [''] },
      { count } = this.checked;
    const kind = goal === 'win' && themes.includes('exact') ? 'keep' : goal;
    return goal ? t(`puzzle.ask.${kind}${count === 1 ? '1' : ''}`, count) : '';
  }

  /** Once more, for oneself: it has been noted. */
  async again() {
    const { noted } = this;
    this.#stop();
    await this.#ask();
    this.noted = noted;
  }

  /** @param {string} key @param {Said['kind']} kind @param {...(string|number)} args */
  #say(key, kind, ...args) {
    this.said = { key, args, kind };
    this.session.message = null;
    this.session.announce(t(key, ...args));
  }

  /** @param {string} move */
  async #judge(move) {
    const { puzzle, phase, session } = this;
    if (!puzzle || (phase !== 'asking' && phase !== 'showing')) return false;
    if (move !== puzzle.line[this.at]) {
      if (phase === 'asking') this.#mistake(move);
      return false;
    }
    this.at++;
    this.hints = 0;
    this.wrong = '';
    if (phase === 'asking') {
      this.phase = 'answering';
      void this.#answer(session.queue, ++this.ticket);
    }
    return true;
  }

  /** @param {string} move '': given up */
  #mistake(move) {
    this.wrong = move;
    this.#note(false);
    this.means.hear('wrong');
    if (!this.strict) return this.#say('puzzle.wrong', 'why', move);
    if (this.puzzle) this.missed.push(this.puzzle);
    if (!this.timed) return this.#over();
    this.endAt -= COST_MS;
    if (this.#watch()) return;
    this.phase = 'answering';
    this.#say('puzzle.cost', 'why', COST_MS / 1000);
    this.#later(ON_MS, () => this.next());
  }

  /** @param {boolean} clean */
  #note(clean) {
    this.clean &&= clean;
    const { puzzle, mode, today } = this;
    if (this.noted || !puzzle) return;
    this.noted = true;
    changeBook((book) => {
      note(book, puzzle, clean, today);
      if (mode.kind === 'today' || mode.kind === 'day')
        noteDay(book, mode.kind === 'day' ? mode.day : today, clean);
    });
  }

  /** @param {number} ms @returns {Promise<void>} */
  #pause(ms) {
    return new Promise((resolve) => {
      setTimeout(resolve, this.session.pause ? ms : 0);
    });
  }

  /** After a right move: what the other side plays, and on. @param {Promise<any>} played @param {number} ticket */
  async #answer(played, ticket) {
    const { puzzle, checked, session } = this;
    await played;
    if (this.#stale(ticket) || !puzzle) return;
    if (this.at === puzzle.line.length) return this.#solved();
    if (checked.movers[this.at] !== checked.side) this.#say('puzzle.right', 'good');
    for (; checked.movers[this.at] !== checked.side; this.at++) {
      await this.#pause(ANSWER_MS);
      if (this.#stale(ticket)) return;
      await session.remoteMove(checked.movers[this.at], puzzle.line[this.at]);
      if (this.#stale(ticket)) return;
    }
    this.phase = 'asking';
    this.said = { key: 'puzzle.goOn', args: [puzzle.line[this.at - 1]], kind: 'good' };
    session.notify();
  }

  #solved() {
    const { clean } = this;
    if (clean) this.count++;
    this.#note(clean);
    this.phase = 'done';
    this.means.hear('right');
    this.#say(clean ? 'puzzle.solved' : 'puzzle.helped', 'good');
    if (this.strict) this.#later(ON_MS, () => this.next());
  }

  // -- help ----------------------------------------------------------------------------------------

  /** The first one says where to look, or what to look for; the second one the move. */
  async hint() {
    const { puzzle, checked, session, at } = this;
    if (this.phase !== 'asking' || this.strict || !puzzle) return;
    await session.clear();
    this.#note(false);
    const path = checked.paths[at],
      name = session.shape?.points[path[0]]?.name ?? '',
      places = !session.state?.board[path[0]];
    this.hints++;
    if (this.hints > 1) {
      session.hint = { move: puzzle.line[at], path };
      return this.#say('puzzle.hintMove', 'info', puzzle.line[at]);
    }
    if (!places) return this.#say('puzzle.hintMan', 'info', name);
    const theme =
      puzzle.themes.find((th) => !/^(placing|moving|moves-\d|exact|capture)$/.test(th)) ??
      'placing';
    this.#say('puzzle.hintPlace', 'info', t(`puzzle.theme.${theme}`));
  }

  /** The point to look at, if that was said. */
  get pointed() {
    const path = this.checked.paths[this.at];
    return this.phase === 'asking' && this.said.key === 'puzzle.hintMan' && path ? path[0] : -1;
  }

  /** Plays the rest. In a streak that is the end of it. */
  async solution() {
    const { puzzle, checked, session } = this;
    if (
      !puzzle ||
      (this.phase !== 'asking' && this.phase !== 'over') ||
      this.at >= puzzle.line.length
    )
      return;
    if (this.strict && this.phase === 'asking') return this.#mistake('');
    const ticket = ++this.ticket,
      after = this.phase === 'over' ? 'over' : 'done';
    this.#note(false);
    this.wrong = '';
    await session.clear();
    this.phase = 'showing';
    this.#say('puzzle.shown', 'info');
    while (this.at < puzzle.line.length) {
      const mover = checked.movers[this.at],
        move = puzzle.line[this.at];
      await this.#pause(SHOW_MS);
      if (this.#stale(ticket)) return;
      if (mover === checked.side) await session.play(move);
      else {
        await session.remoteMove(mover, move);
        this.at++;
      }
      if (this.#stale(ticket)) return;
    }
    this.said = { key: 'puzzle.shownAll', args: [puzzle.line.join(' ')], kind: 'info' };
    session.announce(t('puzzle.shownAll', puzzle.line.join(' ')));
    this.#end(after);
  }

  // -- the end of a run ----------------------------------------------------------------------------

  #over() {
    this.#stop();
    this.record = noteBestOf(this.bestName, this.count);
    this.phase = 'over';
    if (this.timed) this.means.hear(this.record ? 'win' : 'draw');
    this.#say(
      this.record ? 'puzzle.overBest' : 'puzzle.over',
      this.record ? 'good' : 'info',
      this.count,
      this.best,
    );
  }

  /** Says when the time is up, and a minute and ten seconds before. @returns {boolean} is it up? */
  #watch() {
    clearTimeout(this.timer);
    const { left } = this;
    if (left <= 0) {
      this.#over();
      return true;
    }
    const mark = [60_000, 10_000, 0].find((m) => m < left) ?? 0;
    this.timer = setTimeout(
      () => {
        if (this.phase === 'over') return;
        if (mark) this.session.announce(t('puzzle.left', mark / 1000));
        this.#watch();
      },
      left - mark + 5,
    );
    return false;
  }

  /** @param {number} ms @param {() => any} job unless something else has come in between */
  #later(ms, job) {
    const ticket = ++this.ticket;
    void this.#pause(ms).then(() => {
      if (!this.#stale(ticket) && this.phase !== 'over') return job();
    });
  }

  #stop() {
    this.ticket++;
    if (this.phase === 'over' || !this.timed) clearTimeout(this.timer);
  }

  /** A new run of the same kind. */
  async anew() {
    this.#stop();
    clearTimeout(this.timer);
    Object.assign(this, {
      count: 0,
      missed: [],
      record: false,
      trouble: null,
      said: NOTHING,
      phase: 'loading',
    });
    this.used.clear();
    await this.begin();
  }

  /** @param {boolean} whole the game that was there comes back */
  async quit(whole) {
    this.ticket++;
    clearTimeout(this.timer);
    this.phase = 'over';
    await this.borrowed.giveBack(whole);
  }
}

/** @param {string} name @param {number} count */
function noteBestOf(name, count) {
  let better = false;
  changeBook((book) => {
    better = noteBest(book, name, count);
  });
  return better;
}
