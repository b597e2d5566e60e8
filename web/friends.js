// SPDX-License-Identifier: MIT
// A game with somebody over the network, on the page: the table's state is the server's, the board is the same
// one as always, mirrored from the server's events. Loaded when it is first needed. What is said and asked beside
// the board is in friends-panel.js, the words in friends-words.js.
import { emblemOf } from './club-model.js';
import { ask } from './dialogs.js';
import { loadCss } from './dom.js';
import { addWords, language, t } from './i18n.js';
import { Connection, Refused, call, noServer } from './online.js';
import { renderCard } from './friends-card.js';
import { Confirm } from './friends-confirm.js';
import { renderFriends, vacationText } from './friends-panel.js';
import { closeSeat, deviceKey, keepName, keepSeat, lastName, mySeats } from './friends-seats.js';
import { EN, JA } from './friends-words.js';

addWords(EN, JA);

/**
 * @typedef {{name: string, here: boolean, kind: string, side: number, away: number|null, vacation?: number, player?: import('./club-model.js').Player|null}} Seat vacation: until when, or 0
 * @typedef {{id: string, game: string, state: string, seq: number, now: number, start: string, moves: string[], turn: number,
 *   seats: Seat[], left: number[]|null, running: boolean, paused: boolean, offers: {what: string, seat: number}[], result: string,
 *   ended: string|null, picked: boolean[], ask: {text: string, choices: string[]}|null, series: any, next: string|null, you: number|null,
 *   clock: string, takeback: string, help: boolean, rated: boolean, short?: number, match: boolean, position: string, tournament?: string|null, plan?: string[]}} Table
 */

const LOST_MS = 1200; // shorter breaks are nobody's business
const RATED_MS = [700, 2000, 5000]; // after the end of a rated game: what it did to the rating is asked for
const BACK_MS = 4000; // how long it is said that the connection is back

/** The secret behind # of an address: s a seat, j an invitation. @param {string} hash */
function secrets(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  return { seat: parts.get('s') ?? '', invite: parts.get('j') ?? '' };
}

/** The table that an address names, or ''. @param {string} path */
export const tableOf = (path) => /\/t\/([1-9A-HJ-NP-Za-km-z]{8})$/.exec(path)?.[1] ?? '';

export class Friends {
  /** @param {import('./state.js').Session} session @param {{report: (error: unknown) => void, left: () => void, root: string, settings: {confirm: string},
   *   sketch: () => Promise<import('./engine.js').Calls>, hear: (sound: string) => void}} page root: the page's own folder */
  constructor(session, { report, left, root, settings, sketch, hear }) {
    this.session = session;
    this.report = report;
    this.onLeft = left;
    this.root = root;
    this.sketch = sketch;
    this.hear = hear;
    /** The next game of a tournament. @type {import('./friends-next.js').Next|null} */
    this.next = null;
    this.base = new URL(root).origin;
    /** @type {Table|null} */
    this.table = null;
    this.id = '';
    this.key = '';
    this.invite = '';
    /** Why the table cannot be shown, if so. */
    this.trouble = '';
    this.told = 0; // for which moment of the server's the clocks were told
    this.asked = false; // the secret pick is being asked for
    /** One's rating when the table was first seen, and whether what the game did to it was told. */
    this.before = 0;
    this.toldRating = false;
    /** Lines for the other's moves, where there are days for them. @type {import('./friends-plan.js').Plans|null} */
    this.plans = null;
    /** @type {Promise<any>} one message after the other */
    this.queue = Promise.resolve();
    /** Is the connection gone, for longer than a moment? */
    this.lost = false;
    this.was = false; // connected before
    this.back = 0; // until when it is said that it is back
    /** @type {any} */
    this.timer = null;
    /** @type {any} a second hand, while somebody is away */
    this.hand = null;
    this.showsDevice = false;
    this.confirm = new Confirm(this, settings);
    this.seen = () => {
      if (!document.hidden) this.session.notify();
    };
    document.addEventListener('visibilitychange', this.seen);
    this.line = new Connection(this.base, {
      lang: language(),
      device: deviceKey,
      changed: () => this.#changed(),
    });
  }

