// The OpenAPI 3.1 document, generated from the route table and the declarations, so that it matches the service.
import { SCOPES } from '../../access/access.ts';
import { errors } from '../../errors.ts';
import type { Fields } from '../../resources/fields.ts';
import { resources } from '../../resources/resources.ts';
import { BASE, type Emitted, type Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { formBody, headerParameters, pathParameters, queryParameter, requestBody } from './openapi-parameters.ts';
import { reminderSchema } from './openapi-reminders.ts';
import { accepted, failures, notModified, success } from './openapi-responses.ts';
import { type Json, mapFields, object, recordSchema, schemaName } from './openapi-schemas.ts';
import { feedPath, servicePaths } from './openapi-service.ts';

export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = BASE + route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
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
    tags: [
      ...resources.map(({ path, name }) => ({ name: path, description: `The ${name.replace('_', ' ')} records.` })),
      { name: 'changes', description: 'The change feed.' },
      { name: 'session', description: 'Sessions of browsers.' },
      { name: 'service', description: 'Health, metrics and this document.' },
    ],
    security: [{ bearer: [] }, { session: [] }, {}],
    paths: { ...paths, ...feedPath(), ...servicePaths() },
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
      schemas: schemas(),
    },
  };
}

function schemas(): Json {
  return {
    ...Object.fromEntries(resources.map((resource) => [schemaName(resource), recordSchema(resource)])),
    ...Object.fromEntries(routes.flatMap(({ answer }) => (answer ? [[answer.name, answerSchema(answer.fields)]] : []))),
    Reminder: reminderSchema,
    Meta: object({
      total: { type: 'integer' },
      limit: { type: 'integer' },
      offset: { type: 'integer' },
      has_more: { type: 'boolean' },
    }),
    Change: {
      ...object({
        event: { type: 'string' },
        data: { type: 'object' },
        timestamp: { type: 'string', format: 'date-time' },
        seq: { type: 'integer' },
      }),
      description:
        'One change. data is the complete record; for a deletion only {id, deleted_at}, or {id, permanent: true}; for event.reminder, event.reminder_snoozed and event.reminder_dismissed a Reminder.',
    },
    Error: object({
      error: object({
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string' },
        details: { type: 'object' },
      }),
    }),
  };
}

function answerSchema(fields: Fields): Json {
  return object(mapFields(fields, (field) => field.output ?? field.schema));
}

function operation(route: Route): Json {
  const { method, path, summary } = route;
  return {
    operationId: operationId(method, path),
    tags: [route.resource?.path ?? (path.split('/')[1] as string)],
    summary,
    ...(route.tokenInBody && { security: [] }),
    ...facts(route),
    parameters: [...pathParameters(route), ...(route.parameters ?? []).map(queryParameter), ...headerParameters(route)],
    ...((route.body || route.form) && { requestBody: route.form ? formBody(route.form) : requestBody(route) }),
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
function facts({ scope, alsoNeeds, tokenInBody, shape, emits = [] }: Route): Json {
  const events = emits.map((one: Emitted) => (typeof one === 'string' ? { event: one } : one));
  const words = events.map((one) => ('when' in one ? `${one.event} ${one.when}` : one.event));
  const sentences = [
    scope && `Needs the scope ${scope}.`,
    tokenInBody && 'The token is in the body.',
    shape === 'changes' && 'Shows what the token may read.',
    !scope && !tokenInBody && shape !== 'changes' && 'Any token is sufficient.',
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

function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? 'one' : part));
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('');
}
