// Reads mailbox files whose messages are separated by lines of control characters: MMDF (four Ctrl-A before and after
// each message) and Babyl, the format of Emacs Rmail (Ctrl-_ after each section; the first section describes the file).
import type { Source } from '../mime/source.ts';
import { fieldName, headerEnd, isLineEnd, lineBreakAt } from './header.ts';
import type { MboxMessage } from './reader.ts';
import type { Scratch } from './scratch.ts';
import { blankLineBefore, formOf } from './separator.ts';
import { MailboxText } from './text.ts';

const MMDF = '\x01\x01\x01\x01';
const BABYL = '\x1f';
const BABYL_BEGINNING = /^BABYL OPTIONS:/i;
const HEADER_SHOWN = Buffer.from('*** EOOH ***'); // end of original header; the reformatted header follows
const BEGINNING = 1024 * 1024; // maximum bytes of a header
const LONGEST_LINE = 1000;

export function isMmdf(beginning: Buffer): boolean {
  return beginning.toString('latin1', 0, MMDF.length) === MMDF && isLineEnd(beginning[MMDF.length]);
}

export function isBabyl(beginning: Buffer): boolean {
  return BABYL_BEGINNING.test(beginning.toString('latin1', 0, 20));
}

type Chunks = AsyncIterable<Buffer>;

export async function* readMmdf(
  chunks: Chunks,
  max: number,
  scratch: Scratch | null = null,
): AsyncGenerator<MboxMessage> {
  const text = new MailboxText(scratch);
  for await (const { offset, section } of sections(text, chunks, MMDF, max)) {
    if (section?.length === 0) continue; // between the end line of a message and the start line of the next
    yield section === null ? tooLarge(offset) : mmdfMessage(text, offset, section);
  }
}

/** Messages may begin with an mbox separator line here too, and Python quotes From lines, although it is not needed. */
function mmdfMessage(text: MailboxText, offset: number, section: Source): MboxMessage {
  const beginning = section.latin1(0, LONGEST_LINE);
  const envelope = formOf(beginning) === null ? '' : (/^.*/.exec(beginning)?.[0] ?? '');
  const begin = envelope === '' ? 0 : envelope.length + lineBreakIn(section, envelope.length);
  const { hasUnquoted: _, ...content } = text.unquotedContent(section.range(begin, section.length));
  return { offset, envelope, ...content };
}

export async function* readBabyl(
  chunks: Chunks,
  max: number,
  scratch: Scratch | null = null,
): AsyncGenerator<MboxMessage> {
  const text = new MailboxText(scratch);
  for await (const { offset, section } of sections(text, chunks, BABYL, max)) {
    const beginning = section?.latin1(0, 20) ?? '';
    if (section !== null && (beginning.trim() === '' || BABYL_BEGINNING.test(beginning))) continue;
    yield section === null ? tooLarge(offset) : babylMessage(text, offset, section);
  }
}

function tooLarge(offset: number): MboxMessage {
  return { offset, envelope: '', bytes: null };
}

// `1, unseen,, red, white,` and a line end; the original header; the EOOH line; the reformatted header, which some
// programs omit; the body. A leading 0 means that there is only the reformatted header.
function babylMessage(text: MailboxText, offset: number, section: Source): MboxMessage {
  const beginning = section.latin1(0, BEGINNING);
  const [top = '', figure = '0', words = ''] = /^\f?(?:\r\n|\n|\r)*([01])\s*,(.*)(?:\r\n|\n|\r)?/.exec(beginning) ?? [];
  const attributes = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const message = (...ranges: Source[]) => ({ offset, envelope: '', ...text.contentOf(ranges), attributes });
  const shown = section.indexOf(HEADER_SHOWN, top.length);
  if (shown < 0) return message(section.range(top.length, section.length));
  const end = shown + HEADER_SHOWN.length;
  const rest = section.range(end + lineBreakIn(section, end), section.length);
  if (figure === '0') return message(rest);
  const original = section.range(top.length, shown);
  return message(original, rest.range(shownHeader(original, rest), rest.length));
}

/** Length of the reformatted header with its blank line: its fields are a subset of the original header's. */
function shownHeader(original: Source, rest: Source): number {
  const end = headerEnd(rest.view(0, BEGINNING));
  if (end === 0) return 0; // it is omitted, and the body begins with a blank line
  const known = new Set(fieldNames(original.latin1(0, BEGINNING)));
  if (!fieldNames(rest.latin1(0, end)).every((name) => name !== null && known.has(name))) return 0;
  const blank = end + lineBreakIn(rest, end);
  return blank + lineBreakIn(rest, blank);
}

/** The field names in a header; null for each line that is not a field. */
function fieldNames(header: string): (string | null)[] {
  const lines = header.split(/\r\n|\n|\r/).filter((line) => line !== '' && !/^[ \t]/.test(line));
  return lines.map((line) => fieldName(line)?.toLowerCase() ?? null);
}

function lineBreakIn(source: Source, at: number): number {
  return lineBreakAt(source.view(at, at + 3), 0);
}

interface Section {
  offset: number;
  /** null if it has more than `max` bytes. */
  section: Source | null;
}

/** The sections between lines that begin with `line`. A section is valid until the next one is requested. */
async function* sections(text: MailboxText, chunks: Chunks, line: string, max: number): AsyncGenerator<Section> {
  const separator = Buffer.from(line, 'latin1');
  let base = 0;
  let searched = 0;
  let dropped: number | null = null;

  function* split(isEnd: boolean): Generator<Section> {
    for (;;) {
      const { source } = text;
      const at = source.indexOf(separator, searched);
      const after = at + separator.length;
      if (at < 0 || (after + 3 > source.length && !isEnd)) {
        searched = at < 0 ? Math.max(source.length - separator.length, 0) : at;
        return;
      }
      if (at > 0 && !isLineEnd(source.at(at - 1))) {
        searched = at + 1;
        continue;
      }
      // As in an mbox file, a blank line before the separator is not part of the message.
      const end = at - (blankLineBefore(source, at) ?? 0);
      yield { offset: dropped ?? base, section: dropped === null && end <= max ? source.range(0, end) : null };
      forget(after + lineBreakIn(source, after));
      dropped = null;
    }
  }

  function forget(bytes: number): void {
    text.advance(bytes);
    base += bytes;
    searched = Math.max(searched - bytes, 0);
  }

  try {
    for await (const chunk of chunks) {
      await text.add(chunk);
      yield* split(false);
      if (text.length <= max + separator.length) continue;
      dropped ??= base;
      forget(Math.max(searched - 1, 0)); // the line end before a separator is kept
    }
    yield* split(true);
    const isKept = dropped === null && text.length <= max;
    if (text.length > 0 || dropped !== null) yield { offset: dropped ?? base, section: isKept ? text.source : null };
  } finally {
    text.close();
  }
}
