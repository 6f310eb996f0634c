// Texts that make a careless program work for ever before it stores anything: long runs where addresses are typed, and
// HTML that is nested or unbalanced without end. Each costs no more than its length.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { borne, fill, MAIL, PIECES } from './patterns.ts';
import type { Victim } from './victim.ts';

export function longWork(victim: () => Victim): void {
  describe('long runs', () => {
    it.each(PIECES)('of %j are borne as typed addresses', async (piece) => {
      const list = fill(piece, limits.typedAddressChars - 1);
      const id = (await victim().ask('POST', '/emails/drafts', {})).body.data?.id;
      const one = fill(piece, limits.typedAddressChars / limits.addresses - 10);
      const addresses = Array.from({ length: limits.addresses }, (_, index) => `${one}${index}`);
      await borne(
        victim(),
        ['POST', '/emails/drafts', { to: list }],
        ['PATCH', `/emails/drafts/${id}`, { cc: list, bcc: `${list}>` }],
        ['POST', '/emails', { ...MAIL, to_addresses: addresses }],
      );
    });
  });

  describe('HTML', () => {
    const html: [name: string, text: string][] = [
      ['nested 100,000 deep', `${'<div>'.repeat(100_000)}deepest${'</div>'.repeat(100_000)}`],
      ['nested 140,000 deep and never closed', `${'<b>'.repeat(140_000)}deepest`],
      ['with 140,000 ends that have no beginning', `${'</b>'.repeat(140_000)}deepest`],
      [
        'with 60,000 beginnings and as many ends of another kind',
        `${'<b>'.repeat(60_000)}${'</i>'.repeat(60_000)}deepest`,
      ],
      ['with 60,000 forms in forms', `${'<form><div>'.repeat(60_000)}deepest`],
      ['with 60,000 paragraphs that end each other', `${'<p><table>'.repeat(60_000)}deepest`],
      ['with 60,000 pictures in pictures', `${'<svg><foreignObject>'.repeat(60_000)}</foreignobject></svg>deepest`],
      ['of hidden parts in hidden parts', `${'<div hidden>'.repeat(45_000)}${'</div>'.repeat(45_000)}deepest`],
      [
        'with a tag that has 140,000 attributes',
        `<p ${Array.from({ length: 140_000 }, (_, index) => `a${index}`).join(' ')}>deepest</p>`,
      ],
      ['with an attribute of 4 million characters', `<p style="${'display : '.repeat(400_000)}">deepest</p>`],
      ['with a comment that never ends', `deepest<!--${'-->'.slice(0, 2).repeat(1_000_000)}`],
      ['with beginnings of comments', `deepest${'<!--'.repeat(1_000_000)}`],
      ['with beginnings of tags', `deepest ${'<a '.repeat(1_000_000)}`],
      ['with marks that open nothing', `deepest ${'<'.repeat(20_000_000)}`],
      ['with entities that never end', `deepest ${'&#x'.repeat(1_000_000)}`],
      ['with unfinished CDATA and declarations', `deepest${'<![CDATA[<?<!'.repeat(1_000_000)}`],
      ['with more tags than are looked through', `deepest${'<b>'.repeat(2 * limits.htmlMarks)}`],
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
