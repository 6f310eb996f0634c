// Bounces that are written for people alone, in the forms of real servers.
import { describe, expect, it } from 'vitest';
import type { ReportedRecipient } from '../../../src/values/mail-facts.ts';
import { message } from '../../support/messages.ts';
import { recipient, reportOf } from '../../support/report-readings.ts';
import { textBounce } from '../../support/reports.ts';

describe('a bounce for people alone', () => {
  it.each(Object.entries(textBounce))('of %s is recognised', async (_, { raw, expected }) => {
    expect(await reportOf(raw)).toEqual(expected);
  });

  const forms: [what: string, body: string, found: Partial<ReportedRecipient>[], kind?: string][] = [
    [
      'an address in brackets above the copy of the message',
      'Message from mail.test.\nUnable to deliver message to the following address(es).\n\n<bob@x.org>:\nOver quota. (#5.2.2)\n\n--- Original message follows.\n\nTo: dan@x.org\n',
      [{ address: 'bob@x.org', status: '5.2.2', diagnostic: 'Over quota. (#5.2.2)' }],
    ],
    [
      'the reason and the address on one line',
      'Unknown user: bob@x.org\n\nRCPT TO generated following response:\n553 5.3.0 <bob@x.org>... unknown\n\nOriginal message follows.\n\nUnknown user: dan@x.org\n',
      [{ address: 'bob@x.org', status: '5.3.0' }],
    ],
    [
      'a list with bullets',
      'Delivery to the following recipients failed permanently:\n\n   * bob@x.org\n   * cleo@x.org\n\n======\n   * dan@x.org\n',
      [{ address: 'bob@x.org' }, { address: 'cleo@x.org' }],
    ],
    [
      'the reason below the address',
      'Your message\n\n  Subject: Hi\n\nwas not delivered to:\n\n  bob@x.org\n\nbecause:\n\n  User bob (bob@x.org) not listed\n',
      [{ address: 'bob@x.org', diagnostic: 'User bob (bob@x.org) not listed' }],
    ],
    [
      'an address of X.400',
      'Your message\n\n  To: list@x.org\n\ndid not reach the following recipient(s):\n\nc=US;a= ;p=Org;dda:SMTP=bob@x.org; on Fri, 4 Oct 2002\n17:12:28 -0400\n    Not recognized\n',
      [{ address: 'bob@x.org' }],
    ],
    [
      'an address that was forwarded (Exim)',
      'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  an undisclosed address\n    (generated from bob@x.org)\n\n  cleo@home.net\n    (ultimately generated from cleo@x.org)\n    550 5.7.1 No\n\n------ This is a copy of the message, including all the headers. ------\n\n',
      [{ address: 'bob@x.org' }, { address: 'cleo@x.org', status: '5.7.1' }],
    ],
    [
      'a sentence with the address in it (InterScan)',
      '****** Message from InterScan Messaging Security Suite ******\n\nSent <<< RCPT TO:<bob@x.org>\nReceived >>> 550 5.1.1 unknown user.\n\nUnable to deliver message to <bob@x.org> (and other recipients in the same domain).\n\n*** End of message ***\n',
      [{ address: 'bob@x.org' }],
    ],
    [
      'a sentence with the address in it (EarthLink)',
      'Sorry, unable to deliver your message to bob@x.org for\nthe following reason:\n\n 552 5.2.2 Quota violation for bob@x.org\n\nA copy of the original message below this line:\n',
      [{ address: 'bob@x.org', diagnostic: 'the following reason:' }],
    ],
    [
      'the address and a reason (MDaemon)',
      'bob@x.org - no such user here.\n\nThere is no user by that name at this server.\n',
      [{ address: 'bob@x.org', diagnostic: 'no such user here.' }],
    ],
    [
      'a mailbox that is unavailable (mail.ru)',
      'A message that you sent was rejected by the local scanning code.\n\n  Message was not accepted -- invalid mailbox.\n Local mailbox bob@x.org is unavailable: user not found\n\n------ This is a copy of your message\n',
      [{ address: 'bob@x.org', diagnostic: 'user not found' }],
    ],
    [
      'a dash before the address (MailEnable)',
      'This is a delivery failure notification message indicating that\nan email you addressed to email address :\n-- bob@x.org\n\ncould not be delivered. The problem appears to be :\n-- Recipient server unavailable or busy\n',
      [{ address: 'bob@x.org', diagnostic: expect.stringContaining('Recipient server unavailable') }],
    ],
    [
      'the header of the message (Yahoo)',
      "I'm afraid I wasn't able to deliver the following message.\nThis is a permanent error; I've given up.\n\nSubject: Hi\nTo: bob@x.org\n\n---Below this line is a copy of the message.\n\nTo: dan@x.org\n",
      [{ address: 'bob@x.org' }],
    ],
    [
      'a list below a sentence of qmail',
      "Hi. This is the deliver program at mx.test.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\nbob@x.org\n\nNo such user\n\n--- Attachment is a copy of the message.\n",
      [{ address: 'bob@x.org', diagnostic: 'No such user' }],
    ],
    [
      'a delay',
      'THIS IS A WARNING MESSAGE ONLY.\n\nDelivery to the following recipient has been delayed:\n\n     bob@x.org\n\nMessage will be retried for 2 more day(s)\n',
      [{ address: 'bob@x.org', action: 'delayed' }],
      'delay',
    ],
  ];
  it.each(forms)('in which there is %s is recognised', async (_, body, recipients, kind = 'bounce') => {
    expect(await reportOf(message(['From: MAILER-DAEMON@mx.test', 'Subject: failure notice'], body))).toMatchObject({
      kind,
      recipients,
    });
  });

  it('in HTML is recognised', async () => {
    const fields = ['From: Mailer-Daemon@mx.test', 'Content-Type: text/html'];
    const body = '<p>Your message could not be delivered to:</p><p>&lt;bob@x.org&gt;<br>No such user</p>';
    expect(await reportOf(message(fields, body))).toMatchObject({
      kind: 'bounce',
      recipients: [{ address: 'bob@x.org', diagnostic: 'No such user' }],
    });
  });

  it('in plain text that is called HTML is recognised', async () => {
    const fields = ['From: Mailer-Daemon@mx.test', 'Content-Type: text/html'];
    const body = 'Your message could not be delivered to:\n\nbob@x.org\n';
    expect(await reportOf(message(fields, body))).toMatchObject({ recipients: [{ address: 'bob@x.org' }] });
  });

  it('below a line of signs is recognised', async () => {
    const body = `${'-'.repeat(70)}\nYour message\n\nDid not reach the following recipient: bob@x.org\n`;
    expect(await reportOf(message(['From: Postmaster <>'], body))).toMatchObject({
      recipients: [{ address: 'bob@x.org' }],
    });
  });

  it('is looked for in reasonable time in a text that repeats its sentences', async () => {
    for (const line of [
      '\n',
      ' \n',
      'not delivered to \n',
      '<b@x.org>:\n',
      'your message to:\n',
      '  (generated from b@x.org)\n',
      'a - ',
    ])
      expect(await reportOf(message(['From: MAILER-DAEMON@mx.test'], line.repeat(100_000)))).toSatisfy(
        (report) => report === null || typeof report === 'object',
      );
  });

  const sendmail = (list: string) =>
    reportOf(
      message(
        ['From: MAILER-DAEMON@mx.test'],
        `   ----- The following addresses had permanent fatal errors -----\n${list}`,
      ),
    );
  it('has the first thousand of many recipients', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `<a${index}@b.org>\n`);
    const report = await sendmail(lines.join(''));
    expect(report?.recipients).toHaveLength(1000);
    expect(report?.recipients.at(-1)).toEqual(recipient('a999@b.org', 'failed', null, null));
  });

  it('with a reason that is blank or very long is read in reasonable time, and the reason is cut', async () => {
    const blank = await sendmail(`<bob@x.org>\n    (reason: ${' '.repeat(200_000)}x\n`);
    expect(blank?.recipients).toEqual([recipient('bob@x.org', 'failed', null, null)]);
    const long = await sendmail(`<bob@x.org>\n    (reason: 550 5.1.1 ${'no '.repeat(1000)})\n`);
    expect(long?.recipients).toMatchObject([
      { status: '5.1.1', diagnostic: expect.stringMatching(/^550 5.1.1 no no/) },
    ]);
    const gap = await reportOf(
      message(['From: MAILER-DAEMON@mx.test'], `<bob@x.org>:${' '.repeat(100_000)}\n${'\n'.repeat(60_000)}--- x\n`),
    );
    expect(gap).toSatisfy((report) => report === null || typeof report === 'object');
  });

  it('is not recognised in what a person writes about one', async () => {
    const qmail = textBounce.qmail?.raw.toString() ?? '';
    const quoted = message(
      ['From: Ann <ann@example.org>', 'Subject: What is this?'],
      qmail.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
    );
    expect(await reportOf(quoted)).toBeNull();
  });

  const qmailText = () => textBounce.qmail?.raw.toString().split('\r\n\r\n').slice(1).join('\r\n\r\n');
  it.each(['postmaster fan <x@y.z>', '"MAILER-DAEMON" <x@y.z>', 'x@y.z (postmaster)', '"<postmaster@y.z>" <x@y.z>'])(
    'of a person who is called %s is none',
    async (from) => {
      expect(await reportOf(message([`From: ${from}`], qmailText()))).toBeNull();
    },
  );

  it.each([
    'postmaster@y.z',
    'Fan <POSTMASTER@y.z>',
    'MAILER-DAEMON (Mail Delivery System)',
    'x <"MAILER-DAEMON"@y.z>',
    'Postmaster <>',
    '<"System Administrator"@y.z>',
  ])('from the address %s is recognised', async (from) => {
    expect(await reportOf(message([`From: ${from}`], qmailText()))).toMatchObject({ kind: 'bounce' });
  });

  it('that sendmail has received is recognised by its Return-Path', async () => {
    const fields = ['Return-Path: <MAILER-DAEMON@mx.ours>', 'From: help@y.z'];
    expect(await reportOf(message(fields, qmailText()))).toMatchObject({ kind: 'bounce' });
  });

  it('in a sentence that any mail can have is recognised only if a server sent it', async () => {
    const body = 'Your parcels could not be delivered to:\n\n  bob@x.org\n';
    const automatic = ['From: shop@x.org', 'Auto-Submitted: auto-generated'];
    expect(await reportOf(message(automatic, body))).toBeNull();
    expect(await reportOf(message([...automatic, 'Return-Path: <>'], body))).toMatchObject({ kind: 'bounce' });
  });

  it('of a vacation notice is none', async () => {
    expect(await reportOf(message(['From: ann@x.org', 'Auto-Submitted: auto-replied'], 'I am away.'))).toBeNull();
  });
});
