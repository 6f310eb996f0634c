// Sanitizes the HTML of a mail: no scripts, forms, frames or foreign markup; only styles that affect nothing but the mail;
// links that open in a new tab without a referrer; no remote content unless it was requested.
import sanitize from 'sanitize-html';
import { escapeText } from '../../values/html-text.ts';
import { quoteOf } from '../quotes/html-marks.ts';
import { type Definitions, mayUseFonts, noDefinitions } from './css/definitions.ts';
import { elementsOf } from './css/elements.ts';
import { prefixed, prefixedClasses } from './css/selectors.ts';
import { sheetsOf } from './css/sheets-of.ts';
import { readSheets, safeStyle, writeSheets } from './css/styles.ts';
import { foldQuotes, QUOTE_MARK } from './folded-quotes.ts';
import { type LayoutLimits, layoutLimits, limitLayout, withoutDeepText } from './layout-limits.ts';
import { matchTags } from './matched-tags.ts';
import { type ImageNames, imageAddress } from './remote-images.ts';
import { absolute, addressOf, candidateOf, inStyle, remoteItems } from './remote-items.ts';

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
const ATTRIBUTES = `style align valign dir lang title width height bgcolor bordercolor border cellpadding cellspacing colspan rowspan
  color face size start type alt nowrap aria-label aria-hidden role hidden span hspace vspace clear noshade reversed
  value rules frame`;
// Those of a page alone: a quoted mail is in the document of another.
const OF_PAGE = 'class id background';
const OF_BODY = `style class id dir lang bgcolor background text link alink vlink`;
const DEEPEST = 300; // deeper ones are left out, their text stays
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;
const REMOTE = /^https?:\/\//i;
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]*$/i;

