// The routes of tasks: the progress of a change of many records. A token sees the tasks of the records that it may read.
import { may, type Principal, type Scope } from '../../access/access.ts';
import { taskFields, taskForm } from '../../records/task-fields.ts';
import { getTask, listTasks } from '../../records/tasks.ts';
import { resources } from '../../resources/resources.ts';
import { pageParameters } from './list-parameters.ts';
import { readsAnswer } from './records.ts';
import { type Route, route } from './route.ts';

const answer = { name: 'Task', fields: taskFields };

function readable(principal: Principal): string[] {
  return resources.filter(({ scope }) => may(principal, `${scope}:read` as Scope)).map(({ name }) => name);
}

export const taskRoutes: Route[] = [
  route(
    'GET /tasks',
    'List changes of many records, newest first',
    { scope: null },
    {
      parameters: pageParameters,
      shape: 'list',
      answer,
      read: ({ store, user, principal, query }) => listTasks(store, user, readable(principal), query),
    },
  ),
  route(
    'GET /tasks/:id',
    'Get the progress of a change of many records',
    { scope: null },
    {
      shape: 'record',
      answer,
      errors: ['NOT_FOUND'],
      ...readsAnswer(taskForm, ({ store, user, principal, id }) => getTask(store, user, readable(principal), id)),
    },
  ),
];
