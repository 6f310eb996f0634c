// How mail programs mark quoted mail and signatures in HTML, by ids, classes and attributes.

/**
 * `block`: the element is quoted; `rest`: everything from it to the end of its parent; `bare`: a blockquote without a mark,
 * which is one only below an introduction or with one (quoted-blocks.ts).
 */
export type Quote = 'block' | 'rest' | 'bare';

// Gmail, Yahoo, Thunderbird, Proton, Airmail, Zoho, Tuta, and Outlook on phones.
const QUOTE_CLASSES = new Set([
  'gmail_quote',
  'gmail_quote_container',
  'yahoo_quoted',
  'moz-cite-prefix',
  'protonmail_quote',
  'airmail_on',
  'zmail_extra',
  'tutanota_quote',
  'ms-outlook-mobile-reference-message',
]);
const YANDEX = /^[0-9a-f]{0,32}wmi-quote$/;
// Roundcube, above each quoted block; Zoho; NetEase.
const QUOTE_IDS = new Set(['reply-intro', 'blockquote_zmail', 'isreplycontent']);
// Outlook on the web, and as Hotmail was.
const REST_IDS = new Set(['appendonsend', 'divrplyfwdmsg', 'stopspelling']);
/** What mail programs put before the names of others: Outlook, Hotmail, Yahoo. */
const PREFIX = /^(?:x_|ecx|yiv\d{1,12}|ydp[0-9a-f]{1,12})/;
const STYLE_CHARS = 1000; // of a style attribute that are read

/** Where a quote begins, by the element as the mail has it. */
export function quoteOf(tag: string, attributes: Readonly<Record<string, string>>): Quote | undefined {
  const id = nameOf(attributes.id ?? '');
  if (REST_IDS.has(id)) return 'rest';
  if (QUOTE_IDS.has(id)) return 'block';
  const classes = (attributes.class ?? '').slice(0, 200).split(/\s+/).map(nameOf);
  if (classes.some((one) => QUOTE_CLASSES.has(one) || YANDEX.test(one))) return 'block';
  if (tag !== 'blockquote') return undefined;
  const isCited = attributes.type?.trim().toLowerCase() === 'cite' || attributes.cite !== undefined;
  return isCited || hasLeftBorder(attributes.style ?? '') ? 'block' : 'bare';
}

function nameOf(value: string): string {
  let name = value.slice(0, 100).toLowerCase();
  while (PREFIX.test(name)) name = name.replace(PREFIX, '');
  return name;
}

/** A line at the left is how mail programs show a quote. An indented passage has none. */
function hasLeftBorder(style: string): boolean {
  let [isDrawn, hasWidth] = [false, true];
  for (const declaration of style.slice(0, STYLE_CHARS).toLowerCase().split(';')) {
    const [, part, value = ''] = LEFT_BORDER.exec(declaration) ?? [];
    if (part === undefined) continue;
    if (part === '' || part === '-style') isDrawn = DRAWN.test(value) && !value.includes('transparent');
    if (part === '' || part === '-width') hasWidth = !NO_WIDTH.test(value);
  }
  return isDrawn && hasWidth;
}

const LEFT_BORDER = /^\s*border-left(|-style|-width)\s*:(.*)$/s;
const DRAWN = /\b(?:solid|dashed|dotted|double|groove|ridge|inset|outset)\b/;
const NO_WIDTH = /(?<![\w.#,(-])(?:0|0?\.0+)(?:px|pt|em|ex|rem|cm|mm|in)?(?![\w.%,)])/;

/** Names in tags at which the text of the sender ends: of signatures, and of quotes that are not in a blockquote. */
export const MARKED_END =
  /gmail_signature|moz-signature|protonmail_signature_block|divRplyFwdMsg|appendonsend|stopSpelling|OutlookMessageHeader|OLK_SRC_BODY_SECTION|ms-outlook-mobile-reference-message|mail-editor-reference-message-container|yahoo_quoted/g;
