// SPDX-License-Identifier: MIT
// One match on the page, without a page: what is on the board, what has been clicked, who plays, what
// the computer thinks. It asks the engine for everything that is a rule. Every change ends in
// notify(), and whoever draws, draws it all again from here.
import { composeMove, pointsIn } from './compose.js';
import { Refusal } from './wasm.js';

/**
 * @typedef {import('./engine.js').Calls} Calls
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./engine.js').State} State
 * @typedef {import('./engine.js').Narrow} Narrow
 * @typedef {import('./engine.js').Mark} Mark
 * @typedef {import('./engine.js').Thought} Thought
 * @typedef {import('./engine.js').Worth} Worth
 * @typedef {{kind: 'person'|'computer', level: number, movetime: number}} Player level 0: by time
 * @typedef {{variant: string, seed: string, position: string, match: boolean}} Start
 */

/** @type {Player} */
export const PERSON = { kind: 'person', level: 0, movetime: 0 };
const NOTHING = /** @type {Narrow} */ (
  { next: [], roles: [], prompt: '', matches: 0, complete: null, only: null, ways: [] });
/** For sorting: sooner wins, later losses and draws with more traps are better. @param {{worth: Worth}} move */
const goodness = ({ worth: [value, plies, losing, replies] }) => value * (1e5 - plies) + (losing / replies || 0);
const ANALYSIS_MS = 8000, HINT_MS = 700, OFFER_MS = 500;
/** A computer that stands better than this, in hundredths of a man, does not agree to a draw. */
const BETTER = 60;

export class Session {
  /** @param {Calls} engine @param {{pause?: number}} [options] pause: ms that a computer's move takes at least */
  constructor(engine, { pause = 0 } = {}) {
    this.engine = engine;
    this.pause = pause;
    /** @type {Shape|null} */
    this.shape = null;
    /** @type {State|null} */
    this.state = null;
    /** @type {Start} */
    this.start = { variant: '', seed: '1', position: '', match: false };
    /** @type {Player[]} */
    this.players = [PERSON, PERSON];
    /** @type {number[]} the points clicked so far */
    this.clicks = [];
    /** @type {string[]} what each click meant, as far as that is known */
    this.meant = [];
    this.narrow = NOTHING; // after the clicks
    this.root = NOTHING; // before the first click
    this.flipped = false;
    /** @type {{text: string, kind: 'why'|'info'|'good'}|null} said to the player until the next change */
    this.message = null;
    /** What screen readers are told. The number makes equal texts different. */
    this.spoken = { text: '', number: 0 };
    /** The move to animate; the number says whether it is a new one. */
    this.shown = { played: /** @type {import('./engine.js').Played|null} */ (null), number: 0 };
    /** @type {Thought|null} while the computer looks for its move */
    this.thinking = null;
    this.analysing = false;
    /** @type {Thought|null} */
    this.analysis = null;
    /** @type {{move: string, path: number[]}|null} */
    this.hint = null;
    /** @type {Mark[]} of the whole board */
    this.marks = [];
    /** @type {Mark[]} of the point under the pointer */
    this.pointMarks = [];
    this.hovered = -1;
    /** After going back in a game, the computer waits until somebody moves or asks it on. */
    this.held = false;
    /** Solved positions: are they wanted, of which variant does the engine have them, what part of them
     * has arrived (-1: none is under way), and why they are not there. */
    this.solved = { on: false, variant: '', share: -1, trouble: /** @type {''|'missing'|'unfit'} */ ('') };
    /** What every legal move leads to, the best first; null if that is not wanted or not known.
     * @type {{move: string, worth: Worth}[]|null} */
    this.perfect = null;
    /** A lesson may look at a move that was played, and take it back: it returns false.
     * @type {((move: string) => Promise<boolean>)|null} */
    this.judge = null;
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.ticket = 0; // a search whose ticket is old belongs to an old position
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
  }

  /** @param {() => void} listener */
  listen(listener) { this.listeners.push(listener); }
  notify() { for (const listener of this.listeners) listener(); }

  /** One thing after the other: clicks that come faster than answers wait.
   * @template T @param {() => Promise<T>} job @returns {Promise<T>} */
  run(job) {
    const done = this.queue.then(job);
    this.queue = done.catch(() => {});
    return done;
  }

  // -- what the page asks ------------------------------------------------------------------------

