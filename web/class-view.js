// SPDX-License-Identifier: MIT
// A teacher's board beside the board: who leads, how many follow, what is asked and answered, and the leader's buttons.
import { ClassRun, drawnMarks } from './class-play.js';
import { EN, JA } from './class-words.js';
import { confirm } from './dialogs.js';
import { atRoot, byId, h, loadCss, s, shown } from './dom.js';
import { needDevice } from './friends-seats.js';
import { addWords, language, t } from './i18n.js';
import { pointAt } from './lessons.js';
import { drawPointers } from './pointers.js';

addWords(EN, JA);

const COPIED_MS = 2000;

export class ClassView {
  /** @param {ClassRun} run @param {import('./board.js').Board} board @param {import('./app.js').Page} page @param {() => void} gone */
  constructor(run, board, page, gone) {
    this.run = run;
    this.board = board;
    this.page = page;
    this.gone = gone;
    const { session } = run,
      act = (/** @type {() => any} */ action) => () => Promise.resolve(action()).catch(page.report);
    const button = (/** @type {string} */ name, /** @type {() => any} */ action, kind = '') =>
      h(
        'button',
        { id: `class-${name}`, type: 'button', class: kind, onclick: act(action) },
        t(`class.${name}`),
      );
    this.heading = h('h2', { id: 'lesson-heading' });
    this.here = h('span', { class: 'class-here', role: 'status' });
    this.leave = h(
      'button',
      { id: 'class-quit', class: 'icon', type: 'button', onclick: act(() => this.quit('back')) },
      s(
        'svg',
        { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        s('path', { d: 'M6 6l12 12M18 6L6 18' }),
      ),
    );
    this.who = h('p', { class: 'class-who' });
    this.said = h('p', { id: 'class-said', role: 'status' });
    this.question = h('p', { id: 'class-question' });
    this.tally = h('ul', { class: 'class-tally' });
    this.names = h('details', { class: 'class-names' });
    this.link = h('input', {
      id: 'class-link',
      readonly: true,
      value: `${atRoot('./')}#board=${run.id}`,
      onfocus: () => this.link.select(),
    });
    this.copy = button('copy', () => this.#copy());
    this.linkRow = h(
      'div',
      { class: 'class-link' },
      h('label', { for: 'class-link' }, t('class.link')),
      h('span', { class: 'row' }, this.link, this.copy),
    );
    this.steps = h(
      'p',
      { class: 'row class-steps' },
      button('first', () => session.goto(0)),
      button('back', () => session.goto((session.state?.ply ?? 0) - 1)),
      button('forth', () => session.goto((session.state?.ply ?? 0) + 1)),
      button('flip', () => session.flip()),
    );
    this.pointer = button('point', () => {
      run.pointing = !run.pointing;
      run.changed();
    });
    this.text = h('input', { id: 'class-text', maxlength: 40, autocomplete: 'off' });
    this.askForm = h(
      'form',
      {
        class: 'class-ask',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void act(async () => {
            await run.follow();
            await run.act({ do: 'ask', text: this.text.value.trim() });
            this.text.value = '';
          })();
        },
      },
      h('label', { for: 'class-text' }, t('class.askText')),
      h(
        'span',
        { class: 'row' },
        this.text,
        h('button', { id: 'class-ask', class: 'main' }, t('class.ask')),
      ),
    );
    this.close = button('close', () => run.act({ do: 'close' }), 'main');
    this.end = button('end', async () => {
      if (await confirm('class.endSure')) await run.act({ do: 'end' });
    });
    this.choices = h(
      'p',
      { class: 'row class-choices' },
      (this.accept = h('button', { type: 'button', onclick: act(() => session.accept()) })),
      (this.finish = h('button', { type: 'button', onclick: act(() => session.finish()) })),
      (this.cancel = h(
        'button',
        { type: 'button', onclick: act(() => session.clear()) },
        t('do.cancel'),
      )),
    );
    this.lead = h(
      'div',
      { class: 'class-lead-tools' },
      this.steps,
      h('p', { class: 'row' }, this.pointer, this.end),
      this.askForm,
      this.close,
    );
    this.host = byId('lesson-panel');
    this.host.replaceChildren(
      h('div', { class: 'class-top' }, this.heading, this.here, this.leave),
      this.who,
      this.question,
      this.said,
      this.choices,
      this.tally,
      this.names,
      this.lead,
      this.linkRow,
    );
    this.leave.setAttribute('aria-label', t('class.quit'));
    this.leave.title = t('class.quit');
    /** Points are pointed out before anybody else sees the tap. @param {Event} event */
    this.tap = (event) => {
      const point = /** @type {Element} */ (event.target).closest?.('[data-point]');
      if (!run.leads || !run.pointing || !point) return;
      event.stopPropagation();
      event.preventDefault();
      if (event.type === 'click')
        run.point(session.shape?.points[Number(point.getAttribute('data-point'))].name ?? '');
    };
    this.caught = ['pointerdown', 'pointerup', 'mousedown', 'click'];
    for (const kind of this.caught) byId('board-host').addEventListener(kind, this.tap, true);
    this.pointed = '';
  }

  /** @param {string} hash */
  holds(hash) {
    return hash === `#board=${this.run.id}`;
  }

  async begin() {
    this.render();
    shown();
    await this.run.begin();
  }

  /** @param {'back'|'play'|'away'} [next] */
  async quit(next = 'back') {
    const { run, board, host } = this;
    for (const kind of this.caught) byId('board-host').removeEventListener(kind, this.tap, true);
    await run.quit(next !== 'play');
    board.svg.querySelector('.pointers')?.remove();
    host.replaceChildren();
    host.hidden = true;
    host.classList.remove('class');
    delete document.documentElement.dataset.class;
    this.gone();
    if (next === 'back') this.page.go('board');
  }

  async #copy() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
    } catch {
      document.execCommand('copy'); // plain http on a home network has no clipboard of its own
    }
    this.copy.textContent = t('class.copied');
    setTimeout(() => {
      this.copy.textContent = t('class.copy');
    }, COPIED_MS);
  }

  render() {
    const { run, host } = this,
      { told } = run;
    document.documentElement.dataset.class = run.leads ? 'leads' : 'follows';
    host.hidden = false;
    host.classList.add('class');
    this.heading.textContent = told?.title || t('class.title');
    this.here.textContent = told?.leads
      ? t(told.here === 1 ? 'class.here1' : 'class.here', told.here)
      : '';
    this.who.textContent =
      run.trouble ||
      (!told
        ? ''
        : told.ended
          ? t('class.over')
          : told.leads
            ? t('class.leads')
            : t('class.follows', told.name || t('class.teacher')));
    this.who.classList.toggle('trouble', !!run.trouble);
    this.#ask();
    this.#offer();
    this.#point();
    void run.follow();
  }

  #ask() {
    const { told, session, pointing, leads } = this.run,
      question = told?.question,
      { message } = session;
    const said = !question
      ? ''
      : leads
        ? t(question.count === 1 ? 'class.count1' : 'class.count', question.count)
        : question.open
          ? question.mine
            ? t('class.yours', question.mine)
            : t('class.answer')
          : t(question.count === 1 ? 'class.count1' : 'class.count', question.count);
    this.question.textContent = question ? question.text || t('class.asked') : '';
    this.said.textContent = message?.text || (leads && pointing ? t('class.pointing') : said);
    this.said.className = message?.kind ?? '';
    const tally = question?.tally ?? [],
      most = Math.max(1, ...tally.map((one) => one.count));
    const rows = tally.map(({ move, count }) => {
      const bar = h('i', { 'aria-hidden': 'true' });
      bar.style.setProperty('--share', String(count / most));
      return h('li', {}, h('span', {}, t('class.times', move, count)), bar);
    });
    this.tally.hidden = !rows.length;
    this.tally.setAttribute('aria-label', t('class.tally'));
    this.tally.replaceChildren(...rows);
    this.names.hidden = !question?.answers?.length;
    const open = this.names.open;
    this.names.replaceChildren(
      h('summary', {}, t('class.who')),
      h(
        'ul',
        {},
        ...(question?.answers ?? []).map(({ name, move }) =>
          h('li', {}, t('class.times', name || t('class.nameless'), move)),
        ),
      ),
    );
    this.names.open = open;
  }

  #offer() {
    const { run } = this,
      { session, told, leads } = run,
      { narrow } = session,
      open = !!told && !told.ended;
    this.lead.hidden = !leads || !open;
    this.linkRow.hidden = !open;
    this.askForm.hidden = !!told?.question?.open;
    this.close.hidden = !told?.question?.open;
    this.pointer.setAttribute('aria-pressed', String(run.pointing));
    this.accept.hidden = !session.open || !narrow.accept;
    this.finish.hidden = !session.open || !session.canFinish;
    this.cancel.hidden = !session.clicks.length;
    this.accept.textContent = narrow.accept;
    this.finish.textContent = narrow.decline;
  }

  /** Marks and one's own answer; the board is drawn anew with every shape, so this is put back where it was. */
  #point() {
    const { run, board } = this,
      { shape } = board,
      points = board.svg.querySelector('.points'),
      { told } = run;
    if (!shape || !points || !told) return;
    const mine =
      !run.leads && told.question?.mine && !run.session.clicks.length
        ? pointAt(told.question.mine)
        : {};
    const marks = drawnMarks(run.leads ? run.marks : told.marks),
      draw = {
        ...mine,
        squares: [...(mine.squares ?? []), ...marks.squares],
        arrows: [...(mine.arrows ?? []), ...marks.arrows],
      };
    const now = JSON.stringify([shape.variant, run.session.flipped, draw]),
      drawn = board.svg.querySelector('.pointers');
    if (drawn && now === this.pointed) return;
    this.pointed = now;
    drawn?.remove();
    points.before(drawPointers(shape, run.session.flipped, draw));
  }
}

/** @param {import('./app.js').Page} page @param {import('./board.js').Board} board @param {string} id @param {() => void} gone */
export async function openClass(page, board, id, gone) {
  await loadCss('class.css');
  const place = { base: new URL(atRoot('./')).origin, key: needDevice(), lang: language() };
  const run = new ClassRun(page.session, id, place, () => {
    page.session.notify();
    if (!page.session.shape) view.render(); // there is no board yet, and perhaps there will be none
  });
  const view = new ClassView(run, board, page, gone);
  return view;
}
