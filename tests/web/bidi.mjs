// SPDX-License-Identifier: MIT
// The other end of WebDriver BiDi: a WebSocket client as small as that protocol needs (text messages, one
// server, on this machine), and commands with numbers as promises. Node 20 has no WebSocket of its own.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';

const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'; // of RFC 6455
const TEXT = 1,
  CLOSE = 8,
  PING = 9,
  PONG = 10,
  FINAL = 0x80;

/** @param {number} code @param {Buffer} body */
function frame(code, body) {
  const size = body.length < 126 ? 0 : body.length < 65536 ? 2 : 8,
    head = Buffer.alloc(6 + size),
    mask = randomBytes(4);
  head[0] = FINAL | code;
  head[1] = FINAL | (size === 0 ? body.length : size === 2 ? 126 : 127); // what a client sends is masked
  if (size === 2) head.writeUInt16BE(body.length, 2);
  if (size === 8) head.writeBigUInt64BE(BigInt(body.length), 2);
  mask.copy(head, 2 + size);
  return Buffer.concat([head, body.map((b, i) => b ^ mask[i % 4])]);
}

/** The first frame of these bytes, and how many of them it takes; null while it is not all there. @param {Buffer} bytes */
function firstFrame(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & 127,
    size = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + size) return null;
  const length =
      size === 0 ? short : size === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)),
    end = 2 + size + length;
  return bytes.length < end
    ? null
    : { code: bytes[0] & 15, final: bytes[0] >= FINAL, body: bytes.subarray(2 + size, end), end };
}

export class Bidi {
  /** @param {import('node:stream').Duplex} socket */
  constructor(socket) {
    this.socket = socket;
    this.number = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    /** @type {(event: {method: string, params: any}) => void} */
    this.told = () => {};
    let bytes = Buffer.alloc(0);
    /** @type {Buffer[]} */
    let parts = [];
    socket.on('data', (/** @type {Buffer} */ more) => {
      bytes = Buffer.concat([bytes, more]);
      for (let found = firstFrame(bytes); found; found = firstFrame(bytes)) {
        bytes = bytes.subarray(found.end);
        if (found.code === PING) socket.write(frame(PONG, found.body));
        else if (found.code === CLOSE) socket.end();
        else if (found.code <= TEXT) {
          parts.push(found.body);
          if (!found.final) continue;
          this.#take(JSON.parse(Buffer.concat(parts).toString()));
          parts = [];
        }
      }
    });
    const gone = () => {
      for (const { reject } of this.asked.values()) reject(new Error('the browser has gone'));
    };
    socket.on('close', gone).on('error', gone);
  }

  /** @param {string} url ws://... @returns {Promise<Bidi>} */
  static async connect(url) {
    const { hostname, port, pathname } = new URL(url),
      key = randomBytes(16).toString('base64');
    const asked = request({
      hostname,
      port,
      path: pathname,
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': key,
      },
    });
    asked.end();
    const [answer, socket] = await once(asked, 'upgrade');
    if (
      answer.headers['sec-websocket-accept'] !==
      createHash('sha1')
        .update(key + ACCEPT)
        .digest('base64')
    )
      throw new Error('no WebSocket');
    return new Bidi(socket);
  }

  /** @param {any} message */
  #take(message) {
    const asked = this.asked.get(message.id);
    if (!asked) return void (message.method && this.told(message));
    this.asked.delete(message.id);
    if (message.type === 'error') asked.reject(new Error(`${message.error}: ${message.message}`));
    else asked.resolve(message.result);
  }

  /** @param {string} method @param {Record<string, any>} [params] @returns {Promise<any>} */
  send(method, params = {}) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.socket.write(frame(TEXT, Buffer.from(JSON.stringify({ id, method, params }))));
    });
  }

  close() {
    this.socket.destroy();
  }
}
