// SPDX-License-Identifier: MIT
// Every view of the page under axe, run by e2e.mjs: the list is that of views.js, so a new view is covered by being
// there. Each in both languages, light and dark, wide and on the narrowest phone, where nothing may need scrolling sideways.
import assert from 'node:assert/strict';
import { VIEWS } from '../../web/views.js';

/** @typedef {import('playwright-core').Page} Page */

/** Views with something behind them, and the board in its states; by the address behind #. */
const MORE = [
  'game=nine&moves=d6 d2 f4 b4',
  'game=stacking&pos=wWw...../.b..b.../....w... b 5 6',
  'game=mur&moves=%2Ba1 %2Bb2',
  'game=morelli&seed=7&moves=a6-l6 i13-b6',
  'game=six&moves=d6 d2&end=p1',
  'game=nine&clock=300%2B5&moves=d2',
  'game=nine&moves=d6 d2 f4 b4&analysis=1',
];
/** Addresses that show the board; the others fill the view. */
const ON_BOARD = /game=|^explorer/;
const LOOKS = /** @type {const} */ ([
  { locale: 'en-GB', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { locale: 'en-GB', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { locale: 'ja-JP', colorScheme: 'light', viewport: { width: 320, height: 640 } },
]);

/** The view is there and does not change any more. @param {Page} page @param {boolean} board */
async function settled(page, board) {
  await page.waitForFunction((game) => {
    // not an async function: its promise would be true at once
    const place = /** @type {HTMLElement|null} */ (
      document.querySelector(game ? '#play' : '#view')
    );
    return (
      place &&
      !('starting' in document.documentElement.dataset) &&
      !place.hidden &&
      place.children.length &&
      (!game || document.querySelector('.point[tabindex="0"]'))
    );
  }, board);
  for (let before = -1, n = 0; n < 40; n++) {
    const size = await page.evaluate(() => document.querySelectorAll('main *').length);
    if (size === before) return;
    before = size;
    await page.waitForTimeout(250);
  }
}

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, url: string,
 *   axe: (page: Page, where: string) => Promise<void>}} tools
 */
export function everyView({ test, browser, url, axe }) {
  for (const address of [...Object.keys(VIEWS), ...MORE])
    test(`axe and width: #${address}`, async () => {
      for (const look of LOOKS) {
        const context = await browser.newContext({ ...look, reducedMotion: 'reduce' }),
          where = `#${address} ${look.locale} ${look.colorScheme} ${look.viewport.width}`;
        try {
          const page = await context.newPage();
          await page.goto(`${url}#${address}`);
          await settled(page, ON_BOARD.test(address));
          await axe(page, where);
          assert.equal(
            await page.locator('.trouble:visible').count(),
            0,
            `${where}: it can be shown`,
          );
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${where}: ${wide} px too wide`);
        } finally {
          await context.close();
        }
      }
    });

  test('who goes elsewhere before the engine is there stays there', async () => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      /** @type {() => void} */
      let arrive = () => {};
      const late = new Promise((resolve) => {
        arrive = () => resolve(null);
      });
      await context.route('**/*.wasm', async (route) => {
        await late;
        await route.continue();
      });
      await page.goto(`${url}#game=nine`);
      await page.waitForFunction(() => document.documentElement.dataset.theme); // the page's code runs
      await page.evaluate(() => {
        location.hash = '#home';
      });
      await page.waitForSelector('#view:not([hidden])');
      await page.evaluate(() => {
        location.hash = '#learn';
      });
      arrive();
      await page.waitForSelector('.learn-card .picture');
      await page.waitForSelector('.point.can', { state: 'attached' }); // and the game is there
      assert.equal(new URL(page.url()).hash, '#learn');
      assert.equal(await page.locator('.learn-card').first().isVisible(), true);
    } finally {
      await context.close();
    }
  });
}
