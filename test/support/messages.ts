// Messages for tests: plain ones to build on, and two hundred that are malformed or made to do harm. Each is made when
// it is asked for, since some are large.
export interface HostileMessage {
  name: string;
  make(): Buffer;
}

/** A message of header lines and a body, with the line ends of mail. */
export function message(headers: string[], body = 'Hello.', encoding: BufferEncoding = 'utf8'): Buffer {
  return Buffer.from([...headers, '', body].join('\n').replaceAll('\n', '\r\n'), encoding);
}

export const usual = [
  'From: Ann Lee <ann@example.org>',
  'To: Bob <bob@example.org>',
  'Subject: The lease',
  'Date: Tue, 17 Feb 2026 09:00:00 +0100',
  'Message-ID: <lease@example.org>',
];

/** A multipart of parts that are written unchanged. */
export function multipart(parts: string[], type = 'mixed', boundary = 'b1', headers = usual): Buffer {
  const body = [...parts.map((part) => `--${boundary}\n${part}`), `--${boundary}--`, ''].join('\n');
  return message([...headers, 'MIME-Version: 1.0', `Content-Type: multipart/${type}; boundary="${boundary}"`], body);
}

const text = 'Content-Type: text/plain; charset=utf-8\n\nHello.\n';

function nested(levels: number, type = 'mixed'): Buffer {
  const lines: string[] = [];
  for (let level = 0; level < levels; level++)
    lines.push(`Content-Type: multipart/${type}; boundary="b${level}"`, '', `--b${level}`);
  return message([...usual, 'MIME-Version: 1.0', ...lines.slice(0, 1)], [...lines.slice(2), text].join('\n'));
}

function messagesInMessages(levels: number): Buffer {
  return message(
    usual.concat('Content-Type: message/rfc822'),
    'Content-Type: message/rfc822\n\n'.repeat(levels) + text,
  );
}

function bytes(headers: string[], ...body: number[]): Buffer {
  return Buffer.concat([message(headers, ''), Buffer.from(body)]);
}

function rows(names: Record<string, () => Buffer>): HostileMessage[] {
  return Object.entries(names).map(([name, make]) => ({ name, make }));
}

