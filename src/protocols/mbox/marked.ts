// Mailbox files whose messages lie between lines of control characters: MMDF (four times Ctrl-A before and after each
// message) and Babyl, the format of Emacs Rmail (Ctrl-_ after each section, the first of which describes the file).
import { fieldName, headerEnd, isLineEnd, lineBreakAt, lineBreakBefore } from './header.ts';
import { unquote } from './quoting.ts';
import type { MboxMessage } from './reader.ts';
import { formOf, isBlankBefore } from './separator.ts';

const MMDF = '\x01\x01\x01\x01';
const BABYL = '\x1f';
const BABYL_BEGINNING = /^BABYL OPTIONS:/i;
const HEADER_SHOWN = '*** EOOH ***'; // end of original header: the header as it was shown follows

export function isMmdf(beginning: Buffer): boolean {
  return beginning.toString('latin1', 0, MMDF.length) === MMDF && isLineEnd(beginning[MMDF.length]);
}

export function isBabyl(beginning: Buffer): boolean {
  return BABYL_BEGINNING.test(beginning.toString('latin1', 0, 20));
}

export async function* readMmdf(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<MboxMessage> {
  for await (const { offset, bytes } of sections(chunks, MMDF, most)) {
    if (bytes?.length === 0) continue; // between the line after a message and the line before the next
    // There is no need to quote anything here; Python does.
    const message = withoutEnvelope(bytes);
    yield { offset, ...message, bytes: message.bytes && unquote(message.bytes).bytes };
  }
}

/** The separator line that messages may begin with here too, and the message without it. */
function withoutEnvelope(bytes: Buffer | null): Pick<MboxMessage, 'envelope' | 'bytes'> {
  const beginning = bytes?.toString('latin1', 0, 1000) ?? '';
  if (bytes === null || formOf(beginning) === null) return { envelope: '', bytes };
  const envelope = /^.*/.exec(beginning)?.[0] ?? '';
  return { envelope, bytes: bytes.subarray(envelope.length + lineBreakAt(bytes, envelope.length)) };
}

export async function* readBabyl(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<MboxMessage> {
  for await (const { offset, bytes } of sections(chunks, BABYL, most)) {
    const beginning = bytes?.toString('latin1', 0, 20) ?? '';
    if (bytes !== null && (beginning.trim() === '' || BABYL_BEGINNING.test(beginning))) continue;
    yield bytes === null ? { offset, envelope: '', bytes } : babylMessage(offset, bytes);
  }
}

// `1, unseen,, red, white,` and a line end; the original header; the line above; the header as it was shown, which some
// programs leave out; the body. The figure 0 says that the header is only there as it was shown.
function babylMessage(offset: number, section: Buffer): MboxMessage {
  const text = section.toString('latin1');
  const [top = '', figure = '0', words = ''] = /^\f?(?:\r\n|\n|\r)*([01])\s*,(.*)(?:\r\n|\n|\r)?/.exec(text) ?? [];
  const attributes = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const shown = text.indexOf(HEADER_SHOWN, top.length);
  if (shown < 0) return { offset, envelope: '', bytes: section.subarray(top.length), attributes };
  const mark = shown + HEADER_SHOWN.length;
  const rest = section.subarray(mark + lineBreakAt(section, mark));
  if (figure === '0') return { offset, envelope: '', bytes: rest, attributes };
  const original = section.subarray(top.length, shown);
  const bytes = Buffer.concat([original, rest.subarray(shownHeader(original, rest))]);
  return { offset, envelope: '', bytes, attributes };
}

/** Bytes of the header as it was shown, with the blank line: its fields are among those of the original header. */
function shownHeader(original: Buffer, rest: Buffer): number {
  const end = headerEnd(rest);
  if (end === 0) return 0; // it is left out, and the body begins with a blank line
  const known = new Set(fieldNames(original.toString('latin1')));
  if (!fieldNames(rest.toString('latin1', 0, end)).every((name) => name !== null && known.has(name))) return 0;
  const blank = end + lineBreakAt(rest, end);
  return blank + lineBreakAt(rest, blank);
}

/** The names of the fields in a header; null for each line that is none. */
function fieldNames(header: string): (string | null)[] {
  const lines = header.split(/\r\n|\n|\r/).filter((line) => line !== '' && !/^[ \t]/.test(line));
  return lines.map((line) => fieldName(line)?.toLowerCase() ?? null);
}

interface Section {
  offset: number;
  bytes: Buffer | null;
}

/** What lies between lines that begin with the mark, without those; null for more than `most` bytes. */
async function* sections(chunks: AsyncIterable<Buffer>, mark: string, most: number): AsyncGenerator<Section> {
  let text: Buffer = Buffer.alloc(0);
  let base = 0;
  let searched = 0;
  let dropped: number | null = null;

  function* split(isEnd: boolean): Generator<Section> {
    for (;;) {
      const at = text.indexOf(mark, searched, 'latin1');
      const after = at + mark.length;
      if (at < 0 || (after + 3 > text.length && !isEnd)) {
        searched = at < 0 ? Math.max(text.length - mark.length, 0) : at;
        return;
      }
      if (at > 0 && !isLineEnd(text[at - 1])) {
        searched = at + 1;
        continue;
      }
      // As in an mbox file, a blank line before the mark is not of the message.
      const end = isBlankBefore(text, at) ? at - lineBreakBefore(text, at) : at;
      yield { offset: dropped ?? base, bytes: dropped === null && end <= most ? text.subarray(0, end) : null };
      forget(after + lineBreakAt(text, after));
      dropped = null;
    }
  }

  function forget(bytes: number): void {
    text = text.subarray(bytes);
    base += bytes;
    searched = Math.max(searched - bytes, 0);
  }

  for await (const chunk of chunks) {
    text = text.length === 0 ? chunk : Buffer.concat([text, chunk]);
    yield* split(false);
    if (text.length <= most + mark.length) continue;
    dropped ??= base;
    forget(Math.max(searched - 1, 0)); // the line end before a mark is kept
  }
  yield* split(true);
  const isKept = dropped === null && text.length <= most;
  if (text.length > 0 || dropped !== null) yield { offset: dropped ?? base, bytes: isKept ? text : null };
}