/** The sanitized HTML of a mail: the rest of a page from the end of its head on, or an element of a page. */
export function safeHtml(html: string, showing: Showing, leftOut: LeftOut = { remote: 0 }): string {
  const isPage = showing.pictures === undefined;
  const definitions = noDefinitions();
  const found: Found = {
    ...{ leftOut, source: undefined, backgrounds: 0, body: {}, styles: new Map(), definitions },
    layout: layoutLimits(),
  };
  const sheets = sheetsOf(html);
  for (const { text } of sheets) leftOut.remote += inStyle(text);
  const read = isPage ? readSheets(sheets, definitions) : [];
  const safe = sanitize(matchTags(html), {
    allowedTags: words(TAGS),
    nonTextTags: words(UNSEEN),
    allowedAttributes: {
      '*': [...words(ATTRIBUTES), ...(isPage ? words(OF_PAGE) : []), QUOTE_MARK],
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
  const flat = withoutDeepText(safe);
  const content = showing.fold ? foldQuotes(flat) : flat;
  const rules = read.length > 0 ? rulesFor(content, read, showing, found) : '';
  leftOut.remote = Math.max(0, leftOut.remote);
  return isPage ? pageOf(rules, found, content) : content;
}

function rulesFor(content: string, read: ReturnType<typeof readSheets>, showing: Showing, found: Found): string {
  const styled = { elements: elementsOf(content, found.body), chars: content.length };
  return writeSheets(read, styled, (address) => background(address, showing, found), found.definitions);
}

/** What was found so far. */
interface Found {
  leftOut: LeftOut;
  /** An address of a <picture>, whose <img> follows. */
  source: string | undefined;
  /** How many background images are shown when remote images are. */
  backgrounds: number;
  /** The attributes of <body>. */
  body: sanitize.Attributes;
  /** Style attributes without images: most are in a mail many times. */
  styles: Map<string, string>;
  /** Of its style sheets. */
  definitions: Definitions;
  layout: LayoutLimits;
}

/** <style> and <body> only if the mail has them. */
function pageOf(rules: string, { body, backgrounds }: Found, content: string): string {
  const attributes = Object.entries(body).filter(([name, value]) => words(OF_BODY).includes(name) && value !== '');
  if (backgrounds > 0) attributes.push(['data-remote-backgrounds', String(backgrounds)]);
  if (rules === '' && attributes.length === 0) return content;
  const style = rules === '' ? '' : `<style>\n${rules}\n</style>`;
  const written = attributes.map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`);
  return `${style}</head><body${written.join('')}>${content}`;
}

function transform(tag: string, attributes: sanitize.Attributes, showing: Showing, found: Found): sanitize.Tag {
  const isPage = showing.pictures === undefined;
  const attribs = { ...attributes };
  found.leftOut.remote += remoteItems(tag, attributes);
  if (tag === 'source') found.source ??= candidateOf(attributes.srcset);
  if (tag === 'picture') found.source = undefined;
  delete attribs[QUOTE_MARK];
  const quote = showing.fold ? quoteOf(tag, attributes) : undefined;
  if (quote) attribs[QUOTE_MARK] = quote;
  if (attribs.style !== undefined) set(attribs, 'style', styleOf(attribs.style, showing, found));
  if (attribs.hidden !== undefined) attribs.hidden = 'hidden'; // an empty one would be left out
  if (attribs.class !== undefined) set(attribs, 'class', prefixedClasses(attribs.class));
  if (attribs.id !== undefined) set(attribs, 'id', prefixed(attribs.id));
  if (attribs.background !== undefined) set(attribs, 'background', background(attribs.background, showing, found));
  const tagName = limitLayout(tag, attribs, found.layout);
  if (attribs.face !== undefined && !mayUseFonts(attribs.face, found.definitions)) delete attribs.face;
  if (tag === 'a') safeLink(attribs);
  if (tag === 'img') picture(attribs, showing, found);
  if (tag !== 'body') return { tagName, attribs };
  // What is important to the page is not changed by its body.
  if (isPage && attribs.style) attribs.style = attribs.style.replaceAll(' !important', '');
  if (isPage) Object.assign(found.body, { ...attribs, ...found.body });
  return { tagName: isPage ? tag : 'div', attribs };
}

function set(attribs: sanitize.Attributes, name: string, value: string | undefined): void {
  if (value) attribs[name] = value;
  else delete attribs[name];
}

function styleOf(style: string, showing: Showing, found: Found): string {
  const known = found.styles.get(style);
  if (known !== undefined) return known;
  let images = 0;
  const isQuote = showing.pictures !== undefined;
  const replaced = (address: string) => {
    images++;
    return background(address, showing, found);
  };
  const safe = safeStyle(style, replaced, isQuote, found.definitions);
  if (images === 0) found.styles.set(style, safe);
  return safe;
}

function safeLink(attribs: sanitize.Attributes): void {
  const href = addressOf(attribs.href);
  delete attribs.target;
  delete attribs.rel;
  // A relative link would lead into this service.
  if (!LINK.test(href)) delete attribs.href;
  else Object.assign(attribs, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });
}

function picture(attribs: sanitize.Attributes, showing: Showing, found: Found): void {
  const { pictures } = showing;
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
  const address = imageOf(src, showing);
  if (address !== undefined) attribs.src = address;
  if (REMOTE.test(src)) {
    if (address !== undefined) return;
    attribs['data-remote-src'] = src;
    found.leftOut.remote += 1;
  } else if (other !== undefined) found.leftOut.remote += 1; // a browser would load it instead
}

/** The address of a background image on the page. A remote one has been counted as left out with the text it is in. */
function background(given: string, showing: Showing, found: Found): string | undefined {
  if (showing.pictures !== undefined) return undefined;
  const src = absolute(addressOf(given));
  const address = imageOf(src, showing);
  if (REMOTE.test(src)) {
    if (address === undefined) found.backgrounds += 1;
    else found.leftOut.remote -= 1;
  }
  return address;
}

/** The address on the page of an image of the mail, or of another server if it was requested. */
function imageOf(src: string, { remote, files }: Showing): string | undefined {
  if (REMOTE.test(src)) return remote ? imageAddress(src, remote) : undefined;
  const file = /^cid:/i.test(src) ? fileOf(src.slice(4), files) : undefined;
  if (file) return file;
  return PICTURE.test(src) ? src : undefined;
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

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
