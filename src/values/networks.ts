// Addresses and ranges of the internet protocol: which are public, and which lie in a range that someone has named. An
// IPv4 address that is written inside an IPv6 one (mapped, or behind NAT64) counts as the IPv4 address that it is.
import { isIP, isIPv4, SocketAddress } from 'node:net';

export interface Range {
  family: 4 | 6;
  first: bigint;
  bits: number;
}

/** An address or a range in CIDR form; undefined for anything else, names too. */
export function parseRange(text: string): Range | undefined {
  const [, address, length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const number = address === undefined ? undefined : numberOf(address);
  if (!number) return undefined;
  const most = number.family === 4 ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  // A mapped address stands for an IPv4 one; a part of its range would stand for none.
  if (bits > most || (length !== undefined && number.embedded)) return undefined;
  const free = BigInt(most - bits);
  return { family: number.family, first: (number.value >> free) << free, bits };
}

export function isWithin(address: string, ranges: readonly Range[]): boolean {
  const number = numberOf(address);
  return number !== undefined && ranges.some((range) => holds(range, number));
}

/** Whether anyone on the internet could have this address; false for what is no address. */
export function isPublicAddress(address: string): boolean {
  const number = numberOf(address);
  if (!number) return false;
  if (number.family === 6 && !holds(UNICAST, number)) return false;
  return !SPECIAL.some((range) => holds(range, number));
}

interface Numbered {
  family: 4 | 6;
  value: bigint;
  /** Whether it was written inside an IPv6 address. */
  embedded: boolean;
}

function holds({ family, first, bits }: Range, { family: of, value }: Numbered): boolean {
  const free = BigInt((family === 4 ? 32 : 128) - bits);
  return family === of && value >> free === first >> free;
}

function numberOf(address: string): Numbered | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  if (family === 4) return { family: 4, value: ipv4(address), embedded: false };
  const value = ipv6(address.replace(/%.*$/, '')); // without the zone of a link-local one
  const head = value >> 32n;
  if (head === MAPPED || head === NAT64) return { family: 4, value: value & 0xffff_ffffn, embedded: true };
  return { family: 6, value, embedded: false };
}

const MAPPED = 0xffffn; // ::ffff:0:0/96, RFC 4291 section 2.5.5.2
const NAT64 = 0x64_ff9bn << 64n; // 64:ff9b::/96, RFC 6052 section 2.1

function ipv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint {
  const { address } = new SocketAddress({ address: text, family: 'ipv6' }); // one form for the many
  const [head = '', tail] = address.split('::');
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => 0n);
  return [...front, ...zeros, ...back].reduce((value, group) => (value << 16n) | group, 0n);
}

function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!isIPv4(part)) return [BigInt(`0x${part}`)];
    const value = ipv4(part);
    return [value >> 16n, value & 0xffffn];
  });
}

function range(text: string): Range {
  const parsed = parseRange(text);
  if (!parsed) throw new Error(`${text} is no range`);
  return parsed;
}

/** All that is public in IPv6 lies in here: not loopback, unique local, link-local, multicast. */
const UNICAST = range('2000::/3');

/** The special-purpose ranges of IANA that are not public, RFC 6890 and its registries. */
const SPECIAL = [
  '0.0.0.0/8', // this network, RFC 791
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // shared by a provider's customers, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link-local, RFC 3927; also where clouds keep their secrets
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
  '2002::/16', // 6to4, which has IPv4 addresses inside, RFC 7526
  '3fff::/20', // documentation, RFC 9637
].map(range);
