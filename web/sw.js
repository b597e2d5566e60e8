// SPDX-License-Identifier: MIT
// Offline after the first visit. A build is one cache, filled whole or not at all: only then does it take over from the
// one before, so that a file that is slow or broken costs nobody the page that works. From then on documents and files
// come from that cache; a newer build is looked for at every visit and seen at the next. Files of the build before
// are kept for tabs that are still open. What a server answers (api/) and parts of databases (solved/) are never kept. A test compares the list with the folder.
// Games over the network are nothing without their server: online.js, friends*.js, club*.js and class*.js are kept when they are used, and so
// are the sets of puzzles and the books of openings.
// Of the three engines the one that the page uses here is kept, EXTRA, which reads games from elsewhere and makes films, and REVIEW, which judges games.
const BUILD = ''; // tools/embed.c writes the folder here, such as 'a/0123456789abcdef/'
const SIMD = WebAssembly.validate(
  new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123]),
); // as in wasm.js
const ENGINE = !SIMD
  ? 'concentric-plain.wasm'
  : crossOriginIsolated
    ? 'concentric-threads.wasm'
    : 'concentric.wasm';
const EXTRA = 'extra.wasm',
  REVIEW = 'review.wasm';
const CACHE = `concentric-4-${BUILD}`,
  PATIENCE_MS = 2500;
const FILES = [
  ENGINE,
  EXTRA,
  REVIEW,
  './',
  'about-words.js',
  'about.js',
  'analysis-tools.js',
  'analysis-words.js',
  'analysis.css',
  'analysis.js',
  'app.js',
  'banner.css',
  'banner.js',
  'bench.html',
  'bench.js',
  'board.css',
  'board.js',
  'borrow.js',
  'bring.js',
  'dialogs.js',
  'dom.js',
  'drill-book.js',
  'drill-play.js',
  'drill-sets.js',
  'drill-view.js',
  'drills-words.js',
  'drills.css',
  'drills.js',
  'drills/nine.txt',
  'drills/six.txt',
  'early.js',
  'edit-words.js',
  'edit.css',
  'edit.js',
  'en.js',
  'end.js',
  'endings.js',
  'engine.js',
  'expert.js',
  'explorer-book.js',
  'explorer-own.js',
  'explorer-table.js',
  'explorer-words.js',
  'explorer.css',
  'explorer.js',
  'faces.js',
  'game-graph.js',
  'games-db.js',
  'games.json',
  'geometry.js',
  'graph-words.js',
  'graph.css',
  'graph.js',
  'ground.js',
  'guide/morelli.js',
  'guide/mur.js',
  'guide/nine.js',
  'guide/six.js',
  'guide/stacking.js',
  'guide/twelve.js',
  'helper.js',
  'home-board.js',
  'home-scenes.js',
  'home-words.js',
  'home.css',
  'home.js',
  'i18n.js',
  'icon.svg',
  'input.js',
  'ja.js',
  'judge.js',
  'keep.js',
  'learn-words.js',
  'learn.js',
  'legend-words.js',
  'legend.js',
  'lesson-view.js',
  'lessons.css',
  'lessons.js',
  'lessons/index.js',
  'lessons/morelli.json',
  'lessons/mur.json',
  'lessons/nine.json',
  'lessons/six.json',
  'lessons/stacking.json',
  'lessons/twelve.json',
  'lines-words.js',
  'lines.css',
  'lines.js',
  'link.js',
  'look-words.js',
  'look.js',
  'manifest.webmanifest',
  'mark.js',
  'markdown.js',
  'marks.js',
  'motion.js',
  'movelist.js',
  'mygames-words.js',
  'mygames.css',
  'mygames.js',
  'nets.js',
  'newgame.css',
  'newgame.js',
  'opening-book.js',
  'paints.js',
  'panel.js',
  'people.js',
  'perfect.js',
  'pictures.js',
  'pieces.js',
  'pointers.js',
  'position-text.js',
  'print-words.js',
  'print.css',
  'print.js',
  'puzzle-book.js',
  'puzzle-modes.js',
  'puzzle-play.js',
  'puzzle-sets.js',
  'puzzle-view.js',
  'puzzles-words.js',
  'puzzles.css',
  'puzzles.js',
  'records.js',
  'review-words.js',
  'review.css',
  'review.js',
  'rules-words.js',
  'rules.html',
  'rules.js',
  'rules/figures/morelli-adjacent.svg',
  'rules/figures/morelli-capture-after.svg',
  'rules/figures/morelli-capture-before.svg',
  'rules/figures/morelli-facing.svg',
  'rules/figures/morelli-frames.svg',
  'rules/figures/morelli-reach.svg',
  'rules/figures/morelli-start-safe.svg',
  'rules/figures/morelli-start.svg',
  'rules/figures/morelli-throne-after.svg',
  'rules/figures/morelli-throne-before.svg',
  'rules/figures/mur-back.svg',
  'rules/figures/mur-board.svg',
  'rules/figures/mur-bounce.svg',
  'rules/figures/mur-chain.svg',
  'rules/figures/mur-eye.svg',
  'rules/figures/mur-knock.svg',
  'rules/figures/mur-kraken.svg',
  'rules/figures/mur-move.svg',
  'rules/figures/mur-next.svg',
  'rules/figures/mur-next2.svg',
  'rules/figures/mur-ranks.svg',
  'rules/figures/mur-trapped.svg',
  'rules/morelli.ja.md',
  'rules/morelli.md',
  'rules/morris.ja.md',
  'rules/morris.md',
  'rules/mur.ja.md',
  'rules/mur.md',
  'share.js',
  'sheet-fields.js',
  'sheet-words.js',
  'sheet.css',
  'sound.js',
  'state.js',
  'store.js',
  'study.js',
  'style.css',
  'swap.js',
  'table-words.js',
  'teacher.js',
  'text.css',
  'themes.js',
  'tree-link.js',
  'tree-model.js',
  'tree-view.js',
  'values-files.js',
  'values-shown.js',
  'values-words.js',
  'values.js',
  'views.js',
  'wasm.js',
  'watch-words.js',
  'watch.js',
  'worker.js',
];

