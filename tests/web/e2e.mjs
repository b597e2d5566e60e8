// SPDX-License-Identifier: MIT
// The page in Chromium: node e2e.mjs [part of a test's name, or several with | between]. Screenshots go to tests/web/shots.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { club } from './e2e_club.mjs';
import { analysis } from './e2e_analysis.mjs';
import { everyView } from './e2e_axe.mjs';
import { boards } from './e2e_boards.mjs';
import { teaching } from './e2e_class.mjs';
import { drills } from './e2e_drills.mjs';
import { embed } from './e2e_embed.mjs';
import { brought } from './e2e_bring.mjs';
import { explorer } from './e2e_explorer.mjs';
import { lessons } from './e2e_lessons.mjs';
import { links } from './e2e_links.mjs';
import { kept } from './e2e_games.mjs';
import { front } from './e2e_front.mjs';
import { more } from './e2e_more.mjs';
import { offline } from './e2e_offline.mjs';
import { correspondence } from './e2e_correspondence.mjs';
import { online } from './e2e_online.mjs';
import { perfect } from './e2e_perfect.mjs';
import { teacher } from './e2e_teacher.mjs';
import { puzzles } from './e2e_puzzles.mjs';
import { table } from './e2e_table.mjs';
import { lines } from './e2e_lines.mjs';
import { review } from './e2e_review.mjs';
import { values } from './e2e_values.mjs';
import { CHROMIUM, WEB, gameIds, product, programBytes, serve } from './support.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const SHOTS = join(dirname(fileURLToPath(import.meta.url)), 'shots');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
mkdirSync(SHOTS, { recursive: true });
// --essential: what `./test` runs; --rest: the others, which `./test all` runs too.
const [, , mode = ''] = process.argv;
const only = mode.startsWith('--') ? '' : mode;
const ESSENTIAL = new RegExp(
  [
    '^(nine|stacking|morelli|mur): a game by',
    'at 320 px by finger',
    '^nine: against the computer',
    '^dragging a man$',
    '^why a tapped point is illegal',
    '^links',
    '^offline after the first load',
    '^axe',
    '^review: nine',
    '^explorer: what was played',
    '^graph: the game as a curve',
    '^analysis: (variations|the same|a running game)',
    '^puzzles: today',
    '^puzzles by keyboard',
    '^lesson of',
    '^drills by mouse',
    '^front page: (all games|the game under way)',
    '^every move is announced once',
    '^a finger drags a man',
    '^perfect play: values on the board',
    '^lobby: (a rated challenge|quick pairing)',
    '^tournament: held by one',
    '^a friend: link',
    '^the server dies in the middle',
    '^days per move: a move is sent',
  ].join('|'),
);
if (!['', '--essential', '--rest', only].includes(mode)) throw new Error(`what is ${mode}?`);
// CONCENTRIC_URL: a running `concentric serve` to test instead of the server here.
const server = process.env.CONCENTRIC_URL
  ? { url: process.env.CONCENTRIC_URL, close() {} }
  : await serve();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: FLAGS,
});
const ids = gameIds();

/** @typedef {import('playwright-core').Page} Page */
/** @type {[string, () => Promise<void>][]} */
const tests = [];
/** @param {string} name @param {() => Promise<void>} body */
const test = (name, body) => tests.push([name, body]);

/** A page at a game; every console error and policy violation fails the test.
 * @param {string} fragment @param {Parameters<typeof browser.newContext>[0]} options
 * @param {(page: Page) => Promise<void>} body */
async function at(fragment, options, body) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  // A host of files has no solved positions, which browsers report.
  page.on('console', (m) => {
    if (m.type() === 'error' && !/\/api\/v1\/solved\//.test(m.location().url))
      errors.push(m.text());
  });
  page.on('pageerror', (e) => errors.push(String(e)));
  try {
    await page.goto(`${server.url}#${fragment || 'start=nine&level=3'}`);
    await ready(page);
    await body(page);
    assert.deepEqual(errors, []);
  } catch (error) {
    await page.screenshot({ path: join(SHOTS, 'failed.png') }).catch(() => {});
    throw error;
  } finally {
    await context.close();
  }
}
/** @param {Page} page */
const ready = (page) => page.waitForSelector('.point[tabindex="0"]', { state: 'attached' });
/** @param {Page} page @param {string} name */
const point = (page, name) =>
  page.locator(`.point[aria-label^="${name},"], .point[aria-label^="${name}、"]`);
/** The points that may be chosen now. @param {Page} page */
const can = (page) =>
  page
    .locator('.point.can')
    .evaluateAll((all) => all.map((b) => (b.getAttribute('aria-label') ?? '').split(',')[0]));
