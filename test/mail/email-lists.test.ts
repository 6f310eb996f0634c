// The list of emails: every parameter by itself and together, the order, pages, compact lines, and what search finds.
// Each email has a letter as its source_id; a row names the letters that must come, in their order.
import { expect } from 'vitest';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

const ACCOUNT = '018f3c5e-0000-7000-8000-00000000000a';
type Line = Record<string, unknown>;
interface List {
  data: Line[];
  meta: object;
}

// Filled by the set-up: names that rows may write in braces.
const names: Record<string, string> = {};
const given = async () => names;

async function fill(world: World, mails: Record<string, Line>): Promise<void> {
  for (const [letter, members] of Object.entries(mails)) {
    const from = 'from_address' in members ? {} : { from_address: `${letter}@mail.test` };
    const made = await world.make('POST', '/emails', { ...from, source_id: letter, ...members });
    Object.assign(names, { [letter]: made.id, [`thread_${letter}`]: made.thread_id });
  }
}

/** The list with this query has exactly these emails in this order, and their count as its total. */
const finds = (query: string, letters: string, name = '', more: object = {}): Scenario => ({
  name: `${name || query || 'no parameter'} finds ${letters || 'nothing'}`,
  given,
  ask: ['GET', `/emails?${query}`],
  status: 200,
  body: { meta: { total: letters.length, limit: 20, offset: 0, has_more: false, ...more } },
  events: [],
  also: ({ body }) => expect((body as List).data.map((one) => one.source_id).join('')).toBe(letters),
});

const refuses = (query: string, says: string, field = query.split('=')[0] as string): Scenario => ({
  name: `${query} is refused`,
  ask: ['GET', `/emails?${query}`],
  status: 400,
  error: 'INVALID_QUERY',
  field,
  events: [],
  also: ({ text }) => expect(text).toContain(says),
});

// biome-ignore format: a table
const mailbox: Record<string, Line> = {
  a: { subject: 'apple', received_at: '2020-02-10T09:00:00Z', is_read: true, is_starred: true, labels: ['home'], message_id: '<a@x>' },
  b: { subject: 'Banana', received_at: '2020-02-11T23:30:00Z', labels: ['home', 'urgent'], attachments: [{ filename: 'b.txt' }], from_name: 'Bob  Berg' },
  c: { subject: 'cherry', received_at: '2020-02-12T00:00:00Z', folder: 'ARCHIVE', account_id: ACCOUNT },
  d: { subject: 'Éclair', received_at: '2020-02-12T23:59:59Z', is_read: true, in_reply_to: '<a@x>' },
  e: { received_at: '2020-02-13T12:00:00.500Z', folder: 'SPAM' },
  f: { subject: 'fig (draft)', status: 'draft', to_addresses: ['Fay <f@x.org>', 'g@x.org'] },
  g: { subject: 'zebra', status: 'draft' },
  h: { subject: 'snoozy', received_at: '2020-02-09T10:00:00Z' },
  i: { subject: 'in the trash', received_at: '2020-02-14T10:00:00Z', labels: ['home'] },
  j: { subject: 'outgoing', status: 'queued', to_addresses: ['j@x.org'] },
};
async function fillMailbox(world: World): Promise<void> {
  await fill(world, mailbox);
  await world.make('POST', `/emails/${names.h}/snooze`, { until: '2099-01-01T08:00:00Z' });
  await world.make('DELETE', `/emails/${names.i}`);
}

