// What a mail may not have because a browser would take long to show it; how long it takes is measured in
// test/browser/mail-styles.browser.test.ts.
import { describe, expect, it } from 'vitest';
import { safeHtml } from '../../src/mail/html/safe-html.ts';

const shown = (html: string) => safeHtml(html, { remote: false, files: {} });
const rules = (css: string) => /^<style>\n(.*)\n<\/style>/s.exec(shown(`<style>${css}</style>`))?.[1] ?? null;

describe('what takes a browser too long is left out:', () => {
  const bolds = (count: number) => `<div>${'<b>x</b>'.repeat(count)}</div>`;
  const many = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at));
  const kept = (css: string[], body: string) =>
    /<style>\n(.*)\n<\/style>/s.exec(shown(`<style>${css.join('')}</style>${body}`))?.[1]?.split('\n').length ?? 0;

  it.each([
    ['columns: 50 1px'],
    ['column-count: 9999999'],
    ['column-width: 1px'],
    ['column-span: all'],
    ['text-shadow: 1px 1px 100px red'],
    ['text-shadow: 0 0 calc(9px * 99) red'],
    ['text-shadow: 0 0 1px red, 0 0 2px red, 0 0 3px red, 0 0 4px red, 0 0 5px red'],
    ['-webkit-text-stroke: 300px red'],
    ['-webkit-text-stroke-width: 9em'],
    ['box-shadow: 0 0 1000px red'],
    ['box-shadow: 0 0 9e2px rgba(0, 0, 0, .5)'],
    ['content: open-quote'],
    [`content: "${'a'.repeat(200)}"`],
    ['quotes: "a" "b"'],
  ])('%s', (declaration) => {
    expect(shown(`<p style='${declaration}'>x</p>`)).toBe('<p>x</p>');
    expect(rules(`p { ${declaration} }`)).toBeNull();
  });

  it.each([
    ['column-gap: 4px'],
    ['quotes: none'],
    ['content: "»"'],
    ['text-shadow: 0 1px 2px rgba(0, 0, 0, .4)'],
    ['box-shadow: 0 20px 60px -10px #000000'],
    ['-webkit-text-stroke: 1px red'],
  ])('but not %s', (declaration) => {
    expect(rules(`p { ${declaration} }`)).not.toBeNull();
  });

  it('selectors that compare an element with many others', () => {
    expect(rules('b:not(q ~ b) { top: 0 } b:not(q b, i) { top: 0 } b:not(.a.b, i) { top: 0 }')).toBe(
      'b:not(.m-a.m-b, i) { top: 0 }',
    );
    const siblings = many(2700, (at) => `* ~ b ~ i ~ b:nth-child(${at}n+3) { top: 0 }`);
    expect(kept(siblings, bolds(10))).toBe(100);
    expect(kept(siblings, bolds(6000))).toBe(0);
    expect(kept(['i ~ b { top: 0 }'], bolds(3000))).toBe(1);
    const nested = `<i><u>${'<div>'.repeat(250)}${'<b>x</b>'.repeat(2000)}`;
    expect(
      kept(
        many(3000, () => 'i > div b { top: 0 }'),
        nested,
      ),
    ).toBeLessThan(50);
    expect(
      kept(
        many(3000, () => 'i > div .b { top: 0 }'),
        nested,
      ),
    ).toBe(3000);
    expect(
      kept(
        many(5000, () => '* { top: 0 }'),
        bolds(6000),
      ),
    ).toBeLessThan(2000);
  });

  it('but not those of a large newsletter', () => {
    const row = `<tr>${'<td class="a b"><a href="https://x.example">x</a></td>'.repeat(20)}</tr>`;
    const nested = `${'<table class=o><tr><td>'.repeat(15)}<table>${row.repeat(100)}</table>`;
    const sheet = many(1500, (at) => `.o .c${at} td, a.d${at}, .e${at} > b[class*="e"] { top: 0 }`);
    expect(kept(sheet, nested)).toBe(1500);
    expect(
      kept(
        many(50, () => '.o td.a a { top: 0 }'),
        nested,
      ),
    ).toBe(50);
  });

  it('floats, and texts before many elements', () => {
    expect(kept(['b { float: left }'], bolds(4000))).toBe(0);
    expect(kept(['b { float: left }', 'i { float: left }'], bolds(2000))).toBe(2);
    expect(kept([`b::before { content: "${'a'.repeat(90)}" }`], bolds(30_000))).toBe(0);
  });

  it('more than a hundred fonts', () => {
    const fonts = many(300, (at) => `<b style="font-family: f${at}, sans-serif">x</b><font face=g${at}>y</font>`);
    const page = shown(fonts.join(''));
    expect(page.match(/f\d+,|g\d+/g)).toHaveLength(99);
    expect(shown('<b style="font: 1px a, a"></b>'.repeat(300)).match(/font/g)).toHaveLength(300);
  });

  it('cells over a million columns, and numbers, floats, quotations and parts of lines beyond what mails have', () => {
    const sum = (html: string) =>
      [...shown(html).matchAll(/span="(\d+)"/g)].reduce((all, [, count]) => all + Number(count), 0);
    expect(sum(`<table>${'<tr><td colspan=1000 rowspan=60000>x</td></tr>'.repeat(3000)}</table>`)).toBeLessThan(60_000);
    expect(sum(`<table>${'<col span=1000>'.repeat(2000)}<tr><td>x</table>`)).toBeLessThan(60_000);
    expect(sum('<table><tr><td colspan=12 rowspan=3>x</td></tr></table>')).toBe(15);
    const count = (html: string, what: RegExp) => shown(html).match(what)?.length ?? 0;
    expect(count(`<ol>${'<li value=7>x</li>'.repeat(5000)}</ol>`, /value=/g)).toBe(100);
    expect(count('<p style="float: left; top: 0">x</p>'.repeat(2000), /float: left/g)).toBe(1000);
    expect(count('<table align=left></table>'.repeat(2000), /align=/g)).toBe(1000);
    expect(count('<q>x</q>'.repeat(2000), /<q>x<\/q>|<span>x<\/span>/g)).toBe(2000);
    expect(count('<q>x</q>'.repeat(2000), /<q>/g)).toBe(500);
    expect(count(`${'<span>'.repeat(250)}x`, /<span>/g)).toBe(20);
    expect(count(`${'<div style="display: inline">'.repeat(250)}x`, /<div/g)).toBe(20);
    expect(count(`${'<div style="display: inline-block">'.repeat(250)}x`, /<div/g)).toBe(250);
    expect(shown(`<b>${'<i>'.repeat(20)}x${'</i>'.repeat(20)}</b>y<i>z</i>`)).toBe(
      `<b>${'<i>'.repeat(19)}x${'</i>'.repeat(19)}</b>y<i>z</i>`,
    );
    expect(kept(['div { display: inline }'], '<div>'.repeat(250))).toBe(0);
    expect(kept(['div { display: inline }'], '<div>'.repeat(50))).toBe(1);
  });
});
