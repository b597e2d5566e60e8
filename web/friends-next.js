// SPDX-License-Identifier: MIT
// Between two games of a tournament: whoever looks at a game of theirs that is over is told of the next one by a sound,
// the title and a bar that counts down, and is taken there; its clock runs already. Loaded at tables of tournaments.
import { byId, h } from './dom.js';
import { t } from './i18n.js';
import { tablesOf } from './club-model.js';

const COUNT = 5, // seconds until the next game opens by itself
  SENT = 'concentric.sent';

/** Was somebody led to this table before? From then on they were. @param {string} table */
export function sent(table) {
  try {
    const list = JSON.parse(sessionStorage.getItem(SENT) ?? '[]');
    if (list.includes(table)) return true;
    sessionStorage.setItem(SENT, JSON.stringify([...list, table].slice(-50)));
    return false;
  } catch {
    return true; // the button is there
  }
}

/** The game to which somebody at this table is to go, or null. Who plays against everybody goes by the tournament's
 * page: there all boards are. @param {any} told the tournament @param {string} me @param {string} here the table that is shown */
export function nextGame(told, me, here) {
  if (told.state !== 'running' || (told.kind === 'simul' && told.by.id === me)) return null;
  const table = tablesOf(told, me).find((id) => id !== here);
  if (!table) return null;
  const { players } = told.games.find((/** @type {any} */ game) => game.table === table),
    other = players.find((/** @type {string|null} */ id) => id !== me);
  return {
    table,
    name: told.standings.find((/** @type {any} */ line) => line.id === other)?.name ?? '',
  };
}

export class Next {
  /** @param {import('./friends.js').Friends} friends @param {string} id of the tournament @param {(sound: string) => void} hear */
  constructor(friends, id, hear) {
    this.friends = friends;
    this.id = id;
    this.hear = hear;
    /** @type {any} */
    this.told = null;
    this.table = ''; // to which the bar leads
    this.left = 0; // seconds; 0: it waits to be asked
    /** @type {any} */
    this.timer = null;
    this.name = friends.line.follow(
      { t: 'tournament', id },
      `/tournaments/${id}/events`,
      (told) => {
        this.told = told;
        this.look();
      },
    );
  }

  /** The tournament or the table has changed. */
  look() {
    const { table } = this.friends,
      me = table && table.you !== null ? table.seats[table.you].player?.id : null,
      over = table?.state === 'ended' || table?.state === 'aborted',
      next = this.told && me && over ? nextGame(this.told, me, table.id) : null;
    if (!next) return this.#hide();
    if (next.table === this.table) return;
    this.#hide();
    this.table = next.table;
    // Who has come back on purpose to what is over is not taken away twice.
    this.left = sent(next.table) ? 0 : COUNT;
    const text = t('online.nextOpens', next.name || t('online.somebody'));
    this.count = h('b', { 'aria-hidden': 'true' });
    document.body.append(
      h(
        'section',
        { id: 'tour-next', role: 'alert' },
        h('span', {}, text),
        this.count,
        h(
          'button',
          { id: 'tour-next-go', class: 'main', onclick: () => this.#go() },
          t('online.goNow'),
        ),
      ),
    );
    this.hear('your-turn');
    this.timer = setInterval(() => this.#tick(), 1000);
    this.#draw(text);
    this.text = text;
  }

  #tick() {
    if (this.left && !--this.left) return this.#go();
    this.#draw(this.text ?? '');
  }

  /** @param {string} text */
  #draw(text) {
    if (this.count) this.count.textContent = this.left ? String(this.left) : '';
    document.title = `● ${this.left ? `${this.left} · ` : ''}${text}`; // also for who looks at something else
  }

  #go() {
    const { table } = this;
    this.#hide();
    location.assign(`${this.friends.root}t/${table}`);
  }

  #hide() {
    clearInterval(this.timer);
    this.table = '';
    byId('tour-next')?.remove();
  }

  close() {
    this.#hide();
    this.friends.line.unfollow(this.name);
  }
}
