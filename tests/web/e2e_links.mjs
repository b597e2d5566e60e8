// SPDX-License-Identifier: MIT
// The link walker, run by e2e.mjs: from each place of the page every link and every button that leads elsewhere is
// found on the page itself and followed. Nothing may be missing (404), say an error or come without its style sheets;
// from where one arrives, the links must lead somewhere too. A button is pressed, and so is the main button of a dialog
// that it opens, and a link within the document, in the document where it was found. A link to another document is
// opened in another tab of the same browser. Each place has the number of ways that it had when this was written: fewer,
// and the walker or the page has lost some. CONCENTRIC_COUNT=1 prints the numbers.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { VIEWS } from '../../web/views.js';
import { serveProgram } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{name: string, least: number, within?: string, open: (page: Page, url: string) => Promise<unknown>, fresh?: boolean}} Place
 * within: where ways are looked for; fresh: it is entered with a new browser each time */

const LIMIT = 30_000,
  TABS = 3,
  MANY = 8,
  REFUSED = [409, 422], // an act that is not possible now: a tournament of one begins, for instance
  BRIEFLY = 120, // ms in which nothing happens: it has come to rest
  LONG = 1500;

/** Views that need nothing: how many ways each has. @type {Record<string, number>} */
const LEAST = {
  about: 3,
  board: 1,
  drills: 126,
  edit: 3,
  explorer: 4,
  games: 0,
  learn: 15,
  lobby: 4,
  me: 4,
  print: 1,
  puzzles: 32,
  ratings: 4,
  tournaments: 5,
};

/** What leads elsewhere, or may: names by which they are found again. @param {Page} page @param {string} within */
const findWays = (page, within) =>
  page.evaluate((place) => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    return [
      .../** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll(`:is(${place}) :is(a[href], button)`)
      ),
    ].flatMap((element) => {
      const { id, dataset, tagName } = element,
        href = element instanceof HTMLAnchorElement ? element.href : '',
        data = Object.entries(dataset).filter(([key]) => key !== 'way'),
        text = id ? '' : element.textContent?.trim().slice(0, 40),
        base = `${tagName} ${id} ${data.join(' ')} ${text} ${href}`.replaceAll(
          /\/t\/\w+/g,
          '/t/ID',
        ),
        count = (seen.get(base) ?? 0) + 1,
        name = `${base} ${count}`;
      seen.set(base, count);
      element.dataset.way = name;
      const sheet = element.closest('.sheet'), // a menu: it can be opened
        there = sheet
          ? !element.hidden && sheet.parentElement?.checkVisibility()
          : element.checkVisibility() && element.closest('[inert]') === null;
      if (!there || /** @type {any} */ (element).disabled) return [];
      if (!href) return [{ name, press: true, href: '' }];
      // Another site's page is not ours, and what is downloaded is no page.
      if (!href.startsWith(location.origin) || element.hasAttribute('download')) return [];
      const [path] = href.split('#'),
        press = path === location.href.split('#')[0];
      return [{ name, press, href }];
    });
  }, within);

/** Where the page is now. @param {Page} page */
const where = (page) =>
  page.evaluate(
    () =>
      `${location.pathname}${location.hash} ${document.documentElement.dataset.view ?? ''}${document.querySelector('#play')?.hasAttribute('hidden') ?? ''}`,
  );

/** Presses, as a person would, also in a menu that is shut. @param {Page} page @param {string} way */
const press = (page, way) =>
  page.evaluate((wanted) => {
    const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-way]'));
    [...all].find((element) => element.dataset.way === wanted)?.click();
  }, way);

/** A list of a hundred puzzles of one view is followed where it begins. @param {{href: string}} way @param {{href: string}[]} all */
function isOneOfMany(way, all) {
  const view = /#\w+=/.exec(way.href)?.[0],
    alike = view ? all.filter(({ href }) => href.includes(view)) : [];
  return alike.indexOf(way) >= MANY;
}

