// SPDX-License-Identifier: MIT
// Copy and paste: link, position and record out; any of the three in.
import { ask } from './dialogs.js';
import { atRoot, h } from './dom.js';
import { reasonOf, t } from './i18n.js';
import { readLink, writeLink } from './link.js';

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
  const row = (/** @type {string} */ id, /** @type {string} */ key, /** @type {string} */ value, /** @type {number} */ lines) => {
    const field = lines > 1 ? h('textarea', { id, rows: lines, readonly: true }) : h('input', { id, readonly: true });
    field.value = value;
    return h('div', { class: 'copy' }, h('label', { for: id }, t(key)), field, h('button', { type: 'button', onclick: () => copy(field) }, t('do.copy')));
  };
  const paste = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false' });
  await ask(t('share.title'), [
    row('share-link', 'share.link', address(writeLink(session.link)), 1),
    row('share-position', 'share.position', state.position, 1),
    row('share-record', 'share.record', record, 5),
    h('div', { class: 'copy' }, h('label', { for: 'paste' }, t('share.paste')), paste,
      h('button', { type: 'button', id: 'paste-open', onclick: async () => {
        try {
          await openText(session, paste.value);
          paste.closest('dialog')?.close();
        } catch (error) {
          said.textContent = reasonOf(error);
        }
      } }, t('share.open'))),
    said,
  ], [{ text: t('do.close'), value: '', main: true }]);
}

/** A link, a record (it begins with tags) or a position of the game on the board.
 * @param {import('./state.js').Session} session @param {string} text */
export async function openText(session, text) {
  const trimmed = text.trim();
  const link = /#/.test(trimmed) ? readLink(trimmed.slice(trimmed.indexOf('#'))) : null;
  if (link) return session.begin(link);
  if (trimmed.startsWith('[')) return session.load(trimmed);
  return session.begin({ variant: session.shape?.variant ?? '', position: trimmed });
}
