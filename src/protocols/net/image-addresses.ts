// Where images of mails may be fetched from: public addresses only. The addresses of --allow-hosts are for mail servers;
// the sender of a mail must not be able to make requests to them.
import type { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { limits } from '../../limits.ts';
import { type AddressCheck, allowedAddresses } from './hosts.ts';

/**
 * The names have a resolver of their own: dns.lookup has few threads for all lookups of the service, which names on a
 * server that does not answer would occupy. `servers` replaces the name servers of the system.
 */
export function imageAddresses(servers?: readonly string[]): AddressCheck {
  const resolver = new Resolver({ timeout: limits.imageLookup, tries: 1 });
  if (servers) resolver.setServers(servers);
  const resolve = async (host: string) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((one, at) => {
      const addresses = one.status === 'fulfilled' ? one.value : [];
      return addresses.map((address) => ({ address, family: at === 0 ? 4 : 6 }));
    });
  };
  type Done = (error: null, found: { address: string; family: number }[]) => void;
  const look = (host: string, _options: object, done: Done) => void resolve(host).then((found) => done(null, found));
  return Object.assign(allowedAddresses([]), { resolve: look as typeof lookup });
}
