// Today as it is painted before the app is there: the date, the greeting, and the shape of the rest.
import type { Identity } from '../data/types.ts';
import { FirstFrame } from '../shell/navigation/first-frame.tsx';
import type { FirstContent } from '../start/first-content.ts';
import { formatWeekday } from '../words/format.ts';
import { words } from '../words/words.ts';
import { defaultName, Greeting } from './greeting.tsx';
import styles from './today.module.css';
import { TodaySkeleton } from './today-skeleton.tsx';

/** As high as a text. */
const NBSP = '\u00a0';

export const firstContentOfToday: FirstContent = {
  requests: () => ({ shared: {}, own: { settings: ['/settings'], identities: ['/identities', { limit: 500 }] } }),
  view(pathname, { identities }) {
    const name = defaultName((identities?.data ?? []) as Identity[]);
    return (
      <FirstFrame pathname={pathname} words={words().shell} hasSidebar={false}>
        <div className={styles.scroller}>
          <div className={styles.page}>
            <Greeting now={new Date()} date={NBSP} name={name} summary={null} words={words()} />
            <TodaySkeleton words={words()} />
          </div>
        </div>
      </FirstFrame>
    );
  },
  complete(layer) {
    const date = layer.querySelector(`.${styles.date}`);
    if (date) date.textContent = formatWeekday(new Date());
  },
};
