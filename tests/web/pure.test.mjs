// SPDX-License-Identifier: MIT
// The pure parts: links, geometry, times, Markdown blocks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { threadsByDefault } from '../../web/engine.js';
import { bandBorders, neighbour, snap, trail, turner, viewBox } from '../../web/geometry.js';
import { certainty, course, placed } from '../../web/judge.js';
import { readLink, writeLink } from '../../web/link.js';
import { plan } from '../../web/mark.js';
import { blocks } from '../../web/markdown.js';
import { EN as FRIENDS_EN, JA as FRIENDS_JA } from '../../web/friends-words.js';
import { addWords, reasonOf } from '../../web/i18n.js';
import { numbered } from '../../web/movelist.js';
import { defaultOf, variantText } from '../../web/newgame.js';
import { Refused, noServer } from '../../web/online.js';
import { points, timeText } from '../../web/panel.js';
import { isLost, viewOf } from '../../web/views.js';

test('threads: all of two cores, else all but one, at most eight', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 8, 9, 64].map((cores) => threadsByDefault(cores)),
    [1, 2, 2, 3, 7, 8, 8],
  );
});

test("a player's mark: the same for a name however it is typed, another for another name", () => {
  assert.deepEqual(plan(' Zoe\u0308 '), plan('zo\u00eb'));
  const names = [
    'Anna',
    'Bo',
    'ボー',
    'Emmet',
    'kaito',
    'Yuki',
    'Ada',
    'Max',
    'ゆき',
    'Pat',
    'Sam',
    'さくら',
    'Otto',
    'a',
    'b',
    'c',
    'ab',
    'ba',
  ];
  assert.equal(new Set(names.map((name) => JSON.stringify(plan(name)))).size, names.length);
});

test('a review as a curve: for one side throughout, with where placing ends and what is certain', () => {
  const move = (
    /** @type {number} */ side,
    /** @type {number} */ before,
    /** @type {number} */ after,
    phase = 1,
    exact = false,
  ) => /** @type {any} */ ({ side, before, after, phase, exact: exact ? ['win', 'win'] : null });
  const moves = [
    move(0, 600, 500, 0),
    move(1, 550, 300, 0),
    move(1, 300, 300),
    move(0, 700, 200, 1, true),
  ];
  assert.deepEqual(course(moves, 0), [600, 450, 700, 700, 200]);
  assert.deepEqual(course(moves, 1), [400, 550, 300, 300, 800]);
  assert.deepEqual(course([], 0), []);
  assert.equal(placed(moves), 2);
  assert.equal(placed(moves.slice(2)), 0, 'nothing is placed');
  assert.equal(placed([...moves, move(0, 1, 1, 0)]), 0, 'men come back: there is no such place');
  const review = (/** @type {any[]} */ all) => certainty(/** @type {any} */ ({ moves: all }));
  assert.deepEqual(
    [review(moves), review(moves.slice(3)), review(moves.slice(0, 2)), review([])],
    ['some', 'all', 'none', 'none'],
  );
});

