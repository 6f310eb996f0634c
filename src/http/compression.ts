// Compresses text responses for clients that accept it (RFC 9110 sections 8.4 and 12.5.3), in libuv's thread pool, so
// that a large response does not block others. Downloads are streams and are not compressed.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { limits } from '../limits.ts';

const brotli = promisify(brotliCompress);
// Level 4 takes a fraction of the time of the default, which is the slowest.
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** The supported codings. If a client accepts two equally, the first is used: it is faster. */
const encoders = {
  zstd: promisify(zstdCompress),
  br: (text: string | Buffer) => brotli(text, { params: brotliParams }),
  gzip: promisify(gzip),
} satisfies Record<string, (text: string | Buffer) => Promise<Buffer>>;

export type Coding = keyof typeof encoders;

const codings = Object.keys(encoders) as Coding[];
const compressible = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/;

interface Accepted {
  coding: Coding | null;
  /** Whether the client refuses an uncompressed response. */
  always: boolean;
}

/** Clients send the same few values, so each is parsed once. */
const known = new Map<string, Accepted>();
const KNOWN_MOST = 100;

/** The coding for a text of this length; null for none. */
export function codingFor(acceptEncoding: string | undefined, chars: number): Coding | null {
  if (acceptEncoding === undefined || chars === 0) return null;
  let accepted = known.get(acceptEncoding);
  if (!accepted) {
    accepted = readAccepted(acceptEncoding);
    if (known.size >= KNOWN_MOST) known.clear();
    known.set(acceptEncoding, accepted);
  }
  return chars >= limits.compressChars || accepted.always ? accepted.coding : null;
}

/** The coding for a content that is stored in some codings; null for none of them. */
export function storedCodingFor(acceptEncoding: string | undefined, stored: readonly Coding[]): Coding | null {
  if (acceptEncoding === undefined || stored.length === 0) return null;
  return readAccepted(acceptEncoding, stored).coding;
}

/** Whether responses of this length depend on Accept-Encoding. */
export function isNegotiated(chars: number): boolean {
  return chars >= limits.compressChars;
}

/**
 * The ETag of the representation that is served. Different codings are different bytes, so a strong tag must not be the
 * same for them (RFC 9110 section 8.8.3.3); If-Match accepts each of them as the same version.
 */
export function tagFor(etag: string, coding: Coding | null): string {
  return coding === null ? etag : etag.replace(/"$/, `-${coding}"`);
}

/** The tag without the suffix of tagFor. */
export function withoutCoding(etag: string): string {
  return etag.replace(/-(?:zstd|br|gzip)"$/, '"');
}

export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const text = payload as string | Buffer;
    const acceptEncoding = request.headers['accept-encoding'];
    if (typeof text !== 'string' && !Buffer.isBuffer(text)) return done(null, payload);
    if (acceptEncoding === undefined && !isNegotiated(text.length)) return done(null, payload);
    if (!isCompressible(reply)) return done(null, payload);
    if (isNegotiated(text.length)) varyByEncoding(reply);
    const coding = codingFor(acceptEncoding, text.length);
    if (coding === null) return done(null, payload);
    encoders[coding](text).then(
      (bytes) => {
        const etag = reply.getHeader('etag');
        if (typeof etag === 'string') reply.header('etag', tagFor(etag, coding));
        reply.header('content-encoding', coding).removeHeader('content-length');
        done(null, bytes);
      },
      () => done(null, payload), // out of memory: send it uncompressed
    );
  });
}

function isCompressible(reply: FastifyReply): boolean {
  return (
    compressible.test(String(reply.getHeader('content-type') ?? '')) &&
    !reply.hasHeader('content-encoding') &&
    !reply.hasHeader('content-range')
  );
}

/** Caches must store separate responses per Accept-Encoding. */
export function varyByEncoding(reply: FastifyReply): void {
  varyBy(reply, 'Accept-Encoding');
}

/** Caches must store separate responses per value of this request header. */
export function varyBy(reply: FastifyReply, header: string): void {
  const others = String(reply.getHeader('vary') ?? '')
    .split(', ')
    .filter((one) => one !== '' && one !== header);
  reply.header('vary', [...others, header].join(', '));
}

function readAccepted(header: string, among: readonly Coding[] = codings): Accepted {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = Number(/^q=([\d.]+)$/.exec(parameters.find((one) => one.startsWith('q=')) ?? 'q=1')?.[1]);
    weights.set(name.replace(/^x-gzip$/, 'gzip'), weight > 0 ? weight : 0);
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = among.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  const identity = weights.get('identity');
  const isWelcome = weightOf(best) > 0 && weightOf(best) >= (identity ?? 0);
  return { coding: isWelcome ? best : null, always: (identity ?? weights.get('*')) === 0 };
}
