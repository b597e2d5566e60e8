// SPDX-License-Identifier: MIT
// The table on the page, without a page: a mirror of the engine's view, and what belongs to this screen
// alone: which side is near, what is said, what the computer thinks. Rules, who may do what, clicks and the
// clock are the engine's. Every change ends in notify(), and whoever draws, draws it all again from here.
import { endOf, openingLines } from './link.js';
import { Refusal } from './wasm.js';

/**
 * @typedef {import('./engine.js').Calls} Calls
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./engine.js').State} State
 * @typedef {import('./engine.js').Narrow} Narrow
 * @typedef {import('./engine.js').Mark} Mark
 * @typedef {import('./engine.js').Thought} Thought
 * @typedef {import('./engine.js').Worth} Worth
 * @typedef {{kind: 'person'|'computer', level: number, movetime: number, perfect?: boolean}} Player level 0: by time, or the teacher if that is 0 too (teacher.js);
 *   perfect: by solved values, and at the level where there are none
 */

/** @type {Player} */
export const PERSON = { kind: 'person', level: 0, movetime: 0 };
/** Never errs, where somebody has the values. @type {Player} */
export const PERFECT = { kind: 'computer', level: 10, movetime: 0, perfect: true };
/** As the engine writes a seat. @param {Player} player */
export const seatText = ({ kind, level, movetime, perfect }) =>
  kind === 'person'
    ? 'person'
    : perfect
      ? 'computer perfect'
      : level
        ? `computer level ${level}`
        : movetime
          ? `computer ${movetime} ms`
          : 'computer teacher';
const NOTHING = /** @type {Narrow} */ ({
  clicks: [],
  meant: [],
  board: [],
  ghosts: [],
  next: [],
  roles: [],
  prompt: '',
  made: '',
  repeats: [],
  finish: false,
  decline: '',
  accept: '',
  matches: 0,
  complete: null,
  ways: [],
});
/** For sorting: sooner wins, later losses and draws with more traps are better. @param {{worth: Worth}} move */
const goodness = ({ worth: [value, plies, losing, replies] }) =>
  value * (1e5 - plies) + (losing / replies || 0);
/** The game as a link; null while a variation is shown. @param {State} table @returns {import('./link.js').GameLink|null} */
export function linkOf({
  variant,
  seed,
  match,
  moves,
  nodes,
  ply,
  head,
  start,
  setup,
  clock,
  ending,
  earlier,
}) {
  if (head && !nodes.includes(head)) return null;
  const position = match ? '' : earlier.length ? start : (/ start=(.*)$/.exec(setup)?.[1] ?? '');
  return {
    variant,
    seed: position ? '1' : seed,
    position,
    match,
    clock: clock.control,
    moves,
    ply,
    end: endOf(ending),
    earlier: match ? earlier.map((g) => ({ moves: g.moves, end: endOf(g) })) : [],
  };
}
const ANALYSIS_MS = 8000,
  HINT_MS = 700,
  OFFER_MS = 500,
  TIMER_MAX = 2 ** 31 - 1;
const CLEAR = -1,
  FINISH = -3,
  ACCEPT = -4,
  STEP_BACK = -1,
  STEP_FORTH = -2;
/** Whatever is tried is a variation; a game that is still on counts as not begun, so that all of it may be changed. */
const STUDY = 's study 1';
const PREMOVE_MAX = 8; // points; no move has more

