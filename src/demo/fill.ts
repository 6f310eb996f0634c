// Fills an empty store with the invented life of Ida Brandt, who draws maps, writes a book, rows and is about to move:
// something to try the service on. It goes through the same functions as requests do, in one transaction, so all of it
// is there or nothing; and the same day gives the same life.
import { createDraft } from '../domain/drafts.ts';
import { list } from '../domain/lists.ts';
import { type Context, creatable, create, remove } from '../domain/records.ts';
import { snooze } from '../domain/snooze.ts';
import { resources } from '../resources/all.ts';
import { contact } from '../resources/contact.ts';
import { email, serverFields } from '../resources/email.ts';
import { event } from '../resources/event.ts';
import { StoreProblem } from '../store/problem.ts';
import type { Store, Tx } from '../store/store.ts';
import { ahead } from './calendar/ahead.ts';
import { past } from './calendar/past.ts';
import { series } from './calendar/series.ts';
import { drafts, scheduled } from './mails/drafts.ts';
import { write } from './mails/thread.ts';
import { addressOf, contactBody, ME, people } from './people.ts';
import { mailbox, typed } from './post.ts';
import { newStory, type Story } from './story.ts';

const OWNER = 1;

export async function fillDemo(store: Store, timezone: string, now = Date.now()): Promise<void> {
  await refuseUnlessEmpty(store);
  const story = newStory(now, timezone);
  const context: Context = { timezone, source: 'local', versions: null };
  await store.write(OWNER, async (tx) => {
    await addContacts(tx, story, context);
    await addEvents(tx, story, context);
    await addMails(tx, story, context);
  });
}

async function refuseUnlessEmpty(store: Store): Promise<void> {
  for (const resource of resources) {
    const text = await list(store, OWNER, resource, { limit: 0, include_deleted: true }, 'UTC');
    if (JSON.parse(text).meta.total > 0)
      throw new StoreProblem(
        'the data folder has records already; --demo needs an empty one: start without --demo, or name a new folder with --data.',
      );
  }
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

async function addMails(tx: Tx, story: Story, context: Context): Promise<void> {
  const fields = creatable(email, serverFields);
  const { mails, answers } = mailbox(story);
  for (const { body, snoozedUntil, deleted } of mails) {
    const { record } = await create(tx, email, fields, body, context);
    if (snoozedUntil) await snooze(tx, record.id, { until: snoozedUntil }, context);
    if (deleted) await remove(tx, email, record.id, context);
  }
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
  await create(tx, email, fields, birthday, context);
}
