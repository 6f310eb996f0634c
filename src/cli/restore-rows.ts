// Reads the rows of a backup (an export or a database file) in the newest schema. A backup of an earlier version is
// first upgraded in a temporary file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaVersion } from '../store/migrations/run.ts';
import { dropDatabase, openExisting, type Progress, requireIntegrity } from '../store/sqlite/backup.ts';
import { versionOf } from '../store/sqlite/migrate.ts';
import { openSnapshot } from '../store/sqlite/reader.ts';
import { requireKnownSchema } from '../store/sqlite/schema.ts';
import { isExport, readExport, schemaOfExport } from '../store/transfer/export-file.ts';
import { upgradeExport, upgradeFile } from '../store/transfer/older-backup.ts';
import { countRows } from '../store/transfer/tables.ts';
import { isPostgres } from '../values/place.ts';
import { type Report, type RowSource, rowsOfStore } from './transfer.ts';

/** For a restore to `place`. */
export async function rowsOfBackup(source: string, place: string, report: Report): Promise<RowSource> {
  const copied: Progress = (done, total) => report('copy', done, total);
  if (await isExport(source)) {
    if ((await schemaOfExport(source)) === schemaVersion) return readExport(source, copied);
    return upgradedRows(place, report, (staging, progress) => upgradeExport(source, staging, progress));
  }
  if (knownSchemaOf(source) === schemaVersion) return rowsOfFile(source, report);
  return upgradedRows(place, report, (staging, progress) => upgradeFile(source, staging, progress));
}

function knownSchemaOf(file: string): number {
  const db = openExisting(file);
  try {
    requireKnownSchema(db, file);
    requireIntegrity(db, file);
    return versionOf(db);
  } finally {
    db.close();
  }
}

async function* upgradedRows(
  place: string,
  report: Report,
  upgrade: (staging: string, progress: Progress) => Promise<void>,
): RowSource {
  // Beside the target file, where disk space is needed anyway.
  const folder = isPostgres(place) ? mkdtempSync(join(tmpdir(), 'daybook-restore-')) : null;
  const staging = folder ? join(folder, 'upgrade.db') : `${place}.upgrade`;
  dropDatabase(staging);
  try {
    await upgrade(staging, (done, total) => report('upgrade', done, total));
    yield* rowsOfFile(staging, report);
  } finally {
    dropDatabase(staging);
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}

async function* rowsOfFile(file: string, report: Report): RowSource {
  const { read, close } = openSnapshot(file);
  try {
    yield* rowsOfStore(read, await countRows(read), report);
  } finally {
    close();
  }
}
