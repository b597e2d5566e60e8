// SPDX-License-Identifier: MIT
// concentric.wasm in plain Node: every export, refusals, garbage, and the same node counts as the
// native program. `node --test tests/web/wasm.test.mjs`; CONCENTRIC_BUILD names the build folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.CONCENTRIC_BUILD ?? path.join(here, '../../build/release');
const wasm = new WebAssembly.Module(fs.readFileSync(path.join(build, 'concentric.wasm')));
const program = path.join(build, 'concentric');

const NAMES = [
  'cx_input',
  'cx_output',
  'cx_output_length',
  'cx_language',
  'cx_open',
  'cx_load',
  'cx_save',
  'cx_state',
  'cx_do',
  'cx_click',
  'cx_show',
  'cx_marks',
  'cx_moves',
  'cx_tree',
  'cx_think',
  'cx_think_on',
  'cx_review',
  'cx_answer',
  'cx_bench',
];
const WITH_TEXT = new Set(['cx_open', 'cx_do', 'cx_load', 'cx_think', 'cx_review', 'cx_bench']);
const EN = 0,
  JA = 1;

/** An instance of the engine. Calls give [good, output text]. */
function start(now = () => performance.now(), module = wasm) {
  const cx = new WebAssembly.Instance(module, { env: { now } }).exports;
  const output = () =>
    new TextDecoder('utf-8', { fatal: true }).decode(
      new Uint8Array(cx.memory.buffer, cx.cx_output(), cx.cx_output_length()),
    );
  const put = (bytes) => new Uint8Array(cx.memory.buffer, cx.cx_input(), bytes.length).set(bytes);
  const call = (name, argument = 0) => {
    if (argument instanceof Uint8Array || typeof argument === 'string') {
      const bytes = typeof argument === 'string' ? new TextEncoder().encode(argument) : argument;
      put(bytes);
      argument = bytes.length;
    }
    const good = cx[name](argument);
    return [good, output()];
  };
  const json = (name, argument) => {
    const [good, text] = call(name, argument);
    assert.equal(good, 1, `${name}(${argument}): ${text}`);
    return JSON.parse(text);
  };
  const refused = (name, argument) => {
    const [good, text] = call(name, argument);
    assert.equal(good, 0, `${name}(${argument}) should be refused, gave ${text.slice(0, 200)}`);
    assert.ok(text.length > 0 && !text.includes('\n'), `one line of reason: ${text}`);
    return text;
  };
  const good = (name, argument) => {
    const [result, text] = call(name, argument);
    assert.equal(result, 1, text);
  };
  /** A table for two persons: variant, position, more of its setup. */
  const open = (variant, position = '', more = '') =>
    json(
      'cx_open',
      `game=${variant}${more}${position ? ` start=${position}` : ''}\n0 sit person\n1 sit person`,
    );
  const play = (...moves) => moves.map((move) => json('cx_do', `s move ${move}`).played).at(-1);
  const table = () => json('cx_state').table;
  const click = () => json('cx_state').click;
  return { cx, call, json, refused, good, open, play, table, click };
}

const native = (...args) => execFileSync(program, args, { encoding: 'utf8' });
const games = () =>
  JSON.parse(native('games', '--json')).families.flatMap((f) => f.games.map((g) => g.id));

/** xorshift32: the same numbers every time. */
function random(seed) {
  let x = seed;
  return (n) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % n;
  };
}

/** @param seat 1: for the seat to move */
function search(engine, limits, slice = 50, seat = 0) {
  engine.good('cx_think', `${limits} ${seat}`);
  for (;;) {
    const answer = engine.json('cx_think_on', slice);
    if (answer.done) return answer;
  }
}

test('exports are the ones agreed on, the clock is the only import', () => {
  const exports = WebAssembly.Module.exports(wasm);
  assert.deepEqual(
    exports
      .filter((e) => e.kind === 'function')
      .map((e) => e.name)
      .sort(),
    [...NAMES].sort(),
  );
  assert.ok(exports.filter((e) => e.kind === 'function').length <= 20);
  assert.deepEqual(WebAssembly.Module.imports(wasm), [
    { module: 'env', name: 'now', kind: 'function' },
  ]);
});

test('nothing works before a game is open', () => {
  const e = start();
  for (const name of NAMES.filter(
    (n) =>
      ![
        'cx_input',
        'cx_output',
        'cx_output_length',
        'cx_language',
        'cx_open',
        'cx_load',
        'cx_bench',
      ].includes(n),
  ))
    assert.equal(e.refused(name, 0), 'no game is open');
  assert.deepEqual(e.call('cx_language', EN), [1, '']);
});

