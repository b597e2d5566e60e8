// SPDX-License-Identifier: MIT
// Share: the game as a link, a position, a record or a picture; a table over the network also for another site. Import: any of the first three. A game that is being played is kept
// when another one is opened (swap.js), and nothing is opened from an empty field.
import { bring, isForeign } from './bring.js';
import { ask } from './dialogs.js';
import { atRoot, h } from './dom.js';
import { addWords, reasonOf, t } from './i18n.js';
import { readLink, writeLink } from './link.js';
import { swap } from './swap.js';
import { EN, JA } from './table-words.js';

addWords(EN, JA);

/** @param {string} fragment */
export const address = (fragment) => `${atRoot('./')}#${fragment}`;

/** @param {import('./state.js').Session} session */
export async function askShare(session) {
  const { state } = session;
  if (!state) return;
  const record = await session.engine.record().catch(() => '');
  const said = h('p', { class: 'trouble', role: 'status' });
  const copy = async (/** @type {any} */ field) => {
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = t('said.copied');
    } catch {
      field.select();
      said.textContent = t('said.copyFailed');
    }
  };
  const row = (
    /** @type {string} */ id,
    /** @type {string} */ key,
    /** @type {string} */ value,
    /** @type {number} */ lines,
    /** @type {Node[]} */ ...more
  ) => {
    const field =
      lines > 1
        ? h('textarea', { id, rows: lines, readonly: true })
        : h('input', { id, readonly: true });
    field.value = value;
    return h(
      'div',
      { class: 'copy' },
      h('label', { for: id }, t(key)),
      field,
      h(
        'span',
        { class: 'row' },
        h('button', { type: 'button', onclick: () => copy(field) }, t('do.copy')),
        ...more,
      ),
    );
  };
  const link = session.study ? await treeLink(session) : address(writeLink(session.link)),
    paste = h('textarea', {
      id: 'paste',
      rows: 3,
      spellcheck: 'false',
      placeholder: t('share.paste'),
    });
  const send =
    'share' in navigator
      ? [
          h(
            'button',
            {
              type: 'button',
              id: 'share-send',
              onclick: () => navigator.share({ title: document.title, url: link }).catch(() => {}),
            },
            t('share.send'),
          ),
        ]
      : [];
  const pictures = h('details', { id: 'share-pictures' }, h('summary', {}, t('share.pictures')));
  pictures.addEventListener(
    'toggle',
    () =>
      import('./pictures.js').then(
        ({ controls }) => pictures.append(...controls(session, record, said)),
        (error) => {
          said.textContent = reasonOf(error);
        },
      ),
    { once: true },
  );
  const elsewhere = session.remote?.id
    ? [
        h(
          'details',
          { id: 'share-elsewhere' },
          h('summary', {}, t('share.elsewhere')),
          row('share-watch', 'share.watch', `${session.remote.base}/t/${session.remote.id}`, 1),
          row('share-embed', 'share.embed', frame(session.remote, session.shape?.title ?? ''), 4),
        ),
      ]
    : [];
  await ask(
    t('share.title'),
    [
      row('share-link', 'share.link', link, 1, ...send),
      h(
        'details',
        {},
        h('summary', {}, t('share.texts')),
        row('share-position', 'share.position', state.position, 1),
        row('share-record', 'share.record', record, 5),
      ),
      ...elsewhere,
      pictures,
      h(
        'div',
        { class: 'copy' },
        h('label', { for: 'paste' }, h('strong', {}, t('share.import'))),
        paste,
        h(
          'button',
          {
            type: 'button',
            id: 'paste-open',
            onclick: async () => {
              try {
                await openText(session, paste.value);
                paste.closest('dialog')?.close();
              } catch (error) {
                said.textContent = reasonOf(error);
              }
            },
          },
          t('share.open'),
        ),
      ),
      said,
    ],
    [{ text: t('do.close'), value: '', main: true }],
  );
}

/** The board for other sites, of the size that /oembed proposes. @param {{base: string, id: string}} table @param {string} title */
const frame = ({ base, id }, title) =>
  `<iframe src="${base}/embed/t/${id}" width="420" height="528" title="${title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" style="border:0" loading="lazy"></iframe>`;

/** With all variations, as far as an address can hold them. @param {import('./state.js').Session} session */
const treeLink = (session) =>
  import('./analysis-tools.js')
    .then(({ treeAddress }) => treeAddress(session))
    .catch(() => address(writeLink(session.link)));

/** A link, a record (it begins with tags), a game from elsewhere or a position of the game on the board.
 * @param {import('./state.js').Session} session @param {string} text */
export async function openText(session, text) {
  const trimmed = text.trim(),
    link = /#/.test(trimmed) ? readLink(trimmed.slice(trimmed.indexOf('#'))) : null;
  if (!trimmed) throw new Error(t('share.empty'));
  const record = !link && isForeign(trimmed) ? await bring(trimmed) : trimmed;
  return swap(session, () => {
    if (link) return session.begin(link);
    return record.startsWith('[')
      ? session.load(record)
      : session.begin({ variant: session.shape?.variant ?? '', position: trimmed });
  });
}
