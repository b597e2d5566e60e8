// SPDX-License-Identifier: MIT
// Planned lines in a game of days: what the other side may play, what is answered. The server keeps the line and plays
// from it; here it is put together from the moves that there are, by lists that every device and reader can use.
import { h } from './dom.js';
import { t } from './i18n.js';
import { openingLines } from './link.js';

/** @typedef {import('./friends.js').Friends} Friends */

export class Plans {
  /** @param {Friends} friends */
  constructor(friends) {
    this.friends = friends;
    this.open = true;
    this.box = h('div', { class: 'plans' });
    this.key = '';
    this.ticket = 0;
  }

  /** The box, filled for the position and the line as they stand. */
  show() {
    const { table } = this.friends,
      key = JSON.stringify([
        table?.moves.length,
        table?.turn,
        table?.plan,
        document.documentElement.lang,
      ]);
    if (key !== this.key) {
      this.key = key;
      void this.#fill().catch(this.friends.report);
    }
    return this.box;
  }

  /** The moves after a line; none where it is not that side's turn. @param {string[]} line @param {number} side */
  async #moves(line, side) {
    const { table, sketch } = this.friends,
      engine = await sketch();
    // All at once, so that nobody else's requests come in between.
    const [, { table: view }, { moves }] = await Promise.all([
      engine.open(
        ...openingLines({
          variant: table?.game ?? '',
          position: table?.position ?? '',
          moves: line,
        }),
      ),
      engine.state(),
      engine.moves(),
    ]);
    return view.over || view.turn !== side ? [] : moves;
  }

  async #fill() {
    const { friends } = this,
      { table } = friends,
      ticket = ++this.ticket,
      line = table?.plan ?? [];
    if (!table || table.you === null) return;
    const mine = table.seats[table.you].side,
      said = h('p', {}, line.length ? t('online.planIs', numbered(line)) : t('online.planHelp'));
    const drop = h(
      'button',
      {
        type: 'button',
        id: 'plan-drop',
        hidden: !line.length || null,
        onclick: () => friends.act({ do: 'plan', line: [] }).catch(friends.report),
      },
      t('online.planDrop'),
    );
    const theirs = table.turn === table.you ? [] : await this.#moves(line, 1 - mine);
    if (ticket !== this.ticket) return;
    if (!theirs.length)
      return this.box.replaceChildren(
        said,
        h('p', { class: 'row' }, drop, ...(table.turn === table.you ? [] : [t('online.planNone')])),
      );
    const answer = h('select', { id: 'plan-then', 'aria-label': t('online.planThen') });
    const choice = h(
      'select',
      { id: 'plan-if', 'aria-label': t('online.planIf'), onchange: () => offer() },
      ...theirs.map((/** @type {string} */ m) => h('option', { value: m }, m)),
    );
    const add = h(
      'button',
      {
        type: 'button',
        id: 'plan-add',
        onclick: () =>
          friends
            .act({ do: 'plan', line: [...line, choice.value, answer.value] })
            .catch(friends.report),
      },
      t('online.planAdd'),
    );
    const offer = async () => {
      const asked = choice.value,
        moves = await this.#moves([...line, asked], mine);
      if (asked !== choice.value) return;
      answer.replaceChildren(
        ...moves.map((/** @type {string} */ m) => h('option', { value: m }, m)),
      );
      answer.disabled = add.disabled = !moves.length;
    };
    this.box.replaceChildren(
      said,
      h(
        'p',
        { class: 'row' },
        h('label', {}, t('online.planIf'), ' ', choice),
        h('label', {}, t('online.planThen'), ' ', answer),
        add,
        drop,
      ),
    );
    await offer();
  }
}

/** Their move and the answer, pair by pair. @param {string[]} line */
const numbered = (line) =>
  line
    .map((move, n) => (n % 2 ? `${move}${n < line.length - 1 ? ',' : ''}` : `${move} →`))
    .join(' ');
