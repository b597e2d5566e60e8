// SPDX-License-Identifier: MIT
// A teacher's board without a page: one leads, others follow and are asked. The leader's moves on the board go to the
// server as they come, one request at a time, the latest last; a follower's board is what the server says, and a
// follower's move is an answer while something is asked, else it is taken back. docs/api.md has the interface.
import { Borrowed } from './borrow.js';
import { t } from './i18n.js';
import { call } from './online.js';
import { PERSON } from './state.js';

/**
 * @typedef {{move: string, count: number}} Tally
 * @typedef {{n: number, text: string, open: boolean, count: number, mine: string|null, tally?: Tally[], answers?: {name: string, move: string}[]}} Question
 * @typedef {{id: string, ver: number, here: number, title: string, name: string, game: string, start: string, moves: string[], ply: number, marks: string[],
 *   question: Question|null, ended: boolean, leads: boolean}} Told the board as the server tells it
 * @typedef {{base: string, key: string, lang: string, fetch?: typeof fetch}} Place
 */

const AGAIN_MS = [300, 1000, 3000];

/** Are these two the same position, shown in the same way? @param {Told} a @param {Told} b */
export const samePlace = (a, b) =>
  a.game === b.game &&
  a.start === b.start &&
  a.ply === b.ply &&
  a.moves.slice(0, a.ply).join(' ') === b.moves.slice(0, b.ply).join(' ');

/** The move by which b follows a, '' if it does not follow by one. @param {Told} a @param {Told} b */
export const nextMove = (a, b) =>
  a.game === b.game &&
  a.start === b.start &&
  b.ply === a.ply + 1 &&
  a.moves.slice(0, a.ply).join(' ') === b.moves.slice(0, a.ply).join(' ')
    ? b.moves[a.ply]
    : '';

/** Marks as what is drawn: points and arrows. @param {string[]} marks */
export const drawnMarks = (marks) => ({
  squares: marks.filter((m) => !m.includes('>')),
  arrows: marks.filter((m) => m.includes('>')).map((m) => m.split('>')),
});

export class ClassRun {
  /** @param {import('./state.js').Session} session @param {string} id @param {Place} place @param {() => void} changed */
  constructor(session, id, place, changed) {
    this.session = session;
    this.id = id;
    this.place = place;
    this.changed = changed;
    this.borrowed = new Borrowed(session);
    /** @type {Told|null} */
    this.told = null;
    /** Why there is no line at the moment, or why there is no such board. */
    this.trouble = '';
    this.gone = false; // there is no such board
    this.stop = new AbortController();
    /** What was last sent, and is being sent: only the latest counts. */
    this.sent = '';
    this.at = ''; // the position of it
    this.sending = false;
    this.passing = false; // a move of the leader's goes onto a follower's board
    /** @type {string[]} points that the leader has pointed out */
    this.marks = [];
    this.pointing = false;
    this.work = Promise.resolve();
  }

  async begin() {
    await this.borrowed.take();
    void this.#follow();
  }

  /** @param {boolean} whole the game that was there comes back */
  async quit(whole) {
    this.stop.abort();
    await this.borrowed.giveBack(whole);
  }

  get leads() {
    return !!this.told?.leads;
  }

  // -- what is told --------------------------------------------------------------------------------

