// SPDX-License-Identifier: MIT
// Men have weight: what a move did, shown in time. Slides go the way the man went, a push begins when it arrives, a line
// glows, a square is drawn, a trap closes, a win runs outward in rings. Each step takes 120 to 250 ms; whatever comes next
// ends it at once. Where motion is not wanted nothing moves, but the events are told all the same.
import { s } from './dom.js';
import { centreOf, route, sampled } from './geometry.js';
import { at } from './marks.js';
import { drawPiece } from './pieces.js';

/**
 * @typedef {import('./engine.js').GameEvent} GameEvent
 * @typedef {{steps?: number, before?: number}} How
 */

const STEP_MS = 180,
  MAX_MS = 250;
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Motion {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<ReturnType<typeof setTimeout>>} */
    this.timers = new Set();
  }

  /** Everything is where it belongs, now. */
  stop() {
    for (const timer of this.timers) clearTimeout(timer);
    for (const animation of this.running) animation.cancel();
    this.timers.clear();
    this.running.clear();
    this.board.layers?.top.replaceChildren();
  }

  /** @param {any} element @param {Keyframe[]} frames @param {number} delay @param {number} duration @param {() => void} [then] */
  run(element, frames, delay, duration, then) {
    const animation = element.animate(frames, {
      duration,
      delay,
      easing: 'ease-in-out',
      fill: 'both',
    });
    this.running.add(animation);
    animation.onfinish = () => {
      animation.cancel();
      this.running.delete(animation);
      then?.();
    };
  }

  /** Told when it is seen. @param {GameEvent} event @param {number} delay */
  tell(event, delay) {
    const { onEvent } = this.board;
    if (!onEvent) return;
    if (!delay) return onEvent(event.kind, event);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      onEvent(event.kind, event);
    }, delay);
    this.timers.add(timer);
  }

  /** A man for a while, over everything. @param {number} p @param {number} code */
  #actor(p, code) {
    const { shape, spots, layers, kind } = this.board,
      piece = shape?.pieces[code];
    const inner = s('g', { class: 'piece' }, ...(piece ? [drawPiece(piece, kind)] : []));
    layers?.top.append(s('g', { transform: at(spots[p]) }, inner));
    return inner;
  }

  /** A drawing that is gone afterwards. @param {any} drawing @param {Keyframe[]} frames @param {number} delay @param {number} duration */
  #flash(drawing, frames, delay, duration) {
    this.board.layers?.top.append(drawing);
    this.run(drawing, frames, delay, duration, () => drawing.remove());
  }

  /** Along a path over points, lifted on the way. @param {any} element that stands at the last @param {number[]} path @param {number} delay */
  #slide(element, path, delay) {
    const { spots, strokes } = this.board,
      end = spots[path[path.length - 1]],
      way = sampled(
        strokes,
        path.map((p) => spots[p]),
      );
    const lift = (/** @type {number} */ i) => (i === 0 || i === way.length - 1 ? 1 : 1.07);
    const duration = Math.min(MAX_MS, STEP_MS + 12 * path.length);
    this.board.raise(element);
    this.run(
      element,
      way.map(({ x, y }, i) => ({
        transform: `translate(${x - end.x}px, ${y - end.y}px) scale(${lift(i)})`,
      })),
      delay,
      duration,
    );
    return delay + duration;
  }

  /** A line through points, drawn from one end to the other, then gone. @param {number[]} points @param {boolean} closed @param {number} delay */
  #glow(points, closed, delay) {
    const { spots } = this.board,
      { x, y } = centreOf(points.map((p) => spots[p]));
    const far = (/** @type {number} */ p) => spots[p].x + 1.01 * spots[p].y,
      round = (/** @type {number} */ p) => Math.atan2(spots[p].y - y, spots[p].x - x);
    const order = [...points].sort((a, b) => (closed ? round(a) - round(b) : far(a) - far(b)));
    const line = s('path', {
      class: `glow ${closed ? 'frame' : 'line'}`,
      pathLength: 1,
      d: `${order.map((p, i) => `${i ? 'L' : 'M'}${spots[p].x} ${spots[p].y}`).join('')}${closed ? 'Z' : ''}`,
    });
    this.#flash(
      line,
      [
        { strokeDashoffset: 1, opacity: 1 },
        { strokeDashoffset: 0, opacity: 1, offset: 0.5 },
        { strokeDashoffset: 0, opacity: 0 },
      ],
      delay,
      2 * MAX_MS,
    );
  }

  #rings(/** @type {number} */ delay) {
    const { x, y, r } = centreOf(this.board.spots);
    for (const late of [0, 130, 260]) {
      const line = s('circle', { class: 'win-ring', r: r + 60 }),
        place = s('g', { transform: at({ x, y }) }, line);
      this.board.layers?.top.append(place);
      this.run(
        line,
        [
          { transform: 'scale(.04)', opacity: 1 },
          { transform: 'scale(.85)', opacity: 0.9, offset: 0.75 },
          { transform: 'none', opacity: 0 },
        ],
        delay + late,
        3 * MAX_MS,
        () => place.remove(),
      );
    }
  }

  /** @param {GameEvent[]} events @param {(point: number) => number} steps how far the man on a point goes, 0 if that is not known */
  play(events, steps) {
    this.stop();
    if (still()) return events.forEach((event) => this.tell(event, 0));
    for (const eyes of this.board.svg.querySelectorAll('.pieces .eyes')) // whoever has eyes has seen it
      this.run(
        eyes,
        [{ transform: 'none' }, { transform: 'scaleY(.08)' }, { transform: 'none' }],
        STEP_MS,
        STEP_MS,
      );
    let delay = 0,
      last = /** @type {number[]} */ ([]);
    for (const event of events) {
      const { kind } = event;
      if (kind === 'moved' || kind === 'knocked')
        [delay, last] = this.#move(event, delay, last, steps);
      else delay = this.#other(event, delay);
      this.tell(event, Math.max(0, delay - 40));
    }
  }

  /** @param {GameEvent} event @param {number} delay @param {number[]} last the way of the man before it @param {(point: number) => number} steps @returns {[number, number[]]} */
  #move({ kind, from, to }, delay, last, steps) {
    const { board } = this,
      element = to >= 0 ? board.pieceAt(to) : null;
    if (from < 0 || !element || board.settled.has(to)) return [delay, [from, to]];
    const pushed = kind === 'knocked',
      way = route(
        board.strokes,
        board.spots,
        from,
        to,
        pushed ? { before: last.at(-2) ?? -1 } : { steps: steps(from) },
      );
    return [this.#slide(element, way, pushed ? Math.max(0, delay - 60) : delay), way];
  }

  /** @param {GameEvent} event @param {number} delay @returns {number} when it is over, as far as others wait for it */
  #other({ kind, from, to, piece, points }, delay) {
    const { board } = this,
      target = to >= 0 ? board.pieceAt(to) : null;
    if ((kind === 'placed' || kind === 'enthroned') && target && !board.settled.has(to)) {
      this.run(
        target,
        [
          { transform: 'translate(0, -26px) scale(1.3)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        delay,
        STEP_MS,
      );
      return delay + STEP_MS;
    }
    if (kind === 'turned' && target) this.#turn(to, target, piece, delay);
    else if (kind === 'stacked' && from >= 0 && to >= 0) {
      const actor = this.#actor(to, piece);
      const end = this.#slide(actor, [from, to], delay);
      this.run(actor, [{ opacity: 1 }, { opacity: 1 }], end, 1, () => actor.parentNode?.remove());
      return end;
    } else if ((kind === 'taken' || kind === 'withdrawn' || kind === 'evicted') && from >= 0) {
      const actor = this.#actor(from, piece);
      this.run(
        actor,
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translate(0, -30px) scale(1.15)', opacity: 0.9, offset: 0.4 },
          { transform: 'translate(0, -60px) scale(.5)', opacity: 0 },
        ],
        delay,
        MAX_MS,
        () => actor.parentNode?.remove(),
      );
    } else if (kind === 'line') this.#glow(points, false, delay);
    else if (kind === 'frame') this.#glow(points, true, delay);
    else if (kind === 'trapped' && to >= 0) this.#close(to, delay);
    else if (kind === 'won') this.#rings(delay);
    return delay;
  }

  /** A ring draws tight about a point. @param {number} point @param {number} delay */
  #close(point, delay) {
    const line = s('circle', { class: 'trap-ring', r: 47 }),
      place = s('g', { transform: at(this.board.spots[point]) }, line);
    this.board.layers?.top.append(place);
    this.run(
      line,
      [
        { transform: 'scale(2.6)', opacity: 0 },
        { transform: 'none', opacity: 1, offset: 0.5 },
        { transform: 'none', opacity: 0 },
      ],
      delay,
      2 * MAX_MS,
      () => place.remove(),
    );
  }

  /** Over its edge: the old face goes, the new one comes. @param {number} to @param {any} target @param {number} piece what it was @param {number} delay */
  #turn(to, target, piece, delay) {
    const old = this.#actor(to, piece);
    this.run(
      old,
      [{ transform: 'none' }, { transform: 'translate(0, -14px) scaleX(0)' }],
      delay,
      MAX_MS / 2,
      () => old.parentNode?.remove(),
    );
    this.run(
      target,
      [{ transform: 'translate(0, -14px) scaleX(0)' }, { transform: 'none' }],
      delay + MAX_MS / 2,
      MAX_MS / 2,
    );
  }
}
