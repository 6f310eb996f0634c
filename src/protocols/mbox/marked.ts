// Mailbox files whose messages lie between lines of control characters: MMDF (four times Ctrl-A before and after each
// message) and Babyl, the format of Emacs Rmail (Ctrl-_ after each section, the first of which describes the file).
import { headerEnd, isLineEnd, lineBreakAt } from './header.ts';
import type { MboxMessage } from './reader.ts';
import { formOf } from './separator.ts';

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
    yield { offset, ...withoutEnvelope(bytes) };
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

// `1, unseen,, red, white,` and a line end; the original header; the line above; the header as it was shown, unless the
// first figure is 0, which says that the one above that line is missing; the body.
function babylMessage(offset: number, section: Buffer): MboxMessage {
  const text = section.toString('latin1');
  const [top = '', figure = '0', words = ''] = /^\f?(?:\r\n|\n|\r)*([01])\s*,(.*)(?:\r\n|\n|\r)?/.exec(text) ?? [];
  const shown = text.indexOf(HEADER_SHOWN, top.length);
  const attributes = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (shown < 0) return { offset, envelope: '', bytes: section.subarray(top.length), attributes };
  const mark = shown + HEADER_SHOWN.length;
  const after = mark + lineBreakAt(section, mark);
  if (figure === '0') return { offset, envelope: '', bytes: section.subarray(after), attributes };
  const original = section.subarray(top.length, shown);
  const rest = section.subarray(after);
  const end = headerEnd(rest);
  const blank = end + lineBreakAt(rest, end);
  const body = rest.subarray(blank + lineBreakAt(rest, blank));
  return { offset, envelope: '', bytes: Buffer.concat([original, body]), attributes };
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
      yield { offset: dropped ?? base, bytes: dropped === null && at <= most ? text.subarray(0, at) : null };
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