/** @param {Page} page */
const fragment = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
/** @param {Page} page */
const moves = (page) => (fragment(page).get('moves') ?? '').split(' ').filter(Boolean);
/** @param {Page} page @param {number} n */
const played = (page, n) =>
  page.waitForFunction(
    (k) =>
      (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').filter(Boolean)
        .length >= k,
    n,
  );
/** @param {Page} page */
const isOver = (page) => page.locator('#resign').isDisabled();
/** @param {Page} page @param {string} name */
async function tap(page, name) {
  await point(page, name).scrollIntoViewIfNeeded();
  const box = await point(page, name).locator('.hit').boundingBox();
  assert.ok(box, `no point ${name}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await settle(page);
}
/** All that was clicked has been answered. @param {Page} page */
const settle = (page) =>
  page.evaluate(async () => {
    const { session } = await import(
      /** @type {any} */ (document.querySelector('script[type=module]')).src
    );
    for (let queue = null; queue !== session.queue; ) {
      queue = session.queue;
      await queue;
    }
  });

/** A game of random choices by `choose`, until it is over or `limit` moves are played.
 * @param {Page} page @param {number} limit @param {(name: string) => Promise<void>} choose */
async function wander(page, limit, choose) {
  let seed = 7;
  const random = (/** @type {number} */ n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
  };
  for (let n = 0; n < limit * 6; n++) {
    if ((await isOver(page)) || moves(page).length >= limit) return;
    if ((await page.locator('#finish').isVisible()) && random(2)) {
      await page.click('#finish');
      await settle(page);
      continue;
    }
    const names = await can(page);
    assert.ok(
      names.length,
      `nothing can be chosen after ${moves(page).join(' ')}: ${await page.textContent('#status')}`,
    );
    await choose(names[random(names.length)]);
  }
  assert.fail('the game does not advance');
}

const WHOLE = 400; // moves; random games of Morris end by then, or the test says so

for (const game of ids.filter((g) => ['nine', 'stacking', 'mur', 'morelli'].includes(g))) {
  // Small enough for a random game to come to its end.
  const variant = { morelli: 'morelli,size=7', mur: 'mur,traps=1' }[game] ?? game,
    limit = WHOLE;
  test(`${game}: a game by clicks`, () =>
    at(`game=${variant}`, {}, async (page) => {
      await wander(page, limit, (name) => tap(page, name));
      if (limit === WHOLE) assert.ok(await isOver(page), 'the whole game was played');
      console.log(`   ${moves(page).length} moves, ${await page.textContent('#status')}`);
    }));
  test(`${game}: a game by keyboard`, () =>
    at(`game=${variant}`, {}, async (page) => {
      await page.locator('.point[tabindex="0"]').focus();
      await wander(page, 24, async (name) => {
        await walk(page, name);
        await page.keyboard.press('Enter');
        await settle(page);
      });
      assert.ok(moves(page).length >= 24 || (await isOver(page)));
    }));
  test(`${game}: a game by typed moves`, () =>
    at(`game=${variant}`, {}, async (page) => {
      for (let n = 0; n < 40 && !(await isOver(page)); n++) {
        await page.focus('#type');
        await page.waitForFunction(async () => {
          const { session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          return (
            document.getElementById('type-list')?.dataset.position ===
            `${session.state.position} true`
          );
        });
        const texts = await page
          .locator('#type-list option')
          .evaluateAll((all) => all.map((o) => o.getAttribute('value') ?? ''));
        await page.fill('#type', texts[(n * 13) % texts.length].toUpperCase());
        await page.keyboard.press('Enter');
        await played(page, n + 1);
      }
    }));
}

if (ids.includes('mur')) {
  test('mur: both ways are shown when a knock can go either way', () =>
    at('game=mur&pos=bb.www../bb..ww../......../k b 0 0', {}, async (page) => {
      await tap(page, 'a3');
      await tap(page, 'e3');
      assert.equal(await page.locator('.landing').count(), 2);
      assert.match((await page.textContent('#status')) ?? '', /which way/);
      await page.screenshot({ path: join(SHOTS, 'mur-ways.png') });
      await tap(page, 'c3');
      assert.deepEqual(moves(page), ['a3-e3*c3']);
    }));
  test('mur: a trapped ship is withdrawn; hovering shows group and reach', () =>
    at('game=mur&pos=bw.....w/w......./......../k b 0 1', {}, async (page) => {
      assert.match(
        (await page.textContent('#status')) ?? '',
        /your ship on a3 is trapped: take it off/,
      );
      await tap(page, 'a3');
      assert.deepEqual(moves(page), ['xa3']);
      const box = await point(page, 'b3').locator('.hit').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 15, (box?.y ?? 0) + 15);
      await page.waitForSelector('.mark.group', { state: 'attached' });
      await page.waitForSelector('.mark.reach', { state: 'attached' });
    }));
}

if (ids.includes('morelli')) {
  const FRAMES =
    '............./............./............./...b...b.b.../.......w...../...b..b....../.w.....w...../......b..b.../.......w...../.....wb..b.../....b......../............./.............';
  test('morelli: hovering shows the frame; captures and the throne happen', () =>
    at(`game=morelli&pos=${FRAMES} w play`, {}, async (page) => {
      const box = await point(page, 'd4').locator('.hit').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 15, (box?.y ?? 0) + 15);
      await page.waitForSelector('.mark.frame', { state: 'attached' });
      assert.equal(await page.locator('.mark.frame').count(), 4);
      assert.match((await page.textContent('#message')) ?? '', /Green 1/);
      await tap(page, 'b7');
      await page.screenshot({ path: join(SHOTS, 'morelli-targets.png') });
      await tap(page, 'f7');
      assert.match(moves(page)[0], /^b7-f7xg6g8\*$/);
      await page.screenshot({ path: join(SHOTS, 'morelli-throne.png') });
    }));
  test('morelli, nestor: captures and the centre may be declined', async () => {
    const start = `game=morelli,edition=nestor&pos=${FRAMES} w play`;
    await at(start, {}, async (page) => {
      await tap(page, 'b7');
      await tap(page, 'f7');
      await page.screenshot({ path: join(SHOTS, 'nestor.png') });
      await page.click('#finish');
      await settle(page);
      assert.deepEqual(moves(page), ['b7-f7']);
    });
    await at(start, {}, async (page) => {
      for (const name of ['b7', 'f7', 'g8', 'g6']) await tap(page, name);
      await page.click('#finish');
      await settle(page);
      assert.deepEqual(moves(page), ['b7-f7xg6g8'], 'the centre was declined');
    });
    await at(start, {}, async (page) => {
      for (const name of ['b7', 'f7', 'g6', 'g8', 'g7']) await tap(page, name);
      assert.deepEqual(moves(page), ['b7-f7xg6g8*']);
    });
  });
  test('morelli, nestor: two equal buttons say what they do', () =>
    at(`game=morelli,edition=nestor&pos=${FRAMES} w play`, {}, async (page) => {
      const look = (/** @type {string} */ id) =>
        page
          .locator(id)
          .evaluate((b) => [
            b.textContent,
            getComputedStyle(b).backgroundColor,
            getComputedStyle(b).fontWeight,
          ]);
      await tap(page, 'b7');
      assert.ok(await page.locator('#accept').isHidden());
      await tap(page, 'f7');
      const [turn, leave] = [await look('#accept'), await look('#finish')];
      assert.deepEqual([turn[0], leave[0]], ['Turn these over', 'Leave the rest']);
      assert.deepEqual(turn.slice(1), leave.slice(1), 'neither is more prominent');
      await page.click('#accept');
      await settle(page);
      assert.deepEqual(
        [(await look('#accept'))[0], (await look('#finish'))[0]],
        ['Take the centre', 'Leave it'],
      );
      await page.click('#accept');
      await settle(page);
      assert.deepEqual(moves(page), ['b7-f7xg6g8*']);
      assert.ok(await page.locator('#accept').isHidden());
    }));
  test('morelli: placing pairs, the same side twice running', () =>
    at('game=morelli,size=7,setup=pairs', {}, async (page) => {
      assert.match((await page.textContent('#status')) ?? '', /^Black: choose where to place/);
      await tap(page, 'a1');
      await tap(page, 'a2');
      assert.match((await page.textContent('#status')) ?? '', /^White/);
      await tap(page, 'a3');
      assert.match((await page.textContent('#status')) ?? '', /^Black/);
      assert.deepEqual(moves(page), ['a1', 'a2', 'a3']);
    }));
  test('morelli: the start mode is picked in secret', () =>
    at('', {}, async (page) => {
      await page.click('#new');
      await page.check('input[name=game][value=morelli]');
      await page.click('.folded summary');
      await page.selectOption('#option-edition', 'nestor');
      await page.waitForSelector('#secret');
      assert.equal(
        await page.inputValue('#option-setup'),
        'facing',
        'the default depends on the edition',
      );
      await page.check('#secret');
      await page.check('input[name=opponent][value=people]');
      await page.click('#dialog-buttons .main');
      await page.click('dialog .choices button[value=adjacent]');
      await page.waitForSelector('#dialog-buttons button[value=ready]');
      assert.doesNotMatch(
        (await page.textContent('#dialog-body')) ?? '',
        /Adjoining/,
        'the first pick is not shown',
      );
      await page.click('#dialog-buttons button[value=ready]'); // the device changes hands
      await page.click('dialog .choices button[value=facing]');
      await page.click('#dialog-buttons button[value=ok]');
      await page.waitForFunction(
        () =>
          new URLSearchParams(location.hash.slice(1)).get('game') ===
          'morelli,edition=nestor,setup=free',
      );
    }));
  test('morelli: 13 x 13 at 320 px by finger', () =>
    at(
      'game=morelli,setup=facing',
      { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      async (page) => {
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
        const centre = async (/** @type {string} */ name) => {
          const box = await point(page, name).locator('.hit').boundingBox();
          return {
            x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
            y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
          };
        };
        const a = await centre('c1'),
          b = await centre('c6');
        await page.touchscreen.tap(a.x + 3, a.y - 8);
        await settle(page);
        await page.touchscreen.tap(b.x - 9, b.y + 3);
        await played(page, 1);
        assert.match(moves(page)[0], /^c1-c6/);
        await page.screenshot({ path: join(SHOTS, 'morelli-touch.png') });
      },
    ));
  test('morelli: what one change costs to draw', () =>
    at('game=morelli&seed=7', { reducedMotion: 'no-preference' }, async (page) => {
      const ms = await page.evaluate(async () => {
        const { session } = await import(
          /** @type {any} */ (document.querySelector('script[type=module]')).src
        );
        const begun = performance.now();
        for (let n = 0; n < 100; n++) {
          session.pointMarks = [
            { kind: 'frame', player: 0, points: [n, n + 1, n + 2, n + 3], label: '', name: '' },
          ];
          session.notify();
        }
        return (performance.now() - begun) / 100;
      });
      console.log(`   ${ms.toFixed(2)} ms a change`);
    }));
}

/** Arrow keys to a point: breadth-first over what the keys do. @param {Page} page @param {string} name */
async function walk(page, name) {
  const here = () =>
    page.evaluate(() => (document.activeElement?.getAttribute('aria-label') ?? '').split(',')[0]);
  const steps = await page.evaluate(async (goal) => {
    const { session } = await import(
      /** @type {any} */ (document.querySelector('script[type=module]')).src
    );
    const { neighbour } = await import(
      /** @type {any} */ (
        new URL(
          'geometry.js',
          /** @type {any} */ (document.querySelector('script[type=module]')).src,
        ).href
      )
    );
    const buttons = [...document.querySelectorAll('.point')];
    const names = buttons.map((b) => (b.getAttribute('aria-label') ?? '').split(',')[0]);
    const keys = {
      ArrowLeft: { x: -1, y: 0 },
      ArrowRight: { x: 1, y: 0 },
      ArrowUp: { x: 0, y: -1 },
      ArrowDown: { x: 0, y: 1 },
    };
    const from = buttons.indexOf(/** @type {Element} */ (document.activeElement)),
      to = names.indexOf(goal);
    const seen = new Map([[from, /** @type {string[]} */ ([])]]),
      queue = [from];
    while (queue.length && !seen.has(to)) {
      const p = /** @type {number} */ (queue.shift());
      for (const [key, way] of Object.entries(keys)) {
        const q = neighbour(session.shape.points, session.shape.links, p, way);
        if (!seen.has(q)) {
          seen.set(q, [...(seen.get(p) ?? []), key]);
          queue.push(q);
        }
      }
    }
    return seen.get(to) ?? null;
  }, name);
  assert.ok(steps, `no keys lead to ${name} from ${await here()}`);
  const begun = await here();
  for (const key of steps) await page.keyboard.press(key);
  assert.equal(await here(), name, `${steps} from ${begun}`);
}

test('nine: against the computer by clicks, undo, hint, evaluation', () =>
  at('', { storageState: undefined }, async (page) => {
    await tap(page, 'd2');
    await played(page, 2);
    await page.waitForFunction(() => document.querySelectorAll('.point.can').length > 0);
    await page.click('#undo');
    await page.waitForFunction(
      () => new URLSearchParams(location.hash.slice(1)).get('ply') === '0',
    );
    await page.click('#redo');
    await page.waitForFunction(() => !new URLSearchParams(location.hash.slice(1)).get('ply'));
    await page.click('#hint');
    await page.waitForSelector('.hint', { state: 'attached' });
    await page.check('#analyse');
    await page.waitForFunction(() =>
      /depth/.test(document.getElementById('line')?.textContent ?? ''),
    );
    await page.uncheck('#analyse');
  }));

test('the page answers while the computer thinks, and thinking can be stopped', () =>
  at('', {}, async (page) => {
    await page.click('#new');
    await page.check('input[name=side][value="1"]');
    await page.click('.folded summary');
    await page.check('input[name=by][value=time]');
    await page.fill('#seconds', '60');
    await page.locator('#seconds').blur();
    await page.click('#dialog-buttons .main');
    await page.waitForSelector('#move-now:visible');
    await page.evaluate(async () => {
      const { session } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      while (!(session.thinking?.depth >= 3))
        await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const longest = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let last = performance.now(),
            worst = 0,
            n = 0;
          const frame = (/** @type {number} */ now) => {
            worst = Math.max(worst, now - last);
            last = now;
            if (++n < 30) requestAnimationFrame(frame);
            else resolve(worst);
          };
          requestAnimationFrame(frame);
        }),
    );
    console.log(`   longest of 30 frames while thinking: ${Number(longest).toFixed(0)} ms`);
    await page.click('#move-now');
    await played(page, 1);
    await page.waitForFunction(
      () => document.querySelector('.player.to-move b')?.textContent === 'You',
    );
  }));

/** Thinks until so many threads have taken part, or to the end; the last that was heard.
 * @param {Page} page @param {number} threads @param {import('../../web/engine.js').Limits} limits
 * @returns {Promise<import('../../web/engine.js').Thought>} */
const thinkUntil = (page, threads, limits = {}) =>
  page.evaluate(async ([n, how]) => {
    const { session } = await import(
      /** @type {any} */ (document.querySelector('script[type=module]')).src
    );
    return session.engine.think(how, (/** @type {any} */ t) => {
      if (t.threads >= n) void session.engine.stop();
    });
  }, /** @type {[number, import('../../web/engine.js').Limits]} */ ([threads, limits]));

test('threads: helpers think along, as many as the settings say; a level has none', () =>
  at('game=nine', {}, async (page) => {
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    for (const game of ['nine', 'morelli', 'mur'].filter((g) => ids.includes(g))) {
      await page.goto(`${server.url}#game=${game}`);
      await page.click('#settings');
      await page.selectOption('#set-threads', '3');
      await page.click('#dialog-buttons .main');
      const thought = await thinkUntil(page, 3);
      assert.equal(thought.threads, 3, game);
      assert.ok((thought.helped ?? 0) > 0 && thought.nodes > (thought.helped ?? 0));
      assert.equal(
        await page.evaluate(async (move) => {
          const { session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          return (await session.engine.moves()).moves.includes(move);
        }, thought.best),
        true,
      );
      const level = await thinkUntil(page, 3, { level: 4 });
      assert.deepEqual([level.threads, level.helped], [1, 0]);
    }
    await page.check('#analyse');
    await page.waitForFunction(() =>
      /threads: [23]/.test(document.getElementById('line')?.textContent ?? ''),
    );
  }));

