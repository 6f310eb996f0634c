// Scans the header of a message as bytes: where it ends, and which of its lines are mail header fields. Lines end with
// LF, CRLF or, if the first line does, with CR alone.

const FIELD = /^([!-9;-~]{1,100})[ \t]*:/;
const MAIL_FIELDS =
  /^(?:from|to|cc|bcc|date|subject|sender|reply-to|message-id|in-reply-to|references|received|return-path|delivered-to|envelope-to|mime-version|content-(?:type|transfer-encoding|disposition|length)|status|dkim-signature|authentication-results|list-[a-z-]+|resent-[a-z-]+|x-[\w-]+)$/i;
const CR = 0x0d;
const LF = 0x0a;

/** The name of the header field at the beginning of a line; null if there is none. */
export function fieldName(line: string): string | null {
  return FIELD.exec(line)?.[1] ?? null;
}

/** Whether a header field of this name is common in mail. */
export function isMailField(name: string): boolean {
  return MAIL_FIELDS.test(name);
}

export function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Length of the line break at an offset: LF, CRLF, CR, or CR CR LF, which results from a double conversion. */
export function lineBreakAt(text: Buffer, at: number): number {
  if (text[at] !== CR) return text[at] === LF ? 1 : 0;
  if (text[at + 1] === LF) return 2;
  return text[at + 1] === CR && text[at + 2] === LF ? 3 : 1;
}

/** Length of the line break that ends before an offset. */
export function lineBreakBefore(text: Buffer, at: number): number {
  if (text[at - 1] !== LF || text[at - 2] !== CR) return isLineEnd(text[at - 1]) ? 1 : 0;
  return text[at - 3] === CR ? 3 : 2;
}

/** The offset of the line break before the blank line that ends the header; the length if there is none. */
export function headerEnd(bytes: Buffer): number {
  if (isLineEnd(bytes[0])) return 0;
  const blank = usesCrOnly(bytes) ? ['\r\r', '\n\n', '\r\n\r\n'] : ['\n\n', '\n\r\n', '\n\r\r\n'];
  let end = bytes.length;
  for (const one of blank) {
    const at = bytes.subarray(0, end + one.length).indexOf(one, 0, 'latin1');
    if (at >= 0) end = Math.min(end, at);
  }
  return end;
}

/** Whether the first line ends with CR alone. */
function usesCrOnly(bytes: Buffer): boolean {
  let at = 0;
  while (at < bytes.length && !isLineEnd(bytes[at])) at++;
  return bytes[at] === CR && lineBreakAt(bytes, at) === 1;
}
