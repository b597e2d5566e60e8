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

const NAMES = ['cx_input', 'cx_output', 'cx_output_length', 'cx_language', 'cx_open', 'cx_state', 'cx_narrow', 'cx_play',
  'cx_why', 'cx_goto', 'cx_end', 'cx_marks', 'cx_events', 'cx_record', 'cx_load', 'cx_think', 'cx_think_on', 'cx_bench',
  'cx_moves'];
const WITH_TEXT = new Set(['cx_open', 'cx_narrow', 'cx_play', 'cx_why', 'cx_record', 'cx_load', 'cx_think', 'cx_bench']);
const EN = 0, JA = 1;

/** An instance of the engine. Calls give [good, output text]. */
function start(now = () => performance.now()) {
  const cx = new WebAssembly.Instance(wasm, { env: { now } }).exports;
  const output = () => new TextDecoder('utf-8', { fatal: true })
    .decode(new Uint8Array(cx.memory.buffer, cx.cx_output(), cx.cx_output_length()));
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
  return { cx, call, json, refused, good };
}

const native = (...args) => execFileSync(program, args, { encoding: 'utf8' });
const games = () => JSON.parse(native('games', '--json')).families.flatMap((f) => f.games.map((g) => g.id));

/** xorshift32: the same numbers every time. */
function random(seed) {
  let x = seed;
  return (n) => {
    x ^= x << 13; x ^= x >>> 17; x ^= x << 5;
    return (x >>> 0) % n;
  };
}

function search(engine, limits, slice = 50) {
  engine.good('cx_think', limits);
  for (;;) {
    const answer = engine.json('cx_think_on', slice);
    if (answer.done)
      return answer;
  }
}

test('exports are the ones agreed on, the clock is the only import', () => {
  const exports = WebAssembly.Module.exports(wasm);
  assert.deepEqual(exports.filter((e) => e.kind === 'function').map((e) => e.name).sort(), [...NAMES].sort());
  assert.ok(exports.filter((e) => e.kind === 'function').length <= 20);
  assert.deepEqual(WebAssembly.Module.imports(wasm), [{ module: 'env', name: 'now', kind: 'function' }]);
});

test('nothing works before a game is open', () => {
  const e = start();
  for (const name of NAMES.filter((n) => !['cx_input', 'cx_output', 'cx_output_length', 'cx_language', 'cx_open', 'cx_load',
    'cx_bench'].includes(n)))
    assert.equal(e.refused(name, 0), 'no game is open');
  assert.deepEqual(e.call('cx_language', EN), [1, '']);
});

test('shape and state of every game', () => {
  const e = start();
  for (const id of games()) {
    const shape = e.json('cx_open', `${id}\n1\n`);
    const state = e.json('cx_state');
    assert.equal(shape.game, id);
    assert.equal(shape.players.length, 2);
    assert.equal(shape.pieces[0], null);
    assert.equal(state.board.length, shape.points.length);
    for (const [a, b] of shape.links)
      assert.ok(shape.points[a] && shape.points[b]);
    for (const s of shape.strokes)
      assert.equal(s.length, s[0] === 'line' ? 5 : 4);
    assert.deepEqual([state.ply, state.last, state.over, state.result.winner], [0, 0, false, 'none']);
    assert.equal(state.legal, e.json('cx_moves').moves.length);
    assert.ok(Array.isArray(e.json('cx_marks', -1)));
    assert.equal(e.json('cx_open', `${id}\n1\n${state.position}`).variant, id);
  }
});

test('opening refuses nonsense and keeps the old match', () => {
  const e = start();
  e.json('cx_open', 'six');
  for (const bad of ['', 'seven', 'nine,', 'nine\nx', 'nine\n1\nrubbish', 'nine\n-1', 'nine\n1\n\n', '\n\n\n', 'ナイン'])
    e.refused('cx_open', bad);
  assert.equal(e.json('cx_state').board.length, 16);
});

