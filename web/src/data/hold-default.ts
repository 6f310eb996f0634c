// How long a mail is held when the person has not chosen it.
import type { Settings } from './types.ts';

/** Long enough to notice a mistake. */
export const DEFAULT_HOLD_SECONDS = 10;

/** The service holds nothing until that is set; the app does. Once there are settings they say it, and 0 is off. */
export function holdSecondsOf(settings: Pick<Settings, 'hold_seconds' | 'updated_at'> | undefined): number {
  return settings && settings.updated_at !== null ? settings.hold_seconds : DEFAULT_HOLD_SECONDS;
}
