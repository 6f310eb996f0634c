// A small panel at the place of a new event: its title is enough, "More" opens the whole form.
import { useState } from 'react';
import type { CalendarEvent } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { AnchoredPopover } from '../../ui/overlays/popover.tsx';
import { timeZone } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { createEvent } from '../events/event-changes.ts';
import { whenText } from '../events/event-text.ts';
import { type EventTimes, timeValues } from '../events/event-times.ts';
import { openEditor } from './editor-store.ts';
import { emptyDraft, inputOf } from './event-draft.ts';
import styles from './quick-create.module.css';

export interface QuickCreateRequest {
  times: EventTimes;
  anchor: () => Element | null;
}

export function QuickCreate({ request, onClose }: { request: QuickCreateRequest | null; onClose: () => void }) {
  const { calendar } = useWords();
  return (
    <AnchoredPopover
      anchor={request?.anchor ?? null}
      label={calendar.newEvent}
      side="right"
      onClose={onClose}
      className={styles.panel}
    >
      {request && <QuickForm times={request.times} onClose={onClose} />}
    </AnchoredPopover>
  );
}

function QuickForm({ times, onClose }: { times: EventTimes; onClose: () => void }) {
  const { calendar, common } = useWords();
  const [title, setTitle] = useState('');
  const draft = { ...emptyDraft(times), title };
  const submit = () => {
    onClose();
    void createEvent(inputOf(draft)).catch(() => openEditor({ draft, isUnsaved: true }));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        data-autofocus
        className={styles.title}
        aria-label={calendar.eventTitle}
        placeholder={calendar.eventTitle}
        value={title}
        onValue={setTitle}
      />
      <p className={styles.when}>{whenText(timeValues(times) as CalendarEvent, timeZone())}</p>
      <div className={styles.buttons}>
        <Button
          variant="quiet"
          onClick={() => {
            onClose();
            openEditor({ draft });
          }}
        >
          {calendar.moreOptions}
        </Button>
        <Button type="submit" variant="primary">
          {common.save}
        </Button>
      </div>
    </form>
  );
}
