// SPDX-License-Identifier: MIT
// Goes through a lesson: opens each step's position in the session, lets only the right move stand,
// and gives the game that was there before back at the end.
import { t } from './i18n.js';
import { LESSONS, answers } from './lessons-data.js';

export class Lesson {
  /** @param {import('./state.js').Session} session @param {string} game @param {() => void} onEnd */
  constructor(session, game, onEnd) {
    this.session = session;
    this.game = game;
    this.steps = LESSONS[game] ?? [];
    this.at = 0;
    this.solved = false;
    this.onEnd = onEnd;
    /** @type {{record: string, flipped: boolean}|null} the game to come back to */
    this.before = null;
  }

  get text() { return t(`lesson.${this.game}.${this.at + 1}`); }
  get heading() { return t('lesson.step', this.session.shape?.title ?? '', this.at + 1, this.steps.length); }
  get last() { return this.at === this.steps.length - 1; }

  async show() {
    const { session } = this, { variant, position } = this.steps[this.at];
    if (session.shape) this.before ??= { record: await session.engine.record(), flipped: session.flipped };
    this.solved = false;
    session.judge = null;
    await session.begin({ variant, position }, { flipped: false });
    session.judge = async (move) => {
      if (this.solved) return true;
      this.solved = answers(this.steps[this.at], move);
      if (!this.solved) session.say(t('lesson.other', move), 'why');
      return this.solved;
    };
    session.announce(this.text);
  }

  /** Plays the answer. */
  async demonstrate() {
    const { session } = this, [answer] = this.steps[this.at].expect;
    if (this.solved) return;
    const { moves } = await session.engine.moves();
    const move = moves.find((m) => answers(this.steps[this.at], m)) ?? answer;
    await session.type(move);
  }

  async next() {
    if (this.last) return this.quit(true);
    this.at++;
    await this.show();
  }

  /** @param {boolean} finished */
  async quit(finished = false) {
    const { session, before } = this;
    session.judge = null;
    if (before) await session.load(before.record, before);
    if (finished) session.say(t('lesson.done'), 'good');
    this.onEnd();
  }
}
