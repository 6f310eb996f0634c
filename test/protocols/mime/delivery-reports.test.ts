// Delivery status notifications, disposition notifications, mailing lists and Authentication-Results, as real servers
// write them.
import { describe, expect, it } from 'vitest';
import { message } from '../../support/messages.ts';
import { read, recipient, reportOf } from '../../support/report-readings.ts';
import { multipartReport } from '../../support/reports.ts';

const dsn = (status: string, more: Parameters<typeof multipartReport>[1] = {}) =>
  reportOf(multipartReport([{ type: 'message/delivery-status', body: status }], more));

describe('a delivery status notification', () => {
  it('is a bounce with its recipients, and names the mail that it is about', async () => {
    expect(
      await dsn(`Reporting-MTA: dns; mx.example.org
Arrival-Date: Tue, 17 Feb 2026 09:00:00 +0100

Final-Recipient: rfc822; bob@example.net
Original-Recipient: rfc822;bob@example.net
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.net
Diagnostic-Code: smtp; 550 5.1.1 <bob@example.net>: Recipient address
    rejected: User unknown

Final-Recipient: rfc822; cleo@example.net
Action: delayed
Status: 4.4.1
`),
    ).toEqual({
      kind: 'bounce',
      recipients: [
        recipient(
          'bob@example.net',
          'failed',
          '5.1.1',
          '550 5.1.1 <bob@example.net>: Recipient address rejected: User unknown',
        ),
        recipient('cleo@example.net', 'delayed', '4.4.1', null),
      ],
      original_message_id: '<lease@example.org>',
    });
  });

  it.each([
    ['delayed', 'delay'],
    ['delivered', 'receipt'],
    ['relayed', 'receipt'],
    ['expanded', 'receipt'],
    ['FAILED (to mailbox)', 'bounce'],
  ])('with the action %s is a %s', async (action, kind) => {
    expect(await dsn(`Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; b@x.org\nAction: ${action}\n`)).toMatchObject({
      kind,
    });
  });

  it('under the name that XWall gives it is one', async () => {
    const body = 'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; b@x.org\nAction: failed\nStatus: 5.9.8\n';
    expect(await reportOf(multipartReport([{ type: 'message/xdelivery-status', body }]))).toMatchObject({
      recipients: [{ address: 'b@x.org', status: '5.9.8' }],
    });
  });

  const one = (status: string) => dsn(status).then((report) => report?.recipients);
  it('without an action has that of its status, also of the one in the diagnostic', async () => {
    expect(await one('Final-Recipient: rfc822; b@x.org\nStatus: 4.2.2 (full)\n')).toEqual([
      recipient('b@x.org', 'delayed', '4.2.2', null),
    ]);
    expect(await one('Final-Recipient: rfc822; b@x.org\nDiagnostic-Code: smtp;550 5.7.1 [192.0.2.1] no\n')).toEqual([
      recipient('b@x.org', 'failed', '5.7.1', '550 5.7.1 [192.0.2.1] no'),
    ]);
  });

  it('names the address that the mail was sent to, not the one that it was forwarded to', async () => {
    const status =
      'Original-Recipient: rfc822;ann+2Bnews@x.org\nFinal-Recipient: rfc822;<ann@hidden.org>\nAction: failed';
    expect(await one(status)).toMatchObject([{ address: 'ann+news@x.org' }]);
    expect(
      await one('Original-Recipient: rfc822;unknown\nFinal-Recipient: LOCAL; ann@x.org\nAction: failed'),
    ).toMatchObject([{ address: 'ann@x.org' }]);
  });

  it('reads addresses of other scripts (RFC 6533)', async () => {
    const body =
      'Final-Recipient: utf-8; J\\x{F6}rg@x.org\nAction: failed\n\nFinal-Recipient: utf-8; jörg@y.org\nAction: failed';
    const report = await reportOf(multipartReport([{ type: 'message/global-delivery-status', body }]));
    expect(report?.recipients.map(({ address }) => address)).toEqual(['Jörg@x.org', 'jörg@y.org']);
  });

  it('in one block for all recipients, or broken without folding, is read all the same', async () => {
    expect(
      await one(`Reporting-MTA: dns; x
Final-Recipient: rfc822; a@x.org
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; 554 first
second line of it
Final-Recipient: rfc822; b@x.org
Action: failed
Status: 5.0.0
`),
    ).toEqual([
      recipient('a@x.org', 'failed', '5.0.0', '554 first second line of it'),
      recipient('b@x.org', 'failed', '5.0.0', null),
    ]);
  });

  it('that says nothing of a recipient is none', async () => {
    expect(await dsn('Reporting-MTA: dns; x\n\nX-Nothing: here\n')).toBeNull();
  });

  const returned = { status: 'Final-Recipient: rfc822; b@x.org\nAction: failed', raw: (more: object) => more };
  it.each<[string, Parameters<typeof multipartReport>[1], string | null]>([
    [
      'the returned header',
      { returned: { type: 'text/rfc822-headers', body: 'Message-ID:\n <h@x>\nSubject: y' } },
      '<h@x>',
    ],
    ['the returned message', { returned: { type: 'message/rfc822', body: 'message-id: <m@x>\n\nText' } }, '<m@x>'],
    ['In-Reply-To', { returned: null, headers: ['In-Reply-To: <r@x>'] }, '<r@x>'],
    ['the last of References', { returned: null, headers: ['References: <1@x> <2@x>'] }, '<2@x>'],
    ['nothing', { returned: null }, null],
  ])('takes the original id from %s', async (_, more, id) => {
    expect(await dsn(returned.status, more)).toMatchObject({ original_message_id: id });
  });

  it('that a person has attached to a mail is not a report', async () => {
    const raw = multipartReport([{ type: 'message/delivery-status', body: returned.status }], {
      type: 'multipart/mixed',
      from: 'Ann <ann@example.org>',
    });
    expect(await reportOf(raw)).toBeNull();
  });

  it('that a list has wrapped is one, if a server sent it', async () => {
    const raw = multipartReport([{ type: 'message/delivery-status', body: returned.status }], {
      type: 'multipart/mixed',
    });
    expect(await reportOf(raw)).toMatchObject({ kind: 'bounce' });
  });

  it('of a hundred thousand lines without a colon is read', async () => {
    const body = `Final-Recipient: rfc822; b@x.org\nAction: failed\nDiagnostic-Code: x\n${'y\n'.repeat(100_000)}`;
    expect(await dsn(body)).toMatchObject({ kind: 'bounce' });
  });
});

