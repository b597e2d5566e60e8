// SPDX-License-Identifier: MIT
// Rules for players: every game has them in both languages, their pictures are positions of the engine, and nothing
// in them is meant for somebody else.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setupOf } from '../../web/link.js';
import { DirectEngine, catalogue, gameIds, pageFiles } from './support.mjs';

const PARTS = ['goal', 'setup', 'turn', 'end'];
const NOT_FOR_PLAYERS =
  /\[ruling\]|\[裁定\]|clause|条項|\btests?\b|テスト|show --|variant|\bply\b|plies|quarter turn/i;

/** @param {string} game @returns {Promise<import('../../web/rules.js').Guide>} */
const guideOf = async (game) => (await import(`../../web/guide/${game}.js`)).default;

test('every game has rules for players, and nothing else lies there', () => {
  assert.deepEqual(
    pageFiles()
      .filter((f) => f.startsWith('guide/'))
      .sort(),
    gameIds()
      .map((g) => `guide/${g}.js`)
      .sort(),
  );
});

for (const game of gameIds())
  test(`${game}: parts, languages, pictures`, async () => {
    const { credit, parts } = await guideOf(game),
      engine = await DirectEngine.make();
    for (const part of PARTS) assert.equal(parts.filter((p) => p.part === part).length, 1, part);
    assert.ok(parts.some((p) => p.part === 'special'));
    assert.ok(parts.flatMap((p) => p.pictures ?? []).length >= 3);
    assert.equal(new Set(parts.map((p) => p.part)).size, parts.length);
    assert.match(
      credit.en,
      {
        morelli: /Richard Moxham/,
        mur: /MUR Federation/,
        stacking: /author of the Japanese rule sheet/,
      }[game] ?? /centuries old/,
    );
    for (const { part, title, en, ja, pictures = [] } of parts) {
      assert.ok(
        PARTS.includes(part) !== !!title,
        `${part}: a heading of its own, or one that every game has`,
      );
      assert.equal(en.length, ja.length, part);
      for (const text of [...en, ...pictures.map((p) => p.en), ...(title ? [title.en] : [])])
        assert.ok(
          text && !NOT_FOR_PLAYERS.test(text) && !/[ぁ-んァ-ヶ一-龠]/.test(text),
          `${part}: ${text}`,
        );
      for (const text of [...ja, ...pictures.map((p) => p.ja), ...(title ? [title.ja] : [])])
        assert.ok(
          text && !NOT_FOR_PLAYERS.test(text) && /[ぁ-んァ-ヶ一-龠]/.test(text),
          `${part}: ${text}`,
        );
      for (const picture of pictures) {
        const shape = await engine.open(setupOf(picture)),
          points = shape.points.map((p) => p.name),
          { draw = {} } = picture;
        const named = [...picture.en.matchAll(/\b[a-m]\d{1,2}\b/g)].map(([p]) => p);
        for (const p of [
          ...(draw.arrows?.flat() ?? []),
          ...(draw.squares ?? []),
          ...(draw.frame ?? []),
          ...named,
        ])
          assert.ok(points.includes(p), `${part}: ${p}`);
        assert.deepEqual(
          [...picture.ja.matchAll(/[a-m]\d{1,2}/g)].map(([p]) => p).sort(),
          named.sort(),
          picture.en,
        );
      }
    }
  });

test('pictures that say that somebody has won show it', async () => {
  const engine = await DirectEngine.make();
  for (const game of gameIds())
    for (const picture of (await guideOf(game)).parts.flatMap((p) => p.pictures ?? [])) {
      await engine.open(setupOf(picture), '0 sit person', '1 sit person');
      const { here } = (await engine.state()).table,
        [, winner] = /(White|Black) has won/.exec(picture.en) ?? [];
      const side =
        winner && (game === 'mur' || game === 'morelli') === (winner === 'Black')
          ? 'p1win'
          : winner
            ? 'p2win'
            : 'none';
      assert.equal(here?.winner ?? 'none', side, `${game}: ${picture.en}`);
    }
});

test('options are said in a sentence each', () => {
  for (const { options = [], id } of catalogue().families.flatMap(
    (/** @type {any} */ f) => f.games,
  ))
    for (const { title, help } of options)
      assert.ok(
        title.en && title.ja && /[.]$/.test(help.en) && /。$/.test(help.ja),
        `${id}: ${title.en}`,
      );
});
