// Connections over which a test sends pieces of requests, and reads what comes back.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const sockets: Socket[] = [];

/** Closes those that are open. */
export function closeLines(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}

export interface Line {
  write(data: string | Buffer): Promise<void>;
  /** All that has come back so far. */
  text(): string;
  /** Waits until what has come back fits. */
  until(pattern: RegExp): Promise<string>;
  closed: Promise<void>;
  socket: Socket;
}

export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  return {
    write: (data) => new Promise((resolve) => socket.write(data, () => resolve())),
    text: () => text,
    async until(pattern) {
      while (!pattern.test(text)) {
        if (socket.destroyed) throw new Error(`closed after ${JSON.stringify(text)}`);
        await Promise.race([once(socket, 'data'), closed]);
      }
      return text;
    },
    closed,
    socket,
  };
}

/** The beginning of a request, up to its body. */
export function head(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const all = { Host: '127.0.0.1', 'Content-Type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
