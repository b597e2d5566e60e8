// SPDX-License-Identifier: MIT
// Solved positions from files on a plain host (values-files.js, values.wasm): every answer is what `concentric query` says of the same
// files, and only parts are fetched. `node values-files.test.mjs DIR VARIANT [N]` tells what positions of a database cost.
import assert from 'node:assert/strict';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { joined } from '../../web/values-files.js';
import { openingLines } from '../../web/link.js';
import { Values } from '../../web/values.js';
import { DirectEngine, product, queried, serveFolder, solve, solveInto } from './support.mjs';

const WHOLE = 'six,flying',
  PART = 'nine,flying',
  SHORT = 'six,diagonals';

/** @param {{url: string}} host */
const door = ({ url }) =>
  new Values(
    { engine: () => DirectEngine.make() },
    {
      root: (path) => new URL(path, url).href,
      module: async () => new WebAssembly.Module(readFileSync(product('values.wasm'))),
    },
  );

/** Positions of random games. @param {string} variant @param {number} count @param {string} [start] @returns {Promise<string[]>} */
async function wander(variant, count, start = '') {
  const engine = await DirectEngine.make(),
    found = new Set();
  let seed = 5;
  const below = (/** @type {number} */ n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
  };
  for (let tries = 0; found.size < count && tries < 50; tries++) {
    await engine.open(...openingLines({ variant, position: start }));
    for (let ply = 0; ply < 60 && found.size < count; ply++) {
      const { moves } = await engine.moves();
      if (!moves.length) break;
      if (!below(3) || !ply) found.add((await engine.state()).table.position);
      await engine.do(`t move ${moves[below(moves.length)]}`);
    }
  }
  return [...found];
}

/** @param {import('../../web/values.js').Answer|null} told @param {ReturnType<typeof queried>} said */
function same(told, said) {
  const word = (/** @type {number} */ v) => ['loss', 'draw', 'win'][v + 1];
  assert.ok(told);
  assert.equal(told.from, 'files');
  assert.deepEqual([word(told.value), told.plies ?? -1], [said.value, said.plies]);
  const rows = (/** @type {any[]} */ all) => all.map((row) => row.join(' ')).sort();
  assert.deepEqual(
    rows(told.moves.map((m) => [m.move, word(m.value), m.plies ?? -1])),
    rows(said.moves.map((m) => [m.move, m.value, m.plies])),
  );
  // Best first, as far as values and plies tell; traps may not be known here.
  assert.deepEqual(
    told.moves.map((m) => [m.value, m.plies ?? -1]),
    said.moves.map((m) => [{ win: 1, draw: 0, loss: -1 }[m.value], m.plies]),
  );
}

if (process.argv[2])
  await costs(
    process.argv[2],
    process.argv[3] ?? basename(process.argv[2]),
    Number(process.argv[4] ?? 30),
  );
else tests();

/** What positions of a database cost in bytes and requests. @param {string} dir @param {string} variant @param {number} count */
async function costs(dir, variant, count) {
  const folder = dirname(dir),
    index = JSON.stringify({ variants: { [variant]: `../${basename(dir)}/` } });
  const host = await serveFolder(folder),
    plain = door(host),
    get = plain.get;
  plain.get = /** @type {any} */ (
    async (/** @type {string} */ url, /** @type {any} */ how) =>
      url.endsWith('solved/index.json') ? new Response(index) : get(url, how)
  );
  const rows = [];
  for (const position of await wander(variant, count, process.argv[5])) {
    const before = { ...plain.files?.cost },
      begun = performance.now(),
      { answer, why } = await plain.find(variant, position),
      after = plain.files?.cost;
    if (!after || !answer) {
      console.log(`${position}: ${why}`);
      continue;
    }
    const row = {
      bytes: after.bytes - (before.bytes ?? 0),
      requests: after.requests - (before.requests ?? 0),
      ms: performance.now() - begun,
      moves: answer.moves.length,
    };
    rows.push(row);
    console.log(
      `${position}: ${row.moves} moves, ${row.bytes} bytes, ${row.requests} requests, ${row.ms.toFixed(0)} ms`,
    );
  }
  const mean = (/** @type {'bytes'|'requests'|'ms'} */ key) =>
    (rows.reduce((sum, row) => sum + row[key], 0) / rows.length).toFixed(0);
  console.log(
    `mean of ${rows.length}: ${mean('bytes')} bytes, ${mean('requests')} requests, ${mean('ms')} ms; the first ${rows[0]?.bytes} bytes, ${rows[0]?.requests} requests`,
  );
  host.close();
}

