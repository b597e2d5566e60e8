// SPDX-License-Identifier: MIT
// What can be done with an analysis as a whole: going on from what is shown as a game, keeping it, carrying it
// elsewhere as a file, a link or a picture, bringing another one in, and the list of keys.
import { ask } from './dialogs.js';
import { h, s } from './dom.js';
import { pick, reasonOf, t } from './i18n.js';
import { PERFECT, PERSON } from './state.js';
import { fromHere } from './study.js';
import { LINK_MAX, TreeLinkError, packTree } from './tree-link.js';

const FILE_MAX = 16 << 20;
const ICONS = {
  play: 'M7 4l12 8-12 8z',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  file: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  open: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  keys: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 10h.01M8 14h8',
};
/** Keys and what they do. */
const KEYS = [
  ['← →', 'keys.step'],
  ['↑ ↓', 'keys.beside'],
  ['Home End', 'keys.ends'],
  ['Shift ↑', 'keys.promote'],
  ['Delete', 'keys.delete'],
  ['u', 'keys.undo'],
  ['c', 'keys.comment'],
  ['Ctrl Enter', 'keys.save'],
  ['1 – 6', 'keys.marks'],
  ['0', 'keys.noMark'],
  ['?', 'keys.help'],
];

export class AnalysisTools {
  /** @param {HTMLElement} host @param {import('./app.js').Page} page @param {import('./analysis.js').Analysis} analysis */
  constructor(host, page, analysis) {
    this.page = page;
    this.session = page.session;
    this.analysis = analysis;
    this.lang = '';
    this.said = h('p', { class: 'tools-said', role: 'status' });
    this.row = h('div', { class: 'tools-row' });
    host.append(this.row, this.said);
  }

  render() {
    const { lang } = document.documentElement,
      { state, draft } = this.session;
    if (lang !== this.lang) this.#words();
    this.lang = lang;
    const at = (/** @type {string} */ name) => this.row.querySelector(`[data-do=${name}]`);
    at('play').disabled = !!state?.here;
    at('save').disabled = !draft;
    const kept = t(draft ? 'tools.save' : 'tools.isKept');
    at('save').lastElementChild.textContent = kept;
    at('save').setAttribute('aria-label', kept);
    at('save').title = kept;
  }

