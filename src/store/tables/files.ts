// Queries on files: the files of an email, and files by id.
import { type FileRecord, file } from '../../resources/file.ts';
import type { Row, Tx } from '../port.ts';
import { readStored, type Stored, selectStored } from './records.ts';

export async function filesOfEmail(tx: Tx, emailId: string): Promise<Stored<FileRecord>[]> {
  return (await tx.all(`${selectStored(file)} r.email_id = ?2 order by r.id`, emailId)).map(read);
}

export async function filesById(tx: Tx, ids: string[]): Promise<Stored<FileRecord>[]> {
  if (ids.length === 0) return [];
  return (await tx.all(`${selectStored(file)} r.id ${tx.dialect.in(2)}`, tx.dialect.list(ids))).map(read);
}

function read(row: Row): Stored<FileRecord> {
  return readStored<FileRecord>(file, row);
}
