// What the screen shows where there is no contact to show.
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Contacts, NewContact, Person, Search } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import { openContactEditor } from './editor-store.ts';

export function NoneOpen() {
  const { contacts: words } = useWords();
  return <EmptyState icon={<Person />} title={words.noneSelected} text={words.noneSelectedHelp} />;
}

export function NoContacts({ error, isFiltered }: { error: Error | undefined; isFiltered: boolean }) {
  const { contacts: words } = useWords();
  if (error) return <EmptyState icon={<Contacts />} title={words.notLoaded} text={error.message} />;
  if (isFiltered) return <EmptyState icon={<Search />} title={words.noMatches} text={words.noMatchesHelp} />;
  return (
    <EmptyState
      icon={<Contacts />}
      title={words.noContacts}
      text={words.noContactsHelp}
      actions={
        <Button variant="primary" icon={<NewContact aria-hidden />} onClick={() => openContactEditor()}>
          {words.new}
        </Button>
      }
    />
  );
}
