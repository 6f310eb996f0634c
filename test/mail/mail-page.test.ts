// The page of a mail as a client frames it: what is left out is counted, its variants have their own ETags.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** The address of the page of a new mail. */
async function pageOf(content: { body_html?: string; body_plain?: string }): Promise<string> {
  const mail = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z', ...content };
  const { body } = await service.ask('POST', '/emails', mail);
  return `/emails/${(body as { data: { id: string } }).data.id}/html`;
}

const ask = (address: string, tag?: string) =>
  service.ask('GET', address, undefined, tag === undefined ? {} : { 'if-none-match': tag });

it('can be framed by pages of the service, which can measure it, and by no others', async () => {
  const { headers } = await ask(await pageOf({ body_html: '<p>Hello</p>' }));
  expect(headers.get('content-security-policy')).toContain(
    "frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  );
});

it('reports how many items of other servers were left out', async () => {
  const address = await pageOf({ body_html: '<img src="https://t.example/1.gif"><img src="https://t.example/2.gif">' });
  const blocked = async (query: string) => (await ask(address + query)).headers.get('x-blocked-remote-items');
  expect([await blocked(''), await blocked('?remote=true')]).toEqual(['2', '0']);
});

it('says to the page that frames it what became of the images', async () => {
  const address = await pageOf({ body_html: '<html data-remote-images="trusted"><img src="https://t.example/1.gif">' });
  const root = async (query: string) => /<html [^>]*>/.exec((await ask(address + query)).text)?.[0];
  expect(await root('')).toBe('<html data-remote-images="untrusted">');
  expect(await root('?remote=true')).toBe('<html data-remote-images="requested">');
});

it('reports that the text is shown because the HTML cannot be made safe in time', async () => {
  const usual = limits.htmlCleaning;
  Object.assign(limits, { htmlCleaning: 200 });
  const hurried = await startTestService();
  Object.assign(limits, { htmlCleaning: usual });
  const mail = { from_address: 'a@b.org', received_at: '2026-06-01', body_plain: 'The text.' };
  const endless = '<img src="https://t.example/1.gif"><table><tr><td>word'.repeat(20_000);
  const made = await hurried.ask('POST', '/emails', { ...mail, body_html: endless });
  const { id } = (made.body as { data: { id: string } }).data;
  const { text, headers } = await hurried.ask('GET', `/emails/${id}/html?remote=true`);
  expect(text).toContain('>The text.</pre>');
  expect([headers.get('x-remote-images'), headers.get('x-blocked-remote-items')]).toEqual(['unavailable', '0']);
  await hurried.end();
});

it('has an ETag for each variant, with which it is 304, and is not stored by caches', async () => {
  const address = await pageOf({ body_html: '<p>New</p><blockquote type="cite">Old</blockquote>' });
  const variants = ['', '?theme=dark', '?fold=true', '?theme=dark&fold=true'].map((query) => address + query);
  const answers = await Promise.all(variants.map((one) => ask(one)));
  const tags = answers.map(({ headers }) => headers.get('etag') as string);
  expect(new Set(tags).size).toBe(variants.length);
  expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
  for (const [index, one] of variants.entries()) {
    expect((await ask(one, tags[index])).status).toBe(304);
    expect((await ask(one, tags[(index + 1) % 4])).status).toBe(200);
  }
  expect((await ask(`${address}?theme=blue`)).status).toBe(400);
});

it('with theme=dark has a dark background, and with fold=true folded quotes, of plain text too', async () => {
  const { text } = await ask(`${await pageOf({ body_plain: 'New\n> old\n> older\nEnd' })}?theme=dark&fold=true`);
  expect(text).toContain('@media screen { html { background: #1f1e1c !important; color: #111; color-scheme: dark }');
  expect(text).toContain(
    'New\n<details class="quote"><summary>Quoted text</summary>&gt; old\n&gt; older\n</details>End',
  );
});
