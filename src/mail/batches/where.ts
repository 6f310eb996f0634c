// The filters of a batch, `where`: those of the list of emails, with their names there and JSON values.
import { AppError, type Fault, faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { type ListOptions, type ListRequest, planList } from '../../records/list-plan.ts';
import { SEARCHED_AS_TEXT } from '../../records/query/query.ts';
import { type Validator, validateFields } from '../../records/validate.ts';
import { timezone as zone } from '../../resources/date-fields.ts';
import { email } from '../../resources/email.ts';
import { choice, type Field, type FieldContext, type Fields, flag, text, uuid } from '../../resources/fields.ts';
import type { Filter } from '../../resources/resource.ts';
import type { ListPlan } from '../../store/tables/list-plan.ts';
import { Type } from '../../values/schema.ts';
import { parseTime } from '../../values/time.ts';

/** As a client writes it, and as a task stores it. */
export interface Where extends ListOptions {
  all?: true;
  until_seq?: number;
}

const filters: Fields = {
  all: { schema: { type: 'boolean', enum: [true], description: 'All emails; without any other filter.' } },
  search: visible(text(limits.searchChars, { min: 1, about: 'As in the list.' })),
  q: visible(text(limits.searchChars, { min: 1, about: 'With operators, as in the list; each must be readable.' })),
  ...Object.fromEntries(Object.entries(email.list.filters).map(([name, filter]) => [name, fieldOf(filter)])),
  from: moment('Only emails received at this time or day, or later.'),
  to: moment('Only emails received at this time or day, or earlier.'),
  only_deleted: flag({ about: 'true: only emails in the trash.' }),
};

/** What is not a filter by itself. */
const others: Fields = {
  include_deleted: flag({ about: 'true: also emails in the trash.' }),
  tz: zone('Time zone of from, to and q; the default is that of the service.'),
  until_seq: {
    schema: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only emails that were created with this change or before it; the default is the newest change.',
    }),
  },
};

const whereFields: Fields = { ...filters, ...others };

export const whereField: Field = {
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(whereFields).map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
    description:
      'Instead of ids: all emails that these filters of the list select. At least one filter is required; {"all": true} selects all emails.',
    examples: [{ folder: 'INBOX', is_read: false }],
  },
};

export function readWhere(value: unknown, action: string, validator: Validator): Where {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    validator.fault('where', 'type', 'where must be an object with filters, such as {"folder": "INBOX"}.');
    return {};
  }
  const where = validateFields(whereFields, value, validator, { partial: true, at: 'where.' }) as Where;
  const given = Object.keys(where).filter((name) => Object.hasOwn(filters, name) && where[name] !== undefined);
  const selecting = given.filter((name) => name !== 'only_deleted' || where.only_deleted);
  if (selecting.length === 0) {
    const message =
      'where must have a filter, such as {"folder": "INBOX"}; {"all": true} selects all emails that are not in the trash.';
    if (validator.faults.length === 0) validator.fault('where', 'filter', message);
  }
  if (where.all && selecting.some((name) => name !== 'all' && name !== 'only_deleted'))
    validator.fault('where.all', 'exclusive', 'where.all selects all emails; leave it out to use other filters.');
  if (action === 'restore' && !where.only_deleted)
    validator.fault('where.only_deleted', 'restore', 'To restore emails, where must have "only_deleted": true.');
  return where;
}

/** The list that the filters select, of emails that existed at `until_seq`; days in `q` are relative to `now`. */
export function planWhere(where: Where, now: number): { plan: ListPlan; nothing: boolean } {
  const { all: _, until_seq = 0, ...options } = where;
  const { plan, nothing, invalid } = plannedList(options, now);
  // In a list it is searched as text, which could select other emails than were meant.
  if (invalid[0]) {
    const reason = invalid[0].message.replace(SEARCHED_AS_TEXT, '');
    const message = `where.q has an operator that cannot be read, ${JSON.stringify(invalid[0].operator)}: ${reason}`;
    throw faulty('VALIDATION_ERROR', [{ field: 'where.q', constraint: 'operator', message }]);
  }
  const existed = { type: 'before' as const, column: 'first_seq', value: until_seq + 1 };
  return { plan: { ...plan, conditions: [...plan.conditions, existed] }, nothing };
}

// The list reports faults of a query; here they are faults of the body.
function plannedList(options: ListOptions, now: number): ListRequest {
  try {
    return planList(email, options, options.tz ?? 'UTC', now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_QUERY') throw error;
    const { errors } = error.details as { errors: Fault[] };
    const faults = errors.map(({ field, constraint, message }) => ({ field: `where.${field}`, constraint, message }));
    throw faulty('VALIDATION_ERROR', faults);
  }
}

function fieldOf({ type, about, values, uuid: isUuid, maxChars }: Filter): Field {
  if (type === 'flag' || type === 'present') return flag({ about });
  if (values) return choice(values, about);
  return isUuid ? uuid({ about }) : visible(text(maxChars ?? limits.lineChars, { min: 1, about }));
}

// A blank text would not narrow the list.
function visible(field: Field<string>): Field<string> {
  const read = (value: string, name: string, context: FieldContext) => {
    if (value.trim() === '') context.fault(name, 'blank', `${name} must not be blank.`);
    return value;
  };
  return { ...field, read };
}

function moment(about: string): Field<string> {
  const read = (value: string, name: string, context: FieldContext) => {
    if (parseTime(value, 'UTC') === undefined) {
      const message = `${name} must be an existing date or time such as 2026-02-17 or 2026-02-17T09:00:00Z.`;
      context.fault(name, 'moment', message);
    }
    return value;
  };
  return { schema: Type.String({ maxLength: 64, description: about }), read };
}
