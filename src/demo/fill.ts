// Fills an empty store with the invented life of Ida Brandt, who draws maps, writes a book, rows and is about to move:
// something to try the service on. It goes through the same functions as requests do, in one transaction, so all of it
// is there or nothing; and the same day gives the same life.
import { createDraft } from '../domain/drafts.ts';
import { addFile } from '../domain/files.ts';
import { list } from '../domain/lists.ts';
import { newReader, readFields } from '../domain/reading.ts';
import { type Context, creatable, create, insert, newRecord, remove } from '../domain/records.ts';
import { snooze } from '../domain/snooze.ts';
import { limits } from '../limits.ts';
import { resources } from '../resources/all.ts';
import { contact } from '../resources/contact.ts';
import { type Attachment, email, serverFields } from '../resources/email.ts';
import { event } from '../resources/event.ts';
import type { Blobs, Received } from '../store/blobs.ts';
import { abandon } from '../store/contents.ts';
import { StoreProblem } from '../store/problem.ts';
import type { Store, Tx } from '../store/store.ts';
import { ahead } from './calendar/ahead.ts';
import { past } from './calendar/past.ts';
import { series } from './calendar/series.ts';
import type { DemoFile } from './files/contents.ts';
import { drafts, scheduled } from './mails/drafts.ts';
import { write } from './mails/thread.ts';
import { demoDay, noteDemo } from './note.ts';
import { addressOf, contactBody, ME, people } from './people.ts';
import { type Answer, mailbox, type Posted, typed } from './post.ts';
import { newStory, type Story } from './story.ts';

const OWNER = 1;

/** Fills the store, unless it is a demo already; one that holds other records is refused. */
export async function fillDemo(store: Store, blobs: Blobs, timezone: string, now = Date.now()): Promise<void> {
  const isEmpty = await hasNothing(store);
  if (!isEmpty && (await demoDay(store)) !== undefined) return;
  if (!isEmpty)
    throw new StoreProblem(
      `${store.about.location} has records that are not the demo's, and the demo is not added to them; start it without --demo, or name a new folder with --data.`,
    );
  const story = newStory(now, timezone);
  const context: Context = { timezone, source: 'local', versions: null };
  // Noted first: should the process die in between, the demo is still known as one.
  await noteDemo(store, story.date(0));
  const { mails, answers } = mailbox(story);
  const received = await receiveFiles(blobs, mails);
  try {
    await store.write(OWNER, async (tx) => {
      await addContacts(tx, story, context);
      await addEvents(tx, story, context);
      await addMails(tx, blobs, mails, received, context);
      await addDrafts(tx, answers, story, context);
    });
    for (const { sha256 } of received.values()) blobs.settle(OWNER, sha256);
  } catch (error) {
    for (const one of received.values()) await abandon(store, blobs, OWNER, one);
    throw error;
  } finally {
    for (const one of received.values()) blobs.discard(one);
  }
}

async function hasNothing(store: Store): Promise<boolean> {
  const totals = resources.map(async (resource) => {
    const text = await list(store, OWNER, resource, { limit: 0, include_deleted: true }, 'UTC');
    return JSON.parse(text).meta.total as number;
  });
  return (await Promise.all(totals)).every((total) => total === 0);
}

/** The contents on disk, which no row names yet. */
async function receiveFiles(blobs: Blobs, mails: Posted[]): Promise<Map<DemoFile, Received>> {
  const received = new Map<DemoFile, Received>();
  for (const file of mails.flatMap((mail) => mail.files))
    received.set(file, await blobs.receive([file.content], limits.fileBytes));
  return received;
}

async function addContacts(tx: Tx, story: Story, context: Context): Promise<void> {
  const fields = creatable(contact);
  for (const person of people) {
    const { record } = await create(tx, contact, fields, contactBody(person, story), context);
    if (person.more.deleted) await remove(tx, contact, record.id, context);
  }
}

async function addEvents(tx: Tx, story: Story, context: Context): Promise<void> {
  const fields = creatable(event);
  for (const { deleted, ...body } of [...series(story), ...past(story), ...ahead(story)]) {
    const { record } = await create(tx, event, fields, body, context);
    if (deleted) await remove(tx, event, record.id, context);
  }
}

async function addMails(
  tx: Tx,
  blobs: Blobs,
  mails: Posted[],
  received: Map<DemoFile, Received>,
  context: Context,
): Promise<void> {
  const fields = creatable(email, serverFields);
  for (const { body, files, snoozedUntil, deleted } of mails) {
    const reader = newReader(context.timezone);
    const given = readFields(fields, body, reader);
    reader.finish();
    const record = newRecord(tx, email, given, context.source);
    const attachments: Attachment[] = [];
    // What I have sent I had uploaded; what came, came with its mail.
    const owner = record.status === 'sent' ? null : record.id;
    for (const file of files)
      attachments.push(await addAttachment(tx, blobs, file, received.get(file) as Received, owner));
    record.attachments = attachments;
    email.settle(record as never, given as never, true, reader);
    reader.finish();
    await insert(tx, email, record);
    if (snoozedUntil) await snooze(tx, record.id, { until: snoozedUntil }, context);
    if (deleted) await remove(tx, email, record.id, context);
  }
}

async function addAttachment(
  tx: Tx,
  blobs: Blobs,
  { filename, mime }: DemoFile,
  received: Received,
  owner: string | null,
): Promise<Attachment> {
  const { record } = await addFile(tx, blobs, received, { filename, mime, email_id: owner });
  return { filename: record.filename, mime: record.mime, size: record.size, path: null, file_id: record.id };
}

async function addDrafts(tx: Tx, answers: Answer[], story: Story, context: Context): Promise<void> {
  for (const { to, subject, text, inReplyTo } of answers)
    await createDraft(tx, { to, subject, body_plain: text, in_reply_to: inReplyTo }, context);
  for (const { to, subject, text } of drafts) {
    const body = { to: to.map(typed).join(', '), subject: write(subject, story), body_plain: write(text, story) };
    await createDraft(tx, body, context);
  }
  const birthday = {
    from_address: ME.address,
    from_name: ME.name,
    to_addresses: scheduled.to.map(addressOf),
    subject: write(scheduled.subject, story),
    body_plain: write(scheduled.text, story),
    status: 'scheduled',
    scheduled_at: story.at(story.party, '07:00'),
    is_read: true,
  };
  await create(tx, email, creatable(email, serverFields), birthday, context);
}
