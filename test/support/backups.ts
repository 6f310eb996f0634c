// A database file as another program opens it.
import { DatabaseSync } from 'node:sqlite';

export function inDatabase<T>(file: string, look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return look(db);
  } finally {
    db.close();
  }
}
