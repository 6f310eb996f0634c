// The people of an event: typed or chosen from those one writes with.
import type { RequestOptions } from 'daybook-client';
import { useRef, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import type { CalendarEvent, Correspondent } from '../../data/types.ts';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { useWords } from '../../words/words.ts';
import { answerOf } from '../events/attendee-answer.ts';
import { hasAttendee, typedAttendees, withAttendees } from './attendees.ts';
import styles from './event-editor.module.css';

const MOST = 6;
/** How long a name may be looked up, in milliseconds; the event is not saved meanwhile. */
const TIMEOUT = 5000;

export interface AttendeesFieldProps {
  value: CalendarEvent['attendees'];
  /** The event that is edited; undefined for a new one. */
  event: CalendarEvent | undefined;
  /** The list can have changed between the name that was typed and the answer that says whom it means. */
  onChange: (change: (before: CalendarEvent['attendees']) => CalendarEvent['attendees']) => void;
  /** What is in the input, and not in the list yet. */
  onTyping: (text: string) => void;
  /** A name has left the input. Its person is in the list when this resolves, or it is in the input again. */
  onLookup: (lookup: Promise<void>) => void;
  error: string | undefined;
}

export function AttendeesField(props: AttendeesFieldProps) {
  const { value, event, onChange, error } = props;
  const { calendar } = useWords();
  const input = useAttendeeInput(props);
  const suggestions = useSuggestions(input.text).filter(({ address }) => !hasAttendee(value, address));
  return (
    <Field label={calendar.attendees} error={error ?? input.problem}>
      <Combobox
        text={input.text}
        onText={input.setText}
        placeholder={calendar.addPeople}
        options={suggestions.map(({ address, name }) => ({
          value: address,
          label: name ?? address,
          detail: address,
          name,
        }))}
        onPick={({ value: address, name }) => input.addPerson(address, name)}
        onFreeText={input.take}
        onBlur={input.addTyped}
      />
      {value.length > 0 && (
        <ul className={styles.people}>
          {value.map((attendee) => (
            <li key={attendee.email}>
              <Chip
                size="medium"
                title={`${attendee.email} (${calendar.answers[answerOf(event, attendee)]})`}
                removeLabel={calendar.removePerson(attendee.name ?? attendee.email)}
                onRemove={() => onChange((before) => before.filter((one) => one.email !== attendee.email))}
              >
                {attendee.name || attendee.email}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}

/** What is typed, and how it becomes a person of the list. */
function useAttendeeInput({ value, onChange, onTyping, onLookup }: AttendeesFieldProps) {
  const { calendar } = useWords();
  const [text, setState] = useState('');
  const [problem, setProblem] = useState<string>();
  // A lookup ends after later renderings.
  const current = useRef({ text, value });
  current.current.value = value;
  const setText = (typed: string) => {
    current.current.text = typed;
    setState(typed);
    onTyping(typed);
  };
  const insert = (added: AttendeesFieldProps['value']) => onChange((before) => withAttendees(before, added));
  const add = (added: AttendeesFieldProps['value']) => {
    setText('');
    setProblem(undefined);
    insert(added);
  };
  const addTyped = () => {
    const { text } = current.current;
    const people = typedAttendees(text);
    if (people) add(people);
    else if (text.trim() !== '') setProblem(calendar.notAnAddress);
  };
  const lookUp = async (name: string) => {
    const found = await suggest(name, { timeout: TIMEOUT, retries: 0 }).catch(() => []);
    const person = found.find(({ address }) => !hasAttendee(current.current.value, address));
    if (person) return insert([attendeeOf(person.address, person.name)]);
    const typedSince = current.current.text.trim();
    setText(typedSince === '' ? name : `${name}, ${typedSince}`);
    setProblem(calendar.notAnAddress);
  };
  /** Addresses as they are; part of a name is the person that it most likely means. */
  const take = (typed: string) => {
    if (typed.includes('@')) return addTyped();
    setText('');
    setProblem(undefined);
    onLookup(lookUp(typed.trim()));
  };
  const addPerson = (email: string, name: string | null) => add([attendeeOf(email, name)]);
  return { text, problem, setText, addPerson, addTyped, take };
}

const attendeeOf = (email: string, name: string | null) => ({ email, name, status: 'pending' as const });

async function suggest(text: string, options: RequestOptions): Promise<readonly Correspondent[]> {
  return (await daybook.contacts.suggest({ q: text, limit: MOST }, options)) as unknown as Correspondent[];
}

function useSuggestions(text: string): readonly Correspondent[] {
  const wanted = text.trim();
  const { data } = useQuery(wanted ? `correspondents/${wanted}` : null, (signal) => suggest(wanted, { signal }), {
    isStored: false,
  });
  return data ?? [];
}