  // -- coming and going --------------------------------------------------------------------------

  /** A new table; its maker sits down. @param {Record<string, any>} setup as docs/api.md has it */
  async make(setup) {
    const made = await call(this.base, 'POST', '/tables', setup, deviceKey(), {
      lang: language(),
    }).catch((error) => {
      this.session.remote = null;
      // A static host answers with a page, or not at all.
      throw error instanceof Refused && error.why !== 'no-server' ? error : noServer(error);
    });
    this.invite = made.invite;
    keepSeat(made.id, made.key, setup.game, made.invite);
    this.#go(made.id, `#s=${made.key}`);
    await this.open(made.id, made.key);
  }

  /** The table of an address, with what it holds behind #. @param {string} id @param {string} hash */
  async enter(id, hash) {
    const { seat, invite } = secrets(hash),
      mine = mySeats().find((s) => s.id === id);
    this.invite = invite || (typeof mine?.invite === 'string' ? mine.invite : '');
    await this.open(id, seat || mine?.key || deviceKey()); // who sits here by their device, and comes by another one
  }

  /** @param {string} id @param {string} key */
  async open(id, key) {
    this.line.unwatch(this.id);
    Object.assign(this, {
      id,
      key,
      table: null,
      trouble: '',
      asked: false,
      before: 0,
      toldRating: false,
      plans: null,
    });
    this.session.remote = this;
    await loadCss('friends.css');
    this.line.watch(
      id,
      key,
      (message) => this.#queue(() => this.#take(message)),
      (why, text) => {
        this.trouble = text || t('online.gone');
        this.render();
      },
    );
    await this.#reload();
  }

  /** Sits down at the table that is shown. @param {string} name */
  async join(name) {
    const { key } = await call(
      this.base,
      'POST',
      `/tables/${this.id}/join`,
      { name, ...(this.invite ? { invite: this.invite } : {}) },
      deviceKey(),
      { lang: language() },
    );
    keepSeat(this.id, key, this.table?.game ?? '');
    keepName(name);
    this.invite = '';
    this.#go(this.id, `#s=${key}`);
    await this.open(this.id, key);
  }

  /** Back to the page without a server. */
  leave() {
    this.next?.close();
    this.next = null;
    this.line.close();
    clearTimeout(this.timer);
    clearInterval(this.hand);
    document.removeEventListener('visibilitychange', this.seen);
    this.session.remote = null;
    this.table = null;
    this.confirm.drop();
    this.lost = false;
    this.render();
    history.replaceState(null, '', this.root);
    this.onLeft();
  }

