// The context menu of a conversation, from the action table.
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { ContextMenu } from '../../ui/overlays/menu.tsx';
import { MenuItem } from '../../ui/overlays/menu-items.tsx';
import type { Box } from '../../ui/overlays/place.ts';
import { useWords } from '../../words/words.ts';
import { conversationActions } from '../mail-actions.ts';

export interface ConversationMenuProps {
  menu: { at: Box; target: ActionTarget } | null;
  onClose: () => void;
}

export function ConversationMenu({ menu, onClose }: ConversationMenuProps) {
  const words = useWords();
  return (
    <ContextMenu at={menu?.at ?? null} label={words.mail.toolbar} onClose={onClose}>
      {menu &&
        conversationActions
          .filter(({ isAvailable }) => isAvailable?.(menu.target) ?? true)
          .map(({ id, label, icon: Icon, keys, run }) => (
            <MenuItem
              key={id}
              icon={Icon && <Icon />}
              keys={keys?.[0]}
              destructive={id === 'delete' || id === 'erase'}
              onSelect={() => void run(menu.target)}
            >
              {label(words, menu.target)}
            </MenuItem>
          ))}
    </ContextMenu>
  );
}
