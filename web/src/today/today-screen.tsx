// Today: what the user sees first. The agenda, mail from people they know, and what needs them.
import { useMemo } from 'react';
import { useCollection, useConnection } from '../data/live/live.ts';
import { Screen } from '../shell/screen.tsx';
import { dayOf } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { agendaOf } from './agenda.ts';
import { FirstRun } from './first-run.tsx';
import { defaultName, Greeting } from './greeting.tsx';
import { AgendaSection, useTimeZone } from './sections/agenda-section.tsx';
import { AttentionSection } from './sections/attention-section.tsx';
import { BirthdaysSection } from './sections/birthdays-section.tsx';
import { MailSection, useUnreadKnown } from './sections/mail-section.tsx';
import { Nothing, Section } from './sections/section.tsx';
import { WaitingSection } from './sections/waiting-section.tsx';
import styles from './today.module.css';
import {
  isFirstLoad,
  useBirthdays,
  useEvents,
  useIsEmpty,
  useReminders,
  useUnreadMail,
  useWaiting,
} from './today-data.ts';
import { TodaySkeleton } from './today-skeleton.tsx';
import { useNow } from './use-now.ts';

const NO_MAIL = { known: [], total: 0, checked: 0 };

export function TodayScreen() {
  const { today } = useWords();
  return (
    <Screen title={today.title} hasOwnHeader>
      <div className={styles.scroller}>{useIsEmpty() ? <FirstRun /> : <Today />}</div>
    </Screen>
  );
}

function Today() {
  const words = useWords();
  const zone = useTimeZone();
  const now = useNow();
  const day = dayOf(now, zone);
  const events = useEvents(day, zone);
  const mail = useUnreadMail();
  const unread = useUnreadKnown(mail.data ?? NO_MAIL);
  const reminders = useReminders(now, zone);
  const waiting = useWaiting(day);
  const birthdays = useBirthdays(day);
  const failed = useCollection('failed');
  const isConnecting = useConnection() === 'connecting';
  const agenda = useMemo(() => agendaOf(events.data ?? [], now, (time) => dayOf(time, zone)), [events.data, now, zone]);
  // Everything appears at once, so that nothing moves while it is loaded.
  const isLoading =
    isConnecting ||
    reminders.isLoading ||
    waiting.isLoading ||
    isFirstLoad(events) ||
    isFirstLoad(mail) ||
    isFirstLoad(birthdays);
  const left = agenda.timed.filter(({ state }) => state === 'next' || state === 'later').length;
  const isRunning = agenda.timed.some(({ state }) => state === 'running');
  return (
    <div className={styles.page}>
      <Greeting
        now={now}
        name={defaultName(useCollection('identities'))}
        summary={isLoading ? null : { left, isRunning, unread: unread.known.length, mayHaveMore: unread.mayHaveMore }}
        words={words}
      />
      {isLoading ? (
        <TodaySkeleton words={words} />
      ) : (
        <div className={styles.columns}>
          <AttentionSection failed={failed} reminders={reminders.data} />
          <div className={styles.first}>
            {events.data ? <AgendaSection agenda={agenda} now={now} /> : <NotLoaded error={events.error} />}
          </div>
          <div className={styles.second}>
            {mail.data ? <MailSection {...unread} /> : <NotLoaded error={mail.error} />}
          </div>
          <div className={styles.third}>
            <BirthdaysSection events={birthdays.data ?? []} />
            <WaitingSection {...waiting} />
          </div>
        </div>
      )}
    </div>
  );
}

function NotLoaded({ error }: { error: Error | undefined }) {
  const { today } = useWords();
  return (
    <Section title={today.failed}>
      <Nothing title={error?.message ?? ''} />
    </Section>
  );
}
