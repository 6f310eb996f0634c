// Statements that do not need each other's answers share one round trip to a database server.

/** The results of all; throws the first failure, but not before every one of them is done. */
export async function together<T extends readonly unknown[]>(
  works: readonly [...T],
): Promise<{ [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(works);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as { [I in keyof T]: Awaited<T[I]> };
}
