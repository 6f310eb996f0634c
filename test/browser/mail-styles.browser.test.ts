// Style sheets of mails in a real browser: what it reads of hostile ones loads nothing and stays in the mail, and a
// newsletter looks as it does without the service.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeHtml } from '../../src/mail/html/safe-html.ts';
import { launchBrowser } from '../support/chromium.ts';
import { hostileSheets } from '../support/hostile-styles.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let requests: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 700, height: 500 } });
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => requests.push('dialog'));
});
afterAll(async () => {
  await browser?.close();
  await service?.end();
});

/** Opens the page of a mail, and returns its address. */
async function open(html: string, query = ''): Promise<string> {
  const mail = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z', body_html: html };
  const { body } = await service.ask('POST', '/emails', mail);
  const url = `${service.url}/api/v1/emails/${(body as { data: { id: string } }).data.id}/html${query}`;
  requests = [];
  await page.goto(url);
  return url;
}

/** What the browser has read: rules and styles that load something, and elements that leave the mail. */
const FOUND = `(() => {
  const found = [];
const isOwn = (text) => {
    const outside = text.replace(/url\\("(?:data:image\\/|\\/api\\/v1\\/)[^"]*"\\)/g, '').replace(/(?<!url\\()"(?:[^"\\\\]|\\\\.)*"/g, '');
    return !/url\\(|image-set|cross-fade|var\\(/i.test(outside);
  };
  const read = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) read(rule.cssRules);
      else if (!(rule instanceof CSSStyleRule) || rule.cssRules.length > 0) found.push(rule.cssText);
      if (!isOwn(rule.cssText)) found.push(rule.cssText);
    }
  };
  for (const sheet of [...document.styleSheets].slice(1)) read(sheet.cssRules);
  for (const one of document.querySelectorAll('*')) {
    if (!isOwn(one.style?.cssText ?? '')) found.push(one.outerHTML);
    if (/fixed|sticky/.test(getComputedStyle(one).position)) found.push(one.outerHTML);
    if ([...one.attributes].some(({ name }) => name.startsWith('on'))) found.push(one.outerHTML);
    if (/^(?:SCRIPT|LINK|IFRAME|OBJECT|SVG|BASE)$/i.test(one.tagName)) found.push(one.outerHTML);
  }
  if (window.xss) found.push('a script has run');
  if (document.head.getClientRects().length > 0) found.push('the head is shown');
  const root = document.documentElement;
  if (root.getBoundingClientRect().top !== 0 || getComputedStyle(root).overflowY !== 'hidden') found.push('the root has changed');
  return found;
})()`;

describe('hostile style sheets', () => {
  const content =
    '<div class="x" title="a"><b id="x">x</b><a href="https://x.example">a</a></div><details open><summary>s</summary>t</details>';
  const sheets = hostileSheets();
  const SHEETS = 12; // of a mail

  it(`load nothing and stay in the mail: ${sheets.length} of them, each alone and with others`, async () => {
    expect(sheets.length).toBeGreaterThan(500);
    for (let at = 0; at < sheets.length; at += SHEETS) {
      const some = sheets.slice(at, at + SHEETS);
      const attributes = some.map((one) => one.replaceAll('"', '&quot;').replace(/^[^{]*\{|\}[^}]*$/g, ''));
      const html = `${some.map((one) => `<style>${one}</style>`).join('')}<body style="${attributes[0]}">${attributes.map((one) => `<div style="${one}">${content}</div>`).join('')}`;
      const url = await open(html, '?fold=true');
      await page.mouse.move(20, 20);
      expect(await page.evaluate(FOUND)).toEqual([]);
      expect(requests).toEqual([url]);
      // The height that the frame has does not change the height of the page.
      const height = 'document.documentElement.getBoundingClientRect().height';
      const low = await page.evaluate<number>(height);
      await page.setViewportSize({ width: 700, height: 3000 });
      expect(await page.evaluate<number>(height)).toBe(low);
      await page.setViewportSize({ width: 700, height: 500 });
    }
  });

  it('would be found by this test', async () => {
    await open('<p>a</p>');
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<style>@import "x"; p { background: url(http://evil.example/) }</style><b style="position: fixed" onclick="x"></b>')`,
    );
    expect(await page.evaluate<string[]>(FOUND)).toHaveLength(5);
  });
});

it('the header of a mail that is attached cannot be hidden or changed by the mail', async () => {
  await open('<p>a</p>');
  const header = '<div class="attached"><p><b>From:</b> Ann</p></div>';
  const hostile = safeHtml(
    '<style>div, p, b, * { display: none !important; color: red; font-size: 0; transform: scale(0); direction: rtl; unicode-bidi: bidi-override !important } b::after { content: "Eve" }</style>',
    { remote: false, files: {} },
  );
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(header + hostile.replace('</head><body>', ''))}`);
  await page.evaluate(
    `document.body.style = 'visibility: hidden; opacity: 0; font-size: 0; text-indent: -999px; color: transparent; -webkit-text-fill-color: transparent; transform: translateX(-999px)'`,
  );
  expect(await page.evaluate(`getComputedStyle(document.body).opacity`)).toBe('1');
  expect(await page.evaluate(`getComputedStyle(document.body).transform`)).toBe('none');
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.attached')).webkitTextFillColor`)).toBe(
    'rgb(17, 17, 17)',
  );
  // Of no element is the text reversed: a forged address could read as another.
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('.attached, .attached *')].map((one) => [getComputedStyle(one).unicodeBidi, getComputedStyle(one).transform].join())`,
    ),
  ).toEqual(['isolate,none', 'isolate,none', 'normal,none']);
  const seen = `(({ visibility, fontSize, textIndent, zIndex }) => [visibility, fontSize, textIndent, zIndex])(getComputedStyle(document.querySelector('.attached')))`;
  expect(await page.evaluate(seen)).toEqual(['visible', '15px', '0px', '2147483647']);
  expect(await page.locator('.attached').innerText()).toBe('From: Ann');
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.attached b'), '::after').content`)).toBe(
    'none',
  );
});