test('a link is read as it was written', () => {
  const game = {
    variant: 'nine,flying,remove=2',
    seed: '77',
    position: '',
    clock: '300+5',
    moves: ['d2', 'd7', 'd2-d3xa1'],
    ply: 2,
    end: /** @type {const} */ (''),
    match: false,
    earlier: [],
  };
  assert.deepEqual(readLink(`#${writeLink(game)}`), game);
  const stacking = {
    variant: 'stacking',
    seed: '1',
    position: 'wBw...../.B..b.../.b...... w 5 5',
    clock: 'none',
    moves: ['~d7xd5>a7/c3'],
    ply: 1,
    end: /** @type {const} */ ('p2'),
    match: false,
    earlier: [],
  };
  assert.deepEqual(readLink(writeLink(stacking)), stacking);
  const mur = {
    variant: 'mur',
    seed: '1',
    position: '',
    clock: 'none',
    moves: ['+b1', 'b3-a3*h3', 'xb2h3'],
    ply: 3,
    end: /** @type {const} */ ('agree'),
    match: false,
    earlier: [],
  };
  assert.deepEqual(readLink(writeLink(mur)), mur);
  /** @type {import('../../web/link.js').GameLink} */
  const match = {
    ...mur,
    end: '',
    match: true,
    earlier: [
      { moves: ['+a1', 'xb2h3'], end: 'p1' },
      { moves: ['+b1', 'b3-a3*h3'], end: '' },
    ],
  };
  assert.deepEqual(readLink(writeLink(match)), match);
  assert.match(writeLink(match), /match=%2Ba1\+xb2h3!p1;%2Bb1/);
  assert.deepEqual(readLink(writeLink({ ...match, earlier: [] }))?.earlier, []);
  assert.equal(readLink('#game=mur&match=&pos=x')?.position, '');
  assert.equal(readLink('#'), null);
  assert.equal(readLink('#board-host'), null);
  assert.equal(readLink('#game=nine&ply=99&end=x&seed=-1')?.ply, 0);
  assert.equal(readLink('#game=nine&end=time.p1win&clock=x y')?.clock, 'none');
  assert.deepEqual(
    [
      'time.p1win',
      'forfeit.p2win',
      'adjudicated.draw',
      'aborted.none',
      'time.x',
      'x.p1win',
      'rules.p1win',
    ].map((end) => readLink(`#game=nine&end=${end}`)?.end),
    ['time.p1win', 'forfeit.p2win', 'adjudicated.draw', 'aborted.none', '', '', ''],
  );
});

const grid = Array.from({ length: 9 }, (_, i) => ({
  x: 100 * (i % 3),
  y: 100 * Math.floor(i / 3),
}));

test('an address of a view is read, and a damaged one leads to the view as it begins', () => {
  assert.deepEqual(viewOf('#puzzles=a%20b'), { name: 'puzzles', argument: 'a b' });
  for (const damaged of ['%', '%E0%A4', '%FF'])
    assert.deepEqual(viewOf(`#puzzles=${damaged}`), { name: 'puzzles', argument: '' });
  assert.equal(viewOf('#constructor'), null);
  assert.equal(viewOf('#game=nine'), null);
});

test('an address of a view that is not there is known as such; games, tables and the board are none', () => {
  for (const lost of ['#nosuchview', '#constructor']) assert.ok(isLost(lost), lost);
  for (const hash of ['', '#', '#play', '#home', '#game=nine', '#s=x', '#board-host', '#puzzles=%'])
    assert.ok(!isLost(hash), hash);
});

test('what does not arrive is told for what it is: no connection, or no server here', () => {
  addWords(FRIENDS_EN, FRIENDS_JA);
  const was = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const said = (/** @type {boolean} */ onLine) => {
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine } });
    const failed = new TypeError('Failed to fetch');
    return [reasonOf(failed), noServer(failed).message, noServer(new Refused('no-server', '')).why];
  };
  try {
    const offline = 'You are offline; you can play the computer.';
    assert.deepEqual(said(false), [offline, offline, 'no-server']);
    const [part, server] = said(true);
    assert.match(part, /did not arrive/);
    assert.notEqual(server, offline);
  } finally {
    if (was) Object.defineProperty(globalThis, 'navigator', was);
    else delete (/** @type {any} */ (globalThis).navigator);
  }
});

