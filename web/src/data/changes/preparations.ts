// Changes whose requests depend on what is true when they are sent, such as which mails a conversation has then. Stored
// is only what was asked for.
import type { PendingChange } from './pending.ts';
import type { Request } from './requests.ts';

/** What was asked for; everything in it can be stored. */
export interface Preparation {
  area: string;
  input: unknown;
}

export interface Prepared {
  requests: readonly Request[];
  /** The requests that restore what was before. */
  undo: readonly Request[];
  /** What is shown besides what was shown at once. */
  changes: readonly PendingChange[];
}

type Prepare = (input: unknown) => Promise<Prepared>;

const areas = new Map<string, Prepare>();

export function registerPreparation(area: string, run: Prepare): void {
  areas.set(area, run);
}

export async function prepare({ area, input }: Preparation): Promise<Prepared> {
  const run = areas.get(area);
  if (!run) throw new Error(`Nothing prepares changes of ${area}.`);
  return run(input);
}
