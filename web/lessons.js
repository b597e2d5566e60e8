// SPDX-License-Identifier: MIT
// Goes through a lesson: opens each step's position in the session, lets only the right moves stand, says why
// another one does not do, answers for the other side where a step has a reply, goes on by itself if that is
// wanted, and gives the game that was there before back at the end. Without a page, so that tests play it in Node.
import { Borrowed } from './borrow.js';
import { language, t } from './i18n.js';

/**
 * @typedef {{arrows?: string[][], squares?: string[], frame?: string[]}} Draw points by name: arrows go along theirs,
 *   a frame is closed
 * @typedef {{variant: string, position: string, expect: string[], moves?: string[], reply?: string, draw?: Draw,
 *   en: string[], ja: string[]}} LessonStep moves: played before it is shown; expect: "…" stands for anything, none
 *   at all means any move; reply: what the other side then plays; texts: goal, hint, said when right
 */

const REPLY_MS = 900,
  REST_MS = 1200,
  READ_MS = { en: 28, ja: 55 },
  REST_MAX_MS = 4200;

/** @param {string} pattern */
const matcher = (pattern) =>
  new RegExp(
    `^${pattern
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('.*')}$`,
  );

/** Is this the move that a step asks for? @param {LessonStep} step @param {string} move */
export const answers = (step, move) =>
  !step.expect.length || step.expect.some((e) => matcher(e).test(move));

/** What points at a move on the board: an arrow from where to where, or the point. @param {string} move @returns {Draw} */
export function pointAt(move) {
  const [, from, to] = /^([a-z]?\d+)-([a-z]?\d+)/.exec(move) ?? [];
  const [first] = move.match(/[a-z]\d+|0/) ?? [];
  return from ? { arrows: [[from, to]], squares: [to] } : { squares: first ? [first] : [] };
}

/** The name under which a step that was done is remembered. @param {string} game @param {number} at */
export const stepName = (game, at) => `${game}.${at + 1}`;

/** How many steps of a lesson are done. @param {string[]} done @param {string} game @param {number} steps */
export const stepsDone = (done, game, steps) =>
  done.includes(game)
    ? steps
    : Array.from({ length: steps }, (_, i) => stepName(game, i)).filter((name) =>
        done.includes(name),
      ).length;

export class Lesson {
  /**
   * @param {import('./state.js').Session} session @param {string} game @param {LessonStep[]} steps
   * @param {{done: string[], byItself: () => boolean, changed: () => void, ended: (next: 'back'|'play'|'away') => any}} how
   *   done: is written to; byItself: go on without being asked?
   */
  constructor(session, game, steps, how) {
    this.session = session;
    this.game = game;
    this.steps = steps;
    this.how = how;
    this.at = 0;
    this.solved = false;
    /** Whom the learner plays in this step. */
    this.side = 0;
    /** All steps are behind, what next? */
    this.complete = false;
    /** @type {Draw|null} what points at the answer, once a hint was asked for */
    this.pointer = null;
    /** When it goes on by itself: the time that takes, in ms; 0 if it waits. */
    this.rest = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.ticket = 0;
    this.borrowed = new Borrowed(session);
  }

  get title() {
    return this.session.shape?.title ?? '';
  }
  get step() {
    return this.steps[this.at];
  }
  get #texts() {
    return this.step[language() === 'ja' ? 'ja' : 'en'];
  }
  get goal() {
    return this.#texts[0];
  }
  get hintText() {
    return this.#texts[1];
  }
  get right() {
    return this.#texts[2];
  }
  get last() {
    return this.at === this.steps.length - 1;
  }
  /** Marks on the board: of the step, or, once it is solved, none. @returns {Draw} */
  get draw() {
    return this.solved || this.complete ? {} : (this.pointer ?? this.step.draw ?? {});
  }
  /** @param {number} at */
  isDone(at) {
    return this.how.done.includes(this.game) || this.how.done.includes(stepName(this.game, at));
  }
  /** The first step that is not done yet, or the first of all. */
  get firstOpen() {
    return Math.max(
      0,
      this.steps.findIndex((_, i) => !this.isDone(i)),
    );
  }

  /** @param {number} [at] */
  async show(at = this.at) {
    const { session } = this;
    await this.borrowed.take();
    this.#stop();
    Object.assign(this, { at, solved: false, complete: false, pointer: null });
    const { variant, position, moves = [] } = this.step;
    await this.borrowed.ask({ variant, position, moves }, (move) => this.#judge(move), {
      flipped: false,
    });
    this.side = session.turn;
    session.announce(`${t('lesson.step', at + 1, this.steps.length)} ${this.goal}`);
  }

  /** @param {string} move */
  async #judge(move) {
    const { session } = this;
    if (this.solved) return move === this.step.reply; // the other side answers by itself
    if (!answers(this.step, move)) {
      session.say(t('lesson.other', move, this.hintText), 'why');
      return false;
    }
    this.solved = true;
    const { done } = this.how,
      name = stepName(this.game, this.at);
    if (!done.includes(name)) done.push(name);
    if (
      !done.includes(this.game) &&
      this.steps.every((_, i) => done.includes(stepName(this.game, i)))
    )
      done.push(this.game);
    this.how.changed();
    void this.#celebrate(session.queue, ++this.ticket);
    return true;
  }

  /** What follows a right move. @param {Promise<any>} played @param {number} ticket */
  async #celebrate(played, ticket) {
    const { session, step } = this;
    await played;
    session.announce(`${t('lesson.good')} ${this.right}`);
    if (step.reply) {
      await new Promise((resolve) => setTimeout(resolve, session.pause ? REPLY_MS : 0));
      if (ticket !== this.ticket) return;
      await session.play(step.reply);
    }
    if (ticket !== this.ticket || !this.how.byItself()) return;
    const read = this.right.length * READ_MS[language() === 'ja' ? 'ja' : 'en'];
    this.rest = Math.min(REST_MAX_MS, REST_MS + read); // long enough to read what was said
    this.timer = setTimeout(() => void this.next(), this.rest);
    session.notify();
  }

  /** Stays where it is until somebody goes on. */
  wait() {
    clearTimeout(this.timer);
    this.rest = 0;
    this.session.notify();
  }

  #stop() {
    this.ticket++;
    clearTimeout(this.timer);
    this.rest = 0;
  }

  /** A legal move that answers the step. */
  async #answer() {
    const { moves } = await this.session.engine.moves();
    return moves.find((m) => answers(this.step, m)) ?? '';
  }

  async hint() {
    if (this.solved || this.complete) return;
    await this.session.clear();
    const { arrows, squares = [] } = pointAt(await this.#answer()),
      { draw } = this.step;
    this.pointer = {
      ...draw,
      arrows,
      squares: [...new Set([...(draw?.squares ?? []), ...squares])],
    };
    this.session.say(this.hintText, 'info');
  }

  /** Plays the answer. */
  async demonstrate() {
    if (this.solved || this.complete) return;
    await this.session.clear();
    await this.session.play(await this.#answer());
  }

  async next() {
    if (!this.last) return this.show(this.at + 1);
    this.#stop();
    this.complete = true;
    this.session.announce(t('lesson.done', this.title));
  }

  /** Leaves the lesson. @param {'back'|'play'|'away'} [next] play: the game that was learned; back: to what was there;
   * away: somebody goes elsewhere, and finds what was there when they come back */
  async quit(next = 'back') {
    this.#stop();
    await this.borrowed.giveBack(next !== 'play');
    await this.how.ended(next);
  }
}
