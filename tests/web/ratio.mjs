// SPDX-License-Identifier: MIT
// How fast the page's engine searches beside the native program: node ratio.mjs [--runs=5] [--nodes=300000] [--wasm=FILE] [part of a variant...].
// Both search the same positions (those of `concentric bench --search`) to the same count of nodes with tables of one size, by turns; the
// answers must be equal. Processor time of the searching threads, the least of the runs. It decides no test. CONCENTRIC_BUILD is the build folder.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { caller, instantiate } from '../../web/wasm.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.CONCENTRIC_BUILD ?? path.join(here, '../../build/release');
const options = Object.fromEntries(
  process.argv
    .slice(2)
    .filter((a) => a.startsWith('--'))
    .map((a) => a.slice(2).split('=')),
);
const wanted = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const runs = Number(options.runs ?? 5),
  nodes = Number(options.nodes ?? 300_000);
const TABLE_MB = 16; // of the page's engine, SEARCH_TT_SLOTS

/** Variants and positions as the program itself has them. */
const source = fs.readFileSync(path.join(here, '../../src/app/cli/bench_search.c'), 'utf8');
const rows = [...source.matchAll(/\{"([a-z0-9,=]+)",\s*("[^{]*"),\s*\{\d+, \d+\}\}/g)].map(
  ([, variant, middle]) => [variant, [...middle.matchAll(/"([^"]*)"/g)].map((m) => m[1]).join('')],
);

const child = spawn(path.join(build, 'concentric'), ['ugi'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
/** @param {string} text @param {RegExp} until */
async function tell(text, until) {
  child.stdin.write(`${text}\n`);
  for (let last = ''; ; ) {
    const { value, done } = await lines.next();
    if (done) throw new Error('the program has ended');
    if (until.test(value)) return [value, last];
    last = value.startsWith('info') && / nodes /.test(value) ? value : last;
  }
}

/** Nanoseconds on a processor, of all threads of a process. @param {number|string} pid */
const spent = (pid) =>
  fs
    .readdirSync(`/proc/${pid}/task`)
    .reduce(
      (sum, id) =>
        sum + Number(fs.readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
      0,
    );

/** @param {string} variant @param {string} position */
async function native(variant, position) {
  child.stdin.write(
    `ugi\nsetoption name Hash value ${TABLE_MB}\nsetoption name Variant value ${variant}\nsetoption name DatabasePath value none\nuginewgame\n`,
  );
  await tell('isready', /^readyok/);
  child.stdin.write(`position ${position ? `fen ${position}` : 'startpos'}\n`);
  await tell('isready', /^readyok/);
  const before = spent(child.pid),
    [best, info] = await tell(`go nodes ${nodes}`, /^bestmove/);
  return {
    ns: spent(child.pid) - before,
    nodes: Number(/ nodes (\d+)/.exec(info)?.[1]),
    best: best.split(' ')[1],
  };
}

const engine = caller(
  await instantiate(
    new WebAssembly.Module(fs.readFileSync(options.wasm ?? path.join(build, 'concentric.wasm'))),
    null,
  ),
);
/** @param {string} variant @param {string} position */
function page(variant, position) {
  engine(
    'open',
    `game=${variant} seed=1${position ? ` start=${position}` : ''}\n0 sit person\n1 sit person`,
  );
  const before = process.cpuUsage();
  engine('think', `0 ${nodes} 0 0 0 0`);
  for (;;) {
    const thought = engine('think_on', 10_000);
    if (!thought.done) continue;
    const { user, system } = process.cpuUsage(before);
    return { ns: (user + system) * 1e3, nodes: thought.nodes, best: thought.best };
  }
}

console.log(
  `${'variant'.padEnd(30)} ${''.padEnd(7)} ${'native'.padStart(9)} ${'page'.padStart(9)} knodes/s`,
);
for (const [variant, middle] of rows) {
  if (wanted.length && !wanted.some((w) => variant.includes(w))) continue;
  for (const position of ['', middle]) {
    const best = [Infinity, Infinity];
    let counted = 0;
    for (let run = 0; run < runs; run++) {
      const a = await native(variant, position),
        b = page(variant, position);
      if (a.best !== b.best || a.nodes !== b.nodes)
        throw new Error(`${variant}: ${JSON.stringify(a)} ${JSON.stringify(b)}`);
      [best[0], best[1], counted] = [Math.min(best[0], a.ns), Math.min(best[1], b.ns), a.nodes];
    }
    const [x, y] = best.map((ns) => (counted / ns) * 1e6);
    console.log(
      `${variant.padEnd(30)} ${(position ? 'middle' : 'start').padEnd(7)} ${x.toFixed(0).padStart(9)} ${y.toFixed(0).padStart(9)} ${((100 * y) / x).toFixed(0).padStart(3)} %`,
    );
  }
}
child.stdin.end('quit\n');