export class Session {
  /** @param {Calls} engine @param {{pause?: number}} [options] pause: ms that a computer's move takes at least */
  constructor(engine, { pause = 0 } = {}) {
    this.engine = engine;
    this.pause = pause;
    /** @type {Shape|null} */
    this.shape = null;
    /** @type {State|null} the table as the engine sees it */
    this.state = null;
    /** What has been clicked and what may be. */
    this.narrow = NOTHING;
    /** @type {Mark[]} of the whole board */
    this.marks = [];
    /** May a person choose points in what is shown, may the game go on from there, has the page this variant solved,
     * can it be solved at all? */
    this.may = { open: false, resume: false, solved: false, numbered: false };
    this.flipped = false;
    /** How many games have been opened here: another number is another game. */
    this.games = 0;
    /** The game's name among all that are kept (keep.js); '' if it has none yet. Was it brought as a record? */
    this.id = '';
    this.imported = false;
    /** Is this the analysis board: whatever is tried is a variation? Is it a draft, not among the kept games? How often
     * have its notes changed? */
    this.study = false;
    this.draft = false;
    this.edits = 0;
    /** Before another game comes onto the board. @type {(() => Promise<void>)|null} */
    this.leaving = null;
    /** A game over the network: who is told of moves made here, and has the clocks (friends.js).
     * @type {import('./friends.js').Friends|null} */
    this.remote = null;
    /** How the board of a table elsewhere came about, as acts. @type {string[]} */
    this.mirrored = [];
    /** The points of a move for one's next turn, chosen while somebody elsewhere is to move. @type {number[]} */
    this.premove = [];
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
    /** @type {Mark[]} of the point under the pointer */
    this.pointMarks = [];
    this.hovered = -1;
    /** Solved positions: are they wanted, of which variant does the engine have them, of which is it told them one by one
     * (values-shown.js) and the latest, what part of them has arrived (-1: none is under way), and why they are not there. */
    this.solved = { on: false, variant: '', told: '', at: '', share: -1, trouble: '' };
    /** Of a drawing move: how many of how many replies lose, where the engine does not know it. */
    this.traps = (/** @type {string} */ _position, /** @type {string} */ _move) => [0, 0];
    /** What every legal move leads to, the best first; null if that is not wanted or not known.
     * @type {{move: string, worth: Worth}[]|null} */
    this.perfect = null;
    /** A lesson may look at a move that was played, and take it back: it returns false.
     * @type {((move: string) => Promise<boolean>)|null} */
    this.judge = null;
    /** Chooses for a seat that plays by solved values (expert.js) or teaches (teacher.js); null: that is not to be had.
     * @type {((signal: AbortSignal, teacher: boolean) => Promise<string|null>)|null} */
    this.expert = null;
    /** Tells the engine what a book of openings knows of where the game stands (opening-book.js).
     * @type {((state: State) => Promise<void>)|null} */
    this.opening = null;
    /** It could not choose the last time, and a level did. */
    this.unsure = false;
    /** The ply at which the teacher has left something to find. */
    this.leaves = -1;
    this.hurry = new AbortController();
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.ticket = 0; // a search whose ticket is old belongs to an old position
    this.seen = 0; // when the clock was last looked at
    /** @type {ReturnType<typeof setTimeout>|undefined} until somebody's time is up */
    this.timer = undefined;
    /** The game as a link: its own moves, wherever one looks. @type {import('./link.js').GameLink} */
    this.link = {
      variant: '',
      seed: '1',
      position: '',
      clock: 'none',
      match: false,
      moves: [],
      ply: 0,
      end: '',
      earlier: [],
    };
    /** @type {Promise<any>} */
    this.queue = Promise.resolve();
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }
  notify() {
    for (const listener of this.listeners) listener();
  }

  /** One thing after the other: clicks that come faster than answers wait.
   * @template T @param {() => Promise<T>} job @returns {Promise<T>} */
  run(job) {
    const done = this.queue.then(job);
    this.queue = done.catch(() => {});
    return done;
  }

  // -- what the page asks ------------------------------------------------------------------------

