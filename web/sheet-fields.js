// SPDX-License-Identifier: MIT
// The parts of the new-game sheet that are drawn anew when something changes: rows of chips, faces, the folded part.
// Each is given the sheet (newgame.js), whose members are what is chosen.
import { h, s } from './dom.js';
import { face, rings } from './faces.js';
import { pick, t } from './i18n.js';
import { drawPiece } from './pieces.js';
import { boardKind, dress, lookOf } from './themes.js';

/** @typedef {import('./newgame.js').NewGame} NewGame */

/** Small pictures for whom one plays against, of rings and dots. */
const SIGNS = {
  computer: 'M-30 -22h60v40h-60zM-12 32h24M0 18v14M-14 -6h.1M14 -6h.1M-10 7h20',
  perfect: 'M0 -38a38 38 0 1 0 .1 0M0 -20a20 20 0 1 0 .1 0M0 0h.1',
  friend:
    'M-22 -8a12 12 0 1 1 .1 0M22 -8a12 12 0 1 1 .1 0M-40 26a18 18 0 0 1 36 0M4 26a18 18 0 0 1 36 0',
  people: 'M-34 -26h68v52h-68zM0 -26v52M-17 0h.1M17 0h.1',
  watch: 'M-40 0Q0 -40 40 0Q0 40 -40 0zM0 -12a12 12 0 1 0 .1 0',
};

