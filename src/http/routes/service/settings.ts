// The routes of the settings of a user. Every token may read them: they say how to show times and days.
import type { Scope } from '../../../access/access.ts';
import { settingsFields, settingsInput } from '../../../resources/settings.ts';
import { getSettings, patchSettings } from '../../../settings/settings.ts';
import { type Route, route } from '../route.ts';

const answer = { name: 'Settings', fields: settingsFields };

export const settingsRoutes: Route[] = [
  route(
    'GET /settings',
    'Get the settings of the user',
    { scope: null },
    {
      shape: 'record',
      answer,
      read: ({ store, user }) => getSettings(store, user),
    },
  ),
  route(
    'PATCH /settings',
    'Change settings of the user',
    { scope: 'settings:write' as Scope },
    {
      body: settingsInput,
      partial: true,
      shape: 'record',
      answer,
      errors: ['PRECONDITION_FAILED'],
      emits: ['settings.updated'],
      write: (tx, { body, context }) => patchSettings(tx, body, context),
    },
  ),
];
