// The route that says what this service is: versions, where its data is, how large it is, when it was last backed up.
import { may } from '../../../access/access.ts';
import { schemaVersion } from '../../../store/migrations/run.ts';
import { contentBytes } from '../../../store/tables/contents.ts';
import { lastBackup } from '../../../store/transfer/last-backup.ts';
import { databaseBytes } from '../../../store/transfer/totals.ts';
import { formatTime } from '../../../values/time.ts';
import { type Call, type Route, route } from '../route.ts';
import { aboutSchema } from '../schemas/results.ts';

const example = {
  ...{ version: '1.0.0', node_version: '26.10.0', engine: 'SQLite', engine_version: '3.51.0', schema_version: 19 },
  ...{ timezone: 'Europe/Berlin', started_at: '2026-02-17T09:00:00Z', token_required: true },
  last_backup_at: '2026-02-16T03:00:00Z',
  details: {
    ...{ database: '/home/ann/.local/share/daybook/daybook.db', files: '/home/ann/.local/share/daybook/files' },
    ...{ database_bytes: 52_428_800, files_bytes: 104_857_600 },
    ...{ last_backup: '/mnt/backup/2026-02-16.db', hostnames: ['daybook.example.org'] },
  },
};

export const aboutRoutes: Route[] = [
  route(
    'GET /about',
    'Get versions, the state of backups, and with admin the place of the data',
    { scope: null },
    { shape: 'object', schema: aboutSchema, schemaName: 'About', example, read: describe },
  ),
];

async function describe({ store, services, principal, user, context }: Call): Promise<object> {
  const backup = await lastBackup(store);
  return {
    version: services.version,
    node_version: process.versions.node,
    engine: store.about.engine,
    engine_version: store.about.version,
    schema_version: schemaVersion,
    timezone: context.timezone,
    started_at: formatTime(services.place.startedAt),
    token_required: await services.access.tokensRequired(),
    last_backup_at: backup?.at ?? null,
    details: may(principal, 'admin') ? await detailsOf() : null,
  };

  // Paths of the machine are for those who could also see the data itself.
  async function detailsOf() {
    return {
      database: store.about.location,
      files: services.place.files,
      database_bytes: await databaseBytes(store),
      files_bytes: await contentBytes(store, user),
      last_backup: backup?.file ?? null,
      hostnames: services.place.hostnames,
    };
  }
}
