// The parts of the text of a draft: what is put together is found again, and the quoted mail never changes.
import { describe, expect, it } from 'vitest';
import { type DraftBody, joinBody, splitBody } from '../../../web/src/compose/drafts/draft-body.ts';

const REPLY = {
  plain: 'On Tue, 17 Feb 2026 at 09:00, Cleo <cleo@x.org> wrote:\n> Tea at five?\n>\n>> Or four?\n> -- \n> Cleo',
  html: '<p>On Tue, 17 Feb 2026 at 09:00, Cleo &lt;cleo@x.org&gt; wrote:</p><blockquote type="cite" style="margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex"><p>Tea <b>at five</b>?</p><blockquote>Or four?</blockquote></blockquote>',
};
const FORWARD = {
  plain: '---------- Forwarded message ----------\nFrom: Cleo <cleo@x.org>\nSubject: Tea\n\nTea at five?\n\n-- \nCleo',
  html: '<p>---------- Forwarded message ----------<br>From: Cleo &lt;cleo@x.org&gt;<br>Subject: Tea</p><div><div>Tea at five?</div><div>-- <br>Cleo</div></div>',
};
const OWN = { plain: 'Gladly.\nAnn', html: '<div>Gladly.</div><div>Ann</div>' };
const SIGNATURE = { plain: 'Ann Lee\nGarden Road 3', html: '<b>Ann Lee</b><br>Garden Road 3' };

const BODIES: [name: string, body: DraftBody][] = [];
for (const [kind, quote] of Object.entries({ none: null, reply: REPLY, forward: FORWARD }))
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

it('text that another program wrote below the quote is kept with it as own text', () => {
  const body_plain = `Yes.\n\n${REPLY.plain}\n\nAnd a line below.`;
  expect(splitBody({ body_plain, body_html: null }).own.plain).toBe(body_plain);
});

it('a draft without text has no parts', () => {
  const { own, signature, quote } = splitBody({ body_plain: null, body_html: null });
  expect([own.plain, signature, quote]).toEqual(['', null, null]);
});
