// SPDX-License-Identifier: MIT
// The club without a page: the lobby's list, speeds and pools, pictures, the device key, channels of the line.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  emblemOf,
  fits,
  mergeLobby,
  parts,
  poolOf,
  rangeAround,
  readPool,
  speedOf,
  sweep,
  tablesOf,
} from '../../web/club-model.js';
import { nextGame } from '../../web/friends-next.js';
import { plan } from '../../web/mark.js';
import { Connection } from '../../web/online.js';

const row = (/** @type {string} */ id, more = {}) => ({
  id,
  game: 'nine',
  clock: '300+3',
  side: 'random',
  name: '',
  rated: false,
  made: 1,
  player: null,
  range: null,
  ...more,
});
const ids = (/** @type {{id: string, gone: number}[]} */ rows) =>
  rows.map((r) => (r.gone ? `(${r.id})` : r.id)).join(' ');

test('the lobby: what is there keeps its place, new ones come last, what has gone is marked and swept later', () => {
  let rows = mergeLobby([], { tables: [row('a'), row('b'), row('c')] }, 100);
  assert.equal(ids(rows), 'a b c');
  rows = mergeLobby(rows, { add: [row('d')], gone: ['b'] }, 200);
  assert.equal(ids(rows), 'a (b) c d');
  rows = mergeLobby(rows, { gone: ['b', 'nobody'] }, 300);
  assert.equal(rows[1].gone, 200, 'gone since it went');
  rows = mergeLobby(rows, { add: [row('a', { name: 'Anna' })] }, 400);
  assert.deepEqual([rows[0].name, ids(rows)], ['Anna', 'a (b) c d']);
  assert.equal(ids(sweep(rows, 199)), 'a (b) c d');
  assert.equal(ids(sweep(rows, 200)), 'a c d');
  rows = mergeLobby(rows, { add: [row('b')] }, 500);
  assert.equal(ids(rows), 'a b c d', 'it is back where it was');
});

test('the lobby: after a reconnect the whole list comes again, in another order', () => {
  const rows = mergeLobby(
    mergeLobby([], { tables: [row('a'), row('b'), row('c')] }, 1),
    { tables: [row('x'), row('c'), row('a')] },
    2,
  );
  assert.equal(ids(rows), 'a (b) c x');
  assert.equal(ids(mergeLobby(rows, {}, 3)), 'a (b) c x', 'numbers alone change nothing');
});

test('speeds as the server counts them, and pools', () => {
  assert.deepEqual(
    [
      '180+2',
      '300+7',
      '300+8',
      '600+5',
      '3000+14',
      '3000+15',
      '3600+0',
      '300d5',
      '3d',
      '3d+10d',
      'none',
      '600+5/300+3',
      '',
    ].map(speedOf),
    [
      'blitz',
      'blitz',
      'rapid',
      'rapid',
      'rapid',
      'classical',
      'classical',
      'blitz',
      'days',
      'days',
      '',
      '',
      '',
    ],
  );
  assert.deepEqual(
    [poolOf('morris', '600+5'), poolOf('mur', 'none'), poolOf('', '3d')],
    ['morris-rapid', '', ''],
  );
  assert.deepEqual(readPool('bot-mur-days'), { family: 'mur', speed: 'days', bot: true });
  assert.deepEqual(readPool('morris-blitz'), { family: 'morris', speed: 'blitz', bot: false });
});

test('ranges', () => {
  assert.deepEqual(
    [
      fits(null, 0),
      fits([1400, 1700], 1400),
      fits([1400, 1700], 1700),
      fits([1400, 1700], 1701),
      fits([1400, 1700], 1399),
    ],
    [true, true, true, false, false],
  );
  assert.deepEqual([rangeAround(1512.4, 200), rangeAround(1500, 0)], [[1312, 1712], null]);
});

test('the picture of a player: the same for an id, another one where a letter is large', () => {
  assert.deepEqual(plan(emblemOf('aB3dE6gH')), plan(emblemOf('aB3dE6gH')));
  assert.notDeepEqual(plan(emblemOf('aB3dE6gH')), plan(emblemOf('ab3dE6gH')));
  const all = new Set(
    Array.from({ length: 200 }, (_, n) => JSON.stringify(plan(emblemOf(`Pq${n.toString(36)}Xy7`)))),
  );
  assert.equal(all.size, 200);
});

test("a tournament: one's own games, while they are on", () => {
  const games = [
    { table: 'old', players: ['me', 'bo'], result: 'p1win' },
    { table: 'new', players: ['cy', 'me'], result: 'none' },
    { table: null, players: ['me', null], result: 'bye' },
    { table: 'third', players: ['me', 'bo'], result: 'none' },
  ];
  assert.deepEqual(
    [
      tablesOf({ games }, 'me'),
      tablesOf({ games }, 'cy'),
      tablesOf({ games }, ''),
      tablesOf({}, 'me'),
    ],
    [['new', 'third'], ['new'], [], []],
  );
  assert.deepEqual(parts(90_061_000), { days: 1, hours: 1, minutes: 1, seconds: 1 });
});

