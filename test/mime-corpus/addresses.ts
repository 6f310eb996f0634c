// Address lists as RFC 5322 sections 3.4 and 4.4 allow them and as programs write them: routes, groups, comments,
// quotes within quotes, forgotten commas and brackets.
import { bytes, type CorpusMessage, type ExpectedAddress, mail, type Piece } from './build.ts';

const one = (address: string, name: string | null = null): ExpectedAddress[] => [{ address, name }];
const both: ExpectedAddress[] = [
  { address: 'a@example.net', name: null },
  { address: 'b@example.net', name: null },
];

const lists: [what: string, value: Piece, to: ExpectedAddress[] | undefined][] = [
  ['an address alone', 'a@example.net', one('a@example.net')],
  ['an address in brackets', '<a@example.net>', one('a@example.net')],
  ['a name', 'Ann Lee <a@example.net>', one('a@example.net', 'Ann Lee')],
  ['a name in quotes', '"Lee, Ann" <a@example.net>', one('a@example.net', 'Lee, Ann')],
  ['a name with escaped quotes', '"Ann \\"The\\" Lee" <a@example.net>', one('a@example.net', 'Ann "The" Lee')],
  ['a name with an escaped backslash', '"Ann \\\\ Lee" <a@example.net>', one('a@example.net', 'Ann \\ Lee')],
  ['a name of quoted and plain words', '"Ann" B. "Lee" <a@example.net>', one('a@example.net', 'Ann B. Lee')],
  ['a name with a dot', 'Ann B. Lee <a@example.net>', one('a@example.net', 'Ann B. Lee')],
  ['a name in a comment', 'a@example.net (Ann Lee)', one('a@example.net', 'Ann Lee')],
  ['a comment in a comment', 'a@example.net (Ann (at work) Lee)', one('a@example.net', 'Ann (at work) Lee')],
  ['a comment beside a name', 'Ann (office) Lee <a@example.net>', one('a@example.net', 'Ann Lee')],
  ['a comment after the brackets', 'Ann Lee <a@example.net> (office)', one('a@example.net', 'Ann Lee')],
  ['comments inside the address', 'Ann <a(here)@(there)example.net>', one('a@example.net', 'Ann')],
  ['an escaped parenthesis in a comment', 'a@example.net (Ann \\) Lee)', one('a@example.net', 'Ann ) Lee')],
  ['a quoted local part', '"ann lee"@example.net', one('"ann lee"@example.net')],
  ['a quoted local part in brackets', 'Ann <"ann lee"@example.net>', one('"ann lee"@example.net', 'Ann')],
  ['an at sign in a quoted local part', '"a@b"@example.net', one('"a@b"@example.net')],
  ['a quoted local part that need not be', '"ann"@example.net', one('"ann"@example.net')],
  ['a route', '<@relay.example.org:a@example.net>', one('a@example.net')],
  ['a route of two', 'Ann <@a.example,@b.example:a@example.net>', one('a@example.net', 'Ann')],
  ['a route of two and another address', '<@a.example,@b.example:a@example.net>, b@example.net', both],
  ['spaces around the at sign', 'a @ example.net', one('a@example.net')],
  ['spaces inside the brackets', 'Ann < a@example.net >', one('a@example.net', 'Ann')],
  ['a domain literal', 'a@[192.0.2.1]', one('a@[192.0.2.1]')],
  ['an IPv6 literal', 'a@[IPv6:2001:db8::1]', one('a@[IPv6:2001:db8::1]')],
  ['a dot at the end of the local part', 'a.@example.net', one('a.@example.net')],
  ['two dots', 'a..b@example.net', one('a..b@example.net')],
  ['plus and other signs', "a+b!#$%&'*-/=?^_`{|}~@example.net", one("a+b!#$%&'*-/=?^_`{|}~@example.net")],
  ['upper case', 'Ann.Lee@EXAMPLE.NET', one('Ann.Lee@EXAMPLE.NET')],
  ['no domain', 'ann', undefined],
  ['two', 'a@example.net, b@example.net', both],
  ['two without a space', 'a@example.net,b@example.net', both],
  ['two with a semicolon', 'a@example.net; b@example.net', both],
  ['two on two lines', 'a@example.net,\n\tb@example.net', both],
  ['empty elements', ', a@example.net,, b@example.net,', both],
  [
    'two without a comma',
    'Ann <a@example.net> Bo <b@example.net>',
    [
      { address: 'a@example.net', name: 'Ann' },
      { address: 'b@example.net', name: 'Bo' },
    ],
  ],
  ['two fields', 'a@example.net\nTo: b@example.net', both],
  ['a group', 'Team: a@example.net, b@example.net;', both],
  ['a group and an address', 'Team: a@example.net;, b@example.net', both],
  [
    'a group with names',
    'Team: "Lee, Ann" <a@example.net>, Bo <b@example.net>;',
    [
      { address: 'a@example.net', name: 'Lee, Ann' },
      { address: 'b@example.net', name: 'Bo' },
    ],
  ],
  ['a group in quotes', '"The Team": a@example.net, b@example.net;', both],
  ['a group without its semicolon', 'Team: a@example.net, b@example.net', both],
  ['two groups', 'One: a@example.net; Two: b@example.net;', both],
  ['an empty group', 'undisclosed-recipients:;', []],
  ['an empty group with a space', 'Undisclosed recipients: ;', []],
  ['an empty group with a comment', 'A Group:(nobody);', []],
  ['nothing', '', []],
  ['empty brackets', '<>', []],
  ['a name that is the address', '"a@example.net" <a@example.net>', one('a@example.net', 'a@example.net')],
  ['a name that is another address', '"eve@example.com" <a@example.net>', one('a@example.net', 'eve@example.com')],
  ['an unquoted address as a name', 'eve@example.com <a@example.net>', one('a@example.net', 'eve@example.com')],
  ['a name with a colon in quotes', '"Re: Store" <a@example.net>', one('a@example.net', 'Re: Store')],
  ['a name with an encoded colon', '=?utf-8?q?re=3AStore?= <a@example.net>', one('a@example.net', 're:Store')],
  ['quotes that are not closed', '"Ann Lee <a@example.net>', one('a@example.net', 'Ann Lee')],
  ['a bracket that is not closed', 'Ann Lee <a@example.net', one('a@example.net', 'Ann Lee')],
  ['two brackets', 'Ann Lee <<a@example.net>>', one('a@example.net', 'Ann Lee')],
  ['single quotes around the name', "'Ann Lee' <a@example.net>", one('a@example.net', "'Ann Lee'")],
  ['raw UTF-8 in the name', 'Jürgen Müller <a@example.net>', one('a@example.net', 'Jürgen Müller')],
  [
    'raw Latin-1 in the name',
    bytes(Buffer.from('Jürgen', 'latin1'), ' <a@example.net>'),
    one('a@example.net', 'Jürgen'),
  ],
  ['an international address', 'Jürgen <jürgen@müller.example>', one('jürgen@müller.example', 'Jürgen')],
  ['a name folded over lines', 'Ann\n  Lee\n\t<a@example.net>', one('a@example.net', 'Ann Lee')],
  ['a mailto address', '<mailto:a@example.net>', undefined],
  ['an X.400 address', '"/G=Ann/S=Lee/O=Example/C=GB/"@example.net', one('"/G=Ann/S=Lee/O=Example/C=GB/"@example.net')],
  ['a bang path', 'host!user', undefined],
  ['a comma in a name without quotes', 'Lee, Ann <a@example.net>', undefined],
  [
    'a hundred',
    Array.from({ length: 100 }, (_, at) => `a${at}@example.net`).join(',\n '),
    Array.from({ length: 100 }, (_, at) => ({ address: `a${at}@example.net`, name: null })),
  ],
];

