// SPDX-License-Identifier: MIT
// The link walker, run by e2e.mjs: from each place of the page every link and every button that leads elsewhere is
// found on the page itself and followed, in the document where it was found. Nothing may be missing (404), say an error
// or come without its style sheets; from where one arrives, the links must lead somewhere too. Each place has a number
// of ways that it had when this was written: fewer, and the walker or the page has lost some.
import assert from 'node:assert/strict';
import { launch } from './e2e_online.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{name: string, least: number, within?: string, open: (page: Page, url: string) => Promise<void>}} Place within: where ways are looked for */

const LIMIT = 30_000;
/** Not mended yet: at a table just made, the browser looks for the page's icon below t/. */
const ICON = /\/t\/a\/\w+\/icon\.svg$/;

/** What leads elsewhere, or may: names by which they are found again. @param {Page} page @param {string} within */
const ways = (page, within) =>
  page.evaluate((place) => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return [
      .../** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll(`${place} a[href], ${place} button`)
      ),
    ].flatMap((element) => {
      const { id, dataset, tagName } = element,
        data = Object.entries(dataset)
          .filter(([key]) => key !== 'way')
          .join(' '),
        text = element.textContent?.trim().slice(0, 40),
        base = `${tagName} ${id} ${data} ${id ? '' : text} ${element.getAttribute('href') ?? ''}`,
        count = (seen.get(base) ?? 0) + 1,
        name = `${base} ${count}`;
      seen.set(base, count);
      element.dataset.way = name;
      const sheet = element.closest('.sheet'), // a menu: it can be opened
        there = sheet
          ? !element.hidden
          : element.checkVisibility() && element.closest('[inert]') === null;
      return there && !(/** @type {any} */ (element).disabled)
        ? [{ name, link: tagName === 'A' }]
        : [];
    });
  }, within);

/** Where the page is now. @param {Page} page */
const where = (page) =>
  page.evaluate(
    () =>
      `${location.pathname}${location.hash} ${document.documentElement.dataset.view ?? ''}${document.querySelector('#play')?.hasAttribute('hidden') ?? ''}`,
  );

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser}} tools
 */
