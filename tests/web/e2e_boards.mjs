// SPDX-License-Identifier: MIT
// Boards and men in the browser, run by e2e.mjs: every theme draws, signs are there, men are dragged, motion is told and
// can be unwelcome, boards print.
import assert from 'node:assert/strict';
import { EN, JA } from '../../web/legend-words.js';
import { BOARDS, MEN } from '../../web/themes.js';

/** @typedef {import('playwright-core').Page} Page */

const GAMES = /** @type {const} */ ({
  lines: 'game=stacking&pos=wWw...../.b..b.../....w... b 5 6',
  cells: 'game=morelli,size=7',
  rings: 'game=mur&moves=%2Bb3 %2Bc1 %2Bb2',
});

/** @param {Page} page @param {Record<string, any>} settings then begins anew with them */
async function remember(page, settings) {
  await page.evaluate(
    (s) => localStorage.setItem('concentric.settings', JSON.stringify(s)),
    settings,
  );
  await page.reload();
  await page.waitForSelector('.point[tabindex="0"]', { state: 'attached' });
}
/** The page wears this from now on. @param {Page} page @param {Record<string, any>} settings */
const wear = (page, settings) =>
  page.evaluate(async (s) => {
    const app = await import(
      /** @type {any} */ (document.querySelector('script[type=module]')).src
    );
    Object.assign(app.page.settings, s);
    app.page.applySettings();
  }, settings);