describe('a message disposition notification', () => {
  const mdn = (body: string, more = {}) =>
    reportOf(
      multipartReport([{ type: 'message/disposition-notification', body }], { from: 'Bob <bob@x.org>', ...more }),
    );
  it('is a receipt with what became of the mail', async () => {
    expect(
      await mdn(`Reporting-UA: pc; Mail
Original-Recipient: rfc822;bob@x.org
Final-Recipient: rfc822;bob@y.org
Original-Message-ID: <o@x>
Disposition: manual-action/MDN-sent-manually; displayed
`),
    ).toEqual({
      kind: 'receipt',
      recipients: [recipient('bob@x.org', 'displayed', null, null)],
      original_message_id: '<o@x>',
    });
  });

  it('of a mail that was deleted, or that could not be read, is a receipt too', async () => {
    const body =
      'Final-Recipient: rfc822;b@x.org\nDisposition: automatic-action/MDN-sent-automatically; deleted/error\nError: no key';
    expect(await mdn(body)).toMatchObject({
      kind: 'receipt',
      recipients: [{ action: 'deleted', diagnostic: 'no key' }],
      original_message_id: '<lease@example.org>',
    });
  });
});

describe('a mailing list', () => {
  const listOf = async (...headers: string[]) => (await read(message(['From: a@b.c', ...headers]))).list;
  it.each<[string, string[], unknown]>([
    ['its id', ['List-Id: "The club" <club.example.org>'], { id: 'club.example.org', unsubscribe: null }],
    ['an id without brackets', ['List-ID: club.example.org (the club)'], { id: 'club.example.org', unsubscribe: null }],
    [
      'one click',
      [
        'List-Unsubscribe: <mailto:leave@x.org?subject=off>, <https://x.org/u?',
        ' id=1>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ],
      {
        id: null,
        unsubscribe: { one_click: true, url: 'https://x.org/u?id=1', mailto: 'mailto:leave@x.org?subject=off' },
      },
    ],
    [
      'a page',
      ['List-Unsubscribe: (leave) <http://x.org/u>'],
      { id: null, unsubscribe: { one_click: false, url: 'http://x.org/u', mailto: null } },
    ],
    [
      'one click over http, which does not count',
      ['List-Unsubscribe: <http://x.org/u>', 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'],
      { id: null, unsubscribe: { one_click: false, url: 'http://x.org/u', mailto: null } },
    ],
    [
      'addresses of other kinds',
      ['List-Unsubscribe: <javascript:alert(1)>, <https://a:b@x.org/>, <mailto:nobody>'],
      null,
    ],
    ['no list', ['Subject: x'], null],
  ])('has %s', async (_, headers, expected) => {
    expect(await listOf(...headers)).toEqual(expected);
  });
});

describe('Authentication-Results', () => {
  const fields = async (...headers: string[]) => (await read(message([...headers, 'From: a@b.c']))).authentication;
  const results = (spf: string | null, dkim: string | null, dmarc: string | null) => ({ spf, dkim, dmarc });
  const outside =
    'Received: from x.org (helo.ours [203.0.113.9]) by mx.ours with ESMTP; Tue, 17 Feb 2026 09:00:00 +0100';
  const result = 'Authentication-Results: mx.ours; spf=pass smtp.mailfrom=a@b.c';

  it('are read with comments, versions, quotes and several signatures', async () => {
    const value =
      'MX.Ours 1; spf=softfail (x; dkim=fail) smtp.helo=h; spf=pass smtp.mailfrom="a;b"@c;\r\n dkim=fail header.d=x; dkim/1=pass (good (very)) header.d=b.c; dmarc=none; iprev=pass';
    expect(await fields(`Authentication-Results: ${value}`, outside)).toEqual([
      { server: 'mx.ours', place: 'own', results: results('pass', 'pass', 'none'), passed: ['c', 'b.c'] },
    ]);
  });

  it('are not taken from a quoted string, in which quotes are escaped', async () => {
    const sender = String.raw`"x\"; dkim=pass; dmarc=pass; spf=pass smtp.mailfrom=y; \""@evil.example`;
    const value = `mx.ours; spf=fail smtp.mailfrom=${sender}; dkim=none; dmarc=fail`;
    expect(await fields(`Authentication-Results: ${value}`, outside)).toMatchObject([
      { results: results('fail', 'none', 'fail') },
    ]);
  });

  it.each(['none', '', '; spf=pass', 'mx.ours; spf=maybe', 'spf=pass smtp.mailfrom=x'])(
    'of %j say nothing',
    async (value) => {
      const [found] = await fields(`Authentication-Results: ${value}`, outside);
      expect(found?.results ?? results(null, null, null)).toEqual(results(null, null, null));
    },
  );

  it.each<[string, string[], string[]]>([
    ['above the Received of the border are our own', [result, outside], ['own']],
    ['directly below it are uncertain', [outside, result], ['border']],
    ['below the next Received do not count', [outside, 'Received: from y by x.org; …', result], []],
    [
      'between hops of our own are our own',
      [
        'Received: from mx.ours by box.ours with LMTP; …',
        'Received: from localhost (localhost [127.0.0.1]) by mx.ours; …',
        result,
        outside,
      ],
      ['own'],
    ],
    ...['10.1.2.3', '172.31.0.1', 'IPv6:fd00::1', '127.0.0.1'].map((address): [string, string[], string[]] => [
      `behind LMTP from ${address} are our own`,
      [`Received: from x ([${address}]) by box.ours with LMTPS; …`, result, outside],
      ['own'],
    ]),
    [
      'behind LMTP from elsewhere are uncertain',
      ['Received: from x ([172.32.0.1]) by y with LMTP; …', result],
      ['border'],
    ],
    [
      'behind a hop that names no sender are our own',
      ['Received: by 2002:a05:6402::1 with SMTP id 1; …', result, outside],
      ['own'],
    ],
    ...['[127.0.0.1]', '[127.0.0.1] by x', 'x with LMTP by y', 'x(', 'by x'].map(
      (name): [string, string[], string[]] => [
        `behind a client that calls itself ${name} are uncertain`,
        [`Received: from ${name} (unknown [203.0.113.9]) by mx.ours with ESMTP id 1; …`, result],
        ['border'],
      ],
    ),
    ...[
      'from unknown (HELO [127.0.0.1]) (id@6.6.6.6) by mx.ours with SMTP',
      'from x (127.0.0.1) by mx.ours with SMTP via 6.6.6.6',
      'from [127.0.0.1] (6.6.6.6:2525) by mx.ours with SMTP',
      'from [127.0.0.1] (id@2001:db8::1) by mx.ours with SMTP',
      'from [127.0.0.1] (addr:2001:db8::1) by mx.ours with SMTP',
      'from x (x [10.0.0.5]) by mx.ours with ESMTP (envelope-from <"with LMTP"@x.org>)',
      'from x with LMTP ( (x [10.0.0.5]) by mx.ours with ESMTP (envelope-from <a)@x.org>)',
      'from x (with LMTP) ([10.0.0.5]) by mx.ours',
    ].map((value): [string, string[], string[]] => [
      `behind "${value}" are uncertain`,
      [`Received: ${value}; …`, result],
      ['border'],
    ]),
    [
      'behind LMTP with a cipher in a comment are our own',
      [
        'Received: from x ([10.0.0.5]) (using TLSv1.3 with cipher AES (256/256 bits)) by box.ours with LMTPS id 1; …',
        result,
        outside,
      ],
      ['own'],
    ],
    [
      'behind a client with a private address, as behind a proxy, are uncertain',
      ['Received: from x (x [172.17.0.1]) by mx.ours with ESMTP; …', result],
      ['border'],
    ],
    [
      'behind a client that calls itself like us are uncertain',
      ['Received: from mx.ours ([203.0.113.9]) by mx.ours with ESMTP; …', result],
      ['border'],
    ],
    [
      'behind a client without an address are uncertain',
      ['Received: from mx.ours by mx.ours with ESMTP; …', result],
      ['border'],
    ],
    ['of a message without Received are uncertain', [result], ['border']],
  ])('%s', async (_, headers, places) => {
    expect((await fields(...headers)).map(({ place }) => place)).toEqual(places);
  });
});
