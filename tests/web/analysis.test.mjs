// SPDX-License-Identifier: MIT
// The analysis without a page: the tree as rows, the analysis board of the engine, records and links that lose nothing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { plainLink, readLink, writeLink } from '../../web/link.js';
import { Session } from '../../web/state.js';
import { calm, fromHere, isOver } from '../../web/study.js';
import { LINK_MAX, TreeLinkError, packTree, unpackTree } from '../../web/tree-link.js';
import { TreeModel } from '../../web/tree-model.js';
import { tidy } from '../../web/tree-view.js';
import { DirectEngine, gameIds } from './support.mjs';

const OURS = `[Game "nine"]
[White "Anna"]
[Black "花子"]
[Event "a \\"small\\" match"]
[Plies "0"]
[Result "*"]
[Termination "unfinished"]

{before the first move} 1. d6! {[%clk 0:04:58] [%eval -0.12] a start (with brackets), 「よい手」} 1... f4
2. d2 (2. b4 {the other cross point} 2... d2 3. f6 (3. b6 a7) (3. g7?? {[%eval -3.00]}) 3... b6) (
2. f6 b6) 2... b4 3. a7?! *
`;

/** @param {string} record @returns {Promise<Session>} */
async function study(record) {
  const session = new Session(await DirectEngine.make());
  await session.load(record, { study: true });
  return session;
}
/** @param {Session} session */
const model = async (session) => new TreeModel(await session.engine.tree());
/** @param {Session} session */
const text = async (session) =>
  (await session.engine.record()).split('\n\n').slice(1).join(' ').replace(/\s+/g, ' ').trim();
/** The canonical form, as the engine writes it. @param {string} record */
const canonical = async (record) => (await study(record)).engine.record();

test('a record of ours comes back byte for byte: variations, comments, marks, times, evaluations', async () => {
  const once = await canonical(OURS);
  assert.equal(await canonical(once), once);
  for (const part of [
    'a start (with brackets), 「よい手」',
    '[%clk 0:04:58] [%eval -0.12]',
    '3. g7?? {[%eval -3.00]}',
    '{before the first move}',
    '[White "Anna"]',
    '[Plies "0"]',
  ])
    assert.ok(once.replace(/\n/g, ' ').includes(part), part);
});

test('a finished game comes back byte for byte, and goes on behind its end', async () => {
  const game =
    '[Game "nine"]\n[White "person"]\n[Black "computer level 3"]\n[TimeControl "300+5"]\n[Result "0-1"]\n[Termination "resignation"]\n\n1. d6 {[%clk 0:04:58]} 1... d2 {[%clk 0:04:51]} 0-1\n';
  const s = await study(game);
  assert.equal(await s.engine.record(), game);
  assert.equal(s.over, true);
  assert.equal(s.open, true, 'the last position can be gone on from');
  await s.playLine(['f4', 'b4']);
  assert.match(await s.engine.record(), /\[Plies "2"\]/);
  await assert.rejects(s.note('delete 2'), /stay as they are/);
  const plain = new Session(await DirectEngine.make());
  await plain.load(game);
  assert.equal(plain.open, false, 'elsewhere the game is over');
});

test('on the analysis board every move is a variation, the first one too', async () => {
  for (const variant of gameIds()) {
    const s = new Session(await DirectEngine.make());
    await s.begin({ variant });
    await s.studying(true);
    const { moves } = await s.engine.moves();
    await s.playLine([moves[0]]);
    await s.goto(0);
    await s.playLine([moves[1]]);
    await s.goto(0);
    await s.playLine([moves[0]]);
    const tree = await model(s);
    assert.equal(tree.at(0).children.length, 2, variant);
    assert.equal(tree.count, 2, variant);
    assert.equal(s.state?.headPly, 0);
    assert.equal(s.state?.ply, 1);
  }
});

