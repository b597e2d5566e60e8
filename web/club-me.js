// SPDX-License-Identifier: MIT
// Who this device is: name and picture, ratings, games that are on, other devices, and what is stored: to be taken along or
// deleted. Opened with a code (#me=CODE, by the link or the QR code of the other device) it joins that player.
import { emblem, enter, dayText, doing, gameLine, person, ratingTable, timeText } from './club.js';
import { EN, JA } from './club-me-words.js';
import { confirm } from './dialogs.js';
import { atRoot, h } from './dom.js';
import { letters, showTurns, takeFeed } from './friends-letters.js';
import { deviceKey, forgetDevice, keepName, lastName, needDevice } from './friends-seats.js';
import { addWords, reasonOf, t } from './i18n.js';
import { mark } from './mark.js';

addWords(EN, JA);

/** @typedef {import('./club.js').TheClub} TheClub */

export const title = () => t('me.title');
const NAME_MAX = 20;

class Me {
  /** @param {TheClub} club @param {import('./newgame.js').Catalogue} catalogue @param {HTMLElement} body */
  constructor(club, catalogue, body) {
    this.club = club;
    this.page = club.page;
    this.catalogue = catalogue;
    this.body = body;
    this.said = h('p', { class: 'club-said', role: 'status' });
  }

  /** @param {unknown} error */
  report = (error) => {
    this.said.textContent = reasonOf(error);
  };

