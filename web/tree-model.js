// SPDX-License-Identifier: MIT
// A tree of moves as the engine tells it (docs/formats.md), with what a reader of it asks: numbers of moves, the way to
// a move, its neighbours; and the rows in which it is written. Nothing here is drawn, and nothing is a recursion:
// variations may nest as deep as the tree is long.

/**
 * @typedef {import('./engine.js').TreeNode} TreeNode
 * @typedef {TreeNode & {number: number, column: 1|2, opens: boolean, size: number}} Leaf number: of the move, counted in turns of the
 *   side that began; opens: is it the first of that number; size: moves in what hangs here, itself included
 * @typedef {{kind: 'move', id: number, told: boolean}|{kind: 'note', id: number}|{kind: '('|')'}} Piece told: with its number
 * @typedef {{kind: 'start', level: 0, id: number}|{kind: 'note', level: 0, id: number}|{kind: 'pair', level: 0, cells: number[]}
 *   |{kind: 'line', level: number, id: number, pieces: Piece[], fold: ''|'open'|'closed', rest: number}} Row cells: 0 where there is none;
 *   id of a line: the move that it begins with; fold: '' if it cannot be folded; rest: how many moves a closed one does not show
 */

export const MARKS = ['!', '?', '!!', '??', '!?', '?!'];
/** Levels that are open unless somebody closes them; moves and characters that fit into brackets; moves of a closed line. */
const OPEN_LEVELS = 3,
  SHORT_MOVES = 6,
  SHORT_TEXT = 60,
  SHOWN_CLOSED = 3,
  FOLD_FROM = 8;

export class TreeModel {
  /** @param {{head: number, nodes: TreeNode[]}} told nodes: every one after its parent */
  constructor({ head, nodes }) {
    this.head = head;
    /** @type {Map<number, Leaf>} */
    this.leaves = new Map();
    for (const node of nodes) {
      const parent = this.leaves.get(node.parent),
        first = nodes[0].turn,
        mover = parent?.turn ?? -1;
      const opens =
        mover === first &&
        (parent?.parent === -1 || this.leaves.get(parent?.parent ?? -1)?.turn !== first);
      this.leaves.set(node.id, {
        ...node,
        number: (parent?.number ?? 0) + (opens ? 1 : 0),
        column: mover === first ? 1 : 2,
        opens,
        size: 1,
      });
    }
    for (const node of [...nodes].reverse()) {
      const parent = this.leaves.get(node.parent);
      if (parent) parent.size += this.at(node.id).size;
    }
    /** The moves that were played. */
    this.played = new Set(this.path(head));
  }

  get count() {
    return this.leaves.size - 1;
  }
  /** @param {number} id */
  has(id) {
    return this.leaves.has(id);
  }
  /** @param {number} id @returns {Leaf} */
  at(id) {
    return /** @type {Leaf} */ (this.leaves.get(id));
  }
  /** The way from the first move to this one. @param {number} id @returns {number[]} */
  path(id) {
    const way = [];
    for (let n = this.leaves.get(id); n && n.parent >= 0; n = this.leaves.get(n.parent))
      way.push(n.id);
    return way.reverse();
  }
  /** @param {number} id */
  moves(id) {
    return this.path(id).map((n) => this.at(n).move ?? '');
  }
  /** @param {number} id all moves in its place, the one that goes on first */
  family(id) {
    return id ? this.at(this.at(id).parent).children : [0];
  }
  /** @param {number} id does its line go on with it? */
  isFirst(id) {
    return this.family(id)[0] === id;
  }
  /** Where the line of a move begins: a variation's first move, 0 for the main line. @param {number} id */
  lineStart(id) {
    let at = id;
    while (at && this.isFirst(at)) at = this.at(at).parent;
    return at;
  }
  /** The end of the line that goes on from here. @param {number} id */
  end(id) {
    let at = id;
    while (this.at(at).children.length) [at] = this.at(at).children;
    return at;
  }
  /** The move in the place of this one, or of the one that its variation begins with; this one if there is no other.
   * @param {number} id @param {1|-1} step */
  beside(id, step) {
    const at = this.family(id).length > 1 ? id : this.lineStart(id),
      all = this.family(at);
    return all[all.indexOf(at) + step] ?? id;
  }
  /** "12." or "12...", as it stands before a move. @param {number} id */
  numberOf(id) {
    const { number, column } = this.at(id);
    return `${Math.max(1, number)}${column === 1 ? '.' : '...'}`;
  }

