// The shape of a list while it is read.
import type { Words } from '../../words/words.ts';
import styles from './placeholders.module.css';
import { rowHeight } from './row-height.ts';
import { SkeletonRow } from './row-view.tsx';

const ROWS = 12;

export function Placeholders({ isCompact, words }: { isCompact: boolean; words: Words['common'] }) {
  return (
    <div className={styles.placeholders} aria-busy="true" role="status" aria-label={words.loading}>
      {Array.from({ length: ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} style={{ height: rowHeight(isCompact) }} aria-hidden="true">
          <SkeletonRow isCompact={isCompact} />
        </div>
      ))}
    </div>
  );
}
