// SPDX-License-Identifier: MIT
// How a game went, as a curve: White's share of the chances over its moves, what turned it as dots, where placing ended
// and where one is as lines. It is one slider for the keyboard and for screen readers; a press goes there.
import { s } from './dom.js';
import { t } from './i18n.js';

const WIDTH = 320,
  HEIGHT = 96,
  PAGE = 10;

/**
 * @typedef {{points: number[], turns?: {at: number, kind: string}[], placed?: number, exact?: boolean[], label: string,
 *   say: (at: number) => string, go: (at: number) => void}} Course points: 0 to 1000, before the first move and after each; turns: which
 *   moves; exact: is that point certain; say: a place in words
 */

export class Graph {
  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    const { points, turns = [], placed = 0, exact = [], label } = course,
      last = points.length - 1;
    const x = (/** @type {number} */ i) => (WIDTH * i) / Math.max(1, last),
      y = (/** @type {number} */ v) => HEIGHT * (1 - v / 1000);
    const path = points
      .map((v, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`)
      .join('');
    const sure = points
      .map((v, i) =>
        exact[i] && exact[i - 1]
          ? `M${x(i - 1).toFixed(1)} ${y(points[i - 1]).toFixed(1)}L${x(i).toFixed(1)} ${y(v).toFixed(1)}`
          : '',
      )
      .join('');
    this.here = s('path', { class: 'curve-here', d: '' });
    // Dots and lines keep their form however wide the curve is: strokes do not scale, and a dot is a stroke of no length.
    this.svg = s(
      'svg',
      {
        class: 'curve',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'slider',
        tabindex: 0,
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': last,
        'aria-orientation': 'horizontal',
      },
      ...(placed
        ? [s('rect', { class: 'curve-placing', x: 0, y: 0, width: x(placed), height: HEIGHT })]
        : []),
      s('path', { class: 'curve-area', d: `${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z` }),
      s('path', { class: 'curve-middle', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ...(placed
        ? [s('path', { class: 'curve-placed', d: `M${x(placed).toFixed(1)} 0V${HEIGHT}` })]
        : []),
      s('path', { class: 'curve-line', d: path }),
      s('path', { class: 'curve-sure', d: sure }),
      this.here,
      ...turns.flatMap(({ at, kind }) => [
        s('path', { class: 'curve-dot case', d: `M${x(at)} ${y(points[at])}h0` }),
        s('path', { class: `curve-dot ${kind}`, d: `M${x(at)} ${y(points[at])}h0` }),
      ]),
    );
    this.svg.addEventListener('click', (/** @type {MouseEvent} */ event) => {
      const box = this.svg.getBoundingClientRect();
      course.go(Math.round(((event.clientX - box.left) / box.width) * last));
    });
    this.svg.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) =>
      this.#key(event, last),
    );
    this.at = -1;
    this.show(0);
  }

  /** @param {KeyboardEvent} event @param {number} last */
  #key(event, last) {
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: this.at - 1,
      ArrowDown: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at + 1,
      PageDown: this.at - PAGE,
      PageUp: this.at + PAGE,
      Home: 0,
      End: last,
    };
    if (!(event.key in to) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.course.go(Math.max(0, Math.min(last, to[event.key])));
  }

  /** Marks where one is; -1: elsewhere. @param {number} at */
  show(at) {
    if (at === this.at) return;
    this.at = at;
    const inside = at >= 0 && at < this.course.points.length,
      x = (WIDTH * at) / Math.max(1, this.course.points.length - 1);
    this.here.setAttribute('d', inside ? `M${x.toFixed(1)} 0V${HEIGHT}` : '');
    this.svg.setAttribute('aria-valuenow', inside ? at : 0);
    this.svg.setAttribute('aria-valuetext', inside ? this.course.say(at) : t('graph.elsewhere'));
  }
}
