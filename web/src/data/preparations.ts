// Changes whose requests depend on what is true when they are sent, such as which mails a conversation has then. Stored
// is only what was asked for; the code that knows the requests is loaded when they are needed.

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

const areas = new Map<string, () => Promise<Prepare>>();

export function registerPreparation(area: string, load: () => Promise<Prepare>): void {
  areas.set(area, load);
}

export async function prepare({ area, input }: Preparation): Promise<Prepared> {
  const load = areas.get(area);
  if (!load) throw new Error(`Nothing prepares changes of ${area}.`);
  return (await load())(input);
}
