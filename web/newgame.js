// SPDX-License-Identifier: MIT
// The new-game sheet, in the order people think: which game, against whom, how strong, which side, clock; rules and all
// else folded, with a live picture of the board. Games, options, levels and their words come from games.json, pictures
// from the engine's shapes; no list of games is kept here. sheet-fields.js draws the rows.
import { drawPicture } from './board.js';
import { ask, askSecret } from './dialogs.js';
import { h, loadCss } from './dom.js';
import { addWords, pick, reasonOf, t } from './i18n.js';
import { setupOf } from './link.js';
import { beginnings, extras, optionFields, rows } from './sheet-fields.js';
import { EN, JA } from './sheet-words.js';
import { PERFECT, PERSON } from './state.js';

addWords(EN, JA);

/**
 * @typedef {{en: string, ja: string}} Text
 * @typedef {{name: string, kind: 'flag'|'choice', title: Text, help: Text, default: string|boolean,
 *   default_except?: {option: string, value: string, default: string},
 *   values?: {value: string, title: Text, help?: Text}[]}} Option
 * @typedef {{id: string, title: Text, summary: Text, options: Option[]}} GameRow
 * @typedef {{sets: number, games: number, win: number, draw: number}} OfficialMatch
 * @typedef {{families: {id: string, title: Text, match?: OfficialMatch, games: GameRow[]}[], levels: {level: number, name: Text, help: Text}[]}} Catalogue
 * @typedef {{variant: string, seed: string, match: boolean, clock: string, position?: string, players: import('./state.js').Player[], flipped: boolean,
 *   friend?: boolean, side?: 'p1'|'p2'|'random', secret?: boolean, name?: string}} Choice friend: over the network
 */

const randomSeed = () => String(1 + Math.floor(Math.random() * 999_999));

/** The options as chosen so far: what was touched is named, the rest is the game's default.
 * @param {Pick<GameRow, 'id'|'options'>} game @param {Map<string, string>} chosen */
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
  const except = option.default_except,
    other = except && game.options.find((o) => o.name === except.option);
  const inForce = other && (chosen.get(other.name) ?? String(other.default));
  return except && inForce === except.value ? except.default : String(option.default);
}

export class NewGame {
  /** @param {Catalogue} catalogue @param {import('./engine.js').Calls} sketch an engine for pictures
   * @param {(variant: string) => Promise<string|null>} source where solved values of a variant are */
  constructor(catalogue, sketch, source) {
    this.source = source;
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
    this.level = 3; // 0: the teacher
    this.seconds = 2;
    /** A time control, or 'other' for the minutes and the increment. */
    this.clock = 'none';
    this.minutes = 10;
    this.increment = 5;
    /** Handicaps that the game has, which of them (0: none), for whom ('0' you or the first side, '1'), and what part of the time
     * the stronger side has. @type {import('./engine.js').Odds[]} */
    this.handicaps = [];
    this.odds = 0;
    this.weaker = '0';
    this.timeOdds = 1;
    /** Is there somebody who knows all about the variant? */
    this.solved = false;
    /** @type {import('./engine.js').Shape|null} */
    this.shape = null;
    /** Pictures and variants in the order in which they were asked for: the sketch is one table. @type {Promise<any>} */
    this.drawing = Promise.resolve();
  }

  /** The official match of the game, if its family has one. */
  get match() {
    return this.catalogue.families.find((f) => f.games.includes(this.game))?.match;
  }

  /** @param {{game?: string, opponent?: string}} how what is known already @returns {Promise<Choice|null>} */
  async ask({ game = '', opponent = '' }) {
    await loadCss('newgame.css');
    this.seed = randomSeed();
    if (opponent) this.opponent = opponent;
    const wanted = this.games.find((g) => g.id === game);
    if (wanted && wanted !== this.game) {
      this.game = wanted;
      this.chosen.clear();
    }
    const tiles = h(
      'div',
      { class: 'tiles', role: 'radiogroup', 'aria-label': t('new.game') },
      ...this.games.map((g) => this.#tile(g)),
    );
    this.about = h('p', { class: 'about' });
    this.rows = h('div', { class: 'rows' });
    this.options = h('div', { class: 'options' });
    this.starting = h('div', { class: 'options' });
    this.more = h('div', { class: 'rows' });
    this.variant = h('small', { class: 'variant' });
    this.summary = h('span', { class: 'now' });
    this.preview = h('div', { class: 'preview' });
    this.trouble = h('p', { class: 'trouble', role: 'status' });
    const folded = h(
      'details',
      {
        class: 'folded',
        ontoggle: () => {
          if (folded.open) folded.scrollIntoView({ block: 'start' });
        },
      },
      h('summary', {}, h('span', {}, t('new.more')), ' ', this.summary),
      this.options,
      this.starting,
      this.more,
      this.variant,
    );
    this.#drawAll();
    const { title, go } = this.words,
      answer = await ask(
        title,
        [
          h(
            'div',
            { class: 'newgame' },
            tiles,
            this.about,
            this.rows,
            this.preview,
            folded,
            this.trouble,
          ),
        ],
        [
          { text: t('do.close'), value: '' },
          { text: go, value: 'play', main: true },
        ],
        (dialog) => {
          dialog.classList.add('for-sheet');
          dialog.addEventListener('close', () => dialog.classList.remove('for-sheet'), {
            once: true,
          });
          tiles.querySelector('input:checked')?.focus();
        },
      );
    return answer === 'play' ? this.#result() : null;
  }

  /** @param {GameRow} game */
  #tile(game) {
    const picture = h('span', { class: 'tile-picture' });
    const input = h('input', {
      type: 'radio',
      name: 'game',
      value: game.id,
      checked: game === this.game,
      onchange: () => {
        this.game = game;
        this.chosen.clear();
        this.#drawAll();
      },
    });
    this.drawing = this.drawing
      .then(async () => {
        const shape = await this.sketch.open(setupOf({ variant: game.id }));
        const svg = drawPicture(shape, (await this.sketch.state()).table.board, pick(game.title));
        svg.setAttribute('aria-hidden', 'true');
        picture.append(svg);
      })
      .catch(() => {}); // a picture less
    return h(
      'label',
      { class: 'tile' },
      input,
      picture,
      h('span', { class: 'tile-title' }, pick(game.title)),
    );
  }

