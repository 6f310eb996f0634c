// Address lists as people paste them into the composer.
import { describe, expect, it } from 'vitest';
import {
  formatRecipient,
  isMailAddress,
  parseAddressList,
  withRecipients,
} from '../../../web/src/words/address-list.ts';

const LISTS: [text: string, recipients: [address: string, name: string | null][]][] = [
  ['', []],
  ['  \n ', []],
  ['ann@x.org', [['ann@x.org', null]]],
  ['mailto:ann@x.org', [['ann@x.org', null]]],
  ['Bob <b@x.org>', [['b@x.org', 'Bob']]],
  ['<b@x.org>', [['b@x.org', null]]],
  [
    'Bob <b@x.org>, "Lee, Ann" <a@x.org>; c@y.org',
    [
      ['b@x.org', 'Bob'],
      ['a@x.org', 'Lee, Ann'],
      ['c@y.org', null],
    ],
  ],
  [
    'a@x.org\nb@x.org\r\nc@x.org\t d@x.org',
    [
      ['a@x.org', null],
      ['b@x.org', null],
      ['c@x.org', null],
      ['d@x.org', null],
    ],
  ],
  ['Lee, Ann <ann@x.org>', [['ann@x.org', 'Lee, Ann']]],
  [
    'Ann <a@x.org> Bob <b@x.org>',
    [
      ['a@x.org', 'Ann'],
      ['b@x.org', 'Bob'],
    ],
  ],
  ['"O\\"Neil, \\\\ Jo" <jo@x.org>', [['jo@x.org', 'O"Neil, \\ Jo']]],
  ["'Ann Lee' <ann@x.org>", [['ann@x.org', 'Ann Lee']]],
  ['ann@x.org (Ann Lee)', [['ann@x.org', 'Ann Lee']]],
  ['Jürgen Groß <jürgen@grün.example>', [['jürgen@grün.example', 'Jürgen Groß']]],
  [
    'bob, ann@x.org',
    [
      ['bob', null],
      ['ann@x.org', null],
    ],
  ],
  [
    'bob, carla',
    [
      ['bob', null],
      ['carla', null],
    ],
  ],
  [',, ann@x.org ;;\n', [['ann@x.org', null]]],
];

describe('a list of addresses', () => {
  it.each(LISTS)('%j', (text, expected) => {
    expect(parseAddressList(text).map(({ address, name }) => [address, name])).toEqual(expected);
  });

  it('is read back from its written form', () => {
    const recipients = [
      { address: 'a@x.org', name: 'Lee, "Ann" \\' },
      { address: 'b@x.org', name: null },
      { address: 'c@x.org', name: 'Cleo (work)' },
    ];
    expect(parseAddressList(recipients.map(formatRecipient).join(', '))).toEqual(recipients);
  });

  it('has each address once, whatever its case', () => {
    const [ann] = parseAddressList('Ann <ann@x.org>');
    const added = withRecipients(ann ? [ann] : [], parseAddressList('ANN@x.org, bob@x.org, bob@x.org'));
    expect(added.map(({ address }) => address)).toEqual(['ann@x.org', 'bob@x.org']);
  });
});

describe('an address', () => {
  it.each(['ann@x.org', 'a.b+c@mail.example', '"john doe"@x.org', 'x@localhost', 'jürgen@grün.example'])(
    '%s can get mail',
    (address) => expect(isMailAddress(address)).toBe(true),
  );

  it.each(['ann', 'ann@', '@x.org', 'a b@x.org', 'ann@x..org', 'ann@-x', 'a@b@c.org,', 'ann@127.0.0.1', 'ann@x.org\n'])(
    '%j cannot',
    (address) => expect(isMailAddress(address)).toBe(false),
  );
});
