// A client of the feed that only counts its messages: a thousand of them must not take the time that is measured.
import { connect } from 'node:net';

export interface Listener {
  close(): void;
}

const BUFFER = 64 * 1024;
const TEXT_FRAME = 1;

/** Connects, and returns after the message `connected`; then the callback receives every message. */
export function listen(port: number, query: string, onMessage: () => void): Promise<Listener> {
  const { promise, resolve, reject } = Promise.withResolvers<Listener>();
  const buffer = Buffer.allocUnsafe(BUFFER);
  let greeted = false;
  let head = '';
  let upgraded = false;
  const count = frames(() => {
    if (greeted) return onMessage();
    greeted = true;
    resolve({ close: () => void socket.destroy() });
  });
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: receive } });
  socket.write(
    `GET /api/v1/ws${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ZGF5Ym9vayBiZW5jaCBrZQ==\r\n\r\n`,
  );
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('the feed closed the connection before its greeting')));

  function receive(bytes: number): boolean {
    if (upgraded) count(buffer, 0, bytes);
    else {
      const end = buffer.subarray(0, bytes).indexOf('\r\n\r\n');
      head += buffer.toString('latin1', 0, end < 0 ? bytes : end);
      if (end < 0) return true;
      if (!head.startsWith('HTTP/1.1 101')) reject(new Error(`the feed answered ${head.split('\r\n')[0]}`));
      upgraded = true;
      count(buffer, end + 4, bytes);
    }
    return true;
  }

  return promise;
}

// Goes from frame to frame (RFC 6455 section 5.2), wherever the pieces end that the socket gives.
function frames(onText: () => void): (bytes: Buffer, from: number, to: number) => void {
  let head: number[] = [];
  let rest = 0; // bytes of the frame's content still to come
  let isText = false;
  return (bytes, from, to) => {
    for (let at = from; at < to; ) {
      if (rest > 0) {
        const step = Math.min(rest, to - at);
        rest -= step;
        at += step;
      } else {
        head.push(bytes[at++] as number);
        const short = (head[1] ?? 0) & 0x7f;
        const headLength = short < 126 ? 2 : short === 126 ? 4 : 10;
        if (head.length < headLength) continue;
        rest = headLength === 2 ? short : head.slice(2).reduce((sum, byte) => sum * 256 + byte, 0);
        isText = ((head[0] as number) & 0x0f) === TEXT_FRAME;
        head = [];
      }
      if (rest === 0 && isText) onText();
    }
  };
}