test('threads: one from a host without headers, by the files of `concentric page`', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'concentric-page-')),
    own = await serve({ plain: true, dir });
  try {
    execFileSync(product('concentric'), ['page', dir]);
    assert.equal(readdirSync(join(dir, 'a')).length, 1);
    assert.ok(
      existsSync(join(dir, 'a', readdirSync(join(dir, 'a'))[0], 'concentric-threads.wasm')),
    );
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    await page.goto(`${own.url}#start=nine&level=3`);
    await ready(page);
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    await tap(page, 'd2');
    await played(page, 2); // the computer answers
    const thought = await thinkUntil(page, 2, { nodes: 100000 });
    assert.deepEqual([thought.threads, thought.helped, thought.done], [1, 0, true]);
    await page.click('#settings');
    assert.ok(await page.locator('#set-threads').isDisabled());
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(500);
    assert.deepEqual(
      [...own.seen.keys()]
        .filter((f) => /concentric.*\.wasm$/.test(f))
        .map((f) => f.split('/').pop()),
      ['concentric.wasm'],
    );
    await context.close();
  } finally {
    own.close();
    rmSync(dir, { recursive: true });
  }
});

test('threads: one where the module or its memory is not to be had', async () => {
  const unfit = readFileSync(join(WEB, 'wasm.js'), 'utf8').replace(
    'maximum: 4096',
    'maximum: 65537',
  );
  assert.match(unfit, /65537/);
  const own = await serve();
  for (const spoil of [
    (/** @type {Page} */ page) =>
      page.context().route('**/concentric-threads.wasm', (route) => route.abort()),
    (/** @type {Page} */ page) =>
      page.context().route('**/wasm.js', (route) =>
        route.fulfill({
          body: unfit,
          headers: {
            'content-type': 'text/javascript',
            'cross-origin-embedder-policy': 'require-corp',
            'cross-origin-resource-policy': 'same-origin',
          },
        }),
      ),
  ]) {
    const context = await browser.newContext({
        reducedMotion: 'reduce',
        locale: 'en-GB',
        serviceWorkers: 'block',
      }),
      page = await context.newPage();
    await spoil(page);
    own.seen.clear();
    await page.goto(`${own.url}#start=nine`);
    await ready(page);
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    const thought = await thinkUntil(page, 2, { nodes: 100000 });
    assert.deepEqual([thought.threads, thought.helped, thought.done], [1, 0, true]);
    assert.ok(own.seen.has('concentric.wasm'));
    await context.close();
  }
  own.close();
});

