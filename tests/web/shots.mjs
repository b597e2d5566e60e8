// SPDX-License-Identifier: MIT
// Pictures of every view for docs/screenshots: node shots.mjs [part of a name]. Both languages, wide, phone upright and
// on its side, paper and night. Made by hand when the page has changed, not by the tests. pngquant, where it is
// installed, makes them small.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM, serve } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const OUT = join(dirname(fileURLToPath(import.meta.url)), '../../docs/screenshots'),
  only = process.argv[2] ?? '';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run'];

/** A form of the page: size, theme, language. @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const FORMS = {
  wide: { viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'en-GB' },
  'wide-dark-ja': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'ja-JP' },
  'phone-dark': {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'en-GB',
    isMobile: true,
    hasTouch: true,
  },
  'phone-ja': {
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    locale: 'ja-JP',
    isMobile: true,
    hasTouch: true,
  },
  side: {
    viewport: { width: 844, height: 390 },
    colorScheme: 'light',
    locale: 'en-GB',
    isMobile: true,
    hasTouch: true,
  },
};

/** In the page, with its session. @param {Page} page @param {string} body */
const inside = (page, body) =>
  page.evaluate(
    `import(document.querySelector('script[type=module]').src).then(async ({ session, page }) => { ${body} })`,
  );
/** @param {string} name */
const seat = (name) =>
  `await session.act('h seat 1 ${name}').catch(() => session.act('1 sit ${name}'));`;

/** The views: an address, and what is done there. @type {Record<string, {at: string, then?: (page: Page) => Promise<any>, forms?: string[]}>} */
const VIEWS = {
  home: { at: '#home' },
  learn: { at: '#learn', forms: ['wide', 'wide-dark-ja', 'phone-dark', 'phone-ja'] },
  lesson: { at: '#learn=mur' },
  games: {
    at: '#game=nine&moves=d6 d2 f4 b4',
    then: async (page) => {
      await inside(
        page,
        "await session.type('d7'); await session.type('f6'); await session.begin({ variant: 'mur' }); await session.type('+a1'); await new Promise((r) => setTimeout(r, 900)); location.hash = '#games';",
      );
    },
  },
  about: { at: '#about', forms: ['wide', 'phone-ja'] },
  print: { at: '#print', forms: ['wide', 'phone-ja'] },
  rules: { at: 'rules.html#mur', forms: ['wide-dark-ja', 'phone-dark'] },
  new: { at: '#start=mur&level=4', then: (page) => page.click('#new') },
  nine: {
    at: '#game=nine&moves=d6 d2 f4 b4 d7 f6 d5xf6 f6 b6 a4 c4 c5',
    then: (page) => inside(page, seat('computer level 4')),
  },
  stacking: { at: '#game=stacking&pos=wWw...../.b..b.../....w... b 5 6' },
  mur: {
    at: '#game=mur&moves=%2Ba1+%2Bb2+%2Bc3+%2Bd1+%2Be1+%2Bf1+%2Bg2+%2Bh3',
    then: (page) => inside(page, seat('computer level 6')),
  },
  morelli: {
    at: '#game=morelli&seed=7&moves=a6-l6 i13-b6 h13-i12 b6-d8 b1-b12 a2-l2 l6-i3 a1-b2 i3-j4 k1-k3 i12-i5 d8-h8 m3-i7 a9-g9 f13-f3 m10-i6 i5-f8 a5-i5xj4 m5-h10xg9 m8-i8xi7',
  },
  won: {
    at: '#game=nine&pos=ww.w..../......../b.b.b... w 0 0',
    then: async (page) => {
      await inside(page, `${seat('computer level 5')} await session.type('g4-g7xc5');`);
      await page.waitForSelector('#banner:visible');
    },
  },
  review: {
    at: '#game=nine&moves=d6 d2 f4 b4 d7 f6 d5xf6 f6 b6 a4 c4 c5',
    then: async (page) => {
      await inside(page, "await session.finishGame('p1');");
      await page.click('#end-review');
      await page.waitForTimeout(6000);
    },
    forms: ['wide', 'phone-ja'],
  },
  analysis: {
    at: '#game=nine&moves=d6',
    then: async (page) => {
      await inside(
        page,
        `await page.analyse({ record: '[Game "nine"]\\n[White "Anna"]\\n[Black "Bo"]\\n[Plies "0"]\\n\\n1. d6! f4 2. d2 (2. b4 {the other cross point} d2 3. f6 (3. b6 a7 4. d7 g7 5. a4 d1 (5... g4 6. g1 e3 7. c5 c3) 6. g1 a1) 3... b6) (2. f6 b6) 2... b4 3. a7?! {f6 keeps both open.} 3... d7 4. g7 a4 *' }); await session.goto(5);`,
      );
      await page.waitForTimeout(2500);
    },
  },
  edit: { at: '#edit', forms: ['wide', 'phone-ja'] },
  'six-perfect': {
    at: '#game=six&moves=d6 f4',
    then: (page) => page.click('#perfect').then(() => page.waitForTimeout(2500)),
    forms: ['wide'],
  },
  settings: {
    at: '#start=nine&level=3',
    then: (page) => inside(page, "document.getElementById('settings').click();"),
    forms: ['wide', 'phone-ja'],
  },
  more: {
    at: '#start=nine&level=3',
    then: (page) => page.click('#more-open'),
    forms: ['phone-dark', 'phone-ja'],
  },
};

mkdirSync(OUT, { recursive: true });
const server = await serve(),
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
  });
for (const [view, { at, then, forms = Object.keys(FORMS) }] of Object.entries(VIEWS))
  for (const form of forms.filter((f) => `${view}-${f}`.includes(only))) {
    const file = join(OUT, `${view}-${form}.png`),
      context = await browser.newContext({ reducedMotion: 'reduce', ...FORMS[form] });
    try {
      const page = await context.newPage();
      await page.goto(`${server.url}${at}`);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(700);
      await then?.(page);
      await page.waitForTimeout(900);
      await page.screenshot({ path: file });
    } catch (error) {
      console.log(`${view}-${form}: ${String(error).split('\n')[0]}`);
    } finally {
      await context.close();
    }
  }
await browser.close();
server.close();
if (existsSync('/usr/bin/pngquant'))
  spawnSync('pngquant', [
    '--force',
    '--ext',
    '.png',
    '--skip-if-larger',
    '--strip',
    '128',
    ...Object.entries(VIEWS)
      .flatMap(([v, { forms = Object.keys(FORMS) }]) =>
        forms.filter((f) => `${v}-${f}`.includes(only)).map((f) => join(OUT, `${v}-${f}.png`)),
      )
      .filter((f) => existsSync(f)),
  ]);
