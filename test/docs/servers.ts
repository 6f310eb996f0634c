// Which pages need which servers.
import { startDatabaseServer } from './database-server.ts';
import { startMailServers } from './mail-servers.ts';
import type { Servers } from './pages.ts';

export const serversFor: Record<string, () => Promise<Servers>> = {
  'docs/guide/accounts.md': startMailServers,
  'docs/guide/scale.md': startDatabaseServer,
  'docs/guide/sending.md': startMailServers,
  'docs/guide/sync.md': startMailServers,
};
