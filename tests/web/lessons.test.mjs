// SPDX-License-Identifier: MIT
// Every step of every lesson through the real engine: positions open, right moves stand, others are taken back
// with a reason, what is pointed out exists, texts are there in both languages; and the way from step to step.
import assert from 'node:assert/strict';
import test from 'node:test';
import { addWords, setLanguage, t } from '../../web/i18n.js';
import { EN, JA } from '../../web/learn-words.js';
import { Lesson, answers, pointAt, stepsDone } from '../../web/lessons.js';
import { LESSONS, loadSteps as load } from '../../web/lessons/index.js';
import { Session } from '../../web/state.js';
import { DirectEngine, gameIds, getFile, pageFiles } from './support.mjs';

addWords(EN, JA);
const loadSteps = (/** @type {string} */ game) => load(game, getFile);
const STEPS_MIN = 10,
  STEPS_MAX = 12,
  TEXT_MAX = { en: 175, ja: 95 };

/** A lesson at its first step. @param {string} game @param {Partial<Lesson['how']>} [how] */
async function begin(game, how = {}) {
  const session = new Session(await DirectEngine.make());
  const lesson = new Lesson(session, game, await loadSteps(game), {
    done: [],
    byItself: () => false,
    changed: () => {},
    ended: () => {},
    ...how,
  });
  return { session, lesson };
}

test('every game has a lesson, and the list of lessons is the folder', async () => {
  assert.deepEqual(Object.keys(LESSONS).sort(), gameIds().sort());
  assert.deepEqual(
    pageFiles()
      .filter((f) => /^lessons\/(?!index)/.test(f))
      .sort(),
    gameIds()
      .map((g) => `lessons/${g}.json`)
      .sort(),
  );
  for (const [game, { steps }] of Object.entries(LESSONS)) {
    assert.equal((await loadSteps(game)).length, steps, `lessons/index.js: ${game}`);
    assert.ok(steps >= STEPS_MIN && steps <= STEPS_MAX, `${game}: ${steps} steps`);
  }
});

test('a lesson that does not arrive is told', async () => {
  for (const get of [
    async () => new Response('', { status: 404 }),
    async () => {
      throw new TypeError('failed to fetch');
    },
  ])
    await assert.rejects(load('nine', get), { message: t('app.noPart') });
});

test('texts: goal, hint and praise in both languages, short enough to read', async () => {
  for (const game of Object.keys(LESSONS))
    for (const [i, step] of (await loadSteps(game)).entries())
      for (const lang of /** @type {const} */ (['en', 'ja'])) {
        assert.equal(step[lang].length, 3, `${game} ${i + 1}`);
        for (const text of step[lang]) {
          assert.ok(
            text.length > 4 && text.length <= TEXT_MAX[lang],
            `${game} ${i + 1} ${lang}: ${text.length}: ${text}`,
          );
          assert.match(
            text,
            lang === 'ja' ? /[ぁ-ん].*[。！]$/ : /[.!]$/,
            `${game} ${i + 1}: ${text}`,
          );
        }
      }
});

for (const game of Object.keys(LESSONS))
  test(`${game}: every step`, async () => {
    const { session, lesson } = await begin(game);
    for (const [i, step] of lesson.steps.entries()) {
      const name = `${game} ${i + 1}`;
      await lesson.show(i);
      const points = session.shape?.points.map((p) => p.name) ?? [],
        { arrows = [], squares = [], frame = [] } = step.draw ?? {};
      for (const point of [...arrows.flat(), ...squares, ...frame])
        assert.ok(points.includes(point), `${name} points at ${point}`);
      assert.ok(frame.length === 0 || frame.length === 4, name);
      for (const text of [...step.en, ...step.ja])
        for (const [point] of text.matchAll(/\b[a-m]\d{1,2}\b/g))
          assert.ok(points.includes(point), `${name} speaks of ${point}`);
      const { moves } = await session.engine.moves(),
        right = moves.filter((m) => answers(step, m)),
        before = session.state?.position;
      for (const e of step.expect)
        assert.ok(
          moves.some((m) => answers({ ...step, expect: [e] }, m)),
          `${name}: no move ${e} among ${moves.slice(0, 40)}`,
        );
      assert.ok(right.length, name);
      const wrong = moves.find((m) => !answers(step, m));
      if (wrong) {
        assert.ok(await session.type(wrong));
        assert.equal(session.state?.position, before, `${name}: ${wrong} is taken back`);
        assert.equal(session.message?.text, t('lesson.other', wrong, step.en[1]));
        assert.equal(lesson.solved, false);
      }
      await lesson.hint();
      assert.equal(session.message?.text, step.en[1]);
      for (const point of [...(lesson.draw.arrows?.flat() ?? []), ...(lesson.draw.squares ?? [])])
        assert.ok(points.includes(point), `${name}: hint at ${point}`);
      await lesson.demonstrate();
      await new Promise((resolve) => setTimeout(resolve));
      await session.queue;
      assert.ok(lesson.solved, name);
      assert.deepEqual(lesson.draw, {}, 'nothing is pointed out any more');
      const { length } = step.moves ?? [];
      assert.equal(session.state?.ply, (length ?? 0) + (step.reply ? 2 : 1), name);
    }
    assert.deepEqual(lesson.how.done, [...lesson.steps.map((_, i) => `${game}.${i + 1}`), game]);
    assert.equal(stepsDone(lesson.how.done, game, lesson.steps.length), lesson.steps.length);
  });

