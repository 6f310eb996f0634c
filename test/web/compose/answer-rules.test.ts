// Recipients and subject of an answer before the service has created it.
import { describe, expect, it } from 'vitest';
import type { AnswerMode } from '../../../web/src/compose/compose-address.ts';
import { answerSubject, recipientsOf, writingModeOf } from '../../../web/src/compose/drafts/answer-rules.ts';

const person = (name: string) => ({ address: `${name.toLowerCase()}@x.org`, name });
const ME = [{ address: 'Me@x.org' }];
const mail = {
  status: 'received' as const,
  from_address: 'ann@x.org',
  from_name: 'Ann',
  to_addresses: [person('Me'), person('Bob')],
  cc_addresses: [person('Cleo'), person('Bob'), person('me')],
};
type Mail = Parameters<typeof recipientsOf>[0];
const names = ({ to, cc }: ReturnType<typeof recipientsOf>) => [to, cc].map((list) => list.map(({ name }) => name));

describe('an answer goes', () => {
  it.each<[string, Mail, AnswerMode, string[], string[]]>([
    ['to the sender', mail, 'reply', ['Ann'], []],
    ['to everybody else', mail, 'reply-all', ['Ann', 'Bob'], ['Cleo']],
    ['to nobody yet, if it forwards', mail, 'forward', [], []],
    ['to whom the sender names', { ...mail, reply_to: [person('List')] }, 'reply', ['List'], []],
    ['to the recipients of an own mail', { ...mail, status: 'sent' }, 'reply', ['Me', 'Bob'], []],
    ['to all others of an own mail', { ...mail, status: 'sent' }, 'reply-all', ['Bob'], ['Cleo']],
    [
      'to oneself, if nobody else is there',
      { ...mail, from_address: 'me@x.org', from_name: 'Me', to_addresses: [person('Me')], cc_addresses: [] },
      'reply-all',
      ['Me'],
      [],
    ],
  ])('%s', (_, email, mode, to, cc) => {
    expect(names(recipientsOf(email, mode, ME))).toEqual([to, cc]);
  });
});

it.each([
  ['Lunch', 'reply', 'Re: Lunch'],
  ['RE: AW: Lunch', 'reply-all', 'Re: Lunch'],
  ['Re[2]: Lunch', 'reply', 'Re: Lunch'],
  ['Fw: WG: Lunch', 'forward', 'Fwd: Lunch'],
  ['Re: Lunch', 'forward', 'Fwd: Re: Lunch'],
  ['', 'reply', 'Re:'],
] as const)('the subject %j is, in a %s, %j', (subject, mode, expected) =>
  expect(answerSubject(subject, mode)).toBe(expected),
);

const PLAIN = { body_html: null, body_plain: 'Hi' };
const HTML = { body_html: '<p>Hi</p>', body_plain: 'Hi' };

it.each([
  ['plain text', 'reply', 'rich', PLAIN, 'plain'],
  ['plain text', 'forward', 'rich', PLAIN, 'plain'],
  ['formatting', 'reply', 'rich', HTML, 'rich'],
  ['formatting', 'reply-all', 'plain', HTML, 'plain'],
  ['formatting', 'forward', 'plain', HTML, 'rich'],
] as const)('to a mail with %s, a %s of a person who prefers %s', (_, mode, preferred, mail, expected) =>
  expect(writingModeOf(mail, mode, preferred)).toBe(expected),
);
