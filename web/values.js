// SPDX-License-Identifier: MIT
// What a position is worth, from wherever that can be had: the database that lies beside the page (six), the server
// that the page came from, database files on a host of files, or, where nobody has the whole game, the endings that lie beside the page. One door for the play view, review, drills and explorer; loaded when somebody first asks.
// A server is asked one thing at a time, answers are kept, and what it does not have is not asked for again.
import { atRoot } from './dom.js';
import { ENDINGS, isEnding, unpack } from './endings.js';
import { openingLines } from './link.js';
import { getPack } from './perfect.js';
import { Refusal } from './wasm.js';

/**
 * @typedef {1|0|-1} Value for the side to move, or the side that moves: won, drawn, lost
 * @typedef {{move: string, value: Value, plies: number|null, losing: number, replies: number}} ValueMove losing: of the
 *   replies to a drawing move, 0 of 0 where that is not known
 * @typedef {'page'|'server'|'files'} Source
 * @typedef {{value: Value, plies: number|null, moves: ValueMove[], from: Source}} Answer the best move first
 * @typedef {''|'unsolved'|'unknown'|'unreachable'|'busy'|'damaged'|'stale'|'unfit'|'whole'} Why there is no answer: nobody here has this variant,
 *   not this position, no connection, too many ask, it cannot be read, nobody waits for it any more,
 *   of other rules, files that the host sends only whole
 * @typedef {{answer: Answer|null, why: Why}} Found
 * @typedef {{signal?: AbortSignal, arrived?: (share: number) => void}} How arrived: what part of a database there is
 */

const KEPT = 2000,
  AGAIN = 3,
  REST_MS = 1000,
  REST_MAX_MS = 15_000;
/** @type {Record<string, Value>} */
const VALUES = { win: 1, draw: 0, loss: -1 };

/** Sooner wins, later losses and draws with more traps are better. @param {ValueMove} move */
const goodness = ({ value, plies, losing, replies }) =>
  value * (1e5 - (plies ?? 9e4)) + (losing / replies || 0);

