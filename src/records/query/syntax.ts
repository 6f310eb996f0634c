// The syntax of `q`: words, "phrases", name:value, -without, OR and parentheses. OR binds tighter than a space, as in
// the search boxes that people know. Every text has a reading: what is not an operator is a word.
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';

export type Expression =
  /** Words and phrases as they were typed. */
  | { type: 'words'; text: string }
  /** `text` is what was typed, for a name or a value that is not known. */
  | { type: 'operator'; name: string; value: string; quoted: boolean; text: string }
  | { type: 'and' | 'or'; parts: Expression[] }
  | { type: 'not'; part: Expression };

/** Undefined if there is nothing in it. */
export function parseQuery(text: string): Expression | undefined {
  return new Parser(text).parse();
}

const SPACE = /\s*/y;
const OR = /OR(?=[\s(])\s*(?=[^\s)])/y;
const OPERATOR = /([A-Za-z_]{1,20}):/y;
const PHRASE = /"([^"]*)"?/y;
const WORD = /[^\s"]+/y;
const WORD_INSIDE = /[^\s")]+/y; // of parentheses

class Parser {
  private readonly text: string;
  private at = 0;
  private depth = 0;
  /** The operator before the parentheses around this place, as in from:(ann OR bob). */
  private operator: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  parse(): Expression | undefined {
    return this.readAll();
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  private is(sign: string): boolean {
    return this.text[this.at] === sign;
  }

  private readAll(): Expression | undefined {
    const parts: Expression[] = [];
    for (;;) {
      this.take(SPACE);
      if (this.at >= this.text.length) break;
      if (this.is(')')) {
        if (this.depth > 0) break;
        this.at++; // it closes nothing
        continue;
      }
      const part = this.readEither();
      if (part) parts.push(part);
    }
    return joined('and', mergeWords(parts));
  }

  private readEither(): Expression | undefined {
    const parts = [this.readOne()];
    for (this.take(SPACE); this.take(OR); this.take(SPACE)) parts.push(this.readOne());
    return joined(
      'or',
      parts.filter((part) => part !== undefined),
    );
  }

  private readOne(): Expression | undefined {
    if (this.is('-') && /[^\s\-)]/.test(this.text[this.at + 1] ?? '')) {
      this.at++;
      const part = this.readOne();
      return part && { type: 'not', part };
    }
    if (this.is('(')) return this.readGroup(this.operator);
    const start = this.at;
    const name = this.take(OPERATOR)?.[1]?.toLowerCase();
    if (name !== undefined && this.is('(')) return this.readGroup(name);
    const phrase = this.take(PHRASE)?.[1];
    const word = phrase ?? this.take(this.depth > 0 ? WORD_INSIDE : WORD)?.[0] ?? '';
    const text = this.text.slice(start, this.at);
    const operator = name ?? this.operator;
    if (operator === null) return { type: 'words', text: phrase === undefined ? word : `"${phrase}"` };
    return { type: 'operator', name: operator, value: word, quoted: phrase !== undefined, text };
  }

  private readGroup(operator: string | null): Expression | undefined {
    if (++this.depth > limits.queryDepth) throw tooDeep();
    this.at++;
    const outer = this.operator;
    this.operator = operator;
    const group = this.readAll();
    this.operator = outer;
    this.depth--;
    this.at++; // the closing one, or the end
    return group;
  }
}

/** Neighbouring words are read together: they may be the parts of a telephone number. */
function mergeWords(parts: readonly Expression[]): Expression[] {
  const merged: Expression[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.type === 'words' && last?.type === 'words') last.text += ` ${part.text}`;
    else merged.push(part);
  }
  return merged;
}

function joined(type: 'and' | 'or', parts: Expression[]): Expression | undefined {
  return parts.length > 1 ? { type, parts } : parts[0];
}

function tooDeep() {
  const message = `q must have at most ${limits.queryDepth} parentheses within each other.`;
  return faulty('INVALID_QUERY', [{ field: 'q', constraint: 'maxDepth', message }]);
}
