// SPDX-License-Identifier: MIT
// The page's state with the real engine and no browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readLink } from '../../web/link.js';
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
  for (const name of names.split(' '))
    await session.click(session.shape?.points.findIndex((p) => p.name === name) ?? -1);
}
/** @param {Session} session @param {() => boolean} until */
function wait(session, until) {
  return new Promise((resolve) => {
    const check = () => {
      if (until()) resolve(null);
    };
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

test('a stray point throws no mill away: it is explained, and what is asked is spoken', async () => {
  const s = await open('six');
  await click(s, 'b6 b2 d6 d2');
  const { number } = s.spoken;
  await click(s, 'f6');
  assert.equal(s.spoken.number, number + 1, 'the mill is spoken');
  assert.match(s.spoken.text, /^Mill .*f6.*: choose which man to take/);
  for (const stray of ['c5', 'f6', 'b6', 'e5']) {
    await click(s, stray);
    assert.equal(s.state?.ply, 4, stray);
    assert.deepEqual(s.narrow.roles, ['take'], stray);
    assert.ok(s.message?.text && s.message.kind === 'why' && s.spoken.text === s.message.text);
  }
  assert.equal(await s.type('c5'), false, 'typed');
  assert.equal(await s.type('e5'), false, 'typed');
  assert.equal(s.state?.ply, 4);
  assert.equal(await s.type('b2'), true, 'the man that is taken');
  assert.equal(last(s), 'f6xb2');
  await s.undo();
  await click(s, 'f6');
  assert.equal(await s.play('c5'), true, 'a whole move that a list offers');
  assert.equal(last(s), 'c5');
});

test('MUR: a point beside the targets of a ship places none, and says why', async () => {
  const s = await open('mur', 'bb..w.../......../......../k b 0 0');
  await click(s, 'a3');
  assert.match(s.spoken.text, /^choose where to go/);
  for (const { name } of s.shape?.points ?? []) {
    await s.clear();
    await click(s, 'a3');
    const p = s.shape?.points.findIndex((point) => point.name === name) ?? -1;
    if (s.narrow.next.includes(p)) continue;
    await click(s, name);
    assert.equal(s.state?.ply, 0, name);
    const own = s.shape?.pieces[s.state?.board[p] ?? 0]?.owner === s.turn;
    if (!own) assert.match(s.message?.text ?? '', /\S/, name);
  }
  await s.clear();
  await click(s, 'a3 h3');
  assert.match(s.message?.text ?? '', /exactly two steps/);
  assert.equal(await s.type('+h3'), true, 'a whole move that is typed begins anew');
});

test('every state that asks for something is spoken', async () => {
  let s = await open('nine', 'ww.w..../....bbb./b.b..w.. w 0 0');
  const asks = async (/** @type {string} */ names, /** @type {RegExp} */ what) => {
    const { number } = s.spoken;
    await click(s, names);
    assert.equal(s.spoken.number, number + names.split(' ').length, names);
    assert.match(s.spoken.text, what);
  };
  await asks('g4', /^choose where to go/);
  await asks('g7', /^Mill .*g7.*: choose which man to take/);
  const { number } = s.spoken;
  await s.clear();
  assert.equal(s.spoken.number, number + 1, 'given up');
  assert.equal(s.spoken.text, s.narrow.prompt);
  s = await open('mur', 'b......w/w......./......../k w 0 1');
  await s.type('+b3'); // it traps the ship on a3
  assert.deepEqual(s.narrow.roles, ['withdraw']);
  assert.match(s.spoken.text, /places .*b3.* your ship on a3 is trapped: take it off/);
  s = await open('mur', 'bb.www../bb..ww../......../k b 0 0');
  await asks('a3 e3', /which way/);
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
  const at = (/** @type {string} */ name) =>
    s.shape?.points.findIndex((p) => p.name === name) ?? -1;
  assert.deepEqual(
    [s.preview.board[at('g4')], s.preview.ghosts],
    [0, [at('g7')]],
    'the man is shown where it goes',
  );
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
  if (s.over) assert.notEqual(s.state?.ending?.winner, 'none');
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
  assert.equal(s.state?.ending?.winner, 'p1win');
  assert.ok(s.over && s.state?.ending?.reason);
  const { link } = s;
  assert.equal(link.end, 'p2');
  const other = new Session(await DirectEngine.make());
  await other.begin(link);
  assert.equal(other.state?.ending?.winner, 'p1win');
  await other.undo();
  assert.deepEqual(
    [other.over, other.state?.ply, other.state?.ending?.kind],
    [true, 0, 'resignation'],
    'looking back clears nothing',
  );
  await other.redo();
  assert.deepEqual(other.link, link);
  await other.undo();
  assert.ok(other.may.resume);
  await other.resume();
  assert.deepEqual(
    [other.over, other.link.end, other.state?.ply],
    [false, '', 0],
    'played on from there',
  );
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
  const { link } = s,
    record = await s.engine.record();
  assert.deepEqual([link.match, link.earlier], [true, [{ moves: ['+a1'], end: 'p2' }]]);
  const same = (/** @type {Session} */ o) => ({ ...o.state, clock: null });
  const other = new Session(await DirectEngine.make());
  await other.begin(link);
  assert.deepEqual(same(other), same(s));
  const read = new Session(await DirectEngine.make());
  await openText(read, record);
  assert.deepEqual(same(read), same(s));
  assert.deepEqual(read.link, link);
  await assert.rejects(
    s.begin({ variant: 'mur', match: true, earlier: [{ moves: ['+a1'], end: '' }] }),
    /still on/,
  );
  assert.deepEqual(s.link, link, 'the old match is back');
});

test('players who change sides in a match do so on the page', async () => {
  const s = new Session(await DirectEngine.make());
  await s.begin({ variant: 'six', match: true }, { players: [PERSON, COMPUTER], flipped: false });
  await s.finishGame('p1');
  await s.nextGame();
  assert.deepEqual(
    [[0, 1].map((side) => s.seat(side)?.kind), s.flipped, s.state?.series?.half],
    [['computer', 'person'], true, [0, 2]],
  );
  await s.undo();
});

test('a computer agrees to end only where that does not cost it', { timeout: 60_000 }, async () => {
  // Black to move has a mill to close; White has three men that cannot.
  const better = await open('nine', 'bb.b..../......../w..w..w. w 0 0', [PERSON, COMPUTER]);
  assert.equal(await better.offerEnd(), 'better');
  assert.equal(better.over, false);
  const worse = await open('nine', 'bb.b..../......../w..w..w. w 0 0', [COMPUTER, PERSON]);
  assert.equal(await worse.offerEnd(), '');
  assert.equal(worse.state?.ending?.winner, 'draw');
  // In Morelli the throne decides: the holder takes it, the other declines.
  const throne = 'w5b/7/7/3B3/7/7/b5w b play';
  const holder = await open('morelli,size=7', throne, [COMPUTER, PERSON]);
  assert.equal(await holder.offerEnd(), '');
  assert.equal(holder.state?.ending?.winner, 'p1win');
  const lost = await open('morelli,size=7', throne, [PERSON, COMPUTER]);
  assert.equal(await lost.offerEnd(), '', 'it sees that it loses anyway');
  const loser = await open('morelli,size=7', 'wwwwwww/w5w/w5b/b2B2b/b5b/b5w/bbbbbww b play', [
    PERSON,
    COMPUTER,
  ]);
  assert.equal(await loser.offerEnd(), 'losing');
  const people = await open('nine');
  assert.equal(await people.offerEnd(), '');
  assert.equal(people.over, true);
});

test('a record keeps how its game ended', async () => {
  const s = await open('nine');
  await s.type('d2');
  const record = (await s.engine.record())
    .replace('[Result "*"]', '[Result "1-0"]')
    .replace('"unfinished"', '"time"')
    .replace(/\*\s*$/, '1-0\n');
  await openText(s, record);
  assert.match(s.state?.ending?.reason ?? '', /time/);
  await s.undo();
  await s.redo();
  assert.match(s.state?.ending?.reason ?? '', /time/, 'stepping back and forth keeps it');
  assert.equal(s.link.end, 'time.p1win');
  assert.equal(await s.engine.record(), record, 'and written it is the same');
  const other = new Session(await DirectEngine.make());
  await other.begin(s.link);
  assert.deepEqual(other.state?.ending, s.state?.ending, 'a loss on time is shared as one');
});

test('who plays goes with the game: a record brings the computer back', async () => {
  const s = await open('nine', '', [PERSON, { kind: 'computer', level: 0, movetime: 50 }]);
  await click(s, 'd2');
  await wait(s, () => s.state?.ply === 2 && !s.thinking);
  const record = await s.engine.record(),
    other = new Session(await DirectEngine.make());
  await other.load(record);
  assert.deepEqual(
    other.state?.seats.map((p) => p.text),
    ['person', 'computer 50 ms'],
  );
  await click(other, 'a7');
  await wait(other, () => other.state?.ply === 4 && !other.thinking);
});

test('a record is written back as it was read: names, comments, clocks, marks, variations', async () => {
  const record = [
    '[Game "nine"]',
    '[Event "Open"]',
    '[White "Anna"]',
    '[Black "花子"]',
    '[TimeControl "300+5"]',
    '[Result "0-1"]',
    '[Termination "time"]',
    '',
    '{ a start } 1. d2! { [%clk 0:05:00] centre } (1. a1 d7 { [%eval -0.30] }) 1... d7 { [%clk 0:04:58] } 0-1',
    '',
  ].join('\n');
  const s = await open('six');
  await s.load(record);
  assert.deepEqual(
    [s.seat(0)?.name, s.seat(1)?.name, s.state?.ending?.kind, s.state?.moves],
    ['Anna', '花子', 'time', ['d2', 'd7']],
  );
  const written = await s.engine.record();
  for (const part of [
    'Event "Open"',
    'Anna',
    '花子',
    '300+5',
    'a start',
    'd2!',
    '0:04:58',
    'eval',
    'a1 d7',
    'time',
    '0-1',
  ])
    assert.ok(written.includes(part), part);
  for (let n = 0; n < 3; n++) await s.undo();
  assert.equal(s.state?.comment, 'a start');
  await s.goto(2);
  assert.equal(await s.engine.record(), written, 'looking back and forth changes nothing');
  await s.goto(0);
  await s.type('g7');
  assert.deepEqual(
    [s.over, s.state?.moves, s.state?.ending?.kind],
    [true, ['g7'], 'time'],
    'another move is a variation',
  );
  assert.match(await s.engine.record(), /\(1\. g7\)/);
  const nodes = (await s.engine.tree()).nodes;
  assert.deepEqual(
    nodes[0].children.map((id) => nodes.find((n) => n.id === id)?.move),
    ['d2', 'a1', 'g7'],
  );
  assert.equal(s.link.moves.join(' '), 'd2 d7', 'the link is the game that was played');
});

test(
  'a clock: it runs, the flag ends the game, the computer keeps to it',
  { timeout: 60_000 },
  async () => {
    const s = new Session(await DirectEngine.make());
    await s.begin({ variant: 'nine', clock: '1+0' });
    assert.deepEqual([s.state?.clock.limited, s.state?.clock.left[1]], [true, 1000]);
    assert.ok(s.left(0) <= 1000);
    await s.type('d2');
    await wait(s, () => s.over);
    assert.deepEqual(
      [s.state?.ending?.kind, s.state?.ending?.winner, s.link.end],
      ['time', 'p1win', 'time.p1win'],
    );
    assert.equal(s.may.resume, false);
    const t = new Session(await DirectEngine.make());
    await t.begin(
      { variant: 'nine', clock: '3+0', moves: ['d2'] },
      { players: [PERSON, { kind: 'computer', level: 0, movetime: 60_000 }] },
    );
    await wait(t, () => t.state?.ply === 2 && !t.thinking);
    assert.ok(
      (t.state?.clock.left[1] ?? 0) > 1000,
      `it used ${3000 - (t.state?.clock.left[1] ?? 0)} ms of 3000`,
    );
    assert.ok(t.left(0) <= 3000 && t.link.clock === '3+0');
  },
);

test('the next game from the last board, without a match', async () => {
  const s = await open('mur');
  await s.type('+a1');
  await s.type('+c1');
  assert.equal(s.state?.next, false);
  await s.finishGame('p1');
  assert.equal(s.state?.next, true);
  await s.nextGame();
  assert.deepEqual(
    [s.over, s.state?.ply, s.state?.turn, s.state?.earlier.length, s.state?.series],
    [false, 0, 1, 1, null],
  );
  assert.ok(s.state?.board.some(Boolean), 'ships stay');
  const other = new Session(await DirectEngine.make());
  await other.begin(s.link);
  assert.equal(other.state?.position, s.state?.position);
  const nine = await open('nine');
  await nine.finishGame('p1');
  assert.equal(nine.state?.next, false);
});

test('links and games kept by versions before open as they were', async () => {
  const old = JSON.parse(
    readFileSync(new URL('../data/79329bd/page-games.json', import.meta.url), 'utf8'),
  );
  for (const { fragment, players, want } of old) {
    const s = new Session(await DirectEngine.make()),
      link = readLink(fragment);
    assert.ok(link, fragment);
    await s.begin(link, { players });
    const { variant, moves, position, ply, ending, seats } = s.state ?? {};
    assert.deepEqual(
      {
        variant,
        moves,
        position,
        ply,
        ending: ending && [ending.kind, ending.winner],
        half: s.state?.series?.half ?? null,
        kinds: [0, 1].map((side) => seats?.find((p) => p.side === side)?.kind),
      },
      want,
      fragment,
    );
    await s.undo();
  }
});

test('a refused game leaves the old one as it was', async () => {
  const s = await open('nine');
  await s.type('d2');
  await assert.rejects(s.begin({ variant: 'nine', position: 'nonsense' }));
  await assert.rejects(s.begin({ variant: 'nine', moves: ['d2', 'd2'] }));
  assert.deepEqual(s.state?.moves, ['d2']);
  assert.equal(s.shape?.variant, 'nine');
});

test('records, positions and links are pasted', async () => {
  const s = await open('nine');
  await s.type('d2');
  await s.type('d7');
  const record = await s.engine.record();
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
  s.engine.stop = () => {
    stops++;
    return stop.call(s.engine);
  };
  s.analyse(false);
  assert.equal(stops, 1);
  s.engine.stop = stop;
});

test('a refused record leaves the computer to its move', async () => {
  const s = await open('nine');
  await s.begin(
    { variant: 'nine' },
    {
      players: [
        { kind: 'computer', level: 0, movetime: 300 },
        { kind: 'person', level: 1, movetime: 0 },
      ],
    },
  );
  await assert.rejects(s.load('[Game "nonsense"]\n\n1. zz'));
  await wait(s, () => (s.state?.ply ?? 0) === 1);
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
  const s = await open('six', MIXED),
    said = queried(MIXED);
  /** @type {string[]} */
  const asked = [];
  const get = (/** @type {string} */ file) => {
    asked.push(file);
    return pack();
  };
  assert.equal(s.values.size, 0);
  await click(s, 'd5');
  await s.showPerfect(true, get);
  assert.deepEqual(
    s.perfect?.map((m) => m.move),
    said.moves.map((m) => m.move),
  );
  const name = (/** @type {number} */ p) => s.shape?.points[p].name;
  assert.deepEqual(s.clicks.map(name), ['d5'], 'what was chosen stays chosen');
  assert.deepEqual([...s.values].map(([p, w]) => [name(p), w[0], w[1]]).sort(), [
    ['d6', 1, 21],
    ['e5', 0, -1],
  ]);
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
  await s.showPerfect(true, async () => {
    throw new TypeError('no network');
  });
  assert.deepEqual(s.solved, {
    on: false,
    variant: '',
    told: '',
    at: '',
    share: -1,
    trouble: 'missing',
  });
  await s.showPerfect(true, async () => new Uint8Array(5000));
  assert.deepEqual(s.solved, {
    on: false,
    variant: '',
    told: '',
    at: '',
    share: -1,
    trouble: 'unfit',
  });
  assert.equal(s.values.size, 0);
  /** @type {number[]} */
  const shares = [];
  s.listen(() => shares.push(s.solved.share));
  await s.showPerfect(true, async (_, arrived) => {
    arrived(0.5);
    return pack();
  });
  assert.deepEqual([s.solved.trouble, s.solved.on, s.perfect?.length], ['', true, 13]);
  assert.ok(shares.includes(0.5) && shares.at(-1) === -1);
});

test('perfect play: switched off, on and to another game while it is under way', async () => {
  const s = await open('six', MIXED);
  let go = () => {};
  const gate = new Promise((resolve) => {
      go = () => resolve(null);
    }),
    get = async () => {
      await gate;
      return pack();
    };
  const first = s.showPerfect(true, get);
  await s.showPerfect(false, get);
  const again = s.showPerfect(true, () => {
    throw new Error('asked twice');
  });
  await s.begin({ variant: 'nine' });
  go();
  await Promise.all([first, again]);
  assert.deepEqual([s.solved.variant, s.perfect], ['six', null]);
  await s.begin({ variant: 'six', position: MIXED });
  assert.equal(s.perfect?.length, 13);
});

test('perfect play: a computer that thinks when the database comes thinks again, and the highest level plays by it', async () => {
  const said = queried(MIXED),
    best = said.moves.filter((m) => m.plies === said.plies).map((m) => m.move);
  const s = await open('six', MIXED, [{ ...COMPUTER, level: 10 }, PERSON]);
  assert.ok(s.thinking);
  await s.showPerfect(true, pack);
  await wait(s, () => s.state?.ply === 1 && !s.thinking);
  assert.ok(best.includes(last(s) ?? ''), last(s));
});

/** A board whose other side is elsewhere. @param {string} variant @param {string} position @param {number} side that sits here */
async function remotely(variant, position, side) {
  const session = new Session(await DirectEngine.make());
  const sent = /** @type {string[]} */ ([]),
    dropped = /** @type {string[]} */ ([]);
  session.remote = /** @type {any} */ ({
    running: true,
    side,
    seated: 0,
    limited: false,
    runningSide: -1,
    left: () => 0,
    status: '',
    moved: (/** @type {string} */ move) => sent.push(move),
    planned: () => session.notify(),
    dropped: (/** @type {string} */ why) => dropped.push(why),
  });
  await session.mirror([
    `game=${variant} seed=1 clock=none takeback=no${position ? ` start=${position}` : ''}`,
    ...[0, 1].map((s) => `${s} sit ${s === side ? 'person' : 'remote'}`),
  ]);
  return { session, sent, dropped };
}

test('premove: chosen while the other side thinks, sent as soon as it may be', async () => {
  const { session: s, sent } = await remotely('nine', '', 1);
  assert.equal(s.planning, true);
  await click(s, 'd6');
  assert.deepEqual([s.premove.length, s.clicks.length, s.state?.ply], [1, 0, 0]);
  await s.remoteMove(0, 'd2');
  assert.deepEqual(sent, ['d6']);
  assert.deepEqual([s.premove, s.state?.moves], [[], ['d2', 'd6']]);
  await click(s, 'f4');
  await s.clear();
  await s.remoteMove(0, 'd7');
  assert.deepEqual(
    [sent, s.open, s.clicks],
    [['d6'], true, []],
    'what was cancelled is not played',
  );
});

test('premove: dropped with the reason where it is not legal any more', async () => {
  const { session: s, sent, dropped } = await remotely('nine', '', 1);
  await click(s, 'd2');
  await s.remoteMove(0, 'd2');
  assert.deepEqual([sent, dropped.length, s.open, s.clicks], [[], 1, true, []]);
  assert.match(dropped[0], /d2/);
});

test('premove: from and to, another plan, a beginning that is kept', async () => {
  const position = 'ww.w..../....bbb./b.b..w.. b 0 0',
    { session: s, sent } = await remotely('nine', position, 0);
  await click(s, 'g4');
  await click(s, 'g4');
  assert.deepEqual(s.premove, [], 'the last point again takes it back');
  await click(s, 'd3 d2 g4 g7'); // a man of one's own after a whole move begins another one
  assert.equal(s.premove.length, 2);
  await s.remoteMove(1, s.state?.position ? (await s.engine.moves()).moves[0] : '');
  // The mill is closed, and which man to take is not chosen yet: the beginning stands on the board.
  assert.deepEqual([sent, s.clicks.length, s.narrow.roles.includes('take')], [[], 2, true]);
});

test('premove: points beyond the only move are no consent to it', async () => {
  const { session: s, sent, dropped } = await remotely('nine', '', 1);
  await click(s, 'd6 f4'); // a man is placed on one point only
  await s.remoteMove(0, 'd2');
  assert.deepEqual(
    [sent, dropped.length, s.state?.moves, s.turn, s.open],
    [[], 1, ['d2'], 1, true],
  );
});

test('premove: looking back or the end forgets it', async () => {
  const { session: s } = await remotely('nine', '', 1);
  await s.remoteMove(0, 'd2');
  await click(s, 'd6');
  assert.equal(s.planning, true);
  await click(s, 'f4');
  await s.goto(0);
  assert.deepEqual([s.premove, s.planning], [[], false]);
});

test('said before the click: which mill was made, and what would repeat the position', async () => {
  const s = await open('nine', 'ww.w..../....bbb./b.b..w.. w 0 0');
  await click(s, 'g4');
  assert.equal(s.narrow.made, '');
  await click(s, 'g7');
  assert.deepEqual([s.narrow.roles, s.narrow.made], [['take'], 'Mill a7-d7-g7']);
  await s.language('ja');
  await s.clear();
  await click(s, 'g4 g7');
  assert.match(s.narrow.made, /^ミル a7-d7-g7$/);
  const at = (/** @type {string} */ name) =>
    s.shape?.points.findIndex((p) => p.name === name) ?? -1;
  await s.begin({ variant: 'nine', position: 'w.w...w./......../b.b...b. w 0 0' });
  const back = ['a7-a4', 'c5-c4', 'a4-a7', 'c4-c5'];
  for (const move of [...back, ...back.slice(0, 3)])
    assert.ok(await s.type(move), `${move}: ${s.message?.text}`);
  await click(s, 'c4'); // to c5: the position of the beginning for the third time
  assert.deepEqual(s.narrow.repeats, [at('c5')]);
  await click(s, 'c5');
  assert.equal(s.state?.ending?.kind, 'repetition');
});
