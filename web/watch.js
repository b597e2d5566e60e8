// SPDX-License-Identifier: MIT
// Watching: a game between two computers, or the moves of one that is over, with pause, step and speed. Loaded when
// there is something to watch. A game under way is paused by the table itself (its clock stands, too).
import { byId, h, s } from './dom.js';
import { addWords, t } from './i18n.js';
import { EN, JA } from './watch-words.js';

addWords(EN, JA);

/** How long a move stands, in ms. @type {Record<string, number>} */
const STANDS = { slow: 2500, normal: 1000, fast: 200 };
/** @type {Record<string, string>} */
const CALLED = { slow: 'watch.slow', normal: 'watch.normal', fast: 'watch.fast' };
const PAUSE = 'M8 5v14M16 5v14',
  PLAY = 'M7 5l12 7-12 7z',
  STEP = 'M6 5l9 7-9 7zM18 5v14';

/** Do only computers play? @param {import('./state.js').Session} session */
export const isShow = ({ state }) =>
  !!state && state.seats.every((seat) => seat.kind === 'computer');

export class Watch {
  /** @param {import('./state.js').Session} session @param {import('./store.js').Settings} settings @param {() => void} changed the settings have */
  constructor(session, settings, changed) {
    this.session = session;
    this.settings = settings;
    this.usual = session.pause;
    /** Are the moves of what is shown played one after the other? */
    this.playing = false;
    /** The move after which a game under way is paused again; 0: none. */
    this.until = 0;
    /** @type {ReturnType<typeof setTimeout>|null} */
    this.timer = null;
    const icon = (/** @type {string} */ d) =>
      s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d }));
    this.play = h(
      'button',
      { id: 'watch-play', class: 'icon', onclick: () => this.toggle() },
      icon(PLAY),
    );
    this.one = h(
      'button',
      { id: 'watch-step', class: 'icon', onclick: () => this.step() },
      icon(STEP),
    );
    this.speed = h(
      'select',
      {
        id: 'watch-speed',
        onchange: () => {
          settings.speed = this.speed.value;
          changed();
          this.render();
        },
      },
      ...Object.keys(STANDS).map((value) => h('option', { value })),
    );
    this.host = h('section', { id: 'watch', class: 'row' }, this.play, this.one, this.speed);
    byId('rest').prepend(this.host);
  }

  /** Two computers are at it, and their last move is shown. */
  get live() {
    return isShow(this.session) && !this.session.over && this.session.atHead;
  }
  get running() {
    return this.live ? !this.session.state?.paused : this.playing;
  }

  async toggle() {
    const { session } = this,
      { ply = 0, moves = [] } = session.state ?? {};
    this.until = 0;
    if (this.live) return session.act(this.running ? 'h pause' : 'h resume');
    this.playing = !this.playing;
    if (this.playing && ply >= moves.length && session.over) {
      this.playing = false;
      await session.goto(0);
      this.playing = true;
    }
    this.render();
  }

  /** One move on, and no further. */
  async step() {
    const { session } = this,
      { state } = session;
    if (!state) return;
    this.playing = false;
    if (!this.live || state.ply < state.moves.length) return session.goto(state.ply + 1);
    this.until = state.headPly + 1;
    if (state.paused) await session.act('h resume');
  }

  /** @param {boolean} shown may it be seen now? */
  render(shown = !this.host.hidden) {
    const { session } = this,
      { state } = session,
      show = isShow(session),
      stands = STANDS[this.settings.speed] ?? STANDS.normal;
    this.host.hidden = !shown;
    session.pause = show ? stands : this.usual;
    if (!shown || !state) return this.#rest();
    const end = state.ply >= state.moves.length;
    if (end) this.playing = false;
    const { running } = this;
    this.host.setAttribute('aria-label', t('watch.label'));
    const play = this.play.querySelector('path');
    if (play?.getAttribute('d') !== (running ? PAUSE : PLAY))
      play?.setAttribute('d', running ? PAUSE : PLAY);
    for (const [button, text] of /** @type {[HTMLElement, string][]} */ ([
      [this.play, t(running ? 'watch.pause' : 'watch.play')],
      [this.one, t('watch.step')],
    ])) {
      button.setAttribute('aria-label', text);
      button.title = text;
    }
    this.one.disabled = end && !this.live;
    this.speed.setAttribute('aria-label', t('watch.speed'));
    for (const option of this.speed.children) option.textContent = t(CALLED[option.value]);
    this.speed.value = this.settings.speed;
    if (this.until && (state.headPly >= this.until || session.over)) {
      this.until = 0;
      if (!session.over && !state.paused) void session.act('h pause').catch(() => {});
    }
    if (this.live || !this.playing) return this.#rest();
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.playing && session.state) void session.goto(session.state.ply + 1);
    }, stands);
  }

  #rest() {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
