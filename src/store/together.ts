// Statements that do not need each other's answers share one round trip to a database server.

/** The results of all; throws the first failure, but not before every one of them is done. */
export async function together<T extends readonly unknown[]>(
  works: readonly [...T],
): Promise<{ [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(works);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  // In PostgreSQL, after the first that failed all others fail because of it (25P02); it may stand behind them here.
  if (failures.length > 0) throw failures.find((error) => error?.code !== '25P02') ?? failures[0];
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as { [I in keyof T]: Awaited<T[I]> };
}