describe('a newsletter', () => {
  const style = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`);

  it('has the colours of its body, its links and its style sheet', async () => {
    await open(
      '<style>.w { color: #fff; background: #123456 } @media (max-width: 800px) { .w { padding: 7px } }</style><body bgcolor="#001122" text="#aabbcc" link="#ddeeff"><table class=w><td><a href="https://x.example">a</a></table>',
    );
    expect(await style('body', 'background-color')).toBe('rgb(0, 17, 34)');
    expect(await style('body', 'color')).toBe('rgb(170, 187, 204)');
    expect(await style('a', 'color')).toBe('rgb(221, 238, 255)');
    expect([await style('.m-w', 'color'), await style('.m-w', 'padding-left')]).toEqual(['rgb(255, 255, 255)', '7px']);
  });

  it('has no hidden text above it, and no letters below each other in narrow columns', async () => {
    await open(
      '<div style="display: none; max-height: 0; overflow: hidden">one</div><div hidden>two</div><div style="max-height: 0; overflow: hidden" id=p>three</div><table width=200><td id=c>Newsletter</td><td>a long line of text that takes the whole width of the table</td></table>',
    );
    expect(await page.locator('text=one').isVisible()).toBe(false);
    expect(await page.locator('text=two').isVisible()).toBe(false);
    expect((await page.locator('#m-p').boundingBox())?.height).toBe(0);
    expect((await page.locator('#m-c').boundingBox())?.width).toBeGreaterThan(60);
  });

  it('has the line height of its layout, and letters have more', async () => {
    await open('<p>Dear Ann</p>');
    expect(await style('p', 'line-height')).toBe('22.5px');
    await open('<table><td>Offers</table>');
    expect(await style('td', 'line-height')).toBe('normal');
  });

  it('has images in cells without a line below them, unless it is of HTML 5', async () => {
    const table =
      '<table cellpadding=0 cellspacing=0><tr><td id=c><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=50 height=50></td></tr></table>';
    const height = async () => (await page.locator('#m-c').boundingBox())?.height;
    await open(
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html>${table}`,
    );
    expect(await height()).toBe(50);
    // What is not among the older types is as HTML 5, as in browsers: XHTML Strict, and the identifier that Unlayer writes.
    for (const type of [
      '<!doctype html>',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD XHTML 1.0 Transitional //EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    ]) {
      await open(`${type}<html>${table}`);
      expect(await height()).toBeGreaterThan(50);
    }
  });

  it('has three columns of MJML beside each other, whose widths have many digits', async () => {
    const column = '<div class="mj-column-per-33-333333333333336" style="display: inline-block; width: 100%">a</div>';
    await open(
      `<!doctype html><style>@media only screen and (min-width: 480px) { .mj-column-per-33-333333333333336 { width: 33.333333333333336% !important; max-width: 33.333333333333336% } }</style><div style="font-size: 0">${column.repeat(3)}</div>`,
    );
    const columns = await page.locator('[class*="mj-column"]').all();
    const boxes = await Promise.all(columns.map((one) => one.boundingBox()));
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  });

  it('shows what appears with an animation', async () => {
    await open(
      '<style>@keyframes in { from { opacity: 0 } to { opacity: 1 } } p { opacity: 0; animation: in 1s forwards }</style><p>a</p>',
    );
    expect(await style('p', 'opacity')).toBe('1');
  });

  it('is on a dark page with the theme, whatever the colours of its root', async () => {
    await open('<style>html { background: #fff !important }</style><p>a</p>', '?theme=dark');
    expect(await style('html', 'background-color')).toBe('rgb(31, 30, 28)');
  });
});
