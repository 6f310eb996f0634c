// What events add to the routes of every resource: lists by day, series as their occurrences, and ids of occurrences.
import { requireScope } from '../../access/access.ts';
import {
  getOccurrence,
  mergeOccurrence,
  type OccurrenceScope,
  patchOccurrence,
  SCOPES,
} from '../../calendar/changes/occurrence-actions.ts';
import { removeOccurrence, restoreOccurrence } from '../../calendar/changes/occurrence-removal.ts';
import { expandedPage } from '../../calendar/expansion.ts';
import { withDefaultReminders } from '../../calendar/reminders/defaults.ts';
import { birthdaysIn, getBirthday, isBirthdayId, isOfBirthdays, refuseBirthday } from '../../contacts/birthdays.ts';
import { BIRTHDAYS } from '../../resources/calendar.ts';
import type { Tx } from '../../store/port.ts';
import type { ClosedRange } from '../../store/tables/overlap.ts';
import { NAMED_DAYS } from '../../values/days.ts';
import type { Parameter } from './query.ts';
import type { Additions } from './records.ts';
import type { Call } from './route.ts';

const scope = { name: 'scope', type: 'choice', values: SCOPES, example: 'this' } as const;

const changeScope: Parameter = {
  ...scope,
  about:
    'With the id of an occurrence: this one (the default), this and the following ones, or all of its series. following splits the series and responds with the new one.',
};

const removeScope: Parameter = {
  ...scope,
  about:
    'With the id of an occurrence: this, the default, adds it to the exdates of its series, and it can be restored; following ends the series before it, which PATCH of recurrence undoes, not restore; all moves the series to the trash.',
};

const scopeOf = ({ query }: Call) => query.scope as OccurrenceScope | undefined;

function requireContacts({ principal }: Call): void {
  requireScope(principal, 'contacts:read', 'Birthdays are computed from contacts.');
}

/** Changes what the id names, unless it is a birthday, which cannot be changed. */
function changing<T>(change: (tx: Tx, call: Call) => Promise<T>): (tx: Tx, call: Call) => Promise<T> {
  return async (tx, call) => {
    refuseBirthday(call.id);
    return change(tx, call);
  };
}

export const eventAdditions: Additions = {
  create: { complete: withDefaultReminders },
  list: {
    parameters: [
      {
        name: 'date',
        type: 'day',
        about: `What takes place on these days, running events included; a series only on the day of its start, unless expand=true: ${NAMED_DAYS.join(', ')}, or a date; takes precedence over from and to.`,
        example: 'today',
      },
      {
        name: 'expand',
        type: 'boolean',
        default: false,
        about:
          'true: return recurring events as their occurrences. The range (date, or from and to) then selects what overlaps it, running events included. Birthdays are only in expanded lists.',
      },
    ],
    alsoNeeds: { scope: 'contacts:read', when: 'with calendar_name=birthdays and expand=true' },
    check: (call) => {
      if (call.query.calendar_name === BIRTHDAYS && call.query.expand) requireContacts(call);
    },
    expandedPage: (store, user, request, serviceZone) => {
      const { plan } = request;
      const birthdays = (range: ClosedRange) => birthdaysIn(store, user, plan, range);
      return expandedPage(store, user, request, serviceZone, isOfBirthdays(plan) ? birthdays : undefined);
    },
  },
  parts: {
    parameters: { patch: [changeScope], remove: [removeScope] },
    summaries: {
      remove: 'Move an event to the trash, remove an occurrence, or delete permanently',
      restore: 'Restore an event from the trash, or an occurrence as it was',
    },
    get: async (call) => {
      const { store, user, id, context } = call;
      if (!isBirthdayId(id)) return getOccurrence(store, user, id, context.timezone);
      requireContacts(call);
      return getBirthday(store, user, id);
    },
    patch: changing((tx, call) => patchOccurrence(tx, call.id, scopeOf(call), call.body, call.context)),
    mergeCustom: changing((tx, call) => mergeOccurrence(tx, call.id, scopeOf(call), call.body, call.context)),
    remove: changing((tx, call) =>
      removeOccurrence(tx, call.id, scopeOf(call), call.query.permanent === true, call.context),
    ),
    restore: changing((tx, { id }) => restoreOccurrence(tx, id)),
    errors: ['READ_ONLY'],
    emits: {
      patch: [{ event: 'event.created', when: 'for the new series, with scope=following' }],
      remove: [{ event: 'event.updated', when: 'for the series instead, with the id of an occurrence' }],
      restore: [{ event: 'event.updated', when: 'for the series instead, with the id of an occurrence' }],
    },
  },
};