test('shape and state of every game', () => {
  const e = start();
  for (const id of games()) {
    const shape = e.open(id),
      { table, open, click } = e.json('cx_state');
    assert.equal(shape.game, id);
    assert.equal(shape.players.length, 2);
    assert.equal(shape.pieces[0], null);
    assert.equal(table.board.length, shape.points.length);
    assert.deepEqual(click.board, table.board);
    for (const [a, b] of shape.links) assert.ok(shape.points[a] && shape.points[b]);
    for (const s of shape.strokes) assert.equal(s.length, s[0] === 'line' ? 5 : 4);
    assert.deepEqual(
      [table.ply, table.head, table.over, table.ending, table.state, open],
      [0, 0, false, null, 'running', true],
    );
    assert.equal(click.matches, e.json('cx_moves').moves.length);
    assert.ok(Array.isArray(e.json('cx_marks', -1)));
    assert.equal(e.open(id, table.position).variant, id);
  }
});

test('opening refuses nonsense and keeps the old table', () => {
  const e = start();
  e.open('six');
  for (const bad of [
    '',
    'nine',
    'game=seven',
    'game=nine,',
    'game=nine seed=x',
    'game=nine start=rubbish',
    'game=nine seed=-1',
    'game=nine clock=x',
    '\n\n\n',
    'game=ナイン',
    'game=nine\n0 sit person\n1 sit person\nt move d2\nt move d2',
    'game=nine\nx move d2',
    'game=six match start=......../........ w 6 6',
  ])
    e.refused('cx_open', bad);
  assert.equal(e.table().board.length, 16);
});

test('a game by clicks: choosing, playing, events, looking back and forth', () => {
  const e = start();
  e.open('nine');
  const first = e.click();
  assert.deepEqual(
    [first.next.length, first.roles, first.matches, first.complete, first.clicks],
    [24, ['place'], 24, null, []],
  );
  assert.deepEqual(first.ways, []);
  for (const move of ['a7', 'd6', 'd7', 'b4']) assert.equal(e.play(move).move, move);
  assert.deepEqual(e.json('cx_click', 2), { found: 'chosen', why: '', played: null });
  const mill = e.click();
  assert.deepEqual(
    [mill.roles, mill.matches, mill.next, mill.clicks, mill.meant, mill.ghosts],
    [['take'], 2, [9, 15], [2], ['place'], [2]],
  );
  assert.deepEqual(
    mill.ways.map((w) => w.path),
    [
      [2, 9],
      [2, 15],
    ],
  );
  assert.deepEqual(e.json('cx_click', 0).found, 'why');
  assert.match(e.json('cx_click', 0).why, /no enemy man on a7/);
  e.json('cx_click', -1);
  assert.deepEqual(e.click().clicks, []);
  e.json('cx_click', 2);
  e.json('cx_click', -2);
  assert.deepEqual(e.click().clicks, []);
  e.json('cx_click', 2);
  const { found, played } = e.json('cx_click', 9);
  assert.equal(found, 'move');
  assert.deepEqual(
    played.events.map((x) => x.kind),
    ['placed', 'line', 'taken'],
  );
  assert.deepEqual(played.events[1].points, [0, 1, 2]);
  assert.deepEqual([played.events[2].from, played.events[2].to], [9, -1]);
  assert.deepEqual(
    e.json('cx_marks', 0).map((m) => [m.kind, m.points]),
    [['line', [0, 1, 2]]],
  );
  let state = e.table();
  assert.deepEqual(state.moves, ['a7', 'd6', 'd7', 'b4', 'g7xd6']);
  assert.deepEqual(state.lastPath, [
    { point: 2, role: 'place' },
    { point: 9, role: 'take' },
  ]);
  assert.equal(e.json('cx_show', state.nodes[3]).played, null);
  assert.deepEqual(e.json('cx_show', -2).played, played, 'a step forward is shown as the move');
  e.json('cx_show', state.nodes[1]);
  state = e.table();
  assert.deepEqual([state.ply, state.headPly, state.turn, state.moves.length], [2, 5, 0, 5]);
  for (const bad of [-3, 6, 1 << 30, -(2 ** 31)]) e.refused('cx_show', bad);
  e.json('cx_show', state.nodes[3]);
  e.play('c5');
  assert.deepEqual(e.table().moves, ['a7', 'd6', 'd7', 'b4', 'c5'], 'played on from there');
});

