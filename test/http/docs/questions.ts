// Requests to identities, webhooks, imports, attached mail, the feed and tokens, whose answers are compared with the OpenAPI document.

import { expect } from 'vitest';
import { form, formType } from '../../support/files.ts';
import type { Answered } from '../../support/service.ts';
import type { Ask } from './checked-answers.ts';
import { changeFaults } from './document.ts';

const dataOf = (answer: Answered) => (answer.body as { data: { id: string } }).data;

export async function askIdentities(ask: Ask): Promise<void> {
  const smtp = { host: '127.0.0.1', port: 1, user: null };
  const account = await ask('POST /email-accounts', 201, {}, { address: 'identified@example.org', smtp });
  const made = await ask('POST /identities', 201, {}, { account_id: dataOf(account).id, signature_plain: 'Ann' });
  const id = dataOf(made).id as string;
  await ask('POST /identities', 400, {}, { account_id: id });
  await ask('GET /identities', 200);
  await ask('GET /identities/{id}', 200, { id });
  await ask('PATCH /identities/{id}', 200, { id }, { name: 'Ann' });
  await ask('PATCH /identities/{id}', 412, { id }, {}, { 'if-match': '"0"' });
  await ask('DELETE /identities/{id}', 200, { id });
  await ask('DELETE /identities/{id}', 404, { id });
  await ask('DELETE /email-accounts/{id}', 200, { id: dataOf(account).id as string });
}

export async function askWebhooks(ask: Ask): Promise<void> {
  const url = 'http://127.0.0.1:1/hook';
  const made = await ask('POST /webhooks', 201, {}, { url, events: ['email.*'], enabled: false });
  const { id } = dataOf(made);
  await ask('POST /webhooks', 400, {}, { url, events: ['emial.*'] });
  await ask('GET /webhooks', 200);
  await ask('GET /webhooks/{id}', 200, { id });
  await ask('GET /webhooks/{id}', 200, { id }, undefined, {}, '?format=compact');
  await ask('PATCH /webhooks/{id}', 200, { id }, { description: 'Tickets' });
  await ask('PATCH /webhooks/{id}', 412, { id }, {}, { 'if-match': '"0"' });
  await ask('GET /webhooks/{id}/secret', 200, { id });
  await ask('POST /webhooks/{id}/rotate-secret', 200, { id }, {});
  await ask('POST /webhooks/{id}/rotate-secret', 400, { id }, { secret: 'short' });
  await ask('POST /webhooks/{id}/test', 200, { id });
  await ask('GET /webhooks/{id}/deliveries', 200, { id });
  await ask('DELETE /webhooks/{id}', 200, { id });
  await ask('GET /webhooks/{id}', 404, { id });
}

export async function askImports(ask: Ask): Promise<void> {
  const file = form({ filename: 'one.eml', content: 'From: ann@example.org\r\nSubject: Hi\r\n\r\nHi.\r\n' });
  await ask('POST /imports', 202, {}, file, formType);
  await ask('POST /imports', 415, {}, {});
  await ask('DELETE /imports/{id}', 404, { id: 'none' });
  await ask('GET /tasks', 200);
  await ask('GET /export', 200, {}, undefined, {}, '?kind=emails');
  await ask('GET /export', 400);
}

export async function askAttachedMails(ask: Ask): Promise<void> {
  const text = 'Content-Type: application/octet-stream; name=a.bin\r\nContent-Disposition: attachment\r\n\r\nHi.\r\n';
  const head = 'From: Ann <ann@example.org>\r\nDate: Tue, 17 Feb 2026 09:00:00 +0000\r\nSubject: Hi\r\n';
  const content = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${text}--b--\r\n`;
  const file = await ask('POST /files', 201, {}, form({ filename: 'one.eml', content }), formType);
  const { id } = dataOf(await ask('POST /emails/drafts', 201, {}, { attachments: [dataOf(file).id] }));
  for (const [what, path] of Object.entries({ email: '0', html: '0', file: '0.0' })) {
    await ask(`GET /emails/{id}/attached-${what}`, 200, { id }, undefined, {}, `?path=${path}`);
    await ask(`GET /emails/{id}/attached-${what}`, 404, { id }, undefined, {}, '?path=9');
  }
}

/** From the first token on every request needs one. */
export async function askTokens(ask: Ask): Promise<void> {
  await ask('GET /tokens', 200);
  await ask('POST /tokens', 400, {}, { name: 'phone' });
  await ask('DELETE /tokens/{id}', 404, { id: 'none' });
  const made = await ask('POST /tokens', 201, {}, { name: 'browser', scopes: ['admin'] });
  const { id, token } = (made.body as { data: { id: string; token: string } }).data;
  const headers = { authorization: `Bearer ${token}` };
  await ask('GET /tokens', 200, {}, undefined, headers);
  await ask('DELETE /tokens/{id}', 200, { id }, undefined, headers);
}

interface FeedMessage {
  event: string;
  seq: number;
}

/** Changes names, then compares every message of the log with the schema of its event. */
export async function askFeed(ask: Ask): Promise<void> {
  await ask('POST /contacts', 201, {}, { display_name: 'Bob', birthday: '1981-06-11' });
  await ask('PATCH /calendars/{name}', 200, { name: 'birthdays' }, { order: 3 });
  for (const path of ['calendars', 'folders', 'labels', 'tags']) {
    await ask(`POST /${path}`, 201, {}, { name: 'Chorus' });
    await ask(`PATCH /${path}/{name}`, 200, { name: 'Chorus' }, { name: 'Ensemble' });
  }
  const messages: FeedMessage[] = [];
  for (;;) {
    const since = messages.at(-1)?.seq ?? 0;
    const page = await ask('GET /changes', 200, {}, undefined, {}, `?since=${since}`);
    const { data } = page.body as { data: FeedMessage[] };
    if (data.length === 0) break;
    messages.push(...data);
  }
  expect(messages.flatMap(changeFaults)).toEqual([]);
  expect(messages.map(({ event }) => event)).toContain('calendar.updated');
}
