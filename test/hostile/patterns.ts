// Texts that make a careless program work for ever: long runs that a pattern tries in every way, HTML that is nested
// or unbalanced without end, letters under mountains of marks. Each costs no more than its length.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import type { Victim } from './victim.ts';

const fill = (piece: string, chars: number) => piece.repeat(Math.floor(chars / piece.length));

/** Pieces whose runs are hard for patterns: openings without ends, ends without openings, blanks, and near misses. */
const PIECES = [
  '<',
  '"',
  '(',
  '\\',
  '\\"',
  ' ',
  '\t\n',
  '@',
  'a@',
  'a@b ',
  '<>',
  '<a@b>,',
  '"a" ',
  '(a)',
  ',;',
  'a',
  '1',
  '-',
  '()',
  '&',
  '&#',
  '&amp;',
  'é',
  'ı',
  '漢',
  '😀',
  '\u00a0',
];

const EVENT = { title: 'x', start_at: '2026-02-17T09:00:00Z' };
const MAIL = { from_address: 'a@x.org', received_at: '2026-02-17T09:00:00Z' };

export function hostilePatterns(victim: () => Victim): void {
  /** Asks, and expects the record to be taken or the text to be refused, in time. */
  const taken = async (method: string, path: string, body: unknown) => {
    const { status, body: answer } = await victim().cheaply(() => victim().ask(method, path, body));
    expect([200, 201, 400]).toContain(status);
    return answer?.data?.id as string | undefined;
  };

  describe('long runs', () => {
    it.each(PIECES)('of %j are borne in every field', async (piece) => {
      const name = fill(piece, limits.nameChars);
      const line = fill(piece, limits.lineChars);
      const note = fill(piece, limits.noteChars);
      await taken('POST', '/events', { ...EVENT, title: name, description: note, location: name });
      await taken('POST', '/contacts', {
        display_name: name,
        company: name,
        emails: Array.from({ length: limits.contactItems }, () => ({ address: line })),
        phones: Array.from({ length: limits.contactItems }, () => ({ number: fill(piece, limits.shortChars) })),
      });
      await taken('POST', '/emails', { ...MAIL, subject: name, from_address: line, from_name: name, body_plain: note });
    });

    it.each(PIECES)('of %j are borne as typed addresses', async (piece) => {
      const list = fill(piece, limits.noteChars);
      const id = (await victim().ask('POST', '/emails/drafts', {})).body.data?.id;
      await taken('POST', '/emails/drafts', { to: list });
      await taken('PATCH', `/emails/drafts/${id}`, { cc: list, bcc: `${list}>` });
      const one = fill(piece, 2 * limits.lineChars - 10);
      const addresses = Array.from({ length: limits.addresses }, (_, index) => `${one}${index}`);
      await taken('POST', '/emails', { ...MAIL, to_addresses: addresses });
    });

    it.each(PIECES)('of %j are borne as a search and in every parameter of text', async (piece) => {
      const text = encodeURIComponent(fill(piece, 480));
      for (const query of [`search=${text}`, `calendar_name=${text}`, `fields=${text}`, `tz=${text}`, `from=${text}`])
        await victim().ask('GET', `/events?${query}`);
      await victim().ask('GET', `/contacts?company=${text}&tag=${text}`);
      await victim().ask('GET', `/changes?events=${text}`);
    });
  });

  describe('mountains of marks', () => {
    it.each([
      ['one mark', '\u0301'],
      ['marks that must be put in order', '\u0301\u0316'],
      ['many kinds of marks', '\u0301\u0316\u0327\u0345\u0338\u0323'],
      ['Hangul parts', '\u1100\u1161\u11a8'],
      ['letters that unfold to eighteen', '\ufdfa'],
      ['marks of no width', '\u200d\u0301'],
    ])('%s without end', async (_name, piece) => {
      const mountain = (chars: number) => `a${fill(piece, chars - 1)}`;
      await taken('POST', '/events', {
        ...EVENT,
        title: mountain(limits.nameChars),
        description: mountain(limits.noteChars),
      });
      await taken('POST', '/contacts', { display_name: mountain(limits.nameChars), notes: mountain(limits.noteChars) });
      await taken('POST', '/emails', {
        ...MAIL,
        body_plain: mountain(400_000),
        body_html: `<p>${mountain(400_000)}</p>`,
      });
      await victim().ask('GET', `/contacts?search=${encodeURIComponent(mountain(480))}`);
    });
  });

  describe('HTML', () => {
    const html: [name: string, text: string][] = [
      ['nested 100,000 deep', `${'<div>'.repeat(100_000)}deepest${'</div>'.repeat(100_000)}`],
      ['nested a million deep and never closed', `${'<b>'.repeat(1_000_000)}deepest`],
      ['with a million ends that have no beginning', `${'</b>'.repeat(1_000_000)}deepest`],
      [
        'with 60,000 beginnings and as many ends of another kind',
        `${'<b>'.repeat(60_000)}${'</i>'.repeat(60_000)}deepest`,
      ],
      ['with 60,000 forms in forms', `${'<form><div>'.repeat(60_000)}deepest`],
      ['with 60,000 paragraphs that end each other', `${'<p><table>'.repeat(60_000)}deepest`],
      ['with 60,000 pictures in pictures', `${'<svg><foreignObject>'.repeat(60_000)}</foreignobject></svg>deepest`],
      ['of hidden parts in hidden parts', `${'<div hidden>'.repeat(60_000)}${'</div>'.repeat(60_000)}deepest`],
      [
        'with a tag that has a million attributes',
        `<p ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}`).join(' ')}>deepest</p>`,
      ],
      ['with an attribute of 4 million characters', `<p style="${'display : '.repeat(400_000)}">deepest</p>`],
      ['with a comment that never ends', `deepest<!--${'-->'.slice(0, 2).repeat(1_000_000)}`],
      ['with beginnings of comments', `deepest${'<!--'.repeat(1_000_000)}`],
      ['with beginnings of tags', `deepest ${'<a '.repeat(1_000_000)}`],
      ['with marks that open nothing', `deepest ${'<'.repeat(20_000_000)}`],
      ['with entities that never end', `deepest ${'&#x'.repeat(1_000_000)}`],
      ['with unfinished CDATA and declarations', `deepest${'<![CDATA[<?<!'.repeat(1_000_000)}`],
      ['with scripts that close wrongly', `deepest${'<script></scrip'.repeat(1_000_000)}`],
    ];
    it.each(html)('%s is taken, and what can be seen in it can be found', async (name, text) => {
      const mark = `mark${crypto.randomUUID().replaceAll('-', '')}`;
      const body_html = name.includes('hidden') ? text.replace(/deepest$/, mark) : text.replace('deepest', mark);
      const { id } = await victim().cheaply(() => victim().make('/emails', { ...MAIL, body_html }));
      const found = await victim().ask('GET', `/emails?search=${mark}&fields=id`);
      expect(found.body.data).toEqual([{ id }]);
      // It is read again when the mail changes, and goes when the mail goes.
      const starred = await victim().cheaply(() => victim().ask('POST', `/emails/${id}/star`));
      expect(starred.status).toBe(200);
      expect((await victim().ask('DELETE', `/emails/${id}?permanent=true`)).status).toBe(200);
    });
  });
}
