// SPDX-License-Identifier: MIT
// Games over the network in Chromium, run by e2e.mjs: two browsers (each with its own storage) and the real server.
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { CHROMIUM, product, serve } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** A server that can be killed and come back at its port. */
async function launch(port = '0', folder = mkdtempSync(join(tmpdir(), 'concentric-')), host = '') {
  const words = ['serve', '--port', port, '--data', folder, ...(host ? ['--host', host] : [])];
  const program = spawn(product('concentric'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(program.stdout, 'data');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  return {
    url,
    folder,
    program,
    kill: async () => {
      program.kill('SIGKILL');
      await once(program, 'exit');
    },
    close: () => {
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, point: (page: Page, name: string) => import('playwright-core').Locator,
 *   axe: (page: Page, what: string) => Promise<void>, shots: (page: Page, name: string) => Promise<void>}} tools
 */
export function online({ test: register, browser, point, axe, shots }) {
  /** What a test opens is closed after it, good or bad; others run beside it. @type {AsyncLocalStorage<(() => any)[]>} */
  const opened = new AsyncLocalStorage();
  const open = { push: (/** @type {() => any} */ close) => opened.getStore()?.push(close) };
  const test = (/** @type {string} */ name, /** @type {() => Promise<void>} */ body) =>
    register(name, () =>
      opened.run([], async () => {
        try {
          await body();
        } finally {
          for (const close of opened.getStore()?.reverse() ?? []) await close();
        }
      }),
    );
  const startServer = async (/** @type {[string?, string?, string?]} */ ...how) => {
    const server = await launch(...how);
    open.push(server.close);
    return server;
  };
  /** @param {Page} page @param {string} name */
  async function tap(page, name) {
    await page.locator('.point.can').first().waitFor({ state: 'attached' });
    await point(page, name).locator('.hit').click({ force: true });
  }
  /** @param {string} url @param {Record<string, any>} [how] */
  async function visit(url, how = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...how });
    open.push(() => context.close());
    const page = await context.newPage();
    await page.goto(url.includes('/t/') ? url : `${url}#game=nine`); // at a board: the front page has no button for a new game
    return page;
  }
  /** @param {Page} page @param {string} game */
  async function invite(page, game, { clock = true } = {}) {
    await page.click('#new');
    await page.check(`input[name=game][value=${game}]`);
    await page.check('input[name=opponent][value=friend]');
    await page.check('input[name=side][value="0"]');
    await page.fill('#my-name', 'Anna <b>');
    await page.locator('#my-name').blur();
    if (clock) await page.check('input[name=clock][value=other]');
    await page.click('#dialog-buttons button.main');
    await page.waitForSelector('#invite-link');
    return page.inputValue('#invite-link');
  }
  /** @param {Page} page @param {string} name */
  async function join(page, name) {
    await page.waitForSelector('#join');
    await page.fill('#join-name', name);
    await page.click('#join');
    await page.waitForSelector('#takeback');
  }
  /** @param {Page} page @param {string[]} wanted */
  const seesMoves = (page, ...wanted) =>
    page.waitForFunction(
      (moves) =>
        [...document.querySelectorAll('#moves button, #moves .move')]
          .map((m) => m.textContent?.trim())
          .filter(Boolean)
          .join(' ')
          .includes(moves.join(' ')) ||
        document.querySelector('#moves')?.textContent?.includes(moves.at(-1) ?? ''),
      wanted,
    );

  test('a game over the network is among the kept ones, with the way back to its table', async () => {
    const server = await startServer(),
      anna = await visit(server.url),
      link = await invite(anna, 'six'),
      bo = await visit(link);
    await join(bo, 'Bo');
    // each sees it from their own side, also who has just sat down
    for (const [page, turned] of /** @type {[Page, boolean][]} */ ([
      [anna, false],
      [bo, true],
    ]))
      await page.waitForFunction((wanted) => {
        const top = (/** @type {string} */ name) =>
          document.querySelector(`.point[aria-label^="${name},"]`)?.getBoundingClientRect().top ??
          NaN;
        return top('d6') > top('d2') === wanted && top('d6') !== top('d2');
      }, turned);
    await tap(anna, 'd6');
    await seesMoves(bo, 'd6');
    await tap(bo, 'f4');
    await seesMoves(anna, 'f4');
    await anna.evaluate(async () => {
      // it is written a moment later
      const script = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''; // from where the page began
      const { keeper } = await import(
        new URL(script.replace(/^(\.\.?\/)+/, ''), `${location.origin}/`).href
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      await keeper.flush();
    });
    await anna.goto(`${server.url}#games`);
    const game = anna.locator('.games-list li', { hasText: 'Bo' });
    await game.waitFor();
    assert.match((await game.textContent()) ?? '', /against Bo.*Under way/s);
    await game.locator('[data-do=open]').click();
    await anna.waitForURL(/\/t\//);
    await anna.waitForSelector('#takeback'); // at the table, with the seat
    await seesMoves(anna, 'f4');
  });

  test('looking back at a game over the network looks like it, and one button returns', async () => {
    const server = await startServer(),
      anna = await visit(server.url),
      link = await invite(anna, 'six'),
      bo = await visit(link);
    await join(bo, 'Bo');
    await tap(anna, 'd6');
    await seesMoves(bo, 'd6');
    await tap(bo, 'f4');
    await seesMoves(anna, 'f4');
    await tap(anna, 'd2');
    await seesMoves(anna, 'd2');
    const status = () => anna.textContent('#status');
    assert.match((await status()) ?? '', /Waiting for Bo/);
    assert.ok(await anna.locator('#to-head').isHidden());
    await anna.click('#undo');
    await anna.waitForSelector('#to-head:visible');
    assert.match((await status()) ?? '', /Looking back: after move [012] of 3/);
    assert.equal(await anna.locator('.point.can').count(), 0, 'nothing can be played there');
    assert.ok(await anna.locator('#board-host.back').count(), 'the board is pale');
    await tap(bo, 'b2'); // the game goes on, one looks back all the same
    await seesMoves(anna, 'b2');
    await anna.waitForFunction(() =>
      /after move [012] of 4/.test(document.getElementById('status')?.textContent ?? ''),
    );
    await anna.click('#to-head');
    await anna.waitForFunction(() =>
      /Your turn/.test(document.getElementById('status')?.textContent ?? ''),
    );
    assert.ok(await anna.locator('#to-head').isHidden());
    assert.equal(await anna.locator('#board-host.back').count(), 0);
    await anna.locator('.point.can').first().waitFor({ state: 'attached' });
  });

  test('a friend: link, sitting down, moves, offers, the end, a rematch, the record', async () => {
    const server = await startServer();
    const anna = await visit(server.url),
      link = await invite(anna, 'six');
    assert.match(link, /\/t\/[1-9A-HJ-NP-Za-km-z]{8}#j=/);
    await anna.waitForSelector('#invite-code img');
    assert.match((await anna.textContent('#status')) ?? '', /Waiting/);
    assert.equal(await anna.locator('.point.can').count(), 0);
    await axe(anna, 'an invitation');
    await shots(anna, 'online-invite');
    const bo = await visit(link, { locale: 'ja-JP' });
    await bo.waitForSelector('#join');
    assert.match((await bo.textContent('#online-card')) ?? '', /Anna <b>さんから対局の招待/);
    await axe(bo, 'an invitation that was opened');
    await bo.fill('#join-name', 'ボ'); // a name half typed survives whatever happens at the table, and another language
    const link2 = anna.url();
    await anna.goto('about:blank');
    await anna.goto(link2);
    await anna.waitForSelector('#invite-link');
    assert.equal(await anna.inputValue('#invite-link'), link); // who comes back has it still
    await bo.click('#language');
    await bo.waitForFunction(() =>
      /invites you/.test(document.querySelector('#online-card')?.textContent ?? ''),
    );
    assert.equal(await bo.inputValue('#join-name'), 'ボ');
    await bo.focus('#join-name'); // and whoever is typing goes on typing
    await bo.evaluate(() =>
      /** @type {HTMLElement} */ (document.querySelector('#language')).click(),
    );
    await bo.waitForFunction(() =>
      /対局の招待/.test(document.querySelector('#online-card')?.textContent ?? ''),
    );
    await bo.keyboard.type('ー');
    assert.equal(await bo.inputValue('#join-name'), 'ボー');
    await join(bo, 'ボー');
    await anna.waitForSelector('#takeback');
    assert.match((await anna.textContent('#online')) ?? '', /ボー/);
    assert.equal(await anna.isVisible('#hint'), false); // no help against a person
    assert.equal(await anna.isVisible('#analysis-box'), false);
    await tap(anna, 'd6');
    await seesMoves(bo, 'd6');
    await tap(bo, 'f4');
    await seesMoves(anna, 'f4');
    await shots(anna, 'online-game');
    const places = () =>
      anna.evaluate(() =>
        ['#board-host', '#tools', '#player-near'].map((id) =>
          document.querySelector(id)?.getBoundingClientRect().toJSON(),
        ),
      );
    const before = await places();
    await bo.click('#takeback'); // asked, and agreed to
    await anna.waitForSelector('#offer');
    assert.deepEqual(await places(), before); // an offer moves nothing
    const [offer, board] = await anna.evaluate(() =>
      ['#offer', '#board-host'].map((id) =>
        /** @type {Element} */ (document.querySelector(id)).getBoundingClientRect(),
      ),
    );
    assert.ok(
      offer.left >= board.right || offer.top >= board.bottom,
      'and does not cover the board',
    );
    await axe(anna, 'an offer');
    await shots(anna, 'online-offer');
    await anna.click('#accept-takeback');
    await bo.waitForFunction(() => !document.querySelector('#moves')?.textContent?.includes('f4'));
    await tap(bo, 'b4');
    await seesMoves(anna, 'b4');
    await anna.click('#agree');
    await bo.click('#accept-end');
    await anna.waitForSelector('#rematch');
    assert.match((await anna.textContent('#status')) ?? '', /draw/i);
    assert.equal(await anna.isVisible('#hint'), true); // afterwards everything is allowed
    const record = await anna.evaluate(async () =>
      (
        await fetch(/** @type {HTMLAnchorElement} */ (document.querySelector('#record')).href)
      ).text(),
    );
    assert.match(record, /\[White "Anna <b>"\][^]*1\. d6 [^]*b4 [^]*1\/2-1\/2/);
    const old = anna.url();
    await anna.click('#rematch');
    await bo.click('#accept-rematch');
    await anna.waitForURL((url) => url.href !== old);
    await anna.waitForSelector('#takeback');
    await bo.waitForSelector('#takeback');
    await tap(bo, 'd2'); // the sides have changed
    await seesMoves(anna, 'd2');
    assert.equal(await bo.isVisible('#analysis-open'), false, 'no analysis while it is on');
    await anna.click('#resign');
    await anna.click('#dialog-buttons button.main');
    await bo.waitForSelector('#rematch');
    // Afterwards a copy is analysed, and the way leads back to the table.
    const table = bo.url();
    await bo.click('#analysis-open');
    await bo.waitForSelector('.tree .here');
    assert.match((await bo.textContent('.tree')) ?? '', /d2/);
    assert.match(bo.url(), /#game=six.*analysis=1/);
    await tap(bo, 'f4'); // behind the end, too
    await bo.waitForFunction(() => /f4/.test(document.querySelector('.tree')?.textContent ?? ''));
    await bo.click('#analysis-close');
    await bo.waitForURL(table);
    await bo.waitForSelector('#rematch');
  });

  test('the server dies in the middle and comes back: nobody reloads, no move is lost', async () => {
    let server = await startServer();
    const anna = await visit(server.url),
      bo = await visit(await invite(anna, 'nine'));
    await join(bo, 'Bo');
    await anna.waitForSelector('#takeback');
    await tap(anna, 'd2');
    await seesMoves(bo, 'd2');
    await server.kill();
    await anna.waitForFunction(() =>
      /again/.test(document.querySelector('#online-state')?.textContent ?? ''),
    );
    await anna.waitForFunction(
      () =>
        /lost/.test(document.querySelector('#status')?.textContent ?? '') &&
        document.documentElement.dataset.line === 'lost',
    );
    await tap(bo, 'd6'); // while there is no server
    await bo.waitForFunction(() =>
      /kept/.test(document.querySelector('#status')?.textContent ?? ''),
    );
    await shots(bo, 'online-lost');
    server = await startServer(new URL(server.url).port, server.folder);
    await seesMoves(anna, 'd6');
    await tap(anna, 'f4');
    await seesMoves(bo, 'f4');
  });

  test('premove: sent as soon as the other side has moved, cancelled, dropped, dragged', async () => {
    const server = await startServer();
    const anna = await visit(server.url),
      bo = await visit(await invite(anna, 'nine'));
    await join(bo, 'Bo');
    await anna.waitForSelector('#takeback');
    const ahead = (/** @type {string} */ name) =>
      point(anna, name).locator('.hit').click({ force: true });
    const planned = (/** @type {number} */ n) =>
      anna.waitForFunction(
        (k) => document.querySelectorAll('.point[aria-pressed=true]').length === k,
        n,
      );
    await tap(anna, 'd2');
    await ahead('f4');
    await planned(1);
    await anna.waitForFunction(() =>
      /next turn: f4/.test(document.querySelector('#message')?.textContent ?? ''),
    );
    await shots(anna, 'online-premove');
    await tap(bo, 'd6');
    await seesMoves(bo, 'f4'); // without a further click
    await ahead('d7');
    await planned(1);
    await anna.keyboard.press('Escape');
    await planned(0);
    await ahead('d7');
    await planned(1);
    await point(anna, 'a1').locator('.hit').click({ force: true, button: 'right' });
    await planned(0);
    await ahead('d7');
    await planned(1);
    await tap(bo, 'd7'); // the very point
    await anna.waitForFunction(() =>
      /not possible/.test(document.querySelector('#message')?.textContent ?? ''),
    );
    await tap(anna, 'b4');
    await seesMoves(bo, 'b4');
    // A man is dragged ahead of time, where men can move: the other side's every move is a surprise to the test.
    const base = server.url.replace(/\/$/, '');
    const made = await fetch(`${base}/api/v1/tables`, {
      method: 'POST',
      body: JSON.stringify({
        game: 'nine',
        side: 'p2',
        position: 'ww.w..../....bbb./b.b..w.. w 0 0',
      }),
    }).then((r) => r.json());
    await anna.goto(`${server.url}t/${made.id}#s=${made.key}`);
    await bo.goto(`${server.url}t/${made.id}#j=${made.invite}`);
    await join(bo, 'Bo');
    await anna.waitForSelector('#takeback');
    const box = async (/** @type {string} */ name) => {
      const { x, y, width, height } = (await point(anna, name).locator('.hit').boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      return /** @type {const} */ ([x + width / 2, y + height / 2]);
    };
    await anna.mouse.move(...(await box('e5')));
    await anna.mouse.down();
    await anna.mouse.move(...(await box('e4')), { steps: 5 });
    await anna.mouse.up();
    await planned(2);
    await tap(bo, 'd7');
    await tap(bo, 'd6');
    await seesMoves(bo, 'e5-e4');
  });

  test('who has gone is said to be away beside the name, and can be claimed against after a time that is shown', async () => {
    const server = await startServer();
    const anna = await visit(server.url),
      bo = await visit(await invite(anna, 'nine'));
    await join(bo, 'Bo');
    await anna.waitForSelector('#takeback');
    await tap(anna, 'd2');
    await seesMoves(bo, 'd2');
    await bo.context().close();
    await anna.waitForSelector('#claim');
    assert.equal(await anna.isDisabled('#claim'), true);
    assert.match((await anna.textContent('#claim')) ?? '', /[12]:\d\d/);
    assert.match((await anna.textContent('#player-far')) ?? '', /away/);
    await axe(anna, 'somebody is away');
  });

  test('playing on from another device, and watching', async () => {
    const server = await startServer();
    const anna = await visit(server.url),
      link = await invite(anna, 'nine', { clock: false }),
      bo = await visit(link);
    await join(bo, '');
    await anna.waitForSelector('#takeback');
    const seat = await anna.locator('#seat-link').inputValue();
    const phone = await visit(seat, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.waitForSelector('#takeback');
    await tap(phone, 'd2');
    await seesMoves(anna, 'd2');
    await seesMoves(bo, 'd2');
    const watcher = await visit(link.replace(/#.*/, ''));
    await watcher.waitForFunction(() =>
      /watching/.test(document.querySelector('#online')?.textContent ?? ''),
    );
    await seesMoves(watcher, 'd2');
    assert.equal(await watcher.isVisible('#takeback'), false);
    await tap(bo, 'd6');
    await seesMoves(watcher, 'd6');
  });

  test('without WebSockets the game goes on by streams', async () => {
    const server = await startServer();
    const anna = await visit(server.url),
      link = await invite(anna, 'nine', { clock: false });
    const context = await browser.newContext();
    open.push(() => context.close());
    const bo = await context.newPage();
    await bo.addInitScript(() => {
      /** @type {any} */ (globalThis).WebSocket = undefined;
    });
    await bo.goto(link);
    await join(bo, 'Bo');
    await anna.waitForSelector('#takeback');
    await tap(anna, 'd2');
    await seesMoves(bo, 'd2');
    await tap(bo, 'd6');
    await seesMoves(anna, 'd6');
  });

  test('nestor: a secret pick over the network', async () => {
    const server = await startServer(),
      base = server.url.replace(/\/$/, '');
    const post = (/** @type {string} */ path, /** @type {any} */ body) =>
      fetch(`${base}/api/v1${path}`, { method: 'POST', body: JSON.stringify(body) }).then((r) =>
        r.json(),
      );
    const made = await post('/tables', {
      game: 'morelli,size=7,edition=nestor',
      side: 'p1',
      pick: true,
    });
    const anna = await visit(`${server.url}t/${made.id}#s=${made.key}`),
      bo = await visit(`${server.url}t/${made.id}#j=${made.invite}`);
    await bo.waitForSelector('#join');
    await bo.click('#join');
    await anna.click('#dialog-buttons button[value=facing]');
    await bo.waitForSelector('#dialog-buttons button[value=free]');
    assert.doesNotMatch((await bo.textContent('#online')) ?? '', /facing/);
    await bo.click('#dialog-buttons button[value=free]');
    await anna.waitForSelector('#takeback');
    await bo.waitForSelector('#takeback');
  });

  test('a static host says that there is no server, and plays everything else', async () => {
    const host = await serve({ plain: true });
    open.push(host.close);
    const page = await visit(host.url);
    await page.click('#new');
    await page.check('input[name=opponent][value=friend]');
    await page.click('#dialog-buttons button.main');
    await page.waitForFunction(() =>
      /server/.test(document.querySelector('#message')?.textContent ?? ''),
    );
    await tap(page, 'd2');
    await page.waitForFunction(() => /moves=d2/.test(location.hash));
  });

  test('plain http on a home network: no clipboard, no service worker, and a game all the same', async () => {
    // A name that is not localhost makes the page an insecure one, as in a home network.
    const server = await startServer('0', undefined, 'friends.home'),
      { port } = new URL(server.url);
    const chromium = browser.browserType();
    const insecure = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--host-resolver-rules=MAP friends.home 127.0.0.1',
        '--disable-background-networking',
      ],
    });
    open.push(() => insecure.close());
    const anna = await insecure.newPage();
    await anna.goto(`http://friends.home:${port}/#game=nine`);
    assert.equal(await anna.evaluate(() => isSecureContext), false);
    const bo = await visit((await invite(anna, 'nine')).replace('friends.home', '127.0.0.1'));
    await join(bo, 'Bo');
    await anna.waitForSelector('#takeback');
    await tap(anna, 'd2');
    await seesMoves(bo, 'd2');
  });
}
