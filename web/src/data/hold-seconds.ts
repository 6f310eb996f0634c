// How long a mail is held by the service after "Send", so that sending it can be undone.
import { holdSecondsOf } from './hold-default.ts';
import { collection } from './live/live.ts';

export function holdSeconds(): number {
  return holdSecondsOf(collection('settings').get());
}
