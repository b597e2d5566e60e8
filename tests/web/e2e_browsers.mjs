// SPDX-License-Identifier: MIT
// The page in three browsers, each by its own driver (driver.mjs): a game against the computer, a lesson, a
// reload, games over the network between two different browsers, and meeting in the lobby. node e2e_browsers.mjs [part of a test's name].
// Everything else about the page is tested in Chromium alone (e2e.mjs).
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BROWSERS } from './driver.mjs';
import { serveProgram } from './support.mjs';

/** @typedef {import('./driver.mjs').Tab} Tab */

const ALL_MS = 8 * 60_000; // against a browser that hangs, not a measure
const SHOTS = join(dirname(fileURLToPath(import.meta.url)), 'shots');
mkdirSync(SHOTS, { recursive: true });
const only = process.argv[2] ?? '';

/** @type {[string, string[], (...tabs: Tab[]) => Promise<void>][]} */
const tests = [];
const server = await serveProgram();

/** The moves that the address has. @param {Tab} tab @param {number} least */
const moves = (tab, least) =>
  tab.until((/** @type {number} */ n) => {
    const all = (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '')
      .split(' ')
      .filter(Boolean);
    return all.length >= n ? all : null;
  }, least);
/** @param {Tab} tab @param {string} text */
const listed = (tab, text) =>
  tab.until(
    (/** @type {string} */ wanted) =>
      document.querySelector('#moves')?.textContent?.includes(wanted),
    text,
  );

/** A page that fits and stays within its window. @param {Tab} tab */
async function fits(tab) {
  const { wide, board } = await tab.run(() => {
    const box = document.querySelector('#board-host svg')?.getBoundingClientRect();
    return {
      wide: document.documentElement.scrollWidth - innerWidth,
      board: { width: box?.width ?? 0, height: box?.height ?? 0 },
    };
  });
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  assert.ok(
    board.width > 300 && board.height > 300,
    `the board is there: ${JSON.stringify(board)}`,
  );
}

/** Against the computer, six plies, and again after a reload. @param {Tab} tab */
async function plays(tab) {
  await tab.go(`${server.url}#start=nine&level=1`);
  await tab.until(() => document.querySelector('.point.can'));
  await fits(tab);
  for (let n = 0; n < 3; n++) {
    const free = await tab.until(() =>
      [...document.querySelectorAll('.point.can')].map(
        (p) => (p.getAttribute('aria-label') ?? '').split(',')[0],
      ),
    );
    await tab.tap(free[5]);
    await moves(tab, 2 * n + 2);
  }
  await tab.until(() => document.querySelector('.point.can')); // the computer has answered
  const before = await tab.run(() => location.hash);
  await tab.shot(join(SHOTS, `browser-${tab.name}.png`));
  await tab.reload();
  await tab.until(() => document.querySelector('.point.can'));
  assert.equal(await tab.run(() => location.hash), before);
  const levels = await tab.run(async () => {
    const { session } = await import(
      /** @type {any} */ (document.querySelector('script[type=module]')).src
    );
    return session.state.seats.map((/** @type {any} */ seat) => seat.level);
  });
  assert.deepEqual(levels, [0, 1], 'the opponent is the computer still');
  const free = await tab.run(() =>
    [...document.querySelectorAll('.point.can')].map(
      (p) => (p.getAttribute('aria-label') ?? '').split(',')[0],
    ),
  );
  await tab.tap(free[2]);
  await moves(tab, 8);
}

/** A game, without what an earlier try has left. @param {Tab} tab @param {string} game */
async function fresh(tab, game) {
  await tab.go(`${server.url}#game=${game}`);
  await tab.until(() => document.querySelector('.point.can'));
  await tab.run(() => localStorage.clear());
  await tab.reload();
}

