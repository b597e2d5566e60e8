// SPDX-License-Identifier: MIT
// Every game that was played here, for good: in the browser's IndexedDB, or in memory where that is not to be had
// (`games.lasting` says which). An entry is changed only by who has seen its latest revision, in one transaction; whoever
// comes too late (the same game in another tab) is told so and keeps theirs under another name. So nothing is
// overwritten. Loaded when there is something to keep, or when somebody asks for it.
import { checkId, checkTime } from './store.js';

/**
 * @typedef {{kind: string, level: number, time: number, perfect?: boolean, name: string}} KeptPlayer
 * @typedef {{id: string, rev: number, record: string, link: string, variant: string, game: string, players: KeptPlayer[], you: number,
 *   result: string, ended: string, moves: number, board: number[], flipped: boolean, begun: number, time: number, table: string, study?: boolean}} Kept
 *   players: by sides; you: the side of who sits here, -1 where nobody or everybody does; result: p1win, p2win, draw,
 *   none (broken off) or '' while it goes on; ended: how; board: as it stands at the end; table: the address of a
 *   game over the network; study: an analysis, of which nothing was played
 * @typedef {Omit<Kept, 'rev'|'begun'|'time'>} Fresh
 */

const NAME = 'concentric',
  STORE = 'games',
  PATIENCE_MS = 4000;
const TEXT_MAX = 1 << 22,
  BOARD_MAX = 1024;

/** @param {any} value @param {number} [max] */
const text = (value, max = TEXT_MAX) =>
  typeof value === 'string' && value.length <= max ? value : '';
/** @param {any} value @param {number} low @param {number} high @param {number} fallback */
const whole = (value, low, high, fallback) =>
  Number.isInteger(value) && value >= low && value <= high ? value : fallback;
/** @param {any} value @returns {KeptPlayer} */
const player = (value) => ({
  kind: text(value?.kind, 20) || 'person',
  level: whole(value?.level, 0, 10, 0),
  time: whole(value?.time, 0, 1e9, 0),
  ...(value?.perfect === true ? { perfect: true } : {}),
  name: text(value?.name, 400),
});

/** What was read back may be anything. @param {any} value @returns {Kept|null} null: no game */
export function checkKept(value) {
  if (
    !value ||
    typeof value !== 'object' ||
    !checkId(value.id) ||
    !text(value.record) ||
    !text(value.variant, 400)
  )
    return null;
  const players = Array.isArray(value.players) ? value.players : [],
    board = Array.isArray(value.board) && value.board.length <= BOARD_MAX ? value.board : [];
  const time = checkTime(value.time);
  return {
    id: value.id,
    rev: whole(value.rev, 1, 1e9, 1),
    record: value.record,
    link: text(value.link),
    variant: value.variant,
    game: text(value.game, 100) || value.variant.split(',')[0],
    players: [player(players[0]), player(players[1])],
    you: whole(value.you, 0, 1, -1),
    result: ['p1win', 'p2win', 'draw', 'none'].includes(value.result) ? value.result : '',
    ended: text(value.ended, 40),
    moves: whole(value.moves, 0, 1e6, 0),
    board: board.map((/** @type {any} */ code) => whole(code, 0, 255, 0)),
    flipped: value.flipped === true,
    begun: checkTime(value.begun) || time,
    time,
    table: text(value.table, 2000),
    ...(value.study === true ? { study: true } : {}),
  };
}

/** A link without where one looks. @param {string} link */
const line = (link) => link.replace(/&ply=\d+/, '');

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
const openDatabase = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1); // throws where storage is blocked
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('time', 'time');
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a newer page in another tab
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
  });

/** The same in memory, for a browser that keeps nothing. */
class Memory {
  constructor() {
    /** @type {Map<string, any>} */
    this.all = new Map();
  }

  /** @param {string} id */
  async get(id) {
    return this.all.get(id);
  }
  async list() {
    return [...this.all.values()];
  }
  /** @param {string} id @param {(old: any) => any} change null: leave it */
  async change(id, change) {
    const value = change(this.all.get(id));
    if (value) this.all.set(id, value);
    return value;
  }
  /** @param {string} id */
  async remove(id) {
    this.all.delete(id);
  }
}

class Database {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @param {IDBTransactionMode} mode */
  store(mode) {
    return this.database.transaction(STORE, mode).objectStore(STORE);
  }
  /** @param {string} id */
  get(id) {
    return done(this.store('readonly').get(id));
  }
  list() {
    return done(this.store('readonly').getAll());
  }
  /** @param {string} id @param {(old: any) => any} change null: leave it */
  async change(id, change) {
    const store = this.store('readwrite'),
      value = change(await done(store.get(id))); // still the same transaction
    if (value) await done(store.put(value));
    return value;
  }
  /** @param {string} id */
  remove(id) {
    return done(this.store('readwrite').delete(id));
  }
}

