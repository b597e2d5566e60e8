// SPDX-License-Identifier: MIT
// The npm package as a stranger has it: packed by tools/npm.sh, installed without a network, used by its name in Node and from a plain
// host in Chromium. Games are compared with the program, move list by move list.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CHROMIUM, product, queried, serveFolder } from './support.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'concentric-npm-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string[]} args @param {string} [input] */
const native = (args, input) =>
  execFileSync(product('concentric'), args, { encoding: 'utf8', input });
writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
const packed = execFileSync(join(here, '../../tools/npm.sh'), [folder], {
  encoding: 'utf8',
  env: { ...process.env, CONCENTRIC_BUILD: dirname(product('concentric')) },
}).trim();
execFileSync(
  'npm',
  ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', `./${basename(packed)}`],
  { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
);
const entry = createRequire(join(folder, 'x.js')).resolve('concentric');
const { Game, IllegalMove, Match, Refused, games, levels, readRecord, version } = await import(
  pathToFileURL(entry).href
);

/** xorshift32: the same numbers every time. @param {number} seed */
function random(seed) {
  let x = seed;
  return (/** @type {number} */ n) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % n;
  };
}

test('it is whole, depends on nothing, and has the version and the catalogue of the program', () => {
  const about = JSON.parse(readFileSync(join(dirname(entry), 'package.json'), 'utf8'));
  assert.equal(basename(entry), 'node.js');
  assert.equal(about.dependencies, undefined);
  assert.ok(
    native(['--version']).includes(about.version) && version() === about.version,
    about.version,
  );
  const told = JSON.parse(native(['games', '--json'])).families.flatMap(
    (/** @type {any} */ f) => f.games,
  );
  for (const lang of ['en', 'ja'])
    assert.deepEqual(
      games(lang).map((/** @type {any} */ g) => [g.id, g.title, g.options.length]),
      told.map((/** @type {any} */ g) => [g.id, g.title[lang], g.options.length]),
    );
  assert.deepEqual(
    levels().map((/** @type {any} */ l) => l.number),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.deepEqual(
    games()[0].options.find((/** @type {any} */ o) => o.name === 'remove').default,
    '1',
  );
});

const PLIES_MAX = 150;
for (const variant of [
  'nine',
  'six,flying',
  'twelve,remove=2',
  'stacking',
  'morelli,size=7',
  'mur',
]) {
  test(`a random game of ${variant} as the program has it`, () => {
    const pick = random(variant.length * 7919),
      match = new Match(variant, { seed: 5 });
    const same = () => {
      const told = JSON.parse(
        native(['moves', variant, '--seed', '5', '--json', '--play', match.history.join(' ')]),
      );
      assert.equal(match.position, told.position);
      assert.deepEqual(match.moves, told.moves);
    };
    for (let moves = match.moves; moves.length && match.ply < PLIES_MAX; moves = match.moves) {
      if ([0, 7, 40, 90].includes(match.ply)) same();
      match.play(moves[pick(moves.length)]);
    }
    if (match.outcome.ending !== 'repetition') same(); // the program's list knows no third occurrence
    const [read] = JSON.parse(native(['replay', '-', '--json'], match.record())).games;
    assert.equal(read.position, match.position);
    assert.deepEqual(
      read.moves.map((/** @type {any} */ m) => m.move),
      match.history,
    );
    assert.equal(
      match.outcome.winner,
      { none: null, draw: 0, p1win: 1, p2win: 2 }[/** @type {'none'} */ (read.ending.winner)],
    );
    assert.equal(match.outcome.over, match.moves.length === 0);
    const copy = match.copy(),
      again = readRecord(match.record());
    for (const other of [copy, again])
      assert.deepEqual(
        [other.variant, other.position, other.history, other.outcome],
        [match.variant, match.position, match.history, match.outcome],
      );
    const { position, ply } = match,
      last = copy.undo();
    assert.deepEqual([match.position, match.ply, copy.ply], [position, ply, ply - 1]);
    copy.play(last);
    assert.equal(copy.position, position);
  });
}

test('reasons and words, in both languages; nothing has changed then', () => {
  const match = new Match('nine');
  for (const move of ['d2', 'f4', 'd3', 'b4']) match.play(move);
  const before = match.record();
  assert.equal(
    match.describe('d1xf4'),
    'White places a white man on d1; White completes the line d1-d2-d3; White takes the black man on f4',
  );
  assert.equal(match.why('d1xf4'), null);
  assert.equal(match.why('D1xF4'), null);
  for (const lang of ['en', 'ja']) {
    const other = new Match('nine', { lang });
    for (const move of match.history) other.play(move);
    const told = spawnSync(
      product('concentric'),
      ['why', 'nine', 'd2-d1', '--play', match.history.join(' '), '--lang', lang],
      { encoding: 'utf8' },
    ).stdout.trim();
    assert.ok(told);
    assert.equal(other.why('d2-d1'), told);
    assert.throws(
      () => other.play('d2-d1'),
      (/** @type {any} */ error) =>
        error instanceof IllegalMove && error instanceof Refused && error.message === told,
    );
  }
  for (const [job, reason] of /** @type {[() => any, RegExp][]} */ ([
    [() => new Match('eleven'), /^there is no game 'eleven'; the games: nine/],
    [() => new Match('nine clock=60'), /no blanks/],
    [() => new Match('nine', { position: 'x' }), /where a7 should stand/],
    [() => new Match('nine', { position: 'x\n0 resign' }), /one line/],
    [() => new Match('nine', { lang: 'fr' }), /en and ja/],
    [() => new Match('nine', { seed: -1 }), /seed=-1/],
    [() => new Match('nine').undo(), /no move to take back/],
    [() => match.end('boredom'), /not 'boredom'/],
    [() => match.end('time'), /player 1 or 2/],
    [() => match.play('zz\n0 resign'), /zz/],
    [() => match.load(new Uint8Array(100)), /./],
    [() => readRecord('[Game "nine"]\n\n1. d2 d2 *\n'), /line 3, move 2/],
  ]))
    assert.throws(
      job,
      (/** @type {any} */ error) => error instanceof Refused && reason.test(error.message),
      String(job),
    );
  assert.equal(match.record(), before);
});

test('how games end', () => {
  const match = new Match('nine');
  match.play('d2');
  match.end('resignation', 2);
  assert.deepEqual(match.outcome, {
    over: true,
    winner: 1,
    ending: 'resignation',
    reason: 'the opponent resigned',
  });
  assert.deepEqual([match.moves, match.why('f4')], [[], 'the game is over']);
  assert.throws(() => match.play('f4'), /the game is over/);
  assert.equal(match.undo(), 'd2');
  assert.deepEqual([match.outcome.over, match.moves.length], [false, 24]);
  match.end('agreement');
  assert.deepEqual([match.outcome.winner, match.outcome.ending], [0, 'agreement']);
  const won = new Match('nine', { position: 'www...../......../bb...... b 0 0' });
  assert.deepEqual(won.outcome, {
    over: true,
    winner: 1,
    ending: 'rules',
    reason: 'the opponent has fewer than three men',
  });
});

test('analysis: lines, limits, and what ends it', async () => {
  const match = new Match('nine', { position: 'ww.w..../......../b.b.b... w 0 0' });
  const proved = await match.analyse({ depth: 6, lines: 3 });
  assert.deepEqual(
    [
      proved.mate,
      proved.lines[0].mate,
      proved.lines[0].chance,
      proved.lines.length,
      proved.stopped,
    ],
    [1, 1, 1000, 3, false],
  );
  const other = new Match('morelli,size=7'),
    moves = other.moves,
    { position } = other;
  const first = await other.analyse({ nodes: 3000 }),
    second = await other.analyse({ nodes: 3000 });
  assert.deepEqual([first.best, first.lines], [second.best, second.lines]);
  assert.ok(
    moves.includes(first.best) &&
      first.lines[0].moves[0] === first.best &&
      first.nodes > 0 &&
      first.nodes < 20000,
  );
  assert.ok(moves.includes((await other.analyse({ level: 1 })).best));
  assert.equal(other.position, position);
  let told = 0;
  assert.equal((await other.analyse({ depth: 60, progress: () => ++told < 2 })).stopped, true);
  assert.equal(told, 2);
  for (const act of [
    () => other.stop(),
    () => other.play(moves[0]),
    () => void other.analyse({ nodes: 1 }),
  ]) {
    const endless = other.analyse({ depth: 60 });
    act();
    assert.equal((await endless).stopped, true);
  }
  await assert.rejects(
    match.analyse({ depth: -1 }),
    (/** @type {any} */ error) => error instanceof Refused && /^limits are/.test(error.message),
  );
  match.play(proved.best);
  await assert.rejects(match.analyse({ depth: 2 }), /the game is over/);
});

test('a packed database tells values, also to copies', () => {
  const match = new Match('six', { position: '.ww...../b.b.b... w 3 3' });
  assert.deepEqual([match.value(), match.values()], [null, null]);
  match.load(readFileSync(product('six.pack')));
  const told = queried(match.position),
    values = match.copy().values(),
    number = { win: 1, draw: 0, loss: -1 };
  assert.equal(Object.keys(values).length, told.moves.length);
  for (const { move, value, plies } of told.moves)
    assert.deepEqual(
      values[move],
      { value: number[/** @type {'win'} */ (value)], plies: plies < 0 ? null : plies },
      move,
    );
  assert.deepEqual(match.value(), {
    value: number[/** @type {'win'} */ (told.value)],
    plies: told.plies < 0 ? null : told.plies,
  });
});

test('boards', () => {
  const game = new Game('nine,flying'),
    mur = new Game('mur', { lang: 'ja' });
  assert.deepEqual(
    [game.variant, game.players, game.points.length, game.links.length, game.repeats],
    ['nine,flying', ['White', 'Black'], 24, 32, true],
  );
  assert.deepEqual(
    game.pieces.map((/** @type {any} */ p) => [p.letter, p.owner]),
    [
      ['w', 1],
      ['b', 2],
    ],
  );
  assert.deepEqual(
    mur.pieces.map((/** @type {any} */ p) => p.owner),
    [1, 2, 0],
  );
  const match = new Match('nine');
  match.play('a7');
  assert.deepEqual([match.board[0], match.board[1], match.player], [1, 0, 2]);
  assert.equal(
    match.counters.find((/** @type {any} */ c) => c.id === 'hand' && c.player === 1).value,
    8,
  );
});

test('types: of its own sources, and of who uses it', () => {
  const uses = `import { Game, IllegalMove, Match, Refused, games, levels, readRecord, version, type Analysis } from 'concentric';
const match: Match = new Match(games('ja')[0].id, { position: undefined, seed: 3n, lang: 'en' });
const words: string[] = [version(), levels()[0].name, match.variant, match.position, match.undo(), match.describe('a'), match.record(), ...match.moves, ...match.history];
const reason: string | null = match.why('d2');
const numbers: number[] = [match.ply, match.player, ...match.board, match.counters[0].value, new Game('nine').links[0][1]];
match.end('resignation', 2); match.end('agreement'); match.load(new Uint8Array(1)); match.stop(); match.copy().play(words[0]);
const worth: number | undefined = match.value()?.value ?? match.values()?.d2.value;
const found: Analysis = await match.analyse({ time: 1, lines: 2, progress: (a) => a.depth < 3 });
const winner: 0 | 1 | 2 | null = readRecord('').outcome.winner;
if (new IllegalMove('') instanceof Refused) console.log(reason, numbers, worth, found.lines[0].moves, winner);
// @ts-expect-error
match.end('resignation');
// @ts-expect-error
match.position = '';
// @ts-expect-error
void match.analyse({ seconds: 1 });
`;
  writeFileSync(join(folder, 'uses.ts'), uses);
  execFileSync('tar', ['xzf', packed, '-C', folder]); // tsc looks into no sources below node_modules
  const { status, stdout } = spawnSync(
    join(here, '../../node_modules/.bin/tsc'),
    [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowJs',
      '--checkJs',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom',
      '--typeRoots',
      join(here, '../../node_modules/@types'),
      '--types',
      'node',
      'uses.ts',
      'package/node.js',
      'package/index.js',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
});

test('every name is in the types', () => {
  const types = readFileSync(join(dirname(entry), 'index.d.ts'), 'utf8');
  for (const name of [
    ...Object.getOwnPropertyNames(Match.prototype),
    ...Object.keys(new Game('nine')),
  ])
    assert.match(types, new RegExp(`^ *(readonly )?${name}[(:]`, 'm'), name);
});

test('the same in a browser, from a host of files', { skip: !existsSync(CHROMIUM) }, async () => {
  const { chromium } = await import('playwright-core');
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>x</title>');
  const server = await serveFolder(folder),
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
    });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}index.html`);
    const [best, moves, reason] = await page.evaluate(async () => {
      const address = './node_modules/concentric/index.js',
        { Match: There } = await import(address);
      const match = new There('mur'),
        { best: found } = await match.analyse({ nodes: 2000 });
      return [found, match.moves, match.why('zz')];
    });
    const match = new Match('mur');
    assert.deepEqual(
      [best, moves, reason],
      [(await match.analyse({ nodes: 2000 })).best, match.moves, match.why('zz')],
    );
  } finally {
    await browser.close();
    server.close();
  }
});
