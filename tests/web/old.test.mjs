// SPDX-License-Identifier: MIT
// Links and stored games of commit 79329bd still open (tests/data/79329bd).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readLink } from '../../web/link.js';
import { Session } from '../../web/state.js';
import { DirectEngine } from './support.mjs';

const old = JSON.parse(readFileSync(new URL('../data/79329bd/page.json', import.meta.url), 'utf8'));

for (const { link, game, shows } of old.links)
  test(`the link ${link}`, async () => {
    const read = readLink(`#${link}`);
    assert.ok(read);
    for (const key of Object.keys(game))
      assert.deepEqual(/** @type {any} */ (read)[key], game[key], key);
    const session = new Session(await DirectEngine.make());
    await session.begin(read, {});
    assert.equal(session.state?.position, shows);
  });

test('what the browser remembers', async () => {
  const held = old.storage;
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ key) => held[key] ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
        held[key] = value;
      },
    },
  });
  const { enterSlot, loadSettings } = await import('../../web/store.js');
  const settings = loadSettings(),
    saved = /** @type {any} */ (await enterSlot());
  assert.equal(settings.lang, 'ja');
  assert.equal(settings.theme, 'dark');
  assert.equal(settings.labels, false);
  assert.ok(saved);
  assert.equal(saved.players[1].level, 3);
  assert.equal(saved.flipped, true);
  assert.ok(readLink(saved.link));
});