/** Steps of a lesson by hand: a wrong move, a hint, a right one; then a step with arrows round a ring. @param {Tab} tab */
async function learns(tab) {
  await fresh(tab, 'nine');
  await tab.until(() => document.querySelector('.point.can'));
  await tab.go(`${server.url}#learn`);
  await tab.until(() => document.querySelectorAll('.learn-card .picture').length === 6);
  await tab.click('.learn-card a[data-game=nine]');
  await tab.until(() =>
    /^Men stand/.test(document.querySelector('#lesson-text')?.textContent ?? ''),
  );
  await tab.click('.lesson-rings li:nth-child(3) button');
  await tab.until(() =>
    /^Defending/.test(document.querySelector('#lesson-text')?.textContent ?? ''),
  );
  await tab.tap('a1');
  await tab.until(() => /wants f2/.test(document.querySelector('#lesson-said')?.textContent ?? ''));
  await tab.click('#lesson-hint');
  await tab.tap('f2');
  await tab.until(
    () =>
      /^Right/.test(document.querySelector('#lesson-said')?.textContent ?? '') &&
      !!document.querySelector('.right-rings circle'),
  );
  await tab.shot(join(SHOTS, `browser-${tab.name}-lesson.png`));
  await tab.click('#lesson-quit');
  await tab.until(() => !location.hash.startsWith('#learn')); // the game is back
  await tab.go(`${server.url}#learn=mur.5`);
  await tab.until(() => document.querySelectorAll('.pointers .arrow').length === 2);
  await tab.click('#lesson-quit');
}

/** The rest of the page: another board, dark, Japanese, the rules. @param {Tab} tab */
async function looks(tab) {
  await fresh(tab, 'mur');
  await tab.until(() => document.querySelector('.point.can'));
  await fits(tab);
  await tab.click('#theme');
  await tab.click('#language');
  await tab.until(
    () =>
      document.documentElement.lang === 'ja' &&
      /[ぁ-ん]/.test(document.querySelector('#status')?.textContent ?? ''),
  );
  await tab.shot(join(SHOTS, `browser-${tab.name}-mur.png`));
  await tab.click('#language');
  await tab.until(() => document.documentElement.lang === 'en');
  await tab.click('#theme');
  await tab.go(`${server.url}rules.html#mur`);
  await tab.until(() => document.querySelector('main h2'));
}

/** A table with a clock; the first sits by its seat's link, the second by the invitation. @param {Tab} one @param {Tab} two @param {string} game */
async function together(one, two, game) {
  const made = await (
    await fetch(`${server.url}api/v1/tables`, {
      method: 'POST',
      body: JSON.stringify({ game, clock: '300+2', side: 'p1', name: one.name }),
    })
  ).json();
  await one.go(`${server.url}t/${made.id}#s=${made.key}`);
  await one.until(() => document.querySelector('#online:not([hidden])'));
  await two.go(`${server.url}t/${made.id}#j=${made.invite}`);
  await two.click('#join-name');
  await two.type(two.name);
  await two.click('#join');
  await two.until(() => document.querySelector('#takeback'));
  await one.until(
    (/** @type {string} */ name) =>
      document.querySelector('#takeback') && document.body.textContent?.includes(name),
    two.name,
  );
}

/** What the running clock shows, in seconds. @param {Tab} tab */
const clock = (tab) =>
  tab.until(() => {
    const text = document.querySelector('.clock.runs')?.textContent ?? '',
      [minutes, seconds] = text.split(':').map(Number);
    return text ? 60 * minutes + seconds : null;
  });

/** @param {Tab} one @param {Tab} two */
async function match(one, two) {
  await together(one, two, 'nine');
  const turns = [one, two, one, two, one, two],
    line = ['d2', 'd6', 'f4', 'b4', 'd7', 'd1'];
  for (const [n, name] of line.entries()) {
    await turns[n].tap(name);
    for (const tab of [one, two]) await listed(tab, name);
  }
  // Both show the same clock, and it runs.
  const [a, b] = [await clock(one), await clock(two)];
  assert.ok(a > 200 && a <= 320 && Math.abs(a - b) < 30, `clocks: ${a} and ${b}`);
  await one.until(
    (/** @type {string} */ was) => document.querySelector('.clock.runs')?.textContent !== was,
    await one.run(() => document.querySelector('.clock.runs')?.textContent),
  );
  await two.shot(join(SHOTS, `browser-${one.name}-${two.name}.png`));
  await two.click('#resign');
  await two.click('#dialog-buttons button.main');
  for (const tab of [one, two]) await tab.until(() => document.querySelector('#rematch'));
  await two.click('#rematch');
  await one.click('#accept-rematch');
  await two.until(() => document.querySelector('#takeback'));
  await one.until(() => document.querySelector('#takeback'));
  await two.tap('d2'); // the sides have changed
  await listed(one, 'd2');
}