test('stacking: a resolution by clicks, with prompts', () =>
  at('game=stacking&pos=wBw...../.B..b.../.b...... w 5 5', {}, async (page) => {
    assert.match((await page.textContent('#status')) ?? '', /turn over/);
    await tap(page, 'd7');
    assert.match((await page.textContent('#status')) ?? '', /fetch/);
    await tap(page, 'd5');
    assert.match((await page.textContent('#status')) ?? '', /under/);
    await tap(page, 'a7');
    assert.match((await page.textContent('#status')) ?? '', /place/);
    await tap(page, 'c3');
    assert.deepEqual(moves(page), ['~d7xd5>a7/c3']);
  }));

test('two men to take, and a tapped man that may not be', () =>
  at('game=nine,diagonals,remove=2&pos=..bbbbb./.ww...ww/w..b.... w 0 0', {}, async (page) => {
    await tap(page, 'c5');
    await tap(page, 'b6');
    assert.match((await page.textContent('#status')) ?? '', /take/);
    await tap(page, 'b4');
    assert.ok(((await page.textContent('#message')) ?? '').length > 10, 'it is said why not');
    await page.screenshot({ path: join(SHOTS, 'two-men.png') });
    await tap(page, 'd1');
    await tap(page, 'e4');
    assert.deepEqual(moves(page), ['c5-b6xd1e4']);
  }));

test('dragging a man', () =>
  at('game=nine&pos=www...../....b..b/b.b..w.. w 0 0', {}, async (page) => {
    const a = await point(page, 'g7').locator('.hit').boundingBox(),
      b = await point(page, 'g4').locator('.hit').boundingBox();
    assert.ok(a && b);
    await page.mouse.move(a.x + 20, a.y + 20);
    await page.mouse.down();
    await page.mouse.move(a.x + 25, a.y + 60, { steps: 4 });
    await page.mouse.move(b.x + 22, b.y + 18, { steps: 4 });
    await page.mouse.up();
    await played(page, 1);
    assert.deepEqual(moves(page), ['g7-g4']);
  }));

