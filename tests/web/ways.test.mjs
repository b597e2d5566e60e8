// SPDX-License-Identifier: MIT
// The ways that men go on the screen, and the signs of a move: pure functions, over the shapes of the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centreOf, route, sampled } from '../../web/geometry.js';
import { letter, moveSigns } from '../../web/marks.js';
import { DirectEngine } from './support.mjs';

const engine = await DirectEngine.make();
const mur = await engine.open('game=mur'),
  nine = await engine.open('game=nine');
/** @param {import('../../web/engine.js').Shape} shape @param {string} name */
const at = (shape, name) => shape.points.findIndex((p) => p.name === name);
/** @param {string} from @param {string} to @param {{steps?: number, before?: string}} [how] */
const way = (from, to, { steps, before } = {}) =>
  route(mur.strokes, mur.points, at(mur, from), at(mur, to), {
    steps,
    before: before ? at(mur, before) : -1,
  }).map((p) => mur.points[p].name);

test('a man goes along one line: round a ring, over the centre, back from the end', () => {
  assert.deepEqual(way('a3', 'd3', { steps: 3 }), ['a3', 'b3', 'c3', 'd3']);
  assert.deepEqual(
    way('a3', 'd3', { steps: 5 }),
    ['a3', 'h3', 'g3', 'f3', 'e3', 'd3'],
    'the long way if it has so many steps',
  );
  assert.deepEqual(way('e1', 'a1', { steps: 2 }), ['e1', '0', 'a1']);
  assert.deepEqual(way('b2', 'b1', { steps: 3 }), ['b2', 'b3', 'b2', 'b1'], 'out, back and on');
  assert.deepEqual(way('a3', 'c3'), ['a3', 'b3', 'c3'], 'the shorter way if nobody knows');
  assert.deepEqual(
    way('a3', 'b1', { steps: 1 }),
    ['a3', 'b1'],
    'straight there if no line joins them',
  );
});

test('what is pushed goes on in the same direction, turning at the end', () => {
  assert.deepEqual(way('d3', 'f3', { before: 'c3' }), ['d3', 'e3', 'f3']);
  assert.deepEqual(
    way('d3', 'b3', { before: 'c3' }),
    ['d3', 'e3', 'f3', 'g3', 'h3', 'a3', 'b3'],
    'not back over the man that came',
  );
  assert.deepEqual(way('a1', '0', { before: '0' }), ['a1', 'a2', 'a3', 'a2', 'a1', '0']);
});

test('arcs are sampled on their circle, straight legs are not', () => {
  const spots = ['a3', 'b3'].map((n) => mur.points[at(mur, n)]),
    { x, y } = mur.points[at(mur, '0')];
  const arc = sampled(mur.strokes, spots),
    r = Math.hypot(spots[0].x - x, spots[0].y - y);
  assert.ok(arc.length > 4);
  for (const p of arc) assert.ok(Math.abs(Math.hypot(p.x - x, p.y - y) - r) < 4);
  assert.equal(sampled(nine.strokes, [nine.points[0], nine.points[1]]).length, 2);
  const centre = centreOf(nine.points);
  assert.deepEqual([centre.x, centre.y], [410, 360]);
});

test('the signs of a move: arrows for what goes, rings for what is filled or taken', () => {
  const board = [0, 1, 2, 0, 2];
  assert.deepEqual(moveSigns([0], board, 'hint'), {
    arrows: [],
    highlights: [
      { points: [0], kind: 'hint' },
      { points: [], kind: 'take' },
    ],
  });
  assert.deepEqual(
    moveSigns([0, 2], board, 'hint').highlights[1],
    { points: [2], kind: 'take' },
    'placed, and one taken',
  );
  assert.deepEqual(moveSigns([1, 3, 4], board, 'best'), {
    arrows: [{ path: [1, 3], kind: 'best' }],
    highlights: [{ points: [4], kind: 'take' }],
  });
  assert.deepEqual(
    moveSigns([1, 2, 3], board, 'hint').arrows,
    [
      { path: [1, 2], kind: 'hint' },
      { path: [2, 3], kind: 'push' },
    ],
    'pushed on to an empty point',
  );
  assert.deepEqual(moveSigns([], board, 'hint'), { arrows: [], highlights: [] });
  assert.equal([0, 1, 2].map(letter).join(''), 'ABC');
});
