// The response of the search over everything, for the OpenAPI document.
import type { Resource } from '../../resources/resource.ts';
import { searchedKinds } from '../../search/everything.ts';
import { type Json, object, recordExample, schemaName } from './openapi-schemas.ts';

const list = (items: Json) => ({ type: 'array', items });
const text = { type: 'string' };

const highlight = object({
  field: { type: 'string', description: 'The field of the record, or attachment_text.' },
  parts: list(object({ text, match: { type: 'boolean' } })),
});

function groupOf(resource: Resource): Json {
  const result = {
    type: 'object',
    properties: {
      record: { $ref: `#/components/schemas/${schemaName(resource)}` },
      line: { type: 'string', description: 'Instead of record with format=compact.' },
      highlights: list(highlight),
    },
    required: ['highlights'],
  };
  return object({ total: { type: 'integer' }, has_more: { type: 'boolean' }, results: list(result) });
}

const groups = Object.fromEntries([...searchedKinds].map(([kind, resource]) => [kind, groupOf(resource)]));

export const searchSchema: Json = {
  type: 'object',
  properties: {
    format: { type: 'string', const: 'compact' },
    data: { type: 'object', properties: groups },
    meta: object({
      kinds: list(text),
      limit: { type: 'integer' },
      invalid_operators: {
        ...list(object({ operator: text, message: text })),
        description: 'Operators that could not be read and were searched as text, with what would be right.',
      },
    }),
  },
  required: ['data', 'meta'],
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
  meta: { kinds: ['emails', 'events', 'contacts'], limit: 5, invalid_operators: [] },
};
