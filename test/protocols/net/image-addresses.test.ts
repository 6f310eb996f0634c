// The addresses of images of mails: resolved apart from other names, and public.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardedLookup } from '../../../src/protocols/net/hosts.ts';
import { imageAddresses } from '../../../src/protocols/net/image-addresses.ts';

/** A name server that knows one address for the names of each first letter, and no IPv6 addresses. */
const ADDRESSES: Record<string, number[]> = { p: [93, 184, 215, 14], i: [10, 0, 0, 1] };
const server = createSocket('udp4');
let servers: string[];

beforeAll(async () => {
  server.on('message', (query, { port }) => {
    const end = query.indexOf(0, 12) + 5;
    const isV4 = query.readUInt16BE(end - 4) === 1;
    const address = ADDRESSES[String.fromCharCode(query[13] as number)] as number[];
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address];
    const header = [...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0];
    server.send(Buffer.from([...header, ...query.subarray(12, end), ...(isV4 ? record : [])]), port);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
});
afterAll(() => void server.close());

const look = (host: string) => promisify(guardedLookup(imageAddresses(servers)))(host, { all: true });

it('a public address is found with a resolver of its own', async () => {
  expect(await look('public.example')).toEqual([{ address: '93.184.215.14', family: 4 }]);
});

it('a private address is refused', async () => {
  await expect(look('inside.example')).rejects.toMatchObject({ code: 'ENAMEREFUSED' });
});