test('a game by clicks: narrowing, playing, events, undo, redo', () => {
  const e = start();
  e.json('cx_open', 'nine\n1\n');
  const first = e.json('cx_narrow', '');
  assert.deepEqual([first.next.length, first.roles, first.matches, first.complete], [24, ['place'], 24, null]);
  assert.deepEqual(first.ways, []);
  for (const move of ['a7', 'd6', 'd7', 'b4'])
    assert.equal(e.json('cx_play', move).move, move);
  const mill = e.json('cx_narrow', '2');
  assert.deepEqual([mill.roles, mill.matches, mill.next], [['take'], 2, [9, 15]]);
  assert.deepEqual(mill.ways.map((w) => w.path), [[2, 9], [2, 15]]);
  const whole = e.json('cx_narrow', '2 9');
  assert.deepEqual([whole.complete, whole.only, whole.next], ['g7xd6', 'g7xd6', []]);
  const played = e.json('cx_play', 'g7xd6');
  assert.deepEqual(played.events.map((x) => x.kind), ['placed', 'line', 'taken']);
  assert.deepEqual(played.events[1].points, [0, 1, 2]);
  assert.deepEqual([played.events[2].from, played.events[2].to], [9, -1]);
  assert.deepEqual(e.json('cx_events', 5), played);
  assert.deepEqual(e.json('cx_events', 0), { text: '', move: null, events: [] });
  assert.deepEqual(e.json('cx_marks', 0).map((m) => [m.kind, m.points]), [['line', [0, 1, 2]]]);
  let state = e.json('cx_state');
  assert.deepEqual(state.moves, ['a7', 'd6', 'd7', 'b4', 'g7xd6']);
  assert.deepEqual(state.lastPath, [{ point: 2, role: 'place' }, { point: 9, role: 'take' }]);
  e.good('cx_goto', 2);
  state = e.json('cx_state');
  assert.deepEqual([state.ply, state.last, state.turn], [2, 5, 0]);
  e.good('cx_goto', 5);
  for (const bad of [-1, 6, 1 << 30, -(2 ** 31)]) {
    e.refused('cx_goto', bad);
    e.refused('cx_events', bad);
  }
  e.good('cx_goto', 4);
  e.json('cx_play', 'c5');
  assert.deepEqual(e.json('cx_state').moves, ['a7', 'd6', 'd7', 'b4', 'c5']);
});

test('clicks, moves and points that are none', () => {
  const e = start();
  e.json('cx_open', 'nine');
  for (const bad of ['24', '-1', 'a7', '1,2', '01', '1 2 3 4 5 6 7 8 9 10 11 12 13', '99999999999999999999'])
    e.refused('cx_narrow', bad);
  assert.equal(e.json('cx_narrow', '3 3').matches, 0);
  for (const bad of ['', 'z9', 'a7-d7', 'a7\n', 'a7 ', '"', '\\', 'é'])
    e.refused('cx_play', bad);
  for (const bad of [-2, 24, 255, 1000000])
    e.refused('cx_marks', bad);
  for (const bad of [-1, 3, 4, 77])
    e.refused('cx_end', bad);
  for (const bad of ['', '1', '1 2 3', '1 2 3 4 5', '65 0 0 0', '0 0 0 11', '0 0 86400001 0', '-1 0 0 0', 'a b c d'])
    e.refused('cx_think', bad);
  for (const bad of ['nine', 'nine\n', 'nine\n13', 'nine\nx', 'none\n1', ''])
    e.refused('cx_bench', bad);
  for (const name of WITH_TEXT)
    for (const length of [-1, (1 << 20) + 1, 2 ** 31 - 1, -(2 ** 31)])
      e.refused(name, length);
  for (const name of WITH_TEXT)
    e.refused(name, new Uint8Array([0x6e, 0, 0x6e]));
  assert.equal(e.json('cx_state').ply, 0);
});

test('why a move is not legal, in both languages', () => {
  const e = start();
  e.json('cx_open', 'nine');
  assert.deepEqual(e.json('cx_why', 'a7').legal, true);
  const english = e.json('cx_why', 'a7-d7');
  const shape = e.json('cx_language', JA);
  assert.equal(shape.players[0], '白');
  const japanese = e.json('cx_why', 'a7-d7');
  assert.equal(english.legal || japanese.legal, false);
  assert.match(english.text, /[a-z]/);
  assert.match(japanese.text, /[ぁ-ん]/);
  assert.match(e.json('cx_narrow', '').prompt, /[ぁ-ん]/);
  assert.match(e.refused('cx_goto', 9), /[ぁ-ん]/);
  e.refused('cx_language', 2);
  e.refused('cx_language', -1);
});

