// The people of an event: typed or chosen from those one writes with.
import { useState } from 'react';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import type { CalendarEvent, Correspondent } from '../../data/types.ts';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { useWords } from '../../words/words.ts';
import { hasAttendee, typedAttendees, withAttendees } from './attendees.ts';
import styles from './event-editor.module.css';

export interface AttendeesFieldProps {
  value: CalendarEvent['attendees'];
  /** The list can have changed between the name that was typed and the answer that says whom it means. */
  onChange: (change: (before: CalendarEvent['attendees']) => CalendarEvent['attendees']) => void;
  /** What is in the input, and not in the list yet. */
  onTyping: (text: string) => void;
  error: string | undefined;
}

export function AttendeesField({ value, onChange, onTyping, error }: AttendeesFieldProps) {
  const { calendar } = useWords();
  const [text, setTyped] = useState('');
  const setText = (typed: string) => {
    setTyped(typed);
    onTyping(typed);
  };
  const [problem, setProblem] = useState<string>();
  const suggestions = useSuggestions(text).filter(({ address }) => !hasAttendee(value, address));
  const add = (added: AttendeesFieldProps['value']) => {
    setText('');
    setProblem(undefined);
    onChange((before) => withAttendees(before, added));
  };
  const addPerson = (email: string, name: string | null) => add([{ email, name, status: 'pending' }]);
  const addTyped = (typed: string) => {
    const people = typedAttendees(typed);
    if (people) add(people);
    else setProblem(calendar.notAnAddress);
  };
  /** Part of a name is the person that it most likely means. */
  const take = async (typed: string) => {
    const found = typed.includes('@') ? [] : await suggest(typed.trim()).catch(() => []);
    const person = found.find(({ address }) => !hasAttendee(value, address));
    if (person) addPerson(person.address, person.name);
    else addTyped(typed);
  };
  return (
    <Field label={calendar.attendees} error={error ?? problem}>
      <Combobox
        text={text}
        onText={setText}
        placeholder={calendar.addPeople}
        options={suggestions.map(({ address, name }) => ({
          value: address,
          label: name ?? address,
          detail: address,
          name,
        }))}
        onPick={({ value: address, name }) => addPerson(address, name)}
        onFreeText={(typed) => void take(typed)}
        onBlur={() => text.trim() && addTyped(text)}
      />
      {value.length > 0 && (
        <ul className={styles.people}>
          {value.map(({ email, name, status }) => (
            <li key={email}>
              <Chip
                size="medium"
                title={`${email} (${calendar.answers[status]})`}
                removeLabel={calendar.removePerson(name ?? email)}
                onRemove={() => onChange((before) => before.filter((one) => one.email !== email))}
              >
                {name || email}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}

async function suggest(text: string, signal?: AbortSignal): Promise<readonly Correspondent[]> {
  const found = await daybook.contacts.suggest({ q: text, limit: 6 }, signal && { signal });
  return found as unknown as Correspondent[];
}

function useSuggestions(text: string): readonly Correspondent[] {
  const wanted = text.trim();
  const { data } = useQuery(wanted ? `correspondents/${wanted}` : null, (signal) => suggest(wanted, signal), {
    isStored: false,
  });
  return data ?? [];
}
