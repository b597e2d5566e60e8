// SPDX-License-Identifier: MIT
// The club without a page: what the lobby tells, merged; speeds and pools of ratings; who is drawn how.

/**
 * @typedef {{id: string, name?: string, rating?: number|null, deviation?: number|null, provisional?: boolean, bot?: boolean}} Player
 * @typedef {{id: string, game: string, clock: string, side: string, name: string, rated: boolean, made: number, player: Player|null, range: number[]|null}} Challenge
 * @typedef {Challenge & {gone: number}} Row gone: since when it is not there any more, 0 while it is
 * @typedef {{tables?: Challenge[], add?: Challenge[], gone?: string[], here?: number, playing?: number}} Told
 */

/** The list after a message: what is there keeps its place, what is new comes last, and what has gone stays for a while as
 * such, so that nothing moves under a finger. @param {Row[]} rows @param {Told} told @param {number} now @returns {Row[]} */
export function mergeLobby(rows, { tables, add = [], gone = [] }, now) {
  const fresh = new Map((tables ?? add).map((table) => [table.id, table]));
  const left = new Set(tables ? rows.map((row) => row.id).filter((id) => !fresh.has(id)) : gone);
  const kept = rows.map((row) => {
    const table = fresh.get(row.id);
    fresh.delete(row.id);
    return table
      ? { ...table, gone: 0 }
      : left.has(row.id) && !row.gone
        ? { ...row, gone: now }
        : row;
  });
  return [...kept, ...[...fresh.values()].map((table) => ({ ...table, gone: 0 }))];
}

/** Without those that went long ago. @param {Row[]} rows @param {number} before */
export const sweep = (rows, before) => rows.filter(({ gone }) => !gone || gone > before);

const MOVES = 40,
  BLITZ = 600,
  RAPID = 3600; // as the server counts: seconds of one side for so many moves

/** 'blitz', 'rapid', 'classical', 'days', or '' without a clock. @param {string} clock */
export function speedOf(clock) {
  if (/^\d+d(\+\d+d)?$/.test(clock)) return 'days';
  const [, base, more] = /^(\d+)[+d](\d+)$/.exec(clock) ?? [];
  if (base === undefined) return '';
  const seconds = Number(base) + MOVES * Number(more);
  return seconds < BLITZ ? 'blitz' : seconds < RAPID ? 'rapid' : 'classical';
}

/** Which rating a game counts for, '' for none. @param {string} family @param {string} clock */
export function poolOf(family, clock) {
  const speed = speedOf(clock);
  return speed && family ? `${family}-${speed}` : '';
}

/** @param {string} pool @returns {{family: string, speed: string, bot: boolean}} */
export function readPool(pool) {
  const [, bot, family, speed] = /^(bot-)?(.+)-(blitz|rapid|classical|days)$/.exec(pool) ?? [];
  return { family: family ?? pool, speed: speed ?? '', bot: !!bot };
}

/** @param {number[]|null} range @param {number} rating */
export const fits = (range, rating) => !range || (rating >= range[0] && rating <= range[1]);

/** A range around one's own rating. @param {number} rating @param {number} width 0: anybody @returns {number[]|null} */
export const rangeAround = (rating, width) =>
  width ? [Math.round(rating) - width, Math.round(rating) + width] : null;

/** What a picture is drawn from: ids tell small letters from large ones, names do not. @param {string} id */
export const emblemOf = (id) => id.replace(/[A-Z]/g, (letter) => `^${letter}`);

/** The tables of a tournament at which somebody plays now; in simultaneous games these are many.
 * @param {{games?: {table: string|null, players: (string|null)[], result: string}[]}} tournament @param {string} id @returns {string[]} */
export const tablesOf = ({ games = [] }, id) =>
  games.flatMap(({ table, players, result }) =>
    table && result === 'none' && players.includes(id) ? [table] : [],
  );

/** What is left of a time, in its two largest units. @param {number} ms @returns {{days: number, hours: number, minutes: number, seconds: number}} */
export function parts(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return {
    days: Math.floor(s / 86400),
    hours: Math.floor(s / 3600) % 24,
    minutes: Math.floor(s / 60) % 60,
    seconds: s % 60,
  };
}
