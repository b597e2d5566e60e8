// SPDX-License-Identifier: MIT
// The new-game dialog. Games, options and their explanations come from games.json, pictures from the
// engine's shapes; no list of games is kept here.
import { drawPicture } from './board.js';
import { ask, askSecret } from './dialogs.js';
import { h } from './dom.js';
import { pick, reasonOf, t } from './i18n.js';
import { setupOf } from './link.js';
import { PERSON } from './state.js';

/**
 * @typedef {{en: string, ja: string}} Text
 * @typedef {{name: string, kind: 'flag'|'choice', help: Text, default: string|boolean,
 *   default_except?: {option: string, value: string, default: string},
 *   values?: {value: string, help?: Text}[]}} Option
 * @typedef {{id: string, title: Text, summary: Text, options: Option[]}} GameRow
 * @typedef {{sets: number, games: number, win: number, draw: number}} OfficialMatch
 * @typedef {{families: {id: string, title: Text, match?: OfficialMatch, games: GameRow[]}[], levels?: import('./people.js').LevelName[]}} Catalogue
 * @typedef {{variant: string, seed: string, match: boolean, clock: string, players: import('./state.js').Player[], flipped: boolean,
 *   friend?: boolean, side?: 'p1'|'p2'|'random', secret?: boolean, name?: string}} Choice friend: over the network
 */

const LEVELS = 10;
const randomSeed = () => String(1 + Math.floor(Math.random() * 999_999));

/** The options as chosen so far: what was touched is named, the rest is the game's default.
 * @param {GameRow} game @param {Map<string, string>} chosen */
export function variantText(game, chosen) {
  const parts = [game.id];
  for (const { name, kind } of game.options) {
    const value = chosen.get(name);
    if (value === undefined || (kind === 'flag' && value !== 'on')) continue;
    parts.push(kind === 'flag' ? name : `${name}=${value}`);
  }
  return parts.join(',');
}

/** @param {GameRow} game @param {Option} option @param {Map<string, string>} chosen @returns {string} */
export function defaultOf(game, option, chosen) {
  const except = option.default_except, other = except && game.options.find((o) => o.name === except.option);
  const inForce = other && (chosen.get(other.name) ?? String(other.default));
  return except && inForce === except.value ? except.default : String(option.default);
}

export class NewGame {
  /** @param {Catalogue} catalogue @param {import('./engine.js').Calls} sketch an engine for pictures */
  constructor(catalogue, sketch) {
    this.catalogue = catalogue;
    this.sketch = sketch;
    this.games = catalogue.families.flatMap((f) => f.games);
    this.game = this.games[0];
    /** @type {Map<string, string>} */
    this.chosen = new Map();
    this.seed = randomSeed();
    this.secret = false;
    this.length = 'single';
    this.opponent = 'computer';
    this.name = '';
    this.side = '0';
    this.by = 'level';
    this.level = 4;
    this.seconds = 2;
    this.clock = 'none';
    this.minutes = 10;
    this.increment = 5;
    /** @type {import('./engine.js').Shape|null} */
    this.shape = null;
    /** @type {Promise<any>} */
    this.drawing = Promise.resolve();
  }

  /** @param {string} current id of the game on the board @returns {Promise<Choice|null>} */
  async ask(current) {
    this.seed = randomSeed();
    const same = this.games.find((g) => g.id === current);
    if (same && same !== this.game) {
      this.game = same;
      this.chosen.clear();
    }
    this.options = h('div', { class: 'options' });
    this.preview = h('div', { class: 'preview' });
    this.trouble = h('p', { class: 'trouble', role: 'status' });
    this.starting = h('div', {});
    this.who = h('div', {});
    const cards = h('div', { class: 'cards', role: 'radiogroup', 'aria-label': t('new.game') });
    await this.#drawCards(cards);
    await this.#chooseGame();
    const answer = await ask(t('new.title'), [
      cards,
      h('div', { class: 'split' }, h('div', {}, h('h3', {}, t('new.options')), this.options, this.starting), this.preview),
      this.trouble, this.who,
    ], [{ text: t('do.close'), value: '' }, { text: t('do.play'), value: 'play', main: true }]);
    return answer === 'play' ? this.#result() : null;
  }

