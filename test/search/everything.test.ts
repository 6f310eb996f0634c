// The search over emails, events and contacts: what it finds of each, how many, and where.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { keyOf } from '../support/keys.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

async function fill({ make }: World): Promise<void> {
  await make('POST', '/emails', {
    subject: 'The lease of the house',
    from_address: 'ann@example.org',
    from_name: 'Ann Lee',
    to_addresses: [{ name: 'Bob Müller', address: 'bob@example.org' }],
    cc_addresses: ['carl@example.net'],
    bcc_addresses: ['dora@example.net'],
    attachments: [{ filename: 'Grundriss 2026.pdf' }],
    body_plain: `${'Hello. '.repeat(60)}Please sign the lease\nsoon. ${'Bye. '.repeat(60)}`,
    labels: ['home'],
    is_starred: true,
    received_at: '2026-02-17T09:00:00Z',
  });
  await make('POST', '/emails', {
    subject: null,
    from_address: 'bob@example.org',
    body_html: '<p>Das <b>Haus</b> in Zürich</p>',
    folder: 'SPAM',
    is_read: true,
    received_at: '2026-02-10T23:30:00Z',
  });
  await make('POST', '/events', {
    title: 'Sign the lease',
    location: 'Town hall, Kiel',
    attendees: [{ email: 'carl@example.net', name: 'Carl Öst' }],
    start_at: '2026-02-20T09:00:00Z',
  });
  await make('POST', '/contacts', {
    display_name: 'Ann Lee',
    job_title: 'Notary',
    addresses: [{ city: 'Kiel' }],
    phones: [{ number: '+49 30 555 01 23' }],
  });
  const trashed = await make('POST', '/emails', {
    subject: 'A lease in the trash',
    from_address: 'eve@example.org',
    received_at: '2026-02-01T09:00:00Z',
  });
  await make('DELETE', `/emails/${trashed.id}`);
}

/** How many of each kind a query finds. */
function counts(name: string, q: string, emails: number, events: number, contacts: number): Scenario {
  return {
    name: `${name}: ${q}`,
    ask: ['GET', `/search?q=${encodeURIComponent(q)}`],
    status: 200,
    body: {
      data: { emails: { total: emails }, events: { total: events }, contacts: { total: contacts } },
      meta: { kinds: ['emails', 'events', 'contacts'], limit: 5, offset: 0, invalid_operators: [] },
    },
    events: [],
  };
}

const marked = (parts: string) =>
  parts
    .split('|')
    .map((text, index) => ({ text, match: index % 2 === 1 }))
    .filter(({ text }) => text !== '');

