// Converts the conversations of the demo to mails of a mailbox: when each arrived, what it replies to, its folder and
// whether it is read. Every choice depends only on the mail, so the same day gives the same mailbox.
import { formatTime, parseTime } from '../values/time.ts';
import { type DemoFile, fileOf } from './files/contents.ts';
import { bookThreads } from './mails/book.ts';
import { clubThreads } from './mails/club.ts';
import { errandThreads } from './mails/errands.ts';
import { familyThreads } from './mails/family.ts';
import { flatThreads } from './mails/flat.ts';
import { friendThreads } from './mails/friends.ts';
import { newsletters } from './mails/newsletters.ts';
import { notices } from './mails/notices.ts';
import { receipts } from './mails/receipts.ts';
import { type Mail, type Thread, write } from './mails/thread.ts';
import { workThreads } from './mails/work.ts';
import { addressOf, ME, ME_AT_WORK } from './people.ts';
import { hash, type Random, seeded } from './random.ts';
import type { Story } from './story.ts';

/** A mail that has been received or sent by now; oldest first in the mailbox. */
export interface Posted {
  at: number;
  messageId: string;
  /** The request body that creates it. */
  body: Record<string, unknown>;
  /** Its attachments. */
  files: DemoFile[];
  snoozedUntil: string | null;
  deleted: boolean;
}

/** A draft reply to the last mail of a conversation. */
export interface Answer {
  to: string;
  subject: string;
  text: string;
  inReplyTo: string;
}

const MINUTE = 60_000;

export function mailbox(story: Story): { mails: Posted[]; answers: Answer[] } {
  const threads = [
    ...flatThreads,
    ...bookThreads,
    ...familyThreads,
    ...friendThreads,
    ...clubThreads,
    ...workThreads,
    ...errandThreads,
    ...newsletters(story),
    ...receipts(story),
    ...notices,
  ];
  const posted = threads.map((thread) => ({ thread, mails: postThread(thread, story) }));
  const mails = posted.flatMap((one) => one.mails).sort((a, b) => a.at - b.at);
  for (const [index, mail] of mails.entries()) mail.body.source_id = `imap/${String(index + 1).padStart(5, '0')}`;
  return { mails, answers: posted.flatMap(({ thread, mails }) => answerTo(thread, mails, story)) };
}

function postThread(thread: Thread, story: Story): Posted[] {
  const posted: Posted[] = [];
  const times = timesOf(thread, story);
  const subject = write(thread.subject, story);
  for (const [index, mail] of thread.mails.entries()) {
    const at = times[index] as number;
    if (at > story.now) break; // in the future
    const messageId = messageIdOf(thread, mail, index);
    const answered = thread.mails.some(
      (later, place) => place > index && later.from === null && (times[place] as number) <= story.now,
    );
    const random = seeded(messageId);
    posted.push({
      at,
      messageId,
      body: {
        message_id: messageId,
        subject: index > 0 && isTalk(thread) ? `${thread.german ? 'AW' : 'Re'}: ${subject}` : subject,
        ...writers(thread, mail),
        ...bodies(thread, mail, index, times, random, story),
        received_at: formatTime(at),
        ...stateOf(thread, mail, answered, random, at),
        is_starred: mail.more.starred ?? false,
        labels: [...thread.labels, ...(mail.more.labels ?? [])],
        in_reply_to: posted.at(-1)?.messageId ?? null,
        references: posted.map((one) => one.messageId),
        source: 'imap',
      },
      files: (mail.more.files ?? []).map((filename) => fileOf(filename, subject, mail.text ?? '', story)),
      snoozedUntil: mail.more.snoozed ? story.at(...mail.more.snoozed) : null,
      deleted: mail.more.deleted ?? false,
    });
  }
  return posted;
}

// At the defined time, but work mail not at weekends, and never before the mail that it replies to.
function timesOf(thread: Thread, story: Story): number[] {
  let before = 0;
  return thread.mails.map((mail, index) => {
    const weekend = thread.work ? Math.max(0, story.weekday(-mail.daysAgo) - 5) : 0;
    const planned = parseTime(story.at(-mail.daysAgo - weekend, mail.time), story.zone) as number;
    const seconds = (hash(messageIdOf(thread, mail, index)) % 60) * 1000;
    before = Math.max(planned + seconds, before === 0 ? 0 : before + 7 * MINUTE + seconds);
    return before;
  });
}

