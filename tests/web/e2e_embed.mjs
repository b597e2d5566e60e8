// SPDX-License-Identifier: MIT
// A table embedded in pages of another site, run by e2e.mjs: the real server, and a page at another port that frames it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { product } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, axe: (page: Page, what: string) => Promise<void>, shots: (page: Page, name: string) => Promise<void>}} tools */
export function embed({ test, browser, axe, shots }) {
  /** A server and another site. @param {(tools: any) => Promise<void>} body */
  async function both(body) {
    const folder = mkdtempSync(join(tmpdir(), 'concentric-'));
    const start = async (/** @type {string} */ port) => {
      const program = spawn(product('concentric'), ['serve', '--port', port, '--data', folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(program.stdout, 'data');
      return { program, url: /http:\S+\d/.exec(String(line))?.[0] ?? '' };
    };
    let server = await start('0');
    const { url } = server;
    let content = '';
    const site = createServer((_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(`<!doctype html><title>blog</title>${content}`),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const blog = `http://127.0.0.1:${/** @type {any} */ (site.address()).port}/`;
    /** @param {string} path @param {any} what @param {string} [key] */
    const post = async (path, what, key) =>
      (
        await fetch(`${url}/api/v1${path}`, {
          method: 'POST',
          body: JSON.stringify(what),
          headers: key ? { Authorization: `Bearer ${key}` } : {},
        })
      ).json();
    const table = async (/** @type {any} */ how = {}) => {
      const made = await post('/tables', {
        game: 'nine',
        clock: '300+5',
        side: 'p1',
        name: 'Ann',
        ...how,
      });
      const joined = await post(`/tables/${made.id}/join`, { invite: made.invite, name: 'Bo' });
      let cmd = 0;
      const act = (/** @type {number} */ seat, /** @type {any} */ what) =>
        post(`/tables/${made.id}/do`, { cmd: `c${cmd++}`, ...what }, [made.key, joined.key][seat]);
      return {
        id: made.id,
        act,
        play: async (/** @type {string[]} */ moves, from = 0) => {
          for (const [i, move] of moves.entries())
            assert.ok((await act((from + i) % 2, { do: 'move', move })).ok, move);
        },
      };
    };
    const contexts = /** @type {any[]} */ ([]);
    const visit = async (/** @type {string} */ inside, how = {}) => {
      content = inside;
      const context = await browser.newContext({
        viewport: { width: 800, height: 700 },
        locale: 'en-GB',
        ...how,
      });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(blog);
      return page;
    };
    const again = async () => {
      server.program.kill('SIGKILL');
      await once(server.program, 'exit');
      server = await start(new URL(url).port);
    };
    try {
      await body({ url, table, visit, again });
    } finally {
      for (const context of contexts) await context.close();
      site.close();
      server.program.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const frame = (/** @type {string} */ url, /** @type {string} */ id, rest = '') =>
    `<iframe src="${url}/embed/t/${id}" width="420" height="528" ${rest}></iframe>`;
  /** Until the picture of this ply is shown, whole. @param {any} inside @param {number} ply */
  const shows = (inside, ply) =>
    inside
      .locator(`#picture[src*="ply=${ply}&"]:visible`)
      .waitFor()
      .then(() =>
        inside
          .locator('#picture')
          .evaluate((/** @type {HTMLImageElement} */ i) => i.decode().then(() => i.naturalWidth)),
      )
      .then((/** @type {number} */ width) => assert.ok(width > 0));

  for (const [name, rest] of [
    ['a plain frame', ''],
    ['a sandboxed frame', 'sandbox="allow-scripts"'],
  ])
    test(`embedded in another site, ${name}: live, steps, the end, a killed server`, () =>
      both(async ({ url, table, visit, again }) => {
        const { id, act, play } = await table();
        await play(['d2', 'd6']);
        const page = await visit(frame(url, id, rest)),
          inside = page.frameLocator('iframe');
        await shows(inside, 2);
        assert.equal(await inside.locator('#ply').textContent(), '2 / 2');
        assert.equal(await inside.locator('#seat-0 .name').textContent(), 'Ann');
        assert.match(await inside.locator('#seat-0 .clock').textContent(), /^[45]:\d\d$/);
        assert.equal(await inside.locator('#seat-0 .clock.runs').count(), 1);
        await play(['f4']); // live
        await shows(inside, 3);
        assert.equal(await inside.locator('#said').textContent(), 'Move 3: f4');
        await inside.locator('#back').click();
        await inside.locator('#back').click();
        await shows(inside, 1);
        await play(['b4'], 1); // who looks back is not torn away
        await inside.locator('#ply', { hasText: '1 / 4' }).waitFor();
        await inside.locator('#first').click();
        await shows(inside, 0);
        assert.ok(await inside.locator('#first').isDisabled());
        await page.keyboard.press('ArrowRight');
        await shows(inside, 1);
        await page.keyboard.press('End');
        await shows(inside, 4);
        assert.ok(await inside.locator('#last').isDisabled());
        await again();
        await play(['d1']);
        await shows(inside, 5);
        await act(1, { do: 'offer', what: 'takeback' });
        await act(0, { do: 'answer', what: 'takeback', yes: true });
        await inside.locator('#ply', { hasText: '3 / 3' }).waitFor();
        await shows(inside, 3);
        await act(1, { do: 'resign' });
        await inside.locator('#said', { hasText: 'Ann won (by resignation)' }).waitFor();
        assert.equal(await inside.locator('#open').getAttribute('href'), `${url}/t/${id}`);
      }));

  test('embedded: Japanese, dark, small, by keyboard, without barriers', () =>
    both(async ({ url, table, visit }) => {
      const { id, play } = await table({ game: 'mur', clock: 'none' });
      await play([]);
      const page = await visit(frame(url, id).replace('420', '200').replace('528', '308'), {
        locale: 'ja-JP',
        colorScheme: 'dark',
      });
      const inside = page.frameLocator('iframe');
      await shows(inside, 0);
      assert.equal(await inside.locator('#open').textContent(), '卓を開く');
      assert.equal(await inside.locator('#said').textContent(), '開始局面');
      assert.equal(await inside.locator('html').getAttribute('lang'), 'ja');
      const { high, wide } = await inside
        .locator('html')
        .evaluate((/** @type {HTMLElement} */ e) => ({
          high: e.scrollHeight,
          wide: e.scrollWidth,
        }));
      assert.ok(high <= 308 && wide <= 200, `${wide} x ${high}`);
      assert.equal(
        await inside
          .locator('body')
          .evaluate((/** @type {HTMLElement} */ e) => getComputedStyle(e).backgroundColor),
        'rgb(20, 24, 28)',
      );
      await page.goto(`${url}/embed/t/${id}`);
      await page.locator('#picture:visible').waitFor();
      await axe(page, 'embed');
      await shots(page, 'embed');
      await page.goto(`${url}/embed/t/zzzzzzzz`);
      await page.locator('#said', { hasText: 'その卓はありません。' }).waitFor();
    }));

  test('the page gives the HTML for another site, and it works there', () =>
    both(async ({ url, table, visit }) => {
      const { id, play } = await table();
      await play(['d2']);
      const page = await visit('');
      await page.goto(`${url}/t/${id}`);
      await page.waitForFunction(() =>
        /watching/.test(document.querySelector('#online')?.textContent ?? ''),
      );
      if (!(await page.isVisible('#share'))) await page.click('#more-open'); // a narrow window
      await page.click('#share');
      await page.click('#share-elsewhere summary');
      assert.equal(await page.inputValue('#share-watch'), `${url}/t/${id}`);
      const html = await page.inputValue('#share-embed');
      await axe(page, 'share a table');
      await shots(page, 'share-table');
      await page.keyboard.press('Escape');
      const blog = await visit(html);
      await shows(blog.frameLocator('iframe'), 1);
      assert.match((await blog.locator('iframe').getAttribute('title')) ?? '', /Nine/);
    }));

  test('only the board for other pages can be framed and read elsewhere', () =>
    both(async ({ url, table, visit }) => {
      const { id } = await table();
      const page = await visit(
        `${['', `t/${id}`, 'nine', 'docs/'].map((path) => `<iframe src="${url}/${path}"></iframe>`).join('')}${frame(url, id)}<img id="shown" src="${url}/t/${id}.png"><img id="not" src="${url}/icon.svg">`,
      );
      await page.waitForLoadState();
      const read = (/** @type {string} */ path) =>
        page.evaluate(
          (/** @type {string} */ where) =>
            fetch(where).then(
              (r) => r.status,
              () => 'refused',
            ),
          url + path,
        );
      assert.equal(await read(`/t/${id}.svg`), 200);
      assert.equal(await read(`/embed/t/${id}/table`), 200);
      for (const path of [
        '/',
        `/t/${id}`,
        `/api/v1/tables/${id}`,
        '/api/v1/lobby',
        `/oembed?url=${url}/t/${id}`,
      ])
        assert.equal(await read(path), 'refused', path);
      const shown = await Promise.all(
        page
          .frames()
          .slice(1)
          .map((/** @type {any} */ f) => f.evaluate(() => location.href).catch(() => 'error')),
      );
      assert.deepEqual(
        shown.filter((href) => href.startsWith('http')),
        [`${url}/embed/t/${id}`],
        String(shown),
      );
      assert.ok(
        await page
          .locator('#shown')
          .evaluate((/** @type {HTMLImageElement} */ i) => i.naturalWidth === 600),
      );
    }));
}