class Games {
  constructor() {
    /** Does the browser keep them when it is closed? */
    this.lasting = true;
    /** @type {Promise<Memory|Database>|null} */
    this.place = null;
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {BroadcastChannel|null} */
    this.channel = null;
    try {
      this.channel = new BroadcastChannel(`${NAME}.games`);
      this.channel.onmessage = () => this.#told();
      /** @type {any} */ (this.channel).unref?.(); // Node would wait for it
    } catch {
      /* other tabs are seen at the next look */
    }
  }

  #open() {
    this.place ??= Promise.resolve()
      .then(openDatabase)
      .then(
        (database) => new Database(database),
        () => this.#memory(),
      );
    return this.place;
  }

  #memory() {
    this.lasting = false;
    return new Memory();
  }

  /** A full disk, or a database that was taken away: from here on in memory. @template T @param {(place: Memory|Database) => Promise<T>} job */
  async #try(job) {
    try {
      return await job(await this.#open());
    } catch {
      const before = await this.#open(),
        memory = this.#memory();
      for (const game of await before.list().catch(() => []))
        if (checkId(game?.id)) memory.all.set(game.id, game);
      this.place = Promise.resolve(memory);
      return job(memory);
    }
  }

  /** Called when a game has come, changed or gone, in this tab or another. @param {() => void} listener @returns {() => void} ends it */
  listen(listener) {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((l) => l !== listener);
    };
  }
  #told() {
    for (const listener of this.listeners) listener();
  }
  #changed() {
    this.channel?.postMessage('');
    this.#told();
  }

  /** @param {string} id @returns {Promise<Kept|null>} */
  async get(id) {
    return checkKept(await this.#try((place) => place.get(id)));
  }

  /** All games, the latest first. @returns {Promise<Kept[]>} */
  async all() {
    const list = await this.#try((place) => place.list());
    return /** @type {Kept[]} */ (list.map(checkKept).filter(Boolean)).sort(
      (a, b) => b.time - a.time || (a.id < b.id ? 1 : -1),
    );
  }

  /** The latest games. @param {number} count */
  async latest(count) {
    return (await this.all()).slice(0, count);
  }

  /** Keeps a game whose revision `seen` is the last one that the caller knows (0: it is new).
   * @param {Fresh} game @param {number} seen @param {number} [time]
   * @returns {Promise<number>} its new revision; 0 if somebody else has changed it meanwhile, and it stays as it is */
  async put(game, seen, time = Date.now()) {
    const value = await this.#try((place) =>
      place.change(game.id, (old) => {
        const before = checkKept(old);
        if ((before?.rev ?? 0) !== seen) return null;
        const board = game.board.length ? game.board : (before?.board ?? []);
        const looked =
          before &&
          before.moves === game.moves &&
          before.result === game.result &&
          line(before.link) === line(game.link); // nothing was played
        return {
          ...game,
          board,
          rev: seen + 1,
          begun: before?.begun ?? time,
          time: looked ? before.time : time,
        };
      }),
    );
    if (value) this.#changed();
    return value ? seen + 1 : 0;
  }

  /** A game of which the server has the truth, and any tab a part: the longer one stays. @param {Fresh} game */
  async putOnline(game) {
    const value = await this.#try((place) =>
      place.change(game.id, (old) => {
        const before = checkKept(old);
        if (
          before &&
          (before.moves > game.moves ||
            (before.result && !game.result) ||
            (before.record === game.record && before.table === game.table))
        )
          return null;
        return {
          ...game,
          board: game.board.length ? game.board : (before?.board ?? []),
          rev: (before?.rev ?? 0) + 1,
          begun: before?.begun ?? Date.now(),
          time: Date.now(),
        };
      }),
    );
    if (value) this.#changed();
  }

  /** Puts a deleted game back as it was. @param {Kept} game */
  async restore(game) {
    await this.#try((place) => place.change(game.id, (old) => (old ? null : game)));
    this.#changed();
  }

  /** @param {string} id */
  async remove(id) {
    await this.#try((place) => place.remove(id));
    this.#changed();
  }
}

export const games = new Games();
/** The latest games of this browser, for the front page. @param {number} count */
export const latest = (count) => games.latest(count);

/** What is kept of a table.
 * @param {import('./engine.js').State} state @param {import('./engine.js').Shape} shape
 * @param {{id: string, record: string, link: string, flipped: boolean, you?: number, table?: string}} rest @returns {Fresh} */
export function entryOf(state, shape, { you, table = '', ...rest }) {
  const players = [0, 1].map((side) => player(state.seats.find((s) => s.side === side)));
  const people = [0, 1].filter((side) => players[side].kind !== 'computer');
  const study = !state.over && !state.headPly && state.moves.length > 0; // everything is a variation of what was never played
  return {
    ...rest,
    variant: state.variant,
    game: shape.game,
    players,
    you: you ?? (people.length === 1 ? people[0] : -1),
    result: state.ending?.winner ?? '',
    ended: state.ending?.kind ?? '',
    moves:
      (study ? state.moves.length : state.headPly) +
      state.earlier.reduce((sum, g) => sum + g.moves.length, 0),
    board: study || state.node === state.head ? [...state.board] : [],
    table,
    ...(study ? { study } : {}),
  };
}
