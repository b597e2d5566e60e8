// SPDX-License-Identifier: MIT
// Puzzles without a page: the sets that ship, names and days as the program has them, when puzzles come again, what is
// kept when what was kept is anything, which puzzle is next in every way, and runs on a session with the real engine.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { addWords, setLanguage, t } from '../../web/i18n.js';
import {
  checkBook,
  daysInRow,
  dueNow,
  emptyBook,
  nextDue,
  nextTime,
  note,
  noteBest,
  noteDay,
  readBook,
  solvedOf,
  themesOf,
} from '../../web/puzzle-book.js';
import {
  CLOCK_MS,
  COST_MS,
  LEVELS,
  keyOf,
  levelAt,
  nextPuzzle,
  readMode,
  writeMode,
} from '../../web/puzzle-modes.js';
import { PuzzleRun } from '../../web/puzzle-play.js';
import {
  GOALS,
  SETS,
  THEMES,
  checkPuzzle,
  dayOf,
  dayText,
  idOf,
  puzzleOfDay,
  readDay,
  readSet,
  setOfDay,
} from '../../web/puzzle-sets.js';
import { EN, JA } from '../../web/puzzles-words.js';
import { Session } from '../../web/state.js';
import { DirectEngine, WEB, product } from './support.mjs';

addWords(EN, JA);
/** What the browser would keep. @type {Map<string, string>} */
const kept = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ k) => kept.get(k) ?? null,
    setItem: (/** @type {string} */ k, /** @type {string} */ v) => void kept.set(k, v),
    removeItem: (/** @type {string} */ k) => void kept.delete(k),
  },
});

const text = (/** @type {string} */ name) => readFileSync(join(WEB, `puzzles/${name}.txt`), 'utf8');
const sets = new Map(SETS.map(({ name }) => [name, readSet(name, text(name))]));
const load = async (/** @type {string} */ name) => sets.get(name) ?? assert.fail(name);
/** @param {string} name @returns {import('../../web/puzzle-sets.js').Puzzle[]} */
const all = (name) => /** @type {any} */ (sets.get(name)?.puzzles);
const NINE = all('nine');

test('the sets are the folder, and every line of them is read', () => {
  assert.deepEqual(
    readdirSync(join(WEB, 'puzzles')).sort(),
    SETS.map(({ name }) => `${name}.txt`).sort(),
  );
  for (const [name, { puzzles, bad }] of sets) {
    assert.ok(puzzles.length >= 300 && bad === 0, name);
    assert.equal(new Set(all(name).map((p) => p.id)).size, puzzles.length, `${name}: names`);
    for (const p of all(name))
      assert.ok(
        p.level >= 1 &&
          p.level <= 10 &&
          GOALS.includes(p.goal) &&
          p.themes.every((th) => THEMES.includes(th)) &&
          p.line.length % 2 === 1,
        keyOf(p),
      );
  }
});

test('names are those of the program', () => {
  assert.equal(idOf('six', 'bwbbw.w./..w..... b 2 3', 'draw'), '042n74f5');
  for (const variant of ['six', 'nine']) {
    const lines = execFileSync(
      product('concentric'),
      ['puzzles', variant, '--count', '3', '--seed', '5'],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l));
    assert.equal(lines.length, 3);
    for (const { id, position, goal } of lines) assert.equal(idOf(variant, position, goal), id);
  }
});

test('the day has the puzzle that the program sets', () => {
  for (const date of ['2026-11-16', '2026-11-17', '2027-02-28', '2028-02-29']) {
    const day = readDay(date),
      { name } = setOfDay(day),
      puzzle = puzzleOfDay(/** @type {any} */ (sets.get(name)), day);
    const said = execFileSync(product('concentric'), ['puzzle', '--date', date], {
      input: 'solution\n',
      encoding: 'utf8',
    });
    assert.equal(dayText(day), date);
    assert.ok(said.includes(`level ${puzzle?.level}`), `${date}: ${said}`);
    for (const move of puzzle?.line ?? ['-'])
      assert.ok(said.includes(`\n${move}: `), `${date}: ${move} in ${said}`);
  }
  assert.equal(dayOf(Date.UTC(2026, 10, 16, 23, 59, 59)), readDay('2026-11-16'));
  assert.equal(dayOf(Date.UTC(2026, 10, 17)), readDay('2026-11-17'));
  for (const none of ['2026-02-30', '2026-13-01', '26-1-1', '', '1969-12-31'])
    assert.equal(readDay(none), -1, none);
});

