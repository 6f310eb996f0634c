// Headers with lines in them that are not of a header, and with fields that are written in a way that no standard has.
import { describe, expect, it } from 'vitest';
import { parseMailDate } from '../../../src/protocols/mime/dates.ts';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';

const read = (...lines: string[]) => parseMessage(Buffer.from(lines.join('\n')));

describe('a line that is not of a header', () => {
  it('hides no field after it, known or not', () => {
    const mail = read(
      'In-Reply-To: <c@x>',
      'this line was put here by a filter',
      ' <d@x>',
      'Sender: ann@x.org',
      'References: <a@x>',
      ' <b@x>',
      'X-Odd-Field: 1',
      'Subject: All there',
      '',
      'Text.',
    );
    expect(mail.from?.address).toBe('ann@x.org');
    expect(mail.references).toEqual(['<a@x>', '<b@x>']);
    expect(mail.subject).toBe('All there');
    expect(mail.in_reply_to).toBe('<c@x>');
    expect(mail.body_plain).toBe('Text.');
  });

  it('begins the text where no field of a mail follows', () => {
    const mail = read('From: ann@x.org', 'Subject: Short', 'Dear Bob,', 'Note: this is the text.', '', 'Ann');
    expect(mail.subject).toBe('Short');
    expect(mail.body_plain).toBe('Dear Bob,\nNote: this is the text.\n\nAnn');
  });
});

it('a field whose colon is on the next line is one', () => {
  const mail = read('Subject: Hi', 'From', ' : <ann@x.org>', 'To: bob@x.org', '', 'Text.');
  expect(mail.from).toEqual({ address: 'ann@x.org', name: null });
  expect(mail.to).toEqual([{ address: 'bob@x.org', name: null }]);
});

it('a From field with a blank before its colon is not the separator line of a mailbox file', () => {
  const mail = read('From : Ann <ann@x.org>', 'Subject: Hi', '', 'Text.');
  expect(mail.from).toEqual({ address: 'ann@x.org', name: 'Ann' });
});

it('a date with the month first and a year of two digits', () => {
  expect(parseMailDate('Fri, Nov 01 02 01:50:58')).toBe(Date.UTC(2002, 10, 1, 1, 50, 58));
  expect(parseMailDate('Nov 1 98 10:00 +0100')).toBe(Date.UTC(1998, 10, 1, 9));
});

it('a zone that cannot be is passed over for the one in the comment', () => {
  expect(parseMailDate('Tue, 30 Nov 1999 23:56:33 -3000 (CST)')).toBe(Date.UTC(1999, 11, 1, 5, 56, 33));
  expect(parseMailDate('Tue, 30 Nov 1999 23:56:33 -3000')).toBe(Date.UTC(1999, 10, 30, 23, 56, 33));
});
