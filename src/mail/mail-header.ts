// The header of a message as bytes: where it ends, and which of its lines are header fields of mail.

const FIELD = /^([!-9;-~]{1,100})[ \t]*:/;
const MAIL_FIELDS =
  /^(?:from|to|cc|bcc|date|subject|sender|reply-to|message-id|in-reply-to|references|received|return-path|delivered-to|envelope-to|mime-version|content-(?:type|transfer-encoding|disposition)|dkim-signature|authentication-results|list-[a-z-]+|resent-[a-z-]+|x-[\w-]+)$/i;

/** The name of the header field that a line begins with; null where it does not begin with one. */
export function fieldName(line: string): string | null {
  return FIELD.exec(line)?.[1] ?? null;
}

/** Whether a header field of this name is usual in mail. */
export function isMailField(name: string): boolean {
  return MAIL_FIELDS.test(name);
}

/** The offset of the line break before the blank line that ends the header; the length where there is none. */
export function headerEnd(bytes: Buffer): number {
  const ends = [bytes.indexOf('\n\n'), bytes.indexOf('\n\r\n')].filter((at) => at >= 0);
  return /^\r?\n/.test(bytes.toString('latin1', 0, 2)) ? 0 : Math.min(...ends, bytes.length);
}
