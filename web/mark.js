// SPDX-License-Identifier: MIT
// A small picture for a player, drawn from the name alone: rings around a centre, each with its own gap or
// beads, in two colours that fit both themes. The same name is always the same picture, on every device.
import { s } from './dom.js';

/** A number that any change of the text changes (FNV-1a, then a final mix). @param {string} text */
function hash(text) {
  let a = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.normalize('NFC').trim().toLowerCase()))
    a = Math.imul(a ^ byte, 0x01000193);
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (a ^ (a >>> 16)) >>> 0;
}

const HUES = 12,
  RADII = [39, 26, 13];
/** Parts of a ring that are drawn and left out: whole, one gap, half, two gaps, three, four, beads, a third. */
const PATTERNS = [
  [1, 0],
  [0.78, 0.22],
  [0.5, 0.5],
  [0.32, 0.18],
  [0.2, 0.1333],
  [0.15, 0.1],
  [0.0001, 0.1249],
  [0.34, 0.66],
];

/** What the picture is made of. @param {string} name */
export function plan(name) {
  const bits = hash(name),
    hue = (bits % HUES) * (360 / HUES);
  return {
    hue,
    other: (hue + [90, 150, 210, 270][(bits >>> 4) & 3]) % 360,
    accent: (bits >>> 28) % RADII.length,
    rings: RADII.map((_, i) => ({
      pattern: (bits >>> (6 + 3 * i)) & 7,
      turn: (bits >>> (15 + 4 * i)) % 12,
    })),
  };
}

/** @param {number} r @param {{pattern: number, turn: number}} how turn: twelfths */
function ring(r, { pattern, turn }) {
  const around = 2 * Math.PI * r,
    parts = PATTERNS[pattern];
  return s('circle', {
    r,
    fill: 'none',
    'stroke-linecap': 'round',
    'stroke-dasharray': parts[1] ? parts.map((p) => (p * around).toFixed(2)).join(' ') : null,
    transform: `rotate(${30 * turn})`,
  });
}

/**
 * @param {string} name of a player; '' is nobody, a plain ring
 * @returns {any} an <svg class="emblem"> that says nothing to screen readers: the name stands beside it
 */
export function mark(name) {
  const svg = s('svg', { class: 'emblem', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' });
  if (!name.trim()) {
    svg.append(
      s('circle', {
        r: 44,
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 5,
        'stroke-dasharray': '10 13',
      }),
    );
    return svg;
  }
  const { hue, other, accent, rings } = plan(name),
    ink = `hsl(${hue} 60% 92%)`;
  const lines = s(
    'g',
    { 'stroke-width': 7, stroke: ink },
    ...rings.map((how, i) => ring(RADII[i], how)),
  );
  lines.children[accent].setAttribute('stroke', `hsl(${other} 85% 78%)`);
  svg.append(
    s('circle', { r: 50, fill: `hsl(${hue} 48% 34%)` }),
    lines,
    s('circle', { r: 4.5, fill: ink }),
  );
  return svg;
}
