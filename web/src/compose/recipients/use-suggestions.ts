// The people that a typed text can mean, from the correspondents of the service: asked a moment after the last key.
// Without a connection they are found among those that the browser has stored.
import { useEffect, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { connectionState } from '../../data/live/live.ts';
import type { Correspondent } from '../../data/types.ts';
import { findKnownPeople } from './known-people.ts';

const DELAY = 120;
const MOST = 8;
/** In milliseconds; then those that the browser has stored have to do. The mail is not sent meanwhile. */
const TIMEOUT = 5000;

export interface Suggestions {
  /** The text for which they were found. */
  text: string;
  people: readonly Correspondent[];
}

const NONE: Suggestions = { text: '', people: [] };

export function useSuggestions(text: string): Suggestions {
  const [found, setFound] = useState<Suggestions>(NONE);
  const typed = text.trim();
  useEffect(() => {
    if (typed === '') return setFound(NONE);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      suggest(typed, controller.signal).then(
        (people) => setFound({ text: typed, people }),
        () => {}, // Without suggestions an address can still be typed.
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed]);
  return typed === '' ? NONE : found;
}

/** The best matches now, for a person who is faster than the suggestions. */
export async function suggest(text: string, signal?: AbortSignal): Promise<readonly Correspondent[]> {
  if (connectionState.get() === 'offline') return findKnownPeople(text, MOST);
  const options = { query: { q: text, limit: MOST }, retries: 0, timeout: TIMEOUT, ...(signal && { signal }) };
  try {
    return (await daybook.get('/correspondents', options)).data;
  } catch (error) {
    if (signal?.aborted) throw error;
    return findKnownPeople(text, MOST);
  }
}
