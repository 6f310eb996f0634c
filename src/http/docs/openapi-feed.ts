// The change feed for the OpenAPI document: a schema for each group of events whose messages are alike, and what a
// webhook is sent for each event.
import { loggedEvents } from '../../feed/event-names.ts';
import { calendarInput } from '../../resources/calendar.ts';
import { resources } from '../../resources/resources.ts';
import { EXAMPLE_ID, EXAMPLE_TIME, type Json, object, refTo, schemaName } from './openapi-schemas.ts';

/** Events whose messages have the same kind of data. */
interface Alike {
  /** The name of their schema. */
  name: string;
  events: string[];
  data: Json;
}

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const time = { type: 'string', format: 'date-time' };
const renamedFrom = { ...text, description: 'The former name, after a rename.' };

/** What a webhook is sent instead of a large change. */
const omitted = refTo('OmittedChange');

const omittedSchema: Json = {
  ...object({
    event: text,
    data: { type: 'null' },
    timestamp: time,
    seq: { type: 'integer' },
    omitted: object({ id: textOrNull, path: textOrNull, reason: text }),
  }),
  description: 'A change whose record is too large for a message to a webhook; path is where it can be read.',
};

/** What the changes of records that no longer exist have instead of the record. */
const erased = refTo('Erased');

const erasedSchema: Json = {
  ...object({ id: text, permanent: { type: 'boolean', const: true } }),
  description:
    'A record that was deleted permanently. Its earlier changes keep their place in the log, with this instead of the record.',
};

const trashed = object({ id: text, deleted_at: time });
const namedErased = object({ name: text, permanent: { type: 'boolean', const: true } });

function resourceGroups(): Alike[] {
  return resources.flatMap((resource) => {
    const all = loggedEvents.get(resource.name) ?? [];
    const isOther = (event: string) => /\.(deleted|task_updated|reminder\w*)$/.test(event);
    const name = schemaName(resource);
    return [
      {
        name: `${name}Change`,
        events: all.filter((event) => !isOther(event)),
        data: { anyOf: [refTo(name), erased] },
      },
      {
        name: `${name}DeletedChange`,
        events: all.filter((event) => event.endsWith('.deleted')),
        data: resource.trash ? { anyOf: [trashed, erased] } : erased,
      },
    ];
  });
}

function named(name: string, of: string, data: Json): Alike[] {
  const events = [...(loggedEvents.get(name) ?? [])];
  return [
    { name: `${of}Change`, events: events.filter((event) => !event.endsWith('.deleted')), data },
    { name: `${of}DeletedChange`, events: [`${name}.deleted`], data: namedErased },
  ];
}

const everyEvent = [...loggedEvents.values()].flat();

const syncOf = (event: string, more: Json): Alike => ({
  name: `Sync${event.charAt(0).toUpperCase()}${event.slice(1)}Change`,
  events: [`sync.${event}`],
  data: object({ account_id: text, ...more }),
});

function groups(calendar: Json): Alike[] {
  return [
    ...resourceGroups(),
    {
      name: 'ReminderChange',
      events: everyEvent.filter((event) => /\.reminder\w*$/.test(event)),
      data: { anyOf: [refTo('Reminder'), erased] },
    },
    { name: 'TaskChange', events: everyEvent.filter((event) => event.endsWith('.task_updated')), data: refTo('Task') },
    ...named('calendar', 'Calendar', calendarData(calendar)),
    ...['Folder', 'Label', 'Tag'].flatMap((name) =>
      named(name.toLowerCase(), name, {
        allOf: [refTo(name), { type: 'object', properties: { renamed_from: renamedFrom } }],
      }),
    ),
    { name: 'SettingsChange', events: ['settings.updated'], data: refTo('Settings') },
    syncOf('started', {}),
    syncOf('progress', { path: text, folder: text, done: { type: 'integer' }, total: { type: 'integer' } }),
    syncOf('completed', { done: { type: 'integer' }, folders: { type: 'integer' } }),
    syncOf('error', { message: text, next_try: time }),
  ];
}

// Of birthdays the feed has only what can be set: not every token that may see calendars may see how many there are.
function calendarData({ properties }: Json): Json {
  return {
    type: 'object',
    properties: { ...(properties as Json), renamed_from: renamedFrom },
    required: Object.keys(calendarInput),
  };
}

/** The schemas of the messages of the feed and of webhooks; `calendar` is that of calendars. */
export function feedSchemas(calendar: Json): Record<string, Json> {
  const all = groups(calendar);
  return {
    Erased: erasedSchema,
    OmittedChange: omittedSchema,
    Change: {
      oneOf: all.map(({ name }) => refTo(name)),
      description:
        'One change. data is the complete record, or what else the event is about, such as a Reminder or a Task; for a deletion only {id, deleted_at}, or {id, permanent: true}.',
    },
    ...Object.fromEntries(
      all.map(({ name, events, data }) => [
        name,
        object({ event: { type: 'string', enum: events }, data, timestamp: time, seq: { type: 'integer' } }),
      ]),
    ),
    WebhookPayload: {
      oneOf: payloads(all).map(({ name }) => refTo(name)),
      description:
        'What a webhook is sent, as in Standard Webhooks. data is the message of the change feed, except in webhook.test and changes.expired.',
    },
    ...Object.fromEntries(
      payloads(all).map(({ name, events, data }) => [
        name,
        object({ type: { type: 'string', enum: events }, timestamp: time, data }),
      ]),
    ),
  };
}

/** What webhooks are sent: every change, and what is not about one. */
function payloads(changes: Alike[]): Alike[] {
  return [
    ...changes.map(({ name, events }) => ({
      name: `${name}Payload`,
      events,
      data: { anyOf: [refTo(name), omitted] },
    })),
    { name: 'WebhookTestPayload', events: ['webhook.test'], data: object({ webhook_id: text, message: text }) },
    {
      name: 'ChangesExpiredPayload',
      events: ['changes.expired'],
      data: {
        ...object({ after: { type: 'integer' }, seq: { type: 'integer' }, message: text }),
        description: 'The changes after `after` up to `seq` are no longer kept; read the lists again.',
      },
    },
  ];
}

const SUMMARIES: Record<string, string> = {
  'webhook.test': 'A test, which does not report a change',
  'changes.expired': 'Changes are no longer kept',
};

/** What is sent to a webhook, by event. */
export function webhooks(calendar: Json): Json {
  return Object.fromEntries(
    payloads(groups(calendar)).flatMap(({ name, events }) =>
      events.map((event) => [event, { post: delivery(event, name) }]),
    ),
  );
}

function delivery(event: string, name: string): Json {
  return {
    operationId: `on${event.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['webhooks'],
    summary: SUMMARIES[event] ?? `A change: ${event}`,
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
      name: header,
      in: 'header',
      required: true,
      description: HEADERS[header],
      schema: text,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refTo(name) } },
    },
    responses: { '2XX': { description: 'Received. Any other response is tried again later.' } },
  };
}

const HEADERS: Record<string, string> = {
  'webhook-id': 'The same for every attempt to deliver this message.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'v1, and the HMAC-SHA256 of id, timestamp and body with the secret of the webhook, in base64.',
};

export const changeExample = {
  event: 'contact.deleted',
  data: { id: EXAMPLE_ID, deleted_at: EXAMPLE_TIME },
  timestamp: EXAMPLE_TIME,
  seq: 412,
};
