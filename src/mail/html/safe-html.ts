// Sanitizes the HTML of a mail: no scripts, forms, frames or foreign markup; only styles that cannot escape their
// element; links that open in a new tab without a referrer; no remote content unless it was requested.
import sanitize from 'sanitize-html';
import { quoteOf } from '../quotes/html-marks.ts';
import { foldQuotes, QUOTE_MARK } from './folded-quotes.ts';
import { type ImageNames, imageAddress } from './remote-images.ts';
import { absolute, addressOf, candidateOf, remoteInSheets, remoteItems } from './remote-items.ts';

export interface Showing {
  /** With names for them, remote images are shown: the service fetches them. */
  remote: ImageNames | false;
  /** The addresses of the files of `cid:` URLs, by content id. */
  files: Record<string, string>;
  /** For a quoted mail instead: pictures are left out, or their `cid:` and remote URLs stay as they are. */
  pictures?: 'none' | 'kept';
  /** Whether quoted parts are folded. */
  fold?: boolean;
}

/** What was left out of a mail. */
export interface LeftOut {
  /** Images and other content that would have been loaded from other servers. */
  remote: number;
}

const TAGS = `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p
  pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr`;
// The content of these elements is not text for a reader.
const UNSEEN = `script style textarea option select noscript title template svg math object iframe applet embed audio
  video canvas frameset noframes xml`;
const ATTRIBUTES = `style align valign dir lang title width height bgcolor border cellpadding cellspacing colspan rowspan
  color face size start type alt nowrap aria-label aria-hidden role`;
const STYLES = new Set(
  words(`background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse
  border-color border-left border-left-color border-left-style border-left-width border-radius border-right
  border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color
  border-top-style border-top-width border-width box-sizing caption-side clear color direction display empty-cells float
  font font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin
  margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width opacity overflow-wrap
  padding padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration text-indent
  text-transform vertical-align visibility white-space width word-break word-spacing word-wrap background`),
);
const PLAIN_VALUE = /^(?:[\w\s#%.,'"+!/-]|(?:rgb|rgba|hsl|hsla)\([\d\s.,%/]{1,60}\))*$/i;
// A frame is as high as its content, so content as high as its frame would grow without end.
const VIEWPORT_UNIT = /[\d.](?:[sld]?v(?:h|w|i|b|min|max)|cq(?:h|w|i|b|min|max))(?![\w%-])/i;
const STYLE_CHARS = 4000;
const DEEPEST = 300; // deeper ones are left out, their text stays
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]*$/i;

export function safeHtml(html: string, showing: Showing, leftOut: LeftOut = { remote: 0 }): string {
  const found: Found = { leftOut, source: undefined };
  leftOut.remote += remoteInSheets(html);
  const safe = sanitize(html, {
    allowedTags: words(TAGS),
    nonTextTags: words(UNSEEN),
    allowedAttributes: {
      '*': [...words(ATTRIBUTES), QUOTE_MARK],
      a: ['href', 'target', 'rel'],
      img: ['src', 'data-remote-src'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data', 'cid'] },
    allowProtocolRelative: false,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false, // done here, and faster
    nestingLimit: DEEPEST,
    transformTags: { '*': (tagName, attribs) => transform(tagName, attribs, showing, found) },
  });
  return showing.fold ? foldQuotes(safe) : safe;
}

/** What was found so far; `source` is an address of a <picture>, whose <img> follows. */
interface Found {
  leftOut: LeftOut;
  source: string | undefined;
}

function transform(tag: string, attributes: sanitize.Attributes, showing: Showing, found: Found): sanitize.Tag {
  const attribs = { ...attributes };
  found.leftOut.remote += remoteItems(tag, attributes);
  if (tag === 'source') found.source ??= candidateOf(attributes.srcset);
  if (tag === 'picture') found.source = undefined;
  delete attribs[QUOTE_MARK];
  const quote = showing.fold ? quoteOf(tag, attributes) : undefined;
  if (quote) attribs[QUOTE_MARK] = quote;
  const style = attribs.style === undefined ? '' : safeStyle(attribs.style);
  if (style) attribs.style = style;
  else delete attribs.style;
  if (tag === 'a') safeLink(attribs);
  if (tag === 'img') picture(attribs, showing, found);
  return { tagName: tag === 'body' ? 'div' : tag, attribs };
}

function safeLink(attribs: sanitize.Attributes): void {
  const href = addressOf(attribs.href);
  delete attribs.target;
  delete attribs.rel;
  // A relative link would lead into this service.
  if (!LINK.test(href)) delete attribs.href;
  else Object.assign(attribs, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });
}

function picture(attribs: sanitize.Attributes, { remote, files, pictures }: Showing, found: Found): void {
  const [own, other] = [addressOf(attribs.src), candidateOf(attribs.srcset) ?? found.source];
  found.source = undefined;
  delete attribs.src;
  delete attribs['data-remote-src'];
  if (pictures === 'none') return;
  const src = absolute(own || addressOf(other));
  if (pictures === 'kept') {
    if (/^(?:cid:|https?:\/\/)/i.test(src) || PICTURE.test(src)) attribs.src = src;
    return;
  }
  if (/^https?:\/\//i.test(src)) {
    const address = remote ? imageAddress(src, remote) : undefined;
    if (address !== undefined) attribs.src = address;
    else {
      attribs['data-remote-src'] = src;
      found.leftOut.remote += 1;
    }
    return;
  }
  if (other !== undefined) found.leftOut.remote += 1; // a browser would load it instead
  const file = /^cid:/i.test(src) ? fileOf(src.slice(4), files) : undefined;
  if (file) attribs.src = file;
  else if (PICTURE.test(src)) attribs.src = src;
}

function fileOf(contentId: string, files: Record<string, string>): string | undefined {
  if (Object.hasOwn(files, contentId)) return files[contentId];
  try {
    const decoded = decodeURIComponent(contentId);
    return Object.hasOwn(files, decoded) ? files[decoded] : undefined;
  } catch {
    return undefined;
  }
}

/** The declarations that only affect the appearance of their own element. */
function safeStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.slice(0, STYLE_CHARS).split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (colon > 0 && STYLES.has(name) && isPlain(value)) kept.push(`${name}: ${value}`);
  }
  return kept.join('; ');
}

function isPlain(value: string): boolean {
  return value !== '' && PLAIN_VALUE.test(value) && !VIEWPORT_UNIT.test(value);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
