// SPDX-License-Identifier: MIT
// Builds and the service worker in Chromium, run by e2e.mjs: a build arrives whole or not at all, whatever the server does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product, serve } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, ready: (page: Page) => Promise<any>}} tools */
export function offline({ test, browser, ready }) {
  const SECOND = '0123456789abcdef';
  /** The same files under another name take the place of the first build, whose files are gone.
   * @param {string} dir @param {string} first */
  function deploy(dir, first) {
    cpSync(join(dir, 'a', first), join(dir, 'a', SECOND), { recursive: true });
    rmSync(join(dir, 'a', first), { recursive: true });
    for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((f) =>
      /\.(html|webmanifest)$|^sw\.js$/.test(f),
    ))
      writeFileSync(
        join(dir, file),
        readFileSync(join(dir, file), 'utf8').replaceAll(first, SECOND),
      );
  }
  /** The build whose files the page in the tab has. @param {Page} page */
  const builds = (page) =>
    page.evaluate(() => [
      ...new Set(
        performance
          .getEntriesByType('resource')
          .map((e) => /\/a\/(\w+)\//.exec(e.name)?.[1])
          .filter((b) => b),
      ),
    ]);
  const caches = (/** @type {Page} */ page) =>
    page.evaluate(() =>
      globalThis.caches.keys().then((keys) => keys.map((k) => /\w{16}/.exec(k)?.[0])),
    );
  /** A page under a service worker of the first build.
   * @param {(page: Page, own: Awaited<ReturnType<typeof serve>>, dir: string, first: string) => Promise<void>} body */
  async function installed(body) {
    const dir = mkdtempSync(join(tmpdir(), 'concentric-page-')),
      own = await serve({ dir });
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    try {
      execFileSync(product('concentric'), ['page', dir]);
      await page.goto(`${own.url}#start=nine&level=1`);
      await ready(page);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await body(page, own, dir, readdirSync(join(dir, 'a'))[0]);
    } finally {
      await context.close();
      own.close();
      rmSync(dir, { recursive: true });
    }
  }
  /** Looks for a newer build, and waits until it has been tried. @param {Page} page */
  const update = (page) =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => {});
      for (let n = 0; n < 200 && (registration.installing || registration.waiting); n++)
        await new Promise((r) => setTimeout(r, 50));
    });
  const again = async (/** @type {Page} */ page) => {
    await page.reload();
    await ready(page);
  };

  test('two builds are never mixed: the new one is seen when it is there whole', () =>
    installed(async (page, own, dir, first) => {
      deploy(dir, first);
      assert.ok(
        await page.evaluate(
          async () =>
            (
              await fetch(
                new URL(
                  'worker.js',
                  /** @type {any} */ (document.querySelector('script[type=module]')).src,
                ),
              )
            ).ok,
        ),
        'the open tab still has the files of its build',
      );
      await again(page);
      assert.equal((await builds(page)).length, 1);
      await update(page);
      await again(page);
      assert.deepEqual(await builds(page), [SECOND]);
      own.close();
      await again(page);
      assert.deepEqual(await builds(page), [SECOND]);
    }));

  test('a book of openings comes when the computer at full strength needs it, and stays for times without a connection', () =>
    installed(async (page, own) => {
      const fetched = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map((e) => /[^/]*\.book$|values\.wasm$/.exec(e.name)?.[0])
            .filter((name) => name)
            .sort(),
        );
      const moved = () =>
        page.evaluate(async () => {
          const { session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          for (let n = 0; n < 1200 && !session.state?.moves.length; n++)
            await new Promise((done) => setTimeout(done, 50));
          return session.state?.moves.length;
        });
      assert.deepEqual(await fetched(), []);
      for (const online of [true, false]) {
        await page.context().setOffline(!online);
        if (!online) own.close();
        await page.goto(`${own.url}#start=nine&level=10&side=0`);
        await page.reload();
        assert.equal(await moved(), 1);
        assert.deepEqual(await fetched(), ['nine.book', 'values.wasm']);
        const [book] = await page.evaluate(() =>
          Promise.all(
            performance
              .getEntriesByType('resource')
              .filter((e) => e.name.endsWith('.book'))
              .map(async (e) => (await fetch(e.name)).ok),
          ),
        );
        assert.equal(book, true);
      }
    }));

  for (const how of /** @type {const} */ (['broken', 'slow']))
    test(`a ${how} file of a new build costs nothing: the old one stays, also offline, and the new one comes when it can`, () =>
      installed(async (page, own, dir, first) => {
        deploy(dir, first);
        own.spoiled.set(`a/${SECOND}/board.js`, how);
        for (let n = 0; n < 3; n++) {
          if (how === 'broken') await update(page);
          else
            await page.evaluate(() =>
              navigator.serviceWorker.ready.then((r) => void r.update().catch(() => {})),
            );
          await again(page);
          assert.deepEqual(await builds(page), [first]);
        }
        if (how === 'broken')
          assert.deepEqual(await caches(page), [first], 'nothing is left of what did not arrive');
        await page.context().setOffline(true);
        await again(page);
        assert.deepEqual(await builds(page), [first]);
        await page.context().setOffline(false);
        own.spoiled.clear();
        own.drop(); // who waits for it gives up at some time: the browser is closed, the network changes
        for (let n = 0; n < 20 && !(await builds(page)).includes(SECOND); n++) {
          await update(page);
          await again(page);
        }
        assert.deepEqual(await builds(page), [SECOND]);
      }));

  test('a set of puzzles that was used comes along into the next build', () =>
    installed(async (page, own, dir, first) => {
      const asking = async () => {
        await page.evaluate(() => {
          location.hash = '#puzzles=practice.nine';
        });
        await page.waitForSelector(':root[data-puzzle=asking]');
        await page.evaluate(() => {
          location.hash = '#play';
        });
        await page.waitForSelector(':root:not([data-puzzle])', { state: 'attached' });
      };
      await again(page); // under the service worker
      await asking();
      deploy(dir, first);
      await update(page);
      await again(page);
      assert.deepEqual(await builds(page), [SECOND]);
      own.close();
      await again(page);
      await asking();
    }));

  test('documents of another build than the files are not taken', () =>
    installed(async (page, own, dir, first) => {
      const old = readFileSync(join(dir, 'index.html'), 'utf8');
      deploy(dir, first);
      writeFileSync(join(dir, 'index.html'), old); // a copy under way
      await update(page);
      await again(page);
      assert.deepEqual(await builds(page), [first]);
      writeFileSync(join(dir, 'index.html'), old.replaceAll(first, SECOND));
      await update(page);
      await again(page);
      assert.deepEqual(await builds(page), [SECOND]);
    }));

  test('a game has an address of its own, also offline: the page with its title, at its card', () =>
    installed(async (page, own) => {
      await page.goto(`${own.url}mur.html`);
      await page.waitForSelector('.home-card.wanted');
      assert.match((await page.textContent('.home-card.wanted h3')) ?? '', /MUR/);
      assert.equal(
        await page.evaluate(() => {
          const box = document.querySelector('.home-card.wanted')?.getBoundingClientRect();
          return !!box && box.top >= 0 && box.bottom <= innerHeight + 1;
        }),
        true,
        'in sight',
      );
      assert.match(
        await page.evaluate(async () => (await fetch('mur.html')).text()),
        /<title>MUR – Concentric<\/title>/,
      );
      own.close();
      await page.reload();
      await page.waitForSelector('.home-card');
    }));

  test('a table has the page too, and one that is not there leads to the front page with a word', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'concentric-page-')),
      own = await serve({ dir });
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    try {
      execFileSync(product('concentric'), ['page', dir]);
      await page.goto(`${own.url}t/aB3dE6gH`);
      await page.waitForSelector('dialog[open]');
      assert.ok(((await page.textContent('#dialog-title')) ?? '').length > 10);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.home-card');
      assert.equal(
        new URL(/** @type {string} */ (await page.getAttribute('#rules', 'href')), page.url())
          .pathname,
        '/rules.html',
      );
    } finally {
      await context.close();
      own.close();
      rmSync(dir, { recursive: true });
    }
  });
}
