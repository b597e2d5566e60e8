// SPDX-License-Identifier: MIT
// Words for watching.

/** @type {Record<string, string>} */
export const EN = {
  'watch.label': 'Watching',
  'watch.play': 'Play the moves',
  'watch.pause': 'Pause',
  'watch.step': 'One move',
  'watch.speed': 'Speed',
  'watch.slow': 'slow',
  'watch.normal': 'normal speed',
  'watch.fast': 'fast',
};
/** @type {Record<string, string>} */
export const JA = {
  'watch.label': '観戦',
  'watch.play': '再生',
  'watch.pause': '一時停止',
  'watch.step': '一手進める',
  'watch.speed': '速さ',
  'watch.slow': 'ゆっくり',
  'watch.normal': '普通の速さ',
  'watch.fast': '速い',
};