test('clicks, acts and points that are none', () => {
  const e = start();
  e.open('nine');
  for (const bad of [24, -5, 255, -(2 ** 31)]) e.refused('cx_click', bad);
  for (const bad of ['', 'z9', 'a7-d7', 'a7\n', '"', '\\', 'é'])
    e.refused('cx_do', `s move ${bad}`);
  for (const bad of [
    '',
    'x',
    '0',
    '0 ',
    '2 move a7',
    'h move a7',
    '1 move a7',
    '0 nothing',
    's resign',
    'h flag',
    '0 next',
    '0 answer end yes',
    'h end rules p1win',
  ])
    e.refused('cx_do', bad);
  for (const bad of [-2, 24, 255, 1000000]) e.refused('cx_marks', bad);
  for (const bad of [
    '',
    '1',
    '1 2 3 4',
    '1 2 3 4 5',
    '65 0 0 0 0',
    '0 0 0 11 0',
    '0 0 86400001 0 0',
    '-1 0 0 0 0',
    'a b c d e',
    '1 0 0 0 2',
    '1 0 0 0 0 17',
    '1 0 0 0 0 1 1',
  ])
    e.refused('cx_think', bad);
  for (const bad of ['nine', 'nine\n', 'nine\n13', 'nine\nx', 'none\n1', ''])
    e.refused('cx_bench', bad);
  for (const name of WITH_TEXT)
    for (const length of [-1, (4 << 20) + 1, 2 ** 31 - 1, -(2 ** 31)]) e.refused(name, length);
  for (const name of WITH_TEXT) e.refused(name, new Uint8Array([0x6e, 0, 0x6e]));
  e.refused('cx_answer');
  assert.equal(e.table().ply, 0);
});

test('why a move is not legal, in both languages', () => {
  const e = start();
  e.open('nine');
  const english = e.refused('cx_do', 's move a7-d7'),
    shape = e.json('cx_language', JA);
  assert.equal(shape.players[0], '白');
  assert.match(english, /[a-z]/);
  assert.match(e.refused('cx_do', 's move a7-d7'), /[ぁ-ん]/);
  assert.match(e.click().prompt, /[ぁ-ん]/);
  assert.match(e.refused('cx_show', 9), /[ぁ-ん]/);
  e.refused('cx_language', 2);
  e.refused('cx_language', -1);
});

test('resigning, agreeing, and repetition end the game, and looking back does not take that away', () => {
  const e = start();
  for (const [act, kind, winner] of [
    ['0 offer end', 'agreement', 'draw'],
    ['0 resign', 'resignation', 'p2win'],
    ['1 resign', 'resignation', 'p1win'],
    ['h end time p1win', 'time', 'p1win'],
    ['h end forfeit p2win', 'forfeit', 'p2win'],
  ]) {
    e.open('nine');
    e.play('a7');
    e.json('cx_do', act);
    const state = e.table();
    assert.deepEqual(
      [state.over, state.ending.kind, state.ending.winner, e.json('cx_state').open],
      [true, kind, winner, false],
    );
    assert.ok(state.ending.reason.length > 0);
    e.refused('cx_do', act);
    e.refused('cx_do', 's move d7');
    e.refused('cx_think', '1 0 0 0 1');
    assert.deepEqual([e.click().matches, e.json('cx_moves').moves.length], [0, 0]);
    const [, record] = e.call('cx_save');
    e.open('six');
    e.json('cx_load', record);
    assert.deepEqual(e.table().ending, state.ending);
    assert.equal(e.call('cx_save')[1], record);
    e.json('cx_show', 0);
    assert.deepEqual(e.table().ending, state.ending, 'looking back');
    e.play('d7');
    assert.deepEqual([e.table().ending, e.table().moves], [state.ending, ['d7']], 'a variation');
    assert.match(e.call('cx_save')[1], /\(1\. d7\)/);
    e.json('cx_show', 0);
    const resume = e.json('cx_state').resume;
    assert.equal(
      resume,
      kind === 'agreement' || kind === 'resignation',
      'a clock has the last word',
    );
    if (!resume) continue;
    e.json('cx_do', '0 back 1');
    assert.deepEqual([e.table().over, e.table().ply, e.table().ending], [false, 0, null]);
  }
  e.open('nine', 'w...w.w./..b.b.../b.b.b.b. w 0 0');
  for (let i = 0; i < 2; i++) e.play('a7-d7', 'c5-d5', 'd7-a7', 'd5-c5');
  const state = e.table();
  assert.deepEqual(
    [state.over, state.ending.kind, state.ending.winner],
    [true, 'repetition', 'draw'],
  );
  const record = e.call('cx_save')[1];
  assert.match(record, /Termination "repetition"/);
  e.json('cx_load', record);
  assert.deepEqual({ ...e.table(), clock: 0 }, { ...state, clock: 0 });
});

