// The routes of mirroring: what it has reached for an account, and a look at the server now.
import type { Scope } from '../domain/access.ts';
import { reportSync, requestSync } from '../domain/sync-report.ts';
import { account } from '../resources/account.ts';
import { type Call, jsonAnswer, type Route } from './route.ts';

const mirrored = { resource: null, kind: account, shape: 'object' as const };
const reportExample = {
  account_id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10',
  state: 'live',
  last_error: null,
  next_try: null,
  waiting_changes: 0,
  folders: [
    {
      path: 'Sent Items',
      folder: 'SENT',
      uid_validity: 1763240000,
      server: 1204,
      daybook: 1204,
      missing: 0,
      extra: 0,
      last_success: '2026-02-17T09:00:00Z',
      last_error: null,
      next_try: null,
    },
  ],
};
const requestExample = { account_id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10' };

// biome-ignore format: a table, two lines for each route
export const syncRoutes: Route[] = [
  { method: 'GET', path: '/email-accounts/:id/sync', ...mirrored, scope: 'accounts:read' as Scope, summary: 'What the server holds and what is here, folder by folder', status: 200, answers: reportExample, errors: ['NOT_FOUND'],
    read: async (call) => jsonAnswer(200, JSON.stringify({ data: await reportSync(call.store, call.principal.user, id(call)) })) },
  { method: 'POST', path: '/email-accounts/:id/sync', ...mirrored, scope: 'accounts:write' as Scope, summary: 'Look at the server now', status: 202, answers: requestExample, errors: ['NOT_FOUND', 'SYNC_OFF'], emits: 'sync.started, sync.progress, sync.completed or sync.error',
    write: async (tx, call) => jsonAnswer(202, JSON.stringify({ data: await requestSync(tx, id(call)) })) },
];

function id(call: Call): string {
  return call.params.id as string;
}
