// SPDX-License-Identifier: MIT
// The text of a move that somebody tried by clicking, so that the engine can say why it is illegal.
// No notation is known here: a legal move serves as the pattern, and the point that was tapped takes
// the place of the one that the legal move has there.

/**
 * The point names in a move text, with where they stand.
 * @param {string} text @param {Set<string>} names
 */
export function pointsIn(text, names) {
  const out = [];
  for (let at = 0; at < text.length;) {
    let length = Math.min(3, text.length - at);
    while (length && !names.has(text.slice(at, at + length))) length--;
    if (length) out.push({ name: text.slice(at, at + length), at });
    at += length || 1;
  }
  return out;
}

/**
 * @param {string[]} names of the points, by index
 * @param {string[]} moves legal move texts
 * @param {number[]} clicks points chosen so far
 * @param {number} tapped the point that does not fit
 * @param {boolean} own there is a piece of the player's own on it
 * @returns {string|null} null if no legal move is like it
 */
export function composeMove(names, moves, clicks, tapped, own) {
  const known = new Set(names), k = clicks.length;
  let best = null, bestCost = Infinity;
  for (const move of moves) {
    const points = pointsIn(move, known);
    if (points.length <= k || clicks.some((c, i) => points[i].name !== names[c])) continue;
    // As short as can be; but who taps a piece of their own means to move it.
    const wanted = k === 0 && own ? 2 : k + 1;
    const cost = Math.abs(points.length - wanted) * 100 + move.length;
    if (cost >= bestCost) continue;
    const { name, at } = points[k];
    best = move.slice(0, at) + names[tapped] + move.slice(at + name.length);
    bestCost = cost;
  }
  return best;
}
