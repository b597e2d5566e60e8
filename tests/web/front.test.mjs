// SPDX-License-Identifier: MIT
// The front page without a browser: its pictures play moves that the engine allows, and what is drawn is the engine's board.
import assert from 'node:assert/strict';
import test from 'node:test';
import { boardsOf, changeOf } from '../../web/home-board.js';
import { SCENES } from '../../web/home-scenes.js';
import { setupOf } from '../../web/link.js';
import { DirectEngine, gameIds } from './support.mjs';

const engine = await DirectEngine.make();

test('every game has a scene', () =>
  assert.deepEqual(Object.keys(SCENES).sort(), gameIds().sort()));

for (const [variant, scene] of Object.entries(SCENES))
  test(`${variant}: the scene is a piece of a game`, async () => {
    await engine.open(
      setupOf({ variant, position: scene.position }),
      '0 sit person',
      '1 sit person',
    );
    const moves = scene.moves.split(' '),
      boards = boardsOf(scene);
    assert.equal(boards.length, moves.length + 1);
    assert.deepEqual((await engine.state()).table.board, boards[0], 'the start');
    for (const [i, move] of moves.entries()) {
      await engine.do(`t move ${move}`); // throws if the rules are against it
      assert.deepEqual((await engine.state()).table.board, boards[i + 1], `after ${move}`);
      const { slides, turns, comes, goes } = changeOf(boards[i], boards[i + 1]);
      const drawn = [...boards[i]];
      for (const p of [...goes, ...slides.map(([from]) => from)]) drawn[p] = 0;
      for (const p of [...turns, ...comes, ...slides.map(([, to]) => to)])
        drawn[p] = boards[i + 1][p];
      assert.deepEqual(drawn, boards[i + 1], `what is animated at ${move} is the whole change`);
    }
  });

test('what slid is told from what was taken, turned over or pushed on', () => {
  assert.deepEqual(changeOf([1, 0, 2], [0, 1, 0]), {
    slides: [[0, 1]],
    turns: [],
    comes: [],
    goes: [2],
  });
  assert.deepEqual(changeOf([1, 0, 2], [0, 1, 1]), {
    slides: [[0, 1]],
    turns: [2],
    comes: [],
    goes: [],
  });
  assert.deepEqual(changeOf([1, 2, 0], [0, 1, 2]), {
    slides: [
      [1, 2],
      [0, 1],
    ],
    turns: [],
    comes: [],
    goes: [],
  });
  assert.deepEqual(changeOf([0, 2], [1, 2]), { slides: [], turns: [], comes: [0], goes: [] });
});