/** @param {Page} page @param {string} name @returns {Promise<{x: number, y: number}>} */
async function middle(page, name) {
  const box = await page.locator(`.point[aria-label^="${name},"] .hit`).boundingBox();
  assert.ok(box, name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
/** @param {Page} page @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   tap: (page: Page, name: string) => Promise<void>, settle: (page: Page) => Promise<void>, point: (page: Page, name: string) => any,
 *   moves: (page: Page) => string[], played: (page: Page, n: number) => Promise<any>, url: string}} tools
 */
export function boards({ test, at, tap, settle, moves, played, url }) {
  for (const [kind, game] of Object.entries(GAMES))
    test(`every board and every set of men draws: ${kind}`, () =>
      at(game, {}, async (page) => {
        const seen = new Set();
        for (const theme of ['light', 'dark'])
          for (const board of Object.keys(BOARDS[/** @type {'lines'} */ (kind)]))
            for (const men of Object.keys(MEN[/** @type {'lines'} */ (kind)])) {
              await wear(page, { theme, board: { [kind]: board }, men: { [kind]: men } });
              const { look, pieces, white, black } = await page.evaluate(() => ({
                look: /** @type {any} */ (document.querySelector('.board')).dataset.look,
                pieces: document.querySelectorAll('.board .piece .art').length,
                white: getComputedStyle(
                  /** @type {any} */ (document.querySelector('.board .white :is(.face, .sail)')),
                ).fill,
                black: getComputedStyle(
                  /** @type {any} */ (document.querySelector('.board .black :is(.face, .sail)')),
                ).fill,
              }));
              assert.ok(look.startsWith(`${kind} ${board} ${men} ${theme === 'dark'}`), look);
              assert.ok(pieces > 2, look);
              assert.ok(
                /^rgb/.test(white) && /^rgb/.test(black) && white !== black,
                `${look}: ${white} ${black}`,
              );
              seen.add(look);
            }
        assert.equal(
          seen.size,
          2 *
            Object.keys(BOARDS[/** @type {'lines'} */ (kind)]).length *
            Object.keys(MEN[/** @type {'lines'} */ (kind)]).length,
        );
      }));

  test('a board and men are chosen from pictures and remembered; nonsense in the storage is forgotten', () =>
    at('game=mur', {}, async (page) => {
      await page.click('#settings');
      await page.check('input[name=look-board][value=chart]', { force: true });
      await page.check('input[name=look-men][value=tokens]', { force: true });
      assert.equal(await page.locator('#dialog .look svg').count(), 5);
      await page.keyboard.press('Escape');
      const look = () =>
        page.evaluate(() =>
          /** @type {any} */ (document.querySelector('.board')).dataset.look
            .split(' ')
            .slice(0, 3)
            .join(' '),
        );
      assert.equal(await look(), 'rings chart tokens');
      await page.reload();
      await page.waitForSelector('.board[data-look]');
      assert.equal(await look(), 'rings chart tokens');
      for (const broken of [
        { board: 5, men: null },
        { board: { rings: 'constructor' }, men: { rings: 7 } },
        { board: [], men: 'ships' },
      ]) {
        await remember(page, broken);
        assert.equal(await look(), 'rings ocean ships');
      }
    }));

  test('hint and best line are arrows, ways have letters, a push is shown before the click', async () => {
    await at('game=nine&pos=www...../....b..b/b.b..w.. w 0 0', {}, async (page) => {
      await page.click('#hint');
      await page.waitForSelector('.arrow.hint .head', { state: 'attached' });
      await page.check('#analyse');
      await tap(page, 'a1'); // nothing there: the hint goes
      await page.waitForSelector('.arrow.best .head', { state: 'attached' });
    });
    await at('game=mur&moves=%2Bc3 %2Bd3 %2Ba1 %2Be3', {}, async (page) => {
      await tap(page, 'c3');
      const { x, y } = await middle(page, 'd3');
      await page.mouse.move(x, y);
      await page.waitForSelector('.ways .arrow.push', { state: 'attached' });
      assert.equal(await page.locator('.ways .ghost-man').count(), 1);
      const d = (await page.locator('.ways .arrow .shaft').getAttribute('d')) ?? '';
      assert.ok(d.split('L').length > 6, 'round the ring, not straight');
      assert.equal(await page.locator('.landing').count(), 0, 'one way needs no letter');
    });
  });

  test('what happens on the board is told in its order, with motion and without', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'])
      await at(
        'game=nine&pos=ww.w..../....b..b/b.b..w.. w 0 0',
        { reducedMotion },
        async (page) => {
          await page.evaluate(async () => {
            const { board } = await import(
              /** @type {any} */ (document.querySelector('script[type=module]')).src
            );
            /** @type {any} */ (window).told = [];
            board.onEvent = (/** @type {string} */ kind) =>
              /** @type {any} */ (window).told.push(kind);
          });
          for (const name of ['g4', 'g7', 'b4']) await tap(page, name);
          await page.waitForFunction(() => /** @type {any} */ (window).told.length >= 3);
          assert.deepEqual(
            await page.evaluate(() => /** @type {any} */ (window).told),
            ['moved', 'line', 'taken'],
            reducedMotion,
          );
          await page.waitForFunction(
            () =>
              !document.querySelector('.board .top > *') &&
              !document
                .getAnimations()
                .some((a) => /** @type {any} */ (a).effect.target.closest('.top')),
          );
        },
      );
  });

  test('a move in motion is ended by the next one', () =>
    at(
      'game=mur&moves=%2Bb3 %2Bc1 b3-c3 c1-d1',
      { reducedMotion: 'no-preference' },
      async (page) => {
        await page.locator('.board').hover();
        await page.waitForFunction(
          async () =>
            (await import(/** @type {any} */ (document.querySelector('script[type=module]')).src))
              .board.motion,
        );
        const left = await page.evaluate(async () => {
          const { board, session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          const most = [];
          for (const ply of [2, 3, 4, 3, 4]) {
            // faster than anything moves
            await session.goto(ply);
            most.push(board.motion.running.size);
          }
          await session.goto(1);
          await session.goto(0); // no move to show
          return {
            most: Math.max(...most),
            now: board.motion.running.size,
            top: board.layers.top.childElementCount,
            timers: board.motion.timers.size,
          };
        });
        assert.ok(
          left.most >= 1 && left.most <= 2,
          `${left.most} at once: one man and the kraken's eyes`,
        );
        assert.deepEqual([left.now, left.top, left.timers], [0, 0, 0]);
      },
    ));

  test('men of every kind of board are dragged, and placed from the hand', async () => {
    await at('game=morelli,size=7&seed=3', {}, async (page) => {
      const from = (await page.locator('.point.can').first().getAttribute('aria-label')) ?? '';
      await tap(page, from.split(',')[0]);
      const to =
        (
          await page
            .locator('.point.can')
            .evaluateAll((all) => all.map((b) => b.getAttribute('aria-label') ?? ''))
        ).find((l) => /empty/.test(l)) ?? '';
      await page.keyboard.press('Escape');
      await settle(page);
      await drag(
        page,
        await middle(page, from.split(',')[0]),
        await middle(page, to.split(',')[0]),
      );
      await settle(page);
      assert.ok(
        moves(page).length === 1 || (await page.locator('.point[aria-pressed=true]').count()) >= 1,
        'the move, or its next choice',
      );
    });
    await at('game=mur&moves=%2Bc3 %2Bg3', {}, async (page) => {
      await drag(page, await middle(page, 'c3'), await middle(page, 'd3'));
      await played(page, 3);
      assert.equal(moves(page)[2], 'c3-d3');
    });
    await at('game=nine', {}, async (page) => {
      const pips = await page.locator('.player.to-move .pips').boundingBox();
      assert.ok(pips);
      await drag(page, { x: pips.x + 8, y: pips.y + pips.height / 2 }, await middle(page, 'd2'));
      await played(page, 1);
      assert.deepEqual(moves(page), ['d2']);
      const there = await page.locator('.player.to-move .pips').boundingBox(),
        taken = await middle(page, 'd2');
      assert.ok(there);
      await drag(page, { x: there.x + 8, y: there.y + there.height / 2 }, taken); // occupied: it goes back
      await settle(page);
      assert.deepEqual(moves(page), ['d2']);
    });
  });

  test('coordinates that nobody could read are left out', async () => {
    await at('game=morelli', { viewport: { width: 390, height: 844 } }, async (page) => {
      assert.equal(await page.locator('.board .label').count(), 0);
      await page.setViewportSize({ width: 1200, height: 1000 });
      await page.waitForSelector('.board .label', { state: 'attached' });
      assert.ok((await page.locator('.board .piece .art').count()) > 40, 'the men are still there');
    });
    await at('game=nine', { viewport: { width: 390, height: 844 } }, async (page) =>
      assert.equal(await page.locator('.board .label').count(), 14),
    );
  });

  test('the legend names the signs of the board that is played', async () => {
    for (const [locale, words] of /** @type {const} */ ([
      ['en-GB', EN],
      ['ja-JP', JA],
    ]))
      await at('game=mur', { locale }, async (page) => {
        await page.click('#legend');
        await page.waitForSelector('#dialog .legend');
        const text = await page.locator('#dialog').innerText();
        for (const key of /** @type {const} */ ([
          'title',
          'push',
          'letters',
          'rank',
          'eye',
          'trapped',
          'last',
          'hint',
        ]))
          assert.ok(text.includes(words[`legend.${key}`]), key);
        assert.ok(!text.includes(words['legend.frame']), 'no frames on this board');
        assert.equal(
          await page.locator('#dialog .legend dt svg').count(),
          await page.locator('#dialog .legend dd').count(),
        );
      });
  });

  test("boards to print: a sheet of the paper's size each for board and men", () =>
    at('game=nine', {}, async (page) => {
      await page.goto(`${url}#print=mur`);
      await page.waitForSelector('.print-man');
      assert.equal(await page.locator('.print-man').count(), 7 + 7 + 1, 'two fleets and a kraken');
      for (const [paper, box] of [
        ['a4', /594\.9\d* 841\.9/],
        ['letter', /612 792/],
      ]) {
        await page.selectOption('#print-paper', String(paper));
        await page.waitForSelector(`.print-sheet.${paper}`);
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
        assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 2, `${paper}: two sheets`);
        assert.equal(
          [...pdf.matchAll(/MediaBox \[([^\]]*)\]/g)].filter((m) =>
            /** @type {RegExp} */ (box).test(m[1]),
          ).length,
          2,
          String(paper),
        );
      }
      await page.selectOption('#print-game', 'morelli');
      await page.waitForFunction(() => document.querySelectorAll('.print-man').length === 48 + 2);
      assert.equal(await page.locator('.print-man .fold').count(), 48, 'men with two faces');
      await page.check('#print-ink');
      await page.waitForSelector('.print-sheet.ink .number', { state: 'attached' });
      assert.equal(
        await page.evaluate(
          () => getComputedStyle(/** @type {any} */ (document.querySelector('.ink .cell'))).fill,
        ),
        'rgb(255, 255, 255)',
      );
      await page.emulateMedia({ media: 'print' });
      const sizes = await page.evaluate(() =>
        [...document.querySelectorAll('.print-board, .print-men')].map(
          (e) => (e.getBoundingClientRect().width / 96) * 25.4,
        ),
      );
      assert.ok(sizes[0] > 185 && sizes[0] <= 200, `${sizes[0]} mm`);
      assert.ok(!(await page.locator('header').isVisible()), 'nothing but the sheets');
    }));
}
