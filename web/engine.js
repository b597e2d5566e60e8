// SPDX-License-Identifier: MIT
// The engine as promises. Calls names the requests; WorkerEngine sends them to the worker. The tests
// use Calls over an engine in the same thread.
import { Refusal, SIMD, fetchModule } from './wasm.js';

/**
 * @typedef {{name: string, x: number, y: number, band: number}} ShapePoint
 * @typedef {{letter: string, owner: number, shade: 'white'|'black'|'neutral',
 *   form: 'man'|'stack'|'king'|'monster', name: string}} Piece
 * @typedef {{kind: 'seed'|'secret', ask: string, option: string, choices: string[]}} Prelim
 * @typedef {{variant: string, game: string, family: string, title: string, style: 'points'|'cells',
 *   width: number, height: number, players: string[], points: ShapePoint[],
 *   strokes: (string|number)[][], links: number[][], labels: {text: string, x: number, y: number}[],
 *   bands: string[], pieces: (Piece|null)[], prelims: Prelim[], repeats: boolean}} Shape
 * @typedef {{id: string, name: string, player: number, value: number}} Counter
 * @typedef {{point: number, role: string}} Step
 * @typedef {'p1win'|'p2win'|'draw'|'none'} Winner
 * @typedef {{kind: string, winner: Winner, reason: string, text: string, head: string, why: string}} Ending head, why: two sentences for who looks
 * @typedef {{kind: 'empty'|'person'|'computer'|'engine'|'remote', name: string, level: number, time: number, perfect: boolean, text: string,
 *   here: boolean, side: number, offers: string[], reaction: number|null}} Seat
 * @typedef {{control: string, limited: boolean, left: number[], running: number, due: number|null}} Clock left: by sides, ms
 * @typedef {{set: number, game: number, games: number, starter: number, half: number[], sets: number[][], over: boolean,
 *   winner: Winner, reason: string}} Series half: points of both players, in halves, by seat; winner: p1win is seat 0
 * @typedef {{state: 'open'|'settling'|'running'|'ended'|'aborted', over: boolean, paused: boolean, variant: string,
 *   seed: string, setup: string, match: boolean, node: number, head: number, ply: number, headPly: number, toMove: number,
 *   start: string, position: string, turn: number, board: number[], lastPath: Step[], counters: Counter[], remark: string,
 *   comment?: string, moves: string[], nodes: number[], movers: number[], ending: Ending|null, here: Ending|null, agreed: Ending,
 *   seats: Seat[], clock: Clock, series: Series|null, earlier: {moves: string[], kind: string, winner: Winner}[], next: boolean,
 *   picked: boolean[], picks: (string|null)[], settled: string|null, pick?: {ask: string, option: string, seat: number, choices: string[]}}} State
 *   a table (docs/formats.md): node is shown, the game stands at head; moves, nodes, movers: the line through what is shown
 * @typedef {{move: string, path: number[]}} Way
 * @typedef {{clicks: number[], meant: string[], board: number[], ghosts: number[], next: number[], roles: string[],
 *   prompt: string, made: string, repeats: number[], finish: boolean, decline: string, accept: string, matches: number, complete: string|null, ways: Way[],
 *   values?: (Worth|null)[]}} Narrow made: a mill, say, for which something is chosen now; repeats: of `next`, what draws by repetition; clicks so far, the board as they make it, and what may be clicked; values: of `next`
 * @typedef {[value: number, plies: number, losing: number, replies: number]} Worth for the side to move, where it is
 *   solved: 1 won, 0 drawn, -1 lost; plies until the end, -1 if there is none; of a drawing move: replies that lose
 * @typedef {{text: string, start: string[]}} Odds a handicap, and where the game begins if the first or the second side is the weaker one
 * @typedef {{table: State, click: Narrow, odds?: Odds[], marks: Mark[], open: boolean, resume: boolean, solved: boolean, numbered: boolean}} View open: a
 *   person may choose; resume: the game may go on from here; solved: the page has VARIANT.pack; numbered: somebody may have solved it
 * @typedef {{kind: string, player: number, piece: number, from: number, to: number,
 *   points: number[], label: string, text: string}} GameEvent
 * @typedef {{text: string, move: string, events: GameEvent[]}} Played
 * @typedef {{kind: string, player: number, points: number[], label: string, name: string,
 *   number?: number}} Mark
 * @typedef {{id: number, parent: number, move: string|null, ply: number, turn: number, comment?: string, eval?: number,
 *   clock?: number, mark?: string, children: number[]}} TreeNode
 * @typedef {{score: number, mate: number|null, chance: number, depth?: number, pv: string[], path: number[]}} Line all for the side to move: what it can
 *   expect, 0 to 1000; path: the clicks of its first move
 * @typedef {Line & {done: boolean, known?: boolean, depth: number, nodes: number, threads?: number, helped?: number,
 *   nps?: number, best: string, lines: Line[], stopped?: boolean}} Thought known: solved; lines: of one iteration, the best first
 * @typedef {'forced'|'best'|'good'|'inaccuracy'|'mistake'|'blunder'} Verdict
 * @typedef {{ply: number, node: number, side: number, phase: number, position: string, move: string, verdict: Verdict, before: number, after: number,
 *   exact: [string, string]|null, line: string[], text: string}} ReviewMove before, after: what the side that moved could expect, 0 to 1000
 * @typedef {{ply: number, side: number, kind: string, name: string, taken: boolean, text: string}} Chance ply: of the move that was played there
 * @typedef {{variant: string, accuracy: (number|null)[], turns: number[], moves: ReviewMove[], chances: Chance[]}} Review turns: numbers of moves
 * @typedef {{index: number, value: number, plies: number|null, move: string}} Known of the position after so many moves, for certain: for its side
 *   to move -1, 0, 1; the best move
 * @typedef {{done: boolean, seen: number, count: number, stopped?: boolean, review?: Review}} Reviewed
 * @typedef {{depth?: number, nodes?: number, movetime?: number, level?: number, seat?: boolean, lines?: number}} Limits seat: for who is
 *   to move, within the clock; else about what is shown; lines: best ones that are wanted; with them the engine remembers what it found before
 */

