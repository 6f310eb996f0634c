// Mail that is attached to a mail: read, shown, downloaded and searched like a mail, to a limited depth.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AttachedEmail } from '../../src/mail/attached/record.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { find } from '../../src/records/find.ts';
import { email } from '../../src/resources/email.ts';
import { docOf, putDoc } from '../../src/store/tables/records.ts';
import {
  attachmentTexts,
  dropAttachmentTexts,
  readMissingTexts,
} from '../../src/store/tables/search/attachment-texts.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { bring } from '../support/incoming.ts';
import { keyOf } from '../support/keys.ts';
import { multipart } from '../support/messages.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const messages = createMessageReader();
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await messages.close();
  await service.end();
});

const OUTER = ['From: Bob <bob@example.org>', 'To: me@example.org', 'Subject: Look at this'];
const attach = (mail: string, name = 'mail.eml') =>
  `Content-Type: message/rfc822; name="${name}"\nContent-Disposition: attachment; filename="${name}"\n\n${mail}`;
const boxed = (fields: string, boundary: string, ...parts: string[]) =>
  `${fields}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=${boundary}\n\n${parts.map((one) => `--${boundary}\n${one}\n`).join('')}--${boundary}--\n`;
const fieldsOf = (name: string, subject: string) =>
  `From: ${name} <${name.toLowerCase()}@example.net>\nTo: Bob <bob@example.org>\nSubject: ${subject}\nDate: Tue, 17 Feb 2026 09:00:00 +0100\nMessage-ID: <${name}@example.net>`;

const INNER = boxed(
  fieldsOf('Eve', 'The cellar'),
  'b3',
  'Content-Type: text/plain\n\nWurzelwerk below the stairs.',
  'Content-Type: text/plain; name=plan.txt\nContent-Disposition: attachment; filename=plan.txt\n\nGrundriss',
);
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MIDDLE = boxed(
  fieldsOf('Ann', 'The lease'),
  'b2',
  'Content-Type: text/html\n\n<p onclick="x()">Please sign <b>the Untermiete</b>.</p><script>x()</script><img src="cid:logo"><img src="https://t.example/1.gif">',
  `Content-Type: image/png; name=logo.png\nContent-ID: <logo>\nContent-Transfer-Encoding: base64\n\n${PNG}`,
  attach(INNER),
);

async function bringMail(...parts: string[]): Promise<string> {
  return (await bring(service, messages, multipart(parts, 'mixed', 'b1', OUTER))).record.id;
}
const read = async (id: string, path: string) =>
  (await service.ask('GET', `/emails/${id}/attached-email?path=${path}`)).body as { data: AttachedEmail };
const previewOf = async (id: string) =>
  ((await service.ask('GET', `/emails/${id}`)).body as { data: { preview: string } }).data.preview;