/** @param {string} d */
const sign = (d) =>
  s('svg', { class: 'sign', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, s('path', { d }));

/** One of several, as a chip: a radio button under what it says.
 * @param {NewGame} sheet @param {string} group a member of the sheet @param {string|number} value @param {(Node|string)[]} content @param {string} [label] for screen readers, where the content is short */
export function chip(sheet, group, value, content, label) {
  const chosen = String(/** @type {any} */ (sheet)[group]) === String(value);
  return h(
    'label',
    { class: 'chip' },
    h('input', {
      type: 'radio',
      name: group,
      value,
      checked: chosen,
      'aria-label': label ?? null,
      onchange: () => {
        /** @type {any} */ (sheet)[group] = typeof value === 'number' ? value : String(value);
        sheet.redraw(group);
      },
    }),
    ...content,
  );
}

/** @param {string} name @param {string} title @param {...(Node|string)} content */
export const row = (name, title, ...content) =>
  h(
    'fieldset',
    { class: `row-${name}` },
    h('legend', {}, title),
    h('div', { class: 'chips' }, ...content),
  );

/** @param {NewGame} sheet */
const opponents = (sheet) =>
  row(
    'opponent',
    t('new.against'),
    ...Object.entries(SIGNS)
      .filter(([value]) => value !== 'perfect' || sheet.solved)
      .map(([value, d]) =>
        chip(sheet, 'opponent', value, [sign(d), h('span', {}, t(`new.${value}`))]),
      ),
  );

/** A teacher, ten levels, and what the chosen one is like; for a friend the name instead. @param {NewGame} sheet */
function strength(sheet) {
  if (sheet.opponent === 'people') return h('p', { class: 'said' }, t('new.peopleHelp'));
  if (sheet.opponent === 'perfect')
    return h('p', { class: 'said' }, rings(), h('span', {}, t('new.perfectHelp')));
  if (sheet.opponent === 'friend') {
    const name = h('input', {
      id: 'my-name',
      maxlength: 20,
      autocomplete: 'nickname',
      value: sheet.name,
      oninput: () => {
        sheet.name = name.value.trim();
      },
    });
    return h(
      'div',
      { class: 'row-name' },
      h('label', { for: 'my-name' }, t('new.name')),
      name,
      h('p', { class: 'said' }, t('new.friendHelp')),
    );
  }
  const { levels } = sheet.catalogue,
    { name, help } = levels[sheet.level];
  const faces = levels.map((l) =>
    chip(
      sheet,
      'level',
      l.level,
      [face(l.level)],
      `${l.level ? `${l.level}, ` : ''}${pick(l.name)}`,
    ),
  );
  const box = row('level', t('new.strength'), ...faces),
    timed = sheet.by === 'time';
  box.disabled = timed;
  box.append(
    h(
      'p',
      { class: 'said', 'aria-live': 'polite' },
      ...(timed
        ? [t('new.timeIs', sheet.seconds)]
        : [face(sheet.level), h('span', {}, h('b', {}, pick(name)), ' ', pick(help))]),
    ),
  );
  return box;
}

/** @param {NewGame} sheet */
export function side(sheet) {
  if (!['computer', 'perfect', 'friend'].includes(sheet.opponent)) return '';
  const { players = ['', ''], pieces = [] } = sheet.shape ?? {};
  const men = [0, 1].map((player) => {
    const piece = pieces.find((p) => p?.owner === player && p.form === 'man'),
      svg = s('svg', { class: 'man', viewBox: '-48 -48 96 96', 'aria-hidden': 'true' });
    if (!piece || !sheet.shape) return svg;
    const kind = boardKind(sheet.shape),
      look = lookOf(kind);
    dress(svg, look);
    svg.append(drawPiece(piece, kind, look.men));
    return svg;
  });
  return row(
    'side',
    t('new.side'),
    chip(sheet, 'side', '0', [men[0], h('span', {}, t('new.begins', players[0]))]),
    chip(sheet, 'side', '1', [men[1], h('span', {}, players[1])]),
    chip(sheet, 'side', 'lot', [h('span', {}, t('new.lot'))]),
  );
}

/** Minutes and seconds, the usual ones. */
const CLOCKS = [
    [5, 3],
    [10, 5],
    [15, 10],
  ],
  DAYS = ['1d', '3d', '3d+10d'];

/** @param {NewGame} sheet @param {'minutes'|'increment'} name @param {number} least @param {number} most */
function number(sheet, name, least, most) {
  const input = h('input', {
    id: name,
    type: 'number',
    min: least,
    max: most,
    step: name === 'minutes' ? 0.5 : 1,
    value: sheet[name],
    onchange: () => {
      sheet[name] = Math.min(most, Math.max(least, Number(input.value) || least));
    },
  });
  return h('label', { for: name }, t(`new.${name}`), ' ', input);
}

/** @param {NewGame} sheet */
export function clock(sheet) {
  const days = sheet.opponent === 'friend' ? DAYS : [];
  if (/d$/.test(sheet.clock) && !days.length) sheet.clock = 'none';
  const box = row(
    'clock',
    t('new.clock'),
    chip(sheet, 'clock', 'none', [t('new.noClock')]),
    ...CLOCKS.map(([m, sec]) =>
      chip(
        sheet,
        'clock',
        `${60 * m}+${sec}`,
        [t('new.minutesIs', m, sec)],
        t('new.minutesSay', m, sec),
      ),
    ),
    ...days.map((text) => {
      const [n, bank] = text.split('+').map((part) => parseInt(part, 10)),
        kind = bank ? 'Bank' : n === 1 ? 'One' : '';
      return chip(
        sheet,
        'clock',
        text,
        [t(`new.days${kind}`, n, bank)],
        t(`new.days${kind}Say`, n, bank),
      );
    }),
    chip(sheet, 'clock', 'other', [t('new.other')]),
  );
  if (sheet.clock === 'other')
    box.append(
      h(
        'p',
        { class: 'fields' },
        number(sheet, 'minutes', 0.5, 180),
        number(sheet, 'increment', 0, 180),
      ),
    );
  return box;
}

/** What stands before *Play*, in the order people think. @param {NewGame} sheet @returns {(Node|string)[]} */
export const rows = (sheet) => [opponents(sheet), strength(sheet), side(sheet), clock(sheet)];

// -- the folded part -------------------------------------------------------------------------------

/** @param {NewGame} sheet @param {import('./newgame.js').Option} option */
function optionField(sheet, option) {
  const { name, kind, title, help, values = [] } = option,
    id = `option-${name}`,
    about = h('small', { id: `${id}-about` });
  if (kind === 'flag') {
    const box = h('input', {
      type: 'checkbox',
      id,
      'aria-describedby': about.id,
      checked: sheet.chosen.get(name) === 'on',
      onchange: () => sheet.choose(name, box.checked ? 'on' : 'off'),
    });
    about.textContent = pick(help);
    return h('p', { class: 'option' }, h('label', {}, box, ' ', h('b', {}, pick(title))), about);
  }
  const tell = () => {
    about.textContent = pick(values.find((v) => v.value === select.value)?.help) || pick(help);
  };
  const select = h(
    'select',
    {
      id,
      'data-option': name,
      'aria-describedby': about.id,
      onchange: () => {
        tell();
        sheet.choose(name, select.value);
      },
    },
    ...values.map((v) => h('option', { value: v.value }, pick(v.title))),
  );
  select.value = sheet.valueOf(option);
  select.addEventListener('shown', tell); // another option has changed the default
  tell();
  return h(
    'p',
    { class: 'option' },
    h('label', { for: id }, h('b', {}, pick(title))),
    select,
    about,
  );
}

/** What is settled before the first move: a number, a secret pick. @param {NewGame} sheet @returns {Node[]} */
export const beginnings = (sheet) =>
  (sheet.shape?.prelims ?? []).map(({ kind, ask: question }) => {
    if (kind === 'seed') {
      const input = h('input', {
        id: 'seed',
        inputmode: 'numeric',
        value: sheet.seed,
        onchange: () => {
          sheet.seed = /^\d{1,18}$/.test(input.value) ? input.value : sheet.seed;
          void sheet.changed();
        },
      });
      return h(
        'p',
        { class: 'option' },
        h('label', { for: 'seed' }, h('b', {}, t('new.seed'))),
        h(
          'span',
          { class: 'fields' },
          input,
          h('button', { type: 'button', onclick: () => sheet.drawSeed() }, t('new.draw')),
        ),
        h('small', {}, question),
      );
    }
    const box = h('input', {
      type: 'checkbox',
      id: 'secret',
      checked: sheet.secret,
      onchange: () => {
        sheet.secret = box.checked;
      },
    });
    return h(
      'p',
      { class: 'option' },
      h('label', {}, box, ' ', h('b', {}, t('new.secret'))),
      h('small', {}, question),
    );
  });

/** @param {NewGame} sheet @returns {Node[]} */
export const optionFields = (sheet) =>
  sheet.game.options.map((option) => optionField(sheet, option));

/** Between unequal players: men, traps or time, for whom. Over the network one must know who plays which side.
 * @param {NewGame} sheet @returns {Node[]} */
function handicap(sheet) {
  const { handicaps } = sheet,
    unknown = sheet.opponent === 'friend' && sheet.side === 'lot';
  if (
    sheet.opponent === 'watch' ||
    sheet.length === 'match' ||
    unknown ||
    !(handicaps.length || sheet.timed)
  )
    return [];
  const out = [],
    names =
      sheet.opponent === 'people'
        ? (sheet.shape?.players ?? ['', ''])
        : [t('new.you'), t('new.opponent')];
  const when = (/** @type {boolean} */ is, /** @type {any} */ item) => (is ? [item] : []);
  out.push(
    ...when(
      handicaps.length > 0,
      row(
        'odds',
        t('new.odds'),
        chip(sheet, 'odds', 0, [t('new.noOdds')]),
        ...handicaps.map(({ text }, i) => chip(sheet, 'odds', i + 1, [text])),
      ),
    ),
  );
  out.push(
    ...when(
      sheet.timed,
      row(
        'time-odds',
        t('new.timeOdds'),
        ...[1, 2, 3, 5].map((part) =>
          chip(sheet, 'timeOdds', part, [part === 1 ? t('new.sameTime') : t('new.lessTime', part)]),
        ),
      ),
    ),
  );
  if (sheet.odds || (sheet.timed && sheet.timeOdds > 1))
    out.push(
      row(
        'weaker',
        t('new.weaker'),
        chip(sheet, 'weaker', '0', [names[0]]),
        chip(sheet, 'weaker', '1', [names[1]]),
      ),
    );
  return [...out, h('small', {}, t('new.oddsHelp'))];
}

/** The rest that few need: the official match, strength by time. @param {NewGame} sheet @returns {Node[]} */
export function extras(sheet) {
  const { match } = sheet,
    out = [];
  if (match)
    out.push(
      row(
        'length',
        t('new.length'),
        chip(sheet, 'length', 'single', [t('new.single')]),
        chip(sheet, 'length', 'match', [t('new.match', match.sets, match.games)]),
      ),
    );
  out.push(...handicap(sheet));
  if (sheet.opponent !== 'computer' && sheet.opponent !== 'watch') return out;
  const box = row(
    'by',
    t('new.by'),
    chip(sheet, 'by', 'level', [t('new.byLevel')]),
    chip(sheet, 'by', 'time', [t('new.byTime')]),
  );
  if (sheet.by === 'time') {
    const seconds = h('input', {
      id: 'seconds',
      type: 'number',
      min: 0.1,
      max: 600,
      step: 0.1,
      value: sheet.seconds,
      onchange: () => {
        sheet.seconds = Math.min(600, Math.max(0.1, Number(seconds.value) || 1));
        sheet.redraw('by');
      },
    });
    box.append(
      h('p', { class: 'fields' }, h('label', { for: 'seconds' }, t('new.seconds'), ' ', seconds)),
    );
  }
  return [...out, box];
}
