// SPDX-License-Identifier: MIT
// The explorer in Chromium: its table by mouse and keyboard, turned boards, one's own games, beside the analysis, offline.
import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const rows = (page) =>
  page
    .locator('.explorer-table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())),
    );
/** The table is about what is on the board. @param {Page} page @param {number} plies */
const drawn = (page, plies) =>
  page.waitForFunction((n) => {
    const moves = document.querySelectorAll('#moves button').length;
    return document.querySelector('.explorer-said')?.textContent && (!n || moves >= n);
  }, plies);
/** The table has changed. @param {Page} page @param {() => Promise<any>} act */
async function changed(page, act) {
  const before = JSON.stringify(await rows(page));
  await act();
  await page.waitForFunction((old) => {
    const now = JSON.stringify(
      [...document.querySelectorAll('.explorer-table tbody tr')].map((row) =>
        [...row.children].map((cell) => (cell.textContent ?? '').trim()),
      ),
    );
    return now !== old;
  }, before);
  return rows(page);
}

/** @param {any} kit of e2e.mjs */
export function explorer({ test, at: open, settle, axe }) {
  /** With a server that has solved nothing, unless a test says more: a host of files would answer 404, which browsers complain of.
   * @param {string} address @param {any} how @param {(page: Page) => Promise<void>} body */
  const at = (address, how, body) =>
    open(address, how, async (/** @type {Page} */ page) => {
      await page.route('**/api/v1/solved', (route) =>
        route.fulfill({ json: { ok: true, variants: [] } }),
      );
      await body(page);
    });

  test('explorer: what was played, by mouse, by keyboard, and back', () =>
    at('game=nine', {}, async (/** @type {Page} */ page) => {
      // A server that knows the worth of the first moves; this one has no more.
      await page.route('**/api/v1/solved', (route) =>
        route.fulfill({ json: { ok: true, variants: ['nine'] } }),
      );
      await page.route('**/api/v1/solved/nine?*', (route) =>
        route.fulfill({
          json: /position=[./]{26} /.test(decodeURIComponent(route.request().url()))
            ? {
                value: 'draw',
                plies: null,
                moves: 'a7 d7 b6 d6 c5 d5 a1'
                  .split(' ')
                  .map((move) => ({ move, value: 'draw', plies: null })),
              }
            : {},
        }),
      );
      await page.evaluate(() => {
        location.hash = '#explorer=nine';
      });
      await page.waitForSelector('.explorer-table .worth');
      const first = await rows(page);
      assert.ok(first.length >= 3 && first.length <= 4, 'nine has four first moves up to symmetry');
      const games = first.map((r) => Number(r[1].replace(/\D/g, '')));
      assert.deepEqual(
        games,
        [...games].sort((a, b) => b - a),
        'the most played first',
      );
      assert.ok(
        first.every((r) => r[3] === 'draws'),
        'as the server says',
      );
      assert.match(first[0][2], /White \d+ %, drawn \d+ %, Black \d+ %/);
      // A press plays the move, the board shows it, and the table is about what follows.
      await changed(page, () => page.locator('.explorer-table tbody button').first().click());
      assert.equal(
        (await page.locator('.piece').count()) > 0 ||
          (await page.locator('#moves button').count()) > 0,
        true,
      );
      // By keyboard alone: the focus stays in the table.
      await page.locator('.explorer-table tbody button').first().focus();
      await changed(page, () => page.keyboard.press('Enter'));
      assert.equal(
        await page.evaluate(() => !!document.activeElement?.closest('.explorer-table')),
        true,
        'one can go on',
      );
      await page.waitForFunction(() =>
        /Black|White/.test(document.querySelector('#status')?.textContent ?? ''),
      );
      const back = await changed(page, () => page.click('#explorer-first'));
      assert.deepEqual(
        back.map((r) => r.slice(0, 3)),
        first.map((r) => r.slice(0, 3)),
      );
      assert.equal(await page.isDisabled('#explorer-first'), true);
      await axe(page, 'explorer');
      // On the board as in the table; a turned board has the same numbers.
      const numbers = (/** @type {string[][]} */ list) => list.map((r) => r.slice(1, 3));
      await page.fill('#type', 'a7');
      const corner = await changed(page, () => page.press('#type', 'Enter'));
      await changed(page, () => page.click('#undo'));
      await page.fill('#type', 'e3');
      const other = await changed(page, () => page.press('#type', 'Enter'));
      assert.deepEqual(numbers(other), numbers(corner));
      assert.notDeepEqual(other, corner);
    }));

  test('explorer: solved values, another game, and the game before comes back', () =>
    at('game=nine&moves=d2 f4', {}, async (/** @type {Page} */ page) => {
      const before = page.url();
      await page.evaluate(() => {
        location.hash = '#explorer=six';
      });
      await page.waitForSelector('.explorer-table .worth');
      assert.ok(
        (await rows(page)).every((r) => ['wins', 'draws', 'loses'].includes(r[3])),
        'six is solved',
      );
      await page.selectOption('#explorer-game', 'morelli,size=9,setup=facing');
      await page.waitForFunction(
        () =>
          /^#explorer=morelli/.test(location.hash) &&
          document.querySelector('#title')?.textContent === 'Morelli',
      );
      await page.waitForSelector('.explorer-table tbody tr');
      assert.equal(await page.locator('.explorer-table .worth').count(), 0);
      await page.evaluate(() => {
        location.hash = '#explorer=morelli';
      });
      await page.waitForFunction(() =>
        /begins on another board/.test(document.querySelector('.explorer-said')?.textContent ?? ''),
      );
      await page.click('#explorer-quit');
      await page.waitForFunction(() => !document.querySelector('#explorer'));
      await settle(page);
      assert.equal(page.url(), before);
      assert.equal((await page.locator('#moves button').count()) >= 2, true);
    }));

  test('explorer: own games are counted, and analysis goes on from there', () =>
    at('game=six&moves=d6 d2 f4 b4&end=p1', {}, async (/** @type {Page} */ page) => {
      await page.waitForSelector('#moves button');
      // A game that is looked at by a link is not kept; one that is played is.
      await page.goto(page.url().replace(/#.*/, '#start=six&level=1'));
      await page.waitForFunction(() => document.querySelectorAll('.point.can').length > 0);
      await page.fill('#type', 'b6');
      await page.press('#type', 'Enter');
      await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 3);
      await settle(page);
      await page.evaluate(() =>
        /** @type {HTMLElement} */ (document.querySelector('#resign')).click(),
      );
      await page.click('#dialog-buttons button.main');
      await page.waitForFunction(
        () => /** @type {HTMLButtonElement} */ (document.querySelector('#resign')).disabled,
      );
      await page.evaluate(() => {
        location.hash = '#explorer=six';
      });
      await page.waitForSelector('.explorer-table tbody tr');
      const own = await changed(page, () => page.check('.explorer-own'));
      const played = own.filter((r) => r[1] !== '–');
      assert.deepEqual([played.length, played[0][1]], [1, '1'], 'one game, one first move');
      assert.match((await page.textContent('.explorer-said')) ?? '', /your 1 finished/);
      await changed(page, () => page.check('.explorer-self'));
      await changed(page, () => page.locator('.explorer-table tbody button').first().click());
      await page.click('#explorer-analyse');
      await page.waitForSelector('#analysis-explorer .explorer-table tbody tr');
      assert.equal(await page.locator('#explorer').count(), 0);
      await changed(page, () =>
        page.locator('#analysis-explorer .explorer-table tbody button').first().click(),
      );
      await page.waitForFunction(
        () =>
          (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').length === 2,
      );
    }));

  test('explorer: a file that does not come or is damaged is said', () =>
    at('game=nine', {}, async (/** @type {Page} */ page) => {
      await page.route('**/explorer/nine.txt', (route) =>
        route.fulfill({
          status: 200,
          contentType: 'text/plain',
          body: 'explorer 1 nine\nmade x\nrubbish',
        }),
      );
      await page.evaluate(() => {
        location.hash = '#explorer=nine';
      });
      await page.waitForFunction(() =>
        /could not be fetched/.test(document.querySelector('.explorer-said')?.textContent ?? ''),
      );
      await page.unroute('**/explorer/nine.txt');
      await page.click('.point.can >> nth=0', { force: true });
      await page.waitForSelector('.explorer-table tbody tr'); // asked again
      await drawn(page, 1);
    }));
}
