// An action: something the user can do, by a key, from a menu or from the command palette.
import type { Icon } from '../../ui/icon.ts';
import type { Words } from '../../words/words.ts';
import type { ActionTarget } from './action-target.ts';

/** Keys that a part of a screen handles itself, such as a grid; the help lists them. */
export type KeyHelp = Required<Pick<Action, 'id' | 'label' | 'group' | 'keys'>>;

export interface Action {
  id: string;
  /** With a target, what it does to that; without one, as the help lists it. */
  label: (words: Words, target?: ActionTarget) => string;
  /** The heading under which the help and the palette list it. */
  group: 'go' | 'create' | 'mail' | 'calendar' | 'contacts' | 'app';
  /** `e`, `Shift+u`, `mod+k` (Ctrl, or Cmd on a Mac), `g i` (one after the other). */
  keys?: readonly string[];
  icon?: Icon;
  /** Default: always. */
  isAvailable?: (target: ActionTarget) => boolean;
  run: (target: ActionTarget) => void | Promise<void>;
}