test('why a variant, a position and a record are refused, in both languages', () => {
  const e = start();
  const refusals = () => [e.refused('cx_open', 'chess'), e.refused('cx_open', 'nine,size=3'), e.refused('cx_open', 'nine\n1\n....'),
    e.refused('cx_load', '[Game "nine"]\n\n1. d6 d6 *\n'), e.refused('cx_load', '[Game "nine"]\n\n1. d6')];
  for (const text of refusals()) assert.match(text, /^[ -~]+$/);
  e.call('cx_language', JA);
  for (const text of refusals()) assert.match(text, /[ぁ-ん]/);
});

test('resigning, agreeing, and repetition end the match', () => {
  const e = start();
  for (const [how, winner] of [[0, 'draw'], [1, 'p2'], [2, 'p1']]) {
    e.json('cx_open', 'nine');
    e.json('cx_play', 'a7');
    e.good('cx_end', how);
    const state = e.json('cx_state');
    assert.deepEqual([state.over, state.legal, state.result.winner], [true, 0, winner]);
    assert.ok(state.result.reason.length > 0);
    e.refused('cx_end', how);
    e.refused('cx_play', 'd7');
    e.refused('cx_think', '1 0 0 0');
    assert.equal(e.json('cx_why', 'd7').legal, false);
    assert.deepEqual([e.json('cx_narrow', '').matches, e.json('cx_moves').moves.length], [0, 0]);
    const record = e.call('cx_record', 'Event=Test "1"\nWhite=白\\')[1];
    e.json('cx_open', 'six');
    e.json('cx_load', record);
    assert.deepEqual(e.json('cx_state').result, state.result);
    assert.equal(e.call('cx_record', 'Event=Test "1"\nWhite=白\\')[1], record);
    e.good('cx_goto', 0);
    e.json('cx_play', 'd7');
  }
  e.json('cx_open', 'nine\n1\nw...w.w./..b.b.../b.b.b.b. w 0 0');
  for (let i = 0; i < 2; i++)
    for (const move of ['a7-d7', 'c5-d5', 'd7-a7', 'd5-c5'])
      e.json('cx_play', move);
  const state = e.json('cx_state');
  assert.deepEqual([state.over, state.result.winner], [true, 'draw']);
  const record = e.call('cx_record', '')[1];
  assert.match(record, /Termination "repetition"/);
  e.json('cx_load', record);
  assert.deepEqual(e.json('cx_state'), state);
});

/** Plays a game of the series to its end by resignation of a side, some moves in. */
function playAndResign(e, how) {
  for (let n = 0; n < 3; n++)
    e.json('cx_play', e.json('cx_moves').moves[n]);
  e.good('cx_end', how);
}

test('an official match: games follow each other, points add up, one record holds it', () => {
  const e = start();
  e.json('cx_open', 'mur\n1 match');
  let series = e.json('cx_state').series;
  assert.deepEqual([series.set, series.game, series.games, series.half, series.over, series.starter], [1, 1, 6, [0, 0], false, 0]);
  e.refused('cx_end', 3); // it has not ended
  playAndResign(e, 2); // White resigns
  series = e.json('cx_state').series;
  assert.deepEqual([series.game, series.half, series.result.winner], [1, [2, 0], 'none'], 'counted at once, still on the board');
  e.good('cx_goto', 2);
  assert.deepEqual(e.json('cx_state').series.half, [0, 0], 'and not when the end is taken back');
  e.good('cx_goto', 3);
  e.good('cx_end', 2);
  e.good('cx_end', 3);
  const second = e.json('cx_state');
  assert.deepEqual([second.series.game, second.ply, second.turn, second.series.starter], [2, 0, 1, 1], 'White begins the second game');
  assert.ok(second.board.some((p) => p === 1 || p === 2), 'ships stay on the board within a set');
  playAndResign(e, 0); // agreement: a draw
  assert.deepEqual(e.json('cx_state').series.half, [3, 1]);
  const record = e.call('cx_record', 'Event=Test\nBlack=A')[1], state = e.json('cx_state');
  assert.equal(record.match(/\[Event "Test"\]/g).length, 2, 'tags in every game');
  assert.match(record, /\[Set "1"\]\n\[Round "2"\]/);
  e.json('cx_open', 'nine');
  e.json('cx_load', record);
  assert.deepEqual(e.json('cx_state'), state);
  assert.equal(e.call('cx_record', 'Event=Test\nBlack=A')[1], record);
  for (const bad of [record.replace('Round "2"', 'Round "3"'), `${record}\n${record}`, record.replace('Set "1"', 'Set "2"')])
    e.refused('cx_load', bad);
  assert.deepEqual(e.json('cx_state'), state, 'a refused record changes nothing');
});

