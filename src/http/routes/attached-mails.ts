// The routes of mails that are attached to an email, and of their attachments.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireScope, type Scope } from '../../access/access.ts';
import { attachedEmail, servedFile } from '../../mail/attached/record.ts';
import { getMail } from '../../mail/source.ts';
import { type Email, email } from '../../resources/email.ts';
import { attachmentHeader } from '../../values/filenames.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { attachedPage, ownerOf, PAGE_HEADERS, pageParameters, sendPage } from './mail-pages.ts';
import type { Parameter } from './query.ts';
import { found } from './records.ts';
import { type Call, type Route, route } from './route.ts';
import { attachedEmailExample, attachedEmailSchema } from './schemas/attached-email.ts';

const reads = { resource: email, scope: 'emails:read' as Scope };
const ALSO = { scope: 'files:read' as Scope, when: 'always: the mail is the content of a file' };

const path: Parameter = {
  name: 'path',
  type: 'text',
  maxChars: 60,
  default: '0',
  about:
    'Positions in `attachments`, from 0, separated by periods: first of the email, then of the mail that is attached to it, and so on.',
  example: '0',
};

export const attachedMailRoutes: Route[] = [
  route('GET /emails/:id/attached-email', 'Read a mail that is attached to an email', reads, {
    parameters: [path],
    alsoNeeds: ALSO,
    shape: 'object',
    schema: attachedEmailSchema,
    schemaName: 'AttachedEmail',
    example: attachedEmailExample,
    errors: [...found],
    read: async (call) => attachedEmail(pathOf(call), (await attachedMail(call)).attached),
  }),
  route('GET /emails/:id/attached-html', 'Get an attached mail as HTML that is safe to show', reads, {
    parameters: [
      path,
      ...pageParameters('without it, none are included: nobody has verified who wrote an attached mail'),
    ],
    alsoNeeds: ALSO,
    shape: 'bytes',
    mediaType: 'text/html',
    headers: PAGE_HEADERS,
    errors: [...found],
    raw: sendAttachedHtml,
  }),
  route('GET /emails/:id/attached-file', 'Download an attachment of an attached mail', reads, {
    parameters: [{ ...path, example: '0.0' }],
    alsoNeeds: ALSO,
    inMails: true,
    shape: 'bytes',
    errors: [...found],
    raw: sendAttachedFile,
  }),
];

function pathOf({ query }: Call): string {
  return (query.path ?? path.default) as string;
}

async function attachedMail(call: Call): Promise<{ mail: Email; attached: ParsedMail }> {
  requireScope(call.principal, ALSO.scope, 'An attached mail is the content of a file.');
  const mail = await getMail(call.store, call.user, call.id, false);
  return { mail, attached: await call.services.attached.mail(ownerOf(call, mail), pathOf(call)) };
}

async function sendAttachedHtml(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { mail, attached } = await attachedMail(call);
  await sendPage(call, request, reply, await attachedPage(call, mail, pathOf(call), attached));
}

async function sendAttachedFile(call: Call, _request: FastifyRequest, reply: FastifyReply): Promise<void> {
  requireScope(call.principal, ALSO.scope, 'An attached mail is the content of a file.');
  const mail = await getMail(call.store, call.user, call.id, false);
  const one = await call.services.attached.attachment(ownerOf(call, mail), pathOf(call));
  const { filename, mime } = servedFile(one);
  await reply
    .header('content-type', mime)
    .header('content-disposition', attachmentHeader(filename))
    .header('content-security-policy', 'sandbox')
    .send(Buffer.from(one.content.buffer, one.content.byteOffset, one.content.length));
}
