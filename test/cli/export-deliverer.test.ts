// What a token that may not send has stored stays such mail in an export: no import makes it credible, neither by the
// results of authentication that it claims nor by who imports it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { ACCOUNT, inService, mailsOf, newPlace, succeed } from '../support/export-places.ts';
import { bring } from '../support/incoming.ts';
import { keyOf } from '../support/keys.ts';
import { eventually, temporaryFolder } from '../support/process.ts';
import type { TestService } from '../support/service.ts';

const TRUSTED = 'ann@example.org';
const RESULTS = 'Authentication-Results: mx.example.org; spf=pass; dkim=pass; dmarc=pass';
const RECEIVED = 'Received: from x.org (x.org [203.0.113.9]) by mx.example.org; Tue, 17 Feb 2026 09:00:00 +0100';
const html = '<p>Hi</p><img src="https://t.example/stolen.png">';
const PASSED = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };
/** Custom fields of the largest size: each character has six in the file. */
const LARGE = { custom_fields: { x: 'ü'.repeat(250_000) } };

type Place = Awaited<ReturnType<typeof newPlace>>;

const eml = (subject: string) =>
  [RESULTS, RECEIVED, `From: ${TRUSTED}`, `Subject: ${subject}`, 'Content-Type: text/html', '', `${html}\n`].join('\n');

async function importOver(service: TestService, content: string, query: string, headers: Record<string, string> = {}) {
  const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.mbox"\r\n\r\n${content}\r\n--b--\r\n`;
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  expect((await service.ask('POST', `/imports${query}`, form, { ...headers, ...type })).status).toBe(202);
  const tasks = () => service.ask('GET', '/tasks', undefined, headers);
  await eventually(tasks, ({ body }) =>
    (body as { data: { state: string }[] }).data.every(({ state }) => state === 'done'),
  );
}

/** An export with mail of a token that may not send, of one that may, and of a mail server. */
async function makeExport(): Promise<string> {
  const place = await newPlace();
  await inService(place, async (service) => {
    const writer = (await keyOf(service, ['emails:read', 'emails:write'])).headers;
    const sender = (await keyOf(service, ['emails:read', 'emails:write', 'emails:send'])).headers;
    await importOver(service, eml('forged'), `?account_id=${ACCOUNT}`, writer);
    await importOver(service, eml('forged large'), `?account_id=${ACCOUNT}`, writer);
    await importOver(service, eml('imported'), `?account_id=${ACCOUNT}`, sender);
    const posted = { from_address: TRUSTED, received_at: '2026-02-17T09:00:00Z', subject: 'posted', body_html: html };
    expect((await service.ask('POST', '/emails', posted, writer)).status).toBe(201);
    const { body } = await service.ask('GET', '/emails?search=large', undefined, writer);
    const [large] = (body as { data: { id: string; authentication: object }[] }).data;
    expect(large).toMatchObject({ authentication: PASSED });
    expect((await service.ask('PATCH', `/emails/${large?.id}`, LARGE, writer)).status).toBe(200);
    const reader = createMessageReader({ threads: 1 });
    await bring(service, reader, Buffer.from(eml('genuine')), { account_id: ACCOUNT });
    await reader.close();
  });
  return exportOf(place);
}

async function exportOf(place: Place): Promise<string> {
  const folder = join(temporaryFolder(), 'out');
  await succeed('export', '--mbox', folder, ...place.options);
  return folder;
}

/** By subject: why images are shown or not, and what is claimed to have been verified. */
async function shownIn(place: Place): Promise<Record<string, unknown>> {
  return inService(place, async (service) => {
    await service.ask('POST', '/trusted-senders', { sender: TRUSTED });
    const shown = async ({ id, subject, authentication }: Awaited<ReturnType<typeof mailsOf>>[number]) => {
      const { headers } = await service.ask('GET', `/emails/${id}/html`);
      return [subject, [headers.get('x-remote-images'), (authentication as typeof PASSED | null)?.dmarc ?? null]];
    };
    return Object.fromEntries(await Promise.all((await mailsOf(service)).map(shown)));
  });
}

const SHOWN = {
  forged: ['unverified', null],
  'forged large': ['unverified', null],
  posted: ['unverified', null],
  imported: ['trusted', 'pass'],
  genuine: ['trusted', 'pass'],
};

let exported: string;
beforeAll(async () => {
  exported = await makeExport();
});

it.each([
  ['as the own export', ['--own-export']],
  ['for an account', ['--account', ACCOUNT]],
  ['as the own export, for an account', ['--own-export', '--account', ACCOUNT]],
])('an import by the command line %s does not make it credible, nor does another export', async (_, options) => {
  const [second, third] = [await newPlace(), await newPlace()];
  await succeed('import', exported, ...options, ...second.options);
  expect(await shownIn(second)).toEqual(SHOWN);
  await succeed('import', await exportOf(second), ...options, ...third.options);
  expect(await shownIn(third)).toEqual(SHOWN);
});

it('an import over the API by somebody who may send does not make it credible', async () => {
  const place = await newPlace();
  await inService(place, async (service) => {
    for (const name of readdirSync(exported))
      await importOver(service, readFileSync(join(exported, name), 'latin1'), `?account_id=${ACCOUNT}`);
  });
  expect(await shownIn(place)).toEqual(SHOWN);
});