test('a stray tap, key, drag or typed point throws no mill away, and the mill is spoken', () =>
  at('game=six&moves=b6 b2 d6 d2', {}, async (page) => {
    const drag = async (/** @type {string} */ from, /** @type {string} */ to) => {
      const a = await point(page, from).locator('.hit').boundingBox(),
        b = await point(page, to).locator('.hit').boundingBox();
      assert.ok(a && b);
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
      await page.mouse.up();
      await settle(page);
    };
    const stands = async (/** @type {string} */ how) => {
      assert.equal(moves(page).length, 4, how);
      assert.match((await page.textContent('#status')) ?? '', /which man to take/, how);
      assert.match((await page.textContent('#message')) ?? '', /\S/, how);
      assert.equal(await page.textContent('#spoken'), await page.textContent('#message'), how);
    };
    await tap(page, 'f6');
    assert.match((await page.textContent('#spoken')) ?? '', /^Mill .*f6.*which man to take/);
    assert.match((await point(page, 'f6').getAttribute('aria-label')) ?? '', /^f6, white man/);
    for (const name of ['c5', 'f6', 'b6']) {
      await tap(page, name);
      await stands(`tapped ${name}`);
    }
    await point(page, 'c5').focus();
    await page.keyboard.press('Enter');
    await settle(page);
    await stands('Enter on c5');
    await drag('b6', 'c5'); // one's own man
    await stands('dragged from b6');
    await page.fill('#type', 'c5');
    await page.keyboard.press('Enter');
    await settle(page);
    await stands('typed');
    await drag('b2', 'b2');
    assert.deepEqual(moves(page).slice(4), ['f6xb2']);
  }));

test('Escape gives a mill up; an enemy man that may be taken is no man to drag', () =>
  at('game=six&moves=b6 b2 d6 d2', {}, async (page) => {
    await tap(page, 'f6');
    await page.keyboard.press('Escape');
    await settle(page);
    assert.match((await point(page, 'f6').getAttribute('aria-label')) ?? '', /^f6, empty/);
    await tap(page, 'f6');
    const a = await point(page, 'b2').locator('.hit').boundingBox(),
      b = await point(page, 'c5').locator('.hit').boundingBox();
    assert.ok(a && b);
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
    assert.equal(await page.locator('.held').count(), 0);
    await page.mouse.up();
    await settle(page);
    assert.deepEqual(moves(page).slice(4), ['f6xb2'], 'it is taken, and nothing is put on c5');
  }));

