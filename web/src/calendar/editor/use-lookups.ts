// Names that were typed as people of an event while the service is asked whom they mean: they have left the input and
// are not in the list yet, so saving waits for them.
import { useLayoutEffect, useState } from 'react';

export interface Lookups {
  isRunning: boolean;
  /** Saving was asked for, and waits. */
  isWaiting: boolean;
  /** The lookup does not reject; the list has its person when it resolves. */
  add(lookup: Promise<void>): void;
  /** Saves when all lookups have ended. */
  save(isForced?: boolean): void;
}

/** `save` is that of the last rendering, so that it has what the lookups have found. */
export function useLookups(save: (isForced: boolean) => void): Lookups {
  const [running, setRunning] = useState(0);
  const [asked, setAsked] = useState<{ isForced: boolean }>();
  const isRunning = running > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that saving is asked for.
  useLayoutEffect(() => {
    if (!asked || isRunning) return;
    setAsked(undefined);
    save(asked.isForced);
  }, [asked, isRunning]);
  return {
    isRunning,
    isWaiting: asked !== undefined,
    add(lookup) {
      setRunning((count) => count + 1);
      void lookup.finally(() => setRunning((count) => count - 1));
    },
    save: (isForced = false) => setAsked({ isForced }),
  };
}