/** Plays a game of the series to its end by resignation of a side (1, 2) or agreement, some moves in. */
function playAndEnd(e, how) {
  for (let n = 0; n < 3; n++) e.play(e.json('cx_moves').moves[n]);
  const { seats } = e.table();
  e.json('cx_do', how ? `${seats.findIndex((s) => s.side === how - 1)} resign` : '0 offer end');
}

test('an official match: games follow each other, points add up, one record holds it', () => {
  const e = start();
  e.open('mur', '', ' match');
  let { series } = e.table();
  assert.deepEqual(
    [series.set, series.game, series.games, series.half, series.over, series.starter],
    [1, 1, 6, [0, 0], false, 0],
  );
  e.refused('cx_do', '0 next'); // it has not ended
  playAndEnd(e, 2); // White resigns
  series = e.table().series;
  assert.deepEqual(
    [series.game, series.half, series.winner],
    [1, [2, 0], 'none'],
    'counted at once, still on the board',
  );
  e.json('cx_show', -1);
  assert.deepEqual(e.table().series.half, [2, 0], 'looking back changes nothing');
  e.json('cx_do', '0 back 1');
  assert.deepEqual(e.table().series.half, [0, 0], 'taking the end back does');
  e.json('cx_do', '0 forth');
  e.json('cx_do', '1 resign');
  e.json('cx_do', '0 next');
  const second = e.table();
  assert.deepEqual(
    [second.series.game, second.ply, second.turn, second.series.starter],
    [2, 0, 1, 1],
    'White begins the second game',
  );
  assert.ok(
    second.board.some((p) => p === 1 || p === 2),
    'ships stay on the board within a set',
  );
  playAndEnd(e, 0); // agreement: a draw
  assert.deepEqual(e.table().series.half, [3, 1]);
  const record = e.call('cx_save')[1],
    state = { ...e.table(), clock: 0 };
  assert.match(record, /\[Set "1"\]\n\[Round "2"\]/);
  e.open('nine');
  e.json('cx_load', record);
  assert.deepEqual({ ...e.table(), clock: 0 }, state);
  assert.equal(e.call('cx_save')[1], record);
  for (const bad of [
    record.replace('Round "2"', 'Round "3"'),
    `${record}\n${record}`,
    record.replace('Set "1"', 'Set "2"'),
  ])
    e.refused('cx_load', bad);
  assert.deepEqual({ ...e.table(), clock: 0 }, state, 'a refused record changes nothing');
});

test('a match to its end, with its result and reason', () => {
  const e = start();
  e.open('mur', '', ' match');
  for (let n = 0; n < 12; n++) {
    if (n) e.json('cx_do', '0 next');
    playAndEnd(e, n % 3 === 2 ? 1 : 2);
  }
  const { series, earlier, next } = e.table();
  assert.deepEqual(
    [series.set, series.game, series.over, series.half, series.sets, next],
    [
      2,
      6,
      true,
      [16, 8],
      [
        [8, 4],
        [8, 4],
      ],
      false,
    ],
  );
  assert.equal(series.winner, 'p1win');
  assert.match(series.reason, /points/);
  e.refused('cx_do', '0 next');
  assert.equal(earlier.length, 11);
  assert.deepEqual(
    [earlier[2].kind, earlier[2].winner, earlier[2].moves.length],
    ['resignation', 'p2win', 3],
  );
  const state = { ...e.table(), clock: 0 },
    record = e.call('cx_save')[1];
  e.json('cx_load', record);
  assert.deepEqual({ ...e.table(), clock: 0 }, state);
});

test('a match whose players change sides', () => {
  const e = start();
  e.open('six', '', ' match');
  assert.deepEqual([e.table().seats[0].side, e.table().series.games], [0, 2]);
  playAndEnd(e, 2);
  e.json('cx_do', '0 next');
  assert.equal(e.table().seats[0].side, 1);
  playAndEnd(e, 2); // White wins again, who is the other player now
  const { series } = e.table();
  assert.deepEqual([series.half, series.over, series.winner], [[2, 2], true, 'draw']);
  assert.equal(e.open('six').game, 'six');
  assert.equal(e.table().series, null);
  e.refused('cx_do', '0 next');
});

test('a secret pick shows nothing of the other before both are in', () => {
  const e = start();
  e.json('cx_open', 'game=morelli,edition=nestor pick\n0 sit person\n1 sit computer level 2');
  assert.deepEqual(
    [e.table().state, e.table().pick.seat, e.table().pick.choices],
    ['settling', 0, ['adjacent', 'facing', 'free']],
  );
  e.json('cx_do', '0 pick adjacent');
  assert.deepEqual(
    [e.table().picked, e.table().picks, e.table().pick.seat, e.json('cx_state').open],
    [[true, false], ['adjacent', null], 1, false],
    'the only person knows their own',
  );
  e.refused('cx_do', '0 pick free');
  e.json('cx_do', '1 pick facing');
  const { state, picks, settled, variant } = e.table();
  assert.deepEqual(
    [state, picks, settled, variant],
    ['running', ['adjacent', 'facing'], 'free', 'morelli,edition=nestor,setup=free'],
  );
});