test('what a finger has tapped does not stay marked: rings at points under a pointer are for pointers', () => {
  const css = readFileSync(new URL('../../web/board.css', import.meta.url), 'utf8'),
    outside = css.replaceAll(/@media \(hover: hover\) \{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '');
  assert.match(css, /\.point\.can:hover/);
  assert.doesNotMatch(outside, /:hover/);
});

test('a tap near a legal point means that point', () => {
  assert.equal(snap(grid, { x: 52, y: 3 }, [0], 60), 0);
  assert.equal(snap(grid, { x: 90, y: 3 }, [0], 60), 1);
  assert.equal(snap(grid, { x: 90, y: 3 }, [0], 95), 0);
  assert.equal(snap(grid, { x: 500, y: 500 }, [], 60), -1);
});

test('cursor keys follow links, and jump where there is none', () => {
  assert.equal(neighbour(grid, [], 4, { x: 1, y: 0 }), 5);
  assert.equal(
    neighbour(
      grid,
      [
        [4, 8],
        [4, 7],
      ],
      4,
      { x: 0, y: 1 },
    ),
    7,
  );
  assert.equal(neighbour(grid, [[0, 3]], 4, { x: 0, y: -1 }), 1);
  assert.equal(neighbour(grid, [], 2, { x: 1, y: 0 }), 2);
});

test('turning a board keeps everything in view', () => {
  const shape = /** @type {any} */ ({
    style: 'cells',
    points: grid.map((p, i) => ({ ...p, name: `p${i}`, band: i === 4 ? 1 : 0 })),
    labels: [{ text: '1', x: -80, y: 0 }],
    strokes: [],
    bands: ['a', 'b'],
  });
  assert.deepEqual(turner(shape, true)({ x: 0, y: 0 }), { x: 200, y: 200 });
  assert.deepEqual(viewBox(shape, false, true), [-104, -61, 365, 322]);
  assert.deepEqual(viewBox(shape, true, true), [-61, -61, 365, 322]);
  assert.equal(bandBorders(shape).length, 4);
});

test('a way goes round its ring without turning back, else straight', () => {
  const ring = [['circle', 0, 0, 100]],
    east = { x: 100, y: 0 },
    south = { x: 0, y: 100 },
    west = { x: -100, y: 0 },
    north = { x: 0, y: -100 };
  assert.equal(
    trail(ring, [east, west, north]),
    'M100 0A100 100 0 0 1 -100 0A100 100 0 0 1 0 -100',
  );
  assert.equal(trail(ring, [east, west, south]), 'M100 0A100 100 0 0 0 -100 0A100 100 0 0 0 0 100');
  assert.equal(trail(ring, [south, east, south]), 'M0 100A100 100 0 1 1 100 0A100 100 0 0 1 0 100');
  assert.equal(trail(ring, [east, { x: 0, y: 0 }]), 'M100 0L0 0');
});

test('variant text names what was touched', () => {
  const game = /** @type {any} */ ({
    id: 'g',
    options: [
      { name: 'flag', kind: 'flag' },
      { name: 'size', kind: 'choice' },
    ],
  });
  assert.equal(variantText(game, new Map()), 'g');
  assert.equal(
    variantText(
      game,
      new Map([
        ['size', '9'],
        ['flag', 'on'],
      ]),
    ),
    'g,flag,size=9',
  );
  assert.equal(variantText(game, new Map([['flag', 'off']])), 'g');
  const setup = /** @type {any} */ ({
    name: 'setup',
    default: 'random',
    default_except: { option: 'edition', value: 'nestor', default: 'facing' },
  });
  const morelli = /** @type {any} */ ({
    id: 'm',
    options: [{ name: 'edition', default: 'revised' }, setup],
  });
  assert.equal(defaultOf(morelli, setup, new Map()), 'random');
  assert.equal(defaultOf(morelli, setup, new Map([['edition', 'nestor']])), 'facing');
});

test('Markdown is cut into blocks', () => {
  const kinds = blocks(
    '# T\npara\nmore\n\n- a\n  b\n  - c\n```\nx - y\n```\n| h |\n| --- |\n| 1 |\n',
  ).map((b) => [b.kind, b.level, b.lines.length]);
  assert.deepEqual(kinds, [
    ['heading', 1, 1],
    ['paragraph', 0, 2],
    ['item', 0, 2],
    ['item', 1, 1],
    ['code', 0, 1],
    ['table', 0, 3],
  ]);
});

test('moves are numbered by turns of the side that began', () => {
  const told = (/** @type {string} */ movers) =>
    numbered([...movers].map(Number))
      .map((m) => `${m.number || ''}${m.column === 1 ? 'a' : 'b'}`)
      .join(' ');
  assert.equal(told('0101'), '1a b 2a b');
  assert.equal(told('1010'), '1a b 2a b');
  assert.equal(told('011001'), '1a b b 2a a b');
  assert.equal(told(''), '');
});

test('points of a match in halves', () => {
  assert.deepEqual([0, 1, 2, 3, 9].map(points), ['0', '½', '1', '1½', '4½']);
});

test('what is left on a clock', () => {
  assert.deepEqual([0, 9_990, 10_000, 61_000, 3_600_000, 7_325_000].map(timeText), [
    '0:00.0',
    '0:09.9',
    '0:10',
    '1:01',
    '1:00:00',
    '2:02:05',
  ]);
});
