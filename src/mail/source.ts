// Reads a mail and its source: the bytes as received or as sent.
import { AppError } from '../errors.ts';
import { getRecord } from '../records/find.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import type { Store } from '../store/port.ts';
import { type Content, getContent } from '../store/tables/contents.ts';

/** Reads a mail by id or handle; a large body may be left out if it is not needed. */
export async function getMail(store: Store, user: number, id: string, needsContent: boolean): Promise<Email> {
  return asEmail(await getRecord(store, user, email, id, needsContent));
}

/** The source as received or sent; throws NOT_FOUND if none is stored. */
export async function getSource(store: Store, user: number, mail: Email): Promise<Content> {
  const content = await getContent(store, user, 'raw', mail.id);
  if (content) return content;
  const message = `There is no source of email ${mail.id}: only mail that came from a mail server or an import, or that was sent, has one.`;
  throw new AppError('NOT_FOUND', message);
}