/** @param {number} ms @param {AbortSignal} [signal] */
const wait = (ms, signal) =>
  new Promise((/** @type {(v: void) => void} */ resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Too many ask. */
class Busy extends Error {}

/** @param {string} variant */
const pathOf = (variant) => encodeURIComponent(variant).replace(/%2C/g, ',').replace(/%3D/g, '=');

/** @param {Why} why @returns {Found} */
const nothing = (why) => ({ answer: null, why });

/** What a server says, checked: it may be any program. @param {any} said @returns {Answer|null} */
export function readAnswer(said) {
  const count = (/** @type {any} */ n) => (Number.isInteger(n) && n >= 0 ? n : null);
  const worth = (/** @type {any} */ o) => ({ value: VALUES[o?.value], plies: count(o?.plies) });
  const here = worth(said);
  if (here.value === undefined || !Array.isArray(said.moves)) return null;
  const moves = said.moves.map((/** @type {any} */ m) => ({
    move: String(m?.move),
    ...worth(m),
    losing: count(m?.losing) ?? 0,
    replies: count(m?.replies) ?? 0,
  }));
  return moves.some((/** @type {ValueMove} */ m) => m.value === undefined)
    ? null
    : { ...here, moves, from: 'server' };
}

/** @param {{value: number, plies: number|null}} worth */
const letter = ({ value, plies }) => `${'ldw'[value + 1]}${value ? (plies ?? '') : ''}`;

/** What the engine's load() takes. @param {string} variant @param {string} position @param {Answer} answer */
export const toldText = (variant, position, answer) =>
  [
    `known ${variant}`,
    position,
    letter(answer),
    ...answer.moves.map((m) => `${letter(m)} ${m.move}`),
  ].join('\n');

/** The database of a variant in an engine of its own, so that no game is disturbed. */
class Packed {
  /** @param {Promise<import('./engine.js').Calls>} engine @param {typeof getPack} pack */
  constructor(engine, pack) {
    this.engine = engine;
    this.pack = pack;
    this.loaded = '';
    this.queue = Promise.resolve(/** @type {any} */ (null));
  }

  /** One thing after the other: each asks for what the one before opened. @template T @param {() => Promise<T>} job @returns {Promise<T>} */
  run(job) {
    const done = this.queue.then(job);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Is there a database of it beside the page? @param {string} variant */
  has(variant) {
    return this.run(async () => {
      const engine = await this.engine;
      await engine.open(...openingLines({ variant }));
      return (await engine.state()).solved;
    });
  }

  /** A whole game, or the endings of one. @param {string} variant @param {(share: number) => void} arrived */
  async #fetch(variant, arrived) {
    return variant in ENDINGS
      ? unpack(await this.pack(`${variant}.pack.gz`, arrived))
      : this.pack(`${variant}.pack`, arrived);
  }

  /** @param {string} variant @param {string} position @param {How} how @returns {Promise<Answer|null>} */
  ask(variant, position, { arrived = () => {} }) {
    return this.run(async () => {
      const engine = await this.engine;
      if (this.loaded !== variant)
        this.loaded = (await engine.load(await this.#fetch(variant, arrived))).database;
      await engine.open(...openingLines({ variant, position }));
      const { moves, values } = await engine.moves(),
        {
          table: { here, turn },
        } = await engine.state();
      if (here) {
        const winner = ['p1win', 'p2win'].indexOf(here.winner);
        return {
          value: winner < 0 ? 0 : winner === turn ? 1 : -1,
          plies: winner < 0 ? null : 0,
          moves: [],
          from: 'page',
        };
      }
      const told = values
        ?.map(([value, plies, losing, replies], i) => ({
          move: moves[i],
          value: /** @type {Value} */ (value),
          plies: plies < 0 ? null : plies,
          losing,
          replies,
        }))
        .sort((a, b) => goodness(b) - goodness(a));
      return told?.length
        ? { value: told[0].value, plies: told[0].plies, moves: told, from: 'page' }
        : null;
    });
  }
}

export class Values {
  /** @param {{engine: () => Promise<import('./engine.js').Calls>}} page
   * @param {{get?: typeof fetch, pack?: typeof getPack, root?: (path: string) => string, module?: () => Promise<WebAssembly.Module>}} [how]
   *   for tests: how things are fetched */
  constructor(
    page,
    { get = (...all) => fetch(...all), pack = getPack, root = atRoot, module } = {},
  ) {
    this.page = page;
    this.get = get;
    this.pack = pack;
    this.root = root;
    this.module = module;
    /** @type {Packed|null} */
    this.packed = null;
    /** @type {import('./values-files.js').Files|null} */
    this.files = null;
    /** Where a variant's values are; what failed on the way is asked again. @type {Map<string, Promise<Source|null>>} */
    this.sources = new Map();
    /** The latest answers, the oldest first. @type {Map<string, Found>} */
    this.kept = new Map();
    /** Questions under way. @type {Map<string, Promise<Found>>} */
    this.asked = new Map();
    this.queue = Promise.resolve(/** @type {any} */ (null));
    /** What the server has; null: it is a host of files. @type {Promise<string[]|null>|null} */
    this.list = null;
    this.rests = 0; // until when the server wants to be left alone
    /** Why the last question about a source found none. @type {Map<string, Why>} */
    this.whys = new Map();
  }

  /** What a position is worth, and every move of it; null: not solved here, or not to be reached.
   * @param {string} variant @param {string} position @param {How} [how] @returns {Promise<Answer|null>} */
  async ask(variant, position, how) {
    return (await this.find(variant, position, how)).answer;
  }

  /** Where values of a variant would come from. @param {string} variant @returns {Promise<Source|null>} */
  source(variant) {
    const known = this.sources.get(variant);
    if (known) return known;
    const found = this.#look(variant);
    this.sources.set(variant, found);
    // No connection is no answer: the next question asks again.
    const forget = () => {
      if (this.sources.get(variant) === found) this.sources.delete(variant);
    };
    found.then((source) => {
      if (!source && this.whys.get(variant) !== 'unsolved') forget();
    }, forget);
    return found;
  }

  /** The same as ask, with the reason if there is no answer.
   * @param {string} variant @param {string} position @param {How} [how] @returns {Promise<Found>} */
  async find(variant, position, how = {}) {
    const source = await this.source(variant);
    if (!source && !isEnding(variant, position))
      return nothing(this.whys.get(variant) ?? 'unsolved');
    const key = `${variant} ${position}`,
      old = this.kept.get(key);
    if (old) return old;
    const under = this.asked.get(key);
    if (under) {
      const found = await under;
      return found.why === 'stale' && !how.signal?.aborted
        ? this.find(variant, position, how)
        : found;
    }
    const job = this.#answer(source ?? 'page', variant, position, how).catch(() =>
      nothing('unreachable'),
    );
    this.asked.set(key, job);
    const found = await job;
    this.asked.delete(key);
    if (found.answer || found.why === 'unknown') this.#keep(key, found);
    return found;
  }

  /** @param {string} key @param {Found} found */
  #keep(key, found) {
    this.kept.set(key, found);
    if (this.kept.size > KEPT)
      this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
  }

  /** @param {string} variant @returns {Promise<Source|null>} */
  async #look(variant) {
    this.packed ??= new Packed(this.page.engine(), this.pack);
    if (await this.packed.has(variant).catch(() => false)) return 'page';
    this.list ??= this.#served();
    try {
      const list = await this.list,
        there = list ? list.includes(variant) : await (await this.#files()).has(variant);
      this.whys.set(variant, there ? '' : 'unsolved');
      return there ? (list ? 'server' : 'files') : null;
    } catch (error) {
      this.list = null;
      this.whys.set(variant, error instanceof Busy ? 'busy' : 'unreachable');
      return null;
    }
  }

  /** Which variants the server has; null if there is no such server. @returns {Promise<string[]|null>} */
  #served() {
    return this.#inTurn(async () => {
      const { status, said } = await this.#request('');
      return status === 200 && Array.isArray(said?.variants) ? said.variants : null;
    });
  }

  /** The files of a host; their code comes when they are first asked. */
  async #files() {
    const { Files } = await import('./values-files.js');
    return (this.files ??= new Files(this));
  }

  /** @param {string} variant @param {string} position @param {How} how @returns {Promise<Found>} */
  async #fromFiles(variant, position, { signal }) {
    try {
      const said = await (await this.#files()).ask(variant, position, signal),
        answer = said && readAnswer(said);
      return answer ? { answer: { ...answer, from: 'files' }, why: '' } : nothing('unknown');
    } catch (error) {
      const { Damaged, Whole } = await import('./values-files.js');
      return nothing(
        signal?.aborted
          ? 'stale'
          : error instanceof Whole
            ? 'whole'
            : error instanceof Damaged
              ? 'damaged'
              : 'unreachable',
      );
    }
  }

  /** @param {Source} source @param {string} variant @param {string} position @param {How} how @returns {Promise<Found>} */
  async #answer(source, variant, position, how) {
    if (source === 'server') return this.#server(variant, position, how);
    if (source === 'files') return this.#fromFiles(variant, position, how);
    try {
      const answer = await /** @type {Packed} */ (this.packed).ask(variant, position, how);
      return answer ? { answer, why: '' } : nothing('unknown');
    } catch (error) {
      return nothing(error instanceof Refusal ? 'damaged' : 'unreachable');
    }
  }

  /** @param {string} variant @param {string} position @param {How} how @returns {Promise<Found>} */
  async #server(variant, position, { signal }) {
    try {
      const { status, said } = await this.#inTurn(
        () => this.#request(`/${pathOf(variant)}?position=${encodeURIComponent(position)}`, signal),
        signal,
      );
      const answer = status === 200 ? readAnswer(said) : null;
      return answer
        ? { answer, why: '' }
        : nothing(
            said?.why === 'damaged' ? 'damaged' : said?.ok === false ? 'unknown' : 'unreachable',
          );
    } catch (error) {
      return nothing(signal?.aborted ? 'stale' : error instanceof Busy ? 'busy' : 'unreachable');
    }
  }

  /** One request at a time; who does not want an answer any more is passed over. A server that is busy is left alone for
   * as long as it says. @template T @param {() => Promise<T>} job @param {AbortSignal} [signal] @returns {Promise<T>} */
  #inTurn(job, signal) {
    const done = this.queue.then(async () => {
      for (let n = 1; ; n++) {
        if (this.rests > Date.now())
          await wait(Math.min(this.rests - Date.now(), REST_MAX_MS), signal);
        signal?.throwIfAborted();
        try {
          return await job();
        } catch (error) {
          if (!(error instanceof Busy) || n === AGAIN) throw error;
        }
      }
    });
    this.queue = done.catch(() => {});
    return done;
  }

  /** @param {string} path below the list of solved variants @param {AbortSignal} [signal] @returns {Promise<{status: number, said: any}>} */
  async #request(path, signal) {
    const response = await this.get(this.root(`api/v1/solved${path}`), {
      signal,
      headers: { accept: 'application/json' },
    });
    const said = /json/.test(response.headers.get('content-type') ?? '')
      ? await response.json()
      : null;
    if (response.status === 429 || (response.status === 503 && said?.why !== 'damaged')) {
      this.rests = Date.now() + (Number(response.headers.get('retry-after')) * 1000 || REST_MS);
      throw new Busy();
    }
    return { status: response.status, said };
  }
}
