// Shows the editor when something has opened it, and says what was saved.

import { setQueryData } from '../../data/live/query.ts';
import type { Contact } from '../../data/types.ts';
import { offerUndo } from '../../shell/undo.ts';
import { useWords } from '../../words/words.ts';
import { deleteContacts, restoreFields } from '../contact-changes.ts';
import { closeContactEditor, useContactEditor } from '../editor-store.ts';
import { ContactEditor } from './contact-editor.tsx';

export function ContactEditorHost({ onAdded }: { onAdded: (contact: Contact) => void }) {
  const { contacts } = useWords();
  const words = contacts.editor;
  const request = useContactEditor();
  if (!request) return null;
  const saved = (contact: Contact) => {
    closeContactEditor();
    setQueryData(`contact/${contact.id}`, contact);
    const before = request.contact;
    if (before?.id === contact.id) {
      offerUndo(words.saved, () => void restoreFields(before, contact));
      return;
    }
    offerUndo(words.created(contact.display_name), () => void deleteContacts([contact]));
    onAdded(contact);
  };
  return (
    <ContactEditor key={request.contact?.id ?? 'new'} request={request} onSaved={saved} onClose={closeContactEditor} />
  );
}
