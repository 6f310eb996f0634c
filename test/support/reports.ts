// Delivery reports for tests: as parts that programs read, and in the words of servers that write for people alone.
import type { Report } from '../../src/values/mail-facts.ts';
import { message } from './messages.ts';

interface Part {
  type: string;
  body: string;
}

interface ReportOptions {
  type?: string;
  from?: string;
  headers?: string[];
  returned?: Part | null;
}

const header = {
  type: 'text/rfc822-headers',
  body: 'From: ann@example.org\nMessage-ID: <lease@example.org>\nSubject: x\n',
};

/** A report with these parts, and the header of the mail that it is about. */
export function multipartReport(
  parts: Part[],
  {
    type = 'multipart/report; report-type=x',
    from = 'MAILER-DAEMON@mx.example.org',
    headers = [],
    returned = header,
  }: ReportOptions = {},
): Buffer {
  const all = [{ type: 'text/plain', body: 'A report.\n' }, ...parts, ...(returned ? [returned] : [])];
  const body = [...all.map((part) => `--b1\nContent-Type: ${part.type}\n\n${part.body}`), '--b1--', ''].join('\n');
  return message([`From: ${from}`, ...headers, 'MIME-Version: 1.0', `Content-Type: ${type}; boundary="b1"`], body);
}

const failed = (address: string, status: string | null, diagnostic: string | null, action = 'failed') => ({
  address,
  action,
  status,
  diagnostic,
});

const daemon = ['Return-Path: <>', 'From: MAILER-DAEMON@mx.example.org', 'Subject: failure notice'];

export const textBounce: Record<string, { raw: Buffer; expected: Report }> = {
  qmail: {
    raw: message(
      daemon,
      `Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bob@example.net>:
203.0.113.1 does not like recipient.
Remote host said: 550 5.1.1 User unknown

<cleo@example.net>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <ann@example.org>
Message-ID: <lease@example.org>

Hello. <dan@example.net>: is not one of them.
`,
    ),
    expected: {
      kind: 'bounce',
      recipients: [
        failed(
          'bob@example.net',
          '5.1.1',
          '203.0.113.1 does not like recipient. Remote host said: 550 5.1.1 User unknown',
        ),
        failed('cleo@example.net', '5.1.1', 'Sorry, no mailbox here by that name. (#5.1.1)'),
      ],
      original_message_id: '<lease@example.org>',
    },
  },
  Postfix: {
    raw: message(
      [...daemon, 'In-Reply-To: <lease@example.org>'],
      `This is the Postfix program at host mx.example.org.

I'm sorry to have to inform you that your message could not be
delivered to one or more recipients.

<bob@example.net>: host mx.example.net[203.0.113.1] said: 550 5.2.1 mailbox
    disabled (in reply to RCPT TO command)
`,
    ),
    expected: {
      kind: 'bounce',
      recipients: [
        failed(
          'bob@example.net',
          '5.2.1',
          'host mx.example.net[203.0.113.1] said: 550 5.2.1 mailbox disabled (in reply to RCPT TO command)',
        ),
      ],
      original_message_id: '<lease@example.org>',
    },
  },
  Exim: {
    raw: message(
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.example.org>',
        'X-Failed-Recipients: bob@example.net',
        'Auto-Submitted: auto-replied',
      ],
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bob@example.net
    SMTP error from remote mail server after RCPT TO:<bob@example.net>:
    550 unknown user

------ This is a copy of the message, including all the headers. ------

Return-path: <ann@example.org>
Message-ID: <lease@example.org>

Hello.
`,
    ),
    expected: {
      kind: 'bounce',
      recipients: [
        failed(
          'bob@example.net',
          null,
          'SMTP error from remote mail server after RCPT TO:<bob@example.net>: 550 unknown user',
        ),
      ],
      original_message_id: '<lease@example.org>',
    },
  },
  'Exim, delayed': {
    raw: message(
      ['From: Mail Delivery System <Mailer-Daemon@mx.example.org>', 'Auto-Submitted: auto-replied'],
      `This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.org.

The address to which the message has not yet been delivered is:

  bob@example.net
    Delay reason: Connection timed out

No action is required on your part. Delivery attempts will continue.
`,
    ),
    expected: {
      kind: 'delay',
      recipients: [failed('bob@example.net', null, 'Delay reason: Connection timed out', 'delayed')],
      original_message_id: null,
    },
  },
  sendmail: {
    raw: message(
      daemon,
      `The original message was received at Tue, 17 Feb 2026 09:00:00 +0100

   ----- The following addresses had permanent fatal errors -----
<bob@example.net>
    (reason: 550 5.1.1 <bob@example.net>... User unknown)

   ----- Transcript of session follows -----
<other@example.net>
`,
    ),
    expected: {
      kind: 'bounce',
      recipients: [failed('bob@example.net', '5.1.1', '550 5.1.1 <bob@example.net>... User unknown')],
      original_message_id: null,
    },
  },
  'Exchange 5.5': {
    raw: message(
      ['From: System Administrator <postmaster@example.net>', 'In-Reply-To: <lease@example.org>'],
      `Your message

  To:      bob@example.net
  Subject: The lease
  Sent:    Tue, 17 Feb 2026 09:00:00 +0100

did not reach the following recipient(s):

bob@example.net on Tue, 17 Feb 2026 09:00:05 +0100
    The recipient name is not recognized
    MSEXCH:IMS:Example:SITE:SERVER 0 (000C05A6) Unknown Recipient
`,
    ),
    expected: {
      kind: 'bounce',
      recipients: [
        failed(
          'bob@example.net',
          null,
          'The recipient name is not recognized MSEXCH:IMS:Example:SITE:SERVER 0 (000C05A6) Unknown Recipient',
        ),
      ],
      original_message_id: '<lease@example.org>',
    },
  },
  'a server that names them in a header': {
    raw: message(
      [
        'From: Mail Delivery Subsystem <mailer-daemon@example.net>',
        'X-Failed-Recipients: bob@example.net',
        'References: <lease@example.org>',
      ],
      'It did not work.',
    ),
    expected: {
      kind: 'bounce',
      recipients: [failed('bob@example.net', null, null)],
      original_message_id: '<lease@example.org>',
    },
  },
};
/** A bounce or a delay of one recipient, about the mail with this Message-ID. */
export function bounceOf(
  messageId: string,
  address: string,
  action = 'failed',
  words = '550 5.1.1 no such user',
): Buffer {
  const body = `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ${address}\nAction: ${action}\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${words}\n`;
  return multipartReport([{ type: 'message/delivery-status', body }], {
    returned: { type: 'text/rfc822-headers', body: `Message-ID: ${messageId}\n` },
  });
}
