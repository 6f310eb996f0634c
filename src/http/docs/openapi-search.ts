// The response of the search over everything, for the OpenAPI document.
import type { Resource } from '../../resources/resource.ts';
import { searchedKinds } from '../../search/everything.ts';
import { type Json, object, recordExample, refTo, schemaName } from './openapi-schemas.ts';

const list = (items: Json) => ({ type: 'array', items });
const text = { type: 'string' };

const kinds = [...searchedKinds].map(([kind, resource]) => ({ kind, name: schemaName(resource) }));

/** The matches of one kind; `result` is the schema of each. */
function groupOf(result: Json): Json {
  return object({ total: { type: 'integer' }, has_more: { type: 'boolean' }, results: list(result) });
}

/** What is found, by kind: those that the token may read, or that were asked for. */
function resultsOf(groupFor: (name: string) => Json, format: Json): Json {
  const groups = Object.fromEntries(kinds.map(({ kind, name }) => [kind, groupFor(name)]));
  return object({ ...format, data: { type: 'object', properties: groups }, meta: refTo('SearchMeta') });
}

const compactMatch = object({ line: text, highlights: list(refTo('Highlight')) });

export const searchSchemas: Record<string, Json> = {
  Highlight: object({
    field: { type: 'string', description: 'The field of the record, or attachment_text.' },
    parts: list(object({ text, match: { type: 'boolean' } })),
  }),
  ...Object.fromEntries(
    kinds.flatMap(({ name }) => [
      [`${name}Match`, object({ record: refTo(name), highlights: list(refTo('Highlight')) })],
      [`${name}Matches`, groupOf(refTo(`${name}Match`))],
    ]),
  ),
  SearchMeta: object({
    kinds: list({ type: 'string', enum: [...searchedKinds.keys()] }),
    limit: { type: 'integer' },
    offset: { type: 'integer' },
    invalid_operators: {
      ...list(object({ operator: text, message: text })),
      description: 'Operators that could not be read and were searched as text, with what would be right.',
    },
  }),
  SearchResults: resultsOf((name) => refTo(`${name}Matches`), {}),
  CompactMatches: groupOf(compactMatch),
  CompactSearchResults: resultsOf(() => refTo('CompactMatches'), { format: { type: 'string', const: 'compact' } }),
};

const nothing = { total: 0, has_more: false, results: [] };
const [email] = searchedKinds.values();

export const searchExample = {
  data: {
    emails: {
      total: 12,
      has_more: true,
      results: [
        {
          record: recordExample(email as Resource),
          highlights: [
            {
              field: 'subject',
              parts: [
                { text: 'The ', match: false },
                { text: 'lease', match: true },
              ],
            },
          ],
        },
      ],
    },
    events: nothing,
    contacts: nothing,
  },
  meta: { kinds: ['emails', 'events', 'contacts'], limit: 5, offset: 0, invalid_operators: [] },
};