describe('an attached mail', () => {
  it('is read like a mail, and the mail within it', async () => {
    const id = await bringMail('\nSee below.\n', attach(MIDDLE));
    const { data } = await read(id, '0');
    expect(data).toMatchObject({
      path: '0',
      message_id: '<Ann@example.net>',
      subject: 'The lease',
      from_address: 'ann@example.net',
      from_name: 'Ann',
      to_addresses: [{ address: 'bob@example.org', name: 'Bob' }],
      date: '2026-02-17T08:00:00Z',
      preview: 'Please sign the Untermiete.',
      body_plain: null,
      has_html: true,
      parse_problem: null,
      attachments: [
        { filename: 'logo.png', mime: 'image/png', size: 70, inline: true, content_id: 'logo', is_email: false },
        { filename: 'mail.eml', mime: 'message/rfc822', is_email: true },
      ],
    });
    const inner = await read(id, '0.1');
    expect(inner.data).toMatchObject({
      subject: 'The cellar',
      body_plain: 'Wurzelwerk below the stairs.',
      has_html: false,
      attachments: [{ filename: 'plan.txt', mime: 'text/plain', size: 9, is_email: false }],
    });
  });

  it('has a page without scripts, with its own pictures, and images of other servers only on request', async () => {
    const id = await bringMail('\nSee below.\n', attach(MIDDLE));
    const page = await service.ask('GET', `/emails/${id}/attached-html?path=0`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-remote-images')).toBe('untrusted');
    expect(page.text).toContain('<p>Please sign <b>the Untermiete</b>.</p>');
    expect(page.text).not.toContain('x()');
    expect(page.text).toContain('data-remote-src="https://t.example/1.gif"');
    const picture = /src="\/api\/v1(\/emails\/[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') as string;
    const { text, headers } = await service.ask('GET', picture);
    expect(headers.get('content-type')).toBe('image/png');
    expect(text).toContain('PNG');
    const shown = await service.ask('GET', `/emails/${id}/attached-html?path=0&remote=true`);
    expect(shown.headers.get('x-remote-images')).toBe('requested');
    expect(shown.text).toContain(`src="/api/v1/emails/${id}/remote-image?url=`);
    const inner = await service.ask('GET', `/emails/${id}/attached-html?path=0.1&theme=dark`);
    expect(inner.text).toContain('Wurzelwerk below the stairs.');
  });

  it('is not from a trusted sender, whoever it says that it is from', async () => {
    await service.ask('POST', '/trusted-senders', { sender: 'ann@example.net' });
    const id = await bringMail('\nSee below.\n', attach(MIDDLE));
    const page = await service.ask('GET', `/emails/${id}/attached-html`);
    expect(page.headers.get('x-remote-images')).toBe('untrusted');
    expect(page.text).not.toContain('/remote-image?');
  });

  it('has attachments, which are downloaded and never shown as a page of the service', async () => {
    const html =
      'Content-Type: text/html; name=a.html\nContent-Disposition: attachment; filename=a.html\n\n<script>1</script>';
    const id = await bringMail(attach(boxed(fieldsOf('Ann', 'x'), 'b2', html, attach(INNER))));
    const { text, headers } = await service.ask('GET', `/emails/${id}/attached-file?path=0.1.0`);
    expect(text).toBe('Grundriss');
    expect(headers.get('content-disposition')).toBe('attachment; filename="plan.txt"');
    const page = await service.ask('GET', `/emails/${id}/attached-file?path=0.0`);
    expect(page.headers.get('content-security-policy')).toBe('sandbox');
    expect(page.headers.get('content-disposition')).toContain('attachment');
  });

  it('is one in base64, or one that only its name says', async () => {
    const bytes = Buffer.from(INNER).toString('base64');
    const named = `Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="The cellar.eml"\n\n${bytes}`;
    const encoded = `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${bytes}`;
    const id = await bringMail('\nBoth.\n', named, encoded);
    for (const path of ['0', '1']) expect((await read(id, path)).data.subject).toBe('The cellar');
  });

  it('is 404 where there is none: no such position, another file, too deep, another path', async () => {
    const id = await bringMail(
      '\nText.\n',
      attach(INNER),
      'Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nx',
    );
    const status = async (path: string, what = 'attached-email') =>
      (await service.ask('GET', `/emails/${id}/${what}?path=${path}`)).status;
    for (const path of ['1', '2', '0.0', '-1', 'x', '', '0.', '9999.0', Array(12).fill(0).join('.')])
      expect([path, await status(path)]).toEqual([path, 404]);
    expect(await status('0', 'attached-file')).toBe(404);
    expect(await status('0.9', 'attached-file')).toBe(404);
    expect(await status('0.0', 'attached-file')).toBe(200);
  });

  it('needs the scope to read files too, and belongs to its user', async () => {
    const other = await startTestService();
    onTestFinished(() => other.end());
    const { id } = (await bring(other, messages, multipart([attach(INNER)], 'mixed', 'b1', OUTER))).record;
    const reader = await keyOf(other, ['emails:read']);
    const whole = await keyOf(other, ['emails:read', 'files:read']);
    const stranger = await keyOf(other, ['emails:read', 'files:read'], (await addUser(other.store, 'eve'))?.id);
    for (const what of ['attached-email?path=0', 'attached-html?path=0', 'attached-file?path=0.0']) {
      const statusFor = async ({ headers }: typeof reader) =>
        (await other.ask('GET', `/emails/${id}/${what}`, undefined, headers)).status;
      expect([what, await statusFor(whole), await statusFor(reader), await statusFor(stranger)]).toEqual([
        what,
        200,
        403,
        404,
      ]);
    }
    const page = await other.ask('GET', `/emails/${id}/html`, undefined, reader.headers);
    expect(page.text).not.toContain('Wurzelwerk');
  });
});

describe('a mail that has nothing but an attached mail', () => {
  it('has its subject and its text as preview, and its text as page', async () => {
    const id = await bringMail(attach(MIDDLE));
    expect(await previewOf(id)).toBe('The lease – Please sign the Untermiete.');
    const page = await service.ask('GET', `/emails/${id}/html`);
    expect(page.text).toContain('<b>Subject:</b> The lease<br><b>From:</b> Ann &lt;ann@example.net&gt;');
    expect(page.text).toContain('<p>Please sign <b>the Untermiete</b>.</p>');
    expect(page.text).not.toContain('x()');
    await service.ask('POST', `/emails/${id}/star`);
    expect(await previewOf(id)).toBe('The lease – Please sign the Untermiete.');
  });

  it('also where that has nothing but another one, and not where the mail has a text', async () => {
    const id = await bringMail(attach(boxed(fieldsOf('Ann', 'Fwd'), 'b2', attach(INNER))));
    expect(await previewOf(id)).toBe('Fwd – Wurzelwerk below the stairs.');
    expect(await previewOf(await bringMail('\nMy own words.\n', attach(MIDDLE)))).toBe('My own words.');
  });

  const html = (body: string) => `Content-Type: text/html\n\n${body}\n`;

  it.each([
    ['a line break', '<html><body><br></body></html>'],
    [
      'an empty paragraph of Outlook',
      '<html><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body><p class=MsoNormal><o:p>&nbsp;</o:p></p></body></html>',
    ],
    ['characters without a width', '<p>&#8203;\u00ad&zwnj;</p><!-- <img src="a.png"> --><img hidden src="b.png">'],
    ['much of it', '<p class="empty">&nbsp;</p>\n'.repeat(20_000)],
  ])('also where its HTML shows nothing: %s', async (_, body) => {
    const id = await bringMail(html(body), attach(boxed(fieldsOf('Ann', 'Fwd'), 'b2', html(body), attach(INNER))));
    expect(await previewOf(id)).toBe('Fwd – Wurzelwerk below the stairs.');
    expect((await service.ask('GET', `/emails/${id}/html`)).text).toContain('<b>Subject:</b> Fwd');
  });

  it.each(['<p><br></p><p>.</p>', '<img src="cid:a">', '<p>&amp;</p>'])(
    'but not where it shows something: %s',
    async (body) => {
      const id = await bringMail(html(body), attach(MIDDLE));
      expect((await service.ask('GET', `/emails/${id}/html`)).text).not.toContain('<b>Subject:</b>');
    },
  );

  it('which only its name may say', async () => {
    const named = `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename=lease.eml\n\n${MIDDLE}`;
    expect(await previewOf(await bringMail(named))).toBe('The lease – Please sign the Untermiete.');
  });
});

it('mail that was stored before previews of attached mail gets one when the texts of its attachments are read', async () => {
  const id = await bringMail('Content-Type: text/html\n\n<p>&nbsp;</p>\n', attach(MIDDLE));
  await eventually(
    () => service.store.write(1, (tx) => attachmentTexts(tx, id)),
    (texts) => texts !== undefined,
  );
  await service.store.write(1, async (tx) => {
    const stored = await find(tx, email, id);
    putDoc(tx, email, stored.key, docOf(email, { ...stored.record, preview: '' }));
    dropAttachmentTexts(tx, id);
    readMissingTexts(tx);
  });
  await eventually(
    () => previewOf(id),
    (preview) => preview.startsWith('The lease Please sign the Untermiete.'),
  );
});

describe('search', () => {
  const found = async (q: string) => {
    const { body } = await service.ask('GET', `/emails?fields=id&q=${encodeURIComponent(q)}`);
    return (body as { data: { id: string }[] }).data.map(({ id }) => id);
  };

  it('finds the words of an attached mail, and of what is within it', async () => {
    const middle = MIDDLE.replaceAll('Untermiete', 'Zwischenmiete').replaceAll('Wurzelwerk', 'Rankgitter');
    const id = await bringMail('\nSee below.\n', attach(middle.replaceAll('Grundriss', 'Lageplan')));
    await eventually(
      () => found('zwischenmiete'),
      (ids) => ids.length > 0,
    );
    for (const q of ['zwischenmiete', 'rankgitter', 'lageplan', 'plan.txt rankgitter'])
      expect([q, await found(q)]).toEqual([q, [id]]);
  });
});
