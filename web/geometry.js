// SPDX-License-Identifier: MIT
// Where things of a shape lie on the screen, and which point a finger or a cursor key means. Pure
// functions over a shape; 100 units are the distance of neighbouring points.

/**
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {{x: number, y: number}} Spot
 */

export const UNIT = 100;

/** The middle of the points, about which the board is turned. @param {Shape} shape @returns {Spot} */
function middle(shape) {
  const xs = shape.points.map((p) => p.x), ys = shape.points.map((p) => p.y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/** Turns spots by half a turn if the board is flipped. @param {Shape} shape @param {boolean} flipped */
export function turner(shape, flipped) {
  const { x, y } = middle(shape);
  return (/** @type {Spot} */ spot) => (flipped ? { x: 2 * x - spot.x, y: 2 * y - spot.y } : spot);
}

/** The view box that shows everything: [x, y, width, height].
 * @param {Shape} shape @param {boolean} flipped @param {boolean} labels */
export function viewBox(shape, flipped, labels) {
  const turn = turner(shape, flipped);
  const reach = shape.style === 'cells' ? 54 : 56;
  const boxes = shape.points.map(turn).map(({ x, y }) => [x - reach, y - reach, x + reach, y + reach]);
  if (labels)
    for (const { x, y } of shape.labels.map(turn)) boxes.push([x - 24, y - 24, x + 24, y + 24]);
  const x = Math.min(...boxes.map((b) => b[0])), y = Math.min(...boxes.map((b) => b[1]));
  return [x, y, Math.max(...boxes.map((b) => b[2])) - x, Math.max(...boxes.map((b) => b[3])) - y];
}

/** @param {Spot} a @param {Spot} b */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The point that a tap means: a legal one if it is near enough, else the nearest, or -1 if the tap
 * was beside the board. `slack` is how far a legal point attracts, in units: more on small screens.
 * @param {Spot[]} spots @param {Spot} tap @param {number[]} legal @param {number} slack
 */
export function snap(spots, tap, legal, slack) {
  const nearest = (/** @type {number[]} */ among) => among.reduce(
    (best, p) => (best < 0 || distance(spots[p], tap) < distance(spots[best], tap) ? p : best), -1);
  const any = nearest(spots.map((_, i) => i)), fit = nearest(legal);
  if (fit >= 0 && distance(spots[fit], tap) <= slack) return fit;
  return any >= 0 && distance(spots[any], tap) <= 0.75 * UNIT ? any : -1;
}

/**
 * Where a cursor key leads from a point: along a link if one goes roughly that way, else to the
 * nearest point that lies there; the point itself if there is none.
 * @param {Spot[]} spots @param {number[][]} links @param {number} from @param {Spot} way
 */
export function neighbour(spots, links, from, way) {
  const joined = links.filter((l) => l.includes(from)).map(([a, b]) => (a === from ? b : a));
  const pick = (/** @type {number[]} */ among, /** @type {number} */ widest) => {
    let best = -1, bestCost = Infinity;
    for (const p of among) {
      const dx = spots[p].x - spots[from].x, dy = spots[p].y - spots[from].y;
      const length = Math.hypot(dx, dy);
      if (!length) continue;
      const cosine = (dx * way.x + dy * way.y) / length;
      if (cosine <= widest) continue;
      const cost = length * (1 + 3 * (1 - cosine));
      if (cost < bestCost) [best, bestCost] = [p, cost];
    }
    return best;
  };
  const linked = pick(joined, 0.8);
  if (linked >= 0) return linked;
  const free = pick(spots.map((_, i) => i), 0.45);
  return free >= 0 ? free : from;
}

/** @param {(string|number)[][]} strokes @param {Spot[]} spots the circle on which all of them lie */
const circleOf = (strokes, spots) => strokes.find(([kind, x, y, r]) => kind === 'circle'
  && spots.every((s) => Math.abs(distance(s, { x: Number(x), y: Number(y) }) - Number(r)) < 4));

/**
 * The path of something that goes by these spots and never turns back: round a circle that they lie
 * on, in the direction of the shorter arc of its last leg, else straight.
 * @param {(string|number)[][]} strokes @param {Spot[]} spots
 */
export function trail(strokes, spots) {
  const [first, ...rest] = spots, circle = circleOf(strokes, spots);
  if (!circle || spots.length < 2) return `M${first.x} ${first.y}${rest.map((s) => `L${s.x} ${s.y}`).join('')}`;
  const [, x, y, r] = circle.map(Number), turn = 2 * Math.PI;
  const angles = spots.map((s) => Math.atan2(s.y - y, s.x - x));
  const clockwise = (/** @type {number} */ i) => (angles[i + 1] - angles[i] + 2 * turn) % turn;
  const sweep = clockwise(spots.length - 2) <= Math.PI + 1e-6;
  return `M${first.x} ${first.y}${rest.map((s, i) => {
    const arc = sweep ? clockwise(i) : turn - clockwise(i);
    return `A${r} ${r} 0 ${arc > Math.PI ? 1 : 0} ${sweep ? 1 : 0} ${s.x} ${s.y}`;
  }).join('')}`;
}

/** Lines between cells of different bands: pairs of corners. @param {Shape} shape */
export function bandBorders(shape) {
  const at = new Map(shape.points.map((p) => [`${p.x},${p.y}`, p.band]));
  const out = [];
  for (const { x, y, band } of shape.points) {
    const right = at.get(`${x + UNIT},${y}`), below = at.get(`${x},${y + UNIT}`), h = UNIT / 2;
    if (right !== undefined && right !== band) out.push([x + h, y - h, x + h, y + h]);
    if (below !== undefined && below !== band) out.push([x - h, y + h, x + h, y + h]);
  }
  return out;
}
