// Kinds of record that are no resource: few fields, no trash, no search. An email account and a file are such. They
// have the envelope, the ETag and the events of the others, and behaviours of their own.
import type { Fields, ValuesOf } from './kinds.ts';

export interface Kind<F extends Fields = Fields> {
  /** The first half of event names: `file` in `file.created`. */
  name: string;
  /** The path. */
  path: string;
  table: string;
  /** The first half of the scopes that reading and writing need. */
  scope: 'accounts' | 'files';
  /** What is served beside id, created_at and updated_at, in this order. */
  fields: F;
}

export type KindRecord<F extends Fields = Fields> = {
  id: string;
  created_at: string;
  updated_at: string;
} & ValuesOf<F>;

export function declareKind<F extends Fields>(kind: Kind<F>): Kind<F> {
  return kind;
}