if (ids.includes('mur'))
  test('mur: a tap beside the targets of a ship places none, and says why', () =>
    at(
      'game=mur&pos=bb..w.../......../......../k b 0 0',
      { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      async (page) => {
        await tap(page, 'a3');
        assert.match((await page.textContent('#spoken')) ?? '', /where to go/);
        const box = await point(page, 'h3').locator('.hit').boundingBox();
        assert.ok(box);
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await settle(page);
        assert.equal(moves(page).length, 0);
        assert.match((await page.textContent('#message')) ?? '', /exactly two steps/);
      },
    ));

test('moves are animated, and not where motion is unwelcome', async () => {
  for (const [reducedMotion, moving] of /** @type {const} */ ([
    ['no-preference', true],
    ['reduce', false],
  ]))
    await at('game=nine&pos=ww.w..../....b..b/b.b..w.. w 0 0', { reducedMotion }, async (page) => {
      await page.evaluate(() => {
        /** @type {any} */ (window).started = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (
          /** @type {any} */ frames,
          /** @type {any} */ options,
        ) {
          /** @type {any} */ (window).started++;
          return animate.call(this, frames, options);
        };
      });
      for (const name of ['g4', 'g7', 'b4']) await tap(page, name);
      assert.deepEqual(moves(page), ['g4-g7xb4']);
      const started = await page.evaluate(() => /** @type {any} */ (window).started);
      assert.equal(started > 1, moving, `${started} animations`);
    });
});

test('why a tapped point is illegal, in the page and for screen readers; moves are spoken once', () =>
  at('game=nine', {}, async (page) => {
    await page.evaluate(() => {
      const box = /** @type {any} */ (document.getElementById('spoken'));
      /** @type {any} */ (window).said = [];
      new MutationObserver(() => /** @type {any} */ (window).said.push(box.textContent)).observe(
        box,
        { childList: true, characterData: true, subtree: true },
      );
    });
    await tap(page, 'd2');
    await tap(page, 'd2');
    assert.match((await page.textContent('#message')) ?? '', /d2 is occupied/);
    const said = await page.evaluate(() => /** @type {any} */ (window).said);
    assert.equal(said.length, 2);
    assert.match(said[0], /White places a .*d2/);
    assert.match(said[1], /occupied/);
  }));

test('undo and redo, the move list, playing on from an earlier move', () =>
  at('game=nine&moves=d2 d7 a1 a7', {}, async (page) => {
    await page.click('#undo');
    await settle(page);
    assert.equal(fragment(page).get('ply'), '3');
    await page.click('#redo');
    await settle(page);
    assert.equal(fragment(page).get('ply'), null);
    await page.locator('#moves button').nth(1).click();
    await settle(page);
    await tap(page, 'g7');
    assert.deepEqual(moves(page), ['d2', 'g7']);
  }));

test('links reopen the very game; the unfinished game and its players are remembered', () =>
  at('game=nine,flying&moves=d2 d7 a1&ply=2', {}, async (page) => {
    assert.equal(await page.locator('#moves button').count(), 4);
    assert.match((await page.locator('#moves .here').textContent()) ?? '', /d7/);
    await page.evaluate(() => {
      location.hash = 'game=six&moves=d6';
    });
    await page.waitForFunction(() => document.title.startsWith('Six'));
    await page.goto(server.url);
    await page.click('#home-continue');
    await ready(page);
    assert.equal(fragment(page).get('game'), 'six');
    assert.deepEqual(moves(page), ['d6']);
  }));

test('a broken link says why and a game is there', async () => {
  await at('game=nine&moves=d2 d2', {}, async (page) => {
    await page.waitForFunction(
      () => (document.getElementById('message')?.textContent ?? '').length > 5,
    );
  });
});

test('copy and paste of position, record and link', () =>
  at('game=nine&moves=d2 d7', {}, async (page) => {
    await page.click('#share');
    const record = await page.inputValue('#share-record'),
      position = await page.inputValue('#share-position');
    assert.match(record, /\[Game "nine"\]/);
    assert.match(position, / w 8 8$/);
    await page.fill('#paste', 'rubbish');
    await page.click('#paste-open');
    await page.waitForFunction(
      () => (document.querySelector('dialog .trouble')?.textContent ?? '').length > 5,
    );
    await page.fill('#paste', 'ww.w..../....bbb./b.b..w.. w 0 0');
    await page.click('#paste-open');
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    assert.match(fragment(page).get('pos') ?? '', /^ww\.w/);
    await page.click('#share');
    await page.fill('#paste', record);
    await page.click('#paste-open');
    await page.waitForSelector('dialog:not([open])', { state: 'attached' });
    assert.deepEqual(moves(page), ['d2', 'd7']);
  }));

test('resign and agree', () =>
  at('game=nine&moves=d2', {}, async (page) => {
    await page.click('#resign');
    await page.click('#dialog-buttons .main');
    await page.waitForFunction(() =>
      /White won\. Black resigned\./.test(document.getElementById('status')?.textContent ?? ''),
    );
    assert.equal(fragment(page).get('end'), 'p2');
    await page.click('#undo');
    await settle(page);
    await page.waitForFunction(() =>
      /Looking back: after move 0 of 1\./.test(
        document.getElementById('status')?.textContent ?? '',
      ),
    ); // looking back clears nothing
    assert.equal(fragment(page).get('end'), 'p2');
    await page.click('#resume');
    await settle(page);
    await page.click('#agree');
    await page.click('#dialog-buttons .main');
    await page.waitForFunction(() =>
      /A draw\. By agreement\./.test(document.getElementById('status')?.textContent ?? ''),
    );
  }));

test('the new-game sheet offers every game with its options, by name', () =>
  at('', {}, async (page) => {
    await page.click('#new');
    await page.waitForSelector('.tile-picture svg');
    assert.equal(await page.locator('.tile').count(), ids.length);
    await page.screenshot({ path: join(SHOTS, 'new-game.png') });
    await page.check('input[name=game][value=six]');
    await page.click('.folded summary');
    assert.match((await page.textContent('.folded .now')) ?? '', /as usual/);
    const before = await page.innerHTML('.preview');
    await page.check('#option-diagonals');
    await page.waitForFunction(
      (old) => document.querySelector('.preview')?.innerHTML !== old,
      before,
    ); // the board as it will be
    await page.selectOption('#option-remove', { label: 'Take two men' });
    await page.waitForFunction(() =>
      /Diagonal moves, Take two men/.test(
        document.querySelector('.folded .now')?.textContent ?? '',
      ),
    );
    assert.match(
      (await page.textContent('#option-remove-about')) ?? '',
      /completes two or more mills takes two men\./,
    );
    assert.match(
      (await page.textContent('.variant')) ?? '',
      /six,diagonals,remove=2$/,
      'the text of the variant in small print',
    );
    assert.doesNotMatch(
      await page.locator('.newgame .options').first().innerText(),
      /remove=|no-remill/,
      'and nowhere else',
    );
    await page.check('input[name=opponent][value=people]');
    await page.click('#dialog-buttons .main');
    await page.waitForFunction(
      () => new URLSearchParams(location.hash.slice(1)).get('game') === 'six,diagonals,remove=2',
    );
    await page.click('#new'); // Enter begins the game, too, and does not give up
    await page.check('input[name=game][value=nine]');
    await page.click('.folded summary');
    await page.check('#option-flying');
    await page.press('#option-flying', 'Enter');
    await page.waitForFunction(() =>
      new URLSearchParams(location.hash.slice(1)).get('game')?.includes('flying'),
    );
  }));

for (const [lang, width, height] of /** @type {[string, number, number][]} */ ([
  ['en-GB', 390, 844],
  ['ja-JP', 390, 844],
  ['en-GB', 844, 390],
  ['ja-JP', 844, 390],
]))
  test(`on a phone everything before Play fits one screen: ${lang}, ${width} wide`, () =>
    at(
      '',
      { viewport: { width, height }, locale: lang, hasTouch: true, isMobile: true },
      async (page) => {
        await page.click('#new');
        for (const game of ids) {
          await page.check(`input[name=game][value=${game}]`);
          for (const opponent of ['computer', 'friend', 'people', 'watch']) {
            await page.check(`input[name=opponent][value=${opponent}]`);
            const boxes = await page
              .locator(
                '.newgame > *:visible, .newgame legend:visible, .chip:visible, .folded summary, #dialog-buttons button',
              )
              .evaluateAll((all) =>
                all.map((e) => {
                  const { top, bottom, left, right } = e.getBoundingClientRect();
                  return [e.className || e.textContent, top, bottom, left, right];
                }),
              );
            for (const [
              name,
              top,
              bottom,
              left,
              right,
            ] of /** @type {[string, number, number, number, number][]} */ (boxes))
              assert.ok(
                top >= 0 && bottom <= height && left >= 0 && right <= width,
                `${game}, ${opponent}: ${name} at ${top} to ${bottom}, ${left} to ${right}`,
              );
            const dialog = await page
              .locator('#dialog')
              .evaluate((d) => d.scrollHeight - d.clientHeight);
            assert.ok(dialog <= 0, `${game}, ${opponent}: ${dialog} px to scroll`);
            const small = await page
              .locator('.chip:visible')
              .evaluateAll(
                (all) => all.filter((e) => e.getBoundingClientRect().height < 40).length,
              );
            assert.equal(small, 0, 'targets');
          }
        }
        await page.screenshot({
          path: join(SHOTS, `new-game-phone-${lang.slice(0, 2)}-${width}.png`),
        });
      },
    ));

test('a handicap: men and time for the weaker side', () =>
  at('', {}, async (page) => {
    await page.click('#new');
    await page.check('input[name=game][value=nine]');
    await page.check('input[name=clock][value="600+5"]');
    await page.click('.folded summary');
    await page.check('input[name=odds][value="2"]');
    await page.check('input[name=timeOdds][value="2"]');
    assert.match((await page.textContent('.folded')) ?? '', /never counts for a rating/);
    await page.screenshot({ path: join(SHOTS, 'handicap.png') });
    await page.click('#dialog-buttons .main');
    await page.waitForFunction(
      () => new URLSearchParams(location.hash.slice(1)).get('clock') === '600+5/300+3',
    ); // you are White
    assert.match(fragment(page).get('pos') ?? '', / w 9 7$/);
    await page.reload();
    await ready(page);
    assert.match(fragment(page).get('pos') ?? '', / w 9 7$/, 'it stays');
    await page.click('#new'); // and for the other one, with two at one screen
    await page.check('input[name=game][value=mur]');
    await page.check('input[name=opponent][value=people]');
    await page.check('input[name=clock][value=none]');
    await page.click('.folded summary');
    await page.check('input[name=odds][value="1"]');
    await page.check('input[name=weaker][value="1"]');
    await page.click('#dialog-buttons .main');
    await page.waitForFunction(() =>
      / b 0 1$/.test(new URLSearchParams(location.hash.slice(1)).get('pos') ?? ''),
    );
  }));

test('the new-game sheet by keyboard alone: game, level, side, clock, play', () =>
  at('', {}, async (page) => {
    await page.focus('#new');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'game');
    await page.keyboard.press('ArrowRight'); // nine to six
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'opponent');
    await page.keyboard.press('Tab');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() =>
      /Regular/.test(document.querySelector('.said')?.textContent ?? ''),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight'); // Black
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'side');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight'); // 5+3
    await page.waitForFunction(() => document.activeElement?.getAttribute('value') === '300+3');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => new URLSearchParams(location.hash.slice(1)).get('clock') === '300+3',
    );
    const seats = await page.evaluate(async () => {
      const { session } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      return [
        session.shape.game,
        ...session.state.seats.map((/** @type {any} */ seat) => seat.level),
      ];
    });
    assert.deepEqual(seats, ['six', 5, 0]);
  }));

