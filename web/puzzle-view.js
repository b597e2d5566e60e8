// SPDX-License-Identifier: MIT
// A puzzle beside the board: what is asked and of whom, what is said, the buttons, a field for typed moves; at the end of a
// run how it went. Points at men on the board and shows the move that was wrong. Nothing here has a height that
// depends on what it says.
import { atRoot, byId, h, loadCss, s, shown } from './dom.js';
import { addWords, language, reasonOf, t } from './i18n.js';
import { timeText } from './panel.js';
import { drawPiece } from './pieces.js';
import { celebrate, drawPointers, hush } from './pointers.js';
import { pointAt } from './lessons.js';
import { readMode, writeMode } from './puzzle-modes.js';
import { PuzzleRun } from './puzzle-play.js';
import { dayText, setOf } from './puzzle-sets.js';
import { EN, JA } from './puzzles-words.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);

/** @typedef {import('./puzzle-modes.js').Mode} Mode */

const TICK_MS = 100,
  OPPONENT = { kind: /** @type {const} */ ('computer'), level: 5, movetime: 0 };
const PERSON = { kind: /** @type {const} */ ('person'), level: 0, movetime: 0 };
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** Themes that say something to players, in words. @param {string[]} themes */
export const themeWords = (themes) =>
  themes.filter((th) => !/^(moves-\d|exact)$/.test(th)).map((th) => t(`puzzle.theme.${th}`));
