// The routes of synchronisation: its state for an account, and a request to synchronise now.
import type { Scope } from '../../access/access.ts';
import { account } from '../../resources/account.ts';
import { reportSync, requestSync } from '../../sync/report.ts';
import { found } from './records.ts';
import { type Route, route } from './route.ts';
import { syncReportSchema, syncRequestSchema } from './schemas/results.ts';

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

const reads = { resource: account, scope: 'accounts:read' as Scope };
const writes = { resource: account, scope: 'accounts:write' as Scope };

export const syncRoutes: Route[] = [
  route('GET /email-accounts/:id/sync', 'Compare the server with Daybook, folder by folder', reads, {
    shape: 'object',
    schema: syncReportSchema,
    schemaName: 'SyncReport',
    example: reportExample,
    errors: [...found],
    read: ({ store, user, id }) => reportSync(store, user, id),
  }),
  route('POST /email-accounts/:id/sync', 'Synchronise with the server now', writes, {
    shape: 'object',
    status: 202,
    schema: syncRequestSchema,
    schemaName: 'SyncRequest',
    example: requestExample,
    errors: [...found, 'SYNC_OFF'],
    emits: ['sync.started', 'sync.progress', 'sync.completed', { event: 'sync.error', when: 'instead if it fails' }],
    write: (tx, { id }) => requestSync(tx, id),
  }),
];
