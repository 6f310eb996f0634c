// Addresses of the screen Mail are read as they are written, whatever characters a name has.
import { describe, expect, it } from 'vitest';
import { isSameList, mailPath, parseMailPath } from '../../../web/src/mail/mail-address.ts';

const ADDRESSES: [path: string, list: object, threadId?: string][] = [
  ['/mail/inbox', { kind: 'inbox' }],
  ['/mail/starred', { kind: 'starred' }],
  ['/mail/snoozed/1', { kind: 'snoozed' }, '1'],
  ['/mail/scheduled', { kind: 'scheduled' }],
  ['/mail/drafts', { kind: 'drafts' }],
  ['/mail/sent/01a1', { kind: 'sent' }, '01a1'],
  ['/mail/outbox', { kind: 'outbox' }],
  ['/mail/failed', { kind: 'failed' }],
  ['/mail/all', { kind: 'all' }],
  ['/mail/spam', { kind: 'spam' }],
  ['/mail/trash/2', { kind: 'trash' }, '2'],
  ['/mail/folder/Home', { kind: 'folder', name: 'Home' }],
  ['/mail/folder/Home%2FGarden/01a1', { kind: 'folder', name: 'Home/Garden' }, '01a1'],
  ['/mail/label/100%25', { kind: 'label', name: '100%' }],
  ['/mail/label/Gr%C3%BC%C3%9Fe%20%3F%23', { kind: 'label', name: 'Grüße ?#' }],
  ['/mail/label/%2525', { kind: 'label', name: '%25' }],
  ['/mail/search/from%3Aann%20a%2Fb/01a1', { kind: 'search', name: 'from:ann a/b' }, '01a1'],
];

describe('an address of the screen Mail', () => {
  it.each(ADDRESSES)('%s is read and written', (path, list, threadId) => {
    const address = parseMailPath(path);
    expect(address).toEqual({ list, threadId });
    expect(mailPath(address.list, address.threadId)).toBe(path);
  });

  it.each(['/mail', '/mail/', '/mail/unknown', '/mail/folder', '/mail/label/', '/contacts'])(
    '%s is the inbox',
    (path) => expect(parseMailPath(path)).toEqual({ list: { kind: 'inbox' }, threadId: undefined }),
  );

  it('with broken percent-encoding is taken as it is', () => {
    expect(parseMailPath('/mail/label/100%').list).toEqual({ kind: 'label', name: '100%' });
  });

  it('names the same list with and without a conversation', () => {
    expect(isSameList(parseMailPath('/mail/folder/A/1').list, { kind: 'folder', name: 'A' })).toBe(true);
    expect(isSameList({ kind: 'folder', name: 'A' }, { kind: 'label', name: 'A' })).toBe(false);
  });
});
