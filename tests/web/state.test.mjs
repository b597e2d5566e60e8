// SPDX-License-Identifier: MIT
// The page's state with the real engine and no browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { LESSONS, answers } from '../../web/lessons-data.js';
import { openText } from '../../web/share.js';
import { PERSON, Session } from '../../web/state.js';
import { DirectEngine, catalogue, gameIds, product, queried } from './support.mjs';

const COMPUTER = { kind: /** @type {const} */ ('computer'), level: 1, movetime: 0 };

/** @param {string} variant @param {string} [position] @param {import('../../web/state.js').Player[]} [players] */
async function open(variant, position = '', players = [PERSON, PERSON]) {
  const session = new Session(await DirectEngine.make());
  await session.begin({ variant, position }, { players });
  return session;
}
/** @param {Session} session @param {string} names */
async function click(session, names) {
  for (const name of names.split(' ')) await session.click(session.shape?.points.findIndex((p) => p.name === name) ?? -1);
}
/** @param {Session} session @param {() => boolean} until */
function wait(session, until) {
  return new Promise((resolve) => {
    const check = () => { if (until()) resolve(null); };
    session.listen(check);
    check();
  });
}
const last = (/** @type {Session} */ s) => s.state?.moves.at(-1);

test('placing by a click; the same point again is explained', async () => {
  const s = await open('nine');
  assert.equal(s.narrow.next.length, 24);
  await click(s, 'd2');
  assert.equal(last(s), 'd2');
  assert.equal(s.turn, 1);
  await click(s, 'd2');
  assert.match(s.message?.text ?? '', /d2 is occupied/);
  assert.equal(s.state?.ply, 1);
});

test('from and to, choosing another man, taking back, illegal targets', async () => {
  const s = await open('nine', 'ww.w..../....bbb./b.b..w.. w 0 0');
  await click(s, 'g4');
  assert.deepEqual(s.clicks.length, 1);
  await click(s, 'd3');
  assert.equal(s.clicks.length, 1, 'another man is chosen');
  await click(s, 'd3');
  assert.equal(s.clicks.length, 0, 'the same man again is let go');
  await click(s, 'g4 a1');
  assert.match(s.message?.text ?? '', /not next to/);
  await click(s, 'g7');
  assert.deepEqual(s.narrow.roles, ['take']);
  const at = (/** @type {string} */ name) => s.shape?.points.findIndex((p) => p.name === name) ?? -1;
  assert.deepEqual([s.preview.board[at('g4')], s.preview.ghosts], [0, [at('g7')]], 'the man is shown where it goes');
  await click(s, 'd2');
  assert.match(s.message?.text ?? '', /mill/);
  await click(s, 'c5');
  assert.equal(last(s), 'g4-g7xc5');
  assert.ok(s.shown.played?.events.some((e) => e.kind === 'taken'));
});

test('two men to take, in any order', async () => {
  for (const order of ['d1 e4', 'e4 d1']) {
    const s = await open('nine,diagonals,remove=2', '..bbbbb./.ww...ww/w..b.... w 0 0');
    await click(s, `c5 b6 ${order}`);
    assert.equal(last(s), 'c5-b6xd1e4');
  }
});

test('a stacking resolution by clicks', async () => {
  const s = await open('stacking', 'wBw...../.B..b.../.b...... w 5 5');
  assert.deepEqual(s.narrow.roles, ['turn']);
  await click(s, 'd7 d5 a7 c3');
  assert.equal(last(s), '~d7xd5>a7/c3');
});

test('typed moves, and why they are refused', async () => {
  const s = await open('nine');
  assert.equal(await s.type(' D2 '), true);
  assert.equal(last(s), 'd2');
  assert.equal(await s.type('d2'), false);
  assert.match(s.message?.text ?? '', /occupied/);
  assert.equal(await s.type('zz'), false);
});

test('undo, redo, going to a move, playing from there', async () => {
  const s = await open('nine');
  for (const m of ['d2', 'd7', 'a1', 'a7']) await s.type(m);
  await s.undo();
  assert.equal(s.state?.ply, 3);
  await s.redo();
  assert.equal(s.state?.ply, 4);
  await s.goto(1);
  assert.equal(s.state?.moves.length, 4);
  await s.type('g7');
  assert.deepEqual(s.state?.moves, ['d2', 'g7']);
});

