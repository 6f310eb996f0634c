// Prepares the tags of HTML for the sanitizer, which closes elements without regard to tables: an end tag in a cell ends
// nothing outside of it, as in a browser, cells end where others begin, and have a row. Comments and texts are not changed.
// It is only about the layout: what is safe is decided afterwards.

const TAG = /<!--|<(\/?)([a-z][a-z0-9]{0,20})(?=[\s/>])/gi;
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
const VOID = new Set('area base br col embed frame hr img input link meta param source track wbr'.split(' '));
const CELLS = new Set(['td', 'th', 'caption']);
const GROUPS = new Set(['tbody', 'thead', 'tfoot']);
const BODIES = new Set(['html', 'body', 'head']); // browsers ignore their end tags

export function matchTags(html: string): string {
  const open = new OpenElements();
  const parts: string[] = [];
  let copied = 0;
  const tags = new RegExp(TAG);
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const { 0: whole, 1: slash, 2: name = '', index } = found;
    const tag = name.toLowerCase();
    let end = html.indexOf(tag === '' ? '-->' : '>', index + 2);
    if (RAW.has(tag) && slash === '' && end >= 0) end = endOfText(html, tag, end);
    if (end < 0) break;
    tags.lastIndex = end;
    if (whole === '<!--' || VOID.has(tag) || RAW.has(tag)) continue;
    if (slash === '') {
      const implied = BODIES.has(tag) ? '' : open.begin(tag);
      if (implied === '') continue;
      parts.push(html.slice(copied, index), implied);
      copied = index;
    } else if (BODIES.has(tag) || !open.end(tag)) {
      parts.push(html.slice(copied, index));
      copied = end + 1;
    }
  }
  return copied === 0 ? html : parts.join('') + html.slice(copied);
}

/** Where the end tag of an element ends that has only text. */
function endOfText(html: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  return found ? html.indexOf('>', found.index) : -1;
}

/** The open elements in a table, in a cell, or in neither. */
interface Scope {
  tag: string;
  open: string[];
  counts: Map<string, number>;
}

class OpenElements {
  private readonly scopes: Scope[] = [newScope('')];

  private get top(): Scope {
    return this.scopes.at(-1) as Scope;
  }

  /** Returns the tags that are missing before a start tag. */
  begin(tag: string): string {
    let implied = '';
    if (CELLS.has(tag) || GROUPS.has(tag) || tag === 'tr') {
      if (CELLS.has(this.top.tag)) implied += this.implyEnd(this.top.tag);
      if (this.top.tag !== 'table') return implied;
      if (!CELLS.has(tag) && this.top.counts.get('tr')) implied += this.implyEnd('tr');
      const group = GROUPS.has(tag) ? this.top.open.find((one) => GROUPS.has(one)) : undefined;
      if (group) implied += this.implyEnd(group);
      if (tag !== 'caption' && CELLS.has(tag) && !this.top.counts.get('tr')) {
        implied += '<tr>';
        add(this.top, 'tr');
      }
    }
    if (tag === 'table' || CELLS.has(tag)) this.scopes.push(newScope(tag));
    else add(this.top, tag);
    return implied;
  }

  private implyEnd(tag: string): string {
    this.end(tag);
    return `</${tag}>`;
  }

  /** Returns whether an end tag ends an element. */
  end(tag: string): boolean {
    if (tag === 'table') return this.endTable();
    if (CELLS.has(tag)) return this.top.tag === tag && this.scopes.pop() !== undefined;
    if ((tag === 'tr' || GROUPS.has(tag)) && CELLS.has(this.top.tag)) {
      if (!this.scopes.at(-2)?.counts.get(tag)) return false;
      this.scopes.pop();
    }
    return remove(this.top, tag);
  }

  private endTable(): boolean {
    const isCell = CELLS.has(this.top.tag);
    if ((isCell ? this.scopes.at(-2) : this.top)?.tag !== 'table') return false;
    if (isCell) this.scopes.pop();
    this.scopes.pop();
    return true;
  }
}

function newScope(tag: string): Scope {
  return { tag, open: [], counts: new Map() };
}

function add({ open, counts }: Scope, tag: string): void {
  open.push(tag);
  counts.set(tag, (counts.get(tag) ?? 0) + 1);
}

/** Ends an element, and those in it. */
function remove({ open, counts }: Scope, tag: string): boolean {
  if (!counts.get(tag)) return false;
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    counts.set(last, (counts.get(last) as number) - 1);
    if (last === tag) break;
  }
  return true;
}
