// Sends the one-click unsubscribe request of a mailing list, and explains a failure.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { failure } from '../protocols/net/hints.ts';
import { allowedAddresses, tooLate } from '../protocols/net/hosts.ts';
import type { Unsubscriber } from './unsubscribe.ts';

/** `allowHosts` are addresses and ranges that are allowed in addition to public ones. */
export function createUnsubscriber(allowHosts: readonly string[]): Unsubscriber & { stop(): void } {
  const check = allowedAddresses(allowHosts);
  const stopping = new AbortController();
  return {
    stop: () => stopping.abort(),
    async oneClick(address) {
      const { postOneClick } = await import('../protocols/net/one-click.ts');
      const { endpointOf } = await import('../protocols/net/post.ts');
      const url = URL.parse(address);
      if (url === null) throw failed('The address that the list names is not a URL.', address);
      const signal = AbortSignal.any([AbortSignal.timeout(limits.unsubscribeTime), stopping.signal]);
      let status: number;
      try {
        status = await postOneClick(url, check, signal);
      } catch (error) {
        if (stopping.signal.aborted)
          throw new AppError('SERVICE_UNAVAILABLE', 'The service is stopping; ask again later.');
        const { message } = failure('HTTPS', endpointOf(url), signal.aborted ? tooLate() : error, (text) => text);
        throw failed(message, address);
      }
      if (status >= 300 && status < 400)
        throw failed('The server of the list answered with a redirect, which is not followed.', address);
      if (status < 200 || status >= 300)
        throw failed(`The server of the list answered with status ${status}.`, address);
    },
  };
}

function failed(reason: string, url: string): AppError {
  const advice =
    'Try again later, open the address in a browser, or use {"via": "mail"} where the list has a mail address.';
  return new AppError('UNSUBSCRIBE_FAILED', `${reason} ${advice}`, { url });
}
