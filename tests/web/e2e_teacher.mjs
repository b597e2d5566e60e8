// SPDX-License-Identifier: MIT
// The teacher in Chromium, run by e2e.mjs: chosen in the sheet, at the board, kept, and what it says afterwards.
import assert from 'node:assert/strict';
import { join } from 'node:path';

/** @typedef {import('playwright-core').Page} Page */

/** White may close a mill at once. */
const MILL = 'ww...bb./......../........ w 7 7';

/** @param {Parameters<typeof import('./e2e_more.mjs').more>[0]} tools */
export function teacher({ test, at, tap, settle, ready, played, moves, axe, shots }) {
  /** @param {Page} page @param {string} side */
  const kind = (page, side) => page.textContent(`#player-${side} .kind`);
  /** @param {Page} page */
  const resign = async (page) => {
    await page.evaluate(() => document.getElementById('resign')?.click());
    await page.click('#dialog-buttons .main');
    await page.waitForSelector('#banner:visible');
  };
  /** A game against the teacher from a position. @param {Page} page @param {string} position */
  const begin = async (page, position) => {
    await page.fill('#edit-text', position);
    await page.keyboard.press('Tab');
    await page.waitForFunction(
      () => !(/** @type {HTMLButtonElement} */ (document.getElementById('edit-computer')).disabled),
    );
    await page.selectOption('#edit-level', '0');
    await page.click('#edit-computer');
    await ready(page);
    await settle(page);
  };

  test('the teacher: chosen in the sheet, answers, is kept with the game', () =>
    at('game=nine', {}, async (page) => {
      await page.click('#new');
      await page.check('input[name=level][value="0"]', { force: true });
      assert.match(
        (await page.textContent('.row-level .said')) ?? '',
        /^Teacher Keeps the game close/,
      );
      await axe(page, 'the teacher in the sheet');
      await page.screenshot({ path: join(shots, 'teacher-sheet.png') });
      await page.click('#dialog-buttons .main');
      await settle(page);
      await tap(page, 'd2');
      await played(page, 2);
      assert.match((await kind(page, 'far')) ?? '', /Teacher|something to find/);
      await page.reload();
      await ready(page);
      await settle(page);
      assert.match((await kind(page, 'far')) ?? '', /Teacher/);
      await tap(page, 'f4');
      await played(page, 4);
    }));

  test('the teacher: by a link, with the first move, and the same game is answered in the same way', () =>
    at('start=nine&level=teacher&side=0', {}, async (page) => {
      await played(page, 1);
      const [first] = moves(page);
      assert.match((await kind(page, 'far')) ?? '', /Teacher|something to find/);
      await tap(page, first === 'd2' ? 'd6' : 'd2');
      await played(page, 3);
      const said = moves(page);
      await page.click('#undo');
      await played(page, 1);
      await settle(page);
      await tap(page, said[1]);
      await played(page, 3);
      assert.deepEqual(moves(page), said);
    }));

  test('the teacher: a chance that is missed and one that is found are told at the end', () =>
    at('edit=nine', {}, async (page) => {
      await begin(page, MILL);
      await tap(page, 'd6');
      await played(page, 2);
      await resign(page);
      await page.waitForSelector('.review-chance', { timeout: 60000 });
      const missed = page.locator('.review-chance').first();
      assert.match(
        (await missed.textContent()) ?? '',
        /^Move 1: mill missed\s*You could play g7x\w\d, which closes a7-d7-g7 and takes the black man on \w\d\.$/,
      );
      assert.match((await page.textContent('.review-found')) ?? '', /^You found 0 of \d/);
      assert.match((await page.textContent('#end-review')) ?? '', /What there was to find/);
      await page.click('#end-review');
      await axe(page, 'chances');
      await page.screenshot({ path: join(shots, 'teacher-chances.png') });
      await missed.click();
      await settle(page);
      assert.equal(await missed.getAttribute('aria-current'), 'true');
      // The hint during the game can be switched off, and that is kept.
      assert.ok(await page.isChecked('#review-leaves'));
      await page.uncheck('#review-leaves');
      assert.match(
        (await page.evaluate(() => localStorage.getItem('concentric.settings'))) ?? '',
        /"leaves":false/,
      );
      await page.goto(`${page.url().replace(/#.*/, '')}#edit=nine`);
      await begin(page, MILL);
      await tap(page, 'g7');
      await tap(page, 'd1');
      await played(page, 2);
      assert.equal(await kind(page, 'far'), 'Teacher', 'it says nothing any more');
      await resign(page);
      await page.waitForSelector('.review-chance.good', { timeout: 60000 });
      assert.match(
        (await page.textContent('.review-chance.good')) ?? '',
        /^Move 1: mill found\s*You found g7xd1, which closes a7-d7-g7 and takes the black man on d1\.$/,
      );
    }));

  test('the teacher: without its part of the page a level plays', () =>
    at('game=nine', {}, async (page) => {
      await page.route('**/review.wasm', (route) =>
        route.fulfill({ contentType: 'application/wasm', body: 'nothing' }),
      );
      await page.goto(`${page.url().replace(/#.*/, '')}#start=nine&level=teacher`);
      await played(page, 0);
      await settle(page);
      await tap(page, 'd2');
      await played(page, 2);
    }));
}
