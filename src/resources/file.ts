// Files: attachments of mail; equal contents are stored once.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import { type Field, nullable, text } from './fields.ts';
import { declare, type PlainRecordOf } from './resource.ts';

const fields = {
  filename: text(limits.nameChars, { min: 1, example: 'lease.pdf' }),
  mime: text(limits.shortChars, { min: 1, example: 'application/pdf' }),
  size: { schema: Type.Integer({ minimum: 0, description: 'Bytes.', examples: [48211] }) } as Field<number>,
  sha256: text(64, {
    about: 'SHA-256 of the content, in hexadecimal.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
  email_id: nullable(text(64, { about: 'The email it came with; null for an upload.', example: null })),
};

export type FileRecord = PlainRecordOf<typeof fields>;

export const file = declare({
  name: 'file',
  path: 'files',
  fields,
  patchable: [],
  columns: { email_id: 'exact' },
  list: { sorts: ['created_at'], order: 'desc', range: null, filters: {}, counted: [] },
  origin: false,
  trash: null,
  ownRoutes: true,
});
