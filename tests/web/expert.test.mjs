// SPDX-License-Identifier: MIT
// The opponent that never errs, with the real engine and the real database of six: it keeps every value, ends won games when the
// database says, and knows the past of the game. Without values the highest level moves, and it is said.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { chooseMove, inThisGame, pickBest } from '../../web/expert.js';
import { PERFECT, PERSON, Session } from '../../web/state.js';
import { Values } from '../../web/values.js';
import { DirectEngine, product, queried } from './support.mjs';

const LOST = 'wb.bw..b/.w.b.w.b w 0 0',
  WON = 'wb.wb..b/.w...w.b w 0 0',
  LOST_DEEP = 'wbwb.wb./b.w..bww b 0 0';

/** @param {boolean} [reachable] */
function bench(reachable = true) {
  const pack = async () => {
    if (!reachable) throw new Error('no connection');
    return new Uint8Array(readFileSync(product('six.pack')));
  };
  const values = new Values(
    { engine: () => DirectEngine.make() },
    {
      pack,
      get: async () => {
        throw new Error('no server');
      },
    },
  );
  return { values };
}

/** Until it is a person's turn or over. @param {Session} session */
const turn = (session) =>
  new Promise((/** @type {(v: void) => void} */ resolve) => {
    const look = () => {
      if (session.state && !session.thinking && (session.over || !session.isComputer(session.turn)))
        resolve();
    };
    session.listen(look);
    look();
  });

test('sooner wins, later losses, more mistakes; equals by chance', () => {
  const move = (
    /** @type {string} */ name,
    /** @type {any} */ value,
    /** @type {number|null} */ plies,
    losing = 0,
    replies = 0,
  ) => ({ move: name, value, plies, losing, replies });
  const best = (/** @type {any[]} */ ...moves) =>
    pickBest(
      inThisGame(
        moves,
        moves.map((m) => m.move),
      ),
      () => 0,
    );
  assert.equal(best(move('a', 1, 9), move('b', 1, 7), move('c', 0, null, 9, 10)), 'b');
  assert.equal(best(move('a', -1, 30), move('b', 0, null, 0, 9), move('c', 0, null, 3, 9)), 'c');
  assert.equal(
    best(move('a', -1, 12, 9, 10), move('b', -1, 14, 1, 10), move('c', -1, 14, 2, 10)),
    'c',
  );
  const equals = [move('a', 1, 5), move('b', 1, 5), move('c', 1, 9)];
  assert.deepEqual(
    [0, 0.6, 0.999].map((n) => pickBest(equals, () => n)),
    ['a', 'b', 'b'],
  );
  assert.equal(pickBest([]), null);
});

test('a win that can be repeated away is none, a repetition saves what is lost', () => {
  const moves = [
    { move: 'a', value: /** @type {const} */ (1), plies: 5, losing: 0, replies: 0 },
    { move: 'b', value: /** @type {const} */ (1), plies: 7, losing: 0, replies: 0 },
  ];
  assert.equal(
    pickBest(inThisGame(moves, ['b', 'a'], [0, 2]), () => 0),
    'b',
  );
  const lost = [
    { move: 'a', value: /** @type {const} */ (-1), plies: 50, losing: 0, replies: 0 },
    { move: 'b', value: /** @type {const} */ (-1), plies: 8, losing: 0, replies: 0 },
  ];
  assert.equal(
    pickBest(inThisGame(lost, ['a', 'b'], [0, 1]), () => 0),
    'b',
  );
  assert.equal(
    pickBest(inThisGame(lost, ['a', 'b'], [0, 2]), () => 0),
    'a',
  );
});

test('the engine tells which moves repeat', async () => {
  const engine = await DirectEngine.make(),
    position = 'w..w..w./b.b...b. w 0 0';
  await engine.open(`game=six start=${position}`, '0 sit person', '1 sit person');
  const first = await engine.moves();
  assert.equal(first.again, undefined);
  const there = first.moves[0],
    [from, to] = there.split('-');
  await engine.do(`t move ${there}`);
  const answer = (await engine.moves()).moves.find((m) => !m.includes('x')) ?? '',
    [a, b] = answer.split('-');
  await engine.do(`t move ${answer}`);
  const round = [`${to}-${from}`, `${b}-${a}`, there, answer];
  for (const move of round) await engine.do(`t move ${move}`);
  // The start has stood twice, and so has what came after two moves: going back makes the third of the former.
  await engine.do(`t move ${round[0]}`);
  const { moves, again } = await engine.moves();
  assert.equal(again?.[moves.indexOf(round[1])], 1);
  await engine.do('0 back 1');
  const before = await engine.moves();
  assert.equal(before.again?.[before.moves.indexOf(round[0])], 2, JSON.stringify(before.again));
});

test('it plays decided positions to their end in the plies of the database', async () => {
  for (const position of [LOST, WON, LOST_DEEP]) {
    const session = new Session(await DirectEngine.make()),
      page = { session, ...bench() },
      said = queried(position);
    session.expert = (signal) => chooseMove(/** @type {any} */ (page), signal);
    await session.begin({ variant: 'six', position }, { players: [PERFECT, PERFECT] });
    await turn(session);
    assert.equal(session.over, true);
    assert.equal(session.state?.moves.length, said.plies, position);
    assert.equal(session.unsure, false);
  }
});

test('it answers a person, is kept in the record, and never gives a draw away', async () => {
  const session = new Session(await DirectEngine.make()),
    page = { session, ...bench() };
  session.expert = (signal) => chooseMove(/** @type {any} */ (page), signal);
  await session.begin({ variant: 'six' }, { players: [PERSON, PERFECT] });
  assert.equal(session.seat(1)?.text, 'computer perfect');
  for (let n = 0; n < 12 && !session.over; n++) {
    const { moves } = await session.engine.moves();
    await session.type(moves[(n * 7) % moves.length]);
    await turn(session);
    if (session.over) break;
    const { value } = queried(session.state?.position ?? '');
    assert.notEqual(value, 'win', 'the person is never better');
  }
  const record = await session.engine.record();
  assert.match(record, /"computer perfect"/);
  await session.load(record);
  assert.equal(session.seat(1)?.perfect, true);
  assert.equal(session.seat(1)?.level, 10);
});

test('without values the highest level moves, and the page can say so', async () => {
  const session = new Session(await DirectEngine.make()),
    page = { session, ...bench(false) };
  session.expert = (signal) => chooseMove(/** @type {any} */ (page), signal);
  await session.begin({ variant: 'six', position: WON }, { players: [PERFECT, PERSON] });
  await turn(session);
  assert.equal(session.unsure, true);
  assert.equal(session.state?.moves.length, 1);
  assert.equal(await chooseMove(/** @type {any} */ (page), AbortSignal.abort()), null);
});
