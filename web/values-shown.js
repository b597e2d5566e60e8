// SPDX-License-Identifier: MIT
// Perfect play on the board where the page itself has no database: the position that is shown is asked for elsewhere
// (values.js), the engine is told the answer, and board, list and bar show it as if it were here. One question for each
// position that stays for a moment; what nobody looks at any more is not asked for.
import { addWords, t } from './i18n.js';
import { getPack, troubleOf } from './perfect.js';
import { EN, JA } from './values-words.js';
import { toldText } from './values.js';

addWords(EN, JA);

const SETTLED_MS = 60,
  AGAIN_MS = 8000,
  KEPT = 500;
const nothing = { answer: null, why: 'unreachable' };

export class Shown {
  /** @param {import('./state.js').Session} session
   * @param {(variant: string, position: string, how: import('./values.js').How) => Promise<import('./values.js').Found>} find */
  constructor(session, find) {
    this.session = session;
    this.find = find;
    this.variant = '';
    this.key = ''; // what was asked for last
    this.asking = new AbortController();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** The latest answers, for what the engine does not keep. @type {Map<string, import('./values.js').Answer>} */
    this.answers = new Map();
    session.traps = (position, move) => {
      const told = this.answers
        .get(`${session.shape?.variant} ${position}`)
        ?.moves.find((m) => m.move === move);
      return [told?.losing ?? 0, told?.replies ?? 0];
    };
    session.listen(() => this.follow());
    globalThis.addEventListener?.('online', () => this.again());
    this.follow();
  }

  /** Whatever has changed: is there something new to ask? */
  follow() {
    const { session } = this,
      { solved, may, shape, state } = session;
    if (shape && shape.variant !== this.variant) {
      this.variant = shape.variant;
      solved.trouble = '';
    }
    if (
      solved.on &&
      may.solved &&
      solved.variant !== shape?.variant &&
      solved.share < 0 &&
      !solved.trouble
    )
      return void session.showPerfect(true, getPack);
    const wanted =
      solved.on && may.numbered && !may.solved && !state?.here && session.remote?.helps !== false;
    const key = wanted && shape && state ? `${shape.variant} ${state.position}` : '';
    if (key === this.key) return;
    this.key = key;
    this.asking.abort();
    clearTimeout(this.timer);
    if (!shape || !state || !key) return;
    this.asking = new AbortController();
    const { signal } = this.asking,
      { variant } = shape,
      { position } = state;
    this.timer = setTimeout(() => void this.#ask(variant, position, signal), SETTLED_MS);
  }

  again() {
    if (this.session.solved.trouble) this.retry();
  }

  /** What failed is asked for again. */
  retry() {
    this.key = '';
    this.follow();
  }

  /** @param {string} variant @param {string} position @param {AbortSignal} signal */
  async #ask(variant, position, signal) {
    const { session } = this,
      { solved } = session,
      first = solved.told !== variant;
    solved.told = variant;
    if (!session.perfect) session.notify(); // says that it is being asked
    const { answer, why } = await this.find(variant, position, { signal }).then(
      (found) => this.#tell(variant, position, found),
      () => nothing,
    );
    if (signal.aborted) return;
    Object.assign(solved, { at: position, trouble: answer || why === 'unknown' ? '' : why });
    if (solved.trouble) solved.told = '';
    if (solved.trouble && !['unsolved', 'whole'].includes(solved.trouble))
      this.timer = setTimeout(() => this.again(), AGAIN_MS);
    await session.look();
    if (!signal.aborted)
      session.announce(
        solved.trouble ? troubleOf(session) : first ? t('analysis.perfect') : session.spoken.text,
      );
  }

  /** The engine learns the answer; what it refuses is of other rules.
   * @param {string} variant @param {string} position @param {import('./values.js').Found} found */
  async #tell(variant, position, found) {
    const { session } = this,
      { answer } = found;
    if (!answer) return found;
    try {
      await session.run(() => session.engine.load(toldText(variant, position, answer)));
    } catch {
      return { answer: null, why: 'unfit' };
    }
    this.answers.set(`${variant} ${position}`, answer);
    if (this.answers.size > KEPT)
      this.answers.delete(/** @type {string} */ (this.answers.keys().next().value));
    return found;
  }
}
