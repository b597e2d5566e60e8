// SPDX-License-Identifier: MIT
// How one's drills went, on this device: of each how often it was done, and without help in a row; of each game, kind and theme
// how many in a row, now and at best. What is read back may be anything. Without a page.

/**
 * @typedef {import('./drill-sets.js').Drill} Drill
 * @typedef {{done: Record<string, [number, number]>, rows: Record<string, [number, number]>, distance: boolean}} Book done: by position and kind,
 *   [clean in a row, times]; rows: [now, best]; distance: is it shown?
 */

const KEY = 'concentric.drills',
  MOST = 5000,
  COUNT_MAX = 1e6;

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value */
const isCount = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MAX;
/** Pairs of counts by name. @param {unknown} value @returns {Record<string, [number, number]>} */
const pairs = (value) =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {})
      .filter(
        ([key, pair]) =>
          key.length < 200 && Array.isArray(pair) && pair.length === 2 && pair.every(isCount),
      )
      .slice(0, MOST)
      .map(([key, pair]) => [key, /** @type {[number, number]} */ (pair)]),
  );

/** @param {unknown} value @returns {Book} */
export function checkBook(value) {
  const found = isObject(value) ? value : {};
  return { done: pairs(found.done), rows: pairs(found.rows), distance: found.distance === true };
}

/** @returns {Book} */
export function readBook() {
  try {
    return checkBook(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return checkBook(null);
  }
}

/** @param {(book: Book) => void} change */
export function changeBook(change) {
  const book = readBook(); // another tab may have written
  change(book);
  try {
    localStorage.setItem(KEY, JSON.stringify(book));
  } catch {
    /* nothing is kept, then */
  }
  return book;
}

/** Its name in the book: sets may change their order. @param {Drill} drill */
export const keyOf = ({ variant, position, kind }) => `${variant}|${position}|${kind}`;
/** The rows that it counts in. @param {Drill} drill */
export const rowsOf = ({ set, kind, themes }) => [
  set,
  `${set}.${kind}`,
  ...themes.map((theme) => `${set}.${theme}`),
];

/** @param {Book} book @param {Drill} drill */
export const isDone = (book, drill) => (book.done[keyOf(drill)]?.[1] ?? 0) > 0;

/** It was done. @param {Book} book @param {Drill} drill @param {boolean} clean without a slip or help */
export function note(book, drill, clean) {
  const [row, times] = book.done[keyOf(drill)] ?? [0, 0];
  book.done[keyOf(drill)] = [clean ? row + 1 : 0, times + 1];
  if (!clean) return;
  for (const name of rowsOf(drill)) {
    const [now, best] = book.rows[name] ?? [0, 0];
    book.rows[name] = [now + 1, Math.max(best, now + 1)];
  }
}

/** A slip or help: the rows end, at once, so that nobody escapes by leaving. @param {Book} book @param {Drill} drill */
export function breakRows(book, drill) {
  const [, times] = book.done[keyOf(drill)] ?? [0, 0];
  if (times) book.done[keyOf(drill)] = [0, times];
  for (const name of rowsOf(drill)) if (book.rows[name]) book.rows[name] = [0, book.rows[name][1]];
}
