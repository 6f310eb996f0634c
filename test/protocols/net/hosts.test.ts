// Outgoing connections go to public addresses, or to those that --allow-hosts names: looked at in every form that an
// address can be written in, after its name has been resolved, at the moment of connecting.
import { once } from 'node:events';
import { type AddressInfo, createServer, type LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { limits } from '../../../src/limits.ts';
import { tryLoginImap } from '../../../src/protocols/imap/login.ts';
import {
  type AddressCheck,
  allowedAddresses,
  connectSocket,
  guardedLookup,
  imapOptions,
  REFUSED_ADDRESS,
  REFUSED_NAME,
} from '../../../src/protocols/net/hosts.ts';
import { tryLoginSmtp } from '../../../src/protocols/smtp/login.ts';
import { isPublicAddress, parseRange, withinRanges } from '../../../src/values/networks.ts';

const none = allowedAddresses([]);

describe('addresses that are not public', () => {
  it.each([
    ['0.0.0.0', '0.255.255.255', 'this network'],
    ['10.0.0.0', '10.255.255.255', 'private'],
    ['100.64.0.0', '100.127.255.255', 'shared by the customers of a provider'],
    ['127.0.0.0', '127.255.255.255', 'loopback'],
    ['169.254.0.0', '169.254.255.255', 'link-local'],
    ['172.16.0.0', '172.31.255.255', 'private'],
    ['192.0.0.0', '192.0.0.255', 'protocol assignments'],
    ['192.0.2.0', '192.0.2.255', 'documentation'],
    ['192.88.99.0', '192.88.99.255', '6to4 relays'],
    ['192.168.0.0', '192.168.255.255', 'private'],
    ['198.18.0.0', '198.19.255.255', 'benchmarks'],
    ['198.51.100.0', '198.51.100.255', 'documentation'],
    ['203.0.113.0', '203.0.113.255', 'documentation'],
    ['224.0.0.0', '239.255.255.255', 'multicast'],
    ['240.0.0.0', '255.255.255.255', 'reserved, and broadcast'],
    ['::', '::', 'unspecified'],
    ['::1', '::1', 'loopback'],
    ['::7f00:1', '::10.0.0.1', 'IPv4 in an old form'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'NAT64 of a network'],
    ['100::', '100::ffff:ffff:ffff:ffff', 'discarded'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol assignments, Teredo'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
    ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'segment routing'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
    ['fe80::1%eth0', 'fe80::1%1', 'link-local with a zone'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site-local'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', 'loopback, mapped'],
    ['::ffff:10.1.2.3', '::FFFF:0a01:0203', 'private, mapped'],
    ['0:0:0:0:0:ffff:c0a8:1', '::ffff:169.254.169.254', 'private and link-local, mapped'],
    ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', 'loopback and private behind NAT64'],
  ])('%s to %s (%s) are refused at both ends', (first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
    expect([none(first), none(last)]).toEqual([false, false]);
  });

  it.each(['localhost', '', '1.2.3', '1.2.3.4.5', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', 'g::1'])(
    '%j is not an address, so it is not a public one',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );
});

describe('addresses that are public', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
    '2003::1',
    '2606:4700:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('%s is allowed', (address) => {
    expect(none(address)).toBe(true);
  });
});

describe('--allow-hosts', () => {
  it('allows what it names and nothing beside it', () => {
    const check = allowedAddresses(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
    expect(
      ['127.0.0.1', '::ffff:127.0.0.1', '10.9.8.7', '::1', '0:0:0:0:0:0:0:1', 'fd12::1', '8.8.8.8'].map(check),
    ).toEqual(Array(7).fill(true));
    expect(['127.0.0.2', '11.0.0.1%1', '192.168.0.1', '::2', 'fc00::1', 'fe80::1'].filter(check)).toEqual([]);
  });

  it('takes the whole of a family only as that family', () => {
    expect(['10.0.0.1', '::1'].map(allowedAddresses(['0.0.0.0/0']))).toEqual([true, false]);
    expect(['10.0.0.1', '::1'].map(allowedAddresses(['::/0']))).toEqual([false, true]);
  });

  it('knows a range by any address in it', () => {
    const range = parseRange('10.1.2.3/8');
    expect(range && withinRanges([range])('10.200.0.1')).toBe(true);
  });

  it.each(['127.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8,192.168.1.0/24', '0.0.0.0/0'])('is read from %j', (text) => {
    expect(readConfig({ allowHosts: text }, {}).allowHosts).toEqual(text.split(/, ?/));
  });

  it.each([
    'mail.lan',
    'localhost',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0/8',
    '*',
    '1.2.3.4-1.2.3.9',
    '::ffff:10.0.0.1/104',
  ])('refuses %j, which is neither an address nor a range', (text) => {
    expect(() => readConfig({ allowHosts: text }, {})).toThrow(
      /^--allow-hosts .* is neither an address nor a range; give /,
    );
    expect(() => readConfig({}, { DAYBOOK_ALLOW_HOSTS: text })).toThrow(/^DAYBOOK_ALLOW_HOSTS /);
  });
});

function resolveBy(lookup: LookupFunction, host: string, options: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lookup(host, options, (error, address, family) =>
      error ? reject(error) : resolve(family ? [address, family] : address),
    );
  });
}

