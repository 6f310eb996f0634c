// Style sheets of mails in a real browser: what it reads of hostile ones loads nothing and stays in the mail, and a
// newsletter looks as it does without the service.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeHtml } from '../../src/mail/html/safe-html.ts';
import { htmlQuote } from '../../src/mail/replies/quote.ts';
import type { Email } from '../../src/resources/email.ts';
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

describe('mails that were made to take long', () => {
  const bolds = (count: number) => `<div>${'<b>x</b>'.repeat(count)}</div>`;
  const sheet = (count: number, write: (at: number) => string) =>
    `<style>${Array.from({ length: count }, (_, at) => write(at)).join('')}</style>`;
  const nested = (style: string, count: number, content: string, tag = 'div') =>
    `<${tag} style="${style}">`.repeat(count) + content + `</${tag}>`.repeat(count);
  const words = (count: number) => 'word '.repeat(count);

  /** The processor time of the page that frames a mail, in milliseconds; undefined if it takes more than 20 seconds. */
  async function timeOf(html: string): Promise<number | undefined> {
    const app = await browser.newPage({ viewport: { width: 700, height: 800 } });
    const tools = await app.context().newCDPSession(app);
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await app.setContent('<iframe sandbox="allow-same-origin" width=680 height=600></iframe>');
    const spent = async () => {
      const { metrics } = await tools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    };
    const before = await spent();
    const shown = `<!doctype html><head>${safeHtml(html, { remote: false, files: {} })}`;
    const load = `(page) => new Promise((loaded) => {
      const frame = document.querySelector('iframe');
      frame.onload = () => { frame.contentDocument.body.getBoundingClientRect(); loaded() };
      frame.srcdoc = page;
    })`;
    const work = app.evaluate(`(${load})(${JSON.stringify(shown)})`).then(async () => (await spent()) - before);
    const time = await Promise.race([work, sleep(20_000, undefined, { ref: false })]);
    if (time !== undefined) await app.close();
    return time;
  }

  it.each([
    ['columns within columns', nested('columns:50 1px;height:20px', 12, words(300))],
    ['many columns', `<div style="columns:9999999;column-width:1px;height:1px">${words(20_000)}</div>`],
    [
      'selectors for elements after others',
      sheet(2700, (at) => `b:nth-last-of-type(${at}n+5):not(i, u, s, q ~ b, p + b) ~ b{color:red}`) + bolds(6000),
    ],
    ['siblings of siblings', sheet(2700, (at) => `* ~ b ~ * ~ b ~ i ~ b:nth-child(${at}n+3){color:red}`) + bolds(6000)],
    [
      'elements within elements',
      `${sheet(5000, () => 'i > div b{color:red}')}<i><p></p><u>${nested('', 250, '<b>x</b>'.repeat(2000), 'div')}`,
    ],
    ['neighbours', sheet(3000, () => `i${' + b'.repeat(9)}{color:red}`) + bolds(6000)],
    ['long texts before elements', `<style>b::before{content:"${'ab '.repeat(1300)}"}</style>${bolds(3000)}`],
    ['quotation marks', `<style>q{quotes:"a" "b"} b::before{content:open-quote}</style>${'<q>x</q>'.repeat(5000)}`],
    ['numbers of items', `<ol>${'<li value=7>x</li>'.repeat(5000)}</ol>`],
    ['cells over columns', `<table>${'<tr><td colspan=1000 rowspan=60000>x</td></tr>'.repeat(10_000)}</table>`],
    ['columns of tables', `<table>${'<col span=1000>'.repeat(20_000)}<tr><td>x</table>`],
    [
      'floats',
      Array.from(
        { length: 5000 },
        (_, at) => `<p style="float:${at % 2 ? 'left' : 'right'};width:${at % 300}px;height:${at % 77}px"></p>`,
      ).join('') + words(5000),
    ],
    [
      'fonts',
      Array.from(
        { length: 300 },
        (_, at) => `<b style="font-family:${Array.from({ length: 60 }, (_, of) => `f${at}x${of}`).join()}">x</b>`,
      ).join(''),
    ],
    ['decorated text', nested('border-radius:9px;background:linear-gradient(red,blue)', 280, words(20_000), 'span')],
    ['shadows of text', `<p style="text-shadow:1px 1px 500px red,2px 2px 500px red">${words(5000)}</p>`],
    ['grids', nested('display:grid;grid-template-columns:repeat(10000,1px)', 10, words(50))],
    ['flexible boxes', nested('display:flex;flex-direction:column;flex:1;height:100%;overflow:auto', 250, words(50))],
    ['tables within tables', `${'<table height="100%"><tr><td height="100%">'.repeat(60)}x`],
  ])(
    'do not: %s',
    async (_name, html) => {
      // As long as five times as much plain text and elements at most, or a fixed time that others need many times over.
      const plain = (await timeOf(bolds(html.length / 20) + words(html.length / 20))) ?? 0;
      const time = (await timeOf(html)) ?? Number.POSITIVE_INFINITY;
      expect(time).toBeLessThan(Math.max(2000, plain * 5));
    },
    60_000,
  );
});

