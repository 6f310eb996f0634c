// Errors of the service at the fields of the form that they are about.
import { DaybookError } from 'daybook-client';
import { reasonOf } from '../../shell/reasons.ts';

type FieldName =
  | 'title'
  | 'times'
  | 'recurrence'
  | 'attendees'
  | 'location'
  | 'description'
  | 'reminders'
  | 'calendar'
  | 'other';
export type FieldErrors = Partial<Record<FieldName, string>>;

const FIELDS: Record<string, FieldName> = {
  title: 'title',
  start_at: 'times',
  end_at: 'times',
  start_date: 'times',
  end_date: 'times',
  timezone: 'times',
  recurrence: 'recurrence',
  attendees: 'attendees',
  location: 'location',
  description: 'description',
  reminders: 'reminders',
  calendar_name: 'calendar',
};

export function errorsOf(error: unknown): FieldErrors {
  const details = error instanceof DaybookError ? (error.details as { errors?: Detail[] } | undefined) : undefined;
  if (!details?.errors?.length) return { other: reasonOf(error) };
  const found: FieldErrors = {};
  for (const { field, message } of details.errors) found[FIELDS[/^\w+/.exec(field)?.[0] ?? ''] ?? 'other'] ??= message;
  return found;
}

interface Detail {
  field: string;
  message: string;
}
