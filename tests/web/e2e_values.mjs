// SPDX-License-Identifier: MIT
// Perfect play from elsewhere in Chromium, run by e2e.mjs: what a server has solved is shown like what the page has, and what it
// has not is said.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  product,
  queried,
  serve,
  serveFolder,
  serveProgram,
  solve,
  solveInto,
} from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const VARIANT = 'six,flying',
  POSITION = 'w.wbw.bb/bw.bbw.w w 0 0';

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, tap: (page: Page, name: string) => Promise<void>,
 *   settle: (page: Page) => Promise<void>, ready: (page: Page) => Promise<any>, played: (page: Page, n: number) => Promise<any>,
 *   axe: (page: Page, what: string) => Promise<void>, browser: import('playwright-core').Browser}} tools
 */
export function values({ test, tap, settle, ready, played, axe, browser }) {
  /** The list as [move, words]. @param {Page} page */
  const listed = (page) =>
    page
      .locator('#perfect-moves li')
      .evaluateAll((all) =>
        all.map((li) => [
          li.querySelector('b')?.textContent ?? '',
          li.querySelector('.worth')?.textContent ?? '',
        ]),
      );
  /** @param {ReturnType<typeof queried>} said */
  const wordsOf = (said) =>
    said.moves.map((m) => [
      m.move,
      m.value !== 'draw'
        ? `${m.value} in ${m.plies} ${m.plies === 1 ? 'ply' : 'plies'}`
        : m.traps && !m.traps.startsWith('0/')
          ? `draw, ${m.traps.replace('/', ' of ')} replies lose`
          : 'draw',
    ]);
  /** What was asked of a server. @param {Page} page */
  const watch = (page) => {
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/solved'))
        asked.push(new URL(request.url()).search ? 'position' : 'list');
    });
    return asked;
  };
  /** @param {string} locale @param {string} url @param {(page: Page, asked: string[]) => Promise<void>} body */
  const open = async (locale, url, body) => {
    const context = await browser.newContext({
      viewport: { width: 1100, height: 800 },
      reducedMotion: 'reduce',
      locale,
      serviceWorkers: 'block',
    });
    const page = await context.newPage(),
      asked = watch(page);
    await page.goto(url);
    await ready(page);
    await body(page, asked);
    await context.close();
  };

  test('values of a server: shown like those of the page, one question a position', async () => {
    const db = solveInto(VARIANT),
      server = await serveProgram('--db', db);
    try {
      await open('en-GB', `${server.url}#game=${VARIANT}&pos=${POSITION}`, async (page, asked) => {
        assert.deepEqual(asked, [], 'nothing before it is wanted');
        await page.check('#perfect');
        await page.waitForSelector('#perfect-moves li');
        const said = queried(POSITION, VARIANT, db);
        assert.deepEqual(await listed(page), wordsOf(said));
        assert.match((await page.textContent('#spoken')) ?? '', /^Perfect play \S/);
        const men = new Set(said.moves.map((m) => m.move.slice(0, 2)));
        assert.equal(await page.locator('.badge').count(), men.size);
        await axe(page, 'values of a server');
        for (const name of ['b6', 'd6', 'd5']) await page.hover(`.point[aria-label^="${name},"]`);
        await tap(page, said.moves[0].move.slice(0, 2)); // a man: the board shows where it leads
        assert.ok((await page.locator('.badge').count()) > 0);
        await page.keyboard.press('Escape');
        assert.deepEqual(asked, ['list', 'position'], 'looking around asks nothing');
        await page.click(`#perfect-moves button:has-text("${said.moves[0].move}")`);
        await played(page, 1);
        const next = await page.evaluate(async () => {
          const { session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          while (session.solved.at !== session.state.position || !session.perfect)
            await new Promise((r) => setTimeout(r, 20));
          return session.state.position;
        });
        assert.deepEqual(await listed(page), wordsOf(queried(next, VARIANT, db)));
        assert.deepEqual(asked, ['list', 'position', 'position']);
        await page.click('#undo'); // what was asked before is known
        await settle(page);
        assert.deepEqual(await listed(page), wordsOf(said));
        assert.equal(asked.length, 3);
        // Another game: the wish stays, and what the server has not is said.
        await page.evaluate(() => {
          location.hash = 'game=nine';
        });
        await page.waitForFunction(() =>
          /no solved positions of Nine/.test(
            document.getElementById('perfect-trouble')?.textContent ?? '',
          ),
        );
        assert.match((await page.textContent('#spoken')) ?? '', /no solved positions/);
        assert.equal(await page.isVisible('#perfect-retry'), false);
        assert.equal(await page.locator('.badge').count(), 0);
        assert.equal(asked.length, 3, 'the list has said so');
        await page.evaluate(() => {
          location.hash = 'game=six';
        });
        await page.waitForFunction(() => document.querySelectorAll('.badge').length === 16);
        assert.equal(await page.textContent('#perfect-trouble'), '');
        // A server that does not answer; it is tried again.
        await page.route('**/api/v1/solved/**', (route) => route.abort());
        await page.evaluate((game) => {
          location.hash = game;
        }, `game=${VARIANT}`);
        await page.waitForFunction(() =>
          /does not answer/.test(document.getElementById('perfect-trouble')?.textContent ?? ''),
        );
        await page.unroute('**/api/v1/solved/**');
        await page.click('#perfect-retry');
        await page.waitForSelector('#perfect-moves li');
        assert.equal(await page.textContent('#perfect-trouble'), '');
      });
    } finally {
      server.close();
      rmSync(db, { recursive: true });
    }
  });

  test('values of files: on a plain host beside the page, by parts', async () => {
    const folder = solveInto(),
      dir = join(folder, 'page');
    execFileSync(product('concentric'), ['page', dir], { stdio: 'ignore' });
    mkdirSync(join(dir, 'solved'));
    solve(join(dir, 'solved'), VARIANT);
    writeFileSync(
      join(dir, 'solved/index.json'),
      JSON.stringify({ variants: { [VARIANT]: `${VARIANT}/` } }),
    );
    const host = await serveFolder(dir),
      whole = await serveFolder(dir, { whole: true });
    try {
      await open('en-GB', `${host.url}index.html#game=${VARIANT}&pos=${POSITION}`, async (page) => {
        assert.ok(
          !host.asked.some((line) => /solved|values/.test(line)),
          'nothing before it is wanted',
        );
        await page.check('#perfect');
        await page.waitForSelector('#perfect-moves li');
        const said = queried(POSITION, VARIANT, join(dir, 'solved'));
        assert.deepEqual(
          (await listed(page)).map(([move]) => move).sort(),
          said.moves.map((m) => m.move).sort(),
        );
        assert.deepEqual(
          (await listed(page)).map(([, words]) => words.split(',')[0]),
          wordsOf(said).map(([, words]) => words.split(',')[0]),
        );
        assert.ok(host.asked.filter((line) => /\.db \d/.test(line)).length > 1);
      });
      await open(
        'en-GB',
        `${whole.url}index.html#game=${VARIANT}&pos=${POSITION}`,
        async (page) => {
          await page.check('#perfect');
          await page.waitForFunction(() =>
            /only whole/.test(document.getElementById('perfect-trouble')?.textContent ?? ''),
          );
        },
      );
    } finally {
      host.close();
      whole.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('values of a server: one that has none, and a host of files, say so', async () => {
    const program = await serveProgram(),
      files = await serve({ plain: true });
    try {
      for (const [locale, words] of [
        ['en-GB', /This server has no solved positions of Nine Men's Morris\./],
        ['ja-JP', /このサーバーには.+の解析データがありません。/],
      ])
        for (const { url } of [program, files])
          await open(String(locale), `${url}#game=nine`, async (page, asked) => {
            await page.check('#perfect');
            await page.waitForFunction(
              () => document.getElementById('perfect-trouble')?.textContent,
            );
            assert.match(
              (await page.textContent('#perfect-trouble')) ?? '',
              /** @type {RegExp} */ (words),
            );
            assert.equal(await page.isVisible('#perfect-panel'), false);
            await tap(page, 'd2');
            await played(page, 1);
            assert.deepEqual(asked, ['list']);
            await axe(page, 'no values');
          });
    } finally {
      program.close();
      files.close();
    }
  });
}