describe('a quoted mail does not cover what is above it', () => {
  const text = 'I owe Eve 1000 EUR.';
  const cover = (style: string) =>
    `<div style="${style}"><div style="background:#fff;height:220px">${text}</div></div>`;
  const HOSTILE: [name: string, html: string][] = [
    ['opacity and a margin', cover('opacity:.99;margin-top:-200px;background:#fff;height:220px')],
    ['a calculated margin', cover('opacity:.99;margin-top:calc(0px - 200px)')],
    ['a margin of a custom property', cover('--a:-200px;opacity:.99;margin-top:var(--a)')],
    ['a box without height', cover('display:flex;height:0;align-items:flex-end')],
    ['a column from its end', cover('display:flex;flex-direction:column-reverse;height:0')],
    ['a grid at its end', cover('display:grid;height:0;align-content:end')],
    ['a position', cover('position:relative;top:-200px;z-index:9')],
    ['a layer below others', cover('position:relative;top:-200px;z-index:-1')],
    ['a transformation', cover('transform:translateY(-200px)')],
    ['padding of text', `<span style="background:#fff;padding:200px 500px">${text}</span>`],
    ['an outline', `<span style="outline:200px solid #fff">${text}</span>`],
    ['a shadow', `<span style="box-shadow:0 -90px 0 90px #fff">${text}</span>`],
    ['shadows of letters', `<b style="text-shadow:0 -20px 0 #000;font-size:30px">${text}</b>`],
    ['large letters in low lines', `<p style="font-size:300px;line-height:0;margin:0">${text}</p>`],
    ['an indent', `<p style="text-indent:-300px">${text}</p>`],
    [
      'an image of a border',
      `<p style="border:1px solid;border-image:linear-gradient(#fff,#fff) 1 / 1px / 200px">${text}</p>`,
    ],
    ['a float', cover('float:left;margin:-200px 0 0;width:100%')],
  ];
  const ANSWER = '<p>No, I owe you nothing.</p>';
  const answer = async (): Promise<string> =>
    (await page.screenshot({ clip: { x: 0, y: 0, width: 700, height: 90 } })).toString('base64');
  const mail = {
    ...{ from_address: 'eve@example.org', from_name: 'Eve', received_at: '2026-02-17T09:00:00Z' },
    ...{ subject: 'a', to_addresses: [], cc_addresses: [] },
  } as unknown as Email;

  it.each(HOSTILE)('in a mail that is sent: %s', async (_name, html) => {
    const picture = async (quoted: string, kind: 'reply' | 'forward', pictures: 'none' | 'kept') => {
      const safe = safeHtml(quoted, { remote: false, files: {}, pictures });
      const quote = htmlQuote(mail, { plain: '', html: safe }, kind, 'UTC');
      await page.setContent(`<!doctype html><body style="margin:0">${ANSWER}<p>a</p><p>b</p>${quote}`);
      return answer();
    };
    for (const kind of ['reply', 'forward'] as const)
      for (const pictures of ['none', 'kept'] as const)
        expect(await picture(html, kind, pictures)).toBe(await picture(`<p>${text}</p>`, kind, pictures));
  });

  it.each(HOSTILE)('in a mail that is shown, when it is opened: %s', async (_name, html) => {
    const picture = async (quoted: string) => {
      await open(
        `${ANSWER}<p>a</p><p>b</p><p>On 17 Feb 2026 at 09:00, Eve &lt;eve@example.org&gt; wrote:</p><blockquote type="cite">${quoted}</blockquote>`,
        '?fold=true',
      );
      await page.locator('details.quote > summary').click();
      await page.mouse.move(600, 400);
      return answer();
    };
    expect(await picture(html)).toBe(await picture(`<p>${text}</p>`));
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
