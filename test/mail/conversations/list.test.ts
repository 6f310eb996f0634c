// The list of conversations: what it shows of each, every filter by itself and together, the order, pages by offset and
// by place, and compact lines. The thread_id of a mail is a letter; a row names the letters that must come, in order.
import { expect } from 'vitest';
import { type Scenario, scenarios, type World } from '../../support/scenario.ts';
import { problemsOf } from '../../support/soundness.ts';

const ACCOUNT = '018f3c5e-0000-7000-8000-00000000000a';
const OTHER = '018f3c5e-0000-7000-8000-00000000000b';
const day = (number: number) => `2020-02-${String(number).padStart(2, '0')}T09:00:00Z`;

// biome-ignore format: a table
const mails: Record<string, unknown>[] = [
  { thread_id: 'A', subject: 'apple', received_at: day(1), from_address: 'Ann <ann@x.org>', to_addresses: ['me@x.org'], is_read: true, labels: ['home'] },
  { thread_id: 'A', subject: 'Re: apple', received_at: day(20), from_address: 'bob@x.org', from_name: 'Bob', to_addresses: ['ANN@x.org', 'Cat <cat@x.org>'], body_plain: 'Yes, the ripe one.' },
  { thread_id: 'A', subject: 'Re: apple', received_at: day(2), status: 'sent', from_address: 'me@x.org', to_addresses: ['ann@x.org'], is_read: true, account_id: ACCOUNT },
  { thread_id: 'B', subject: 'banana', received_at: day(10), from_address: 'bob@x.org', is_starred: true, is_read: true, account_id: ACCOUNT, labels: ['home', 'urgent'] },
  { thread_id: 'C', subject: 'cherry', received_at: day(11), from_address: 'cat@x.org', folder: 'ARCHIVE', attachments: [{ filename: 'c.txt' }] },
  { thread_id: 'C', subject: 'cherry again', received_at: day(12), from_address: 'cat@x.org', folder: 'ARCHIVE', is_read: true, is_starred: true },
  { thread_id: 'D', subject: 'date', received_at: day(13), from_address: 'dan@x.org', account_id: ACCOUNT, is_read: true },
  { thread_id: 'D', subject: 'date', received_at: day(14), from_address: 'dan@x.org', account_id: OTHER },
  { thread_id: 'E', subject: 'elder', received_at: day(30), from_address: 'eve@x.org', is_read: true },
  { thread_id: 'F', subject: 'fig', received_at: day(15), from_address: 'fay@x.org', folder: 'SPAM' },
];

async function setUp({ make, service }: World): Promise<void> {
  for (const mail of mails)
    await make('POST', '/emails', { ...mail, received_at: (mail.received_at as string).replace('02-30', '03-01') });
  const { body } = await service.ask('GET', '/emails?thread_id=E');
  await make('DELETE', `/emails/${(body as { data: { id: string }[] }).data[0]?.id}`);
}

const TO = expect.stringMatching(/^~/);

interface Page {
  data: Record<string, unknown>[];
  meta: Record<string, unknown>;
}
const letters = ({ data }: Page) => data.map(({ id }) => id).join('');

const finds = (query: string, expected: string, meta: object = {}): Scenario => ({
  name: `${query || 'no parameter'} finds ${expected || 'nothing'}`,
  ask: ['GET', `/threads?${query}`],
  status: 200,
  body: { meta: { total: expected.length, ...meta } },
  events: [],
  also: ({ body }) => expect(letters(body)).toBe(expected),
});

const refuses = (query: string, field: string, says: string): Scenario => ({
  name: `${query} is refused`,
  ask: ['GET', `/threads?${query}`],
  status: 400,
  error: 'INVALID_QUERY',
  field,
  says,
  events: [],
});

