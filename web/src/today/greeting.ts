// The greeting by the time of the day.
import { hourOf } from '../words/format.ts';

export function greetingOf(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = hourOf(now);
  if (hour >= 4 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