test('promote, delete, and everything back', async () => {
  const s = await study(OURS),
    before = await text(s),
    record = await s.engine.record();
  let tree = await model(s);
  const [second, third] = tree
    .family(
      /** @type {number} */ (
        [...tree.leaves.values()].find((n) => n.move === 'b4' && n.ply === 3)?.id
      ),
    )
    .slice(1);
  await s.visit(third);
  await s.note(`promote ${third}`);
  assert.match(await text(s), /2\. f6 \(2\. d2 b4 3\. a7\?!\)/);
  await s.note(`promote ${second}`);
  assert.match(await text(s), /2\. b4 \{the other cross point\}/);
  await s.note(`delete ${second}`);
  assert.doesNotMatch(await text(s), /cross point/);
  await s.restore(record, tree.moves(third));
  assert.equal(await text(s), before);
  assert.deepEqual(s.state?.moves.slice(0, s.state.ply), ['d6', 'f4', 'f6']);
  tree = await model(s);
  await s.note(`delete ${tree.at(0).children[0]}`);
  assert.equal((await model(s)).count, 0);
});

test('a line that the rules or a repetition end is kept as a line', async () => {
  const s = new Session(await DirectEngine.make());
  await s.begin({ variant: 'nine', position: 'w.w....w/......../..b...bb w 0 0' });
  await s.studying(true);
  for (let i = 0; i < 4 && !s.state?.here; i++)
    await s.playLine(i % 2 ? ['g4-g7', 'e4-e5'] : ['g7-g4', 'e5-e4']);
  assert.ok(s.state?.here, 'it has ended');
  const record = await s.engine.record();
  assert.equal(await canonical(record), record);
});

test('whole trees of every game, at random, come back byte for byte', async () => {
  let seed = 11;
  const random = (/** @type {number} */ n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
  };
  for (const variant of gameIds()) {
    const s = new Session(await DirectEngine.make());
    await s.begin({ variant });
    await s.studying(true);
    for (let i = 0; i < 60; i++) {
      const tree = await model(s),
        ids = [...tree.leaves.keys()];
      if (!random(3)) await s.visit(ids[random(ids.length)]);
      const { moves } = s.state?.here ? { moves: [] } : await s.engine.moves();
      if (moves.length) await s.playLine([moves[random(moves.length)]]);
      if (!random(6) && s.state?.node)
        await s.note(
          `mark ${s.state.node} ${['!', '?', '!!', '??', '!?', '?!'][random(6)]}`,
          `comment ${s.state.node} note ${i} ${'(x) [y] '.repeat(random(3))}z`,
        );
      if (!random(9) && s.state?.node) await s.note(`promote ${s.state.node}`);
      if (!random(15) && s.state?.node) {
        const { node } = s.state;
        await s.visit((await model(s)).at(node).parent);
        await s.note(`delete ${node}`);
      }
    }
    await s.goto(0);
    const record = await s.engine.record();
    assert.equal(await canonical(record), record, variant);
    if (record.length < 3000)
      assert.equal(
        await canonical(await unpackTree(variant, await packTree(record))),
        record,
        variant,
      );
  }
});

// -- rows ------------------------------------------------------------------------------------------

/** A row as text. @param {TreeModel} tree @param {import('../../web/tree-model.js').Row} row */
function told(tree, row) {
  const move = (/** @type {number} */ id) => tree.at(id).move ?? '';
  if (row.kind === 'pair') return row.cells.map((id) => (id ? move(id) : '-')).join(' ');
  if (row.kind === 'line')
    return `${'>'.repeat(row.level)} ${row.pieces.map((p) => (p.kind === 'move' ? `${p.told ? tree.numberOf(p.id) : ''}${move(p.id)}` : p.kind === 'note' ? `{${tree.at(p.id).comment}}` : p.kind)).join(' ')}${row.rest ? ` +${row.rest}` : ''}`;
  return row.kind === 'note' ? `{${tree.at(row.id).comment}}` : row.kind;
}

test('rows: two columns, comments and variations between, short ones in brackets', async () => {
  const tree = await model(await study(OURS));
  assert.deepEqual(
    tree.rows(0, new Map()).map((row) => told(tree, row)),
    [
      'start',
      '{before the first move}',
      'd6 -',
      '{a start (with brackets), 「よい手」}',
      '- f4',
      'd2 -',
      '> 2.b4 {the other cross point} 2...d2 3.f6 ( 3.b6 a7 ) ( 3.g7 ) 3...b6',
      '> 2.f6 b6',
      '- b4',
      'a7 -',
    ],
  );
});

