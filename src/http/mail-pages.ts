// A mail as something else than a record: its source as it came or was sent, and its HTML as it may be shown.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getMail, getSource } from '../domain/mail-source.ts';
import type { Email } from '../resources/email.ts';
import { sendContent } from './downloads.ts';
import type { Call } from './route.ts';

/** The message as it came or was sent. */
export async function sendSource(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, tools, principal, params } = call;
  const mail = await getMail(store, principal.user, params.id as string);
  const source = await getSource(store, principal.user, mail);
  const named = { ...source, filename: `${mail.id}.eml`, mime: 'message/rfc822' };
  await sendContent(request, reply, tools.blobs, principal.user, named);
}

/** The mail as a page for a frame: nothing in it runs, and nothing is fetched from others unless asked for. */
export async function sendHtml(call: Call, reply: FastifyReply): Promise<void> {
  const { store, tools, principal, params, given } = call;
  const mail = await getMail(store, principal.user, params.id as string);
  const remote = given.remote === true;
  const shown = await tools.cleaner.clean(mail.body_html, mail.body_plain, { remote, files: filesOf(mail) });
  const images = remote ? "'self' data: http: https:" : "'self' data:";
  // Links may open a page of their own; everything else of a page is off.
  const policy = `default-src 'none'; img-src ${images}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`;
  await reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('referrer-policy', 'no-referrer')
    .send(page(shown));
}

function filesOf({ attachments }: Email): Record<string, string> {
  const named = attachments.filter(({ content_id, file_id }) => content_id && file_id);
  return Object.fromEntries(named.map(({ content_id, file_id }) => [content_id, file_id]));
}

function page(body: string): string {
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
img { max-width: 100%; height: auto } pre { font: inherit; margin: 0 }
</style></head><body>${body}</body></html>
`;
}
