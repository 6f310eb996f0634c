// A naive model of `q`: every record is looked at in turn, without an index.
import { fold } from '../../src/values/folding.ts';

export interface Mail {
  id: string;
  subject: string | null;
  from_name: string | null;
  from_address: string | null;
  to_addresses: { name: string | null; address: string }[];
  cc_addresses: { name: string | null; address: string }[];
  attachments: { filename: string }[];
  body_plain: string | null;
  folder: string;
  labels: string[];
  is_read: boolean;
  is_starred: boolean;
  has_attachments: boolean;
  received_at: string;
}

/** A query, as text and as a test of a mail. */
export interface Asked {
  text: string;
  fits(mail: Mail): boolean;
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function hasWords(texts: (string | null)[], wanted: string, isPhrase: boolean): boolean {
  const words = wordsOf(wanted);
  return texts.some((text) => {
    const among = wordsOf(text ?? '');
    return among.some((_, at) =>
      words.every((word, place) => {
        const other = among[at + place];
        return other === word || (!isPhrase && place === words.length - 1 && other?.startsWith(word) === true);
      }),
    );
  });
}

const people = (list: Mail['to_addresses']) => list.flatMap(({ name, address }) => [name, address]);

const FIELDS: Record<string, (mail: Mail) => (string | null)[]> = {
  from: (mail) => [mail.from_name, mail.from_address],
  to: (mail) => people(mail.to_addresses),
  cc: (mail) => people(mail.cc_addresses),
  subject: (mail) => [mail.subject],
  filename: (mail) => mail.attachments.map(({ filename }) => filename),
};

const textsOf = (mail: Mail) => [...Object.values(FIELDS).flatMap((read) => read(mail)), mail.body_plain];

export function word(value: string, isPhrase: boolean, field?: string): Asked {
  const typed = isPhrase ? `"${value}"` : value;
  const texts = field ? (FIELDS[field] as (mail: Mail) => (string | null)[]) : textsOf;
  return { text: field ? `${field}:${typed}` : typed, fits: (mail) => hasWords(texts(mail), value, isPhrase) };
}

export const filters: Asked[] = [
  { text: 'is:unread', fits: ({ is_read }) => !is_read },
  { text: 'is:read', fits: ({ is_read }) => is_read },
  { text: 'is:starred', fits: ({ is_starred }) => is_starred },
  { text: 'has:attachment', fits: ({ has_attachments }) => has_attachments },
  { text: 'in:inbox', fits: ({ folder }) => folder === 'INBOX' },
  { text: 'in:"Old bills"', fits: ({ folder }) => folder === 'Old bills' },
  { text: 'label:home', fits: ({ labels }) => labels.includes('home') },
  { text: 'before:2026-02-10', fits: ({ received_at }) => received_at < '2026-02-10' },
  { text: 'after:2026-02-05', fits: ({ received_at }) => received_at >= '2026-02-05' },
];

export const not = ({ text, fits }: Asked): Asked => ({ text: `-${text}`, fits: (mail) => !fits(mail) });

export function any(parts: Asked[]): Asked {
  return {
    text: parts.map(({ text }) => text).join(' OR '),
    fits: (mail) => parts.some((part) => part.fits(mail)),
  };
}

export function all(parts: Asked[]): Asked {
  return {
    text: `(${parts.map(({ text }) => text).join(' ')})`,
    fits: (mail) => parts.every((part) => part.fits(mail)),
  };
}
