// SPDX-License-Identifier: MIT
// Perfect play in Chromium, run by e2e.mjs: what the page shows is what `concentric query` says.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { queried, serve } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Wins, draws and losses, by moves and by captures. */
const MIXED = 'w.wbw.bb/bw.bbw.w w 0 0',
  PLACING = '.w.bb.../.w.w...b w 3 3';

/**
 * @param {Parameters<typeof import('./e2e_more.mjs').more>[0] & {browser: import('playwright-core').Browser}} tools
 */
export function perfect({
  test,
  at,
  tap,
  settle,
  point,
  ready,
  played,
  moves,
  axe,
  shots,
  browser,
}) {
  /** The switch is on and the values are there. @param {Page} page */
  const turnOn = async (page) => {
    await page.check('#perfect');
    await page.waitForSelector('#perfect-moves li');
    await settle(page);
  };
  /** The list as [move, words]. @param {Page} page */
  const listed = (page) =>
    page
      .locator('#perfect-moves li')
      .evaluateAll((all) =>
        all.map((li) => [
          li.querySelector('b')?.textContent ?? '',
          li.querySelector('.worth')?.textContent ?? '',
        ]),
      );
  /** What a point shows: its badge, the kind of it, and what screen readers hear. @param {Page} page @param {string} name */
  const shown = async (page, name) => {
    const label = (await point(page, name).getAttribute('aria-label')) ?? '';
    const badge = await point(page, name).evaluate((element) => {
      const box = /** @type {SVGGraphicsElement} */ (element).getBoundingClientRect(),
        x = box.x + box.width / 2,
        y = box.y + box.height / 2;
      const near = [...document.querySelectorAll('.badge')].filter((b) => {
        const at = b.getBoundingClientRect();
        return Math.hypot(at.x + at.width / 2 - x, at.y + at.height / 2 - y) < box.width / 2;
      });
      return near.map((b) => `${b.getAttribute('class')} ${b.textContent}`);
    });
    return { label, badge };
  };
  /** The same, as it should be. @param {{value: string, plies: number}} worth */
  const badgeOf = ({ value, plies }) => [
    `badge ${value} ${value === 'draw' ? '=' : `${value === 'win' ? '+' : '−'}${plies}`}`,
  ];
  /** @param {{value: string, plies: number}} worth */
  const wordsOf = ({ value, plies }) =>
    value === 'draw' ? value : `${value} in ${plies} ${plies === 1 ? 'ply' : 'plies'}`;
  /** The first, that is the best, of the moves that go on like this. @param {ReturnType<typeof queried>} said @param {string} begins */
  const bestOf = (said, begins) => {
    const found = said.moves.find(({ move }) => move.startsWith(begins));
    assert.ok(found, begins);
    return found;
  };

  test('perfect play: values on the board and in the list are those of the program', () =>
    at(`game=six&pos=${MIXED}`, {}, async (page) => {
      const said = queried(MIXED);
      assert.deepEqual(new Set(said.moves.map((m) => m.value)), new Set(['win', 'draw', 'loss']));
      assert.equal(await page.locator('.badge').count(), 0);
      await turnOn(page);
      assert.equal(
        await page.textContent('#perfect-value'),
        `White can win in ${said.plies} plies.`,
      );
      assert.deepEqual(
        await listed(page),
        said.moves.map((m) => [
          m.move,
          m.traps ? `draw, ${m.traps.replace('/', ' of ')} replies lose` : wordsOf(m),
        ]),
      );
      assert.match(
        (await page.textContent('#spoken')) ?? '',
        /Perfect play White can win in \d+ plies/,
      );
      const men = [...new Set(said.moves.map((m) => m.move.slice(0, 2)))];
      assert.equal(await page.locator('.badge').count(), men.length);
      for (const man of men) {
        const best = bestOf(said, man),
          { label, badge } = await shown(page, man);
        assert.deepEqual(badge, badgeOf(best), man);
        assert.equal(label, `${man}, white man, can be chosen: ${wordsOf(best)}`);
      }
      await axe(page, 'values');
      await page.screenshot({ path: join(shots, 'six-perfect-wide.png') });
      await tap(page, 'd5');
      for (const to of ['e5', 'd6'])
        assert.deepEqual((await shown(page, to)).badge, badgeOf(bestOf(said, `d5-${to}`)), to);
      await tap(page, 'd6');
      const taken = said.moves.filter((m) => m.move.startsWith('d5-d6x'));
      assert.ok(taken.length > 3);
      assert.equal(await page.locator('.badge').count(), taken.length);
      for (const m of taken) {
        const { label, badge } = await shown(page, m.move.slice(6));
        assert.deepEqual(badge, badgeOf(m), m.move);
        assert.ok(label.endsWith(`: ${wordsOf(m)}`), label);
      }
      await page.click('#cancel');
      await settle(page);
      // A move of the list can be played from there.
      await page.click(`#perfect-moves button:has-text("${said.moves[0].move}")`);
      await played(page, 1);
      await settle(page);
      assert.deepEqual(moves(page), [said.moves[0].move]);
      assert.equal(
        await page.textContent('#perfect-value'),
        `Black loses in ${said.plies - 1} plies against best play.`,
      );
      assert.match(
        (await page.textContent('#spoken')) ?? '',
        /White moves .* Black loses in \d+ plies/,
      );
      await page.uncheck('#perfect');
      await settle(page);
      assert.equal(await page.locator('.badge').count(), 0);
      assert.equal(await page.isVisible('#perfect-panel'), false);
    }));

  test('perfect play: while placing; the bar is exact; a game that nobody can solve has no switch', () =>
    at(`game=six&pos=${PLACING}`, {}, async (page) => {
      const said = queried(PLACING);
      await turnOn(page);
      const points = [...new Set(said.moves.map((m) => m.move.slice(0, 2)))];
      assert.equal(await page.locator('.badge').count(), points.length);
      for (const p of points)
        assert.deepEqual((await shown(page, p)).badge, badgeOf(bestOf(said, p)), p);
      await page.check('#analyse');
      await settle(page);
      assert.equal(
        await page.textContent('#bar-text'),
        wordsOf({ value: said.value, plies: said.plies }),
      );
      assert.match((await page.getAttribute('#bar', 'aria-label')) ?? '', /for White: /);
      for (const other of ['morelli', 'stacking', 'six']) {
        await page.evaluate(async (game) => {
          const { session } = await import(
            /** @type {any} */ (document.querySelector('script[type=module]')).src
          );
          const begun = new Promise((resolve) =>
            session.listen(() => {
              if (session.state.variant === game) resolve(null);
            }),
          );
          location.hash = `game=${game}`;
          await begun;
        }, other);
        await settle(page);
        assert.equal(await page.isVisible('#perfect-box'), other === 'six', other);
        assert.equal(await page.locator('.badge.draw').count(), other === 'six' ? 16 : 0, other);
      }
      assert.equal(await page.textContent('#perfect-value'), 'With best play the game is drawn.');
    }));

  test('perfect play: in Japanese, dark and small', () =>
    at(
      `game=six&pos=${MIXED}`,
      { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
      async (page) => {
        const said = queried(MIXED);
        assert.equal(await page.textContent('#perfect-box'), ' 完全解析');
        await turnOn(page);
        assert.equal(
          await page.textContent('#perfect-value'),
          `白はあと${said.plies}手で勝てます。`,
        );
        assert.deepEqual((await listed(page))[0], [said.moves[0].move, `${said.plies}手で勝ち`]);
        assert.match((await shown(page, 'b6')).label, /、選べます（18手で負け）$/);
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'no sideways scrolling',
        );
        await axe(page, 'values in Japanese, dark');
        await page.screenshot({ path: join(shots, 'six-perfect-phone.png'), fullPage: true });
      },
    ));

  test('perfect play: a failure is said, trying again helps; nothing is fetched before', async () => {
    /** @type {string[]} */
    const texts = [];
    for (const locale of ['en-GB', 'ja-JP']) {
      const context = await browser.newContext({
          reducedMotion: 'reduce',
          locale,
          serviceWorkers: 'block',
        }),
        page = await context.newPage();
      const own = await serve();
      await page.goto(`${own.url}#game=six&pos=${MIXED}`);
      await ready(page);
      await settle(page);
      assert.ok(!own.seen.has('six.pack'), 'not before it is wanted');
      await page.route('**/six.pack', (route) => route.abort());
      await page.click('#perfect');
      await page.waitForSelector('#perfect-retry:not([hidden])');
      assert.equal(await page.isChecked('#perfect'), false);
      texts.push((await page.textContent('#perfect-trouble')) ?? '');
      assert.equal(await page.textContent('#spoken'), texts.at(-1));
      await axe(page, 'trouble');
      // What arrives is not a database, or is cut off.
      for (const body of ['<!doctype html>', own.pack.subarray(0, 100_000)]) {
        await page.unroute('**/six.pack');
        await page.route('**/six.pack', (route) => route.fulfill({ body: Buffer.from(body) }));
        await page.click('#perfect-retry');
        await page.waitForFunction(
          (old) =>
            document.getElementById('perfect-trouble')?.textContent !== old &&
            !(/** @type {any} */ (document.getElementById('perfect')).checked),
          texts[0],
        );
        assert.match((await page.textContent('#perfect-trouble')) ?? '', /damaged|壊れて/);
      }
      await context.setOffline(true);
      await page.unroute('**/six.pack');
      await page.click('#perfect-retry');
      await page.waitForFunction(() =>
        /offline|オフライン/.test(document.getElementById('perfect-trouble')?.textContent ?? ''),
      );
      await context.setOffline(false);
      await page.click('#perfect-retry');
      await page.waitForSelector('#perfect-moves li');
      assert.equal(await page.isChecked('#perfect'), true);
      assert.equal(await page.textContent('#perfect-trouble'), '');
      assert.ok(own.seen.has('six.pack'));
      await context.close();
      own.close();
    }
    assert.match(texts[0], /could not be loaded/);
    assert.match(texts[1], /読み込めませんでした/);
  });

  test('perfect play: progress is shown while it arrives, and the game goes on meanwhile', () =>
    at('game=six', { serviceWorkers: 'block' }, async (page) => {
      let go = () => {};
      const gate = new Promise((resolve) => {
        go = () => resolve(null);
      });
      await page.route('**/six.pack', async (route) => {
        await gate;
        await route.continue();
      });
      await page.click('#perfect');
      await page.waitForSelector('#perfect-loading:not([hidden])');
      await tap(page, 'd2');
      await played(page, 1);
      go();
      await page.waitForSelector('#perfect-moves li');
      assert.equal(await page.isVisible('#perfect-loading'), false);
      assert.equal((await listed(page)).length, 15);
    }));

  test('perfect play: kept for offline once it was loaded', async () => {
    const own = await serve(),
      context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    await page.goto(`${own.url}#game=six&pos=${MIXED}`);
    await ready(page);
    await turnOn(page); // maybe before the service worker has taken over
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const kept = async () =>
        (await (await caches.open((await caches.keys())[0])).keys()).map(
          (r) => new URL(r.url).pathname,
        );
      for (let n = 0; n < 100 && !(await kept()).includes('/six.pack'); n++)
        await new Promise((r) => setTimeout(r, 100));
    });
    own.close();
    await page.goto(`${own.url}#game=six&pos=${MIXED}`);
    await page.reload();
    await ready(page);
    assert.equal(await page.locator('.badge').count(), 0, 'off until it is asked for');
    await turnOn(page);
    assert.equal(
      await page.textContent('#perfect-value'),
      `White can win in ${queried(MIXED).plies} plies.`,
    );
    await context.close();
  });

  test('perfect play: endings of nine with flying, also offline once they were loaded', async () => {
    const few = 'w.....b./....w.../.b..w..b w 0 0';
    const own = await serve(),
      context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' }),
      page = await context.newPage();
    await page.goto(`${own.url}#game=nine,flying&pos=${few}`);
    await ready(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await turnOn(page);
    await page.evaluate(async () => {
      const kept = async () =>
        (await (await caches.open((await caches.keys())[0])).keys()).map(
          (r) => new URL(r.url).pathname,
        );
      for (let n = 0; n < 100 && !(await kept()).some((path) => path.endsWith('.pack.gz')); n++)
        await new Promise((r) => setTimeout(r, 100));
    });
    own.close();
    await page.goto(`${own.url}#game=nine,flying&pos=${few}`);
    await page.reload();
    await ready(page);
    await turnOn(page);
    assert.equal(
      await page.textContent('#perfect-value'),
      `White can win in ${queried(few, 'nine,flying').plies} plies.`,
    );
    await context.close();
  });

  test('perfect play: the highest level plays it, threads and all', () =>
    at(`game=six&pos=${MIXED}`, {}, async (page) => {
      await turnOn(page);
      const chosen = await page.evaluate(async (position) => {
        const { session } = await import(
          /** @type {any} */ (document.querySelector('script[type=module]')).src
        );
        const person = { kind: 'person', level: 0, movetime: 0 };
        await session.begin(
          { variant: 'six', position },
          { players: [{ kind: 'computer', level: 10, movetime: 0 }, person] },
        );
        while (!session.state.moves.length) await new Promise((r) => setTimeout(r, 20));
        return session.state.moves[0];
      }, MIXED);
      const said = queried(MIXED),
        best = said.moves
          .filter((m) => m.value === 'win' && m.plies === said.plies)
          .map((m) => m.move);
      assert.ok(best.includes(chosen), `${chosen} is one of ${best}`);
    }));
}