export const addresses: CorpusMessage[] = [
  ...lists.map(([what, value, to]) =>
    mail(`address/${what}`, [bytes('To: ', value)], 'Hello.\n', { to, text: 'Hello.' }),
  ),
  mail('address/copies', ['Cc: Cleo <c@example.net>, d@example.net'], 'Hello.\n', {
    cc: [
      { address: 'c@example.net', name: 'Cleo' },
      { address: 'd@example.net', name: null },
    ],
    text: 'Hello.',
  }),
  mail(
    'address/field names in other cases',
    ['FROM: Eve <eve@example.org>', 'cC: c@example.net', 'to: a@example.net'],
    'Hello.\n',
    {
      from: { address: 'eve@example.org', name: 'Eve' },
      cc: one('c@example.net'),
      to: one('a@example.net'),
      text: 'Hello.',
    },
  ),
  mail(
    'address/two senders',
    ['From: Ann <ann@example.org>, Bo <bo@example.org>', 'Sender: bo@example.org'],
    'Hello.\n',
    {
      from: { address: 'ann@example.org', name: 'Ann' },
      text: 'Hello.',
    },
  ),
  mail('address/two From fields', ['From: Ann <ann@example.org>\nFrom: Eve <eve@example.org>'], 'Hello.\n', {
    from: { address: 'ann@example.org', name: 'Ann' },
    text: 'Hello.',
  }),
  mail('address/a sender in a group', ['From: Team: Ann <ann@example.org>;'], 'Hello.\n', {
    from: { address: 'ann@example.org', name: 'Ann' },
    text: 'Hello.',
  }),
  mail('address/a sender without an address', ['From: The Postmaster'], 'Hello.\n', {
    from: { address: '', name: 'The Postmaster' },
    text: 'Hello.',
  }),
  mail('address/an empty From and a Sender', ['From:', 'Sender: Bo <bo@example.org>'], 'Hello.\n', {
    from: { address: 'bo@example.org', name: 'Bo' },
    text: 'Hello.',
  }),
  mail('address/a mailer daemon', ['From: MAILER-DAEMON (Mail Delivery System)'], 'Hello.\n', {
    from: undefined,
    text: 'Hello.',
  }),
];
