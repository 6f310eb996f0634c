// A section of the sidebar that can be folded, with a button that adds an entry.
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Add, ChevronDown } from '../../ui/icons.ts';
import { useFolded } from './folded.ts';
import styles from './sidebar.module.css';

export interface SidebarSectionProps {
  id: string;
  title: string;
  addLabel: string;
  onAdd: () => void;
  children: ReactNode;
}

export function SidebarSection({ id, title, addLabel, onAdd, children }: SidebarSectionProps) {
  const { folded, toggle } = useFolded('sections');
  const isOpen = !folded.has(id);
  return (
    <nav className={styles.section} aria-label={title}>
      <div className={styles.heading}>
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={`${id}-list`} onClick={() => toggle(id)}>
            <ChevronDown aria-hidden />
            {title}
          </button>
        </h2>
        <IconButton size="small" label={addLabel} icon={<Add />} onClick={onAdd} />
      </div>
      <ul id={`${id}-list`} hidden={!isOpen}>
        {children}
      </ul>
    </nav>
  );
}