test('a damaged set: bad lines are left out, what is no set is refused', () => {
  const lines = text('nine').split('\n');
  const spoiled = [
    lines[0],
    'nonsense',
    lines[2].replace('|', '/'),
    lines[3].replace(/\|(mill|win)\|/, '|riches|'),
    `${lines[4]} `,
    ...lines.slice(5),
  ].join('\n');
  const set = readSet('nine', spoiled);
  assert.equal(set.bad, 4);
  assert.equal(set.puzzles.length, 310);
  for (const wrong of ['', '<!doctype html>', text('six'), lines[0], `${lines[0]}\nnonsense`])
    assert.throws(() => readSet('nine', wrong), wrong.slice(0, 20));
});

test('the engine plays every line of a share of the puzzles, and refuses what was changed', async () => {
  const engine = await DirectEngine.make();
  for (const { name } of SETS)
    for (const p of all(name).filter((_, i) => i % 13 === 0)) {
      const checked = await checkPuzzle(engine, p);
      assert.ok(checked, keyOf(p));
      assert.equal(checked.movers.length, p.line.length);
      assert.ok(
        checked.paths.every((path) => path.length),
        keyOf(p),
      );
      assert.ok(p.themes.includes(`moves-${checked.count}`), keyOf(p));
    }
  const long = NINE.find((p) => p.line.length === 3 && p.goal === 'mill') ?? assert.fail();
  for (const [what, broken] of Object.entries({
    short: { ...long, line: long.line.slice(0, 2) },
    'no goal': { ...long, line: long.line.slice(0, 1) },
    illegal: { ...long, line: ['a1-a1'] },
    position: { ...long, position: 'nothing' },
    spelling: { ...long, line: long.line.map((m) => m.toUpperCase()) },
  }))
    assert.equal(await checkPuzzle(engine, broken), null, what);
});

// -- what is kept ----------------------------------------------------------------------------------

test('puzzles come again after 1, 3, 9 and 30 days, and begin anew when they are not solved', () => {
  const book = emptyBook(),
    p = NINE[0],
    due = () => book.entries[keyOf(p)][3];
  let day = 20000;
  note(book, p, true, day);
  assert.equal(due(), 0, 'solved at once: never again');
  note(book, p, false, day);
  for (const wait of [1, 3, 9, 30]) {
    assert.equal(due() - day, wait);
    assert.deepEqual(dueNow(book, due() - 1), []);
    note(book, p, true, due() - 1); // practised before its time
    assert.equal(due() - day, wait, 'that does not count');
    day = due();
    assert.deepEqual(dueNow(book, day), [keyOf(p)]);
    note(book, p, true, day);
  }
  assert.equal(due(), 0, 'learned');
  assert.equal(nextDue(book), 0);
  note(book, p, false, day);
  note(book, p, true, day + 5); // later than it was due: from then on
  assert.equal(due(), day + 5 + 3);
  note(book, p, false, day + 8);
  assert.equal(due(), day + 9, 'from the beginning');
  assert.deepEqual(nextTime(undefined, true, 5), [0, 0]);
});

test('a puzzle counts once, by game and by theme', () => {
  const book = emptyBook(),
    [a, b] = NINE.filter((p) => p.themes.includes('mill')),
    c = all('mur')[0];
  note(book, a, false, 1);
  note(book, a, false, 2);
  note(book, b, true, 1);
  note(book, c, true, 1);
  assert.deepEqual(
    [solvedOf(book), solvedOf(book, 'nine'), solvedOf(book, 'six')],
    [
      [3, 2],
      [2, 1],
      [0, 0],
    ],
  );
  assert.deepEqual(themesOf(book, ['nine']).mill, [2, 1]);
  note(book, a, true, 2);
  note(book, a, true, 3);
  assert.deepEqual(themesOf(book, ['nine']).mill, [2, 2]);
  assert.ok(
    noteBest(book, 'streak.nine', 4) &&
      !noteBest(book, 'streak.nine', 4) &&
      !noteBest(book, 'streak.nine', 3),
  );
});

