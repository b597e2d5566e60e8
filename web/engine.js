// SPDX-License-Identifier: MIT
// The engine as promises. Calls names the requests; WorkerEngine sends them to the worker. The tests
// use Calls over an engine in the same thread.
import { Refusal, fetchModule } from './wasm.js';

/**
 * @typedef {{name: string, x: number, y: number, band: number}} ShapePoint
 * @typedef {{letter: string, owner: number, shade: 'white'|'black'|'neutral',
 *   form: 'man'|'stack'|'king'|'monster', name: string}} Piece
 * @typedef {{kind: 'seed'|'secret', ask: string, option: string, choices: string[]}} Prelim
 * @typedef {{variant: string, game: string, family: string, title: string, style: 'points'|'cells',
 *   width: number, height: number, players: string[], points: ShapePoint[],
 *   strokes: (string|number)[][], links: number[][], labels: {text: string, x: number, y: number}[],
 *   bands: string[], pieces: (Piece|null)[], prelims: Prelim[], repeats: boolean, solved: boolean}} Shape
 *   solved: the page has VARIANT.pack
 * @typedef {{id: string, name: string, player: number, value: number}} Counter
 * @typedef {{point: number, role: string}} Step
 * @typedef {{winner: 'none'|'p1'|'p2'|'draw', reason: string}} Result
 * @typedef {{set: number, game: number, games: number, starter: number, side: number, half: number[],
 *   sets: number[][], over: boolean, result: Result, earlier: import('./link.js').EarlierGame[]}} Series
 *   half: points of both players, in halves, by seat; side: what the first seat plays now
 * @typedef {{position: string, start: string, seed: string, turn: number, board: number[], ply: number, last: string,
 *   moves: string[], movers: string, result: Result, end: import('./link.js').End, agreed: Result,
 *   remark: string, series: Series|null, counters: Counter[], lastPath: Step[], over: boolean,
 *   legal: number}} State movers: the side that made each move, as digits
 * @typedef {{move: string, path: number[]}} Way
 * @typedef {{next: number[], roles: string[], prompt: string, matches: number,
 *   complete: string|null, only: string|null, ways?: Way[], values?: (Worth|null)[]}} Narrow values: of `next`
 * @typedef {[value: number, plies: number, losing: number, replies: number]} Worth for the side to move, where it is
 *   solved: 1 won, 0 drawn, -1 lost; plies until the end, -1 if there is none; of a drawing move: replies that lose
 * @typedef {{kind: string, player: number, piece: number, from: number, to: number,
 *   points: number[], label: string, text: string}} GameEvent
 * @typedef {{text: string, move: string, events: GameEvent[]}} Played
 * @typedef {{kind: string, player: number, points: number[], label: string, name: string,
 *   number?: number}} Mark
 * @typedef {{done: boolean, depth: number, score: number, mate: number|null, nodes: number,
 *   threads?: number, helped?: number, nps?: number, pv: string[], best: string, stopped?: boolean}} Thought
 * @typedef {{depth?: number, nodes?: number, movetime?: number, level?: number}} Limits
 */

/** Every request by name. A subclass says how it travels. */
export class Calls {
  /**
   * @param {string} _name @param {string|number|Uint8Array} [_arg] @param {(t: Thought) => void} [_progress]
   * @returns {Promise<any>}
   */
  call(_name, _arg, _progress) { throw new Error('not here'); }

