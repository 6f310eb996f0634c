// A message that was built says what the mail says: the same people in the same fields, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMessage, type Outgoing } from '../../src/sending/compose.ts';
import { headerDifference, readHeader } from '../../src/sending/message-check.ts';
import { type Address, envelopeAddress, parseAddresses } from '../../src/values/addresses.ts';

const plain: Outgoing = {
  messageId: '<1@example.org>',
  date: new Date(0),
  from: { address: 'ann@example.org', name: 'Ann Lee' },
  to: [{ address: 'bob@example.net', name: 'Bob' }],
  cc: [],
  replyTo: [],
  subject: 'Sunday',
  text: 'Tea at five?',
  html: null,
  inReplyTo: null,
  references: [],
  readReceipt: false,
  attachments: [],
};

const headerOf = (mail: Outgoing) => readHeader(buildMessage(mail).stream as AsyncIterable<Buffer>);

const locals = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abü0.-+_'!#|"), minLength: 1, maxLength: 10 }),
  fc
    .string({ unit: fc.constantFrom(...'ab .,;:@()[]"\\'), minLength: 1, maxLength: 10 })
    .map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);
const domains = fc.constantFrom(
  'x.org',
  'X.Org',
  'bücher.example',
  'xn--bcher-kva.example',
  'localhost',
  '例え.テスト',
);
const accepted = fc
  .tuple(locals, domains)
  .map(([local, domain]) => `${local}@${domain}`)
  .filter((address) => envelopeAddress(address) !== undefined);
const names = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abÄ漢😀 .,;:@<>()"\\\'=?'), maxLength: 80 }),
  fc.constantFrom('=?utf-8?Q?a=40x.org?=', '<victim@x.org>,', 'victim@x.org', 'Bob, <victim@x.org>;', 'Team: a@x.org;'),
);
const people = fc.array(fc.record({ address: accepted, name: fc.option(names) }), { maxLength: 30 });

describe('the header of a built message', () => {
  it('has the addresses and names of the mail, whatever characters they contain', async () => {
    const from = fc.record({ address: accepted, name: fc.option(names) });
    await fc.assert(
      fc.asyncProperty(from, people, people, fc.boolean(), async (sender, to, cc, readReceipt) => {
        const mail = { ...plain, from: sender as Address, to: to as Address[], cc: cc as Address[], readReceipt };
        expect(headerDifference(await headerOf(mail), mail)).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it.each<[what: string, change: Partial<Outgoing>, difference: RegExp]>([
    ['another recipient', { to: [{ address: 'victim@example.net', name: null }] }, /field To has other addresses/],
    ['one more recipient', { to: [...plain.to, { address: 'c@example.net', name: null }] }, /field To/],
    ['a copy', { cc: [{ address: 'c@example.net', name: null }] }, /field Cc/],
    ['an address for replies', { replyTo: [{ address: 'c@example.net', name: null }] }, /field Reply-To/],
    ['another sender', { from: { address: 'eve@example.org', name: null } }, /field From/],
    ['a wish for a receipt', { readReceipt: true }, /field Disposition-Notification-To/],
  ])('%s that the mail does not have is a difference', async (_what, change, difference) => {
    expect(headerDifference(await headerOf({ ...plain, ...change }), plain)).toMatch(difference);
    expect(headerDifference(await headerOf(plain), { ...plain, ...change })).toMatch(difference);
  });

  it.each(['Bcc: c@example.net', 'To: c@example.net', 'X-Odd: 1', 'no field at all'])(
    'the line %j is a difference',
    async (line) => {
      const header = Buffer.concat([await headerOf(plain), Buffer.from(`\r\n${line}`)]);
      expect(headerDifference(header, plain)).toBe(`it has the line ${JSON.stringify(line)}`);
    },
  );

  it('is read however the message is cut into pieces', async () => {
    const bytes = Buffer.from('To: a@x.org\r\nCc: b@x.org\r\n\r\nbody\r\n\r\n');
    async function* inPieces(size: number) {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    for (const size of [1, 2, 3, 5, 1000])
      expect((await readHeader(inPieces(size))).toString()).toBe('To: a@x.org\r\nCc: b@x.org');
  });

  it('names each of many recipients once, in folded lines', async () => {
    const to = Array.from({ length: 1000 }, (_, index) => ({
      address: `p${index}@bücher.example`,
      name: `Per ${index}`,
    }));
    const header = await headerOf({ ...plain, to });
    expect(headerDifference(header, { ...plain, to })).toBeNull();
    expect(parseAddresses(header.toString().replaceAll(/\r\n(?=[ \t])/g, '')).length).toBeGreaterThan(1000);
  });
});
