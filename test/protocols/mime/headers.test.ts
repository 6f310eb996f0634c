// Header fields as programs write them: ids, addresses, repeated and folded fields; and the parts that report about other
// messages.
import { describe, expect, it } from 'vitest';
import { parseMailDate } from '../../../src/protocols/mime/dates.ts';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';
import type { ParsedMail } from '../../../src/values/parsed-mail.ts';
import { message, multipart, usual } from '../../support/messages.ts';

const read = (...fields: string[]) => parseMessage(message(fields));

describe('the id that is answered', () => {
  const table: [value: string, id: string | null][] = [
    ['<orig@x>', '<orig@x>'],
    ['Message from Joe <joe@x> of "Mon, 1 Jan 2001 10:00 +0100" <orig@x>', '<orig@x>'],
    ['Message from Joe <joe@x>', null],
    ['"Your message of <tue@x>" <orig@x>', '<orig@x>'],
    ['Message from ann@example.org of "Tue, 17 Feb 2026 09:00:00 +0100." <orig@x>', '<orig@x>'],
    ['Message from Ann Lee of "Tue, 17 Feb 2026" <orig@x>', '<orig@x>'],
    ['Message from Bank of America <bank@x> of "Tue" <orig@x>', '<orig@x>'],
    ['<orig@x> (Joe Doe <joe@x> of Monday)', '<orig@x>'],
    ['<orig@x>; from joe@x on Tue', '<orig@x>'],
    ['Your message of "Tue"', null],
    ['orig@x', '<orig@x>'],
    ['=?utf-8?Q?=3Corig=40x=3E?=', '<orig@x>'],
  ];
  it.each(table)('%s', (value, id) => {
    expect(read(`In-Reply-To: ${value}`).in_reply_to).toBe(id);
  });

  it('is in a chain too, without the address of its sender', () => {
    const chain = 'Message from Joe <joe@x> of "Mon" <first@x> <second@x>\n Message from ann@x of "Tue" <third@x>';
    expect(read(`References: ${chain}`).references).toEqual(['<first@x>', '<second@x>', '<third@x>']);
  });

  it('words are not the id of a message', () => {
    expect(read('Message-ID: no brackets here').message_id).toBeNull();
    expect(read('Message-ID: <folded-in-the\n middle@x>').message_id).toBe('<folded-in-themiddle@x>');
    expect(read('References: a@x, b@x').references).toEqual(['<a@x>', '<b@x>']);
  });
});

describe('addresses', () => {
  const ann = { address: 'ann@x.org', name: 'Ann' };
  const table: [value: string, found: ParsedMail['to']][] = [
    ['Ann <@a.org,@b.org:ann@x.org>', [ann]],
    ['Ann <ann(a comment)@x.org (another)>', [ann]],
    [String.raw`"Ann \"Al\" Lee" <ann@x.org>`, [{ ...ann, name: 'Ann "Al" Lee' }]],
    [
      String.raw`Pete(A nice \) chap) <pete(his account)@silly.test(his host)>`,
      [{ address: 'pete@silly.test', name: 'Pete' }],
    ],
    ['ann @ x . org (Ann)', [ann]],
    ['Ann ann@x.org', [ann]],
    ['Ann ann@x.org>', [ann]],
    ['ann@x.org>', [{ address: 'ann@x.org', name: null }]],
    ['Lee, Ann <ann@x.org>', [{ ...ann, name: 'Lee, Ann' }]],
    ['=?utf-8?Q?Lee,_Ann?= <ann@x.org>', [{ ...ann, name: 'Lee, Ann' }]],
    ['"=?utf-8?Q?Ann?=" <ann@x.org>', [ann]],
    ['=?utf-8?Q?ann=40y=2Eorg?= <ann@x.org>', [{ ...ann, name: 'ann@y.org' }]],
    ['"john doe"@x.org', [{ address: '"john doe"@x.org', name: null }]],
    ['<>', []],
    [
      'A Group:Ed <ed@x.org>,joe@y.org;, Ann <ann@x.org>',
      [{ address: 'ed@x.org', name: 'Ed' }, { address: 'joe@y.org', name: null }, ann],
    ],
    ['undisclosed recipients: ;', []],
    ['Ann <ann@x.org>, , Ann <ann@x.org>,', [ann, ann]],
    ['"Ann <ann@x.org>', [ann]],
    ['à@x.org', [{ address: 'à@x.org', name: null }]],
  ];
  it.each(table)('%s', (value, found) => {
    expect(read(`To: ${value}`).to).toEqual(found);
  });
});

describe('dates', () => {
  const table: [text: string, moment: string | null][] = [
    ['29-04-2017 23:34', '2017-04-29T23:34:00Z'],
    ['Sat, 29.04.2017 23:34 +0200', '2017-04-29T21:34:00Z'],
    ['4/29/2017 11:34:00 PM', '2017-04-29T23:34:00Z'],
    ['2017/04/29 23:34:00', '2017-04-29T23:34:00Z'],
    ['2017年4月29日 23:34', '2017-04-29T23:34:00Z'],
    ['Sun, 20 Jul 1969 20:17:40 GMT', '1969-07-20T20:17:40Z'],
    ['Sat, 29 Apr 17 23:34 MET DST', '2017-04-29T21:34:00Z'],
    ['Sat, 29 Apr 117 23:34:00 +0000', '2017-04-29T23:34:00Z'],
    ['Sat, 29 Apr 2017 23:34:00 (PDT)', '2017-04-30T06:34:00Z'],
    ['sam., 29 avr. 2017 23:34:00 +0000', '2017-04-29T23:34:00Z'],
    ['Sat, 29 Apr 2017 23:34:00 A', '2017-04-29T23:34:00Z'],
    ['29-02-2017 23:34', null],
  ];
  it.each(table)('%s', (text, moment) => {
    expect(parseMailDate(text)).toBe(moment === null ? null : Date.parse(moment));
  });
});

