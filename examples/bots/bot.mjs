#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// A perfect player of six men's morris with nothing but Node: it asks the server what is solved.  bot.mjs SERVER
// such as  bot.mjs http://127.0.0.1:8080.  Its key is kept in bot-js.key. See docs/bots.md.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const server = process.argv[2];
if (!existsSync('bot-js.key')) writeFileSync('bot-js.key', randomBytes(32).toString('base64url'), { mode: 0o600 }); // who we are
const key = readFileSync('bot-js.key', 'utf8').trim();
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** GET, or POST with a body. What the server says, whatever the status; null while it is away. */
async function call(path, body) {
  try {
    const response = await fetch(`${server}/api/v1${path}`, { method: body ? 'POST' : 'GET', headers: { Authorization: `Bearer ${key}` },
      body: body && JSON.stringify(body), signal: AbortSignal.timeout(10000) });
    return await response.json();
  } catch {
    return null;
  }
}

/** The server's database knows every position of six; its first move is a best one. */
async function move(table) {
  const { moves } = await call(`/solved/${table.game}?position=${encodeURIComponent(table.position)}`) ?? {};
  return moves?.[0].move;
}

/** Plays at one table until the game is over, by its events. A line that breaks is opened again. */
async function play(id) {
  for (;;) {
    const table = await call(`/tables/${id}`);
    if (table?.ok && ['ended', 'aborted'].includes(table.state)) return;
    if (table?.state === 'running' && table.turn === table.you) {
      const best = await move(table);
      if (best) await call(`/tables/${id}/do`, { cmd: `m${table.seq}`, on: table.seq, do: 'move', move: best });
    } else if (table?.ok) { // the next event
      const stream = await fetch(`${server}/api/v1/tables/${id}/events?since=${table.seq}`, { headers: { Authorization: `Bearer ${key}` } }).catch(() => null);
      try { for await (const bytes of stream?.body ?? []) if (bytes.includes(123)) break; } catch { /* lost */ }
    }
    if (!table) await wait(1000);
  }
}

const playing = new Set();
for (;; await wait(1000)) {
  await call('/me', { name: 'JavaScript', bot: true });
  for (const { id, game, rated, player } of (await call('/lobby'))?.tables ?? [])
    if (game === 'six' && !rated && !player?.bot) await call(`/tables/${id}/join`, {});
  for (const { id, state } of (await call('/me/tables'))?.tables ?? [])
    if (state === 'running' && !playing.has(id) && playing.add(id)) play(id).finally(() => playing.delete(id));
}
