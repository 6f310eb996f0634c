// Names that records carry, as they are served and set: folders and labels of emails, tags of contacts. A name is not a
// record: it exists as soon as a record carries it.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import {
  choice,
  type Field,
  type FieldContext,
  flag,
  groupName,
  nullable,
  required,
  text,
  uuid,
  type ValuesOf,
} from './fields.ts';

export const number = (about: string, example: number): Field<number> => ({
  schema: Type.Integer({ minimum: 0, description: about, examples: [example] }),
});

/** What can be set for every name. */
export const nameSettings = {
  color: nullable({
    ...text(7, { about: 'Red, green and blue in hexadecimal: #3366cc.', example: '#3366cc' }),
    read: readColor,
  } as Field<string>),
  order: nullable({
    schema: Type.Integer({
      minimum: 0,
      maximum: limits.nameOrder,
      description: 'The list is in the order of this number, those without one last, then by name.',
      examples: [1],
    }),
  } as Field<number>),
};

/** What is served of every name while many records change. */
export const nameProgress = {
  pending: number(
    'Records, those in the trash included, that still have the former name while one of many records is renamed.',
    0,
  ),
  task_id: nullable(uuid({ about: 'The task that changes them; see /tasks.', example: null })),
};

const input = (about: string, example: string) => ({
  name: required(groupName({ about, example })),
  ...nameSettings,
});

export const labelInput = input('As in labels of emails.', 'Example label');
export const tagInput = input('As in tags of contacts.', 'Example tag');
export const folderInput = input('As in folder of emails.', 'Example folder');

export const labelFields = {
  ...labelInput,
  total: number('Emails that have it, without those in the trash.', 12),
  unread: number('Those of them that are unread.', 3),
  ...nameProgress,
};

export const tagFields = {
  ...tagInput,
  total: number('Contacts that have it, without those in the trash.', 12),
  ...nameProgress,
};

export const folderFields = {
  name: folderInput.name,
  role: nullable(
    choice(
      ['inbox', 'drafts', 'sent', 'outbox', 'snoozed', 'archive', 'junk', 'trash'],
      'What the folder is for, by its name or its special use at the mail server.',
    ),
  ),
  account_id: nullable(uuid({ about: 'The account whose emails are counted; null for all together.', example: null })),
  ...nameSettings,
  is_read_only: flag({
    about: 'Whether it cannot be renamed or deleted: it has a role, or it is at a mail server.',
    example: false,
  }),
  total: number('Emails in it, without those in the trash.', 12),
  unread: number('Those of them that are unread.', 3),
  ...nameProgress,
};

export type NameInput = ValuesOf<typeof labelInput>;

function readColor(value: string, field: string, context: FieldContext): string {
  if (!/^#[0-9a-f]{6}$/i.test(value))
    context.fault(field, 'color', `${field} must be # and six hexadecimal digits, such as #3366cc.`);
  return value.toLowerCase();
}
