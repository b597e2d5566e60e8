// SPDX-License-Identifier: MIT
// web/online.js: against a server that the test plays, line by line; and without WebSockets against the real one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Connection, Refused, call } from '../../web/online.js';

const build =
  process.env.CONCENTRIC_PAGE ?? join(import.meta.dirname ?? '.', '../../build/release');

/** A socket whose other end is the test. */
class FakeSocket {
  static all = [];
  constructor(url) {
    Object.assign(this, { url, sent: [], readyState: 0 });
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** @param {() => boolean} what */
async function until(what, text) {
  for (let i = 0; i < 400; i++) {
    if (what()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail(`never: ${text}`);
}

function connect() {
  FakeSocket.all = [];
  return new Connection('http://here', { means: { WebSocket: FakeSocket, random: () => 0 } });
}

test('an act is sent again with the same cmd until it is answered', async () => {
  const line = connect();
  line.watch(
    'aaaaaaaa',
    'KEY',
    () => {},
    () => {},
  );
  FakeSocket.all[0].open();
  const done = line.act('aaaaaaaa', { do: 'move', move: 'd2' });
  const first = FakeSocket.all[0].sent.find((m) => m.t === 'do');
  assert.equal(first.key, 'KEY');
  FakeSocket.all[0].close(); // before the answer
  assert.equal(line.state, 'trying');
  assert.equal(line.waiting, 1);
  await until(() => FakeSocket.all.length === 2, 'a second socket');
  FakeSocket.all[1].open();
  const again = FakeSocket.all[1].sent.find((m) => m.t === 'do');
  assert.deepEqual(again, first);
  FakeSocket.all[1].say({ t: 'ok', cmd: first.cmd, seq: 7 });
  assert.equal(await done, 7);
  assert.equal(line.waiting, 0);
  line.close();
});

test('events come in order, each once; a gap is asked for', () => {
  const line = connect(),
    heard = [];
  line.watch(
    'aaaaaaaa',
    '',
    (m) => heard.push(m.seq),
    () => {},
  );
  const [socket] = FakeSocket.all;
  socket.open();
  assert.deepEqual(socket.sent[0].watch, [{ id: 'aaaaaaaa' }]);
  socket.say({ t: 'state', id: 'aaaaaaaa', seq: 3 });
  socket.say({ t: 'ev', id: 'aaaaaaaa', seq: 4 });
  socket.say({ t: 'ev', id: 'aaaaaaaa', seq: 4 });
  socket.say({ t: 'ev', id: 'aaaaaaaa', seq: 6 });
  assert.deepEqual(heard, [3, 4]);
  assert.deepEqual(socket.sent.at(-1), { t: 'watch', id: 'aaaaaaaa', since: 4 });
  socket.say({ t: 'ev', id: 'aaaaaaaa', seq: 5 });
  socket.say({ t: 'ev', id: 'aaaaaaaa', seq: 6 });
  assert.deepEqual(heard, [3, 4, 5, 6]);
  line.close();
});

test('after a reconnect it goes on from what it has seen', async () => {
  const line = connect();
  line.watch(
    'aaaaaaaa',
    'K',
    () => {},
    () => {},
  );
  FakeSocket.all[0].open();
  FakeSocket.all[0].say({ t: 'state', id: 'aaaaaaaa', seq: 9 });
  FakeSocket.all[0].close();
  await until(() => FakeSocket.all.length === 2, 'a second socket');
  FakeSocket.all[1].open();
  assert.deepEqual(FakeSocket.all[1].sent[0].watch, [{ id: 'aaaaaaaa', key: 'K', since: 9 }]);
  line.close();
});

test('a refusal is told; what could not be saved is sent again', async () => {
  const line = connect();
  line.watch(
    'aaaaaaaa',
    'K',
    () => {},
    () => {},
  );
  const [socket] = FakeSocket.all;
  socket.open();
  const bad = line.act('aaaaaaaa', { do: 'move', move: 'zz' }, 'one');
  socket.say({ t: 'no', cmd: 'one', why: 'not-legal', text: 'no such point' });
  await assert.rejects(
    bad,
    (error) =>
      error instanceof Refused && error.why === 'not-legal' && error.message === 'no such point',
  );
  const late = line.act('aaaaaaaa', { do: 'resign' }, 'two');
  socket.say({ t: 'no', cmd: 'two', why: 'not-saved', text: 'the disk is full' });
  await until(() => socket.sent.filter((m) => m.cmd === 'two').length === 2, 'the same act again');
  socket.say({ t: 'ok', cmd: 'two', seq: 5 });
  assert.equal(await late, 5);
  line.close();
});

test('without WebSockets: streams and POSTs against the real server', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'concentric-'));
  const server = spawn(join(build, 'concentric'), ['serve', '--port', '0', '--data', folder]);
  t.after(() => {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const base = await new Promise((resolve) => {
    server.stdout.on('data', (text) => resolve(/http:\/\/[^/]*/.exec(String(text))[0]));
  });
  const made = await call(base, 'POST', '/tables', { game: 'nine', clock: '300+5', side: 'p1' });
  const joined = await call(base, 'POST', `/tables/${made.id}/join`, { invite: made.invite });
  await assert.rejects(
    call(base, 'POST', `/tables/${made.id}/join`, { invite: made.invite }, '', { lang: 'ja' }),
    (error) => error.why === 'taken' && error.status === 409 && /招待/.test(error.message),
  );
  const heard = [[], []];
  const lines = [made.key, joined.key].map((key, i) => {
    const line = new Connection(base, { means: { WebSocket: null } });
    line.Socket = undefined;
    line.watch(
      made.id,
      key,
      (m) => heard[i].push(m),
      () => {},
    );
    return line;
  });
  await until(() => heard.every((h) => h.length > 0), 'both see the table');
  assert.equal(heard[0][0].you, 0);
  await lines[0].act(made.id, { do: 'move', move: 'd2' });
  await until(
    () => heard[1].some((m) => m.kind === 'move' && m.m === 'd2'),
    'the other side sees the move',
  );
  await assert.rejects(
    lines[0].act(made.id, { do: 'move', move: 'd6' }),
    (error) => error.why === 'not-your-turn',
  );
  for (const line of lines) line.close();
});

test('a static host says that there is no server', async () => {
  const get = async () =>
    new Response('<h1>not here</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } });
  await assert.rejects(
    call('http://static', 'POST', '/tables', {}, '', { fetch: get }),
    (error) => error.why === 'no-server',
  );
});
