// A link that looks like a button: it leads to another page, or saves a file. Within the app: <Link asChild> around it.
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';
import type { ButtonProps } from './button.tsx';

interface ButtonLinkProps extends ComponentProps<'a'>, Pick<ButtonProps, 'variant' | 'size'> {
  icon?: ReactNode;
}

export function ButtonLink({ variant = 'secondary', size = 'medium', icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={classes(styles.button, styles.link, styles[variant], styles[size], rest.className)}>
      <span className={styles.content}>
        {icon}
        {children}
      </span>
    </a>
  );
}