test('days in a row; the first result of a day stays', () => {
  const book = emptyBook();
  for (const day of [100, 101, 103]) noteDay(book, day, day !== 101);
  assert.deepEqual(
    [
      daysInRow(book, 101),
      daysInRow(book, 102),
      daysInRow(book, 103),
      daysInRow(book, 104),
      daysInRow(book, 105),
    ],
    [2, 2, 1, 1, 0],
  );
  noteDay(book, 101, true);
  assert.equal(book.days[101], 0);
});

test('whatever was kept is read, and what does not fit is forgotten', () => {
  for (const junk of [
    null,
    1,
    'x',
    [],
    { entries: [] },
    {
      entries: {
        'nine.00000000': 'x',
        __proto__: [1, 1, 0, 0],
        'nine.00000001': [1, 2, 0, 0],
        'nine.00000002': [1, 1, 9, 0],
        'nine.0000000G': [1, 1, 0, 0],
      },
      days: { x: 1, 5: 7 },
      themes: { nine: { mill: [1] }, 7: {} },
      best: { 'streak.nine': -1, 'x.nine': 3 },
    },
  ])
    assert.deepEqual({ ...checkBook(junk), themes: {} }, emptyBook());
  const good = {
    entries: { 'morelli-13.0123456z': [3, 1, 2, 20400] },
    days: { 20400: 1 },
    themes: { 'morelli-13': { 'moves-1': [2, 1] } },
    best: { 'clock.all': 7 },
  };
  assert.deepEqual(checkBook(JSON.parse(JSON.stringify(good))), good);
  kept.set('concentric.puzzles', '{"entries":');
  assert.deepEqual(readBook(), emptyBook());
});

// -- ways ------------------------------------------------------------------------------------------

test('ways are addresses', () => {
  for (const argument of [
    'today',
    'again',
    'day.2026-11-15',
    'nine.042n74f5',
    'morelli-9.042n74f5',
    'practice',
    'practice.nine',
    'practice.all.mill',
    'practice.six.any.hard',
    'streak',
    'streak.mur',
    'clock.morelli-13',
  ])
    assert.equal(writeMode(readMode(argument) ?? assert.fail(argument)), argument);
  assert.equal(writeMode(readMode('nine') ?? assert.fail()), 'practice.nine');
  for (const none of ['', 'x', 'day.2026-02-31', 'day', 'today.nine'])
    assert.equal(readMode(none), null, none);
  assert.deepEqual(readMode('practice.chess.riches.x'), readMode('practice'));
});

/** @param {string} argument @param {Partial<import('../../web/puzzle-modes.js').Chance>} [more] */
const next = (argument, more = {}) =>
  nextPuzzle(readMode(argument) ?? assert.fail(argument), {
    book: emptyBook(),
    today: 20000,
    load,
    random: () => 0.4,
    forget: () => {},
    used: new Set(),
    count: 0,
    ...more,
  });

test('practice: what fits, new ones first, then those that were not solved; from the beginning when all are through', async () => {
  const book = emptyBook(),
    used = new Set(),
    wanted = NINE.filter((p) => p.themes.includes('sacrifice') && p.level >= LEVELS.hard[0]);
  assert.ok(wanted.length > 3);
  note(book, wanted[1], false, 1);
  note(book, wanted[0], true, 1);
  const order = [];
  for (let i = 0; i < wanted.length; i++) {
    const p = (await next('practice.nine.sacrifice.hard', { book, used })) ?? assert.fail();
    used.add(keyOf(p));
    order.push(p);
  }
  assert.deepEqual(new Set(order), new Set(wanted));
  assert.deepEqual(order.slice(-2), [wanted[1], wanted[0]]);
  assert.ok(await next('practice.nine.sacrifice.hard', { book, used }));
  assert.equal(await next('practice.nine.kraken'), null);
  assert.equal((await next('practice.all.kraken'))?.set, 'mur');
});

test('a streak and the clock get harder', async () => {
  const levels = [];
  for (const count of [0, 1, 2, 5, 9, 13, 99])
    levels.push((await next('streak.nine', { count }))?.level);
  assert.deepEqual(levels, [1, 1, 2, 3, 5, 7, 10]);
  assert.equal((await next('streak.stacking', { count: 99 }))?.level, 8, 'the hardest there is');
  assert.ok(levelAt('clock', 8) < levelAt('streak', 8));
});

