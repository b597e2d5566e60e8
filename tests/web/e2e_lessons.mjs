// SPDX-License-Identifier: MIT
// Lessons in Chromium, run by e2e.mjs: whole ones by mouse and by keyboard alone, going on by itself, the list,
// what is remembered, the game that follows, phones, Japanese; and the rules for players.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { neighbour } from '../../web/geometry.js';
import { LESSONS, loadSteps } from '../../web/lessons/index.js';
import { setupOf } from '../../web/link.js';
import { DirectEngine, catalogue, gameIds, getFile } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const ARROWS = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
/** The clicks of a right move of every step. */
const MUR = [
  ['a3'],
  ['a3', 'b3'],
  ['b3', 'd3'],
  ['b2', 'b1'],
  ['c3', 'd3'],
  ['a2', 'a3'],
  ['a2'],
  ['a3'],
  ['a2'],
  ['a3'],
  ['c2'],
  ['a2'],
];
const SIX = [
  ['b6'],
  ['f6', 'e3'],
  ['e5', 'f2'],
  ['f2'],
  ['b6'],
  ['f4', 'f6', 'e4'],
  ['f4', 'f6'],
  ['d5', 'd6', 'b2'],
  ['f4', 'f6', 'b2'],
  ['b6', 'b4'],
  ['f4', 'f6', 'c5'],
];

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   tap: (page: Page, name: string) => Promise<void>, settle: (page: Page) => Promise<void>,
 *   point: (page: Page, name: string) => import('playwright-core').Locator, ready: (page: Page) => Promise<any>,
 *   moves: (page: Page) => string[], axe: (page: Page, where: string) => Promise<void>, shots: string, url: string}} tools
 */
