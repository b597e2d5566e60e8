// SPDX-License-Identifier: MIT
// The games that this browser keeps (games-db.js): a picture of how each stands, who played, how it ended; to go on
// with, look at again, delete, and to carry elsewhere as one file of records.
import { drawPicture } from './board.js';
import { h, loadCss, s } from './dom.js';
import { games } from './games-db.js';
import { addWords, language, pick, reasonOf, t } from './i18n.js';
import { setupOf } from './link.js';
import { EN, JA } from './mygames-words.js';
import { importRecords, joinRecords, takeOver } from './records.js';

addWords(EN, JA);
export const title = () => t('mygames.title');

/** @typedef {import('./games-db.js').Kept} Kept */
/** @typedef {{game: string, result: string, opponent: string}} Filter */

/** What filters, results and opponents are called. @type {Record<string, string>} */
const CALLED = {
  game: 'mygames.game',
  result: 'mygames.result',
  opponent: 'mygames.opponent',
  won: 'mygames.won',
  lost: 'mygames.lost',
  drawn: 'mygames.drawn',
  broken: 'mygames.broken',
  running: 'mygames.running',
  study: 'mygames.study',
  computer: 'mygames.computer',
  people: 'mygames.people',
  online: 'mygames.online',
  watched: 'mygames.watched',
};
const AT_ONCE = 24,
  FILE_MAX = 16 << 20;

/** @param {Kept} game */
export const resultOf = ({ result, you, study }) =>
  study
    ? 'study'
    : !result
      ? 'running'
      : result === 'none'
        ? 'broken'
        : result === 'draw'
          ? 'drawn'
          : you < 0
            ? 'decided'
            : (result === 'p1win') === (you === 0)
              ? 'won'
              : 'lost';
/** @param {Kept} game */
export const opponentOf = ({ players, table }) => {
  const computers = players.filter((p) => p.kind === 'computer').length;
  return table ? 'online' : computers === 2 ? 'watched' : computers ? 'computer' : 'people';
};