  /** Does a line fit into brackets? @param {number} id */
  #isShort(id) {
    let text = 0,
      count = 0;
    for (let n = this.at(id); ; n = this.at(n.children[0])) {
      text += n.comment?.length ?? 0;
      if (++count > SHORT_MOVES || text > SHORT_TEXT || n.children.length > 1) return false;
      if (!n.children.length) return true;
    }
  }

  /** A move and its comment. @param {Piece[]} pieces @param {number} id */
  #write(pieces, id) {
    const { opens, comment } = this.at(id),
      last = pieces.at(-1);
    pieces.push({ kind: 'move', id, told: opens || last?.kind !== 'move' });
    if (comment) pieces.push({ kind: 'note', id });
  }

  /** The other moves in a move's place, where its line goes on with it. @param {number} id */
  #others(id) {
    return this.isFirst(id) ? this.family(id).slice(1) : [];
  }

  /** The tree as rows: the main line in two columns, comments and variations between.
   * @param {number} shown the node that is shown: what holds it is open
   * @param {Map<number, boolean>} folds the lines that somebody has closed (true) or opened, by their first move @returns {Row[]} */
  rows(shown, folds) {
    /** @type {Row[]} */
    const rows = [{ kind: 'start', level: 0, id: 0 }],
      way = new Set(this.path(shown));
    if (this.at(0).comment) rows.push({ kind: 'note', level: 0, id: 0 });
    /** What is still to be written, the next last. @type {{id: number, level: number, begins: boolean}[]} */
    const todo = this.at(0).children.length
      ? [{ id: this.at(0).children[0], level: 0, begins: false }]
      : [];
    for (let next = todo.pop(); next; next = todo.pop())
      todo.push(...(next.level ? this.#line(rows, next, way, folds) : this.#main(rows, next.id)));
    return rows;
  }

  /** The main line from here to where something stands between. Returns what follows, the next last. @param {Row[]} rows @param {number} id */
  #main(rows, id) {
    /** @type {number[]|null} */
    let cells = null;
    for (let at = id; at; [at = 0] = this.at(at).children) {
      const { column, comment, children } = this.at(at),
        others = this.#others(at);
      if (cells && column === 2 && !cells[1]) cells[1] = at;
      else rows.push({ kind: 'pair', level: 0, cells: (cells = column === 1 ? [at, 0] : [0, at]) });
      if (comment) rows.push({ kind: 'note', level: 0, id: at });
      if (comment) cells = null;
      if (!others.length) continue;
      return [
        ...children.slice(0, 1).map((n) => ({ id: n, level: 0, begins: false })),
        ...others.reverse().map((n) => ({ id: n, level: 1, begins: true })),
      ];
    }
    return [];
  }

  /** A variation, the same. @param {Row[]} rows @param {{id: number, level: number, begins: boolean}} from @param {Set<number>} way @param {Map<number, boolean>} folds */
  #line(rows, { id, level, begins }, way, folds) {
    /** @type {Piece[]} */
    const pieces = [],
      { size } = this.at(id),
      may = begins && size >= FOLD_FROM;
    const closed = may && (folds.get(id) ?? (level > OPEN_LEVELS && !way.has(id)));
    /** @type {Row} */
    const row = {
      kind: 'line',
      level,
      id,
      pieces,
      fold: may ? (closed ? 'closed' : 'open') : '',
      rest: 0,
    };
    rows.push(row);
    let count = 0;
    for (let at = id; at; [at = 0] = this.at(at).children) {
      const others = at === id && begins ? [] : this.#others(at),
        long = others.filter((n) => !this.#isShort(n));
      this.#write(pieces, at);
      if (closed && ++count === SHOWN_CLOSED) {
        row.rest = size - count;
        return [];
      }
      for (const other of closed ? [] : others.filter((n) => !long.includes(n))) {
        pieces.push({ kind: '(' });
        for (let n = other; n; [n = 0] = this.at(n).children) this.#write(pieces, n);
        pieces.push({ kind: ')' });
      }
      if (!long.length || closed) continue;
      return [
        ...this.at(at)
          .children.slice(0, 1)
          .map((n) => ({ id: n, level, begins: false })),
        ...long.reverse().map((n) => ({ id: n, level: level + 1, begins: true })),
      ];
    }
    return [];
  }
}
