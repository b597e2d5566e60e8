// SPDX-License-Identifier: MIT
// Drills without a page: the files are read strictly, every drill of six can be done against perfect play, slips are said and taken
// back, help and slips end the rows, and without values it says so.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { breakRows, checkBook, isDone, keyOf, note } from '../../web/drill-book.js';
import { DrillRun } from '../../web/drill-play.js';
import { KINDS, SETS, THEMES, nextDrill, readDrill, readSet } from '../../web/drill-sets.js';
import { EN, JA } from '../../web/drills-words.js';
import { addWords } from '../../web/i18n.js';
import { Session } from '../../web/state.js';
import { Values } from '../../web/values.js';
import { DirectEngine, WEB, product, queried } from './support.mjs';

addWords(EN, JA);
const text = (/** @type {string} */ name) => readFileSync(join(WEB, `drills/${name}.txt`), 'utf8'),
  SIX = readSet(text('six'), 'six');

/** @param {any} [means] */
async function bench({
  pack = async () => new Uint8Array(readFileSync(product('six.pack'))),
} = {}) {
  const session = new Session(await DirectEngine.make());
  const values = new Values(
    { engine: () => DirectEngine.make() },
    {
      pack,
      get: async () => {
        throw new Error('no server');
      },
    },
  );
  return { session, values };
}

/** Until it is the player's turn, or the end. @param {DrillRun} run */
const settled = (run) =>
  new Promise((/** @type {(v: void) => void} */ resolve) => {
    const look = () => {
      if (['loading', 'answering'].includes(run.phase)) setTimeout(look, 1);
      else resolve();
    };
    look();
  });

test('sets: what ships is read whole, and nothing else is', () => {
  assert.deepEqual(
    readdirSync(join(WEB, 'drills')).sort(),
    SETS.map(({ name }) => `${name}.txt`).sort(),
  );
  for (const { name, variant } of SETS) {
    const drills = readSet(text(name), name);
    assert.equal(drills.length, text(name).trim().split('\n').length - 1, name);
    for (const kind of KINDS)
      assert.ok(drills.filter((d) => d.kind === kind).length >= 10, `${name} ${kind}`);
    assert.equal(new Set(drills.map(keyOf)).size, drills.length);
    assert.ok(drills.every((d) => d.variant === variant && d.keep >= 1 && d.keep < d.moves));
  }
  const line = '.wb....b/..bb..ww b 0 0|win 9 0 1/6 1|cegi';
  assert.deepEqual(readDrill(line, 'six', 'six', 3)?.themes, [
    'endgame',
    'ahead',
    'cramped',
    'single',
  ]);
  for (const bad of [
    '',
    line.slice(0, -6),
    line.replace('win', 'lose'),
    line.replace(' 1|', ' 4|'),
    `${line}z`,
    line.replace('1/6', '1-6'),
    `|${line}`,
  ])
    assert.equal(readDrill(bad, 'six', 'six', 1), null, bad);
  assert.deepEqual(readSet(`puzzles 1 six\n${line}`, 'six'), []);
  assert.equal(readSet(`drills 1 six\nnonsense\n${line}\n`, 'six')[0].number, 2);
  assert.equal(THEMES.length, 11);
});

test(
  'every drill of six can be done, by moves that keep it, against perfect play',
  { timeout: 120_000 },
  async () => {
    const page = await bench();
    let seed = 5;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (const drill of SIX) {
      const run = new DrillRun(page, SIX, drill, chance);
      await run.begin();
      const said = queried(drill.position),
        value = { win: 'win', hold: 'draw', defend: 'loss' }[drill.kind];
      assert.equal(said.value, value, drill.position);
      assert.equal(run.keeping.length >= drill.keep, true);
      if (drill.kind !== 'defend')
        assert.equal(run.keeping.length, said.moves.filter((m) => m.value === value).length);
      for (let n = 0; run.phase === 'asking' && n < 80; n++) {
        const { keeping } = run,
          best =
            drill.kind === 'hold' ? keeping[Math.floor(chance() * keeping.length)] : keeping[0];
        await page.session.type(best.move);
        await settled(run);
      }
      assert.equal(run.phase, 'done', `${drill.number} ${drill.position}`);
      assert.ok(run.clean);
      const { ending } = page.session.state ?? {};
      if (drill.kind === 'win') {
        assert.equal(run.made, (drill.plies + 1) / 2, drill.position);
        assert.equal(ending?.winner, run.side ? 'p2win' : 'p1win');
      } else if (!ending) assert.equal(run.made, drill.goal);
      else assert.equal(ending.winner, 'draw'); // held by repetition
      await run.quit(false);
    }
  },
);