  /** @param {number} turn */
  isComputer(turn) { return this.players[turn]?.kind === 'computer'; }
  get turn() { return this.state?.turn ?? 0; }
  get over() { return this.state?.over ?? true; }
  /** May a person move now? */
  get open() { return !!this.state && !this.over && (!this.isComputer(this.turn) || this.held) && !this.thinking; }
  /** The clicks spell a move, and a longer one as well. */
  get canFinish() { return !!this.narrow.complete && this.narrow.next.length > 0; }
  /** The ways still open, where they are to be told apart by where something lands. */
  get ways() {
    return this.clicks.length && this.narrow.roles.includes('land') ? this.narrow.ways ?? [] : [];
  }

  /** The board as it will be, as far as the clicks tell: the piece under way stands where it goes.
   * @returns {{board: number[], ghosts: number[]}} */
  get preview() {
    const { shape, state, clicks, meant } = this, board = [...state?.board ?? []];
    /** @type {number[]} */
    const ghosts = [];
    clicks.forEach((point, i) => {
      if (meant[i] === 'to' && meant[i - 1] === 'from') {
        board[point] = board[clicks[i - 1]];
        board[clicks[i - 1]] = 0;
        ghosts.push(point);
      } else if (meant[i] === 'place') {
        board[point] = shape?.pieces.findIndex((p) => p?.owner === state?.turn && p?.form === 'man') ?? 0;
        ghosts.push(point);
      }
    });
    return { board, ghosts };
  }

  /** What each point that may be chosen can lead to, if that is shown. @returns {Map<number, Worth>} */
  get values() {
    const { next, values } = this.narrow;
    return new Map(this.perfect && values ? next.flatMap((p, i) => (values[i] ? [[p, values[i]]] : [])) : []);
  }

  /** @returns {import('./link.js').GameLink} */
  get link() {
    const { moves = [], ply = 0, end = '', series } = this.state ?? {};
    return { ...this.start, moves, ply, end, earlier: series?.earlier ?? [] };
  }

  // -- beginning ---------------------------------------------------------------------------------

  /**
   * Opens a game and plays the moves given. On a refusal the old game stays.
   * @param {Partial<import('./link.js').GameLink> & {variant: string}} game
   * @param {{players?: Player[], flipped?: boolean}} [how]
   */
  begin(game, { players, flipped } = {}) {
    return this.run(async () => {
      this.#cancel();
      const before = this.shape ? this.link : null;
      try {
        this.shape = await this.#open(game);
      } catch (error) {
        if (before) await this.#restore(before);
        throw error;
      }
      const { seed = '1', position = '', match = false, moves = [], ply = moves.length } = game;
      this.start = { variant: this.shape.variant, seed, position, match };
      this.#enter(players, flipped);
      this.held = ply !== moves.length;
      await this.#refresh();
    });
  }