function writers(thread: Thread, { from, more }: Mail): Record<string, unknown> {
  const me = thread.work ? ME_AT_WORK : ME;
  const writer = from === null ? me : addressOf(from);
  const others = thread.others.filter((one) => one !== from && !more.cc?.includes(one));
  const to = from === null ? (more.to ?? others).map(addressOf) : [me, ...others.map(addressOf)];
  return {
    from_address: writer.address,
    from_name: writer.name,
    to_addresses: to,
    cc_addresses: (more.cc ?? []).map(addressOf),
  };
}

function bodies(thread: Thread, mail: Mail, index: number, times: number[], random: Random, story: Story) {
  const html = mail.more.html === undefined ? null : write(mail.more.html, story);
  if (mail.text === null) return { body_plain: null, body_html: html };
  const text = write(mail.text, story);
  const previous = thread.mails[index - 1];
  const quotes = previous?.text && isTalk(thread) && random.chance(0.4);
  const quote = quotes ? quoteOf(thread, previous, times[index - 1] as number, story) : '';
  return { body_plain: text + quote, body_html: html };
}

function quoteOf(thread: Thread, mail: Mail, at: number, story: Story): string {
  const name = mail.from === null ? ME.name : addressOf(mail.from).name;
  const when = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(story.zone);
  const time = when.toPlainTime().toString({ smallestUnit: 'minute' });
  const date = when.toPlainDate().toString();
  const lines = write(mail.text ?? '', story)
    .split('\n')
    .slice(0, 8);
  const head = thread.german ? `Am ${date} um ${time} schrieb ${name}:` : `On ${date} at ${time}, ${name} wrote:`;
  return `\n\n${head}\n${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}`;
}

// The user's mails are sent. Received mail is read if it was answered or is old, and some old conversations are
// archived.
function stateOf(thread: Thread, { from, daysAgo, more }: Mail, answered: boolean, random: Random, at: number) {
  if (from === null) return { status: 'sent', folder: 'SENT', is_read: true, sent_at: formatTime(at) };
  const isPaper = thread.labels.some((label) => ['newsletters', 'receipts', 'parcels'].includes(label));
  const isOver = Math.min(...thread.mails.map((one) => one.daysAgo)) > (isPaper ? 21 : 40);
  const isPutAway = isOver && !thread.mails.some((one) => one.more.starred) && seeded(firstId(thread)).chance(0.75);
  const folder = more.folder ?? (isPutAway ? 'ARCHIVE' : 'INBOX');
  const unseen = more.unread ?? random.chance(daysAgo < 4 ? 0.65 : isPaper && daysAgo < 40 ? 0.3 : 0.02);
  return { status: 'received', folder, is_read: answered || !unseen };
}

function answerTo(thread: Thread, mails: Posted[], story: Story): Answer[] {
  const last = mails.at(-1);
  if (thread.draft === null || !last || mails.length < thread.mails.length) return [];
  const subject = write(thread.subject, story);
  return [
    {
      to: thread.others.map(typed).join(', '),
      subject: `${thread.german ? 'AW' : 'Re'}: ${subject}`,
      text: write(thread.draft, story),
      inReplyTo: last.messageId,
    },
  ];
}

/** An address as a user types it. */
export function typed(key: string): string {
  const { name, address } = addressOf(key);
  return `${name} <${address}>`;
}

// People reply to each other; automated senders do not get replies.
function isTalk(thread: Thread): boolean {
  return thread.others.length > 0;
}

function firstId(thread: Thread): string {
  return messageIdOf(thread, thread.mails[0] as Mail, 0);
}

function messageIdOf(thread: Thread, { from, daysAgo, time }: Mail, index: number): string {
  const { address } = from === null ? ME : addressOf(from);
  const seed = `${index} ${from} ${daysAgo} ${time} ${thread.mails[0]?.from} ${thread.mails[0]?.time} ${thread.others}`;
  const part = (salt: string) => hash(salt + seed).toString(36);
  return `<${part('a')}${part('b')}@${address.split('@')[1]}>`;
}
