// A socket without a connection, for tests that need one to fail or to answer at a certain moment.
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';

export interface FakeSocket {
  socket: WebSocket;
  sent: { event: string; seq?: number }[];
  /** The codes it was closed with. */
  closed: number[];
}

/** `onSend` may throw, as a broken socket would. */
export function fakeSocket(onSend: (event: string) => void = () => {}): FakeSocket {
  const sent: FakeSocket['sent'] = [];
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    isPaused: false,
    send(bytes: Buffer, _options: object, written: () => void) {
      const message = JSON.parse(bytes.toString()) as FakeSocket['sent'][number];
      onSend(message.event);
      sent.push(message);
      setImmediate(written);
    },
    pause() {},
    resume() {},
    close: (code: number) => void closed.push(code),
    terminate() {},
  });
  return { socket: socket as unknown as WebSocket, sent, closed };
}
