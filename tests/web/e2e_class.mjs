// SPDX-License-Identifier: MIT
// Teachers' boards in Chromium, run by e2e.mjs: one browser leads, two follow, and the real server.
import assert from 'node:assert/strict';
import { serveProgram } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, point: (page: Page, name: string) => import('playwright-core').Locator,
 *   axe: (page: Page, what: string) => Promise<void>, shots: (page: Page, name: string) => Promise<void>}} tools
 */
export function teaching({ test, browser, point, axe, shots }) {
  /** @param {Page} page @param {string} name */
  const tap = (page, name) => point(page, name).locator('.hit').click({ force: true });
  /** @param {Page} page @param {string} name @param {RegExp} wanted what stands there */
  const stands = (page, name, wanted) =>
    page.waitForFunction(
      ([p, w]) =>
        [...document.querySelectorAll('.point')].some((e) => {
          const label = e.getAttribute('aria-label') ?? '';
          return label.startsWith(p) && new RegExp(w).test(label);
        }),
      [name, wanted.source],
    );
  /** @param {Page} page @param {RegExp} wanted @param {string} selector */
  const reads = (page, selector, wanted) =>
    page.waitForFunction(
      ([s, w]) => new RegExp(w).test(document.querySelector(s)?.textContent ?? ''),
      [selector, wanted.source],
    );

  test('a teacher’s board: one leads, others follow and are asked', async () => {
    const server = await serveProgram();
    const contexts = await Promise.all(
      ['en-GB', 'en-GB', 'ja-JP'].map((locale) =>
        browser.newContext({
          viewport: { width: 1100, height: 800 },
          locale,
          reducedMotion: 'reduce',
        }),
      ),
    );
    try {
      const [ann, bo, hana] = await Promise.all(contexts.map((context) => context.newPage()));
      /** @type {string[]} */
      const errors = [];
      for (const page of [ann, bo, hana]) page.on('pageerror', (e) => errors.push(String(e)));
      await ann.goto(`${server.url}#board`);
      await ann.selectOption('#class-game', 'nine');
      await ann.fill('#class-name', 'Mills <b>');
      await axe(ann, 'opening a board');
      await ann.click('#class-begin');
      await ann.waitForSelector('#class-link');
      await reads(ann, '#lesson-heading', /Mills <b>/);
      const link = await ann.inputValue('#class-link');
      await ann.waitForSelector('.point.can');
      await tap(ann, 'd2');
      await stands(ann, 'd2', /man/);
      await bo.goto(link);
      await hana.goto(link);
      await stands(bo, 'd2', /man/);
      await reads(ann, '.class-here', /2 follow/);
      await reads(hana, '.class-who', /先生が進めています/);
      await tap(ann, 'd6'); // both sides: it is a board to show things on
      await stands(bo, 'd6', /man/);
      await tap(bo, 'a1'); // nobody asked
      await reads(bo, '#class-said', /teacher moves here/);
      await stands(bo, 'a1', /(?!man)/);
      await ann.fill('#class-text', 'And now?');
      await ann.click('#class-ask');
      await reads(bo, '#class-question', /And now\?/);
      await tap(bo, 'f4');
      await reads(bo, '#class-said', /Your answer: f4/);
      await reads(hana, '#class-question', /And now/);
      await tap(hana, 'b4');
      await reads(hana, '#class-said', /あなたの回答：b4/);
      await tap(hana, 'f4'); // thought better of it
      await reads(hana, '#class-said', /f4/);
      await reads(ann, '#class-said', /2 answers/);
      assert.equal(await bo.isVisible('.class-tally'), false); // not yet
      await axe(ann, 'a board that is led');
      await axe(bo, 'a board that is followed');
      await shots(ann, 'class-leads');
      await ann.click('#class-close');
      await reads(bo, '.class-tally', /f4: 2/);
      await shots(bo, 'class-follows');
      await ann.click('#class-point');
      await tap(ann, 'a1');
      await bo.waitForSelector('.pointers .highlight', { state: 'attached' });
      await ann.click('#class-point');
      await ann.click('#class-first');
      await bo.waitForFunction(
        () =>
          ![...document.querySelectorAll('.point')].some((e) =>
            /man/.test(e.getAttribute('aria-label') ?? ''),
          ),
      );
      await bo.reload();
      await reads(bo, '#lesson-heading', /Mills/);
      await ann.click('#class-end');
      await ann.click('#dialog-buttons button.main');
      await reads(bo, '.class-who', /lesson is over/);
      await ann.click('#class-quit');
      await ann.waitForSelector('#class-begin');
      await bo.goto(`${server.url}#board=zzzzzzzz`);
      await reads(bo, '.class-who', /no such board/);
      assert.deepEqual(errors, []);
    } finally {
      for (const context of contexts) await context.close();
      server.close();
    }
  });
}
