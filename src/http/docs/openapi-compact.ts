// Compact responses for the OpenAPI document. The parameter format=compact changes what an operation returns, which
// OpenAPI cannot say. So the schema of a response is that of the request without it, with the compact members as optional
// ones, and the schema of the compact response is named in `x-compact`.
import type { Route } from '../routes/route.ts';
import { type Json, object, refTo } from './openapi-schemas.ts';

const members = {
  format: { type: 'string', const: 'compact' },
  summary: { type: 'string', description: 'What the lines are, in a few words.' },
  lines: { type: 'array', items: { type: 'string' } },
};

export const compactSchemas: Record<string, Json> = {
  CompactForm: {
    type: 'object',
    properties: members,
    description: 'Only with format=compact: lines for language models instead of data.',
  },
  CompactRecord: object(members),
  CompactList: object({ ...members, meta: refTo('ListMeta') }),
  CompactConversations: object({ ...members, meta: refTo('ConversationListMeta') }),
  CompactChanges: object({ ...members, meta: refTo('ChangesMeta') }),
};

export function hasCompact({ parameters = [] }: Route): boolean {
  return parameters.some(({ name }) => name === 'format');
}

/** The schema of a response that can be compact, then with the schema of this name. */
export function orCompact(schema: Json, compact: string): Json {
  return compact in compactSchemas ? { allOf: [schema, refTo('CompactForm')] } : schema;
}
