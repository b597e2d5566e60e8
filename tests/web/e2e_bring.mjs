// SPDX-License-Identifier: MIT
// Games from elsewhere in Chromium, run by e2e.mjs: pasted, opened, dropped; what is wrong is named and changes nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** @typedef {import('playwright-core').Page} Page */

const DATA = new URL('../data/bring/', import.meta.url);
/** @param {string} name */
const sample = (name) => readFileSync(new URL(name, DATA), 'utf8');

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   ready: (page: Page) => Promise<any>, played: (page: Page, n: number) => Promise<any>, moves: (page: Page) => string[], axe: (page: Page, where: string) => Promise<void>}} tools
 */
export function brought({ test, at, ready, played, moves, axe }) {
  test('games from elsewhere are pasted, opened and dropped into my games', () => at('game=six', {}, async (page) => {
    await page.evaluate(() => { location.hash = '#games'; });
    await page.click('.games-bring summary');
    await axe(page, 'my games, pasting');
    const count = (/** @type {number} */ n) => page.waitForFunction((wanted) => document.querySelectorAll('.games-list li').length === wanted, n);
    await page.fill('#games-paste', sample('playok.txt'));
    await page.keyboard.press('Control+Enter');
    await count(1);
    await page.waitForFunction(() => /Nine Men's Morris.*anna – bo.*Black won.*moves: 60/s.test(document.querySelector('.games-list')?.textContent ?? ''));
    assert.equal(await page.inputValue('#games-paste'), '', 'what was brought in is gone from the field');
    await page.setInputFiles('#games-file', [{ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(sample('boardspace.sgf')) },
      { name: 'two.pgn', mimeType: 'text/plain', buffer: Buffer.from(`${sample('sanmill.pgn')}\n${sample('playok.txt')}`) }]);
    await count(3);
    assert.match(await page.textContent('.games-said') ?? '', /Added: 2\. Here already: 1\./);
    // dropped: a file from outside
    const drop = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'old.txt', { type: 'text/plain' }));
      return data;
    }, sample('sanmill-old.txt').split('12.')[0]);
    await page.dispatchEvent('.games-list', 'drop', { dataTransfer: drop });
    await count(4);
    // wrong: named, kept in the field, nothing changed
    await page.fill('#games-paste', '1. d6 f4\n2. d6');
    await page.click('#games-paste-go');
    await page.waitForFunction(() => /line 2, move 3: d6 is occupied.*Sanmill/.test(document.querySelector('.games-said')?.textContent ?? ''));
    assert.equal(await page.inputValue('#games-paste'), '1. d6 f4\n2. d6');
    await page.locator('.games-list li', { hasText: 'Morelli' }).locator('[data-do=open]').click();
    await ready(page);
    assert.match(page.url(), /game=morelli/);
    assert.equal(moves(page).length, 80);
  }));

  test('a move list is pasted beside the board, in Japanese, and refused ones change nothing', () => at('game=nine&moves=a1', { locale: 'ja-JP' }, async (page) => {
    const paste = async (/** @type {string} */ text) => {
      if (!await page.locator('#paste').isVisible()) await page.click('#share');
      await page.fill('#paste', text);
      await page.click('#paste-open');
    };
    await paste('1. 5 13 2. 5');
    await page.waitForFunction(() => /1行目、3手目：d6は空いていません.*PlayOK/.test(document.querySelector('dialog .trouble')?.textContent ?? ''));
    assert.deepEqual(moves(page), ['a1']);
    await paste('1. 5 13 2. 20 19');
    await played(page, 4);
    assert.deepEqual(moves(page), ['d6', 'e4', 'd2', 'b2']);
  }));
}
