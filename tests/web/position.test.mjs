// SPDX-License-Identifier: MIT
// The board editor's texts: positions of random games of every game and of options that add fields, taken apart and put
// together again, are the same position to the engine.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setupOf } from '../../web/link.js';
import { putTogether, rowsOf, takeApart } from '../../web/position-text.js';
import { DirectEngine, gameIds } from './support.mjs';

const VARIANTS = [
  ...gameIds(),
  'nine,no-remill',
  'six,flying,remove=2',
  'morelli,size=7,setup=pairs',
  'morelli,size=9,edition=nestor',
  'mur,chain=both',
  'mur,kraken=any',
];
let seed = 3;
const random = (/** @type {number} */ n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};

for (const variant of VARIANTS)
  test(`${variant}: taken apart and put together`, async () => {
    const engine = await DirectEngine.make(),
      other = await DirectEngine.make();
    let seen = 0;
    for (let game = 0; game < 6; game++) {
      const shape = await engine.open(
        setupOf({ variant, seed: String(game + 1) }),
        '0 sit person',
        '1 sit person',
      );
      assert.deepEqual(
        rowsOf(shape)
          .flat()
          .sort((a, b) => a - b),
        shape.points.map((_, i) => i),
        'every point once',
      );
      for (let ply = 0; ply < 60; ply++) {
        const { table } = await engine.state(),
          { side, fields } = takeApart(shape, table.position);
        assert.equal(side, table.turn);
        await other.open(
          setupOf({ variant, position: putTogether(shape, table.board, side, fields) }),
        );
        assert.equal((await other.state()).table.position, table.position);
        seen++;
        const { moves } = await engine.moves();
        if (!moves.length || table.over) break;
        await engine.do(`t move ${moves[random(moves.length)]}`);
      }
    }
    assert.ok(seen > 60, `${seen} positions`);
  });
