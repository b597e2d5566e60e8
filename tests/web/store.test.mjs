// SPDX-License-Identifier: MIT
// Whatever the browser's storage holds, settings and games come back valid or not at all; kept games are never
// overwritten by who has not seen them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { checkKept, entryOf, games } from '../../web/games-db.js';
import { continues } from '../../web/keep.js';
import { readLink } from '../../web/link.js';
import { importRecords, joinRecords, splitRecords, takeOver } from '../../web/records.js';
import {
  DEFAULTS,
  checkGame,
  checkSeats,
  enterSlot,
  loadSettings,
  oldGames,
  saveGame,
  takenOver,
} from '../../web/store.js';
import { Session } from '../../web/state.js';
import { DirectEngine, product } from './support.mjs';

/** @type {Record<string, string>} */
let held = {},
  tab = {};
const storage = (/** @type {() => Record<string, string>} */ all) =>
  new Proxy(
    {},
    {
      get: (_, name) =>
        ({
          getItem: (/** @type {string} */ k) => all()[k] ?? null,
          setItem: (/** @type {string} */ k, /** @type {string} */ v) => {
            all()[k] = v;
          },
          removeItem: (/** @type {string} */ k) => {
            delete all()[k];
          },
        })[String(name)],
      ownKeys: () => Object.keys(all()),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
Object.assign(globalThis, {
  localStorage: storage(() => held),
  sessionStorage: storage(() => /** @type {any} */ (tab)),
});

let seed = 1;
const random = (/** @type {number} */ n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};
const NAMES = [
  'link',
  'record',
  'players',
  'flipped',
  'time',
  'id',
  'kind',
  'level',
  'movetime',
  'rev',
  'board',
  'moves',
  'you',
  ...Object.keys(DEFAULTS),
];
const VALUES = [
  null,
  true,
  false,
  0,
  1,
  -1,
  3,
  99,
  0.5,
  1e300,
  -1e300,
  '',
  'en',
  'xx',
  'dark',
  'computer',
  'person',
  'game=nine',
  'game=nine&moves=%',
  '[Game "nine"]',
  'x'.repeat(100),
  'y'.repeat(3e3),
  '__proto__',
  [],
  {},
];
/** @param {number} depth @returns {any} */
function junk(depth) {
  const what = random(depth > 0 ? 5 : 3);
  if (what < 3) return VALUES[random(VALUES.length)];
  if (what === 3) return Array.from({ length: random(4) }, () => junk(depth - 1));
  return Object.fromEntries(
    Array.from({ length: random(8) }, () => [NAMES[random(NAMES.length)], junk(depth - 1)]),
  );
}
const text = () =>
  random(8) ? JSON.stringify(junk(3)) : ['', '{', '5', 'null', 'undefined', '[[[', '"'][random(7)];

/** @param {any} game */
function validGame(game) {
  if (game === null) return;
  assert.equal(typeof game.link, 'string');
  assert.equal(typeof game.flipped, 'boolean');
  assert.ok(Number.isFinite(game.time));
  readLink(game.link); // does not throw
  if ('record' in game)
    return assert.ok(typeof game.record === 'string' && game.record && typeof game.id === 'string');
  validPlayers(game.players);
}
/** @param {any} players */
function validPlayers(players) {
  assert.ok(Array.isArray(players) && (players.length === 0 || players.length === 2));
  for (const { kind, level, movetime } of players)
    assert.ok(
      kind === 'person'
        ? level === 0 && movetime === 0
        : kind === 'computer' &&
            Number.isInteger(level) &&
            level >= 0 &&
            level <= 10 &&
            level > 0 !== movetime > 0,
    );
}

test('any junk in any place: settings and games are valid', async () => {
  let some = 0;
  for (let n = 0; n < 3000; n++) {
    held = {
      'concentric.settings': text(),
      'concentric.game': text(),
      'concentric.game.1-2': text(),
      'concentric.game.x': text(),
      other: 'kept',
    };
    tab = { 'concentric.tab': random(2) ? '1-2' : String(VALUES[random(VALUES.length)]) };
    const settings = /** @type {any} */ (loadSettings());
    assert.deepEqual(Object.keys(settings).sort(), Object.keys(DEFAULTS).sort());
    for (const [name, value] of Object.entries(DEFAULTS))
      assert.equal(typeof settings[name], typeof value, name);
    assert.ok(
      ['en', 'ja'].includes(settings.lang) && ['auto', 'light', 'dark'].includes(settings.theme),
    );
    assert.ok(Number.isInteger(settings.threads) && settings.threads >= 0 && settings.threads <= 8);
    assert.ok(
      Array.isArray(settings.lessonsDone) &&
        settings.lessonsDone.every(
          (/** @type {any} */ v) => typeof v === 'string' && v.length <= 60,
        ),
    );
    const game = await enterSlot();
    validGame(game);
    if (game) some++;
    for (const [, old] of oldGames()) validGame(old);
    const seats = checkSeats(junk(3));
    if (seats) validPlayers(seats.players);
    saveGame({ record: 'r', link: 'l', flipped: false, id: 'a' });
    assert.equal(held.other, 'kept');
  }
  assert.ok(some > 5, `${some} of it were games`);
});

test('the values of the report', async () => {
  held = {
    'concentric.game': '{"link":5}',
    'concentric.settings':
      '{"lessonsDone":null,"threads":99,"theme":7,"labels":"no","lang":["en"]}',
  };
  tab = {};
  assert.equal(await enterSlot(), null);
  assert.deepEqual(loadSettings(), { ...DEFAULTS, lang: loadSettings().lang });
  assert.equal(
    /** @type {any} */ (
      checkGame({
        link: 'game=nine',
        players: [{ kind: 'person' }, { kind: 'computer', level: 99 }],
      })
    ).players[1].level,
    3,
  );
  assert.equal(DEFAULTS.lessonsDone.length, 0, 'the defaults are nobody’s to change');
});

test('huge texts are forgotten', async () => {
  const huge = 'y'.repeat(5e6);
  held = {
    'concentric.game': JSON.stringify({ link: huge, players: [] }),
    'concentric.game.1': JSON.stringify({ link: '', record: huge }),
    'concentric.settings': JSON.stringify({ theme: huge, lessonsDone: [huge, 'six'] }),
  };
  tab = { 'concentric.tab': huge };
  assert.equal(await enterSlot(), null);
  assert.ok(!('concentric.game.1' in held));
  assert.ok(String(/** @type {any} */ (tab)['concentric.tab']).length < 60);
  assert.equal(loadSettings().theme, 'auto');
  assert.equal(checkGame({ link: 'game=nine', record: huge }), null);
});

test('what fits is kept', async () => {
  held = {
    'concentric.settings': JSON.stringify({
      ...DEFAULTS,
      lang: 'ja',
      threads: 2,
      lessonsDone: ['nine'],
    }),
  };
  assert.deepEqual(loadSettings(), { ...DEFAULTS, lang: 'ja', threads: 2, lessonsDone: ['nine'] });
  tab = { 'concentric.tab': '7-7' };
  await enterSlot();
  saveGame({ record: 'R', link: 'game=nine', flipped: true, id: '5-5' });
  const again = /** @type {any} */ (await enterSlot());
  assert.deepEqual(
    [again.record, again.link, again.flipped, again.id],
    ['R', 'game=nine', true, '5-5'],
  );
  assert.deepEqual(oldGames(), []);
  held['concentric.game'] = JSON.stringify({ link: 'game=six', players: [], flipped: false });
  held['concentric.game.z'] = JSON.stringify({
    record: 'Z',
    link: 'game=six',
    flipped: false,
    time: 5,
  });
  assert.deepEqual(
    oldGames().map(([key]) => key),
    ['concentric.game', 'concentric.game.z'],
  );
  for (const [key] of oldGames()) takenOver(key, 'n');
  assert.deepEqual(oldGames(), []);
});

test('kept games: only who has seen the latest may change one', async () => {
  const session = new Session(await DirectEngine.make());
  await session.begin(
    { variant: 'nine', moves: ['d2', 'd6'] },
    {
      players: [
        { kind: 'person', level: 0, movetime: 0 },
        { kind: 'computer', level: 4, movetime: 0 },
      ],
    },
  );
  const { state, shape } = session;
  assert.ok(state && shape);
  const entry = entryOf(state, shape, {
    id: 'a-1',
    record: await session.engine.record(),
    link: 'game=nine&moves=d2+d6',
    flipped: false,
  });
  assert.deepEqual(
    [
      entry.moves,
      entry.result,
      entry.you,
      entry.game,
      entry.players[1].level,
      entry.board.filter(Boolean).length,
    ],
    [2, '', 0, 'nine', 4, 2],
  );
  assert.equal(await games.put(entry, 0, 100), 1);
  assert.equal(await games.put(entry, 0, 200), 0, 'a stranger');
  assert.equal(
    await games.put({ ...entry, moves: 3, link: 'game=nine&moves=d2+d6+a1', board: [] }, 1, 300),
    2,
  );
  const kept = await games.get('a-1');
  assert.deepEqual(
    [kept?.moves, kept?.time, kept?.begun, kept?.rev, kept?.board.length],
    [3, 300, 100, 2, entry.board.length],
  );
  assert.equal(
    await games.put({ ...entry, moves: 3, link: 'game=nine&moves=d2+d6+a1&ply=1' }, 2, 400),
    3,
  );
  assert.equal((await games.get('a-1'))?.time, 300, 'who only looks does not make it new');
  assert.equal(await games.put({ ...entry, id: 'b-1' }, 0, 250), 1);
  assert.deepEqual(
    (await games.latest(1)).map((g) => g.id),
    ['a-1'],
  );
  assert.deepEqual(
    (await games.all()).map((g) => g.id),
    ['a-1', 'b-1'],
  );
  const gone = await games.get('a-1');
  await games.remove('a-1');
  assert.equal(await games.get('a-1'), null);
  if (gone) await games.restore(gone);
  assert.deepEqual(await games.get('a-1'), gone);
  assert.equal(games.lasting, false, 'Node has no IndexedDB');
  await games.putOnline({ ...entry, id: 'online-x', moves: 5, table: 'http://x/t/x' });
  await games.putOnline({ ...entry, id: 'online-x', moves: 4, table: 'http://x/t/x' });
  assert.equal((await games.get('online-x'))?.moves, 5, 'a tab that is behind changes nothing');
});

test('junk in the database is no game, or a valid one', () => {
  for (let n = 0; n < 3000; n++) {
    const value = random(3) ? { ...junk(2), id: 'a', record: 'r', variant: 'nine' } : junk(3),
      kept = checkKept(value);
    if (!kept) continue;
    assert.ok(
      kept.players.length === 2 &&
        kept.players.every(
          (p) => typeof p.kind === 'string' && p.level <= 10 && typeof p.name === 'string',
        ),
    );
    assert.ok(
      [-1, 0, 1].includes(kept.you) &&
        kept.board.every(Number.isInteger) &&
        Number.isFinite(kept.time) &&
        kept.rev >= 1,
    );
  }
  assert.ok(checkKept({ id: 'a', record: 'r', variant: 'nine' }));
});

test('files of records: out, in, never twice', async () => {
  const engine = await DirectEngine.make(),
    session = new Session(engine);
  /** @type {string[]} */
  const records = [];
  await session.begin(
    { variant: 'nine', moves: ['d2', 'd6'] },
    {
      players: [
        { kind: 'person', level: 0, movetime: 0 },
        { kind: 'computer', level: 4, movetime: 0 },
      ],
    },
  );
  await engine.do('h comment 1 a [strange] note (1. x)').catch(() => {});
  records.push(await engine.record());
  await session.begin({
    variant: 'mur',
    match: true,
    earlier: [{ moves: ['+b1'], end: 'p2' }],
    moves: ['+c1'],
  });
  records.push(await engine.record());
  await session.begin({ variant: 'mur', match: true, moves: ['+c2'] });
  records.push(await engine.record());
  await session.begin({ variant: 'morelli,size=7,setup=pairs', moves: ['a2'] });
  records.push(await engine.record());
  const file = records.join('\n');
  assert.deepEqual(splitRecords(file).length, 4, 'a match is one');
  assert.deepEqual(splitRecords('').length, 0);
  assert.equal(
    splitRecords(
      '[Game "nine"]\n\n1. d2 {[%clk 0:01:02] [x] } 1... d6 *\r\n[Game "six"] [White "a ] [ \\" b"]\r\n1. d6 *',
    ).length,
    2,
  );
  for (const { id } of await games.all()) await games.remove(id);
  assert.deepEqual(await importRecords(engine, file), { added: 4, known: 0, bad: 0, why: '' });
  const all = await games.all(),
    nine = all.find((g) => g.game === 'nine');
  assert.deepEqual([all.length, nine?.moves, nine?.you, nine?.players[1].level], [4, 2, 0, 4]);
  assert.equal((await importRecords(engine, file)).known, 4, 'the same file again');
  const out = joinRecords(all);
  assert.equal((await importRecords(engine, out)).known, 4, 'our own file');
  assert.match(out, /\[UTCDate "\d{4}\.\d\d\.\d\d"\]/);
  const told = await importRecords(
    engine,
    `${out}\n[Game "nine"]\n\n1. d2 d2 *\n\n[Game "six"]\n[UTCDate "2024.02.03"]\n\n1. d6 *\n`,
  );
  assert.deepEqual([told.added, told.known, told.bad], [1, 4, 1]);
  assert.match(told.why, /d2/);
  assert.equal(
    new Date((await games.all()).find((g) => g.game === 'six')?.begun ?? 0).toISOString(),
    '2024-02-03T12:00:00.000Z',
  );
  writeFileSync(join(tmpdir(), `games-${process.pid}.txt`), out);
  const said = execFileSync(
    product('concentric'),
    ['replay', join(tmpdir(), `games-${process.pid}.txt`)],
    { encoding: 'utf8' },
  );
  rmSync(join(tmpdir(), `games-${process.pid}.txt`));
  assert.match(said, /nine/);
});

test('old games are taken over, once', async () => {
  for (const { id } of await games.all()) await games.remove(id);
  held = {
    'concentric.game': JSON.stringify({
      link: 'game=nine&moves=d2',
      players: [{ kind: 'person' }, { kind: 'computer', level: 2 }],
      flipped: true,
    }),
    'concentric.game.z': JSON.stringify({
      record: '[Game "six"]\n\n1. d6 d2 *',
      link: 'game=six&moves=d6+d2',
      flipped: false,
      time: 5,
    }),
    'concentric.game.y': JSON.stringify({
      record: 'junk',
      link: 'game=six',
      flipped: false,
      time: 5,
    }),
  };
  for (let n = 0; n < 2; n++) {
    await takeOver(() => DirectEngine.make());
    assert.deepEqual(
      (await games.all()).map((g) => [g.game, g.moves, g.players[1].level, g.flipped]),
      [
        ['nine', 1, 2, true],
        ['six', 2, 0, false],
      ],
    );
  }
});

test('a game that has gone on is the same game', () => {
  assert.ok(continues('game=nine&moves=d2+d6', 'game=nine&moves=d2'));
  assert.ok(continues('game=nine&moves=d2&ply=0', 'game=nine&moves=d2'));
  assert.ok(!continues('game=nine&moves=d2', 'game=nine&moves=d2+d6'));
  assert.ok(!continues('game=nine&moves=d2', 'game=nine&moves=d6'));
  assert.ok(!continues('game=nine&moves=d2', 'game=six&moves=d2'));
  assert.ok(!continues('game=nine', 'nothing'));
  assert.ok(continues('game=mur&match=%2Ba1;&moves=%2Bb1', 'game=mur&match=%2Ba1'));
});