  /** @param {Partial<import('./link.js').GameLink> & {variant: string}} game */
  async #open({ variant, seed = '1', position = '', match = false, earlier = [], moves = [], ply = moves.length, end = '' }) {
    const { engine } = this, shape = await engine.open(variant, seed, position, match);
    for (const game of earlier) {
      for (const move of game.moves) await engine.play(move);
      if (game.end) await engine.end(game.end);
      await engine.end('next');
    }
    for (const move of moves) await engine.play(move);
    if (end) await engine.end(end);
    if (ply !== moves.length) await engine.goto(ply);
    return shape;
  }

  /** @param {import('./link.js').GameLink} game */
  async #restore(game) {
    await this.#open(game);
    await this.#refresh();
  }

  /** @param {Player[]} [players] @param {boolean} [flipped] */
  #enter(players, flipped) {
    if (players) this.players = players;
    if (flipped !== undefined) this.flipped = flipped;
    this.shown = { played: null, number: this.shown.number + 1 };
    this.message = null;
    this.hint = null;
    this.analysis = null;
    this.held = false;
  }

  /** A game record, or the records of a match. @param {string} text */
  load(text) {
    return this.run(async () => {
      this.#cancel();
      const { engine } = this;
      try {
        this.shape = /** @type {Shape} */ (await engine.load(text));
      } catch (error) {
        await this.#refresh(); // the old game goes on, its thinking too
        throw error;
      }
      const { seed, start, series } = await engine.state();
      this.start = { variant: this.shape.variant, seed: series ? seed : '1', position: series ? '' : start, match: !!series };
      this.#enter([PERSON, PERSON]);
      await this.#refresh();
    });
  }

  /** The next game of the match. Where the players change sides, so do they here. */
  nextGame() {
    return this.run(async () => {
      const side = this.state?.series?.side;
      this.#cancel();
      await this.engine.end('next');
      const { series } = await this.engine.state();
      const changed = series?.side !== side;
      this.#enter(changed ? [this.players[1], this.players[0]] : this.players, this.flipped !== changed);
      await this.#refresh();
    });
  }

  /** @param {string} lang The same game in other words. */
  language(lang) {
    return this.run(async () => {
      this.#cancel();
      const shape = await this.engine.language(lang);
      if (!shape) return;
      this.shape = shape;
      this.message = null;
      await this.#refresh();
    });
  }

  // -- moving ------------------------------------------------------------------------------------

  /** A point was chosen. @param {number} point */
  click(point) {
    return this.run(async () => {
      if (!this.state || !this.shape) return;
      if (!this.open) {
        if (this.over) this.#say('', 'info');
        return;
      }
      this.message = null;
      this.hint = null;
      if (this.narrow.next.includes(point)) await this.#choose([...this.clicks, point], [...this.meant, this.#meaning(point)]);
      else if (this.clicks.includes(point)) await this.#choose(this.clicks.slice(0, this.clicks.indexOf(point)), this.meant.slice(0, this.clicks.indexOf(point)));
      else if (this.clicks.length === 1 && this.root.next.includes(point)) {
        this.narrow = this.root;
        await this.#choose([point], [this.#meaning(point)]);
      } else await this.#explain(point);
    });
  }

  /** Nothing is chosen any more. */
  clear() {
    return this.run(async () => {
      this.message = null;
      if (this.open && this.clicks.length) await this.#choose([], []);
      else this.notify();
    });
  }

  /** The move that the clicks spell, though it could go on. */
  finish() {
    return this.run(async () => {
      if (this.open && this.narrow.complete) await this.#play(this.narrow.complete);
    });
  }

  /** A move in text. @param {string} text @returns {Promise<boolean>} */
  type(text) {
    return this.run(async () => {
      if (!this.open) return false;
      try {
        await this.#play(text.trim());
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.#say(error.message, 'why');
        return false;
      }
    });
  }

  /** What choosing this point now means. Where a piece may be placed or moved, the board tells. @param {number} point */
  #meaning(point) {
    const { roles } = this.narrow;
    if (roles.length === 1) return roles[0];
    return roles.includes('from') && roles.includes('place') ? (this.state?.board[point] ? 'from' : 'place') : '';
  }

  /** @param {number[]} clicks @param {string[]} meant */
  async #choose(clicks, meant) {
    const narrow = await this.engine.narrow(clicks);
    this.clicks = clicks;
    this.meant = meant;
    this.narrow = narrow;
    if (narrow.complete && !narrow.next.length) return this.#play(narrow.complete);
    // The rest of a move that is the only one need not be clicked, but nobody's piece runs off or
    // drops by itself: where to go and where to place is always said.
    const asks = narrow.roles.includes('to') || narrow.roles.includes('place');
    if (clicks.length && narrow.only && !asks) return this.#play(narrow.only);
    this.notify();
  }

  /** @param {string} move */
  async #play(move) {
    const before = this.link;
    const played = await this.engine.play(move); // refused: nothing has changed
    this.#cancel();
    this.perfect = null;
    if (this.judge && !await this.judge(played.move)) {
      const { message } = this;
      await this.#restore(before); // as if it had never been played
      this.message = message;
      this.notify();
      return;
    }
    this.held = false;
    this.message = null;
    this.hint = null;
    this.analysis = null;
    this.shown = { played, number: this.shown.number + 1 };
    this.#speak(played.text);
    await this.#refresh();
  }

  /** @param {number} point */
  async #explain(point) {
    const { shape, state } = this;
    if (!shape || !state) return;
    const { moves } = await this.engine.moves();
    const piece = shape.pieces[state.board[point]];
    const own = !!piece && piece.owner === state.turn;
    const text = composeMove(shape.points.map((p) => p.name), moves, this.clicks, point, own);
    if (!text) return this.#say(this.narrow.prompt, 'info');
    const why = await this.engine.why(text);
    this.#say(why.legal ? this.narrow.prompt : why.text, 'why');
  }

  // -- looking back and ending -------------------------------------------------------------------

  /** @param {number} ply */
  goto(ply) { return this.run(() => this.#goto(ply)); }

  /** @param {number} ply */
  async #goto(ply) {
    const { state } = this;
    if (!state || ply < 0 || ply > state.moves.length) return;
    this.#cancel();
    await this.engine.goto(ply);
    const forward = ply === state.ply + 1;
    this.shown = { played: forward ? await this.engine.events(ply) : null, number: this.shown.number + 1 };
    this.message = null;
    this.hint = null;
    this.analysis = null;
    this.held = true;
    await this.#refresh();
  }

  /** Back to where a person was last to move. */
  undo() {
    return this.run(async () => {
      if (!this.state?.ply) return;
      const everyone = this.players.every((p) => p.kind === 'computer');
      do await this.#goto(this.state.ply - 1);
      while (!everyone && this.state.ply > 0 && this.isComputer(this.state.turn));
      this.held = everyone || this.isComputer(this.state.turn);
      this.notify();
    });
  }

  redo() {
    return this.run(async () => {
      if (!this.state) return;
      const last = this.state.moves.length;
      if (this.state.ply >= last) return;
      const everyone = this.players.every((p) => p.kind === 'computer');
      do await this.#goto(this.state.ply + 1);
      while (!everyone && this.state.ply < last && this.isComputer(this.state.turn));
    });
  }

  /** Lets the computer go on after looking back. */
  resume() {
    return this.run(async () => {
      this.held = false;
      this.#drive();
      this.notify();
    });
  }

  /** @param {'agree'|'p1'|'p2'} how */
  finishGame(how) {
    return this.run(async () => {
      if (!this.state || this.over) return;
      this.#cancel();
      this.analysis = null;
      await this.engine.end(how);
      await this.#refresh();
    });
  }

  /** The other player is asked to end the game here; a computer decides for itself.
   * @returns {Promise<''|'better'|'losing'>} why it declines, '' if the game has ended */
  offerEnd() {
    return this.run(async () => {
      if (!this.state || this.over) return '';
      const computers = [0, 1].filter((p) => this.isComputer(p));
      const refusal = computers.length === 1 ? await this.#weigh(computers[0]) : '';
      if (!refusal) await this.engine.end('agree');
      await this.#refresh();
      return refusal;
    });
  }

  /** What a computer has against an agreement. It takes a result in its favour, a draw unless it
   * stands better, and a loss only where it sees one coming. @param {number} side */
  async #weigh(side) {
    const { state } = this, mine = side ? 'p2' : 'p1';
    if (!state || state.agreed.winner === mine) return '';
    this.#cancel();
    const { score, mate } = await this.engine.think({ movetime: OFFER_MS });
    const sign = state.turn === side ? 1 : -1, lost = mate !== null && mate * sign < 0;
    if (state.agreed.winner !== 'draw') return lost ? '' : 'losing';
    return score * sign > BETTER ? 'better' : '';
  }

  flip() {
    this.flipped = !this.flipped;
    this.notify();
  }

  // -- thinking ----------------------------------------------------------------------------------

  /** The computer moves at once. */
  moveNow() { return this.engine.stop(); }

  askHint() {
    return this.run(async () => {
      if (!this.open || !this.shape) return;
      const ticket = this.#cancel();
      const { best } = await this.engine.think({ movetime: HINT_MS });
      if (ticket !== this.ticket || !best) return;
      const names = this.shape.points.map((p) => p.name);
      const path = pointsIn(best, new Set(names)).map((p) => names.indexOf(p.name));
      this.hint = { move: best, path };
      this.#speak(best);
      this.#drive();
      this.notify();
    });
  }

  /** @param {boolean} on */
  analyse(on) {
    if (!on && !this.thinking) this.#cancel();
    this.analysing = on;
    this.analysis = null;
    if (on && !this.thinking) this.#drive();
    this.notify();
  }

  /** Starts what the position asks for: the computer's move, or the analysis. */
  #drive() {
    if (!this.state || this.over) return;
    if (this.isComputer(this.turn) && !this.held && !this.judge) void this.#computer();
    else if (this.analysing) void this.#analyse();
  }

  async #computer() {
    const ticket = this.#cancel(), begun = Date.now();
    const { level, movetime } = this.players[this.turn];
    this.thinking = { done: false, depth: 0, score: 0, mate: null, nodes: 0, pv: [], best: '' };
    this.notify();
    const thought = await this.engine.think(level ? { level } : { movetime }, (t) => {
      if (ticket !== this.ticket) return;
      this.thinking = t;
      this.notify();
    });
    const rest = this.pause - (Date.now() - begun);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (ticket !== this.ticket || !thought.best) return;
    await this.run(async () => {
      if (ticket === this.ticket) await this.#play(thought.best);
    });
  }

  async #analyse() {
    const ticket = this.#cancel();
    const thought = await this.engine.think({ movetime: ANALYSIS_MS }, (t) => {
      if (ticket !== this.ticket) return;
      this.analysis = t;
      this.notify();
    });
    if (ticket !== this.ticket) return;
    this.analysis = thought;
    this.notify();
  }

  /** Whatever is being thought is about an old position. Returns the new ticket. */
  #cancel() {
    if (this.thinking || this.analysing) void this.engine.stop();
    this.thinking = null;
    return ++this.ticket;
  }

  // -- solved positions --------------------------------------------------------------------------

  /** Shows or hides what every move leads to. The database is fetched when it is first wanted.
   * @param {boolean} on @param {(file: string, arrived: (share: number) => void) => Promise<Uint8Array>} get */
  async showPerfect(on, get) {
    const { solved, shape } = this;
    Object.assign(solved, { on, trouble: '' });
    if (on && shape && solved.variant !== shape.variant && solved.share < 0) await this.#fetchSolved(shape.variant, get);
    await this.run(async () => {
      await this.#judge();
      if (this.perfect) this.narrow = await this.engine.narrow(this.clicks); // now with values
      this.notify();
    });
  }

  /** @param {string} variant @param {(file: string, arrived: (share: number) => void) => Promise<Uint8Array>} get */
  async #fetchSolved(variant, get) {
    const { solved } = this;
    const arrived = (/** @type {number} */ share) => {
      solved.share = share;
      this.notify();
    };
    try {
      arrived(0);
      const bytes = await get(`${variant}.pack`, arrived);
      await this.run(() => this.#takeSolved(bytes));
    } catch (error) {
      solved.on = false;
      solved.trouble = error instanceof Refusal ? 'unfit' : 'missing';
    }
    solved.share = -1;
  }

  /** Whatever is being thought begins anew, knowing more. @param {Uint8Array} bytes */
  async #takeSolved(bytes) {
    this.#cancel();
    try {
      this.solved.variant = (await this.engine.load(bytes)).database;
      this.root = this.over ? NOTHING : await this.engine.narrow([]);
    } finally {
      this.#drive();
    }
  }

  async #judge() {
    const { solved, shape } = this;
    this.perfect = null;
    if (!solved.on || solved.variant !== shape?.variant || this.over) return;
    const { moves, values } = await this.engine.moves();
    this.perfect = values?.map((worth, i) => ({ move: moves[i], worth })).sort((a, b) => goodness(b) - goodness(a)) ?? null;
  }

  // -- marks, words ------------------------------------------------------------------------------

  /** The pointer is on a point, or (-1) on none. @param {number} point */
  async hover(point) {
    if (point === this.hovered) return;
    this.hovered = point;
    const marks = point < 0 || !this.shape ? [] : await this.engine.marks(point).catch(() => []);
    if (this.hovered !== point) return;
    this.pointMarks = marks;
    this.notify();
  }

  /** @param {string} text @param {'why'|'info'|'good'} kind */
  say(text, kind = 'info') { this.#say(text, kind); }

  /** For screen readers alone. @param {string} text */
  announce(text) {
    this.#speak(text);
    this.notify();
  }

  /** @param {string} text @param {'why'|'info'|'good'} kind */
  #say(text, kind) {
    this.message = text ? { text, kind } : null;
    this.#speak(text);
    this.notify();
  }

  /** @param {string} text */
  #speak(text) {
    if (text) this.spoken = { text, number: this.spoken.number + 1 };
  }

  async #refresh() {
    this.clicks = [];
    this.meant = [];
    this.state = await this.engine.state();
    this.root = this.over ? NOTHING : await this.engine.narrow([]);
    this.narrow = this.root;
    await this.#judge();
    this.marks = await this.engine.marks(-1).catch(() => []);
    this.pointMarks = [];
    this.hovered = -1;
    this.notify();
    this.#drive();
  }
}