  #words() {
    const button = (
      /** @type {keyof typeof ICONS} */ name,
      /** @type {() => any} */ action,
      /** @type {string} */ text,
    ) =>
      h(
        'button',
        {
          type: 'button',
          class: name === 'play' ? 'worded main' : 'worded',
          'data-do': name,
          title: text,
          'aria-label': text,
          onclick: () => Promise.resolve(action()).catch(this.page.report),
        },
        s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] })),
        h('span', {}, text),
      );
    this.row.replaceChildren(
      button('play', () => this.playOn(), t('tools.play')),
      button('save', () => this.#save(), t('tools.save')),
      button('link', () => this.#link(), t('tools.link')),
      button('file', () => this.#download(), t('tools.file')),
      button('picture', () => this.#picture(), t('tools.picture')),
      button('open', () => this.#open(), t('tools.open')),
      button('keys', () => this.#help(), t('tools.keys')),
    );
    this.said.textContent = '';
  }

  // -- going on as a game --------------------------------------------------------------------------

  /** A game from what is shown: against whom, on which side. */
  async playOn() {
    const { session, page } = this,
      { shape, state } = session;
    if (!shape || !state || state.here) return;
    const { levels } = await page.catalogue,
      game = fromHere(session),
      solved = await page.values.source(game.variant);
    const level = h(
      'select',
      { id: 'on-level' },
      ...(levels ?? []).map((/** @type {any} */ l) =>
        h(
          'option',
          { value: l.level, selected: l.level === 5 },
          `${l.level ? `${l.level}. ` : ''}${pick(l.name)}`,
        ),
      ),
    );
    const side = h(
      'select',
      { id: 'on-side' },
      ...shape.players.map((name, i) =>
        h(
          'option',
          { value: i, selected: i === state.turn },
          i === state.turn ? t('tools.toMove', name) : name,
        ),
      ),
    );
    const who = await ask(
      t('tools.playTitle'),
      [
        h('p', { class: 'field' }, h('label', { for: 'on-side' }, t('tools.side')), side),
        h('p', { class: 'field' }, h('label', { for: 'on-level' }, t('tools.level')), level),
        h('p', { class: 'said' }, t('tools.playHelp')),
      ],
      [
        { text: t('do.close'), value: '' },
        { text: t('tools.people'), value: 'people' },
        ...(solved ? [{ text: t('tools.perfect'), value: 'perfect' }] : []),
        { text: t('tools.computer'), value: 'computer', main: true },
      ],
    );
    if (!who) return;
    const mine = Number(side.value),
      computer =
        who === 'perfect'
          ? PERFECT
          : { kind: /** @type {const} */ ('computer'), level: Number(level.value), movetime: 0 };
    await page.play(
      game,
      who === 'people'
        ? { flipped: session.flipped }
        : { players: [0, 1].map((p) => (p === mine ? PERSON : computer)), flipped: mine === 1 },
    );
  }

  // -- keeping and carrying ------------------------------------------------------------------------

  async #save() {
    await this.page.keeper.keepDraft();
    this.render();
    this.said.textContent = t('tools.kept');
  }

  async #download() {
    const { shape } = this.session,
      url = URL.createObjectURL(
        new Blob([await this.analysis.record()], { type: 'text/plain;charset=utf-8' }),
      );
    h('a', {
      href: url,
      download: `concentric-${shape?.game ?? 'game'}-${new Date().toISOString().slice(0, 10)}.txt`,
    }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.said.textContent = t('tools.downloaded');
  }

  async #link() {
    try {
      const link = await treeAddress(this.session),
        copied = await navigator.clipboard.writeText(link).then(
          () => true,
          () => false,
        );
      this.said.replaceChildren(
        copied
          ? t('tools.linkCopied', link.length)
          : h('input', { readonly: true, value: link, 'aria-label': t('tools.link') }),
      );
    } catch (error) {
      if (!(error instanceof TreeLinkError)) throw error;
      this.said.replaceChildren(
        h('span', {}, t('tools.linkLarge', LINK_MAX)),
        ' ',
        h(
          'button',
          { type: 'button', onclick: () => this.#download().catch(this.page.report) },
          t('tools.file'),
        ),
      );
    }
  }

  /** The board with its arrows, or the game as it was played. */
  async #picture() {
    const said = h('p', { class: 'trouble', role: 'status' }),
      { controls } = await import('./pictures.js');
    await ask(
      t('tools.picture'),
      [...controls(this.session, await this.analysis.record(), said), said],
      [{ text: t('do.close'), value: '', main: true }],
    );
  }

  async #open() {
    const paste = h('textarea', {
        id: 'study-paste',
        rows: 5,
        spellcheck: 'false',
        placeholder: t('tools.paste'),
      }),
      said = h('p', { class: 'trouble', role: 'status' });
    const open = async (/** @type {string} */ text) => {
      try {
        await this.page.analyse({ text });
        paste.closest('dialog')?.close();
      } catch (error) {
        said.textContent = reasonOf(error);
      }
    };
    const file = h('input', {
      type: 'file',
      id: 'study-file',
      accept: '.txt,.pgn,.cxr,.sgf,text/plain',
      onchange: async () => {
        const [one] = file.files ?? [];
        if (one)
          await (one.size > FILE_MAX
            ? Promise.resolve((said.textContent = t('tools.fileLarge')))
            : open(await one.text()));
        file.value = '';
      },
    });
    await ask(
      t('tools.openTitle'),
      [
        h('p', { class: 'field' }, h('label', { for: 'study-file' }, t('tools.chooseFile')), file),
        h(
          'div',
          { class: 'copy' },
          h('label', { for: 'study-paste' }, t('tools.pasteLabel')),
          paste,
          h(
            'button',
            { type: 'button', id: 'study-open', onclick: () => open(paste.value) },
            t('tools.openDo'),
          ),
        ),
        said,
      ],
      [{ text: t('do.close'), value: '', main: true }],
    );
  }

  // -- keys ----------------------------------------------------------------------------------------

  async #help() {
    await ask(
      t('tools.keys'),
      [
        h(
          'dl',
          { class: 'keys' },
          ...KEYS.flatMap(([keys, words]) => [
            h('dt', {}, ...keys.split(' ').map((key) => h('kbd', {}, key))),
            h('dd', {}, t(words)),
          ]),
        ),
        h('p', { class: 'said' }, t('keys.where')),
      ],
      [{ text: t('do.close'), value: '', main: true }],
    );
  }

  /** @param {KeyboardEvent} event */
  press({ key }) {
    if (key !== '?') return false;
    void this.#help();
    return true;
  }
}

/** The address of the tree on the board; throws where it is too large. @param {import('./state.js').Session} session */
export async function treeAddress(session) {
  const { address } = await import('./share.js'),
    { variant = '' } = session.state ?? {};
  const tree = await packTree(await session.engine.record());
  return address(
    `${new URLSearchParams({ game: variant })
      .toString()
      .replace(/%2C/g, ',')
      .replace(/game=(.*)/, (all) => all.replace(/%3D/g, '='))}&tree=${tree}`,
  );
}
