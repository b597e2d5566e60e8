// SPDX-License-Identifier: MIT
// Games with days per move in Chromium, run by e2e.mjs: the real server, two browsers each with its own storage.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { product } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, point: (page: Page, name: string) => import('playwright-core').Locator,
 *   axe: (page: Page, what: string) => Promise<void>}} tools
 */
export function correspondence({ test, browser, point, axe }) {
  /** A server and two players at a table of that clock; Anna begins.
   * @param {string} clock @param {(places: {url: string, anna: Page, bo: Page, id: string}) => Promise<void>} body */
  async function atTable(clock, body) {
    const folder = mkdtempSync(join(tmpdir(), 'concentric-'));
    const program = spawn(product('concentric'), ['serve', '--port', '0', '--data', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(program.stdout, 'data'),
      url = /http:\S+/.exec(String(line))?.[0] ?? '';
    const contexts = await Promise.all(
      [{}, { locale: 'ja-JP' }].map((how) =>
        browser.newContext({ viewport: { width: 1280, height: 900 }, ...how }),
      ),
    );
    try {
      const [anna, bo] = await Promise.all(contexts.map((context) => context.newPage()));
      await anna.goto(`${url}#game=six`);
      await anna.click('#new');
      await anna.check('input[name=game][value=six]');
      await anna.check('input[name=opponent][value=friend]');
      await anna.check('input[name=side][value="0"]');
      await anna.check(`input[name=clock][value="${clock}"]`);
      await anna.click('#dialog-buttons button.main');
      await anna.waitForSelector('#invite-link');
      await bo.goto(await anna.inputValue('#invite-link'));
      await bo.fill('#join-name', 'Bo');
      await bo.click('#join');
      await bo.waitForSelector('#takeback');
      await anna.waitForSelector('#takeback');
      await body({ url, anna, bo, id: /\/t\/(\w+)/.exec(anna.url())?.[1] ?? '' });
    } finally {
      for (const context of contexts) await context.close();
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  /** @param {Page} page @param {string} name */
  const tap = (page, name) => point(page, name).locator('.hit').click({ force: true });
  /** What the server has. @param {string} url @param {string} id @returns {Promise<any>} */
  const table = async (url, id) => (await fetch(`${url}api/v1/tables/${id}`)).json();
  /** @param {string} url @param {string} id @param {(state: any) => boolean} wanted */
  async function until(url, id, wanted) {
    for (let tries = 0; tries < 100; tries++) {
      const state = await table(url, id);
      if (wanted(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(JSON.stringify(await table(url, id)));
  }

  test('days per move: a move is sent by a second tap, and a tap elsewhere takes it back', () =>
    atTable('3d+10d', async ({ url, anna, bo, id }) => {
      assert.equal((await table(url, id)).clock, '3d+10d');
      assert.match((await anna.textContent('#online-body')) ?? '', /3 days a move, 10 in reserve/);
      assert.match((await bo.textContent('#online-body')) ?? '', /1手3日、予備10日/);
      assert.match((await anna.textContent('.clock')) ?? '', /^(13 d 0 h|12 d 23 h)$/);
      await anna.locator('.point.can').first().waitFor({ state: 'attached' });
      await tap(anna, 'd6');
      await anna.waitForSelector('#confirm-move');
      await axe(anna, 'a move that is not sent yet');
      assert.deepEqual((await table(url, id)).moves, []);
      await tap(anna, 'f2'); // elsewhere: it was never played
      await anna.waitForSelector('#confirm-move', { state: 'detached' });
      await anna.locator('.point.can').first().waitFor({ state: 'attached' });
      assert.deepEqual((await table(url, id)).moves, []);
      await tap(anna, 'd6');
      await anna.waitForSelector('#confirm-move');
      await anna.keyboard.press('Escape');
      await anna.click('#cancel-move', { timeout: 500 }).catch(() => {}); // where the board has the focus Esc was enough
      await anna.waitForSelector('#confirm-move', { state: 'detached' });
      await tap(anna, 'f4');
      await anna.waitForSelector('#confirm-move');
      await tap(anna, 'f4');
      await until(url, id, ({ moves }) => moves.join() === 'f4');
      await anna.waitForSelector('#confirm-move', { state: 'detached' });
      await bo.locator('.point.can').first().waitFor({ state: 'attached' });
      await tap(bo, 'b4');
      assert.match((await bo.textContent('#confirm-move')) ?? '', /b4 を送りますか/);
      await bo.click('#send-move');
      await until(url, id, ({ moves }) => moves.join() === 'f4,b4');
      await anna.waitForFunction(() =>
        document.querySelector('#moves')?.textContent?.includes('b4'),
      );
    }));

  test('days per move: a move that waits is dropped when the game goes on elsewhere', () =>
    atTable('1d', async ({ url, anna, id }) => {
      await anna.locator('.point.can').first().waitFor({ state: 'attached' });
      await tap(anna, 'd6');
      await anna.waitForSelector('#confirm-move');
      const key = /#s=(\w+)/.exec(anna.url())?.[1];
      const answer = await fetch(`${url}api/v1/tables/${id}/do`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify({ cmd: 'elsewhere', do: 'move', move: 'b2' }),
      });
      assert.equal(answer.status, 200);
      await anna.waitForSelector('#confirm-move', { state: 'detached' });
      await anna.waitForFunction(() =>
        document.querySelector('#moves')?.textContent?.includes('b2'),
      );
      assert.doesNotMatch((await anna.textContent('#moves')) ?? '', /d6/);
    }));

  test('days per move: who does not want to be asked is not', () =>
    atTable('1d', async ({ url, anna, id }) => {
      await anna.click('#settings');
      await anna.selectOption('#set-confirm', 'never');
      await anna.click('#dialog-buttons button.main');
      await tap(anna, 'd6');
      await until(url, id, ({ moves }) => moves.join() === 'd6');
      assert.equal(await anna.locator('#confirm-move').count(), 0);
    }));

  /** The page of who this device is. @param {Page} page @param {string} url @param {string} key */
  async function atMe(page, url, key) {
    await page.goto(url);
    await page.evaluate((device) => localStorage.setItem('concentric.device', device), key);
    await page.goto('about:blank');
    await page.goto(`${url}#me`);
    await page.waitForSelector('#letters');
  }

  test('days per move: a vacation is begun and ended, the other sees it, the feed has an address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'concentric-')),
      keys = ['A', 'B'].map((c) => c.repeat(43));
    const program = spawn(product('concentric'), ['serve', '--port', '0', '--data', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(program.stdout, 'data'),
      url = /http:\S+/.exec(String(line))?.[0] ?? '';
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    /** @param {string} method @param {string} path @param {any} body @param {string} key @returns {Promise<any>} */
    const call = async (method, path, body, key) =>
      (
        await fetch(`${url}api/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${key}` },
          body: JSON.stringify(body),
        })
      ).json();
    try {
      const made = await call('POST', '/tables', { game: 'six', clock: '3d', side: 'p1' }, keys[0]);
      await call('POST', `/tables/${made.id}/join`, { invite: made.invite, name: 'Bo' }, keys[1]);
      await call('POST', `/tables/${made.id}/do`, { cmd: 'a', do: 'move', move: 'b6' }, keys[0]);
      const anna = await context.newPage(),
        bo = await context.newPage();
      await anna.goto(`${url}t/${made.id}#s=${made.key}`);
      await anna.waitForSelector('#takeback');
      await atMe(bo, url, keys[1]);
      assert.match(await bo.title(), /^\(1\) /);
      await axe(bo, 'vacation and feed');
      await bo.fill('#vacation-days', '10');
      await bo.click('#vacation-begin');
      await bo.waitForSelector('#vacation-end');
      await anna.waitForSelector('.vacation');
      assert.match((await anna.textContent('.vacation')) ?? '', /Bo is on vacation until/);
      await bo.click('#vacation-end');
      await bo.waitForSelector('#vacation-begin');
      assert.match((await bo.textContent('#letters')) ?? '', /29 days are left/);
      await anna.waitForSelector('.vacation', { state: 'detached' });
      await bo.click('#feed-make');
      const feed = await bo.inputValue('#feed-url');
      assert.match(await (await fetch(feed)).text(), /<entry>[\s\S]*Your turn: /);
      await atMe(bo, url, keys[1]); // the address is kept here
      assert.equal(await bo.inputValue('#feed-url'), feed);
      await bo.click('#feed-revoke');
      await bo.waitForSelector('#feed-url', { state: 'detached' });
      assert.equal((await fetch(feed)).status, 404);
      assert.equal(await bo.locator('#push-on').count(), 0); // this server sends none
    } finally {
      await context.close();
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('days per move: a push message becomes a notification, but not for who sees the table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'concentric-'));
    const program = spawn(product('concentric'), ['serve', '--port', '0', '--data', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(program.stdout, 'data'),
      url = /http:\S+/.exec(String(line))?.[0] ?? '';
    const context = await browser.newContext({ permissions: ['notifications'] });
    try {
      const page = await context.newPage(),
        devtools = await context.newCDPSession(page);
      /** @type {any} */
      let registration = null;
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        registration = registrations.at(-1) ?? registration;
      });
      await devtools.send('ServiceWorker.enable');
      await page.goto(`${url}#game=six`);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/sw.js');
        await navigator.serviceWorker.ready;
      });
      // What the worker shows is written down: a browser without a window forgets notifications.
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
      await worker.evaluate(() => {
        const here = /** @type {any} */ (self),
          show = here.registration.showNotification.bind(here.registration);
        here.shown = [];
        here.registration.showNotification = (
          /** @type {string} */ title,
          /** @type {any} */ how,
        ) => {
          here.shown.push({ title, tag: how?.tag, data: how?.data });
          return show(title, how);
        };
      });
      /** @returns {Promise<{title: string, tag: string, data: any}[]>} */
      const shown = () => worker.evaluate(() => /** @type {any} */ (self).shown);
      /** @param {number} count */
      const until = async (count) => {
        for (let n = 0; n < 300 && (await shown()).length < count; n++)
          await new Promise((resolve) => setTimeout(resolve, 100));
        assert.equal((await shown()).length, count);
      };
      const push = (/** @type {string} */ data) =>
        devtools.send('ServiceWorker.deliverPushMessage', {
          origin: new URL(url).origin,
          registrationId: registration.registrationId,
          data,
        });
      await push(JSON.stringify({ text: 'It is your turn.', table: 'aB3dE6gH' }));
      await until(1);
      assert.deepEqual(await shown(), [
        { title: 'It is your turn.', tag: 'aB3dE6gH', data: { table: 'aB3dE6gH' } },
      ]);
      await push('not JSON'); // shown all the same: a browser wants to see something for every message
      await until(2);
      await page.goto(`${url}t/cD4fG7hJ`);
      await push(JSON.stringify({ text: 'It is your turn.', table: 'cD4fG7hJ' }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(
        (await shown()).some(({ tag }) => tag === 'cD4fG7hJ'),
        false,
      );
    } finally {
      await context.close();
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
