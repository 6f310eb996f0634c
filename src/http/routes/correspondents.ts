// The route of correspondents: the addresses that a client suggests while a recipient is typed.
import { may, requireAnyScope } from '../../access/access.ts';
import { type CorrespondentOptions, correspondentFields, listCorrespondents } from '../../correspondents/list.ts';
import { limits } from '../../limits.ts';
import { type Route, route } from './route.ts';

const fields = Object.entries(correspondentFields);
const row = {
  type: 'object',
  properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
  required: fields.map(([name]) => name),
};
const example = Object.fromEntries(fields.map(([name, { schema }]) => [name, (schema.examples as unknown[])[0]]));

export const correspondentRoutes: Route[] = [
  route(
    'GET /correspondents',
    'List addresses from contacts and past mail, the most likely recipients first',
    { scope: null },
    {
      parameters: [
        {
          name: 'q',
          type: 'text',
          maxChars: limits.searchChars,
          about:
            'Words that must each be the beginning of a word of the name, the company or the address; the best of all when not given.',
          example: 'ann',
        },
        {
          name: 'limit',
          type: 'integer',
          default: limits.correspondentsDefault,
          about: `Number of addresses; at most ${limits.correspondentsMax}, a larger number is lowered to it.`,
        },
      ],
      shape: 'object',
      schema: { type: 'array', items: row },
      schemaName: 'Correspondent',
      example: [example],
      errors: ['INSUFFICIENT_SCOPE'],
      read: ({ store, user, principal, query }) => {
        requireAnyScope(principal, ['emails:read', 'contacts:read']);
        const visible = { emails: may(principal, 'emails:read'), contacts: may(principal, 'contacts:read') };
        return listCorrespondents(store, user, visible, query as CorrespondentOptions);
      },
    },
  ),
];
