// The source of a mail, as it came or as it was sent: whether it is kept, and where.
import { AppError } from '../errors.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import { type Content, getContent } from '../store/contents.ts';
import type { Store } from '../store/store.ts';
import { get } from './records.ts';

/** The mail that an id or handle names, for who reads. */
export async function getMail(store: Store, user: number, id: string): Promise<Email> {
  const { text } = await get(store, user, email, id);
  return asEmail(JSON.parse(text));
}

/** The bytes that the mail came as or was sent as; not found where none are kept. */
export async function getSource(store: Store, user: number, mail: Email): Promise<Content> {
  const content = await getContent(store, user, 'raw', mail.id);
  if (content) return content;
  const message = `There is no source of email ${mail.id}: only mail that came from a mail server or an import, or that was sent, has one.`;
  throw new AppError('NOT_FOUND', message);
}
