// SPDX-License-Identifier: MIT
// What was played and how it went, without a page: the files of self-play (docs/formats.md), one's own games counted
// alike, and the rows of the table. Positions have names up to symmetry, which the engine computes; whoever looks a
// position up is told of every way to it, on every turned and mirrored board.

/**
 * @typedef {{count: [number, number, number], value: 1|0|-1|null}} Entry count: games that the first side won, drawn ones, games that
 *   the other side won; value: for the first side, where it is solved
 * @typedef {Map<string, Entry>} Book by name
 * @typedef {{move: string, name: string, alike: number, count: [number, number, number]|null, games: number, value: 1|0|-1|null, plies: number|null}} Row
 *   alike: how many moves lead to the same board, turned or mirrored; value: for who moves
 */

/** The variants that have a file, as in the program (src/app/explore/shipped.c). @type {Record<string, string>} */
export const BOOKS = {
  nine: 'nine',
  six: 'six',
  twelve: 'twelve',
  stacking: 'stacking',
  mur: 'mur',
  'morelli,setup=facing': 'morelli-13-facing',
  'morelli,size=9,setup=facing': 'morelli-9-facing',
};

const VALUES = /** @type {Record<string, 1|0|-1>} */ ({ '+': 1, '=': 0, '-': -1 });
const LINE = /^([A-Za-z0-9_-]{7}) (\d{1,8}) (\d{1,8}) (\d{1,8})([+=-]?)$/;
const ROWS_MAX = 1 << 20;

/** Reads a file; throws what is wrong with it. @param {string} text @param {string} variant @returns {Book} */
export function readBook(text, variant) {
  const lines = text.split('\n'),
    /** @type {Book} */ book = new Map();
  if (lines[0] !== `explorer 1 ${variant}`)
    throw new Error('not a file of the explorer, or of another game');
  if (!lines[1]?.startsWith('made ')) throw new Error('line 2: how it was made is not said');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length < 3 || lines.length > ROWS_MAX) throw new Error('no rows, or too many');
  for (let i = 2; i < lines.length; i++) {
    const [, name, first, drawn, second, value] = LINE.exec(lines[i]) ?? [];
    const count = /** @type {Entry['count']} */ ([Number(first), Number(drawn), Number(second)]);
    if (!name || book.has(name) || !count.some(Boolean)) throw new Error(`line ${i + 1}: no row`);
    book.set(name, { count, value: value ? VALUES[value] : null });
  }
  return book;
}

/** Adds a finished game. @param {Book} book @param {string[]} names of its positions @param {string} winner */
export function addGame(book, names, winner) {
  const result = ['p1win', 'draw', 'p2win'].indexOf(winner);
  if (result < 0) return;
  for (const name of new Set(names)) {
    // a position that came again counts once
    const entry = book.get(name) ?? { count: [0, 0, 0], value: null };
    entry.count[result]++;
    book.set(name, entry);
  }
}

/** @param {[number, number, number]} count */
export const gamesOf = (count) => count[0] + count[1] + count[2];

/** Whole per cent that add up to 100: what is lost by rounding goes to the largest. @param {[number, number, number]} count */
export function shares(count) {
  const games = gamesOf(count),
    parts = count.map((n) => Math.floor((100 * n) / games));
  for (let rest = 100 - parts.reduce((a, b) => a + b); rest > 0; rest--) {
    const lost = count.map((n, i) => (100 * n) / games - parts[i]);
    parts[lost.indexOf(Math.max(...lost))]++;
  }
  return parts;
}

/**
 * The moves of a position, those that were played first. Moves that lead to the same board up to symmetry are one row.
 * @param {{moves: string[], names: string[], turn: number}} here @param {Book} book what is counted
 * @param {Book|null} known where values are, if not there
 * @param {Map<string, {value: 1|0|-1, plies: number|null}>|null} exact by move, for who moves
 * @returns {Row[]}
 */
export function rowsOf({ moves, names, turn }, book, known, exact) {
  const /** @type {Map<string, Row>} */ rows = new Map();
  moves.forEach((move, i) => {
    const name = names[i],
      row = rows.get(name),
      entry = book.get(name),
      told = exact?.get(move);
    if (row) return void row.alike++;
    const first = entry?.value ?? known?.get(name)?.value ?? null,
      value = told?.value ?? (first === null ? null : turn ? -first || 0 : first);
    rows.set(name, {
      move,
      name,
      alike: 1,
      count: entry?.count ?? null,
      games: entry ? gamesOf(entry.count) : 0,
      value: /** @type {Row['value']} */ (value),
      plies: told?.plies ?? null,
    });
  });
  return [...rows.values()]
    .filter((r) => r.games || r.value !== null)
    .sort(
      (a, b) =>
        b.games - a.games ||
        (b.value ?? -2) - (a.value ?? -2) ||
        (a.plies ?? 0) * (a.value ?? 0) - (b.plies ?? 0) * (b.value ?? 0),
    );
}
