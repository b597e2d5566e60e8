// SPDX-License-Identifier: MIT
// What the package has, whatever has loaded the engine.
export { IllegalMove, Refused } from './engine.js';
export { Game, games, levels, version } from './game.js';
export { Match, readRecord } from './match.js';
