// SPDX-License-Identifier: MIT
// A game being played: the names of the Python package (docs/javascript.md) over the page's engine, one instance for each match.
import { IllegalMove, Refused, openTable, refusing, start } from './engine.js';

const SLICE_MS = 20;
const WINNERS = /** @type {Record<string, number|null>} */ ({
  none: null,
  draw: 0,
  p1win: 1,
  p2win: 2,
});
const SIDES = ['resignation', 'time', 'forfeit'];
/** Who wins if a game ends like this, given the player who is named. @type {Record<string, (player: number, agreed: string) => string>} */
const ENDS = {
  agreement: (_, agreed) => agreed,
  resignation: (player) => `p${3 - player}win`,
  time: (player) => `p${3 - player}win`,
  forfeit: (player) => `p${3 - player}win`,
  adjudicated: (player) => (player ? `p${player}win` : 'draw'),
  aborted: () => 'none',
};

// Between two slices of a search others get their turn; a timer of a browser would cost four milliseconds each time.
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });

/** @param {any} thought @param {number} began @param {boolean} stopped */
function analysisOf(thought, began, stopped) {
  const lines = thought.lines.map((/** @type {any} */ { score, mate, chance, pv }) => ({
    score,
    mate,
    chance,
    moves: pv,
  }));
  return {
    best: thought.best,
    score: thought.score,
    mate: thought.mate,
    lines,
    depth: thought.depth,
    nodes: thought.nodes,
    time: (performance.now() - began) / 1000,
    known: thought.known,
    stopped,
  };
}

export class Match {
  /** @type {import('./engine.js').Call} */
  #call;
  /** @type {{lang: string}} */
  #how;
  /** The table as the engine tells it; null: ask again. @type {any} */
  #known = null;
  /** What was given to load(), for copies. @type {Uint8Array[]} */
  #loaded = [];
  /** Counts searches: one that is not the last has been stopped. */
  #searches = 0;

  /** @param {string} variant @param {{position?: string, seed?: number|bigint, lang?: string, record?: string}} [how] */
  constructor(variant, { position, seed = 1, lang = 'en', record } = {}) {
    this.#how = { lang };
    this.#call = start(lang);
    if (record === undefined) openTable(this.#call, variant, position, seed);
    else this.#call('load', record);
  }

  get #table() {
    return (this.#known ??= this.#call('state').table);
  }

  /** @param {string} act */
  #do(act) {
    const { played } = this.#call('do', act);
    this.#known = null;
    return played;
  }

  // -- Where it stands

  get variant() {
    return this.#table.variant;
  }
  get position() {
    return this.#table.position;
  }
  get player() {
    return this.#table.turn + 1;
  }
  get ply() {
    return this.#table.ply;
  }
  get history() {
    return this.#table.moves.slice(0, this.#table.ply);
  }
  get board() {
    return [...this.#table.board];
  }
  get counters() {
    return this.#table.counters.map((/** @type {any} */ { id, name, player, value }) => ({
      id,
      name,
      player: player + 1,
      value,
    }));
  }
  get outcome() {
    const ending = this.#table.ending;
    return ending
      ? { over: true, winner: WINNERS[ending.winner], ending: ending.kind, reason: ending.reason }
      : { over: false, winner: null, ending: 'none', reason: '' };
  }

  // -- Moves

  get moves() {
    return this.#call('moves', 0).moves;
  }

  /** @param {string} move */
  play(move) {
    refusing(IllegalMove, () => this.#do(`s move ${move}`));
  }

  undo() {
    const last = this.history.at(-1),
      { node } = this.#table;
    if (last === undefined) throw new Refused('there is no move to take back');
    this.#do('0 back 1');
    this.#do(`h delete ${node}`);
    return last;
  }

  /** @param {string} move */
  why(move) {
    if (this.moves.includes(move)) return null;
    try {
      this.describe(move); // a shorter way to write a legal move
      return null;
    } catch (error) {
      if (error instanceof IllegalMove) return error.message;
      throw error;
    }
  }

  /** @param {string} move */
  describe(move) {
    const played = refusing(IllegalMove, () => this.#do(`s move ${move}`));
    this.undo();
    return played.text;
  }

  /** @param {string} how @param {number} [player] */
  end(how, player = 0) {
    if (!Object.hasOwn(ENDS, how))
      throw new Refused(`a game ends by one of ${Object.keys(ENDS).join(', ')}, not '${how}'`);
    if (![0, 1, 2].includes(player) || (SIDES.includes(how) && !player))
      throw new Refused(`${how} names player 1 or 2, not ${player}`);
    this.#do(`h end ${how} ${ENDS[how](player, this.#table.agreed.winner)}`);
  }

  copy() {
    const copy = new Match('', { ...this.#how, record: this.record() });
    for (const bytes of this.#loaded) copy.load(bytes);
    return copy;
  }

  record() {
    return this.#call('save');
  }

  // -- What it is worth

  /** @param {Uint8Array} bytes */
  load(bytes) {
    this.#call('load', bytes);
    this.#loaded.push(bytes);
  }

  values() {
    const { moves, values } = this.#call('moves', 0);
    if (!values) return null;
    return Object.fromEntries(
      moves.map((/** @type {string} */ move, /** @type {number} */ i) => {
        const [value, plies] = values[i];
        return [move, { value, plies: plies < 0 ? null : plies }];
      }),
    );
  }

  value() {
    /** @type {{value: number, plies: number|null}[]} */
    const values = Object.values(this.values() ?? {});
    const rank = (/** @type {{value: number, plies: number|null}} */ { value, plies }) =>
      value * 1e6 - value * (plies ?? 0);
    return values.length ? values.reduce((a, b) => (rank(b) > rank(a) ? b : a)) : null;
  }

  /** @param {{time?: number, nodes?: number, depth?: number, lines?: number, level?: number, progress?: (a: any) => unknown}} [limits] */
  async analyse({ time = 0, nodes = 0, depth = 0, lines = 1, level = 0, progress } = {}) {
    const ms = time ? Math.max(1, Math.round(time * 1000)) : nodes || depth || level ? 0 : 1000;
    const began = performance.now(),
      mine = ++this.#searches;
    this.#call('think', `${depth} ${nodes} ${ms} ${level} 0 ${lines === 1 ? 0 : lines}`);
    for (let thought = null; ; ) {
      if (thought && mine !== this.#searches) return analysisOf(thought, began, true);
      try {
        thought = this.#call('think_on', SLICE_MS);
      } catch (error) {
        // something in between has ended it: what it was about is gone
        if (!(error instanceof Refused) || !thought) throw error;
        return analysisOf(thought, began, true);
      }
      if (thought.done) return analysisOf(thought, began, false);
      if (progress?.(analysisOf(thought, began, false)) === false)
        return analysisOf(thought, began, true);
      await breathe();
    }
  }

  /** A search under way ends with the best it has. */
  stop() {
    this.#searches++;
  }
}

/** One game's record as a match. @param {string} record @param {{lang?: string}} [how] */
export const readRecord = (record, { lang = 'en' } = {}) => new Match('', { lang, record });