test('against the computer: it answers, undo goes back to the person, it waits and goes on', async () => {
  const s = await open('nine', '', [PERSON, COMPUTER]);
  await click(s, 'd2');
  await wait(s, () => s.state?.ply === 2 && !s.thinking);
  assert.equal(s.turn, 0);
  await s.undo();
  assert.equal(s.state?.ply, 0);
  await s.goto(1);
  assert.ok(s.held);
  await s.resume();
  await wait(s, () => s.state?.ply === 2 && !s.thinking);
});

test('computer against computer plays a game to its end', { timeout: 120_000 }, async () => {
  const s = await open('six', '', [COMPUTER, COMPUTER]);
  await wait(s, () => s.over || (s.state?.ply ?? 0) >= 150);
  if (s.over) assert.notEqual(s.state?.result.winner, 'none');
  else await s.undo();
});

test('the computer plays every game', { timeout: 120_000 }, async () => {
  for (const id of gameIds()) {
    const s = await open(id, '', [COMPUTER, COMPUTER]);
    await wait(s, () => s.over || (s.state?.ply ?? 0) >= 6);
    await s.undo();
  }
});

test('a game can be resigned and agreed; links carry that', async () => {
  const s = await open('nine');
  await s.type('d2');
  await s.finishGame('p2');
  assert.equal(s.state?.result.winner, 'p1');
  assert.ok(s.over && s.state?.result.reason);
  const { link } = s;
  const other = new Session(await DirectEngine.make());
  await other.begin(link);
  assert.equal(other.state?.result.winner, 'p1');
  await other.undo();
  assert.equal(other.over, false);
});

test('an official match: next games, standing, links, records', async () => {
  const s = new Session(await DirectEngine.make());
  await s.begin({ variant: 'mur', match: true });
  assert.equal(s.state?.series?.game, 1);
  await assert.rejects(s.nextGame());
  await s.type('+a1');
  await s.finishGame('p2');
  assert.deepEqual(s.state?.series?.half, [2, 0]);
  await s.nextGame();
  assert.deepEqual([s.state?.ply, s.state?.series?.game, s.turn, s.state?.moves], [0, 2, 1, []]);
  await s.type('+c1');
  const { link } = s, record = await s.engine.record({});
  assert.deepEqual([link.match, link.earlier], [true, [{ moves: ['+a1'], end: 'p2' }]]);
  const other = new Session(await DirectEngine.make());
  await other.begin(link);
  assert.deepEqual(other.state, s.state);
  const read = new Session(await DirectEngine.make());
  await openText(read, record);
  assert.deepEqual(read.state, s.state);
  assert.deepEqual(read.link, link);
  await assert.rejects(s.begin({ variant: 'mur', match: true, earlier: [{ moves: ['+a1'], end: '' }] }), /not over/);
  assert.deepEqual(s.link, link, 'the old match is back');
});

test('players who change sides in a match do so on the page', async () => {
  const s = new Session(await DirectEngine.make());
  await s.begin({ variant: 'six', match: true }, { players: [PERSON, COMPUTER], flipped: false });
  await s.finishGame('p1');
  await s.nextGame();
  assert.deepEqual([s.players.map((p) => p.kind), s.flipped, s.state?.series?.half], [['computer', 'person'], true, [0, 2]]);
  await s.undo();
});

test('a computer agrees to end only where that does not cost it', { timeout: 60_000 }, async () => {
  // Black to move has a mill to close; White has three men that cannot.
  const better = await open('nine', 'bb.b..../......../w..w..w. w 0 0', [PERSON, COMPUTER]);
  assert.equal(await better.offerEnd(), 'better');
  assert.equal(better.over, false);
  const worse = await open('nine', 'bb.b..../......../w..w..w. w 0 0', [COMPUTER, PERSON]);
  worse.held = true;
  assert.equal(await worse.offerEnd(), '');
  assert.equal(worse.state?.result.winner, 'draw');
  // In Morelli the throne decides: the holder takes it, the other declines.
  const throne = 'w5b/7/7/3B3/7/7/b5w b play';
  const holder = await open('morelli,size=7', throne, [COMPUTER, PERSON]);
  holder.held = true;
  assert.equal(await holder.offerEnd(), '');
  assert.equal(holder.state?.result.winner, 'p1');
  const lost = await open('morelli,size=7', throne, [PERSON, COMPUTER]);
  assert.equal(await lost.offerEnd(), '', 'it sees that it loses anyway');
  const loser = await open('morelli,size=7', 'wwwwwww/w5w/w5b/b2B2b/b5b/b5w/bbbbbww b play', [PERSON, COMPUTER]);
  assert.equal(await loser.offerEnd(), 'losing');
  const people = await open('nine');
  assert.equal(await people.offerEnd(), '');
  assert.equal(people.over, true);
});