/** One place, walked. */
class Walk {
  /** @param {import('playwright-core').Browser} browser @param {Place} place @param {string} url */
  constructor(browser, place, url) {
    this.browser = browser;
    this.place = place;
    this.url = url;
    this.within = place.within ?? 'body';
    this.doing = place.name;
    /** @type {Set<string>} */
    this.faults = new Set();
    /** @type {Map<string, Promise<number>>} */
    this.statuses = new Map();
    /** @type {import('playwright-core').BrowserContext|null} */
    this.context = null;
    /** Requests under way. @type {WeakMap<Page, Set<unknown>>} */
    this.pending = new WeakMap();
  }

  /** @param {string} [text] */
  fault(text) {
    this.faults.add(`${this.doing}: ${text}`);
  }

  /** @param {() => string} [doing] what is done there, if it is not what is done here */
  async tab(doing = () => this.doing) {
    const page = await /** @type {import('playwright-core').BrowserContext} */ (
        this.context
      ).newPage(),
      pending = new Set();
    const note = (/** @type {string} */ text) => this.faults.add(`${doing()}: ${text}`);
    page.setDefaultTimeout(LIMIT);
    this.pending.set(page, pending);
    page.on('request', (r) => {
      if (!r.url().includes('/events')) pending.add(r);
    });
    page.on('requestfinished', (r) => pending.delete(r));
    page.on('requestfailed', (r) => pending.delete(r));
    page.on('framenavigated', () => pending.clear());
    page.on('response', (r) => {
      if (r.status() >= 400 && !REFUSED.includes(r.status()))
        note(`${r.status()} ${new URL(r.url()).pathname}`);
    });
    page.on('console', (m) => {
      if (
        m.type() === 'error' &&
        !REFUSED.some((status) => m.text().includes(`status of ${status}`))
      )
        note(m.text());
    });
    page.on('pageerror', (e) => note(String(e)));
    return page;
  }

