// SPDX-License-Identifier: MIT
// The front page in Chromium, run by e2e.mjs: the ways into the games, living pictures, no layout shift, what is about
// the page, and what happens when a part of it does not arrive.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gameIds, serve } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   ready: (page: Page) => Promise<any>, settle: (page: Page) => Promise<void>,
 *   axe: (page: Page, where: string) => Promise<void>, browser: import('playwright-core').Browser, shots: string}} tools
 */
export function front({ test, at, ready, settle, axe, browser, shots }) {
  const ids = gameIds(),
    PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  /** A page on a server of its own. @param {any} options @param {(page: Page, url: string) => Promise<void>} body */
  async function alone(options, body) {
    const own = await serve(),
      context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options });
    try {
      await body(await context.newPage(), own.url);
    } finally {
      await context.close();
      own.close();
    }
  }
  const pictures = (/** @type {Page} */ page) =>
    page.waitForFunction(
      (n) => document.querySelectorAll('.home-picture svg').length === n,
      ids.length,
    );

  test('front page: all games by name, with a sentence and four ways in', () =>
    alone({ reducedMotion: 'reduce' }, async (page, url) => {
      await page.goto(url);
      await pictures(page);
      for (const name of [
        "Nine Men's Morris",
        "Six Men's Morris",
        "Twelve Men's Morris",
        'Stacking Morris',
        'Morelli',
        'MUR',
      ]) {
        const card = page.locator('.home-card', {
          has: page.getByRole('heading', { name, exact: true }),
        });
        assert.ok(((await card.locator('p').textContent()) ?? '').length > 40, name);
        for (const way of [
          'Play the computer',
          'Learn in one minute',
          'Play a friend',
          'Two at one screen',
        ])
          assert.ok(await card.getByRole('button', { name: way }).isVisible(), `${name}: ${way}`);
      }
      await page.click('[data-two=mur]');
      await page.waitForSelector('dialog[open]');
      assert.equal(
        await page.locator('input[name=opponent]:checked').getAttribute('value'),
        'people',
      );
      await page.keyboard.press('Escape');
      for (const link of ['#about', 'rules.html'])
        assert.ok(
          (await page.locator(`nav a[href^="${link}"]`).isVisible()) ||
            (await page.locator('nav #rules').isVisible()),
          link,
        );
      assert.ok(await page.locator('#new').isHidden(), 'what belongs to a board is not here');
    }));

  test('front page: axe finds nothing, wide, phone, dark, Japanese; nothing is wider than a phone', async () => {
    for (const [name, options] of Object.entries({
      wide: { viewport: { width: 1280, height: 800 } },
      wideJapanese: { viewport: { width: 1024, height: 800 }, locale: 'ja-JP' },
      phone: PHONE,
      dark: { colorScheme: 'dark' },
      japanese: { ...PHONE, locale: 'ja-JP', colorScheme: 'dark' },
      zoomed: { viewport: { width: 640, height: 400 } },
    }))
      await alone({ reducedMotion: 'reduce', ...options }, async (page, url) => {
        for (const hash of ['', '#about']) {
          await page.goto(`${url}${hash}`);
          await page.waitForSelector(hash ? '.about' : '.home-picture svg');
          await axe(page, `${name} ${hash}`);
          const [is, may] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            innerWidth,
          ]);
          assert.ok(is <= may, `${name} ${hash}: ${is} px wide`);
          await page.screenshot({ path: join(shots, `${hash.slice(1) || 'home'}-${name}.png`) });
          const lines = await page
            .locator('header nav :is(a, button):visible')
            .evaluateAll((all) => all.map((b) => b.getBoundingClientRect().height));
          assert.ok(
            lines.every((height) => height <= 48),
            `${name} ${hash}: a word of the header is broken: ${lines}`,
          );
          if (hash) continue;
          for (const box of await page
            .locator('.home-ways button')
            .evaluateAll((all) => all.map((b) => b.getBoundingClientRect().height)))
            assert.ok(box >= 44, `${box} px high`);
        }
      });
  });

  test('front page: boards play while they are seen, and not where motion is unwelcome or held', async () => {
    const watch = (/** @type {Page} */ page) =>
      page.evaluate(() => {
        /** @type {Set<string | undefined>} */
        const moved = new Set();
        /** @type {any} */ (window).moved = moved;
        new MutationObserver((all) => {
          for (const { target } of all) {
            const card = /** @type {Element} */ (target).closest('.home-card');
            moved.add(card?.querySelector('h3')?.id);
          }
        }).observe(/** @type {any} */ (document.querySelector('.home-cards')), {
          childList: true,
          subtree: true,
        });
      });
    const moved = (/** @type {Page} */ page) =>
      page.evaluate(() => [.../** @type {any} */ (window).moved].sort());
    await alone(
      { reducedMotion: 'no-preference', viewport: { width: 1280, height: 700 } },
      async (page, url) => {
        await page.goto(url);
        await pictures(page);
        await watch(page);
        await page.waitForFunction(() => /** @type {any} */ (window).moved.size >= 3, null, {
          timeout: 20_000,
        });
        assert.deepEqual(
          await moved(page),
          ['home-morelli', 'home-mur', 'home-nine'],
          'the row that is on the screen',
        );
        await page.click('#home-pause');
        await watch(page);
        await page.waitForTimeout(2500);
        assert.deepEqual(await moved(page), []);
      },
    );
    await alone({ reducedMotion: 'reduce' }, async (page, url) => {
      await page.goto(url);
      await pictures(page);
      await watch(page);
      await page.waitForTimeout(2500);
      assert.deepEqual(await moved(page), []);
      assert.ok(
        (await page.locator('.home-picture svg .disc, .home-picture svg .art').count()) > 50,
        'men stand there all the same',
      );
    });
  });

  test('front page: nothing shifts after the first second', async () => {
    for (const options of [{}, PHONE, { locale: 'ja-JP' }])
      await alone({ reducedMotion: 'no-preference', ...options }, async (page, url) => {
        await page.addInitScript(() => {
          /** @type {any} */ (window).shifts = [];
          new PerformanceObserver((list) => {
            for (const e of /** @type {any[]} */ (list.getEntries()))
              if (!e.hadRecentInput)
                /** @type {any} */ (window).shifts.push([Math.round(e.startTime), e.value]);
          }).observe({ type: 'layout-shift', buffered: true });
        });
        // The engine comes two seconds late: its pictures must find their places.
        await page.route('**/*.wasm', async (route) => {
          await new Promise((r) => setTimeout(r, 2000));
          await route.continue();
        });
        await page.goto(url);
        await pictures(page);
        await page.waitForTimeout(1500);
        const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts);
        const sum = shifts.reduce(
          (/** @type {number} */ a, /** @type {number[]} */ [, v]) => a + v,
          0,
        );
        console.log(`   layout shift ${sum.toFixed(4)} in all: ${JSON.stringify(shifts)}`);
        assert.ok(sum < 0.005, JSON.stringify(shifts));
      });
  });

  test('front page: the game under way waits there, also before the engine has come; shared links go past it', () =>
    at('game=six&moves=d6 d2', {}, async (page) => {
      const url = page.url().replace(/#.*/, '');
      await page.click('#home');
      await page.click('#home-continue');
      await ready(page);
      assert.match(page.url(), /game=six&moves=d6\+d2/);
      let free = () => {};
      const held = new Promise((resolve) => {
        free = () => resolve(null);
      });
      await page.context().route('**/*.wasm', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('about:blank');
      await page.goto(url);
      assert.match((await page.textContent('#home-continue')) ?? '', /Six Men's Morris, move 2/);
      await page.click('#home-continue');
      free();
      await page.waitForFunction(() => location.hash.includes('game=six'));
      await ready(page);
      await page.goto('about:blank');
      await page.goto(`${url}#game=mur&moves=%2Ba1`);
      await ready(page);
      assert.equal(await page.locator('.home').count(), 0);
      // A view that is not there: the front page, and not the game before.
      await page.evaluate(() => {
        location.hash = 'nosuchview';
      });
      await page.waitForSelector('.home-card');
      await page.goto('about:blank');
      await page.goto(`${url}#nosuchview`);
      await page.waitForSelector('.home-card');
    }));

  test('front page: a game that is over and a closed table do not wait there', () =>
    at('game=six&moves=d6 d2', {}, async (page) => {
      const url = page.url().replace(/#.*/, ''),
        waits = async () => [
          await page.locator('#home-continue').count(),
          await page.locator('[data-kept]').count(),
          await page.locator('.home a[href*="/t/"]').count(),
        ];
      await page.click('#home');
      await page.waitForSelector('#home-continue');
      await page.evaluate(() => {
        location.hash = 'play';
      });
      await ready(page);
      await page.click('#resign');
      await page.click('#dialog-buttons button.main');
      await page.waitForFunction(() =>
        Object.entries(localStorage).some(
          ([name, text]) => name.startsWith('concentric.game') && /"over":true/.test(text),
        ),
      );
      await page.click('#home');
      await page.waitForSelector('.home-card');
      assert.deepEqual(await waits(), [0, 0, 0], 'the game on the board is over');
      await page.evaluate(() => {
        const seat = { id: 'aB3dE6gH', key: 'k', game: 'six', at: Date.now() };
        localStorage.setItem(
          'concentric.tables',
          JSON.stringify([seat, { ...seat, id: 'aB3dE6gJ', over: true }]),
        );
      });
      await page.goto('about:blank');
      await page.goto(url);
      await page.waitForSelector('.home-card');
      await page.waitForSelector('.home a[href*="/t/aB3dE6gH"]');
      assert.deepEqual(await waits(), [0, 0, 1], 'nor is it when one comes back');
    }));

  test('front page: other games that are not over can be gone on with', () =>
    at('game=six', {}, async (page) => {
      const url = page.url().replace(/#.*/, '');
      const move = async () => {
        await page.locator('.point.can').first().dispatchEvent('click');
        await page.waitForFunction(() => location.hash.includes('moves='));
        await settle(page);
      };
      await move();
      await page.evaluate(() => {
        location.hash = 'game=mur';
      });
      await page.waitForFunction(() => document.title.startsWith('MUR'));
      await move();
      await page.waitForTimeout(1500);
      await page.goto('about:blank');
      for (let n = 0; n < 20 && !(await page.locator('[data-kept]').count()); n++) {
        // kept a moment after it was played
        await page.goto(`${url}?${n}`); // a new document each time
        await page.waitForSelector('.home-card');
      }
      assert.match((await page.textContent('#home-continue')) ?? '', /MUR/);
      assert.match(
        (await page.locator('[data-kept]').first().textContent()) ?? '',
        /Six Men's Morris, move 1/,
      );
      await page.locator('[data-kept]').first().click();
      await ready(page);
      await page.waitForFunction(() => /game=six&moves=\w+/.test(location.hash));
      assert.ok(await page.locator('nav a[href="#games"]').count());
    }));

  test('about: whose games these are, in both languages', () =>
    at('', {}, async (page) => {
      await page.click('#home');
      await page.click('nav a[href="#about"]');
      for (const text of [/Richard Moxham/, /MUR Federation/, /MIT/, /rule sheet/, /centuries/])
        assert.match((await page.locator('.about').textContent()) ?? '', text);
      await page.click('#language');
      await page.waitForFunction(() =>
        /MITライセンス/.test(document.querySelector('.about')?.textContent ?? ''),
      );
    }));

  test('a part that does not arrive is said in words, with a way to try again', async () => {
    const says = async (/** @type {Page} */ page, /** @type {string} */ what) => {
      await page.waitForSelector('[role=alert]:visible');
      const text = (await page.locator('[role=alert]').first().textContent()) ?? '';
      assert.match(text, /did not arrive/, what);
      assert.doesNotMatch(text, /TypeError|Failed|http|undefined/, what);
    };
    for (const [file, hash] of [
      ['app.js', ''],
      ['state.js', '#game=nine'],
      ['*.wasm', '#game=nine'],
      ['worker.js', '#game=nine'],
      ['games.json', ''],
      ['home.js', ''],
      ['about.js', '#about'],
    ])
      await alone({ reducedMotion: 'reduce' }, async (page, url) => {
        await page.route(`**/${file}`, (route) => route.abort());
        await page.goto(`${url}${hash}`);
        await says(page, `${file} ${hash}`);
        await page.unroute(`**/${file}`);
        await page.getByRole('button', { name: 'Try again' }).click();
        await (hash === '#about'
          ? page.waitForSelector('.about')
          : hash
            ? ready(page)
            : pictures(page));
      });
    await alone({ reducedMotion: 'reduce' }, async (page, url) => {
      // the front page without its engine
      await page.route('**/*.wasm', (route) => route.abort());
      await page.goto(url);
      await page.waitForSelector('.home-trouble:visible');
      await says(page, 'front page');
      await page.unroute('**/*.wasm');
      await page.click('.home-trouble button');
      await pictures(page);
    });
    await alone({ reducedMotion: 'reduce' }, async (page, url) => {
      // not even the part that would say so
      await page.route('**/early.js', (route) => route.abort());
      await page.goto(url);
      assert.ok(await page.locator('.late').isHidden());
      await page.waitForSelector('.late:visible', { timeout: 15_000 });
      await page.unroute('**/early.js');
      await page.click('.late a');
      await pictures(page);
    });
  });
}
