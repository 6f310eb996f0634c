// Where webhooks may be sent to: public addresses by https, and addresses of --allow-hosts also by http. What can be
// known without resolving a name is refused when a webhook is saved; the resolved address is checked at every request.
import { isIP } from 'node:net';
import { type AddressCheck, allowedAddresses } from '../protocols/net/hosts.ts';
import { endpointOf } from '../protocols/net/post.ts';
import { isPublicAddress } from '../values/networks.ts';

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
      const isAddress = isIP(host) !== 0;
      if (isAddress && !isPublicAddress(host))
        return check(host) ? undefined : `names ${host}, which is not a public address; ${OWN_NETWORK}.`;
      if (url.protocol === 'https:') return undefined;
      if (isAddress) return `must begin with https://, because ${host} is a public address.`;
      return allowHosts.length > 0 ? undefined : `must begin with https://; ${OWN_NETWORK}, which http can reach.`;
    },
  };
}
