// Contacts over HTTP: the shared behaviours, every field, and the list.
import { afterAll, expect, vi } from 'vitest';
import { misaskedRows, sharedRows } from '../support/behaviours.ts';
import { contact, idOf, listed, misasked, refused, shared, standing, taken } from '../support/records.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

afterAll(() => void vi.useRealTimers());

scenarios('what all records do, as contacts', sharedRows(contact));

const NULLABLE = [
  'first_name',
  'last_name',
  'company',
  'job_title',
  'birthday',
  'anniversary',
  'notes',
  'avatar_path',
  'custom_fields',
];
const FIXED = ['display_name', 'emails', 'phones', 'addresses', 'tags'];
// biome-ignore format: a table
const WRONG_TYPES = {
  display_name: 7, first_name: 7, last_name: ['Lee'], emails: 'ann@example.org', phones: {}, company: true, job_title: 1,
  addresses: 'Kiel', notes: {}, avatar_path: 3, tags: 'friends', custom_fields: 'x',
};
const created = { status: 201, events: ['contact.created'] };
const invalid = { status: 400, error: 'VALIDATION_ERROR', events: [] };

// biome-ignore format: a table
scenarios('fields of a contact', [
  { name: 'a new contact has every field, with its default', ask: ['POST', '/contacts', contact.least], ...created,
    also: (answer) => expect((answer.body as { data: object }).data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      display_name: 'Ann Lee', first_name: null, last_name: null, emails: [], phones: [], company: null, job_title: null, addresses: [],
      birthday: null, anniversary: null, notes: null, avatar_path: null, tags: [], custom_fields: null, source: 'local', source_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/), updated_at: expect.any(String), deleted_at: null,
    }) },
  { name: 'a full contact comes back as it was sent', ask: ['POST', '/contacts', contact.full], body: { data: contact.full }, ...created },
  ...([
    ['both names', { first_name: 'Ann', last_name: 'Lee' }, 'Ann Lee'],
    ['the first name alone', { first_name: 'Ann' }, 'Ann'],
    ['the last name alone', { last_name: 'Lee' }, 'Lee'],
    ['names with blanks around them', { first_name: ' Ann ', last_name: '' }, 'Ann'],
  ] as const).map(([what, names, display_name]): Scenario => (
    { name: `display_name is made from ${what}`, ask: ['POST', '/contacts', names], body: { data: { ...names, display_name } }, ...created })),
  { name: 'a display_name that is given stays', ask: ['POST', '/contacts', { display_name: 'The boss', first_name: 'Ann' }], body: { data: { display_name: 'The boss' } }, ...created },
  { name: 'a contact without any name is refused', ask: ['POST', '/contacts', { company: 'Harbour Press' }], ...invalid, field: 'display_name', faults: ['display_name'], says: 'first_name or last_name' },
  { name: 'a contact whose names are blank is refused', ask: ['POST', '/contacts', { first_name: '  ', last_name: '' }], ...invalid, field: 'display_name', faults: ['display_name'] },
  { name: 'a blank display_name is refused, also where it could be made from other names', ask: ['POST', '/contacts', { display_name: '   ', first_name: 'Ann' }], ...invalid, field: 'display_name', faults: ['display_name'], says: 'leave it out' },
  { name: 'a new first name leaves the display_name alone', given: standing(contact, contact.full), ask: ['PATCH', '/contacts/{id}', { first_name: 'Beau' }], status: 200, body: { data: { first_name: 'Beau', display_name: 'Dr Bo Berg' } }, events: ['contact.updated'] },
  ...taken(contact, [
    ...NULLABLE.map((field): [string, object, object] => [`null for ${field}`, { [field]: null }, { [field]: null }]),
    ['a name in another script', { display_name: '山田太郎 🌸' }, { display_name: '山田太郎 🌸' }],
    ['an email with its defaults', { emails: [{ address: 'a@b.c' }] }, { emails: [{ address: 'a@b.c', label: 'other', primary: false }] }],
    ['every label of an email', { emails: ['work', 'personal', 'other'].map((label) => ({ address: 'a@b.c', label })) }, { emails: ['work', 'personal', 'other'].map((label) => ({ address: 'a@b.c', label, primary: false })) }],
    ['a phone with its defaults', { phones: [{ number: '112' }] }, { phones: [{ number: '112', label: 'other', primary: false }] }],
    ['every label of a phone', { phones: ['mobile', 'work', 'home', 'other'].map((label) => ({ number: '1', label })) }, { phones: ['mobile', 'work', 'home', 'other'].map((label) => ({ number: '1', label, primary: false })) }],
    ['one primary in each list', { emails: [{ address: 'a@b.c' }, { address: 'd@e.f', primary: true }], phones: [{ number: '1', primary: true }, { number: '2' }] }, { emails: [{ primary: false }, { primary: true }], phones: [{ primary: true }, { primary: false }] }],
    ['a postal address with its defaults', { addresses: [{ city: 'Kiel' }, {}] }, { addresses: [{ street: null, city: 'Kiel', state: null, postal_code: null, country: null, label: null }, { street: null, city: null, state: null, postal_code: null, country: null, label: null }] }],
    ['a birthday with its year', { birthday: '1980-05-10' }, { birthday: '1980-05-10' }],
    ['days without their year, 29 February too', { birthday: '--02-29', anniversary: '--06-21' }, { birthday: '--02-29', anniversary: '--06-21' }],
    ['a tag given twice once', { tags: ['b', 'a', 'b'] }, { tags: ['b', 'a'] }],
    ['empty lists', { emails: [], phones: [], addresses: [], tags: [], notes: '' }, { emails: [], phones: [], addresses: [], tags: [], notes: '' }],
    ['an avatar_path as it is, whatever it says', { avatar_path: '../../etc/passwd' }, { avatar_path: '../../etc/passwd' }],
  ]),
  ...refused(contact, [
    ...Object.entries(WRONG_TYPES).map(([field, value]): [string, object, string, string] => [`${JSON.stringify(value)} as ${field}`, { [field]: value }, field, `${field} must be`]),
    ...FIXED.map((field): [string, object, string, string] => [`null for ${field}`, { [field]: null }, field, `${field} must be`]),
    ['an empty display_name', { display_name: '' }, 'display_name', 'must not be empty'],
    ['a blank display_name', { display_name: ' \t ' }, 'display_name', 'must not be blank'],
    ['a birthday that does not exist', { birthday: '1981-02-29' }, 'birthday', '--05-10'],
    ['30 February without its year', { anniversary: '--02-30' }, 'anniversary', 'existing'],
    ['a birthday with a time', { birthday: '1980-05-10T00:00:00Z' }, 'birthday', 'must be an existing date such as 1980-05-10, or --05-10'],
    ['a birthday in words', { birthday: '10 May' }, 'birthday', '1980-05-10'],
    ['a company of 1001 characters', { company: 'x'.repeat(1001) }, 'company', '1000'],
    ['two primary emails', { emails: [{ address: 'a@b.c', primary: true }, { address: 'd@e.f', primary: true }] }, 'emails', 'only one'],
    ['two primary phones', { phones: [{ number: '1', primary: true }, { number: '2', primary: true }] }, 'phones', 'only one'],
    ['an email without an address', { emails: [{ label: 'work' }] }, 'emails[0].address', 'required'],
    ['an email with an empty address', { emails: [{ address: '' }] }, 'emails[0].address', 'must not be empty'],
    ['an email that is a text', { emails: ['ann@example.org'] }, 'emails[0]', 'an object'],
    ['a label of an email that is none', { emails: [{ address: 'a@b.c', label: 'home' }] }, 'emails[0].label', 'work, personal, other'],
    ['a primary that is a text', { emails: [{ address: 'a@b.c', primary: 'true' }] }, 'emails[0].primary', 'a boolean'],
    ['an unknown member of an email', { emails: [{ address: 'a@b.c', lable: 'work' }] }, 'emails[0].lable', 'did you mean label?'],
    ['a phone without a number', { phones: [{ label: 'home' }] }, 'phones[0].number', 'required'],
    ['a phone whose number is a number', { phones: [{ number: 112 }] }, 'phones[0].number', 'a string'],
    ['a label of a phone that is none', { phones: [{ number: '1', label: 'personal' }] }, 'phones[0].label', 'mobile, work, home, other'],
    ['an unknown member of a phone', { phones: [{ number: '1', numbr: '2' }] }, 'phones[0].numbr', 'did you mean number?'],
    ['a city that is a number', { addresses: [{}, { city: 5 }] }, 'addresses[1].city', 'a string or null'],
    ['an unknown member of a postal address', { addresses: [{ zip: '24103' }] }, 'addresses[0].zip', 'postal_code'],
    ['an empty tag', { tags: ['a', ''] }, 'tags[1]', 'must not be empty'],
    ['a tag that is a number', { tags: [1] }, 'tags[0]', 'a string'],
    ['201 tags', { tags: Array.from({ length: 201 }, (_, n) => `t${n}`) }, 'tags', 'at most 200'],
  ]),
  { name: 'a display_name cannot be taken away', given: shared(contact), ask: ['PATCH', '/contacts/{id}', { display_name: null, first_name: null }], ...invalid, field: 'display_name', faults: ['display_name'] },
]);

