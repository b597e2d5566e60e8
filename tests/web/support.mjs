// SPDX-License-Identifier: MIT
// What the tests share: where the page's files and build products are, an engine in this thread, a
// static server with the headers of `concentric serve`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Calls } from '../../web/engine.js';
import { start } from '../../web/wasm.js';

const here = dirname(fileURLToPath(import.meta.url));
export const WEB = join(here, '../../web');
const root = join(here, '../..');
/** Where concentric.wasm and games.json are: CONCENTRIC_PAGE, or the build. */
export const PRODUCTS = [
  process.env.CONCENTRIC_PAGE,
  join(root, 'build/release'),
  join(root, 'build/wasm'),
  join(root, 'build'),
].filter((d) => d !== undefined);
/** @param {string} name */
export function product(name) {
  const found = PRODUCTS.map((d) => join(/** @type {string} */ (d), name)).find(existsSync);
  if (!found) throw new Error(`${name} is not in ${PRODUCTS.join(', ')}; set CONCENTRIC_PAGE`);
  return found;
}

export const catalogue = () => JSON.parse(readFileSync(product('games.json'), 'utf8'));
/** @returns {string[]} ids of the games that the engine has */
export const gameIds = () =>
  catalogue().families.flatMap((/** @type {any} */ f) =>
    f.games.map((/** @type {any} */ g) => g.id),
  );

/** A file of the page, as fetch would bring it. @param {URL} url */
export const getFile = async (url) => new Response(readFileSync(url));

/** Every file of the page by its path from the root. @returns {string[]} */
export const pageFiles = () =>
  readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((e) => !e.isDirectory())
    .map((e) => join(e.parentPath ?? e.path, e.name).slice(WEB.length + 1));

/** The engine in this thread. A search runs in slices like in the worker. */
export class DirectEngine extends Calls {
  /** @param {(name: string, arg?: any) => any} direct */
  constructor(direct) {
    super();
    this.direct = direct;
    this.search = 0;
  }

  static async make() {
    return new DirectEngine(
      await start(new WebAssembly.Module(readFileSync(product('concentric.wasm')))),
    );
  }

  /** @param {string} name @param {string|number} [arg] @param {(t: any) => void} [progress] */
  async call(name, arg, progress) {
    if (name === 'stop') return void this.search++;
    if (name !== 'think' && name !== 'review') return this.direct(name, arg);
    this.direct(name, arg);
    const mine = ++this.search;
    for (let thought = null; ; ) {
      try {
        thought = this.direct('think_on', 10);
      } catch (error) {
        // something in between has ended it
        if (!thought) throw error;
        return { ...thought, stopped: true };
      }
      if (thought.done || mine !== this.search) return thought;
      progress?.(thought);
      await new Promise((resolve) => setImmediate(resolve));
      if (mine !== this.search) return { ...thought, stopped: true };
    }
  }
}

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.md': 'text/markdown; charset=utf-8',
});
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** Serves the page like the program does, or like a host that knows nothing but types.
 * @param {{plain?: boolean, dir?: string}} [how] dir: what `concentric page` wrote
 * @returns {Promise<{url: string, seen: Map<string, number>, spoiled: Map<string, 'broken'|'slow'>, pack: Uint8Array, drop: () => void, close: () => void}>}
 *   drop: ends the connections; seen: compressed bytes by path; spoiled: paths that answer with an error, or never */
export function serve({ plain = false, dir = '' } = {}) {
  const seen = new Map(),
    spoiled = new Map(),
    headers = plain ? {} : HEADERS;
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname))
      .slice(1)
      .replace(/^t\/\w+$/, 't/')
      .replace(/(^|\/)$/, '$1index.html');
    const file = dir
      ? join(dir, path)
      : /\.(pack|gz|png)$/.test(path) ||
          [
            'concentric.wasm',
            'concentric-plain.wasm',
            'concentric-threads.wasm',
            'extra.wasm',
            'review.wasm',
            'values.wasm',
            'games.json',
          ].includes(path)
        ? product(path)
        : join(WEB, path);
    if (spoiled.get(path) === 'slow') return;
    if (path === 'api/v1/solved' && !plain && !spoiled.has(path)) {
      response
        .writeHead(200, { ...headers, 'content-type': 'application/json' })
        .end('{"ok":true,"variants":["six"]}');
      return;
    }
    if (path.includes('..') || !existsSync(file) || spoiled.has(path)) {
      response.writeHead(spoiled.has(path) ? 500 : 404, headers).end();
      return;
    }
    const bytes = readFileSync(file),
      gzip = gzipSync(bytes, { level: 9 });
    seen.set(path, gzip.length);
    response
      .writeHead(200, {
        ...headers,
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
      })
      .end(gzip);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        url: `http://127.0.0.1:${address.port}/`,
        seen,
        spoiled,
        pack: readFileSync(product('six.pack')),
        drop: () => server.closeAllConnections(),
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    }),
  );
}

