// SPDX-License-Identifier: MIT
// The board as an object: wood with inlaid lines, enamel cells in a frame, water in a round rim. Everything here is
// drawn once per shape and theme and then stays; what lies on it is board.js's.
import { s } from './dom.js';
import { UNIT, bandBorders, turner } from './geometry.js';
import { cellPolish, needPaints } from './paints.js';
import { BOARDS, boardKind } from './themes.js';

/**
 * @typedef {import('./engine.js').Shape} Shape
 * @typedef {import('./geometry.js').Spot} Spot
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{labels: boolean, numbers: boolean, board: string}} GroundOptions
 */

const EDGE = 54,
  RIM = 50;

/** @param {number[][]} lines */
const path = (lines) => lines.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join('');

/** The same accidents on every screen. @param {number} seed */
function dice(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

/** @param {Spot[]} spots @param {number} reach @returns {Box} */
function boxOf(spots, reach) {
  const xs = spots.map((p) => p.x),
    ys = spots.map((p) => p.y),
    x = Math.min(...xs) - reach,
    y = Math.min(...ys) - reach;
  return { x, y, width: Math.max(...xs) + reach - x, height: Math.max(...ys) + reach - y };
}

/** @param {Box} box @param {number} by */
const inset = ({ x, y, width, height }, by) => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

/** Long fibres, nearly parallel; some are darker. @param {Box} box */
function grain({ x, y, width, height }) {
  const random = dice(11),
    fine = /** @type {string[]} */ ([]),
    coarse = /** @type {string[]} */ ([]);
  for (let at = y + 8; at < y + height - 6; at += 5 + 13 * random()) {
    const rise = () => (at + 9 * (random() - 0.5)).toFixed(1),
      left = x + 4 + 60 * random() ** 3,
      right = x + width - 4 - 60 * random() ** 3;
    const third = (right - left) / 3;
    (random() < 0.25 ? coarse : fine).push(
      `M${left.toFixed(0)} ${rise()}C${(left + third).toFixed(0)} ${rise()} ${(left + 2 * third).toFixed(0)} ${rise()} ${right.toFixed(0)} ${rise()}`,
    );
  }
  return [
    s('path', { class: 'grain', d: fine.join('') }),
    s('path', { class: 'grain coarse', d: coarse.join('') }),
  ];
}

/** Specks and a few pale veins. @param {Box} box */
function stone({ x, y, width, height }) {
  const random = dice(5),
    place = () =>
      `${(x + 8 + (width - 16) * random()).toFixed(0)} ${(y + 8 + (height - 16) * random()).toFixed(0)}`;
  const specks = Array.from({ length: 170 }, () => `M${place()}h0`).join('');
  const veins = [0.1, 0.34, 0.62, 0.8]
    .map((share) => {
      const at = y + height * share,
        tilt = height * 0.16;
      return `M${x + 5} ${(at + tilt).toFixed(0)}C${(x + width * 0.3).toFixed(0)} ${(at + tilt * 0.2).toFixed(0)} ${(x + width * 0.6).toFixed(0)} ${(at + tilt).toFixed(0)} ${x + width - 5} ${(at - tilt * 0.2).toFixed(0)}`;
    })
    .join('');
  return [s('path', { class: 'specks', d: specks }), s('path', { class: 'grain', d: veins })];
}

/** Cloth: threads, and a seam round it. @param {Box} box */
const weave = (box) => [
  s('rect', { ...box, fill: 'url(#cx-weave)' }),
  s('rect', { class: 'seam', ...inset(box, 9), rx: 5 }),
];

/** A slab with a rim and the shadow it throws. @param {Box} box @param {number} round */
const slab = (box, round) => [
  s('rect', { class: 'cast', ...box, y: box.y + 7, rx: round }),
  s('rect', { class: 'edge', ...box, rx: round }),
  s('rect', { ...box, rx: round, fill: 'url(#cx-sheen)' }),
];

/** @param {Spot[]} spots @param {string} texture */
function linesGround(spots, texture) {
  const box = boxOf(spots, EDGE),
    field = inset(box, 9);
  return [
    ...slab(box, 18),
    s('rect', { class: 'field wood', ...field, rx: 11 }),
    ...(texture === 'grain' ? grain(field) : texture === 'stone' ? stone(field) : weave(field)),
    s('rect', { ...field, rx: 11, fill: 'url(#cx-sheen)', opacity: 0.55 }),
  ];
}

/** A seat with a high back, arms and a cushion: where a king belongs. @param {Spot} spot */
const throne = ({ x, y }) =>
  s(
    'g',
    { class: 'throne', transform: `translate(${x} ${y})` },
    s('rect', { class: 'dais', x: -47, y: -47, width: 94, height: 94, rx: 8 }),
    s('path', {
      class: 'rays',
      d: Array.from(
        { length: 16 },
        (_, i) =>
          `M0 0L${(46 * Math.cos((i * Math.PI) / 8)).toFixed(1)} ${(46 * Math.sin((i * Math.PI) / 8)).toFixed(1)}`,
      ).join(''),
    }),
    s('path', {
      class: 'gold',
      d: 'M-24 34V-14Q-24 -24 -17 -27L-20 -38L-9 -31L0 -42L9 -31L20 -38L17 -27Q24 -24 24 -14V34Z',
    }),
    s('path', { class: 'cushion', d: 'M-15 8V-12Q-15 -21 0 -22Q15 -21 15 -12V8Z' }),
    s('path', {
      class: 'gold',
      d: 'M-33 2Q-33 -6 -27 -6Q-21 -6 -21 2V12H21V2Q21 -6 27 -6Q33 -6 33 2V38H22V30H-22V38H-33Z',
    }),
    s('path', { class: 'cushion', d: 'M-19 13H19Q21 22 17 24H-17Q-21 22 -19 13Z' }),
    s('path', {
      d: 'M-33 2Q-33 -6 -27 -6Q-21 -6 -21 2V12H21V2Q21 -6 27 -6Q33 -6 33 2V38H22V30H-22V38H-33Z',
      fill: 'url(#cx-sheen)',
    }),
  );

/** @param {Shape} shape @param {Spot[]} spots @param {GroundOptions} options @param {string} texture */
function cellsGround(shape, spots, { numbers }, texture) {
  const inner = shape.bands.length - 1,
    h = UNIT / 2,
    box = boxOf(spots, h),
    id = `cx-cells-${texture}-${box.x}-${box.y}`;
  const middle = shape.points.findIndex((p) => p.band === inner),
    single = shape.points.filter((p) => p.band === inner).length === 1;
  const turned = { ...shape, points: shape.points.map((p, i) => ({ ...p, ...spots[i] })) };
  const wires = path(bandBorders(turned));
  return [
    ...slab(inset(box, -9), 14),
    s('rect', { class: 'field', ...inset(box, -2), rx: 4 }),
    ...spots.map(({ x, y }, i) =>
      s('rect', {
        class: `cell band-${inner - shape.points[i].band}`,
        x: x - h,
        y: y - h,
        width: UNIT,
        height: UNIT,
      }),
    ),
    s('defs', {}, cellPolish(id, box.x, box.y, texture === 'glass')),
    s('rect', { ...box, fill: `url(#${id})` }),
    s('path', { class: 'border groove', d: wires }),
    s('path', { class: 'border', d: wires }),
    s('rect', { class: 'border', ...box }),
    ...(middle >= 0 && single ? [throne(spots[middle])] : []),
    ...(numbers
      ? spots.map(({ x, y }, i) =>
          s(
            'text',
            { class: 'number', x: x - h + 10, y: y - h + 26 },
            String(shape.points[i].band + 1),
          ),
        )
      : []),
  ];
}

/** A star of eight points, each half light and half dark, as on old charts. @param {Spot} at @param {number} r */
function rose({ x, y }, r) {
  const corner = (/** @type {number} */ eighth, /** @type {number} */ far) =>
    [far * Math.sin((eighth * Math.PI) / 4), -far * Math.cos((eighth * Math.PI) / 4)]
      .map((v) => v.toFixed(1))
      .join(' ');
  const half = (/** @type {number} */ i, /** @type {number} */ side, /** @type {number} */ far) =>
    `M0 0L${corner(i, far)}L${corner(i + side, far * 0.27)}Z`;
  const star = (/** @type {number[]} */ points, /** @type {number} */ far) => [
    s('path', { class: 'rose', d: points.map((i) => half(i, -0.5, far)).join('') }),
    s('path', { class: 'rose shade', d: points.map((i) => half(i, 0.5, far)).join('') }),
  ];
  return s(
    'g',
    { class: 'compass', transform: `translate(${x} ${y})` },
    s('circle', { class: 'rose-ring', r: r * 0.72 }),
    s('circle', { class: 'rose-ring', r: r * 0.64 }),
    ...star([1, 3, 5, 7], r * 0.78),
    ...star([0, 2, 4, 6], r),
  );
}

/** Short crests, more of them outside. @param {Spot} at @param {number} r */
function waves({ x, y }, r) {
  const random = dice(3),
    out = [];
  for (let i = 0; i < 64; i++) {
    const angle = 2 * Math.PI * random(),
      far = r * Math.sqrt(0.12 + 0.86 * random()),
      w = 7 + 7 * random();
    out.push(
      `M${(x + far * Math.cos(angle) - w).toFixed(0)} ${(y + far * Math.sin(angle)).toFixed(0)}q${(w / 2).toFixed(1)} -6 ${w.toFixed(1)} 0t${w.toFixed(1)} 0`,
    );
  }
  return s('path', { class: 'waves', d: out.join('') });
}

/** @param {Spot} at @param {number} r @param {number} length @param {number} count */
const ticks = ({ x, y }, r, length, count) =>
  Array.from({ length: count }, (_, i) => {
    const a = (2 * Math.PI * i) / count,
      far = r - (i % (count / 8) ? length : length * 1.8);
    return `M${(x + r * Math.cos(a)).toFixed(1)} ${(y + r * Math.sin(a)).toFixed(1)}L${(x + far * Math.cos(a)).toFixed(1)} ${(y + far * Math.sin(a)).toFixed(1)}`;
  }).join('');

/** @param {{x: number, y: number, r: number}[]} circles the outermost first @param {string} texture */
function ringsGround(circles, texture) {
  const [{ x, y, r }] = circles,
    at = { x, y },
    rim = r + RIM,
    disc = { cx: x, cy: y };
  return [
    s('circle', { class: 'cast', cx: x, cy: y + 7, r: rim + 4 }),
    s('circle', { class: 'edge', ...disc, r: rim + 4 }),
    s('circle', { class: 'field', ...disc, r: rim }),
    s('circle', { ...disc, r: rim + 4, fill: 'url(#cx-sheen)' }),
    s('circle', { class: 'sea', ...disc, r: rim - 9 }),
    s('path', { class: 'ticks', d: ticks(at, rim - 9, 7, 72) }),
    ...circles.map((c, i) => s('circle', { class: `sea depth-${i}`, ...disc, r: c.r })),
    ...(texture === 'water'
      ? [
          s('circle', { ...disc, r: rim - 9, fill: 'url(#cx-deep)' }),
          waves(at, r),
          s('circle', { ...disc, r: rim - 9, fill: 'url(#cx-glint)' }),
        ]
      : [s('circle', { ...disc, r: rim - 9, fill: 'url(#cx-sheen)', opacity: 0.5 })]),
    rose(at, circles[Math.max(0, circles.length - 2)].r * 0.8),
  ];
}

/** Lines as they are inlaid: groove, line, shine. @param {string} tag @param {Record<string, any>} how @param {boolean} metal */
const inlay = (tag, how, metal) => [
  s(tag, { class: 'stroke groove', ...how }),
  s(tag, { class: 'stroke', ...how }),
  ...(metal
    ? [s(tag, { class: 'stroke-shine', ...how, fill: 'none', stroke: 'url(#cx-metal)' })]
    : []),
];

/** The ground: everything that stays. @param {Shape} shape @param {boolean} flipped @param {GroundOptions} options */
export function drawGround(shape, flipped, options) {
  needPaints();
  const turn = turner(shape, flipped),
    spots = shape.points.map(turn),
    kind = boardKind(shape),
    { texture } = BOARDS[kind][options.board];
  const circles = shape.strokes
    .filter((k) => k[0] === 'circle')
    .map(([, x, y, r]) => ({ ...turn({ x: Number(x), y: Number(y) }), r: Number(r) }))
    .sort((a, b) => b.r - a.r);
  const lines = shape.strokes
    .filter((k) => k[0] === 'line')
    .map(([, x1, y1, x2, y2]) => {
      const a = turn({ x: Number(x1), y: Number(y1) }),
        b = turn({ x: Number(x2), y: Number(y2) });
      return [a.x, a.y, b.x, b.y];
    });
  const { x: left, y: top, width, height } = boxOf(spots, UNIT / 2),
    middle = { x: left + width / 2, y: top + height / 2 };
  const metal = texture === 'grain',
    points = shape.style === 'points';
  const labels = options.labels
    ? shape.labels.map(({ text, ...at }) => {
        const { x, y } = turn(at),
          on = circles.some((c) => Math.hypot(x - c.x, y - c.y) < c.r + RIM - 20);
        const aside = (/** @type {number} */ by, /** @type {number} */ reach) =>
          kind === 'cells' && Math.abs(by) > reach ? 7 * Math.sign(by) : 0; // off the frame
        return s(
          'text',
          {
            class: on ? 'label on' : 'label',
            x: x + aside(x - middle.x, width / 2),
            y: y + aside(y - middle.y, height / 2),
          },
          text,
        );
      })
    : [];
  return s(
    'g',
    { class: `ground ${kind} ${texture}`, 'aria-hidden': 'true' },
    ...(kind === 'cells'
      ? cellsGround(shape, spots, options, texture)
      : kind === 'rings'
        ? ringsGround(circles, texture)
        : linesGround(spots, texture)),
    ...circles.flatMap(({ x, y, r }) => inlay('circle', { cx: x, cy: y, r }, false)),
    ...(lines.length ? inlay('path', { d: path(lines) }, metal) : []),
    ...(points
      ? [
          s(
            'g',
            { class: 'knots' },
            ...spots.flatMap(({ x, y }) => [
              s('circle', { class: 'knot', cx: x, cy: y, r: 9 }),
              ...(metal ? [s('circle', { cx: x, cy: y, r: 9, fill: 'url(#cx-shine)' })] : []),
            ]),
          ),
        ]
      : []),
    ...labels,
  );
}
