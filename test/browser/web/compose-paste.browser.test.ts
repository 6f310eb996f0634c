// Pasting: what is sent has only what the editor shows, whatever program the clipboard comes from.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftsOf } from './pages/composer.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', keepsPage: true });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const slice = (...context: unknown[]) => `data-pm-slice='0 0 ${JSON.stringify(context).replaceAll("'", '&#39;')}'`;
const HIDDEN = 'color:#fff;background:url(https://tracker.example/x.png)';

const SOURCES: [name: string, html: string, sent: string][] = [
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ann/clip_filelist.xml"><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; color:red} --></style></head><body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->
<p class=MsoNormal style='margin:0cm;mso-fareast-language:DE'><b style='mso-bidi-font-weight:normal'><span style='font-size:14.0pt;color:red'>Dear Ann</span></b><o:p></o:p></p>
<p class=MsoListParagraph style='margin:0cm;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]><i>first</i><o:p></o:p></p><!--EndFragment--></body></html>`,
    '<div><strong>Dear Ann</strong></div><div>1.&nbsp; <em>first</em></div>',
  ],
  [
    'Google Docs',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial;color:#ffffff;background-color:#ffffff;font-weight:400">white</span><span style="font-weight:700"> bold</span></p><ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>item</span></p></li></ul></b>',
    '<div>white<strong> bold</strong></div><ul><li>item</li></ul>',
  ],
  [
    'Gmail',
    '<div dir="ltr" class="gmail_default" style="font-family:verdana;color:#0000ff" data-smartmail="x"><div>Hi <a href="https://nordlicht.example/" target="_blank" data-saferedirecturl="https://www.google.example/url?q=x" onclick="x()">here</a></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;display:none">old</blockquote><img src="https://tracker.example/open.gif" width="1" height="1"></div>',
    '<div>Hi <a href="https://nordlicht.example/">here</a></div><blockquote style="margin: 0.5em 0; border-left: 2px solid #cccccc; padding-left: 1em; overflow: auto"><div>old</div></blockquote>',
  ],
  [
    'a ProseMirror editor, with the style of a paragraph',
    `<span ${slice('paragraph', { style: HIDDEN })}>seen</span>`,
    '<div>seen</div>',
  ],
  [
    'a ProseMirror editor, with a style within a quote',
    `<span ${slice('blockquote', null, 'paragraph', { style: HIDDEN })}>seen</span>`,
    '<blockquote style="margin: 0.5em 0; border-left: 2px solid #cccccc; padding-left: 1em; overflow: auto"><div>seen</div></blockquote>',
  ],
  [
    'a ProseMirror editor, in an order that does not exist',
    `<p ${slice('paragraph', { style: HIDDEN }, 'bullet_list', null)}>seen</p>`,
    '<div>seen</div>',
  ],
  [
    'a ProseMirror editor, with parts and styles that only this app stores',
    `<div data-pm-slice="0 0 []" data-kept-style="${HIDDEN}">one</div><div data-kept="0">two</div><div><span data-kept-style="${HIDDEN}">three</span></div>`,
    '<div>one</div><div>two</div><div>three</div>',
  ],
  [
    'Tiptap',
    '<ul class="tiptap" data-pm-slice="3 3 []"><li><p style="text-align:center">one</p></li><li><p><mark data-color="#fff" style="color:#fff">two</mark></p></li></ul>',
    '<ul><li>one</li><li>two</li></ul>',
  ],
  [
    'Excel',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--td {color:red;mso-number-format:General} .xl65 {display:none}--></style></head><body link=blue vlink=purple>
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'><!--StartFragment--><col width=64 span=2>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=64>Name</td>
  <td width=64 x:num="1">Sum</td>
 </tr>
 <tr height=20>
  <td>Ann</td>
  <td align=right x:fmla="=SUM(A1)">12</td>
 </tr><!--EndFragment--></table></body></html>`,
    '<div>Name&nbsp; Sum</div><div>Ann&nbsp; 12</div>',
  ],
  [
    'a page with a table that has a caption',
    '<table><caption>Sums <b>of March</b></caption><tr><th>Name</th><th>Sum</th></tr><tr><td>Ann</td><td>12</td></tr></table>',
    '<div>Sums <strong>of March</strong></div><div>Name&nbsp; Sum</div><div>Ann&nbsp; 12</div>',
  ],
  [
    'Google Sheets',
    '<meta name="generator" content="Sheets"><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="color:#fff" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;secret&quot;}">Name</td><td data-sheets-formula="=R[0]C[1]">Sum</td></tr><tr><td>Ann</td><td>12</td></tr></tbody></table>',
    '<div>Name&nbsp; Sum</div><div>Ann&nbsp; 12</div>',
  ],
];

it.each(SOURCES)('from %s: attributes that nobody sees are not sent', async (name, html, sent) => {
  page = await app.open('/mail/inbox');
  const composer = await ComposerPage.open(page);
  await composer.subject.fill(name);
  const named = composer.titled(name);
  await named.text.click();
  await named.paste({ 'text/html': html, 'text/plain': 'text' });
  await expect.poll(async () => (await draftsOf(app, name))[0]?.body_html).toBe(sent);
});
