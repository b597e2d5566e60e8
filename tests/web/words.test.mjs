// SPDX-License-Identifier: MIT
// Words: no text is missing in a language, every key that the page uses exists and every one is used;
// the service worker's list is the folder.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import mainEn from '../../web/en.js';
import { EN, JA } from '../../web/friends-words.js';
import mainJa from '../../web/ja.js';
import { LESSONS } from '../../web/lessons/index.js';
import { WEB, catalogue, pageFiles } from './support.mjs';

const en = { ...mainEn }, ja = { ...mainJa };
for (const file of pageFiles().filter((f) => /-words\.js$/.test(f))) { // of one view each
  const words = await import(join(WEB, file));
  for (const key of Object.keys(words.EN)) assert.ok(!(key in en), `${key} is in two tables`);
  Object.assign(en, words.EN);
  Object.assign(ja, words.JA);
}
const source = pageFiles().filter((f) => /\.(js|html)$/.test(f) && !/^(en|ja|.*-words)\.js$/.test(f)).map((f) => readFileSync(join(WEB, f), 'utf8')).join('\n');

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

/** Keys that are put together, a line each. */
const COMPOSED = [
  /^new\.(computer|friend|people|watch|minutes|increment)$/,
  /^settings\.(auto|light|dark)$/,
  /^online\.(offers|offered|reaction)\.\w+$/,
  /^look\.\w+\.\w+$/,
  /^legend\.\w+$/,
  /^print\.win\.\w+$/,
  /^review\.(mistake|blunder)$/,
];

test('every key is used', () => {
  for (const key of Object.keys(en))
    assert.ok(source.includes(`'${key}'`) || source.includes(`"${key}"`) || COMPOSED.some((form) => form.test(key)), `${key} is not used`);
});

test('the service worker keeps every file that works without a server', () => {
  const list = /const FILES = \[([^\]]*)\]/.exec(readFileSync(join(WEB, 'sw.js'), 'utf8'))?.[1] ?? '';
  const kept = [...list.matchAll(/'([^']+)'/g)].map((m) => m[1]).sort();
  const wanted = [...pageFiles().filter((f) => f !== 'sw.js' && f !== 'index.html' && !/^(online|friends[a-z-]*)\.(js|css)$/.test(f)), './', 'games.json'].sort();
  assert.deepEqual(kept, wanted);
  assert.match(list, /^\s*ENGINE,/);
});

test('the eight reactions mean the same on the page and in the terminal', () => {
  const terminal = readFileSync(join(WEB, '../src/app/tui/far_tell.c'), 'utf8');
  const said = [...terminal.slice(terminal.indexOf('{{"Hello!"')).matchAll(/\{\{"([^"]+)",\s*"([^"]+)"\}\}/g)].slice(0, 8);
  assert.equal(said.length, 8);
  said.forEach(([, english, japanese], n) => assert.deepEqual([EN[`online.reaction.${n}`], JA[`online.reaction.${n}`]], [english, japanese], String(n)));
});

test('every family of games has its rules in both languages and a lesson', () => {
  for (const family of catalogue().families) {
    for (const file of [`rules/${family.id}.md`, `rules/${family.id}.ja.md`])
      assert.ok(pageFiles().includes(file), `web/${file} is missing: link it to docs/${file}`);
    for (const { id } of family.games) assert.ok(id in LESSONS, `web/lessons/index.js has no lesson for ${id}`);
  }
});

test('the page announces every module that it and its front page import', () => {
  const found = new Set(['app.js', 'home.js']);
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

/** Every C source of the engine. @param {string} dir @returns {string[]} */
function sources(dir) {
  return readdirSync(dir, { withFileTypes: true }).flatMap((e) => e.isDirectory() ? sources(join(dir, e.name)) : e.name.endsWith('.c') ? [join(dir, e.name)] : []);
}

test('every text of the engine has both languages, and nothing is left out in Japanese', () => {
  const string = String.raw`((?:"(?:[^"\\]|\\.)*"\s*)+)`, pair = new RegExp(String.raw`\{\{\s*${string},\s*${string}\}\}`, 'g');
  const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
  let found = 0;
  for (const file of sources(join(WEB, '../src')))
    for (const [all, english, japanese] of readFileSync(file, 'utf8').matchAll(pair)) {
      found++;
      for (const place of places(english)) assert.ok(japanese.includes(place), `${file}: ${all}`);
      if (/[a-z]{2,} [a-z]{2,}/.test(english)) assert.match(japanese, /[ぁ-んァ-ヶ一-龠]/, `${file}: ${all}`);
    }
  assert.ok(found > 300, `${found} texts`);
});