  /** Who plays a side. @param {number} side @returns {import('./engine.js').Seat|undefined} */
  seat(side) {
    return this.state?.seats.find((s) => s.side === side);
  }
  /** @param {number} side */
  seatOf(side) {
    return this.state?.seats.findIndex((s) => s.side === side) ?? side;
  }
  /** @param {number} side */
  isComputer(side) {
    return this.seat(side)?.kind === 'computer';
  }
  get turn() {
    return this.state?.turn ?? 0;
  }
  get over() {
    return this.state?.over ?? true;
  }
  get atHead() {
    return !!this.state && this.state.node === this.state.head;
  }
  /** Is an earlier position shown of a game that goes on elsewhere, or that is over? */
  get lookingBack() {
    return (
      !!this.state &&
      !this.atHead &&
      !this.study &&
      !this.judge &&
      (!!this.remote || !!this.state.ending)
    );
  }
  /** May a person move now? Not while they look back at a game over the network. */
  get open() {
    return (
      this.may.open &&
      !(this.thinking && this.atHead) &&
      !(this.remote && !this.over && this.lookingBack)
    );
  }
  /** May a person here choose points for their next turn, while somebody elsewhere is to move? */
  get planning() {
    const { remote, state } = this;
    return (
      !!state &&
      !!remote?.running &&
      !remote.confirm?.move &&
      remote.side >= 0 &&
      state.turn !== remote.side &&
      !state.paused &&
      this.atHead &&
      !this.over
    );
  }
  /** Is there a man of the player who sits here? @param {number} point */
  owns(point) {
    return this.shape?.pieces[this.state?.board[point] ?? 0]?.owner === this.remote?.side;
  }
  /** A computer would be to move in what is shown, but the game has gone on from there. */
  get held() {
    return !!this.state && !this.over && !this.atHead && this.isComputer(this.turn);
  }
  get clicks() {
    return this.narrow.clicks;
  }
  /** The board as it will be, as far as the clicks tell. */
  get preview() {
    return this.narrow;
  }
  /** The clicks spell a move, and a longer one as well. */
  get canFinish() {
    return this.narrow.finish;
  }
  /** The ways still open, where they are to be told apart by where something lands. */
  get ways() {
    return this.clicks.length && this.narrow.roles.includes('land') ? this.narrow.ways : [];
  }

  /** What a side has left, or has used if there is no limit. @param {number} side */
  left(side) {
    if (this.remote) return this.remote.left(side);
    const { clock } = this.state ?? {};
    if (!clock) return 0;
    const since = clock.running === side ? Date.now() - this.seen : 0;
    return Math.max(0, clock.left[side] + (clock.limited ? -since : since));
  }

  /** Is there a limit of time, and whose clock runs (-1: none)? */
  get limited() {
    return this.remote ? this.remote.limited : !!this.state?.clock.limited;
  }
  get running() {
    return this.remote ? this.remote.runningSide : (this.state?.clock.running ?? -1);
  }

  /** What each point that may be chosen can lead to, if that is shown. @returns {Map<number, Worth>} */
  get values() {
    const { next, values } = this.narrow;
    return new Map(
      this.perfect && values ? next.flatMap((p, i) => (values[i] ? [[p, values[i]]] : [])) : [],
    );
  }

  // -- beginning ---------------------------------------------------------------------------------

  /**
   * Opens a game and plays the moves given. On a refusal the old game stays.
   * @param {Partial<import('./link.js').GameLink> & {variant: string}} game
   * @param {{players?: Player[], flipped?: boolean, id?: string}} [how] players: by sides; id: of a kept game
   */
  begin(game, { players, flipped, id = '' } = {}) {
    return this.run(async () => {
      const { engine } = this;
      this.#cancel();
      this.shape = await this.#keeping(() => engine.open(...openingLines(game)));
      const { table } = await engine.state();
      for (const { side } of table.seats) {
        const player = players?.[side] ?? PERSON;
        if (player.kind !== 'person')
          await engine.do(
            `h seat ${table.seats.findIndex((s) => s.side === side)} ${seatText(player)}`,
          );
      }
      const { moves = [], ply = moves.length } = game;
      if (ply !== moves.length) await engine.show(ply ? table.nodes[ply - 1] : 0);
      Object.assign(this, { id, imported: false, study: false, draft: false });
      this.#enter(flipped);
      await this.#refresh();
    });
  }

  /** The board of a table elsewhere, as acts. @param {string[]} lines @param {{flipped?: boolean}} [how] */
  mirror(lines, { flipped } = {}) {
    return this.run(async () => {
      this.#cancel();
      this.shape = await this.#keeping(() => this.engine.open(...lines));
      this.mirrored = [...lines];
      Object.assign(this, { id: '', imported: false, study: false, draft: false });
      this.#enter(flipped);
      await this.#refresh();
    });
  }

