// SPDX-License-Identifier: MIT
// concentric-threads.wasm in Node: helpers in worker threads on one shared memory, started by the
// page's own helper.js. Nothing here depends on how fast they are. CONCENTRIC_BUILD names the build
// folder.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { caller, instantiate, sharedMemory } from '../../web/wasm.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const build =
  process.env.CONCENTRIC_BUILD ??
  process.env.CONCENTRIC_PAGE ??
  path.join(here, '../../build/release');
const load = (name) => new WebAssembly.Module(fs.readFileSync(path.join(build, name)));
const plain = load('concentric.wasm'),
  shared = load('concentric-threads.wasm');
const functions = (module) =>
  WebAssembly.Module.exports(module)
    .filter((e) => e.kind === 'function')
    .map((e) => e.name);
const HELPER = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.onmessage = null;
  import(workerData).then(() => parentPort.once('message', (data) => globalThis.onmessage({ data })));`;
const STACK = 1 << 20,
  SLICE_MS = 5;
const GAMES = ['nine', 'stacking', 'morelli', 'morelli,edition=nestor', 'mur'];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** An engine; start(n) starts helper n, crew(n) makes n of them take part. */
async function engine() {
  const memory = sharedMemory(shared),
    x = await instantiate(shared, memory),
    workers = [],
    stacks = [],
    errors = [];
  const start = (number) => {
    const worker = new Worker(HELPER, {
      eval: true,
      workerData: new URL('../../web/helper.js', import.meta.url).href,
    });
    worker.on('error', (error) => errors.push(error));
    worker.unref();
    stacks[number] = x.cx_help(number, 0);
    assert.ok(stacks[number] > 0);
    worker.postMessage({ module: shared, memory, number, stack: stacks[number] });
    workers[number] = worker;
  };
  const close = async () => {
    await Promise.all(workers.map((w) => w?.terminate()));
    assert.deepEqual(errors, []);
  };
  return {
    x,
    call: caller(x),
    start,
    crew: (n) => x.cx_help(n, 0),
    workers,
    stacks,
    memory,
    close,
  };
}

/** Thinks until `enough(thought)`; then stops, or goes on. */
async function think(e, limits, enough, stop = true) {
  e.call('think', `${limits} 0`);
  for (let slices = 0; slices < 3000; slices++) {
    const thought = e.call('think_on', SLICE_MS);
    if (enough(thought)) return stop ? e.call('think_on', 0) : thought;
    assert.ok(!thought.done, 'the search ended too early');
    await sleep(1);
  }
  return assert.fail('it never was enough');
}
const toTheEnd = (e, limits) => {
  e.call('think', `${limits} 0`);
  for (;;) {
    const thought = e.call('think_on', 50);
    if (thought.done) return thought;
  }
};

test('twenty functions, the clock and a memory', () => {
  assert.deepEqual(functions(shared).sort(), [...functions(plain), 'cx_help'].sort());
  assert.ok(functions(shared).length <= 20);
  assert.deepEqual(
    WebAssembly.Module.imports(shared)
      .map((i) => [i.name, i.kind])
      .sort(),
    [
      ['memory', 'memory'],
      ['now', 'function'],
    ],
  );
  assert.deepEqual(
    WebAssembly.Module.exports(shared)
      .filter((e) => e.kind === 'global')
      .map((e) => e.name),
    ['__stack_pointer'],
  );
});

test('one thread visits the same nodes with either module', async () => {
  const a = caller(await instantiate(plain, null)),
    e = await engine();
  for (const variant of GAMES) {
    const [one, two] = [{ call: a }, e].map((at) => {
      at.call('open', `game=${variant}\n0 sit person\n1 sit person`);
      const { nodes, depth, score, pv, threads, helped } = toTheEnd(at, '0 20000 0 0');
      return { nodes, depth, score, pv, threads, helped };
    });
    assert.deepEqual(one, two);
    assert.deepEqual([two.threads, two.helped], [1, 0]);
  }
  await e.close();
});

test('a second instance finds the data as the first left it', async () => {
  const e = await engine();
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  e.call('do', 's move a7');
  await instantiate(shared, e.memory);
  assert.deepEqual(e.call('state').table.moves, ['a7']);
  await e.close();
});

test('helpers take part, the answer is legal, and when it is over they rest', async () => {
  const e = await engine();
  e.start(1);
  e.start(2);
  for (const variant of GAMES) {
    e.call('open', `game=${variant}\n0 sit person\n1 sit person`);
    const legal = e.call('moves').moves;
    const thought = await think(e, '0 0 0 0', (t) => t.threads === 3);
    assert.ok(thought.done && thought.helped > 0 && thought.nodes > thought.helped, variant);
    assert.ok(legal.includes(thought.best), variant);
    await sleep(60);
    assert.equal(e.call('think_on', 1).helped, thought.helped, 'they rest');
  }
  for (const [number, top] of e.stacks.entries()) {
    if (!number) continue;
    const used =
      STACK - new Uint8Array(e.memory.buffer, top - STACK, STACK).findIndex((byte) => byte);
    assert.ok(used > 0 && used < STACK / 2, `${used} bytes of stack`);
  }
  await e.close();
});

test('several best lines with helpers', async () => {
  const e = await engine();
  e.start(1);
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  e.call('think', '0 0 0 0 0 4');
  let thought = e.call('think_on', SLICE_MS);
  while (thought.threads < 2 || thought.depth < 3) thought = e.call('think_on', SLICE_MS);
  const { lines } = e.call('think_on', 0);
  assert.equal(new Set(lines.map((/** @type {any} */ l) => l.pv[0])).size, 4);
  await e.close();
});

test('fewer helpers from the next search on', async () => {
  const e = await engine();
  e.start(1);
  e.start(2);
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  await think(e, '0 0 0 0', (t) => t.threads === 3);
  e.crew(1);
  assert.equal((await think(e, '0 0 0 0', (t) => t.threads > 1 && t.depth > 5)).threads, 2);
  e.crew(0);
  const alone = toTheEnd(e, '0 20000 0 0');
  assert.deepEqual([alone.threads, alone.helped], [1, 0]);
  await e.close();
});

test('the table is shared: what helpers found spares the main search work', async () => {
  const e = await engine();
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  const alone = toTheEnd(e, '6 0 0 0');
  e.start(1);
  for (let ms = 200; ; ms *= 2) {
    e.call('think', '6 0 0 0 0');
    await sleep(ms);
    let thought = e.call('think_on', 50);
    while (!thought.done) thought = e.call('think_on', 50);
    if (thought.helped > 4 * alone.nodes) {
      assert.ok(
        thought.nodes - thought.helped < alone.nodes,
        `${thought.nodes - thought.helped} of ${alone.nodes}`,
      );
      break;
    }
    assert.ok(ms < 20000, 'the helper never got so far');
  }
  await e.close();
});

test('wins are found with helpers', async () => {
  const e = await engine();
  e.start(1);
  e.start(2);
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  await think(e, '0 0 0 0', (t) => t.threads === 3); // they are there
  for (const [start, mate] of [
    ['nine start=ww.w..../......../bbb..... w 0 0', 1],
    ['nine start=w...w.w./.w....../b..b..b. w 0 0', 5],
    ['six start=ww..w.w./....bb.b w 0 0', -6],
    ['mur start=bw.....w/w.....b./..b...../k w 1 1', 5],
  ]) {
    e.call('open', `game=${start.replace(' start', ' seed=1 start')}\n0 sit person\n1 sit person`);
    const alone = (e.crew(0), toTheEnd(e, '12 0 0 0')),
      together = (e.crew(2), toTheEnd(e, '12 0 0 0'));
    assert.equal(alone.mate, mate);
    // What helpers found deeper down may prove it by a longer line first.
    assert.ok(
      together.mate * mate > 0 && Math.abs(together.mate) >= Math.abs(mate),
      `${start}: ${together.mate}`,
    );
  }
  await e.close();
});

test('helpers that never come hold nobody up', async () => {
  const e = await engine();
  e.crew(7);
  for (const variant of GAMES) {
    e.call('open', `game=${variant}\n0 sit person\n1 sit person`);
    assert.equal(toTheEnd(e, '0 5000 0 0').threads, 1);
  }
  for (const [number, go] of [
    [8, 0],
    [-1, 0],
    [8, 1],
    [-1, 1],
    [0, 1],
    [0, 0],
  ])
    assert.equal(e.x.cx_help(number, go), 0);
  await e.close();
});

test('a helper that dies at work is given up', async () => {
  const e = await engine();
  e.start(1);
  e.start(2);
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  await think(e, '0 0 0 0', (t) => t.threads === 3, false);
  await e.workers[1].terminate();
  e.call('open', 'game=mur\n0 sit person\n1 sit person'); // waits for both, for the dead one not for ever
  const thought = await think(e, '0 0 0 0', (t) => t.threads > 1);
  assert.equal(thought.threads, 2);
  await e.close();
});

test('anything may happen while helpers think', async () => {
  const e = await engine();
  let x = 7;
  const pick = (n) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % n;
  };
  e.start(1);
  e.start(2);
  for (let i = 0; i < 150; i++) {
    if (i % 10 === 0)
      e.call('open', `game=${GAMES[pick(GAMES.length)]} seed=${i}\n0 sit person\n1 sit person`);
    const { moves } = e.call('moves');
    if (moves.length) e.call('think', '0 0 0 0 0');
    await sleep(pick(4));
    if (moves.length && pick(2)) e.call('think_on', 1 + pick(10));
    const what = pick(5);
    if (what === 0) e.call('show', -1);
    else if (what === 1) e.call('load', e.call('save'));
    else if (what === 2) e.call('bench', 'six\n3');
    else if (moves.length) e.call('do', `s move ${moves[pick(moves.length)]}`);
    if (pick(8) === 0) e.crew(pick(3));
  }
  e.call('open', 'game=nine\n0 sit person\n1 sit person');
  await sleep(20);
  await e.close();
});