/** The program as a server, with tables of its own. @param {...string} how further words of the command
 * @returns {Promise<{url: string, close: () => void, program: import('node:child_process').ChildProcess}>} */
export async function serveProgram(...how) {
  const folder = mkdtempSync(join(tmpdir(), 'concentric-'));
  const program = spawn(product('concentric'), ['serve', '--port', '0', '--data', folder, ...how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(program.stdout, 'data'),
    url = /http:\S+/.exec(String(line))?.[0] ?? '';
  return {
    url,
    program,
    close: () => {
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How many bytes the program itself sends for these paths. @param {Iterable<string>} paths @returns {Promise<number>} */
export async function programBytes(paths) {
  const { url, close } = await serveProgram();
  try {
    let sum = 0;
    const [index] = await once(get(String(url)), 'response');
    let html = '';
    for await (const part of index) html += part;
    const build = /a\/[0-9a-f]+\//.exec(html)?.[0] ?? ''; // where the program has all files but documents
    for (const path of paths) {
      const place = /(^|\.html|\.webmanifest|sw\.js)$/.test(path) ? path : build + path;
      const [response] = await once(
        get(new URL(place, url), { headers: { 'accept-encoding': 'gzip' } }),
        'response',
      );
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
      for await (const bytes of response) sum += bytes.length;
    }
    return sum;
  } finally {
    close();
  }
}

/** What the program says of a position and of its moves, the best first.
 * @param {string} position @param {string} [variant] @param {string} [db] a directory of databases */
export function queried(position, variant = 'six', db = '') {
  const lines = execFileSync(
    product('concentric'),
    ['query', variant, '--position', position, ...(db ? ['--db', db] : [])],
    { encoding: 'utf8' },
  )
    .trim()
    .split('\n');
  const [first, ...moves] = lines.map((line) => {
    const [, move, value, plies, traps] =
      /^(\S+) (win|draw|loss)(?: (\d+))?(?: traps (\S+))?$/.exec(line) ?? [];
    return { move, value, plies: Number(plies ?? -1), traps };
  });
  return { value: first.value, plies: first.plies, moves };
}

/** Solves variants into a folder of their own, which the caller takes away. @param {...string} variants @returns {string} */
export function solveInto(...variants) {
  const folder = mkdtempSync(join(tmpdir(), 'concentric-db-'));
  for (const variant of variants) solve(folder, variant);
  return folder;
}
/** @param {string} folder @param {string} variant @param {...string} how further words of the command */
export const solve = (folder, variant, ...how) =>
  execFileSync(product('concentric'), ['solve', variant, '--out', join(folder, variant), ...how], {
    stdio: 'ignore',
  });

/** Serves a folder as plain hosts do, with parts of files. `spoil` may change what is sent.
 * @param {string} folder @param {{whole?: boolean, spoil?: (path: string, bytes: Buffer) => Buffer}} [how] whole: it knows no ranges
 * @returns {Promise<{url: string, asked: string[], close: () => void}>} asked: 'PATH RANGE' */
export function serveFolder(folder, { whole = false, spoil = (_, bytes) => bytes } = {}) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const path = normalize(
        decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname),
      ).slice(1),
      file = join(folder, path);
    const range = whole ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    asked.push(`${path} ${range ? `${range[1]}-${range[2]}` : ''}`.trim());
    if (path.includes('..') || !existsSync(file) || statSync(file).isDirectory())
      return void response.writeHead(404, { 'content-type': 'text/html' }).end('no');
    const { size } = statSync(file),
      from = Number(range?.[1] ?? 0),
      to = Math.min(size, Number(range?.[2] ?? size) + 1),
      part = Buffer.alloc(Math.max(0, to - from));
    if (range && from >= size) return void response.writeHead(416).end();
    const open = openSync(file, 'r');
    readSync(open, part, 0, part.length, from);
    closeSync(open);
    response
      .writeHead(range ? 206 : 200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        ...(range && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
      })
      .end(spoil(path, part));
  });
  server.keepAliveTimeout = 0; // a test that computes for long still finds its connection open
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        url: `http://127.0.0.1:${address.port}/`,
        asked,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    }),
  );
}

/** @param {Uint8Array} bytes */
export const brotliSize = (bytes) => brotliCompressSync(bytes).length;

const SHELL = '/usr/bin/chromium-headless-shell';
/** Chromium for the page's tests: without a window of its own it needs two thirds of the time. */
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');
