// One-click unsubscribe (RFC 8058 section 3.1): a POST over HTTPS to an allowed address, without cookies or credentials.
// Redirects are not followed, and only the status of the response is read.
import { limits } from '../../limits.ts';
import { type AddressCheck, connectSocket } from './hosts.ts';
import { endpointOf, postOn } from './post.ts';

const BODY = Buffer.from('List-Unsubscribe=One-Click');
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns the status of the response. */
export async function postOneClick(url: URL, check: AddressCheck, signal: AbortSignal): Promise<number> {
  if (url.protocol !== 'https:') throw new Error('only an https address can be used');
  const socket = await connectSocket(endpointOf(url), check, limits.mailConnect, signal);
  try {
    return (await postOn(socket, url, HEADERS, BODY, unanswered)).statusCode as number;
  } finally {
    socket.destroy();
  }
}

function unanswered(): Error {
  return new Error('the server did not answer the request');
}
