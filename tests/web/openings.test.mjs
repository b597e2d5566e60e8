// SPDX-License-Identifier: MIT
// Books of openings in the page (opening-book.js, values.wasm): every value is what `concentric query` says, the computer at full
// strength plays by them, nobody else fetches them, and what is damaged is no book.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bookText } from '../../web/opening-book.js';
import { openingLines } from '../../web/link.js';
import { Session } from '../../web/state.js';
import { DirectEngine, product, queried, solveInto } from './support.mjs';

const LEVEL = 5,
  LAST = 6; // seven plies are known, so all moves of six
/** @type {string} */
let folder;
/** @type {Buffer} */
let bytes;
/** @type {string[]} */
let fetched = [];

before(() => {
  folder = solveInto('six');
  const file = join(folder, 'six.book');
  execFileSync(
    product('concentric'),
    [
      'shrink',
      'six',
      '--db',
      join(folder, 'six'),
      '--out',
      file,
      '--level',
      String(LEVEL),
      '--sample',
      '2000',
    ],
    { stdio: 'ignore' },
  );
  bytes = readFileSync(file);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** How the page would fetch it. @param {(bytes: Uint8Array) => Uint8Array} [spoil] */
const how = (spoil = (all) => all) => ({
  plies: { six: LAST },
  module: async () => new WebAssembly.Module(readFileSync(product('values.wasm'))),
  book: async (/** @type {string} */ name) => {
    fetched.push(name);
    return new Uint8Array(spoil(new Uint8Array(bytes))).buffer;
  },
});

/** A game of six with moves by chance. @param {number} seed @param {number} plies */
async function opening(seed, plies) {
  const engine = await DirectEngine.make();
  await engine.open(...openingLines({ variant: 'six' }));
  for (let ply = 0; ply < plies; ply++) {
    const { moves } = await engine.moves();
    await engine.do(`t move ${moves[(seed * 7919 + ply * 104729) % moves.length]}`);
  }
  return (await engine.state()).table;
}

test('damaged and cut books are refused, and a good one is fetched again', async () => {
  const at = await opening(1, 4);
  const flip = (/** @type {number} */ place) => (/** @type {Uint8Array} */ all) => {
    all[place < 0 ? all.length + place : place] ^= 1;
    return all;
  };
  for (const spoil of [
    flip(9),
    flip(200),
    flip(-1),
    (/** @type {Uint8Array} */ all) => all.subarray(0, -7),
    () => new Uint8Array(0),
  ]) {
    fetched = [];
    assert.equal(await bookText(at, how(spoil)), null);
    assert.deepEqual(fetched, ['books/six.book']);
  }
});

test('every move has the value that query tells, and behind the last ply nothing is fetched or known', async () => {
  fetched = [];
  for (let seed = 0; seed < 24; seed++) {
    const at = await opening(seed, seed % (LAST + 3)),
      text = await bookText(at, how());
    if (seed % (LAST + 3) > LAST) {
      assert.equal(text, null);
      continue;
    }
    const [head, position, value, ...moves] = /** @type {string} */ (text).split('\n'),
      said = queried(at.position);
    assert.deepEqual([head, position, value], ['known six', at.position, said.value[0]]);
    assert.deepEqual(moves.sort(), said.moves.map((m) => `${m.value[0]} ${m.move}`).sort());
  }
  assert.equal(
    await bookText(/** @type {any} */ ({ variant: 'mur', position: '', headPly: 0 }), how()),
    null,
  );
  assert.deepEqual(fetched, ['books/six.book'], 'once');
});

test('the computer at full strength plays by it; at other levels it does not ask', async () => {
  for (let seed = 0; seed < 6; seed++) {
    const { moves } = await opening(seed, LAST),
      session = new Session(await DirectEngine.make());
    let asked = 0;
    session.opening = async (state) => {
      const text = await bookText(state, how());
      asked++;
      if (text) await session.engine.load(text);
    };
    session.pause = 0;
    const seat = moves.length % 2,
      level = seed === 5 ? 4 : 10;
    await session.begin(
      { variant: 'six', moves },
      {
        players: [0, 1].map((s) =>
          s === seat
            ? { kind: 'computer', level, movetime: 0 }
            : { kind: 'person', level: 0, movetime: 0 },
        ),
      },
    );
    for (let n = 0; n < 400 && (session.state?.moves.length ?? 0) <= moves.length; n++)
      await new Promise((done) => setTimeout(done, 20));
    assert.equal(session.state?.moves.length, moves.length + 1);
    assert.equal(asked, level === 10 ? 1 : 0);
    if (level < 10) continue;
    const before = queried((await opening(seed, LAST)).position),
      move = session.state?.moves.at(-1);
    assert.equal(before.moves.find((m) => m.move === move)?.value, before.value);
  }
});
