// A person's picture, or their initials on a hue that belongs to their address.
import { type ReactNode, useState } from 'react';
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
export function Avatar({ src, ...rest }: AvatarProps) {
  return <Initials {...rest}>{src && <Picture key={src} src={src} />}</Initials>;
}

export interface InitialsProps extends Omit<AvatarProps, 'src'> {
  /** What is shown over the initials. */
  children?: ReactNode;
}

/** The same without a picture. It has no state, so it can be painted before the app is there. */
export function Initials({ name, address, size = 'medium', className, children }: InitialsProps) {
  const hue = hueOfAddress(address || name || '');
  return (
    <span aria-hidden="true" className={classes(styles.avatar, styles[size], className)} style={hueStyle(hue)}>
      {initialsOf(name || address || '')}
      {children}
    </span>
  );
}

function Picture({ src }: { src: string }) {
  const [hasFailed, setFailed] = useState(false);
  return !hasFailed && <img src={src} alt="" loading="lazy" onError={() => setFailed(true)} />;
}