/** Every request by name. A subclass says how it travels. */
export class Calls {
  /**
   * @param {string} _name @param {string|number|Uint8Array} [_arg] @param {(t: Thought) => void} [_progress]
   * @returns {Promise<any>}
   */
  call(_name, _arg, _progress) {
    throw new Error('not here');
  }

  /** @param {string} lang @returns {Promise<Shape|null>} the open game's shape in the new words */
  language(lang) {
    return this.call('language', lang === 'ja' ? 1 : 0);
  }
  /** A table: the line of its setup, then acts "BY ACT" (link.js). @param {...string} lines @returns {Promise<Shape>} */
  open(...lines) {
    return this.call('open', lines.join('\n'));
  }
  /** @returns {Promise<View>} */
  state() {
    return this.call('state');
  }
  /** "BY ACT": by seat 0 or 1, h the host, t the seat to move, s (moves only) whoever is to move in what is shown.
   * @param {string} line @returns {Promise<{played: Played|null}>} */
  do(line) {
    return this.call('do', line);
  }
  /** @param {number} point -1: nothing is chosen any more; -2: the last one not; -3: the move as far as it is chosen
   * @returns {Promise<{found: 'chosen'|'move'|'why'|'nothing', why: string, played: Played|null}>} */
  click(point) {
    return this.call('click', point);
  }
  /** @param {number} node -1, -2: back, forth to where a person is to move @returns {Promise<{played: Played|null}>} */
  show(node) {
    return this.call('show', node);
  }
  /** @param {number} point -1: of the whole board @returns {Promise<Mark[]>} */
  marks(point) {
    return this.call('marks', point);
  }
  /** The game as records, losing nothing. @returns {Promise<string>} */
  record() {
    return this.call('save');
  }
  /** Records, or a database of solved positions; its bytes are gone afterwards; or what somebody else knows of a position
   * (toldText in values.js).
   * @param {string|Uint8Array} text @returns {Promise<any>} the shape, or {database: VARIANT} */
  load(text) {
    return this.call('load', text);
  }
  /** @param {0|1|2} [names] up to symmetry: 1 of what the moves lead to, 2 of the line that is shown, from the start on
   * @returns {Promise<{moves: string[], again?: number[], values?: Worth[], names?: string[]}>} again: of each move, where a
   *   position has come twice: 1 draws by repetition, 2 lets the other side */
  moves(names = 0) {
    return this.call('moves', names);
  }
  /** @returns {Promise<{head: number, nodes: TreeNode[]}>} */
  tree() {
    return this.call('tree');
  }
  /** A computer to which an end was offered answers by what it has just thought. @returns {Promise<{accepted: boolean}>} */
  answer() {
    return this.call('answer');
  }
  /** @param {Limits} limits @param {(t: Thought) => void} [progress] @returns {Promise<Thought>} */
  think({ depth = 0, nodes = 0, movetime = 0, level = 0, seat = false, lines = 0 }, progress) {
    return this.call(
      'think',
      `${depth} ${nodes} ${movetime} ${level} ${Number(seat)} ${lines}`,
      progress,
    );
  }
  /** The game that is on, looked at again; whatever changes the table ends it. @param {{nodes?: number, ms?: number, known?: Known[]}} limits of each position
   * @param {(t: Reviewed) => void} [progress] @returns {Promise<Reviewed>} */
  review({ nodes = 0, ms = 0, known = [] }, progress) {
    const lines = known.map(
      ({ index, value, plies, move }) => `\n${index} ${value + 1} ${plies ?? 0} ${move}`,
    );
    return this.call('review', `${nodes} ${ms}${lines.join('')}`, /** @type {any} */ (progress));
  }
  /** The search under way answers with the best it has. */
  stop() {
    return this.call('stop');
  }
  /** How many a search may have; where memory cannot be shared it has one all the same. @param {number} count */
  threads(count) {
    return this.call('threads', count);
  }
  /** @param {string} variant @param {number} depth @returns {Promise<{nodes: number}>} */
  bench(variant, depth) {
    return this.call('bench', `${variant}\n${depth}`);
  }
}

