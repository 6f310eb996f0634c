// What each line of a mail is: written by its sender, or part of a quoted mail. The one place that decides it, for the
// preview and for the folded quotes of a page, of plain text and of the lines of HTML. If in doubt a line is the sender's
// own: a quote that is shown does no harm, a text that is hidden does.
import { canBeginHeader, headerAt, isPatch, titleAt } from './headers.ts';
import { canEndIntroduction, introductionAt } from './introductions.ts';

export type Kind =
  /** Written by the sender, or forwarded. */
  | 'own'
  /** Begins with >. */
  | 'quoted'
  /** Introduces quoted lines. */
  | 'introduction'
  /** A rule, a title, the header of a forwarded mail, the line above a signature. */
  | 'mark'
  /** The header of a quoted mail, and its text, which has no marks of its own. */
  | 'header'
  | 'mail'
  | 'signature';

export interface Line {
  at: number;
  kind: Kind;
  /** Whether a quoted or forwarded mail begins here that goes on to the end. */
  begins?: boolean;
}

const QUOTED = /^\s{0,3}>(?!From [0-9a-f]{40})/;
const SIGNATURE = /^\s*--\s*$/; // RFC 3676 section 4.3; many lose the space
const RULE = /^\s*[-_=*–—]{5,}\s*$/;

export function* readLines(lines: readonly string[]): Generator<Line> {
  const state = new State(lines);
  for (let at = 0; at < lines.length; ) {
    const { kinds, begins } = state.read(at);
    yield begins ? { at, kind: kinds[0] as Kind, begins } : { at, kind: kinds[0] as Kind };
    at++;
    for (let more = 1; more < kinds.length; more++, at++) yield { at, kind: kinds[more] as Kind };
  }
}

/** A quoted line without the mark. */
export function unquoted(line: string): string {
  return line.replace(/^\s{0,3}> ?/, '');
}

interface Found {
  /** Of this line and of those that belong to it. */
  kinds: Kind[];
  begins?: boolean;
}

const TEXTS = {
  own: { kinds: ['own'] },
  mail: { kinds: ['mail'] },
  signature: { kinds: ['signature'] },
} satisfies Record<string, Found>;

const ABOVE_HEADER = new Set<Kind>(['mark', 'header', 'introduction']);

class State {
  private readonly lines: readonly string[];
  private isMail = false;
  private isForwarded = false;
  private isSigned = false;
  private hasOwn = false;
  private isTitled = false; // a title is above
  private patch: Kind | undefined; // of the last line of the header of a patch
  private checked = 0; // lines before it do not end an introduction, but for `end`
  private end = -1;
  private quotedEnd: number | undefined; // after the last quoted line

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  read(at: number): Found {
    const line = this.lines[at] as string;
    if (!/\S/.test(line)) {
      this.patch = undefined;
      return this.text(line);
    }
    if (isPatch(line) || this.patch) return this.readPatch(line);
    const found = this.readMarked(at, line) ?? this.text(line);
    if (!ABOVE_HEADER.has(found.kinds[0] as Kind)) this.isTitled = false;
    return found;
  }

  private text(line: string): Found {
    if (this.isSigned) return TEXTS.signature;
    if (this.isMail) return TEXTS.mail;
    this.hasOwn ||= /\S/.test(line);
    return TEXTS.own;
  }

  private readMarked(at: number, line: string): Found | undefined {
    if (QUOTED.test(line)) {
      this.isSigned = false;
      return { kinds: ['quoted'] };
    }
    if (SIGNATURE.test(line)) {
      this.isSigned = true;
      return { kinds: ['mark'] };
    }
    const known = canBeginHeader(this.lines, at) ? (this.readTitle(at) ?? this.readHeader(at)) : undefined;
    return known ?? this.readIntroduction(at) ?? ruleIn(line);
  }