test('a record keeps how its game ended', async () => {
  const s = await open('nine');
  await s.type('d2');
  const record = (await s.engine.record({})).replace('[Result "*"]', '[Result "1-0"]').replace('"unfinished"', '"time"').replace(/\*\s*$/, '1-0\n');
  await openText(s, record);
  assert.match(s.state?.result.reason ?? '', /time/);
});

test('a refused game leaves the old one as it was', async () => {
  const s = await open('nine');
  await s.type('d2');
  await assert.rejects(s.begin({ variant: 'nine', position: 'nonsense' }));
  await assert.rejects(s.begin({ variant: 'nine', moves: ['d2', 'd2'] }));
  assert.deepEqual(s.state?.moves, ['d2']);
  assert.equal(s.start.variant, 'nine');
});

test('records, positions and links are pasted', async () => {
  const s = await open('nine');
  await s.type('d2');
  await s.type('d7');
  const record = await s.engine.record({ White: 'A', Black: 'B' });
  const t = await open('six');
  await openText(t, record);
  assert.equal(t.shape?.variant, 'nine');
  assert.deepEqual(t.state?.moves, ['d2', 'd7']);
  await openText(t, 'ww.w..../....bbb./b.b..w.. w 0 0');
  assert.equal(t.state?.ply, 0);
  await openText(t, 'http://somewhere/#game=six&moves=d6');
  assert.deepEqual(t.state?.moves, ['d6']);
  await assert.rejects(openText(t, 'rubbish'));
});

test('another language changes the words and nothing else', async () => {
  const s = await open('nine');
  await s.type('d2');
  await s.language('ja');
  assert.match(s.shape?.players[0] ?? '', /白/);
  assert.deepEqual(s.state?.moves, ['d2']);
});

test('a hint is a legal move; analysis gives a line', async () => {
  const s = await open('nine');
  await s.askHint();
  const { moves } = await s.engine.moves();
  assert.ok(moves.includes(s.hint?.move ?? ''));
  s.analyse(true);
  await wait(s, () => !!s.analysis?.pv.length);
  let stops = 0;
  const { stop } = s.engine;
  s.engine.stop = () => { stops++; return stop.call(s.engine); };
  s.analyse(false);
  assert.equal(stops, 1);
  s.engine.stop = stop;
});

test('a refused record leaves the computer to its move', async () => {
  const s = await open('nine');
  await s.begin({ variant: 'nine' }, { players: [{ kind: 'computer', level: 0, movetime: 300 }, { kind: 'person', level: 1, movetime: 0 }] });
  await assert.rejects(s.load('[Game "nonsense"]\n\n1. zz'));
  await wait(s, () => (s.state?.ply ?? 0) === 1);
});

test('every step of every lesson: the position opens, the answer is legal, another move is taken back', async () => {
  const ids = gameIds();
  for (const [game, steps] of Object.entries(LESSONS)) {
    if (!ids.includes(game)) continue;
    assert.ok(steps.length >= 5 && steps.length <= 10, game);
    for (const [i, step] of steps.entries()) {
      const s = await open(step.variant, step.position);
      const { moves } = await s.engine.moves();
      const right = moves.filter((m) => answers(step, m));
      assert.ok(right.length, `${game} ${i + 1}: none of ${moves.slice(0, 40)} is ${step.expect}`);
      for (const e of step.expect) assert.ok(moves.some((m) => answers({ ...step, expect: [e] }, m)), `${game} ${i + 1}: ${e}`);
      const wrong = moves.find((m) => !answers(step, m));
      s.judge = async (m) => answers(step, m);
      if (wrong) {
        assert.ok(await s.type(wrong));
        assert.equal(s.state?.ply, 0);
      }
      assert.ok(await s.type(right[0]));
      assert.equal(s.state?.ply, 1);
    }
  }
});

