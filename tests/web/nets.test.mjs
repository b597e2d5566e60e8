// SPDX-License-Identifier: MIT
// Learnt evaluations in the page's engine: the same node counts as the native program has with the same file, no thought is
// disturbed when one comes, and a file that is damaged, of another game or not to be had leaves the engine as it was.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { NETS, netName, strengthen } from '../../web/nets.js';
import { start } from '../../web/wasm.js';
import { WEB, product } from './support.mjs';

const module = new WebAssembly.Module(readFileSync(product('concentric.wasm')));
const POSITION = 'w.bw.b.w/.bw.wb.b/b.w.b.wb w 0 0',
  DEPTH = 8;
const bytesOf = (/** @type {string} */ variant) =>
  new Uint8Array(readFileSync(join(WEB, netName(variant))));

/** @param {string} variant */
async function open(variant, position = POSITION) {
  const call = await start(module);
  call('open', `game=${variant} start=${position}\n0 sit person\n1 sit person`);
  return call;
}

/** @param {(name: string, arg?: any) => any} call */
function nodes(call, limits = `${DEPTH} 0 0 0 0 0`) {
  call('think', limits);
  for (;;) {
    const thought = call('think_on', 1000);
    if (thought.done) return thought.nodes;
  }
}

/** @param {string} variant @param {string} file */
function nativeNodes(variant, file) {
  const input = `setoption name Variant value ${variant}\nsetoption name EvalFile value ${file}\nposition fen ${POSITION}\ngo depth ${DEPTH}\n`;
  const said = execFileSync(product('concentric'), ['ugi'], { input, encoding: 'utf8' });
  return Number(/ nodes (\d+)(?![^]* nodes )/.exec(said)?.[1]);
}

const answer = (/** @type {Uint8Array} */ bytes) => () => Promise.resolve(new Response(bytes));

test('the list is the folder, and every file is small', () => {
  assert.deepEqual(
    NETS.map(netName).sort(),
    readdirSync(join(WEB, 'nets'))
      .map((f) => `nets/${f}`)
      .sort(),
  );
  for (const variant of NETS)
    assert.ok(gzipSync(bytesOf(variant), { level: 9 }).length < 60_000, variant);
});

for (const variant of NETS) {
  test(`${variant}: as the native program, and other than without`, async () => {
    const call = await open(variant),
      before = nodes(call);
    assert.equal(before, nativeNodes(variant, 'none'));
    assert.ok(await strengthen(call, answer(bytesOf(variant))));
    const after = nodes(call);
    assert.notEqual(after, before);
    assert.equal(after, nativeNodes(variant, join(WEB, netName(variant))));
    assert.equal(after, nativeNodes(variant, '<empty>'), 'the program has it inside');
  });
}

test('a thought under way is not disturbed', async () => {
  const call = await open('nine');
  call('think', `${DEPTH} 0 0 0 0 0`);
  call('think_on', 1);
  call('load', bytesOf('nine'));
  let thought;
  do thought = call('think_on', 1000);
  while (!thought.done);
  assert.equal(thought.nodes, nativeNodes('nine', 'none'));
});

test('another game is judged by its own sums', async () => {
  const call = await open('nine');
  call('load', bytesOf('nine'));
  call('open', `game=nine,flying start=${POSITION}\n0 sit person\n1 sit person`);
  assert.equal(nodes(call), nativeNodes('nine,flying', 'none'));
  assert.throws(() => call('load', bytesOf('nine')), /not of this game/);
  call('open', `game=nine start=${POSITION}\n0 sit person\n1 sit person`);
  assert.equal(nodes(call), nativeNodes('nine', '<empty>'), 'and the first one still has it');
});

test('what is damaged is not used', async () => {
  const call = await open('nine'),
    before = nodes(call),
    good = bytesOf('nine');
  for (const at of [8, 20, 1000, good.length - 1]) {
    const bad = good.slice();
    bad[at] ^= 4;
    assert.throws(() => call('load', bad), /damaged/);
  }
  assert.throws(() => call('load', good.slice(0, 5000)), /damaged/);
  assert.equal(nodes(call), before);
});

test('what does not come is asked for once, and the game goes on', async () => {
  const call = await open('nine,flying');
  let asked = 0;
  const missing = () => {
    asked++;
    return Promise.resolve(new Response('', { status: 404 }));
  };
  await strengthen(await open('six', '......../........ w 6 6'), missing);
  assert.equal(asked, 0, 'no file');
  call('open', 'game=nine start=......../......../........ w 9 9\n0 sit person\n1 sit person');
  await strengthen(call, missing);
  await strengthen(call, missing);
  assert.equal(asked, 1);
  assert.ok(nodes(call, '4 0 0 0 0 0') > 0);
});
