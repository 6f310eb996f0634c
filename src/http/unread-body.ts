// What becomes of a body that was answered before it was read whole. A short rest is read and discarded, so that the
// connection can serve the next request. A long one ends the connection, but not at once: a client that is still sending
// might not see the answer on a connection that is torn down under it (RFC 9112 section 9.6).
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';

export function boundUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.complete || !hasBody(raw)) return done(null, payload);
    // A client that waits for permission to send its body may leave it out after this answer, or not.
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

// Node discards a body that nobody has begun to read, and waits for its end as long as a request may take.
function discard(raw: IncomingMessage): void {
  const late = setTimeout(() => raw.complete || raw.destroy(), limits.discardTime).unref();
  raw.once('close', () => clearTimeout(late)).resume();
}

// Node destroys the connection as soon as the answer is written, which can reset it.
function closeLater(raw: IncomingMessage): void {
  const { socket } = raw;
  socket.destroySoon = () => {
    socket.end();
    const late = setTimeout(() => socket.destroy(), limits.discardTime).unref();
    socket.once('close', () => clearTimeout(late));
    raw.resume();
  };
}
