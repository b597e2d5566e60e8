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
  const xs = shape.points.map((p) => p.x),
    ys = shape.points.map((p) => p.y);
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
  const reach = shape.style === 'cells' ? 61 : 56; // with the frame
  const boxes = shape.points
    .map(turn)
    .map(({ x, y }) => [x - reach, y - reach, x + reach, y + reach]);
  if (labels)
    for (const { x, y } of shape.labels.map(turn)) boxes.push([x - 24, y - 24, x + 24, y + 24]);
  const x = Math.min(...boxes.map((b) => b[0])),
    y = Math.min(...boxes.map((b) => b[1]));
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
  const nearest = (/** @type {number[]} */ among) =>
    among.reduce(
      (best, p) => (best < 0 || distance(spots[p], tap) < distance(spots[best], tap) ? p : best),
      -1,
    );
  const any = nearest(spots.map((_, i) => i)),
    fit = nearest(legal);
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
    let best = -1,
      bestCost = Infinity;
    for (const p of among) {
      const dx = spots[p].x - spots[from].x,
        dy = spots[p].y - spots[from].y;
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
  const free = pick(
    spots.map((_, i) => i),
    0.45,
  );
  return free >= 0 ? free : from;
}

/** @param {(string|number)[][]} strokes @param {Spot[]} spots the circle on which all of them lie */
const circleOf = (strokes, spots) =>
  strokes.find(
    ([kind, x, y, r]) =>
      kind === 'circle' &&
      spots.every((s) => Math.abs(distance(s, { x: Number(x), y: Number(y) }) - Number(r)) < 4),
  );

/**
 * The path of something that goes by these spots and never turns back: round a circle that they lie
 * on, in the direction of the shorter arc of its last leg, else straight.
 * @param {(string|number)[][]} strokes @param {Spot[]} spots
 */
export function trail(strokes, spots) {
  const [first, ...rest] = spots,
    circle = circleOf(strokes, spots);
  if (!circle || spots.length < 2)
    return `M${first.x} ${first.y}${rest.map((s) => `L${s.x} ${s.y}`).join('')}`;
  const [, x, y, r] = circle.map(Number),
    turn = 2 * Math.PI;
  const angles = spots.map((s) => Math.atan2(s.y - y, s.x - x));
  const clockwise = (/** @type {number} */ i) => (angles[i + 1] - angles[i] + 2 * turn) % turn;
  const sweep = clockwise(spots.length - 2) <= Math.PI + 1e-6;
  return `M${first.x} ${first.y}${rest
    .map((s, i) => {
      const arc = sweep ? clockwise(i) : turn - clockwise(i);
      return `A${r} ${r} 0 ${arc > Math.PI ? 1 : 0} ${sweep ? 1 : 0} ${s.x} ${s.y}`;
    })
    .join('')}`;
}

/** Lines between cells of different bands: pairs of corners. @param {Shape} shape */
export function bandBorders(shape) {
  const at = new Map(shape.points.map((p) => [`${p.x},${p.y}`, p.band]));
  const out = [];
  for (const { x, y, band } of shape.points) {
    const right = at.get(`${x + UNIT},${y}`),
      below = at.get(`${x},${y + UNIT}`),
      h = UNIT / 2;
    if (right !== undefined && right !== band) out.push([x + h, y - h, x + h, y + h]);
    if (below !== undefined && below !== band) out.push([x - h, y + h, x + h, y + h]);
  }
  return out;
}

