// How mail programs mark quoted mail and signatures in HTML, by ids and classes.

/** `block`: the element is quoted; `rest`: everything from it to the end of its parent. */
export type Quote = 'block' | 'rest';

// Gmail, Yahoo, Thunderbird, Proton, Airmail, Zoho, and Outlook on phones.
const QUOTE_CLASSES = new Set([
  'gmail_quote',
  'gmail_quote_container',
  'yahoo_quoted',
  'moz-cite-prefix',
  'protonmail_quote',
  'airmail_on',
  'zmail_extra',
  'ms-outlook-mobile-reference-message',
]);
// Outlook on the web, and as Hotmail was.
const REST_IDS = new Set(['appendonsend', 'divrplyfwdmsg', 'stopspelling']);
const INTRODUCTION_ID = 'reply-intro'; // Roundcube, above each quoted block
/** What mail programs put before the names of others: Outlook, Hotmail, Yahoo. */
const PREFIX = /^(?:x_|ecx|yiv\d{1,12}|ydp[0-9a-f]{1,12})/;

/** Where a quote begins, by the element as the mail has it. */
export function quoteOf(tag: string, attributes: Readonly<Record<string, string>>): Quote | undefined {
  const id = nameOf(attributes.id ?? '');
  if (REST_IDS.has(id)) return 'rest';
  if (tag === 'blockquote' || id === INTRODUCTION_ID) return 'block';
  const classes = (attributes.class ?? '').slice(0, 200).split(/\s+/);
  return classes.some((one) => QUOTE_CLASSES.has(nameOf(one))) ? 'block' : undefined;
}

function nameOf(value: string): string {
  let name = value.slice(0, 100).toLowerCase();
  while (PREFIX.test(name)) name = name.replace(PREFIX, '');
  return name;
}

/** Names in tags at which the text of the sender ends: of signatures, and of quotes that are not in a blockquote. */
export const MARKED_END =
  /gmail_signature|moz-signature|protonmail_signature_block|divRplyFwdMsg|appendonsend|stopSpelling|OutlookMessageHeader|OLK_SRC_BODY_SECTION|ms-outlook-mobile-reference-message|mail-editor-reference-message-container|yahoo_quoted/g;