test('the next game of a tournament, in every kind of it', () => {
  const told = (/** @type {any} */ more = {}) => ({
    kind: 'swiss',
    state: 'running',
    by: { id: 'bo' },
    standings: [
      { id: 'me', name: 'Me' },
      { id: 'bo', name: 'Bo' },
    ],
    games: [
      { table: 'old', players: ['me', 'bo'], result: 'p1win' },
      { table: null, players: ['me', null], result: 'bye' },
      { table: 'new', players: ['bo', 'me'], result: 'none' },
    ],
    ...more,
  });
  for (const kind of ['arena', 'swiss', 'round-robin', 'simul'])
    assert.deepEqual(nextGame(told({ kind }), 'me', 'old'), { table: 'new', name: 'Bo' }, kind);
  assert.equal(nextGame(told(), 'me', 'new'), null, 'one is there already');
  assert.equal(nextGame(told(), 'cy', 'old'), null, 'somebody else');
  assert.equal(nextGame(told({ state: 'ended' }), 'me', 'old'), null);
  assert.deepEqual(nextGame(told(), 'bo', 'old'), { table: 'new', name: 'Me' });
  assert.equal(
    nextGame(told({ kind: 'simul' }), 'bo', 'old'),
    null,
    'who plays against many chooses the board',
  );
});

/** A socket whose other end is the test. */
class FakeSocket {
  static all = /** @type {FakeSocket[]} */ ([]);
  constructor() {
    this.sent = /** @type {any[]} */ ([]);
    this.readyState = 0;
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

test('channels: asked for at once, again after a break, told apart, and let go; the device key goes with hi', async () => {
  FakeSocket.all = [];
  const told = /** @type {any[]} */ ([]),
    line = new Connection('http://x', {
      device: () => 'K',
      means: /** @type {any} */ ({ WebSocket: FakeSocket, random: () => 0 }),
    });
  try {
    const lobby = line.follow({ t: 'lobby' }, '/lobby/events', (m) => told.push(['lobby', m.n]));
    line.follow(
      { t: 'tournament', id: 'T1' },
      '/tournaments/T1/events',
      (m) => told.push(['T1', m.n]),
      (why) => told.push(['T1', why]),
    );
    const [first] = FakeSocket.all;
    first.open();
    assert.deepEqual(first.sent, [
      { t: 'hi', v: 1, lang: '', key: 'K', watch: [] },
      { t: 'lobby', on: true },
      { t: 'tournament', id: 'T1', on: true },
    ]);
    first.say({ t: 'lobby', n: 1 });
    first.say({ t: 'tournament', id: 'T1', n: 2 });
    first.say({ t: 'tournament', id: 'T2', n: 3 });
    first.say({ t: 'no', id: 'T1', why: 'not-found', text: '' });
    assert.deepEqual(told, [
      ['lobby', 1],
      ['T1', 2],
      ['T1', 'not-found'],
    ]);
    line.unfollow(lobby);
    assert.deepEqual(first.sent.at(-1), { t: 'lobby', on: false });
    first.close();
    for (let n = 0; n < 100 && FakeSocket.all.length < 2; n++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const second = FakeSocket.all[1];
    second.open();
    assert.deepEqual(second.sent.slice(1), [{ t: 'tournament', id: 'T1', on: true }]);
  } finally {
    line.close();
  }
});

test('channels without a WebSocket: the same as a stream, again after it ends', async () => {
  const told = /** @type {any[]} */ ([]),
    asked = /** @type {any[]} */ ([]);
  const line = new Connection('http://x', {
    device: () => 'K',
    means: /** @type {any} */ ({
      random: () => 0,
      WebSocket: class {
        constructor() {
          setTimeout(() => this.onclose?.());
        }
        close() {}
      },
      fetch: async (/** @type {string} */ url, /** @type {any} */ how) => {
        asked.push([url, how.headers.Authorization]);
        return new Response(`{"t":"lobby","n":${asked.length}}\n\n`);
      },
    }),
  });
  try {
    line.follow({ t: 'lobby' }, '/lobby/events', (m) => told.push(m.n));
    for (let n = 0; n < 400 && told.length < 2; n++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(told.slice(0, 2), [1, 2]);
    assert.deepEqual(asked[0], ['http://x/api/v1/lobby/events', 'Bearer K']);
  } finally {
    line.close();
  }
});

test('the device key: 256 bits as 43 letters, made once, kept, forgotten', async () => {
  const kept = new Map();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ k) => kept.get(k) ?? null,
      setItem: (/** @type {string} */ k, /** @type {string} */ v) => kept.set(k, v),
      removeItem: (/** @type {string} */ k) => kept.delete(k),
    },
  });
  try {
    const { closeSeat, deviceKey, dropSeat, forgetDevice, keepSeat, mySeats, needDevice, newKey } =
      await import('../../web/friends-seats.js');
    assert.equal(deviceKey(), '');
    const key = needDevice();
    assert.match(key, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(needDevice(), key);
    assert.equal(kept.get('concentric.device'), key);
    assert.equal(newKey(new Uint8Array(32).fill(255)), '_'.repeat(42) + '8');
    kept.set('concentric.device', 'damaged');
    assert.equal(deviceKey(), key, 'what it is for this page');
    forgetDevice();
    assert.equal(deviceKey(), '');
    keepSeat('aB3dE6gH', 'K', 'nine');
    assert.deepEqual(
      mySeats().map((seat) => seat.id),
      ['aB3dE6gH'],
    );
    closeSeat('aB3dE6gH');
    closeSeat('aB3dE6gJ'); // nobody's
    assert.deepEqual(
      mySeats().map((seat) => [seat.id, seat.key, seat.over]),
      [['aB3dE6gH', 'K', true]],
      'the front page does not offer it any more, but the seat stays',
    );
    dropSeat('aB3dE6gH');
    assert.deepEqual(mySeats(), []);
  } finally {
    delete (/** @type {any} */ (globalThis).localStorage);
  }
});
