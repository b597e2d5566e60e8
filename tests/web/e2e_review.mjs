// SPDX-License-Identifier: MIT
// A game looked at again, in Chromium: judged, gone through, its mistakes as questions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GAMES = join(dirname(fileURLToPath(import.meta.url)), '../review');
/** The moves of a record without comments. @param {string} name */
const movesOf = (name) =>
  readFileSync(join(GAMES, `${name}.record`), 'utf8')
    .split('\n\n')[1]
    .replace(/\d+\.+|1-0|\n/g, ' ')
    .trim()
    .split(/\s+/);

/** @param {any} kit of e2e.mjs */
export function review({ test, at, settle }) {
  test('review: nine, judged, its turning points, its mistakes as questions', () =>
    at(
      `game=nine&moves=${movesOf('nine').join(' ')}`,
      {},
      async (/** @type {import('playwright-core').Page} */ page) => {
        await page.click('#review-open');
        await page.waitForSelector('.review-turn', { timeout: 120000 });
        const shown = (await page.textContent('#review')) ?? '';
        assert.match(shown, /Accuracy/);
        assert.match(shown, /Better was|There was|allows/);
        assert.equal(await page.locator('.review-table tbody tr').count(), 2);
        await page.locator('.review-turn').first().click();
        await settle(page);
        assert.equal(await page.locator('.review-turn[aria-current=true]').count(), 1);
        const before = new URL(page.url()).hash;
        // Each mistake as a question, by keyboard: the answer is shown, the game comes back.
        await page.locator('#review-learn').focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() =>
          /Find something better/.test(document.querySelector('.review-ask')?.textContent ?? ''),
        );
        assert.equal(await page.isDisabled('#review-next'), true);
        await page.click('#review-show');
        const told = (await page.textContent('.review-ask')) ?? '',
          named = /(?:Better was|There was) ([^\s,:.]+)|(\S+) would have kept/.exec(told);
        assert.doesNotMatch(told, /was best/, 'the best move is named once');
        const best = named?.[1] ?? named?.[2] ?? '';
        await page.fill('#type', best);
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('.review-ask.good'));
        await page.click('#review-next');
        await settle(page);
        if (await page.locator('#review-end').count()) await page.click('#review-end'); // the last question ends by itself
        await page.waitForSelector('.review-turn');
        await settle(page);
        assert.equal(
          new URL(page.url()).hash.replace(/&ply=\d+/, ''),
          before.replace(/&ply=\d+/, ''),
          'the game is as it was',
        );
        await page.click('#review-close');
        assert.equal(await page.locator('#review').count(), 0);
      },
    ));

  test('review: a mistake as a question on a phone: board and question are seen, no resigning, and another game ends it', () =>
    at(
      `game=nine&moves=${movesOf('nine').join(' ')}`,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      async (/** @type {import('playwright-core').Page} */ page) => {
        await page.click('#review-open');
        await page.waitForSelector('#review-learn', { timeout: 120000 });
        await page.click('#review-learn');
        await page.waitForFunction(() =>
          /Find something better/.test(document.querySelector('.review-ask')?.textContent ?? ''),
        );
        await settle(page);
        await page.waitForFunction(() => {
          const board = document.getElementById('board-host')?.getBoundingClientRect(),
            ask = document.querySelector('.review-ask')?.getBoundingClientRect();
          return !!board && !!ask && board.top >= -1 && ask.top > 0 && ask.bottom < innerHeight;
        });
        assert.equal(await page.isDisabled('#resign'), true);
        assert.equal(await page.isDisabled('#agree'), true);
        await page.evaluate(() => {
          location.hash = 'game=six&moves=d6';
        });
        await page.waitForFunction(() => document.title.startsWith('Six'));
        await page.waitForFunction(() => !document.getElementById('review'));
        await settle(page);
        assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('moves'), 'd6');
        await page.fill('#type', 'f4');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => /d6[ +]f4|d6%20f4/.test(location.hash)); // the move stands
        assert.equal(await page.isDisabled('#resign'), false);
      },
    ));
}