test('what stands beside the board: the throne in words, who moved, what agreeing gives', () => {
  const e = start();
  e.open('morelli,size=7,setup=pairs');
  let state = e.table();
  assert.equal(state.remark, 'The throne is vacant.');
  assert.deepEqual(
    state.counters.map((c) => [c.id, c.player, c.value]),
    [
      ['men', 0, 0],
      ['hand', 0, 12],
      ['men', 1, 0],
      ['hand', 1, 12],
    ],
  );
  e.play('a1', 'a2', 'a3', 'a4');
  assert.deepEqual(e.table().movers, [0, 1, 1, 0]);
  e.open('morelli', '13/13/13/13/13/13/b5B6/13/13/13/13/13/13 b play');
  state = e.table();
  assert.equal(state.remark, 'Black’s king is on the throne.');
  assert.equal(state.agreed.winner, 'p1win');
  e.json('cx_language', JA);
  assert.match(e.table().remark, /黒の王/);
  e.json('cx_language', EN);
  e.open('nine');
  assert.equal(e.table().remark, '');
});

test('steps go to where a person is to move, and a computer waits to be asked on', () => {
  const e = start();
  e.open('nine');
  e.play('d2', 'd7', 'a1', 'a7');
  e.json('cx_do', 'h seat 1 computer level 3');
  e.json('cx_show', -1);
  assert.equal(e.table().ply, 2);
  e.json('cx_show', -2);
  assert.equal(e.table().ply, 4);
  e.json('cx_show', e.table().nodes[0]);
  assert.deepEqual([e.json('cx_state').resume, e.table().toMove], [true, 0]);
  e.json('cx_do', '0 back 3');
  assert.deepEqual([e.table().headPly, e.table().toMove, e.json('cx_state').open], [1, 1, false]);
  const thought = search(e, '0 500 0 0', 50, 1);
  assert.equal(thought.path.length, 1);
  assert.equal(e.json('cx_do', `t move ${thought.best}`).played.move, thought.best);
});

test('a clock runs and ends a game; what a level may use follows from it', () => {
  let now = 1000,
    tick = 0;
  const e = start(() => (now += tick));
  e.open('nine', '', ' clock=60+2');
  e.play('d2');
  now += 10_000;
  assert.deepEqual(
    [e.table().clock.left, e.table().clock.running, e.table().clock.due],
    [[62_000, 50_000], 1, 50_000],
  );
  e.json('cx_do', 'h seat 1 computer level 10');
  const begun = now;
  tick = 5;
  e.good('cx_think', '0 0 0 10 1');
  while (!e.json('cx_think_on', 500).done);
  assert.ok(now - begun < 20_000, `${now - begun} of 50 s`);
  now += 60_000;
  e.refused('cx_do', `t move ${e.json('cx_moves').moves[0]}`);
  e.json('cx_do', 'h flag');
  assert.deepEqual([e.table().ending.kind, e.table().ending.winner], ['time', 'p1win']);
});

test('an offer to a computer: it answers by what it sees', () => {
  const e = start();
  e.open('nine', 'bb.b..../......../w..w..w. w 0 0');
  e.json('cx_do', 'h seat 1 computer level 1');
  e.json('cx_do', '0 offer end');
  assert.deepEqual(e.table().seats[0].offers, ['end']);
  e.refused('cx_answer'); // it has not thought
  search(e, '6 0 0 0', 50, 1);
  assert.deepEqual(e.json('cx_answer'), { accepted: false });
  assert.deepEqual([e.table().over, e.table().seats[0].offers], [false, []]);
  e.refused('cx_answer');
});

test('records: refusals', () => {
  const e = start();
  e.open('nine');
  const record = e.call('cx_save')[1];
  for (const bad of [
    '',
    'x',
    record + record,
    record.replace('*', '1-0'),
    record.replace('nine', 'seven'),
  ])
    e.refused('cx_load', bad);
  e.json('cx_load', record);
});

