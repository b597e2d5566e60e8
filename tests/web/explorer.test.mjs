// SPDX-License-Identifier: MIT
// The explorer without a page: files, rows, names from the real engine.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { BOOKS, addGame, gamesOf, readBook, rowsOf, shares } from '../../web/explorer-book.js';
import { setupOf } from '../../web/link.js';
import { start } from '../../web/wasm.js';
import { WEB, product } from './support.mjs';

const FOLDER = join(WEB, 'explorer');
const call = await start(await WebAssembly.compile(readFileSync(product('concentric.wasm'))));
/** @param {string} variant @param {string} [position] @param {string[]} [moves] */
const open = (variant, position = '', moves = []) =>
  call(
    'open',
    [
      setupOf({ variant, position }),
      '0 sit person',
      '1 sit person',
      ...moves.map((m) => `t move ${m}`),
    ].join('\n'),
  );
/** @param {string} variant */
const fileOf = (variant) => readFileSync(join(FOLDER, `${BOOKS[variant]}.txt`), 'utf8');

test('the page and the program know the same files, and all are there', () => {
  const table = readFileSync(join(WEB, '../src/app/explore/shipped.c'), 'utf8');
  const listed = [...table.matchAll(/\{"([^"]+)", "([^"]+)"\}/g)].map(([, variant, name]) => [
    variant,
    name,
  ]);
  assert.deepEqual(Object.fromEntries(listed), BOOKS);
  assert.deepEqual(
    readdirSync(FOLDER).sort(),
    Object.values(BOOKS)
      .map((name) => `${name}.txt`)
      .sort(),
  );
});

test('every file: the start has most games, its moves are legal, and no game is lost on the way', () => {
  for (const variant of Object.keys(BOOKS)) {
    const book = readBook(fileOf(variant), variant);
    open(variant);
    const { moves, names } = call('moves', 1),
      [here] = call('moves', 2).names,
      all = gamesOf(book.get(here)?.count ?? [0, 0, 0]);
    assert.ok(all >= 200 && [...book.values()].every((e) => gamesOf(e.count) <= all), variant);
    const rows = rowsOf({ moves, names, turn: 0 }, book, null, null),
      sum = rows.reduce((n, r) => n + r.games, 0);
    assert.ok(rows.length >= 2 && rows.every((r) => moves.includes(r.move)), variant);
    assert.ok(sum > 0.9 * all, `${variant}: ${sum} of ${all}`); // what was played too seldom is left out
    assert.equal(new Set(names).size <= moves.length, true);
  }
});

test('names: one for all images of a board, and of what follows', () => {
  const corners = ['a7', 'g7', 'a1', 'g1', 'c5', 'e5', 'c3', 'e3'].map((move) => {
    open('nine', '', [move]);
    return { here: call('moves', 2).names.at(-1), after: call('moves', 1).names.sort() };
  });
  for (const corner of corners) assert.deepEqual(corner, corners[0]);
  open('nine', '', ['d6']);
  assert.notEqual(call('moves', 2).names.at(-1), corners[0].here);
  open('nine', '', ['a7', 'd6', 'g1']);
  assert.equal(call('moves', 2).names.length, 4);
  assert.equal(call('moves', 2).names[0], 'zJmL9el'); // as in tests/unit/test_explore.c
  assert.equal(call('moves').names, undefined);
});

test('rows: alike moves are one, the most played first, values for who moves', () => {
  const here = { moves: ['a', 'b', 'c', 'd', 'e'], names: ['A', 'A', 'B', 'C', 'D'], turn: 1 };
  /** @type {import('../../web/explorer-book.js').Book} */
  const book = new Map([
    ['A', { count: [1, 0, 0], value: 1 }],
    ['B', { count: [0, 2, 1], value: 0 }],
    ['C', { count: [0, 0, 1], value: null }],
  ]);
  assert.deepEqual(
    rowsOf(here, book, null, null).map((r) => [r.move, r.games, r.alike, r.value]),
    [
      ['c', 3, 1, 0],
      ['a', 1, 2, -1],
      ['d', 1, 1, null],
    ],
  );
  const exact = new Map([['e', { value: /** @type {const} */ (1), plies: 7 }]]);
  assert.deepEqual(rowsOf(here, book, null, exact).at(-1), {
    move: 'e',
    name: 'D',
    alike: 1,
    count: null,
    games: 0,
    value: 1,
    plies: 7,
  });
  assert.deepEqual(
    rowsOf(here, new Map(), book, null).map((r) => [r.move, r.value]),
    [
      ['c', 0],
      ['a', -1],
    ],
  ); // one's own games, values from the file
});

test('shares add up to a hundred', () => {
  assert.deepEqual(shares([1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(shares([0, 0, 7]), [0, 0, 100]);
  for (let n = 0; n < 300; n++) {
    const count = /** @type {[number, number, number]} */ ([n % 7, (n * 31) % 97, 1 + (n % 13)]);
    assert.equal(
      shares(count).reduce((a, b) => a + b),
      100,
      String(count),
    );
  }
});

test('a game counts once for a position that came again, and only if it has a result', () => {
  const book = new Map();
  addGame(book, ['A', 'B', 'A'], 'p2win');
  addGame(book, ['A', 'C'], 'draw');
  addGame(book, ['A'], 'none');
  assert.deepEqual(
    [...book].map(([name, { count }]) => [name, ...count]),
    [
      ['A', 0, 1, 1],
      ['B', 0, 0, 1],
      ['C', 0, 1, 0],
    ],
  );
});

test('a damaged file is refused, whatever is wrong with it', () => {
  const text = fileOf('six'),
    lines = text.split('\n');
  for (const bad of [
    '',
    'hello',
    text.replace('six', 'nine'),
    lines.slice(0, 2).join('\n'),
    text.replace('made', 'by'),
    `${text}rubbish\n`,
    text.replace(/\n(.{7}) /, '\n$1 -'),
    `${text}${lines[3]}\n`,
    text.replace(/ \d+ \d+ \d+/, ' 0 0 0'),
  ])
    assert.throws(() => readBook(bad, 'six'), Error, bad.slice(0, 60));
  let refused = 0,
    seed = 7;
  for (let n = 0; n < 400; n++) {
    // bytes changed anywhere: thrown out, or a book whose rows are still rows
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const at = seed % text.length,
      changed =
        text.slice(0, at) + String.fromCharCode(seed % 128) + text.slice(at + 1 + (seed % 3));
    try {
      for (const { count, value } of readBook(changed, 'six').values())
        assert.ok(gamesOf(count) > 0 && gamesOf(count) < 1e9 && [null, 1, 0, -1].includes(value));
    } catch (error) {
      assert.ok(
        error instanceof Error &&
          !(error instanceof TypeError) &&
          !(error instanceof assert.AssertionError),
        String(error),
      );
      refused++;
    }
  }
  assert.ok(refused > 50);
});
