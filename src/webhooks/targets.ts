// Where webhooks may be sent to: public addresses by https, and addresses of --allow-hosts also by http. What can be
// known without resolving a name is refused when a webhook is saved; the resolved address is checked at every request.
import { isIP } from 'node:net';
import { type AddressCheck, allowedAddresses } from '../protocols/net/hosts.ts';
import { checkFor, endpointOf } from '../protocols/net/post.ts';

export interface Targets {
  check: AddressCheck;
  /** What is wrong with a URL, as the end of a sentence; undefined if nothing is known to be. */
  problemOf(url: URL): string | undefined;
}

const OWN_NETWORK = 'the service can be started with --allow-hosts for addresses of your own network';

/** `check` replaces the rules for resolved addresses. */
export function createTargets(allowHosts: readonly string[], check = allowedAddresses(allowHosts)): Targets {
  return {
    check,
    problemOf(url) {
      const { host } = endpointOf(url);
      const isPlain = url.protocol === 'http:';
      if (isPlain && allowHosts.length === 0) return `must begin with https://; ${OWN_NETWORK}, which http can reach.`;
      if (isIP(host) === 0 || checkFor(url, check)(host)) return undefined;
      return isPlain
        ? `must begin with https://, because ${host} is not in --allow-hosts or is a public address.`
        : `must name a public address; ${OWN_NETWORK}.`;
    },
  };
}