/** @param {string} file */
const isDocument = (file) =>
  file.endsWith('/') || file.endsWith('.html') || file.endsWith('.webmanifest');
const KEPT = [
  ...FILES.map((file) => (isDocument(file) ? file : BUILD + file)),
  ...(BUILD ? ['t/'] : []),
];

/** The sets of puzzles that were used under other builds come along, if they come soon. @param {Cache} cache */
async function bring(cache) {
  const used = new Set();
  for (const key of await caches.keys())
    for (const { url } of await (await caches.open(key)).keys())
      used.add(/puzzles\/[\w-]+\.txt$/.exec(url)?.[0]);
  used.delete(undefined);
  await Promise.all(
    [...used].map(async (set) => {
      const response = await fetch(BUILD + set, { signal: AbortSignal.timeout(4 * PATIENCE_MS) });
      if (response.ok) await cache.put(BUILD + set, response);
    }),
  );
}

/** Everything or nothing. Documents must be those that name the files of this build: a server may be in the middle of changing. */
async function fill() {
  const before = await caches.has(CACHE),
    cache = await caches.open(CACHE);
  try {
    await Promise.all(
      KEPT.map(async (file) => {
        const response = await fetch(file, { cache: isDocument(file) ? 'no-cache' : 'default' });
        if (!response.ok) throw new Error(`${file}: ${response.status}`);
        if (BUILD && isDocument(file) && !(await response.clone().text()).includes(BUILD))
          throw new Error(`${file} is of another build`);
        await cache.put(file, response);
      }),
    );
    await bring(cache).catch(() => {});
  } catch (error) {
    if (!before) await caches.delete(CACHE);
    throw error;
  }
}

