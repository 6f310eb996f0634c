// A blockquote is quoted mail where a mail program has marked it, or an introduction or a header says so; any other is the
// sender's own, in previews and in folded quotes.
import { describe, expect, it } from 'vitest';
import { safeHtml } from '../../../src/mail/html/safe-html.ts';
import { previewOf } from '../../../src/mail/previews/preview.ts';
import { visible } from './visible.ts';

const html = (text: string) => previewOf(null, text);
const folded = (text: string) => safeHtml(text, { remote: false, files: {}, fold: true });

const INTRODUCTION = 'On 24 Oct 2016, at 15:36, Ann &lt;ann@example.org&gt; wrote:';
const HEADER = 'From: Ann &lt;ann@example.org&gt;<br>Sent: Monday, 24 October 2016 15:36<br>To: Bob';

describe.each([
  ['Gmail, indented', '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">'],
  ['Outlook, indented', '<blockquote style="margin-top:0;margin-bottom:0">'],
  ['a newsletter', '<blockquote class="pullquote">'],
  ['a large letter', '<blockquote style="font-size:22px">'],
  ['a line that is not drawn', '<blockquote style="border-left:none">'],
  ['a line without a width', '<blockquote style="border-left: 0px solid #ccc">'],
  ['a line without a width of its own', '<blockquote style="border-left: 1px solid #ccc; border-left-width: 0">'],
  ['a line that is not seen', '<blockquote style="border-left: 4px solid transparent">'],
  ['another type', '<blockquote type="round">'],
  ['no attributes', '<blockquote>'],
])('of %s', (_name, tag) => {
  it('is own text', () => {
    const page = `<div>My terms:${tag}<div>You pay on Friday.</div></blockquote>Agreed?</div>`;
    expect(html(page)).toBe('My terms: You pay on Friday. Agreed?');
    expect(folded(page)).not.toContain('<details');
    expect(visible(folded(page))).toEqual(['My terms:', 'You pay on Friday.', 'Agreed?']);
    expect(html(`<div>Hi,</div>${tag}All I write.</blockquote>`)).toBe('Hi, All I write.');
    expect(html(`${tag}All I write.</blockquote><p>Bye</p>`)).toBe('All I write. Bye');
  });

  it('is quoted below what introduces it, or with it', () => {
    const pages = [
      `<div>${INTRODUCTION}</div>${tag}Will you come?</blockquote>`,
      `<div>Ann Lee wrote:</div><br>${tag}<p>Will you come?</p></blockquote>`,
      `${tag}<div>${INTRODUCTION}</div><div>Will you come?</div></blockquote>`,
      `${tag}<p>${HEADER}</p><p>Will you come?</p></blockquote>`,
      `${tag}<div>Am 24.10.2016 um 15:36 schrieb Ann Lee:</div>Kommst du?</blockquote>`,
      `${tag}<p>${INTRODUCTION}</p>${tag}Will you come?</blockquote></blockquote>`,
    ];
    for (const page of pages) {
      expect(html(`<p>Yes.</p>${page}<p>Bye.</p>`)).toBe('Yes. Bye.');
      expect(visible(folded(`<p>Yes.</p>${page}<p>Bye.</p>`))).toEqual(['Yes.', 'Bye.']);
    }
  });

  it('is not quoted by what introduces another', () => {
    const page = `<p>Yes.</p><p>${INTRODUCTION}</p><blockquote type="cite">Will you come?</blockquote>${tag}Now.</blockquote>`;
    expect(html(page)).toBe('Yes. Now.');
    expect(visible(folded(page))).toEqual(['Yes.', 'Now.']);
    const within = `<p>Yes.</p>${tag}Now.<p>${INTRODUCTION}</p><blockquote type="cite">Will you?</blockquote></blockquote>`;
    expect(html(within)).toBe('Yes. Now.');
    expect(visible(folded(within))).toEqual(['Yes.', 'Now.']);
  });
});

it.each([
  ['Apple Mail', '<blockquote type="cite">'],
  ['Thunderbird', '<blockquote type="cite" cite="mid:1@example.org">'],
  ['Thunderbird of a message id alone', "<BLOCKQUOTE CITE='mid:1@example.org'>"],
  ['Gmail', '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">'],
  ['Outlook, of Gmail', '<blockquote class="x_gmail_quote">'],
  ['the composer', '<blockquote style="margin: 0.5em 0; border-left: 2px solid #cccccc; padding-left: 1em">'],
  ['Outlook Express', '<BLOCKQUOTE style="PADDING-LEFT: 5px; BORDER-LEFT: #000000 2px solid; MARGIN-RIGHT: 0px">'],
  ['Word', "<blockquote style='border:none;border-left:solid #CCCCCC 1.0pt;padding:0cm'>"],
  [
    'properties on their own',
    '<blockquote style="border-left-width:1px;border-left-style:solid;border-left-color:rgb(204,204,204)">',
  ],
  ['mail.ru', '<blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">'],
  ['Zoho', '<blockquote id="blockquote_zmail" style="margin: 0px;">'],
  ['Yandex', '<blockquote class="210e7a848e8fcb45wmi-quote">'],
])('of %s is quoted by its mark', (_name, tag) => {
  expect(html(`<p>Yes.</p>${tag}Will you come?</blockquote>Bye.`)).toBe('Yes. Bye.');
  expect(visible(folded(`<p>Yes.</p>${tag}Will you come?</blockquote>Bye.`))).toEqual(['Yes.', 'Bye.']);
});