const structure = rows({
  'parts nested 60 deep': () => nested(60),
  'parts nested 1,000 deep': () => nested(1000),
  'parts nested 10,000 deep': () => nested(10_000),
  'alternatives nested 10,000 deep': () => nested(10_000, 'alternative'),
  'messages in messages, 1,000 deep': () => messagesInMessages(1000),
  'messages in messages, 100,000 deep': () => messagesInMessages(100_000),
  'a digest of messages in messages': () => multipart(['\nSubject: one\n\n--b1\n'.repeat(500)], 'digest'),
  '1,000 parts': () => multipart(Array(999).fill(text)),
  '100,000 parts': () => multipart(Array(100_000).fill('\n')),
  '100,000 parts that name no boundary': () => message(usual, '--b1\n\nx\n'.repeat(100_000)),
  '100,000 parts by a boundary in pieces': () =>
    message([...usual, 'Content-Type: multipart/mixed; boundary*0="b"; boundary*1="1"'], '--b1\n\nx\n'.repeat(100_000)),
  'one boundary for all levels': () => multipart(Array(200).fill('Content-Type: multipart/mixed; boundary="b1"\n\n')),
  'boundaries that begin alike': () =>
    multipart(['Content-Type: multipart/mixed; boundary="b11"\n\n--b11\n\none\n--b1\n\ntwo\n--b11--\n']),
  'boundaries in a circle': () =>
    multipart([
      'Content-Type: multipart/mixed; boundary="b2"\n\n--b2\nContent-Type: multipart/mixed; boundary="b1"\n\n--b1\n\nx\n--b2--\n--b1--\n'.repeat(
        50,
      ),
    ]),
  'a boundary that ends before it begins': () => multipart(['']).subarray(0, -1),
  'an inner part that is ended by the outer boundary': () =>
    multipart(['Content-Type: multipart/alternative; boundary="in"\n\n--in\n\nx\n', text]),
  'an empty boundary': () => message([...usual, 'Content-Type: multipart/mixed; boundary=""'], '--\n\nx\n----\n'),
  'no boundary': () => message([...usual, 'Content-Type: multipart/mixed'], '--x\n\ny\n--x--'),
  'a boundary of 100,000 characters': () => multipart([text], 'mixed', 'x'.repeat(100_000)),
  'a boundary of blanks': () => multipart([text], 'mixed', '     '),
  'a boundary with a quote in it': () => multipart([text], 'mixed', 'a\\"b'),
  'a boundary that is a pattern': () => multipart([text], 'mixed', '(a+)+$.*[x]{9}'),
  'a boundary named twice': () =>
    message([...usual, 'Content-Type: multipart/mixed; boundary=a; boundary=b'], '--a\n\none\n--b\n\ntwo\n--a--'),
  'no end': () => multipart([text]).subarray(0, -10),
  'only delimiters': () => multipart(Array(500).fill('')),
  'an end and then more': () => Buffer.concat([multipart([text]), multipart([text])]),
  'a type without a slash': () => message([...usual, 'Content-Type: text']),
  'a type of rubbish': () => message([...usual, 'Content-Type: ;;;===;;"";charset']),
  'a type of 200,000 parameters': () => message([...usual, `Content-Type: text/plain${'; a=b'.repeat(40_000)}`]),
  'two types': () => message([...usual, 'Content-Type: text/html', 'Content-Type: text/plain'], '<b>x</b>'),
  'a million lines and more': () => Buffer.concat([message(usual), Buffer.alloc(1_100_000, '\n')]),
  '8 MB of line ends without text': () => Buffer.concat([message(usual), Buffer.alloc(8_000_000, '\r\n')]),
  'one line of 8 MB': () => Buffer.concat([message(usual), Buffer.alloc(8_000_000, 'x')]),
  'more bytes than are read': () => Buffer.concat([message(usual), Buffer.alloc(52_500_000, 'Hello, you.\r\n')]),
  'a header of 50 MB': () => Buffer.concat([message(usual).subarray(0, -10), Buffer.alloc(50_000_000, 'X: y\r\n')]),
  'a header of one line of 10 MB': () => message(['Subject: early', `X-Long: ${'y'.repeat(10_000_000)}`, ...usual]),
  'a header that never ends': () => Buffer.from('Subject: x\r\n folded'.repeat(30_000)),
  'headers of parts of 3 MB': () => multipart(Array(30).fill(`X: ${'y'.repeat(100_000)}\n\nx`)),
  'nothing at all': () => Buffer.alloc(0),
  'one byte': () => Buffer.from('\n'),
  'only line ends': () => Buffer.from('\r\n\r\n\r\n'),
  'only NULs': () => Buffer.alloc(100_000),
  'every byte there is': () => Buffer.from(Array.from({ length: 65_536 }, (_, at) => at & 255)),
  'a picture': () => Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  'UTF-16': () => Buffer.from(`\ufeff${message(usual).toString()}`, 'utf16le'),
});

