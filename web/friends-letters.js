// SPDX-License-Identifier: MIT
// What players of games with days per move set up for themselves: vacations, a feed of their turns, notifications. One
// section for the page of who this device is, and how many games wait as a number on the page's name and icon.
import { EN, JA } from './friends-letters-words.js';
import { atRoot, h } from './dom.js';
import { addWords, language, t } from './i18n.js';

addWords(EN, JA);

/**
 * @typedef {{call: (method: string, path: string, body?: any) => Promise<any>}} Line requests with the key of this device
 * @typedef {{until: number, left: number}} Vacation
 */

const FEED = 'concentric.feed';
const USUAL_DAYS = 7;

/** @param {string} text @param {() => Promise<void>} action @param {(error: unknown) => void} report @param {Record<string, any>} [more] */
const doing = (text, action, report, more = {}) =>
  h('button', { type: 'button', onclick: () => action().catch(report), ...more }, text);

/** @param {Line} line @param {(error: unknown) => void} report @param {Vacation} vacation */
function vacationRow(line, report, vacation) {
  const box = h('div', { class: 'letters-vacation' });
  const set = async (/** @type {number} */ days) =>
    draw(await line.call('POST', '/me/vacation', { days }));
  /** @param {Vacation} state */
  const draw = ({ until, left }) => {
    const days = h('input', {
      id: 'vacation-days',
      type: 'number',
      min: 1,
      max: left,
      value: Math.min(left, USUAL_DAYS),
    });
    const day = new Date(until).toLocaleDateString(language(), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: 'numeric',
    });
    box.replaceChildren(
      h('h4', {}, t('letters.vacation')),
      h('p', { class: 'club-soft' }, t('letters.vacationHelp', left)),
      until
        ? h(
            'p',
            { class: 'row', role: 'status' },
            h('span', {}, t('letters.on', day)),
            doing(t('letters.end'), () => set(0), report, { id: 'vacation-end' }),
          )
        : left
          ? h(
              'p',
              { class: 'row' },
              h('label', { for: 'vacation-days' }, t('letters.days')),
              days,
              doing(
                t('letters.begin'),
                () => set(Math.max(1, Math.min(left, Math.round(Number(days.value) || 1)))),
                report,
                { id: 'vacation-begin' },
              ),
            )
          : h('p', {}, t('letters.none')),
    );
  };
  draw(vacation);
  return box;
}

/** The server keeps only a hash of it. */
const keptFeed = () => {
  try {
    return localStorage.getItem(FEED) ?? '';
  } catch {
    return '';
  }
};
/** @param {string} url */
const keepFeed = (url) => {
  try {
    if (url) localStorage.setItem(FEED, url);
    else localStorage.removeItem(FEED);
  } catch {
    /* it is shown once */
  }
};

/** Keeps an address as the server tells it, and returns it whole. @param {string} path */
export function takeFeed(path) {
  const url = new URL(path.slice(1), atRoot('./')).href;
  keepFeed(url);
  return url;
}

/** @param {Line} line @param {(error: unknown) => void} report */
function feedRow(line, report) {
  const box = h('div', { class: 'letters-feed' });
  /** @param {string} url */
  const draw = (url) => {
    const make = doing(
      t(url ? 'letters.newFeed' : 'letters.makeFeed'),
      async () => {
        draw(takeFeed((await line.call('POST', '/me/feed', {})).url));
      },
      report,
      { id: 'feed-make' },
    );
    const revoke = doing(
      t('letters.revokeFeed'),
      async () => {
        await line.call('DELETE', '/me/feed');
        keepFeed('');
        draw('');
      },
      report,
      { id: 'feed-revoke' },
    );
    const field = h('input', {
      id: 'feed-url',
      readonly: true,
      value: url,
      'aria-label': t('letters.feedUrl'),
      onfocus: () => field.select(),
    });
    box.replaceChildren(
      h('h4', {}, t('letters.feed')),
      h(
        'p',
        { class: 'club-soft' },
        t('letters.feedHelp'),
        url ? '' : ` ${t('letters.feedElsewhere')}`,
      ),
      h('p', { class: 'row' }, ...(url ? [field, make, revoke] : [make])),
    );
  };
  draw(keptFeed());
  return box;
}

/** The worker that shows notifications; null where there is none, or it does not start. @returns {Promise<any>} */
const worker = async () => {
  if (!('PushManager' in globalThis) || !navigator.serviceWorker) return null;
  await navigator.serviceWorker.register(atRoot('sw.js'));
  return navigator.serviceWorker.ready;
};

/** Nothing where server or browser have no notifications. @param {Line} line @param {(error: unknown) => void} report */
async function pushRow(line, report) {
  const { key } = await line.call('GET', '/push').catch(() => ({ key: '' })),
    there = key ? await worker().catch(() => null) : null;
  if (!there) return null;
  const box = h('input', {
    type: 'checkbox',
    id: 'push-on',
    checked: !!(await there.pushManager.getSubscription()),
    onchange: () => change().catch(report),
  });
  const said = h('p', { role: 'status' });
  const change = async () => {
    const old = await there.pushManager.getSubscription();
    said.textContent = '';
    if (!box.checked) {
      await old?.unsubscribe();
      if (old) await line.call('DELETE', '/me/push', { endpoint: old.endpoint });
      return;
    }
    if ((await Notification.requestPermission()) !== 'granted') {
      box.checked = false;
      said.textContent = t('letters.pushDenied');
      return;
    }
    try {
      const made = await there.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
      await line.call('POST', '/me/push', made.toJSON());
    } catch (error) {
      box.checked = false;
      throw error;
    }
  };
  return h(
    'div',
    { class: 'letters-push' },
    h('h4', {}, t('letters.push')),
    h('p', { class: 'club-soft' }, t('letters.pushHelp')),
    h('p', {}, h('label', {}, box, ' ', t('letters.pushOn'))),
    said,
  );
}

/** The section. @param {Line} line @param {(error: unknown) => void} report @param {Vacation|undefined} vacation of GET /me */
export async function letters(line, report, vacation = { until: 0, left: 0 }) {
  const push = await pushRow(line, report).catch(() => null);
  return h(
    'section',
    { 'aria-labelledby': 'me-letters', id: 'letters' },
    h('h3', { id: 'me-letters' }, t('letters.title')),
    vacationRow(line, report, vacation),
    feedRow(line, report),
    ...(push ? [push] : []),
  );
}

/** How many games wait, on the page's icon and before its name. @param {{turn: boolean, state: string}[]} tables of GET /me/tables */
export function showTurns(tables) {
  const count = tables.filter(({ turn, state }) => turn && state === 'running').length,
    plain = document.title.replace(/^\(\d+\) /, '');
  document.title = count ? `(${count}) ${plain}` : plain;
  const { setAppBadge, clearAppBadge } = /** @type {any} */ (navigator);
  void (count ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator))?.catch?.(
    () => {},
  );
  return count;
}