test('what comes again, the longest due first; what is gone is forgotten', async () => {
  const book = emptyBook(),
    mur = all('mur')[3],
    /** @type {string[]} */ forgotten = [];
  book.entries = {
    'nine.zzzzzzzz': [1, 0, 0, 5],
    [keyOf(NINE[7])]: [1, 0, 0, 20000],
    [keyOf(mur)]: [1, 0, 0, 19000],
    [keyOf(NINE[8])]: [1, 0, 0, 20001],
  };
  const forget = (/** @type {string} */ key) => void forgotten.push(key),
    used = new Set();
  assert.equal(await next('again', { book, forget, used }), mur);
  assert.deepEqual(forgotten, ['nine.zzzzzzzz']);
  used.add(keyOf(mur));
  assert.equal(await next('again', { book, forget, used }), NINE[7]);
  used.add(keyOf(NINE[7]));
  assert.equal(await next('again', { book, forget, used }), null);
});

// -- runs ------------------------------------------------------------------------------------------

let now = Date.UTC(2026, 10, 16, 12);
/** @param {string} argument @param {any} [more] */
async function begin(argument, { lang = 'en', ...more } = {}) {
  kept.clear();
  setLanguage(lang);
  const session = new Session(await DirectEngine.make()),
    sketch = await DirectEngine.make(),
    /** @type {string[]} */ heard = [];
  await session.engine.language(lang);
  const run = new PuzzleRun(session, readMode(argument) ?? assert.fail(argument), {
    engine: async () => sketch,
    load,
    now: () => now,
    random: () => 0.3,
    hear: (name) => void heard.push(name),
    ...more,
  });
  await run.begin();
  return { run, session, heard };
}
/** Until nothing goes on by itself. @param {PuzzleRun} run @param {() => boolean} is */
async function until(run, is) {
  for (let n = 0; n < 500 && !is(); n++) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.ok(is(), `${run.phase} ${run.at}`);
}
/** @param {PuzzleRun} run a legal move that is not the one */
async function wrongMove(run) {
  const { moves } = await run.session.engine.moves();
  return moves.find((m) => m !== run.puzzle?.line[run.at]) ?? assert.fail('there is but one');
}
/** @param {PuzzleRun} run */
async function solve(run) {
  const { puzzle } = run;
  for (let n = 0; run.phase === 'asking' && run.puzzle === puzzle; n++) {
    assert.ok(n < 8, 'a right move goes on');
    await run.session.type(puzzle?.line[run.at] ?? '');
    await until(run, () => run.phase !== 'answering');
  }
}

test('a puzzle of every set: asked in words, wrong moves do not stand, the answers come, solved', async () => {
  for (const { name } of SETS) {
    const p =
      all(name).find((q) => q.line.length >= 3 && q.goal !== 'win') ??
      all(name).find((q) => q.line.length >= 3) ??
      assert.fail();
    for (const lang of ['ja', 'en']) {
      const { run, session, heard } = await begin(`${name}.${p.id}`, { lang });
      assert.equal(run.phase, 'asking', name);
      assert.match(
        session.spoken.text,
        lang === 'en' ? /^You are (White|Black)\. \S.*[.]$/ : /^あなたは(白|黒).*[。]$/,
      );
      assert.equal(session.flipped, run.side === 1);
      const before = session.state?.position;
      await session.type(await wrongMove(run));
      assert.equal(session.state?.position, before);
      assert.deepEqual([run.said.kind, run.clean, heard], ['why', false, ['wrong']]);
      assert.deepEqual(readBook().entries[`${name}.${p.id}`], [1, 0, 0, run.today + 1]);
      await solve(run);
      assert.deepEqual([run.phase, run.at, run.said.key], ['done', p.line.length, 'puzzle.helped']);
      assert.equal(readBook().entries[`${name}.${p.id}`][0], 1, 'it was one try');
      await run.again();
      await solve(run);
      assert.equal(run.said.key, 'puzzle.solved');
      assert.equal(readBook().entries[`${name}.${p.id}`][0], 1);
    }
  }
});

test('hints: the man, then the move; then the solution is played', async () => {
  const p = NINE.find((q) => q.line.length === 5) ?? assert.fail(),
    { run, session } = await begin(`nine.${p.id}`);
  await run.hint();
  assert.equal(session.shape?.points[run.pointed].name, p.line[0].slice(0, 2));
  await run.hint();
  assert.equal(session.hint?.move, p.line[0]);
  assert.match(t(run.said.key, ...run.said.args), new RegExp(p.line[0]));
  await run.solution();
  assert.deepEqual([run.phase, run.at], ['done', 5]);
  assert.equal(readBook().entries[`nine.${p.id}`][1], 0);
});

