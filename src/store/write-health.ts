// Whether the store takes writes: what the last one came to, in words that may be shown to anybody.

export interface WriteHealth {
  succeeded(): void;
  failed(error: unknown): void;
  /** Why the last write failed; undefined when it did not. */
  problem(): string | undefined;
}

export function watchWrites(): WriteHealth {
  let problem: string | undefined;
  return {
    succeeded() {
      problem = undefined;
    },
    failed(error) {
      problem = reasonOf(error);
    },
    problem: () => problem,
  };
}

// The primary result codes of SQLite, and SQLSTATE codes of PostgreSQL.
const SQLITE: Record<number, string> = {
  5: 'Another program has locked the database.',
  8: 'The database may not be written: its file or disk is read-only.',
  13: 'The disk is full.',
  14: 'The database cannot be opened.',
};
const POSTGRES: Record<string, string> = {
  53100: 'The disk of the database server is full.',
  25006: 'The database server only reads.',
};

function reasonOf(error: unknown): string {
  const { errcode, cause } = error as { errcode?: number; cause?: { code?: string } };
  if (errcode !== undefined) return SQLITE[errcode & 0xff] ?? 'The disk cannot be written.';
  return POSTGRES[cause?.code ?? ''] ?? 'The database cannot be reached.';
}