const at = (time: string) => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

// People made in another order than their names; Bea and Zoë in the same moment, Cem changed last.
async function addressBook({ make }: World): Promise<void> {
  // biome-ignore format: a table
  const table: [made: string, name: string, more?: object][] = [
    ['10:00', 'Zoë Łuczak', { company: 'harbour press', tags: ['press', 'Friends'], notes: 'Plays the double bass', phones: [{ number: '+49 (30) 555-0123' }] }],
    ['10:00', 'Bea Stone', { company: 'ÅRE Ski 100%', tags: ['friends', 'press', 'a,b'], emails: [{ address: 'bea.stone@mail.example.org' }], job_title: 'Zoologist' }],
    ['11:00', 'Ärne Øst', { company: 'Harbour Press', tags: ['press'], first_name: 'Nickname' }],
    ['12:00', '山田太郎', { company: '東京出版', tags: ['friends'], phones: [{ number: '03.1234.5678' }] }],
    ['13:00', 'Cem', { notes: 'Bass lessons; double bookings', addresses: [{ city: 'Zürich' }] }],
    ['14:00', 'arne ost', { source: 'carddav', phones: [{ number: '555 0199' }] }],
    ['15:00', 'Gone', { company: 'Harbour Press', tags: ['press'] }],
  ];
  const ids = new Map<string, string>();
  for (const [made, display_name, more] of table) {
    at(`2026-02-10T${made}:00Z`);
    ids.set(display_name, idOf(await make('POST', '/contacts', { display_name, ...more })));
  }
  await make('DELETE', `/contacts/${ids.get('Gone')}`);
  at('2026-02-11T09:00:00Z');
  await make('PATCH', `/contacts/${ids.get('Cem')}`, { avatar_path: '/cem.png' });
}
const [ZOE, BEA, ARNE, YAMADA, CEM, ARNE2, GONE] = [
  'Zoë Łuczak',
  'Bea Stone',
  'Ärne Øst',
  '山田太郎',
  'Cem',
  'arne ost',
  'Gone',
];
const ALL = [ARNE, ARNE2, BEA, CEM, ZOE, YAMADA];
const find = (what: string, search: string, names: unknown[]): [string, string, unknown[]] => [
  `search ${what}`,
  `search=${encodeURIComponent(search)}`,
  names,
];