test('a match to its end, with its result and reason', () => {
  const e = start();
  e.json('cx_open', 'mur\n1 match');
  for (let n = 0; n < 12; n++) {
    if (n) e.good('cx_end', 3);
    playAndResign(e, n % 3 === 2 ? 1 : 2);
  }
  const { series } = e.json('cx_state');
  assert.deepEqual([series.set, series.game, series.over, series.half, series.sets], [2, 6, true, [16, 8], [[8, 4], [8, 4]]]);
  assert.equal(series.result.winner, 'p1');
  assert.match(series.result.reason, /points/);
  assert.match(e.refused('cx_end', 3), /last game/);
  assert.equal(series.earlier.length, 11);
  assert.deepEqual([series.earlier[2].end, series.earlier[2].moves.length], ['p1', 3]);
  const state = e.json('cx_state'), record = e.call('cx_record', '')[1];
  e.json('cx_load', record);
  assert.deepEqual(e.json('cx_state'), state);
});

test('a match whose players change sides', () => {
  const e = start();
  e.json('cx_open', 'six\n1 match');
  assert.deepEqual([e.json('cx_state').series.side, e.json('cx_state').series.games], [0, 2]);
  playAndResign(e, 2);
  e.good('cx_end', 3);
  assert.equal(e.json('cx_state').series.side, 1);
  playAndResign(e, 2); // White wins again, who is the other player now
  const { series } = e.json('cx_state');
  assert.deepEqual([series.half, series.over, series.result.winner], [[2, 2], true, 'draw']);
  for (const bad of ['six\nx match', 'six\n1 matches', 'six\n1 match\n......../........ w 6 6', 'six\n1 match match'])
    e.refused('cx_open', bad);
  assert.equal(e.json('cx_open', 'six').game, 'six');
  assert.equal(e.json('cx_state').series, null);
  e.refused('cx_end', 3);
});

test('what stands beside the board: the throne in words, who moved, how it ended, what agreeing gives', () => {
  const e = start();
  e.json('cx_open', 'morelli,size=7,setup=pairs');
  let state = e.json('cx_state');
  assert.equal(state.remark, 'The throne is vacant.');
  assert.deepEqual(state.counters.map((c) => [c.id, c.player, c.value]), [['men', 0, 0], ['hand', 0, 12], ['men', 1, 0], ['hand', 1, 12]]);
  for (const move of ['a1', 'a2', 'a3', 'a4'])
    e.json('cx_play', move);
  assert.equal(e.json('cx_state').movers, '0110');
  e.json('cx_open', 'morelli\n1\n13/13/13/13/13/13/b5B6/13/13/13/13/13/13 b play');
  state = e.json('cx_state');
  assert.equal(state.remark, 'Black’s king is on the throne.');
  assert.deepEqual([state.agreed.winner, state.end], ['p1', '']);
  e.json('cx_language', JA);
  assert.match(e.json('cx_state').remark, /黒の王/);
  e.json('cx_language', EN);
  e.json('cx_open', 'nine');
  assert.equal(e.json('cx_state').remark, '');
  e.good('cx_end', 1);
  assert.equal(e.json('cx_state').end, 'p1');
});

test('records: refusals', () => {
  const e = start();
  e.json('cx_open', 'nine');
  for (const bad of ['Game=nine', 'x', '=x', 'A B=c', 'A=1\nA=2', 'A=\u0007', `A=${'x'.repeat(3000)}`])
    e.refused('cx_record', bad);
  e.refused('cx_record', new Uint8Array([0x41, 0x3d, 0xff]));
  const record = e.call('cx_record', '')[1];
  for (const bad of ['', 'x', record + record, record.replace('*', '1-0'), record.replace('nine', 'seven')])
    e.refused('cx_load', bad);
  e.json('cx_load', record);
});

