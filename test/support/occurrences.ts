// The occurrences of an event without a service: the work in one go, without its pauses.
import { Budget, occurrences, type Recurring } from '../../src/domain/recurrence.ts';

export function occurrencesOf(
  event: Recurring,
  from: number,
  before: number,
  serviceZone: string,
  budget: Budget = new Budget(),
): number[] {
  const work = occurrences(event, from, before, serviceZone, budget);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
