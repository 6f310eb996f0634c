// What a screen asks for first, and what it looks like with the answers, before the app is there.
import type { ReactNode } from 'react';
import type { Answers, FirstRequests } from './early-requests.ts';

export interface FirstContent {
  requests(pathname: string): FirstRequests;
  /** Without hooks, see to-node.ts. Dates are added later, because the first formatter takes long. null: nothing is painted. */
  view(pathname: string, answers: Answers): ReactNode;
  /** Adds what is missing after the paint. */
  complete(layer: HTMLElement): void;
}