test('rows: deep lines are folded, but not the one that is shown', () => {
  // Node n has two children: the line goes on for ten moves, its last one forks again, and so on.
  /** @type {import('../../web/engine.js').TreeNode[]} */
  const nodes = [{ id: 0, parent: -1, move: null, ply: 0, turn: 0, children: [] }];
  const add = (/** @type {number} */ parent) => {
    const id = nodes.length;
    nodes.push({
      id,
      parent,
      move: `m${id}`,
      ply: nodes[parent].ply + 1,
      turn: 1 - nodes[parent].turn,
      children: [],
    });
    nodes[parent].children.push(id);
    return id;
  };
  let at = 0;
  for (let level = 0; level < 8; level++) {
    let line = add(at);
    for (let i = 0; i < 9; i++) line = add(line);
    at = add(at);
    at = add(at);
  }
  /** Every line before the variations beside it. @param {number} id @returns {import('../../web/engine.js').TreeNode[]} */
  const order = (id) => [nodes[id], ...nodes[id].children.flatMap(order)];
  const tree = new TreeModel({ head: 0, nodes: order(0) }),
    folded = tree.rows(0, new Map());
  const closed = folded.flatMap((row) =>
    row.kind === 'line' && row.fold === 'closed' ? [row] : [],
  );
  assert.equal(closed.length, 1);
  assert.ok(closed[0].rest > 20);
  const open = tree.rows(at, new Map());
  assert.ok(open.length > folded.length);
  assert.ok(
    open.some(
      (row) => row.kind === 'line' && row.pieces.some((p) => p.kind === 'move' && p.id === at),
    ),
    'what is shown is seen',
  );
  const shut = tree.rows(0, new Map([[tree.at(0).children[1], true]]));
  assert.equal(shut.filter((row) => row.kind === 'line').length, 1);
  assert.equal(
    tree.beside(at, -1),
    nodes[nodes[at].parent].parent === 0 ? 0 : tree.family(nodes[at].parent)[0],
  );
});

test('five thousand moves: the rows are found quickly, however deep they nest', () => {
  /** @type {import('../../web/engine.js').TreeNode[]} */
  const nodes = [{ id: 0, parent: -1, move: null, ply: 0, turn: 0, children: [] }];
  for (let id = 1; id <= 20000; id++) {
    // each fork is in the variation of the one before
    const parent = id - 1 - (id % 2 === 0 ? 1 : 0);
    nodes.push({ id, parent, move: 'd6', ply: nodes[parent].ply + 1, turn: id % 2, children: [] });
    nodes[parent].children.push(id);
  }
  const tree = new TreeModel({ head: 0, nodes }),
    all = tree.rows(20000, new Map([...tree.leaves.keys()].map((id) => [id, false])));
  assert.ok(all.length > 1000);
});

// -- links -----------------------------------------------------------------------------------------

test('a link holds a small tree, and says when it is too large', async () => {
  const record = await canonical(OURS),
    packed = await packTree(record);
  assert.match(packed, /^1[A-Za-z0-9_-]+$/);
  assert.ok(packed.length < 450, String(packed.length));
  assert.equal(await canonical(await unpackTree('nine', packed)), record);
  const link = readLink(`#game=nine&tree=${packed}`);
  assert.equal(link?.tree, packed);
  assert.equal(writeLink(/** @type {any} */ (link)), `game=nine&tree=${packed}`);
  assert.equal(plainLink(/** @type {any} */ (link)), 'game=nine');
  const noise = Array.from({ length: 3000 }, (_, i) => ((i * 2654435761) >>> 7).toString(36))
    .join(' ')
    .slice(0, 2000);
  const s = await study(record);
  for (const id of (await model(s)).leaves.keys())
    await s.note(`comment ${id} ${[...noise].reverse().join('').slice(id).trim()}${id}`);
  await assert.rejects(
    packTree(await s.engine.record()),
    (/** @type {any} */ error) => error instanceof TreeLinkError && error.kind === 'large',
  );
  assert.equal(LINK_MAX, 2000);
});

