// The routes of calendars. A calendar is named by its name; one that events name exists without being created.
import { may, type Principal, type Scope } from '../../access/access.ts';
import { createCalendar, patchCalendar, type Removal, removeCalendar } from '../../calendar/calendars/changes.ts';
import { findCalendar, readCalendars, servedCalendar } from '../../calendar/calendars/list.ts';
import { limits } from '../../limits.ts';
import { type Calendar, calendarFields, calendarInput } from '../../resources/calendar.ts';
import { event } from '../../resources/event.ts';
import { namesPage, namesPageParameters } from './list-parameters.ts';
import { readsAnswer } from './records.ts';
import { type Route, route } from './route.ts';
import { nameDeletionSchema } from './schemas/results.ts';

const reads = { resource: event, scope: 'events:read' as Scope };
const writes = { resource: event, scope: 'events:write' as Scope };
const answer = { name: 'Calendar', fields: calendarFields };

const seesBirthdays = (principal: Principal) => may(principal, 'contacts:read');

export const calendarRoutes: Route[] = [
  route('GET /calendars', 'List calendars, with how many events each has', reads, {
    parameters: namesPageParameters('calendars'),
    shape: 'list',
    answer,
    read: async ({ store, user, principal, query }) => {
      const { known } = await readCalendars(store, user, seesBirthdays(principal));
      return namesPage([...known.values()], query, (one) => servedCalendar(one).text);
    },
  }),
  route('POST /calendars', 'Create a calendar without events', writes, {
    body: calendarInput,
    shape: 'record',
    status: 201,
    answer,
    errors: ['CONFLICT', 'READ_ONLY'],
    emits: ['calendar.created'],
    write: (tx, { body, context }) => createCalendar(tx, body, context),
  }),
  route('GET /calendars/:name', 'Get a calendar', reads, {
    shape: 'record',
    answer,
    errors: ['NOT_FOUND'],
    ...readsAnswer<Calendar>({ what: 'calendar', key: 'name' }, async ({ store, user, principal, id }) =>
      servedCalendar(findCalendar(await readCalendars(store, user, seesBirthdays(principal)), id)),
    ),
  }),
  route('PATCH /calendars/:name', 'Rename a calendar, or change what is set for it', writes, {
    body: calendarInput,
    partial: true,
    shape: 'record',
    answer,
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'CONFLICT', 'READ_ONLY'],
    emits: ['calendar.updated', { event: 'event.updated', when: 'for each event of a renamed calendar' }],
    write: (tx, { id, body, context, principal }) => patchCalendar(tx, id, body, context, seesBirthdays(principal)),
  }),
  route('DELETE /calendars/:name', 'Delete a calendar, and move its events to another one or to the trash', writes, {
    parameters: [
      {
        name: 'events',
        type: 'choice',
        values: ['trash', 'move'],
        about: 'What to do with its events; required if it has any.',
      },
      {
        name: 'to',
        type: 'text',
        maxChars: limits.shortChars,
        about: 'With events=move: the name of another calendar.',
      },
    ],
    shape: 'object',
    schema: nameDeletionSchema('events'),
    schemaName: 'CalendarDeletion',
    example: { name: 'Example calendar', deleted: true, events: 12, moved_to: 'default', task_id: null },
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'READ_ONLY'],
    emits: [
      'calendar.deleted',
      { event: 'event.updated', when: 'for each event that is moved' },
      { event: 'event.deleted', when: 'for each event that is moved to the trash' },
    ],
    write: (tx, { id, query, context }) => removeCalendar(tx, id, query as Removal, context),
  }),
];