test('a search visits the same nodes as the native program, however it is cut', () => {
  const e = start();
  const cases = [
    ...games().map((id) => [id, '', 60000]),
    ['nine', 'd6 d2 f4 b4 d7 f6', 100000],
    ['stacking', 'd6 d2 f4 b4', 50000],
    ['nine,flying,remove=2,no-remill', '', 30000],
  ];
  for (const [variant, moves, nodes] of cases) {
    const text = native(
      'think',
      variant,
      '--nodes',
      String(nodes),
      '--play',
      moves,
      '--db',
      'none',
    );
    const field = (name) => new RegExp(`^${name} (.*)$`, 'm').exec(text)[1];
    e.open(variant);
    e.play(...moves.split(' ').filter(Boolean));
    for (const slice of [1, 10000]) {
      const answer = search(e, `0 ${nodes} 0 0`, slice);
      assert.deepEqual(
        [answer.nodes, answer.depth, answer.score, answer.best],
        [Number(field('nodes')), Number(field('depth')), Number(field('score')), field('best')],
        variant,
      );
      assert.deepEqual(answer.pv, field('line').split(' '));
    }
  }
  const text = native('think', 'nine', '--depth', '6');
  e.open('nine');
  assert.equal(search(e, '6 0 0 0').nodes, Number(/^nodes (.*)$/m.exec(text)[1]));
});

test('several best lines, as the native program finds them, each with its chances', () => {
  const e = start();
  for (const [variant, moves, nodes] of [
    ['twelve', 'd6 d2', 20000],
    ['mur', '', 20000],
    ['morelli,size=7', '', 5000],
  ]) {
    const told = JSON.parse(
      native(
        'analyse',
        variant,
        '--nodes',
        String(nodes),
        '--multipv',
        '3',
        '--json',
        '--play',
        moves,
        '--db',
        'none',
      ),
    );
    e.open(variant);
    e.play(...moves.split(' ').filter(Boolean));
    e.good('cx_think', `0 ${nodes} 0 0 0 3`);
    let thought = e.json('cx_think_on', 10000);
    while (!thought.done) thought = e.json('cx_think_on', 10000);
    assert.deepEqual(
      thought.lines.map(({ score, mate, chance, depth, pv }) => ({
        score,
        mate,
        chance,
        depth,
        pv,
      })),
      told.lines.map(({ score, wdl, depth, line }) => ({
        score,
        mate: null,
        chance: wdl[0] + Math.floor(wdl[1] / 2),
        depth,
        pv: line.split(' '),
      })),
    );
    assert.deepEqual(
      [thought.best, thought.score, thought.chance, thought.pv],
      [
        thought.lines[0].pv[0],
        thought.lines[0].score,
        thought.lines[0].chance,
        thought.lines[0].pv,
      ],
    );
    for (const { pv, path } of thought.lines) {
      // its points, clicked, make the first move
      for (const point of path) e.json('cx_click', point);
      assert.equal(e.table().moves.at(-1), pv[0]);
      e.json('cx_do', '0 back 1');
    }
    assert.deepEqual(thought.path, thought.lines[0].path);
  }
  e.open('nine', 'ww.w..../......../bbb..... w 0 0'); // a win in one
  const { lines, chance } = search(e, '5 0 0 0', 50, '0 2');
  assert.equal(chance, 1000);
  assert.deepEqual(
    [lines.length, lines[0].mate, lines[0].chance, lines[0].pv.length],
    [2, 1, 1000, 1],
  );
  assert.ok(lines[1].score <= lines[0].score && lines[1].pv[0] !== lines[0].pv[0]);
});

test('browsers without vectors have an engine of their own, which plays the same', () => {
  const name = (file) => path.join(build, file),
    module = new WebAssembly.Module(fs.readFileSync(name('concentric-plain.wasm')));
  assert.deepEqual(WebAssembly.Module.exports(module), WebAssembly.Module.exports(wasm));
  const plain = start(undefined, module),
    e = start();
  for (const variant of ['morelli', 'morelli,size=9', 'morelli,size=7,edition=nestor', 'nine']) {
    const [a, b] = [plain, e].map((engine) => {
      engine.open(variant);
      return search(engine, '0 20000 0 0');
    });
    assert.deepEqual([a.nodes, a.depth, a.score, a.pv], [b.nodes, b.depth, b.score, b.pv], variant);
  }
  // V8 takes vectors from processors with SSE4.1 alone; elsewhere there is no such way to be without.
  if (process.arch !== 'x64') return;
  const asked = `import fs from 'node:fs'; import { SIMD } from ${JSON.stringify(new URL('../../web/wasm.js', import.meta.url).href)};
    console.log(SIMD, process.argv.slice(1).map((f) => WebAssembly.validate(fs.readFileSync(f))).join(' '));`;
  const files = [
    'concentric.wasm',
    'concentric-plain.wasm',
    'review.wasm',
    'extra.wasm',
    'values.wasm',
  ].map(name);
  const told = (...flags) =>
    execFileSync(process.execPath, [...flags, '--input-type=module', '-e', asked, ...files], {
      encoding: 'utf8',
    }).trim();
  assert.equal(told(), 'true true true true true true');
  assert.equal(told('--no-enable-sse4-1'), 'false false true true true true');
});