  /** @param {string} lang @returns {Promise<Shape|null>} the open game's shape in the new words */
  language(lang) { return this.call('language', lang === 'ja' ? 1 : 0); }
  /** @param {string} variant @param {string|number} [seed] @param {string} [position] @param {boolean} [match]
   * @returns {Promise<Shape>} */
  open(variant, seed = 1, position = '', match = false) {
    return this.call('open', `${variant}\n${seed}${match ? ' match' : ''}\n${position}`);
  }
  /** @returns {Promise<State>} */
  state() { return this.call('state'); }
  /** @param {number[]} clicks @returns {Promise<Narrow>} */
  narrow(clicks) { return this.call('narrow', clicks.join(' ')); }
  /** @param {string} move @returns {Promise<Played>} */
  play(move) { return this.call('play', move); }
  /** @param {string} move @returns {Promise<{legal: boolean, text: string}>} */
  why(move) { return this.call('why', move); }
  /** @param {number} ply */
  goto(ply) { return this.call('goto', ply); }
  /** @param {'agree'|'p1'|'p2'|'next'} how p1, p2: that player resigns; next: on to the next game of the match */
  end(how) { return this.call('end', ['agree', 'p1', 'p2', 'next'].indexOf(how)); }
  /** @param {number} point -1: of the whole board @returns {Promise<Mark[]>} */
  marks(point) { return this.call('marks', point); }
  /** @param {number} ply @returns {Promise<Played>} */
  events(ply) { return this.call('events', ply); }
  /** @param {Record<string, string>} tags @returns {Promise<string>} */
  record(tags) { return this.call('record', Object.entries(tags).map((t) => t.join('=')).join('\n')); }
  /** A record, or a database of solved positions; its bytes are gone afterwards.
   * @param {string|Uint8Array} text @returns {Promise<any>} the shape, or {database: VARIANT} */
  load(text) { return this.call('load', text); }
  /** @returns {Promise<{moves: string[], values?: Worth[]}>} */
  moves() { return this.call('moves'); }
  /** @param {Limits} limits @param {(t: Thought) => void} [progress] @returns {Promise<Thought>} */
  think({ depth = 0, nodes = 0, movetime = 0, level = 0 }, progress) {
    return this.call('think', `${depth} ${nodes} ${movetime} ${level}`, progress);
  }
  /** The search under way answers with the best it has. */
  stop() { return this.call('stop'); }
  /** How many a search may have; where memory cannot be shared it has one all the same. @param {number} count */
  threads(count) { return this.call('threads', count); }
  /** @param {string} variant @param {number} depth @returns {Promise<{nodes: number}>} */
  bench(variant, depth) { return this.call('bench', `${variant}\n${depth}`); }
}

/** May workers share memory here? Only a server with the right headers makes it so (docs/page.md). */
export const canShare = () => Boolean(globalThis.crossOriginIsolated);

/** Compiled once, while everything else is still loading; every worker gets the same module. */
export const compile = () => (canShare()
  ? fetchModule('concentric-threads.wasm').catch(() => fetchModule('concentric.wasm')) : fetchModule('concentric.wasm'));

export const THREADS_MAX = 8;
/** Threads of a search if nobody said otherwise: where there are cores to spare, the page keeps one.
 * @param {number} [cores] */
export const threadsByDefault = (cores = navigator.hardwareConcurrency || 1) => (cores <= 2 ? cores : Math.min(THREADS_MAX, cores - 1));

export class WorkerEngine extends Calls {
  /** @param {Promise<WebAssembly.Module>} module */
  constructor(module) {
    super();
    this.worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.count = 0;
    /** @type {Map<number, {resolve: (v: any) => void, reject: (e: Error) => void,
     *   progress?: (t: Thought) => void}>} */
    this.open_calls = new Map();
    this.worker.onmessage = ({ data }) => this.#receive(data);
    this.worker.onerror = (event) => {
      for (const { reject } of this.open_calls.values()) reject(new Error(event.message));
      this.open_calls.clear();
    };
    // Requests that come earlier wait in the worker.
    module.then((m) => this.worker.postMessage({ module: m }),
      (error) => this.worker.postMessage({ failed: String(error) }));
  }

  /** @param {any} data */
  #receive(data) {
    const call = this.open_calls.get(data.id);
    if (!call) return;
    if (data.progress) {
      call.progress?.(data.progress);
      return;
    }
    this.open_calls.delete(data.id);
    if ('value' in data) call.resolve(data.value);
    else call.reject(data.refused ? new Refusal(data.reason) : new Error(data.reason));
  }

  /** @param {string} name @param {string|number|Uint8Array} [arg] @param {(t: Thought) => void} [progress] */
  call(name, arg, progress) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.open_calls.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, name, arg }, arg instanceof Uint8Array ? [arg.buffer] : []);
    });
  }
}