const ALL = 'edcbahjgf';
const page = (limit: number, offset: number, has_more: boolean) => ({ total: 9, limit, offset, has_more });
const keysOf = ({ body }: { body: never }) => (body as List).data.map((one) => Object.keys(one).join());
// biome-ignore format: a table
scenarios('GET /emails', [
  finds('', ALL, 'the newest first, those without a time last'),
  finds('order=asc', 'habcdefgj', 'the oldest first, those without a time last'),
  finds('sort=received_at&order=desc', ALL),
  finds('sort=subject', 'ghjfdcbae', 'subjects backwards (the default order is desc), none last'),
  finds('sort=subject&order=asc', 'abcdfjhge', 'subjects without case and accents, none last'),
  finds('sort=created_at', 'jhgfedcba'),
  finds('sort=created_at&order=asc', 'abcdefghj'),

  finds('folder=INBOX', 'dba'),
  finds('folder=SNOOZED', 'h'),
  finds('folder=snoozed', 'h'),
  finds('folder=NOWHERE', ''),
  finds('is_read=true', 'da'),
  finds('is_read=0', 'ecbhjgf'),
  finds('is_starred=1', 'a'),
  finds('is_starred=false', 'edcbhjgf'),
  finds('has_attachments=true', 'b'),
  finds('has_attachments=false', 'edcahjgf'),
  finds('thread_id={thread_a}', 'da', 'a thread'),
  finds('thread_id=none', ''),
  finds(`account_id=${ACCOUNT}`, 'c', 'an account'),
  finds(`account_id=${ACCOUNT.toUpperCase()}`, 'c', 'an account in capitals'),
  finds('account_id=018f3c5e-0000-7000-8000-00000000000b', ''),
  finds('status=draft', 'gf'),
  finds('status=queued', 'j'),
  finds('status=failed', ''),
  finds('label=home', 'ba'),
  finds('label=urgent', 'b'),
  finds('label=hom', ''),
  finds('snoozed=true', 'h'),
  finds('snoozed=false', 'edcbajgf'),
  finds('folder=INBOX&is_read=false&label=home&has_attachments=1', 'b'),
  finds('folder=INBOX&is_starred=true&is_read=false', ''),

  finds('from=2020-02-12', 'edc'),
  finds('to=2020-02-11', 'bah', 'to a day, that whole day included,'),
  finds('from=2020-02-12&to=2020-02-12', 'dc', 'one day'),
  finds('from=2020-02-11&to=2020-02-11&tz=America/New_York', 'cb', 'one day of New York'),
  finds('from=2020-02-12&to=2020-02-12&tz=Asia/Tokyo', 'cb', 'one day of Tokyo'),
  finds('from=2020-02-10T09:00:00Z&to=2020-02-10T09:00:00Z', 'a', 'a moment, both ends included,'),
  finds('from=2020-02-10T09:00:00.001Z&to=2020-02-11T23:29:59.999Z', ''),
  finds('to=2020-02-10T10:00:00%2B01:00', 'ah', 'to a moment with an offset'),
  finds('to=2020-02-10T04:00&tz=America/New_York', 'ah', 'to a moment without an offset, in tz,'),
  finds('from=1900-01-01', 'edcbah', 'a range leaves out emails without a time and'),

  finds('include_deleted=true', `i${ALL}`),
  finds('include_deleted=false', ALL),
  finds('only_deleted=true', 'i'),
  finds('include_deleted=true&only_deleted=true', 'i'),
  finds('only_deleted=1&label=home', 'i'),

  finds('limit=2', 'ed', 'a first page', page(2, 0, true)),
  finds('limit=2&offset=2', 'cb', 'a second page', page(2, 2, true)),
  finds('limit=2&offset=8', 'f', 'a last page', page(2, 8, false)),
  finds('limit=9', ALL, 'a page of just all', page(9, 0, false)),
  finds('offset=100', '', 'a page beyond the end', page(20, 100, false)),
  finds('limit=0', '', 'a page of nothing', page(0, 0, true)),
  finds('limit=501', ALL, 'a limit that is lowered', page(500, 0, false)),
  finds('limit=1&folder=INBOX', 'd', 'a page of a filter', { total: 3, limit: 1, has_more: true }),

  { name: 'a list holds whole emails', ask: ['GET', '/emails?limit=1'], status: 200, events: [], also: async ({ body }, { make }) => expect((body as List).data).toEqual([await make('GET', `/emails/${names.e}`)]) },
  { name: 'fields gives those fields and id', ask: ['GET', '/emails?fields=subject,%20labels&folder=INBOX'], status: 200, events: [], also: (answer) => expect(keysOf(answer)).toEqual(Array(3).fill('id,subject,labels')) },
  { name: 'fields may name a body and id', ask: ['GET', '/emails?fields=id,body_plain,id&limit=1'], status: 200, events: [], also: (answer) => expect(keysOf(answer)).toEqual(['id,body_plain']) },

  refuses('limit=-1', 'whole number'), refuses('limit=ten', 'whole number'), refuses('limit=1.5', 'whole number'), refuses('limit=', 'whole number'),
  refuses('offset=-1', 'whole number'), refuses('offset=1e3', 'whole number'),
  refuses('sort=folder', 'received_at, created_at, subject'), refuses('order=up', 'asc, desc'),
  refuses('is_read=yes', 'true or false'), refuses('is_starred=TRUE', 'true or false'), refuses('has_attachments=', 'true or false'), refuses('snoozed=2', 'true or false'),
  refuses('include_deleted=on', 'true or false'), refuses('status=archived', 'received, draft, queued'), refuses('account_id=mine', 'UUID'),
  refuses('from=2020-02-13&to=2020-02-12', 'must not be after to'), refuses('from=2020-02-10T09:00:00.001Z&to=2020-02-10T09:00:00Z', 'exchanged'),
  refuses('from=yesterday', 'existing date'), refuses('from=2020-02-30', 'existing date'), refuses('to=2020-02-10T10:00:00+01:00', '%2B'),
  refuses('tz=Mars/Base', 'IANA'), refuses('format=xml', 'json, compact'),
  refuses('fields=subjct', 'did you mean subject?'), refuses('fields=,', 'at least one field'), refuses('fields=id&format=compact', 'exclude each other'),
  refuses('foldr=INBOX', 'did you mean folder?'), refuses('date=today', 'not a parameter'), refuses('expand=true', 'not a parameter'),
  refuses('label=a&label=b', 'only once', 'label'), refuses(`search=${'x'.repeat(501)}`, 'at most 500'),
], fillMailbox);