test('every game of the catalogue opens, draws and moves by clicks alone', async () => {
  for (const game of catalogue().families.flatMap((/** @type {any} */ f) => f.games)) {
    const s = await open(game.id);
    for (let n = 0; n < 400 && (s.state?.ply ?? 99) < 24 && !s.over; n++) {
      const { next } = s.narrow;
      if (s.canFinish && n % 3 === 0) await s.finish();
      else await s.click(next[(n * 7919) % next.length]);
    }
    assert.ok(s.over || s.state?.ply === 24, `${game.id} stopped at ${s.state?.ply}`);
  }
});

const MIXED = 'w.wbw.bb/bw.bbw.w w 0 0';
const pack = async () => new Uint8Array(readFileSync(product('six.pack')));

test('perfect play: fetched once, shown for the clicks so far, hidden again', async () => {
  const s = await open('six', MIXED), said = queried(MIXED);
  /** @type {string[]} */
  const asked = [];
  const get = (/** @type {string} */ file) => { asked.push(file); return pack(); };
  assert.equal(s.values.size, 0);
  await click(s, 'd5');
  await s.showPerfect(true, get);
  assert.deepEqual(s.perfect?.map((m) => m.move), said.moves.map((m) => m.move));
  const name = (/** @type {number} */ p) => s.shape?.points[p].name;
  assert.deepEqual(s.clicks.map(name), ['d5'], 'what was chosen stays chosen');
  assert.deepEqual([...s.values].map(([p, w]) => [name(p), w[0], w[1]]).sort(), [['d6', 1, 21], ['e5', 0, -1]]);
  await s.showPerfect(false, get);
  assert.deepEqual([s.perfect, s.values.size], [null, 0]);
  await s.begin({ variant: 'nine' });
  await s.begin({ variant: 'six' });
  await s.showPerfect(true, get);
  assert.equal(s.values.size, 16);
  assert.deepEqual(asked, ['six.pack']);
  await s.type('d2');
  assert.equal(s.perfect?.length, 15);
  await s.undo();
  assert.equal(s.perfect?.length, 16);
});

test('perfect play: failures are told apart, switch themselves off and can be mended', async () => {
  const s = await open('six', MIXED);
  await s.showPerfect(true, async () => { throw new TypeError('no network'); });
  assert.deepEqual(s.solved, { on: false, variant: '', share: -1, trouble: 'missing' });
  await s.showPerfect(true, async () => new Uint8Array(5000));
  assert.deepEqual(s.solved, { on: false, variant: '', share: -1, trouble: 'unfit' });
  assert.equal(s.values.size, 0);
  /** @type {number[]} */
  const shares = [];
  s.listen(() => shares.push(s.solved.share));
  await s.showPerfect(true, async (_, arrived) => { arrived(0.5); return pack(); });
  assert.deepEqual([s.solved.trouble, s.solved.on, s.perfect?.length], ['', true, 13]);
  assert.ok(shares.includes(0.5) && shares.at(-1) === -1);
});

test('perfect play: switched off, on and to another game while it is under way', async () => {
  const s = await open('six', MIXED);
  let go = () => {};
  const gate = new Promise((resolve) => { go = () => resolve(null); }), get = async () => { await gate; return pack(); };
  const first = s.showPerfect(true, get);
  await s.showPerfect(false, get);
  const again = s.showPerfect(true, () => { throw new Error('asked twice'); });
  await s.begin({ variant: 'nine' });
  go();
  await Promise.all([first, again]);
  assert.deepEqual([s.solved.variant, s.perfect], ['six', null]);
  await s.begin({ variant: 'six', position: MIXED });
  assert.equal(s.perfect?.length, 13);
});

test('perfect play: a computer that thinks when the database comes thinks again, and the highest level plays by it', async () => {
  const said = queried(MIXED), best = said.moves.filter((m) => m.plies === said.plies).map((m) => m.move);
  const s = await open('six', MIXED, [{ ...COMPUTER, level: 10 }, PERSON]);
  assert.ok(s.thinking);
  await s.showPerfect(true, pack);
  await wait(s, () => s.state?.ply === 1 && !s.thinking);
  assert.ok(best.includes(last(s) ?? ''), last(s));
});
