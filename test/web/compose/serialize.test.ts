// What is written becomes HTML that mail programs show and text that has every word of it.
import { expect, it } from 'vitest';
import { shownStyle } from '../../../web/src/compose/body/kept-parts.ts';
import { linkAddress, schema } from '../../../web/src/compose/body/schema.ts';
import { htmlOf, plainOf } from '../../../web/src/compose/body/serialize.ts';

const { doc, paragraph, heading, blockquote, code_block, bullet_list, ordered_list, list_item, hard_break, kept } =
  schema.nodes;
const { strong, em, link, styled } = schema.marks;

type Node = ReturnType<typeof paragraph.create>;

const line = (...content: (string | Node)[]) =>
  paragraph.create(
    null,
    content.map((one) => (typeof one === 'string' ? schema.text(one) : one)),
  );
const item = (...content: Node[]) => list_item.create(null, content);
const of = (...content: Node[]) => doc.create(null, content);

it.each<[name: string, doc: Node, html: string, plain: string]>([
  ['nothing', of(line()), '', ''],
  ['lines', of(line('a'), line(), line('b')), '<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
  ['special characters', of(line('<b> & "c"')), '<div>&lt;b&gt; &amp; &quot;c&quot;</div>', '<b> & "c"'],
  ['spaces', of(line('  a   b ')), '<div>&nbsp; a&nbsp;&nbsp; b&nbsp;</div>', '  a   b '],
  ['marks', of(line(schema.text('a', [strong.create(), em.create()]))), '<div><strong><em>a</em></strong></div>', 'a'],
  ['a break', of(line('a', hard_break.create(), 'b')), '<div>a<br>b</div>', 'a\nb'],
  [
    'lists',
    of(
      bullet_list.create(null, [item(line('a'), bullet_list.create(null, [item(line('b'))])), item(line('c'))]),
      ordered_list.create({ order: 9 }, [item(line('i')), item(line('j'))]),
    ),
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="9"><li>i</li><li>j</li></ol>',
    '- a\n  - b\n- c\n9. i\n10. j',
  ],
  [
    'a link',
    of(line(schema.text('here', [link.create({ href: 'https://x.org/?a=1&b' })]), '.')),
    '<div><a href="https://x.org/?a=1&amp;b">here</a>.</div>',
    'here <https://x.org/?a=1&b>.',
  ],
  [
    'a link that is its own text',
    of(line(schema.text('x.org', [link.create({ href: 'https://x.org/' })]))),
    '<div><a href="https://x.org/">x.org</a></div>',
    'x.org',
  ],
  [
    'code and a heading',
    of(heading.create({ level: 2 }, schema.text('T')), code_block.create(null, schema.text('a\n  <b>'))),
    '<h2>T</h2><pre style="margin: 0.5em 0; padding: 0.5em; background: #f4f4f4; color: #222222; white-space: pre-wrap"><code>a\n  &lt;b&gt;</code></pre>',
    'T\na\n  <b>',
  ],
  [
    'a quote',
    of(blockquote.create(null, [line('a'), blockquote.create(null, [line('b')]), line()])),
    '<blockquote style="margin: 0.5em 0; border-left: 2px solid #cccccc; padding-left: 1em; overflow: auto"><div>a</div><blockquote style="margin: 0.5em 0; border-left: 2px solid #cccccc; padding-left: 1em; overflow: auto"><div>b</div></blockquote><div><br></div></blockquote>',
    '> a\n>> b\n>',
  ],
])('%s', (_, document, html, plain) => {
  document.check();
  expect(htmlOf(document)).toBe(html);
  expect(plainOf(document)).toBe(plain);
});

it.each([
  ['https://x.org/a', 'https://x.org/a'],
  ['x.org/a', 'https://x.org/a'],
  ['ann@x.org', 'mailto:ann@x.org'],
  ['javascript:alert(1)', undefined],
  ['two words', undefined],
  ['', undefined],
])('the link %j leads to %s', (typed, expected) => expect(linkAddress(typed)).toBe(expected));

it.each<[name: string, mail: Node, html: string]>([
  ['a heading', of(heading.create({ level: 99 }, schema.text('T'))), '<h2>T</h2>'],
  ['a list', of(ordered_list.create({ order: 0.5 }, [item(line('a'))])), '<ol><li>a</li></ol>'],
  ['a line', of(paragraph.create({ style: 'color: white' }, schema.text('a'))), '<div>a</div>'],
  ['letters', of(line(schema.text('a', [styled.create({ style: 'display: none' })]))), '<div>a</div>'],
  ['a link', of(line(schema.text('a', [link.create({ href: 'javascript:alert(1)' })]))), '<div>a</div>'],
  ['a kept part', of(line('a'), kept.create({ key: 'unknown' })), '<div>a</div>'],
])('an attribute of %s that the editor did not give is not sent', (_, mail, html) => {
  expect(htmlOf(mail)).toBe(html);
});

it('of a style of another program, the editor shows only what cannot do harm', () => {
  const style = 'color: black; font-family: Georgia; position: fixed; font-size: 2em; background: url(https://x.org/a)';
  expect(shownStyle(style)).toBe('font-family: Georgia; font-size: 2em');
  expect(shownStyle('font-family: url(https://x.org/a)')).toBe('');
});
