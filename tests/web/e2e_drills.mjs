// SPDX-License-Identifier: MIT
// Perfect play as an opponent, and drills against it, in Chromium; run by e2e.mjs. What it plays and what is claimed is compared
// with `concentric query`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSet } from '../../web/drill-sets.js';
import { WEB, queried } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Lost for White in 38 plies, with every move of White's as good as it says. */
const LOST = 'wb.bw..b/.w.b.w.b w 0 0';

/** @param {Parameters<typeof import('./e2e_more.mjs').more>[0] & {browser: import('playwright-core').Browser, url: string}} tools */
export function drills({ test, at, tap, settle, point, played, moves, axe, shots, browser, url }) {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  test('perfect play as an opponent: from the sheet, by keyboard, kept over a reload', () =>
    at('game=nine', {}, async (page) => {
      await page.click('#new');
      await page.waitForSelector('.newgame .tile');
      assert.equal(await page.locator('.newgame input[value=perfect]').count(), 0);
      await page.focus('.newgame input[name=game]:checked');
      await page.keyboard.press('ArrowRight'); // six
      await page.waitForSelector('.newgame input[value=perfect]', { state: 'attached' });
      assert.equal(await page.locator('.newgame input[name=game]:checked').inputValue(), 'six');
      assert.equal(
        await page.evaluate(() => /** @type {any} */ (document.activeElement).name),
        'game',
        'the focus stays',
      );
      await page.focus('.newgame input[value=perfect]');
      await page.keyboard.press('Space');
      await page.waitForSelector('.newgame .said:has-text("never errs")');
      await axe(page, 'perfect play in the sheet');
      await page.screenshot({ path: join(shots, 'sheet-perfect.png') });
      await page.locator('.newgame input[value="1"][name=side]').check({ force: true });
      await page.click('#dialog-buttons .main');
      await played(page, 1);
      await settle(page);
      assert.match((await page.textContent('#player-far')) ?? '', /Computer.*perfect play/);
      const first = moves(page)[0],
        start = queried('......../........ w 6 6');
      const best = start.moves
        .filter((m) => m.value === 'draw' && m.traps === start.moves[0].traps)
        .map((m) => m.move);
      assert.ok(best.includes(first), `${first} of ${best}`);
      await page.reload();
      await page.waitForSelector('#player-far:has-text("perfect play")');
      assert.deepEqual(moves(page), [first]);
    }));

  test('perfect play as an opponent: loses as late as can be, in My games, on a phone, in Japanese', () =>
    at('start=six&level=perfect', { ...PHONE, locale: 'ja-JP' }, async (page) => {
      await page.waitForSelector('.kind:has-text("最善プレイ")');
      await page.fill('#type', 'd6').catch(() => {});
      await page.evaluate(async (position) => {
        const { page: host } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          ),
          { PERFECT, PERSON } = await import(
            new URL(
              'state.js',
              /** @type {any} */ (document.querySelector('script[type=module]')).src,
            ).href
          );
        await host.play({ variant: 'six', position }, { players: [PERFECT, PERSON] });
      }, LOST);
      await played(page, 1);
      await settle(page);
      const said = queried(LOST),
        longest = said.moves.filter((m) => m.plies === said.plies).map((m) => m.move);
      assert.ok(longest.includes(moves(page)[0]), `${moves(page)[0]} of ${longest}`);
      await page.waitForTimeout(600);
      await page.goto(`${page.url().split('#')[0]}#games`);
      await page.waitForSelector('#view :text("最善プレイ")');
      await page.goto(`${page.url().split('#')[0]}#edit=six`);
      await page.waitForSelector('#edit-level option[value=perfect]', { state: 'attached' });
    }));

  test('perfect play as an opponent: without its values the highest level moves, and it is said', () =>
    at('game=nine', {}, async (page) => {
      await page.route('**/six.pack', (route) =>
        route.fulfill({ status: 200, body: 'no database' }),
      );
      await page.evaluate(() => {
        location.hash = 'start=six&level=perfect';
      });
      await page.waitForFunction(() =>
        document.getElementById('title')?.textContent?.includes('Six'),
      );
      await page.evaluate(async () => {
        const { session } = await import(
          /** @type {any} */ (document.querySelector('script[type=module]')).src
        );
        await session.type('d6');
      });
      await page.waitForSelector('.kind:has-text("level 10: solved values are not to be had")');
    }));

  // -- drills ----------------------------------------------------------------------------------------

  /** @param {Page} page @param {string} phase */
  const phase = (page, phase) =>
    page.waitForFunction((p) => document.documentElement.dataset.drill === p, phase);
  /** What the program says of the position on the board. @param {Page} page */
  const asked = async (page) =>
    queried(
      await page.evaluate(
        async () =>
          (await import(/** @type {any} */ (document.querySelector('script[type=module]')).src))
            .session.state.position,
      ),
    );
  const SIX = readSet(readFileSync(join(WEB, 'drills/six.txt'), 'utf8'), 'six');
  const shortest = SIX.filter((d) => d.kind === 'win' && / 0 0$/.test(d.position))[0],
    held = SIX.find((d) => d.kind === 'hold' && d.themes.includes('moving')) ?? SIX[0];
  /** The points of a move. @param {string} move */
  const pointsOf = (move) => move.split(/[-x]/);

  test('drills by mouse: the list, a slip, hints, the win, the row, the next one; the game before comes back', () =>
    at('game=nine&moves=d2', {}, async (page) => {
      await page.evaluate(() => {
        location.hash = 'drills';
      });
      await page.waitForSelector('.drills-picture svg');
      await axe(page, 'list of drills');
      assert.equal(await page.locator('.drills-number').count(), SIX.length);
      await page.check('.drills-themes input[value=long]', { force: true });
      assert.equal(
        await page.locator('.drills-number').count(),
        SIX.filter((d) => d.themes.includes('long')).length,
      );
      await page.check('.drills-themes input[value=""]', { force: true });
      await page.click(`.drills-number[href="#drills=six.${shortest.number}"]`);
      await phase(page, 'asking');
      await axe(page, 'a drill');
      const first = await asked(page),
        bad = first.moves.find((m) => m.value !== 'win');
      assert.equal(first.value, 'win');
      assert.equal(first.plies, shortest.plies);
      for (const name of pointsOf(bad?.move ?? '')) await tap(page, name);
      await page.waitForSelector('#drill-said.why:has-text("Taken back")');
      assert.match(
        (await page.textContent('#drill-said')) ?? '',
        bad?.value === 'draw' ? /gives the win away/ : new RegExp(`loss, in ${bad?.plies} plies`),
      );
      assert.equal(await page.locator('.pointers.wrong').count(), 1);
      await page.check('#drill-distance');
      assert.equal(await page.textContent('.drill-far'), `Win in ${first.plies} plies`);
      await page.click('#drill-hint');
      assert.equal(
        await page.textContent('#drill-said'),
        `${shortest.keep === 1 ? 'One' : shortest.keep} of ${shortest.moves} moves ${shortest.keep === 1 ? 'does' : 'do'} it.`,
      );
      await page.click('#drill-hint');
      assert.equal(await page.textContent('#drill-said'), `${first.moves[0].move} does it.`);
      await page.screenshot({ path: join(shots, 'drill.png') });
      const play = async () => {
        for (let n = 0; n < 40; n++) {
          await page.waitForFunction(() =>
            ['asking', 'done'].includes(document.documentElement.dataset.drill ?? ''),
          );
          if ((await page.evaluate(() => document.documentElement.dataset.drill)) === 'done')
            return;
          const { moves: all } = await asked(page),
            before = await page.textContent('.drill-left');
          for (const name of pointsOf(all[0].move))
            if (await point(page, name).evaluate((p) => p.classList.contains('can')))
              await tap(page, name);
          await page.waitForFunction(
            (was) =>
              document.documentElement.dataset.drill !== 'asking' ||
              document.querySelector('.drill-left')?.textContent !== was,
            before,
          );
        }
      };
      await play();
      assert.match((await page.textContent('#drill-said')) ?? '', /^Done\. Once more/);
      await page.click('#drill-again');
      await phase(page, 'asking');
      for (
        let n = 0;
        n < 40 && (await page.evaluate(() => document.documentElement.dataset.drill)) === 'asking';
        n++
      ) {
        await page.evaluate(
          async (move) =>
            (
              await import(/** @type {any} */ (document.querySelector('script[type=module]')).src)
            ).session.type(move),
          (await asked(page)).moves[0].move,
        );
        await page.waitForFunction(() =>
          ['asking', 'done'].includes(document.documentElement.dataset.drill ?? ''),
        );
      }
      assert.match(
        (await page.textContent('#drill-said')) ?? '',
        /^Won, without a slip! 1 in a row/,
      );
      await page.screenshot({ path: join(shots, 'drill-done.png') });
      await axe(page, 'a drill that is done');
      await page.click('#drill-next');
      await phase(page, 'asking');
      assert.notEqual(new URL(page.url()).hash, `#drills=six.${shortest.number}`);
      await page.click('#drill-quit');
      await page.waitForSelector('.drills-kind[data-kind=win]:has-text("1 of")');
      assert.match(
        (await page.textContent('.drills-kind[data-kind=win]')) ?? '',
        /In a row without help: 1, at best 1/,
      );
      await page.evaluate(() => {
        location.hash = 'play';
      });
      await page.waitForFunction(() =>
        document.getElementById('title')?.textContent?.includes('Nine'),
      );
      assert.deepEqual(moves(page), ['d2']);
    }));

  test('drills by keyboard alone: a draw is held, in Japanese, on a phone', () =>
    at(`drills=six.${held.number}`, { ...PHONE, locale: 'ja-JP' }, async (page) => {
      await phase(page, 'asking');
      await axe(page, 'a drill on a phone');
      assert.match((await page.textContent('#drill-text')) ?? '', /引き分けの局面です。あと10手/);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'nothing sticks out',
      );
      await page.focus('#drill-type');
      for (let n = 0; n < 12; n++) {
        await page.waitForFunction(() =>
          ['asking', 'done'].includes(document.documentElement.dataset.drill ?? ''),
        );
        if ((await page.evaluate(() => document.documentElement.dataset.drill)) === 'done') break;
        const { moves: all } = await asked(page),
          before = await page.textContent('.drill-left');
        await page.focus('#drill-type');
        await page.keyboard.type(all.find((m) => m.value === 'draw')?.move ?? '');
        await page.keyboard.press('Enter');
        await page.waitForFunction(
          (was) =>
            document.querySelector('.drill-left')?.textContent !== was ||
            document.documentElement.dataset.drill === 'done',
          before,
        );
      }
      assert.match((await page.textContent('#drill-said')) ?? '', /ノーミスで守り切りました！/);
      assert.equal(
        await page.evaluate(() => document.activeElement?.id),
        'drill-next',
        'the focus goes on',
      );
      await page.keyboard.press('Enter');
      await phase(page, 'asking');
    }));

  test('drills offline: what was loaded once works; without the database it is said, with a way on', async () => {
    const context = await browser.newContext({
      viewport: { width: 844, height: 390 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    try {
      const page = await context.newPage();
      await page.goto(`${url}#drills=six.${shortest.number}`);
      await phase(page, 'asking');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload(); // now it keeps what it hands out
      await phase(page, 'asking');
      await context.setOffline(true);
      await page.reload();
      await phase(page, 'asking');
      await page.click('#drill-hint');
      const { moves: all } = await asked(page),
        before = await page.textContent('.drill-left');
      await page.fill('#drill-type', all[0].move);
      await page.press('#drill-type', 'Enter');
      await page.waitForFunction(
        (was) =>
          document.querySelector('.drill-left')?.textContent !== was &&
          document.documentElement.dataset.drill !== 'answering',
        before,
      );
      assert.equal(await page.evaluate(() => document.documentElement.dataset.drill), 'asking');
    } finally {
      await context.close();
    }
    await at('game=nine', {}, async (page) => {
      await page.route('**/six.pack', (route) =>
        route.fulfill({ status: 200, body: 'no database' }),
      );
      await page.evaluate((n) => {
        location.hash = `drills=six.${n}`;
      }, shortest.number);
      await phase(page, 'missing');
      assert.match((await page.textContent('#drill-text')) ?? '', /cannot be had just now/);
      await axe(page, 'a drill without values');
      await page.unroute('**/six.pack');
      await page.click('#drill-retry');
      await phase(page, 'asking');
    });
  });
}
