// SPDX-License-Identifier: MIT
// The analysis board in Chromium: variations by clicks and by keyboard alone, notes, undo, links and files that lose
// nothing, a running game that stays as it was, small screens, Japanese, axe.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** @typedef {import('playwright-core').Page} Page */

const OURS = `[Game "nine"]
[White "Anna"]
[Black "花子"]
[Plies "0"]
[Result "*"]
[Termination "unfinished"]

{before the first move} 1. d6! {[%clk 0:04:58] [%eval -0.12] a start} 1... f4 2. d2 (2. b4 {the other cross point} 2... d2
3. f6 (3. b6 a7 4. d7 g7 5. a4 d1 (5... g4 6. g1 e3 7. c5 c3 8. e5 f2) 6. g1 a1) 3... b6) (2. f6 b6) 2... b4 3. a7?! *
`;
/** The words of a record's moves. @param {string} record */
const words = (record) => record.split('\n\n').slice(1).join(' ').replace(/\s+/g, ' ').trim();

/** @param {any} kit of e2e.mjs */
export function analysis({ test, at, tap, settle, axe, moves }) {
  /** @param {Page} page @returns {Promise<string>} the record of what is on the board */
  const record = (page) =>
    page.evaluate(async () => {
      const { session } = await import(
        /** @type {any} */ (document.querySelector('script[type=module]')).src
      );
      return session.engine.record();
    });
  const line = async (/** @type {Page} */ page) => words(await record(page));
  const here = (/** @type {Page} */ page) =>
    page.locator('.tree .here').evaluate((button) =>
      [...button.childNodes]
        .filter((n) => !(n instanceof Element && n.classList.contains('unseen')))
        .map((n) => n.textContent)
        .join(''),
    );
  /** The analysis has drawn what the board shows. @param {Page} page */
  const drawn = async (page) => {
    await settle(page);
    await page.waitForFunction(() => document.querySelectorAll('.tree .here').length === 1);
  };
  const press = async (/** @type {Page} */ page, /** @type {string[]} */ ...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await drawn(page);
    }
  };
  const open = async (/** @type {Page} */ page) => {
    await page.click('#analysis-open');
    await page.waitForSelector('.tree .here');
    if (await page.isChecked('#lines-on')) await page.uncheck('#lines-on'); // the engine has tests of its own, and takes the time of these
    await drawn(page);
  };
  /** Opens a record by pasting it. @param {Page} page @param {string} text */
  const paste = async (page, text) => {
    await page.click('#analysis-tools [data-do=open]');
    await page.fill('#study-paste', text);
    await page.click('#study-open');
    await page.waitForFunction(
      () => !(/** @type {any} */ (document.getElementById('dialog')).open),
    );
    await drawn(page);
  };

  test('analysis: opened at a late move, its list shows that move', () =>
    at('game=six', {}, async (/** @type {Page} */ page) => {
      await page.evaluate(async () => {
        const { session } = await import(
          /** @type {any} */ (document.querySelector('script[type=module]')).src
        );
        for (let n = 0; n < 44; n++) {
          const { moves: all } = await session.engine.moves();
          if (!all.length) break;
          await session.type(all[(n * 7) % all.length]);
        }
      });
      await settle(page);
      await page.waitForFunction(
        () =>
          (new URLSearchParams(location.hash.slice(1)).get('moves') ?? '').split(' ').length > 30,
      );
      const url = page.url();
      await page.goto('about:blank');
      await page.goto(`${url}&analysis=1`);
      await page.waitForSelector('#analysis-lines'); // which takes its room below the list
      await drawn(page);
      await page.waitForFunction(() => {
        const box = document.querySelector('.tree .here')?.getBoundingClientRect(),
          list = document.querySelector('.tree')?.getBoundingClientRect();
        return box && list && box.height && box.top >= list.top && box.bottom <= list.bottom;
      });
    }));

  test('analysis: a running game against the computer stays as it was', () =>
    at('', {}, async (/** @type {Page} */ page) => {
      await tap(page, 'd2');
      await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 3);
      await settle(page);
      const before = await record(page);
      await open(page);
      assert.equal(await page.locator('#moves-box').isVisible(), false);
      await press(page, 'Home');
      await tap(page, 'f4'); // another first move: a variation
      await tap(page, 'b4'); // and the other side's answer: nobody is a computer here
      await drawn(page);
      const reply = moves(page).length;
      assert.ok(reply >= 2);
      assert.match(await line(page), /^1\. d2 \(1\. f4 b4\) 1\.\.\. /);
      assert.match(await record(page), /\[White "person"\]\n\[Black "person"\]/);
      await page.reload(); // the game waits on
      await page.waitForSelector('.tree .here');
      await drawn(page);
      await page.click('#analysis-close');
      await settle(page);
      await page.waitForFunction(() => !document.getElementById('analysis-mode'));
      assert.equal(words(await record(page)), words(before), 'the game has come back');
      assert.match(await record(page), /computer level 3/);
      // What was tried is not lost: it is among the games, as an analysis.
      await page.goto(`${page.url().split('#')[0]}#games`);
      await page.waitForSelector('.games-list .study');
      await page
        .locator('.games-list li', { has: page.locator('.study') })
        .locator('[data-do=open]')
        .click();
      await page.waitForSelector('.tree .here');
      await drawn(page);
      assert.match(await line(page), /^1\. d2 \(1\. f4 b4\) 1\.\.\. /);
    }));

  test('analysis: variations, marks, comments, promoting, deleting and undoing by keyboard alone', () =>
    at('game=nine&moves=d6 f4 d2 b4', {}, async (/** @type {Page} */ page) => {
      await page.focus('#analysis-open');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.tree .here');
      await page.focus('#lines-on');
      await page.keyboard.press('Space');
      await drawn(page);
      assert.equal(await here(page), 'b4');
      await press(page, 'ArrowLeft', 'ArrowLeft');
      assert.equal(await here(page), 'f4');
      // A move on the board: Tab leads there, arrows and Enter choose.
      await page.locator('.point[aria-label^="a7,"]').focus();
      await press(page, 'Enter');
      assert.equal(await line(page), '1. d6 f4 2. d2 (2. a7) 2... b4 *');
      assert.match((await page.textContent('#spoken')) ?? '', /a7/);
      await page.locator('.tree .here').focus();
      await press(page, '3', 'ArrowUp');
      assert.equal(await here(page), 'd2');
      await press(page, 'ArrowDown');
      assert.equal(await here(page), '2.a7!!');
      assert.match(
        (await page.textContent('#spoken')) ?? '',
        /2\. a7, Brilliant move, variation, 2 of 2/,
      );
      await page.keyboard.press('c');
      await page.keyboard.type('the corner } of\nthe board');
      await page.keyboard.press('Control+Enter');
      await page.waitForSelector('.tree .note');
      assert.equal(
        await line(page),
        '1. d6 f4 2. d2 (2. a7!! {the corner ) of the board}) 2... b4 *',
      );
      await press(page, 'Shift+ArrowUp');
      await page.waitForSelector('#tree-undo');
      assert.equal(await line(page), '1. d6 f4 2. a7!! {the corner ) of the board} (2. d2 b4) *');
      await page.locator('.tree .here').focus(); // the one element of the list that Tab reaches
      assert.equal(await page.locator('.tree [tabindex="0"]').count(), 1);
      await press(page, 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Delete');
      assert.equal(await line(page), '1. d6 f4 2. a7!! {the corner ) of the board} *');
      await press(page, 'u');
      assert.equal(await line(page), '1. d6 f4 2. a7!! {the corner ) of the board} (2. d2 b4) *');
      assert.equal(await here(page), '2.d2');
      await press(page, 'Home', 'End');
      assert.match((await here(page)) ?? '', /a7/);
      await press(page, 'Home');
      await page.evaluate(() => {
        for (let i = 0; i < 3; i++)
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
          );
      });
      await page.waitForFunction(() =>
        /a7/.test(document.querySelector('.tree .here')?.textContent ?? ''),
      ); // no step is lost, however quickly they come
      await press(page, '0');
      assert.match(await line(page), /2\. a7 \{/);
      await page.keyboard.press('?');
      await page.waitForSelector('.keys');
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.documentElement.dataset.mode), 'analysis');
    }));

  test('analysis: the same with a mouse, and to the main line', () =>
    at('game=nine&moves=d6 f4', {}, async (/** @type {Page} */ page) => {
      await open(page);
      await paste(page, OURS);
      assert.equal(await page.locator('.tree .here').count(), 1);
      await page.locator('.tree .move', { hasText: /e5$/ }).first().click();
      await drawn(page);
      await page.click('[data-do=main]');
      await drawn(page);
      assert.match(
        await line(page),
        /^\{before the first move\} 1\. d6! .* 1\.\.\. f4 2\. b4 \{the other cross point\} \(2\. d2 b4 3\. a7\?!\) \(2\. f6 b6\) 2\.\.\. d2 3\. b6/,
      );
      await page.click('#tree-undo');
      await drawn(page);
      assert.equal(await line(page), words(OURS).replace(/\s+/g, ' '));
      await page.locator('.tree .note').first().click();
      await page.fill('#tree-comment', '最初の局面');
      await page.locator('#analysis-title').click(); // leaving the field saves it
      await page.waitForFunction(() =>
        /最初の局面/.test(document.querySelector('.tree')?.textContent ?? ''),
      );
      await page.locator('.tree .move', { hasText: 'a7?!' }).click();
      await drawn(page);
      await page.click('[data-do=mark-6]'); // the mark that it has: none
      await drawn(page);
      assert.match(await line(page), /^\{最初の局面\}.*3\. a7 \*$/);
      await page.click('[data-do=delete]');
      await drawn(page);
      assert.match((await page.textContent('.tree-said')) ?? '', /3\. a7 is deleted/);
      assert.match(await line(page), /2\.\.\. b4 \*$/);
      // A long variation can be closed and opened.
      const fold = page.locator('.fold').first(),
        before = await page.locator('.tree .move').count();
      await fold.click();
      await drawn(page);
      assert.ok((await page.locator('.tree .move').count()) < before);
      await page.locator('.tree .rest').first().click();
      await drawn(page);
      assert.equal(await page.locator('.tree .move').count(), before);
    }));

  test('analysis: a link holds the tree, a damaged one is refused, a large one becomes a file', () =>
    at(
      'game=nine&moves=d6',
      { permissions: ['clipboard-read', 'clipboard-write'] },
      async (/** @type {Page} */ page) => {
        await open(page);
        await paste(page, OURS);
        const mine = await record(page);
        await page.click('#analysis-tools [data-do=link]');
        await page.waitForFunction(() =>
          /copied/.test(document.querySelector('.tools-said')?.textContent ?? ''),
        );
        const link = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(link, /#game=nine&tree=1[\w-]+$/);
        const other = await page.context().newPage();
        await other.goto(link);
        await other.waitForSelector('.tree .here');
        await drawn(other);
        assert.equal(await record(other), mine);
        await other.reload(); // the tab keeps it, with all variations
        await other.waitForSelector('.tree .here');
        assert.equal(await record(other), mine);
        const third = await page.context().newPage();
        await third.goto(link.slice(0, -30));
        await third.waitForFunction(() =>
          /damaged|cannot be read|line \d/.test(document.body.textContent ?? ''),
        );
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.click('#analysis-tools [data-do=file]'),
        ]);
        const bytes = readFileSync(/** @type {string} */ (await file.path()), 'utf8');
        assert.equal(bytes, mine, 'the file is the record');
        await page.click('#analysis-tools [data-do=open]');
        await page.setInputFiles('#study-file', {
          name: 'mine.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from(bytes),
        });
        await page.waitForFunction(
          () => !(/** @type {any} */ (document.getElementById('dialog')).open),
        );
        await drawn(page);
        assert.equal(await record(page), bytes);
        await page.click('#analysis-tools [data-do=open]');
        await page.fill('#study-paste', '[Game "nine"]\n\n1. z9 *');
        await page.click('#study-open');
        await page.waitForFunction(() =>
          /z9|point|交点/.test(document.querySelector('#dialog .trouble')?.textContent ?? ''),
        );
        await page.keyboard.press('Escape');
        assert.equal(await record(page), bytes, 'what was there stays');
        await page.evaluate(async () => {
          const { session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          const noise = Array.from(crypto.getRandomValues(new Uint8Array(900)), (b) =>
            b.toString(16),
          ).join('');
          await session.note(
            `comment 1 ${noise}`,
            `comment 2 ${[...noise].reverse().join('')}`,
            `comment 3 ${noise.slice(400)}${noise.slice(0, 300)}`,
          );
        });
        await page.click('#analysis-tools [data-do=link]');
        await page.waitForFunction(() =>
          /too large/.test(document.querySelector('.tools-said')?.textContent ?? ''),
        );
      },
    ));

  test('analysis: a finished game goes on behind its end, and its notes are kept with it; a game from any position', () =>
    at('game=nine&moves=d6 f4 d2 b4&end=p1', {}, async (/** @type {Page} */ page) => {
      await open(page);
      await tap(page, 'a7');
      await drawn(page);
      assert.match(
        await record(page),
        /\[Plies "4"\]\n\[Result "0-1"\]\n\[Termination "resignation"\]/,
      );
      assert.equal(await page.isDisabled('[data-do=delete]'), false);
      await press(page, 'ArrowLeft');
      assert.equal(await page.isDisabled('[data-do=delete]'), true, 'what was played stays');
      assert.equal(await page.isDisabled('#analysis-tools [data-do=save]'), true);
      await page.reload();
      await page.waitForSelector('.tree .here');
      await drawn(page);
      assert.match(await line(page), /2\. d2 b4 3\. a7 0-1/);
      await press(page, 'Home', 'ArrowRight', 'ArrowRight');
      await page.click('#analysis-tools [data-do=play]');
      await page.selectOption('#on-level', '1');
      await page.click('#dialog-buttons button[value=computer]');
      await settle(page);
      await page.waitForFunction(() => !document.getElementById('analysis-mode'));
      assert.deepEqual(moves(page), ['d6', 'f4']);
      assert.match(await record(page), /\[White "person"\]\n\[Black "computer level 1"\]/);
    }));

  test('analysis: axe, both languages, phones both ways', () =>
    at('game=nine&moves=d6', {}, async (/** @type {Page} */ page) => {
      await open(page);
      await paste(page, OURS);
      await page.keyboard.press('c');
      await axe(page, 'analysis');
      await page.keyboard.press('Escape');
      await page.click('#language');
      await page.waitForFunction(
        () => document.querySelector('#analysis-title')?.textContent === '検討',
      );
      await drawn(page);
      await page.locator('.tree .move', { hasText: 'a7?!' }).click();
      await drawn(page);
      assert.match((await page.textContent('.tree .here')) ?? '', /疑問手/);
      await axe(page, 'analysis, Japanese');
      for (const [width, height] of [
        [390, 844],
        [844, 390],
        [320, 568],
      ]) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const [wide, seen] = await page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.querySelector('.analysis-steps')?.getBoundingClientRect().bottom ?? 0,
        ]);
        assert.ok(wide <= 0, `${width}: ${wide} px too wide`);
        if (height > 600 || width > height)
          assert.ok(seen <= height + 1, `${width}: the steps are in sight (${seen})`);
        await page.click('[data-step=back]');
        await drawn(page);
        await page.click('[data-step=note]');
        assert.equal(await page.locator('.tree-tools').isVisible(), true);
        await page.click('[data-step=note]');
        await page.click('.analysis-tabs [data-tab=tools]');
        assert.equal(await page.locator('#analysis-tools').isVisible(), true);
        assert.equal(await page.locator('#tree').isVisible(), false);
        await page.click('.analysis-tabs [data-tab=tree]');
        await axe(page, `analysis ${width}`);
      }
    }));
}
