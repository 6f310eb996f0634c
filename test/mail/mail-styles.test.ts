// Style sheets and style attributes of mails: what affects the appearance of the mail is kept, written again from its
// syntax tree, and nothing of it loads, runs, leaves the mail or changes with the height of its frame.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeStyle } from '../../src/mail/html/css/styles.ts';
import { safeHtml } from '../../src/mail/html/safe-html.ts';
import { costOf } from '../support/growth.ts';
import { HOSTILE_DECLARATIONS, hostileSheets } from '../support/hostile-styles.ts';
import { slowness } from '../support/processor.ts';

const FILE = '/api/v1/files/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10/content';
const files = { 'pic@x': FILE };
const shown = (html: string) => safeHtml(html, { remote: false, files });
/** The rules of a sheet, as the page has them. */
const rules = (css: string, showing = {}) =>
  /^<style>\n(.*)\n<\/style>/s.exec(safeHtml(`<style>${css}</style>`, { remote: false, files, ...showing }))?.[1] ??
  null;

describe('a style attribute', () => {
  it('of a quoted mail cannot move it over the answer above it', () => {
    const quoted =
      '<div style="position: relative; top: -90px; inset: 0; z-index: 9; transform: translateY(-90px); -webkit-transform: translateY(-90px); color: red">I agree.</div>';
    expect(safeHtml(quoted, { remote: false, files, pictures: 'none' })).toBe('<div style="color: red">I agree.</div>');
  });

  it.each([
    ['opacity: .99; margin-top: -200px; background: #fff', 'background: #fff'],
    ['margin: 0 0 -9px; margin: 1px auto; margin-block: -1px; margin-inline-start: -1px', 'margin: 1px auto'],
    ['text-indent: -99px; text-indent: 2em', 'text-indent: 2em'],
    ['margin-top: calc(0px - 200px); text-indent: min(-99px, 0px); margin-left: max(1px, -1px)', ''],
    ['--a: -200px; margin-top: var(--a); margin: var(--b, -9px); text-indent: var(--a)', ''],
    ['MARGIN-TOP: -1e2PX; margin-bottom: -.5em !important; margin: 0 -0.1in', ''],
    ['outline: 300px solid #fff; outline-offset: 9px; letter-spacing: -9px', ''],
  ])('of a quoted mail neither moves back nor is above what is before it: %s', (style, kept) => {
    const expected = kept === '' ? '<p>x</p>' : `<p style="${kept}">x</p>`;
    for (const pictures of ['none', 'kept'] as const)
      expect(safeHtml(`<p style="${style}">x</p>`, { remote: false, files, pictures })).toBe(expected);
  });

  const table: [style: string, kept: string | null][] = [
    ['color: red; font-size: 12px', 'color: red; font-size: 12px'],
    ['COLOR: #ff0000', 'color: #ff0000'],
    ['background: rgb(1, 2, 3)', 'background: rgb(1, 2, 3)'],
    ['color: rgb(1 2 3 / 50%)', 'color: rgb(1 2 3 / 50%)'],
    ['font-family: "Arial", sans-serif', 'font-family: &quot;Arial&quot;, sans-serif'],
    ['font: bold 12px/1.5 Arial', 'font: bold 12px / 1.5 Arial'],
    ['margin: -1px auto .5em 0!important', 'margin: -1px auto .5em 0 !important'],
    ['min-width: calc((480px - 100%)*480)', 'min-width: calc((480px - 100%) * 480)'],
    ['width:100px;width:max(10px , 2em)', 'width: 100px; width: max(10px, 2em)'],
    ['box-shadow: 0 1px 2px rgba(0,0,0,.3)', 'box-shadow: 0 1px 2px rgba(0, 0, 0, .3)'],
    ['background: linear-gradient(90deg, #fff, red 50%)', 'background: linear-gradient(90deg, #fff, red 50%)'],
    ['display: none; overflow: hidden; max-height: 0; mso-hide: all', 'display: none; overflow: hidden; max-height: 0'],
    ['position: relative; top: 1px', 'position: relative; top: 1px'],
    ['position: absolute; top: 0', 'top: 0'],
    ['z-index: 9999', 'z-index: 9999'],
    ['z-index: 2147483647', null],
    ['z-index: calc(9999 * 9999)', null],
    ['position: fixed', null],
    ['position: sticky', null],
    ['background: url(http://x)', 'background: none'],
    ['background: #fff url(&quot;http://x&quot;) no-repeat', 'background: #fff none no-repeat'],
    ['background: url(cid:pic@x)', `background: url(&quot;${FILE}&quot;)`],
    ['background: url(data:image/gif;base64,AAAA)', 'background: url(&quot;data:image/gif;base64,AAAA&quot;)'],
    ['list-style: url(data:image/gif;base64,AAAA)', null],
    ['width: expression(alert(1))', null],
    ['behavior: url(x.htc); -moz-binding: url(x)', null],
    ['color: \\75rl(x)', null],
    ['color: re/**/d', 'color: re d'],
    ['background: image-set("http://x" 1x)', null],
    ['content: attr(x)', null],
    ['color: red; background-color: u\nrl(x); margin: 1px', 'color: red; margin: 1px'],
    ['--a: red; color: var(--a)', 'color: red'],
    ['color: var(--x, rgb(1, 2, 3)); margin: var(--y)', 'color: rgb(1, 2, 3)'],
    ['--a: url(cid:pic@x); background: var(--a)', null],
    ['--a: fixed; position: var(--a); --b: 5vh; height: var(--b)', null],
    ['width: 33.333333333333336%', 'width: 33.333333333333336%'],
    ['-webkit-border-radius: 4px; -webkit-flex: 1; -webkit-mask: none', 'border-radius: 4px; flex: 1'],
    [
      'aspect-ratio: 4/3; transform: rotate(-3deg) translateX(4px)',
      'aspect-ratio: 4 / 3; transform: rotate(-3deg) translatex(4px)',
    ],
    ['transform: translate(100vw); transform: url(http://x)', null],
    [
      'margin-inline: 1px; border-inline-start: 1px solid red',
      'margin-inline: 1px; border-inline-start: 1px solid red',
    ],
    ['border-image: url(http://x) 30', null],
    [
      'color: transparent; -webkit-text-fill-color: transparent',
      'color: transparent; -webkit-text-fill-color: transparent',
    ],
    [
      'color: oklch(90% .1 100); background: conic-gradient(red, blue)',
      'color: oklch(90% .1 100); background: conic-gradient(red, blue)',
    ],
    ['color: red\\9; *zoom: 1; filter: progid:DX.x(a=1); margin: 0', 'margin: 0'],
    ['color', null],
    ['width: 50%; height: 100vh', 'width: 50%'],
    ['min-height: 1e2VH', null],
    ['min-height: .5dvh; margin: 0 -3.2svw 1px', null],
    ['min-height: calc(100vh - 1px)', null],
    ['min-height: 100\\76h', null],
    ['padding: 10cqh; font-size: 2vmax', null],
    ['font-family: vh, Vw1', 'font-family: vh, Vw1'],
  ];
  it.each(table)('%s', (style, kept) => {
    const html = shown(`<p style='${style}'>x</p>`).replace(/^<\/head><body data-remote-backgrounds="1">/, '');
    expect(html).toBe(`<p${kept === null ? '' : ` style="${kept}"`}>x</p>`);
  });
});

