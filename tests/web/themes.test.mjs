// SPDX-License-Identifier: MIT
// Boards and men as data: every theme is whole, has names in both languages, and men and lines show on every ground
// of every theme, by contrast as WCAG computes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN, JA } from '../../web/look-words.js';
import { BOARDS, MEN, boardKind, colours } from '../../web/themes.js';

/** @typedef {import('../../web/themes.js').Kind} Kind */
const KINDS = /** @type {Kind[]} */ (Object.keys(BOARDS));

/** @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Every combination that a player can choose. */
function* looks() {
  for (const kind of KINDS)
    for (const board of Object.keys(BOARDS[kind]))
      for (const men of Object.keys(MEN[kind]))
        for (const night of [false, true])
          for (const safe of kind === 'cells' ? [false, true] : [false])
            yield { kind, board, men, night, safe };
}

/** What men stand on. @param {Kind} kind @param {Record<string, string>} all @returns {string[]} */
const grounds = (kind, all) =>
  kind === 'lines'
    ? [all['--b-field']]
    : Object.entries(all)
        .filter(([name]) => name.startsWith(kind === 'cells' ? '--b-bands-' : '--b-depths-'))
        .map(([, c]) => c);

test('three boards and two sets of men of every kind, named in both languages', () => {
  for (const kind of KINDS) {
    assert.ok(Object.keys(BOARDS[kind]).length >= 3, kind);
    assert.ok(Object.keys(MEN[kind]).length >= 2, kind);
    for (const id of [...Object.keys(BOARDS[kind]), ...Object.keys(MEN[kind])])
      for (const words of [EN, JA])
        assert.ok(
          /** @type {Record<string, string>} */ (words)[`look.${kind}.${id}`],
          `${kind} ${id}`,
        );
  }
});

test('themes of a kind have the same colours, all of them plain', () => {
  for (const kind of KINDS)
    for (const table of [BOARDS[kind], MEN[kind]]) {
      const all = Object.values(table).flatMap(({ day, night }) => [day, night]),
        [first] = all;
      for (const colour of all) {
        assert.deepEqual(
          Object.keys(colour).filter((k) => !(k in first)),
          [],
          kind,
        );
        for (const value of Object.values(colour).flat()) assert.match(value, /^#[0-9a-f]{6}$/);
      }
    }
});

test('men show on every ground, by day and by night, with safe colours too', () => {
  for (const look of looks()) {
    const all = colours(look),
      where = JSON.stringify(look);
    assert.ok(contrast(all['--b-white'], all['--b-black']) >= 9, `${where}: the two colours`);
    assert.ok(
      grounds(look.kind, all).length >= (look.kind === 'cells' ? 7 : look.kind === 'rings' ? 4 : 1),
      where,
    );
    for (const ground of grounds(look.kind, all))
      for (const shade of ['white', 'black']) {
        const best = Math.max(
          contrast(all[`--b-${shade}`], ground),
          contrast(all[`--b-${shade}-edge`], ground),
        );
        assert.ok(best >= 3, `${where}: ${shade} on ${ground}: ${best.toFixed(2)}`);
      }
  }
});

test('lines, dots and the signs of a move show, too', () => {
  for (const look of looks()) {
    const all = colours(look),
      where = JSON.stringify(look);
    for (const ground of grounds(look.kind, all)) {
      if (look.kind !== 'cells')
        assert.ok(
          Math.max(contrast(all['--b-line'], ground), contrast(all['--b-groove'], ground)) >= 2,
          `${where}: lines on ${ground}`,
        );
      assert.ok(
        Math.max(contrast(all['--b-dot'], ground), contrast(all['--b-dot-edge'], ground)) >= 3,
        `${where}: dots on ${ground}`,
      );
      for (const name of ['last', 'chosen', 'hint', 'on-board'])
        assert.ok(
          Math.max(contrast(all[`--b-${name}`], ground), contrast(all['--b-casing'], ground)) >=
            3 && contrast(all[`--b-${name}`], all['--b-casing']) >= 2.5,
          `${where}: ${name} on ${ground}: ${contrast(all[`--b-${name}`], ground).toFixed(2)}`,
        );
    }
    if (look.kind === 'rings')
      for (const ground of grounds(look.kind, all))
        assert.ok(
          Math.max(contrast(all['--b-kraken'], ground), contrast(all['--b-kraken-dark'], ground)) >=
            1.8,
          `${where}: the kraken on ${ground}`,
        );
  }
});

test('the safe bands differ from their neighbours in lightness, or are blue beside orange', () => {
  const blue = (/** @type {string} */ hex) =>
    parseInt(hex.slice(5, 7), 16) - parseInt(hex.slice(1, 3), 16);
  for (const night of [false, true]) {
    const all = colours({ kind: 'cells', board: 'enamel', men: 'stones', night, safe: true }),
      bands = grounds('cells', all);
    for (let i = 1; i < bands.length; i++)
      assert.ok(
        contrast(bands[i - 1], bands[i]) >= 1.15 ||
          Math.abs(blue(bands[i - 1]) - blue(bands[i])) >= 60,
        `${night} ${i}`,
      );
  }
});

test('the kind of a board follows from its shape', () => {
  assert.equal(boardKind({ style: 'cells', strokes: [] }), 'cells');
  assert.equal(
    boardKind({
      style: 'points',
      strokes: [
        ['line', 0, 0, 1, 1],
        ['circle', 0, 0, 5],
      ],
    }),
    'rings',
  );
  assert.equal(boardKind({ style: 'points', strokes: [['line', 0, 0, 1, 1]] }), 'lines');
});
