// What a client is told while the store cannot serve; the log has the reason.
import { AppError } from '../errors.ts';
import { StoreProblem } from './problem.ts';

export function unavailable(reason: unknown, message = NOTHING_CHANGED): AppError {
  const problem = new AppError('SERVICE_UNAVAILABLE', message, {}, 2);
  problem.cause = new StoreProblem(reason instanceof Error ? reason.message : String(reason));
  return problem;
}

/** For who only reads. */
export const AWAY = 'The store cannot be reached just now. Try again in a moment.';

const NOTHING_CHANGED = 'The store cannot be reached or written just now; nothing was changed. Try again in a moment.';

export function stopping(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The service is stopping; try again in a moment.', {}, 1);
}
