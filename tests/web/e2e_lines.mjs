// SPDX-License-Identifier: MIT
// The engine's lines beside the analysis, in Chromium: how many, pressed, pointed at, stopped; exact where it is solved.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queried } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

const NINE = 'game=nine&moves=d6 d2 f4 b4 d7 f6 b6 d1',
  MIXED = 'w.wbw.bb/bw.bbw.w w 0 0';

/** A whole game that Black loses: the moves of the record. */
const GAME = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), '../review/nine.record'),
  'utf8',
)
  .split('\n\n')[1]
  .replace(/\d+\.+|1-0|\n/g, ' ')
  .trim()
  .split(/\s+/);
const SIX = 'c3 c4 d5 e4 f4 d6 b2 b6 f6 f2 d3 d2 b2-b4 e4-e3 f4-e4 f2-f4 e4-e5 e3-e4';

/** @param {any} kit of e2e.mjs */
export function lines({ test, at, settle, ready, axe }) {
  /** @param {Page} page */
  const open = async (page) => {
    await page.evaluate(async () => {
      const { page: p } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      await Promise.all([p.analyse(), p.analyse()]); // who presses twice gets one
      if (document.querySelectorAll('#analysis-mode').length !== 1) throw new Error('two of them');
    });
    await page.waitForSelector('#lines-on');
  };
  /** @param {Page} page @param {number} n */
  const counted = (page, n) =>
    page.waitForFunction((k) => document.querySelectorAll('#lines-list li').length === k, n);
  /** The line that is shown, up to what is shown. @param {Page} page */
  const shown = (page) =>
    page.evaluate(async () => {
      const { session } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      return session.state.moves.slice(0, session.state.ply);
    });
  /** @param {Page} page @param {number} row */
  const texts = (page, row) =>
    page.locator(`#lines-list li:nth-child(${row}) button`).allTextContents();

  test('lines: one to five, as text and as numbered arrows; pressed, they are played; the number is kept', () =>
    at(NINE, {}, async (/** @type {Page} */ page) => {
      await open(page);
      await counted(page, 3);
      for (const n of [1, 5]) {
        await page.selectOption('#lines-count', String(n));
        await counted(page, n);
      }
      await page.waitForSelector('.line-number');
      const numbers = (await page.locator('.line-number').allTextContents())
        .join(' ')
        .split(' ')
        .map(Number)
        .sort();
      assert.deepEqual(numbers, [1, 2, 3, 4, 5], 'every line has its number on the board');
      await page.click('#lines-stop');
      await page.waitForFunction(
        () => document.getElementById('lines-stop')?.textContent === 'Think longer',
      );
      assert.match(
        (await page.textContent('#lines-info')) ?? '',
        /depth \d+ · .* positions a second/,
      );
      assert.match(
        (await page.getAttribute('#lines-bar', 'aria-label')) ?? '',
        /White \d+ %, Black \d+ %/,
      );
      await axe(page, 'analysis: lines');
      // The pointer on a line: its arrow alone, and what a later move leads to as a picture.
      await page.locator('#lines-list li:nth-child(2) button').nth(2).hover();
      await page.waitForSelector('.lines-peek:not([hidden]) .picture');
      assert.equal(await page.locator('.line-number').count(), 0);
      const before = await shown(page),
        line = await texts(page, 2);
      await page.locator('#lines-list li:nth-child(2) button').nth(2).click();
      await page.waitForFunction(
        (n) => document.querySelectorAll('#lines-list li').length === 5 && n,
        1,
      );
      await settle(page);
      assert.deepEqual(await shown(page), [...before, ...line.slice(0, 3)]);
      assert.ok(await page.locator('.lines-peek').isHidden());
      // By keyboard, and off.
      await counted(page, 5);
      await page.click('#lines-stop');
      const [next] = await texts(page, 1);
      await page.locator('#lines-list li:nth-child(1) button').first().focus();
      await page.keyboard.press('Enter');
      await settle(page);
      assert.equal((await shown(page)).at(-1), next);
      await page.uncheck('#lines-on');
      await counted(page, 0);
      assert.equal(await page.locator('.arrow.best, .highlight.best').count(), 0);
      await page.check('#lines-on');
      await page.reload();
      await ready(page);
      await open(page);
      await counted(page, 5);
    }));

  test('lines: solved positions show every move with its exact value', () =>
    at(`game=six&pos=${MIXED}`, {}, async (/** @type {Page} */ page) => {
      const said = queried(MIXED);
      await open(page);
      await page.waitForSelector('#lines-list.solved li');
      const listed = await page
        .locator('#lines-list li')
        .evaluateAll((all) =>
          all.map((li) => [
            li.querySelector('button')?.textContent,
            li.querySelector('.worth')?.textContent,
          ]),
        );
      assert.deepEqual(
        listed,
        said.moves.map((m) => [
          m.move,
          m.traps
            ? `draw, ${m.traps.replace('/', ' of ')} replies lose`
            : m.value === 'draw'
              ? 'draw'
              : `${m.value} in ${m.plies} ${m.plies === 1 ? 'ply' : 'plies'}`,
        ]),
      );
      assert.match((await page.textContent('#lines-said')) ?? '', /^Solved/);
      assert.match((await page.textContent('#lines-bar')) ?? '', /White: 100 %/);
      await page.waitForSelector('.arrow.rank-1');
      await axe(page, 'analysis: solved');
      await page.locator('#lines-list li button').first().click();
      await settle(page);
      assert.deepEqual(await shown(page), [said.moves[0].move]);
    }));

  /** What the tree says of the move at a ply of its main line. @param {Page} page @param {number} ply */
  const noted = (page, ply) =>
    page.evaluate(async (n) => {
      const { session } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      const { nodes } = await session.engine.tree(),
        at = nodes.find((/** @type {any} */ node) => node.ply === n);
      return [at.mark ?? '', at.comment ?? ''];
    }, ply);

  test('graph: the game as a curve, by press and by keyboard; what it says goes into the tree', () =>
    at(`game=nine&moves=${GAME.join(' ')}`, {}, async (/** @type {Page} */ page) => {
      await open(page);
      await page.uncheck('#lines-on');
      await page.waitForSelector('#graph-notes', { timeout: 60000 });
      const curve = page.locator('.curve');
      assert.equal(await curve.getAttribute('role'), 'slider');
      assert.equal(await curve.getAttribute('aria-valuemax'), String(GAME.length));
      assert.match(
        (await page.textContent('#graph-words')) ?? '',
        /^Turning points: \d+[.…] \S+ from \d+ to \d+ %/,
      );
      assert.equal(await page.locator('.curve-placed').count(), 1);
      await axe(page, 'analysis: graph');
      const box = await curve.boundingBox();
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 20);
      await settle(page);
      assert.equal((await shown(page)).length, Math.round(GAME.length / 2));
      for (const [key, ply] of /** @type {[string, number][]} */ ([
        ['Home', 0],
        ['ArrowRight', 1],
        ['PageUp', 11],
        ['ArrowLeft', 10],
        ['End', GAME.length],
      ])) {
        await curve.focus();
        await page.keyboard.press(key);
        await settle(page);
        assert.equal((await shown(page)).length, ply, key);
        assert.equal(await curve.getAttribute('aria-valuenow'), String(ply));
      }
      const turn = page.locator('.graph-turns button').first(),
        ply = Number(await turn.getAttribute('data-at'));
      await turn.click();
      await settle(page);
      assert.equal((await shown(page)).length, ply);
      assert.equal(await turn.getAttribute('aria-current'), 'true');
      const said = (await page.textContent('.graph-said')) ?? '';
      assert.match(said, /(mistake|blunder)\. \S/);
      await page.click('#graph-notes');
      await page.waitForFunction(() =>
        /Comments added/.test(document.getElementById('spoken')?.textContent ?? ''),
      );
      const [mark, comment] = await noted(page, ply);
      assert.match(mark, /^\?\??$/);
      assert.ok(said.endsWith(comment) && comment.length > 10, comment);
    }));

  test('graph: exact where the game is solved', () =>
    at(`game=six&moves=${SIX}`, {}, async (/** @type {Page} */ page) => {
      await open(page);
      await page.waitForSelector('#graph-notes', { timeout: 60000 });
      assert.match((await page.textContent('.graph-head')) ?? '', /exact: solved/);
      assert.match((await page.getAttribute('.curve-sure', 'd')) ?? '', /^M/);
      assert.match(
        (await page.getAttribute('.graph-turns button', 'title')) ?? '',
        /The draw is given away: now it is lost\. d5-e5 would have kept the draw/,
      );
    }));
}