  /** @param {HTMLElement} cards */
  async #drawCards(cards) {
    for (const game of this.games) {
      const input = h('input', { type: 'radio', name: 'game', value: game.id, checked: game === this.game, onchange: () => {
        this.game = game;
        this.chosen.clear();
        void this.#chooseGame();
      } });
      const picture = h('span', { class: 'card-picture' });
      cards.append(h('label', { class: 'card' }, input, picture, h('span', { class: 'card-title' }, pick(game.title))));
      const shape = await this.sketch.open(setupOf({ variant: game.id }));
      const { board } = (await this.sketch.state()).table;
      const svg = drawPicture(shape, board, pick(game.title));
      svg.setAttribute('aria-hidden', 'true');
      picture.append(svg);
    }
  }

  async #chooseGame() {
    this.options.replaceChildren(h('p', { class: 'summary' }, pick(this.game.summary)),
      ...this.game.options.map((option) => this.#field(option)),
      ...(this.game.options.length ? [] : [h('p', {}, t('new.noOptions'))]));
    await this.#changed();
    this.#drawPlayers();
  }

  /** @param {Option} option */
  #field(option) {
    const { name, kind, help, values } = option, id = `option-${name}`;
    if (kind === 'flag') {
      const box = h('input', { type: 'checkbox', id, checked: this.chosen.get(name) === 'on', onchange: () => {
        this.chosen.set(name, box.checked ? 'on' : 'off');
        void this.#changed();
      } });
      return h('p', { class: 'option' }, h('label', {}, box, ' ', h('b', {}, name), ' ', pick(help)));
    }
    const select = h('select', { id, 'data-option': name, onchange: () => {
      this.chosen.set(name, select.value);
      void this.#changed();
    } }, ...(values ?? []).map((v) => h('option', { value: v.value }, `${v.value}${v.help ? `: ${pick(v.help)}` : ''}`)));
    select.value = this.chosen.get(name) ?? defaultOf(this.game, option, this.chosen);
    return h('p', { class: 'option' }, h('label', { for: id }, h('b', {}, name), ' ', pick(help)), select);
  }

  /** The options have changed: open the variant, draw it, show true defaults and what else is asked. */
  #changed() {
    this.drawing = this.drawing.then(async () => {
      const variant = variantText(this.game, this.chosen);
      try {
        const shape = await this.sketch.open(setupOf({ variant, seed: this.seed }));
        const { board } = (await this.sketch.state()).table;
        this.shape = shape;
        this.preview.replaceChildren(drawPicture(shape, board, shape.title));
        this.trouble.textContent = '';
        this.#showDefaults();
        this.#askStart(shape);
      } catch (error) {
        this.shape = null;
        this.trouble.textContent = reasonOf(error);
      }
    });
    return this.drawing;
  }

  /** A default can depend on another option: the fields that nobody has touched show the one in force. */
  #showDefaults() {
    for (const option of this.game.options) {
      const field = this.options.querySelector(`[data-option="${option.name}"]`);
      if (field && !this.chosen.has(option.name)) field.value = defaultOf(this.game, option, this.chosen);
    }
  }

  /** @param {import('./engine.js').Shape} shape */
  #askStart(shape) {
    this.starting.replaceChildren();
    for (const { kind, ask: question } of shape.prelims ?? []) {
      if (kind === 'seed') {
        const input = h('input', { id: 'seed', inputmode: 'numeric', value: this.seed, onchange: () => {
          this.seed = /^\d{1,18}$/.test(input.value) ? input.value : this.seed;
          void this.#changed();
        } });
        this.starting.append(h('p', { class: 'option' }, h('label', { for: 'seed' }, h('b', {}, t('new.seed')), ' ', question), input,
          h('button', { type: 'button', onclick: () => { this.seed = randomSeed(); void this.#changed(); } }, t('new.draw'))));
      } else {
        const box = h('input', { type: 'checkbox', id: 'secret', checked: this.secret, onchange: () => { this.secret = box.checked; } });
        this.starting.append(h('p', { class: 'option' }, h('label', {}, box, ' ', h('b', {}, t('new.secret')), ' ', question)));
      }
    }
  }

  /** The official match of the game, if its family has one. */
  #match() { return this.catalogue.families.find((f) => f.games.includes(this.game))?.match; }

  #drawPlayers() {
    const names = this.shape?.players ?? ['', ''];
    const radio = (/** @type {string} */ group, /** @type {string} */ value, /** @type {string} */ text) => h('label', {},
      h('input', { type: 'radio', name: group, value, checked: /** @type {any} */ (this)[group] === value, onchange: () => {
        /** @type {any} */ (this)[group] = value;
        this.#drawPlayers();
        this.who.querySelector(`input[name=${group}]:checked`)?.focus();
      } }), ' ', text);
    const level = h('select', { id: 'level', onchange: () => { this.level = Number(level.value); } },
      ...Array.from({ length: LEVELS }, (_, i) => h('option', { value: i + 1, selected: this.level === i + 1 }, String(i + 1))));
    const seconds = h('input', { id: 'seconds', type: 'number', min: 0.1, max: 600, step: 0.1, value: this.seconds,
      onchange: () => { this.seconds = Math.min(600, Math.max(0.1, Number(seconds.value) || 1)); } });
    const match = this.#match();
    const fields = match ? [h('fieldset', {}, h('legend', {}, t('new.length')), radio('length', 'single', t('new.single')),
      radio('length', 'match', t('new.match', match.sets, match.games)))] : [];
    fields.push(h('fieldset', {}, h('legend', {}, t('new.opponent')), radio('opponent', 'computer', t('new.computer')),
      radio('opponent', 'friend', t('new.friend')), radio('opponent', 'people', t('new.people')), radio('opponent', 'watch', t('new.watch'))));
    if (this.opponent === 'computer' || this.opponent === 'friend')
      fields.push(h('fieldset', {}, h('legend', {}, t('new.side')), radio('side', '0', names[0]), radio('side', '1', names[1]), radio('side', 'lot', t('new.lot'))));
    if (this.opponent === 'friend') {
      const name = h('input', { id: 'my-name', maxlength: 20, autocomplete: 'nickname', value: this.name, onchange: () => { this.name = name.value.trim(); } });
      fields.push(h('fieldset', {}, h('legend', {}, t('new.name')), name, h('p', {}, t('new.friendHelp'))));
    }
    if (this.opponent === 'computer' || this.opponent === 'watch')
      fields.push(h('fieldset', {}, h('legend', {}, t('new.strength')), radio('by', 'level', t('new.byLevel')), radio('by', 'time', t('new.byTime')),
        this.by === 'level' ? h('label', { for: 'level' }, t('new.level'), ' ', level) : h('label', { for: 'seconds' }, t('new.seconds'), ' ', seconds)));
    const number = (/** @type {'minutes'|'increment'} */ name, /** @type {string} */ text, /** @type {number} */ least, /** @type {number} */ most) => {
      const input = h('input', { id: name, type: 'number', min: least, max: most, step: name === 'minutes' ? 0.5 : 1, value: this[name],
        onchange: () => { this[name] = Math.min(most, Math.max(least, Number(input.value) || least)); } });
      return h('label', { for: name }, text, ' ', input);
    };
    fields.push(h('fieldset', {}, h('legend', {}, t('new.clock')), radio('clock', 'none', t('new.noClock')), radio('clock', 'clock', t('new.withClock')),
      ...(this.clock === 'none' ? [] : [number('minutes', t('new.minutes'), 0.5, 180), number('increment', t('new.increment'), 0, 180)])));
    this.who.replaceChildren(...fields);
  }

  /** What a value of an option means, in words. @param {string} name @param {string} value */
  #say(name, value) {
    const found = this.game.options.find((o) => o.name === name)?.values?.find((v) => v.value === value);
    return found?.help ? pick(found.help) : value;
  }

  get #clockText() { return this.clock === 'none' ? 'none' : `${Math.round(this.minutes * 60)}+${this.increment}`; }

  /** A game over the network: the secret pick, if any, is made there. @returns {Choice} */
  #friendly() {
    const { shape } = this, prelim = shape?.prelims?.find((p) => p.kind === 'secret');
    const secret = !!prelim && this.secret;
    const open = secret ? variantText(this.game, new Map([...this.chosen].filter(([name]) => name !== prelim?.option))) : shape?.variant ?? '';
    return { variant: open, seed: shape?.prelims?.some((p) => p.kind === 'seed') ? this.seed : '1', match: this.length === 'match' && !!this.#match(),
      clock: this.#clockText, players: [PERSON, PERSON], flipped: false, friend: true, secret, name: this.name,
      side: this.side === 'lot' ? 'random' : this.side === '1' ? 'p2' : 'p1' };
  }

  /** @returns {Promise<Choice|null>} */
  async #result() {
    await this.drawing;
    if (!this.shape) return null;
    /** @type {import('./state.js').Player} */
    const computer = { kind: 'computer', level: this.by === 'level' ? this.level : 0, movetime: Math.round(this.seconds * 1000) };
    const side = this.side === 'lot' ? Math.floor(Math.random() * 2) : Number(this.side);
    const players = [0, 1].map((p) => (this.opponent === 'people' || (this.opponent === 'computer' && p === side) ? PERSON : computer));
    if (this.opponent === 'friend') return this.#friendly();
    let variant = this.shape.variant;
    const prelim = this.shape.prelims?.find((p) => p.kind === 'secret');
    if (prelim && this.secret) {
      // At a table of its own, so that nothing has happened if somebody gives up.
      const open = new Map([...this.chosen].filter(([name]) => name !== prelim.option));
      await this.sketch.open(setupOf({ variant: variantText(this.game, open), pick: true }), '0 sit person', '1 sit person');
      const settled = await askSecret(this.sketch, this.shape.players, players.map((p) => p.kind === 'computer'), (choice) => this.#say(prelim.option, choice));
      if (!settled) return null;
      variant = settled;
    }
    const seeded = this.shape.prelims?.some((p) => p.kind === 'seed');
    const match = this.length === 'match' && !!this.#match();
    return { variant, seed: seeded ? this.seed : '1', match, clock: this.#clockText, players, flipped: this.opponent === 'computer' && side === 1 };
  }
}