/** A network with one server, which is not on the internet. */
const ofCorp: AddressCheck = Object.assign((address: string) => none(address), {
  resolve: ((host: string, _options: object, callback: (...found: unknown[]) => void) => {
    const fail = (code: string) => callback(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }), []);
    if (host === 'priv.corp') callback(null, [{ address: '10.9.8.7', family: 4 }]);
    else fail({ 'later.corp': 'EAI_AGAIN', 'broken.corp': 'EAI_FAIL' }[host] ?? 'ENOTFOUND');
  }) as never,
});
const corpServer = { port: 1, security: 'none', user: 'ann', has_password: true, tls_ca: null } as const;

describe('a name', () => {
  it('that resolves to loopback only is refused', async () => {
    for (const options of [{ all: true }, {}])
      await expect(resolveBy(guardedLookup(none), 'localhost', options)).rejects.toMatchObject({ code: REFUSED_NAME });
  });

  it('of the own network cannot be distinguished from an unknown one, neither by the error nor by the time', async () => {
    const errors = await Promise.all(
      ['priv.corp', 'nope.corp', 'broken.corp'].map(async (host) => {
        const begun = Date.now();
        const error = await resolveBy(guardedLookup(ofCorp), host, { all: true }).catch((thrown: Error) => thrown);
        expect(Date.now() - begun).toBeGreaterThanOrEqual(limits.mailLookup - 5);
        return { ...(error as Error), text: String(error).replace(host, 'NAME'), keys: Object.keys(error as Error) };
      }),
    );
    expect(errors[0]).toMatchObject({ code: REFUSED_NAME, text: expect.not.stringContaining('10.9.8.7') });
    expect(errors[1]).toEqual(errors[0]);
    expect(errors[2]).toEqual(errors[0]);
  });

  it('gives the same words in every test of a server', async () => {
    const outcomes = [tryLoginSmtp, tryLoginImap].flatMap((tryLogin) =>
      ['priv.corp', 'nope.corp'].map(async (host) => {
        const { message, ...rest } = await tryLogin({ ...corpServer, host }, 'x', ofCorp);
        return { message: message.replace(host, 'NAME'), ...rest };
      }),
    );
    const [first, ...others] = await Promise.all(outcomes);
    expect(first).toEqual({
      ok: false,
      message: 'NAME is not a known name of a public address.',
      hint: expect.stringMatching(/^Check the spelling of the host\..*--allow-hosts/),
      refused: false,
    });
    for (const other of others) expect(other).toEqual(first);
  });

  it('that cannot be resolved at the moment has an error that says so', async () => {
    const outcome = await tryLoginSmtp({ ...corpServer, host: 'later.corp' }, 'x', ofCorp);
    expect(outcome.message).toBe('later.corp cannot be resolved at the moment.');
  });

  it('gives the addresses that are allowed, one or all', async () => {
    const lookup = guardedLookup(allowedAddresses(['127.0.0.1']));
    expect(await resolveBy(lookup, 'localhost', { all: true })).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect(await resolveBy(lookup, 'localhost', {})).toEqual(['127.0.0.1', 4]);
  });

  // The resolver of the system takes these for 127.0.0.1.
  it.concurrent.each(['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '017700000001'])(
    '%s, which is another form of 127.0.0.1, is refused after it was resolved',
    async (host) => {
      await expect(connectSocket({ host, port: 1, security: 'none', tls_ca: null }, none)).rejects.toMatchObject({
        code: REFUSED_NAME,
      });
    },
  );
});

describe('a connection', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1', 'localhost', '0.0.0.0', '169.254.169.254'])(
    'to %s is not even tried',
    async (host) => {
      const server = createServer();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      let met = 0;
      server.on('connection', () => met++);
      const { port } = server.address() as AddressInfo;
      for (const security of ['tls', 'none'] as const)
        await expect(connectSocket({ host, port, security, tls_ca: null }, none)).rejects.toMatchObject({
          code: host === 'localhost' ? REFUSED_NAME : REFUSED_ADDRESS,
        });
      server.close();
      await once(server, 'close');
      expect(met).toBe(0);
    },
  );

  it('of IMAP is looked at in the same way', () => {
    const server = { port: 993, security: 'tls', tls_ca: null, user: 'ann' } as const;
    expect(() => imapOptions({ ...server, host: '127.0.0.1' }, 'x', none)).toThrow('not a public address');
    expect(imapOptions({ ...server, host: 'mail.example.org' }, 'x', none).tls).toHaveProperty('lookup');
  });

  it('with starttls or none never leaves the choice to the server', () => {
    const server = { host: 'mail.example.org', port: 143, tls_ca: null, user: 'ann' };
    const choice = (security: 'tls' | 'starttls' | 'none') => {
      const { secure, doSTARTTLS } = imapOptions({ ...server, security }, 'x', none);
      return [secure, doSTARTTLS];
    };
    expect([choice('tls'), choice('starttls'), choice('none')]).toEqual([
      [true, undefined],
      [false, true],
      [false, false],
    ]);
  });

  it('that is not answered ends in time', async () => {
    const check = allowedAddresses(['127.0.0.1']);
    // TLS with a server that says nothing.
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(
      connectSocket({ host: '127.0.0.1', port, security: 'tls', tls_ca: null }, check, 50),
    ).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    server.close();
  });
});
