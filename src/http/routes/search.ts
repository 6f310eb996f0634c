// The route of the search over everything.
import { may, requireAnyScope, requireScope, type Scope } from '../../access/access.ts';
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Resource } from '../../resources/resource.ts';
import { readKinds, type SearchOptions, searchEverything, searchedKinds } from '../../search/everything.ts';
import { formParameters, listedFields, queryParameter } from './list-parameters.ts';
import type { Parameter } from './query.ts';
import { withUserZone } from './records.ts';
import { type Call, type Route, route } from './route.ts';

const parameters: Parameter[] = [
  {
    ...queryParameter,
    required: true,
    about: `${queryParameter.about} An operator that a kind does not have matches nothing of it.`,
  },
  {
    name: 'kinds',
    type: 'text',
    about: `Only these, separated by commas: ${[...searchedKinds.keys()].join(', ')}. All that the token may read when not given.`,
    example: 'emails,events',
  },
  {
    name: 'limit',
    type: 'integer',
    default: limits.searchResults,
    about: `How many results of each kind; at most ${limits.searchResultsMax}, a larger number is lowered to it.`,
  },
  {
    name: 'offset',
    type: 'integer',
    default: 0,
    about: 'How many results to skip; only with a single kind, such as kinds=emails.',
  },
  { name: 'include_deleted', type: 'boolean', default: false, about: 'Also records in the trash.' },
  { name: 'only_deleted', type: 'boolean', default: false, about: 'Only records in the trash.' },
  { name: 'body', type: 'boolean', default: true, about: 'false: emails without body_plain and body_html.' },
  ...formParameters,
];

export const searchRoutes: Route[] = [
  route(
    'GET /search',
    'Search emails, events and contacts',
    { scope: null },
    {
      parameters,
      fields: [...new Set([...searchedKinds.values()].flatMap(listedFields))],
      shape: 'search',
      errors: ['INSUFFICIENT_SCOPE'],
      read: async (call) => {
        const { q = '', limit = limits.searchResults, ...options } = (await withUserZone(call)) as SearchOptions;
        if (q.trim() === '') throw missing();
        const asked = { ...options, q, limit: Math.min(limit, limits.searchResultsMax) };
        const { format, offset = 0 } = asked;
        const kinds = kindsFor(call);
        if (offset > 0 && kinds.length > 1) throw severalKinds();
        const found = await searchEverything(call.store, call.user, kinds, asked, call.context.timezone);
        return { ...found, isCompact: format === 'compact' };
      },
    },
  ),
];

function kindsFor({ principal, query }: Call): string[] {
  const scopeOf = (kind: string) => `${(searchedKinds.get(kind) as Resource).scope}:read` as Scope;
  if (query.kinds !== undefined) {
    const kinds = readKinds(query.kinds as string);
    for (const kind of kinds)
      requireScope(principal, scopeOf(kind), 'Without kinds, what the token may read is searched.');
    return kinds;
  }
  const kinds = [...searchedKinds.keys()];
  requireAnyScope(principal, kinds.map(scopeOf));
  return kinds.filter((kind) => may(principal, scopeOf(kind)));
}

function missing() {
  const message = 'q is required: the words to search for, such as q=lease.';
  return faulty('INVALID_QUERY', [{ field: 'q', constraint: 'required', message }]);
}

// The kinds have different numbers of results: one place would be in the middle of one and beyond the end of another.
function severalKinds() {
  const message = 'offset is a place in the results of one kind; add kinds=emails, kinds=events or kinds=contacts.';
  return faulty('INVALID_QUERY', [{ field: 'offset', constraint: 'exclusive', message }]);
}
