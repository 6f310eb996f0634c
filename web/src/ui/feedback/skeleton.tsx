// A placeholder with the size of what is being loaded.
import styles from './skeleton.module.css';

export interface SkeletonProps {
  width?: string;
  height?: string;
  round?: boolean;
}

export function Skeleton({ width = '100%', height = '0.875rem', round = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      data-skeleton
      className={styles.skeleton}
      style={{ width, height, ...(round && { borderRadius: '50%' }) }}
    />
  );
}
