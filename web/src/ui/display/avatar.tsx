// A person's picture, or their initials on a hue that belongs to their address.
import { useState } from 'react';
import { classes } from '../classes.ts';
import { hueOfAddress, hueStyle } from '../hues.ts';
import styles from './avatar.module.css';
import { initialsOf } from './initials.ts';

export interface AvatarProps {
  name?: string | null | undefined;
  /** Decides about the hue; the name does if there is no address. */
  address?: string | null | undefined;
  /** Address of the picture. The initials are shown until it is loaded, and if it cannot be. */
  src?: string | null | undefined;
  size?: 'small' | 'medium' | 'large';
  className?: string;
}

/** Hidden from screen readers: the name is always next to it. */
export function Avatar({ name, address, src, size = 'medium', className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const hue = hueOfAddress(address || name || '');
  return (
    <span aria-hidden="true" className={classes(styles.avatar, styles[size], className)} style={hueStyle(hue)}>
      {initialsOf(name || address || '')}
      {src && src !== failed && <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} />}
    </span>
  );
}
