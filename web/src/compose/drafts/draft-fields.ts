// The parts of a draft as the fields of requests: what is saved, compared and merged.

/** The parts that are compared and merged as a whole. */
export type FieldName = 'sender' | 'to' | 'cc' | 'bcc' | 'subject' | 'body' | 'attachments';

/** The fields of a request for each part. */
export type DraftFields = Record<FieldName, Readonly<Record<string, unknown>>>;

export const FIELD_NAMES: readonly FieldName[] = ['sender', 'to', 'cc', 'bcc', 'subject', 'body', 'attachments'];

/** The names of the parts that differ. */
export function differences(one: DraftFields, other: DraftFields): FieldName[] {
  return FIELD_NAMES.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** The fields of these parts as the body of a request. */
export function requestOf(fields: DraftFields, names: readonly FieldName[] = FIELD_NAMES): Record<string, unknown> {
  return Object.assign({}, ...names.map((name) => fields[name])) as Record<string, unknown>;
}