test('keys undo and redo on the board, not behind a dialog', () =>
  at('game=nine&moves=d2 d7', {}, async (page) => {
    await page.evaluate(async () => {
      /** @type {any} */ (window).its = (
        await import(/** @type {any} */ (document.querySelector('script[type=module]')).src)
      ).session;
    });
    const ply = (/** @type {number} */ n) =>
      page.waitForFunction((k) => /** @type {any} */ (window).its.state.ply === k, n);
    await page.press('body', 'Control+z');
    await ply(1);
    await page.press('body', 'Control+Shift+Z');
    await ply(2);
    await page.click('#settings');
    await page.waitForSelector('#dialog[open]');
    await page.press('#dialog', 'Control+z');
    await page.press('#dialog', 'Escape');
    await page.press('body', 'Control+z'); // were the other one heard, it would be ply 0
    await ply(1);
  }));

test('Japanese at once, with the same game', () =>
  at('game=nine&moves=d2 d7', {}, async (page) => {
    await page.click('#language');
    await page.waitForFunction(() =>
      /白/.test(document.getElementById('status')?.textContent ?? ''),
    );
    assert.equal(await page.getAttribute('html', 'lang'), 'ja');
    assert.equal(await page.textContent('#new'), '新しい対局');
    assert.deepEqual(moves(page), ['d2', 'd7']);
    await page.screenshot({ path: join(SHOTS, 'japanese.png') });
    await page.reload();
    await ready(page);
    assert.equal(await page.getAttribute('html', 'lang'), 'ja');
  }));

test('phone size: no sideways scrolling, taps snap to the nearest legal point', () =>
  at(
    'game=nine&pos=www...../....b..b/b.b..w.. w 0 0',
    { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    async (page) => {
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= 320),
        'wider than the screen',
      );
      const a = await point(page, 'g7').locator('.hit').boundingBox(),
        b = await point(page, 'g4').locator('.hit').boundingBox();
      assert.ok(a && b);
      await page.touchscreen.tap(a.x + a.width / 2 - 14, a.y + a.height / 2 + 12);
      await settle(page);
      await page.touchscreen.tap(b.x + b.width / 2 - 12, b.y + b.height / 2 - 14);
      await played(page, 1);
      assert.deepEqual(moves(page), ['g7-g4']);
      await page.screenshot({ path: join(SHOTS, 'phone.png') });
    },
  ));

test('offline after the first load', async () => {
  const own = await serve();
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${own.url}#game=nine&moves=d2`);
  await ready(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const kept = async () => (await (await caches.open((await caches.keys())[0])).keys()).length;
    for (let n = -1; n !== (await kept()); await new Promise((r) => setTimeout(r, 300)))
      n = await kept();
  });
  const engines = await page.evaluate(async () =>
    (await (await caches.open((await caches.keys())[0])).keys())
      .map((r) => new URL(r.url).pathname)
      .filter((p) => p.endsWith('.wasm')),
  );
  assert.deepEqual(
    engines.sort(),
    ['/concentric-threads.wasm', '/extra.wasm', '/review.wasm'],
    'of the three engines one, and what few visits need',
  );
  own.close();
  await page.goto(`${own.url}#play`);
  await ready(page);
  assert.ok((await thinkUntil(page, 2)).helped, 'helpers work offline');
  assert.deepEqual(moves(page), ['d2']);
  await tap(page, 'd7');
  await played(page, 2);
  await page.goto(`${own.url}index.html#play`);
  await ready(page);
  await page.goto(`${own.url}rules.html#morris`);
  await page.waitForSelector('h2');
  await context.close();
});

test('the first visit is small and quick', async () => {
  const own = await serve();
  const context = await browser.newContext({ serviceWorkers: 'block' }); // it comes after the first move
  const page = await context.newPage();
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.point.can')) return;
      performance.mark('interactive');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, attributes: true }),
  );
  await page.goto(own.url);
  await page.click('[data-game=nine]'); // the front page is part of it
  await page.click('#dialog-buttons .main');
  await page.waitForSelector('.point.can', { state: 'attached' });
  const ms = await page.evaluate(() =>
    Math.round(performance.getEntriesByName('interactive')[0].startTime),
  );
  await page.waitForTimeout(1200);
  assert.deepEqual(
    [...own.seen.keys()].filter((f) => f.endsWith('.pack')),
    [],
    'no database before it is asked for',
  );
  const bytes = await programBytes(own.seen.keys());
  console.log(
    `   ${bytes} bytes in ${own.seen.size} files (gzip, until a move can be made), interactive after ${ms} ms`,
  );
  assert.ok(bytes <= 200_000, `${bytes} bytes`);
  await context.close();
  own.close();
});

test('the speed page', () =>
  at('', {}, async (page) => {
    await page.goto(`${server.url}bench.html`);
    await page.click('#run');
    await page.waitForFunction(
      (n) => document.querySelectorAll('#rows tr').length >= n,
      ids.length,
      { timeout: 120_000 },
    );
    await axe(page, 'bench');
    console.log(
      `   ${(await page.locator('#rows tr').allInnerTexts()).map((r) => r.replace(/\t/g, ' ')).join(' | ')}`,
    );
  }));

