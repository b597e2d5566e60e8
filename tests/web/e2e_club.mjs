// SPDX-License-Identifier: MIT
// The club in Chromium, run by e2e.mjs: players, devices, the lobby, ratings and tournaments, with the real server and several
// browsers at once, each with its own storage. Nothing here waits for a time: only for what is to be seen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { serveProgram } from './support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {{test: (name: string, body: () => Promise<void>) => void, browser: import('playwright-core').Browser, point: (page: Page, name: string) => import('playwright-core').Locator,
 *   axe: (page: Page, what: string) => Promise<void>, shots: (page: Page, name: string) => Promise<void>}} tools
 */
export function club({ test: register, browser, point, axe, shots }) {
  /** A server, and visitors of it; all are gone afterwards.
   * @param {string} name @param {(visit: (at?: string, how?: import('playwright-core').BrowserContextOptions) => Promise<Page>, url: string) => Promise<void>} body */
  const test = (name, body) =>
    register(name, async () => {
      const server = await serveProgram(),
        contexts = /** @type {import('playwright-core').BrowserContext[]} */ ([]);
      try {
        await body(async (at = '#lobby', how = {}) => {
          const context = await browser.newContext({
            viewport: { width: 1280, height: 900 },
            reducedMotion: 'reduce',
            locale: 'en-GB',
            ...how,
          });
          contexts.push(context);
          const page = await context.newPage();
          await page.goto(`${server.url}${at}`);
          return page;
        }, server.url);
      } finally {
        for (const context of contexts) await context.close();
        server.close();
      }
    });
  /** @param {Page} page @param {string} name */
  async function called(page, name) {
    await page.goto(`${new URL(page.url()).origin}/#me`);
    await page.fill('#me-name', name);
    await page.click('#me-save');
    await page.waitForFunction(
      (wanted) => document.querySelector('.me-head h2')?.textContent === wanted,
      name,
    );
    return page.evaluate(
      () => /** @type {any} */ (document.querySelector('.club-links a:last-child'))?.textContent,
    );
  }
  /** @param {Page} page */
  const keyOf = (page) => page.evaluate(() => localStorage.getItem('concentric.device') ?? '');
  /** @param {string} url @param {string} path @param {string} [key] @param {any} [body] @param {string} [method] */
  const ask = async (url, path, key, body, method = body ? 'POST' : 'GET') =>
    (
      await fetch(`${url}api/v1${path}`, {
        method,
        headers: key ? { Authorization: `Bearer ${key}` } : {},
        body: body && JSON.stringify(body),
      })
    ).json();
  /** @param {Page} page @param {string} text */
  const said = (page, text) =>
    page.waitForFunction(
      (wanted) => document.querySelector('.club-said')?.textContent?.includes(wanted),
      text,
    );

  test('players: who has done nothing here is nobody; a name makes a key that stays', async (visit) => {
    const anna = await visit('#me');
    await anna.waitForSelector('#me-name');
    assert.equal(await keyOf(anna), '', 'looking makes nobody');
    assert.match((await anna.textContent('.club')) ?? '', /There are no accounts/);
    await axe(anna, '#me of nobody');
    await called(anna, 'Anna');
    const key = await keyOf(anna);
    assert.match(key, /^[A-Za-z0-9_-]{43}$/);
    await anna.reload();
    await anna.waitForFunction(() => document.querySelector('.me-head h2')?.textContent === 'Anna');
    assert.equal(await keyOf(anna), key);
    assert.equal(
      (await anna.locator('.me-picture svg circle').count()) > 3,
      true,
      'a picture of rings',
    );
    await axe(anna, '#me');
    await shots(anna, 'club-me');
  });

  test('players: a second device by link, signing it out, and what is stored: downloaded, deleted', async (visit, url) => {
    const anna = await visit('#me');
    await called(anna, 'Anna');
    await anna.click('#me-link');
    await anna.waitForSelector('.me-link img');
    const link = await anna.inputValue('#me-link-url');
    assert.match(link, /#me=/);
    await axe(anna, 'a code for another device');
    const phone = await visit(link.slice(link.indexOf('#')), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: 'ja-JP',
    });
    await phone.click('#dialog-buttons button.main');
    await phone.waitForFunction(
      () => document.querySelector('.me-head h2')?.textContent === 'Anna',
    );
    assert.equal(new URL(phone.url()).hash, '#me', 'the code does not stay in the address');
    const [one, two] = [
      await ask(url, '/me', await keyOf(anna)),
      await ask(url, '/me', await keyOf(phone)),
    ];
    assert.equal(one.id, two.id);
    assert.notEqual(await keyOf(anna), await keyOf(phone));
    const again = await visit(link.slice(link.indexOf('#'))); // it is good once
    await again.click('#dialog-buttons button.main');
    await again.waitForFunction(
      () => (document.querySelector('.club-said')?.textContent ?? '').length > 5,
    );
    assert.notEqual((await ask(url, '/me', await keyOf(again))).id, one.id);
    await anna.reload();
    await anna.click('#feed-make');
    await anna.waitForSelector('#feed-url');
    const feed = await anna.inputValue('#feed-url');
    await anna.click('#me-revoke-others');
    await said(anna, 'Signed out');
    await anna.waitForFunction((old) => {
      const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#feed-url'));
      return field && field.value !== old;
    }, feed);
    assert.equal((await fetch(await anna.inputValue('#feed-url'))).status, 200, 'a new address');
    assert.equal((await fetch(feed)).status, 404, 'of the feed');
    assert.equal((await ask(url, '/me', await keyOf(phone))).ok, false);
    const [file] = await Promise.all([anna.waitForEvent('download'), anna.click('#me-export')]);
    const all = JSON.parse(readFileSync(await file.path(), 'utf8'));
    assert.ok(JSON.stringify(all).includes('Anna'));
    const key = await keyOf(anna);
    await anna.click('#me-delete');
    await anna.click('#dialog-buttons button:not(.main)'); // asked once; no is no
    assert.equal((await ask(url, '/me', key)).name, 'Anna');
    await anna.click('#me-delete');
    await anna.click('#dialog-buttons button.main');
    await said(anna, 'Deleted');
    assert.equal((await ask(url, '/me', key)).ok, false);
    assert.equal((await ask(url, `/players/${one.id}`)).ok, false);
    assert.equal(await keyOf(anna), '');
  });

  test('players: what everybody may see, and not meeting somebody again', async (visit, url) => {
    const anna = await visit('#me'),
      bo = await visit('#me');
    await called(anna, 'Anna');
    await called(bo, 'Bo');
    const { id } = await ask(url, '/me', await keyOf(bo));
    await anna.goto(`${url}#player=${id}`);
    await anna.click('#player-hide');
    await said(anna, 'not meet');
    assert.deepEqual((await ask(url, '/me', await keyOf(anna))).hidden, [id]);
    await axe(anna, '#player');
    await anna.goto(`${url}#me`);
    await anna.click(`[data-unhide="${id}"]`);
    await anna.waitForSelector(`[data-unhide="${id}"]`, { state: 'detached' });
    assert.deepEqual((await ask(url, '/me', await keyOf(anna))).hidden, []);
    await anna.goto(`${url}#player=zzzzzzzz`);
    await anna.waitForSelector('.club-none');
  });

  // -- the lobby -----------------------------------------------------------------------------------

  /** @param {Page} page */
  const inLobby = (page) => page.waitForSelector('.club-quick li:nth-child(6)');
  /** The game and its clock, in the sheet. @param {Page} page @param {{game: string, clock: string, rated?: boolean, side?: string, width?: string}} what */
  async function challenge(page, { game, clock, rated = false, side = 'lot', width = '0' }) {
    await page.click('#club-make');
    await page.check(`input[name=game][value=${game}]`);
    await page.check(`input[name=clock][value="${clock}"]`);
    if (rated) await page.check('input[name=rated][value=yes]');
    await page.check(`input[name=side][value="${side}"]`);
    await page.check(`input[name=width][value="${width}"]`);
    await page.click('#dialog-buttons button.main');
    return (await (await page.waitForSelector('[data-cancel]')).getAttribute('data-cancel')) ?? '';
  }
  /** @param {Page} page @param {string} name */
  async function tap(page, name) {
    await page.locator('.point.can').first().waitFor({ state: 'attached' });
    await point(page, name).locator('.hit').click({ force: true });
  }
  /** @param {Page} page @param {string} move */
  const sees = (page, move) =>
    page.waitForFunction(
      (text) => document.querySelector('#moves')?.textContent?.includes(text),
      move,
    );
  /** Best moves of six until so many are played, by the keys of the two seats' players. @param {string} url @param {string} id @param {string[]} keys @param {number} plies */
  async function playOn(url, id, keys, plies) {
    for (;;) {
      const { moves, position, turn, seq } = await ask(url, `/tables/${id}`);
      if (moves.length >= plies) return;
      const best = await ask(url, `/solved/six?position=${encodeURIComponent(position)}`);
      const done = await ask(url, `/tables/${id}/do`, keys[turn], {
        cmd: `m${seq}`,
        do: 'move',
        move: best.moves[0].move,
      });
      assert.ok(done.ok, JSON.stringify(done));
    }
  }

  test('lobby: a rated challenge is made in one browser, taken in another, played; ratings change', async (visit, url) => {
    const anna = await visit('#me'),
      bo = await visit('#me', { locale: 'ja-JP' });
    await called(anna, 'Anna');
    await called(bo, 'Bo');
    for (const page of [anna, bo]) await page.goto(`${url}#lobby`);
    await inLobby(anna);
    await inLobby(bo);
    const id = await challenge(anna, { game: 'six', clock: '300+3', rated: true, side: '0' });
    const row = bo.locator(`[data-table="${id}"]`);
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /Anna.*1500.*シックス|Anna.*1500/s);
    assert.match((await row.textContent()) ?? '', /レートあり/);
    assert.match((await row.textContent()) ?? '', /相手が先手/); // Anna begins, and both are told
    assert.match((await anna.textContent(`[data-table="${id}"]`)) ?? '', /you begin/);
    await axe(anna, "the lobby with one's own challenge");
    await axe(bo, 'the lobby with a challenge');
    await shots(bo, 'club-lobby');
    await row.locator('[data-sit]').click();
    for (const page of [anna, bo]) {
      // also who waits is led to the table
      await page.waitForURL(/\/t\//);
      await page.waitForSelector('#react-0');
    }
    assert.match((await anna.textContent('#player-far')) ?? '', /Bo.*1500\?/s);
    assert.match((await anna.textContent('#online-body')) ?? '', /rated/);
    await axe(anna, 'a rated game');
    await tap(anna, 'd6');
    await sees(bo, 'd6');
    await tap(bo, 'f4');
    await sees(anna, 'f4');
    await playOn(url, id, [await keyOf(anna), await keyOf(bo)], 12);
    await bo.click('#resign');
    await bo.click('#dialog-buttons button.main');
    await anna.waitForSelector('#rematch');
    await anna.waitForFunction(() =>
      /Your rating is \d+ now \(\+\d+\)/.test(
        document.querySelector('#message')?.textContent ?? '',
      ),
    );
    await bo.waitForFunction(() =>
      /あなたのレートは\d+になりました（−\d+）/.test(
        document.querySelector('#message')?.textContent ?? '',
      ),
    );
    const won = await ask(url, '/me', await keyOf(anna)),
      lost = await ask(url, '/me', await keyOf(bo));
    assert.ok(
      won.ratings['morris-blitz'].rating > 1500 && lost.ratings['morris-blitz'].rating < 1500,
      JSON.stringify([won, lost]),
    );
    await anna.goto(`${url}#player=${lost.id}`);
    await anna.waitForFunction(() =>
      /lost/.test(document.querySelector('#view .club-list')?.textContent ?? ''),
    );
    await anna.goto(`${url}#ratings=morris-blitz`);
    await anna.waitForFunction(() =>
      /1.*Anna.*2.*Bo/s.test(document.querySelector('.ratings-table')?.textContent ?? ''),
    );
    await axe(anna, '#ratings');
  });

  test('lobby: quick pairing brings two together by one tap each, also on a phone and by keyboard', async (visit) => {
    const anna = await visit('#lobby'),
      bo = await visit('#lobby', {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
    await inLobby(anna);
    await inLobby(bo);
    await anna.focus('[data-pair="nine 300+3"]');
    await anna.keyboard.press('Enter');
    await anna.waitForSelector('[data-pair="nine 300+3"][aria-pressed=true]');
    assert.match(await keyOf(anna), /^.{43}$/, 'now a player is needed');
    await bo.waitForSelector('[data-pair="nine 300+3"].club-waits'); // somebody waits there
    await bo.tap('[data-pair="nine 300+3"]');
    for (const page of [anna, bo]) {
      await page.waitForURL(/\/t\//);
      await page.waitForSelector('#react-0', { state: 'attached' });
    }
  });

  test('lobby: a challenge is taken back, vanishes elsewhere without moving the others, and waits on after a reload', async (visit, url) => {
    const anna = await visit('#lobby'),
      bo = await visit('#lobby');
    await inLobby(anna);
    await inLobby(bo);
    const first = await challenge(anna, { game: 'mur', clock: '600+5' });
    await bo.waitForSelector(`[data-sit="${first}"]`);
    const second = (
      await ask(url, '/tables', '', { game: 'six', clock: '1d', lobby: true, name: 'Gast' })
    ).id;
    await bo.waitForSelector(`[data-sit="${second}"]`);
    const place = async () =>
        JSON.stringify(await bo.locator(`[data-table="${second}"]`).boundingBox()),
      before = await place();
    await bo.hover(`[data-table="${second}"]`);
    await anna.click(`[data-cancel="${first}"]`);
    await bo.waitForSelector(`[data-table="${first}"].gone`);
    assert.equal(await place(), before, 'nothing moves');
    await bo.mouse.move(5, 5);
    await bo.waitForSelector(`[data-table="${first}"]`, { state: 'detached' }); // but not for ever
    const third = await challenge(anna, { game: 'six', clock: '300+3' });
    await anna.reload();
    await anna.waitForSelector(`[data-cancel="${third}"]`);
    await bo.click(`[data-sit="${third}"]`);
    await anna.waitForURL(new RegExp(`/t/${third}`));
    await bo.waitForURL(new RegExp(`/t/${third}`));
  });

  test('lobby: a range keeps others out; the wall shows what is played, move by move', async (visit, url) => {
    const anna = await visit('#lobby'),
      bo = await visit('#lobby');
    await inLobby(anna);
    await inLobby(bo);
    const low = await challenge(anna, { game: 'six', clock: '300+3', width: '100' });
    assert.deepEqual(
      (await ask(url, '/lobby')).tables.find((/** @type {any} */ t) => t.id === low).range,
      [1400, 1600],
    );
    await bo.click(`[data-sit="${low}"]`);
    for (const page of [anna, bo]) await page.waitForSelector('#react-0');
    const eve = await visit('#lobby');
    const board = eve.locator('.club-wall li');
    await board.waitFor();
    await axe(eve, 'the wall');
    const men = () => board.locator('.picture').innerHTML(),
      before = await men(),
      seats = (await ask(url, `/tables/${low}`)).turn;
    const mover = ((await anna.textContent('#status')) ?? '').includes('Your turn') ? anna : bo;
    assert.ok(seats >= 0);
    await tap(mover, 'd6');
    await eve.waitForFunction(
      (was) => document.querySelector('.club-wall .picture')?.innerHTML !== was,
      before,
    );
    await board.locator('a').click();
    await eve.waitForURL(new RegExp(`/t/${low}`));
    await eve.waitForFunction(() =>
      /watching/.test(document.querySelector('#online')?.textContent ?? ''),
    );
  });

  test('lobby: without WebSockets it is the same', async (visit, url) => {
    const anna = await visit('#home');
    await anna.addInitScript(() => {
      /** @type {any} */ (globalThis).WebSocket = undefined;
    });
    await anna.goto(`${url}?1#lobby`);
    await inLobby(anna);
    const { id } = await ask(url, '/tables', '', {
      game: 'nine',
      clock: '3d',
      lobby: true,
      name: 'Gast',
    });
    await anna.click(`[data-sit="${id}"]`);
    await anna.waitForURL(/\/t\//);
    await anna.waitForSelector('#react-0');
  });

  test('lobby: a line planned for a game of days is played by the server', async (visit, url) => {
    const anna = await visit('#lobby');
    await inLobby(anna);
    const { id, key } = await ask(url, '/tables', '', {
      game: 'six',
      clock: '3d',
      lobby: true,
      side: 'p1',
      name: 'Gast',
    });
    await anna.click(`[data-sit="${id}"]`);
    await anna.waitForSelector('#plans summary');
    await anna.click('#plans summary');
    await anna.selectOption('#plan-if', 'd6');
    await anna.waitForFunction(() => {
      const list = /** @type {any} */ (document.querySelector('#plan-then'));
      return list.options.length > 1 && ![...list.options].some((o) => o.value === 'd6');
    });
    await anna.selectOption('#plan-then', 'f4');
    await anna.click('#plan-add');
    await anna.waitForSelector('#plan-drop:visible');
    await axe(anna, 'a planned line');
    assert.match((await anna.textContent('#plans')) ?? '', /d6 → f4/);
    assert.ok((await ask(url, `/tables/${id}/do`, key, { cmd: 'x1', do: 'move', move: 'd6' })).ok);
    await sees(anna, 'f4');
    assert.deepEqual((await ask(url, `/tables/${id}`)).moves, ['d6', 'f4']);
  });

  // -- tournaments ---------------------------------------------------------------------------------

  /** @param {Page} page @param {Record<string, string>} fields of the sheet @returns {Promise<string>} the address of it */
  async function hold(page, fields) {
    await page.goto(`${new URL(page.url()).origin}/#tournaments`);
    await page.click('#tournament-make');
    await page.fill('#tour-start', ''); // begins when its organiser says so
    for (const [name, value] of Object.entries(fields))
      if (['kind', 'game', 'clock'].includes(name)) await page.selectOption(`#tour-${name}`, value);
      else if (name === 'rated') await page.check('#tour-rated');
      else await page.fill(`#tour-${name}`, value);
    await axe(page, 'the sheet of a tournament');
    await page.click('#dialog-buttons button.main');
    await page.waitForSelector('#tour-begin');
    // Its name is its own text, not the label of a field of the sheet.
    await page.getByRole('button', { name: 'Begin now', exact: true }).waitFor();
    return new URL(page.url()).hash;
  }
  /** @param {Page} page */
  const toGame = async (page) => {
    await page.waitForURL(/\/t\//);
    await page.waitForSelector('#react-0');
    return /\/t\/(\w+)/.exec(page.url())?.[1] ?? '';
  };

  test('tournament: held by one, joined by two; everybody is led to their game; the standings are live', async (visit, url) => {
    const anna = await visit('#me'),
      bo = await visit('#me'),
      eve = await visit('#tournaments', {
        locale: 'ja-JP',
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
    await called(anna, 'Anna');
    await called(bo, 'Bo');
    const at = await hold(anna, {
      name: 'Friday',
      kind: 'swiss',
      rounds: '1',
      game: 'six',
      clock: '300+3',
    });
    await anna.waitForSelector('#tour-leave'); // who holds it is in it
    await anna.getByRole('button', { name: 'Begin now', exact: true }).waitFor();
    await eve.goto(`${url}?list#tournaments`);
    await eve.click('[data-tournament]'); // from the list; she only watches
    await eve.waitForFunction(() =>
      /Anna/.test(document.querySelector('.tour-standings')?.textContent ?? ''),
    );
    await bo.goto(`${url}${at}`);
    await bo.click('#tour-join');
    await eve.waitForFunction(() =>
      /Bo/.test(document.querySelector('.tour-standings')?.textContent ?? ''),
    ); // without a reload
    await axe(eve, 'a tournament that is coming');
    await anna.click('#tour-begin');
    const id = await toGame(anna);
    assert.equal(await toGame(bo), id);
    for (const refused of ['#more-time', '#pause', '#abort'])
      assert.equal(await anna.locator(refused).count(), 0, `no ${refused} in a tournament`);
    await eve.waitForSelector('.club-wall .picture');
    await axe(eve, 'a tournament that is on');
    await shots(eve, 'club-tournament');
    await playOn(
      url,
      id,
      await (async () => {
        // seats are drawn
        const keys = new Map([
          [(await ask(url, '/me', await keyOf(anna))).id, await keyOf(anna)],
          [(await ask(url, '/me', await keyOf(bo))).id, await keyOf(bo)],
        ]);
        return (await ask(url, `/tables/${id}`)).seats.map((/** @type {any} */ seat) =>
          keys.get(seat.player.id),
        );
      })(),
      4,
    );
    await bo.click('#resign');
    await bo.click('#dialog-buttons button.main');
    await anna.waitForSelector('#rematch');
    await eve.waitForFunction(
      () =>
        /^1Anna.*1?Bo/s.test(
          [...document.querySelectorAll('.tour-standings tbody tr')]
            .map((r) => r.textContent)
            .join(''),
        ) && /終了/.test(document.querySelector('.tour-state')?.textContent ?? ''),
    );
    await anna.click('#tournament'); // the way back from the table
    await anna.waitForFunction(() =>
      /Played/.test(document.querySelector('.tour-state')?.textContent ?? ''),
    );
    assert.match(
      (await anna.textContent('.tour-standings tbody tr:first-child')) ?? '',
      /Anna.*1/s,
    );
    assert.equal(await anna.locator('#tour-begin').count(), 0);
  });

  test('tournament: from the end of a game of an arena one is taken to the next one', async (visit, url) => {
    const anna = await visit('#me'),
      bo = await visit('#me');
    await called(anna, 'Anna');
    await called(bo, 'Bo');
    const at = await hold(anna, {
      name: 'Arena',
      kind: 'arena',
      game: 'six',
      clock: '300+3',
      rated: 'yes',
    });
    await anna.waitForSelector('#tour-leave');
    await bo.goto(`${url}${at}`);
    await bo.click('#tour-join');
    await bo.waitForSelector('#tour-leave');
    await anna.click('#tour-begin');
    const id = await toGame(anna);
    assert.equal(await toGame(bo), id);
    const seats = (await ask(url, `/tables/${id}`)).seats,
      mine = (await ask(url, '/me', await keyOf(anna))).id,
      keys = await Promise.all([anna, bo].map(keyOf));
    // What the page shows on the way is written down: it counts no slower where the test is slow.
    await anna.evaluate(() => {
      const seen = () =>
        sessionStorage.setItem(
          'seen',
          JSON.stringify([
            ...JSON.parse(sessionStorage.getItem('seen') ?? '[]'),
            [
              ['#end-tournament.main', '#end-rematch', '#online a.main#tournament', '#rematch.main']
                .filter((one) => document.querySelector(one))
                .join(),
              document.querySelector('#tour-next')?.textContent ?? '',
              document.title,
            ],
          ]),
        );
      new MutationObserver(seen).observe(document, { subtree: true, childList: true });
    });
    await playOn(url, id, seats[0].player.id === mine ? keys : keys.reverse(), 4);
    await bo.click('#resign');
    await bo.click('#dialog-buttons button.main');
    for (const page of [anna, bo]) {
      // nobody has touched anything
      await page.waitForURL(
        (address) => /\/t\//.test(address.pathname) && !address.pathname.includes(id),
      );
      await page.waitForSelector('#react-0');
    }
    /** @type {string[][]} */
    const seen = await anna.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '[]')),
      shown = new Set(seen.map(([what]) => what));
    assert.ok(
      [...shown].some((what) => what === '#end-tournament.main,#online a.main#tournament'),
      [...shown].join(' | '),
    );
    assert.ok(![...shown].some((what) => /rematch/.test(what)), 'others wait to be paired');
    assert.ok(
      seen.some(([, bar]) => /next game, against Bo5/.test(bar)),
      'a bar counts down',
    );
    assert.ok(
      seen.some(([, , title]) => /^● 5 · .*Bo/.test(title)),
      'and the title',
    );
    await anna.goBack(); // on purpose: the way on is there, but nobody is taken away again
    await anna.waitForSelector('#tour-next');
    await anna.waitForFunction(() => document.title.startsWith('● Your next game'));
    assert.match((await anna.textContent('#too-short')) ?? '', /not count.*fewer than 12 moves/);
    await anna.click('#tour-next-go');
    await anna.waitForSelector('#react-0');
  });

  test('tournament: simultaneous games: one sees all boards, the others are led to theirs', async (visit, url) => {
    const anna = await visit('#me'),
      bo = await visit('#me'),
      eve = await visit('#me');
    await called(anna, 'Anna');
    await called(bo, 'Bo');
    await called(eve, 'Eve');
    const at = await hold(anna, { name: 'Many', kind: 'simul', game: 'six', clock: '600+5' });
    for (const page of [bo, eve]) {
      await page.goto(`${url}${at}`);
      await page.click('#tour-join');
      await page.waitForSelector('#tour-leave');
    }
    await anna.click('#tour-begin');
    const ids = [await toGame(bo), await toGame(eve)];
    assert.notEqual(ids[0], ids[1]);
    await anna.waitForFunction(() => document.querySelectorAll('.club-wall .picture').length === 2);
    assert.equal(new URL(anna.url()).hash, at, 'she stays');
    await anna.waitForSelector('.club-wall .yours'); // she begins
    await axe(anna, 'simultaneous games');
    await anna.click('.club-wall .yours a');
    await anna.waitForSelector('#react-0');
    await tap(anna, 'd6');
    await anna.goBack();
    await anna.waitForFunction(() => document.querySelectorAll('.club-wall .yours').length === 1);
  });

  test('tournament: leaving before it begins, cancelling', async (visit, url) => {
    const anna = await visit('#me'),
      bo = await visit('#me');
    await called(anna, 'Anna');
    await called(bo, 'Bo');
    const at = await hold(anna, { name: 'Never', kind: 'arena', game: 'mur', clock: '180+2' });
    const { id: hers } = await ask(url, '/me', await keyOf(anna));
    await ask(url, '/me/hide', await keyOf(bo), { player: hers, on: true });
    await bo.goto(`${url}${at}`);
    await bo.click('#tour-join');
    await bo.waitForFunction(() =>
      /not paired with Anna/.test(document.querySelector('#tour-hides')?.textContent ?? ''),
    );
    await bo.click('#tour-leave');
    await bo.waitForSelector('#tour-join');
    assert.equal(await bo.locator('#tour-cancel').count(), 0, 'it is not his');
    await anna.click('#tour-cancel');
    await anna.click('#dialog-buttons button.main');
    await bo.waitForFunction(() =>
      /Cancelled.* organiser called it off/.test(
        document.querySelector('.tour-state')?.textContent ?? '',
      ),
    );
    assert.equal(await bo.locator('.tour-ways *').count(), 0);
    // One whose time is now, with nobody but its organiser in it.
    const { id } = await ask(url, '/tournaments', await keyOf(anna), {
      name: 'Alone',
      kind: 'arena',
      game: 'six',
      clock: '300+3',
      start: Date.now(),
      join: true,
    });
    await bo.goto(`${url}?alone#tournament=${id}`);
    await bo.waitForFunction(() =>
      /Cancelled.* Fewer than two players/.test(
        document.querySelector('.tour-state')?.textContent ?? '',
      ),
    );
    assert.match((await bo.textContent('.tour-standings')) ?? '', /Anna/);
  });

  test('a place without a server says so', async () => {
    const { serve } = await import('./support.mjs'),
      host = await serve({ plain: true }),
      context = await browser.newContext({ locale: 'en-GB' });
    try {
      const page = await context.newPage();
      for (const view of [
        'lobby',
        'me',
        'ratings',
        'tournaments',
        'player=aB3dE6gH',
        'tournament=aB3dE6gH',
      ]) {
        await page.goto(`${host.url}?${view}#${view}`);
        await page.waitForFunction(() =>
          /no game server/.test(document.querySelector('.club-none')?.textContent ?? ''),
        );
      }
    } finally {
      await context.close();
      host.close();
    }
  });
}
