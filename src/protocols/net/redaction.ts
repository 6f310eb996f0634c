// Removes the password from replies of a server, which may repeat the command that failed. Ordinary words stay: replies
// without "p" or "login" would be unreadable, and would reveal the password.
export type Redact = (text: string) => string;

/** A password of at least this length is hidden within words too; a shorter one only as a whole word. */
const LONG = 6;

/** Words that servers use. A reply that contains one of them does not reveal that it is the password. */
const ORDINARY = new Set(
  'access account accepted address allowed auth authenticate authenticated authentication authorization blocked check client command connection credentials denied disabled email error expired failed failure goodbye hello imap incorrect invalid login mail mailbox message name network password permanent please plain refused rejected relay required secret security sender server service smtp system temporarily temporary timeout unable unavailable unknown user username welcome wrong'.split(
    ' ',
  ),
);

export function redactorOf(user: string | null, password: string | null): Redact {
  if (!password || ORDINARY.has(password.toLowerCase())) return (text) => text;
  const forms = new Set([
    password,
    base64(password), // AUTH LOGIN
    base64(`\0${user}\0${password}`), // AUTH PLAIN, RFC 4616
    password.replaceAll(/["\\]/g, '\\$&'), // a quoted string of IMAP
    encodeURIComponent(password.toWellFormed()),
  ]);
  // The longest first: one form may contain another.
  const patterns = [...forms].sort((one, other) => other.length - one.length).map(patternOf);
  return (text) => patterns.reduce((rest, pattern) => rest.replaceAll(pattern, '…'), text);
}

function patternOf(form: string): RegExp {
  const text = RegExp.escape(form);
  return form.length >= LONG
    ? new RegExp(text, 'gu')
    : new RegExp(String.raw`(?<![\p{L}\p{N}])${text}(?![\p{L}\p{N}])`, 'gu');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