  /** A move that was made elsewhere. @param {number} side @param {string} move */
  remoteMove(side, move) {
    return this.run(async () => {
      const { atHead } = this,
        { played } = await this.engine.do(`${this.seatOf(side)} move ${move}`);
      this.mirrored.push(`t move ${move}`);
      if (!atHead) return this.#refresh(); // somebody looks back
      this.#hush();
      this.shown = { played, number: this.shown.number + 1 };
      this.#speak(played?.text ?? '');
      await this.#refresh(this.spoken);
      await this.#replay();
    });
  }

  /** The turn has come, perhaps: what was chosen before is played if it spells a move, kept as its beginning if it
   * spells a part of one, and else dropped. */
  async #replay() {
    const points = this.premove,
      { engine, remote } = this;
    if (this.over) this.premove = [];
    if (!points.length || !this.open || this.turn !== remote?.side) return; // the other side may be to move again
    this.premove = [];
    for (const point of points) {
      const { found, why, played } = await engine.click(point);
      if (found === 'chosen') continue;
      const { lastPath } = (await engine.state()).table;
      if (found !== 'move') await engine.click(CLEAR);
      else if (points.every((p) => lastPath.some((step) => step.point === p)))
        return this.#played(played);
      else await engine.open(...this.mirrored); // the only move left, but another one than was meant: it was never played
      await this.#refresh();
      return remote.dropped(why);
    }
    await this.#look();
    this.notify();
    if (points.every((p) => this.clicks.includes(p))) return;
    await engine.click(CLEAR);
    await this.#look();
    remote.dropped('');
  }

  /** A point for the next turn; the last one again takes it back, and a man of one's own after a whole move begins another. @param {number} point */
  #plan(point) {
    const { premove } = this;
    if (premove.at(-1) === point) this.premove = premove.slice(0, -1);
    else if (premove.length > 1 && this.owns(point)) this.premove = [point];
    else if (premove.length < PREMOVE_MAX) this.premove = [...premove, point];
    this.remote?.planned(this.premove);
  }

  /** The last move here was never sent: the board as it was before. */
  unplay() {
    return this.run(async () => {
      this.#cancel();
      this.mirrored.pop();
      await this.engine.open(...this.mirrored);
      this.message = null;
      await this.#refresh();
    });
  }

  /** A game as its record, or the records of a match. @param {string} text
   * @param {{flipped?: boolean, id?: string, draft?: boolean, study?: boolean}} [how] id: of a kept game */
  load(text, { flipped, id = '', draft = false, study = false } = {}) {
    return this.run(async () => {
      this.#cancel();
      this.shape = /** @type {Shape} */ (await this.#keeping(() => this.engine.load(text)));
      Object.assign(this, { id, imported: true, study, draft });
      this.#enter(flipped);
      if (study) await this.engine.do(STUDY);
      await this.#refresh();
    });
  }

  /** If the job is refused, the old game goes on, its thinking too. @template T @param {() => Promise<T>} job */
  async #keeping(job) {
    try {
      return await job();
    } catch (error) {
      if (this.shape) await this.#refresh();
      throw error;
    }
  }

  /** @param {boolean} [flipped] */
  #enter(flipped) {
    if (flipped !== undefined) this.flipped = flipped;
    this.games++;
    this.edits = 0;
    this.shown = { played: null, number: this.shown.number + 1 };
    this.premove = [];
    this.unsure = false;
    this.#hush();
  }

  #hush() {
    this.message = null;
    this.hint = null;
    this.analysis = null;
  }

  /** The next game: of the match, or from the last board. Where the players change sides, so does the board. */
  nextGame() {
    return this.run(async () => {
      const before = this.state?.seats[0].side;
      await this.#act('0 next');
      const { table } = await this.engine.state();
      this.#enter(this.flipped !== (table.seats[0].side !== before));
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
      if (this.remote?.confirm?.move)
        return void this.remote.confirm.tapped(point).catch(this.remote.report); // it runs after this
      if (this.planning) return this.#plan(point);
      if (!this.open) {
        if (this.over) this.#say('', 'info');
        return;
      }
      const { found, why, played } = await this.engine.click(point);
      if (found === 'move') return this.#played(played);
      await this.#asked(found === 'why' ? why : '');
      if (found === 'nothing') this.#say(this.narrow.prompt, 'info');
    });
  }

  /** Points were chosen or refused: what is asked for now is shown by the status, and spoken. @param {string} why */
  async #asked(why) {
    this.hint = null;
    await this.#look();
    if (why) return this.#say(why, 'why');
    this.message = null;
    this.#speak([this.narrow.made, this.narrow.prompt].filter(Boolean).join(': '));
    this.notify();
  }

  /** Nothing is chosen any more. */
  clear() {
    if (this.remote?.confirm?.move) return this.remote.confirm.cancel();
    return this.run(async () => {
      this.message = null;
      this.premove = [];
      if (this.open && this.clicks.length) {
        await this.engine.click(CLEAR);
        await this.#look();
        this.#speak(this.narrow.prompt);
      }
      this.notify();
    });
  }

  /** The move that the clicks spell, though it could go on. */
  finish() {
    return this.run(async () => {
      if (!this.open || !this.canFinish) return;
      const { played } = await this.engine.click(FINISH);
      await this.#played(played);
    });
  }

  /** All that could still be chosen at once: every man that can be turned over, or the centre. */
  accept() {
    return this.click(ACCEPT);
  }

  /** Typed at the board: a move, or one more point of the move that is begun. @param {string} text */
  type(text) {
    return this.#enterText('type', text);
  }

  /** A whole move that something else offers; what was begun is dropped. @param {string} text */
  play(text) {
    return this.#enterText('move', text);
  }

  /** @param {'type'|'move'} as @param {string} text @returns {Promise<boolean>} */
  #enterText(as, text) {
    return this.run(async () => {
      if (!this.open) return false;
      try {
        const { played } = await this.engine.do(`s ${as} ${text.trim()}`);
        if (played) await this.#played(played);
        else await this.#asked('');
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.#say(error.message, 'why');
        return false;
      }
    });
  }

  /** A move was made at what is shown. @param {import('./engine.js').Played|null} played */
  async #played(played) {
    this.#cancel();
    this.perfect = null;
    if (this.judge && !(await this.judge(played?.move ?? ''))) {
      const { message } = this,
        { node } = (await this.engine.state()).table;
      await this.engine.do('0 back 1'); // as if it had never been played
      await this.engine.do(`h delete ${node}`);
      await this.#refresh();
      this.message = message;
      this.notify();
      return;
    }
    this.#hush();
    this.shown = { played, number: this.shown.number + 1 };
    this.#speak(played?.text ?? '');
    const { spoken } = this;
    if (played && this.remote) {
      this.mirrored.push(`t move ${played.move}`);
      this.remote.moved(played.move);
    }
    await this.#refresh(spoken);
  }

  // -- the tree ------------------------------------------------------------------------------------

  /** The board becomes the analysis board, or is one no more. @param {boolean} on */
  studying(on) {
    return this.run(async () => {
      this.#cancel();
      this.study = on;
      await this.engine.do(on ? STUDY : 's study 0');
      await this.#refresh();
    });
  }

  /** To any node of the tree. @param {number} node */
  visit(node) {
    return this.#show(node);
  }

  /** Something is written into the tree. @param {...string} lines acts without who does them, such as "comment 12 a trap" */
  note(...lines) {
    return this.run(async () => {
      this.#cancel();
      try {
        for (const line of lines) await this.engine.do(`h ${line}`);
      } finally {
        this.edits++;
        await this.#refresh();
      }
    });
  }

  /** The moves, one after the other, from what is shown; they follow what is there, or are new. @param {string[]} moves */
  playLine(moves) {
    return this.run(async () => {
      this.#cancel();
      this.#hush();
      try {
        for (const move of moves)
          this.shown = {
            played: (await this.engine.do(`s move ${move}`)).played,
            number: this.shown.number + 1,
          };
      } finally {
        await this.#refresh();
      }
    });
  }

  /** The whole tree as it was before, from its record. @param {string} record @param {string[]} moves the way to what is shown then */
  restore(record, moves) {
    return this.run(async () => {
      this.#cancel();
      this.#hush();
      await this.engine.load(record);
      await this.engine.do(STUDY);
      await this.engine.show(0);
      for (const move of moves) await this.engine.do(`s move ${move}`);
      this.edits++;
      await this.#refresh();
    });
  }

  /** An act, and what became of the table. @param {string} line "BY ACT" */
  act(line) {
    return this.run(() => this.#act(line));
  }

  /** @param {string} line */
  async #act(line) {
    this.#cancel();
    this.analysis = null;
    try {
      await this.engine.do(line);
    } finally {
      await this.#refresh();
    }
  }

  // -- looking back and ending -------------------------------------------------------------------

  /** @param {number} node of the engine's tree, or a step */
  #show(node) {
    return this.run(async () => {
      if (!this.state) return;
      const { played } = await this.engine.show(node);
      this.premove = [];
      this.shown = { played, number: this.shown.number + 1 };
      this.#hush();
      if (!this.thinking || !this.state.clock.limited) this.#cancel(); // who has a clock thinks on
      await this.#refresh();
    });
  }

  /** To a ply of the line that is shown. @param {number} ply */
  async goto(ply) {
    const nodes = this.state?.nodes ?? [];
    if (ply >= 0 && ply <= nodes.length) await this.#show(ply ? nodes[ply - 1] : 0);
  }

  /** Back to where a person was last to move. */
  undo() {
    return this.#show(STEP_BACK);
  }
  redo() {
    return this.#show(STEP_FORTH);
  }
  /** To where the game is. */
  async toHead() {
    if (this.state) await this.#show(this.state.head);
  }

  /** The game goes on from what is shown; what came after it is taken back. */
  async resume() {
    const { headPly, ply } = this.state ?? { headPly: 0, ply: 0 };
    if (this.may.resume) await this.act(`0 back ${headPly - ply}`);
  }

  /** That side resigns. @param {'p1'|'p2'} side */
  async finishGame(side) {
    if (this.state && !this.over) await this.act(`${this.seatOf(side === 'p1' ? 0 : 1)} resign`);
  }

  /** The other player is asked to end the game here; a computer decides for itself.
   * @returns {Promise<''|'better'|'losing'>} why it declines, '' if the game has ended */
  offerEnd() {
    return this.run(async () => {
      const { state } = this,
        { winner } = state?.agreed ?? {};
      if (!state || this.over) return '';
      const computers = state.seats.filter((s) => s.kind === 'computer').length;
      const asker =
        computers === 1 ? state.seats.findIndex((s) => s.kind !== 'computer') : state.toMove;
      await this.#act(computers === 2 ? `h end agreement ${winner}` : `${asker} offer end`);
      if (this.over) return '';
      this.#cancel();
      await this.engine.think({ movetime: OFFER_MS, seat: true });
      const { accepted } = await this.engine.answer();
      await this.#refresh();
      return accepted ? '' : winner === 'draw' ? 'better' : 'losing';
    });
  }

  flip() {
    this.flipped = !this.flipped;
    this.notify();
  }

  // -- thinking ----------------------------------------------------------------------------------

  /** The computer moves at once. */
  moveNow() {
    this.hurry.abort();
    return this.engine.stop();
  }

  askHint() {
    return this.run(async () => {
      if (!this.open || !this.shape) return;
      this.message = null; // an old complaint would stand where the hint belongs
      const ticket = this.#cancel();
      const { best, path } = await this.engine.think({ movetime: HINT_MS });
      if (ticket !== this.ticket || !best) return;
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

  /** Starts what the table asks for: the computer's move, or the analysis. Without a clock a computer waits
   * while somebody looks back. */
  #drive() {
    const { state } = this;
    if (!state || this.thinking) return;
    const mover = state.seats[state.toMove];
    if (
      mover?.kind === 'computer' &&
      !state.paused &&
      !this.judge &&
      !this.study &&
      (this.atHead || state.clock.limited)
    )
      void this.#computer(mover);
    else if (this.analysing && !state.here && state.state !== 'settling') void this.#analyse();
  }

  /** @param {import('./engine.js').Seat} mover */
  async #computer({ level, time, perfect }) {
    const ticket = this.#cancel(),
      begun = Date.now();
    this.thinking = {
      done: false,
      depth: 0,
      score: 0,
      mate: null,
      chance: 500,
      nodes: 0,
      pv: [],
      best: '',
      path: [],
      lines: [],
    };
    this.notify();
    const asks = perfect || !(level || time),
      known =
        asks &&
        (await this.expert?.((this.hurry = new AbortController()).signal, !perfect).catch(
          () => null,
        ));
    if (ticket !== this.ticket) return;
    if (asks) this.unsure = !known;
    if (!known && this.state && this.atHead && (level ? level === PERFECT.level : time))
      await this.opening?.(this.state).catch(() => {});
    if (ticket !== this.ticket) return;
    const thought = known
      ? { best: known }
      : await this.engine.think(
          time ? { movetime: time, seat: true } : { level: level || 3, seat: true },
          (t) => {
            if (ticket !== this.ticket) return;
            this.thinking = t;
            this.notify();
          },
        );
    const rest =
      Math.min(this.pause, this.state?.clock.limited ? 100 : Infinity) - (Date.now() - begun);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (ticket !== this.ticket || !thought.best) return;
    await this.run(async () => {
      if (ticket !== this.ticket) return;
      const { played } = await this.engine.do(`t move ${thought.best}`);
      if (this.atHead) return this.#played(played);
      this.#cancel(); // somebody looks elsewhere
      await this.#refresh();
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
    this.hurry.abort();
    this.thinking = null;
    return ++this.ticket;
  }

  /** When somebody's time is up the engine says so. */
  #watchClock() {
    clearTimeout(this.timer);
    const { due } = this.state?.clock ?? { due: null };
    if (due === null || due > TIMER_MAX) return;
    this.timer = setTimeout(() => void this.act('h flag').catch(() => {}), due + 10);
  }

  // -- solved positions --------------------------------------------------------------------------

  /** Shows or hides what every move leads to. The database is fetched when it is first wanted.
   * @param {boolean} on @param {(file: string, arrived: (share: number) => void) => Promise<Uint8Array>} get */
  async showPerfect(on, get) {
    const { solved, shape, may } = this;
    Object.assign(solved, { on, trouble: '' });
    if (on && shape && may.solved && solved.variant !== shape.variant && solved.share < 0)
      await this.#fetchSolved(shape.variant, get);
    await this.look(); // now with values
  }

  /** Is it known, and wanted, what the moves lead to? Not while that would be unfair to somebody elsewhere. */
  get knows() {
    const {
      solved: { on, variant, told },
      shape,
      state,
      remote,
    } = this;
    return (
      on &&
      !!shape &&
      [variant, told].includes(shape.variant) &&
      !state?.here &&
      remote?.helps !== false
    );
  }

  /** Sees anew what the engine says. */
  look() {
    return this.run(async () => {
      await this.#look();
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
    } finally {
      this.#drive();
    }
  }

  async #judge() {
    this.perfect = null;
    if (!this.knows) return;
    const { moves, values } = await this.engine.moves();
    this.perfect =
      values
        ?.map((worth, i) => ({
          move: moves[i],
          worth: /** @type {Worth} */ (
            worth[0] || worth[3]
              ? worth
              : [0, -1, ...this.traps(this.state?.position ?? '', moves[i])]
          ),
        }))
        .sort((a, b) => goodness(b) - goodness(a)) ?? null;
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
  say(text, kind = 'info') {
    this.#say(text, kind);
  }

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

  /** The engine's view, as it is now. */
  async #look() {
    const { table, click, marks, open, resume, solved, numbered } = await this.engine.state();
    this.state = table;
    this.narrow = click;
    this.marks = marks;
    this.may = { open, resume, solved, numbered };
    this.seen = Date.now();
    this.link = linkOf(table) ?? this.link;
    await this.#judge();
  }

  /** @param {{text: string}} [said] what was just spoken: a duty of the turn that begins is spoken with it */
  async #refresh(said) {
    await this.#look();
    const { roles, prompt } = this.narrow,
      duty = this.open && !roles.includes('place') && !roles.includes('from');
    if (said?.text && said === this.spoken && duty) said.text += ` ${prompt}`;
    this.pointMarks = [];
    this.hovered = -1;
    this.#watchClock();
    this.notify();
    this.#drive();
  }
}
