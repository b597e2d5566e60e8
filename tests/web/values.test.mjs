// SPDX-License-Identifier: MIT
// The one door for solved values (values.js): what it answers is what `concentric query` says, and what it asks of a server
// is no more than it must.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openingLines } from '../../web/link.js';
import { Values, readAnswer, toldText } from '../../web/values.js';
import { DirectEngine, product, queried } from './support.mjs';

const MIXED = 'w.wbw.bb/bw.bbw.w w 0 0',
  PLACING = '.w.bb.../.w.w...b w 3 3';
const SAID = {
  ok: true,
  value: 'win',
  plies: 3,
  moves: [
    { move: 'a', value: 'win', plies: 3 },
    { move: 'b', value: 'draw', plies: null, losing: 1, replies: 4 },
  ],
};
const ANSWER = {
  value: 1,
  plies: 3,
  from: 'server',
  moves: [
    { move: 'a', value: 1, plies: 3, losing: 0, replies: 0 },
    { move: 'b', value: 0, plies: null, losing: 1, replies: 4 },
  ],
};

const LIST = { ok: true, variants: ['nine', 'nine,flying', 'six'] },
  LISTED = 'api/v1/solved';

/** A door whose server answers as the test says. @param {(path: string, signal?: AbortSignal) => any} told body, or [status, body, headers], or throws
 * @param {any} [list] what it says that it has; null: that is up to the test too */
function door(told, list = LIST) {
  const answer = (/** @type {string} */ path, /** @type {AbortSignal|undefined} */ signal) =>
    path === LISTED && list ? list : told(path, signal);
  /** @type {string[]} */
  const asked = [];
  const values = new Values(
    { engine: () => DirectEngine.make() },
    {
      root: (path) => path,
      pack: async () => new Uint8Array(readFileSync(product('six.pack'))),
      get: /** @type {any} */ (
        async (/** @type {string} */ path, /** @type {any} */ { signal } = {}) => {
          asked.push(decodeURIComponent(path));
          const said = await answer(decodeURIComponent(path), signal),
            [status, body, headers = {}] = Array.isArray(said) ? said : [200, said];
          return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
            status,
            headers: {
              'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
              ...headers,
            },
          });
        }
      ),
    },
  );
  return { values, asked };
}

test('six comes from the page, as the program says it', async () => {
  const { values, asked } = door(() => assert.fail('nobody is asked'));
  assert.equal(await values.source('six'), 'page');
  for (const position of [MIXED, PLACING]) {
    const said = queried(position),
      told = await values.ask('six', position);
    assert.ok(told);
    const word = (/** @type {number} */ v) => ['loss', 'draw', 'win'][v + 1];
    assert.deepEqual(
      [word(told.value), told.plies ?? -1, told.from],
      [said.value, said.plies, 'page'],
    );
    assert.deepEqual(
      told.moves.map((m) => [
        m.move,
        word(m.value),
        m.plies ?? -1,
        m.losing ? `${m.losing}/${m.replies}` : undefined,
      ]),
      said.moves.map((m) => [
        m.move,
        m.value,
        m.plies,
        m.traps?.startsWith('0/') ? undefined : m.traps,
      ]),
    );
  }
  // Two men are left: the game is over.
  const end = await values.ask('six', 'w......./w.wbb... b 0 0');
  assert.deepEqual([end?.value, end?.plies, end?.moves], [-1, 0, []]);
  assert.equal((await values.find('six', 'nonsense')).answer, null);
  assert.deepEqual(asked, []);
});

test('endings come from the page where nobody has the whole game, and only for few men', async () => {
  const few = 'w.....b./....w.../.b..w..b w 0 0',
    many = 'w.w.w.../.w.w.w.w/b..bb.b. b 0 0',
    { values } = door(() => [404, '']);
  /** @type {string[]} */
  const fetched = [];
  Object.assign(values, {
    pack: async (/** @type {string} */ file) => (
      fetched.push(file),
      new Uint8Array(readFileSync(product(file)))
    ),
  });
  values.list = Promise.resolve([]); // a server that has none
  assert.equal((await values.find('nine,flying', many)).why, 'unsolved');
  assert.deepEqual(fetched, []);
  const said = queried(few, 'nine,flying'),
    told = await values.ask('nine,flying', few);
  assert.ok(told);
  assert.deepEqual(
    [['loss', 'draw', 'win'][told.value + 1], told.plies ?? -1, told.from],
    [said.value, said.plies, 'page'],
  );
  assert.deepEqual(new Set(told.moves.map((m) => m.move)), new Set(said.moves.map((m) => m.move)));
  await values.ask('nine,flying', 'w.....b./....w.../.b..w.b. w 0 0');
  assert.deepEqual(fetched, ['nine,flying.pack.gz'], 'fetched once');
});

test('other variants come from the server: once each, one at a time', async () => {
  let running = 0;
  const { values, asked } = door(async () => {
    assert.equal(++running, 1, 'one request at a time');
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return SAID;
  });
  const [a, b, again] = await Promise.all([
    values.ask('nine,flying', 'A b'),
    values.ask('nine,flying', 'C'),
    values.ask('nine,flying', 'A b'),
  ]);
  assert.deepEqual(a, ANSWER);
  assert.deepEqual(b, ANSWER);
  assert.equal(again, a);
  assert.equal(await values.ask('nine,flying', 'A b'), a);
  assert.equal(await values.source('nine,flying'), 'server');
  assert.deepEqual(asked, [
    'api/v1/solved',
    'api/v1/solved/nine,flying?position=A b',
    'api/v1/solved/nine,flying?position=C',
  ]);
});