test('perft counts as the native program', () => {
  const e = start();
  for (const [variant, depth] of [
    ['nine', 4],
    ['six,flying', 4],
    ['twelve,remove=2', 3],
    ['stacking', 4],
    ['morelli', 2],
    ['mur', 3],
    ['nine', 0],
  ]) {
    const nodes = Number(/^nodes (.*)$/m.exec(native('perft', variant, String(depth)))[1]);
    assert.equal(e.json('cx_bench', `${variant}\n${depth}`).nodes, nodes);
  }
});

test('thinking: wins, levels, time, and what ends it', () => {
  const e = start();
  e.open('nine', 'ww.w..../......../bbb..... w 0 0');
  const win = search(e, '5 0 0 0');
  assert.equal(win.mate, 1);
  e.play(win.best);
  assert.equal(e.table().ending.winner, 'p1win');
  e.refused('cx_think', '1 0 0 0 0');
  e.open('nine');
  for (let level = 1; level <= 10; level++) {
    const legal = e.json('cx_moves').moves;
    assert.ok(legal.includes(search(e, `0 5000 0 ${level}`).best));
  }
  search(e, '0 0 100 0', 10); // a time limit ends by itself
  e.good('cx_think', '0 0 0 0 0');
  assert.equal(e.json('cx_think_on', 1).done, false);
  assert.equal(e.click().matches, 24);
  e.json('cx_do', 'h comment 0 quiet'); // changes nothing that it thinks about
  assert.equal(e.json('cx_think_on', 1).done, false);
  e.play('a7');
  e.refused('cx_think_on', 1);
  e.play('d7');
  e.good('cx_think', '0 0 0 0 1'); // for the seat to move: looking elsewhere does not disturb it
  e.json('cx_show', 0);
  assert.equal(e.json('cx_think_on', 1).done, false);
  e.good('cx_think', '0 0 0 0 0');
  e.json('cx_show', 1);
  e.refused('cx_think_on', 1);
});

test('a whole game of every variant by random clicks, computer against it', () => {
  const e = start(),
    pick = random(7);
  for (const id of games()) {
    e.open(id);
    for (let ply = 0; ply < 200 && !e.table().over; ply++) {
      for (let found = ''; found !== 'move'; ) {
        const n = e.click();
        assert.ok(n.matches > 0);
        ({ found } = e.json('cx_click', n.finish && pick(2) ? -3 : n.next[pick(n.next.length)]));
        assert.match(found, /chosen|move/);
      }
      if (!e.table().over) e.json('cx_do', `t move ${search(e, '2 300 0 0', 50, 1).best}`);
    }
    const record = e.call('cx_save')[1],
      state = e.table();
    e.json('cx_load', record);
    assert.deepEqual(e.table().moves, state.moves);
  }
});

test('a clock that lies harms nothing', () => {
  for (const now of [() => NaN, () => -1e300, () => Infinity, () => 0]) {
    const e = start(now);
    e.open('six', '', ' clock=5+1');
    for (const limits of ['3 2000 0 0', '0 2000 50 3'])
      assert.ok(e.json('cx_moves').moves.includes(search(e, limits).best));
    e.play('d6', 'd2');
    e.json('cx_state');
  }
});

