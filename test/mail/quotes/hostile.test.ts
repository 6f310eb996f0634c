// Texts made to cost much: reading the lines of a mail takes a time that grows with their length alone.
import { expect, it } from 'vitest';
import { foldedText } from '../../../src/mail/html/folded-text.ts';
import { safeHtml } from '../../../src/mail/html/safe-html.ts';
import { growth } from '../../support/growth.ts';

const INTRODUCTION = 'On Fri, 28 Apr 2017 at 11:53, Ann <ann@example.org> wrote:\n';
// biome-ignore format: a table
const hostile: [name: string, line: string][] = [
  ['introductions', INTRODUCTION],
  ['introductions without an end', 'On Fri, 28 Apr 2017 at 11:53, Ann <ann@example.org> and\n'],
  ['introductions above quotes', `> a\n${INTRODUCTION}own\n`],
  ['words for wrote', `${'wrote '.repeat(70)}:\n`],
  ['at signs', `${'@'.repeat(450)}:\n`],
  ['addresses', `${'a@'.repeat(220)}:\n`],
  ['numbers', `${'1.'.repeat(220)}:\n`],
  ['parentheses', `${'('.repeat(450)}:\n`],
  ['spaces', `a${' '.repeat(450)}:\n`],
  ['marks without a width', `${'\u202b'.repeat(9)}:\n`],
  ['dashes', `--${'-a'.repeat(120)}--\n`],
  ['titles', '---- x ----\n'],
  ['titles without dashes', 'Begin forwarded message:\n'],
  ['senders', 'From: x\n'],
  ['fields', 'From: a\nTo: b\nDate: c\nfoo\nbar\n'],
  ['recipients and empty lines', 'To: x\n\n\n'],
  ['headers of Lotus Notes', 'Ann/B 1.1.2020 10:10\n'],
  ['names above dates', 'Ann\n1.1.2020 10:10\n'],
  ['days and addresses', '2011/10/24 Ann Lee <ann@example.org>\n'],
  ['original messages', '--- Original Message ---\n'],
  ['recipients of Yandex', 'Кому: b\nТема: c;\n24.10.2022, 15:36, "Ann" <ann@example.org>:\n'],
  ['lists', `* ${'a@'.repeat(200)} [1]:\n`],
  ['patches', 'From 3f2a9c0d1e4b5f60718293a4b5c6d7e8f9012345 Mon Sep 17 00:00:00 2001\n'],
];

it.each(hostile)('%s', async (_name, line) => {
  const make = (size: number) => `Own\n${line.repeat(Math.ceil(size / line.length))}`;
  expect(await growth(25_000, make, foldedText)).toBeLessThan(10);
});

it.each([
  ['quotes with what introduces them', '<div>Ann wrote:</div><blockquote>a</blockquote>'],
  ['answers within quotes', '<div class="gmail_quote">Ann wrote:<blockquote>a</blockquote>own</div>'],
  ['blockquotes without marks', '<blockquote>From: a<br>Ann wrote:</blockquote>'],
  ['blockquotes within others, without marks', 'Ann wrote:<blockquote>a'],
  ['quotes within quotes', '<div class="gmail_quote"><blockquote>a'],
  ['lines', 'From: a<br>'],
])('HTML with %s', async (_name, piece) => {
  const make = (size: number) => `Own${piece.repeat(Math.ceil(size / piece.length))}`;
  const fold = (html: string) => safeHtml(html, { remote: false, files: {}, fold: true });
  expect(await growth(15_000, make, fold)).toBeLessThan(10);
});
