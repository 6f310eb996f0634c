// GET /changes/stream: the change feed as server-sent events. Errors are JSON responses, as those of other routes; once
// the stream has begun, it ends and the client connects again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faulty } from '../errors.ts';
import type { ChangesOptions } from '../feed/changes.ts';
import { PREAMBLE, startEventStream } from '../feed/event-stream.ts';
import { reach } from '../feed/messages.ts';
import type { Call } from './routes/route.ts';

const HEADERS = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no', // nginx passes each message on at once
};

interface StreamOptions extends Pick<ChangesOptions, 'since' | 'events' | 'body'> {
  named?: boolean;
}

export async function streamChanges(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, services, principal, query } = call;
  const { feed } = services;
  const { events, body = true, named = false, ...asked } = query as StreamOptions;
  const since = lastEventId(request) ?? asked.since;
  const newest = await reach(store, principal.user, since);
  reply.headers(HEADERS);
  if (request.method === 'HEAD') {
    await reply.send('');
    return;
  }
  // Browsers do not connect again after an error, but do after a stream that has ended.
  if (feed.isStopping()) {
    await reply.send(PREAMBLE);
    return;
  }
  const refusal = feed.refusal(principal);
  if (refusal) throw refusal;
  reply.hijack();
  request.flight?.stream();
  const { raw } = reply;
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  reply.observe(); // now: a stream ends hours later, often by a cut connection
  const wanted = { since, events, bodies: body, named, newest };
  const client = startEventStream(raw, principal, wanted, feed.partsFor(request));
  feed.add(client, (remove) => raw.on('close', remove));
}

/** What the client received last, which is newer than what its URL says. */
function lastEventId({ headers }: FastifyRequest): number | undefined {
  const header = headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  const message = 'The header Last-Event-ID must be the id of a message of this stream: a whole number, 0 or more.';
  throw faulty('INVALID_QUERY', [{ field: 'Last-Event-ID', constraint: 'integer', message }]);
}
