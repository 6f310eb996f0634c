// Exports over the API: every record of a kind as a file, which an import restores; streamed as fast as it is read.

import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { filesFolder } from '../../src/open-store.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { onDisk } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { codeOf, keyOf } from '../support/keys.ts';
import { message, usual } from '../support/messages.ts';
import { eventually } from '../support/process.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const make = async (path: string, body: object) =>
  (await service.ask('POST', path, body)).body['data' as never] as { id: string };
const fetchExport = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.ask(method, `/export${query}`, undefined, headers);
const headersOf = ({ headers }: Answered) =>
  ['content-type', 'content-disposition', 'x-total-count', 'cache-control'].map((name) => headers.get(name));
const separators = (text: string) => text.match(/^From /gm)?.length ?? 0;

describe('an export', () => {
  it.each([
    ['events', { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' }],
    ['contacts', { display_name: 'Ann\nLee', notes: 'first\nsecond' }],
  ])('of %s has a record in each line as it is served, with those in the trash', async (kind, body) => {
    const [kept, trashed] = [await make(`/${kind}`, body), await make(`/${kind}`, body)];
    await service.ask('DELETE', `/${kind}/${trashed.id}`);
    const answer = await fetchExport(`?kind=${kind}`);
    expect(headersOf(answer)).toEqual([
      ...['application/x-ndjson', `attachment; filename="${kind}.jsonl"`, '2', 'no-store'],
    ]);
    const lines = answer.text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([kept.id, trashed.id].sort());
    const served = (await service.ask('GET', `/${kind}/${kept.id}`)).body as { data: object };
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(served.data);
  });

  it('of emails is one mbox file, of all folders or of one, which an import restores', async () => {
    const reader = createMessageReader();
    const { id } = (await bring(service, reader, message(usual))).record;
    await reader.close();
    await service.ask('PATCH', `/emails/${id}`, { labels: ['home'], is_starred: true });
    const written = await make('/emails', {
      from_address: 'ann@x.org',
      received_at: '2026-02-17',
      subject: 'Plan',
      folder: 'Old',
      body_plain: 'Hi',
    });
    const all = await fetchExport('?kind=emails');
    expect(headersOf(all)).toEqual(['application/mbox', 'attachment; filename="emails.mbox"', '2', 'no-store']);
    expect(separators(all.text)).toBe(2);
    const old = await fetchExport('?kind=emails&folder=Old');
    expect(headersOf(old).slice(1, 3)).toEqual(['attachment; filename="Old.mbox"', '1']);
    expect([separators(old.text), old.text.includes('Subject: Plan')]).toEqual([1, true]);

    const before = await Promise.all([id, written.id].map((one) => service.ask('GET', `/emails/${one}`)));
    for (const one of [id, written.id]) await service.ask('DELETE', `/emails/${one}?permanent=true`);
    const body = new FormData();
    body.append('file', new Blob([all.text]), 'emails.mbox');
    const started = await fetch(`${service.url}/api/v1/imports`, { method: 'POST', body });
    const { data } = (await started.json()) as { data: { id: string } };
    await eventually(
      async () => (await service.ask('GET', `/tasks/${data.id}`)).text,
      (text) => text.includes('"done"'),
    );
    const after = await Promise.all([id, written.id].map((one) => service.ask('GET', `/emails/${one}`)));
    const fields = ({ body: { data: mail } }: { body: { data: Record<string, unknown> } }) =>
      ['id', 'subject', 'folder', 'labels', 'is_starred', 'status'].map((name) => mail[name]);
    expect(after.map((one) => fields(one as never))).toEqual(before.map((one) => fields(one as never)));
  });

  it('of nothing is empty; HEAD has the number without the records', async () => {
    const empty = await fetchExport('?kind=emails&folder=None');
    expect([empty.status, empty.text, empty.headers.get('x-total-count')]).toEqual([200, '', '0']);
    const head = await fetchExport('?kind=contacts', {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('x-total-count')]).toEqual([200, '', '2']);
  });

  it.each([
    ['without a kind', '', 'kind'],
    ['of an unknown kind', '?kind=files', 'kind'],
    ['of events in a folder', '?kind=events&folder=INBOX', 'folder'],
  ])('%s is refused', async (_name, query, field) => {
    const answer = await fetchExport(query);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_QUERY']);
    expect(answer.body).toMatchObject({ error: { details: { field } } });
  });

  it('with a mail whose source is missing on the disk has the others, and breaks off instead of its end', async () => {
    const before = separators((await fetchExport('?kind=emails')).text);
    const reader = createMessageReader();
    const known = onDisk(filesFolder(service.config));
    await bring(service, reader, message([...usual.slice(0, -1), 'Message-ID: <lost@example.org>']));
    await reader.close();
    for (const path of onDisk(filesFolder(service.config)).filter((one) => !known.includes(one)))
      rmSync(join(filesFolder(service.config), path));
    const { text, isComplete } = await readToEnd('?kind=emails');
    expect([separators(text), isComplete]).toEqual([before, false]);
  });

  it(`is read as fast as its client reads; ${limits.exportsOfUser} of a user at a time, until a client has gone`, async () => {
    const notes = 'x'.repeat(900_000);
    for (let count = 0; count < 30; count++) await make('/contacts', { display_name: `Long ${count}`, notes });
    // Clients that do not read: neither response can end.
    const slow = await Promise.all(Array.from({ length: limits.exportsOfUser }, openUnread));
    const third = await fetchExport('?kind=contacts');
    expect([third.status, codeOf(third)]).toEqual([429, 'RATE_LIMITED']);
    const eve = (await addUser(service.store, 'eve'))?.id as number;
    const { headers } = await keyOf(service, ['admin'], eve);
    expect((await fetchExport('?kind=contacts', headers)).status).toBe(200);
    for (const close of slow) close();
    const owner = await keyOf(service, ['admin']);
    await eventually(
      () => fetchExport('?kind=contacts', owner.headers),
      ({ status, text }) => status === 200 && text.split('\n').length === 33,
    );
  });

  it('needs the scope of its kind, and has the records of its user only', async () => {
    const ben = (await addUser(service.store, 'ben'))?.id as number;
    const [events, bens] = [await keyOf(service, ['events:read']), await keyOf(service, ['admin'], ben)];
    const codes = ['events', 'emails', 'contacts'].map(async (kind) => {
      const answer = await fetchExport(`?kind=${kind}`, events.headers);
      return `${answer.status} ${codeOf(answer) ?? 'fine'}`;
    });
    expect(await Promise.all(codes)).toEqual(['200 fine', '403 INSUFFICIENT_SCOPE', '403 INSUFFICIENT_SCOPE']);
    for (const kind of ['events', 'emails', 'contacts']) {
      const answer = await fetchExport(`?kind=${kind}`, bens.headers);
      expect([answer.text, answer.headers.get('x-total-count')]).toEqual(['', '0']);
    }
  });
});

/** What arrives, also if the connection is closed before the end. */
function readToEnd(query: string): Promise<{ text: string; isComplete: boolean }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${service.url}/api/v1/export${query}`, { agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('latin1');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('error', () => {});
      answer.on('close', () => resolve({ text, isComplete: answer.complete }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Begins a download, and reads none of it; returns what ends its connection. */
function openUnread(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${service.url}/api/v1/export?kind=contacts`, { agent: false }, (answer) => {
      answer.pause();
      answer.on('error', () => {});
      resolve(() => asked.destroy());
    });
    asked.on('error', reject);
    asked.end();
  });
}