describe('a message without a readable Date', () => {
  const received = (at: string) => `Received: from mx (mx [192.0.2.1])\n by x (a; b) with ESMTP id 1; ${at}`;
  const hops = [received('Tue, 17 Feb 2026 10:00:00 +0100'), received('Tue, 17 Feb 2026 08:00:00 +0000 (UTC)')];

  it('has the date of its topmost Received', () => {
    expect(read(...hops).date).toBe(Date.UTC(2026, 1, 17, 9));
    expect(read(...hops, 'Date: soon').date).toBe(Date.UTC(2026, 1, 17, 9));
    expect(read('Received: by x', received('never'), ...hops.toReversed()).date).toBe(Date.UTC(2026, 1, 17, 8));
  });

  it('has none if no Received has one; its own Date comes first', () => {
    expect(read('Received: from 17 Feb 2026 09:00:00', received('never')).date).toBeNull();
    expect(read(...hops, 'Date: Mon, 16 Feb 2026 09:00:00 +0000').date).toBe(Date.UTC(2026, 1, 16, 9));
  });
});

describe('a file name', () => {
  const names: [parameter: string, name: string][] = [
    [String.raw`filename=\"lease.pdf\"`, 'lease.pdf'],
    [String.raw`filename=\"the lease; signed.pdf\"; size=1`, 'the lease; signed.pdf'],
    [String.raw`filename="\"lease.pdf\""`, 'lease.pdf'],
    [String.raw`filename=\"lease.pdf"`, 'lease.pdf'],
    [String.raw`filename=\"lease.pdf`, 'lease.pdf'],
    [String.raw`filename="the \"old\" lease.pdf"`, 'the "old" lease.pdf'],
  ];
  it.each(names)('%s', (parameter, name) => {
    const part = `Content-Type: application/pdf\nContent-Disposition: attachment; ${parameter}\n\n%PDF\n`;
    expect(parseMessage(multipart([part])).attachments.map(({ filename }) => filename)).toEqual([name]);
  });
});

describe('encoded-words', () => {
  const table: [value: string, text: string][] = [
    ['=?utf-8?Q?hello world?=', 'hello world'],
    ['=?utf-8?Q?What??=', 'What?'],
    ['a=?utf-8?Q?b?=c', 'abc'],
    ['=?utf-8*en?Q?hello?=', 'hello'],
    ['=?utf-8?Q?one?= two =?utf-8?Q?three?=', 'one two three'],
    ['=?utf-8?B?R3LDvMOfZQ?=', 'Grüße'],
    ['=?utf-8?Q?Gr=C3=BC?', 'Grü'],
    ['=?utf-8?Q?open =?utf-8?Q?closed?=', '=?utf-8?Q?open closed'],
    ['=?iso-2022-jp?B?GyRCRnwbKEI=?= =?iso-2022-jp?B?GyRCS1wbKEI=?=', '日本'],
    ['=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
  ];
  it.each(table)('%s', (value, text) => {
    expect(read(`Subject: ${value}`).subject).toBe(text);
  });
});

describe('what others need', () => {
  it('parts about other messages, decoded', () => {
    const status = Buffer.from('Final-Recipient: rfc822; bob@x.org\r\nAction: failed\r\n');
    const raw = multipart(
      [
        '\nIt could not be delivered.',
        `Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${status.toString('base64')}`,
        'Content-Type: text/rfc822-headers\n\nMessage-ID: <inside@x.org>\n',
      ],
      'report; report-type=delivery-status',
    );
    const { report, attachments } = parseMessage(raw);
    expect(report).toMatchObject({
      kind: 'bounce',
      recipients: [{ address: 'bob@x.org' }],
      original_message_id: '<inside@x.org>',
    });
    expect(attachments.map(({ filename }) => filename)).toEqual(['delivery-status.txt', 'headers.txt']);
  });

  it('an attached message is named after its subject', () => {
    const attached = (subject: string) =>
      parseMessage(multipart([`Content-Type: message/rfc822\n\nSubject: ${subject}\n\nx`])).attachments[0]?.filename;
    expect(attached('=?utf-8?Q?Re:_Gr=C3=BC=C3=9Fe_a/b?=')).toBe('Re Grüße a b.eml');
    expect(attached('')).toBe('message.eml');
  });

  it('fields twice: the first one counts, recipients are joined', () => {
    const mail = read(...usual, 'Subject: another', 'To: c@example.org');
    expect(mail).toMatchObject({
      subject: 'The lease',
      to: [{ address: 'bob@example.org' }, { address: 'c@example.org' }],
    });
  });
});
