// The HTML of a mail as it is shown: nothing in it runs, sends, frames or covers anything, nothing is fetched from
// others unless asked for, and whatever it costs to clean it, something to read comes back.
import { afterEach, describe, expect, it } from 'vitest';
import { foldedText } from '../../src/mail/html/folded-text.ts';
import { createHtmlCleaner, type HtmlCleaner } from '../../src/mail/html/html-cleaner.ts';
import { safeHtml } from '../../src/mail/html/safe-html.ts';
import { createWorkerPool, type WorkerPool, WorkerProblem } from '../../src/values/worker-pool.ts';

const PLACE = '/api/v1/files/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10/content';
const files = { 'pic@x': PLACE };
const shown = (html: string) => safeHtml(html, { remote: false, files });

describe('what is taken out', () => {
  const table: [what: string, html: string, safe: string][] = [
    ['scripts', 'a<script>alert(1)</script>b', 'ab'],
    ['scripts that are not closed', 'a<script>alert(1)', 'a'],
    ['scripts in scripts', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
    ['links to style sheets', '<link rel=stylesheet href="http://x"><style>@import "http://x";</style>b', 'b'],
    ['event handlers', '<p onclick="alert(1)" onmouseover=alert(1)>x</p>', '<p>x</p>'],
    ['forms', '<form action="http://x"><input name=a><button>go</button></form>', 'go'],
    ['text fields and choices', '<textarea>x</textarea><select><option>y</option></select>z', 'z'],
    ['frames', '<iframe src="http://x">in</iframe><frameset><frame src=x></frameset>a', 'a'],
    ['objects', '<object data=x>in</object><embed src=x><applet>in</applet>', ''],
    ['drawings with scripts', '<svg onload=alert(1)><script>x</script><a href="javascript:x">y</a></svg>z', 'z'],
    ['formulas', '<math><mtext><img src=x onerror=alert(1)></mtext></math>z', 'z'],
    [
      'base, meta and link',
      '<base href="http://x/"><meta http-equiv=refresh content="0;url=http://x"><link rel=stylesheet href=x>a',
      'a',
    ],
    ['comments', 'a<!-- <b>x</b> --><!--[if mso]><p>y</p><![endif]-->b', 'ab'],
    ['templates', '<template><img src=x onerror=alert(1)></template>a', 'a'],
    [
      'names, and classes and ids of the page',
      '<p id=x class="y quote" name=z>a</p>',
      '<p id="m-x" class="m-y m-quote">a</p>',
    ],
    ['videos', '<video src="http://x" poster="http://y">in</video>a', 'a'],
    ['titles', '<html><head><title>t</title></head><body>b</body></html>', 'b'],
  ];
  it.each(table)('%s', (_what, html, safe) => {
    expect(shown(html)).toBe(safe);
  });
});

describe('links', () => {
  const away = 'target="_blank" rel="noopener noreferrer nofollow"';
  it.each(['https://example.org/a?b=1', 'http://example.org', 'mailto:ann@example.org', 'tel:+4930'])(
    'to %s open elsewhere and tell nothing',
    (href) => {
      expect(shown(`<a href="${href}" target="_self" rel="opener">x</a>`)).toBe(`<a href="${href}" ${away}>x</a>`);
    },
  );
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' \x01javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:x',
    '//example.org',
    '/api/v1/emails',
    '#top',
    '\\\\example.org',
    'https:example.org',
  ])('to %j are none', (href) => {
    expect(shown(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
  });
});

describe('pictures', () => {
  it('of the mail itself come from our own files', () => {
    expect(shown('<img src="cid:pic@x" alt="a">')).toBe(`<img alt="a" src="${PLACE}" />`);
    expect(shown('<img src="cid:pic%40x">')).toBe(`<img src="${PLACE}" />`);
    expect(shown('<img src="CID:other">')).toBe('<img />');
    expect(shown('<img src="cid:__proto__">')).toBe('<img />');
  });

  it('of other servers are off, and say where they would come from', () => {
    expect(shown('<img src="http://t.example/p.gif?id=1" width=1 height=1>')).toBe(
      '<img width="1" height="1" data-remote-src="http://t.example/p.gif?id=1" />',
    );
  });

  it('of other servers are shown when asked for, from http and https alone', () => {
    const all = safeHtml(
      '<img src="https://x/a.png"><img src="ftp://x/b"><img src="/d"><img data-remote-src="http://e">',
      { remote: { mail: 'm', key: 'k' }, files },
    );
    expect(all).toMatch(
      /^<img src="\/api\/v1\/emails\/m\/remote-image\?url=https%3A%2F%2Fx%2Fa.png&amp;signature=[\w-]{43}" \/><img \/><img \/><img \/>$/,
    );
  });

  it.each([
    ['//x/c', 'https://x/c'],
    ['" srcset="https://x/1x 1x, https://x/2x 2x', 'https://x/1x'],
    ['" srcset="//x/1x, https://x/2x 2x', 'https://x/1x'],
    [`https://x/${'a'.repeat(8000)}`, `https://x/${'a'.repeat(8000)}`],
    [`https://x/${'a'.repeat(9000)}`, undefined],
    [`https://x/${'ü'.repeat(2000)}`, undefined],
    ['https://x/\ud800', 'https://x/\ufffd'],
  ])('of %j are shown from https when asked for, or counted as left out', (src, url) => {
    const leftOut = { remote: 0 };
    const html = safeHtml(`<img src="${src}">`, { remote: { mail: 'm', key: 'k' }, files }, leftOut);
    const shownUrl = /\?url=([^&]*)/.exec(html)?.[1];
    expect([shownUrl && decodeURIComponent(shownUrl), leftOut.remote]).toEqual([url, url === undefined ? 1 : 0]);
  });

  it('in the text are shown, but no drawings', () => {
    expect(shown('<img src="data:image/png;base64,AAAA">')).toBe('<img src="data:image/png;base64,AAAA" />');
    expect(shown('<img src="data:image/svg+xml;base64,AAAA">')).toBe('<img />');
    expect(shown('<img src="data:text/html,x">')).toBe('<img />');
  });

  it('have no other way to be fetched', () => {
    const html =
      '<img src="cid:pic@x" srcset="http://x 2x" lowsrc="http://x" dynsrc="http://x"><table background="http://x"><tr><td style="background-image:url(http://x)">a</td></tr></table>';
    expect(safeHtml(html, { remote: false, files })).not.toContain('http');
    expect(safeHtml(html, { remote: { mail: 'm', key: 'k' }, files })).not.toContain('http:');
  });
});

describe('the cleaner', () => {
  let cleaner: HtmlCleaner;
  afterEach(() => cleaner.close());
  const showing = { remote: false as const, files: {} };

  /** The threads of the service, in which sanitizing this HTML takes too long on any machine. */
  function slowFor(html: string): WorkerPool {
    const file = new URL('../../src/mail/html/safe-html-thread.ts', import.meta.url);
    const pool = createWorkerPool({ file, max: 1, time: 60_000, idle: 60_000, memory: 256 });
    const isSlow = (task: unknown) => {
      const { html: given, showing: shown } = task as { html?: string; showing?: object | null };
      return given === html && shown !== null;
    };
    return {
      ask: (task, options) => (isSlow(task) ? Promise.reject(new WorkerProblem('slow')) : pool.ask(task, options)),
      close: () => pool.close(),
    };
  }

  it('shows a mail without HTML as its text', async () => {
    cleaner = createHtmlCleaner();
    const { body: page } = await cleaner.clean(1, null, 'a < b & c\n<script>', showing);
    expect(page).toMatch(/^<pre [^>]*>a &lt; b &amp; c\n&lt;script&gt;<\/pre>$/);
    expect((await cleaner.clean(1, null, null, showing)).body).toMatch(/^<pre [^>]*><\/pre>$/);
  });

  it('cleans a megabyte', async () => {
    cleaner = createHtmlCleaner({ time: 60_000 });
    const { body: page } = await cleaner.clean(
      1,
      '<p style="color: red" onclick=x>Hello</p>'.repeat(30_000),
      null,
      showing,
    );
    expect(page).toBe('<p style="color: red">Hello</p>'.repeat(30_000));
  });

  const endless = '<table><tr><td>word'.repeat(20_000);
  it('shows the text version where the HTML takes too long', async () => {
    cleaner = createHtmlCleaner({ time: 200 });
    expect((await cleaner.clean(1, endless, 'The text.', showing)).body).toContain('>The text.</pre>');
  });

  it('shows the words of the HTML where there is no text version, and goes on with the next', async () => {
    cleaner = createHtmlCleaner({ pool: slowFor(endless) });
    expect((await cleaner.clean(1, endless, null, showing)).body).toContain('>word word word');
    expect((await cleaner.clean(1, '<b>x</b>', null, showing)).body).toBe('<b>x</b>');
  });
});

describe('quotes', () => {
  const folded = (html: string) => safeHtml(html, { remote: false, files, fold: true });
  const QUOTE = '<blockquote type="cite">a</blockquote>';
  const OPEN = '<details class="quote"><summary>Quoted text</summary>';
  it.each([
    [
      'a blockquote',
      'New<blockquote type="cite">a<blockquote>b</blockquote></blockquote>End',
      `New${OPEN}<blockquote type="cite">a<blockquote>b</blockquote></blockquote></details>End`,
    ],
    [
      'of Gmail',
      'New<div class="gmail_quote gmail_quote_container">On … wrote:<br>x</div>',
      `New${OPEN}<div class="m-gmail_quote m-gmail_quote_container">On … wrote:<br />x</div></details>`,
    ],
    ['of Yahoo', 'New<div class="yahoo_quoted">x</div>', `New${OPEN}<div class="m-yahoo_quoted">x</div></details>`],
    [
      'of Outlook on the web',
      '<div>New<div id="appendonsend"></div><hr>From: Ann<p>x</p></div>After',
      `<div>New${OPEN}<div id="m-appendonsend"></div><hr />From: Ann<p>x</p></details></div>After`,
    ],
    [
      'of Outlook, forwarded',
      'New<div id="x_divRplyFwdMsg">From</div>x',
      `New${OPEN}<div id="m-x_divRplyFwdMsg">From</div>x</details>`,
    ],
    [
      'two of them',
      '<blockquote type="cite">a</blockquote>New<blockquote type="cite">b</blockquote>',
      `${OPEN}<blockquote type="cite">a</blockquote></details>New${OPEN}<blockquote type="cite">b</blockquote></details>`,
    ],
    [
      'of Outlook for Windows, which has only a line',
      '<div><p>New</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Bob<br><b>Sent:</b> 2 March<br><b>To:</b> Ann<br><b>Subject:</b> x</p></div></div><p>Old</p></div>After',
      `<div><p>New</p>${OPEN}<div><div style="border: none; border-top: solid #E1E1E1 1.0pt"><p><b>From:</b> Bob<br /><b>Sent:</b> 2 March<br /><b>To:</b> Ann<br /><b>Subject:</b> x</p></div></div><p>Old</p></details></div>After`,
    ],
    [
      'below -----Original Message-----',
      'New<br>-----Original Message-----<br>From: Bob<br>Old',
      `New<br />${OPEN}-----Original Message-----<br />From: Bob<br />Old</details>`,
    ],
    [
      'of Outlook in the middle of an element, whose beginning stays',
      '<p>New</p><div>More<br><b>Von:</b> Bob<br><b>Gesendet:</b> 2. März<br><b>Betreff:</b> x<br>Old</div>',
      `<p>New</p><div>More<br />${OPEN}<b>Von:</b> Bob<br /><b>Gesendet:</b> 2. März<br /><b>Betreff:</b> x<br />Old</details></div>`,
    ],
    [
      'an introduction and a quote alone, which stays open',
      '<p>On 17 Feb 2026 Ann &lt;a@b.org&gt; wrote:</p><blockquote>a</blockquote>',
      '<p>On 17 Feb 2026 Ann &lt;a@b.org&gt; wrote:</p><blockquote>a</blockquote>',
    ],
    [
      'a quote and the image of a counter, which stays open',
      '<img src="https://t.example/c" width="1" height="1"><blockquote type="cite">a</blockquote>',
      '<img width="1" height="1" data-remote-src="https://t.example/c" /><blockquote type="cite">a</blockquote>',
    ],
    [
      'a row of a table, which stays as it is',
      'New<table><tr class="gmail_quote"><td>a</td></tr></table>',
      'New<table><tr class="m-gmail_quote"><td>a</td></tr></table>',
    ],
    ['nothing but a quote, which stays open', QUOTE, QUOTE],
    ['a mark of the sender, which is removed', 'New<p data-quote="rest">a</p>', 'New<p>a</p>'],
    ['a mark in the text', '<p>New  data-quote="block" end</p>', '<p>New  data-quote="block" end</p>'],
  ])('%s', (_name, html, expected) => {
    expect(folded(html)).toBe(expected);
    expect(shown(html)).not.toContain('details');
  });

  const HEADER = 'From: Bob<br>Sent: 2 March<br>To: Ann<br>Subject: x<br>';
  it.each([
    ['a reply below the quoted mail', `${HEADER}Old<p>New</p>`],
    ['a reply below a marked one', '<div id="divRplyFwdMsg">From: Bob</div>Old<p>New</p>'],
    ['a journey', 'New<br>From: Kiel<br>Date: 2 March<br>To: Oslo'],
    [
      'a header in a table',
      `<table><tr><td>New</td></tr><tr><td>${HEADER.replaceAll('<br>', '</td></tr><tr><td>')}Old</td></tr></table>`,
    ],
    [
      'details in a mail that is only a quote',
      '<blockquote type="cite">a<details><summary>b</summary>c</details></blockquote>',
    ],
  ])('%s is not folded', (_name, html) => {
    expect(folded(html)).toBe(shown(html));
  });

  it('the details of the sender stay inside and outside of quotes', () => {
    const own = '<details><summary>b</summary>c</details>';
    expect(folded(`New${own}<blockquote type="cite">${own}</blockquote>`)).toBe(
      `New${own}${OPEN}<blockquote type="cite">${own}</blockquote></details>`,
    );
  });

  it.each([
    ['with line ends of mail', 'New\r\n> a\r\n> b\r\nEnd', `New\n${OPEN}&gt; a\n&gt; b\n</details>End`],
    ['at the first line', '> a\nNew', `${OPEN}&gt; a\n</details>New`],
    ['at the last line, with an end tag', 'New\n> </pre>', `New\n${OPEN}&gt; &lt;/pre&gt;</details>`],
    ['that is all there is', '> a\n> b', '&gt; a\n&gt; b'],
    [
      'with its introduction',
      'On 17 Feb 2026 Ann <a@b.org> wrote:\n> a',
      'On 17 Feb 2026 Ann &lt;a@b.org&gt; wrote:\n&gt; a',
    ],
    ['before a signature', '> a\n-- \nAnn', '&gt; a\n-- \nAnn'],
    [
      'of Outlook',
      'New\n\nFrom: Bob\nSent: 2 March\nSubject: x\n\nOld',
      `New\n\n${OPEN}From: Bob\nSent: 2 March\nSubject: x\n\nOld</details>`,
    ],
    [
      'of Outlook above a reply',
      'From: Bob\nSent: 2 March\nSubject: x\n\nOld\n\nNew',
      'From: Bob\nSent: 2 March\nSubject: x\n\nOld\n\nNew',
    ],
    [
      'below -----Original Message-----',
      'New\n> a\n-----Original Message-----\nFrom: Bob\n\nOld',
      `New\n${OPEN}&gt; a\n-----Original Message-----\nFrom: Bob\n\nOld</details>`,
    ],
  ])('of plain text %s', (_name, plain, expected) => {
    expect(foldedText(plain)).toBe(`<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${expected}</pre>`);
  });

  it('are folded in linear time', () => {
    expect(folded(`New${'<blockquote type="cite">a'.repeat(20_000)}`)).toContain(OPEN);
    expect(folded('<blockquote type="cite">a</blockquote>b'.repeat(20_000)).split(OPEN).length).toBe(20_001);
    expect(folded(`New${'<br>From: a'.repeat(50_000)}`)).not.toContain(OPEN);
    expect(folded(`New${'<div id="appendonsend">'.repeat(20_000)}a`)).toContain(OPEN);
    expect(foldedText(`New\n${'From: a\n> '.repeat(100_000)}`)).toContain(OPEN);
  });
});

describe('items of other servers', () => {
  it.each([
    ['<img src="https://t.example/1.gif"><img src="//t.example/2.gif">', 2],
    ['<img src="cid:pic"><img src="data:image/png;base64,AAAA"><a href="https://t.example">x</a>', 0],
    ['<table background="http://t.example/b.png"><tr><td style="background: url(https://t.example/c.png)">x', 2],
    ['<link rel="stylesheet" href="https://t.example/a.css"><iframe src="https://t.example"></iframe>', 2],
    ['<video poster="https://t.example/p.jpg"></video>', 1],
    ['<img srcset="https://t.example/1.gif 1x, https://t.example/2.gif 2x">', 1],
    ['<img src="https://t.example/1.gif" srcset="https://t.example/2.gif 2x">', 1],
    ['<img src="cid:pic@x" srcset="//t.example/2.gif 2x">', 1],
    ['<img src="cid:pic@x" srcset="a.gif 2x, data:image/png;base64,AA// 3x">', 0],
    ['<img src="cid:pic@x" srcset="data:image/png;base64,//8A 1x">', 0],
    ['<img src="cid:pic@x" srcset="data:image/png;base64,//8A 1x, https://t.example/2.gif 2x">', 1],
    ['<picture><source srcset="https://t.example/1.webp"><img src="https://t.example/1.gif"></picture>', 1],
    ['<picture><source srcset="https://t.example/1.webp"><img src="cid:pic@x"></picture><img src="cid:pic@x">', 1],
    ['<p style="color: red;background:URL(  \'//t.example/1.gif\')">x</p>', 1],
    [`<p style="${'color: red;'.repeat(1000)}background:url(https://t.example/1.gif)">x</p>`, 1],
    ['<style>@import "https://t.example/a.css"; p { background: url(//t.example/1.gif) }</style>', 2],
    ['<STYLE type="text/css"><!-- a { background: url("https://t.example/1.gif") } --></STYLE><p>url(https://x)', 1],
    ['<!-- <style>a { background: url(https://t.example/1.gif) }</style> --><styled>url(https://x)', 0],
    ['<style>a { background: url(https://t.example/1.gif)', 1],
  ])('are counted: %s', (html, expected) => {
    const leftOut = { remote: 0 };
    safeHtml(html, { remote: false, files }, leftOut);
    expect(leftOut.remote).toBe(expected);
  });

  it.each([
    ['spaces in url()', `<style>${`url(${' '.repeat(1000)}`.repeat(500)}</style>`],
    ['style sheets without an end', '<style>'.repeat(70_000)],
    ['comments', '<style><!--'.repeat(50_000)],
    ['candidates', `<img srcset="${', //'.repeat(100_000)}">`],
    ['commas', `<img srcset="//a${','.repeat(200_000)}b,">`],
    ['data URLs in a srcset', `<img srcset="${' data:,data:'.repeat(50_000)}">`],
  ])('are counted in linear time: %s', (_name, html) => {
    expect(safeHtml(html, { remote: false, files })).toBeDefined();
  });
});
