// A modal panel at an edge of the screen, such as the navigation on phones.
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './drawer.module.css';
import { Modal } from './modal.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** The accessible name of the drawer. */
  label: string;
  side?: 'start' | 'end' | 'bottom';
  className?: string;
  children: ReactNode;
}

export function Drawer({ open, onClose, label, side = 'start', className, children }: DrawerProps) {
  if (!open) return null;
  return (
    <Modal onClose={onClose} aria-label={label} className={classes(styles.drawer, styles[side], className)}>
      {children}
    </Modal>
  );
}
