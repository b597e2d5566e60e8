// SPDX-License-Identifier: MIT
// Puzzles in Chromium, run by e2e.mjs: every way to be given them, by mouse, typed and by keyboard alone, what screen
// readers are told, days that change, what comes again, without a network, damaged sets, phones, Japanese.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neighbour } from '../../web/geometry.js';
import { setupOf } from '../../web/link.js';
import { checkPuzzle, puzzleOfDay, readDay, readSet, setOfDay } from '../../web/puzzle-sets.js';
import { DirectEngine, WEB, serve } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page @typedef {import('../../web/puzzle-sets.js').Puzzle} Puzzle */

const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
const NOON = new Date('2026-11-16T12:00:00Z');
const textOf = (/** @type {string} */ name) =>
  readFileSync(join(WEB, `puzzles/${name}.txt`), 'utf8');
/** @param {string} name @returns {Puzzle[]} */
const all = (name) => /** @type {Puzzle[]} */ (readSet(name, textOf(name)).puzzles);

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   tap: (page: Page, name: string) => Promise<void>, settle: (page: Page) => Promise<void>, ready: (page: Page) => Promise<any>,
 *   moves: (page: Page) => string[], axe: (page: Page, where: string) => Promise<void>, shots: string, url: string}} tools
 */
export function puzzles({ test, browser, at, tap, settle, ready, moves, axe, shots, url }) {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  /** @param {Page} page @param {string} id @param {RegExp} text */
  const shows = (page, id, text) =>
    page.waitForFunction(
      ([i, t]) => new RegExp(t).test(document.getElementById(i)?.textContent ?? ''),
      [id, text.source],
    );
  /** @param {Page} page @param {string} phase */
  const phase = (page, phase) => page.waitForSelector(`:root[data-puzzle=${phase}]`);
  /** @param {Page} page @param {string} hash */
  const go = (page, hash) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  /** @param {Page} page */
  const book = (page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('concentric.puzzles') ?? '{}'));
  /** @param {Page} page @param {string} move */
  async function type(page, move) {
    await page.fill('#puzzle-type', move);
    await page.keyboard.press('Enter');
    await settle(page);
  }
  /** The puzzle on the board, by its position. @param {Page} page @param {string} name of its set */
  async function asked(page, name) {
    await phase(page, 'asking');
    const position = await page.evaluate(
      async () =>
        (await import(/** @type {any} */ (document.querySelector('script[type=module]')).src))
          .session.state.position,
    );
    return all(name).find((p) => p.position === position) ?? assert.fail(`${name}: ${position}`);
  }
  /** Types the solver's moves. @param {Page} page @param {Puzzle} puzzle */
  async function solve(page, puzzle) {
    for (let i = 0; i < puzzle.line.length; i += 2) {
      await phase(page, 'asking');
      await type(page, puzzle.line[i]);
    }
  }

  test('puzzles: today’s by mouse, from the list; a mistake, hints, solved, analysed; the game that was there comes back', () =>
    at('game=nine&moves=d2', {}, async (page) => {
      await page.clock.setFixedTime(NOON);
      await go(page, '#puzzles');
      await page.waitForSelector('.puzzles-picture svg');
      await page.waitForSelector('.puzzles-theme[data-theme=mill]');
      await axe(page, 'puzzles');
      await page.screenshot({ path: join(shots, 'puzzles.png'), fullPage: true });
      assert.equal(await page.locator('.puzzles-mark').count(), 14);
      await page.click('#puzzles-solve');
      const puzzle =
        puzzleOfDay(readSet('stacking', textOf('stacking')), readDay('2026-11-16')) ??
        assert.fail();
      await phase(page, 'asking');
      await shows(page, 'spoken', /^You are Black\. Win in 2 moves/);
      await shows(page, 'puzzle-text', /^Win in 2 moves, whatever your opponent does\.$/);
      await tap(page, 'b4');
      await shows(page, 'puzzle-said', /^Now /);
      await tap(page, 'b2');
      await shows(page, 'puzzle-said', /b4-b2 is not it/);
      await shows(page, 'spoken', /b4-b2 is not it/);
      assert.equal(await page.locator('.pointers.wrong .arrow').count(), 1);
      await page.click('#puzzle-hint');
      await shows(page, 'puzzle-said', /Look at c4/);
      assert.equal(await page.locator('.pointers .pointed').count(), 1);
      await page.click('#puzzle-hint');
      await shows(page, 'puzzle-said', /The move is c4-c3/);
      await axe(page, 'puzzle');
      await page.screenshot({ path: join(shots, 'puzzle.png') });
      for (const name of puzzle.line[0].split('-')) await tap(page, name);
      await shows(page, 'puzzle-said', /The answer was d3-d2\. Go on/);
      for (const name of puzzle.line[2].split('-')) await tap(page, name);
      await phase(page, 'done');
      await shows(page, 'puzzle-said', /That is it\. It comes back tomorrow/);
      assert.match((await page.textContent('.puzzle-meta')) ?? '', /Quiet first move, Blocking/);
      await page.waitForFunction(() => document.activeElement?.id === 'puzzle-next');
      await axe(page, 'solved puzzle');
      const kept = await book(page);
      assert.deepEqual(kept.entries, {
        [`stacking.${puzzle.id}`]: [1, 0, 0, readDay('2026-11-17')],
      });
      assert.deepEqual(kept.days, { [readDay('2026-11-16')]: 0 });
      await page.click('#puzzle-quit');
      await page.waitForSelector('.puzzles-mark.helped[aria-current]');
      await go(page, '#play');
      await page.waitForFunction(() => location.hash.includes('moves=d2'));
      assert.equal(await page.locator('#lesson-panel').isHidden(), true);
      await go(page, '#puzzles=today');
      await phase(page, 'asking');
      await page.click('#puzzle-solution');
      await phase(page, 'done');
      await page.click('#puzzle-analyse');
      await page.waitForFunction(() => location.hash.startsWith('#game=stacking'));
      assert.deepEqual(moves(page), puzzle.line);
      assert.equal(await page.locator('#lesson-panel').isHidden(), true);
    }));

  test('puzzles: whoever had no game has none afterwards, and today’s is on the front page', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    await page.goto(url);
    await page.click('#home-puzzle');
    await phase(page, 'asking');
    await go(page, '#home');
    await page.waitForSelector('#home-puzzle');
    assert.equal(await page.locator('#home-continue').count(), 0);
    assert.equal(await page.locator('#lesson-panel').isHidden(), true);
    await go(page, '#play');
    await page.waitForFunction(() => document.documentElement.dataset.view === 'home');
    await context.close();
  });

  test('puzzles by keyboard alone, and what is read aloud', () =>
    at('game=six', {}, async (page) => {
      const engine = await DirectEngine.make(),
        shape = await engine.open(setupOf({ variant: 'nine' }));
      const index = (/** @type {string} */ name) => shape.points.findIndex((q) => q.name === name);
      const puzzle =
        all('nine').find(
          (p) =>
            p.position.includes(' w ') &&
            p.goal === 'mill' &&
            /^\w\d-\w\d$/.test(p.line[0]) &&
            /^\w\d-\w\dx\w\d$/.test(p.line[2] ?? '') &&
            p.line.length === 3,
        ) ?? assert.fail();
      assert.equal((await checkPuzzle(engine, puzzle))?.side, 0, 'the board is not turned');
      await go(page, `#puzzles=nine.${puzzle.id}`);
      await shows(page, 'spoken', /^You are White\. Close a mill in 2 moves/);
      await phase(page, 'asking');
      for (
        let n = 0;
        n < 60 && !(await page.evaluate(() => document.activeElement?.matches('.point')));
        n++
      )
        await page.keyboard.press('Tab');
      for (const [i, move] of puzzle.line.entries()) {
        if (i % 2) continue;
        await phase(page, 'asking');
        for (const name of move.match(/\w\d/g) ?? []) {
          if (await page.locator(':root[data-puzzle=done]').count()) break; // the only man that can be taken was taken
          const from = index(
              await page.evaluate(
                () => document.activeElement?.getAttribute('aria-label')?.split(',')[0] ?? '',
              ),
            ),
            ways = new Map([[from, /** @type {string[]} */ ([])]]);
          assert.ok(
            from >= 0,
            `the focus is on the board, not on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}, ${name}`,
          );
          for (const [p, keys] of ways) // grows while it is walked
            for (const [key, way] of Object.entries(ARROWS)) {
              const next = neighbour(shape.points, shape.links, p, way);
              if (!ways.has(next)) ways.set(next, [...keys, key]);
            }
          for (const key of ways.get(index(name)) ?? assert.fail(name))
            await page.keyboard.press(key);
          await page.keyboard.press('Enter');
          await settle(page);
        }
      }
      await shows(page, 'spoken', /Solved!/);
      await page.waitForFunction(() => document.activeElement?.id === 'puzzle-next');
      assert.deepEqual((await book(page)).entries[`nine.${puzzle.id}`], [1, 1, 0, 0]);
      await page.keyboard.press('Enter'); // more of this game
      await page.waitForFunction(() => location.hash === '#puzzles=practice.nine');
      await phase(page, 'asking');
      await page.waitForFunction(() => document.activeElement?.matches('.point'));
      assert.match((await page.textContent('#lesson-heading')) ?? '', /^Practice$/);
    }));

  test('puzzles: practice by game, theme and level, with counts', () =>
    at('game=nine', {}, async (page) => {
      await go(page, '#puzzles');
      await page.check('input[name=puzzles-set][value=mur]', { force: true });
      const of = all('mur').filter((p) => p.themes.includes('kraken') && p.level <= 2).length;
      await page.check('input[name=puzzles-levels][value=easy]', { force: true });
      await page.waitForFunction(
        (n) =>
          document
            .querySelector('.puzzles-theme[data-theme=kraken]')
            ?.textContent?.includes(`0 of ${n} solved`),
        of,
      );
      await page.click('.puzzles-theme[data-theme=kraken]');
      await page.waitForFunction(() => location.hash === '#puzzles=practice.mur.kraken.easy');
      const first = await asked(page, 'mur');
      assert.ok(first.themes.includes('kraken') && first.level <= 2);
      await solve(page, first);
      await phase(page, 'done');
      await page.click('#puzzle-next');
      const second = await asked(page, 'mur');
      assert.ok(second.id !== first.id && second.themes.includes('kraken'));
      await page.click('#puzzle-quit');
      await page.waitForFunction(
        (n) =>
          document
            .querySelector('.puzzles-theme[data-theme=kraken]')
            ?.textContent?.includes(`1 of ${n} solved`),
        of,
      );
      assert.match((await page.textContent('.puzzles-stats')) ?? '', /MUR.*1.*1/);
    }));

  test('puzzles: a streak gets harder and ends with the first mistake; the best is kept', () =>
    at('puzzles=streak.six', {}, async (page) => {
      for (let n = 1; n <= 2; n++) {
        await solve(page, await asked(page, 'six'));
        await shows(page, 'lesson-panel', new RegExp(`Solved: ${n}`));
      }
      const third = await asked(page, 'six');
      assert.equal(third.level, 2);
      await page.click('#puzzle-solution'); // give up
      await phase(page, 'over');
      await shows(page, 'puzzle-said', /You solved 2: your best so far!/);
      await axe(page, 'end of a streak');
      assert.equal((await book(page)).best['streak.six'], 2);
      await page.waitForFunction(() => document.activeElement?.id === 'puzzle-anew');
      await page.keyboard.press('Enter');
      await phase(page, 'asking');
      await shows(page, 'lesson-panel', /Solved: 0/);
    }));

  test('puzzles: against the clock', () =>
    at('game=nine', {}, async (page) => {
      await page.clock.install({ time: NOON });
      await go(page, '#puzzles=clock.six');
      await page.waitForSelector('#puzzle-start:visible');
      assert.equal(await page.textContent('#lesson-panel .puzzle-clock'), '3:00');
      await page.click('#puzzle-start');
      const first = await asked(page, 'six');
      await solve(page, first);
      await page.clock.runFor(2000);
      await shows(page, 'lesson-panel', /Solved: 1/);
      await asked(page, 'six');
      await page.click('#puzzle-solution'); // skipped: ten seconds
      await page.clock.runFor(1500);
      await asked(page, 'six');
      const left = (await page.textContent('#lesson-panel .puzzle-clock')) ?? '';
      assert.ok(/^2:4\d/.test(left), left);
      await page.clock.fastForward(150_000);
      await phase(page, 'asking');
      await page.clock.runFor(20_000);
      await phase(page, 'over');
      await shows(page, 'puzzle-said', /You solved 1: your best so far!/);
      assert.equal(await page.locator('.puzzle-missed a').count(), 1);
      await axe(page, 'end of the clock');
      assert.equal((await book(page)).best['clock.six'], 1);
    }));

  test('puzzles: what was not solved comes again, on its day; a new day has a new puzzle', () =>
    at('game=nine', {}, async (page) => {
      const puzzle = all('nine').find((p) => p.line.length === 1) ?? assert.fail(),
        today = readDay('2026-11-16'),
        key = `nine.${puzzle.id}`;
      await page.evaluate(
        (kept) => localStorage.setItem('concentric.puzzles', JSON.stringify(kept)),
        { entries: { [key]: [1, 0, 0, today + 1] }, days: {}, themes: {}, best: {} },
      );
      await page.clock.install({ time: new Date('2026-11-16T23:59:30Z') });
      await go(page, '#home');
      await page.waitForSelector('#home-puzzle');
      assert.equal(await page.locator('#home-again').count(), 0);
      await go(page, '#puzzles');
      await shows(page, 'view', /November 16 · Stacking Morris/);
      await shows(page, 'view', /Nothing to do\. The next comes on November 17/);
      await page.clock.fastForward(40_000);
      await shows(
        page,
        'view',
        new RegExp(
          `November 17 · Morelli, ${setOfDay(today + 1).size} × ${setOfDay(today + 1).size}`,
        ),
      );
      await shows(page, 'view', /1 to do/);
      await go(page, '#home');
      assert.match((await page.textContent('#home-again')) ?? '', /Puzzles to repeat: 1/);
      await page.click('#home-again');
      await solve(page, puzzle);
      await phase(page, 'done');
      assert.deepEqual((await book(page)).entries[key], [2, 1, 1, today + 1 + 3]);
      await page.click('#puzzle-next');
      await phase(page, 'none');
      await shows(page, 'puzzle-text', /That was all for today/);
    }));

  test('puzzles: a set that was used is there without a network, another one says what is wrong', async () => {
    const own = await serve(),
      context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    try {
      await page.goto(`${own.url}#puzzles=practice.nine`);
      await phase(page, 'asking');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload(); // under the service worker
      await phase(page, 'asking');
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some((e) => e.name.endsWith('puzzles/nine.txt')),
      );
      await page.waitForTimeout(300); // it is kept after it was answered
      own.close();
      await page.reload();
      await solve(page, await asked(page, 'nine'));
      await phase(page, 'done');
      await go(page, '#puzzles=practice.mur');
      await phase(page, 'trouble');
      await shows(page, 'puzzle-text', /could not be loaded/);
      assert.equal(await page.locator('#puzzle-retry').isVisible(), true);
      await axe(page, 'no puzzles');
    } finally {
      await context.close();
      own.close();
    }
  });

  test('puzzles: a damaged set is said and what is left of it asked', () =>
    at('game=nine', {}, async (page) => {
      const lines = textOf('six').split('\n'),
        puzzle = all('six')[6];
      let body = [lines[0], 'x', 'y', lines[7].replace(/\|[^|]*$/, '|z9'), lines[8], ''].join('\n');
      await page.route('**/puzzles/six.txt', (route) => route.fulfill({ body }));
      await go(page, '#puzzles=practice.six');
      const shown = await asked(page, 'six');
      assert.equal(shown.id, all('six')[7].id, 'the only one that can be played');
      await go(page, '#puzzles');
      await page.check('input[name=puzzles-set][value=six]', { force: true });
      await shows(page, 'view', /2 damaged left out/);
      await go(page, `#puzzles=six.${puzzle.id}`);
      await phase(page, 'trouble');
      await shows(page, 'puzzle-text', /This puzzle is damaged/);
      await go(page, '#puzzles=six.00000000');
      await phase(page, 'none');
      await shows(page, 'puzzle-text', /There is no such puzzle/);
      body = '<!doctype html>';
      await page.reload();
      await go(page, '#puzzles=practice.six');
      await phase(page, 'trouble');
      body = textOf('six');
      await page.click('#puzzle-retry');
      await phase(page, 'asking');
    }));

  test('puzzles: who changes their mind gets what they asked for last', () =>
    at('game=nine&moves=d2', {}, async (page) => {
      for (const hashes of [
        ['#puzzles=practice.mur', '#puzzles=practice.six'],
        ['#puzzles=today', '#learn=nine', '#puzzles=practice.six'],
        ['#puzzles=clock', '#puzzles', '#puzzles=practice.six'],
      ]) {
        await page.evaluate((all) => {
          for (const [i, hash] of all.entries())
            setTimeout(() => {
              location.hash = hash;
            }, 3 * i);
        }, hashes);
        await page.waitForFunction(() => location.hash === '#puzzles=practice.six');
        await page.waitForTimeout(800); // whatever still comes has come
        await asked(page, 'six');
        assert.equal(new URL(page.url()).hash, '#puzzles=practice.six');
        assert.equal(await page.textContent('#lesson-heading'), 'Practice', hashes.join());
      }
      await page.evaluate(() => {
        location.hash = '#puzzles=today';
        setTimeout(() => {
          location.hash = '#play';
        }, 3);
      });
      await page.waitForFunction(() => location.hash.includes('moves=d2'));
      await page.waitForTimeout(300);
      assert.deepEqual(
        [moves(page), await page.locator('#lesson-panel').isHidden()],
        [['d2'], true],
      );
    }));

  for (const [name, view] of Object.entries({
    upright: PHONE,
    sideways: { ...PHONE, viewport: { width: 844, height: 390 } },
  }))
    test(`puzzles fit a phone ${name}, in Japanese`, () =>
      at('puzzles=nine', { ...view, locale: 'ja-JP' }, async (page) => {
        for (const set of ['nine', 'morelli-13', 'mur']) {
          await go(page, `#puzzles=practice.${set}`);
          await page.waitForFunction((hash) => location.hash === hash, `#puzzles=practice.${set}`);
          await phase(page, 'asking');
          await shows(page, 'puzzle-text', /ください。$/);
          await shows(page, 'spoken', /^あなたは[白黒]。/);
          const boxes = await page.evaluate(() =>
            ['#board-host', '#puzzle-text', '.puzzle-buttons'].map(
              (q) => document.querySelector(q)?.getBoundingClientRect().bottom ?? 9999,
            ),
          );
          for (const [i, bottom] of boxes.entries())
            assert.ok(bottom <= (view.viewport?.height ?? 0), `${set} ${i}: ${bottom}`);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        }
        await axe(page, `puzzle on a phone ${name}`);
        await page.screenshot({ path: join(shots, `puzzle-phone-${name}.png`) });
        await ready(page);
      }));
}