test('a browser that cannot deflate writes it plainly', async () => {
  const record = await canonical(OURS),
    { CompressionStream: own, DecompressionStream: other } = globalThis;
  const packed = await packTree(record);
  try {
    delete (/** @type {any} */ (globalThis).CompressionStream);
    delete (/** @type {any} */ (globalThis).DecompressionStream);
    const plain = await packTree(record);
    assert.match(plain, /^0/);
    assert.equal(await canonical(await unpackTree('nine', plain)), record);
    await assert.rejects(
      unpackTree('nine', packed),
      (/** @type {any} */ error) => error.kind === 'old',
    );
  } finally {
    Object.assign(globalThis, { CompressionStream: own, DecompressionStream: other });
  }
});

test('damaged links are refused with a reason, or are a tree all the same', async () => {
  const record = await canonical(OURS),
    packed = await packTree(record),
    engine = await DirectEngine.make();
  let seed = 5,
    refused = 0,
    read = 0;
  const random = (/** @type {number} */ n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
  };
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let i = 0; i < 400; i++) {
    const at = random(packed.length),
      damaged = [
        packed.slice(0, at),
        packed.slice(0, at) + letters[random(64)] + packed.slice(at + 1),
        packed.slice(at),
        packed + letters[random(64)],
      ][random(4)];
    try {
      await engine.load(await unpackTree('nine', damaged));
      read++;
    } catch (error) {
      assert.ok(
        error instanceof TreeLinkError ||
          /** @type {any} */ (error).name === 'Refusal' ||
          /** @type {any} */ (error).message,
        String(error),
      );
      refused++;
    }
  }
  assert.ok(refused > 350 && read + refused === 400, `${refused} ${read}`);
  for (const bad of ['', '1', '2abc', '1!!!', '0AA==', `1${'A'.repeat(70000)}`, '0gICA'])
    await assert.rejects(unpackTree('nine', bad), TreeLinkError, bad);
  await assert.rejects(unpackTree('nine"]\n[White "x', packed), TreeLinkError);
});

test('a bomb is not unpacked', async () => {
  const { deflateRawSync } = await import('node:zlib'),
    bomb = `1${deflateRawSync(Buffer.alloc(8 << 20, 32)).toString('base64url')}`;
  assert.ok(bomb.length < 20000);
  await assert.rejects(
    unpackTree('nine', bomb),
    (/** @type {any} */ error) => error instanceof TreeLinkError && error.kind === 'large',
  );
});

// -- what else -------------------------------------------------------------------------------------

test('in a copy nobody is a computer and no clock runs', () => {
  assert.equal(
    calm(
      '[Game "nine"]\n[White "computer level 4"]\n[Black "Anna"]\n[TimeControl "300+5"]\n[Result "*"]\n',
    ),
    '[Game "nine"]\n[White "person"]\n[Black "Anna"]\n[Result "*"]\n',
  );
  assert.equal(
    isOver('[Game "nine"]\n[TimeControl "300+5"]\n\n1. d6 *\n'),
    false,
    'no word about how it ended',
  );
  assert.equal(isOver('[Game "nine"]\n[Termination "resignation"]\n\n1. d6 0-1\n'), true);
});

test('a game goes on from what is shown, with the moves before it', async () => {
  const s = await study(OURS);
  await s.goto(3);
  assert.deepEqual(fromHere(s), {
    variant: 'nine',
    seed: '1',
    position: '',
    moves: ['d6', 'f4', 'd2'],
    clock: 'none',
  });
});

test('comments as records can hold them', async () => {
  assert.equal(tidy('  two\n lines } here\t'), 'two lines ) here');
  const s = await study(OURS);
  await s.note(`comment 1 ${tidy(' {curly} \n ')}`);
  assert.equal((await model(s)).at(1).comment, '{curly)');
});