function tests() {
  let folder = '',
    db = '';
  /** @type {{close: () => void}[]} */
  const hosts = [];
  /** A host that is closed when the tests are over, also when one fails. @type {typeof serveFolder} */
  const serve = async (...how) => {
    const host = await serveFolder(...how);
    hosts.push(host);
    return host;
  };
  before(() => {
    folder = solveInto();
    db = join(folder, 'solved');
    mkdirSync(db);
    for (const [variant, ...how] of [[WHOLE], [PART, '--stages', '1'], [SHORT, '--wdl']])
      solve(db, variant, ...how);
    writeFileSync(
      join(db, 'index.json'),
      JSON.stringify({
        variants: { [WHOLE]: `${WHOLE}/`, [PART]: PART, [SHORT]: `${SHORT}/`, bad: 7 },
      }),
    );
  });
  after(() => {
    for (const host of hosts) host.close();
    rmSync(folder, { recursive: true });
  });

  test('every answer is that of the program, and little of the files is fetched', async () => {
    const host = await serve(folder),
      values = door(host);
    assert.equal(await values.source(WHOLE), 'files');
    assert.equal(await values.source('nine'), null);
    assert.equal((await values.find('nine', 'x')).why, 'unsolved');
    assert.deepEqual(host.asked, ['api/v1/solved', 'solved/index.json'], 'one 404, one list');
    for (const position of await wander(WHOLE, 40))
      same(await values.ask(WHOLE, position), queried(position, WHOLE, db));
    const sectors = readdirSync(join(db, WHOLE)),
      size = sectors.reduce((sum, file) => sum + statSync(join(db, WHOLE, file)).size, 0);
    assert.ok(
      values.files && values.files.cost.bytes < size,
      `${values.files?.cost.bytes} of ${size}`,
    );
    const heads = host.asked.filter((line) => / 0-\d+$/.test(line));
    assert.equal(new Set(heads).size, heads.length, 'no head twice');
    const { length } = host.asked;
    assert.ok(await values.ask(WHOLE, (await wander(WHOLE, 1))[0]));
    assert.equal(host.asked.length, length, 'what was asked is known');
    // Without distances, and a game that is over.
    for (const position of await wander(SHORT, 8)) {
      const said = queried(position, SHORT, db);
      same(await values.ask(SHORT, position), said);
    }
    const end = await values.ask(WHOLE, 'w......./w.wbb... b 0 0');
    assert.deepEqual([end?.value, end?.plies, end?.moves], [-1, 0, []]);
    assert.equal((await values.find(WHOLE, 'no position')).answer, null);
  });

  test('what the files do not have is not known', async () => {
    const host = await serve(folder),
      values = door(host);
    assert.equal((await values.find(PART, '......../......../........ w 9 9')).why, 'unknown');
    const last = 'w......./....w.../..w.b.bb b 0 0';
    same(await values.ask(PART, last), queried(last, PART, db));
  });

  test('a host that sends only whole files is asked for no more than one', async () => {
    const host = await serve(folder, { whole: true }),
      values = door(host);
    const [position] = await wander(WHOLE, 1);
    assert.equal((await values.find(WHOLE, position)).why, 'whole');
    assert.ok(host.asked.filter((line) => line.endsWith('.db')).length <= 6);
  });

  test('damage is seen; files that were replaced are read anew', async () => {
    let bad = true;
    const host = await serve(folder, {
        spoil: (path, bytes) => {
          if (bad && path.endsWith('.db') && bytes.length > 20) bytes[bytes.length - 9] ^= 4;
          return bytes;
        },
      }),
      values = door(host),
      position = (await wander(WHOLE, 30)).at(-1) ?? '';
    assert.equal((await values.find(WHOLE, position)).why, 'damaged');
    bad = false;
    same(await values.ask(WHOLE, position), queried(position, WHOLE, db));
    // Another solver's files in their place: the old heads do not fit.
    solve(folder, WHOLE, '--wdl');
    renameSync(join(db, WHOLE), join(folder, 'old'));
    renameSync(join(folder, WHOLE), join(db, WHOLE));
    for (const next of (await wander(WHOLE, 12)).slice(6)) {
      const told = await values.ask(WHOLE, next);
      assert.deepEqual(
        told?.moves.map((m) => m.move).sort(),
        queried(next, WHOLE, db)
          .moves.map((m) => m.move)
          .sort(),
      );
    }
    rmSync(join(db, WHOLE), { recursive: true });
    renameSync(join(folder, 'old'), join(db, WHOLE));
  });

  test('parts that lie near each other are one request', () => {
    /** @type {import('../../web/values-files.js').Need[]} */
    const needs = [
      [0, 'a', 2, 9000, 100],
      [0, 'a', 0, 0, 100],
      [0, 'a', 1, 100, 100],
      [0, 'a', 9, 4000, 100],
    ];
    assert.deepEqual(
      joined(needs).map((group) => group.map((need) => need[2])),
      [[0, 1, 9], [2]],
    );
  });
}