  /** @param {string} id @param {string} hash */
  #go(id, hash) {
    history.replaceState(null, '', `${this.root}t/${id}${hash}`);
  }

  /** What somebody here was last called. */
  get myName() {
    return lastName();
  }

  get link() {
    return `${this.root}t/${this.id}`;
  }
  /** For the friend; only its maker has it. */
  get inviteLink() {
    return this.invite ? `${this.link}#j=${this.invite}` : '';
  }
  /** To play on from another device. */
  get seatLink() {
    return this.seatKey ? `${this.link}#s=${this.seatKey}` : '';
  }
  /** The key of this seat alone; the device's, which is the player, is never told. */
  get seatKey() {
    return this.key === deviceKey() ? '' : this.key;
  }

  // -- what the session asks ---------------------------------------------------------------------

  get seated() {
    return this.table?.you ?? null;
  }
  get running() {
    return this.table?.state === 'running';
  }
  get limited() {
    return !!this.table?.left;
  }
  /** Does a move have days here? */
  get days() {
    return /^\d+d(\+\d+d)?$/.test(this.table?.clock ?? '');
  }
  /** Hints and evaluations are for afterwards, unless the table allows them. */
  get helps() {
    return (
      !this.table ||
      this.table.help ||
      this.table.state === 'ended' ||
      this.table.state === 'aborted'
    );
  }
  /** @param {number} side */
  seatOf(side) {
    return this.table?.seats.findIndex((s) => s.side === side) ?? side;
  }
  get runningSide() {
    return this.table?.running && !this.table.paused ? this.table.seats[this.table.turn].side : -1;
  }

  /** What is said instead of whose turn it is, while there is no game on; '' while there is. */
  get status() {
    const state = this.table?.state;
    if (this.lost) return t(this.line.waiting ? 'online.tryingKept' : 'online.trying');
    if (this.back > Date.now()) return t('online.back');
    if (state === 'open') return t(this.seated === null ? 'online.seatFree' : 'online.waits');
    return state === 'settling'
      ? t('online.settling')
      : this.table?.paused
        ? t('online.paused')
        : '';
  }

  /** @param {number} side */
  left(side) {
    const seat = this.seatOf(side),
      left = this.table?.left?.[seat] ?? 0;
    return Math.max(
      0,
      left - (this.runningSide === side ? Math.max(0, this.line.now - this.told) : 0),
    );
  }

  /** The side of who sits here, -1 for a watcher. */
  get side() {
    return this.table && this.seated !== null ? this.table.seats[this.seated].side : -1;
  }

  /** Points were chosen for the next turn. @param {number[]} points */
  planned(points) {
    const names = points.map((p) => this.session.shape?.points[p].name ?? '');
    this.session.say(points.length ? t('online.planned', names.join(' – ')) : '', 'info');
  }

  /** What was chosen for this turn cannot be played. @param {string} why */
  dropped(why) {
    this.session.say(t('online.dropped', why).trim(), 'why');
  }

  /** A move was made on the board here. @param {string} move */
  moved(move) {
    if (!this.running || this.seated === null) return;
    if (this.confirm.wanted) this.confirm.hold(move);
    else void this.sendMove(move);
  }

  /** @param {string} move */
  sendMove(move) {
    return this.act({ do: 'move', move, on: this.table?.seq });
  }

  /** Who sits there, if they are known by a key. @param {number} side @returns {import('./club-model.js').Player|null} */
  playerOf(side) {
    return this.table?.seats[this.seatOf(side)]?.player ?? null;
  }
  /** @param {number} side */
  rating(side) {
    const { rating, provisional, bot } = this.playerOf(side) ?? {};
    return [
      bot ? t('online.bot') : '',
      typeof rating === 'number' ? `${Math.round(rating)}${provisional ? '?' : ''}` : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }
  /** What the picture of that side is drawn from; '': of the name. @param {number} side */
  emblem(side) {
    const player = this.playerOf(side);
    return player ? emblemOf(player.id) : '';
  }

  /** Sends an act; what is refused is said, and the board is as the server has it. @param {Record<string, any>} body */
  async act(body) {
    try {
      await this.line.act(this.id, body);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.#queue(() => this.#reload());
      this.session.say(error.message || t('online.lost'), 'why');
    }
  }

  // -- what the server says ----------------------------------------------------------------------

  /** The connection has come or gone: said where what to do stands, and to who does not see it; but not what lasts a moment. */
  #changed() {
    const { state } = this.line,
      down = state === 'trying';
    this.was ||= state === 'live' || state === 'plain';
    if (!down) clearTimeout(this.timer);
    if (!down) this.timer = null;
    else if (!this.lost && this.was) this.timer ??= setTimeout(() => this.#tell(true), LOST_MS);
    if (!down && this.lost) this.#tell(false);
    this.render();
  }

  /** @param {boolean} lost */
  #tell(lost) {
    this.lost = lost;
    this.back = lost ? 0 : Date.now() + BACK_MS;
    if (this.table) this.session.announce(t(lost ? 'online.trying' : 'online.back'));
    if (!lost) setTimeout(() => this.session.notify(), BACK_MS + 10);
  }

  /** Is whoever plays that side away? @param {number} side */
  isAway(side) {
    return this.running && !!this.table?.seats[this.seatOf(side)]?.away;
  }

  /** Until when who plays that side is on vacation, in words; '' if they are not. @param {number} side */
  vacationOf(side) {
    return vacationText(this, this.seatOf(side));
  }

  /** @param {() => Promise<void>} job */
  #queue(job) {
    this.queue = this.queue.then(job).catch(this.report);
    return this.queue;
  }

  async #reload() {
    const { id, key } = this;
    try {
      const asked = Date.now(),
        table = await call(this.base, 'GET', `/tables/${id}`, undefined, key, {
          lang: language(),
        });
      if (id !== this.id || key !== this.key) return; // asked before one sat down, or at another table
      this.line.measure(table.now, asked);
      await this.#show(table);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.why === 'not-found') closeSeat(id);
      this.trouble = error.message || t('online.noServer');
      this.render();
    }
  }

  /** @param {import('./online.js').Message} message */
  async #take(message) {
    const { table } = this;
    if (message.t === 'state' || !table) {
      if (!table || message.seq > table.seq) await this.#reload();
      return;
    }
    if (message.seq <= table.seq) return;
    table.seq = message.seq;
    if (message.kind === 'quiet') return;
    for (const name of /** @type {const} */ ([
      'offers',
      'turn',
      'paused',
      'result',
      'ended',
      'picked',
      'next',
      'left',
    ]))
      if (name in message) /** @type {any} */ (table)[name] = message[name];
    if ('left' in message) this.told = message.at;
    if (
      message.kind === 'offer' &&
      message.seat !== table.you &&
      `online.offers.${message.what}` in EN
    )
      this.session.announce(t(`online.offers.${message.what}`, this.nameOf(message.seat ?? 0)));
    if (message.kind === 'react')
      this.session.say(
        t('online.reacts', this.nameOf(message.seat ?? 0), t(`online.reaction.${message.n}`)),
        'info',
      );
    if (message.kind === 'move' && (await this.#played(message))) {
      table.running = message.state === 'running';
      if (message.state === table.state) return this.render();
    }
    if (message.kind !== 'offer' && message.kind !== 'react' && message.kind !== 'more')
      await this.#reload();
    this.render();
  }

  /** A move of the server's log on our board. False if the board is not where the server is. @param {any} message */
  async #played({ m, ply, seat }) {
    const { session, table } = this,
      played = session.state?.headPly ?? 0;
    if (!table || ply !== table.moves.length + 1 || this.confirm.move) return false; // a move that waits was not sent
    table.moves.push(m);
    if (played === ply) return true; // our own move, which is on the board already
    if (played !== ply - 1) return false;
    await session.remoteMove(table.seats[seat].side, m);
    return true;
  }

  /** @param {Table} table */
  async #show(table) {
    const before = this.table,
      first = before?.id !== table.id;
    this.table = table;
    if (table.state === 'ended' || table.state === 'aborted') closeSeat(table.id);
    this.told = table.now;
    this.confirm.drop();
    this.#rated();
    await this.session.mirror(
      this.#lines(table),
      // who sits down sees it from their side
      first || before?.you !== table.you ? { flipped: table.seats[table.you ?? 0].side === 1 } : {},
    );
    this.render();
    if (table.next && table.state === 'ended' && table.you !== null && !first)
      await this.#follow(table.next);
    void this.#pick();
    void this.#wait().catch(this.report);
  }

  /** Whose game of a tournament is over is told of the next one; before that nothing is asked for. */
  async #wait() {
    const over = this.table?.state === 'ended' || this.table?.state === 'aborted',
      id = over && this.seated !== null ? (this.table?.tournament ?? '') : '';
    if (this.next && this.next.id !== id) {
      this.next.close();
      this.next = null;
    }
    if (!id) return;
    const { Next } = await import('./friends-next.js');
    if (this.table?.tournament !== id) return; // another table by now
    this.next ??= new Next(this, id, this.hear);
    this.next.look();
  }

  /** What a rated game did to one's rating is told when the server has counted it. */
  #rated() {
    const { table } = this,
      rating =
        table?.you === null || table?.you === undefined
          ? null
          : table.seats[table.you].player?.rating;
    if (!table?.rated || typeof rating !== 'number') return;
    if (table.state !== 'ended') this.before ||= rating;
    else if (this.before && !this.toldRating) {
      this.toldRating = true;
      void this.#tellRating(this.before, table.id);
    }
  }

  /** @param {number} before @param {string} id */
  async #tellRating(before, id) {
    for (const wait of RATED_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const table = await call(this.base, 'GET', `/tables/${id}`, undefined, this.key).catch(
          () => null,
        ),
        rating = table?.seats[table.you ?? 0].player?.rating;
      if (this.id !== id || !this.table) return;
      if (typeof rating !== 'number' || rating === before) continue;
      this.table.seats.forEach((seat, n) => {
        seat.player = table.seats[n].player;
      });
      const diff = Math.round(rating) - Math.round(before);
      this.session.say(
        t('online.newRating', Math.round(rating), `${diff < 0 ? '−' : '+'}${Math.abs(diff)}`),
        'good',
      );
      this.session.notify();
      return;
    }
  }

  /** The board as acts for the engine: the seats stand by sides, the clock is the server's. @param {Table} table */
  #lines({ game, start, seats, moves, you, state, result, ended }) {
    const plays = state === 'running' || state === 'ended'; // before that nobody may move on this board
    const sit = [0, 1].map((side) => {
      const seat = seats.findIndex((s) => s.side === side),
        { name } = seats[seat];
      return `${side} sit ${seat === you && plays ? 'person' : 'remote'}${name ? ` ${name}` : ''}`;
    });
    const over = state === 'ended' || state === 'aborted';
    const end =
      over && ended && ended !== 'rules' && ended !== 'repetition'
        ? [`h end ${ended} ${result}`]
        : [];
    return [
      `game=${game} seed=1 clock=none takeback=no start=${start}`,
      ...sit,
      ...moves.map((m) => `t move ${m}`),
      ...end,
    ];
  }

  /** The rematch, with the sides changed and the same key. @param {string} id */
  async #follow(id) {
    const { seatKey } = this;
    if (seatKey) keepSeat(id, seatKey, this.table?.game ?? '');
    this.#go(id, seatKey && `#s=${seatKey}`);
    this.invite = '';
    this.line.unwatch(this.id);
    this.table = null;
    await this.open(id, this.key);
  }

  /** A secret pick is due. */
  async #pick() {
    const { table } = this;
    if (
      !table ||
      table.state !== 'settling' ||
      table.you === null ||
      table.picked[table.you] ||
      !table.ask ||
      this.asked
    )
      return;
    this.asked = true;
    const choice = await ask(
      t('secret.title'),
      [table.ask.text],
      table.ask.choices.map((c) => ({ text: c, value: c })),
    );
    this.asked = false;
    if (choice) await this.act({ do: 'pick', choice });
  }

  /** @param {number} seat */
  nameOf(seat) {
    const { table, session } = this;
    return seat === table?.you
      ? t('online.you')
      : table?.seats[seat].name || session.shape?.players[table?.seats[seat].side ?? 0] || '';
  }

  render() {
    renderCard(this);
    renderFriends(this);
    this.confirm.render();
    const away = this.running && this.table?.seats.some((seat) => seat.away);
    if (!away) clearInterval(this.hand);
    if (!away) this.hand = null;
    else this.hand ??= setInterval(() => this.render(), 1000);
    // Who looks at something else sees by the title that it is their turn.
    if (
      document.hidden &&
      this.running &&
      this.runningSide === this.side &&
      !document.title.startsWith('● ')
    )
      document.title = `● ${document.title}`;
  }
}