test('a search visits the same nodes as the native program, however it is cut', () => {
  const e = start();
  const cases = [...games().map((id) => [id, '', 60000]), ['nine', 'd6 d2 f4 b4 d7 f6', 100000],
    ['stacking', 'd6 d2 f4 b4', 50000], ['nine,flying,remove=2,no-remill', '', 30000]];
  for (const [variant, moves, nodes] of cases) {
    const text = native('think', variant, '--nodes', String(nodes), '--play', moves, '--db', 'none');
    const field = (name) => new RegExp(`^${name} (.*)$`, 'm').exec(text)[1];
    e.json('cx_open', variant);
    for (const move of moves.split(' ').filter(Boolean))
      e.json('cx_play', move);
    for (const slice of [1, 10000]) {
      const answer = search(e, `0 ${nodes} 0 0`, slice);
      assert.deepEqual([answer.nodes, answer.depth, answer.score, answer.best],
        [Number(field('nodes')), Number(field('depth')), Number(field('score')), field('best')], variant);
      assert.deepEqual(answer.pv, field('line').split(' '));
    }
  }
  const text = native('think', 'nine', '--depth', '6');
  e.json('cx_open', 'nine');
  assert.equal(search(e, '6 0 0 0').nodes, Number(/^nodes (.*)$/m.exec(text)[1]));
});

test('perft counts as the native program', () => {
  const e = start();
  for (const [variant, depth] of [['nine', 4], ['six,flying', 4], ['twelve,remove=2', 3], ['stacking', 4], ['nine', 0]]) {
    const nodes = Number(/^nodes (.*)$/m.exec(native('perft', variant, String(depth)))[1]);
    assert.equal(e.json('cx_bench', `${variant}\n${depth}`).nodes, nodes);
  }
});

test('thinking: wins, levels, time, and what ends it', () => {
  const e = start();
  e.json('cx_open', 'nine\n1\nww.w..../......../bbb..... w 0 0');
  const win = search(e, '5 0 0 0');
  assert.equal(win.mate, 1);
  e.json('cx_play', win.best);
  assert.equal(e.json('cx_state').result.winner, 'p1');
  e.json('cx_open', 'nine');
  for (let level = 1; level <= 10; level++) {
    const legal = e.json('cx_moves').moves;
    assert.ok(legal.includes(search(e, `0 5000 0 ${level}`).best));
  }
  search(e, '0 0 100 0', 10); // a time limit ends by itself
  e.good('cx_think', '0 0 0 0');
  assert.equal(e.json('cx_think_on', 1).done, false);
  assert.equal(e.json('cx_narrow', '').matches, 24);
  assert.equal(e.json('cx_think_on', 1).done, false);
  e.json('cx_play', 'a7');
  e.refused('cx_think_on', 1);
});

test('a whole game of every variant by random clicks, computer against it', () => {
  const e = start(), pick = random(7);
  for (const id of games()) {
    e.json('cx_open', id);
    for (let ply = 0; ply < 200 && !e.json('cx_state').over; ply++) {
      const clicks = [];
      for (;;) {
        const n = e.json('cx_narrow', clicks.join(' '));
        assert.ok(n.matches > 0);
        if (n.complete && (n.next.length === 0 || pick(2))) {
          e.json('cx_play', n.complete);
          break;
        }
        clicks.push(n.next[pick(n.next.length)]);
      }
      if (!e.json('cx_state').over)
        e.json('cx_play', search(e, '2 300 0 0').best);
    }
    const record = e.call('cx_record', '')[1], state = e.json('cx_state');
    e.json('cx_load', record);
    assert.deepEqual(e.json('cx_state').moves, state.moves);
  }
});

test('a clock that lies harms nothing', () => {
  for (const now of [() => NaN, () => -1e300, () => Infinity, () => 0]) {
    const e = start(now);
    e.json('cx_open', 'six');
    for (const limits of ['3 2000 0 0', '0 2000 50 3'])
      assert.ok(e.json('cx_moves').moves.includes(search(e, limits).best));
  }
});

