// Fetches an image from another server for a reader: to allowed addresses only, each redirect included, without cookies,
// referrer or anything about the reader, limited in size and time. Only images that are recognised by their first bytes
// are returned; SVG, which can contain scripts, is not.
import { type IncomingMessage, request } from 'node:http';
import { limits } from '../../limits.ts';
import { type AddressCheck, connectSocket } from './hosts.ts';

export interface Image {
  bytes: Buffer;
  mime: string;
}

/** Throws an error whose message says why there is no image. */
export async function fetchImage(address: string, check: AddressCheck, signal: AbortSignal): Promise<Image> {
  let url = URL.parse(address);
  for (let redirects = 0; redirects <= limits.imageRedirects; redirects++) {
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('only http and https addresses can be fetched');
    const found = await get(url, check, signal);
    if (Buffer.isBuffer(found)) return { bytes: found, mime: mimeOf(found) };
    url = URL.parse(found.location, url);
  }
  throw new Error('the server redirects too often');
}

/** The body of a response, or where it redirects to. */
async function get(url: URL, check: AddressCheck, signal: AbortSignal): Promise<Buffer | { location: string }> {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || (secure ? 443 : 80));
  const endpoint = { host, port, security: secure ? 'tls' : 'none', tls_ca: null } as const;
  const socket = await connectSocket(endpoint, check, limits.imageTime, signal);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request({
        createConnection: () => socket,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, 'user-agent': 'Daybook', accept: 'image/*', connection: 'close' },
      });
      asked.once('response', (response) => {
        if (!asked.destroyed) resolve(response);
      });
      asked.on('error', reject);
      let interim = 0;
      asked.on('information', () => {
        interim += 1;
        if (interim > limits.interimResponses) asked.destroy(new Error('the server sends too many interim responses'));
      });
      asked.once('close', () => reject(new Error('the server did not answer the request')));
      asked.end();
    });
    const { statusCode = 0, headers } = response;
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) return { location: headers.location };
    if (statusCode !== 200) throw new Error(`the server answered with status ${statusCode}`);
    return await bodyOf(response);
  } finally {
    socket.destroy();
  }
}

/**
 * Copied into one buffer: chunks of one byte must not take more memory than others. A server that sends many of them is
 * refused, since each takes time.
 */
function bodyOf(response: IncomingMessage): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  let [size, pieces] = [0, 0];
  const keep = (piece: Buffer) => {
    const longer = size + piece.length;
    pieces += 1;
    if (longer > limits.imageBytes) throw new Error(`the image has more than ${limits.imageBytes} bytes`);
    if (pieces > limits.imagePieces && longer < pieces * limits.imagePieceBytes)
      throw new Error('the server sends the image in too small pieces');
    if (longer > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(longer, 2 * size, 64 * 1024), limits.imageBytes));
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    piece.copy(bytes, size);
    size = longer;
  };
  return new Promise((resolve, reject) => {
    response.on('data', (piece: Buffer) => {
      if (response.destroyed) return; // the parser goes on with what has arrived
      try {
        keep(piece);
      } catch (error) {
        response.destroy(error as Error);
      }
    });
    response.once('end', () => resolve(bytes.subarray(0, size)));
    response.on('error', reject);
  });
}

/** The first bytes in hexadecimal. */
const SIGNATURES: [mime: string, start: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/avif', /^.{8}66747970617669(66|73)/],
  ['image/bmp', /^424d.{8}00000000/],
];

function mimeOf(bytes: Buffer): string {
  const start = bytes.toString('hex', 0, 16);
  const mime = SIGNATURES.find(([, signature]) => signature.test(start))?.[0];
  if (mime === undefined) throw new Error('the server did not send an image of a known format');
  return mime;
}
