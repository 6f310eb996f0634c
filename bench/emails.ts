// Invented emails for measuring: number n is always the same mail. Bodies of 0.5 to 8 KB, 2 KB on average; twenty
// folders, most mail in INBOX; threads of 1 to 12 mails; received over twenty years, in no order.
import { type Chance, chances, pick } from './chance.ts';
import { personNumber } from './people.ts';
import { cjkSentence, drawName, drawRank, vocabulary } from './words.ts';

export interface NewEmail {
  message_id: string;
  subject: string;
  from_address: string;
  from_name: string;
  to_addresses: { address: string; name: string }[];
  body_plain: string | null;
  body_html: string | null;
  folder: string;
  is_read: boolean;
  is_starred: boolean;
  received_at: string;
  in_reply_to: string | null;
  references: string[];
  labels: string[];
}

const FOLDERS =
  'ARCHIVE SENT SPAM Travel Bills Family Friends School Club House Garden Taxes Receipts News Lists Photos Health Jobs Music'.split(
    ' ',
  );
const LABELS = ['home', 'work', 'bills', 'friends', 'urgent', 'later', 'trip', 'book'];
const FIRST_RECEIVED = Date.UTC(2006, 0, 1);
const TWENTY_YEARS = Date.UTC(2025, 11, 1) - FIRST_RECEIVED;
const HOUR = 3_600_000;
const BLOCK = 24; // mails whose threads are decided together
const PEOPLE = 5_000;

export function emailNumber(n: number): NewEmail {
  const chance = chances(n);
  const { first, position } = placeInThread(n);
  const thread = chances(first ^ 0x7eed);
  const topic = sentence(thread, 3 + Math.floor(thread() * 5));
  let received = FIRST_RECEIVED + Math.floor(thread() * TWENTY_YEARS);
  for (let i = 0; i < position; i++) received += Math.floor(HOUR / 4 + thread() ** 3 * 60 * HOUR);
  const earlier = Array.from({ length: position }, (_, index) => messageId(first + index));
  const from = personNumber(Math.floor(chance() ** 2 * PEOPLE));
  const to = personNumber(Math.floor(chance() ** 2 * PEOPLE));
  const text = bodyOf(chance);
  const html = chance() < 0.1;
  const inbox = chance() < 0.6;
  return {
    message_id: messageId(n),
    subject: position > 0 ? `Re: ${topic}` : topic,
    from_address: from.address,
    from_name: from.name,
    to_addresses: [{ address: to.address, name: to.name }],
    body_plain: html ? null : text,
    body_html: html ? `<html><body><p>${text.replaceAll('\n', '</p>\n<p>')}</p></body></html>` : null,
    folder: inbox ? 'INBOX' : (FOLDERS[Math.floor(chance() ** 2 * FOLDERS.length)] as string),
    is_read: chance() < 0.8,
    is_starred: chance() < 0.05,
    received_at: new Date(received).toISOString(),
    in_reply_to: earlier.at(-1) ?? null,
    references: earlier,
    labels: chance() < 0.3 ? [pick(LABELS, chance)] : [],
  };
}

/** A mail of 2 KB that a client would post: by itself, in INBOX, received lately. */
export function postedNumber(n: number): NewEmail {
  const chance = chances(n ^ 0x90570000);
  const from = personNumber(Math.floor(chance() * PEOPLE));
  return {
    ...emailNumber(n),
    message_id: `<posted-${n}@mail.example.org>`,
    from_address: from.address,
    from_name: from.name,
    body_plain: textOf(chance, 2048),
    body_html: null,
    folder: 'INBOX',
    received_at: new Date(FIRST_RECEIVED + TWENTY_YEARS + n * 1000).toISOString(),
    in_reply_to: null,
    references: [],
  };
}

/** A short mail that is a conversation by itself: for lists with many rows, which do not depend on how long mails are. */
export function shortNumber(n: number): NewEmail {
  const email = emailNumber(n);
  return {
    ...email,
    subject: email.subject.replace(/^Re: /, ''),
    body_plain: (email.body_plain ?? email.subject).slice(0, 300),
    body_html: null,
    in_reply_to: null,
    references: [],
  };
}

// The lengths of mails: half are shorter than 1.6 KB, few are long.
function bodyOf(chance: Chance): string {
  const spread = Math.sqrt(-2 * Math.log(chance() || 1e-9)) * Math.cos(2 * Math.PI * chance());
  const length = Math.min(8_000, Math.max(500, 1_650 * Math.exp(spread * 0.65)));
  return textOf(chance, Math.round(length));
}

function textOf(chance: Chance, length: number): string {
  let text = chance() < 0.1 ? 'Grüße aus Malmö.\n' : '';
  const cjk = chance() < 0.04;
  while (text.length < length) {
    if (cjk && chance() < 0.4) text += cjkSentence(chance);
    else text += sentence(chance, 5 + Math.floor(chance() * 12));
    text += chance() < 0.2 ? '.\n' : '. ';
  }
  return text.slice(0, length);
}

function sentence(chance: Chance, words: number): string {
  let text = '';
  for (let i = 0; i < words; i++) {
    const rank = chance() < 0.003 ? drawName(chance) : drawRank(chance);
    const word = vocabulary[rank] as string;
    text += i === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`;
  }
  return text;
}

// A thread is a row of neighbouring numbers: where it begins and which place in it the mail has.
function placeInThread(n: number): { first: number; position: number } {
  const block = n - (n % BLOCK);
  const chance = chances(block ^ 0x5eed);
  for (let first = block; ; ) {
    const mails = chance() < 0.5 ? 1 : 1 + Math.floor(chance() ** 2 * 12);
    if (n < first + mails) return { first, position: n - first };
    first += mails;
  }
}

function messageId(n: number): string {
  return `<${String(n).padStart(8, '0')}@mail.example.org>`;
}