  async #follow() {
    for (let tries = 0; !this.stop.signal.aborted && !this.gone; tries++) {
      try {
        await this.#read(() => {
          tries = 0;
        });
      } catch (error) {
        if (this.stop.signal.aborted) return;
        if (!this.gone) this.#turn(t('class.lost'));
      }
      await new Promise((resolve) =>
        setTimeout(resolve, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]),
      );
    }
  }

  /** @param {string} trouble */
  #turn(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.changed();
  }

  /** One line after the other until it breaks. @param {() => void} good */
  async #read(good) {
    const { base, key, lang, fetch: get = fetch } = this.place;
    const answer = await get(`${base}/api/v1/boards/${this.id}/events`, {
      signal: this.stop.signal,
      cache: 'no-store',
      credentials: 'omit',
      headers: { 'Accept-Language': lang, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    });
    if (!answer.ok || !answer.body) {
      this.gone = answer.status === 404;
      this.#turn(t(this.gone ? 'class.none' : 'class.lost'));
      return;
    }
    const reader = answer.body.getReader(),
      decoder = new TextDecoder();
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return this.#turn(t('class.lost'));
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.trim()) continue;
        good();
        this.#turn('');
        this.take(JSON.parse(line));
      }
    }
  }

  /** The server tells of the board. @param {Told} told */
  take(told) {
    const before = this.told;
    if (before && told.ver < before.ver) return;
    this.told = told;
    if (before && told.ver > before.ver) this.session.message = null; // it was about what stood there
    if (!before || !told.leads)
      this.work = this.work.then(() => this.#show(before, told)).catch(() => {});
    this.changed();
  }

  /** @param {Told|null} before @param {Told} told */
  async #show(before, told) {
    const { session } = this;
    if (before && samePlace(before, told)) return;
    const move = before && !told.leads ? nextMove(before, told) : '';
    if (move && session.state?.ply === before?.ply) {
      this.passing = true;
      const good = await session.play(move);
      this.passing = false;
      if (good) return;
    }
    if (told.leads) this.marks = told.marks;
    const moves = told.leads ? told.moves : told.moves.slice(0, told.ply);
    await this.borrowed.ask(
      { variant: told.game, position: told.start, moves, ply: told.ply },
      (m) => this.#judge(m),
      { players: [PERSON, PERSON] },
    );
    const now = told.leads && this.#shown();
    if (!now) return;
    this.sent = JSON.stringify(now);
    this.at = JSON.stringify([now.game, now.start, now.moves.slice(0, now.ply)]);
  }

  // -- moves ---------------------------------------------------------------------------------------

  /** @param {string} move */
  async #judge(move) {
    if (this.leads || this.passing) return true;
    if (!this.told?.question?.open) {
      this.session.say(t('class.notNow'), 'why');
      return false;
    }
    void this.act({ do: 'answer', move }).catch((error) => this.session.say(error.message, 'why'));
    return false;
  }

  /** An act; what the board is afterwards comes as its answer, and to everybody by their streams. @param {Record<string, any>} act */
  async act(act) {
    const { base, key, lang, fetch: get } = this.place;
    const told = await call(base, 'POST', `/boards/${this.id}/do`, act, key, { lang, fetch: get });
    this.take(told);
  }

  /** What the leader's board shows, as an act. @returns {{do: string, game: string, start: string, moves: string[], ply: number, marks: string[]}|null} */
  #shown() {
    const {
      session: { state, shape },
      marks,
    } = this;
    return state && shape
      ? {
          do: 'show',
          game: shape.variant,
          start: state.start,
          moves: state.moves,
          ply: state.ply,
          marks,
        }
      : null;
  }

  /** The leader's board has changed, perhaps: the others are shown it. */
  async follow() {
    if (!this.leads || this.told?.ended || this.sending || !this.sent) return;
    this.sending = true;
    try {
      for (let now = this.#shown(); now && JSON.stringify(now) !== this.sent; now = this.#shown()) {
        const place = JSON.stringify([now.game, now.start, now.moves.slice(0, now.ply)]);
        if (place !== this.at) now.marks = this.marks = []; // they were about another position
        this.at = place;
        this.sent = JSON.stringify(now);
        await this.act(now);
      }
    } catch (error) {
      this.session.say(error instanceof Error ? error.message : String(error), 'why');
      this.sent = 'not sent'; // once more with the next change
    } finally {
      this.sending = false;
    }
  }

  /** The leader points a point out, or no more. @param {string} name */
  point(name) {
    this.marks = this.marks.includes(name)
      ? this.marks.filter((m) => m !== name)
      : [...this.marks, name];
    this.changed();
    void this.follow();
  }
}