describe('a style sheet', () => {
  const table: [css: string, kept: string | null][] = [
    ['p{color:red}', 'p { color: red }'],
    ['.a .b>#c,td.x{color:red}', '.m-a .m-b > #m-c, td.m-x { color: red }'],
    ['.md\\:w-full, .\\31 a { width: 1px }', '.m-md\\3a w-full, .m-1a { width: 1px }'],
    ['*[class=a], td[class~="b"], [id^=c] { top: 0 }', '*[class="m-a"], td[class~="m-b"], [id^="m-c"] { top: 0 }'],
    ['[class*="a"], [align="right" i] { top: 0 }', '[class*="a"], [align="right" i] { top: 0 }'],
    ['[src], [data-remote-src], [open], a[href] { top: 0 }', 'a[href] { top: 0 }'],
    ['html, body, :root { margin: 0 }', 'html, body, :root { margin: 0 }'],
    [
      'a:hover, a:visited, li:nth-child(2n+1), b:not(.a, :first-child) { top: 0; color: red }',
      'li:nth-child(2n+1), b:not(.m-a, :first-child) { top: 0; color: red }\na:hover, a:visited { color: red }',
    ],
    ['p::before, p:after { content: "\\201C <" }', 'p::before, p::after { content: "\\201c \\3c " }'],
    ['a:has(b), a:is(b), ::selection, svg|a, a || b, & c, :host { top: 0 }', null],
    ['a:has(b), i { top: 0 }', 'i { top: 0 }'],
    ['p { color: red; b { color: blue } &:hover { color: blue } }', 'p { color: red }'],
    ['<!-- p { color: red } -->', 'p { color: red }'],
    ['/* a */ p { /* b */ color: red } } b { top: 0 }', 'p { color: red }'],
    ['p { color: red', 'p { color: red }'],
    ['@media only screen and (max-width:600px){p{top:0}}', '@media all and (max-width: 600px) {\np { top: 0 }\n}'],
    [
      '@media (400px <= width < 50em), print { p { top: 0 } }',
      '@media all and (400px <= width < 50em) {\np { top: 0 }\n}',
    ],
    ['@media (min-height: 1px), (orientation: portrait), tv { p { top: 0 } }', null],
    ['@media (prefers-color-scheme: dark), print { p { top: 0 } }', null],
    ['@media not all and (prefers-color-scheme: light) { p { top: 0 } }', null],
    [
      '@media (prefers-color-scheme: light) and (min-width: 1px) { p { top: 0 } }',
      '@media all and (min-width: 1px) {\np { top: 0 }\n}',
    ],
    [
      '@import "x"; @charset "x"; @font-face { src: url(x) } @layer a { p { top: 0 } } p { top: 1px }',
      'p { top: 1px }',
    ],
    ['@supports (a: b) { p { top: 0 } } @keyframes a { from { top: 0 } } @page { margin: 0 }', null],
    [
      '@supports (display: flex) and (not (a: b)) { p { top: 0 } } @supports not (top: 0) { p { top: 1px } }',
      'p { top: 0 }',
    ],
    ['@supports (position: fixed) or (a: b) { p { top: 0 } } @supports not selector(a) { p { top: 0 } }', null],
    [':root { --c: red; --d: var(--c) } p { color: var(--d); margin: var(--e) }', 'p { color: red }'],
    ['.a { --c: red } @media all { * { --c: red } } p { color: var(--c, blue) }', 'p { color: blue }'],
    [
      '@keyframes a { 50% { top: 1px } to { opacity: 1; position: fixed } } p { opacity: 0; animation: a 1s forwards } b { opacity: 0; animation: a 1s }',
      'p { opacity: 0; opacity: 1 }\nb { opacity: 0 }',
    ],
    [`${'@list l0:level1 { mso-level-text: x }\n'.repeat(200)} p { top: 0 }`, 'p { top: 0 }'],
    [
      'p { background: url(cid:pic@x) } @media all { p { background: url(cid:pic@x) } } p:hover { background: url(cid:pic@x) }',
      `p { background: url("${FILE}") }\n@media all {\np { background: none }\n}\np:hover { background: none }`,
    ],
  ];
  it.each(table)('%s', (css, kept) => {
    expect(rules(css)).toBe(kept);
  });

  it('has the medium of its element, and is none in a comment or of another type', () => {
    const style = (attributes: string) => shown(`<style ${attributes}>p { top: 0 }</style>`);
    expect(style('media="(max-width: 9px)"')).toContain('@media all and (max-width: 9px) {\np { top: 0 }\n}');
    expect(style("type='text/css' media=screen")).toContain('p { top: 0 }');
    expect(style('media="(height: 1px)"')).toBe('');
    expect(style('type=text/less')).toBe('');
    expect(shown('<!--[if mso]><style>p { top: 0 }</style><![endif]-->a')).toBe('a');
    expect(shown('<!--[if !mso]><!--><style>p { top: 0 }</style><!--<![endif]-->a')).toContain('p { top: 0 }');
  });

  it('defines the custom properties and the ends of animations of style attributes', () => {
    const sheet = '<style>:root { --c: red } @keyframes a { 100% { opacity: 1 } }</style>';
    const html = `${sheet}<p style="color: var(--c); opacity: 0; animation: 1s a both">a</p>`;
    expect(shown(html)).toBe('<p style="color: red; opacity: 0; opacity: 1">a</p>');
  });

  it('is not in a quoted mail, nor are classes and background images', () => {
    const html =
      '<style>p { color: red }</style><body class=a id=b bgcolor=red><p class=x id=y style="color: red; background: url(cid:pic@x)">a</p><table background="http://x"></table>';
    for (const pictures of ['none', 'kept'] as const)
      expect(safeHtml(html, { remote: false, files, pictures })).toBe(
        '<div bgcolor="red"><p style="color: red; background: none">a</p><table></table></div>',
      );
  });
});