export function lessons({ test, at, tap, settle, point, ready, moves, axe, shots, url }) {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  /** @param {Page} page @param {string} id @param {RegExp} text */
  const shows = (page, id, text) =>
    page.waitForFunction(
      ([i, t]) => new RegExp(t).test(document.getElementById(i)?.textContent ?? ''),
      [id, text.source],
    );
  /** @param {Page} page @param {number} n @param {number} of */
  const step = (page, n, of) => shows(page, 'lesson-heading', new RegExp(`Step ${n} of ${of}$`));
  /** @param {Page} page */
  const done = (page) =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('concentric.settings') ?? '{}').lessonsDone,
    );

  test('lesson of mur by mouse: wrong and illegal moves are explained, right ones lead on, then the game', () =>
    at('game=nine&moves=d2', {}, async (page) => {
      await page.click('#lesson');
      await page.waitForSelector('.learn-card .picture');
      await axe(page, 'list of lessons');
      await page.screenshot({ path: join(shots, 'learn.png') });
      await page.click('.learn-card a[data-game=mur]');
      for (const [i, clicks] of MUR.entries()) {
        await step(page, i + 1, MUR.length);
        assert.ok(await page.locator('#lesson-next').isDisabled());
        if (i === 6) {
          await tap(page, 'e1');
          await shows(
            page,
            'lesson-said',
            /\+e1 is allowed, but .* The last neighbour of a3 is a2\./,
          );
          await tap(page, 'a3'); // not a ship of one's own
          await shows(page, 'lesson-said', /\S/);
          await page.click('#lesson-hint');
          assert.equal(await page.locator('.pointers .highlight').count(), 4);
          await page.screenshot({ path: join(shots, 'lesson.png') });
        }
        if (i === 4) assert.equal(await page.locator('.pointers .arrow').count(), 2);
        for (const name of clicks) await tap(page, name);
        await shows(page, 'lesson-said', /^Right! /);
        assert.equal(await page.locator('.right-rings circle').count(), 1);
        if (i === 9)
          await page.waitForFunction(
            () =>
              !document
                .querySelector('.point[aria-label^="h3,"]')
                ?.getAttribute('aria-label')
                ?.includes('ship'),
          ); // White's answer
        await page.click('#lesson-next');
      }
      await shows(page, 'lesson-text', /You know MUR now/);
      await axe(page, 'end of a lesson');
      assert.deepEqual((await done(page)).at(-1), 'mur');
      await page.click('#lesson-play');
      await page.waitForSelector('#lesson-panel', { state: 'hidden' });
      await ready(page);
      assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('game'), 'mur');
      await tap(page, 'a1');
      await page.waitForFunction(
        () =>
          (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').length >= 2,
      ); // the computer's answer
      assert.equal(moves(page)[0], '+a1', 'the learner begins');
    }));

  test('lesson of six by keyboard alone', () =>
    at('game=nine', {}, async (page) => {
      await page.evaluate(() => {
        location.hash = '#learn';
      });
      await page.waitForSelector('.learn-card a[data-game=six]');
      for (
        let n = 0;
        n < 60 &&
        (await page.evaluate(() => document.activeElement?.getAttribute('data-game'))) !== 'six';
        n++
      )
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await step(page, 1, SIX.length);
      const focused = () =>
        page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label')?.split(',')[0] ??
            document.activeElement?.id ??
            '',
        );
      for (
        let n = 0;
        n < 40 && !(await page.evaluate(() => document.activeElement?.matches('.point')));
        n++
      )
        await page.keyboard.press('Tab');
      for (const [i, clicks] of SIX.entries()) {
        await step(page, i + 1, SIX.length);
        for (const name of clicks) {
          await walk(page, name);
          await page.keyboard.press(i % 2 ? 'Enter' : ' ');
          await settle(page);
        }
        await shows(page, 'spoken', /^Right! /);
        await page.waitForFunction(() => document.activeElement?.id === 'lesson-next');
        await page.keyboard.press('Enter');
      }
      await shows(page, 'lesson-text', /You know Six/);
      await page.waitForFunction(() => document.activeElement?.id === 'lesson-play');
      assert.equal(await focused(), 'lesson-play');
    }));

  /** By arrow keys to a point, the shortest way. @param {Page} page @param {string} name */
  async function walk(page, name) {
    const shape = await (await DirectEngine.make()).open(setupOf({ variant: 'six' })),
      index = (/** @type {string} */ p) => shape.points.findIndex((q) => q.name === p);
    const from = index(
        await page.evaluate(
          () => document.activeElement?.getAttribute('aria-label')?.split(',')[0] ?? '',
        ),
      ),
      goal = index(name);
    assert.ok(from >= 0 && goal >= 0, name);
    const ways = new Map([[from, /** @type {string[]} */ ([])]]);
    for (const [p, keys] of ways) // grows while it is walked
      for (const [key, way] of Object.entries(ARROWS)) {
        const next = neighbour(shape.points, shape.links, p, way);
        if (!ways.has(next)) ways.set(next, [...keys, key]);
      }
    for (const key of ways.get(goal) ?? assert.fail(`no way to ${name}`))
      await page.keyboard.press(key);
  }

  test('every lesson to its end, shown; the game that was there comes back', () =>
    at('game=nine&moves=d2', {}, async (page) => {
      for (const [game, { steps }] of Object.entries(LESSONS)) {
        await page.evaluate((g) => {
          location.hash = `#learn=${g}`;
        }, game);
        for (let i = 1; i <= steps; i++) {
          await step(page, i, steps);
          await page.click('#lesson-show');
          await page.waitForSelector('#lesson-next:enabled');
          if (i === Math.min(6, steps)) await axe(page, `${game} ${i}`);
          await page.click('#lesson-next');
        }
        await shows(page, 'lesson-text', /You know/);
        await page.click('#lesson-quit');
        await page.waitForSelector('#lesson-panel', { state: 'hidden' });
        assert.deepEqual(moves(page), ['d2'], `after ${game}`);
      }
      await page.click('#lesson');
      await page.waitForSelector('.learn-card');
      assert.equal(await page.locator('.learn-card .lesson-rings i:not(.done)').count(), 0);
    }));

  test('a lesson goes on by itself, the switch makes it wait, and a reload goes on where it was', () =>
    at('learn=nine', { reducedMotion: 'no-preference' }, async (page) => {
      await step(page, 1, 12);
      await tap(page, 'd6');
      await page.waitForSelector('#lesson-next.runs');
      await step(page, 2, 12); // nobody has pressed anything
      await page.uncheck('#lesson-auto');
      for (const name of ['g7', 'd2']) await tap(page, name);
      await shows(page, 'lesson-said', /^Right/);
      assert.equal(await page.locator('#lesson-next.runs').count(), 0);
      await page.reload();
      await step(page, 3, 12);
      assert.deepEqual(await done(page), ['nine.1', 'nine.2']);
      assert.equal(await page.isChecked('#lesson-auto'), false);
      await page.click('.lesson-rings li:nth-child(2) button');
      await step(page, 2, 12);
      await page.goBack(); // out of the lesson
      await page.evaluate(() => {
        location.hash = '#home';
      });
      await page.waitForSelector('#lesson-panel', { state: 'hidden' });
    }));

  for (const [name, view] of Object.entries({
    upright: PHONE,
    sideways: { ...PHONE, viewport: { width: 844, height: 390 } },
  }))
    test(`lessons fit a phone ${name}, in Japanese`, () =>
      at('game=nine', { ...view, locale: 'ja-JP' }, async (page) => {
        for (const game of Object.keys(LESSONS)) {
          const steps = await loadSteps(game, getFile);
          for (const i of [1, 4, steps.length]) {
            await page.evaluate((to) => {
              location.hash = to;
            }, `#learn=${game}.${i}`);
            await page.waitForFunction(
              (goal) => document.getElementById('lesson-text')?.textContent === goal,
              steps[i - 1].ja[0],
            );
            await page.evaluate(() => {
              location.hash = '#learn';
            });
            await page.waitForSelector('.learn-cards');
          }
          await page.evaluate((to) => {
            location.hash = to;
          }, `#learn=${game}.4`);
          await page.waitForSelector('#lesson-panel:visible');
          await settle(page);
          const wrong = await page.evaluate(() => {
            const board = document.querySelector('.board')?.getBoundingClientRect();
            return {
              wide: document.documentElement.scrollWidth - innerWidth,
              board: Math.round((board?.bottom ?? 0) - innerHeight),
              size: Math.round(board?.width ?? 0),
            };
          });
          assert.ok(
            wrong.wide <= 0 && wrong.board <= 0 && wrong.size >= 300,
            `${game}: ${JSON.stringify(wrong)}`,
          );
          if (game === 'mur') {
            await axe(page, 'lesson on a phone');
            await page.screenshot({ path: join(shots, `lesson-${name}.png`) });
          }
          await page.evaluate(() => {
            location.hash = '#learn';
          });
          await page.waitForSelector('.learn-cards');
        }
      }));

  test('choices of the nestor edition on a phone: equal buttons, and the board stays where it is', () =>
    at('learn=morelli.10', PHONE, async (page) => {
      await step(page, 10, 12);
      const top = () =>
          page.locator('.board').evaluate((b) => Math.round(b.getBoundingClientRect().top)),
        before = await top();
      for (const name of ['a1', 'c3', 'd3']) {
        await tap(page, name);
        assert.equal(await top(), before, name);
      }
      assert.equal(await page.locator('#lesson-next').isVisible(), false);
      await page.click('#lesson-finish'); // leaves c4 as it is
      await shows(page, 'lesson-said', /^Right!/);
      await page.click('#lesson-next');
      await step(page, 11, 12);
      for (const name of ['a2', 'c4']) await tap(page, name);
      assert.equal(
        await page.locator('#lesson-finish').getAttribute('class'),
        await page.locator('#lesson-accept').getAttribute('class'),
      );
      await page.click('#lesson-finish'); // leaves the centre
      await shows(page, 'lesson-said', /a2-c4 is allowed, but/);
      for (const name of ['a2', 'c4']) await tap(page, name);
      assert.equal(await top(), before);
      await page.click('#lesson-accept');
      await shows(page, 'lesson-said', /^Right!/);
    }));

  test('the first visit does not pay for lessons', () =>
    at('game=nine', {}, async (page) => {
      const loaded = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map((r) => new URL(r.name).pathname)
            .filter((p) => /lesson|learn|pointers/.test(p)),
        );
      assert.deepEqual(await loaded(), []);
      await page.evaluate(() => {
        location.hash = '#learn=six';
      });
      await step(page, 1, LESSONS.six.steps);
      assert.ok((await loaded()).some((p) => p.endsWith('/lessons/six.json')));
      assert.ok(
        !(await loaded()).some((p) => p.endsWith('/lessons/mur.json')),
        'and only the one that is wanted',
      );
      assert.ok(await point(page, 'b6').count());
    }));

  /** All pictures of the rules are there. @param {Page} page */
  const drawn = async (page) => {
    await page.waitForFunction(() =>
      [...document.querySelectorAll('figure')].every((f) => f.querySelector('svg.picture')),
    );
    await page.waitForFunction(() =>
      [...document.images].every((i) => i.complete && i.naturalWidth > 0),
    );
  };
  const NOT_FOR_PLAYERS =
    /\[ruling\]|\[裁定\]|which the tests cite|テストもこの番号|show --ranks|clause has a number/;

  test('rules for players of every game, in both languages', () =>
    at('game=nine', {}, async (page) => {
      await page.goto(`${url}rules.html`);
      for (const id of gameIds()) {
        await page.click(`#families a[href="#${id}"]`);
        await page.waitForSelector(`#families a[href="#${id}"][aria-current]`);
        for (const lang of ['en', 'ja']) {
          await page.waitForFunction(
            ([l, g]) =>
              document.documentElement.lang === l &&
              document.querySelectorAll('.guide-part').length > 4 &&
              document.querySelector('.guide-ways a')?.getAttribute('href')?.endsWith(`=${g}`) &&
              /[ぁ-ん]/.test(document.querySelector('.guide-words')?.textContent ?? '') ===
                (l === 'ja'),
            [lang, id],
          );
          await drawn(page);
          assert.doesNotMatch((await page.textContent('main')) ?? '', NOT_FOR_PLAYERS);
          assert.ok((await page.locator('.guide-figure .picture .pointers').count()) >= 3);
          await page.screenshot({ path: join(shots, `rules-${id}-${lang}.png`) });
          await axe(page, `rules ${id} ${lang}`);
          await page.click('#language');
        }
        await page.waitForFunction(() => document.documentElement.lang === 'en');
      }
      await page.click('.guide-ways a'); // to the lesson
      await page.waitForSelector('#lesson-panel:visible');
    }));

  test('numbered clauses are behind a switch; addresses of families and languages still work', () =>
    at('game=nine', {}, async (page) => {
      for (const { id, games } of catalogue().families) {
        await page.goto(`${url}rules.html#${id}`); // as the documentation and the terminal name it
        await page.waitForSelector(`#families a[href="#${games[0].id}"][aria-current]`);
        assert.doesNotMatch((await page.textContent('main')) ?? '', NOT_FOR_PLAYERS);
        await page.focus('#exact');
        await page.keyboard.press(' ');
        await page.waitForFunction(() =>
          /\[ruling\]/.test(document.querySelector('main')?.textContent ?? ''),
        );
        assert.equal(new URL(page.url()).hash, `#${games[0].id}.exact`);
        assert.equal(
          await page.evaluate(() => document.activeElement?.id),
          'exact',
          'the focus stays',
        );
        await drawn(page);
        await axe(page, `clauses of ${id}`);
        await page.click(`main a[href="#${id}.ja.exact"]`);
        await page.waitForFunction(
          () =>
            document.documentElement.lang === 'ja' &&
            /裁定/.test(document.querySelector('main')?.textContent ?? ''),
        );
        await drawn(page);
        await page.uncheck('#exact');
        await page.waitForSelector('.guide-part');
        await page.goto('about:blank');
        await page.goto(`${url}rules.html#${id}.en`);
        await page.waitForFunction(
          () => document.documentElement.lang === 'en' && document.querySelector('.guide-part'),
        );
      }
    }));

  for (const [name, view] of Object.entries({
    upright: PHONE,
    sideways: { ...PHONE, viewport: { width: 844, height: 390 } },
  }))
    test(`rules on a phone ${name}: nothing is wider than the screen or covered`, () =>
      at('game=nine', { ...view, locale: 'ja-JP' }, async (page) => {
        for (const id of gameIds()) {
          await page.goto(`${url}rules.html#${id}`);
          await page.waitForFunction(
            (g) => document.querySelector('.guide-ways a')?.getAttribute('href')?.endsWith(`=${g}`),
            id,
          );
          await drawn(page);
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            id,
          );
          const covered = await page.evaluate(() => {
            // by the header, or by each other
            const boxes = ['header h1', '#families', '#language', 'main h1'].map(
              (what) => document.querySelector(what)?.getBoundingClientRect() ?? new DOMRect(),
            );
            return boxes.some((a, i) =>
              boxes
                .slice(i + 1)
                .some(
                  (b) =>
                    a.left < b.right - 1 &&
                    b.left < a.right - 1 &&
                    a.top < b.bottom - 1 &&
                    b.top < a.bottom - 1,
                ),
            );
          });
          assert.ok(!covered, `${id}: the header covers something`);
        }
        await page.screenshot({ path: join(shots, `rules-${name}.png`) });
      }));
}