/** @param {Page} page @param {string} where */
async function axe(page, where) {
  await page.evaluate(AXE); // not a script element: the policy would refuse it
  const look = () =>
    page.evaluate(async () =>
      (
        await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] })
      ).violations.map(
        (/** @type {any} */ v) =>
          `${v.id}: ${v.help}: ${v.nodes
            .map((/** @type {any} */ n) => n.target.join(' '))
            .slice(0, 4)
            .join(', ')}`,
      ),
    );
  let found = await look();
  for (let n = 0; found.length && n < 3; n++) {
    // what fades in, or waits for its words, is looked at when it is there
    await page.waitForTimeout(500);
    found = await look();
  }
  assert.deepEqual(found, [], where);
}

test('axe finds nothing: page, dialogs, dark, Japanese', () =>
  at('game=nine&moves=d2 d7', {}, async (page) => {
    await axe(page, 'page');
    for (const id of ['new', 'settings', 'share', 'legend']) {
      await page.click(`#${id}`);
      await page.waitForSelector('dialog[open]');
      await settle(page);
      await axe(page, id);
      await page.keyboard.press('Escape');
    }
    await page.check('#analyse');
    await page.click('#theme');
    await settle(page);
    await axe(page, 'dark');
    await page.click('#language');
    await settle(page);
    await axe(page, 'Japanese');
  }));

everyView({ test, browser, url: server.url, axe });
boards({ test, at, tap, settle, point, moves, played, url: server.url });
review({ test, at, settle });
explorer({ test, at, settle, axe, url: server.url });
lines({ test, at, settle, ready, axe });
analysis({ test, at, tap, settle, axe, moves });
puzzles({ test, browser, at, tap, settle, ready, moves, axe, shots: SHOTS, url: server.url });
kept({ test, at, tap, settle, point, ready, played, moves, axe, shots: SHOTS });
brought({ test, at, ready, played, moves, axe });
offline({ test, browser, ready });
front({ test, at, ready, settle, axe, browser, shots: SHOTS });
table({ test, at, tap, settle, point, ready, played, moves, axe, shots: SHOTS });
more({ test, at, tap, settle, point, ready, played, moves, axe, shots: SHOTS });
lessons({ test, at, tap, settle, point, ready, moves, axe, shots: SHOTS, url: server.url });
drills({
  test,
  at,
  tap,
  settle,
  point,
  ready,
  played,
  moves,
  axe,
  shots: SHOTS,
  browser,
  url: server.url,
});
teacher({ test, at, tap, settle, point, ready, played, moves, axe, shots: SHOTS });
perfect({ test, at, tap, settle, point, ready, played, moves, axe, shots: SHOTS, browser });
values({ test, tap, settle, ready, played, axe, browser });
embed({
  test,
  browser,
  axe,
  shots: (page, name) => page.screenshot({ path: join(SHOTS, `${name}.png`) }).then(() => {}),
});
club({
  test,
  browser,
  point,
  axe,
  shots: (page, name) => page.screenshot({ path: join(SHOTS, `${name}.png`) }).then(() => {}),
});
correspondence({ test, browser, point, axe });
teaching({
  test,
  browser,
  point,
  axe,
  shots: (page, name) => page.screenshot({ path: join(SHOTS, `${name}.png`) }).then(() => {}),
});
online({
  test,
  browser,
  point,
  axe,
  shots: (page, name) => page.screenshot({ path: join(SHOTS, `${name}.png`) }).then(() => {}),
});
links({ test, browser });

/** Something to look at: a position in the middle of a game per family. */
const SCENES = /** @type {Record<string, string>} */ ({
  nine: 'game=nine&moves=d6 d2 f4 b4 d7 f6 d5xf6 f6 b6 a4 c4 c5',
  stacking: 'game=stacking&pos=wWw...../.b..b.../....w... b 5 6',
  mur: 'game=mur&match=%2Ba1+%2Bb2+%2Bc3+%2Bd1!p2;%2Be1+%2Bf1+%2Bg2+%2Bh3!agree&moves=%2Bb3+%2Bc1',
  morelli:
    'game=morelli&seed=7&moves=a6-l6 i13-b6 h13-i12 b6-d8 b1-b12 a2-l2 l6-i3 a1-b2 i3-j4 k1-k3 i12-i5 d8-h8 m3-i7 a9-g9 f13-f3 m10-i6 i5-f8 a5-i5xj4 m5-h10xg9 m8-i8xi7',
});
for (const game of ids.filter((g) => SCENES[g])) {
  test(`screenshots: ${game}`, async () => {
    await at(SCENES[game], {}, (page) =>
      page.screenshot({ path: join(SHOTS, `${game}-wide.png`) }).then(() => {}),
    );
    await at(
      SCENES[game],
      { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 },
      (page) => page.screenshot({ path: join(SHOTS, `${game}-phone.png`) }).then(() => {}),
    );
    await at(SCENES[game], { colorScheme: 'dark', locale: 'ja-JP' }, (page) =>
      page.screenshot({ path: join(SHOTS, `${game}-dark.png`) }).then(() => {}),
    );
  });
}

/** A browser on a busy machine may miss a wait; what fails must fail twice.
 * @param {string} name @param {() => Promise<void>} body */
async function attempt(name, body) {
  for (let left = 2; ; left--) {
    const begun = Date.now();
    try {
      await body();
      console.log(`ok   ${name} (${Date.now() - begun} ms)`);
      return true;
    } catch (error) {
      console.log(
        `${left > 1 ? 'once' : 'FAIL'} ${name}: ${error instanceof Error ? error.stack : error}`,
      );
      if (left === 1) return false;
    }
  }
}

const chosen = tests
  .filter(([n]) => only.split('|').some((words) => n.includes(words)))
  .filter(([n]) => !mode.startsWith('--') || ESSENTIAL.test(n) === (mode === '--essential'));
let failed = 0;
/** They wait more than they compute, so some run beside each other, each in a context of its own; what looks at frames or
 * at how soon something is there comes last and alone. @param {typeof tests} some @param {number} beside */
async function attemptAll(some, beside) {
  const queue = [...some];
  await Promise.all(
    Array.from({ length: beside }, async () => {
      for (let next = queue.shift(); next; next = queue.shift())
        if (!(await attempt(...next))) failed++;
    }),
  );
}
const ALONE = /speed|shifts|frames|first visit/;
await attemptAll(
  chosen.filter(([n]) => !ALONE.test(n)),
  Number(process.env.CONCENTRIC_BESIDE ?? 3),
);
await attemptAll(
  chosen.filter(([n]) => ALONE.test(n)),
  1,
);
if (!chosen.length) {
  console.log(`no test has '${only}' in its name`);
  failed++;
}
await browser.close();
server.close();
console.log(failed ? `${failed} failed` : 'all passed');
process.exit(failed ? 1 : 0); // a test that failed may have left a server open
