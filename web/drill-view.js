// SPDX-License-Identifier: MIT
// A drill beside the board: what is to be done and by whom, what is said of each move, how far it is, the buttons, a field for typed moves.
// Shows a move that was given away, and the move of a hint, on the board. Nothing here has a height that depends on
// what it says.
import { byId, h, loadCss, s, shown } from './dom.js';
import { isDone, keyOf, readBook } from './drill-book.js';
import { DrillRun } from './drill-play.js';
import { nameOf } from './drill-sets.js';
import { EN, JA } from './drills-words.js';
import { addWords, t } from './i18n.js';
import { pointAt } from './lessons.js';
import { drawPiece } from './pieces.js';
import { celebrate, drawPointers, hush } from './pointers.js';
import { PERFECT, PERSON } from './state.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);

/** @typedef {import('./drill-sets.js').Drill} Drill */

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** @param {number} level */
export const levelRings = (level) =>
  s(
    'svg',
    { class: 'drill-level', viewBox: '-12 -12 24 24', 'aria-hidden': 'true' },
    ...[3, 6.5, 10].map((r, i) => s('circle', { r, class: i < level ? 'on' : '' })),
  );

export class DrillView {
  /** @param {DrillRun} run @param {import('./board.js').Board} board @param {import('./app.js').Page} page @param {() => void} gone */
  constructor(run, board, page, gone) {
    this.run = run;
    this.board = board;
    this.page = page;
    this.gone = gone;
    const { session } = run,
      act = (/** @type {() => any} */ action) => () => Promise.resolve(action()).catch(page.report);
    /** @type {Record<string, any>} */
    this.buttons = {};
    const button = (/** @type {string} */ name, /** @type {() => any} */ action, kind = '') =>
      (this.buttons[name] = h('button', {
        id: `drill-${name}`,
        class: kind,
        onclick: act(action),
      }));
    this.heading = h('h2', { id: 'lesson-heading' });
    this.rings = h('span', { class: 'drill-hard' });
    this.leave = button('quit', () => this.quit('back'), 'icon');
    this.leave.append(
      s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        s('path', { d: 'M6 6l12 12M18 6L6 18' }),
      ),
    );
    this.side = h('p', { class: 'drill-side' });
    this.left = h('p', { class: 'drill-left' });
    this.text = h('p', { id: 'drill-text' });
    this.badge = s(
      'svg',
      { class: 'drill-badge', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      s('circle', { cx: 24, cy: 24, r: 20 }),
      s('path', {}),
    );
    this.said = h('p', { id: 'drill-said' });
    this.meta = h('p', { class: 'drill-meta' });
    this.box = h('input', {
      type: 'checkbox',
      id: 'drill-distance',
      checked: run.distance,
      onchange: () => run.showDistance(this.box.checked),
    });
    this.boxText = h('span');
    this.far = h('b', { class: 'drill-far' });
    this.boxRow = h(
      'p',
      { class: 'drill-distance' },
      h('label', {}, this.box, ' ', this.boxText),
      this.far,
    );
    const row = h(
      'p',
      { class: 'row drill-buttons' },
      button('next', () => this.#next(), 'main'),
      button('retry', () => this.#focused(run.retry()), 'main'),
      button('six', () => page.go('drills', 'six.1'), 'main'),
      button('accept', () => session.accept()),
      button('finish', () => session.finish()),
      button('cancel', () => session.clear()),
      button('hint', () => run.hint()),
      button('again', () => this.#focused(run.ask())),
    );
    this.more = h(
      'p',
      { class: 'row drill-more' },
      button('analyse', () => this.#analyse()),
      button('playOn', () => this.#playOn()),
      (this.others = h('a', { class: 'button', href: '#drills' })),
    );
    this.field = h('input', {
      id: 'drill-type',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'go',
    });
    this.label = h('label', { for: 'drill-type' });
    this.enter = h('button', {});
    this.form = h(
      'form',
      {
        class: 'row drill-form',
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (this.field.value.trim() && (await session.type(this.field.value).catch(page.report)))
            this.field.value = '';
        },
      },
      this.label,
      this.field,
      this.enter,
    );
    this.host = byId('lesson-panel');
    this.host.replaceChildren(
      h('div', { class: 'drill-top' }, this.heading, this.rings, this.leave),
      h('div', { class: 'drill-who' }, this.side, this.left),
      this.text,
      h('div', { class: 'drill-saying' }, this.badge, this.said),
      row,
      this.boxRow,
      this.meta,
      this.more,
      this.form,
    );
    /** Who comes by keyboard goes on by it; a pointer needs no ring. */
    this.byKeys = !!document.activeElement?.matches('a:focus-visible, button:focus-visible');
    this.cheered = '';
    this.pointed = '';
    this.sided = '';
  }

  /** @param {string} hash */
  holds(hash) {
    return hash === `#drills=${nameOf(this.run.drill)}`;
  }

  async begin() {
    this.render();
    shown();
    await this.run.begin();
    if (!this.byKeys) this.board.svg.classList.add('pointing');
    if (this.run.phase === 'asking') this.board.moveFocus(this.board.focus);
    else this.#focusMain();
  }

  /** @param {'back'|'play'|'away'} [next] */
  async quit(next = 'back') {
    const { run, board, host } = this;
    await run.quit(next !== 'play');
    board.svg.querySelector('.pointers')?.remove();
    hush(board.svg);
    host.replaceChildren();
    host.hidden = true;
    host.classList.remove('drill');
    delete document.documentElement.dataset.drill;
    this.gone();
    if (next === 'back') this.page.go('drills');
  }

  /** Afterwards the keyboard is on the board again. @param {Promise<any>} job */
  async #focused(job) {
    await job;
    if (this.run.phase === 'asking') this.board.moveFocus(this.board.focus);
  }

  async #next() {
    const { next } = this.run;
    if (!next) return this.quit('back');
    history.pushState(null, '', `#drills=${nameOf(next)}`);
    await this.#focused(this.run.ask(next));
  }

  #focusMain() {
    this.host
      .querySelector('button.main:not([hidden]), .button:not([hidden])')
      ?.focus({ preventScroll: true });
  }

  #game() {
    const { variant, position } = this.run.drill;
    return { variant, position, moves: this.run.session.state?.moves ?? [] };
  }