  private readTitle(at: number): Found | undefined {
    const found = titleAt(this.lines, at, this.isBelowOwn());
    if (!found) return undefined;
    this.isSigned = false;
    this.isTitled = true;
    if (found.title === 'introduced') return { kinds: Array(found.length).fill('introduction') };
    if (found.title === 'forwarded') {
      this.isForwarded = true;
      return { kinds: Array(found.length).fill('mark') };
    }
    this.isMail = true;
    return { kinds: ['header'], begins: true };
  }

  private isBelowOwn(): boolean {
    return this.hasOwn && !this.isForwarded;
  }

  private readHeader(at: number): Found | undefined {
    const above = this.isTitled ? 'title' : this.isBelowOwn() ? 'own' : 'nothing';
    const header = headerAt(this.lines, at, above);
    if (!header) return undefined;
    this.isSigned = false;
    if (header.introduces && this.isAboveQuoted(at + header.length))
      return { kinds: Array(header.length).fill('introduction') };
    // What is forwarded is not a quote of this conversation: it is shown, without its header.
    const isQuote = !this.isForwarded || this.isMail;
    this.isMail ||= isQuote;
    return { kinds: Array(header.length).fill(isQuote ? 'header' : 'mark'), begins: header.hasSubject };
  }

  private readIntroduction(at: number): Found | undefined {
    if (!this.canIntroduce(at)) return undefined;
    const found = introductionAt(this.lines, at);
    if (!found) return undefined;
    const next = at + found.length;
    const isAbove = this.isAboveQuoted(next);
    if (!isAbove && found.kind !== 'certain' && !(found.kind === 'full' && this.isTitled)) return undefined;
    if (found.kind === 'name' && !this.isBeginning(at)) return undefined;
    this.isSigned = false;
    // Without any marks the quoted mail goes on to the end; unless nothing else is there, then nobody can tell.
    const begins = !isAbove && this.isBelowOwn() && next >= this.endOfQuoted();
    this.isMail ||= begins;
    return { kinds: Array(found.length).fill('introduction'), begins };
  }

  /** Whether a line soon ends like one, before which nothing has to be compared. */
  private canIntroduce(at: number): boolean {
    const last = Math.min(at + MOST_LINES, this.lines.length);
    if (this.end >= at) return this.end < last;
    for (this.checked = Math.max(this.checked, at); this.checked < last; this.checked++)
      if (canEndIntroduction(this.lines[this.checked] as string)) {
        this.end = this.checked++;
        return true;
      }
    return false;
  }

  private isAboveQuoted(from: number): boolean {
    for (let at = from; at < Math.min(from + 4, this.lines.length); at++) {
      if (QUOTED.test(this.lines[at] as string)) return true;
      if (/\S/.test(this.lines[at] as string)) return false;
    }
    return false;
  }

  /** Whether a line does not continue the one above. */
  private isBeginning(at: number): boolean {
    const above = this.lines[at - 1]?.trim() ?? '';
    return above === '' || QUOTED.test(above) || /[.!?…)。！？:;,)]$|^\W*$/u.test(above);
  }

  private endOfQuoted(): number {
    this.quotedEnd ??= this.lines.findLastIndex((line) => QUOTED.test(line)) + 1;
    return this.quotedEnd;
  }

  /** Of the header of a patch only the subject is in previews. Nothing of a patch is quoted. */
  private readPatch(line: string): Found {
    const isFirst = this.patch === undefined;
    if (isFirst || PATCH_FIELD.test(line)) this.patch = 'mark';
    else if (!/^\s/.test(line) || /^\s?Subject:/i.test(line)) this.patch = 'own'; // another line goes on with its field
    return this.patch === 'mark' ? { kinds: ['mark'] } : this.text(line);
  }
}

const PATCH_FIELD =
  /^\s?(?:From|Date|To|Cc|Bcc|Sender|Reply-To|Message-Id|In-Reply-To|References|MIME-Version|Content-[a-z-]+|X-[a-z-]+|List-[a-z-]+): ?/i;

/** Of an introduction. */
export const MOST_LINES = 5;

function ruleIn(line: string): Found | undefined {
  return RULE.test(line) ? { kinds: ['mark'] } : undefined;
}