  /** The place, in a browser that has never been here if that is asked for. @param {Page|null} page @param {boolean} fresh */
  async enter(page, fresh) {
    if (!page || fresh || this.place.fresh) {
      await this.context?.close();
      this.context = await this.browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
        locale: 'en-GB',
        serviceWorkers: 'block',
      });
      page = await this.tab();
    }
    await this.place.open(page, this.url);
    await this.rest(page);
    return page;
  }

  /** Nothing is under way and nothing changes any more. @param {Page} page */
  async rest(page, quiet = BRIEFLY) {
    const end = Date.now() + LIMIT;
    for (let still = false; !still && Date.now() < end; )
      still = await page
        .evaluate(async (ms) => {
          // Clocks run on: not every change counts.
          const now = () => `${location.href} ${document.querySelectorAll('*').length}`,
            before = now();
          for (let n = 0; n < 3; n++) {
            await new Promise((resolve) => setTimeout(resolve, ms / 3));
            if (now() !== before) return false;
          }
          return !document.querySelector('[data-starting]');
        }, quiet)
        .then((calm) => calm && !this.pending.get(page)?.size)
        .catch(() => false); // on its way to another document
  }

  /** The page that one has come to. @param {Page} page @param {string} [doing] */
  async look(page, doing = this.doing) {
    const { styled, shown, hrefs } = await page.evaluate(() => ({
      styled: [...document.styleSheets].some((sheet) => sheet.href && sheet.cssRules.length > 5),
      shown: (document.body.textContent?.trim().length ?? 0) > 0,
      hrefs: [
        .../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a[href]')),
      ]
        .map((a) => a.href.replace(/#.*/, ''))
        .filter((href) => href.startsWith(location.origin)),
    }));
    if (!styled) this.faults.add(`${doing}: ${page.url()} has no style`);
    if (!shown) this.faults.add(`${doing}: ${page.url()} is empty`);
    await Promise.all(
      [...new Set(hrefs)].map(async (href) => {
        if (!this.statuses.has(href))
          this.statuses.set(
            href,
            fetch(href, { method: 'HEAD' }).then(({ status }) => status),
          );
        const status = (await this.statuses.get(href)) ?? 0;
        if (status >= 400) this.faults.add(`${doing}, then ${href}: ${status}`);
      }),
    );
  }

  /** Links to other documents, some at once. @param {{name: string, href: string}[]} links */
  async openAll(links) {
    const queue = [...new Map(links.map((link) => [link.href, link])).values()];
    await Promise.all(
      Array.from({ length: Math.min(TABS, queue.length) }, async () => {
        let doing = '';
        const page = await this.tab(() => doing);
        for (let next = queue.shift(); next; next = queue.shift()) {
          doing = `${this.place.name}, ${next.name}`;
          await page.goto('about:blank'); // addresses may differ in their fragment alone
          await page.goto(next.href);
          await this.rest(page);
          await this.look(page, doing);
        }
        await page.close();
      }),
    );
  }

  /** To where one was, if that is in the same document still: sooner than entering again. @param {Page} page @param {string} from */
  async back(page, from) {
    if (!(await page.evaluate(() => document.querySelector('[data-way]') !== null))) return false;
    await page.evaluate(() => history.back()).catch(() => {}); // which may lead out of this document
    await this.rest(page);
    return (await where(page).catch(() => '')) === from;
  }

  /** Presses one after the other. Returns those that led elsewhere. @param {Page} page @param {string[]} names @param {number} quiet */
  async pressAll(page, names, quiet) {
    const led = [];
    let changed = false;
    for (const name of names) {
      this.doing = `${this.place.name}, ${name}`;
      if (changed) page = await this.enter(page, false);
      const isThere = async () =>
        (await findWays(page, this.within)).some((way) => way.name === name);
      if (!(await isThere())) {
        page = await this.enter(page, true); // something before has changed what there is
        if (!(await isThere())) continue;
      }
      const from = await where(page),
        lang = await page.getAttribute('html', 'lang');
      await press(page, name);
      await this.rest(page, quiet);
      await this.look(page);
      let moved = (await where(page)) !== from;
      const main = page.locator('#dialog[open] #dialog-buttons button.main');
      if (!moved && (await main.count()) && (await main.isEnabled())) {
        await main.evaluate((/** @type {HTMLElement} */ button) => button.click());
        await this.rest(page, quiet);
        await this.look(page);
        moved = (await where(page)) !== from;
      }
      if (moved) led.push(name);
      changed = moved && !(await this.back(page, from));
      if (moved) continue;
      await page.keyboard.press('Escape'); // a dialog, a menu
      if (lang !== (await page.getAttribute('html', 'lang'))) changed = true;
      if (await page.locator('#dialog[open]').count()) changed = true;
    }
    return { page, led };
  }

  async all() {
    const { name, least } = this.place;
    try {
      let page = await this.enter(null, true);
      await this.look(page);
      const ways = await findWays(page, this.within),
        links = ways.filter((way) => !way.press),
        within = ways.filter((way) => way.press && way.href),
        names = ways.filter((way) => way.press && !isOneOfMany(way, within)).map((way) => way.name);
      await this.openAll(links);
      const first = await this.pressAll(page, names, BRIEFLY);
      const led = new Set([...links, ...within].map((way) => way.name).concat(first.led));
      if (led.size < least) {
        // Slow today? Once more, with more patience.
        page = await this.enter(first.page, true);
        const rest = names.filter((way) => !led.has(way));
        for (const way of (await this.pressAll(page, rest, LONG)).led) led.add(way);
      }
      if (process.env.CONCENTRIC_COUNT)
        console.log(`${name}: ${led.size} of ${ways.length} (least ${least})`);
      assert.deepEqual([...this.faults], []);
      assert.ok(
        led.size >= least,
        `${name}: ${led.size} ways lead elsewhere, not ${least}:\n${[...led].join('\n')}`,
      );
    } finally {
      await this.context?.close();
    }
  }
}

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser}} tools
 */
