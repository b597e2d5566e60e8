// SPDX-License-Identifier: MIT
// Endings of games that are too large to lie beside the page whole (docs/adr/0085): which there are, and how they are fetched. They
// come packed, for the game that is played and only once few enough men are left; whoever has used them has them offline.

/** Of positions with more men, in hand and on the board, nothing is known (src/app/endings.c). @type {Record<string, number>} */
export const ENDINGS = { 'six,flying': 12, nine: 8, 'nine,flying': 9 };

/** Men on the board and in hand. @param {string} position "ww.w..../......../b.b.b... w 0 0" */
const menOf = (position) => {
  const [board, , ...hands] = position.split(' ');
  return (
    (board.match(/[wb]/g)?.length ?? 0) +
    hands.slice(0, 2).reduce((sum, n) => sum + (Number(n) || 0), 0)
  );
};

/** May it be known? Two sides have some men. @param {string} variant @param {string} position */
export const isEnding = (variant, position) =>
  menOf(position) > 2 && menOf(position) <= (ENDINGS[variant] ?? 0);

/** The plain bytes; a host may have unpacked them on the way. @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function unpack(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
