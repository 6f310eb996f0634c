// The name of a file on one line. A name that is too long is cut in its middle, because its end says what file it is.
import styles from './file-name.module.css';
import { partsOfName } from './name-parts.ts';

export function FileName({ name }: { name: string }) {
  const { start, end } = partsOfName(name);
  return (
    <bdi className={styles.name}>
      <span className="visually-hidden">{name}</span>
      <span className={styles.parts} aria-hidden data-start={start} data-end={end} />
    </bdi>
  );
}
