// Handles a body that was answered before it was read completely. A short rest is read and discarded, so that the
// connection can be reused. A long rest closes the connection, but not immediately: a client that is still sending
// might not receive the response on a connection that is reset (RFC 9112 section 9.6).
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../limits.ts';

export function boundUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw)) return done(null, payload);
    // A client that waits for 100 Continue may omit its body after this response, or send it.
    if (raw.headers.expect === undefined && Number(raw.headers['content-length']) <= limits.discardBytes) discard(raw);
    else {
      reply.header('connection', 'close');
      closeLater(raw);
    }
    done(null, payload);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}

// Node discards an unread body, and waits for its end as long as a request may take.
function discard(raw: IncomingMessage): void {
  const late = setTimeout(() => raw.complete || raw.destroy(), limits.discardTime).unref();
  raw.once('close', () => clearTimeout(late)).resume();
}

// Node destroys the connection as soon as the response is written, which can reset it.
function closeLater(raw: IncomingMessage): void {
  const { socket } = raw;
  socket.destroySoon = () => {
    socket.end();
    const late = setTimeout(() => socket.destroy(), limits.discardTime).unref();
    socket.once('close', () => clearTimeout(late));
    raw.resume();
  };
}
