// SPDX-License-Identifier: MIT
// A small tree in an address: the record of the game (docs/formats.md), less what the link says anyway, deflated, in
// base64url. Whatever comes in an address may be damaged or malicious: it is bounded before and after it is
// unpacked, and what is in it is read by the engine's own reader of records, which checks every move.

export const LINK_MAX = 2000; // characters of the tree: longer addresses are cut off by some programs
const READ_MAX = 64 << 10,
  TEXT_MAX = 256 << 10; // characters that are read, bytes that they may become
/** What every reader assumes where it is not said. */
const USUAL =
  /^\[(?:White|Black) "person"\]\n|^\[Game ".*"\]\n|^\[Result ".*"\]\n|^\[Termination "(?:unfinished|normal)"\]\n|^\[TimeControl "-"\]\n/gm;

/** The tree does not fit, or what came is none. */
export class TreeLinkError extends Error {
  /** @param {'large'|'damaged'|'old'} kind old: this browser cannot unpack */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
/** @param {string} text */
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/** @param {Uint8Array} bytes @param {any} stream a TransformStream @param {number} max */
async function through(bytes, stream, max) {
  const reader = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > max) {
      void reader.cancel().catch(() => {});
      throw new TreeLinkError('large');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What stands in the address for a record. @param {string} record of one game @returns {Promise<string>} */
export async function packTree(record) {
  const cut = record.indexOf('\n\n') + 1,
    text = `${record.slice(0, cut).replace(USUAL, '')}\n${record.slice(cut + 1)}`.trim();
  if (/^\[Game /m.test(record.slice(cut)) || text.length > TEXT_MAX / 4)
    throw new TreeLinkError('large'); // the games of a match
  const bytes = new TextEncoder().encode(text);
  const packed =
    'CompressionStream' in globalThis
      ? `1${toBase64(await through(bytes, new CompressionStream('deflate-raw'), READ_MAX))}`
      : `0${toBase64(bytes)}`;
  if (packed.length > LINK_MAX) throw new TreeLinkError('large');
  return packed;
}

/** The record again. @param {string} variant @param {string} packed @returns {Promise<string>} */
export async function unpackTree(variant, packed) {
  if (packed.length > READ_MAX || !/^[01][A-Za-z0-9_-]+$/.test(packed) || /["\\\n]/.test(variant))
    throw new TreeLinkError('damaged');
  if (packed[0] === '1' && !('DecompressionStream' in globalThis)) throw new TreeLinkError('old');
  try {
    const bytes = fromBase64(packed.slice(1));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      packed[0] === '1'
        ? await through(bytes, new DecompressionStream('deflate-raw'), TEXT_MAX)
        : bytes,
    );
    if (/^\[Game /m.test(text)) throw new TreeLinkError('damaged');
    return `[Game "${variant}"]\n${text.startsWith('[') ? '' : '\n'}${text}\n`;
  } catch (error) {
    throw error instanceof TreeLinkError ? error : new TreeLinkError('damaged');
  }
}
