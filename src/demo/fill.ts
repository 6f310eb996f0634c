// Fills an empty store with sample data: the mail, calendar and contacts of Ida Brandt, who draws maps, writes a book,
// rows and is about to move. It uses the same functions as requests, in one transaction, so that all of it is stored or
// nothing. The same day gives the same data.
import { patchCalendar } from '../calendar/calendars/changes.ts';
import type { Blobs, Received } from '../files/content-store.ts';
import { addFile } from '../files/files.ts';
import { abandon } from '../files/unused-contents.ts';
import { limits } from '../limits.ts';
import { createDraft } from '../mail/drafts.ts';
import { snooze } from '../mail/snooze.ts';
import { list } from '../records/list.ts';
import { type Context, creatable, create, insert, newRecord, remove } from '../records/records.ts';
import { newValidator, validateFields } from '../records/validate.ts';
import { contact } from '../resources/contact.ts';
import { type Attachment, email } from '../resources/email.ts';
import { event } from '../resources/event.ts';
import { resources } from '../resources/resources.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import type { Store, Tx } from '../store/port.ts';
import { ahead } from './calendar/ahead.ts';
import { calendars } from './calendar/calendars.ts';
import { bodyOf } from './calendar/entry.ts';
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

/** Fills the store, unless it already contains the demo; a store with other records is refused. */
export async function fillDemo(store: Store, blobs: Blobs, timezone: string, now = Date.now()): Promise<void> {
  const isEmpty = await hasNothing(store);
  if (!isEmpty && (await demoDay(store)) !== undefined) return;
  if (!isEmpty)
    throw new StoreProblem(
      `${store.about.location} has records that are not the demo's, and the demo is not added to them; start it without --demo, or name a new folder with --data.`,
    );
  const story = newStory(now, timezone);
  const context: Context = { timezone, source: 'local', versions: null };
  // Recorded first: if the process dies in between, the store is still known to be a demo.
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
    const { meta } = await list(store, OWNER, resource, { limit: 0, include_deleted: true }, 'UTC');
    return meta.total;
  });
  return (await Promise.all(totals)).every((total) => total === 0);
}

/** Contents on disk that no row refers to yet. */
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
  for (const entry of [...series, ...past, ...ahead]) {
    const { record } = await create(tx, event, fields, bodyOf(entry, story), context);
    if (entry.deleted) await remove(tx, event, record.id, context);
  }
  for (const [name, values] of Object.entries(calendars)) await patchCalendar(tx, name, values, context, true);
}

async function addMails(
  tx: Tx,
  blobs: Blobs,
  mails: Posted[],
  received: Map<DemoFile, Received>,
  context: Context,
): Promise<void> {
  const fields = creatable(email);
  for (const { body, files, snoozedUntil, deleted } of mails) {
    const validator = newValidator(context.timezone);
    const input = validateFields(fields, body, validator);
    validator.finish();
    const record = newRecord(tx, email, input, context.source);
    const attachments: Attachment[] = [];
    // Attachments of sent mail were uploaded; attachments of received mail came with it.
    const owner = record.status === 'sent' ? null : record.id;
    for (const file of files)
      attachments.push(await addAttachment(tx, blobs, file, received.get(file) as Received, owner));
    record.attachments = attachments;
    record.delivered_by = 'account'; // as what it shows would be
    email.settle(record as never, input as never, true, validator);
    validator.finish();
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
  await create(tx, email, creatable(email), birthday, context);
}
