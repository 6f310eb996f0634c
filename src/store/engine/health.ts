// The health of the store: whether it accepts writes, described without private data, and its latency.
export interface WriteHealth {
  succeeded(): void;
  failed(error: unknown): void;
  /** Why the last write failed; undefined if it succeeded. */
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

/** The measured operations. */
type Operation = 'read' | 'commit' | 'search';
type Observer = (operation: Operation, seconds: number) => void;

// Keeps the store independent of the metrics library.
let observer: Observer = () => {};

/** Reports the duration of an operation that started at `startedAt` by `performance.now()`. */
export function observeStore(operation: Operation, startedAt: number): void {
  observer(operation, (performance.now() - startedAt) / 1000);
}

export function onStoreTiming(listen: Observer): void {
  observer = listen;
}