test('today: noted for the day, whatever comes later', async () => {
  const { run } = await begin('today');
  assert.equal(
    run.puzzle,
    puzzleOfDay(/** @type {any} */ (sets.get('stacking')), readDay('2026-11-16')),
  );
  await solve(run);
  assert.deepEqual(readBook().days, { [readDay('2026-11-16')]: 1 });
});

test('a streak goes on by itself and ends with the first mistake; the best is kept', async () => {
  const { run, session, heard } = await begin('streak.six');
  for (let n = 1; n <= 3; n++) {
    const { puzzle } = run;
    await solve(run);
    await until(run, () => run.phase === 'asking' && run.puzzle !== puzzle);
    assert.equal(run.count, n);
  }
  await run.hint();
  assert.equal(run.hints, 0, 'there are none');
  await session.type(await wrongMove(run));
  assert.deepEqual([run.phase, run.record, run.best], ['over', true, 3]);
  assert.equal(heard.at(-1), 'wrong');
  await run.solution();
  assert.deepEqual([run.phase, run.at], ['over', run.puzzle?.line.length]);
  await run.anew();
  assert.deepEqual([run.phase, run.count, run.used.size], ['asking', 0, 1]);
  await run.solution();
  assert.deepEqual([run.phase, run.record, run.best], ['over', false, 3]);
});

test('the clock: nothing is asked before the start, a mistake costs time, the end is the end', async () => {
  const { run, session } = await begin('clock.nine');
  assert.deepEqual([run.phase, run.left], ['ready', CLOCK_MS]);
  assert.equal(session.state?.headPly, 0);
  await session.type('d2');
  assert.equal(session.state?.headPly, 0, 'nothing stands yet');
  await run.start();
  assert.equal(run.phase, 'asking');
  now += 1000;
  let { puzzle } = run;
  await solve(run);
  await until(run, () => run.phase === 'asking' && run.puzzle !== puzzle);
  ({ puzzle } = run);
  await session.type(await wrongMove(run));
  assert.equal(run.left, CLOCK_MS - 1000 - COST_MS);
  await until(run, () => run.phase === 'asking' && run.puzzle !== puzzle);
  now += CLOCK_MS - 2 * COST_MS;
  await run.solution(); // skipped, and with it the time is up
  assert.deepEqual([run.phase, run.count, run.missed.length, run.best], ['over', 1, 2, 1]);
  await run.quit(true);
});

test('a damaged puzzle is left out; where there is no other, it is said', async () => {
  const bad = { ...NINE[0], line: ['a1-a1'] };
  const { run } = await begin('practice.nine', {
    load: async () => ({ name: 'nine', puzzles: [bad, null, NINE[1]], bad: 1 }),
    random: () => 0,
  });
  assert.deepEqual([run.phase, run.puzzle, run.skipped], ['asking', NINE[1], 1]);
  const one = await begin(`nine.${bad.id}`, {
    load: async () => ({ name: 'nine', puzzles: [bad], bad: 0 }),
  });
  assert.deepEqual([one.run.phase, one.run.skipped], ['trouble', 1]);
  const none = await begin('nine.00000000');
  assert.equal(none.run.phase, 'none');
  const lost = await begin('today', {
    load: async () => {
      throw new TypeError('failed to fetch');
    },
  });
  assert.equal(lost.run.phase, 'trouble');
  assert.ok(lost.run.trouble);
});

test('the game that was there comes back', async () => {
  kept.clear();
  const session = new Session(await DirectEngine.make()),
    sketch = await DirectEngine.make();
  await session.begin({ variant: 'nine', moves: ['d2', 'd6'] });
  const run = new PuzzleRun(session, readMode('today') ?? assert.fail(), {
    engine: async () => sketch,
    load,
    now: () => now,
  });
  await run.begin();
  assert.equal(session.shape?.variant, 'stacking');
  await run.quit(true);
  assert.deepEqual(
    [session.shape?.variant, session.state?.moves, session.judge],
    ['nine', ['d2', 'd6'], null],
  );
});
