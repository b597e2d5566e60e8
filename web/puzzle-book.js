// SPDX-License-Identifier: MIT
// How somebody does at puzzles, kept on this device: what was tried and solved, which ones come again and when, the days,
// the best runs. What was not solved by oneself comes again after 1, 3, 9 and 30 days, each time that it is solved, and
// begins anew when it is not. Pure but for load and save; whatever is read back may be anything, and what does not
// fit is forgotten.

/**
 * @typedef {[tried: number, solved: number, step: number, due: number]} Entry how often tried, how often solved without help; how many
 *   times it has come again and been solved, the day when it comes next (0: not again)
 * @typedef {{entries: Record<string, Entry>, days: Record<string, number>, themes: Record<string, Record<string, [number, number]>>,
 *   best: Record<string, number>}} Book entries: by SET.ID; days: by number, 1 solved without help, 0 not; themes: by set and theme,
 *   puzzles tried and solved; best: by mode and set, such as streak.nine
 */

const KEY = 'concentric.puzzles',
  TEXT_MAX = 1 << 20,
  ENTRIES_MAX = 6000,
  DAYS_MAX = 500,
  NAME_MAX = 60,
  NUMBER_MAX = 1e6;
/** Days until it comes again. */
export const AGAIN = [1, 3, 9, 30];

/** @returns {Book} */
export const emptyBook = () => ({ entries: {}, days: {}, themes: {}, best: {} });

/** @param {unknown} value @returns {value is number} */
const isCount = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= NUMBER_MAX;
/** The entries of an object that fit. @template T @param {any} value @param {RegExp} name @param {(v: any) => T|null} check @param {number} max
 * @returns {Record<string, T>} */
function fitting(value, name, check, max) {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return {};
  /** @type {Record<string, T>} */
  const out = {};
  for (const [key, v] of Object.entries(value).slice(-max)) {
    const good = key.length <= NAME_MAX && name.test(key) ? check(v) : null;
    if (good !== null) out[key] = good;
  }
  return out;
}
/** @param {number} length @returns {(v: any) => any} */
const counts = (length) => (v) =>
  Array.isArray(v) && v.length === length && v.every(isCount) ? v : null;

/** @param {any} value @returns {Book} */
export const checkBook = (value) => ({
  entries: fitting(
    value?.entries,
    /^[a-z]+(-\d+)?\.[0-9a-z]{8}$/,
    (v) => {
      const entry = counts(4)(v);
      return entry && entry[2] <= AGAIN.length && entry[1] <= entry[0] ? entry : null;
    },
    ENTRIES_MAX,
  ),
  days: fitting(value?.days, /^\d{1,6}$/, (v) => (v === 0 || v === 1 ? v : null), DAYS_MAX),
  themes: fitting(
    value?.themes,
    /^[a-z]+(-\d+)?$/,
    (v) => fitting(v, /^[a-z]+(-\d)?$/, counts(2), 40),
    20,
  ),
  best: fitting(value?.best, /^(streak|clock)\.[a-z]+(-\d+)?$/, (v) => (isCount(v) ? v : null), 40),
});

/** @returns {Book} */
export function loadBook() {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    return text.length > TEXT_MAX ? emptyBook() : checkBook(JSON.parse(text || 'null'));
  } catch {
    return emptyBook();
  }
}

let memory = /** @type {Book|null} */ (null); // where nothing is kept
/** Changes what is kept: read anew, so that another tab loses nothing. @param {(book: Book) => void} change @returns {Book} */
export function changeBook(change) {
  const book = memory ?? loadBook();
  change(book);
  try {
    localStorage.setItem(KEY, JSON.stringify(book));
  } catch {
    memory = book;
  }
  return book;
}
/** @returns {Book} */
export const readBook = () => memory ?? loadBook();

/** When a puzzle comes again. @param {Entry|undefined} entry as it was @param {boolean} clean solved without help @param {number} today
 * @returns {[step: number, due: number]} */
export function nextTime(entry, clean, today) {
  const [, , step, due] = entry ?? [0, 0, 0, 0];
  if (!clean) return [0, today + AGAIN[0]];
  if (!due) return [step, 0];
  if (due > today) return [step, due]; // practised before its time: that does not count
  return step + 1 < AGAIN.length ? [step + 1, today + AGAIN[step + 1]] : [AGAIN.length, 0];
}

/** A puzzle was tried. @param {Book} book @param {{set: string, id: string, themes: string[]}} puzzle @param {boolean} clean @param {number} today */
export function note(book, { set, id, themes }, clean, today) {
  const key = `${set}.${id}`,
    before = book.entries[key],
    [tried, solved] = before ?? [0, 0];
  book.entries[key] = [
    Math.min(NUMBER_MAX, tried + 1),
    Math.min(NUMBER_MAX, solved + (clean ? 1 : 0)),
    ...nextTime(before, clean, today),
  ];
  if (tried && (solved || !clean)) return; // a puzzle counts once
  const of = (book.themes[set] ??= {});
  for (const theme of themes) {
    const [t, s] = of[theme] ?? [0, 0];
    of[theme] = [t + (tried ? 0 : 1), s + (clean ? 1 : 0)];
  }
}

/** The puzzle of a day: what came first stays. @param {Book} book @param {number} day @param {boolean} clean */
export function noteDay(book, day, clean) {
  book.days[day] ??= clean ? 1 : 0;
  const days = Object.keys(book.days)
    .map(Number)
    .sort((a, b) => b - a);
  for (const old of days.slice(DAYS_MAX)) delete book.days[old];
}

/** Days in a row up to today, or yesterday, on which the day's puzzle was tried. @param {Book} book @param {number} today */
export function daysInRow({ days }, today) {
  let count = 0;
  for (let day = days[today] === undefined ? today - 1 : today; days[day] !== undefined; day--)
    count++;
  return count;
}

/** What comes again now, the longest due first, as SET.ID. @param {Book} book @param {number} today */
export const dueNow = ({ entries }, today) =>
  Object.entries(entries)
    .filter(([, e]) => e[3] && e[3] <= today)
    .sort(([a, x], [b, y]) => x[3] - y[3] || (a < b ? -1 : 1))
    .map(([key]) => key);
/** The day when the next one comes; 0: none. @param {Book} book */
export const nextDue = ({ entries }) =>
  Object.values(entries).reduce(
    (first, [, , , due]) => (due && (!first || due < first) ? due : first),
    0,
  );

/** A run has ended; true if it is the best of its kind. @param {Book} book @param {string} name such as streak.nine @param {number} count */
export function noteBest(book, name, count) {
  const better = count > (book.best[name] ?? 0);
  if (better) book.best[name] = Math.min(NUMBER_MAX, count);
  return better;
}

/** Puzzles tried and solved of a set, or of all. @param {Book} book @param {string} [set] @returns {[number, number]} */
export const solvedOf = ({ entries }, set = '') =>
  Object.entries(entries)
    .filter(([key]) => !set || key.startsWith(`${set}.`))
    .reduce(([tried, solved], [, e]) => [tried + 1, solved + (e[1] ? 1 : 0)], [0, 0]);
/** Tried and solved by theme, over the sets given. @param {Book} book @param {string[]} sets @returns {Record<string, [number, number]>} */
export function themesOf({ themes }, sets) {
  /** @type {Record<string, [number, number]>} */
  const sum = {};
  for (const set of sets)
    for (const [theme, [tried, solved]] of Object.entries(themes[set] ?? {}))
      sum[theme] = [(sum[theme]?.[0] ?? 0) + tried, (sum[theme]?.[1] ?? 0) + solved];
  return sum;
}
