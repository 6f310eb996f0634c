// Links of mails: a mailto: link opens the composer (RFC 6068).
import { openCompose } from '../compose/compose-store.ts';

export interface MailLink {
  to: string;
  subject?: string;
  body?: string;
}

/** The recipients, the subject and the text that the link names; undefined if it is another link. */
export function parseMailLink(href: string): MailLink | undefined {
  if (!/^mailto:/iu.test(href)) return undefined;
  const [path = '', query = ''] = href.slice('mailto:'.length).split('?', 2);
  // In a mailto: link, + is a plus sign.
  const fields = new URLSearchParams(query.replaceAll('+', '%2B'));
  const field = (name: string) => [...fields].find(([key]) => key.toLowerCase() === name)?.[1];
  const to = [decoded(path), field('to')].filter(Boolean).join(', ');
  const subject = field('subject');
  const body = field('body');
  return { to, ...(subject && { subject }), ...(body && { body }) };
}

/** Opens the composer for a mailto: link; says whether it is one. */
export function openMailLink(href: string): boolean {
  const link = parseMailLink(href);
  if (link) openCompose(link);
  return link !== undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
