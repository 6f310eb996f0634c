// The screen of deleted contacts.
import { useCallback } from 'react';
import { primaryAddress, secondLine } from '../contacts/contact-text.ts';
import { pictureOf } from '../contacts/picture.ts';
import { TagSidebar } from '../contacts/tags/tag-sidebar.tsx';
import { daybook } from '../data/client.ts';
import type { ListSource } from '../data/live/paged-list.ts';
import type { Contact } from '../data/types.ts';
import { Screen } from '../shell/screen.tsx';
import { Avatar } from '../ui/display/avatar.tsx';
import { useWords } from '../words/words.ts';
import { isInTrash, messagesOf, NEWEST_FIRST } from './deleted-item.ts';
import { DeletedList, type Description } from './deleted-list.tsx';

const SOURCE: ListSource<Contact> = {
  key: 'contacts/deleted',
  kind: 'contacts',
  ...messagesOf('contacts'),
  load: (page, signal) => daybook.contacts.list({ ...NEWEST_FIRST, ...page }, { signal }),
  belongs: isInTrash,
};

export function DeletedContactsScreen() {
  const { deleted, contacts } = useWords();
  const describe = useCallback(
    (contact: Contact): Description => {
      const title = contact.display_name || contacts.unnamed;
      return {
        title,
        text: secondLine(contact),
        lead: <Avatar name={title} address={primaryAddress(contact)} src={pictureOf(contact.avatar_path)} />,
        path: `/contacts/${contact.id}`,
      };
    },
    [contacts],
  );
  return (
    <Screen title={deleted.titles.contacts} sidebar={<TagSidebar current={null} isTrash />} hasOwnHeader>
      <DeletedList kind="contacts" source={SOURCE} describe={describe} home="/contacts" />
    </Screen>
  );
}