test('what a server has not is asked for once; a host of files has nothing', async () => {
  for (const [status, body] of [
    [200, { ok: true, variants: ['six'] }],
    [404, 'no such page'],
    [200, '<!doctype html>'],
    [200, { ok: true }],
    [404, { ok: false }],
  ]) {
    const { values, asked } = door(() => [status, body], null);
    assert.equal(await values.ask('nine', 'A'), null);
    assert.equal(await values.source('nine'), null);
    assert.deepEqual(await values.find('nine', 'B'), { answer: null, why: 'unsolved' });
    assert.deepEqual(
      asked,
      /** @type {any} */ (body).variants ? [LISTED] : [LISTED, 'solved/index.json'],
    );
  }
});

test('a position that is not known, and one that cannot be read', async () => {
  const { values, asked } = door((path) =>
    path.endsWith('=A')
      ? [404, { ok: false, why: 'not-solved' }]
      : path.endsWith('=B')
        ? [503, { ok: false, why: 'damaged' }]
        : SAID,
  );
  for (let n = 0; n < 2; n++) {
    assert.equal((await values.find('nine', 'A')).why, 'unknown');
    assert.equal((await values.find('nine', 'B')).why, 'damaged');
  }
  assert.equal(asked.filter((path) => path.endsWith('=A')).length, 1);
});

test('no connection is no answer, and is asked again', async () => {
  let broken = true;
  const { values, asked } = door(() => {
    if (broken) throw new TypeError('offline');
    return asked.length === 3 ? LIST : SAID;
  }, null);
  assert.deepEqual(await values.find('nine', 'A'), { answer: null, why: 'unreachable' });
  assert.equal(await values.source('nine'), null);
  broken = false;
  assert.deepEqual(await values.ask('nine', 'A'), ANSWER);
  broken = true;
  assert.equal((await values.find('nine', 'B')).why, 'unreachable');
  assert.equal(await values.source('nine'), 'server');
  assert.equal(asked.length, 5);
});

test('who does not wait any more is not asked for', async () => {
  let go = () => {};
  const gate = new Promise((resolve) => {
    go = () => resolve(null);
  });
  const { values, asked } = door(async (path, signal) => {
    if (!path.endsWith('=A')) return SAID;
    await Promise.race([
      gate,
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('gone'))),
      ),
    ]);
    return SAID;
  });
  await values.source('nine');
  const stale = [new AbortController(), new AbortController()];
  const first = values.find('nine', 'A', { signal: stale[0].signal }),
    second = values.find('nine', 'B', { signal: stale[1].signal }),
    third = values.find('nine', 'C');
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const one of stale) one.abort();
  assert.equal((await first).why, 'stale');
  assert.equal((await second).why, 'stale');
  assert.deepEqual((await third).answer, ANSWER);
  assert.deepEqual(
    asked.map((path) => path.split('=')[1]),
    [undefined, 'A', 'C'],
  );
  go();
  assert.deepEqual((await values.find('nine', 'A')).answer, ANSWER);
});

test('too many at once: it waits as long as it is told, and gives up in the end', async () => {
  let times = 0;
  const { values, asked } = door(() =>
    times++ === 0 ? [429, { ok: false, why: 'too-often' }, { 'retry-after': '0.05' }] : SAID,
  );
  await values.source('nine');
  const begun = Date.now();
  assert.deepEqual(await values.ask('nine', 'A'), ANSWER);
  assert.ok(Date.now() - begun >= 45);
  assert.equal(asked.length, 3);
  const busy = door(() => [503, { ok: false, why: 'busy' }, { 'retry-after': '0.01' }], null);
  assert.equal((await busy.values.find('nine', 'A')).why, 'busy');
  assert.ok(busy.asked.length < 8);
});

test('an answer is read with care', () => {
  assert.deepEqual(readAnswer(SAID), ANSWER);
  for (const bad of [
    null,
    {},
    { value: 'win' },
    { value: 'good', moves: [] },
    { value: 'win', moves: [{ move: 'a' }] },
    'win',
  ])
    assert.equal(readAnswer(bad), null);
  assert.equal(readAnswer({ ...SAID, plies: -7 })?.plies, null);
});

test('what is told to an engine is known there; what is of other rules is refused', async () => {
  const { values } = door(() => assert.fail('nobody is asked')),
    told = await values.ask('six', MIXED),
    engine = await DirectEngine.make();
  assert.ok(told);
  await engine.open(...openingLines({ variant: 'six,flying', position: MIXED })); // has the same moves here
  assert.equal((await engine.moves()).values, undefined);
  await engine.load(toldText('six,flying', MIXED, told));
  const { moves, values: worths } = await engine.moves();
  assert.deepEqual(
    moves.map((m, i) => [m, ...(worths?.[i].slice(0, 2) ?? [])]).sort(),
    told.moves.map((m) => [m.move, m.value, m.plies ?? -1]).sort(),
  );
  assert.equal((await engine.state()).click.values?.length, 6);
  await assert.rejects(
    engine.load(toldText('nine', '......../......../........ w 9 9', /** @type {any} */ (ANSWER))),
  );
});
