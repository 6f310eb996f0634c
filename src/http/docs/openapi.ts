// The OpenAPI 3.1 document, generated from the route table and the declarations, so that it matches the service.
import { SCOPES } from '../../access/access.ts';
import { resources } from '../../resources/resources.ts';
import { BASE, type Emitted, type Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { bodySchemas, requestBody } from './openapi-bodies.ts';
import { compactSchemas } from './openapi-compact.ts';
import { errorSchemas, failures, sharedResponses } from './openapi-errors.ts';
import { feedSchemas, webhooks } from './openapi-feed.ts';
import { operationId } from './openapi-names.ts';
import { headerParameters, pathParameters, queryParameter, sharedParameters } from './openapi-parameters.ts';
import { reminderSchema } from './openapi-reminders.ts';
import { accepted, notModified, success } from './openapi-responses.ts';
import { responseSchemas } from './openapi-results.ts';
import { type Json, object, recordSchema, schemaName, servedSchemas } from './openapi-schemas.ts';
import { searchSchemas } from './openapi-search.ts';
import { feedPath, servicePaths, serviceSchemas } from './openapi-service.ts';

export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = BASE + route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const all = schemas();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook',
      version,
      summary: 'Mail, calendar and contacts of a person, with a live change feed.',
      description:
        'One private service for a person’s mail, calendar and contacts. Records are JSON; every change is sent over WebSocket and can be polled.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: tags(),
    security: [{ bearer: [] }, { session: [] }, {}],
    paths: { ...paths, ...feedPath(), ...servicePaths() },
    webhooks: webhooks(all.Calendar as Json),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `A token dbk_…; not needed while no token exists and the service listens on loopback. Scopes: ${SCOPES.join(', ')}.`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'daybook_session',
          description:
            'The cookie of a session, for pages of this service. Its name also has the port, and over HTTPS the prefix __Host-. A request that changes something must have the Origin of the service.',
        },
      },
      schemas: all,
      parameters: sharedParameters,
      responses: sharedResponses,
    },
  };
}

/** Groups of operations besides the resources. */
const TAGS: Record<string, string> = {
  correspondents: 'Addresses from contacts and past mail.',
  search: 'The search over everything.',
  imports: 'Mail from files.',
  export: 'Records as files.',
  tasks: 'Changes of many records, and their progress.',
  settings: 'The settings of the user.',
  changes: 'The change feed.',
  webhooks:
    'A webhook has changes sent to a URL, by POST. A message is `{type, timestamp, data}`: `data` is the message of the change feed, and the schema `WebhookPayload` has every kind. Messages are signed as Standard Webhooks defines it, in the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, with the secret of the webhook. One that is not answered with 2xx within 15 seconds is sent again, after longer and longer waits; its `webhook-id` stays the same. A receiver and all rules are in `docs/guide/webhooks.md`.',
  sessions: 'Sessions of browsers.',
  tokens: 'What other programs and browsers have access with.',
  about: 'What this service is, and the state of its backups.',
  service: 'Health, metrics and this document.',
};

function tags(): Json[] {
  const records = resources.map(({ path, name }) => [path, `The ${name.replace('_', ' ')} records.`] as const);
  return [...new Map([...records, ...Object.entries(TAGS)])].map(([name, description]) => ({ name, description }));
}

function tagOf({ resource, path }: Route): string {
  const [first = ''] = path.split('/').filter(Boolean);
  return resource?.path ?? (first in TAGS ? first : `${first}s`); // /session is one of the sessions
}

function schemas(): Record<string, Json> {
  const answers = Object.fromEntries(
    routes.flatMap(({ answer }) => (answer ? [[answer.name, object(servedSchemas(answer.fields))]] : [])),
  );
  return {
    ...Object.fromEntries(resources.map((resource) => [schemaName(resource), recordSchema(resource)])),
    ...answers,
    Reminder: reminderSchema,
    ...feedSchemas(answers.Calendar as Json),
    ...errorSchemas,
    ...bodySchemas(routes),
    ...responseSchemas(routes),
    ...searchSchemas,
    ...compactSchemas,
    ...serviceSchemas,
  };
}

function operation(route: Route): Json {
  const { method, path, summary } = route;
  return {
    operationId: operationId(method, path),
    tags: [tagOf(route)],
    summary,
    ...(route.tokenInBody && { security: [] }),
    ...facts(route),
    parameters: [...pathParameters(route), ...(route.parameters ?? []).map(queryParameter), ...headerParameters(route)],
    ...((route.body || route.form) && { requestBody: requestBody(route) }),
    responses: {
      [route.status]: success(route),
      ...(route.mayExist && { 200: { ...success(route), description: 'The record, which existed already.' } }),
      ...accepted(route),
      ...notModified(route),
      ...failures(route),
    },
  };
}

/** Scopes and events: as values for programs such as the reference page, and as sentences for people. */
function facts({ scope, alsoNeeds, tokenInBody, shape, notes, emits = [] }: Route): Json {
  const events = emits.map((one: Emitted) => (typeof one === 'string' ? { event: one } : one));
  const words = events.map((one) => ('when' in one ? `${one.event} ${one.when}` : one.event));
  const sentences = [
    scope && `Needs the scope ${scope}.`,
    tokenInBody && 'The token is in the body.',
    shape === 'changes' && 'Shows what the token may read.',
    !scope && !tokenInBody && shape !== 'changes' && !notes && 'Any token is sufficient.',
    notes,
    alsoNeeds && `Also needs ${alsoNeeds.scope} ${alsoNeeds.when}.`,
    events.length > 0 && `Emits ${words.join('; ')}.`,
  ];
  return {
    description: sentences.filter(Boolean).join(' '),
    ...(scope && { 'x-scope': scope }),
    ...(alsoNeeds && { 'x-also-needs': alsoNeeds }),
    ...(events.length > 0 && { 'x-emits': events }),
  };
}
