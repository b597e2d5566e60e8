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

const en = { ...mainEn },
  ja = { ...mainJa };
for (const file of pageFiles().filter((f) => /-words\.js$/.test(f))) {
  // of one view each
  const words = await import(join(WEB, file));
  for (const key of Object.keys(words.EN)) assert.ok(!(key in en), `${key} is in two tables`);
  Object.assign(en, words.EN);
  Object.assign(ja, words.JA);
}
const source = pageFiles()
  .filter((f) => /\.(js|html)$/.test(f) && !/^(en|ja|.*-words)\.js$/.test(f))
  .map((f) => readFileSync(join(WEB, f), 'utf8'))
  .join('\n');

test('both languages have the same keys, none empty, with the same places', () => {
  assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    const other = /** @type {Record<string, string>} */ (ja)[key];
    assert.ok(text && other, key);
    assert.deepEqual(
      [...new Set(other.match(/\{\d\}/g) ?? [])].sort(),
      [...new Set(text.match(/\{\d\}/g) ?? [])].sort(),
      key,
    );
  }
});

/** One word for one thing, in Japanese (docs/glossary.md): what is not said, and what is. */
const UNSAID = /** @type {[RegExp, string][]} */ ([
  [/(?<![交得終始時視観弱欠利要地])点(?![数滅線灯検])/, '場所は交点、得点は得点'],
  [/空点/, '空いた交点'],
  [/スコア/, '得点'],
  [/(?<!車)輪(?!郭)/, 'リング'],
  [/(?<!を)中心/, '中央'],
  [/(?<!クリップ|キー|ダッシュ)ボード(?!ゲーム|スペース)/, '盤'],
  [/黒船|白船/, '黒の船、白の船'],
  [/ヴァリアント|変種|ゲームの指定/, 'バリアント'],
  [/ひそか/, '秘密で'],
  [/見本/, '答えを見る'],
  [/三度|3度目/, '同一局面3回（千日手）'],
  [/ここで終え/, 'この手で決定、終局'],
  [/合意で終える/, '合意で終局'],
  [/コピーと貼り付け/, '共有・読み込み'],
  [/百万局面/, '万局面'],
  [/すぐ指す/, '今すぐ指させる'],
  [/次の手番に指す手/, '相手に、または自分に指す手'],
]);
/** And in English. */
const NOT_SAID = /** @type {[RegExp, string][]} */ ([
  [/take back clicks/i, 'Cancel'],
  [/copy and paste/i, 'Share / Import'],
  [/\bby lot\b/i, 'random'],
  [/agree to end\b(?! the game)/i, 'Offer a draw, Offer to end'],
  [/finish here/i, 'what the button does'],
  [/fewer than three men\.$/i, 'who took what'],
  [/million a second/i, '510K positions a second'],
]);

/** Every text for players in C: what stands in quotes, pieces of one literal joined. @returns {[string, string][]} */
const textsInC = () =>
  readdirSync(join(WEB, '../src'), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && /\.[ch]$/.test(f.name))
    .flatMap((f) => {
      const text = readFileSync(join(f.parentPath, f.name), 'utf8').replace(/"\s*\n\s*"/g, '');
      return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(
        (m) => /** @type {[string, string]} */ ([f.name, m[1]]),
      );
    });

test('one word for one thing: what players stumbled over does not come back', () => {
  const c = textsInC(),
    japanese = c.filter(([, text]) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text));
  assert.ok(japanese.length > 300, 'the texts in C are found');
  const lessons = pageFiles()
    .filter((f) => /^lessons\//.test(f))
    .flatMap((f) =>
      [...readFileSync(join(WEB, f), 'utf8').matchAll(/"([^"\n]*[\u3040-\u30ff][^"\n]*)"/g)].map(
        (m) => [f, m[1]],
      ),
    );
  assert.ok(lessons.length > 150, 'and those of the lessons');
  const all = [...Object.entries(ja), ...japanese, ...lessons];
  for (const [where, text] of all)
    for (const [wrong, right] of UNSAID)
      assert.doesNotMatch(text, wrong, `${where}: ${text} (better: ${right})`);
  for (const [where, text] of Object.entries(en))
    for (const [wrong, right] of NOT_SAID)
      assert.doesNotMatch(text, wrong, `${where} (better: ${right})`);
  for (const game of ['morelli', 'morris', 'mur']) {
    // the clauses: their 点 is defined there
    const text = readFileSync(join(WEB, `rules/${game}.ja.md`), 'utf8');
    for (const [wrong, right] of UNSAID.slice(1, 7))
      assert.doesNotMatch(text, wrong, `rules/${game}.ja.md (better: ${right})`);
  }
});

test('every key that the page names exists', () => {
  const named = [
    ...source.matchAll(/\bt\('([^']+)'/g),
    ...source.matchAll(/data-t(?:-\w+)?="([^"]+)"/g),
  ].map((m) => m[1]);
  assert.ok(named.length > 50);
  for (const key of named) assert.ok(key in en, key);
});