  #drawAll() {
    this.about.replaceChildren(
      h('b', {}, pick(this.game.title)),
      ' ',
      h('span', {}, pick(this.game.summary)),
    );
    this.options.replaceChildren(...optionFields(this));
    this.#drawRows();
    void this.changed(true);
  }

  /** The rows before *Play*. @returns {(Node|string)[]} */
  fields() {
    return rows(this);
  }
  get words() {
    return { title: t('new.title'), go: t('do.play') };
  }

  #drawRows() {
    this.rows.replaceChildren(...this.fields());
    this.more.replaceChildren(...extras(this));
  }

  /** A chip was chosen: the rows that depend on it are drawn again, the focus stays. @param {string} group */
  redraw(group) {
    this.#drawRows();
    this.#say();
    /** @type {HTMLElement|null} */ (
      document.querySelector(`.newgame input[name=${group}]:checked`)
    )?.focus();
  }

  /** @param {string} name @param {string} value of an option */
  choose(name, value) {
    this.chosen.set(name, value);
    void this.changed();
  }

  drawSeed() {
    this.seed = randomSeed();
    void this.changed();
  }

  /** @param {Option} option */
  valueOf(option) {
    return this.chosen.get(option.name) ?? defaultOf(this.game, option, this.chosen);
  }

  /** The options have changed: open the variant, draw it, show true defaults and what else is asked.
   * @param {boolean} [sides] its players are others */
  changed(sides = false) {
    this.drawing = this.drawing.then(async () => {
      const variant = variantText(this.game, this.chosen);
      try {
        const shape = await this.sketch.open(setupOf({ variant, seed: this.seed }));
        const {
          table: { board },
          odds = [],
          solved,
        } = await this.sketch.state();
        this.shape = shape;
        this.handicaps = odds;
        if (this.odds > odds.length) this.odds = 0;
        this.more.replaceChildren(...extras(this));
        this.preview.replaceChildren(drawPicture(shape, board, t('new.preview')));
        this.trouble.textContent = '';
        this.#showDefaults();
        this.starting.replaceChildren(...beginnings(this));
        this.#offerPerfect(shape.variant, solved);
        if (sides) this.rows.querySelector('.row-side')?.replaceWith(this.fields()[2]);
      } catch (error) {
        this.shape = null;
        this.trouble.textContent = reasonOf(error);
      }
      this.#say();
    });
    return this.drawing;
  }

  /** Perfect play is offered where its values are: beside the page, or at the server. @param {string} variant @param {boolean} here */
  async #offerPerfect(variant, here) {
    const solved = here || !!(await this.source(variant).catch(() => null));
    if (this.shape?.variant !== variant || solved === this.solved) return;
    this.solved = solved;
    if (!solved && this.opponent === 'perfect') this.opponent = 'computer';
    const focused = this.rows.contains(document.activeElement)
      ? /** @type {any} */ (document.activeElement).name
      : '';
    this.#drawRows();
    if (focused)
      /** @type {HTMLElement|null} */ (
        document.querySelector(`.newgame input[name=${focused}]:checked`)
      )?.focus();
  }

  /** The folded line tells what is not as usual. */
  #say() {
    const told = this.game.options
      .filter(
        (o) =>
          this.valueOf(o) !==
          String(o.kind === 'flag' ? o.default : defaultOf(this.game, o, new Map())),
      )
      .flatMap((o) =>
        o.kind === 'flag'
          ? this.chosen.get(o.name) === 'on'
            ? [pick(o.title)]
            : []
          : [pick(o.values?.find((v) => v.value === this.valueOf(o))?.title)],
      );
    if (this.#hasOdds) told.push(t('new.odds'));
    if (this.match && this.length === 'match')
      told.push(t('new.match', this.match.sets, this.match.games));
    this.summary.textContent = told.join(', ') || t('new.usual');
    this.variant.textContent = t('new.variant', this.shape?.variant ?? '');
  }

  /** A default can depend on another option: the fields that nobody has touched show the one in force. */
  #showDefaults() {
    for (const option of this.game.options) {
      const field = this.options.querySelector(`[data-option="${option.name}"]`);
      if (!field || this.chosen.has(option.name)) continue;
      field.value = defaultOf(this.game, option, this.chosen);
      field.dispatchEvent(new Event('shown'));
    }
  }

  /** What a value of an option is called. @param {string} name @param {string} value */
  #called(name, value) {
    return (
      pick(
        this.game.options.find((o) => o.name === name)?.values?.find((v) => v.value === value)
          ?.title,
      ) || value
    );
  }

  get #clockText() {
    return this.clock === 'other'
      ? `${Math.round(this.minutes * 60)}+${this.increment}`
      : this.clock;
  }

  /** Is there time to take from somebody? */
  get timed() {
    return /^\d+\+\d+$/.test(this.#clockText);
  }

  get #hasOdds() {
    return (
      this.opponent !== 'watch' &&
      this.length !== 'match' &&
      (this.odds > 0 || (this.timeOdds > 1 && this.timed))
    );
  }

  /** The start and the clock with their handicaps. @param {number} side yours; the first one where two share a screen */
  #terms(side) {
    const clock = this.#clockText,
      weaker = this.weaker === '0' ? side : 1 - side;
    if (!this.#hasOdds) return { clock };
    const [base, more] = clock.split('+').map(Number),
      less = `${Math.max(1, Math.round(base / this.timeOdds))}+${Math.round(more / this.timeOdds)}`;
    return {
      clock:
        this.timeOdds > 1 && this.timed
          ? [clock, less][weaker] + '/' + [less, clock][weaker]
          : clock,
      ...(this.odds ? { position: this.handicaps[this.odds - 1].start[weaker] } : {}),
    };
  }

  /** A game over the network: the secret pick, if any, is made there. @returns {Choice} */
  #friendly() {
    const { shape } = this,
      prelim = shape?.prelims?.find((p) => p.kind === 'secret');
    const secret = !!prelim && this.secret;
    const open = secret
      ? variantText(
          this.game,
          new Map([...this.chosen].filter(([name]) => name !== prelim?.option)),
        )
      : (shape?.variant ?? '');
    return {
      variant: open,
      seed: shape?.prelims?.some((p) => p.kind === 'seed') ? this.seed : '1',
      match: this.length === 'match' && !!this.match,
      ...this.#terms(this.side === '1' ? 1 : 0),
      players: [PERSON, PERSON],
      flipped: false,
      friend: true,
      secret,
      name: this.name,
      side: this.side === 'lot' ? 'random' : this.side === '1' ? 'p2' : 'p1',
    };
  }

  /** @returns {Promise<Choice|null>} */
  async #result() {
    await this.drawing;
    if (!this.shape) return null;
    /** @type {import('./state.js').Player} */
    const computer =
      this.opponent === 'perfect'
        ? PERFECT
        : {
            kind: 'computer',
            level: this.by === 'level' ? this.level : 0,
            movetime: this.by === 'level' ? 0 : Math.round(this.seconds * 1000),
          };
    const side = this.side === 'lot' ? Math.floor(Math.random() * 2) : Number(this.side);
    const players = [0, 1].map((p) =>
      this.opponent === 'people' || (this.opponent !== 'watch' && p === side) ? PERSON : computer,
    );
    if (this.opponent === 'friend') return this.#friendly();
    let variant = this.shape.variant;
    const prelim = this.shape.prelims?.find((p) => p.kind === 'secret');
    if (prelim && this.secret) {
      // At a table of its own, so that nothing has happened if somebody gives up.
      const open = new Map([...this.chosen].filter(([name]) => name !== prelim.option));
      await this.sketch.open(
        setupOf({ variant: variantText(this.game, open), pick: true }),
        '0 sit person',
        '1 sit person',
      );
      const settled = await askSecret(
        this.sketch,
        this.shape.players,
        players.map((p) => p.kind === 'computer'),
        (choice) => this.#called(prelim.option, choice),
      );
      if (!settled) return null;
      variant = settled;
    }
    const seeded = this.shape.prelims?.some((p) => p.kind === 'seed');
    const match = this.length === 'match' && !!this.match;
    return {
      variant,
      seed: seeded ? this.seed : '1',
      match,
      ...this.#terms(this.opponent === 'people' ? 0 : side),
      players,
      flipped: ['computer', 'perfect'].includes(this.opponent) && side === 1,
    };
  }
}
