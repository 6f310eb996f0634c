// Leaving a mailing list: by one click at its server, under the rules for addresses, or by a mail; only when asked.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import type { Email } from '../../src/resources/email.ts';
import { createUnsubscriber } from '../../src/sending/unsubscribe-request.ts';
import { newId } from '../../src/values/ids.ts';
import { addAccount } from '../support/accounts.ts';
import { authority, elsewhereCertificate, hereCertificate } from '../support/certificates.ts';
import { bring } from '../support/incoming.ts';
import { message } from '../support/messages.ts';
import { changesSince } from '../support/scenario.ts';
import { quick, type SendingService, startSending } from '../support/sending.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

type Mail = Email & { id: string };
interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

const trusted = getCACertificates('default');
let world: SendingService;
let service: TestService;
let smtp: TestSmtp;
let reader: MessageReader;
let list: Server;
let url: string;
let asked: Asked[] = [];
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  setDefaultCACertificates([...trusted, authority]);
  list = createServer(hereCertificate, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      asked.push({ method, url: path, headers, body: Buffer.concat(pieces).toString() });
      respond(response);
    });
  });
  list.listen(0, '127.0.0.1');
  await once(list, 'listening');
  url = `https://127.0.0.1:${(list.address() as AddressInfo).port}/u?id=1&x=%20`;
  reader = createMessageReader();
  smtp = await startSmtp();
  world = await startSending();
  service = world.service;
  await world.addAccount(smtp.account, { is_default: true });
});
beforeEach(() => {
  asked = [];
  respond = (response) => response.end('done');
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await world.end();
  await smtp.end();
  await reader.close();
  list.closeAllConnections();
  list.close();
});

const ONE_CLICK = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';
const letter = async (headers: string[], to = service) =>
  (await bring(to, reader, message(['From: news@example.net', 'Subject: News', ...headers]))).record.id;
const leave = (id: string, body?: object, headers?: Record<string, string>): Promise<Answered> =>
  service.ask('POST', `/emails/${id}/unsubscribe`, body, headers);
const dataOf = ({ body }: Answered) => (body as { data: Mail }).data;
const errorOf = ({ status, body }: Answered) => ({
  status,
  ...(body as { error: { code: string; message: string } }).error,
});
async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { seq } = await changesSince(service, 0, 0);
  await work();
  const { messages } = await changesSince(service, seq, 100);
  return messages.filter(({ data }) => (data as Partial<Mail>).status !== 'sending').map(({ event }) => event);
}

