// SPDX-License-Identifier: MIT
// Perfect play as an opponent, and drills against it, in Chromium; run by e2e.mjs. What it plays and what is claimed is compared
// with `concentric query`.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { queried } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Lost for White in 38 plies, with every move of White's as good as it says. */
const LOST = 'wb.bw..b/.w.b.w.b w 0 0';

/** @param {Parameters<typeof import('./e2e_more.mjs').more>[0] & {browser: import('playwright-core').Browser}} tools */
export function drills({ test, at, settle, played, moves, axe, shots }) {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test('perfect play as an opponent: from the sheet, by keyboard, kept over a reload', () => at('game=nine', {}, async (page) => {
    await page.click('#new');
    await page.waitForSelector('.newgame .tile');
    assert.equal(await page.locator('.newgame input[value=perfect]').count(), 0);
    await page.focus('.newgame input[name=game]:checked');
    await page.keyboard.press('ArrowRight'); // six
    await page.waitForSelector('.newgame input[value=perfect]', { state: 'attached' });
    assert.equal(await page.locator('.newgame input[name=game]:checked').inputValue(), 'six');
    assert.equal(await page.evaluate(() => /** @type {any} */ (document.activeElement).name), 'game', 'the focus stays');
    await page.focus('.newgame input[value=perfect]');
    await page.keyboard.press('Space');
    await page.waitForSelector('.newgame .said:has-text("never errs")');
    await axe(page, 'perfect play in the sheet');
    await page.screenshot({ path: join(shots, 'sheet-perfect.png') });
    await page.locator('.newgame input[value="1"][name=side]').check({ force: true });
    await page.click('#dialog-buttons .main');
    await played(page, 1);
    await settle(page);
    assert.match(await page.textContent('#player-far') ?? '', /Computer.*perfect play/);
    const first = moves(page)[0], start = queried('......../........ w 6 6');
    const best = start.moves.filter((m) => m.value === 'draw' && m.traps === start.moves[0].traps).map((m) => m.move);
    assert.ok(best.includes(first), `${first} of ${best}`);
    await page.reload();
    await page.waitForSelector('#player-far:has-text("perfect play")');
    assert.deepEqual(moves(page), [first]);
  }));

  test('perfect play as an opponent: loses as late as can be, in My games, on a phone, in Japanese', () => at('start=six&level=perfect', { ...PHONE, locale: 'ja-JP' }, async (page) => {
    await page.waitForSelector('.kind:has-text("最善プレイ")');
    await page.fill('#type', 'd6').catch(() => {});
    await page.evaluate(async (position) => {
      const { page: host } = await import(/** @type {any} */ (document.querySelector('script[type=module]')).src), { PERFECT, PERSON } = await import(new URL('state.js', /** @type {any} */ (document.querySelector('script[type=module]')).src).href);
      await host.play({ variant: 'six', position }, { players: [PERFECT, PERSON] });
    }, LOST);
    await played(page, 1);
    await settle(page);
    const said = queried(LOST), longest = said.moves.filter((m) => m.plies === said.plies).map((m) => m.move);
    assert.ok(longest.includes(moves(page)[0]), `${moves(page)[0]} of ${longest}`);
    await page.waitForTimeout(600);
    await page.goto(`${page.url().split('#')[0]}#games`);
    await page.waitForSelector('#view :text("最善プレイ")');
  }));

  test('perfect play as an opponent: without its values the highest level moves, and it is said', () => at('game=nine', {}, async (page) => {
    await page.route('**/six.pack', (route) => route.fulfill({ status: 200, body: 'no database' }));
    await page.evaluate(() => { location.hash = 'start=six&level=perfect'; });
    await page.waitForFunction(() => document.getElementById('title')?.textContent?.includes('Six'));
    await page.evaluate(async () => {
      const { session } = await import(/** @type {any} */ (document.querySelector('script[type=module]')).src);
      await session.type('d6');
    });
    await page.waitForSelector('.kind:has-text("level 10: solved values are not to be had")');
  }));
}