class View {
  /** @param {HTMLElement} host @param {import('./views.js').Page} page @param {Awaited<import('./views.js').Page['catalogue']>} catalogue */
  constructor(host, page, catalogue) {
    this.host = host;
    this.page = page;
    /** @type {any} */
    this.catalogue = catalogue;
    this.titles = new Map(catalogue.families.flatMap((f) => f.games).map((g) => [g.id, g.title]));
    /** @type {Kept[]} */
    this.list = [];
    this.count = AT_ONCE;
    /** @type {Filter} */
    this.filter = { game: '', result: '', opponent: '' };
    /** Boards by variant. @type {Map<string, Promise<import('./engine.js').Shape|null>>} */
    this.shapes = new Map();
    this.said = h('p', { class: 'games-said', role: 'status' });
    this.rows = h('ul', { class: 'games-list' });
    this.foot = h('p', { class: 'games-more' });
    this.counted = h('span', { class: 'soft', id: 'games-count' });
    this.passing = h('p', { class: 'games-passing', hidden: true }, t('mygames.passing'));
    this.export = h(
      'button',
      { id: 'games-export', onclick: () => this.#export() },
      t('mygames.export'),
    );
    this.tools = h('div', { class: 'games-tools' });
  }

  async begin() {
    const file = h('input', {
      type: 'file',
      id: 'games-file',
      accept: '.txt,.pgn,.sgf,.cxr,text/plain',
      multiple: true,
      hidden: true,
      onchange: () =>
        this.#importFiles([...file.files])
          .then(() => {
            file.value = '';
          })
          .catch(this.page.report),
    });
    const paste = this.#paste();
    this.tools.append(
      this.#choice('game', () =>
        [...new Set(this.list.map((g) => g.game))].map((id) => [
          id,
          pick(this.titles.get(id)) || id,
        ]),
      ),
      this.#choice('opponent', () =>
        ['computer', 'people', 'online', 'watched'].map((v) => [v, t(CALLED[v])]),
      ),
      this.#choice('result', () =>
        ['won', 'lost', 'drawn', 'running', 'study'].map((v) => [v, t(CALLED[v])]),
      ),
      h('span', { class: 'spring' }),
      h('button', { id: 'games-import', onclick: () => file.click() }, t('mygames.import')),
      this.export,
      file,
    );
    this.#takeDrops();
    this.host.replaceChildren(
      h('div', { class: 'games-head' }, h('h2', {}, t('mygames.title')), this.counted),
      h('p', { class: 'games-lead' }, t('mygames.lead')),
      this.passing,
      this.tools,
      paste,
      this.said,
      this.rows,
      this.foot,
    );
    await this.load();
  }

  /** @param {keyof Filter} name @param {() => string[][]} values */
  #choice(name, values) {
    const field = h('select', {
      id: `games-by-${name}`,
      onchange: () => {
        this.filter[name] = field.value;
        this.count = AT_ONCE;
        this.draw();
      },
    });
    field.fill = () =>
      field.replaceChildren(
        h('option', { value: '' }, t('mygames.all')),
        ...values().map(([value, text]) =>
          h('option', { value, selected: this.filter[name] === value }, text),
        ),
      );
    return h('label', {}, t(CALLED[name]), field);
  }

  async load() {
    this.list = await games.all();
    this.passing.hidden = games.lasting;
    for (const field of this.tools.querySelectorAll('select')) field.fill();
    this.draw();
  }

  draw() {
    const { filter } = this,
      found = this.list.filter(
        (g) =>
          (!filter.game || g.game === filter.game) &&
          (!filter.opponent || opponentOf(g) === filter.opponent) &&
          (!filter.result || resultOf(g) === filter.result),
      );
    this.counted.textContent = t('mygames.count', found.length);
    this.export.disabled = !this.list.length;
    this.rows.replaceChildren(...found.slice(0, this.count).map((game) => this.#row(game)));
    this.foot.replaceChildren(
      ...(found.length > this.count
        ? [
            h(
              'button',
              {
                id: 'games-more',
                onclick: () => {
                  this.count += AT_ONCE;
                  this.draw();
                },
              },
              t('mygames.more'),
            ),
          ]
        : found.length
          ? []
          : [t(this.list.length ? 'mygames.noneSuch' : 'mygames.none')]),
    );
  }

  /** @param {import('./games-db.js').KeptPlayer} player */
  #computer({ level, time, perfect }) {
    if (perfect) return t('player.perfect');
    const named = !time && this.catalogue.levels?.find((/** @type {any} */ l) => l.level === level);
    return `${t('mygames.computer')} (${named ? pick(named.name) : level ? t('player.level', level) : t('player.seconds', time / 1000)})`;
  }

  /** @param {Kept} game */
  #opponent(game) {
    const { players, you } = game,
      kind = opponentOf(game),
      other = players[1 - you];
    if (kind === 'watched') return players.map((p) => this.#computer(p)).join(' – ');
    if (you >= 0 && other.kind === 'computer') return t('mygames.against', this.#computer(other));
    if (you >= 0 && other.name) return t('mygames.against', other.name);
    const names = players
      .map((p) => (p.kind === 'computer' ? this.#computer(p) : p.name))
      .filter(Boolean);
    return names.length === 2 ? names.join(' – ') : t(CALLED[kind]);
  }

  /** @param {Kept} game */
  #row(game) {
    const { page } = this,
      name = pick(this.titles.get(game.game)) || game.game,
      kind = resultOf(game),
      running = kind === 'running';
    const picture = h('div', { class: 'games-picture' }),
      result = h('span', { class: kind }, kind === 'decided' ? '' : t(CALLED[kind]));
    const when = new Date(game.time),
      day = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(
        when,
      );
    void this.#shape(game.variant).then((shape) => {
      if (kind === 'decided')
        result.textContent = t(
          'mygames.sideWon',
          shape?.players[game.result === 'p1win' ? 0 : 1] ?? '',
        );
      if (shape && game.board.length === shape.points.length)
        picture.replaceChildren(drawPicture(shape, game.board, name));
    });
    const act = (/** @type {() => Promise<void>} */ job) => () => void job().catch(page.report);
    return h(
      'li',
      { 'data-id': game.id },
      picture,
      h(
        'div',
        { class: 'games-text' },
        h('h3', {}, name),
        h('span', {}, this.#opponent(game)),
        result,
        h(
          'span',
          { class: 'soft' },
          h('time', { datetime: when.toISOString() }, day),
          ' ',
          h('span', {}, `· ${t('mygames.moves', game.moves)}`),
        ),
        h(
          'p',
          { class: 'row' },
          h(
            'button',
            {
              class: running ? 'main' : null,
              'data-do': 'open',
              onclick: act(() => page.openKept(game)),
            },
            t(running ? 'mygames.continue' : 'mygames.open'),
          ),
          ...(game.moves && !running && !game.study
            ? [
                h(
                  'button',
                  {
                    'data-do': 'review',
                    onclick: act(async () => {
                      await page.openKept(game, true);
                      await page.review();
                    }),
                  },
                  t('mygames.review'),
                ),
              ]
            : []),
          ...(game.moves && !game.study && (!running || !game.table)
            ? [
                h(
                  'button',
                  { 'data-do': 'analyse', onclick: act(() => page.analyse({ kept: game })) },
                  t('mygames.analyse'),
                ),
              ]
            : []),
          h(
            'button',
            {
              class: 'icon',
              'data-do': 'delete',
              'aria-label': `${t('mygames.delete')}: ${name}, ${day}`,
              title: t('mygames.delete'),
              onclick: act(() => this.#delete(game, name)),
            },
            s(
              'svg',
              { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
              s('path', { d: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5' }),
            ),
          ),
        ),
      ),
    );
  }

  /** One call, so that nobody else's comes between. @param {string} variant @returns {Promise<import('./engine.js').Shape|null>} */
  #shape(variant) {
    const known =
      this.shapes.get(variant) ??
      this.page
        .sketch()
        .then((engine) => engine.open(setupOf({ variant })))
        .catch(() => null);
    this.shapes.set(variant, known);
    return known;
  }

  /** @param {Kept} game @param {string} name */
  async #delete(game, name) {
    const at = [...this.rows.children].findIndex((row) => row.getAttribute('data-id') === game.id);
    await games.remove(game.id);
    const undo = h(
      'button',
      {
        id: 'games-undo',
        onclick: async () => {
          await games.restore(game);
          this.said.textContent = t('mygames.back');
          await this.load();
          this.rows.querySelector(`[data-id="${game.id}"] button`)?.focus();
        },
      },
      t('mygames.undo'),
    );
    this.said.replaceChildren(h('span', {}, t('mygames.deleted', name)), undo);
    await this.load();
    if (at >= 0) undo.focus();
  }

  async #export() {
    const url = URL.createObjectURL(
      new Blob([joinRecords(await games.all())], { type: 'text/plain;charset=utf-8' }),
    );
    h('a', {
      href: url,
      download: `concentric-${new Date().toISOString().slice(0, 10)}.txt`,
    }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  /** A field for texts; Ctrl+Enter brings them in as the button does. */
  #paste() {
    const field = h('textarea', {
      id: 'games-paste',
      rows: 4,
      spellcheck: 'false',
      'aria-describedby': 'games-paste-hint',
      placeholder: '1. d6 f4 2. d2 …',
    });
    const bring = () => {
      if (!field.value.trim()) return void field.focus();
      this.#import([field.value])
        .then((good) => {
          if (good) field.value = '';
        })
        .catch(this.page.report);
    };
    field.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) bring();
    });
    return h(
      'details',
      { class: 'games-bring' },
      h('summary', {}, t('mygames.paste')),
      h('label', { for: 'games-paste' }, t('mygames.pasteHere')),
      field,
      h('p', { class: 'soft', id: 'games-paste-hint' }, t('mygames.pasteHint')),
      h('button', { id: 'games-paste-go', onclick: bring }, t('mygames.bring')),
    );
  }

  /** Files and texts that are dropped anywhere on the view. */
  #takeDrops() {
    const { host } = this,
      over = (/** @type {boolean} */ on) => host.classList.toggle('games-over', on);
    const useful = (/** @type {DragEvent} */ e) =>
      [...(e.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
    host.ondragover = (e) => {
      if (!useful(e) || !host.contains(this.rows)) return;
      e.preventDefault();
      over(true);
    };
    host.ondragleave = (e) => {
      if (!host.contains(/** @type {Node|null} */ (e.relatedTarget))) over(false);
    };
    host.ondrop = (e) => {
      over(false);
      if (!useful(e) || !host.contains(this.rows)) return;
      e.preventDefault();
      const files = [...(e.dataTransfer?.files ?? [])],
        text = e.dataTransfer?.getData('text/plain') ?? '';
      void (files.length ? this.#importFiles(files) : this.#import([text])).catch(this.page.report);
    };
  }

  /** @param {File[]} files */
  async #importFiles(files) {
    return this.#import(
      await Promise.all(files.map(async (file) => (file.size > FILE_MAX ? file : file.text()))),
    );
  }

  /** Texts, or files that are too large to read. @param {(string|File)[]} texts @returns {Promise<boolean>} nothing was refused */
  async #import(texts) {
    const engine = await this.page.engine(),
      sum = { added: 0, known: 0, bad: 0, why: '' };
    try {
      for (const text of texts) {
        const told =
          typeof text !== 'string'
            ? { added: 0, known: 0, bad: 1, why: text.name }
            : await importRecords(engine, text);
        for (const name of /** @type {const} */ (['added', 'known', 'bad']))
          sum[name] += told[name];
        sum.why ||= told.why;
      }
    } finally {
      engine.end();
    }
    this.said.textContent =
      t('mygames.imported', sum.added, sum.known) +
      (sum.bad ? ` ${t('mygames.refused', sum.bad, sum.why)}` : '');
    await this.load();
    return !sum.bad;
  }
}

/** @param {HTMLElement} host @param {import('./views.js').Page} page */
export async function show(host, page) {
  await loadCss('mygames.css');
  const view = new View(host, page, await page.catalogue);
  await page.keeper.flush();
  await takeOver(page.engine).catch((error) => {
    view.said.textContent = reasonOf(error);
  });
  await view.begin();
  return games.listen(() => void view.load().catch(() => {}));
}
