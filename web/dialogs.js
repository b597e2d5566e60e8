// SPDX-License-Identifier: MIT
// One dialog element for everything that is asked. The answer is the value of the button pressed, ''
// if it was closed.
import { atRoot, byId, h } from './dom.js';
import { THREADS_MAX, canShare, threadsByDefault } from './engine.js';
import { t } from './i18n.js';

/**
 * @param {string} title @param {(Node|string)[]} body
 * @param {{text: string, value: string, main?: boolean}[]} buttons
 * @param {(dialog: HTMLDialogElement) => void} [opened]
 * @returns {Promise<string>}
 */
export function ask(title, body, buttons, opened) {
  const dialog = byId('dialog');
  byId('dialog-title').textContent = title;
  byId('dialog-body').replaceChildren(...body);
  byId('dialog-buttons').replaceChildren(
    ...buttons.map(({ text, value, main }) =>
      // Enter in a field presses the first button that submits: never the one that gives up.
      main || value
        ? h('button', { value, class: main ? 'main' : null }, text)
        : h('button', { type: 'button', value, onclick: () => dialog.close('') }, text),
    ),
  );
  dialog.returnValue = '';
  if (!dialog.open) dialog.showModal();
  opened?.(dialog);
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }),
  );
}

/** @param {string} question */
export const confirm = async (question) =>
  (await ask(
    question,
    [],
    [
      { text: t('do.no'), value: '' },
      { text: t('do.yes'), value: 'yes', main: true },
    ],
  )) === 'yes';

/** @param {import('./store.js').Settings} settings @param {() => void} changed called at every change
 * @param {import('./themes.js').Kind} kind of the board whose looks are offered */
export async function askSettings(settings, changed, kind) {
  const { lookRows } = await import('./look.js');
  /** @type {[keyof import('./store.js').Settings, string][]} */
  const flags = [
    ['labels', 'settings.labels'],
    ['numbers', 'settings.numbers'],
    ['safeColours', 'settings.safe'],
    ['marks', 'settings.marks'],
  ];
  const theme = h(
    'select',
    {
      id: 'set-theme',
      onchange: () => {
        settings.theme = theme.value;
        changed();
      },
    },
    ...['auto', 'light', 'dark'].map((v) =>
      h('option', { value: v, selected: settings.theme === v }, t(`settings.${v}`)),
    ),
  );
  const sending = h(
    'select',
    {
      id: 'set-confirm',
      onchange: () => {
        settings.confirm = sending.value;
        changed();
      },
    },
    ...['days', 'always', 'never'].map((v) =>
      h('option', { value: v, selected: settings.confirm === v }, t(`settings.confirm.${v}`)),
    ),
  );
  const threads = h(
    'select',
    {
      id: 'set-threads',
      disabled: !canShare(),
      onchange: () => {
        settings.threads = Number(threads.value);
        changed();
      },
    },
    ...Array.from({ length: THREADS_MAX + 1 }, (_, n) =>
      h(
        'option',
        { value: String(n), selected: settings.threads === n },
        n ? String(n) : canShare() ? t('settings.threadsAuto', threadsByDefault()) : '1',
      ),
    ),
  );
  await ask(
    t('settings.title'),
    [
      lookRows(kind, settings, changed),
      h('p', { class: 'field' }, h('label', { for: 'set-theme' }, t('settings.theme')), theme),
      h(
        'p',
        { class: 'field' },
        h('label', { for: 'set-confirm' }, t('settings.confirm')),
        sending,
      ),
      h(
        'p',
        { class: 'field' },
        h(
          'label',
          { for: 'set-threads' },
          t(canShare() ? 'settings.threads' : 'settings.oneThread'),
        ),
        threads,
      ),
      ...flags.map(([name, key]) => {
        const box = h('input', {
          type: 'checkbox',
          checked: Boolean(settings[name]),
          onchange: () => {
            /** @type {any} */ (settings)[name] = box.checked;
            changed();
          },
        });
        return h('p', {}, h('label', {}, box, ' ', t(key)));
      }),
      h(
        'p',
        { class: 'row' },
        h('a', { href: '#print', onclick: () => byId('dialog').close('') }, t('do.print')),
        h('a', { href: atRoot('bench.html') }, t('do.bench')),
      ),
    ],
    [{ text: t('do.close'), value: '', main: true }],
  );
}

/**
 * A secret pick by both players, at the table that the engine has open: nothing is shown before both are in.
 * @param {import('./engine.js').Calls} engine @param {string[]} names @param {boolean[]} computer
 * @param {(choice: string) => string} say what a choice is called
 * @returns {Promise<string>} the variant that is settled, '' if it was closed
 */
export async function askSecret(engine, names, computer, say) {
  for (;;) {
    const { pick, picks, settled, variant } = (await engine.state()).table;
    if (!pick) {
      const told = picks.map((choice) => say(choice ?? ''));
      await ask(
        t('secret.title'),
        [h('p', {}, t('secret.result', names[0], told[0], names[1], told[1], say(settled ?? '')))],
        [{ text: t('do.play'), value: 'ok', main: true }],
      );
      return variant;
    }
    const { seat, choices } = pick;
    // Two people, one device: between them it changes hands. The choices stand in a list and "I am" well below where it
    // was, so that the pointer of whoever has just picked lights nothing, and a second tap does nothing.
    if (
      seat &&
      !computer[0] &&
      !computer[1] &&
      !(await ask(
        t('secret.title'),
        [h('p', { class: 'pass' }, t('secret.pass', names[0], names[1]))],
        [{ text: t('secret.ready', names[1]), value: 'ready', main: true }],
      ))
    )
      return '';
    const choice = computer[seat]
      ? choices[Math.floor(Math.random() * choices.length)]
      : await ask(
          t('secret.title'),
          [
            h('p', {}, pick.ask),
            ...(computer[1 - seat] ? [h('p', {}, t('secret.computer'))] : []),
            h('p', {}, h('strong', {}, t('secret.pick', names[seat]))),
            h(
              'div',
              { class: 'choices' },
              ...choices.map((c) => h('button', { value: c }, say(c))),
            ),
          ],
          [{ text: t('do.close'), value: '' }],
          (dialog) => {
            dialog.tabIndex = -1;
            dialog.focus();
          },
        ); // none is ahead of the others
    if (!choice) return '';
    await engine.do(`${seat} pick ${choice}`);
  }
}
