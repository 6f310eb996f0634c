// A WebSocket of the feed with headers of its own: whether it opens, and how it is closed.
import { WebSocket } from 'ws';
import type { TestService } from './service.ts';

export function closeOf(service: TestService, headers: Record<string, string>, query = '') {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws${query}`, { headers });
  const { promise: opened, resolve: settle } = Promise.withResolvers<'open' | number>();
  const { promise: code, resolve: close } = Promise.withResolvers<number>();
  // A client that is not admitted is upgraded and closed with a code; one that is admitted gets a first message.
  socket.once('message', () => settle('open'));
  socket.on('unexpected-response', (_, response) => settle(response.statusCode as number));
  socket.on('close', (reason) => {
    settle(reason);
    close(reason);
  });
  socket.on('error', () => {});
  return { opened, code, end: () => socket.terminate() };
}