scenarios(
  'GET /search',
  [
    counts('words of all kinds', 'lease', 1, 1, 0),
    counts('a name', 'ann', 1, 0, 1),
    counts('a recipient', 'muller', 1, 0, 0),
    counts('a copied recipient and an attendee', 'carl@example.net', 1, 1, 0),
    counts('a blind copy', 'dora', 1, 0, 0),
    counts('the name of an attachment', 'grundriss', 1, 0, 0),
    counts('a location and a city', 'kiel', 0, 1, 1),
    counts('a profession', 'notary', 0, 0, 1),
    counts('some digits of a telephone number', '5550123', 0, 0, 1),
    counts('words of several texts of a record', 'kiel carl sign', 0, 1, 0),
    counts('a phrase does not match across texts', '"house ann"', 0, 0, 0),
    counts('a phrase in a further text', '"town hall"', 0, 1, 0),
    counts('HTML by its visible text', 'haus zurich', 1, 0, 0),
    counts('from: is of emails', 'from:ann', 1, 0, 0),
    counts('to: with a phrase', 'to:"Bob Müller"', 1, 0, 0),
    counts('to: is not from:', 'to:ann', 0, 0, 0),
    counts('cc: and bcc:', 'cc:carl bcc:dora', 1, 0, 0),
    counts('subject:', 'subject:lease', 1, 0, 0),
    counts('subject: is not the body', 'subject:soon', 0, 0, 0),
    counts('filename:', 'filename:grundriss', 1, 0, 0),
    counts('in: without case', 'in:spam', 1, 0, 0),
    counts('label: and is:starred', 'label:home is:starred', 1, 0, 0),
    counts('has:attachment', 'has:attachment', 1, 0, 0),
    counts('is:read', 'is:read', 1, 0, 0),
    counts('OR over kinds', 'lease OR label:home', 1, 1, 0),
    counts('OR of text and filter', 'haus OR is:starred', 2, 0, 0),
    counts('a minus sign', 'lease -zurich', 1, 1, 0),
    counts('a minus sign before a further text', 'lease -kiel', 1, 0, 0),
    counts('what a kind does not have excludes nothing of it', 'lease -label:home', 0, 1, 0),
    counts('filter without text, and without a word', 'is:read -zurich', 0, 0, 0),
    counts('before: by the start of an event', 'before:2026-02-19 lease', 1, 0, 0),
    counts('after: of emails and events', 'after:2026-02-17', 1, 1, 0),
    counts('only punctuation', '!!!', 0, 0, 0),
    {
      name: 'a result has its record, and where the words are',
      ask: ['GET', '/search?q=lease'],
      status: 200,
      body: {
        data: {
          emails: {
            total: 1,
            has_more: false,
            results: [
              {
                record: { subject: 'The lease of the house', body_plain: expect.stringContaining('Hello.') },
                highlights: [
                  { field: 'subject', parts: marked('The |lease| of the house') },
                  {
                    field: 'body_plain',
                    parts: [
                      { text: expect.stringMatching(/^…Hello\..{20,60} sign the $/), match: false },
                      { text: 'lease', match: true },
                      { text: expect.stringMatching(/^ soon\. Bye\..{60,140}…$/), match: false },
                    ],
                  },
                ],
              },
            ],
          },
          events: { results: [{ highlights: [{ field: 'title', parts: marked('Sign the |lease|') }] }] },
        },
      },
      events: [],
    },
    {
      name: 'the words of an operator are highlighted in its field',
      ask: ['GET', '/search?kinds=emails&q=from:ann+to:mul+filename:2026'],
      status: 200,
      body: {
        data: {
          emails: {
            results: [
              {
                highlights: [
                  { field: 'from_address', parts: marked('|ann|@example.org') },
                  { field: 'from_name', parts: marked('|Ann| Lee') },
                  { field: 'to_addresses', parts: marked('Bob |Müller|') },
                  { field: 'attachments', parts: marked('Grundriss |2026|.pdf') },
                ],
              },
            ],
          },
        },
      },
      events: [],
    },
    {
      name: 'a telephone number is highlighted whole',
      ask: ['GET', '/search?kinds=contacts&q=30555'],
      status: 200,
      body: {
        data: { contacts: { results: [{ highlights: [{ field: 'phones', parts: marked('|+49 30 555 01 23|') }] }] } },
      },
      events: [],
    },
    {
      name: 'format=compact has a line for each record',
      ask: ['GET', '/search?q=lease&format=compact&kinds=emails'],
      status: 200,
      body: {
        format: 'compact',
        data: { emails: { total: 1, results: [{ line: expect.stringMatching(/^#\w+ .*The lease of the house/) }] } },
      },
      events: [],
    },
    {
      name: 'fields and body=false as in lists',
      ask: ['GET', '/search?q=lease&fields=subject,title'],
      status: 200,
      events: [],
      also: ({ body }) => {
        const { data } = body as { data: Record<string, { results: { record: object }[] }> };
        expect(Object.keys(data.emails?.results[0]?.record ?? {})).toEqual(['id', 'subject']);
        expect(Object.keys(data.events?.results[0]?.record ?? {})).toEqual(['id', 'title']);
      },
    },
    {
      name: 'body=false leaves out the bodies, and still highlights them',
      ask: ['GET', '/search?q=soon&body=false&kinds=emails'],
      status: 200,
      body: { data: { emails: { results: [{ highlights: [{ field: 'body_plain' }] }] } } },
      events: [],
      also: ({ text }) => expect(text).not.toContain('"body_plain":'),
    },
    {
      name: 'the trash only when it is asked for',
      ask: ['GET', '/search?q=lease&only_deleted=true'],
      status: 200,
      body: { data: { emails: { total: 1, results: [{ record: { subject: 'A lease in the trash' } }] } } },
      events: [],
    },
    {
      name: 'the trash beside the rest',
      ask: ['GET', '/search?q=lease&include_deleted=true'],
      status: 200,
      body: { data: { emails: { total: 2 }, events: { total: 1 } } },
      events: [],
    },
    {
      name: 'limit is for each kind',
      ask: ['GET', '/search?q=example&limit=1'],
      status: 200,
      body: { data: { emails: { total: 2, has_more: true, results: [{}] } }, meta: { limit: 1 } },
      events: [],
    },
    {
      name: 'offset continues the results of one kind',
      ask: ['GET', '/search?q=example&kinds=emails&limit=1&offset=1'],
      status: 200,
      body: {
        data: { emails: { total: 2, has_more: false, results: [{ record: { from_address: 'bob@example.org' } }] } },
        meta: { limit: 1, offset: 1 },
      },
      events: [],
    },
    {
      name: 'offset beyond the results has none',
      ask: ['GET', '/search?q=example&kinds=emails&offset=2'],
      status: 200,
      body: { data: { emails: { total: 2, has_more: false, results: [] } } },
      events: [],
    },
    {
      name: 'offset with several kinds is refused, and says what would be right',
      ask: ['GET', '/search?q=example&offset=1'],
      status: 400,
      error: 'INVALID_QUERY',
      field: 'offset',
      says: 'kinds=emails',
      events: [],
    },
    {
      name: 'a limit that is too large is lowered',
      ask: ['GET', '/search?q=lease&limit=1000'],
      status: 200,
      body: { meta: { limit: limits.searchResultsMax } },
      events: [],
    },
    {
      name: 'an operator that cannot be read is reported',
      ask: ['GET', '/search?q=before:soon+lease'],
      status: 200,
      body: {
        data: { emails: { total: 0 } },
        meta: { invalid_operators: [{ operator: 'before:soon', message: expect.stringContaining('2026-02-17') }] },
      },
      events: [],
    },
    {
      name: 'also in the meta of a list',
      ask: ['GET', '/emails?q=foo:bar'],
      status: 200,
      body: { meta: { total: 0, invalid_operators: [{ operator: 'foo:bar' }] } },
      events: [],
    },
    { name: 'q is required', ask: ['GET', '/search'], status: 400, error: 'INVALID_QUERY', field: 'q', events: [] },
    {
      name: 'only negations',
      ask: ['GET', '/emails?q=-lease'],
      status: 400,
      error: 'INVALID_QUERY',
      field: 'q',
      says: /without a minus sign/,
      events: [],
    },
    {
      name: 'ten thousand words',
      ask: ['GET', `/search?q=${'a+'.repeat(2000)}`],
      status: 400,
      error: 'INVALID_QUERY',
      field: 'q',
      events: [],
    },
    {
      name: 'an unknown kind',
      ask: ['GET', '/search?q=lease&kinds=emails,notes'],
      status: 400,
      error: 'INVALID_QUERY',
      field: 'kinds',
      says: /emails, events, contacts.*not "notes"/,
      events: [],
    },
    {
      name: 'search still looks only at its own texts, and nothing in it is an operator',
      ask: ['GET', '/emails?search=grundriss'],
      status: 200,
      body: { meta: { total: 0 } },
      events: [],
    },
    {
      name: 'search with an operator is text',
      ask: ['GET', '/emails?search=from:ann'],
      status: 200,
      body: { meta: { total: 0 } },
      events: [],
    },
  ],
  fill,
);

describe('days and scopes', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    const mail = { from_address: 'a@x.org', subject: 'late', received_at: '2026-02-17T23:30:00Z' };
    expect((await service.ask('POST', '/emails', mail)).status).toBe(201);
  });
  afterAll(() => service.end());

  const total = async (query: string) => {
    const { body } = await service.ask('GET', `/emails?q=${query}`);
    return (body as { meta: { total: number } }).meta.total;
  };

  it('days are in the time zone of the settings, or in tz', async () => {
    expect([await total('before:2026-02-18'), await total('before:2026-02-18&tz=Europe/Berlin')]).toEqual([1, 0]);
    await service.ask('PATCH', '/settings', { timezone: 'Europe/Berlin' });
    expect([await total('before:2026-02-18'), await total('before:2026-02-18&tz=UTC')]).toEqual([0, 1]);
    expect(await total('late+after:2026-02-18')).toBe(1);
  });

  it('a token sees the kinds that it may read, and is told of one that it may not', async () => {
    const { headers } = await keyOf(service, ['emails:read']);
    const all = await service.ask('GET', '/search?q=late', undefined, headers);
    expect(all.body).toMatchObject({ data: { emails: { total: 1 } }, meta: { kinds: ['emails'] } });
    const other = await service.ask('GET', '/search?q=late&kinds=contacts', undefined, headers);
    expect(other.body).toMatchObject({
      error: { code: 'INSUFFICIENT_SCOPE', message: expect.stringContaining('contacts:read') },
    });
    const none = await keyOf(service, ['files:read']);
    const refused = await service.ask('GET', '/search?q=late', undefined, none.headers);
    expect(refused.body).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } });
  });
});
