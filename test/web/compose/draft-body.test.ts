// The parts of the text of a draft: what is put together is found again, and the quoted mail never changes.
import { describe, expect, it } from 'vitest';
import { safeHtml } from '../../../src/mail/html/safe-html.ts';
import { type DraftBody, joinBody, splitBody } from '../../../web/src/compose/drafts/draft-body.ts';

const REPLY = {
  plain: 'On Tue, 17 Feb 2026 at 09:00, Cleo <cleo@x.org> wrote:\n> Tea at five?\n>\n>> Or four?\n> -- \n> Cleo',
  html: '<p>On Tue, 17 Feb 2026 at 09:00, Cleo &lt;cleo@x.org&gt; wrote:</p><blockquote type="cite" style="margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex; overflow: auto"><p>Tea <b>at five</b>?</p><blockquote>Or four?</blockquote></blockquote>',
};
const FORWARD = {
  plain: '---------- Forwarded message ----------\nFrom: Cleo <cleo@x.org>\nSubject: Tea\n\nTea at five?\n\n-- \nCleo',
  html: '<p>---------- Forwarded message ----------<br>From: Cleo &lt;cleo@x.org&gt;<br>Subject: Tea</p><div style="overflow: auto"><div>Tea at five?</div><div>-- <br>Cleo</div></div>',
};
// As drafts have it that were saved by earlier versions.
const OLDER = { ...FORWARD, html: FORWARD.html.replace(' style="overflow: auto"', '') };
const CITE =
  '<blockquote type="cite" style="margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex; overflow: auto">';
const OWN = { plain: 'Gladly.\nAnn', html: '<div>Gladly.</div><div>Ann</div>' };
const SIGNATURE = { plain: 'Ann Lee\nGarden Road 3', html: '<b>Ann Lee</b><br>Garden Road 3' };

const BODIES: [name: string, body: DraftBody][] = [];
for (const [kind, quote] of Object.entries({ none: null, reply: REPLY, forward: FORWARD, older: OLDER }))
  for (const signature of [null, SIGNATURE])
    for (const position of ['above', 'below'] as const)
      for (const own of [OWN, { plain: '', html: '' }])
        BODIES.push([
          `${own.plain === '' ? 'no text' : 'text'}, ${signature ? `signature ${position}` : 'no signature'}, quote: ${kind}`,
          { own, signature, quote, position },
        ]);

describe.each(BODIES)('%s', (_, body) => {
  it('is found again in HTML', () => {
    const found = splitBody(joinBody(body, 'rich'), [SIGNATURE.plain]);
    expect(found.own).toEqual(body.own);
    expect(found.signature).toEqual(body.signature);
    expect(found.quote).toEqual(body.quote);
    expect(joinBody(found, 'rich')).toEqual(joinBody(body, 'rich'));
  });

  it('is found again in plain text', () => {
    const found = splitBody(joinBody(body, 'plain'), [SIGNATURE.plain]);
    expect(found.own.plain).toBe(body.own.plain);
    expect(found.signature?.plain).toBe(body.signature?.plain);
    expect(found.quote?.plain).toBe(body.quote?.plain);
    expect(joinBody(found, 'plain')).toEqual(joinBody(body, 'plain'));
  });
});

it('the body of a reply is that of the service', () => {
  const body_plain = `\n\n-- \nAnn\n\n${REPLY.plain}\n`;
  const body_html = `<div><br></div><br><div>-- <br><p>Ann</p></div><br>${REPLY.html}`;
  const found = splitBody({ body_plain, body_html });
  expect(found).toEqual({
    own: { plain: '', html: '' },
    signature: { plain: 'Ann', html: '<p>Ann</p>' },
    quote: REPLY,
    position: 'above',
  });
  expect(joinBody(found, 'rich')).toEqual({ body_plain, body_html });
});

describe('a mail in plain text that is answered with formatting', () => {
  const body = (plain: string): DraftBody => ({
    own: OWN,
    signature: SIGNATURE,
    quote: { plain, html: null },
    position: 'above',
  });
  const cite = (inner: string) => `${CITE}${inner}</blockquote>`;
  const quotes: [what: string, plain: string, html: string][] = [
    [
      'a reply, with what it quotes itself',
      'On Tue, Cleo <cleo@x.org> wrote:\n> Tea & more?\n>   at five\n>\n>> Or four?\n>> > No\n>\n> Cleo',
      `<p>On Tue, Cleo &lt;cleo@x.org&gt; wrote:</p>${cite(
        `<div>Tea &amp; more?<br>&nbsp;&nbsp;at five<br></div>${cite(`<div>Or four?</div>${cite('<div>No</div>')}`)}<div><br>Cleo</div>`,
      )}`,
    ],
    ['an empty mail', 'On Tue, Cleo wrote:\n>', `<p>On Tue, Cleo wrote:</p>${cite('<div></div>')}`],
    [
      'a forwarded mail',
      FORWARD.plain,
      '<p>---------- Forwarded message ----------<br>From: Cleo &lt;cleo@x.org&gt;<br>Subject: Tea</p><div style="overflow: auto"><div>Tea at five?<br><br>-- <br>Cleo</div></div>',
    ],
  ];

  it.each(quotes)('is cited: %s', (_, plain, html) => {
    const written = body(plain);
    const saved = joinBody(written, 'rich');
    expect(saved.body_html).toBe(`${OWN.html}<br><div>-- <br>${SIGNATURE.html}</div><br>${html}`);
    expect(saved.body_plain).toBe(joinBody(written, 'plain').body_plain);
    const found = splitBody(saved, [SIGNATURE.plain]);
    expect(found).toEqual({ ...written, quote: { plain, html } });
    expect(joinBody(found, 'rich')).toEqual(saved);
    expect(joinBody(found, 'plain')).toEqual(joinBody(written, 'plain'));
  });

  it('is folded when it is read', () => {
    const { body_html } = joinBody(body('On Tue, Cleo wrote:\n> Tea?\n>> Or four?'), 'rich');
    const shown = safeHtml(body_html ?? '', { remote: false, files: {}, fold: true });
    expect(shown.match(/<details/g)).toHaveLength(1);
    expect(shown).toMatch(/<details[^>]*>.*<div>Tea\?<\/div>.*Or four\?.*<\/details>$/);
  });

  it('has no more quotes within quotes than a person can read', () => {
    const { body_html } = joinBody(body(`On Tue, Cleo wrote:\n${'>'.repeat(5000)} deep`), 'rich');
    expect(body_html?.match(/<blockquote/g)).toHaveLength(10);
    expect(body_html).toContain(`${'&gt;'.repeat(4990)} deep`);
  });
});

it('text that another program wrote below the quote is kept with it as own text', () => {
  const body_plain = `Yes.\n\n${REPLY.plain}\n\nAnd a line below.`;
  expect(splitBody({ body_plain, body_html: null }).own.plain).toBe(body_plain);
});

it('a draft without text has no parts', () => {
  const { own, signature, quote } = splitBody({ body_plain: null, body_html: null });
  expect([own.plain, signature, quote]).toEqual(['', null, null]);
});
