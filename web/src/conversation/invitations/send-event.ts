// Sends the event of an invitation so that the service stores the exceptions of its series exactly as they are given, and
// shows all of them.
import type { DaybookError } from 'daybook-client';
import type { Rule } from '../../calendar/events/recurrence.ts';
import type { Request, Result } from '../../data/changes/requests.ts';

/** What an event has of a series. */
interface Series {
  recurrence: Readonly<Rule> | null;
  overrides?: Readonly<Record<string, unknown>> | null;
}

type Body = Readonly<Record<string, unknown>>;

/** The service names one changed occurrence at a time that the rule of its series does not have. */
const MOST_STRAY = 20;

/**
 * `stored`: the event as it is now, if there is one. `make` makes requests in their order. Resolves to the result of the
 * last one.
 */
export async function sendEvent(
  requests: readonly Request[],
  stored: object | undefined,
  make: (requests: readonly Request[]) => Promise<Result[]>,
): Promise<Result[]> {
  let left = requests.flatMap((request) => inSteps(request, stored as Series | undefined));
  for (let tries = 0; ; tries++)
    try {
      return (await make(left)).slice(-1);
    } catch (error) {
      const last = left.at(-1);
      const body = last && withStrayOccurrences(last.body, (error as Partial<DaybookError>).details);
      if (!body || tries === MOST_STRAY) throw error;
      left = [{ ...last, body }]; // those before it were made
    }
}

/**
 * Exceptions that replace others are sent by themselves, after all of the others were removed. Else the service takes them
 * for those that it knows: a changed occurrence is not checked again, though the new rule may not have it any more, so
 * that it would never be shown; and dates that are the same as before move with the start of the series.
 */
function inSteps(request: Request, stored: Series | undefined): Request[] {
  const body = (request.body ?? {}) as Body & Partial<Series>;
  const { recurrence, overrides, custom_fields } = body;
  if (!recurrence || !hasExceptions({ recurrence, overrides }) || !stored || !hasExceptions(stored)) return [request];
  // The version, which is among the custom fields, is that of the event when all of it is there.
  const { custom_fields: _, ...values } = body;
  const { ifMatch: __, ...last } = request;
  return [
    { ...request, body: { ...values, recurrence: withoutExceptions(recurrence), overrides: null } },
    {
      ...last,
      body: { recurrence, overrides: overrides ?? null, ...(custom_fields !== undefined && { custom_fields }) },
    },
  ];
}

function hasExceptions({ recurrence, overrides }: Partial<Series>): boolean {
  const { exdates = [], rdates = [] } = recurrence ?? {};
  return exdates.length > 0 || rdates.length > 0 || Object.keys(overrides ?? {}).length > 0;
}

/** A series that has nothing but dates keeps them. */
function withoutExceptions({ exdates: _, rdates, ...rule }: Readonly<Rule>): Rule {
  return Object.keys(rule).length > 0 ? rule : { rdates };
}

const STRAY = /^overrides\.(\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)$/u;

/**
 * A changed occurrence that the rule does not have, for example because the rule was changed since, is one more date of
 * the series. The service says which these are: what it is sent then; undefined if it refuses something else.
 */
export function withStrayOccurrences(body: unknown, details?: Readonly<Record<string, unknown>>): Body | undefined {
  const errors = (Array.isArray(details?.errors) ? details.errors : []) as { field?: string; constraint?: string }[];
  const ids = errors.flatMap(
    ({ field = '', constraint }) => (constraint === 'occurrence' && STRAY.exec(field)?.[1]) || [],
  );
  if (ids.length === 0 || ids.length < errors.length) return undefined;
  const { recurrence, ...values } = body as Body & { recurrence: Rule };
  return { ...values, recurrence: { ...recurrence, rdates: [...(recurrence.rdates ?? []), ...ids] } };
}
