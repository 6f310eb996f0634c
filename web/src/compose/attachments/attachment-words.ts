// Whether a text mentions an attachment, in English or German, so that a forgotten one can be noticed.

const MENTIONS =
  /\b(?:attach(?:ed|ing|ment|ments)|enclosed|(?:see|find) (?:the )?attached|anbei|anhang|anhänge|angehängt\w*|beigefügt\w*|beiliegend\w*|im anhang)(?![\p{L}])/iu;

/** Quoted lines and signatures are not what the person says. */
export function mentionsAttachment(text: string): boolean {
  const own = text.split('\n').filter((line) => !line.startsWith('>'));
  return MENTIONS.test(own.join('\n'));
}
