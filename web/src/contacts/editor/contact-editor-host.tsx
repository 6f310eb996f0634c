// Shows the editor when something has opened it, and says what was saved.

import { setQueryData } from '../../data/query.ts';
import type { Contact } from '../../data/types.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { useWords } from '../../words/words.ts';
import { deleteContacts } from '../contact-changes.ts';
import { closeContactEditor, useContactEditor } from '../editor-store.ts';
import { ContactEditor } from './contact-editor.tsx';

export function ContactEditorHost({ onSaved }: { onSaved: (contact: Contact) => void }) {
  const { contacts, common } = useWords();
  const words = contacts.editor;
  const request = useContactEditor();
  if (!request) return null;
  const saved = (contact: Contact, isNew: boolean) => {
    closeContactEditor();
    setQueryData(`contact/${contact.id}`, contact);
    if (!isNew) {
      showToast({ text: words.saved });
      return;
    }
    const undo = { label: common.undo, run: () => void deleteContacts([contact]) };
    showToast({ text: words.created(contact.display_name), action: undo });
    onSaved(contact);
  };
  return (
    <ContactEditor key={request.contact?.id ?? 'new'} request={request} onSaved={saved} onClose={closeContactEditor} />
  );
}
