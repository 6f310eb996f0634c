// IP addresses and ranges: which addresses are public, and which are within configured ranges. An IPv4 address inside
// an IPv6 address (mapped, or behind NAT64) is treated as that IPv4 address.
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

export interface Range {
  family: 'ipv4' | 'ipv6';
  address: string;
  bits: number;
}

/** An address or a range in CIDR notation; undefined for anything else, host names included. */
export function parseRange(text: string): Range | undefined {
  const [, address, length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const found = address === undefined ? undefined : normalise(address);
  if (!found) return undefined;
  const max = found.family === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? max : Number(length);
  // An embedded address is an IPv4 address; a prefix length of IPv6 does not apply to it.
  if (bits > max || (length !== undefined && found.isEmbedded)) return undefined;
  return { family: found.family, address: found.address, bits };
}

/** Returns a function that checks whether an address is within one of the ranges; false for anything but an address. */
export function withinRanges(ranges: readonly Range[]): (address: string) => boolean {
  // One list for each family: BlockList compares IPv4 addresses with IPv6 ranges too, so ::/0 would contain both.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { family, address, bits } of ranges) lists[family].addSubnet(address, bits, family);
  return (text) => {
    const found = normalise(text);
    return found !== undefined && lists[found.family].check(found.address, found.family);
  };
}

/** Whether this is an address of the public internet; false for anything but an address. */
export function isPublicAddress(address: string): boolean {
  const found = normalise(address);
  if (!found || (found.family === 'ipv6' && !isUnicast(address))) return false;
  return !isSpecial(address);
}

interface Normalised {
  family: 'ipv4' | 'ipv6';
  address: string;
  /** Whether it is an IPv4 address inside an IPv6 address. */
  isEmbedded: boolean;
}

function normalise(text: string): Normalised | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { family: 'ipv4', address: text, isEmbedded: false };
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ''), family: 'ipv6' }); // without its zone
  const embedded = embeddedAddress(address);
  return embedded === undefined
    ? { family: 'ipv6', address, isEmbedded: false }
    : { family: 'ipv4', address: embedded, isEmbedded: true };
}

const MAPPED = new BlockList(); // RFC 4291 section 2.5.5.2
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');
const NAT64 = new BlockList(); // RFC 6052 section 2.1
NAT64.addSubnet('64:ff9b::', 96, 'ipv6');

/** The IPv4 address in the last 32 bits of a mapped or NAT64 address in its canonical form. */
function embeddedAddress(address: string): string | undefined {
  if (!MAPPED.check(address, 'ipv6') && !NAT64.check(address, 'ipv6')) return undefined;
  const groups = address.split(':');
  const last = groups.at(-1) as string;
  if (isIPv4(last)) return last;
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function ranges(texts: string[]): (address: string) => boolean {
  return withinRanges(texts.map((text) => parseRange(text) as Range));
}

/** Every public IPv6 address is in this range; loopback, unique local, link-local and multicast addresses are not. */
const isUnicast = ranges(['2000::/3']);

/** The special-purpose ranges of IANA that are not public, RFC 6890 and its registries. */
const isSpecial = ranges([
  '0.0.0.0/8', // this network, RFC 791
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // shared by the customers of a provider, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link-local, RFC 3927; also the metadata services of clouds
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890
  '192.0.2.0/24', // documentation, RFC 5737
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '198.18.0.0/15', // benchmarks, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved, and the broadcast address, RFC 1112
  '2001::/23', // protocol assignments, Teredo among them, RFC 2928
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, which contains IPv4 addresses, RFC 7526
  '3fff::/20', // documentation, RFC 9637
]);
