// SPDX-License-Identifier: MIT
// The sets of puzzles as they ship (docs/puzzles.md): reading a file, the name of a puzzle, the puzzle of a day; and
// one fetch for each set, when it is first wanted. What the moves of a puzzle do is asked of the engine before it is
// shown, so that a file that was damaged asks nothing that has no answer. Without a page.
import { setupOf } from './link.js';
import { Refusal } from './wasm.js';

/**
 * @typedef {{id: string, set: string, variant: string, position: string, goal: string, level: number, themes: string[], line: string[]}} Puzzle
 * @typedef {{name: string, puzzles: (Puzzle|null)[], bad: number}} PuzzleSet null: a line that cannot be read
 * @typedef {{side: number, movers: number[], paths: number[][], count: number}} Checked who solves; who makes each move, and by which
 *   points; how many moves are the solver's
 */

/** In the order in which the days go through them. @type {{name: string, variant: string, game: string, size?: number}[]} */
export const SETS = [
  { name: 'nine', variant: 'nine', game: 'nine' },
  { name: 'morelli-9', variant: 'morelli,size=9', game: 'morelli', size: 9 },
  { name: 'mur', variant: 'mur', game: 'mur' },
  { name: 'six', variant: 'six', game: 'six' },
  { name: 'stacking', variant: 'stacking', game: 'stacking' },
  { name: 'morelli-13', variant: 'morelli', game: 'morelli', size: 13 },
  { name: 'twelve', variant: 'twelve', game: 'twelve' },
];
/** By their letters, from a on. */
export const THEMES = [
  'mill',
  'double',
  'capture',
  'stack',
  'frame',
  'evict',
  'knock',
  'trap',
  'kraken',
  'quiet',
  'sacrifice',
  'block',
  'zugzwang',
  'placing',
  'moving',
  'endgame',
  'moves-1',
  'moves-2',
  'moves-3',
  'moves-4',
  'exact',
];
export const GOALS = ['win', 'draw', 'mill', 'frame', 'trap', 'kraken'];
const LINE = /^([^|]{1,400})\|([a-z]+)\|(\d)([a-u]*)\|(\S+(?: \S+)*)$/,
  PLIES_MAX = 15,
  LINES_MAX = 5000;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz',
  DAY_MS = 86_400_000,
  LEAP = 7919;

/** @param {string} name */
export const setOf = (name) => SETS.find((s) => s.name === name) ?? null;

/** The name that follows from what is asked. @param {string} variant @param {string} position @param {string} goal */
export function idOf(variant, position, goal) {
  let hash = 0xcbf29ce484222325n;
  for (const c of `${variant}|${position}|${goal}|`)
    hash = BigInt.asUintN(64, (hash ^ BigInt(c.charCodeAt(0))) * 0x100000001b3n);
  hash ^= hash >> 40n;
  return Array.from({ length: 8 }, (_, i) => DIGITS[Number((hash >> BigInt(5 * i)) & 31n)]).join(
    '',
  );
}

/** @param {string} name @param {string} variant @param {string} text @returns {Puzzle|null} */
function readPuzzle(name, variant, text) {
  const [all, position, goal, level, themes, moves] = LINE.exec(text) ?? [],
    line = moves?.split(' ') ?? [];
  if (!all || !GOALS.includes(goal) || line.length > PLIES_MAX) return null;
  return {
    id: idOf(variant, position, goal),
    set: name,
    variant,
    position,
    goal,
    level: Number(level) || 10,
    line,
    themes: [...themes].map((c) => THEMES[c.charCodeAt(0) - 97]),
  };
}

/** A file; what is no set at all is an error. @param {string} name @param {string} text @returns {PuzzleSet} */
export function readSet(name, text) {
  const variant = setOf(name)?.variant ?? '',
    [head, ...lines] = text.split('\n');
  if (head !== `puzzles 1 ${variant}`) throw new Error(`${name}: no set of puzzles`);
  const puzzles = lines
    .filter(Boolean)
    .slice(0, LINES_MAX)
    .map((line) => readPuzzle(name, variant, line));
  const bad = puzzles.filter((p) => !p).length;
  if (bad === puzzles.length) throw new Error(`${name}: no puzzle can be read`);
  return { name, puzzles, bad };
}

/** @type {Map<string, Promise<PuzzleSet>>} */
const loaded = new Map();
/** The set, fetched once; a failure may be tried again. @param {string} name @returns {Promise<PuzzleSet>} */
export function loadSet(name) {
  let set = loaded.get(name);
  if (!set) {
    set = fetch(new URL(`puzzles/${name}.txt`, import.meta.url)).then(async (response) => {
      if (!response.ok) throw new TypeError(`fetch: ${response.status}`); // said as what did not arrive
      return readSet(name, await response.text());
    });
    set.catch(() => loaded.delete(name));
    loaded.set(name, set);
  }
  return set;
}

// -- days ----------------------------------------------------------------------------------------

/** Days since 1970-01-01, in UTC: everybody has the same puzzle. @param {number} ms */
export const dayOf = (ms) => Math.floor(ms / DAY_MS);
/** @param {number} day such as 2026-11-16 */
export const dayText = (day) => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** @param {string} text @returns {number} -1: no day that there is */
export function readDay(text) {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return ms >= 0 && dayText(dayOf(ms)) === text ? dayOf(ms) : -1;
}
/** How long until the next day begins. @param {number} ms */
export const untilTomorrow = (ms) => (dayOf(ms) + 1) * DAY_MS - ms;
/** The set whose turn it is. @param {number} day */
export const setOfDay = (day) => SETS[day % SETS.length];
/** Its puzzle. @param {PuzzleSet} set @param {number} day */
export const puzzleOfDay = (set, day) => set.puzzles[(day * LEAP) % set.puzzles.length];

// -- asked of the engine -------------------------------------------------------------------------

/** Events that a last move for a goal has. @type {Record<string, string[]>} */
const REACHED = {
  mill: ['line', 'won'],
  frame: ['enthroned', 'won'],
  trap: ['trapped', 'scored', 'won'],
  kraken: ['trapped', 'scored', 'won'],
  win: ['won'],
};

/** Plays the line in an engine: it has to be legal, to begin and end with the solver, and to reach its goal. All is asked at once, so
 * that nobody else's requests to that engine come in between.
 * @param {import('./engine.js').Calls} engine @param {Puzzle} puzzle @returns {Promise<Checked|null>} null: it is damaged */
export async function checkPuzzle(engine, { variant, position, goal, line, themes }) {
  try {
    const opened = engine.open(setupOf({ variant, position }), '0 sit person', '1 sit person');
    const asked = line.map(
      (move) => /** @type {const} */ ([engine.do(`t move ${move}`), engine.state()]),
    );
    const [, ...made] = await Promise.all([opened, ...asked.map((both) => Promise.all(both))]);
    if (made.some(([{ played }], i) => played?.move !== line[i])) return null; // not as the engine writes it
    const movers = made.map(([, { table }]) => table.movers[table.movers.length - 1]),
      side = movers[0];
    const events = made[line.length - 1][0].played?.events.map((e) => e.kind) ?? [];
    const reached =
      goal === 'draw' ||
      (goal === 'win' && themes.includes('exact')) ||
      events.some((e) => REACHED[goal].includes(e));
    if (!reached || movers[line.length - 1] !== side) return null;
    return {
      side,
      movers,
      paths: made.map(([, { table }]) => table.lastPath.map((step) => step.point)),
      count: movers.filter((m) => m === side).length,
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
