// SPDX-License-Identifier: MIT
// Any text as the fragment of an address: no exception, and what is read is written in one way only, which reads back
// as the same game. What the browser's storage may hold is in store.test.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openingLines, plainLink, readLink, writeLink } from '../../web/link.js';

const RUNS = Number(process.env.LINK_RUNS ?? 20000);
let seed = Number(process.env.CONCENTRIC_TEST_SEED ?? 1);
const random = (/** @type {number} */ n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};
/** @template T @param {T[]} list */
const pick = (list) => list[random(list.length)];
const KEYS = [
  'game',
  'pos',
  'seed',
  'clock',
  'match',
  'moves',
  'ply',
  'end',
  'tree',
  'analysis',
  'x',
  '__proto__',
  '',
];
const PIECES = [
  'nine',
  'morelli,size=7',
  'd6',
  'd6-f6xa1',
  ' ',
  '+',
  ';',
  '!',
  'agree',
  'p1',
  'time.p2win',
  'aborted.none',
  '5+0',
  '1d',
  '0',
  '1',
  '-1',
  '3',
  '1e3',
  '18446744073709551615',
  '999999999999999999999',
  '%',
  '%00',
  '%0A',
  '%C3%28',
  '%ED%A0%80',
  '%2B',
  '%26',
  '%3D',
  '=',
  '#',
  '~',
  '/',
  '\ud800',
  '\u{1f600}',
  '\u3000',
  '\n',
  'x'.repeat(201),
  'NaN',
  'Infinity',
  '1',
  '_',
];
const value = () => Array.from({ length: random(5) }, () => pick(PIECES)).join('');
const FITTING = [
  'game=nine',
  'game=mur',
  'moves=d6+d2+f4',
  'ply=2',
  'match=d6+d2!p1;f4',
  'end=agree',
  'clock=5%2B3',
  'seed=7',
  'analysis=1',
  'pos=w+x',
  'tree=AbC',
];
const part = () => (random(2) ? pick(FITTING) : `${pick(KEYS)}=${value()}`);
const fragment = () =>
  random(8)
    ? `${pick(['', '#', 'game=six&', '#game=nine&'])}${Array.from({ length: random(7) }, part).join('&')}`
    : value();

/** Without halves of characters, which no address can carry; newer than the page's types. @param {string} text @returns {string} */
const whole = (text) => /** @type {any} */ (text).toWellFormed();

/** @param {import('../../web/link.js').GameLink} link */
function check(link) {
  assert.ok(link.variant && link.variant.length <= 200, 'a variant');
  assert.ok(link.ply >= 0 && link.ply <= link.moves.length, 'a ply of the game');
  assert.match(link.seed, /^\d{1,20}$/);
  assert.ok(link.match || !link.earlier.length, 'earlier games in a match only');
  assert.ok(
    [...link.moves, ...link.earlier.flatMap((g) => g.moves)].every(
      (move) => move && !/\s/.test(move),
    ),
    'moves are words',
  );
  const lines = openingLines(link),
    games = link.earlier.length;
  assert.ok(
    lines.length >= 3 + games + link.moves.length && lines[0].startsWith('game='),
    'a table with everything at it',
  );
}

test('any fragment is read without an exception, and written in one way', () => {
  let found = 0;
  for (let i = 0; i < RUNS; i++) {
    const text = fragment(),
      link = readLink(text);
    if (!link) continue;
    found++;
    check(link);
    const written = writeLink(link),
      again = readLink(`#${written}`);
    assert.ok(again, JSON.stringify(text));
    assert.equal(writeLink(again), written, JSON.stringify(text));
    assert.deepEqual(
      [whole(again.variant), again.moves, again.ply, again.end, again.clock, again.match],
      [whole(link.variant), link.moves, link.ply, link.end, link.clock, link.match],
      JSON.stringify(text),
    );
    assert.equal(plainLink(again), plainLink(link), JSON.stringify(text));
    assert.match(written, /^[\w.*+%,/~;!=&-]*$/, 'safe in an address');
  }
  assert.ok(found > RUNS / 3, `only ${found} of ${RUNS} were games`);
});

test('a game that is made is the game that is read', () => {
  for (let i = 0; i < RUNS / 10; i++) {
    const moves = Array.from({ length: random(9) }, () => pick(['d6', 'a1-a4', 'b2xc3', '+a1']));
    const link = {
      variant: pick(['nine', 'six,flying', 'morelli,size=9']),
      seed: String(random(99)),
      position: '',
      clock: pick(['none', '5+3', '1d']),
      moves,
      ply: random(moves.length + 1),
      end: pick(['', 'agree', 'p2', 'time.p1win']),
      match: false,
      earlier: [],
    };
    assert.deepEqual(readLink(writeLink(link)), link);
  }
});
