// What the screen Mail asks for first: the first page of its list, and who the user is, who is not named in it.

import type { EarlyRequest } from '../start/early-requests.ts';
import { OWN_PEOPLE, PAGE } from '../start/first-queries.ts';
import { isUnsent, plainQueryOf } from './list-query.ts';
import { parseMailPath } from './mail-address.ts';

export function firstMailRequests(pathname: string): readonly EarlyRequest[] {
  const { list } = parseMailPath(pathname);
  // A search needs the time zone, which the settings have.
  if (isUnsent(list) || list.kind === 'search') return [];
  return [
    ['/threads', { ...plainQueryOf(list, 'all'), limit: PAGE, offset: 0 }],
    ['/identities', OWN_PEOPLE.identities],
    ['/email-accounts', OWN_PEOPLE.accounts],
    ['/emails', OWN_PEOPLE.sent],
  ];
}
