// SPDX-License-Identifier: MIT
// Keeps the game on the board as it goes: at once in this tab's place and in the address (store.js; who plays it
// is in history.state, which lives through a reload even where storage is blocked), a little later among all games
// (games-db.js). A game has a name, session.id; one that was begun anew gets a new one.
import { readLink, writeLink } from './link.js';
import { newId, saveGame } from './store.js';

const SOON_MS = 400;

/** Is it the same game, gone on or not? @param {string} mine @param {string} theirs as links */
export function continues(mine, theirs) {
  const [a, b] = [readLink(mine), readLink(theirs)];
  if (!a || !b) return false;
  const start = (/** @type {import('./link.js').GameLink} */ l) =>
    writeLink({ ...l, moves: [], ply: 0, end: '', earlier: [] });
  const line = (/** @type {import('./link.js').GameLink} */ l) => [
    ...l.earlier.flatMap((g) => [...g.moves, ';']),
    ...l.moves,
  ];
  const [longer, shorter] = [line(a), line(b)];
  return start(a) === start(b) && shorter.every((move, i) => move === longer[i]);
}

export class Keeper {
  /** @param {import('./state.js').Session} session */
  constructor(session) {
    this.session = session;
    this.text = '';
    /** Of the game that it is about. */
    this.id = '';
    /** What the address holds. */
    this.told = '';
    /** How the game was when it came: a link that somebody only looks at is not kept. */
    this.first = '';
    /** The last revision that we know of each game. @type {Map<string, Promise<number>>} */
    this.seen = new Map();
    /** What is not in the database yet. @type {Map<string, () => Promise<void>>} */
    this.waiting = new Map();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** Is the game on the board among the kept ones? */
    this.kept = false;
    this.writing = Promise.resolve();
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.flush();
    });
    addEventListener('pagehide', () => void this.flush());
  }

  /** Who plays, by sides, as the address holds it. @returns {import('./store.js').Seats} */
  get seats() {
    const { session } = this;
    return {
      id: session.id,
      flipped: session.flipped,
      players: [0, 1].map((side) => {
        const seat = session.seat(side);
        return seat?.kind === 'computer'
          ? {
              kind: 'computer',
              level: seat.level,
              movetime: seat.level ? 0 : seat.time,
              ...(seat.perfect ? { perfect: true } : {}),
            }
          : { kind: 'person', level: 0, movetime: 0 };
      }),
    };
  }

  /** A game that is here already, under a name: it is gone on with if nobody else did.
   * @param {string} id @param {string} link */
  adopt(id, link) {
    if (!id || this.seen.has(id)) return;
    this.seen.set(
      id,
      import('./games-db.js')
        .then(async ({ games }) => {
          const there = await games.get(id);
          return !there ? 0 : continues(link, there.link) ? there.rev : -1;
        })
        .catch(() => 0),
    );
  }

  /** What is on the board, if it is another than before. @param {boolean} address does the board have the address? */
  async remember(address) {
    const { session } = this,
      { state } = session;
    if (!state) return;
    if (session.remote) return this.#online();
    const link = writeLink(session.link),
      { node, seats, ending } = state,
      { flipped } = session;
    const fresh = !session.id;
    if (fresh) {
      session.id = newId();
      this.seen.set(session.id, Promise.resolve(0));
    }
    if (session.id !== this.id) {
      this.id = session.id;
      this.kept = false;
      this.first = fresh && !session.imported ? link : '';
    }
    const text = JSON.stringify([
      session.id,
      link,
      node,
      seats.map((s) => s.text),
      ending?.kind,
      flipped,
      session.edits,
      session.study,
      session.draft,
    ]);
    if (text !== this.text) void this.#save(text, link);
    if (address && text !== this.told) {
      history.replaceState(this.seats, '', `#${link}${session.study ? '&analysis=1' : ''}`);
      this.told = text;
    }
  }

  /** The analysis on the board is among the games from now on. */
  async keepDraft() {
    this.session.draft = false;
    this.first = '';
    await this.#save('draft', writeLink(this.session.link));
    await this.flush();
  }

  /** @param {string} text @param {string} link */
  async #save(text, link) {
    const { session } = this,
      { state, shape, flipped, id } = session;
    this.text = text;
    const record = await session.engine.record().catch(() => '');
    if (!record || this.text !== text || !state || !shape || session.judge || session.id !== id)
      return;
    saveGame({
      record,
      link,
      flipped,
      id,
      ...(session.draft ? { draft: true } : {}),
      ...(state.over ? { over: true } : {}),
    });
    if (session.draft) return; // an analysis that nobody has saved
    const played = state.headPly > 0 || state.earlier.length > 0 || state.moves.length > 0;
    if (!played || (!this.kept && link === this.first)) return;
    this.kept = true;
    this.#soon(id, async () => {
      const { entryOf, games } = await import('./games-db.js');
      const seen = await (this.seen.get(id) ?? Promise.resolve(0)),
        entry = entryOf(state, shape, { id, record, link, flipped });
      const rev = seen < 0 ? 0 : await games.put(entry, seen);
      this.seen.set(id, Promise.resolve(rev));
      if (rev) return;
      // Another tab has gone on with it: ours becomes a game of its own.
      const own = newId();
      this.seen.set(own, games.put({ ...entry, id: own }, 0));
      if (session.id !== id) return;
      session.id = this.id = own;
      this.told = '';
      session.notify();
    });
  }

  /** A game over the network, with the way back to its table. */
  #online() {
    const { session } = this,
      { remote, state, shape, flipped } = session;
    const table = remote?.table;
    if (
      !remote ||
      !table ||
      !state ||
      !shape ||
      !state.headPly ||
      table.state === 'open' ||
      table.state === 'settling'
    )
      return;
    const text = JSON.stringify([table.id, state.headPly, state.ending?.kind, table.state]);
    if (text === this.text) return;
    this.text = text;
    const { id, seats, you } = table,
      link = writeLink(session.link),
      address = remote.link;
    void session.engine.record().then(
      (record) => {
        if (!record || this.text !== text) return;
        this.#soon(`online-${id}`, async () => {
          const { entryOf, games } = await import('./games-db.js');
          await games.putOnline(
            entryOf(state, shape, {
              id: `online-${id}`,
              record,
              link,
              flipped,
              table: address,
              you: you === null ? -1 : seats[you].side,
            }),
          );
        });
      },
      () => {},
    );
  }

  /** @param {string} id @param {() => Promise<void>} job */
  #soon(id, job) {
    this.waiting.set(id, job);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), SOON_MS);
  }

  /** Everything that waits, now. @returns {Promise<void>} */
  flush() {
    clearTimeout(this.timer);
    const jobs = [...this.waiting.values()];
    this.waiting.clear();
    this.writing = jobs.reduce((before, job) => before.then(job), this.writing).catch(() => {}); // one after the other
    return this.writing;
  }
}