/** A compact list with this summary and these lines, the handle of {letter} written as #letter. */
const shows = (query: string, summary: string, lines: string[], meta: object): Scenario => ({
  name: `${query} in compact form: ${summary}`,
  ask: ['GET', `/emails?format=compact&${query}`],
  status: 200,
  events: [],
  also: ({ body }) => {
    const handles = lines.map((line) => line.replace(/^#(\w)/, (_, letter) => `#${names[letter]?.slice(-10)}`));
    expect(body).toEqual({ format: 'compact', summary, lines: handles, meta: { limit: 20, offset: 0, ...meta } });
  },
});
// biome-ignore format: a table
scenarios('GET /emails?format=compact', [
  shows('folder=INBOX', '3 emails (INBOX)', ['#d Wed 12 Feb 2020 23:59 d@mail.test: Éclair', '#b Tue 11 Feb 2020 23:30 Bob Berg: Banana (unread, attachment, home, urgent)', '#a Mon 10 Feb 2020 09:00 a@mail.test: apple (starred, home)'], { total: 3, has_more: false }),
  shows('folder=SPAM', '1 email (SPAM)', ['#e Thu 13 Feb 2020 12:00 e@mail.test: (no subject) [SPAM] (unread)'], { total: 1, has_more: false }),
  shows('snoozed=true&tz=Europe/Berlin', '1 email (snoozed)', ['#h Sun 9 Feb 2020 11:00 h@mail.test: snoozy [SNOOZED] (unread, snoozed until Thu 1 Jan 2099 09:00)'], { total: 1, has_more: false }),
  shows('only_deleted=true', '1 email (deleted)', ['#i Fri 14 Feb 2020 10:00 i@mail.test: in the trash (unread, home) (deleted)'], { total: 1, has_more: false }),
  shows('is_read=false&limit=1', '1 of 7 emails (unread)', ['#e Thu 13 Feb 2020 12:00 e@mail.test: (no subject) [SPAM] (unread)'], { total: 7, limit: 1, has_more: true }),
  shows('folder=NOWHERE', '0 emails (NOWHERE)', [], { total: 0, has_more: false }),
  { name: 'outgoing mail is shown by whom it is to and its state', ask: ['GET', '/emails?format=compact&status=draft&order=asc'], status: 200, body: { summary: '2 emails (draft)' }, events: [],
    also: ({ body }) => expect((body as { lines: string[] }).lines).toEqual([expect.stringMatching(/^#\w{10} .*\d\d:\d\d to Fay, g@x\.org: fig \(draft\) \[DRAFTS\] \(draft\)$/), expect.stringMatching(/ to nobody: zebra \[DRAFTS\] \(draft\)$/)]) },
  { name: 'a handle of a line is taken for an id', given: async () => ({ handle: (names.b as string).slice(-10) }), ask: ['GET', '/emails/{handle}'], status: 200, body: { data: { subject: 'Banana' } }, events: [] },
  { name: 'errors stay JSON', ask: ['GET', '/emails?format=compact&nonsense=1'], status: 400, error: 'INVALID_QUERY', field: 'nonsense', events: [] },
], fillMailbox);

const html = `<html><head><title>titleword</title><style>.styleword { color: red }</style></head><body>
  <p title="tipword">Vis<b>ib</b>le &amp; entit&eacute; <a href="https://linkword.example">link</a></p><!-- commentword -->
  first<br>second<div>outer<div>inner</div></div>dangling<p>paragraph</p>bullets<ul><li>one</li><li>two</li></ul>cells<table><tr><td>left</td><td>right</td></tr></table>
  <script>scriptword()</script><span style="display: none">hiddenword</span><p hidden>atticword</p><img alt="altword">after</body></html>`;
// biome-ignore format: a table
const library: Record<string, Line> = {
  l: { subject: 'The lease agreement', from_address: 'ann.lee@harbour.example', from_name: 'Ann Lee', body_plain: 'Please sign the quarterly report today.', to_addresses: ['recipientword@x.org'], labels: ['labelword'] },
  m: { subject: 'Café Zürich', from_name: 'José Ñandú', body_plain: 'straße und Œuvre, ﬁnal smørrebrød' },
  h: { subject: 'markup', body_html: html },
  j: { subject: '東京都の天気', body_plain: 'ラーメンを食べる。안녕하세요 mixed漢字text 𠮷野家' },
  o: { subject: 'AND OR NOT NEAR', body_plain: 'words:colon star* caret^ it\'s "quoted"' },
  n: { subject: 'Invoice 2020-1234', body_plain: 'order 55512345, 3.14 and C++' },
};
const searches = (text: string, letters: string) =>
  finds(`search=${encodeURIComponent(text)}`, letters, `search ${text.replace('\0', '\\0')}`);
// biome-ignore format: a table
scenarios('GET /emails?search=', [
  // words and beginnings
  searches('lease', 'l'), searches('LEASE', 'l'), searches('leas', 'l'), searches('ease', ''), searches('lease agreement', 'l'), searches('agreement lease', 'l'),
  searches('lease quarterly ann', 'l'), searches('lease nothing', ''), searches('  lease  ', 'l'),
  // where it looks
  searches('ann.lee@harbour.example', 'l'), searches('harbour', 'l'), searches('Ann', 'l'), searches('quarterly', 'l'), searches('recipientword', ''), searches('labelword', ''),
  // phrases
  searches('"quarterly report"', 'l'), searches('"report quarterly"', ''), searches('"sign quarterly"', ''), searches('"the quarterly report" lease', 'l'), searches('"quarterly report', 'l'),
  // accents, ligatures, other letters
  searches('cafe', 'm'), searches('CAFÉ', 'm'), searches('zurich', 'm'), searches('Zu\u0308rich', 'm'), searches('nandu jose', 'm'), searches('strasse', 'm'), searches('oeuvre', 'm'), searches('final', 'm'), searches('smorrebrod', 'm'),
  // HTML by its visible text
  searches('visible', 'h'), searches('entité', 'h'), searches('link', 'h'), searches('second', 'h'), searches('outer', 'h'), searches('inner', 'h'), searches('paragraph', 'h'), searches('bullets', 'h'), searches('"one two"', 'h'), searches('"left right"', 'h'), searches('after', 'h'),
  ...['titleword', 'styleword', 'tipword', 'linkword', 'commentword', 'scriptword', 'hiddenword', 'atticword', 'altword', 'div', 'nbsp', 'amp'].map((word) => searches(word, '')),
  // Chinese, Japanese, Korean: any two characters in a row
  searches('東京', 'j'), searches('京都', 'j'), searches('東京都', 'j'), searches('天気', 'j'), searches('都東', ''), searches('東都', ''), searches('ラーメン', 'j'), searches('メン', 'j'), searches('食べ', 'j'), searches('안녕', 'j'), searches('하세', 'j'), searches('漢字', 'j'), searches('𠮷野', 'j'), searches('野家', 'j'), searches('𠮷家', ''), searches('京都 天気', 'j'),
  // nothing is an operator
  searches('OR', 'no'), searches('lease OR cafe', ''), searches('NOT lease', ''), searches('NEAR', 'o'), searches('lease*', 'l'), searches('*ease', ''), searches('^lease', 'l'), searches('-lease', 'l'), searches('+lease', 'l'), searches('(lease)', 'l'), searches('lease)', 'l'),
  searches('words:colon', 'o'), searches('words:lease', ''), searches('{words}:lease', ''), searches('star*', 'o'), searches("it's", 'o'), searches('%', ''), searches('_', ''), searches('lea%', 'l'), searches("'; drop table emails; --", ''), searches('NEAR(lease agreement)', ''), searches('lease\u0000', 'l'),
  // no word in it finds nothing
  ...['***', '"', '""', '" "', '- +', '&&', '...', '()'].map((text) => searches(text, '')),
  searches('lease ***', 'l'),
  // numbers
  searches('55512345', 'n'), searches('5551', 'n'), searches('2020-1234', 'n'), searches('3.14', 'n'), searches('C++', 'nohm'),
  // together with the rest
  finds('search=c&limit=2&offset=1', 'oh', 'a page of a search', { total: 4, limit: 2, offset: 1, has_more: true }),
  finds('search=lease&is_read=true', '', 'a search and a filter'),
  finds('search=lease&folder=INBOX&snoozed=false', 'l', 'a search and filters'),
  finds('search=', 'nojhml', 'an empty search, as if there were none,'),
], (world) => fill(world, Object.fromEntries(Object.entries(library).map(([letter, mail]) => [letter, { received_at: '2020-02-10T09:00:00Z', ...mail }]))));

const draft = async ({ make }: World, body: object) => ({
  id: String((await make('POST', '/emails/drafts', body)).id),
});
const total = (count: number) => ({ meta: { total: count } });
// biome-ignore format: a table
scenarios('a search keeps up with changes', [
  { name: 'the new words of an edited draft are found', given: async (world) => { const { id } = await draft(world, { subject: 'oldsubject', body_html: '<p>oldbody</p>' }); await world.make('PATCH', `/emails/drafts/${id}`, { subject: 'newsubject', body_html: '<p>newbody</p>' }); return { id }; }, ask: ['GET', '/emails?search=newsubject%20newbody'], status: 200, body: { data: [{ id: '{id}' }] }, events: [] },
  { name: 'the old words of an edited draft are not', ask: ['GET', '/emails?search=oldsubject'], status: 200, body: total(0), events: [] },
  { name: 'the old HTML of an edited draft is not', ask: ['GET', '/emails?search=oldbody'], status: 200, body: total(0), events: [] },
  { name: 'a mark does not lose an email its words', given: async (world) => { const { id } = await draft(world, { subject: 'markedword' }); await world.make('POST', `/emails/${id}/star`); return { id }; }, ask: ['GET', '/emails?search=markedword&is_starred=true'], status: 200, body: { data: [{ id: '{id}' }] }, events: [] },
  { name: 'an email in the trash is not found', given: async (world) => { const { id } = await draft(world, { subject: 'trashword' }); await world.make('DELETE', `/emails/${id}`); return { id }; }, ask: ['GET', '/emails?search=trashword'], status: 200, body: total(0), events: [] },
  { name: 'an email in the trash is found there', ask: ['GET', '/emails?search=trashword&only_deleted=true'], status: 200, body: total(1), events: [] },
  { name: 'an erased email is not found', given: async (world) => { const { id } = await draft(world, { subject: 'erasedword' }); await world.make('DELETE', `/emails/${id}?permanent=true`); return { id }; }, ask: ['GET', '/emails?search=erasedword&include_deleted=true'], status: 200, body: total(0), events: [] },
]);
