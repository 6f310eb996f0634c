// A task as it is served, and its line in a compact list.
import { limits } from '../limits.ts';
import { choice, nullable, text, type ValuesOf } from '../resources/fields.ts';
import { Type } from '../values/schema.ts';
import type { AnswerForm } from './answer-form.ts';

const TASK_STATES = ['running', 'done', 'cancelled'] as const;

const time = (about: string, example: string | null = '2026-02-17T09:00:00Z') =>
  text(limits.lineChars, { about, example });
const number = (about: string, example: number) => ({
  schema: Type.Integer({ minimum: 0, description: about, examples: [example] }),
});

/** A task as it is served. */
export const taskFields = {
  id: text(limits.lineChars, { example: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10' }),
  kind: text(limits.lineChars, { about: 'What it does.', example: 'label.rename' }),
  resource: text(limits.lineChars, { about: 'What it changes: email, event or contact.', example: 'email' }),
  state: choice(TASK_STATES, 'done: every record is changed. cancelled: what was done stays.', 'running'),
  params: {
    schema: {
      type: 'object',
      additionalProperties: true,
      description: 'What was asked for.',
      examples: [{ from: 'home', to: 'house' }],
    },
  },
  processed: number('Records that were changed.', 300),
  total: number('Records to change, as counted when it began.', 1200),
  failed: number('Records that could not be changed, each for its own reason.', 0),
  errors: {
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
        required: ['id', 'code', 'message'],
      },
      description: `The reasons, of the first ${limits.taskErrors} of them.`,
      examples: [[]],
    },
  },
  progress: {
    schema: {
      type: ['object', 'null'],
      properties: Object.fromEntries(
        ['bytes', 'total_bytes', 'imported', 'known'].map((name) => [name, Type.Integer({ minimum: 0 })]),
      ),
      required: ['bytes', 'total_bytes', 'imported', 'known'],
      description:
        'Of an import: how much of the file was read, and how many mails are new and how many were there before; otherwise null.',
      examples: [null],
    },
  },
  error: nullable(text(limits.lineChars, { about: 'Why the last attempt failed; it is repeated.', example: null })),
  created_at: time('When it began.'),
  updated_at: time('When it last made progress.'),
  finished_at: nullable(time('When it was finished.', null)),
};

export type Task = ValuesOf<typeof taskFields>;

export const taskForm: AnswerForm<Task> = {
  what: 'task',
  key: 'id',
  line: ({ id, kind, state, processed, total }) => `${id} ${kind}: ${processed} of ${total} (${state})`,
  leftOut: ['kind', 'state', 'processed', 'total'],
};
