// Highlights of long texts: each is short, the work pauses, and no more than a number of characters is looked through.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { readQuery } from '../../src/records/query/query.ts';
import { email } from '../../src/resources/email.ts';
import type { AnyRecord } from '../../src/resources/resource.ts';
import { type Highlight, highlightsOf, soughtTerms } from '../../src/search/highlights.ts';

interface Run {
  found: Highlight[];
  /** How often it could have paused. */
  pauses: number;
  /** Characters that were looked through. */
  read: number;
}

function run(q: string, texts: object, attached: string[] = [], chars: number = limits.highlightedInAll): Run {
  const { node } = readQuery(q, 'UTC', 0);
  const room = { chars };
  const work = highlightsOf(email, texts as AnyRecord, node ? soughtTerms(node) : [], attached, room);
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next();
    if (done) return { found: value, pauses, read: chars - room.chars };
  }
}

const shown = ({ found }: Run) => found.map(({ parts }) => parts.map(({ text }) => text).join(''));

describe('a highlight is no longer than its limit', () => {
  it.each([
    ['in one long word', 'a', 'a'.repeat(100_000)],
    ['in one long word with accents', 'a', 'aä'.repeat(50_000)],
    ['in matches that overlap', 'ああ', 'あ'.repeat(100_000)],
    ['in characters of two units', '𠮷', '𠮷'.repeat(500)],
    ['after text without spaces', 'b', `${'=/'.repeat(300)}b${'=/'.repeat(300)}`],
    ['in a text of many matches', 'b', 'b '.repeat(1000)],
    ['in a long phrase', `"${'b '.repeat(30).trim()}"`, 'b    '.repeat(1000)],
  ])('%s', (_, q, body_plain) => {
    const [text = ''] = shown(run(q, { subject: null, body_plain }));
    expect(text.length).toBeGreaterThan(limits.highlightChars / 3);
    expect(text.length).toBeLessThanOrEqual(limits.highlightChars);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('highlights of long texts', () => {
  it.each([
    ['of letters', 'дела и слова '],
    ['without spaces', '中文字符测试很长'],
    ['in ASCII', 'some words '],
  ])('pause every hundred words: %s', (_, words) => {
    const { pauses, found } = run('zzz', { body_plain: words.repeat(10_000) });
    expect([found, pauses >= limits.highlightedChars / 12 / 100]).toEqual([[], true]);
  });

  it('are looked for in so many characters of a text, and of a response', () => {
    const long = 'word '.repeat(40_000);
    const attached = Array.from({ length: 20 }, () => long);
    const one = run('zzz', { body_plain: long });
    expect(one.read).toBeLessThan(limits.highlightedChars * 1.01);
    const all = run('zzz', { body_plain: long }, attached, 50_000);
    expect(all.read).toBeLessThan(50_000 * 1.01);
    expect(shown(run('word', { subject: 'word', body_plain: long }, attached, 4))).toEqual(['word']);
  });

  it('are not looked for in the HTML of a text that has one', () => {
    const html = `<p>${'lease '.repeat(1000)}</p>`;
    const { found, read } = run('lease', { body_plain: 'The lease', body_html: html });
    expect([found.map(({ field }) => field), read < 100]).toEqual([['body_plain'], true]);
    expect(run('lease', { body_plain: 'Nothing', body_html: html }).found.map(({ field }) => field)).toEqual([
      'body_html',
    ]);
  });
});