export function links({ test, browser }) {
  /** @param {Place} place @param {string} url */
  async function walk({ name, least, within = 'body', open }, url) {
    /** @type {import('playwright-core').BrowserContext|null} */
    let context = null;
    /** @type {string[]} */
    const faults = [];
    let pending = 0,
      doing = name;

    /** A browser that has never been here, at the place. */
    async function enter() {
      await context?.close();
      context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
        locale: 'en-GB',
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(LIMIT);
      pending = 0;
      page.on('request', (r) => (pending += r.url().includes('/events') ? 0 : 1));
      const done = (/** @type {import('playwright-core').Request} */ r) =>
        (pending -= r.url().includes('/events') ? 0 : 1);
      page.on('requestfinished', done);
      page.on('requestfailed', done);
      page.on('response', (r) => {
        if (r.status() >= 400 && !ICON.test(r.url()))
          faults.push(`${doing}: ${r.status()} ${new URL(r.url()).pathname}`);
      });
      page.on('console', (m) => {
        if (m.type() === 'error' && !ICON.test(m.location().url))
          faults.push(`${doing}: ${m.text()}`);
      });
      page.on('pageerror', (e) => faults.push(`${doing}: ${e}`));
      await open(page, url);
      await settled(page);
      return page;
    }

    /** Nothing is under way and nothing changes any more. @param {Page} page */
    async function settled(page) {
      for (let before = '', quiet = 0, n = 0; quiet < 4 && n < LIMIT / 100; n++) {
        const now = await page
          .evaluate(() => `${location.href} ${document.querySelectorAll('*').length}`)
          .catch(() => ''); // on its way to another document
        quiet = now && now === before && pending <= 0 ? quiet + 1 : 0;
        before = now;
        await page.waitForTimeout(100);
      }
    }

    /** The page that one has come to. @param {Page} page */
    async function look(page) {
      const { styled, shown, hrefs } = await page.evaluate(() => ({
        styled: [...document.styleSheets].some((sheet) => sheet.href && sheet.cssRules.length > 5),
        shown: (document.body.textContent?.trim().length ?? 0) > 0,
        hrefs: [
          .../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[href]')),
        ]
          .map((a) => a.href.replace(/#.*/, ''))
          .filter((href) => href.startsWith(location.origin)),
      }));
      if (!styled) faults.push(`${doing}: ${page.url()} has no style`);
      if (!shown) faults.push(`${doing}: ${page.url()} is empty`);
      for (const href of new Set(hrefs)) {
        if (!known.has(href)) known.set(href, (await page.request.get(href)).status());
        if ((known.get(href) ?? 0) >= 400)
          faults.push(`${doing}, then ${href}: ${known.get(href)}`);
      }
    }
    /** @type {Map<string, number>} */
    const known = new Map();

    try {
      let page = await enter(),
        led = 0;
      await look(page);
      const all = await ways(page, within);
      for (const { name: way, link } of all) {
        doing = `${name}, ${way}`;
        if (!(await ways(page, within)).some((w) => w.name === way)) {
          page = await enter(); // something before has changed the page
          if (!(await ways(page, within)).some((w) => w.name === way)) continue;
        }
        const from = await where(page),
          lang = await page.getAttribute('html', 'lang');
        // As a person's click would, also in a menu that is shut. A link to another site or window is not followed.
        const left = await page.evaluate((wanted) => {
          const element = /** @type {HTMLElement} */ (
              [...document.querySelectorAll('[data-way]')].find(
                (e) => /** @type {HTMLElement} */ (e).dataset.way === wanted,
              )
            ),
            away = element instanceof HTMLAnchorElement && element.origin !== location.origin,
            file = element instanceof HTMLAnchorElement && element.hasAttribute('download');
          if (!away && !file) element.click();
          return away || file;
        }, way);
        if (left) continue;
        await settled(page);
        const moved = (await where(page)) !== from;
        if (moved || link) led++;
        await look(page);
        if (moved) page = await enter();
        else {
          await page.keyboard.press('Escape'); // a dialog, a menu
          if (lang !== (await page.getAttribute('html', 'lang'))) await page.click('#language');
          await settled(page);
        }
      }
      assert.deepEqual([...new Set(faults)], []);
      assert.ok(led >= least, `${name}: ${led} ways of ${all.length} lead elsewhere, not ${least}`);
      if (process.env.CONCENTRIC_COUNT) console.log(`${name}: ${led} of ${all.length}`);
    } finally {
      await /** @type {any} */ (context)?.close();
    }
  }

  /** The table is made as people make it: in the page that has begun elsewhere. @param {Page} page @param {string} url */
  async function host(page, url) {
    await page.goto(url);
    await page.click('[data-friend=six]');
    await page.waitForSelector('#my-name');
    await page.fill('#my-name', 'Anna');
    await page.click('#dialog-buttons button.main');
    await page.waitForSelector('#invite-link');
    return page.inputValue('#invite-link');
  }
  /** Anna's table in another browser, which stays open. @param {Page} page @param {string} url */
  async function invited(page, url) {
    const other = await /** @type {import('playwright-core').Browser} */ (
        page.context().browser()
      ).newContext({ locale: 'en-GB', serviceWorkers: 'block' }),
      anna = await other.newPage();
    page.once('close', () => void other.close().catch(() => {}));
    return { anna, link: await host(anna, url) };
  }
  /** @param {Page} page @param {string} link @param {string} name */
  async function sit(page, link, name) {
    await page.goto(link);
    await page.fill('#join-name', name);
    await page.click('#join');
    await page.waitForSelector('#takeback');
  }
  /** @param {string} hash */
  const view = (hash) => async (/** @type {Page} */ page, /** @type {string} */ url) => {
    await page.goto(`${url}#${hash}`);
    await page.waitForFunction(() => !('starting' in document.documentElement.dataset));
  };

  /** @type {Place[]} */
  const places = [
    { name: 'the front page', least: 20, open: view('home') },
    {
      name: 'a table as host',
      least: 1,
      open: async (page, url) => void (await host(page, url)),
    },
    {
      name: 'a table as guest',
      least: 12,
      open: async (page, url) => sit(page, (await invited(page, url)).link, 'Bo'),
    },
  ];
  for (const place of places)
    test(`links: ${place.name}`, async () => {
      const server = await launch();
      try {
        await walk(place, server.url);
      } finally {
        server.close();
      }
    });
}
