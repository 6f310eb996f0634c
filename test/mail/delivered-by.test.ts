// Who delivered a mail decides whose trust its images have: a token that may write mail but not send it cannot send out
// data in the URLs of images, neither by loading them itself nor by mail that the owner opens.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRemoteImages } from '../../src/mail/html/remote-images.ts';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import { allowedAddresses } from '../../src/protocols/net/hosts.ts';
import { encodePng } from '../../src/values/png.ts';
import { addAccount } from '../support/accounts.ts';
import { bring } from '../support/incoming.ts';
import { keyOf } from '../support/keys.ts';
import { message } from '../support/messages.ts';
import { eventually } from '../support/process.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';

const PNG = Buffer.from(encodePng(2, 2, () => [255, 0, 0, 255]));
const ACCOUNT = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11';
const TRUSTED = 'ann@example.org';
const RECEIVED = { received_at: '2026-02-17T09:00:00Z' };

type Headers = Record<string, string>;
let service: TestService;
let reader: MessageReader;
let listener: Server;
let origin: string;
let owner: Headers;
let writer: Headers;
let viewer: Headers;
/** What the server of the images was told. */
const told: string[] = [];

beforeAll(async () => {
  service = await startTestService({}, createRemoteImages(allowedAddresses(['127.0.0.1'])));
  reader = createMessageReader();
  listener = createServer((request, response) => {
    told.push(request.url as string);
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  owner = (await keyOf(service, ['admin'])).headers as Headers;
  writer = (await keyOf(service, ['emails:read', 'emails:write'])).headers as Headers;
  viewer = (await keyOf(service, ['emails:read'])).headers as Headers;
  await addAccount(service, { id: ACCOUNT, imap: { host: 'imap.example.org' } });
  await service.ask('POST', '/trusted-senders', { sender: TRUSTED }, owner);
});
afterAll(async () => {
  listener.close();
  await reader.close();
  await service.end();
});

const htmlWith = (data: string) => `<p>Hi</p><img src="${origin}/${data}.png">`;
const idIn = ({ body }: Answered) => (body as { data: { id: string } }).data.id;

/** Opens the page of a mail as a browser does, with its images; returns why they are shown or not. */
async function opened(id: string, as: Headers, query = ''): Promise<string | null> {
  const page = await service.ask('GET', `/emails/${id}/html${query}`, undefined, as);
  for (const [, image] of page.text.matchAll(/src="([^"]*remote-image[^"]*)"/g))
    await service.ask('GET', (image as string).replaceAll('&amp;', '&').replace('/api/v1', ''), undefined, as);
  return page.headers.get('x-remote-images');
}

/** The address of the image of a mail, as somebody sees it. */
async function imageFor(as: Headers, id: string): Promise<string> {
  const page = await service.ask('GET', `/emails/${id}/html?remote=true`, undefined, as);
  return /src="\/api\/v1([^"]*remote-image[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') as string;
}

async function imported(source: string, as: Headers, query = ''): Promise<string> {
  const subject = /^Subject: (\S+)/m.exec(source)?.[1];
  const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.eml"\r\n\r\n${source}\r\n--b--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await service.ask('POST', `/imports${query}`, form, { ...as, ...type });
  expect(answer.status).toBe(202);
  expect(answer.text).not.toContain('delivered_by');
  const found = () => service.ask('GET', `/emails?search=${subject}`, undefined, owner);
  const listed = await eventually(found, ({ body }) => (body as { data: unknown[] }).data.length === 1);
  return (listed.body as unknown as { data: { id: string }[] }).data[0]?.id as string;
}

function eml(subject: string, from = TRUSTED, ...fields: string[]): string {
  const head = [...fields, `From: ${from}`, `Subject: ${subject}`, 'Date: Tue, 17 Feb 2026 09:00:00 +0000'];
  return message([...head, 'Content-Type: text/html'], htmlWith(subject)).toString();
}

async function posted(subject: string, as: Headers, more: object = {}): Promise<string> {
  const body = { ...RECEIVED, from_address: TRUSTED, subject, body_html: htmlWith(subject), ...more };
  return idIn(await service.ask('POST', '/emails', body, as));
}

describe('a token that may write mail but not send it', () => {
  it('loads no image of a mail that it imported', async () => {
    const id = await imported(eml('stolen1'), writer);
    expect(await opened(id, writer, '?remote=true')).toBe('forbidden');
    expect(await opened(id, writer)).toBe('unverified');
    // The address of an image is signed, but somebody may have told it to the token.
    expect((await service.ask('GET', await imageFor(owner, id), undefined, writer)).status).toBe(403);
    expect(told).toEqual([]);
  });

  it('has no image loaded by the owner who opens what it posted in the name of a trusted sender', async () => {
    const mails = [
      await posted('stolen2', writer),
      await posted('stolen3', writer, { account_id: ACCOUNT, source: 'imap', source_id: `${ACCOUNT}/1/1/INBOX` }),
      await imported(eml('stolen4'), writer),
    ];
    for (const id of mails) expect(await opened(id, owner)).toBe('unverified');
    expect(told).toEqual([]);
  });

  it('gains nothing by results of authentication that it wrote itself', async () => {
    const results = 'Authentication-Results: example.org; spf=pass; dkim=pass; dmarc=pass';
    const received = 'Received: from x.org (x.org [203.0.113.9]) by mx.example.org; Tue, 17 Feb 2026 09:00:00 +0100';
    const id = await imported(eml('stolen5', TRUSTED, results, received), writer, `?account_id=${ACCOUNT}`);
    const { body } = await service.ask('GET', `/emails/${id}`, undefined, owner);
    expect(body).toMatchObject({ data: { account_id: ACCOUNT, authentication: { dmarc: 'pass' } } });
    expect(await opened(id, owner)).toBe('unverified');
    expect(told).toEqual([]);
  });

  it('cannot change the text or the sender of a mail, nor who delivered it', async () => {
    const { record } = await bring(service, reader, Buffer.from(eml('genuine1')), { account_id: ACCOUNT });
    const patch = (path: string, body: object) => service.ask('PATCH', path, body, writer);
    for (const body of [{ body_html: htmlWith('stolen6') }, { from_address: TRUSTED }, { delivered_by: 'account' }]) {
      expect((await patch(`/emails/${record.id}`, body)).status).toBe(400);
      expect((await patch(`/emails/drafts/${record.id}`, body)).status).toBeGreaterThanOrEqual(400);
    }
    const own = await posted('stolen7', writer);
    for (const [method, path, body] of [
      ['PATCH', `/emails/${own}`, { is_starred: true, folder: 'ARCHIVE', custom_fields: { by: 'account' } }],
      ['DELETE', `/emails/${own}`, undefined],
      ['POST', `/emails/${own}/restore`, undefined],
      ['POST', `/emails/${own}/snooze`, { until: '2100-01-01T00:00:00Z' }],
      ['POST', `/emails/${own}/unsnooze`, undefined],
    ] as const)
      expect((await service.ask(method, path, body, writer)).status).toBe(200);
    expect(await opened(own, owner)).toBe('unverified');
    const forged = { ...RECEIVED, from_address: TRUSTED, delivered_by: 'account' };
    expect((await service.ask('POST', '/emails', forged, writer)).status).toBe(400);
    const draft = await posted('stolen8', owner, { status: 'draft', received_at: null });
    await service.ask('PATCH', `/emails/drafts/${draft}`, { body_html: htmlWith('stolen9') }, writer);
    expect(await opened(draft, owner)).toBe('untrusted');
    expect(told).toEqual([]);
  });

  it('loads images of mail that came from a mail server, or from an import of somebody who may send', async () => {
    const { record } = await bring(service, reader, Buffer.from(eml('genuine2')), { account_id: ACCOUNT });
    expect(await opened(record.id, writer, '?remote=true')).toBe('requested');
    expect(await opened(await imported(eml('genuine3'), owner), writer, '?remote=true')).toBe('requested');
    expect(told.splice(0)).toEqual(['/genuine2.png', '/genuine3.png']);
  });
});

describe('a token that may only read mail', () => {
  it('loads no image of what a token stored that may not send', async () => {
    const alone = (await keyOf(service, ['emails:write'])).headers as Headers;
    const draft = await posted('stolen12', owner, { status: 'draft', received_at: null });
    expect(
      (await service.ask('PATCH', `/emails/drafts/${draft}`, { body_html: htmlWith('stolen13') }, alone)).status,
    ).toBe(200);
    for (const id of [await posted('stolen10', alone), await imported(eml('stolen11'), alone), draft]) {
      expect(await opened(id, viewer, '?remote=true')).toBe('forbidden');
      expect((await service.ask('GET', await imageFor(owner, id), undefined, viewer)).status).toBe(403);
    }
    expect(told).toEqual([]);
  });

  it('loads images of other mail on request, also of mail without a source', async () => {
    const { record } = await bring(service, reader, Buffer.from(eml('genuine5')), { account_id: ACCOUNT });
    for (const id of [record.id, await imported(eml('genuine6'), owner), await posted('genuine7', owner)])
      expect(await opened(id, viewer, '?remote=true')).toBe('requested');
    expect(told.splice(0)).toEqual(['/genuine5.png', '/genuine6.png', '/genuine7.png']);
  });
});

describe('mail from a trusted sender', () => {
  it('that an account fetched is trusted, even if its server writes no results', async () => {
    const { record } = await bring(service, reader, Buffer.from(eml('genuine4')), { account_id: ACCOUNT });
    expect(await opened(record.id, owner)).toBe('trusted');
    expect(told.splice(0)).toEqual(['/genuine4.png']);
  });

  it('of which nothing was verified is unverified if no account fetched it', async () => {
    expect(await opened(await posted('own1', owner), owner)).toBe('unverified');
    expect(await opened(await imported(eml('own2'), owner), owner)).toBe('unverified');
    const { record } = await bring(service, reader, Buffer.from(eml('own3')), { delivered_by: 'command_line' });
    expect(await opened(record.id, owner)).toBe('unverified');
    expect(told).toEqual([]);
  });

  it('that was verified is trusted, also from an import of somebody who may send', async () => {
    const results = 'Authentication-Results: example.org; spf=pass; dkim=pass; dmarc=pass';
    const received = 'Received: from x.org (x.org [203.0.113.9]) by mx.example.org; Tue, 17 Feb 2026 09:00:00 +0100';
    const id = await imported(eml('own4', TRUSTED, results, received), owner, `?account_id=${ACCOUNT}`);
    expect(await opened(id, owner)).toBe('trusted');
    expect(told.splice(0)).toEqual(['/own4.png']);
  });

  it('is not served with who delivered it', async () => {
    const id = await posted('own5', owner);
    for (const path of [`/emails/${id}`, '/emails', '/changes?since=0'])
      expect((await service.ask('GET', path, undefined, owner)).text).not.toContain('delivered_by');
  });
});
