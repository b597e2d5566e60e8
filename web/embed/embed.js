// SPDX-License-Identifier: MIT
// One table in a frame of somebody else's page (docs/api.md, ADR 106). It only watches: no key, no storage, no engine. The
// server draws the positions; here are names, clocks, steps and the stream of events. Works in a sandboxed frame, too.

/** @typedef {{ id: string, state: string, seq: number, now: number, title: string, moves: string[], turn: number, left: [number, number]|null,
 *   running: boolean, result: string, ended: string|null, seats: { name: string, shade: string }[] }} Table */

const WORDS = {
  en: {
    open: 'Open the table',
    first: 'Start of the game',
    back: 'One move back',
    on: 'One move on',
    last: 'Latest move',
    lost: 'Connection lost. Trying again …',
    none: 'There is no such table.',
    waiting: 'Waiting for an opponent.',
    draw: 'Draw',
    won: '{0} won',
    aborted: 'Broken off.',
    start: 'Start of the game',
    after: 'Move {0}: {1}',
    white: 'White',
    black: 'Black',
    rules: '',
    repetition: 'third occurrence of a position',
    agreement: 'by agreement',
    resignation: 'by resignation',
    time: 'on time',
    forfeit: 'by forfeit',
    adjudicated: 'by decision',
  },
  ja: {
    open: '卓を開く',
    first: '開始局面',
    back: '一手戻る',
    on: '一手進む',
    last: '最新の手',
    lost: '接続が切れました。再接続しています…',
    none: 'その卓はありません。',
    waiting: '相手を待っています。',
    draw: '引き分け',
    won: '{0}の勝ち',
    aborted: '中断されました。',
    start: '開始局面',
    after: '{0}手目：{1}',
    white: '白',
    black: '黒',
    rules: '',
    repetition: '同一局面3回（千日手）',
    agreement: '合意',
    resignation: '投了',
    time: '時間切れ',
    forfeit: '反則・放棄',
    adjudicated: '裁定',
  },
};
const lang = navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
/** @type {Record<string, string>} */
const words = WORDS[lang];
const say = (/** @type {string} */ key, /** @type {(string|number)[]} */ ...args) =>
  words[key].replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)]));
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

const id = /\/embed\/t\/([1-9A-HJ-NP-Za-km-z]{8})$/.exec(location.pathname)?.[1] ?? '';
const here = new URL(`./${id}`, location.href).href,
  root = new URL('../../', location.href).href;

/** @type {Table|null} */
let table = null;
let ply = 0,
  heard = 0,
  lost = false;

/** A seat's name, or its colour. @param {number} seat */
const nameOf = (seat) => table?.seats[seat].name || say(table?.seats[seat].shade ?? 'white');

/** What there is to say about the game. */
function sentence() {
  if (!table) return '';
  if (lost) return say('lost');
  if (table.state === 'open') return say('waiting');
  if (table.state === 'aborted') return say('aborted');
  if (table.result !== 'none') {
    const head =
      table.result === 'draw'
        ? say('draw')
        : say('won', nameOf(table.result === 'p1win' ? winner(0) : winner(1)));
    const how = words[table.ended ?? 'rules'];
    return how ? `${head} (${how})` : head;
  }
  return ply ? say('after', ply, table.moves[ply - 1]) : say('start');
}

/** The seat that plays a side: sides may change from game to game. @param {number} side */
const winner = (side) =>
  table?.seats.findIndex((/** @type {any} */ seat) => seat.side === side) ?? side;

