// No single request holds the main thread for more than 50 ms, as far as it is decided before the database is asked or after
// it has answered: bodies that are refused, series that are expanded, headers and queries. It is the same on every engine,
// so it runs once. Some of what is sent here held the thread for seconds.
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { costOfBody, full, type LargeBody, MB, MOST, mail, useMeasuredService } from '../support/main-thread.ts';

const service = useMeasuredService();

const bodies: LargeBody[] = [
  ['26 MiB of lists', 400, () => `[${full('[],', 26 * MB)}[]]`],
  ['26 MiB of numbers', 400, () => `[${full('0,', 26 * MB)}0]`],
  ['26 MiB of blanks', 400, () => full(' ', 26 * MB)],
  ['26 MiB of quotes', 400, () => `"${full('\\"', 26 * MB)}`],
  ['a million unknown fields', 400, () => `{${keys(MB)}}`],
  ['as many unknown fields as a body can have', 400, () => `{${keys(limits.jsonMembers)}}`],
  ['as many unknown fields as are parsed at once', 400, () => `{${keys(25_000)}}`],
  [
    'custom_fields of 7 MB in one text',
    400,
    () => ({ display_name: 'x', custom_fields: { a: full('x', 7 * MB) } }),
    '/contacts',
  ],
  [
    'custom_fields of 190,000 numbers',
    400,
    () => ({ display_name: 'x', custom_fields: { a: Array(190_000).fill(0) } }),
    '/contacts',
  ],
  ['an unknown field with a name of 20 MB', 400, () => ({ [full('k', 20 * MB)]: 1 })],
  ['a subject of 20 MB', 400, () => ({ ...mail, subject: full('x', 20 * MB) })],
  ['a thousand addresses of 998 @', 400, () => ({ to: Array(1000).fill('@'.repeat(998)).join(',') }), '/emails/drafts'],
  ['an address list of quotes', 400, () => ({ to: full('"\\"', limits.typedAddressChars) }), '/emails/drafts'],
  ['a thousand addresses of 2,000 quotes', 400, () => ({ ...mail, to_addresses: Array(1000).fill('"'.repeat(1990)) })],
  ['an address list of brackets', 400, () => ({ to: full('<a>', limits.typedAddressChars) }), '/emails/drafts'],
];

const SERIES: [name: string, recurrence: object, isEmpty?: boolean][] = [
  ['every minute for ever', { freq: 'minutely' }],
  ['30 February', { freq: 'yearly', bymonth: [2], bymonthday: [30] }, true],
  ['the 366th weekday of a month', { freq: 'monthly', byday: ['MO', 'TU', 'WE', 'TH', 'FR'], bysetpos: [366] }, true],
  [
    'every minute of every year, the 366th',
    { freq: 'yearly', byhour: hours(24), byminute: hours(60), bysetpos: [366] },
  ],
  ['a hundred thousand minutes', { freq: 'minutely', count: 100_000 }],
  ['an hour that its steps never meet', { freq: 'hourly', interval: 24, byhour: [1] }, true],
];

function hours(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function keys(count: number): string {
  return Array.from({ length: count }, (_, index) => `"k${index.toString(36)}":0`).join(',');
}

describe('a body', () => {
  it.each(bodies)('with %s is answered with %d without blocking the event loop', async (...body) => {
    const { least, status, text } = await costOfBody(service, body);
    expect([status, text]).toEqual([body[1], expect.anything()]);
    expect(least).toBeLessThan(MOST);
  });
});

describe('an expanded list of a series', () => {
  it.each(SERIES)('of %s does not block the event loop', async (_name, recurrence, isEmpty = false) => {
    const event = { title: 'x', start_at: '1990-01-01T00:00:00Z', recurrence };
    if (isEmpty) expect(await service.cost(() => service.send('POST', '/events', event))).toBeLessThan(MOST);
    const { status, body } = await service.send('POST', '/events', event);
    expect(status).toBe(isEmpty ? 400 : 201); // a rule that gives no occurrence is refused
    if (isEmpty) return;
    for (const range of ['from=2026-01-01&to=2026-01-31', 'from=2020-01-01&to=2029-12-31'])
      expect(await service.cost(() => service.send('GET', `/events?expand=true&${range}`))).toBeLessThan(MOST);
    await service.send('DELETE', `/events/${(body as { data: { id: string } }).data.id}?permanent=true`);
  });
});

describe('headers and queries', () => {
  const blanks = ' '.repeat(15_000);
  let path: string;
  beforeAll(async () => {
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'hello.txt');
    const made = await fetch(`${service.served.url}/api/v1/files`, { method: 'POST', body: form });
    path = `/files/${((await made.json()) as { data: { id: string } }).data.id}/content`;
  });

  it.each([
    ['Range of blanks', { range: `bytes=${blanks}x` }],
    ['Range of digits and blanks', { range: `bytes=${'1 '.repeat(7500)}-` }],
    ['If-None-Match of commas', { 'if-none-match': ','.repeat(15_000) }],
    ['If-Range of blanks', { 'if-range': `"${blanks}"`, range: 'bytes=0-' }],
    ['Accept-Encoding of commas', { 'accept-encoding': 'gzip;q=0.5,'.repeat(1300) }],
    ['Content-Type of blanks', { 'content-type': `application/json;${blanks}x` }],
    ['Content-Type of quotes', { 'content-type': `application/json;${'a="'.repeat(5000)}` }],
    ['Authorization of blanks', { authorization: `Bearer${blanks}a b` }],
    ['Origin of dots', { origin: `http://${'a.'.repeat(7000)}` }],
    ['Idempotency-Key of 15,000', { 'idempotency-key': 'x'.repeat(15_000) }],
    ['X-Request-Id of 15,000', { 'x-request-id': 'x'.repeat(15_000) }],
  ])('%s', async (_name, headers) => {
    expect(
      await service.cost(() => service.send('GET', path, undefined, headers as unknown as Record<string, string>)),
    ).toBeLessThan(MOST);
    expect(
      await service.cost(() => service.send('POST', '/contacts', '{}', headers as unknown as Record<string, string>)),
    ).toBeLessThan(MOST);
  });

  it.each([
    ['a query of repeated names', `/contacts?${'tag=a&'.repeat(2500)}`],
    ['a query with a long name', `/contacts?${'a'.repeat(15_000)}=1`],
    ['a long list of fields', `/contacts?fields=${'a,'.repeat(7500)}`],
    ['a long date', `/events?from=${'2'.repeat(15_000)}`],
    ['a deep address', `/${'a/'.repeat(7500)}`],
  ])('%s', async (_name, address) => {
    expect(await service.cost(() => service.send('GET', address))).toBeLessThan(MOST);
  });
});