/** Keys that are put together, a line each. */
const COMPOSED = [
  /^new\.(computer|friend|perfect|people|watch|minutes|increment)$/,
  /^settings\.(auto|light|dark|confirm\.\w+)$/,
  /^online\.(days|oneDay)(Bank)?$/,
  /^new\.days(One|Bank)?(Say)?$/,
  /^online\.(offers|offered|reaction)\.\w+$/,
  /^club\.speed\.\w+$/,
  /^tour\.(kind|about|why|hides)\.[\w-]+$/,
  /^drill\.(ask|done|slip|kind|about|theme|is|from)\.\w+$/,
  /^drill\.(next|retry|six|again|analyse|playOn|unsolved|missing)$/,
  /^look\.\w+\.\w+$/,
  /^legend\.\w+$/,
  /^print\.win\.\w+$/,
  /^analysis\.(first|back|forth|last|note|part\.\w+)$/,
  /^mark\.[1-6]$/,
  /^graph\.(inaccuracy|mistake|blunder)$/,
  /^review\.(mistake|blunder)$/,
  /^perfect\.(missing|unfit|unsolved|unreachable|busy|damaged|whole)$/,
  /^class\.(first|back|forth|flip|point|close|end|copy)$/,
  /^puzzle\.(ask|theme|level)\.[\w-]+$/,
  /^puzzle\.(today|streak|clock|again|practice|start|next|anew|retry|repeat|analyse|playOn|share)$/,
];

test('every key is used', () => {
  for (const key of Object.keys(en))
    assert.ok(
      source.includes(`'${key}'`) ||
        source.includes(`"${key}"`) ||
        COMPOSED.some((form) => form.test(key)),
      `${key} is not used`,
    );
});

test('the service worker keeps every file that works without a server', () => {
  const list =
    /const FILES = \[([^\]]*)\]/.exec(readFileSync(join(WEB, 'sw.js'), 'utf8'))?.[1] ?? '';
  const kept = [...list.matchAll(/'([^']+)'/g)].map((m) => m[1]).sort();
  const wanted = [
    ...pageFiles().filter(
      (f) =>
        f !== 'sw.js' &&
        f !== 'index.html' &&
        !/^(online|(friends|club|class)[a-z-]*)\.(js|css)$|^(puzzles|explorer|books|nets|embed)\//.test(
          f,
        ),
    ),
    './',
    'games.json',
  ].sort();
  assert.deepEqual(kept, wanted);
  assert.match(list, /^\s*ENGINE,/);
});

test('the eight reactions mean the same on the page and in the terminal', () => {
  const terminal = readFileSync(join(WEB, '../src/app/tui/far_tell.c'), 'utf8');
  const said = [
    ...terminal.slice(terminal.indexOf('{{"Hello!"')).matchAll(/\{\{"([^"]+)",\s*"([^"]+)"\}\}/g),
  ].slice(0, 8);
  assert.equal(said.length, 8);
  said.forEach(([, english, japanese], n) =>
    assert.deepEqual(
      [EN[`online.reaction.${n}`], JA[`online.reaction.${n}`]],
      [english, japanese],
      String(n),
    ),
  );
});

test('every family of games has its rules in both languages and a lesson', () => {
  for (const family of catalogue().families) {
    for (const file of [`rules/${family.id}.md`, `rules/${family.id}.ja.md`])
      assert.ok(pageFiles().includes(file), `web/${file} is missing: link it to docs/${file}`);
    for (const { id } of family.games)
      assert.ok(id in LESSONS, `web/lessons/index.js has no lesson for ${id}`);
  }
});

test('the page announces every module that it and its front page import', () => {
  const found = new Set(['app.js', 'home.js']);
  for (const file of found) // grows while it is walked
    for (const [, next] of readFileSync(join(WEB, file), 'utf8').matchAll(
      /^import .* from '\.\/([^']+)'/gm,
    ))
      found.add(next);
  const named = [
    ...readFileSync(join(WEB, 'index.html'), 'utf8').matchAll(/modulepreload" href="([^"]+)"/g),
  ].map((m) => m[1]);
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
  return readdirSync(dir, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? sources(join(dir, e.name)) : e.name.endsWith('.c') ? [join(dir, e.name)] : [],
  );
}

test('every text of the engine has both languages, and nothing is left out in Japanese', () => {
  const string = String.raw`((?:"(?:[^"\\]|\\.)*"\s*)+)`,
    pair = new RegExp(String.raw`\{\{\s*${string},\s*${string}\}\}`, 'g');
  const places = (/** @type {string} */ text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
  let found = 0;
  for (const file of sources(join(WEB, '../src')))
    for (const [all, english, japanese] of readFileSync(file, 'utf8').matchAll(pair)) {
      found++;
      for (const place of places(english)) assert.ok(japanese.includes(place), `${file}: ${all}`);
      if (/[a-z]{2,} [a-z]{2,}/.test(english))
        assert.match(japanese, /[ぁ-んァ-ヶ一-龠]/, `${file}: ${all}`);
    }
  assert.ok(found > 300, `${found} texts`);
});
