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

/** The path along which something goes from a to b: round a circle that both lie on, else straight.
 * @param {Shape} shape @param {Spot} a @param {Spot} b */
export function trail(shape, a, b) {
  for (const [kind, cx, cy, r] of shape.strokes) {
    if (kind !== 'circle') continue;
    const c = { x: Number(cx), y: Number(cy) }, radius = Number(r);
    if (Math.abs(distance(a, c) - radius) > 4 || Math.abs(distance(b, c) - radius) > 4) continue;
    const cross = (a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x);
    return `M${a.x} ${a.y}A${radius} ${radius} 0 0 ${cross > 0 ? 1 : 0} ${b.x} ${b.y}`;
  }
  return `M${a.x} ${a.y}L${b.x} ${b.y}`;
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