describe('background images', () => {
  const html =
    '<style>.a { background: url(https://x/1) } .b:hover, .c { background: url(https://x/2) } @media all { p { background: url(https://x/3) } }</style><body background="https://x/4"><table background="//x/5"><td style="background-image: url(https://x/6)">a</table>';

  it('of other servers are left out, counted, and reported to the page', () => {
    const leftOut = { remote: 0 };
    const page = safeHtml(html, { remote: false, files }, leftOut);
    expect(page).not.toContain('//x');
    expect(page).toContain('</head><body data-remote-backgrounds="5">');
    expect(leftOut.remote).toBe(6);
  });

  it('are fetched by the service when they are asked for, if their address tells nothing about the reader', () => {
    const leftOut = { remote: 0 };
    const page = safeHtml(html, { remote: { mail: 'm', key: 'k' }, files }, leftOut);
    const urls = [...page.matchAll(/\?url=https%3A%2F%2Fx%2F(\d)&/g)].map(([, name]) => name);
    expect(urls).toEqual(['1', '2', '4', '5', '6']);
    expect(page).not.toContain('remote-backgrounds');
    expect(page).toContain('.m-b:hover { background: none }');
    expect(leftOut.remote).toBe(1);
  });
});

it('the attributes of the body are those of the page, whose own styles they cannot override', () => {
  const body =
    '<body bgcolor="#036" text=white link=yellow class="a b" onload=x style="color: red !important; height: 1px" data-remote-backgrounds=9>a<body lang=de text=black>b';
  expect(shown(body)).toBe(
    '</head><body bgcolor="#036" text="white" link="yellow" class="m-a m-b" style="color: red; height: 1px" lang="de">ab',
  );
  expect(shown("<body title='\"><script>' class='\"><b>'>a")).toBe('</head><body class="m-&quot;&gt;&lt;b&gt;">a');
});

