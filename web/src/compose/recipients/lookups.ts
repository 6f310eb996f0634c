// Names that were typed as recipients while the service is asked whom they mean: they have left the input and are not in
// the mail yet, so what is done with the mail has to wait for them.

const running = new WeakMap<object, Set<Promise<void>>>();

/** `mail` waits for the lookup, which does not reject. */
export function waitForLookup(mail: object, lookup: Promise<void>): void {
  const all = running.get(mail) ?? new Set();
  running.set(mail, all.add(lookup));
  void lookup.finally(() => all.delete(lookup));
}

/** Resolves when all recipients of the mail are in it; undefined if they are now. */
export function lookupsOf(mail: object): Promise<void> | undefined {
  const all = running.get(mail);
  if (!all || all.size === 0) return undefined;
  return Promise.all(all).then(() => lookupsOf(mail));
}
