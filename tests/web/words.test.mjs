// SPDX-License-Identifier: MIT
// Words: no text is missing in a language, every key that the page uses exists and every one is used;
// the service worker's list is the folder.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import en from '../../web/en.js';
import ja from '../../web/ja.js';
import { LESSONS } from '../../web/lessons-data.js';
import { setLanguage } from '../../web/i18n.js';
import { reason } from '../../web/reasons.js';
import { WEB, pageFiles } from './support.mjs';

const source = pageFiles().filter((f) => /\.(js|html)$/.test(f) && !/^(en|ja)\.js$/.test(f)).map((f) => readFileSync(join(WEB, f), 'utf8')).join('\n');

test('both languages have the same keys, none empty, with the same places', () => {
  assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    const other = /** @type {Record<string, string>} */ (ja)[key];
    assert.ok(text && other, key);
    assert.deepEqual([...new Set(other.match(/\{\d\}/g) ?? [])].sort(), [...new Set(text.match(/\{\d\}/g) ?? [])].sort(), key);
  }
});

test('every key that the page names exists', () => {
  const named = [...source.matchAll(/\bt\('([^']+)'/g), ...source.matchAll(/data-t(?:-\w+)?="([^"]+)"/g)].map((m) => m[1]);
  assert.ok(named.length > 50);
  for (const key of named) assert.ok(key in en, key);
});

test('every key is used', () => {
  const steps = Object.entries(LESSONS).flatMap(([game, list]) => list.map((_, i) => `lesson.${game}.${i + 1}`));
  for (const key of Object.keys(en))
    assert.ok(steps.includes(key) || source.includes(`'${key}'`) || source.includes(`"${key}"`) || /^settings\.(auto|light|dark)$|^why\./.test(key), `${key} is not used`);
  for (const key of steps) assert.ok(key in en, key);
});

test('the service worker keeps every file', () => {
  const list = /const FILES = \[([^\]]*)\]/.exec(readFileSync(join(WEB, 'sw.js'), 'utf8'))?.[1] ?? '';
  const kept = [...list.matchAll(/'([^']+)'/g)].map((m) => m[1]).sort();
  const wanted = [...pageFiles().filter((f) => f !== 'sw.js' && f !== 'index.html'), './', 'games.json'].sort();
  assert.deepEqual(kept, wanted);
  assert.match(list, /^\s*ENGINE,/);
});

test('the page announces every module that it imports', () => {
  const found = new Set(['app.js']);
  for (const file of found) // grows while it is walked
    for (const [, next] of readFileSync(join(WEB, file), 'utf8').matchAll(/^import .* from '\.\/([^']+)'/gm)) found.add(next);
  const named = [...readFileSync(join(WEB, 'index.html'), 'utf8').matchAll(/modulepreload" href="([^"]+)"/g)].map((m) => m[1]);
  assert.deepEqual(named.sort(), [...found].sort());
});

test('nothing inline that the content security policy forbids', () => {
  for (const file of pageFiles().filter((f) => f.endsWith('.html'))) {
    const html = readFileSync(join(WEB, file), 'utf8');
    assert.doesNotMatch(html, /\sstyle=|\son\w+=|<style|<script(?![^>]*src=)/, file);
  }
});

/** What the readers of variants, positions and records say in English: the formats in their source. */
function formats() {
  const core = join(WEB, '../src');
  const files = ['core/game.c', 'games/morelli/family.c', ...['morelli', 'morris', 'mur'].map((g) => `games/${g}/text.c`),
    'proto/record.c', 'proto/record_read.c', 'proto/record_series.c'];
  return files.flatMap((file) => [...readFileSync(join(core, file), 'utf8').matchAll(/\b(?:refuse\(why|bad\(&?p),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g)]
    .map((m) => [...m[1].matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => JSON.parse(`"${part[1]}"`)).join('')));
}

test('every reason of a refused variant, position or record exists in Japanese', () => {
  const found = formats().filter((f) => f !== '%s');
  assert.ok(found.length > 70, `${found.length} formats`);
  setLanguage('ja');
  for (const format of found) {
    let n = 0;
    const text = format.replaceAll('%%', '%').replace(/%[sdu]/g, () => `X${n++}Y`), said = reason(text);
    assert.match(said, /[ぁ-んァ-ヶ一-龠]/, text);
    for (let i = 0; i < n; i++) assert.ok(said.includes(`X${i}Y`), `${text}: ${said} has no ${i}`);
  }
  assert.equal(reason('something else'), 'something else');
  setLanguage('en');
  assert.equal(reason('out of memory'), 'out of memory');
});
