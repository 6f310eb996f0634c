// Random queries find the same mails as a model that looks at every mail.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../support/seed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Asked, all, any, filters, type Mail, not, word } from './query-model.ts';

const WORDS = ['lease', 'leasing', 'house', 'Zürich', 'ann', 'bob', 'pdf', 'Straße', 'old', '12'];
const MAILS = 60;

let service: TestService;
let mails: Mail[];

beforeAll(async () => {
  service = await startTestService();
  const bodies = fc.sample(mailBody, { numRuns: MAILS, seed: 7 });
  for (const body of bodies) expect((await service.ask('POST', '/emails', body)).status).toBe(201);
  const { body } = await service.ask('GET', `/emails?limit=${MAILS}`);
  mails = (body as { data: Mail[] }).data;
});
afterAll(() => service.end());

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const sentence = fc.array(one(WORDS), { maxLength: 4 }).map((words) => words.join(' '));
const person = fc.record({
  name: fc.option(one(['Ann Lee', 'Bob Old'])),
  address: one(['ann@example.org', 'bob@x.org']),
});
const mailBody = fc.record({
  subject: fc.option(sentence),
  from_address: one(['ann@example.org', 'bob@x.org', 'house@lease.com']),
  from_name: fc.option(one(['Ann Lee', 'Bob Old'])),
  to_addresses: fc.array(person, { maxLength: 2 }),
  cc_addresses: fc.array(person, { maxLength: 1 }),
  attachments: fc.array(fc.record({ filename: one(['lease.pdf', 'house old.txt', 'Zürich-12.pdf']) }), {
    maxLength: 2,
  }),
  body_plain: fc.option(sentence),
  folder: one(['INBOX', 'Old bills', 'ARCHIVE']),
  labels: one([[], ['home'], ['home', 'work']]),
  is_read: fc.boolean(),
  is_starred: fc.boolean(),
  received_at: fc.integer({ min: 1, max: 20 }).map((day) => `2026-02-${String(day).padStart(2, '0')}T09:00:00Z`),
});

const text = fc
  .tuple(
    one([...WORDS, 'lea', 'z', 'hou', 'ann@example.org', 'missing']),
    fc.boolean(),
    fc.option(one(['from', 'to', 'cc', 'subject', 'filename']), { nil: undefined }),
  )
  .map(([value, isPhrase, field]) => word(value, isPhrase, field));
const phrase = fc.tuple(one(WORDS), one(WORDS)).map(([a, b]) => word(`${a} ${b}`, true));
const leaf: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: phrase },
  { weight: 3, arbitrary: one(filters) },
);
const { group } = fc.letrec<{ group: Asked; part: Asked }>((tie) => ({
  part: fc.oneof({ maxDepth: 2 }, leaf, leaf, fc.array(leaf, { minLength: 2, maxLength: 3 }).map(any), tie('group')),
  // At least one part of a group is wanted.
  group: fc
    .tuple(tie('part'), fc.array(fc.oneof(tie('part'), leaf.map(not), tie('group').map(not)), { maxLength: 3 }))
    .map(([wanted, others]) => all([wanted, ...others])),
}));

const ask = (path: string) => service.ask('GET', path);

it('random queries find the same mails in /emails as the model, newest first, with the same total', async () => {
  await fc.assert(
    fc.asyncProperty(group, fc.constantFrom('', '&folder=INBOX', '&search=lease'), async (query, more) => {
      const { status, body, text } = await ask(
        `/emails?limit=100&fields=id&q=${encodeURIComponent(query.text)}${more}`,
      );
      fc.pre(status !== 400 || !/at most 32 words|parentheses|at most 500/.test(text)); // it has become too long
      const fits = (mail: Mail) =>
        query.fits(mail) &&
        (more !== '&folder=INBOX' || mail.folder === 'INBOX') &&
        (more !== '&search=lease' || /\blease/i.test(`${mail.subject} ${mail.from_address} ${mail.body_plain}`));
      const expected = mails.filter(fits).map(({ id }) => id);
      const { data, meta } = body as { data: Mail[]; meta: { total: number } };
      expect(data.map(({ id }) => id)).toEqual(expected);
      expect(meta).toEqual({ total: expected.length, limit: 100, offset: 0, has_more: false });
    }),
    { numRuns: 100 },
  );
});

it('a page of a query has the mails that follow, sorted as asked, and the same total', async () => {
  const q = encodeURIComponent('(lease OR is:starred) -cc:bob');
  const fits = all([any([word('lease', false), filters[2] as Asked]), not(word('bob', false, 'cc'))]).fits;
  const expected = mails.filter(fits).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(6);
  const { body } = await ask(`/emails?q=${q}&limit=3&offset=2&order=asc&fields=id`);
  expect(body).toMatchObject({
    data: expected
      .toReversed()
      .slice(2, 5)
      .map((id) => ({ id })),
    meta: { total: expected.length, has_more: true },
  });
});
