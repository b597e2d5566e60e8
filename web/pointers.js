// SPDX-License-Identifier: MIT
// What a lesson or a picture of the rules points out on a board: arrows along its lines and arcs, rings around
// points, the outline of a frame. And the moment when a step is right: rings that run outward from the centre.
import { s } from './dom.js';
import { turner } from './geometry.js';
import { drawArrow, ring } from './marks.js';

const RINGS = 3,
  RING_MS = 900;

/**
 * Points that the shape does not have are left out.
 * @param {import('./engine.js').Shape} shape @param {boolean} flipped @param {import('./lessons.js').Draw} draw
 */
export function drawPointers(shape, flipped, { arrows = [], squares = [], frame = [] }) {
  const turn = turner(shape, flipped),
    spots = shape.points.map(turn),
    cells = shape.style === 'cells';
  const circles = shape.strokes
    .filter(([kind]) => kind === 'circle')
    .map(([kind, x, y, r]) => {
      // arrows follow these
      const spot = turn({ x: Number(x), y: Number(y) });
      return [kind, spot.x, spot.y, r];
    });
  const points = (/** @type {string[]} */ names) =>
    names.map((name) => shape.points.findIndex((p) => p.name === name)).filter((p) => p >= 0);
  const corners = points(frame).map((p) => `${spots[p].x} ${spots[p].y}`);
  return s(
    'g',
    { class: 'pointers', 'aria-hidden': 'true' },
    ...(corners.length
      ? [
          s('path', { class: 'point-frame case', d: `M${corners.join('L')}Z` }),
          s('path', { class: 'point-frame', d: `M${corners.join('L')}Z` }),
        ]
      : []),
    ...points(squares).map((p) => ring(spots[p], 'highlight pointed', cells)),
    ...arrows
      .map(points)
      .filter((path) => path.length > 1)
      .map((path) => drawArrow(circles, spots, { path, kind: 'lesson' })),
  );
}

/** Rings that run outward from the middle of a board.
 * @param {SVGSVGElement} svg @param {import('./geometry.js').Spot[]} spots of its points @param {boolean} still no motion */
export function celebrate(svg, spots, still) {
  hush(svg);
  const span = (/** @type {number[]} */ all) => [Math.min(...all), Math.max(...all)];
  const [left, right] = span(spots.map((p) => p.x)),
    [top, bottom] = span(spots.map((p) => p.y));
  const radius = Math.min(right - left, bottom - top) / 2 + 40;
  const rings = s('g', {
    class: 'right-rings',
    'aria-hidden': 'true',
    transform: `translate(${(left + right) / 2} ${(top + bottom) / 2})`,
  });
  for (let i = 0; i < (still ? 1 : RINGS); i++)
    rings.append(s('circle', { r: radius, 'stroke-width': 22 - 6 * i }));
  if (still) return void svg.querySelector('.pieces')?.before(rings); // it stays: under the men
  svg.append(rings);
  [...rings.children].forEach((ring, i) =>
    ring.animate(
      [
        { transform: 'scale(.04)', opacity: 0 },
        { opacity: 1, offset: 0.25 },
        { transform: 'scale(1)', opacity: i ? 0 : 0.9 },
      ],
      { duration: RING_MS, delay: i * 130, easing: 'cubic-bezier(.2, .7, .3, 1)', fill: 'both' },
    ),
  );
}

/** @param {SVGSVGElement} svg */
export const hush = (svg) => svg.querySelector('.right-rings')?.remove();
