// SPDX-License-Identifier: MIT
// The table in Chromium, run by e2e.mjs: what stands around the board and does not move, phones both ways, the end of a
// game, sounds, sharing and importing, the secret pick on one device.
import assert from 'node:assert/strict';
import { join } from 'node:path';

/** @typedef {import('playwright-core').Page} Page */
/** @param {any} tools of e2e.mjs */
export function table({ test, at, tap, settle, point, ready, played, moves, axe, shots }) {
  const phone = (/** @type {number} */ width, /** @type {number} */ height) => ({
    viewport: { width, height },
    hasTouch: true,
    isMobile: true,
  });
  /** Where things are. @param {Page} page @param {string} what */
  const boxes = (
    page,
    what = '#tools button:not(#more *), #status-box, .player, #board-host, #moves-box, #tools',
  ) =>
    page.locator(what).evaluateAll((all) =>
      all.map((e) => {
        const { x, y, width, height } = e.getBoundingClientRect();
        return `${e.id} ${x} ${y + scrollY} ${width} ${height}`;
      }),
    );
  /** @param {Page} page @param {(s: any) => any} job in the page, given the session */
  const inside = (page, job) =>
    page.evaluate(
      `import(document.querySelector('script[type=module]').src).then(({ session }) => (${job})(session))`,
    );

  for (const [name, options] of /** @type {const} */ ([
    ['wide', {}],
    ['on a phone', phone(390, 844)],
    ['on a phone on its side', phone(844, 390)],
  ]))
    test(`nothing moves that the player did not move, ${name}`, () =>
      at('start=nine&level=2', options, async (/** @type {Page} */ page) => {
        const before = await boxes(page);
        assert.ok(before.length > 8, before.join('\n'));
        await inside(page, (session) => session.click(0));
        assert.deepEqual(await boxes(page), before, 'while the computer thinks');
        await played(page, 2);
        await settle(page);
        assert.deepEqual(await boxes(page), before, 'after its move');
        await inside(page, (session) => session.click(0)); // a complaint
        assert.notEqual(await page.textContent('#message'), '');
        assert.deepEqual(await boxes(page), before, 'with something said');
      }));

  test('a complaint does not stay in the place of the hint', () =>
    at('game=nine&moves=d2', {}, async (/** @type {Page} */ page) => {
      await tap(page, 'd2');
      assert.match((await page.textContent('#message')) ?? '', /occupied/);
      await page.click('#hint');
      await page.waitForFunction(() =>
        /^Hint/.test(document.getElementById('message')?.textContent ?? ''),
      );
      assert.equal(await page.getAttribute('#message', 'class'), '');
    }));

  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [320, 568],
    [844, 390],
    [667, 375],
  ])
    for (const locale of ['en-GB', 'ja-JP'])
      test(`${width} x ${height}, ${locale}: played without scrolling, targets for fingers`, async () => {
        for (const game of ['start=nine&level=3', 'game=morelli', 'start=mur&level=3'])
          await at(game, { ...phone(width, height), locale }, async (/** @type {Page} */ page) => {
            const { wide, low, small } = await page.evaluate(() => {
              const seen = [
                ...document.querySelectorAll(
                  '#player-far, #board-host, #player-near, #status-box, #tools',
                ),
              ].map((e) => e.getBoundingClientRect());
              return {
                wide: document.documentElement.scrollWidth,
                low: Math.max(...seen.map((b) => b.bottom)),
                small: [...document.querySelectorAll('header button, #tools > button')]
                  .map((e) => ({ id: e.id, b: e.getBoundingClientRect() }))
                  .filter(({ b }) => b.width && (b.width < 40 || b.height < 40))
                  .map(({ id, b }) => `${id} ${b.width} ${b.height}`),
              };
            });
            assert.ok(wide <= width, `${game}: ${wide} wide`);
            assert.ok(low <= height + 0.5, `${game}: ${low} low`);
            assert.deepEqual(small, [], game);
            assert.equal(await page.locator('.player.to-move').count(), 1);
          });
      });

  test('a wide window at 200 %: board and tools fit', () =>
    at(
      'start=nine&level=3',
      { viewport: { width: 640, height: 400 } },
      async (/** @type {Page} */ page) => {
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 640));
        await tap(page, 'd2');
        await played(page, 2);
        await page.click('#more-open');
        await page.click('#resign');
        await page.click('#dialog-buttons .main');
        await page.waitForSelector('#banner:visible');
      },
    ));

  test('a finger scrolls the page from the board, and drags a man', () =>
    at(
      'game=nine&pos=www...../....b..b/b.b..w.. w 0 0',
      phone(390, 600),
      async (/** @type {Page} */ page) => {
        const cdp = await page.context().newCDPSession(page);
        const swipe = async (/** @type {{x: number, y: number}} */ from) => {
          const touch = (/** @type {any} */ type, /** @type {any[]} */ touchPoints) =>
            cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
          await touch('touchStart', [from]);
          for (let i = 1; i <= 10; i++)
            await touch('touchMove', [{ x: from.x, y: from.y - 12 * i }]);
          await touch('touchEnd', []);
          await page.waitForTimeout(300);
          return page.evaluate(() => scrollY);
        };
        const centre = async (/** @type {string} */ name) => {
          const box = await point(page, name).locator('.hit').boundingBox();
          return {
            x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
            y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
          };
        };
        assert.equal(await swipe(await centre('g7')), 0, 'a man does not scroll the page');
        assert.ok((await swipe(await centre('d1'))) > 40, 'an empty point does');
      },
    ));

  test('the end over the board: lost, why, closed, a rematch with the sides changed, a review', () =>
    at('start=nine&level=1', {}, async (/** @type {Page} */ page) => {
      await tap(page, 'd2');
      await played(page, 2);
      await page.click('#resign');
      await page.click('#dialog-buttons .main');
      await page.waitForSelector('#banner:visible');
      assert.match((await page.textContent('#banner')) ?? '', /You lost\..*You resigned\./);
      await axe(page, 'banner');
      await page.screenshot({ path: join(shots, 'end.png') });
      await page.click('#end-close');
      assert.ok(await page.locator('#banner').isHidden());
      await page.reload();
      await ready(page);
      assert.ok(
        await page.locator('#banner').isHidden(),
        'a game that is over when it is opened is only shown',
      );
      await page.goto(`${page.url().replace(/#.*/, '')}#start=nine&level=1`);
      await played(page, 0);
      await settle(page);
      await page.click('#resign');
      await page.click('#dialog-buttons .main');
      await page.click('#end-rematch');
      await page.waitForFunction(
        () => document.querySelector('#player-near .kind')?.textContent === 'Black',
      );
      assert.ok(await page.locator('#banner').isHidden());
      await played(page, 1); // the computer has White now
      await page.click('#resign');
      await page.click('#dialog-buttons .main');
      await page.click('#end-review');
      await page.waitForSelector('#review');
    }));

  test('the end for others: two people, a draw, a win', async () => {
    await at('game=nine&moves=d2', {}, async (/** @type {Page} */ page) => {
      await page.click('#agree');
      await page.click('#dialog-buttons .main');
      await page.waitForSelector('#banner.end-draw');
      assert.match((await page.textContent('#banner h2')) ?? '', /draw/);
    });
    await at(
      'game=nine&pos=ww.w..../......../b.b.b... w 0 0',
      {},
      async (/** @type {Page} */ page) => {
        await inside(page, (session) =>
          session
            .act('1 sit computer level 1')
            .catch(() => session.act('h seat 1 computer level 1')),
        );
        for (const name of ['g4', 'g7', 'c5']) await tap(page, name);
        await page.waitForSelector('#banner.end-win');
        assert.match((await page.textContent('#banner h2')) ?? '', /^You won/);
      },
    );
  });

  test('every sound can be heard and is short; moves make theirs, unless the switch is off', () =>
    at('game=nine&pos=ww.w..../....b..b/b.b..w.. w 0 0', {}, async (/** @type {Page} */ page) => {
      const heard = await page.evaluate(`(async () => {
      const { SOUNDS, play } = await import(new URL('sound.js', document.querySelector('script[type=module]').src).href);
      const rate = 22050, out = {};
      for (const name of Object.keys(SOUNDS)) {
        const context = new OfflineAudioContext(1, 2 * rate, rate);
        play(context, name);
        const samples = (await context.startRendering()).getChannelData(0);
        let peak = 0, first = -1, last = 0;
        samples.forEach((v, i) => { peak = Math.max(peak, Math.abs(v)); if (Math.abs(v) > 0.002) { if (first < 0) first = i; last = i; } });
        out[name] = { peak, first: first / rate, last: last / rate };
      }
      return out;
    })()`);
      for (const name of [
        'place',
        'slide',
        'take',
        'mill',
        'frame',
        'trap',
        'knock',
        'win',
        'lose',
        'your-turn',
      ])
        assert.ok(name in /** @type {any} */ (heard), name);
      for (const [name, { peak, first, last }] of Object.entries(/** @type {any} */ (heard))) {
        assert.ok(peak > 0.03 && peak <= 1, `${name}: peak ${peak}`);
        assert.ok(first < 0.2 && last > 0.03 && last < 1.5, `${name}: from ${first} to ${last}`);
      }
      await page.evaluate(`window.strikes = 0; for (const C of [AudioContext]) for (const make of ['createOscillator', 'createBufferSource']) {
      const old = C.prototype[make]; C.prototype[make] = function () { window.strikes++; return old.call(this); }; }`);
      const strikes = () => page.evaluate('window.strikes');
      await page.mouse.click(5, 5); // the first touch brings the sounds
      await page.waitForTimeout(300);
      for (const name of ['g4', 'g7', 'b4']) await tap(page, name);
      await page.waitForFunction('window.strikes >= 8'); // a slide, a mill, a man taken
      await page.click('#sound');
      assert.equal(await page.getAttribute('#sound', 'aria-pressed'), 'false');
      const before = await strikes();
      await inside(page, async (session) => session.type((await session.engine.moves()).moves[0]));
      assert.equal(moves(page).length, 2);
      assert.equal(await strikes(), before, 'silent');
      await page.reload();
      await ready(page);
      assert.equal(await page.getAttribute('#sound', 'aria-pressed'), 'false', 'remembered');
    }));

  test('nothing is opened from an empty field; the game that runs is kept, and one tap goes back to it', () =>
    at('game=nine&moves=d2 d7', {}, async (/** @type {Page} */ page) => {
      await page.click('#share');
      for (const text of ['', '  \n']) {
        await page.fill('#paste', text);
        await page.click('#paste-open');
        await page.waitForFunction(() =>
          /first/.test(document.querySelector('dialog .trouble')?.textContent ?? ''),
        );
        assert.deepEqual(moves(page), ['d2', 'd7']);
      }
      await page.fill('#paste', 'ww.w..../....bbb./b.b..w.. w 0 0');
      await page.click('#paste-open');
      await page.waitForSelector('dialog:not([open])', { state: 'attached' });
      assert.match((await page.textContent('#message')) ?? '', /kept/);
      await page.click('#back-game');
      await settle(page);
      assert.deepEqual(moves(page), ['d2', 'd7']);
      assert.ok(await page.locator('#back-game').isHidden());
      await page.click('#undo'); // it came back with its moves
      await settle(page);
      await page.click('#redo');
      await settle(page);
      await page.click('#new');
      await page.waitForSelector('dialog[open]');
      await page.click('#dialog-buttons .main');
      await page.waitForSelector('#back-game:visible');
      await page.click('#back-game');
      await settle(page);
      assert.deepEqual(moves(page), ['d2', 'd7']);
    }));

  test('the secret pick on one device: it changes hands, and the pointer lights nothing', () =>
    at('game=nine', {}, async (/** @type {Page} */ page) => {
      await page.evaluate(`(async () => {
      const base = document.querySelector('script[type=module]').src, { askSecret } = await import(new URL('dialogs.js', base).href), { page } = await import(base);
      const engine = await page.sketch();
      await engine.open('game=morelli,edition=nestor seed=1 clock=none pick', '0 sit person', '1 sit person');
      window.picked = askSecret(engine, ['Anna', 'Bo'], [false, false], (c) => c);
    })()`);
      for (const value of ['adjacent', 'facing']) {
        const button = page.locator(`dialog .choices button[value=${value}]`);
        await button.waitFor();
        const box = await button.boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.up();
        if (value === 'facing') break;
        await page.waitForSelector('#dialog-buttons button[value=ready]');
        const text = (await page.textContent('dialog')) ?? '';
        assert.match(text, /Anna has picked\. Now hand the device to Bo/);
        assert.doesNotMatch(text, /adjacent/);
        assert.equal(
          await page.locator('dialog button:hover').count(),
          0,
          'where the pointer rests',
        );
        const pass = await page.locator('#dialog-buttons button[value=ready]').boundingBox();
        assert.ok(pass);
        await page.mouse.click(pass.x + pass.width / 2, pass.y + pass.height / 2);
        await page.waitForSelector('dialog .choices');
        assert.equal(
          await page.locator('dialog .choices button:is(:hover, :focus-visible)').count(),
          0,
          'for the second player',
        );
      }
      await page.waitForSelector('#dialog-buttons button[value=ok]');
      assert.match((await page.textContent('#dialog-body')) ?? '', /Anna.*adjacent.*Bo.*facing/);
    }));

  test('on a phone the rest is one tap away', () =>
    at('game=nine&moves=d2', phone(390, 844), async (/** @type {Page} */ page) => {
      for (const [opener, first] of [
        ['#menu-open', '#lesson'],
        ['#more-open', '#agree'],
      ]) {
        assert.ok(await page.locator(first).isHidden());
        await page.click(opener);
        await page.waitForSelector(`${first}:visible`);
        await axe(page, opener);
        await page.keyboard.press('Escape');
        assert.ok(await page.locator(first).isHidden());
      }
      await page.click('#more-open');
      await page.click('#share');
      await page.waitForSelector('dialog[open]');
      assert.ok(await page.locator('#more').isHidden());
    }));
}
