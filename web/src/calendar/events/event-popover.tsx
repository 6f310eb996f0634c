// The details of an event next to it, with what can be done about it.
import type { ReactNode } from 'react';
import type { CalendarEvent } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { LinkedText } from '../../ui/display/linked-text.tsx';
import { hueStyle } from '../../ui/hues.ts';
import {
  Bell,
  Calendar,
  Close,
  Contacts,
  Copy,
  Edit,
  Globe,
  Note,
  Person,
  Place,
  Repeat,
  Trash,
} from '../../ui/icons.ts';
import { AnchoredPopover } from '../../ui/overlays/popover.tsx';
import { timeZone } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { openEditor } from '../editor/editor-store.ts';
import { draftOf } from '../editor/event-draft.ts';
import { calendarTitle } from '../sidebar/calendars.ts';
import { Attendees } from './attendees.tsx';
import { removeEvent } from './event-changes.ts';
import { useEventHue } from './event-hue.ts';
import styles from './event-popover.module.css';
import { isReadOnly, titleText, whenText } from './event-text.ts';
import { daysOf } from './event-times.ts';
import { reminderText } from './reminder-text.ts';
import { describeRule } from './rule-text.ts';

export interface OpenEvent {
  event: CalendarEvent;
  anchor: () => Element | null;
}

export function EventPopover({ open, onClose }: { open: OpenEvent | null; onClose: () => void }) {
  return (
    <AnchoredPopover
      anchor={open?.anchor ?? null}
      label={open ? titleText(open.event) : ''}
      side="right"
      onClose={onClose}
      className={styles.panel}
    >
      {open && <Details event={open.event} onClose={onClose} />}
    </AnchoredPopover>
  );
}

function Details({ event, onClose }: { event: CalendarEvent; onClose: () => void }) {
  const { calendar, common } = useWords();
  const hue = useEventHue()(event);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <article className={styles.details} style={hueStyle(hue)}>
      <header className={styles.header}>
        <span className={styles.mark} aria-hidden />
        <div className={styles.heading}>
          <h2 className={styles.title} data-cancelled={event.status === 'cancelled' || undefined}>
            {titleText(event)}
          </h2>
          <p className={styles.when}>{whenText(event)}</p>
          {event.status !== 'confirmed' && (
            <p className={styles.status}>{event.status === 'cancelled' ? calendar.cancelled : calendar.tentative}</p>
          )}
        </div>
        <IconButton label={common.close} icon={<Close />} size="small" onClick={onClose} />
      </header>
      <Facts event={event} />
      {isReadOnly(event) ? (
        <>
          <p className={styles.readOnly}>{calendar.birthdayHelp}</p>
          {event.contact_id && (
            <footer className={styles.footer}>
              <Button
                size="small"
                data-autofocus
                icon={<Person />}
                onClick={run(() => goTo(`/contacts/${event.contact_id}`))}
              >
                {calendar.openContact}
              </Button>
            </footer>
          )}
        </>
      ) : (
        <footer className={styles.footer}>
          <Button size="small" data-autofocus icon={<Edit />} onClick={run(() => openEditor({ event }))}>
            {common.edit}
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon={<Copy />}
            onClick={run(() => openEditor({ draft: { ...draftOf(event), recurrence: null } }))}
          >
            {calendar.duplicate}
          </Button>
          <Button size="small" variant="quiet" icon={<Trash />} onClick={run(() => void removeEvent(event))}>
            {common.delete}
          </Button>
        </footer>
      )}
    </article>
  );
}

function Facts({ event }: { event: CalendarEvent }) {
  const { calendar } = useWords();
  const rule = event.recurrence;
  const zone = event.timezone ?? timeZone();
  const { first } = daysOf(event, zone);
  const isElsewhere = event.timezone && !event.all_day && event.timezone !== timeZone();
  return (
    <dl className={styles.facts}>
      {isElsewhere && (
        <Fact icon={<Globe />} name={calendar.timeZone}>
          {whenText(event, event.timezone ?? undefined)} ({event.timezone})
        </Fact>
      )}
      {event.location && (
        <Fact icon={<Place />} name={calendar.location}>
          <LinkedText text={event.location} />
        </Fact>
      )}
      {rule && (
        <Fact icon={<Repeat />} name={calendar.repeatsLabel}>
          {describeRule(rule, { date: first, zone })}
        </Fact>
      )}
      {event.reminders.length > 0 && (
        <Fact icon={<Bell />} name={calendar.reminders}>
          {event.reminders.map((one) => reminderText(one.minutes_before, event.all_day)).join(', ')}
        </Fact>
      )}
      {event.attendees.length > 0 && (
        <Fact icon={<Contacts />} name={calendar.attendees}>
          <Attendees event={event} />
        </Fact>
      )}
      {event.description && (
        <Fact icon={<Note />} name={calendar.description}>
          <span className={styles.description}>
            <LinkedText text={event.description} />
          </span>
        </Fact>
      )}
      <Fact icon={<Calendar />} name={calendar.calendarLabel}>
        {calendarTitle(event.calendar_name)}
      </Fact>
    </dl>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>
        {icon}
        <span className="visually-hidden">{name}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