/** A challenge in the lobby by one tap, taken in another browser; both are led to the table. @param {Tab} one @param {Tab} two */
async function meet(one, two) {
  for (const tab of [one, two]) {
    await fresh(tab, 'nine');
    await tab.until(() => document.querySelector('.point.can'));
    await tab.go(`${server.url}#lobby`);
    await tab.until(() => document.querySelectorAll('.club-quick .picture').length === 6);
  }
  await one.click('[data-pair="nine 300+3"]');
  const id = await one.until(() =>
    document.querySelector('[data-cancel]')?.getAttribute('data-cancel'),
  );
  await two.until(
    (/** @type {string} */ table) => document.querySelector(`[data-sit="${table}"]`),
    id,
  );
  await two.shot(join(SHOTS, `browser-${two.name}-lobby.png`));
  await two.click(`[data-sit="${id}"]`);
  for (const tab of [one, two])
    await tab.until(
      (/** @type {string} */ table) =>
        location.pathname.endsWith(table) && document.querySelector('#takeback'),
      id,
    );
  // Sides are drawn: whoever may not move is told for whom they wait.
  const turn = await one.until(() =>
    document.querySelector('.point.can')
      ? 'mine'
      : /^Waiting for/.test(document.querySelector('#status')?.textContent ?? '')
        ? 'theirs'
        : null,
  );
  const first = turn === 'mine' ? one : two;
  await first.tap('d2');
  for (const tab of [one, two]) await listed(tab, 'd2');
  await two.click('#abort');
}

for (const name of Object.keys(BROWSERS)) {
  tests.push([`${name}: a game against the computer, kept over a reload`, [name], plays]);
  tests.push([`${name}: a step of a lesson`, [name], learns]);
  tests.push([`${name}: MUR, dark, Japanese, the rules`, [name], looks]);
}
for (const pair of [
  ['firefox', 'webkit'],
  ['chromium', 'firefox'],
  ['webkit', 'chromium'],
])
  tests.push([`${pair.join(' and ')}: a game over the network`, pair, match]);
for (const pair of [
  ['firefox', 'webkit'],
  ['webkit', 'chromium'],
])
  tests.push([`${pair.join(' and ')}: a challenge in the lobby`, pair, meet]);

/** @type {Map<string, Promise<Tab>>} each is started when it is first needed, and again if it did not start */
const tabs = new Map();
const tabOf = (/** @type {string} */ name) => {
  let tab = tabs.get(name);
  if (!tab) {
    tab = BROWSERS[name]();
    tab.catch(() => tabs.delete(name));
    tabs.set(name, tab);
  }
  return tab;
};
/** @param {number} code */
async function end(code) {
  for (const tab of tabs.values()) await tab.then((t) => t.close()).catch(() => {});
  server.close();
  process.exit(code);
}
process.on('SIGINT', () => void end(1)).on('SIGTERM', () => void end(1));
setTimeout(() => {
  console.log('FAIL the browsers take too long');
  void end(1);
}, ALL_MS).unref();

/** A browser on a busy machine may miss a wait; what fails must fail twice.
 * @param {string} name @param {string[]} wanted @param {(...tabs: Tab[]) => Promise<void>} body */
async function attempt(name, wanted, body) {
  for (let left = 2; ; left--) {
    const begun = Date.now();
    try {
      await body(...(await Promise.all(wanted.map(tabOf))));
      console.log(`ok   ${name} (${Date.now() - begun} ms)`);
      return true;
    } catch (error) {
      console.log(
        `${left > 1 ? 'once' : 'FAIL'} ${name}: ${error instanceof Error ? error.stack : error}`,
      );
      for (const tab of wanted)
        await tabs
          .get(tab)
          ?.then((t) => t.shot(join(SHOTS, `failed-${tab}.png`)))
          .catch(() => {});
      if (left === 1) return false;
    }
  }
}

const chosen = tests.filter(([title]) => only.split('|').some((part) => title.includes(part)));
let failed = chosen.length ? 0 : 1;
for (const [name, wanted, body] of chosen) if (!(await attempt(name, wanted, body))) failed++;
for (const tab of tabs.values()) {
  const t = await tab.catch(() => null);
  await t?.close();
  if (t?.errors.length) {
    failed++;
    console.log(`FAIL ${t.name} complains:\n${t.errors.join('\n')}`);
  }
}
console.log(failed ? `${failed} failed` : 'all passed');
await end(failed ? 1 : 0);
