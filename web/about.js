// SPDX-License-Identifier: MIT
// Whose games these are, whose software this is, what it knows about its visitors, and which build it is.
import { EN, JA } from './about-words.js';
import { atRoot, h, loadCss } from './dom.js';
import { addWords, t } from './i18n.js';

addWords(EN, JA);

export const title = () => t('about.title');

/** The folder of the build, by which its files are told apart; none where the files lie as they are written. */
const build = /\/a\/([0-9a-f]{16})\//.exec(import.meta.url)?.[1] ?? '';

/** @param {string} heading @param {...string} texts */
const part = (heading, ...texts) =>
  h('section', {}, h('h2', {}, heading), ...texts.map((text) => h('p', {}, text)));

/** @param {HTMLElement} host */
export async function show(host) {
  await loadCss('text.css');
  host.replaceChildren(
    h(
      'article',
      { class: 'text about' },
      part(
        t('about.games'),
        t('about.morris'),
        t('about.stacking'),
        t('about.morelli'),
        t('about.mur'),
      ),
      part(t('about.software'), t('about.free'), t('about.libraries')),
      part(t('about.privacy'), t('about.keeps'), t('about.shares')),
      h(
        'section',
        {},
        h('h2', {}, t('about.build')),
        h('p', {}, build ? t('about.number', build.slice(0, 8)) : t('about.unbuilt')),
        h(
          'p',
          {},
          h('a', { href: atRoot('rules.html') }, t('do.rules')),
          ' · ',
          h('a', { href: atRoot('bench.html') }, t('about.speed')),
          ' · ',
          h('a', { href: atRoot('docs/') }, t('about.docs')),
        ),
      ),
    ),
  );
}