describe('hostile styles', () => {
  const isHarmless = (css: string) =>
    !/url\(|image-set|cross-fade|expression|@(?!media )|<|\bfixed|sticky|\d\s*[sdl]?v(?:h|w|max)|var\(/i.test(
      css.replaceAll(/"[^"\\<]*(?:\\[^\n][^"\\<]*)*"/g, '""'),
    );

  it.each(hostileSheets().map((sheet) => [sheet]))('%j', (sheet) => {
    const page = shown(`<style>${sheet}</style><p class=x>a</p>`);
    const [, css = '', rest = ''] = /^(?:<style>\n(.*?)\n<\/style>)?(.*)$/s.exec(page) ?? [];
    expect(isHarmless(css)).toBe(true);
    expect(rest).not.toMatch(/<(?:script|svg|style)|<img[^>]* (?:src|on\w+)=/);
  });

  it('are read the same when they are read again', () => {
    const pieces = fc.constantFrom(
      ...HOSTILE_DECLARATIONS,
      ...[
        '\\',
        '"',
        "'",
        '/*',
        '*/',
        '{',
        '}',
        '(',
        ')',
        '[',
        ';',
        ':',
        '!important',
        '@media x {',
        '<!--',
        '</style>',
      ],
      ...['url(', 'calc(', 'color: red', 'content:', '\\22 ', '\0', '\n', '\\\n', '"\\', 'U+26', '#fff', '1e9', '--x'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), fc.constantFrom('', ' ', ';'), (parts, between) => {
        const once = safeStyle(parts.join(between), () => undefined);
        expect(isHarmless(once)).toBe(true);
        expect(safeStyle(once, () => undefined)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['errors', `a{${'b:c!;'.repeat(40_000)}}`],
    ['end brackets', 'a{b:c}}'.repeat(30_000)],
    ['brackets', `a{width:${'calc('.repeat(60_000)}`],
    ['braces', 'a{'.repeat(60_000)],
    ['media queries in each other', '@media all{'.repeat(20_000)],
    ['comments', '/*'.repeat(99_000)],
    ['texts', 'a{content:"'.repeat(18_000)],
    ['selectors', `${'a,'.repeat(50_000)}a{top:0}`],
    ['long selectors', `${'a '.repeat(90_000)}{top:0}`],
    ['rules', 'a{top:0}'.repeat(24_000)],
    ['declarations', `a{${'top:0;'.repeat(30_000)}}`],
    [
      'custom properties in each other',
      `*{--a:red;${['a', 'b', 'c', 'd'].map((name, at) => `--${'bcde'[at]}:${`var(--${name}) `.repeat(60)};`).join('')}}p{${'background:var(--e);'.repeat(200)}}`,
    ],
    ['custom properties', `*{--a:${'red '.repeat(120)}}${'p{font:var(--a)}'.repeat(5000)}`],
    ['ends of animations', `@keyframes a{to{font:${'a '.repeat(300)}}}${'p{animation:a both}'.repeat(5000)}`],
    ['lists of Word', '@list a {'.repeat(20_000)],
    ['a sheet without an end', `a{top:0}${'<style '.repeat(60_000)}`],
  ])('are read in a limited time: %s', async (_name, css) => {
    expect((rules(css) ?? '').length).toBeLessThan(200_000);
    expect((await costOf(css, (sheet) => rules(sheet))) / slowness()).toBeLessThan(1500);
  });

  it('have limits: characters of all sheets, rules, declarations and parts of a selector', () => {
    expect(rules(`p { top: 0 }${' '.repeat(200_000)}`)).toBeNull();
    expect(rules('a{top:0}'.repeat(9000))?.split('\n').length).toBe(5000);
    expect(rules(`a{${'top:0;'.repeat(300)}}`)?.split(';').length).toBe(200);
    expect(rules(`${'a '.repeat(20)}{top:0} b{top:0}`)).toBe('b { top: 0 }');
  });
});
