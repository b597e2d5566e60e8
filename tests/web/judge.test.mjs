// SPDX-License-Identifier: MIT
// Games judged by what a server knows, with review.wasm in this thread: its values decide, whatever the search thinks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { certainty, known } from '../../web/judge.js';
import { openingLines } from '../../web/link.js';
import { start } from '../../web/wasm.js';
import { DirectEngine, product } from './support.mjs';

const MOVES = ['d6', 'd2', 'f4', 'b4'];
const reviewer = async () =>
  new DirectEngine(await start(new WebAssembly.Module(readFileSync(product('review.wasm')))));

/** A page whose server knows these positions, by how many were asked for before. @param {({value: number, best: string}|null)[]} said */
function pageOf(said) {
  /** @type {string[]} */
  const asked = [];
  return /** @type {any} */ ({
    asked,
    values: {
      source: async () => (said.length ? 'server' : null),
      ask: async (/** @type {string} */ variant, /** @type {string} */ position) => {
        const answer = said[asked.push(`${variant} ${position}`) - 1];
        return (
          answer && {
            value: answer.value,
            plies: answer.value ? 20 - asked.length : null,
            from: 'server',
            moves: [{ move: answer.best, value: answer.value, plies: null }],
          }
        );
      },
    },
  });
}

test('a review by what a server knows: every position is asked for, and its values decide', async () => {
  const engine = await reviewer(),
    page = pageOf([
      { value: 0, best: 'd6' },
      { value: 0, best: 'f4' },
      { value: 0, best: 'b4' },
      { value: 1, best: 'b4' },
      { value: -1, best: 'a7' },
    ]);
  await engine.open(...openingLines({ variant: 'nine', moves: MOVES }));
  const shares = /** @type {number[]} */ ([]),
    sure = await known(page, engine, { progress: (share) => shares.push(share) });
  assert.equal(page.asked.length, MOVES.length + 1);
  assert.equal(page.asked[0], 'nine ......../......../........ w 9 9');
  assert.match(page.asked[4], /^nine .* w 7 7$/);
  assert.deepEqual([shares.length, shares.at(-1)], [5, 1]);
  assert.deepEqual(sure[3], { index: 3, value: 1, plies: 16, move: 'b4' });
  const { review } = await engine.review({ nodes: 500, known: sure });
  assert.ok(review);
  assert.deepEqual(
    review.moves.map((m) => m.exact),
    [
      ['draw', 'draw'],
      ['draw', 'draw'],
      ['draw', 'loss'],
      ['win', 'win'],
    ],
  );
  assert.deepEqual(
    review.moves.map((m) => m.verdict),
    ['best', 'good', 'blunder', 'best'],
  );
  assert.match(
    review.moves[2].text,
    /The draw is given away: now it is lost\. .*b4 would have kept the draw/,
  );
  assert.deepEqual(review.turns, [3]);
  assert.equal(certainty(review), 'all');
});

test('a server that knows some positions or none leaves the others to the engine', async () => {
  const engine = await reviewer();
  await engine.open(...openingLines({ variant: 'nine', moves: MOVES }));
  const some = await known(
    pageOf([null, { value: 0, best: 'f4' }, { value: 0, best: 'b4' }, null, null]),
    engine,
  );
  assert.deepEqual(
    some.map((k) => k.index),
    [1, 2],
  );
  const { review } = await engine.review({ nodes: 500, known: some });
  assert.deepEqual(
    review?.moves.map((m) => !!m.exact),
    [false, true, false, false],
  );
  assert.deepEqual(await known(pageOf([]), engine), []);
});

test('the engine that plays has no reviews, and says so', async () => {
  const engine = await DirectEngine.make();
  await engine.open(...openingLines({ variant: 'nine', moves: MOVES }));
  await assert.rejects(engine.review({ nodes: 100 }), /no reviews/);
});
