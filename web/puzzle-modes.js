// SPDX-License-Identifier: MIT
// Ways to be given puzzles: today's, one by name, practice by game and theme and level, a streak that gets harder, against
// the clock, and those that come again. A way is an address (#puzzles=streak.nine); this says which puzzle is next in
// it. Without a page.
import { dueNow } from './puzzle-book.js';
import { SETS, THEMES, dayText, puzzleOfDay, readDay, setOf, setOfDay } from './puzzle-sets.js';

/**
 * @typedef {import('./puzzle-sets.js').Puzzle} Puzzle
 * @typedef {'today'|'day'|'one'|'practice'|'streak'|'clock'|'again'} Kind
 * @typedef {{kind: Kind, set: string, id: string, day: number, theme: string, levels: string}} Mode set, theme, levels: '' for all
 * @typedef {{book: import('./puzzle-book.js').Book, today: number, load: (name: string) => Promise<import('./puzzle-sets.js').PuzzleSet>,
 *   random: () => number, forget: (key: string) => void, used: Set<string>, count: number}} Chance forget: of a puzzle that is not there any more;
 *   used: what has been asked in this run, as SET.ID; count: solved in it
 */

/** Levels as ranges that people choose. @type {Record<string, [number, number]>} */
export const LEVELS = { easy: [1, 2], medium: [3, 4], hard: [5, 10] };
const STREAK_STEP = 2,
  CLOCK_STEP = 4,
  LEVEL_MAX = 10;
export const CLOCK_MS = 180_000,
  COST_MS = 10_000;

/** @type {Mode} */
const NONE = { kind: 'today', set: '', id: '', day: -1, theme: '', levels: '' };

/** @param {string} argument of the address @returns {Mode|null} null: the list of ways */
export function readMode(argument) {
  const [first, second = '', third = '', fourth = ''] = argument.split('.');
  if (argument === 'today' || argument === 'again') return { ...NONE, kind: argument };
  if (first === 'day')
    return readDay(second) >= 0 ? { ...NONE, kind: 'day', day: readDay(second) } : null;
  if (setOf(first))
    return /^[0-9a-z]{8}$/.test(second)
      ? { ...NONE, kind: 'one', set: first, id: second }
      : { ...NONE, kind: 'practice', set: first };
  if (first !== 'practice' && first !== 'streak' && first !== 'clock') return null;
  const set = setOf(second)?.name ?? '';
  if (first !== 'practice') return { ...NONE, kind: first, set };
  return {
    ...NONE,
    kind: 'practice',
    set,
    theme: THEMES.includes(third) ? third : '',
    levels: Object.hasOwn(LEVELS, fourth) ? fourth : '',
  };
}

/** @param {Partial<Mode> & {kind: Kind}} mode @returns {string} its argument */
export function writeMode({ kind, set = '', id = '', day = -1, theme = '', levels = '' }) {
  if (kind === 'day') return `day.${dayText(day)}`;
  if (kind === 'one') return `${set}.${id}`;
  if (kind === 'today' || kind === 'again') return kind;
  const parts = [kind, set || 'all', theme || 'any', levels || 'any'].slice(
    0,
    kind === 'practice' ? (levels ? 4 : theme ? 3 : 2) : 2,
  );
  return parts.join('.').replace(/\.all$/, '');
}

/** Does a puzzle fit what is practised? @param {Puzzle} puzzle @param {{theme: string, levels: string}} mode */
export function fits({ level, themes }, { theme, levels }) {
  const [low, high] = LEVELS[levels] ?? [1, LEVEL_MAX];
  return (!theme || themes.includes(theme)) && level >= low && level <= high;
}

/** @template T @param {T[]} list @param {() => number} random */
const anyOf = (list, random) => list[Math.floor(random() * list.length)];
/** @template T @param {readonly T[]} list @param {() => number} random */
function shuffled(list, random) {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}
/** @param {Puzzle} puzzle */
export const keyOf = ({ set, id }) => `${set}.${id}`;

/** What can be asked of a set in this run. @param {string} name @param {Chance} chance @returns {Promise<Puzzle[]>} */
async function open(name, { load, used }) {
  const { puzzles } = await load(name);
  return /** @type {Puzzle[]} */ (puzzles.filter((p) => p && !used.has(keyOf(p))));
}

/** New ones first, then those that were not solved yet, then any. @param {Puzzle[]} list @param {Chance} chance @returns {Puzzle|null} */
function fresh(list, { book, random }) {
  const worth = (/** @type {Puzzle} */ p) => {
    const entry = book.entries[keyOf(p)];
    return !entry ? 0 : entry[1] ? 2 : 1;
  };
  const best = Math.min(...list.map(worth));
  return (
    anyOf(
      list.filter((p) => worth(p) === best),
      random,
    ) ?? null
  );
}

/** One of this level, or as near to it as there is. @param {Puzzle[]} list @param {number} level @param {Chance} chance */
function near(list, level, chance) {
  const far = (/** @type {Puzzle} */ p) => Math.abs(p.level - level),
    nearest = Math.min(...list.map(far));
  return fresh(
    list.filter((p) => far(p) === nearest),
    chance,
  );
}

/** The level that a run has reached. @param {Kind} kind @param {number} count solved so far */
export const levelAt = (kind, count) =>
  Math.min(LEVEL_MAX, 1 + Math.floor(count / (kind === 'clock' ? CLOCK_STEP : STREAK_STEP)));

/** The next puzzle; null: there is none. @param {Mode} mode @param {Chance} chance @returns {Promise<Puzzle|null>} */
export async function nextPuzzle(mode, chance) {
  const { kind } = mode,
    { today, random, used } = chance;
  if (kind === 'today' || kind === 'day') {
    const day = kind === 'day' ? mode.day : today;
    return puzzleOfDay(await chance.load(setOfDay(day).name), day);
  }
  if (kind === 'one')
    return (await chance.load(mode.set)).puzzles.find((p) => p?.id === mode.id) ?? null;
  if (kind === 'again') return firstDue(chance);
  const names = mode.set ? [mode.set] : shuffled(SETS, random).map((s) => s.name);
  for (const name of names) {
    // one file at a time, the first that has something
    const list = (await open(name, chance)).filter((p) => kind !== 'practice' || fits(p, mode));
    if (list.length)
      return kind === 'practice'
        ? fresh(list, chance)
        : near(list, levelAt(kind, chance.count), chance);
  }
  if (kind !== 'practice' || !used.size) return null;
  used.clear(); // everything has been asked: from the beginning
  return nextPuzzle(mode, chance);
}

/** @param {Chance} chance @returns {Promise<Puzzle|null>} */
async function firstDue({ book, today, load, used, forget }) {
  for (const key of dueNow(book, today).filter((k) => !used.has(k))) {
    const [name, id] = key.split('.');
    const found = setOf(name) ? (await load(name)).puzzles.find((p) => p?.id === id) : null;
    if (found) return found;
    forget(key); // of a set before
  }
  return null;
}
