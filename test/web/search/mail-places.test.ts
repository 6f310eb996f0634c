// The lists, folders and labels of mail in the command palette.
import { expect, it } from 'vitest';
import { mailPlaces } from '../../../web/src/search/mail-places.ts';
import { mail as german } from '../../../web/src/words/de/mail.ts';
import { mail as english } from '../../../web/src/words/en/mail.ts';
import type { Words } from '../../../web/src/words/words.ts';

const FOLDERS = [
  { name: 'INBOX', role: 'inbox' },
  { name: 'DRAFTS', role: 'drafts' },
  { name: 'OUTBOX', role: 'outbox' },
  { name: 'TRASH', role: 'trash' },
  { name: 'Home/Garden', role: null },
  { name: 'Home/Garden', role: null },
] as const;

const placesIn = (mail: typeof english) =>
  new Map(mailPlaces({ mail } as Words, FOLDERS, [{ name: 'Taxes' }]).map(({ title, path }) => [title, path]));

it('have the names of the language and the addresses of their lists', () => {
  const places = placesIn(english);
  expect(Object.fromEntries(places)).toEqual({
    Inbox: '/mail/inbox',
    Starred: '/mail/starred',
    Snoozed: '/mail/snoozed',
    Scheduled: '/mail/scheduled',
    Drafts: '/mail/drafts',
    Sent: '/mail/sent',
    Outbox: '/mail/outbox',
    'Not sent': '/mail/failed',
    Archive: '/mail/folder/ARCHIVE',
    'All mail': '/mail/all',
    Spam: '/mail/spam',
    Trash: '/mail/trash',
    'Home/Garden': '/mail/folder/Home%2FGarden',
    Taxes: '/mail/label/Taxes',
  });
  expect(placesIn(german as typeof english).get('Entwürfe')).toBe('/mail/drafts');
});
