// SPDX-License-Identifier: MIT
// Games from elsewhere in Chromium, run by e2e.mjs: pasted, opened, dropped; what is wrong is named and changes nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** @typedef {import('playwright-core').Page} Page */

const DATA = new URL('../data/bring/', import.meta.url);
/** @param {string} name */
const sample = (name) => readFileSync(new URL(name, DATA), 'utf8');

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   ready: (page: Page) => Promise<any>, played: (page: Page, n: number) => Promise<any>, moves: (page: Page) => string[], axe: (page: Page, where: string) => Promise<void>}} tools
 */
export function brought({ test, at, ready, played, moves, axe }) {
  test('games from elsewhere are pasted, opened and dropped into my games', () =>
    at('game=six', {}, async (page) => {
      await page.evaluate(() => {
        location.hash = '#games';
      });
      await page.click('.games-bring summary');
      await axe(page, 'my games, pasting');
      const count = (/** @type {number} */ n) =>
        page.waitForFunction(
          (wanted) => document.querySelectorAll('.games-list li').length === wanted,
          n,
        );
      await page.fill('#games-paste', sample('playok.txt'));
      await page.keyboard.press('Control+Enter');
      await count(1);
      await page.waitForFunction(() =>
        /Nine Men's Morris.*anna – bo.*Black won.*moves: 60/s.test(
          document.querySelector('.games-list')?.textContent ?? '',
        ),
      );
      assert.equal(
        await page.inputValue('#games-paste'),
        '',
        'what was brought in is gone from the field',
      );
      await page.setInputFiles('#games-file', [
        { name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(sample('boardspace.sgf')) },
        {
          name: 'two.pgn',
          mimeType: 'text/plain',
          buffer: Buffer.from(`${sample('sanmill.pgn')}\n${sample('playok.txt')}`),
        },
      ]);
      await count(3); // the list follows each game as it is kept, so it may be full before the sum is told
      await page.waitForFunction(() =>
        /Added: 2\. Here already: 1\./.test(
          document.querySelector('.games-said')?.textContent ?? '',
        ),
      );
      // dropped: a file from outside
      const drop = await page.evaluateHandle((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'old.txt', { type: 'text/plain' }));
        return data;
      }, sample('sanmill-old.txt').split('12.')[0]);
      await page.dispatchEvent('.games-list', 'drop', { dataTransfer: drop });
      await count(4);
      // wrong: named, kept in the field, nothing changed
      await page.fill('#games-paste', '1. d6 f4\n2. d6');
      await page.click('#games-paste-go');
      await page.waitForFunction(() =>
        /line 2, move 3: d6 is occupied.*Sanmill/.test(
          document.querySelector('.games-said')?.textContent ?? '',
        ),
      );
      assert.equal(await page.inputValue('#games-paste'), '1. d6 f4\n2. d6');
      await page
        .locator('.games-list li', { hasText: 'Morelli' })
        .locator('[data-do=open]')
        .click();
      await ready(page);
      assert.match(page.url(), /game=morelli/);
      assert.equal(moves(page).length, 80);
    }));

  test('a move list is pasted beside the board, in Japanese, and refused ones change nothing', () =>
    at('game=nine&moves=a1', { locale: 'ja-JP' }, async (page) => {
      const paste = async (/** @type {string} */ text) => {
        if (!(await page.locator('#paste').isVisible())) await page.click('#share');
        await page.fill('#paste', text);
        await page.click('#paste-open');
      };
      await paste('1. 5 13 2. 5');
      await page.waitForFunction(() =>
        /1行目、3手目：d6は空いていません.*PlayOK/.test(
          document.querySelector('dialog .trouble')?.textContent ?? '',
        ),
      );
      assert.deepEqual(moves(page), ['a1']);
      await paste('1. 5 13 2. 20 19');
      await played(page, 4);
      assert.deepEqual(moves(page), ['d6', 'e4', 'd2', 'b2']);
    }));

  /** A downloaded file. @param {Page} page @param {string} button */
  const saved = async (page, button) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };

  test('pictures: what the board shows as SVG and PNG, the game as an SVG that plays it', () =>
    at('game=nine&moves=d6 d2 f4 b4 f6 f2 b6xd2', {}, async (page) => {
      await page.click('#share');
      await page.click('#share-pictures summary');
      await axe(page, 'pictures to save');
      const svg = await saved(page, '#picture-svg'),
        png = await saved(page, '#picture-png');
      assert.equal(svg.name, 'concentric-nine-7.svg');
      assert.doesNotMatch(
        svg.bytes.toString(),
        / (class|style)=|var\(|color-mix|<script|https?:\/\/(?!www\.w3\.org\/)/,
        'it stands alone',
      );
      assert.equal(png.name, 'concentric-nine-7.png');
      assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
      assert.equal(png.bytes.readUInt32BE(16), 1200, 'pixels across');
      await page.selectOption('#picture-pace', '500');
      const film = await saved(page, '#picture-film');
      assert.equal(film.name, 'concentric-nine-game.svg');
      // The pictures as pictures: what is drawn, and that the film moves.
      const look = (/** @type {Buffer} */ bytes) =>
        page.evaluate(async (text) => {
          const image = new Image(),
            canvas = document.createElement('canvas'),
            at = /** @type {number[]} */ ([]);
          image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
          await image.decode();
          Object.assign(canvas, {
            width: 240,
            height: Math.round((240 * image.naturalHeight) / image.naturalWidth),
          });
          const paper = /** @type {CanvasRenderingContext2D} */ (
            canvas.getContext('2d', { willReadFrequently: true })
          );
          document.body.append(image); // a film runs where it is seen
          for (let i = 0; i < 5; i++) {
            await new Promise((resolve) => {
              setTimeout(resolve, 200);
            });
            paper.clearRect(0, 0, canvas.width, canvas.height);
            paper.drawImage(image, 0, 0, canvas.width, canvas.height);
            at.push(
              paper
                .getImageData(0, 0, canvas.width, canvas.height)
                .data.reduce((sum, v, n) => (sum * 31 + v * (n % 97)) % 1000003, 7),
            );
          }
          image.remove();
          return { width: image.naturalWidth, kinds: new Set(at).size };
        }, bytes.toString());
      const still = await look(svg.bytes),
        moving = await look(film.bytes);
      assert.equal(still.kinds, 1);
      assert.ok(still.width > 100 && moving.kinds > 2, `${moving.kinds} different moments`);
      // beside the analysis, too
      await page.keyboard.press('Escape');
      await page.evaluate(() => {
        location.hash = '#analysis=1&game=six&moves=d6';
      });
      await page.waitForSelector('#analysis-tools [data-do=picture]');
      await page.click('#analysis-tools [data-do=picture]');
      assert.match((await saved(page, '#picture-svg')).name, /^concentric-six-\d+\.svg$/);
    }));
}