export function links({ test, browser }) {
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
  /** @param {string} url @param {string} path @param {any} body @param {string} [key] @returns {Promise<any>} */
  async function ask(url, path, body, key) {
    const answer = await fetch(`${url}api/v1${path}`, {
      method: 'POST',
      headers: key ? { Authorization: `Bearer ${key}` } : {},
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  }
  /** Somebody with a device. @param {string} url @param {string} name */
  async function person(url, name) {
    const key = randomBytes(32).toString('base64url');
    return { key, id: (await ask(url, '/me', { name }, key)).id };
  }
  /** The browser is that of somebody. @param {Page} page @param {string} url @param {string} key */
  async function become(page, url, key) {
    await page.goto(`${url}rules.html`);
    await page.evaluate((own) => localStorage.setItem('concentric.device', own), key);
  }
  const six = { game: 'six', clock: '600+5', side: 'p1', name: 'Anna' };
  /** A tournament of Anna and Bo; `on`: it has begun. @param {string} url @param {boolean} on */
  async function tournament(url, on) {
    const anna = await person(url, 'Anna'),
      bo = await person(url, 'Bo'),
      about = { name: 'Friday', kind: 'swiss', rounds: 1, game: 'six', clock: '600+5' },
      { id } = await ask(url, '/tournaments', about, anna.key);
    for (const { key } of [anna, bo]) await ask(url, `/tournaments/${id}/join`, {}, key);
    if (on) await ask(url, `/tournaments/${id}/do`, { do: 'start' }, anna.key);
    return { id, anna, bo };
  }
  /** @param {string} hash */
  const view = (hash) => async (/** @type {Page} */ page, /** @type {string} */ url) => {
    await page.goto(`${url}#${hash}`);
    await page.waitForFunction(() => !('starting' in document.documentElement.dataset));
  };

  /** @type {Place[]} */
  const places = [
    { name: 'the front page', least: 36, open: view('home') },
    { name: 'a game here', least: 14, open: view('start=six&level=1') },
    { name: 'a table as host', least: 14, fresh: true, open: host },
    {
      name: 'a table as guest',
      least: 13,
      fresh: true,
      open: async (page, url) => {
        const { id, invite } = await ask(url, '/tables', six);
        await page.goto(`${url}t/${id}#j=${invite}`);
        await page.fill('#join-name', 'Bo');
        await page.click('#join');
        await page.waitForSelector('#takeback');
      },
    },
    {
      name: 'a table as spectator',
      least: 13,
      open: async (page, url) => {
        const { id, invite } = await ask(url, '/tables', six);
        await ask(url, `/tables/${id}/join`, { invite, name: 'Bo' });
        await page.goto(`${url}t/${id}`);
        await page.waitForSelector('#online-state:not(:empty)');
      },
    },
    {
      name: 'a table of a tournament',
      least: 16,
      fresh: true,
      open: async (page, url) => {
        const { id, anna } = await tournament(url, true);
        await become(page, url, anna.key);
        await page.goto(`${url}#tournament=${id}`); // which leads to the game
        await page.waitForURL(/\/t\/\w+/);
        await page.waitForSelector('#react-0');
      },
    },
    {
      name: '#tournament',
      least: 6,
      within: '#view',
      open: async (page, url) => {
        const { id, anna } = await tournament(url, false);
        await become(page, url, anna.key);
        await view(`tournament=${id}`)(page, url);
      },
    },
    {
      name: '#player',
      least: 4,
      within: '#view',
      open: async (page, url) => view(`player=${(await person(url, 'Bo')).id}`)(page, url),
    },
    { name: 'a lesson', least: 1, within: 'main', open: view('learn=six') },
    { name: 'the rules', least: 9, open: async (page, url) => page.goto(`${url}rules.html`) },
    ...Object.entries(LEAST).map(([name, least]) => ({
      name: `#${name}`,
      least,
      within: '#view, #play',
      open: view(name),
    })),
  ];
  test('links: every view is walked', async () =>
    assert.deepEqual(
      [...places.map(({ name }) => name.replace('the front page', '#home'))]
        .flatMap((name) => /^#(\w+)$/.exec(name)?.[1] ?? [])
        .sort(),
      Object.keys(VIEWS).sort(),
    ));
  for (const place of places)
    test(`links: ${place.name}`, async () => {
      const server = await serveProgram();
      try {
        await new Walk(browser, place, server.url).all();
      } finally {
        server.close();
      }
    });
}