/** The points of a stroke in their order, round a circle or along a line. @param {(string|number)[]} stroke @param {Spot[]} spots @returns {number[]} */
function pointsOn([kind, ...numbers], spots) {
  const [x, y, c, d] = numbers.map(Number),
    all = spots.map((_, i) => i);
  if (kind === 'circle')
    return all
      .filter((i) => Math.abs(distance(spots[i], { x, y }) - c) < 4)
      .sort(
        (a, b) =>
          Math.atan2(spots[a].y - y, spots[a].x - x) - Math.atan2(spots[b].y - y, spots[b].x - x),
      );
  const length = distance({ x, y }, { x: c, y: d }),
    ux = (c - x) / length,
    uy = (d - y) / length;
  const along = (/** @type {number} */ i) => (spots[i].x - x) * ux + (spots[i].y - y) * uy;
  return all
    .filter(
      (i) =>
        Math.abs((spots[i].x - x) * uy - (spots[i].y - y) * ux) < 4 &&
        along(i) > -4 &&
        along(i) < length + 4,
    )
    .sort((a, b) => along(a) - along(b));
}

/** Goes along a stroke until `arrived`, round a circle, or to the end of a line and back. @param {number[]} on @param {boolean} round @param {number} start @param {number} way
 * @param {(point: number, steps: number) => boolean} arrived @returns {number[]|null} */
function walk(on, round, start, way, arrived) {
  const passed = [on[start]];
  for (let at = start, turned = way, steps = 1; steps <= 2 * on.length; steps++) {
    if (!round && (at + turned < 0 || at + turned >= on.length)) turned = -turned;
    at = (at + turned + on.length) % on.length;
    passed.push(on[at]);
    if (arrived(on[at], steps)) return passed;
  }
  return null;
}

/**
 * The points that something passes between two points that lie on one stroke: in so many steps if that is known, else the
 * shortest way; in the direction of `before` -> `from` if it was pushed. Straight there if no stroke joins them.
 * @param {(string|number)[][]} strokes @param {Spot[]} spots @param {number} from @param {number} to @param {{steps?: number, before?: number}} [how] @returns {number[]}
 */
export function route(strokes, spots, from, to, { steps = 0, before = -1 } = {}) {
  let best = /** @type {number[]|null} */ (null);
  for (const stroke of strokes) {
    const on = pointsOn(stroke, spots),
      start = on.indexOf(from),
      round = stroke[0] === 'circle';
    if (start < 0 || !on.includes(to) || (before >= 0 && !on.includes(before))) continue;
    for (const way of [1, -1]) {
      const came =
        on[(start - way + on.length) % on.length] === before &&
        (round || on[start - way] === before);
      if (before >= 0 && !came) continue;
      const found = walk(on, round, start, way, (p, n) => p === to && (!steps || n === steps));
      if (
        found &&
        found.length - 1 <= (steps || 2 * on.length) &&
        (!best || found.length < best.length)
      )
        best = found;
    }
  }
  return best ?? (before >= 0 || steps ? route(strokes, spots, from, to) : [from, to]);
}

const SAMPLES = 6;
/** Spots along a path over points, several on every arc. @param {(string|number)[][]} strokes @param {Spot[]} path @returns {Spot[]} */
export function sampled(strokes, path) {
  const out = [path[0]];
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1],
      b = path[i],
      circle = circleOf(strokes, [a, b]);
    if (circle) {
      const [, x, y, r] = circle.map(Number),
        start = Math.atan2(a.y - y, a.x - x),
        turn = Math.atan2(b.y - y, b.x - x) - start;
      const arc =
        turn > Math.PI + 1e-6
          ? turn - 2 * Math.PI
          : turn < -Math.PI - 1e-6
            ? turn + 2 * Math.PI
            : turn;
      for (let k = 1; k < SAMPLES; k++)
        out.push({
          x: x + r * Math.cos(start + (arc * k) / SAMPLES),
          y: y + r * Math.sin(start + (arc * k) / SAMPLES),
        });
    }
    out.push(b);
  }
  return out;
}

/** The middle of the board as it lies. @param {Spot[]} spots @returns {{x: number, y: number, r: number}} r: to the farthest point */
export function centreOf(spots) {
  const xs = spots.map((p) => p.x),
    ys = spots.map((p) => p.y),
    x = (Math.min(...xs) + Math.max(...xs)) / 2,
    y = (Math.min(...ys) + Math.max(...ys)) / 2;
  return { x, y, r: Math.max(...spots.map((p) => distance(p, { x, y }))) };
}
