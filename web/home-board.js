// SPDX-License-Identifier: MIT
// Living pictures: boards that play the moves of a scene by themselves, one board at a time, and only those that are
// on the screen. A step is the points that change; what slid, turned over, came or went is seen from them alone.
import { drawPicture } from './board.js';
import { s } from './dom.js';
import { drawPiece } from './pieces.js';
import { boardKind } from './themes.js';

/**
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./home-scenes.js').Scene} Scene
 * @typedef {{slides: [from: number, to: number][], turns: number[], comes: number[], goes: number[]}} Change
 */

const BEAT_MS = 650,
  SLIDE_MS = 420,
  REST_BEATS = 5;

/** What a step looks like: who is gone from one point and stands on another has slid there; empty points are
 * filled first, so that what was pushed on is found before what pushed it.
 * @param {number[]} before @param {number[]} after @returns {Change} */
export function changeOf(before, after) {
  const changed = before.map((_, p) => p).filter((p) => before[p] !== after[p]);
  const from = new Set(changed.filter((p) => before[p])),
    to = changed.filter((p) => after[p]);
  /** @type {Change} */
  const change = { slides: [], turns: [], comes: [], goes: [] };
  for (const p of [...to.filter((q) => !before[q]), ...to.filter((q) => before[q])]) {
    const source = [...from].find((q) => q !== p && before[q] === after[p]);
    if (source !== undefined && (!before[p] || !after[source] || !from.has(p))) {
      from.delete(source);
      change.slides.push([source, p]);
    } else if (before[p]) {
      from.delete(p);
      change.turns.push(p);
    } else change.comes.push(p);
  }
  change.goes = [...from];
  return change;
}

/** All boards of a scene, the first before any move. @param {Scene} scene @returns {number[][]} */
export function boardsOf({ start, steps }) {
  const boards = [[...start].map(Number)];
  for (const step of steps) {
    const next = [...boards[boards.length - 1]];
    for (let i = 0; i < step.length; i += 2) next[step[i]] = step[i + 1];
    boards.push(next);
  }
  return boards;
}

/** One picture, and where it is in its scene. */
export class LivingBoard {
  /** @param {Shape} shape @param {Scene} scene @param {string} title */
  constructor(shape, scene, title) {
    this.shape = shape;
    this.boards = boardsOf(scene);
    this.svg = drawPicture(
      shape,
      shape.points.map(() => 0),
      title,
    );
    this.layer = s('g', { 'aria-hidden': 'true' });
    this.svg.append(this.layer);
    /** @type {Map<number, any>} */
    this.men = new Map();
    this.seen = false;
    this.rest = 0;
    this.number = 0;
    this.#put(Math.floor(this.boards.length / 2)); // in the middle of things, should it never move
  }

  /** @param {number} number */
  #put(number) {
    this.number = number;
    this.layer.replaceChildren();
    this.men.clear();
    this.boards[number].forEach((_, p) => this.#stand(p));
  }

  /** Draws what stands on a point now. @param {number} p */
  #stand(p) {
    const piece = this.shape.pieces[this.boards[this.number][p]],
      { x, y } = this.shape.points[p];
    this.men.get(p)?.remove();
    this.men.delete(p);
    if (!piece) return null;
    const inner = s('g', {}, drawPiece(piece, boardKind(this.shape)));
    const man = s('g', { transform: `translate(${x} ${y})` }, inner);
    this.layer.append(man);
    this.men.set(p, man);
    return inner;
  }

  /** The next move, or after a rest the first again. */
  step() {
    if (this.number === this.boards.length - 1) {
      if (++this.rest < REST_BEATS) return;
      this.rest = 0;
      this.#put(0);
      this.layer.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 2 * SLIDE_MS });
      return;
    }
    const before = this.boards[this.number],
      after = this.boards[++this.number],
      { points } = this.shape;
    const { slides, turns, comes, goes } = changeOf(before, after);
    for (const p of goes) {
      const man = this.men.get(p);
      this.men.delete(p);
      man.firstChild.animate(
        [
          { transform: 'none', opacity: 1 },
          { transform: 'scale(.4)', opacity: 0 },
        ],
        { duration: SLIDE_MS, delay: SLIDE_MS, fill: 'forwards' },
      ).onfinish = () => man.remove();
    }
    for (const [from] of slides) if (!after[from]) this.#stand(from);
    for (const [from, to] of slides)
      this.#stand(to)?.animate(
        [
          {
            transform: `translate(${points[from].x - points[to].x}px, ${points[from].y - points[to].y}px)`,
          },
          { transform: 'none' },
        ],
        { duration: SLIDE_MS, easing: 'cubic-bezier(.4, 0, .2, 1)' },
      );
    for (const p of turns)
      this.#stand(p)?.animate(
        [{ transform: 'scaleX(-1)' }, { transform: 'scaleX(0)' }, { transform: 'none' }],
        { duration: SLIDE_MS, delay: SLIDE_MS, fill: 'backwards' },
      );
    for (const p of comes)
      this.#stand(p)?.animate(
        [
          { transform: 'scale(1.5)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: SLIDE_MS, easing: 'ease-out' },
      );
  }
}

/** Lets the boards on the screen play, in turn. @param {LivingBoard[]} boards @param {() => boolean} paused @returns {() => void} ends it */
export function enliven(boards, paused) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const board = boards.find((b) => b.svg === target);
        if (board) board.seen = isIntersecting;
      }
    },
    { threshold: 0.4 },
  );
  for (const board of boards) watch.observe(board.svg);
  let turn = 0;
  const timer = setInterval(() => {
    const seen = boards.filter((b) => b.seen);
    if (seen.length && !document.hidden && !still.matches && !paused())
      seen[turn++ % seen.length].step();
  }, BEAT_MS);
  return () => {
    clearInterval(timer);
    watch.disconnect();
  };
}