const header = rows({
  'a body without headers': () => Buffer.from('Just some words.\r\nAnd more.'),
  'headers without a blank line': () => Buffer.from([...usual, 'Dear Bob,', 'hello.'].join('\r\n')),
  'headers without a body': () => Buffer.from(usual.join('\r\n')),
  'blank lines before the headers': () => Buffer.concat([Buffer.from('\r\n\r\n'), message(usual)]),
  'a byte order mark': () => Buffer.concat([Buffer.from('efbbbf', 'hex'), message(usual)]),
  'a separator line of a mailbox': () =>
    Buffer.concat([Buffer.from('From ann@example.org Tue Feb 17 09:00:00 2026\r\n'), message(usual)]),
  'bare line feeds': () => Buffer.from(message(usual).toString().replaceAll('\r\n', '\n')),
  'bare carriage returns': () => Buffer.from(message(usual).toString().replaceAll('\r\n', '\r')),
  'carriage returns in values': () => message(['Subject: a\rBcc: evil@example.org', ...usual]),
  'line ends of all kinds': () => Buffer.from('Subject: a\nFrom: b@c.d\r\nX: y\r\rTo: e@f.g\n\r\n\rtext'),
  'NULs in values': () => message(['Subject: a\0b', 'From: x\0y <a\0@b.c>', 'Message-ID: <a\0b@c>']),
  'rubbish between fields': () => message(['%%% rubbish', ...usual, 'and a line without a colon', 'X: y']),
  'fields with blanks before the colon': () => message(['Subject : spaced', 'From  : a@b.c']),
  'fields without names': () => message([': nothing', ':', ...usual]),
  'a continuation first': () => message([' folded before anything', ...usual]),
  '20,000 continuations': () => message(['Subject: a', ...Array(20_000).fill(' b'), ...usual]),
  '10,000 fields': () => message([...usual, ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: y`)]),
  'each field twice': () => message([...usual, ...usual.map((line) => line.replace('Ann', 'Eve'))]),
  'no From and no Date': () => message(['Subject: orphan']),
  'an empty From': () => message(['From:', 'To:', 'Subject:', 'Date:', 'Message-ID:']),
  'fields in Latin-1': () => message(['Subject: Grüße aus Köln', 'From: Jürgen <j@example.org>'], 'Grüße', 'latin1'),
  'fields in UTF-8': () => message(['Subject: Grüße 你好', 'From: Jürgen <j@example.org>']),
  'fields in Shift_JIS': () => bytes(['Subject: \x83e\x83X\x83g'], 0x83, 0x65),
  'fields with line separators': () => message(['Subject: a\u2028b\u2029c\u0085d']),
  'a subject of 200,000 characters': () => message([`Subject: ${'long '.repeat(40_000)}`, ...usual]),
  'a subject of half characters': () => message(['Subject: =?utf-16be?b?2D3YPdg9?=', ...usual]),
  'a subject of 100,000 marks': () => message([`Subject: e${'\u0301'.repeat(100_000)}`, ...usual]),
  'prototype names as fields': () => message(['__proto__: x', 'constructor: y', 'toString: z', ...usual]),
  'prototype names as parameters': () => message([...usual, 'Content-Type: text/plain; __proto__=x; constructor=y']),
});

const dates = rows(
  Object.fromEntries(
    [
      'never',
      '',
      'Thu, 99 Jan 2026 10:00:00 +0000',
      'Tue, 17 Feb 26 09:00 EST',
      '2026-02-17 09:00:00',
      '17/02/2026 09:00',
      'Tue, 17 Feb 99999 09:00:00 +0000',
      'Tue, 17 Feb 2026 25:61:61 +9999',
      'Thu, 01 Jan 1970 00:00:00 -0000',
      `${'('.repeat(20_000)}Tue, 17 Feb 2026 09:00:00 +0000`,
      '-271821-04-20T00:00:00Z',
      `${'9'.repeat(50_000)}`,
      'Di, 17 Mär 2026 09.00.00 +0100',
    ].map((date, at) => [`a date: ${at} ${date.slice(0, 30)}`, () => message([`Date: ${date}`, 'Subject: when'])]),
  ),
);

const charsets =
  'utf-8 utf-7 utf-16 utf-32 iso-8859-1 iso-8859-8-i windows-1252 koi8-r gb2312 gb18030 big5 shift_jis iso-2022-jp iso-2022-kr hz-gb-2312 euc-kr cp437 x-unknown unknown-8bit ISO_8859-1:1987 " utf8 a=b'.split(
    ' ',
  );
const broken = [0xe9, 0x80, 0xff, 0xfe, 0x1b, 0x24, 0x42, 0x00, 0xd8, 0x3d, 0xc3, 0x28, 0xf0, 0x9f, 0x98, 0x0a];
const charset = charsets.flatMap((name) => [
  { name: `text in ${name}`, make: () => bytes([...usual, `Content-Type: text/plain; charset=${name}`], ...broken) },
  {
    name: `words in ${name}`,
    make: () => message([`Subject: =?${name}?q?=E9=80=FF=1B=24B?= =?${name}?B?6YD//hskQgA=?=`, ...usual]),
  },
]);

const longest = 30_000;
const bait = rows({
  'encoded words without an end': () => message([`Subject: ${'=?utf-8?q?'.repeat(longest)}`]),
  'encoded words of question marks': () => message([`Subject: =?${'?'.repeat(200_000)}`]),
  'encoded words of equals signs': () => message([`Subject: =?utf-8?q?${'='.repeat(200_000)}?=`]),
  'encoded words of blanks': () => message([`Subject: =?utf-8?q?${'= '.repeat(100_000)}?=`]),
  'encoded words in a row': () => message([`Subject: ${'=?utf-8?q?a?= '.repeat(longest / 2)}`]),
  'encoded words in words': () => message(['Subject: =?utf-8?q?=3D=3Futf-8=3Fq=3Fx=3F=3D?=']),
  'encoded words that hold line ends': () => message(['Subject: =?utf-8?q?a=0D=0ABcc:_evil@example.org?=']),
  'encoded words of bad base64': () => message(['Subject: =?utf-8?b?////=A=A==?= =?utf-8?b?=?= =?utf-8?b?%%%?=']),
  'encoded words split in a character': () =>
    message(['Subject: =?utf-8?b?w?= =?utf-8?b?7w=?= =?utf-8?q?=C3?= =?utf-8?q?=BC?=']),
  'encoded words of an unknown kind': () => message(['Subject: =?utf-8?x?abc?= =?utf-8??abc?= =???=']),
  'encoded words with a language': () => message(['Subject: =?utf-8*en?q?hello?=']),
  'addresses of quotes': () => message([`To: ${'"'.repeat(100_001)}`]),
  'addresses of backslashes': () => message([`To: "${'\\'.repeat(100_001)}" <a@b.c>`]),
  'addresses of brackets': () => message([`To: ${'<'.repeat(100_000)}`]),
  'addresses of brackets in pairs': () => message([`To: ${'<>'.repeat(50_000)}`]),
  'addresses of comments': () => message([`To: ${'('.repeat(100_000)}a@b.c`]),
  'addresses of closed comments': () => message([`To: ${'(x)'.repeat(longest)}a@b.c`]),
  'addresses of commas': () => message([`To: ${','.repeat(200_000)}`]),
  'addresses of semicolons and colons': () => message([`To: ${':;'.repeat(50_000)}`]),
  'addresses of groups in groups': () => message([`To: ${'g:'.repeat(20_000)}a@b.c${';'.repeat(20_000)}`]),
  'addresses of at signs': () => message([`To: ${'@'.repeat(100_000)}`]),
  'addresses of dots': () => message([`To: ${'a.'.repeat(50_000)}@b.c`]),
  'addresses of blanks': () => message([`To: a${' '.repeat(200_000)}@b.c`]),
  '10,000 addresses': () => message([`To: ${Array.from({ length: 10_000 }, (_, at) => `a${at}@b.c`).join(', ')}`]),
  'an address of 100,000 characters': () => message([`From: ${'a'.repeat(100_000)}@b.c`]),
  'an address within a name': () => message(['From: "ann@example.org" <eve@example.net>']),
  'an address in encoded words': () => message(['From: =?utf-8?q?ann=40example.org=2C?= <eve@example.net>']),
  'an address with line ends': () => message(['From: "a=?utf-8?q?=0A?=b" <a@b.c>']),
  routes: () => message(['From: <@a.example,@b.example:c@d.example>']),
  'a percent address': () => message(['From: a%b@c!d!e', 'To: [127.0.0.1]']),
  'ids of brackets': () => message([`References: ${'<'.repeat(100_000)}`]),
  'ids without brackets': () => message(['Message-ID: no brackets here', 'In-Reply-To: Your message of "Tue"']),
  '20,000 ids': () => message([`References: ${Array.from({ length: 20_000 }, (_, at) => `<${at}@b>`).join(' ')}`]),
  'an id of 100,000 characters': () => message([`Message-ID: <${'i'.repeat(100_000)}@b>`]),
  'a type of comments': () => message([...usual, `Content-Type: text/plain ${'('.repeat(100_000)}`]),
  'a type of quotes': () => message([...usual, `Content-Type: text/plain; charset="${'\\"'.repeat(50_000)}`]),
  'a type of continuations': () =>
    message([
      ...usual,
      `Content-Type: text/plain; ${Array.from({ length: 5000 }, (_, at) => `name*${at}*=%41`).join(';')}`,
    ]),
});

function attached(lines: string[], content = 'eA=='): Buffer {
  return multipart([text, `${lines.join('\n')}\nContent-Transfer-Encoding: base64\n\n${content}\n`]);
}
const type = 'Content-Type: application/octet-stream';

const attachment = rows({
  'a name in continuations': () =>
    attached([
      type,
      "Content-Disposition: attachment; filename*0*=utf-8''%e4%bd; filename*1*=%a0%20; filename*2=plain.pdf",
    ]),
  'a name in continuations with a gap': () =>
    attached([type, 'Content-Disposition: attachment; filename*0="a"; filename*5="b"; filename*999999999999="c"']),
  'a name in a character set that is none': () =>
    attached([type, "Content-Disposition: attachment; filename*=none''%ff%fe"]),
  'a name that climbs': () => attached([type, 'Content-Disposition: attachment; filename="../../etc/passwd"']),
  'a name that climbs in Windows': () =>
    attached([type, 'Content-Disposition: attachment; filename="..\\..\\boot.ini"']),
  'a name of a device': () => attached([type, 'Content-Disposition: attachment; filename="/dev/null"']),
  'a name that reads backwards': () => attached([type, 'Content-Disposition: attachment; filename="a\u202efdp.exe"']),
  'a name with NULs': () => attached([type, 'Content-Disposition: attachment; filename="a\0.pdf"']),
  'a name of dots': () => attached([type, 'Content-Disposition: attachment; filename="..."']),
  'a name of 100,000 characters': () =>
    attached([type, `Content-Disposition: attachment; filename="${'n'.repeat(100_000)}"`]),
  'no name': () => attached([type, 'Content-Disposition: attachment']),
  'an unclosed name': () => attached([type, 'Content-Disposition: attachment; filename="open']),
  'a disposition of rubbish': () => attached([type, 'Content-Disposition: ;;;"=']),
  'a type with a path': () => attached(['Content-Type: ../../x; name=../y']),
  'base64 of padding': () => attached([type], '='.repeat(300_000)),
  'base64 padded at each character': () => attached([type], 'A='.repeat(300_000)),
  'base64 that is none': () => attached([type], '%%%% not base64 ????'),
  'base64 of 8 MB of zeros': () => attached([type], 'A'.repeat(8_000_000)),
  'base64 of one letter a line': () => attached([type], 'A\n'.repeat(300_000)),
  'quoted-printable of equals signs': () =>
    message([...usual, 'Content-Transfer-Encoding: quoted-printable'], '='.repeat(500_000)),
  'quoted-printable cut off': () => message([...usual, 'Content-Transfer-Encoding: quoted-printable'], 'a=\nb=C3=\n=B'),
  'quoted-printable of NULs': () =>
    message([...usual, 'Content-Transfer-Encoding: quoted-printable'], '=00'.repeat(9999)),
  'an unknown encoding': () => message([...usual, 'Content-Transfer-Encoding: x-rot13'], 'Uryyb'),
  'uuencoded text': () => message(usual, 'begin 644 a.txt\n#86)C\n`\nend\n'),
  'a winmail.dat': () => attached(['Content-Type: application/ms-tnef; name="winmail.dat"'], 'eJ8+IgAB'),
  'a calendar': () =>
    multipart([text, 'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n'], 'alternative'),
  'a calendar of line ends': () => multipart([text, `Content-Type: text/calendar\n\n${'\n'.repeat(300_000)}x`]),
  'a content id of rubbish': () => attached(['Content-Type: image/png', 'Content-ID: <<a@b><c@d>>']),
  'a picture that shows itself': () =>
    multipart(
      [
        'Content-Type: text/html\n\n<img src="cid:me">',
        'Content-Type: text/html\nContent-ID: <me>\n\n<img src="cid:me">',
      ],
      'related',
    ),
  '500 pictures of one id': () =>
    multipart(Array(500).fill('Content-Type: image/png\nContent-ID: <one@x>\n\nx'), 'related'),
  'an attached message that is broken': () => multipart([text, 'Content-Type: message/rfc822\n\n\0\0 no header']),
  'a delivery report': () =>
    multipart(
      [text, 'Content-Type: message/delivery-status\n\nAction: failed\n', 'Content-Type: text/rfc822-headers\n\nA: b'],
      'report; report-type=delivery-status',
    ),
  'a part of a message': () => message([...usual, 'Content-Type: message/partial; id=x; number=1; total=2']),
  'a body elsewhere': () =>
    message([...usual, 'Content-Type: message/external-body; access-type=URL; URL="file:///etc/passwd"']),
});

function html(body: string): Buffer {
  return message([...usual, 'Content-Type: text/html; charset=utf-8'], body);
}

const markup = rows({
  'flowed text without an end': () =>
    message([...usual, 'Content-Type: text/plain; format=flowed; delsp=yes'], 'word \n'.repeat(100_000)),
  'flowed text of quotes': () =>
    message([...usual, 'Content-Type: text/plain; format=flowed'], `${'> '.repeat(20_000)}x`),
  'HTML of 30,000 open elements': () => html('<div>'.repeat(30_000)),
  'HTML of open tables': () => html('<table><tr><td>'.repeat(10_000)),
  'HTML of angle brackets': () => html('<'.repeat(300_000)),
  'HTML of entities': () => html('&'.repeat(300_000)),
  'HTML of large entities': () => html('&#99999999999;&#x110000;&#xd800;&#0;'.repeat(10_000)),
  'HTML of one long attribute': () => html(`<p style="${'a:b;'.repeat(100_000)}">x</p>`),
  'HTML of 100,000 attributes': () => html(`<p ${'a=b '.repeat(100_000)}>x</p>`),
  'HTML of comments': () => html('<!--'.repeat(100_000)),
  'HTML of CDATA': () => html('<![CDATA['.repeat(50_000)),
  'HTML beside text': () => multipart([text, 'Content-Type: text/html\n\n<p>x'], 'alternative'),
  'HTML turned to text': () => multipart([text, `Content-Type: text/html\n\n${'<a href='.repeat(30_000)}`]),
  'HTML of NULs': () => html('<scr\0ipt>alert(1)</scr\0ipt>'),
  'HTML that runs': () =>
    html('<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'),
  'HTML in foreign markup': () => html('<svg><foreignObject><math><mtext><script>alert(1)</script>'),
  'HTML of 2 MB': () => html('<p style="color: red">Hello <b>you</b>.</p>\n'.repeat(45_000)),
});

export const hostileMessages: HostileMessage[] = [
  ...structure,
  ...header,
  ...dates,
  ...charset,
  ...bait,
  ...attachment,
  ...markup,
];

/** Those whose characters reach the store: an engine may refuse some of them. */
export const hostileCharacters = hostileMessages.filter(
  (one) => header.includes(one) || charset.includes(one) || /NUL|surrogate/i.test(one.name),
);