addEventListener('install', (/** @type {any} */ event) => {
  // @ts-ignore: the worker's own scope
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys() // the oldest first
      .then((keys) =>
        Promise.all(
          keys
            .filter((k) => k !== CACHE)
            .slice(0, -1)
            .map((k) => caches.delete(k)),
        ),
      )
      // @ts-ignore: the worker's own scope
      .then(() => self.clients.claim()),
  );
});

const ROOT = new URL('./', location.href).pathname;

/** The name under which a document is kept: the pages of all tables are one. @param {Request} request */
function keptAs(request) {
  const { href, pathname } = new URL(request.url);
  if (pathname.startsWith(`${ROOT}t/`)) return `${ROOT}t/`;
  return pathname.endsWith('/index.html') ? './' : href;
}

/** @param {Request} request */
async function fetchAndKeep(request) {
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    void caches.open(CACHE).then((cache) => cache.put(keptAs(request), copy));
  }
  return response;
}

/** A file of a build never changes; a document is the one of this build; what is neither comes from the network.
 * @param {Request} request */
async function answerBuilt(request) {
  if (new URL(request.url).pathname.startsWith(`${ROOT}a/`))
    return (await caches.match(request)) ?? fetchAndKeep(request);
  const cache = await caches.open(CACHE),
    kept = await cache.match(keptAs(request), { ignoreSearch: true });
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    const front = request.mode === 'navigate' && (await cache.match('./'));
    if (front) return front;
    throw error;
  }
}

/** Without a build (the folder as it is written) nothing says what belongs together: the network while it answers quickly. @param {Request} request */
async function answerPlain(request) {
  const fresh = fetchAndKeep(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const first = await Promise.race([fresh.catch(() => null), late]);
  return (
    first ??
    (await (await caches.open(CACHE)).match(keptAs(request), { ignoreSearch: true })) ??
    fresh
  );
}

addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event,
    url = new URL(request.url);
  const path = url.pathname.slice(ROOT.length);
  const api = /^((api|solved|docs|feed|embed)\/|(sw\.js|oembed)$|t\/\w+\.)/.test(path);
  if (request.method === 'GET' && url.origin === location.origin && !api)
    event.respondWith((BUILD ? answerBuilt : answerPlain)(request));
});

// -- notifications: it is somebody's turn ---------------------------------------------------------------------------

/** Pages that are open, those at this table first. @param {string} table @returns {Promise<any[]>} */
async function pagesAt(table) {
  const pages = await /** @type {any} */ (globalThis).clients.matchAll({
    type: 'window',
    includeUncontrolled: true,
  });
  return pages.filter(
    (/** @type {any} */ page) => new URL(page.url).pathname === `${ROOT}t/${table}`,
  );
}

/** @param {{text?: unknown, table?: unknown}} message */
async function tellTurn({ text, table }) {
  const id = typeof table === 'string' && /^[1-9A-HJ-NP-Za-km-z]{8}$/.test(table) ? table : '';
  const pages = id ? await pagesAt(id) : [];
  if (pages.some((page) => page.visibilityState === 'visible')) return; // they see it
  await /** @type {any} */ (globalThis).registration.showNotification(
    typeof text === 'string' ? text.slice(0, 200) : 'Concentric',
    { tag: id || 'turn', icon: `${ROOT}${BUILD}icon.svg`, data: { table: id } },
  );
}

addEventListener('push', (/** @type {any} */ event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    /* a message all the same */
  }
  event.waitUntil(tellTurn(message));
});

addEventListener('notificationclick', (/** @type {any} */ event) => {
  const { table } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(
    (async () => {
      const [page] = table ? await pagesAt(table) : [];
      if (page) await page.focus();
      else
        await /** @type {any} */ (globalThis).clients.openWindow(
          table ? `${ROOT}t/${table}` : `${ROOT}#me`,
        );
    })(),
  );
});