/** A day as people write it. @param {number} day */
export const dayWords = (day) =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${dayText(day)}T00:00:00Z`),
  );

export class PuzzleView {
  /** @param {PuzzleRun} run @param {import('./board.js').Board} board @param {import('./app.js').Page} page @param {() => void} gone */
  constructor(run, board, page, gone) {
    this.run = run;
    this.board = board;
    this.page = page;
    this.gone = gone;
    const act = (/** @type {() => any} */ action) => () =>
      Promise.resolve(action()).catch(page.report);
    /** Names and words of the buttons, with what they do. @type {Record<string, any>} */
    this.buttons = {};
    const button = (
      /** @type {string} */ name,
      /** @type {() => any} */ action,
      /** @type {string} */ kind = '',
    ) =>
      (this.buttons[name] = h('button', {
        id: `puzzle-${name}`,
        class: kind,
        onclick: act(action),
      }));
    const { session } = run;
    this.heading = h('h2', { id: 'lesson-heading' });
    this.count = h('span', { class: 'puzzle-count' });
    this.clock = h('span', { class: 'puzzle-clock', role: 'timer' });
    this.leave = button('quit', () => this.quit('back'), 'icon');
    this.leave.append(
      s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        s('path', { d: 'M6 6l12 12M18 6L6 18' }),
      ),
    );
    this.side = h('p', { class: 'puzzle-side' });
    this.text = h('p', { id: 'puzzle-text' });
    this.badge = s(
      'svg',
      { class: 'puzzle-badge', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      s('circle', { cx: 24, cy: 24, r: 20 }),
      s('path', {}),
    );
    this.said = h('p', { id: 'puzzle-said' });
    this.meta = h('p', { class: 'puzzle-meta' });
    this.missed = h('p', { class: 'puzzle-missed row' });
    const row = h(
      'p',
      { class: 'row puzzle-buttons' },
      button('start', () => this.#focused(run.start()), 'main'),
      button('next', () => this.#next(), 'main'),
      button('anew', () => this.#focused(run.anew()), 'main'),
      button('retry', () => this.#focused(run.anew()), 'main'),
      button('accept', () => session.accept()),
      button('finish', () => session.finish()),
      button('cancel', () => session.clear()),
      button('hint', () => run.hint()),
      button('solution', () => run.solution()),
      button('repeat', () => this.#focused(run.again())),
    );
    this.more = h(
      'p',
      { class: 'row puzzle-more' },
      button('analyse', () => this.#analyse()),
      button('playOn', () => this.#playOn()),
      button('share', () => this.#share()),
      (this.others = h('a', { class: 'button', href: '#puzzles' })),
    );
    this.field = h('input', {
      id: 'puzzle-type',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'go',
    });
    this.label = h('label', { for: 'puzzle-type' });
    this.enter = h('button', {});
    this.form = h(
      'form',
      {
        class: 'row puzzle-form',
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
      h('div', { class: 'puzzle-top' }, this.heading, this.clock, this.leave),
      h('div', { class: 'puzzle-who' }, this.side, this.count),
      this.text,
      h('div', { class: 'puzzle-saying' }, this.badge, this.said),
      row,
      this.meta,
      this.missed,
      this.more,
      this.form,
    );
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.ticking = undefined;
    /** What was celebrated and pointed at, whose man was drawn. */
    this.cheered = '';
    this.pointed = '';
    this.sided = '';
    this.address = `#puzzles=${writeMode(run.mode)}`;
    /** Who comes by keyboard goes on by it; a pointer needs no ring. */
    this.byKeys = !!document.activeElement?.matches('a:focus-visible, button:focus-visible');
  }

  /** @param {string} hash */
  holds(hash) {
    const mode = hash.startsWith('#puzzles=') ? readMode(hash.slice(9)) : null;
    return !!mode && `#puzzles=${writeMode(mode)}` === this.address;
  }
  async begin() {
    this.ticking = setInterval(() => this.#tick(), TICK_MS);
    this.run.means.changed = () => {
      if (!this.run.borrowed.given) this.render();
    };
    this.render();
    shown();
    await this.run.begin();
    if (this.run.borrowed.given) return;
    if (!this.byKeys) this.board.svg.classList.add('pointing');
    if (this.run.phase === 'asking') this.board.moveFocus(this.board.focus);
    else this.#focusMain();
  }

  /** @param {'back'|'play'|'away'} [next] */
  async quit(next = 'back') {
    const { run, board, host } = this;
    clearInterval(this.ticking);
    await run.quit(next !== 'play');
    board.svg.querySelector('.pointers')?.remove();
    hush(board.svg);
    host.replaceChildren();
    host.hidden = true;
    host.classList.remove('puzzle');
    delete document.documentElement.dataset.puzzle;
    this.gone();
    if (next === 'back') this.page.go('puzzles');
  }

  /** Afterwards the keyboard is on the board again. @param {Promise<any>} job */
  async #focused(job) {
    await job;
    if (this.run.phase === 'asking') this.board.moveFocus(this.board.focus);
  }

  /** The next one; after the puzzle of a day, more of its game. */
  #next() {
    const { mode, puzzle } = this.run;
    if (['practice', 'again'].includes(mode.kind)) return this.#focused(this.run.next());
    this.page.go('puzzles', writeMode({ kind: 'practice', set: puzzle?.set ?? '' }));
  }

  #focusMain() {
    this.host
      .querySelector('button.main:not([hidden]), .button:not([hidden])')
      ?.focus({ preventScroll: true });
  }

  // -- further on ----------------------------------------------------------------------------------

  /** What is on the board, as a game of its own: with all that helps to study. */
  async #analyse() {
    const game = this.#game();
    await this.quit('away');
    history.pushState(null, '', '#play'); // the way back leads to the puzzle
    await this.page.analyse({ ...game, flipped: this.run.side === 1 });
  }

  async #playOn() {
    const game = this.#game(),
      { side } = this.run;
    await this.quit('away');
    await this.page.play(game, {
      players: [0, 1].map((p) => (p === side ? PERSON : OPPONENT)),
      flipped: side === 1,
    });
  }

  #game() {
    const { variant = '', position = '', line = [] } = this.run.puzzle ?? {};
    return { variant, position, moves: line.slice(0, this.run.at) };
  }

  async #share() {
    const { puzzle, session } = this.run;
    if (!puzzle) return;
    const link = `${atRoot('./')}#puzzles=${puzzle.set}.${puzzle.id}`; // not of a table that one has come from
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    session.say(t(copied ? 'puzzle.copied' : 'puzzle.notCopied', link), 'info');
  }

  // -- drawing -------------------------------------------------------------------------------------

  render() {
    const { run, host } = this;
    document.documentElement.dataset.puzzle = run.phase;
    host.hidden = false;
    host.classList.add('puzzle');
    this.#words();
    this.#man();
    this.#speech();
    this.#offer();
    this.#tick();
    this.#point();
    this.#cheer();
  }

  #words() {
    const { run } = this,
      { mode, puzzle, phase } = run;
    const title =
      mode.kind === 'day'
        ? t('puzzle.day', dayWords(mode.day))
        : t(mode.kind === 'one' ? 'puzzle.title' : `puzzle.${mode.kind}`);
    this.heading.textContent = title;
    this.clock.hidden = !run.timed;
    this.clock.setAttribute('aria-label', t('puzzle.time'));
    for (const name of ['start', 'next', 'anew', 'retry', 'repeat', 'analyse', 'playOn', 'share'])
      this.buttons[name].textContent = t(`puzzle.${name}`);
    if (['today', 'day', 'one'].includes(mode.kind))
      this.buttons.next.textContent = t('puzzle.more');
    this.buttons.cancel.textContent = t('do.cancel');
    this.buttons.hint.textContent = t(run.hints ? 'puzzle.hint2' : 'puzzle.hint');
    this.buttons.solution.textContent = t(
      !run.strict || phase === 'over'
        ? 'puzzle.solution'
        : run.timed
          ? 'puzzle.skip'
          : 'puzzle.giveUp',
    );
    this.leave.setAttribute('aria-label', t('puzzle.quit'));
    this.leave.title = t('puzzle.quit');
    this.others.textContent = t('puzzle.others');
    this.label.textContent = t('puzzle.type');
    this.enter.textContent = t('puzzle.enter');
    const asked =
      puzzle && phase !== 'ready' && phase !== 'loading' && phase !== 'none' && phase !== 'trouble';
    this.text.textContent =
      phase === 'ready'
        ? t('puzzle.ready')
        : asked
          ? run.question()
          : phase === 'loading'
            ? t('puzzle.loading')
            : this.#empty();
    const counted = run.strict || mode.kind === 'practice' || mode.kind === 'again';
    this.count.textContent = [
      asked ? t('puzzle.level', puzzle.level) : '',
      counted ? t('puzzle.solvedCount', run.count) : '',
    ]
      .filter(Boolean)
      .join(' · ');
    this.count.title = asked ? t('puzzle.levelLong', puzzle.level) : '';
    const themes =
      asked && run.finished && !run.timed
        ? `${t('puzzle.themes')} ${themeWords(puzzle.themes).join(t('puzzle.comma'))}`
        : '';
    this.meta.textContent = [themes, run.skipped && asked ? t('puzzle.skipped', run.skipped) : '']
      .filter(Boolean)
      .join(' ');
    this.missed.hidden = phase !== 'over' || !run.timed || !run.missed.length;
    if (!this.missed.hidden && this.missed.childElementCount !== run.missed.length)
      this.missed.replaceChildren(
        t('puzzle.missed'),
        ...run.missed.map((p, i) =>
          h('a', { class: 'button', href: `#puzzles=${p.set}.${p.id}` }, String(i + 1)),
        ),
      );
  }

  /** Why there is nothing to solve. */
  #empty() {
    const { phase, trouble, mode, skipped } = this.run;
    if (phase === 'trouble')
      return trouble
        ? t('puzzle.trouble', reasonOf(trouble))
        : t(skipped ? 'puzzle.damaged' : 'puzzle.missing');
    return t(
      mode.kind === 'again'
        ? 'puzzle.allDone'
        : mode.kind === 'practice'
          ? 'puzzle.nothing'
          : mode.kind === 'one'
            ? 'puzzle.missing'
            : 'puzzle.damaged',
    );
  }

  /** Who the solver is, with a man of theirs as it stands on the board. */
  #man() {
    const { session, side, phase, puzzle } = this.run,
      { shape } = session,
      on = !!shape && !!puzzle && !['loading', 'ready', 'none', 'trouble'].includes(phase);
    this.side.classList.toggle('off', !on);
    if (!on) return;
    const look = lookOf(boardKind(shape)),
      now = t('puzzle.you', shape.players[side]),
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

  /** Right, or wrong, or why a point cannot be chosen, or what is asked after the first. */
  #speech() {
    const { run } = this,
      { session, said } = run,
      { message } = session,
      asked = session.clicks.length && run.phase === 'asking';
    this.said.textContent =
      message?.text ||
      (asked
        ? t('puzzle.asked', session.narrow.prompt)
        : said.key
          ? t(said.key, ...said.args)
          : '');
    this.said.className = message?.text ? message.kind : asked ? '' : said.kind;
    const sign =
      run.phase === 'done' && run.clean
        ? 'good'
        : run.wrong || (run.phase === 'over' && run.missed.length && !run.timed)
          ? 'why'
          : '';
    this.badge.setAttribute('class', `puzzle-badge ${sign}`);
    this.badge.lastChild.setAttribute(
      'd',
      sign === 'good' ? 'M14 25l7 7 13-15' : 'M16 16l16 16M32 16L16 32',
    );
  }

  /** What can be done now. Men to choose between come in the place of help, so that nothing moves. */
  #offer() {
    const { run, buttons } = this,
      { session, phase, strict, puzzle } = run,
      asking = phase === 'asking',
      open = asking && session.open;
    const ends = open && session.canFinish,
      accepts = open && !!session.narrow.accept,
      begun = open && session.clicks.length > 0;
    const unsolved = !!puzzle && run.at < puzzle.line.length;
    /** @type {Record<string, boolean>} */
    const offered = {
      start: phase === 'ready',
      next: phase === 'done' && !strict,
      anew: phase === 'over',
      retry: phase === 'trouble' && !!run.trouble,
      accept: accepts,
      finish: ends,
      cancel: begun,
      hint: !strict && !run.finished && !ends && !accepts && phase !== 'ready',
      solution:
        (!run.finished && !ends && !accepts && phase !== 'ready') ||
        (phase === 'over' && !run.timed && unsolved),
      repeat: phase === 'done' && !strict,
    };
    for (const [name, is] of Object.entries(offered)) buttons[name].hidden = !is;
    buttons.hint.disabled = !asking || run.hints > 1;
    buttons.solution.disabled = !asking && phase !== 'over';
    buttons.finish.textContent = session.narrow.decline;
    buttons.accept.textContent = session.narrow.accept;
    const after = (phase === 'done' && !strict) || (phase === 'over' && !run.timed);
    buttons.analyse.hidden = buttons.share.hidden = !after || !puzzle;
    buttons.playOn.hidden = !after || !puzzle || session.over;
    this.others.hidden = !run.finished || (strict && phase === 'done');
    this.more.hidden = !after && this.others.hidden;
    this.form.hidden = run.finished || phase === 'ready';
  }

  #tick() {
    if (this.run.timed) {
      const { left } = this.run,
        text = timeText(left);
      if (this.clock.textContent !== text) this.clock.textContent = text;
      this.clock.classList.toggle('low', left < 10_000);
    }
  }

  /** The board is drawn anew with every shape, so this is put back where it was: under what is clicked. */
  #point() {
    const { run, board } = this,
      { shape } = board,
      points = board.svg.querySelector('.points');
    if (!shape || !points) return;
    const name = shape.points[run.pointed]?.name,
      wrong = run.wrong && !run.session.clicks.length ? run.wrong : '';
    const draw = name ? { squares: [name] } : wrong ? pointAt(wrong) : {};
    const now = JSON.stringify([shape.variant, run.session.flipped, draw, !!wrong]),
      drawn = board.svg.querySelector('.pointers');
    if (drawn && now === this.pointed) return;
    this.pointed = now;
    drawn?.remove();
    const signs = drawPointers(shape, run.session.flipped, draw);
    if (wrong) signs.classList.add('wrong');
    points.before(signs);
  }

  /** Once for every puzzle that was solved, and at the end of a run. */
  #cheer() {
    const { run, board } = this,
      { phase, puzzle } = run,
      moment =
        phase === 'done' || phase === 'over' ? `${phase} ${puzzle?.id} ${run.used.size}` : '';
    if (moment === this.cheered) return;
    this.cheered = moment;
    if (!moment) return void hush(board.svg);
    if (
      (phase === 'done' && run.at === puzzle?.line.length && run.clean) ||
      (phase === 'over' && run.record)
    )
      celebrate(board.svg, board.spots, still());
    if (phase === 'over' || !run.strict) this.#focusMain();
  }
}

/** @param {import('./app.js').Page} page @param {import('./board.js').Board} board @param {Mode} mode @param {() => void} gone */
export async function openPuzzles(page, board, mode, gone) {
  await loadCss('puzzles.css');
  const run = new PuzzleRun(page.session, mode, { engine: () => page.sketch(), hear: page.hear });
  return new PuzzleView(run, board, page, gone);
}

/** The name of a set as players say it. @param {string} name @param {(game: string) => string} titleOf */
export function setName(name, titleOf) {
  const { game = '', size = 0 } = setOf(name) ?? {};
  return size ? t('puzzle.size', titleOf(game), size) : titleOf(game);
}