  async draw() {
    const { me } = this.club;
    const tables = me
      ? (await this.club.call('GET', '/me/tables').catch(() => ({ tables: [] }))).tables
      : [];
    showTurns(tables);
    this.body.replaceChildren(
      this.#head(),
      this.said,
      ...(me
        ? [
            this.#games(tables),
            await letters(this.club, this.report, me.vacation),
            this.#ratings(),
            await this.#devices(),
            await this.#hidden(),
            this.#stored(),
          ]
        : [this.#first()]),
    );
  }

  #head() {
    const { me } = this.club;
    const name = h('input', {
      id: 'me-name',
      maxlength: NAME_MAX,
      autocomplete: 'nickname',
      value: me ? me.name : lastName(),
      placeholder: t('me.nameless'),
    });
    const save = doing(t('me.save'), () => this.#rename(name.value.trim()), this.report, {
      id: 'me-save',
      class: 'main',
    });
    name.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter' && !event.isComposing) save.click();
    });
    return h(
      'div',
      { class: 'me-head' },
      h('span', { class: 'me-picture' }, me ? emblem(me.id) : mark('')),
      h(
        'div',
        {},
        h('h2', {}, me?.name || t('me.title')),
        h('p', { class: 'club-soft' }, me ? t('me.since', dayText(me.made)) : t('me.nobody')),
        h('p', { class: 'row' }, h('label', { for: 'me-name' }, t('me.name')), name, save),
      ),
    );
  }

  /** @param {string} name */
  async #rename(name) {
    needDevice();
    this.club.line?.known();
    this.club.me = await this.club.call('POST', '/me', { name });
    keepName(name);
    this.said.textContent = t('me.saved');
    await this.draw();
  }

  /** Who has never been here: what a player is, and how this device becomes one that exists. */
  #first() {
    return h('section', {}, h('p', {}, t('me.about')), this.#codeField());
  }

  /** @param {any[]} tables */
  #games(tables) {
    const rows = tables.map((table) =>
      h(
        'li',
        { class: table.turn ? 'live' : null },
        h(
          'a',
          { href: atRoot(`t/${table.id}`), 'data-table': table.id },
          h(
            'span',
            { class: 'club-what' },
            h('b', {}, gameLine(this.catalogue, table)),
            h('small', {}, this.#state(table)),
          ),
          h(
            'span',
            { class: 'me-other' },
            table.state === 'open' ? '' : t('me.against', table.other?.name || t('club.nameless')),
          ),
        ),
      ),
    );
    return h(
      'section',
      { 'aria-labelledby': 'me-games' },
      h('h3', { id: 'me-games' }, t('me.games')),
      rows.length
        ? h('ul', { class: 'club-list' }, ...rows)
        : h(
            'p',
            { class: 'club-soft' },
            t('me.noGames'),
            ' ',
            h('a', { href: '#lobby' }, t('club.lobby')),
          ),
    );
  }

  /** @param {any} table */
  #state({ state, turn, left }) {
    if (state === 'open') return t('me.open');
    if (state !== 'running') return t('me.settling');
    return (
      t(turn ? 'me.turn' : 'me.theirs') + (typeof left === 'number' ? ` · ${leftText(left)}` : '')
    ); // of whoever is to move
  }

  #ratings() {
    return h(
      'section',
      { 'aria-labelledby': 'me-ratings' },
      h('h3', { id: 'me-ratings' }, t('club.ratings')),
      ratingTable(this.catalogue, this.club.me?.ratings ?? {}),
    );
  }

  // -- other devices -----------------------------------------------------------------------------

  async #devices() {
    const { keys = [] } = await this.club.call('GET', '/me/keys').catch(() => ({})),
      place = h('div', { class: 'me-link' });
    const link = doing(
      t('me.link'),
      async () => {
        const { code, until } = await this.club.call('POST', '/me/link', {});
        place.replaceChildren(...(await this.#code(code, until)));
      },
      this.report,
      { id: 'me-link' },
    );
    const rows = keys.map((/** @type {any} */ key) =>
      h(
        'li',
        {},
        h(
          'span',
          {},
          t(key.this ? 'me.thisDevice' : 'me.device', key.made ? timeText(key.made) : ''),
        ),
        ...(key.this
          ? []
          : [
              doing(t('me.revoke'), () => this.#revoke(key.id), this.report, {
                'data-key': key.id,
              }),
            ]),
      ),
    );
    return h(
      'section',
      { 'aria-labelledby': 'me-devices' },
      h('h3', { id: 'me-devices' }, t('me.devices')),
      h('p', { class: 'club-soft' }, t('me.devicesHelp')),
      h('ul', { class: 'club-list me-keys' }, ...rows),
      h(
        'p',
        { class: 'row' },
        link,
        ...(keys.length > 1
          ? [
              doing(t('me.revokeOthers'), () => this.#revoke('others'), this.report, {
                id: 'me-revoke-others',
              }),
            ]
          : []),
      ),
      place,
      h('details', {}, h('summary', {}, t('me.other')), this.#codeField()),
    );
  }

  /** @param {string} code @param {number} until */
  async #code(code, until) {
    const url = `${atRoot('./')}#me=${code}`,
      field = h('input', {
        id: 'me-link-url',
        readonly: true,
        value: url,
        'aria-label': t('me.linkUrl'),
        onfocus: () => field.select(),
      });
    const { svg } = await this.club.call('POST', '/qr', { text: url }).catch(() => ({ svg: '' }));
    return [
      ...(svg
        ? [
            h('img', {
              alt: t('me.qr'),
              width: 160,
              height: 160,
              src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`,
            }),
          ]
        : []),
      h(
        'div',
        {},
        h('p', {}, t('me.linkHelp')),
        h('p', { class: 'me-code', id: 'me-code' }, code),
        field,
        h('p', { class: 'club-soft' }, t('me.until', timeText(until))),
      ),
    ];
  }

  #codeField() {
    const code = h('input', {
      id: 'me-code-in',
      autocomplete: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      maxlength: 64,
    });
    const join = doing(t('me.join'), () => this.join(code.value.trim()), this.report, {
      id: 'me-join',
    });
    return h(
      'p',
      { class: 'row' },
      h('label', { for: 'me-code-in' }, t('me.codeHere')),
      code,
      join,
    );
  }

  /** This device becomes the player of another one. @param {string} code */
  async join(code) {
    if (!code || !(await confirm(t(this.club.me ? 'me.joinInstead' : 'me.joinAsk')))) return;
    needDevice();
    await this.club.call('POST', '/me/link', { code });
    const me = await this.club.who();
    this.club.line?.known();
    this.said.textContent = t('me.joined', me?.name ?? '');
    await this.draw();
  }

  /** @param {string} key */
  async #revoke(key) {
    const { feed } = await this.club.call('POST', '/me/revoke', { key });
    if (feed) takeFeed(feed); // the other device knows the old address
    this.said.textContent = t('me.revoked');
    await this.draw();
  }

  // -- what is stored ----------------------------------------------------------------------------

  async #hidden() {
    const hidden = this.club.me?.hidden ?? [];
    const players = await Promise.all(
      hidden.map((id) => this.club.call('GET', `/players/${id}`).catch(() => ({ id, name: id }))),
    );
    return h(
      'section',
      { 'aria-labelledby': 'me-hidden', hidden: !players.length || null },
      h('h3', { id: 'me-hidden' }, t('me.hidden')),
      h(
        'ul',
        { class: 'club-list' },
        ...players.map((player) =>
          h(
            'li',
            {},
            person({ id: player.id, name: player.name, bot: player.bot }),
            doing(
              t('me.unhide'),
              async () => {
                await this.club.call('POST', '/me/hide', { player: player.id, on: false });
                await this.club.who();
                await this.draw();
              },
              this.report,
              { 'data-unhide': player.id },
            ),
          ),
        ),
      ),
    );
  }

  #stored() {
    return h(
      'section',
      { 'aria-labelledby': 'me-stored' },
      h('h3', { id: 'me-stored' }, t('me.stored')),
      h('p', { class: 'club-soft' }, t('me.storedHelp')),
      h(
        'p',
        { class: 'row' },
        doing(t('me.export'), () => this.#export(), this.report, { id: 'me-export' }),
        doing(t('me.delete'), () => this.#delete(), this.report, { id: 'me-delete' }),
      ),
    );
  }

  async #export() {
    const all = await this.club.call('GET', '/me/export'),
      url = URL.createObjectURL(
        new Blob([JSON.stringify(all, null, 1)], { type: 'application/json' }),
      );
    h('a', { href: url, download: 'concentric-me.json' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  async #delete() {
    if (!(await confirm(t('me.deleteAsk')))) return;
    await this.club.call('DELETE', '/me');
    forgetDevice();
    keepName('');
    this.club.me = null;
    this.said.textContent = t('me.deleted');
    await this.draw();
  }
}

/** A time that is left, by its largest units. @param {number} ms */
export function leftText(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000)),
    hours = Math.floor(minutes / 60),
    days = Math.floor(hours / 24);
  return days
    ? t('me.daysLeft', days, hours % 24)
    : hours
      ? t('me.hoursLeft', hours, minutes % 60)
      : t('me.minutesLeft', minutes);
}

/** @param {HTMLElement} host @param {import('./views.js').Page} page @param {string} code of another device, if it was opened by one */
export const show = (host, page, code) =>
  enter(host, page, 'me', async (club, body) => {
    const view = new Me(club, await page.catalogue, body);
    if (!club.me && !deviceKey()) await club.call('GET', '/lobby'); // is there a server at all?
    await view.draw();
    if (code) {
      history.replaceState(null, '', '#me'); // it is good once
      setTimeout(() => view.join(code).catch(view.report));
    }
  });
