// SPDX-License-Identifier: MIT
// The lesson beside the board: a row of rings for the steps, the goal, what is said, and the buttons. Draws what
// the lesson points out on the board, and the green moment when a step is right.
import { byId, h, loadCss, s } from './dom.js';
import { addWords, t } from './i18n.js';
import { EN, JA } from './learn-words.js';
import { Lesson } from './lessons.js';
import { loadSteps } from './lessons/index.js';
import { drawPiece } from './pieces.js';
import { celebrate, drawPointers, hush } from './pointers.js';
import { PERSON } from './state.js';
import { saveSettings } from './store.js';
import { boardKind, dress, lookOf } from './themes.js';

addWords(EN, JA);

const FIRST_LEVEL = { kind: /** @type {const} */ ('computer'), level: 1, movetime: 0 };
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class LessonView {
  /** @param {Lesson} lesson @param {import('./board.js').Board} board @param {import('./app.js').Page} page
   * @param {number} [at] the step to begin with, else the first that is not done */
  constructor(lesson, board, { settings, report, hear }, at = -1) {
    this.lesson = lesson;
    this.first = at;
    this.hear = hear;
    this.board = board;
    const act = (/** @type {() => any} */ action) => () => Promise.resolve(action()).catch(report);
    const button = (
      /** @type {string} */ id,
      /** @type {() => any} */ action,
      /** @type {string} */ kind = '',
    ) => h('button', { id, class: kind, onclick: act(action) });
    this.heading = h('h2', { id: 'lesson-heading' });
    this.rings = h(
      'ol',
      { class: 'lesson-rings' },
      ...lesson.steps.map((_, i) => h('li', {}, h('button', { onclick: act(() => this.#to(i)) }))),
    );
    this.side = h('span', { class: 'lesson-side' });
    this.text = h('p', { id: 'lesson-text' });
    this.said = h('p', { id: 'lesson-said' });
    this.next = button('lesson-next', () => this.#forth(), 'main');
    this.hint = button('lesson-hint', () => lesson.hint());
    this.showMe = button('lesson-show', () => lesson.demonstrate());
    this.accept = button('lesson-accept', () => lesson.session.accept());
    this.finish = button('lesson-finish', () => lesson.session.finish());
    this.cancel = button('lesson-cancel', () => lesson.session.clear());
    this.play = button('lesson-play', () => lesson.quit('play'), 'main');
    this.more = h('a', { class: 'button', id: 'lesson-more', href: '#learn' });
    this.again = button('lesson-again', () => this.#to(0));
    this.leave = button('lesson-quit', () => lesson.quit(), 'icon');
    this.leave.append(
      s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        s('path', { d: 'M6 6l12 12M18 6L6 18' }),
      ),
    );
    this.auto = h('input', {
      type: 'checkbox',
      id: 'lesson-auto',
      checked: settings.lessonAuto,
      onchange: () => {
        settings.lessonAuto = this.auto.checked;
        saveSettings(settings);
        if (!this.auto.checked) lesson.wait();
      },
    });
    this.autoText = h('span');
    this.badge = s(
      'svg',
      { class: 'lesson-badge', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
      s('circle', { cx: 24, cy: 24, r: 20 }),
      s('path', { d: 'M14 25l7 7 13-15' }),
    );
    this.ending = h('p', { class: 'row lesson-ending' }, this.play, this.again, this.more);
    this.asked = h(
      'p',
      { class: 'row lesson-buttons' },
      this.next,
      this.accept,
      this.finish,
      this.hint,
      this.showMe,
    );
    this.autoLabel = h('label', { class: 'lesson-auto' }, this.auto, ' ', this.autoText);
    this.foot = h('div', { class: 'lesson-foot' }, this.autoLabel, this.cancel);
    this.host = byId('lesson-panel');
    this.host.replaceChildren(
      h('div', { class: 'lesson-top' }, this.heading, this.side, this.leave),
      this.rings,
      this.text,
      h('div', { class: 'lesson-saying' }, this.badge, this.said),
      this.asked,
      this.ending,
      this.foot,
    );
    /** What was celebrated. */
    this.cheered = -1;
    this.pointed = '';
    this.sided = '';
  }

  /** @param {string} hash */
  holds(hash) {
    return /^#learn=(\w+)/.exec(hash)?.[1] === this.lesson.game;
  }
  begin() {
    return this.lesson.show(
      this.first >= 0 && this.first < this.lesson.steps.length ? this.first : this.lesson.firstOpen,
    );
  }
  /** @param {'back'|'play'|'away'} [next] */
  quit(next) {
    return this.lesson.quit(next);
  }

  /** @param {number} at */
  async #to(at) {
    await this.lesson.show(at);
    this.board.moveFocus(this.board.focus);
  }

  async #forth() {
    await this.lesson.next();
    if (this.lesson.complete) this.play.focus();
    else this.board.moveFocus(this.board.focus);
  }

  render() {
    const { lesson, board } = this,
      { solved, complete } = lesson;
    document.documentElement.dataset.lesson = complete ? 'complete' : solved ? 'solved' : 'on';
    this.host.hidden = false;
    this.#words();
    this.#side();
    this.#said();
    [...this.rings.children].forEach((item, i) => {
      const ring = /** @type {HTMLElement} */ (item.firstChild),
        here = i === lesson.at && !complete;
      ring.className = `${lesson.isDone(i) ? 'done' : ''}${here ? ' here' : ''}`;
      ring.setAttribute(
        'aria-label',
        t(lesson.isDone(i) ? 'lesson.stepDone' : 'lesson.stepName', i + 1),
      );
      if (here) ring.setAttribute('aria-current', 'step');
      else ring.removeAttribute('aria-current');
    });
    this.asked.hidden = complete;
    this.foot.hidden = complete;
    this.autoLabel.hidden = still();
    this.ending.hidden = !complete;
    this.next.disabled = !solved;
    this.next.classList.toggle('runs', lesson.rest > 0);
    this.next.style.setProperty('--rest', `${lesson.rest}ms`);
    this.hint.disabled = this.showMe.disabled = solved;
    this.#choices();
    this.#point();
    const moment = solved || complete ? lesson.at : -1;
    if (moment === this.cheered) return;
    this.cheered = moment;
    if (moment < 0) return void hush(board.svg);
    celebrate(board.svg, board.spots, still());
    this.hear('right');
    if (!lesson.how.byItself()) this.next.focus({ preventScroll: true });
  }

  /** While somebody chooses, what they can choose stands in the place of other buttons, so that nothing moves. */
  #choices() {
    const { session, solved } = this.lesson,
      { narrow } = session,
      open = session.open && !solved;
    const ends = open && session.canFinish,
      accepts = open && !!narrow.accept,
      begun = open && session.clicks.length > 0;
    this.finish.hidden = !ends;
    this.finish.textContent = narrow.decline;
    this.accept.hidden = !accepts;
    this.accept.textContent = narrow.accept;
    this.next.hidden = this.hint.hidden = this.showMe.hidden = ends || accepts;
    this.cancel.hidden = !begun;
  }

  #words() {
    const { lesson } = this;
    this.heading.textContent = lesson.complete
      ? t('lesson.whole')
      : t('lesson.place', lesson.at + 1, lesson.steps.length);
    this.rings.setAttribute('aria-label', t('lesson.steps'));
    this.text.textContent = lesson.complete ? t('lesson.done', lesson.title) : lesson.goal;
    this.next.textContent = t('do.next');
    this.hint.textContent = t('do.hint');
    this.showMe.textContent = t('lesson.show');
    this.cancel.textContent = t('do.cancel');
    this.play.textContent = t('lesson.play');
    this.again.textContent = t('lesson.again');
    this.more.textContent = t('lesson.more');
    this.leave.setAttribute('aria-label', t('lesson.quit'));
    this.leave.title = t('lesson.quit');
    this.autoText.textContent = t('lesson.auto');
  }

  /** Who the learner is, with a man of theirs as it stands on the board. */
  #side() {
    const { shape } = this.lesson.session,
      { side } = this.lesson;
    if (!shape) return;
    const look = lookOf(boardKind(shape)),
      now = t('lesson.you', shape.players[side]),
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

  /** Right, or why not, or what is asked after the first click. */
  #said() {
    const { lesson } = this,
      { session, solved, complete } = lesson,
      { message } = session;
    const asked = session.clicks.length ? t('lesson.asked', session.narrow.prompt) : '';
    this.said.textContent = complete
      ? ''
      : solved
        ? `${t('lesson.good')} ${lesson.right}`
        : (message?.text ?? asked);
    this.said.className = solved ? 'good' : (message?.kind ?? '');
    this.badge.classList.toggle('on', solved || complete);
  }

  /** The board is drawn anew with every shape, so this is put back where it was: under what is clicked. */
  #point() {
    const { lesson, board } = this,
      { shape } = board,
      points = board.svg.querySelector('.points');
    if (!shape || !points) return;
    const now = JSON.stringify([shape.variant, lesson.session.flipped, lesson.draw]),
      drawn = board.svg.querySelector('.pointers');
    if (drawn && now === this.pointed) return;
    this.pointed = now;
    drawn?.remove();
    points.before(drawPointers(shape, lesson.session.flipped, lesson.draw));
  }

  close() {
    this.board.svg.querySelector('.pointers')?.remove();
    hush(this.board.svg);
    this.host.replaceChildren();
    this.host.hidden = true;
    delete document.documentElement.dataset.lesson;
  }
}

/** @param {import('./app.js').Page} page @param {import('./board.js').Board} board @param {string} game @param {() => void} gone @param {number} [at] */
export async function openLesson(page, board, game, gone, at) {
  const { session, settings } = page;
  const [steps] = await Promise.all([loadSteps(game), loadCss('lessons.css')]);
  const lesson = new Lesson(session, game, steps, {
    done: settings.lessonsDone,
    changed: () => saveSettings(settings),
    byItself: () => settings.lessonAuto && !still(),
    ended: async (next) => {
      const seed = session.shape?.prelims.some((p) => p.kind === 'seed')
        ? String(1 + Math.floor(Math.random() * 1e6))
        : '1';
      view.close();
      gone();
      if (next === 'play')
        await page.play(
          { variant: game, seed },
          { players: [PERSON, FIRST_LEVEL], flipped: false },
        );
      else if (next === 'back') await (lesson.borrowed.before ? page.play() : page.go('learn'));
    },
  });
  const view = new LessonView(lesson, board, page, at);
  return view;
}
