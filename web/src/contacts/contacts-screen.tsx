// The screen Contacts.
import { Screen } from '../shell/screen.tsx';
import { useWords } from '../words/words.ts';

export function ContactsScreen() {
  const { contacts } = useWords();
  return <Screen title={contacts.title}>{null}</Screen>;
}
