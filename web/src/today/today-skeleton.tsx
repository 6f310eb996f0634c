// The shape of Today while it is loaded.
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import type { Words } from '../words/words.ts';
import { Section } from './sections/section.tsx';
import styles from './today.module.css';

const EVENTS = ['70%', '45%', '60%', '52%', '66%'];
const MAILS = ['82%', '64%', '74%', '58%', '69%', '77%'];

export function TodaySkeleton({ words: { today, common } }: { words: Words }) {
  return (
    <div className={styles.columns} aria-busy="true">
      <p className="visually-hidden">{common.loading}</p>
      <div className={styles.first}>
        <Section title={today.agenda}>
          {EVENTS.map((width) => (
            <div key={width} className={styles.eventShape}>
              <Skeleton width="2.5rem" />
              <Skeleton width={width} />
            </div>
          ))}
        </Section>
      </div>
      <div className={styles.second}>
        <Section title={today.people}>
          {MAILS.map((width) => (
            <div key={width} className={styles.mailShape}>
              <Skeleton width="2.25rem" height="2.25rem" round />
              <div className={styles.mailLines}>
                <Skeleton width="40%" />
                <Skeleton width={width} />
                <Skeleton width="90%" />
              </div>
            </div>
          ))}
        </Section>
      </div>
    </div>
  );
}
