// The source of a mail that was sent: the bytes that the server accepted, kept before the mail is marked as sent, and
// removed with the mail. A mail that no server has accepted has none.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBlobs } from '../../src/files/content-store.ts';
import { limits } from '../../src/limits.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { digest, onDisk, placed, upload } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { message, usual } from '../support/messages.ts';
import { eventually } from '../support/process.ts';
import { headersOf } from '../support/sending.ts';
import { account, fake, useFakeAccount, world } from '../support/sending-world.ts';
import type { Answered } from '../support/service.ts';

useFakeAccount();

const rawOf = (id: string): Promise<Answered> => world.service.ask('GET', `/emails/${id}/raw`);
const filesFolder = () => join(world.service.folder, 'files');

// The line end before the last dot belongs to the message (RFC 5321 section 4.1.1.4); the server keeps what is before it.
const messageOf = (bytes: Buffer | undefined): string => `${bytes?.toString('latin1').replaceAll(/^\.\./gm, '.')}\r\n`;

/** What the server got as the message with this id. */
async function received(id: string): Promise<string[]> {
  const { message_id } = await world.get(id);
  const own = fake.complete.filter(({ bytes }) => headersOf(bytes)['message-id'] === message_id);
  return own.map(({ bytes }) => messageOf(bytes));
}

describe('a sent mail', () => {
  it('has the bytes that the server accepted as its source, with attachments and without Bcc', async () => {
    const file = await upload(world.service, { filename: 'lease.pdf', mime: 'application/pdf', content: 'the lease' });
    const { id } = await world.send(account, {
      body_plain: 'Tea?\n.\n..\nGrüße',
      body_html: '<p>Tea?</p>',
      attachments: [file.id],
      bcc_addresses: ['Secret <hidden@example.net>'],
    });
    await world.untilEvent(id, 'email.sent');
    const raw = await rawOf(id);
    expect(raw.status).toBe(200);
    expect(raw.headers.get('content-type')).toBe('message/rfc822');
    expect(await received(id)).toEqual([raw.text]);
    expect(raw.text).toContain(Buffer.from('the lease').toString('base64'));
    expect(raw.text).not.toMatch(/hidden|Secret|^bcc:/im);
    expect(onDisk(filesFolder())).toContain(placed(digest(Buffer.from(raw.text, 'latin1'))));
    expect(openBlobs(filesFolder()).kept(0)).toEqual([]);
  });

  it('has the bytes of the successful attempt', async () => {
    fake.misbehave('dot', '451', { once: true });
    const { id } = await world.send(account, { body_html: '<p>Tea?</p>' });
    await world.untilEvent(id, 'email.sent');
    const [first, second] = await received(id);
    expect(first).not.toBe(second); // each has its own boundary
    expect((await rawOf(id)).text).toBe(second);
    const dropped = placed(digest(Buffer.from(first as string, 'latin1')));
    await eventually(
      () => onDisk(filesFolder()),
      (names) => !names.includes(dropped),
    );
  });

  it('keeps its source until it is erased', async () => {
    const { id } = await world.send(account, { body_plain: 'to be erased' });
    await world.untilEvent(id, 'email.sent');
    const content = placed(digest((await rawOf(id)).text));
    await world.make('DELETE', `/emails/${id}`);
    expect((await rawOf(id)).status).toBe(200);
    expect(onDisk(filesFolder())).toContain(content);
    await world.make('DELETE', `/emails/${id}?permanent=true`);
    await eventually(
      () => onDisk(filesFolder()),
      (names) => !names.includes(content),
    );
  });
});

describe('a mail that was not sent', () => {
  it('has no source while it waits or after it was refused, and leaves nothing on disk', async () => {
    const before = onDisk(filesFolder());
    fake.misbehave('dot', '550', { once: true });
    const { id } = await world.send(account, { body_plain: 'to be refused' });
    await world.untilEvent(id, 'email.send_failed');
    const { status, body } = await rawOf(id);
    expect({ status, body }).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect(JSON.stringify(body)).toContain('or that was sent');
    await eventually(
      () => onDisk(filesFolder()),
      (names) => names.join() === before.join(),
    );
  });

  it('has the bytes that may have been sent if the outcome is unknown, until it is sent again', async () => {
    const silent = await startFakeSmtp();
    onTestFinished(() => silent.end());
    const own = await world.addAccount(silent.account);
    silent.misbehave('dot', 'reset', { once: true });
    const { id } = await world.send(own, { body_html: '<p>Tea?</p>' });
    expect(await world.untilEvent(id, 'email.send_failed')).toMatchObject({ send_error: { code: 'OUTCOME_UNKNOWN' } });
    expect((await rawOf(id)).text).toBe(messageOf(silent.complete[0]?.bytes));
    await world.make('POST', `/emails/${id}/send`);
    await world.untilEvent(id, 'email.sent');
    expect(silent.complete).toHaveLength(2);
    expect((await rawOf(id)).text).toBe(messageOf(silent.complete[1]?.bytes));
  });

  it('is retried if its bytes cannot be written to disk', async () => {
    const incoming = join(filesFolder(), 'incoming');
    rmSync(incoming, { recursive: true, force: true });
    writeFileSync(incoming, ''); // blocks the file that is to be written
    const { id } = await world.send(account, { body_plain: 'no room' });
    expect(await world.untilDeferred(id)).toMatchObject({ status: 'queued', send_error: { code: 'NOT_SENT' } });
    expect(await received(id)).toEqual([]);
    rmSync(incoming);
    mkdirSync(incoming);
    await world.untilEvent(id, 'email.sent');
    expect(await received(id)).toEqual([(await rawOf(id)).text]);
  });

  it('fails if it is larger than the largest stored source', async () => {
    const file = await upload(world.service, { content: 'x'.repeat(1000) });
    const most = limits.mailSourceBytes;
    // As if the file had been large: what is said of it decides, and its bytes must agree.
    const { id } = await world.send(account, { attachments: [file.id], scheduled_at: '2999-01-01T00:00:00Z' });
    Object.assign(limits, { mailSourceBytes: 1000 });
    onTestFinished(() => void Object.assign(limits, { mailSourceBytes: most }));
    await world.make('POST', `/emails/${id}/cancel`);
    await world.make('POST', `/emails/${id}/send`);
    expect(await world.untilEvent(id, 'email.send_failed')).toMatchObject({
      send_error: { code: 'TOO_LARGE', message: expect.stringContaining('at most 1000 can be sent') },
    });
  });
});

describe('an imported draft', () => {
  it('keeps its source until it is edited or sent; then the sent bytes are its source', async () => {
    const reader = createMessageReader();
    onTestFinished(() => reader.close());
    const draft = { status: 'draft' as const, folder: 'DRAFTS', account_id: account, source: 'import' };
    const raw = message(usual, 'A draft.');
    const [edited, sent] = [
      await bring(world.service, reader, raw, draft),
      await bring(world.service, reader, raw, draft),
    ];
    expect((await rawOf(edited.record.id)).text).toBe(raw.toString());
    await world.make('PATCH', `/emails/drafts/${edited.record.id}`, { subject: 'Another' });
    expect((await rawOf(edited.record.id)).status).toBe(404);
    await world.make('POST', `/emails/${sent.record.id}/send`);
    await world.untilEvent(sent.record.id, 'email.sent');
    expect(await received(sent.record.id)).toEqual([(await rawOf(sent.record.id)).text]);
  });
});
