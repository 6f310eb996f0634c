// How far something that takes a while has come. Without a value it is not known.
import styles from './progress.module.css';

export interface ProgressProps {
  /** The accessible name: "Uploading photo.jpg". */
  label: string;
  /** From 0 to 1. */
  value?: number | undefined;
}

export function Progress({ label, value }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} max={1} value={value} />;
}