/** @param {number} ms */
function clockText(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000)),
    pad = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (s >= 86400) return `${Math.floor(s / 86400)}d ${pad(Math.floor(s / 3600) % 24)}h`;
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`
    : `${Math.floor(s / 60)}:${pad(s % 60)}`;
}

function drawClocks() {
  for (let seat = 0; table && seat < 2; seat++) {
    const clock = byId(`seat-${seat}`).querySelector('.clock'),
      runs = table.running && table.turn === seat && table.state === 'running';
    const left = table.left?.[seat];
    clock.textContent =
      left === undefined ? '' : clockText(left - (runs ? performance.now() - heard : 0));
    clock.classList.toggle('runs', runs);
  }
}

/** The picture changes when the next one is there. */
function drawBoard() {
  if (!table) return;
  const picture = byId('picture'),
    src = `${root}t/${id}.svg?ply=${ply}&v=${table.seq}`;
  if (picture.dataset.wanted === src) return;
  picture.dataset.wanted = src;
  const next = new Image();
  next.src = src;
  next
    .decode()
    .then(() => {
      if (picture.dataset.wanted !== src) return;
      picture.src = src;
      picture.hidden = false;
    })
    .catch(() => {});
}

function draw() {
  if (!table) return;
  document.title = byId('title').textContent = table.title;
  for (let seat = 0; seat < 2; seat++) {
    const row = byId(`seat-${seat}`);
    row.querySelector('.name').textContent = nameOf(seat);
    row.querySelector('.man').className = `man ${table.seats[seat].shade}`;
    row.classList.toggle('turn', table.state === 'running' && table.turn === seat);
  }
  byId('said').textContent = sentence();
  byId('ply').textContent = `${ply} / ${table.moves.length}`;
  byId('picture').alt =
    `${table.title}. ${ply ? say('after', ply, table.moves[ply - 1]) : say('start')}`;
  byId('first').disabled = byId('back').disabled = ply === 0;
  byId('on').disabled = byId('last').disabled = ply >= table.moves.length;
  drawClocks();
  drawBoard();
}

/** @param {number} to */
function go(to) {
  if (!table) return;
  ply = Math.max(0, Math.min(table.moves.length, to));
  draw();
}

/** The table as it stands. Who looks at the last move goes on doing so. */
async function load() {
  const response = await fetch(`${here}/table`, {
    cache: 'no-store',
    headers: { 'Accept-Language': lang },
  });
  if (response.status === 404) {
    byId('said').textContent = say('none');
    return false;
  }
  if (!response.ok) throw new Error(String(response.status));
  const atEnd = !table || ply >= table.moves.length;
  table = /** @type {Table} */ (await response.json());
  heard = performance.now();
  lost = false;
  go(atEnd ? table.moves.length : ply);
  return true;
}

/** One event: a move is added, what else happens is asked for. False if something was missed. @param {any} event */
function take(event) {
  if (!table || event.seq <= table.seq) return true;
  if (event.seq !== table.seq + 1 || event.turn === undefined) return false;
  if (
    !['move', 'quiet', 'react', 'here', 'away', 'offer', 'more', 'shift', 'name'].includes(
      event.kind,
    ) ||
    event.kind === 'name'
  )
    return false;
  const atEnd = ply >= table.moves.length;
  if (event.kind === 'move') {
    if (event.ply !== table.moves.length + 1) return false;
    table.moves.push(event.m);
  }
  Object.assign(table, {
    seq: event.seq,
    left: event.left,
    turn: event.turn,
    state: event.state,
    result: event.result,
    ended: event.ended,
    running: event.left !== null && event.state === 'running' && !event.paused,
  });
  heard = performance.now();
  go(atEnd ? table.moves.length : ply);
  return true;
}

/** Reads events until the stream ends or something is missing. */
async function listen() {
  const response = await fetch(`${here}/events?since=${table?.seq ?? 0}`, { cache: 'no-store' });
  if (!response.ok || !response.body) throw new Error(String(response.status));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      if (line && !take(JSON.parse(line))) return void reader.cancel().catch(() => {});
  }
}

const wait = (/** @type {number} */ ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function follow() {
  for (let failures = 0; ; ) {
    try {
      if (!(await load())) return;
      failures = 0;
      if (table?.state === 'ended' || table?.state === 'aborted') return;
      await listen();
      await wait(50);
    } catch {
      lost = ++failures > 1;
      draw();
      await wait(Math.min(30000, 500 * 2 ** failures) * (0.5 + Math.random()));
    }
  }
}

document.documentElement.lang = lang;
for (const name of ['first', 'back', 'on', 'last']) {
  byId(name).title = say(name);
  byId(name).setAttribute('aria-label', say(name));
}
byId('first').addEventListener('click', () => go(0));
byId('back').addEventListener('click', () => go(ply - 1));
byId('on').addEventListener('click', () => go(ply + 1));
byId('last').addEventListener('click', () => go(Infinity));
document.addEventListener('keydown', (event) => {
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: Infinity }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(to);
});
byId('open').textContent = say('open');
byId('open').href = `${root}t/${id}`;
setInterval(drawClocks, 500);
void follow();