// biome-ignore format: a table
scenarios('the list of contacts', [
  ...listed(contact, 'display_name', [
    ['contacts come by name, without case and accents, ties by id', '', ALL],
    ['sort=display_name, descending, ties by id the other way round', 'sort=display_name&order=desc', [YAMADA, ZOE, CEM, BEA, ARNE2, ARNE]],
    ['sort=company, without one last, ties by id', 'sort=company', [BEA, ZOE, ARNE, YAMADA, CEM, ARNE2]],
    ['sort=company, descending, without one last all the same', 'sort=company&order=desc', [YAMADA, ARNE, ZOE, BEA, ARNE2, CEM]],
    ['sort=created_at, ties by id', 'sort=created_at', [ZOE, BEA, ARNE, YAMADA, CEM, ARNE2]],
    ['sort=created_at, descending', 'sort=created_at&order=desc', [ARNE2, CEM, YAMADA, ARNE, BEA, ZOE]],
    ['sort=updated_at', 'sort=updated_at', [ZOE, BEA, ARNE, YAMADA, ARNE2, CEM]],
    ['sort=updated_at, descending', 'sort=updated_at&order=desc', [CEM, ARNE2, YAMADA, ARNE, BEA, ZOE]],
    ['a page', 'limit=2&offset=3', [CEM, ZOE], 6],
    ['a page over the nulls', 'sort=company&limit=2&offset=3', [YAMADA, CEM], 6],

    ['tag', 'tag=press', [ARNE, BEA, ZOE]],
    ['tag is exact in case', 'tag=friends', [BEA, YAMADA]],
    ['tag repeated means all of them', 'tag=press&tag=friends', [BEA]],
    ['a tag with a comma is one tag', 'tag=a,b', [BEA]],
    ['a tag that none has', 'tag=press&tag=nowhere', []],
    ['company is a part of it, in any case', 'company=ARBOUR', [ARNE, ZOE]],
    ['company without the accent', 'company=are', [BEA]],
    ['company with an accent where there is none', 'company=h%C3%A1rbour', [ARNE, ZOE]],
    ['company takes % as a sign', 'company=100%25', [BEA]],
    ['company takes % as no wildcard', 'company=h%25press', []],
    ['company takes _ as no wildcard', 'company=h_rbour', []],
    ['company in another script', 'company=%E4%BA%AC', [YAMADA]],
    ['source', 'source=carddav', [ARNE2]],
    ['source that none has', 'source=ldap', []],
    ['filters together', 'tag=press&company=harbour&source=local&search=bass', [ZOE]],
    ['include_deleted', 'include_deleted=true&company=harbour', [ARNE, GONE, ZOE]],
    ['only_deleted', 'only_deleted=true', [GONE]],
    ['only_deleted wins over include_deleted', 'only_deleted=1&include_deleted=1&tag=press', [GONE]],
    ['search in the trash', 'only_deleted=true&search=harbour', [GONE]],

    find('by name, without the accents', 'zoe luczak', [ZOE]),
    find('by name, with other accents', 'ärné', [ARNE, ARNE2]),
    find('by first name', 'nickn', [ARNE]),
    find('by the beginning of a mail address', 'bea.st', [BEA]),
    find('by a part of a mail address', 'stone@mail', [BEA]),
    find('by company', 'harbour', [ARNE, ZOE]),
    find('by notes', 'lessons', [CEM]),
    find('for all words, wherever they are', 'harbour bass', [ZOE]),
    find('for a phrase', '"double bass"', [ZOE]),
    find('for words that are no phrase', 'double bass', [CEM, ZOE]),
    find('not for a phrase that begins in one field and ends in the next', '"press plays"', []),
    find('does not look at the job title', 'zoologist', []),
    find('does not look at addresses', 'zurich', []),
    find('does not look at tags', 'friends', []),
    find('by a whole telephone number without signs', '49305550123', [ZOE]),
    find('by a telephone number with other signs', '+49 30/555 01 23', [ZOE]),
    find('by four digits from the middle', '0555', [ZOE]),
    find('by four digits at the end', '0123', [ZOE]),
    find('by digits over the signs of the number', '23456', [YAMADA]),
    find('by digits that two numbers have', '55501', [ARNE2, ZOE]),
    find('by digits in groups', '(1234) 56-78', [YAMADA]),
    find('by a name and a number', 'zoe 555-0123', [ZOE]),
    find('not by digits that do not follow each other', '4930123', []),
    find('not by three digits from the middle', '505', []),
    find('by two Chinese characters in a row', '田太', [YAMADA]),
    find('by the last two', '太郎', [YAMADA]),
    find('in the company, in Chinese', '出版', [YAMADA]),
    find('not by characters that are apart', '山太', []),
    find('takes no sign as an operator', 'bea* ^stone -mail', [BEA]),
    find('takes AND as a word', 'bea AND stone', []),
    find('of signs only finds nothing', '"" --', []),
  ]),
  { name: 'limit=0 asks for the total only', ask: ['GET', '/contacts?limit=0&tag=press'], status: 200, body: { data: [], meta: { total: 3, limit: 0, offset: 0, has_more: true } }, events: [] },
  { name: 'limit=501 is lowered to 500', ask: ['GET', '/contacts?limit=501'], status: 200, body: { meta: { total: 6, limit: 500, has_more: false } }, events: [] },
  { name: 'fields shows those and id, nothing else', ask: ['GET', '/contacts?search=cem&fields=display_name,company'], status: 200, events: [],
    also: ({ body }) => expect((body as { data: object[] }).data).toEqual([{ id: expect.any(String), display_name: CEM, company: null }]) },
  { name: 'compact: a summary, a line for each record and the meta', ask: ['GET', '/contacts?format=compact&tag=press&limit=2'], status: 200, events: [],
    also: ({ body }) => expect(body).toEqual({
      format: 'compact', summary: '2 of 3 contacts (press)', meta: { total: 3, limit: 2, offset: 0, has_more: true },
      lines: [expect.stringMatching(/^#[0-9a-f]{10} Ärne Øst, Harbour Press/), expect.stringMatching(/^#[0-9a-f]{10} Bea Stone, .*Zoologist.*bea\.stone@mail\.example\.org/)],
    }) },
  { name: 'compact: no word for what is null, and one line each', ask: ['GET', '/contacts?format=compact&include_deleted=true'], status: 200, events: [],
    also: ({ body }) => {
      const { lines } = body as { lines: string[] };
      expect(lines).toHaveLength(7);
      for (const line of lines) expect(line).not.toMatch(/null|undefined|\[object|\n/);
      expect(lines.filter((line) => line.includes('(deleted)'))).toEqual([expect.stringContaining(GONE as string)]);
    } },
  { name: 'compact: the handle of a line opens its record', given: async ({ service }) => {
    const { lines } = (await service.ask('GET', '/contacts?format=compact&search=cem')).body as { lines: string[] };
    return { handle: encodeURIComponent(lines[0]?.split(' ')[0] as string) };
  }, ask: ['GET', '/contacts/{handle}'], status: 200, body: { data: { display_name: CEM } }, events: [] },
  ...misaskedRows(contact),
  ...misasked(contact, [
    ['date, which belongs to events', 'date=today', 'date', 'not a parameter'],
    ['from, which belongs to events', 'from=2026-01-01', 'from', 'not a parameter'],
    ['status, which belongs to events', 'status=confirmed', 'status', 'not a parameter'],
    ['expand, which belongs to events', 'expand=true', 'expand', 'not a parameter'],
    ['more than 20 tags', Array.from({ length: 21 }, (_, n) => `tag=t${n}`).join('&'), 'tag', '20'],
    ['company twice', 'company=a&company=b', 'company', 'once'],
  ]),
], addressBook);
