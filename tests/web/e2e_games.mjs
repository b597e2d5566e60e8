// SPDX-License-Identifier: MIT
// What the browser keeps, in Chromium, run by e2e.mjs: storage that holds anything or nothing, two tabs, kept games,
// watching and the board editor.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** @typedef {import('playwright-core').Page} Page */

/** Storage as a browser has it that blocks it all. */
const blockStorage = () => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
};

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   tap: (page: Page, name: string) => Promise<void>, settle: (page: Page) => Promise<void>,
 *   point: (page: Page, name: string) => import('playwright-core').Locator,
 *   ready: (page: Page) => Promise<any>, played: (page: Page, n: number) => Promise<any>,
 *   moves: (page: Page) => string[], axe: (page: Page, where: string) => Promise<void>, shots: string}} tools
 */
export function kept({ test, at, tap, ready, played, moves, axe }) {
  /** All kept games, once what waits is written. @param {Page} page @returns {Promise<any[]>} */
  const keptGames = (page) =>
    page.evaluate(async () => {
      const app = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      await app.session.queue;
      await app.keeper.flush();
      const { games } = await import(
        new URL(
          'games-db.js',
          /** @type {any} */ (document.querySelector('script[type=module]')).src,
        ).href
      );
      return games.all();
    });
  /** @param {Page} page */
  const opponents = (page) =>
    page.evaluate(async () => {
      const { session } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      return session.state.seats.map((/** @type {any} */ s) => s.text);
    });

  const JUNK = /** @type {Record<string, string>[]} */ ([
    {
      'concentric.game': '{"link":5}',
      'concentric.settings':
        '{"lessonsDone":null,"theme":{"a":1},"threads":"x","labels":7,"lang":9,"board":{"lines":"__proto__","cells":5},"men":{"lines":"constructor"}}',
      'concentric.game.1-1': '{"record":7,"link":"game=nine","time":"x"}',
      'concentric.tables': '{"id":1}',
    },
    {
      'concentric.game':
        '{"link":"game=nine","players":[{"kind":"computer","level":99},{"kind":"person"}]}',
      'concentric.settings': '[1,2]',
      'concentric.tables': '[{"id":5},null,{"id":"x","key":"y","game":7,"at":"z"}]',
    },
    {
      'concentric.game.1-2': '{"record":"[Game","link":"game=nine","time":9e15,"id":{}}',
      'concentric.settings': '{',
    },
    {
      'concentric.game.1-3': `{"record":"[Game \\"nine\\"]\\n[White \\"computer level 99\\"]\\n\\n1. d2 *","link":"game=nine&moves=d2","flipped":"x","time":${Date.now()}}`,
    },
  ]);
  test('junk in the browser’s storage does not kill the page', () =>
    at('', {}, async (page) => {
      const base = page.url().replace(/#.*/, '');
      for (const junk of JUNK) {
        await page.goto(`${base}rules.html`);
        await page.evaluate((values) => {
          localStorage.clear();
          sessionStorage.clear();
          sessionStorage.setItem('concentric.tab', 'x'.repeat(1e5));
          for (const [k, v] of Object.entries(values)) localStorage.setItem(k, v);
        }, junk);
        await page.goto(`${base}#home`);
        await page.waitForSelector('[data-game=nine]');
        await page.goto(`${base}#game=nine`);
        await page.reload();
        await ready(page);
        await tap(page, 'd2');
        await played(page, 1);
        await page.goto(`${base}#start=nine&level=1`);
        await page.reload();
        await ready(page);
        await tap(page, 'd6');
        await played(page, 2);
      }
      await page.evaluate(() =>
        history.replaceState({ players: 'x', id: 7 }, '', '#game=nine&moves=d2'),
      );
      await page.reload();
      await ready(page);
      assert.deepEqual(moves(page), ['d2']);
    }));

  test('where storage is blocked a reload keeps the game and who plays it', () =>
    at('', {}, async (page) => {
      await page.context().addInitScript(blockStorage);
      await page.goto('about:blank');
      await page.goBack();
      await page.waitForURL(/#/);
      await page.evaluate(() => {
        location.hash = '#start=nine&level=2&side=0';
      });
      await page.waitForFunction(() => /game=nine&moves/.test(location.hash)); // the computer has begun
      await page.reload();
      await ready(page);
      assert.deepEqual(await opponents(page), ['computer level 2', 'person']);
      const before = moves(page).length;
      await tap(page, moves(page)[0] === 'd2' ? 'd6' : 'd2');
      await played(page, before + 2); // it answers
      await page.reload();
      await ready(page);
      assert.deepEqual(await opponents(page), ['computer level 2', 'person']);
      assert.ok(moves(page).length >= before + 2);
      const list = await keptGames(page);
      assert.equal(list.length, 0, 'a reload forgets what nothing may keep');
    }));

  test('two tabs on one game: both keep their opponent, and neither writes over the other’s', () =>
    at('start=nine&level=1', {}, async (page) => {
      await tap(page, 'd2');
      await played(page, 2);
      const list = await keptGames(page);
      assert.deepEqual(
        list.map((g) => [g.game, g.moves, g.you, g.players[1].level]),
        [['nine', 2, 0, 1]],
      );
      const other = await page.context().newPage(); // goes on with a copy of the latest
      await other.goto(page.url().replace(/#.*/, '#play'));
      await ready(other);
      assert.deepEqual(await opponents(other), ['person', 'computer level 1']);
      const free = await other
        .locator('.point.can')
        .evaluateAll((all) => all.map((b) => (b.getAttribute('aria-label') ?? '').split(',')[0]));
      await tap(other, free[0]);
      await played(other, 4);
      assert.deepEqual(
        (await keptGames(other)).map((g) => g.moves),
        [4],
        'the same game, gone on',
      );
      await tap(page, free[1]);
      await played(page, 4);
      const both = await keptGames(page);
      assert.equal(both.length, 2, 'two games now');
      assert.notEqual(both[0].link, both[1].link);
      for (const tab of [page, other]) {
        const had = moves(tab);
        await tab.reload();
        await ready(tab);
        assert.deepEqual(moves(tab), had);
        assert.deepEqual(await opponents(tab), ['person', 'computer level 1']);
      }
      assert.equal((await keptGames(page)).length, 2, 'a reload makes no new game');
      await other.close();
    }));

  test('a new game leaves the old one among the kept ones', () =>
    at('game=six', {}, async (page) => {
      assert.equal((await keptGames(page)).length, 0, 'nothing was played');
      await tap(page, 'd6');
      await page.evaluate(() => {
        location.hash = '#game=nine&moves=d2+d6';
      });
      await played(page, 2);
      assert.deepEqual(
        (await keptGames(page)).map((g) => g.game),
        ['six'],
        'a link that was only looked at is not kept',
      );
      await tap(page, 'f4');
      assert.deepEqual(
        (await keptGames(page)).map((g) => [g.game, g.moves]),
        [
          ['nine', 3],
          ['six', 1],
        ],
      );
      await page.goBack(); // to the first address
      await page.waitForFunction(() => /game=six/.test(location.hash));
      await ready(page);
      await tap(page, 'd2');
      await played(page, 2);
      assert.deepEqual(
        (await keptGames(page)).map((g) => [g.game, g.moves]),
        [
          ['six', 2],
          ['nine', 3],
        ],
        'gone on with',
      );
    }));

  test('my games: kept, filtered, deleted and back, exported, imported, gone on with', () =>
    at('start=nine&level=1', {}, async (page) => {
      await tap(page, 'd2');
      await played(page, 2);
      await page.evaluate(() => {
        location.hash = '#game=mur&moves=%2Bb1';
      });
      await page.waitForFunction(() => /game=mur/.test(location.hash));
      await played(page, 1);
      await tap(page, 'c3');
      await played(page, 2);
      await page.click('#resign');
      await page.click('#dialog-buttons .main');
      await page.waitForSelector('#resign:disabled', { state: 'attached' });
      await page.evaluate(() => {
        location.hash = '#games';
      });
      await page.waitForSelector('.games-list li:nth-child(2)');
      await page.waitForFunction(
        () => document.querySelectorAll('.games-list .games-picture svg').length === 2,
      );
      await axe(page, 'my games');
      assert.match(
        (await page.textContent('.games-list li:nth-child(2)')) ?? '',
        /Nine Men's Morris.*First game.*Under way.*moves: 2/s,
      );
      assert.match(
        (await page.textContent('.games-list li:nth-child(1)')) ?? '',
        /MUR.*won.*moves: 2/s,
      );
      await page.selectOption('#games-by-opponent', 'computer');
      assert.equal(await page.locator('.games-list li').count(), 1);
      await page.selectOption('#games-by-opponent', '');
      // by keyboard alone: delete the first, and have it back
      await page.locator('.games-list li:first-child [data-do=delete]').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelectorAll('.games-list li').length === 1);
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'games-undo');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('#games-export'),
      ]);
      const one = readFileSync(await download.path(), 'utf8');
      assert.match(one, /\[Game "nine"\]/);
      await page.focus('#games-undo');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.games-list li:nth-child(2)');
      await page.setInputFiles('#games-file', [
        {
          name: 'a.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from(`${one}\n[Game "six"]\n\n1. d6 d2 *\n\n[Game "six"]\n\n1. z9 *\n`),
        },
      ]);
      await page.waitForSelector('.games-list li:nth-child(3)');
      await page.waitForFunction(() =>
        /Added: 1\. Here already: 1\. Not readable: 1 \(.*z9/.test(
          document.querySelector('.games-said')?.textContent ?? '',
        ),
      );
      await page
        .locator('.games-list li', { hasText: 'First game' })
        .locator('[data-do=open]')
        .click();
      await page.waitForFunction(() => /game=nine/.test(location.hash));
      await ready(page);
      assert.deepEqual(await opponents(page), ['person', 'computer level 1']);
      await tap(page, moves(page)[1] === 'a1' ? 'g7' : 'a1');
      await played(page, 4);
      const list = await keptGames(page);
      assert.deepEqual(
        list.map((g) => g.game).sort(),
        ['mur', 'nine', 'six'],
        'gone on with, not copied',
      );
      assert.equal(list.find((g) => g.game === 'nine').moves, 4);
      await page.reload();
      await ready(page);
      assert.equal(moves(page).length, 4);
      await page.goto(page.url().replace(/#.*/, '#games')); // and still there after everything
      await page.reload();
      await page.waitForSelector('.games-list li:nth-child(3)');
      await page.locator('.games-list li', { hasText: 'MUR' }).locator('[data-do=review]').click();
      await page.waitForFunction(() => /game=mur.*ply=0/.test(location.hash));
    }));

  test('my games where nothing may be kept says so', () =>
    at('', {}, async (page) => {
      await page.context().addInitScript(blockStorage);
      await page.goto('about:blank');
      await page.goBack();
      await page.evaluate(() => {
        location.hash = '#game=six';
      });
      await page.waitForFunction(() => /game=six/.test(location.hash));
      await ready(page);
      await page.waitForSelector('.point.can[aria-label^="d6,"]'); // the board may still be that of before
      await tap(page, 'd6');
      await played(page, 1);
      await page.evaluate(() => {
        location.hash = '#games';
      });
      await page.waitForSelector('.games-list li');
      assert.ok(await page.locator('.games-passing').isVisible());
    }));

  test('watching two computers: pause, step, speed; and a game that is over, move by move', () =>
    at('start=nine&level=1&side=both', {}, async (page) => {
      await page.waitForSelector('#watch-play');
      await page.selectOption('#watch-speed', 'fast');
      await played(page, 4);
      await page.focus('#watch-play'); // by keyboard
      await page.keyboard.press('Enter');
      await page.waitForSelector('#watch-play[aria-label="Play the moves"]');
      const stands = moves(page).length;
      await page.waitForTimeout(900);
      assert.equal(moves(page).length, stands, 'nobody moves while it is paused');
      for (let n = 1; n <= 2; n++) {
        await page.focus('#watch-step');
        await page.keyboard.press('Enter');
        await played(page, stands + n);
        await page.waitForSelector('#watch-play[aria-label="Play the moves"]');
      }
      await page.waitForTimeout(900);
      assert.equal(moves(page).length, stands + 2, 'one move a step');
      await axe(page, 'watching');
      await page.click('#watch-play');
      await played(page, stands + 4);
      await page.goto(`${page.url().replace(/#.*/, '')}#game=nine&moves=d2+d6+a1&end=p1`);
      await page.waitForFunction(() => /end=p1/.test(location.hash));
      await page.waitForSelector('#watch-play[aria-label="Play the moves"]');
      await page.evaluate(() => document.getElementById('watch-play')?.click()); // from the beginning
      for (const ply of ['ply=0', 'ply=1', 'ply=2', 'end=p1$'])
        await page.waitForFunction(
          (p) => new RegExp(p.includes('$') ? p : `${p}(&|$)`).test(location.hash),
          ply,
        );
      await page.waitForSelector('#watch-play[aria-label="Play the moves"]');
      await page.evaluate(() => {
        location.hash = '#game=six';
      });
      await page.waitForSelector('#watch', { state: 'hidden' });
    }));

  test('the board editor: by keyboard, by clicks and by dragging; what the rules refuse is said', () =>
    at('game=nine', {}, async (page) => {
      await page.evaluate(() => {
        location.hash = '#edit';
      });
      await page.waitForSelector('.edit-said.good');
      const on = (/** @type {string} */ name) =>
        page.locator(`.edit-board .point[aria-label^="${name},"]`);
      const middle = async (/** @type {import('playwright-core').Locator} */ what) => {
        const box = await what.boundingBox();
        return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      };
      const text = () => page.inputValue('#edit-text');
      await on('a7').focus(); // by keyboard
      await page.keyboard.press('w');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('b');
      await page.waitForFunction(() =>
        /^wb\.{6}/.test(/** @type {any} */ (document.getElementById('edit-text')).value),
      );
      await page.keyboard.press('Delete');
      await page.waitForFunction(() =>
        /^w\.{7}/.test(/** @type {any} */ (document.getElementById('edit-text')).value),
      );
      assert.match((await page.textContent('#edit-said')) ?? '', /\S/);
      await page.click('.edit-palette [data-code="2"]'); // by clicks
      const [cx, cy] = await middle(on('d6').locator('.hit'));
      await page.mouse.click(cx, cy);
      await page.waitForFunction(() =>
        /\/\.b/.test(/** @type {any} */ (document.getElementById('edit-text')).value),
      );
      const [fx, fy] = await middle(page.locator('.edit-palette [data-code="1"]')),
        [tx, ty] = await middle(on('g7').locator('.hit')); // by dragging
      await page.mouse.move(fx, fy);
      await page.mouse.down();
      await page.mouse.move(fx + 30, fy + 5);
      await page.mouse.move(tx, ty, { steps: 3 });
      await page.mouse.up();
      await page.waitForFunction(() =>
        /^w\.w/.test(/** @type {any} */ (document.getElementById('edit-text')).value),
      );
      for (const [n, men] of [
        [0, '99'],
        [1, '3'],
      ]) {
        await page
          .locator('.edit-side input[type=number]')
          .nth(/** @type {number} */ (n))
          .fill(String(men));
        await page.keyboard.press('Tab');
      }
      await page.waitForSelector('.edit-said.why'); // 99 men: the engine says why not
      assert.ok(await page.isDisabled('#edit-computer'));
      for (const [n, men] of [
        [0, '7'],
        [1, '8'],
      ]) {
        await page
          .locator('.edit-side input[type=number]')
          .nth(/** @type {number} */ (n))
          .fill(String(men));
        await page.keyboard.press('Tab');
      }
      await page.selectOption('#edit-turn', '1');
      await page.waitForSelector('.edit-said.good');
      assert.equal(await text(), 'w.w...../.b....../........ b 7 8');
      await axe(page, 'board editor');
      await page.selectOption('#edit-level', '1');
      await page.click('#edit-computer');
      await page.waitForFunction(() => /game=nine&pos=w/.test(location.hash));
      assert.deepEqual(await opponents(page), ['computer level 1', 'person']);
      await page.evaluate(() => {
        location.hash = '#edit=mur';
      });
      await page.waitForSelector('.edit-said.good');
      await page.selectOption('#edit-game', 'morelli');
      await page.waitForFunction(() =>
        /^[bw]{13}\//.test(/** @type {any} */ (document.getElementById('edit-text')).value),
      );
      await page.click('#edit-clear');
      await page.waitForFunction(
        () =>
          /^13\//.test(/** @type {any} */ (document.getElementById('edit-text')).value) ||
          document.querySelector('.edit-said.why'),
      );
    }));
}
