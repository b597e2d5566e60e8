// SPDX-License-Identifier: MIT
// The board lent for a while: a lesson, a puzzle or a mistake of one's own is asked on the board on which games are
// played, with all ways to move there. The game that was there is put aside and comes back afterwards; meanwhile every
// move is looked at by who asks, and stands only if they let it. Without a page.

/**
 * @typedef {{begin: () => any, render: () => void, quit: (next?: 'back'|'play'|'away') => any, holds: (hash: string) => boolean}} Guest
 *   who has the board: render is called with every change; quit: back to what was there, on to a game of the same
 *   kind, or away because somebody goes elsewhere; holds: is this address theirs?
 * @typedef {(move: string) => Promise<boolean>} Judge false: the move is taken back
 */

export class Borrowed {
  /** @param {import('./state.js').Session} session */
  constructor(session) {
    this.session = session;
    /** @type {{record: string, flipped: boolean, id: string}|null} the game to come back to */
    this.before = null;
    /** @type {Promise<void>|null} */
    this.taken = null;
    /** Has the board been given back? Then nothing is asked on it any more. */
    this.given = false;
  }

  /** Puts the game that is there aside, once. */
  take() {
    this.taken ??= this.#take();
    return this.taken;
  }
  async #take() {
    const { session } = this,
      { flipped, id } = session;
    if (session.shape) this.before = { record: await session.engine.record(), flipped, id };
  }

  /** Asks something on the board. @param {Parameters<import('./state.js').Session['begin']>[0]} game @param {Judge} judge
   * @param {Parameters<import('./state.js').Session['begin']>[1]} [how] */
  async ask(game, judge, how) {
    if (this.given) return;
    this.session.judge = judge; // before anything is on the board: a computer there waits
    await this.session.begin(game, how);
  }

  /** @param {boolean} [whole] the game that was there comes back */
  async giveBack(whole = true) {
    this.given = true;
    await this.taken;
    const { session, before } = this;
    session.judge = null;
    if (before && whole) await session.load(before.record, before);
    else if (whole && this.taken) Object.assign(session, { shape: null, state: null }); // what was asked is nobody's game
  }
}
