// Links of mails: a mailto: link opens the composer.
import { openCompose } from '../../compose/compose-store.ts';
import { readMailto } from '../../compose/mailto.ts';

/** Opens the composer for a mailto: link; says whether it is one. */
export function openMailLink(href: string): boolean {
  const link = readMailto(href);
  if (link) openCompose(link);
  return link !== undefined;
}
