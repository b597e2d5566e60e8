// SPDX-License-Identifier: MIT
// More of the page in Chromium, run by e2e.mjs: matches, computers, what is seen, felt and heard,
// installing, and the same search as the native program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { catalogue, gameIds, product } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void,
 *   at: (fragment: string, options: any, body: (page: Page) => Promise<void>) => Promise<void>,
 *   tap: (page: Page, name: string) => Promise<void>, settle: (page: Page) => Promise<void>,
 *   point: (page: Page, name: string) => import('playwright-core').Locator,
 *   ready: (page: Page) => Promise<any>, played: (page: Page, n: number) => Promise<any>,
 *   moves: (page: Page) => string[], axe: (page: Page, where: string) => Promise<void>, shots: string}} tools
 */
export function more({ test, at, tap, settle, point, ready, played, moves, axe, shots }) {
  const ids = gameIds(),
    PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  /** Waits until an element's text matches. @param {Page} page @param {string} id @param {RegExp} text */
  const shows = (page, id, text) =>
    page.waitForFunction(
      ([i, t]) => new RegExp(t).test(document.getElementById(i)?.textContent ?? ''),
      [id, text.source],
    );
  /** @param {Page} page */
  const resign = async (page) => {
    await page.click('#resign');
    await page.click('#dialog-buttons .main');
    await page.waitForSelector('#resign:disabled');
  };

  // Every family that has an official match, through its first game.
  for (const { match, games } of catalogue().families.filter((/** @type {any} */ f) => f.match))
    test(`${games[0].id}: the official match from the dialog to the next game, kept over a reload`, () =>
      at(`game=${games[0].id}`, {}, async (page) => {
        await page.click('#new');
        await page.click('.folded summary');
        await page.check('input[name=length][value=match]');
        await page.check('input[name=opponent][value=people]');
        await axe(page, 'dialog with a match');
        await page.click('#dialog-buttons .main');
        await shows(page, 'series-place', new RegExp(`Set 1, game 1 of ${match.games}`));
        assert.ok(await page.locator('#next-game').isHidden());
        await page.locator('.point.can').first().dispatchEvent('click');
        await played(page, 1);
        await resign(page);
        await shows(page, 'series-score', /1 : 0/);
        await axe(page, 'match');
        await page.screenshot({ path: join(shots, 'match.png') });
        await page.click('#next-game');
        await shows(page, 'series-place', /game 2 of/);
        assert.deepEqual(moves(page), []);
        await page.reload();
        await ready(page);
        await shows(page, 'series-place', /game 2 of/);
        await shows(page, 'series-score', /1 : 0/);
        await page.click('#share');
        const record = await page.inputValue('#share-record'),
          link = await page.inputValue('#share-link');
        assert.equal(record.match(/\[Round "/g)?.length, 2);
        await page.keyboard.press('Escape');
        await page.goto(link);
        await shows(page, 'series-place', /game 2 of/);
        await page.click('#language');
        await shows(page, 'series-place', /第2局/);
      }));

  test('a match to its end says who won it and why', () =>
    at('game=mur&match=', {}, async (page) => {
      for (let n = 1; n <= 12; n++) {
        await shows(
          page,
          'series-place',
          new RegExp(`Set ${n > 6 ? 2 : 1}, game ${((n - 1) % 6) + 1} of 6`),
        );
        await resign(page); // the side to move, which changes from game to game
        if (n < 12) await page.click('#next-game');
      }
      await shows(page, 'series-score', /6 : 6/);
      await shows(page, 'series-result', /match is drawn: equal points/);
      assert.ok(await page.locator('#next-game').isHidden());
    }));

  test('the throne is told in words, and a computer that stands better declines', () =>
    at('game=morelli&pos=13/13/13/13/13/13/b5B6/13/13/13/13/13/13 b play', {}, async (page) => {
      await shows(page, 'remark', /Black’s king is on the throne/);
      await page.click('#language');
      await shows(page, 'remark', /黒の王/);
      await page.click('#language');
      await page.goto(page.url().replace(/#.*/, ''));
      await page.goto(`${page.url().replace(/[^/]*$/, '')}rules.html`);
      await page.evaluate(() => {
        // as a version before has left it
        localStorage.clear();
        sessionStorage.clear();
        localStorage.setItem(
          'concentric.game',
          JSON.stringify({
            link: 'game=nine&pos=bb.b..../......../w..w..w.+w+0+0',
            players: [
              { kind: 'person', level: 0, movetime: 0 },
              { kind: 'computer', level: 1, movetime: 0 },
            ],
            flipped: false,
          }),
        );
      });
      await page.goto(`${page.url().replace(/[^/]*$/, '')}#play`);
      await ready(page);
      await page.click('#agree');
      assert.match((await page.textContent('#dialog-title')) ?? '', /a draw/, 'what it would give');
      await page.click('#dialog-buttons .main');
      await shows(page, 'message', /declines/);
      assert.ok(await page.locator('#resign').isEnabled());
    }));

  test('two tabs: each keeps its own game and who plays it', () =>
    at('', {}, async (page) => {
      await tap(page, 'd2'); // against the computer
      await played(page, 2);
      const other = await page.context().newPage();
      await other.goto(`${page.url().replace(/#.*/, '')}#game=six&moves=d6`);
      await ready(other);
      await tap(other, 'd2');
      await played(other, 2);
      await page.reload();
      await ready(page);
      assert.match(page.url(), /game=nine/);
      assert.match((await page.textContent('#player-far')) ?? '', /Computer/);
      await tap(page, 'a7');
      await played(page, 4); // the computer is still there
      await other.reload();
      await ready(other);
      assert.deepEqual(moves(other), ['d6', 'd2']);
      assert.doesNotMatch((await other.textContent('#player-far')) ?? '', /Computer/);
      const third = await page.context().newPage(); // a new tab goes on with a copy of the latest
      await third.goto(page.url().replace(/#.*/, '#play'));
      await ready(third);
      assert.ok(moves(third).length >= 2);
      await other.close();
      await third.close();
    }));

  test('a clock from the dialog runs, is shown, and its flag ends the game', () =>
    at('', {}, async (page) => {
      await page.click('#new');
      await page.check('input[name=opponent][value=people]');
      await page.check('input[name=clock][value=other]');
      await axe(page, 'dialog with a clock');
      await page.fill('#minutes', '0.5');
      await page.fill('#increment', '0');
      await page.click('#dialog-buttons .main');
      await page.waitForFunction(
        () => new URLSearchParams(location.hash.slice(1)).get('clock') === '30+0',
      );
      await tap(page, 'd2');
      await page.waitForFunction(() =>
        /^0:2\d/.test(document.querySelector('.clock.runs')?.textContent ?? ''),
      );
      assert.equal(await page.locator('.clock').count(), 2);
      await axe(page, 'clock');
      await page.screenshot({ path: join(shots, 'clock.png') });
      await page.goto(`${page.url().replace(/#.*/, '')}#game=nine&clock=1%2B0&moves=d2`);
      await page.waitForSelector('#resign:disabled');
      await shows(page, 'status', /White won\. Black ran out of time\./);
      assert.match(page.url(), /end=time.p1win/);
      await page.click('#undo');
      await settle(page);
      await shows(page, 'status', /Looking back: after move 0 of 1\./);
      await page.click('#share');
      assert.match(await page.inputValue('#share-record'), /Termination "time"/);
      const link = await page.inputValue('#share-link');
      await page.keyboard.press('Escape');
      await page.goto('about:blank');
      await page.goto(link);
      await ready(page);
      await shows(page, 'status', /Looking back: after move 0 of 1\./); // as it was shared
      await page.click('#to-head');
      await shows(page, 'status', /ran out of time/);
    }));

  test('mur: the next game from the last board, without a match', () =>
    at('game=mur&moves=%2Ba1+%2Bc1', {}, async (page) => {
      assert.ok(await page.locator('#next-game').isHidden());
      await resign(page);
      await page.click('#next-game');
      await settle(page);
      await shows(page, 'status', /^White: choose where to place a ship/);
      assert.ok((await page.locator('.piece').count()) > 1, 'ships stay');
      await page.reload();
      await ready(page);
      await shows(page, 'status', /^White: choose where to place a ship/);
    }));

  test('a record is opened with names, comments and variations, and shared again whole', () =>
    at('', {}, async (page) => {
      await page.click('#share');
      await page.fill(
        '#paste',
        '[Game "nine"]\n[White "Anna"]\n[Black "花子"]\n[Result "1-0"]\n[Termination "resignation"]\n\n{ hello } 1. d2! (1. a1) 1... d7 1-0\n',
      );
      await page.click('#paste-open');
      await page.waitForSelector('dialog:not([open])', { state: 'attached' });
      assert.match((await page.textContent('#player-near')) ?? '', /Anna/);
      await page.locator('#moves button').first().click();
      await shows(page, 'comment', /hello/);
      await tap(page, 'g7'); // a variation: the game stays what it was
      await shows(page, 'status', /Looking back: after move 1 of 2\./);
      await page.click('#to-head');
      await shows(page, 'status', /Anna won\. 花子 resigned\./);
      await page.reload();
      await ready(page);
      await page.click('#share');
      const record = await page.inputValue('#share-record');
      for (const part of ['Anna', '花子', 'hello', 'd2!', '(1. a1)', '(1. g7)', 'resignation'])
        assert.ok(record.includes(part), part);
    }));

  test('refusals in Japanese', () =>
    at('game=nine', { locale: 'ja-JP' }, async (page) => {
      for (const [text, reason] of [
        ['ww', /盤が/],
        ['[Game "seven"]\n\n*', /というゲームはありません/],
        ['[Game "nine"]\n\n1. d2 d2 *', /行目/],
      ]) {
        await page.click('#share');
        await page.fill('#paste', String(text));
        await page.click('#paste-open');
        await page.waitForFunction(
          (t) => new RegExp(t).test(document.querySelector('dialog .trouble')?.textContent ?? ''),
          /** @type {RegExp} */ (reason).source,
        );
        await page.keyboard.press('Escape');
      }
    }));

  test('computer against computer, stopped and gone on with', () =>
    at('', {}, async (page) => {
      await page.click('#new');
      await page.check('input[name=opponent][value=watch]');
      await page.check('input[name=level][value="1"]');
      await page.click('#dialog-buttons .main');
      await played(page, 6);
      await page.click('#undo');
      await page.waitForSelector('#resume:visible');
      await settle(page);
      const before = moves(page).length;
      await page.click('#resume');
      await played(page, before + 1);
    }));

  test('band numbers and colours that are safe for colour-blind eyes', () =>
    at('game=morelli&seed=7', {}, async (page) => {
      const colours = () =>
        page.evaluate(() => [
          ...new Set([...document.querySelectorAll('.cell')].map((c) => getComputedStyle(c).fill)),
        ]);
      const rainbow = await colours();
      assert.equal(rainbow.length, 7);
      assert.equal(await page.locator('.number').count(), 0);
      assert.ok(await page.locator('.ground path.border').count(), 'bands have borders');
      await page.click('#settings');
      await page.locator('dialog label', { hasText: 'band numbers' }).click();
      await page.locator('dialog label', { hasText: 'colour-blind' }).click();
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.number').count(), 169);
      assert.deepEqual(
        await page
          .locator('.number')
          .evaluateAll((all) => [...new Set(all.map((n) => n.textContent))].sort()),
        ['1', '2', '3', '4', '5', '6', '7'],
      );
      const safe = await colours();
      assert.equal(safe.length, 7);
      assert.ok(
        safe.every((c) => !rainbow.includes(c)),
        `${safe}`,
      );
      await page.screenshot({ path: join(shots, 'morelli-safe.png') });
      await page.reload();
      await ready(page);
      assert.deepEqual(await colours(), safe, 'remembered');
    }));

  for (const locale of ['en-GB', 'ja-JP'])
    test(`dialogs fit a phone, ${locale}`, () =>
      at('game=mur', { ...PHONE, locale }, async (page) => {
        const fits = (/** @type {string} */ what) =>
          page
            .evaluate(() => {
              const dialog = /** @type {HTMLElement} */ (document.querySelector('dialog'));
              return (
                dialog.scrollWidth <= dialog.clientWidth &&
                document.documentElement.scrollWidth <= 320
              );
            })
            .then((good) => assert.ok(good, `${what} is too wide`));
        await page.click('#new');
        for (const id of ids) {
          await page.check(`input[name=game][value=${id}]`);
          await page.waitForFunction(
            (g) => document.querySelector('.tile input:checked')?.getAttribute('value') === g,
            id,
          );
          await page.waitForSelector('.preview svg', { state: 'attached' });
          await fits(id);
        }
        await page.keyboard.press('Escape');
        for (const [id, sheet] of [
          ['settings', 'menu'],
          ['share', 'more'],
        ]) {
          await page.click(`#${sheet}-open`); // one tap away
          await page.click(`#${id}`);
          await page.waitForSelector('dialog[open]');
          await fits(id);
          await page.keyboard.press('Escape');
        }
      }));

  test('a finger drags a man on a phone', () =>
    at('game=morelli,setup=facing', PHONE, async (page) => {
      const centre = async (/** @type {string} */ name) => {
        const box = await point(page, name).locator('.hit').boundingBox();
        return {
          x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
          y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
        };
      };
      const a = await centre('c1'),
        b = await centre('c6'),
        cdp = await page.context().newCDPSession(page);
      const touch = (
        /** @type {'touchStart'|'touchMove'|'touchEnd'} */ type,
        /** @type {{x: number, y: number}[]} */ touchPoints,
      ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
      await touch('touchStart', [a]);
      for (let i = 1; i <= 8; i++)
        await touch('touchMove', [
          { x: a.x + ((b.x - a.x) * i) / 8, y: a.y + ((b.y - a.y) * i) / 8 },
        ]);
      await settle(page);
      assert.ok(
        await page.evaluate(() =>
          [...document.querySelectorAll('.piece')].some(
            (p) => /** @type {any} */ (p).style.transform,
          ),
        ),
        'the man follows the finger',
      );
      await touch('touchEnd', []);
      await played(page, 1);
      assert.match(moves(page)[0], /^c1-c6/);
    }));

  test('installable: manifest, icons, a service worker in charge', () =>
    at('', {}, async (page) => {
      const href = await page.getAttribute('link[rel=manifest]', 'href');
      const manifest = await page.evaluate(async (url) => (await fetch(url)).json(), String(href));
      for (const key of ['name', 'short_name', 'start_url', 'display', 'icons'])
        assert.ok(manifest[key], key);
      assert.equal(manifest.display, 'standalone');
      for (const icon of manifest.icons) {
        const size = await page.evaluate(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return image.naturalWidth;
        }, icon.src);
        assert.ok(size > 0, icon.src);
      }
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => !!navigator.serviceWorker.controller);
      const cdp = await page.context().newCDPSession(page);
      const { errors } = await cdp.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
      // A test context is like a private window, where nothing can be installed.
      assert.deepEqual(
        installabilityErrors.map((e) => e.errorId).filter((e) => e !== 'in-incognito'),
        [],
      );
    }));

  test('the same nodes as the native program, every game', () =>
    at('', {}, async (page) => {
      for (const id of ids) {
        const depth = 3,
          text = execFileSync(
            product('concentric'),
            ['think', id, '--depth', String(depth), '--db', 'none'],
            { encoding: 'utf8' },
          );
        const there = await page.evaluate(
          async ([game, d]) => {
            const { session } = await import(
              /** @type {any} */ (document.querySelector('script[type=module]')).src
            );
            await session.begin(
              { variant: game },
              { players: [{ kind: 'person' }, { kind: 'person' }] },
            );
            await session.engine.threads(1);
            return session.engine.think({ depth: Number(d) });
          },
          [id, String(depth)],
        );
        const field = (/** @type {string} */ name) =>
          new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
        assert.deepEqual(
          [there.nodes, there.score, there.best],
          [Number(field('nodes')), Number(field('score')), field('best')],
          id,
        );
      }
    }));

  test('a 13 x 13 board in motion: only transforms and opacity are animated, nothing is drawn per frame', () =>
    at('game=morelli,setup=facing', { reducedMotion: 'no-preference' }, async (page) => {
      await page.evaluate(() => {
        const seen = {
          properties: new Set(),
          changes: 0,
          frames: /** @type {number[]} */ ([]),
        };
        /** @type {any} */ (window).seen = seen;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (
          /** @type {any} */ frames,
          /** @type {any} */ options,
        ) {
          for (const frame of frames)
            for (const key of Object.keys(frame)) seen.properties.add(key);
          const animation = animate.call(this, frames, options);
          if (seen.frames.length) return animation;
          let last = performance.now();
          const frame = (/** @type {number} */ now) => {
            seen.frames.push(now - last);
            last = now;
            if (seen.frames.length === 1)
              new MutationObserver((list) => {
                seen.changes += list.length;
              }).observe(/** @type {Node} */ (document.querySelector('svg.board')), {
                subtree: true,
                childList: true,
                attributes: true,
              });
            if (seen.frames.length < 14) requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
          return animation;
        };
      });
      for (const name of ['c1', 'c6']) await tap(page, name);
      await page.waitForFunction(() => /** @type {any} */ (window).seen.frames.length >= 14);
      const { properties, changes, frames } = await page.evaluate(() => {
        const { properties: p, ...rest } = /** @type {any} */ (window).seen;
        return { ...rest, properties: [...p] };
      });
      assert.ok(
        properties.every((/** @type {string} */ p) => ['transform', 'opacity'].includes(p)),
        properties.join(),
      );
      assert.ok(changes <= 4, `${changes} changes of the board during the animation`);
      const sorted = frames
        .slice(1)
        .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
      console.log(
        `   frames: median ${sorted[6].toFixed(1)} ms, longest ${sorted.at(-1).toFixed(1)} ms`,
      );
    }));

  test('every move is announced once, the computer’s too', () =>
    at('', {}, async (page) => {
      await page.evaluate(() => {
        const box = /** @type {any} */ (document.getElementById('spoken'));
        /** @type {any} */ (window).said = [];
        new MutationObserver(() => /** @type {any} */ (window).said.push(box.textContent)).observe(
          box,
          { childList: true, characterData: true, subtree: true },
        );
      });
      await tap(page, 'd2');
      await played(page, 2);
      await settle(page);
      const said = await page.evaluate(() => /** @type {any} */ (window).said);
      assert.equal(said.length, 2, said.join(' | '));
      assert.match(said[0], /White places a .*d2/);
      assert.match(said[1], /Black places/);
      assert.equal(await page.getAttribute('#spoken', 'aria-live'), 'polite');
      assert.equal(
        await page
          .locator(':is([aria-live=polite], [aria-live=assertive], [role=status]):not([hidden] *)')
          .count(),
        1,
        'nothing else speaks',
      );
    }));

  test('at 200 %: the names of the game and of the players are whole', async () => {
    for (const [width, height] of [
      [960, 540],
      [683, 384],
      [640, 400],
    ])
      await at('game=twelve', { viewport: { width, height } }, async (page) =>
        assert.deepEqual(
          await page.evaluate(() =>
            [...document.querySelectorAll('#title, .player, .who b')].flatMap((element) =>
              element.clientWidth > 0 &&
              element.scrollWidth <= element.clientWidth &&
              element.scrollHeight <= element.clientHeight + 1
                ? []
                : `${element.id || element.textContent}: ${element.scrollWidth} of ${element.clientWidth}`,
            ),
          ),
          [],
          `${width} x ${height}`,
        ),
      );
  });

  test('moves stand in the column of their side', () =>
    at('game=morelli,size=7,setup=pairs&moves=a1 a2 a3 a4', {}, async (page) => {
      const texts = await page
        .locator('#moves li')
        .evaluateAll((all) => all.map((l) => `${l.className} ${l.textContent}`));
      assert.deepEqual(texts, [
        ' start',
        'column-1 1. a1',
        'column-2 a2',
        'column-2 a3',
        'column-1 2. a4',
      ]);
    }));
}