test('a slip is said with what it costs, taken back, and ends the row; hints too', async () => {
  const page = await bench(),
    drill = SIX.find((d) => d.kind === 'win' && d.keep < d.moves) ?? SIX[0],
    run = new DrillRun(page, SIX, drill, () => 0);
  await run.begin();
  const bad = run.worths.find((w) => !run.keeps(w));
  assert.ok(bad);
  const before = page.session.state?.position;
  await page.session.type(bad.move);
  assert.equal(run.phase, 'asking');
  assert.equal(page.session.state?.position, before);
  assert.deepEqual(page.session.state?.moves, []);
  assert.equal(run.slip, bad.move);
  assert.match(run.said.key, /^drill\.slip\.(draw|worse)$/);
  assert.equal(run.clean, false);
  await run.hint();
  assert.equal(run.said.key, run.keeping.length === 1 ? 'drill.hintOne' : 'drill.hintCount');
  assert.equal(run.told, '');
  await run.hint();
  assert.equal(run.told, run.keeping[0].move);
  run.showDistance(true);
  assert.match(run.distanceText, /^Win in \d+ plies$/);
  await run.ask();
  assert.equal(run.clean, true);
  const lost = SIX.find((d) => d.kind === 'defend') ?? SIX[0];
  await run.ask(lost);
  const sooner = run.worths.find((w) => !run.keeps(w));
  if (sooner) {
    await page.session.type(sooner.move);
    assert.equal(run.said.key, 'drill.slip.sooner');
    assert.ok(Number(run.said.args[1]) < lost.goal);
  }
});

test('where nobody has the values it says so, and plays nothing', async () => {
  const page = await bench({
      pack: async () => {
        throw new Error('offline');
      },
    }),
    run = new DrillRun(page, SIX, SIX[0]);
  await run.begin();
  assert.equal(run.phase, 'missing');
  const { moves } = await page.session.engine.moves();
  await page.session.type(moves[0]);
  assert.deepEqual(page.session.state?.moves, []);
  const nine = /** @type {any} */ ({
      ...SIX[0],
      set: 'nine',
      variant: 'nine',
      position: '......../......../........ w 9 9',
    }),
    other = new DrillRun(page, [nine], nine);
  await other.begin();
  assert.equal(other.phase, 'unsolved');
});

test('the book: rows by game, kind and theme; anything may be read back', () => {
  const book = checkBook(null),
    [a, b] = SIX.filter((d) => d.kind === 'win');
  note(book, a, true);
  note(book, b, true);
  assert.deepEqual(
    [book.rows.six, book.rows['six.win'], book.done[keyOf(a)]],
    [
      [2, 2],
      [2, 2],
      [1, 1],
    ],
  );
  breakRows(book, a);
  assert.deepEqual(
    [book.rows.six, book.done[keyOf(a)]],
    [
      [0, 2],
      [0, 1],
    ],
  );
  note(book, a, false);
  assert.deepEqual(
    [book.rows['six.win'], book.done[keyOf(a)]],
    [
      [0, 2],
      [0, 2],
    ],
  );
  assert.equal(nextDrill(SIX, a, (d) => isDone(book, d))?.kind, 'win');
  assert.notEqual(
    nextDrill(SIX, a, (d) => isDone(book, d)),
    b,
  );
  for (const junk of [
    1,
    'x',
    [],
    { done: 3, rows: { a: [1] } },
    { done: { a: [-1, 2], b: ['1', 2], c: [1.5, 0] }, rows: null, distance: 1 },
  ])
    assert.deepEqual(checkBook(junk), { done: {}, rows: {}, distance: false });
});