/** May workers share memory here? Only a server with the right headers makes it so (docs/page.md). */
export const canShare = () => Boolean(globalThis.crossOriginIsolated);

/** Compiled once, while everything else is still loading; every worker gets the same module. */
export const compile = () =>
  !SIMD
    ? fetchModule('concentric-plain.wasm')
    : canShare()
      ? fetchModule('concentric-threads.wasm').catch(() => fetchModule('concentric.wasm'))
      : fetchModule('concentric.wasm');

export const THREADS_MAX = 8;
/** Threads of a search if nobody said otherwise: where there are cores to spare, the page keeps one.
 * @param {number} [cores] */
export const threadsByDefault = (cores = navigator.hardwareConcurrency || 1) =>
  cores <= 2 ? cores : Math.min(THREADS_MAX, cores - 1);

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
    /** Why nothing is answered any more. @type {Error|null} */
    this.dead = null;
    this.worker.onerror = (event) =>
      this.#die(new TypeError(event.message || 'a worker did not load'));
    // Requests that come earlier wait in the worker.
    module.then(
      (m) => this.worker.postMessage({ module: m }),
      (error) => this.#die(error),
    );
  }

  /** @param {Error} error */
  #die(error) {
    this.dead = error;
    for (const { reject } of this.open_calls.values()) reject(error);
    this.open_calls.clear();
  }

  /** Nobody needs it any more. */
  end() {
    this.worker.terminate();
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
      if (this.dead) return reject(this.dead);
      this.open_calls.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, name, arg }, arg instanceof Uint8Array ? [arg.buffer] : []);
    });
  }
}
