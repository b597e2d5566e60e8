// SPDX-License-Identifier: MIT
// What the build makes of scripts and styles (tools/strip.c): the same program without its comments, by TypeScript's word.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { WEB, pageFiles, product } from './support.mjs';

const dir = mkdtempSync(join(tmpdir(), 'concentric-page-'));
execFileSync(product('concentric'), ['page', dir]);
const build = join(dir, 'a', readdirSync(join(dir, 'a'))[0]);
test.after(() => rmSync(dir, { recursive: true }));

/** Printed anew from its syntax tree. @param {string} text */
const printed = (text) =>
  ts.transpileModule(text, {
    compilerOptions: {
      removeComments: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    },
  }).outputText;

test('scripts are the same programs', () => {
  let before = 0,
    after = 0;
  for (const file of pageFiles().filter(
    (f) => f.endsWith('.js') && f !== 'sw.js' && !f.startsWith('embed/'),
  )) {
    const text = readFileSync(join(WEB, file), 'utf8'),
      stripped = readFileSync(join(build, file), 'utf8');
    before += text.length;
    after += stripped.length;
    // Neither is printed with the line breaks and spaces that it has in lists.
    const plain = (/** @type {string} */ code) => printed(code).replace(/\s+/g, '');
    assert.equal(plain(stripped), plain(text), file);
  }
  assert.ok(after < 0.9 * before, `${before} -> ${after}`);
});

test('styles keep every rule', () => {
  for (const file of pageFiles().filter((f) => f.endsWith('.css') && !f.startsWith('embed/'))) {
    const plain = readFileSync(join(WEB, file), 'utf8')
      .replace(/\/\*[^]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .trim();
    assert.equal(readFileSync(join(build, file), 'utf8').replace(/\s+/g, ' ').trim(), plain, file);
  }
});
