// SPDX-License-Identifier: MIT
// What this browser holds for games over the network: the keys of its seats, and the device key, which is the player.
// Nobody needs a device key to play a friend; it is made when somebody first wants to be known: in the lobby, in a tournament.

const MINE = 'concentric.tables',
  NAME = 'concentric.name',
  DEVICE = 'concentric.device',
  MINE_MAX = 100;
const KEY_BYTES = 32,
  KEY = /^[A-Za-z0-9_-]{43}$/;

/** The seats that this browser holds: [{id, key, game, at}]. @returns {{id: string, key: string, game: string, at: number, invite?: string, over?: boolean}[]} */
export function mySeats() {
  try {
    const list = JSON.parse(localStorage.getItem(MINE) ?? '[]');
    return Array.isArray(list)
      ? list.filter((s) => typeof s?.id === 'string' && typeof s.key === 'string')
      : [];
  } catch {
    return [];
  }
}

/** @param {string} id @param {string} key @param {string} game @param {string} [invite] for who comes back before the friend does */
export function keepSeat(id, key, game, invite) {
  try {
    const list = [
      { id, key, game, at: Date.now(), ...(invite ? { invite } : {}) },
      ...mySeats().filter((s) => s.id !== id),
    ].slice(0, MINE_MAX);
    localStorage.setItem(MINE, JSON.stringify(list));
  } catch {
    /* the link in the address still holds the seat */
  }
}

/** The game there is over: the front page does not lead to it any more, but the seat stays. @param {string} id */
export function closeSeat(id) {
  const list = mySeats(),
    seat = list.find((s) => s.id === id);
  if (!seat || seat.over) return;
  seat.over = true;
  try {
    localStorage.setItem(MINE, JSON.stringify(list));
  } catch {
    /* nothing is kept */
  }
}

/** @param {string} id */
export function dropSeat(id) {
  try {
    localStorage.setItem(MINE, JSON.stringify(mySeats().filter((s) => s.id !== id)));
  } catch {
    /* nothing is kept */
  }
}

/** What somebody here was last called. */
export function lastName() {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    /* asked for again next time */
  }
}

/** Where nothing can be kept, the key lasts as long as the page. */
let passing = '';

/** The device key, '' if there is none yet. */
export function deviceKey() {
  try {
    const key = localStorage.getItem(DEVICE) ?? '';
    return KEY.test(key) ? key : passing;
  } catch {
    return passing;
  }
}

/** 256 random bits as text. @param {Uint8Array} [bytes] */
export const newKey = (bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The device key, made now if there is none. */
export function needDevice() {
  const known = deviceKey();
  if (known) return known;
  passing = newKey();
  try {
    localStorage.setItem(DEVICE, passing);
  } catch {
    /* it lasts as long as the page */
  }
  return passing;
}

/** The player is deleted, or this device is no longer theirs. */
export function forgetDevice() {
  passing = '';
  try {
    localStorage.removeItem(DEVICE);
  } catch {
    /* there was none */
  }
}