  async #analyse() {
    const game = this.#game();
    await this.quit('away');
    await this.page.play(game, { flipped: this.run.side === 1 });
    await this.page.analyse();
  }

  /** The game goes on, without a judge. */
  async #playOn() {
    const game = this.#game(),
      { side } = this.run;
    await this.quit('away');
    await this.page.play(game, {
      players: [0, 1].map((p) => (p === side ? PERSON : PERFECT)),
      flipped: side === 1,
    });
  }

  // -- drawing -------------------------------------------------------------------------------------

  render() {
    const { run, host } = this;
    document.documentElement.dataset.drill = run.phase;
    host.hidden = false;
    host.classList.add('drill');
    this.#words();
    this.#man();
    this.#speech();
    this.#offer();
    this.#point();
    this.#cheer();
  }

  #words() {
    const { run, buttons } = this,
      { drill, phase } = run,
      book = readBook(),
      [row = 0, times = 0] = book.done[keyOf(drill)] ?? [];
    this.heading.textContent = t('drill.head', t(`drill.kind.${drill.kind}`), drill.number);
    this.rings.replaceChildren(
      levelRings(drill.level),
      h('span', { class: 'unseen' }, t('drill.level', drill.level)),
    );
    this.text.textContent =
      phase === 'unsolved' || phase === 'missing' ? t(`drill.${phase}`) : run.question();
    this.left.textContent =
      drill.goal && !['unsolved', 'missing'].includes(phase)
        ? t(run.left === 1 ? 'drill.left1' : 'drill.left', run.left)
        : run.made
          ? t(run.made === 1 ? 'drill.made1' : 'drill.made', run.made)
          : '';
    for (const name of ['next', 'retry', 'six', 'again', 'analyse', 'playOn'])
      buttons[name].textContent = t(`drill.${name}`);
    buttons.cancel.textContent = t('do.cancel');
    buttons.hint.textContent = t(run.hints ? 'drill.hint2' : 'drill.hint');
    this.leave.setAttribute('aria-label', t('drill.quit'));
    this.leave.title = t('drill.quit');
    this.others.textContent = t('drill.others');
    this.boxText.textContent = t('drill.distance');
    this.far.textContent = run.distanceText;
    this.label.textContent = t('drill.type');
    this.enter.textContent = t('drill.enter');
    const [now = 0, best = 0] = book.rows[`${drill.set}.${drill.kind}`] ?? [];
    this.meta.textContent = [
      times ? t('drill.times', times, row) : '',
      best ? t('drill.row', t(`drill.kind.${drill.kind}`), now, best) : '',
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** Who the player is, with a man of theirs as it stands on the board. */
  #man() {
    const { session, side, phase } = this.run,
      { shape } = session;
    this.side.classList.toggle('off', !shape || phase === 'loading');
    if (!shape) return;
    const look = lookOf(boardKind(shape)),
      now = t('drill.you', shape.players[side]),
      drawn = JSON.stringify([now, look]);
    if (drawn === this.sided) return;
    this.sided = drawn;
    const piece = shape.pieces.find((p) => p?.owner === side && p.form === 'man');
    dress(this.side, look);
    this.side.replaceChildren(
      s(
        'svg',
        { viewBox: '-44 -44 88 88', 'aria-hidden': 'true' },
        ...(piece ? [drawPiece(piece, look.kind, look.men)] : []),
      ),
      now,
    );
  }

  /** What the last move was, or why a point cannot be chosen, or what is asked after the first. */
  #speech() {
    const { run } = this,
      { session, said } = run,
      { message } = session,
      asked = session.clicks.length && run.phase === 'asking';
    this.said.textContent =
      message?.text ||
      (asked ? t('drill.asked', session.narrow.prompt) : said.key ? t(said.key, ...said.args) : '');
    this.said.className = message?.text ? message.kind : asked ? '' : said.kind;
    const sign = run.phase === 'done' ? 'good' : run.slip ? 'why' : '';
    this.badge.setAttribute('class', `drill-badge ${sign}`);
    this.badge.lastChild.setAttribute(
      'd',
      sign === 'good' ? 'M14 25l7 7 13-15' : 'M16 16l16 16M32 16L16 32',
    );
  }

  /** What can be done now. Men to choose between come in the place of help, so that nothing moves. */
  #offer() {
    const { run, buttons } = this,
      { session, phase } = run,
      asking = phase === 'asking',
      open = asking && session.open,
      none = phase === 'unsolved' || phase === 'missing';
    const ends = open && session.canFinish,
      accepts = open && !!session.narrow.accept,
      begun = open && session.clicks.length > 0,
      choosing = ends || accepts;
    /** @type {Record<string, boolean>} */
    const offered = {
      next: phase === 'done',
      retry: none,
      six: phase === 'unsolved' && run.drill.set !== 'six',
      accept: accepts,
      finish: ends,
      cancel: begun,
      hint: !none && phase !== 'done' && !choosing,
      again: !none && !choosing,
      analyse: phase === 'done',
      playOn: phase === 'done' && !session.over,
    };
    for (const [name, is] of Object.entries(offered)) buttons[name].hidden = !is;
    buttons.hint.disabled = !asking || run.hints > 1;
    buttons.again.disabled = phase === 'loading' || (!run.made && phase === 'asking');
    buttons.finish.textContent = session.narrow.decline;
    buttons.accept.textContent = session.narrow.accept;
    this.others.hidden = phase !== 'done' && !none;
    this.more.hidden = this.others.hidden;
    this.form.hidden = this.boxRow.hidden = phase === 'done' || none;
  }

  /** The board is drawn anew with every shape, so this is put back where it was: under what is clicked. */
  #point() {
    const { run, board } = this,
      { shape } = board,
      points = board.svg.querySelector('.points');
    if (!shape || !points) return;
    const idle = !run.session.clicks.length,
      slip = idle && !run.told ? run.slip : '',
      draw = run.told ? pointAt(run.told) : slip ? pointAt(slip) : {};
    const now = JSON.stringify([shape.variant, run.session.flipped, draw, !!slip]),
      drawn = board.svg.querySelector('.pointers');
    if (drawn && now === this.pointed) return;
    this.pointed = now;
    drawn?.remove();
    const signs = drawPointers(shape, run.session.flipped, draw);
    if (slip) signs.classList.add('wrong');
    points.before(signs);
  }

  #cheer() {
    const { run, board } = this,
      now = run.phase === 'done' ? nameOf(run.drill) : '';
    if (now === this.cheered) return;
    this.cheered = now;
    if (!now) return void hush(board.svg);
    celebrate(board.svg, board.spots, still());
    this.#focusMain();
  }
}

/** @param {import('./app.js').Page} page @param {import('./board.js').Board} board @param {Drill[]} drills @param {Drill} drill @param {() => void} gone */
export async function openDrill(page, board, drills, drill, gone) {
  await loadCss('drills.css');
  return new DrillView(new DrillRun(page, drills, drill), board, page, gone);
}

/** The first of them that is not done, or the first. @param {Drill[]} drills */
export function firstOpen(drills) {
  const book = readBook();
  return drills.find((drill) => !isDone(book, drill)) ?? drills[0] ?? null;
}
