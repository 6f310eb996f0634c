// How `q` is read: what is an operator, what is text, and what is refused.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { type QueryNode, readQuery } from '../../src/records/query/query.ts';

const NOW = Date.UTC(2026, 1, 17, 12);
const day = (text: string) => new Date(text).toISOString();

/** A short form of what was read: words, name:value, and combinations in brackets. */
function shown(node: QueryNode | null): string {
  if (!node) return 'nothing';
  switch (node.type) {
    case 'term': {
      const words = node.term.phrases.map(({ words, prefix }) => words.join('_') + (prefix ? '*' : '')).join('+');
      return typeof node.scope === 'string' ? words : `${node.scope.field}=${words}`;
    }
    case 'filter':
      return `${node.name}=${node.value}`;
    case 'range':
      return node.range.from === undefined
        ? `<${new Date(node.range.before as number).toISOString()}`
        : `>=${new Date(node.range.from).toISOString()}`;
    case 'not':
      return `not ${shown(node.part)}`;
    default:
      return `(${node.parts.map(shown).join(` ${node.type} `)})`;
  }
}

const read = (q: string, timezone = 'UTC') => readQuery(q, timezone, NOW);

describe('q is read as', () => {
  it.each([
    ['lease', 'lease*'],
    ['lease house', '(lease* and house*)'],
    ['"the lease" house', '(the_lease and house*)'],
    ['lease -house', '(lease* and not house*)'],
    ['lease -"old house"', '(lease* and not old_house)'],
    ['a OR b c', '((a* or b*) and c*)'],
    ['a b OR c', '(a* and (b* or c*))'],
    ['a OR b OR "c d"', '(a* or b* or c_d)'],
    ['a or b', '(a* and or* and b*)'],
    ['(a b) OR c', '((a* and b*) or c*)'],
    ['a (b OR (c d))', '(a* and (b* or (c* and d*)))'],
    ['a -(b OR c)', '(a* and not (b* or c*))'],
    ['a -(-b -c)', '(a* and (b* or c*))'],
    ['a -(-b)', '(a* and b*)'],
    ['a (-b -c)', '(a* and not b* and not c*)'],
    ['from:ann', 'from=ann*'],
    ['FROM:ann', 'from=ann*'],
    ['from:"Ann Lee"', 'from=ann_lee'],
    ['from:ann@example.org', 'from=ann_example_org*'],
    ['from:(ann OR bob)', '(from=ann* or from=bob*)'],
    ['-from:ann x', '(not from=ann* and x*)'],
    ['to:ann cc:bob bcc:eve', '(to=ann* and cc=bob* and bcc=eve*)'],
    ['subject:"the lease" filename:pdf', '(subject=the_lease and filename=pdf*)'],
    ['in:inbox label:"to do"', '(in=inbox and label=to do)'],
    ['has:attachment is:unread is:READ is:starred', '(has=attachment and is=unread and is=read and is=starred)'],
    ['e-mail', 'e_mail*'],
    ['f(x) y', '(f_x* and y*)'],
    ['(a', 'a*'],
    ['a) b', '(a* and b*)'],
    ['OR', 'or*'],
    ['a OR', '(a* and or*)'],
    ['- a', 'a*'],
    ['--a', 'a*'],
    ['030 555 0123', '030*+555*+0123*'],
    ['say "open', '(say* and open)'],
    ['()', 'nothing'],
    ['!!! -?', 'nothing'],
    ['会議 OR 予定', '(会議* or 予定*)'],
    ['from:שלום', 'from=שלום*'],
    ['Zürich', 'zurich*'],
  ])('%s: %s', (q, expected) => {
    const { node, invalid } = read(q);
    expect(shown(node)).toBe(expected);
    expect(invalid).toEqual([]);
  });
});

describe('days', () => {
  it.each([
    ['before:2026-02-17', 'UTC', `<${day('2026-02-17T00:00Z')}`],
    ['after:2026-02-17', 'UTC', `>=${day('2026-02-17T00:00Z')}`],
    ['after:2026/2/7', 'UTC', `>=${day('2026-02-07T00:00Z')}`],
    ['before:2026-02', 'UTC', `<${day('2026-02-01T00:00Z')}`],
    ['after:2025', 'UTC', `>=${day('2025-01-01T00:00Z')}`],
    ['after:7d', 'UTC', `>=${day('2026-02-10T00:00Z')}`],
    ['before:2w', 'UTC', `<${day('2026-02-03T00:00Z')}`],
    ['after:1m', 'UTC', `>=${day('2026-01-17T00:00Z')}`],
    ['before:1Y', 'UTC', `<${day('2025-02-17T00:00Z')}`],
    ['after:2026-07-01', 'Europe/Berlin', `>=${day('2026-06-30T22:00Z')}`],
    ['after:0d', 'Pacific/Auckland', `>=${day('2026-02-17T11:00Z')}`],
  ])('%s in %s: %s', (q, zone, expected) => {
    expect(shown(read(q, zone).node)).toBe(expected);
  });
});

describe('an operator that cannot be read is searched as text and reported', () => {
  it.each([
    ['before:soon', 'before_soon*', 'before:soon', /before: needs a date such as 2026-02-17/],
    ['after:2026-02-30', 'after_2026_02_30*', 'after:2026-02-30', /after: needs a date/],
    ['has:wings', 'has_wings*', 'has:wings', /has: needs attachment\./],
    ['is:"very odd"', '(is* and very_odd)', 'is:"very odd"', /is: needs one of read, unread, starred/],
    ['foo:bar', 'foo_bar*', 'foo:bar', /foo: is not an operator; the operators are from:/],
    ['form:ann', 'form_ann*', 'form:ann', /did you mean from:\?/],
    ['from:', 'from*', 'from:', /from: needs a word/],
    ['label:', 'label*', 'label:', /label: needs a name, as in label:home\./],
    ['in:""', 'in*', 'in:""', /in: needs a name/],
    ['from: ann', '(from* and ann*)', 'from:', /from: needs a word/],
  ])('%s', (q, expected, operator, message) => {
    const { node, invalid } = read(q);
    expect(shown(node)).toBe(expected);
    expect(invalid).toEqual([{ operator, message: expect.stringMatching(message) }]);
    expect(invalid[0]?.message).toMatch(/It was searched as text\.$/);
  });

  it.each(['https://example.org/a', 'Re: lease', '10:30', 'a:'])('%s is not meant as one', (q) => {
    expect(read(q).invalid).toEqual([]);
  });
});

describe('q is refused', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  it.each([
    ['-lease', /without a minus sign/],
    ['-from:ann -is:read', /without a minus sign/],
    ['a OR -b', /each side of OR/],
    ['(a OR -b) c', /each side of OR/],
    [nested(limits.queryDepth + 1), /at most 8 parentheses/],
    ['('.repeat(500), /at most 8 parentheses/],
    ['-('.repeat(250), /at most 8 parentheses/],
    [Array.from({ length: 33 }, (_, n) => `w${n}`).join(' '), /at most 32 words and operators; this one has 33/],
    [Array.from({ length: 33 }, (_, n) => `in:w${n}`).join(' OR '), /at most 32 words/],
  ])('%s', (q, message) => {
    expect(() => read(q)).toThrow(message);
  });

  it('up to the limits it is not', () => {
    expect(shown(read(nested(limits.queryDepth)).node)).toBe('a*');
    expect(() => read(Array.from({ length: 32 }, (_, n) => `w${n}`).join(' '))).not.toThrow();
  });
});