test('steps that win do win, and each game is won in its lesson', async () => {
  for (const game of Object.keys(LESSONS)) {
    const { session, lesson } = await begin(game);
    let won = 0;
    for (const [i, step] of lesson.steps.entries()) {
      await lesson.show(i);
      const mover = session.turn;
      await lesson.demonstrate();
      await session.queue;
      const { winner } = session.state?.here ?? { winner: 'none' };
      const said = /have won|yours\. You know/.test(step.en[2]);
      assert.equal(
        winner === (mover ? 'p2win' : 'p1win'),
        said,
        `${game} ${i + 1}: ${winner}: ${step.en[2]}`,
      );
      won += Number(said);
    }
    assert.ok(won, game);
  }
});

test('right moves by clicks alone, as a person makes them', async () => {
  for (const game of Object.keys(LESSONS)) {
    const { session, lesson } = await begin(game);
    for (const [i, step] of lesson.steps.entries()) {
      await lesson.show(i);
      const { moves } = await session.engine.moves(),
        wanted = moves.find((m) => answers(step, m)) ?? '';
      const index = (/** @type {string} */ name) =>
        session.shape?.points.findIndex((p) => p.name === name) ?? -1;
      // Points in the order of the move's text; of those that may be clicked now, whichever the move still has.
      let left = (wanted.match(/[a-m]\d+|\b0\b/g) ?? []).map(index);
      if (wanted.endsWith('*'))
        left.push(
          session.shape?.points.findIndex(
            (p) => p.band === (session.shape?.bands.length ?? 0) - 1,
          ) ?? -1,
        );
      for (let n = 0; n < 8 && !lesson.solved; n++) {
        const next = left.find((p) => session.narrow.next.includes(p));
        if (next === undefined) await session.finish();
        else await session.click(next);
        left = left.filter((p) => p !== next);
      }
      assert.ok(lesson.solved, `${game} ${i + 1}: ${wanted} was not reached by clicks`);
    }
  }
});

test('goes on by itself when that is wanted, and waits when it is not', async () => {
  let byItself = true;
  const { session, lesson } = await begin('nine', { byItself: () => byItself });
  await lesson.show(0);
  await session.type('a1');
  await new Promise((resolve) => setTimeout(resolve));
  assert.ok(lesson.rest >= 1200, `${lesson.rest}`);
  await new Promise((resolve) => {
    session.listen(() => {
      if (lesson.at === 1 && !lesson.solved) resolve(null);
    });
  });
  byItself = false;
  await session.type('g7xd2');
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(lesson.rest, 0);
  byItself = true;
  await lesson.show(1);
  await session.type('g7xd2');
  await new Promise((resolve) => setTimeout(resolve));
  assert.ok(lesson.rest);
  lesson.wait();
  assert.equal(lesson.rest, 0);
});

test('the game that was there comes back, whatever the lesson did', async () => {
  /** @type {string[]} */
  const ends = [];
  const { session, lesson } = await begin('mur', { ended: (next) => ends.push(next) });
  await session.begin({ variant: 'nine', moves: ['d2', 'd7'] }, { flipped: true });
  await lesson.show(0);
  await session.type('+a1');
  await lesson.next();
  assert.equal(lesson.at, 1);
  assert.equal(session.shape?.game, 'mur');
  await lesson.quit();
  assert.deepEqual(ends, ['back']);
  assert.deepEqual(
    [session.shape?.game, session.state?.moves.join(' '), session.flipped],
    ['nine', 'd2 d7', true],
  );
  await session.type('a1'); // nobody judges it any more
  assert.equal(session.state?.ply, 3);
});

test('steps that are done are remembered, and a lesson goes on where it was left', async () => {
  const done = ['nine.1', 'nine.2', 'mur.1'];
  const { lesson } = await begin('nine', { done });
  assert.equal(lesson.firstOpen, 2);
  assert.equal(stepsDone(done, 'nine', 12), 2);
  assert.equal(stepsDone(['nine', 'nine-1'], 'nine', 12), 12, 'finished in a version before');
});

test('in Japanese', async () => {
  setLanguage('ja');
  try {
    const { session, lesson } = await begin('mur');
    await session.engine.language('ja');
    await lesson.show(0);
    assert.match(lesson.goal, /クラーケン/);
    assert.match(session.spoken.text, /^ステップ1/);
  } finally {
    setLanguage('en');
  }
});

test('what points at a move', () => {
  assert.deepEqual(pointAt('g4-g7xf2'), { arrows: [['g4', 'g7']], squares: ['g7'] });
  assert.deepEqual(pointAt('b1-0'), { arrows: [['b1', '0']], squares: ['0'] });
  assert.deepEqual(pointAt('+a3'), { squares: ['a3'] });
  assert.deepEqual(pointAt('~d7xf2>a7/g4'), { squares: ['d7'] });
});

test('the pictures of the list open', async () => {
  const engine = await DirectEngine.make(),
    session = new Session(engine);
  for (const { variant, position } of Object.values(LESSONS))
    await session.begin({ variant, position });
});