/* 2,000 calls of anything with anything: never a trap, always valid JSON or one line of reason. */
test('random input', () => {
  const e = start(), pick = random(Number(process.env.CONCENTRIC_TEST_SEED ?? 1));
  const words = ['nine', 'stacking', 'six', 'twelve,remove=2', 'mur', ' match', '\n', ' ', '1', '0', '23', 'a7', 'd7-d6', 'xg7', '/', '~', '>',
    '[Game "nine"]', '[Result "*"]', '*', '1-0', '{', '}', '(', ')', '"', '\\', 'White=x', '=', '白', '\u0001', '999999999999',
    '......../......../........ w 9 9', 'w', '-'];
  const garbage = () => {
    if (pick(4) === 0)
      return Uint8Array.from({ length: pick(40) }, () => pick(256));
    return Array.from({ length: pick(8) }, () => words[pick(words.length)]).join(pick(2) ? '' : ' ');
  };
  e.json('cx_open', 'nine');
  const plain = new Set(['cx_record']);
  for (let i = 0; i < 2000; i++) {
    const name = NAMES.slice(3)[pick(NAMES.length - 3)];
    let argument = WITH_TEXT.has(name) ? garbage() : pick(8) ? pick(40) - 5 : pick(2 ** 31) * (pick(2) ? 1 : -1);
    if (name === 'cx_think_on')
      argument = 1 + pick(2);
    if (name === 'cx_bench')
      argument = words[pick(4)] + '\n' + (pick(2) ? pick(4) : 'x' + garbage()); // no depth that takes hours
    if (name === 'cx_play' && pick(2)) {
      const list = JSON.parse(e.call('cx_moves')[1]).moves;
      argument = list[pick(list.length || 1)] ?? '';
    }
    const [good, text] = e.call(name, argument);
    if (good && text && !plain.has(name))
      JSON.parse(text);
    if (!good)
      assert.ok(text.length && !/[\n\u0000-\u001f]/.test(text), `${name}: ${JSON.stringify(text)}`);
  }
});

/** What the program says of a position: lines of a move (or "position"), its value, plies and traps. */
const query = (position) => native('query', 'six', '--position', position).trim().split('\n').map((line) => {
  const [, move, value, plies, losing, replies] = /^(\S+) (win|draw|loss)(?: (\d+))?(?: traps (\d+)\/(\d+))?$/.exec(line);
  return [move, [{ win: 1, draw: 0, loss: -1 }[value], Number(plies ?? -1), Number(losing ?? 0), Number(replies ?? 0)]];
});

function loadPack(e, bytes) {
  const at = e.cx.cx_input(bytes.length);
  new Uint8Array(e.cx.memory.buffer, at, bytes.length).set(bytes);
  return e.call('cx_load', bytes.length);
}

test('solved positions: every value is that of the program, and a refusal keeps what was there', () => {
  const e = start(), pick = random(11), pack = new Uint8Array(fs.readFileSync(path.join(build, 'six.pack')));
  for (const variant of ['six', 'nine', 'six,flying', 'mur'])
    assert.equal(e.json('cx_open', variant).solved, variant === 'six', variant);
  assert.deepEqual(loadPack(e, pack), [1, '{"database":"six"}']);
  const broken = pack.slice();
  broken[2_000_000] ^= 4;
  assert.match(loadPack(e, broken)[1], /damaged/);
  assert.match(loadPack(e, pack.slice(0, 1000))[1], /damaged/);
  assert.match(loadPack(e, new TextEncoder().encode('<!doctype html>'))[1], /no packed database/);
  for (let n = 0; n < 25; n++) {
    e.json('cx_open', 'six');
    for (let plies = pick(40); plies > 0 && !e.json('cx_state').over; plies--) {
      const { moves } = e.json('cx_moves');
      e.json('cx_play', moves[pick(moves.length)]);
    }
    const { position, over } = e.json('cx_state');
    if (over) continue;
    e.json('cx_open', `six\n1\n${position}`); // no history
    const { moves, values } = e.json('cx_moves'), [[, worth], ...said] = query(position);
    assert.deepEqual(new Map(moves.map((m, i) => [m, values[i]])), new Map(said), position);
    // Points to click have the best of their moves; the program's list has the best first.
    const { next, values: best } = e.json('cx_narrow', ''), names = e.json('cx_language', EN).points.map((p) => p.name);
    assert.deepEqual(best.map((w) => w.slice(0, 2)), next.map((p) => said.find(([m]) => m.startsWith(names[p]))[1].slice(0, 2)), position);
    assert.deepEqual(said[0][1].slice(0, 2), worth.slice(0, 2));
    const top = said.filter(([, w]) => w[0] === worth[0] && w[1] === worth[1]).map(([m]) => m);
    assert.ok(top.includes(search(e, '0 2000 0 10').best), position);
  }
});