describe('one click', () => {
  it('is a POST to the server of the list, and the email has its time', async () => {
    const id = await letter([
      'List-Id: News <news.example.net>',
      `List-Unsubscribe: <mailto:x@y.z>, <${url}>`,
      ONE_CLICK,
    ]);
    expect(asked).toEqual([]); // never by itself
    let answer: Answered | undefined;
    expect(await eventsOf(async () => (answer = await leave(id)))).toEqual(['email.updated']);
    expect(answer?.status).toBe(200);
    expect(dataOf(answer as Answered).list).toEqual({
      id: 'news.example.net',
      unsubscribe: { one_click: true, url, mailto: 'mailto:x@y.z' },
      unsubscribed_at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/u?id=1&x=%20',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]);
    expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('cookie');
  });

  it('requested again does nothing, unless a method is named', async () => {
    const id = await letter([`List-Unsubscribe: <${url}>`, ONE_CLICK]);
    const first = dataOf(await leave(id));
    let again: Answered | undefined;
    expect(await eventsOf(async () => (again = await leave(id, {})))).toEqual(['email.updated']);
    expect(dataOf(again as Answered).list).toEqual(first.list);
    expect(asked).toHaveLength(1);
    expect((await leave(id, { via: 'one_click' })).status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('with an Idempotency-Key is done once', async () => {
    const id = await letter([`List-Unsubscribe: <${url}>`, ONE_CLICK]);
    const key = { 'idempotency-key': 'leave-1' };
    const first = await leave(id, { via: 'one_click' }, key);
    const again = await leave(id, { via: 'one_click' }, key);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(),
      /redirect, which is not followed/,
    ],
    ['a refusal', (response) => response.writeHead(404).end(), /status 404/],
    ['no answer', (response) => response.destroy(), /./],
    [
      'a change of protocol',
      ({ socket }) => socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      /did not answer the request/,
    ],
  ])('that gets %s is reported, and nothing changes', async (_, how, words) => {
    respond = how;
    const id = await letter([`List-Unsubscribe: <${url}>`, ONE_CLICK]);
    const error = errorOf(await leave(id));
    expect(error).toMatchObject({ status: 502, code: 'UNSUBSCRIBE_FAILED', details: { url } });
    expect(error.message).toMatch(words);
    expect(dataOf(await service.ask('GET', `/emails/${id}`)).list?.unsubscribed_at).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('does not wait for the end of the response', async () => {
    respond = (response) => response.writeHead(200).write('x');
    expect((await leave(await letter([`List-Unsubscribe: <${url}>`, ONE_CLICK]))).status).toBe(200);
  });

  it('at a server with a certificate for another name is refused', async () => {
    list.setSecureContext(elsewhereCertificate);
    const answer = await leave(await letter([`List-Unsubscribe: <${url}>`, ONE_CLICK]));
    list.setSecureContext(hereCertificate);
    expect(errorOf(answer)).toMatchObject({
      code: 'UNSUBSCRIBE_FAILED',
      message: expect.stringContaining('certificate'),
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['pass', true],
    ['fail', false],
    ['none', false],
    [null, true],
  ])('of a mail whose DKIM result is %s is offered: %s', async (dkim, offered) => {
    const account_id = newId();
    await addAccount(service, { id: account_id, address: `${account_id}@x.org`, imap: { host: 'imap.example.org' } });
    const results = `Authentication-Results: imap.example.org; spf=pass${dkim === null ? '' : `; dkim=${dkim}`}`;
    const outside = 'Received: from x.org (x.org [203.0.113.9]) by mx.example.org with ESMTP; …';
    const raw = message([results, outside, 'From: a@b.c', `List-Unsubscribe: <${url}>`, ONE_CLICK]);
    const { record } = await bring(service, reader, raw, { account_id });
    expect(record).toMatchObject({ authentication: { dkim }, list: { unsubscribe: { one_click: offered, url } } });
    expect((await leave(record.id)).status).toBe(offered ? 200 : 422);
    expect(asked).toHaveLength(offered ? 1 : 0);
  });

  it('to an address that is not a URL is reported', async () => {
    const unsubscriber = createUnsubscriber([]);
    await expect(unsubscriber.oneClick('nonsense')).rejects.toMatchObject({ code: 'UNSUBSCRIBE_FAILED' });
  });

  it.each([
    ['nonsense', true],
    ['http://x.org/u', true],
    ['javascript:alert(1)', false],
    [null, true],
  ])('to %j (one_click: %j) is not restored by an import', async (address, one_click) => {
    const unsubscribe = { one_click, url: address, mailto: null };
    const fields = { list: { id: 'x', unsubscribe, unsubscribed_at: null } };
    const exported = { id: newId(), fields, isTrusted: false, threads: new Set<string>() };
    const { record } = await bring(service, reader, message(['From: a@b.c']), { exported });
    expect(record.list).toBeNull();
  });

  it('at a private address is refused before anything is sent', async () => {
    const strict = await startTestService();
    const id = await letter([`List-Unsubscribe: <${url}>`, ONE_CLICK], strict);
    const answer = await strict.ask('POST', `/emails/${id}/unsubscribe`);
    await strict.end();
    expect(errorOf(answer)).toMatchObject({
      status: 502,
      message: expect.stringContaining('127.0.0.1 is not a public address'),
    });
    expect(asked).toEqual([]);
  });
});

describe('a mail', () => {
  it('is sent from the account to the address of the list, with its subject and text', async () => {
    const mailto =
      'mailto:leave+7@lists.example.net,other@x.org?subject=off%20news%0D%0ABcc:%20a@b.c&body=one%0D%0Atwo%07&bcc=eve@x.org&cc=eve@x.org';
    const id = await letter([`List-Unsubscribe: <${mailto}>`]);
    expect(await eventsOf(() => leave(id).then(({ status }) => expect(status).toBe(200)))).toEqual(
      expect.arrayContaining(['email.queued', 'email.updated']),
    );
    const [sent] = await smtp.until(1);
    expect(sent).toMatchObject({ from: 'ann@example.org', to: ['leave+7@lists.example.net'] });
    const { data } = (await service.ask('GET', '/emails?search=off')).body as { data: Mail[] };
    expect(data).toMatchObject([
      { subject: 'off news Bcc: a@b.c', body_plain: 'one\ntwo', cc_addresses: [], bcc_addresses: [] },
    ]);
    expect(dataOf(await service.ask('GET', `/emails/${id}`)).list?.unsubscribed_at).not.toBeNull();
    await leave(id);
    expect(((await service.ask('GET', '/emails?search=off')).body as { data: Mail[] }).data).toHaveLength(1);
  });

  it('has the subject unsubscribe if the list names none', async () => {
    const id = await letter(['List-Unsubscribe: <mailto:words@lists.example.net>']);
    expect((await leave(id, { via: 'mail' })).status).toBe(200);
    const { data } = (await service.ask('GET', '/emails?search=unsubscribe')).body as { data: Mail[] };
    expect(data).toMatchObject([{ subject: 'unsubscribe', body_plain: 'unsubscribe' }]);
  });
});

describe('an email without a method', () => {
  it.each<[string, string[], object | undefined, object]>([
    ['no list', [], undefined, { message: expect.stringContaining('List-Unsubscribe') }],
    [
      'a page',
      ['List-Unsubscribe: <https://x.org/u>'],
      undefined,
      { message: expect.stringContaining('open https://x.org/u'), details: { url: 'https://x.org/u' } },
    ],
    ['an address nobody can write to', ['List-Unsubscribe: <mailto:a@127.1>'], undefined, {}],
    [
      'not the way that is named',
      ['List-Unsubscribe: <mailto:a@b.org>'],
      { via: 'one_click' },
      { message: expect.stringContaining('one_click') },
    ],
  ])('%s is said', async (_, headers, body, expected) => {
    expect(errorOf(await leave(await letter(headers), body))).toMatchObject({
      status: 422,
      code: 'NOT_UNSUBSCRIBABLE',
      ...expected,
    });
  });

  it('a body that is wrong, or an unknown mail, is refused', async () => {
    const id = await letter([]);
    expect(errorOf(await leave(id, { via: 'fax' }))).toMatchObject({ status: 400, details: { field: 'via' } });
    const ofNull = await service.ask('POST', `/emails/${id}/unsubscribe`, 'null');
    expect(errorOf(ofNull)).toMatchObject({ status: 400, details: { field: 'body' } });
    expect(errorOf(await leave('018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10'))).toMatchObject({ status: 404 });
  });

  it('the scope to send is needed', async () => {
    const own = await startTestService(quick);
    const id = await letter([], own);
    const { text: token } = await createToken(own.store, {
      user: 1,
      name: 'x',
      scopes: ['emails:write'],
      expiresAt: null,
    });
    const answer = await own.ask('POST', `/emails/${id}/unsubscribe`, undefined, { authorization: `Bearer ${token}` });
    await own.end();
    expect(errorOf(answer)).toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
      details: { scope: 'emails:send' },
    });
  });
});