scenarios(
  'the list of conversations',
  [
    finds('', 'AFDCB', { limit: 20, offset: 0, has_more: false, next: null, previous: null }),
    finds('order=asc', 'BCDFA'),
    finds('sort=latest_at&order=desc', 'AFDCB'),
    finds('folder=INBOX', 'ADB'),
    finds('folder=inbox&is_read=false', 'AD'),
    finds('folder=INBOX&is_read=true', 'ADB'),
    finds('folder=INBOX&is_starred=true', 'B'),
    finds('folder=SENT', 'A'),
    finds('folder=ARCHIVE&is_read=false&is_starred=true', ''),
    finds('folder=ARCHIVE&has_attachments=true', 'C'),
    finds('folder=NONE', ''),
    finds(`account_id=${ACCOUNT}`, 'ADB'),
    finds(`account_id=${ACCOUNT}&folder=INBOX`, 'DB'),
    finds(`account_id=${ACCOUNT.toUpperCase()}&folder=SENT`, 'A'),
    finds(`account_id=${ACCOUNT}&folder=INBOX&is_read=false`, ''),
    finds(`account_id=${OTHER}&folder=INBOX&is_read=false`, 'D'),
    finds('label=home', 'AB'),
    finds('label=urgent', 'B'),
    finds('label=home&is_read=false', ''),
    finds('label=home&folder=INBOX', 'AB'),
    finds('is_read=false', 'AFDC'),
    finds('is_starred=true', 'CB'),
    finds('is_starred=false', 'AFDC'),
    finds('has_attachments=true', 'C'),
    finds('status=sent', 'A'),
    finds('snoozed=true', ''),
    finds('thread_id=C', 'C'),
    finds('from=2020-02-12&to=2020-02-14', 'DC'),
    finds('search=cherry', 'C'),
    finds('search=re', 'A'),
    finds('search=bob&folder=INBOX', 'AB'),
    finds('search=bob&folder=INBOX&is_read=false', 'A'),
    finds('search=!!!', ''),
    finds('only_deleted=true', 'E'),
    finds('include_deleted=true', 'EAFDCB'),
    finds('include_deleted=true&folder=INBOX', 'EADB'),
    finds('only_deleted=true&folder=ARCHIVE', ''),
    { ...finds('limit=0', ''), body: { meta: { total: 5, has_more: true } } },
    {
      ...finds('limit=2', 'AF'),
      body: {
        data: [{}, {}],
        meta: { total: 5, limit: 2, has_more: true, next: expect.stringMatching(/^~/), previous: null },
      },
    },
    {
      ...finds('limit=2&offset=2', 'DC'),
      body: { meta: { total: 5, offset: 2, has_more: true, previous: expect.stringMatching(/^~/) } },
    },
    { ...finds('limit=2&offset=4', 'B'), body: { meta: { total: 5, has_more: false, next: null } } },
    { ...finds('before=D', 'CB'), body: { meta: { total: 5, has_more: false, next: null } } },
    { ...finds('after=D', 'AF'), body: { meta: { total: 5, has_more: true } } },
    { ...finds('after=D&limit=1', 'F'), body: { meta: { total: 5 } } },
    { ...finds('after=D&order=asc&limit=1', 'F'), body: { meta: { total: 5, has_more: true } } },
    { ...finds('before=D&order=asc&limit=1', 'C'), body: { meta: { total: 5 } } },
    { ...finds('around=D&limit=3', 'FDC'), body: { meta: { total: 5, has_more: true } } },
    { ...finds('around=D&limit=3&order=asc', 'CDF'), body: { meta: { total: 5, has_more: true } } },
    { ...finds('around=A&limit=4', 'AF'), body: { meta: { total: 5, previous: null } } },
    { ...finds('around=A&limit=1', 'A'), body: { meta: { total: 5, has_more: true, previous: null } } },
    { ...finds('around=B&limit=1', 'B'), body: { meta: { has_more: false, next: null, previous: TO } } },
    { ...finds('before=E&limit=1', 'A'), body: { meta: { has_more: true, next: TO, previous: null } } },
    { ...finds('before=D&limit=1', 'C'), body: { meta: { has_more: true, next: TO, previous: TO } } },
    { ...finds('around=C&folder=INBOX&limit=2', 'DB'), body: { meta: { total: 3 } } },
    { ...finds('before=D&folder=INBOX&is_starred=true&is_read=true', 'B'), body: { meta: { total: 1 } } },
    refuses('before=A&after=B', 'after', 'before and after exclude each other'),
    refuses('around=A&offset=0', 'offset', 'around and offset exclude each other'),
    refuses('sort=subject', 'sort', 'latest_at'),
    refuses('body=false', 'body', 'is not a parameter here'),
    refuses('fields=subject,bodies', 'fields', 'has no field'),
    refuses('fields=subject&format=compact', 'fields', 'exclude each other'),
    {
      name: 'a place that does not exist is refused',
      ask: ['GET', '/threads?before=nothing'],
      status: 404,
      error: 'NOT_FOUND',
      events: [],
    },
    {
      name: 'a conversation shows its mails together',
      ask: ['GET', '/threads?folder=INBOX&limit=1'],
      status: 200,
      events: [],
      also({ body }) {
        expect((body as Page).data[0]).toEqual({
          id: 'A',
          subject: 'apple',
          participants: [
            { address: 'ann@x.org', name: 'Ann', is_sender: true },
            { address: 'me@x.org', name: null, is_sender: true },
            { address: 'bob@x.org', name: 'Bob', is_sender: true },
            { address: 'cat@x.org', name: 'Cat', is_sender: false },
          ],
          preview: 'Yes, the ripe one.',
          count: 3,
          unread: 1,
          is_starred: false,
          has_attachments: false,
          has_drafts: false,
          folders: ['INBOX', 'SENT'],
          labels: ['home'],
          latest_at: day(20),
          latest_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        });
      },
    },
    {
      name: 'fields are the chosen ones',
      ask: ['GET', '/threads?fields=subject,unread&limit=1'],
      status: 200,
      events: [],
      also: ({ body }) => expect((body as Page).data).toEqual([{ id: 'A', subject: 'apple', unread: 1 }]),
    },
    {
      name: 'compact lines name each by its id',
      ask: ['GET', '/threads?folder=INBOX&format=compact'],
      status: 200,
      body: { format: 'compact', summary: '3 conversations (INBOX)', meta: { total: 3 } },
      events: [],
      also: ({ body }) =>
        expect((body as { lines: string[] }).lines).toEqual([
          '"A" Thu 20 Feb 2020 09:00 Ann, me@x.org, Bob: apple [INBOX, SENT] (3 emails, 1 unread, home)',
          '"D" Fri 14 Feb 2020 09:00 dan@x.org: date (2 emails, 1 unread)',
          '"B" Mon 10 Feb 2020 09:00 bob@x.org: banana (starred, home, urgent)',
        ]),
    },
    {
      name: 'cursors lead through the whole list, and back',
      ask: ['GET', '/threads?limit=2'],
      status: 200,
      events: [],
      async also({ body }, { service }) {
        const pages = [body as Page];
        for (let next = (body as Page).meta.next; next; next = pages.at(-1)?.meta.next)
          pages.push((await service.ask('GET', `/threads?limit=2&before=${next}`)).body);
        expect(pages.map(letters)).toEqual(['AF', 'DC', 'B']);
        expect(pages.at(-1)?.meta).not.toHaveProperty('offset');
        const back = (await service.ask('GET', `/threads?limit=2&after=${pages.at(-1)?.meta.previous}`)).body as Page;
        expect(letters(back)).toBe('DC');
      },
    },
    {
      name: 'the stored counts are those of the mails',
      ask: ['GET', '/threads?limit=0'],
      status: 200,
      events: [],
      also: async (_, { service }) => expect(await problemsOf(service.database)).toEqual([]),
    },
  ],
  setUp,
);

scenarios('a page of which all conversations have just been erased', [
  {
    name: 'leads to the next one',
    async given(world) {
      await setUp(world);
      // As between the two statements that read a page.
      await world.service.store.write(1, (tx) => {
        tx.run("delete from emails where user_id = ?1 and thread_id = 'A'");
      });
      return {};
    },
    ask: ['GET', '/threads?folder=INBOX&limit=1'],
    status: 200,
    body: { data: [], meta: { has_more: true, next: TO } },
    events: [],
    async also({ body }, { service }) {
      const next = (await service.ask('GET', `/threads?folder=INBOX&limit=1&before=${(body as Page).meta.next}`)).body;
      expect(letters(next as Page)).toBe('D');
    },
  },
]);
