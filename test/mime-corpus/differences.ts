// The differences between Daybook's readings of the corpus and those of other parsers: how they are found, and the
// table in which each is decided.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PeerReading, Reading } from './reading.ts';

export type Parser = 'python' | 'postal-mime';

/** A field of a reading; attachments are compared by what they are, their names and their types. */
export type ComparedField = Exclude<keyof Reading, 'attachments'> | 'attachments' | 'filenames' | 'types';

/** Fields in which a reading differs, by the name of the message. */
export type Differences = Record<string, ComparedField[]>;

/** A decision on a class of messages, of which a parser makes something else than Daybook does. */
export interface Decision {
  parser: Parser;
  behaviour: string;
  /** Where the other parser is right, Daybook is mended instead. */
  right: 'Daybook' | 'both';
  /** The section that decides, or `-` where no standard does. */
  standard: string;
  reason: string;
  messages: Differences;
  /** Messages that only some versions of the parser read so. */
  sometimes?: Differences;
}

const file = fileURLToPath(new URL('./differences.json', import.meta.url));

export function readDecisions(): Decision[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Each difference as one line, to be compared and shown. */
export function linesOf(parser: Parser, differences: Differences): string[] {
  return Object.entries(differences).flatMap(([name, fields]) => fields.map((field) => `${parser}: ${name}: ${field}`));
}

type Fields = Record<ComparedField, unknown>;

// Names that Daybook gives to what has none.
const MADE_UP =
  /^(?:attachment|invite\.ics|winmail\.dat|signature\.asc|smime\.p7s|document\.pdf|(?:delivery-status|disposition-notification|feedback-report|headers|text)\.txt|page\.html|table\.csv|contact\.vcf|(?:image|audio|video)\.\w+|.*\.eml)$/;

/** The fields in which two readings of a message differ, the first being Daybook's. */
export function differingFields(ours: Reading, theirs: PeerReading): ComparedField[] {
  const one = fieldsOf(ours);
  const other = fieldsOf(theirs);
  if (Array.isArray(one.filenames) && Array.isArray(other.filenames)) {
    const names: string[] = one.filenames;
    other.filenames = other.filenames.map((name, at) =>
      name === null && MADE_UP.test(names[at] ?? '') ? names[at] : name,
    );
  }
  return (Object.keys(one) as ComparedField[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
}

function fieldsOf({ attachments, ...fields }: PeerReading): Fields {
  const list = typeof attachments === 'string' ? null : attachments;
  return {
    ...sortedKeys(fields),
    attachments: list?.map(({ size, sha256 }) => [size, sha256]) ?? attachments,
    filenames: list?.map(({ filename }) => filename) ?? attachments,
    types: list?.map(({ mime }) => mime) ?? attachments,
  };
}

/** Fields with the members of addresses in one order, so that their texts can be compared. */
function sortedKeys<Some extends object>(fields: Some): Some {
  return JSON.parse(
    JSON.stringify(fields, (_key, value) =>
      value !== null && typeof value === 'object' && 'address' in value
        ? { address: value.address, name: value.name }
        : value,
    ),
  );
}