/* 2,000 calls of anything with anything: never a trap, always valid JSON or one line of reason. */
test('random input', () => {
  const e = start(),
    pick = random(Number(process.env.CONCENTRIC_TEST_SEED ?? 1));
  const words = [
    'nine',
    'stacking',
    'six',
    'twelve,remove=2',
    'mur',
    ' match',
    '\n',
    ' ',
    '1',
    '0',
    '23',
    'a7',
    'd7-d6',
    'xg7',
    '/',
    '~',
    '>',
    '[Game "nine"]',
    '[Result "*"]',
    '*',
    '1-0',
    '{',
    '}',
    '(',
    ')',
    '"',
    '\\',
    'White=x',
    '=',
    '白',
    '\u0001',
    '999999999999',
    '......../......../........ w 9 9',
    'w',
    '-',
  ];
  const acts = [
    '0 resign',
    '1 offer end',
    '0 answer end yes',
    '0 back 1',
    '0 forth',
    '1 next',
    'h flag',
    't more',
    'h line 0 a7',
    'h comment 1 x',
    'h delete 2',
    'h seat 0 computer 5 ms',
    '0 offer pause',
    '1 react 3',
    'h time 1 500',
    '0 plan',
    'h end time p1win',
  ];
  const garbage = () => {
    if (pick(4) === 0) return Uint8Array.from({ length: pick(40) }, () => pick(256));
    return Array.from({ length: pick(8) }, () => words[pick(words.length)]).join(
      pick(2) ? '' : ' ',
    );
  };
  e.open('nine');
  const plain = new Set(['cx_save']);
  for (let i = 0; i < 2000; i++) {
    const name = NAMES.slice(3)[pick(NAMES.length - 3)];
    let argument = WITH_TEXT.has(name)
      ? garbage()
      : pick(8)
        ? pick(40) - 5
        : pick(2 ** 31) * (pick(2) ? 1 : -1);
    if (name === 'cx_think_on') argument = 1 + pick(2);
    if (name === 'cx_bench')
      argument = words[pick(4)] + '\n' + (pick(2) ? pick(4) : 'x' + garbage()); // no depth that takes hours
    if (name === 'cx_open' && pick(2))
      argument = `game=${words[pick(5)]}${pick(2) ? ' clock=9+1' : ''}\n0 sit person\n1 sit ${pick(2) ? 'person' : 'computer level 2'}`;
    if (name === 'cx_do' && pick(4)) {
      const list = JSON.parse(e.call('cx_moves')[1]).moves;
      argument = pick(2) ? `s move ${list[pick(list.length || 1)] ?? ''}` : acts[pick(acts.length)];
    }
    const [good, text] = e.call(name, argument);
    if (good && text && !plain.has(name)) JSON.parse(text);
    if (!good)
      assert.ok(text.length && ![...text].some((c) => c < ' '), `${name}: ${JSON.stringify(text)}`);
  }
});

/** What the program says of a position: lines of a move (or "position"), its value, plies and traps. */
const query = (position) =>
  native('query', 'six', '--position', position)
    .trim()
    .split('\n')
    .map((line) => {
      const [, move, value, plies, losing, replies] =
        /^(\S+) (win|draw|loss)(?: (\d+))?(?: traps (\d+)\/(\d+))?$/.exec(line);
      return [
        move,
        [
          { win: 1, draw: 0, loss: -1 }[value],
          Number(plies ?? -1),
          Number(losing ?? 0),
          Number(replies ?? 0),
        ],
      ];
    });

function loadPack(e, bytes) {
  const at = e.cx.cx_input(bytes.length);
  new Uint8Array(e.cx.memory.buffer, at, bytes.length).set(bytes);
  return e.call('cx_load', bytes.length);
}

test('solved positions: every value is that of the program, and a refusal keeps what was there', () => {
  const e = start(),
    pick = random(11),
    pack = new Uint8Array(fs.readFileSync(path.join(build, 'six.pack')));
  for (const variant of ['six', 'nine', 'six,flying', 'mur'])
    assert.deepEqual(
      [e.open(variant).variant, e.json('cx_state').solved],
      [variant, variant === 'six'],
    );
  assert.deepEqual(loadPack(e, pack), [1, '{"database":"six"}']);
  const broken = pack.slice();
  broken[2_000_000] ^= 4;
  assert.match(loadPack(e, broken)[1], /damaged/);
  assert.match(loadPack(e, pack.slice(0, 1000))[1], /damaged/);
  assert.match(loadPack(e, new TextEncoder().encode('<!doctype html>'))[1], /no packed database/);
  for (let n = 0; n < 25; n++) {
    e.open('six');
    for (let plies = pick(40); plies > 0 && !e.table().over; plies--) {
      const { moves } = e.json('cx_moves');
      e.play(moves[pick(moves.length)]);
    }
    const { position, over } = e.table();
    if (over) continue;
    e.open('six', position); // no history
    const { moves, values } = e.json('cx_moves'),
      [[, worth], ...said] = query(position);
    assert.deepEqual(new Map(moves.map((m, i) => [m, values[i]])), new Map(said), position);
    // Points to click have the best of their moves; the program's list has the best first.
    const { next, values: best } = e.click(),
      names = e.json('cx_language', EN).points.map((p) => p.name);
    assert.deepEqual(
      best.map((w) => w.slice(0, 2)),
      next.map((p) => said.find(([m]) => m.startsWith(names[p]))[1].slice(0, 2)),
      position,
    );
    assert.deepEqual(said[0][1].slice(0, 2), worth.slice(0, 2));
    const top = said.filter(([, w]) => w[0] === worth[0] && w[1] === worth[1]).map(([m]) => m);
    assert.ok(top.includes(search(e, '0 2000 0 10').best), position);
  }
});
