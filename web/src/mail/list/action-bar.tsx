// Buttons for the actions on conversations: the most used ones, and a menu with the others.
import type { KeyboardEvent } from 'react';
import type { Action } from '../../shell/actions/action.ts';
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { More } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import { useWords } from '../../words/words.ts';
import { conversationActions } from '../mail-actions.ts';
import styles from './action-bar.module.css';

const FIRST = ['archive', 'restore', 'delete', 'erase', 'snooze', 'label', 'move'];

export interface ActionBarProps {
  target: ActionTarget;
  /** Further actions, at the end of the menu. */
  more?: readonly Action[];
}

export function ActionBar({ target, more = [] }: ActionBarProps) {
  const words = useWords();
  const available = [...conversationActions, ...more].filter(({ isAvailable }) => isAvailable?.(target) ?? true);
  const first = available.filter(({ id }) => FIRST.includes(id));
  const others = available.filter(({ id }) => !FIRST.includes(id));
  return (
    <div role="toolbar" aria-label={words.mail.toolbar} className={styles.bar} onKeyDown={moveFocus}>
      {first.map(({ id, label, icon: Icon, keys, run }) => (
        <IconButton
          key={id}
          label={label(words, target)}
          icon={Icon && <Icon />}
          keys={keys?.[0]}
          onClick={() => void run(target)}
        />
      ))}
      {others.length > 0 && (
        <Menu
          label={words.mail.moreActions}
          align="end"
          trigger={<IconButton label={words.mail.moreActions} icon={<More />} />}
        >
          {others.map((action) => (
            <ActionItem key={action.id} action={action} target={target} />
          ))}
        </Menu>
      )}
    </div>
  );
}

/** Arrow keys go through the buttons, not through the items of the menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[at + step]?.focus();
}

function ActionItem({ action, target }: { action: Action; target: ActionTarget }) {
  const words = useWords();
  const { label, icon: Icon, keys, run } = action;
  return (
    <MenuItem icon={Icon && <Icon />} keys={keys?.[0]} onSelect={() => void run(target)}>
      {label(words, target)}
    </MenuItem>
  );
}
