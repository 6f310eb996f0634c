// Runs actions of other areas by their id, so that a screen can offer them without knowing how they are done.
import { actions } from '../../actions.ts';
import type { Action } from './action.ts';
import type { ActionTarget } from './action-target.ts';

export function findAction(id: string): Action | undefined {
  return actions.find((one) => one.id === id);
}

export function runAction(id: string, target: ActionTarget = {}): void {
  void findAction(id)?.run(target);
}
