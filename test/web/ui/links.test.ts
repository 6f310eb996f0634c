// Addresses in plain text become links; the text itself stays as it is, and nothing else becomes a link.
import { describe, expect, it } from 'vitest';
import { linkParts } from '../../../web/src/ui/display/links.ts';

const links = (text: string) =>
  linkParts(text).flatMap(({ text: part, href }) => (href === undefined ? [] : [[part, href]]));

describe('links', () => {
  it.each([
    ['See https://example.org/a?b=c#d.', [['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d']]],
    ['(https://example.org/wiki/A_(b))', [['https://example.org/wiki/A_(b)', 'https://example.org/wiki/A_(b)']]],
    ['<https://example.org/x>', [['https://example.org/x', 'https://example.org/x']]],
    ['www.example.org, then', [['www.example.org', 'http://www.example.org']]],
    ['ann@example.org!', [['ann@example.org', 'mailto:ann@example.org']]],
    ['mailto:ann@example.org?subject=Hi', [['mailto:ann@example.org?subject=Hi', 'mailto:ann@example.org?subject=Hi']]],
    ['jörg@exämple.org', [['jörg@exämple.org', 'mailto:jörg@exämple.org']]],
    ['“https://example.org”', [['https://example.org', 'https://example.org']]],
    ['HTTPS://EXAMPLE.ORG', [['HTTPS://EXAMPLE.ORG', 'HTTPS://EXAMPLE.ORG']]],
  ])('of %s are found', (text, found) => {
    expect(links(text)).toEqual(found);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'https://',
    'http://:80',
    'mailto:nobody',
    'version 1.2.3 at 10:30',
    'a@b',
    '@example.org',
  ])('are not made of %s', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('leave the text as it is', () => {
    const text = 'One http://a.example/x, two\n\n<b>ann@example.org</b> & www.b.example…';
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('of hostile text cost little: quadratic time would exceed the time of a test', () => {
    const hostile = ['a@', 'www.', 'http://(', 'a.a@a.', '.', 'https://a/))))'].map((piece) => piece.repeat(100_000));
    hostile.push(`https://a/${')'.repeat(1_000_000)}x`, `https://a/${').'.repeat(900)} `.repeat(500));
    for (const text of hostile)
      expect(linkParts(text).reduce((sum, part) => sum + part.text.length, 0)).toBe(text.length);
  });
});
