// Says that the contact was changed elsewhere while it was edited, and which of the user's changes compete with it.
import type { Contact } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useWords, type Words } from '../../words/words.ts';
import { formatDayOfLife } from '../contact-text.ts';
import type { ContactField } from './contact-form.ts';
import styles from './editor.module.css';
import type { Conflict } from './merge-forms.ts';

interface ConflictBannerProps {
  conflict: Conflict;
  onTheirs: (field: ContactField) => void;
}

export function ConflictBanner({ conflict, onTheirs }: ConflictBannerProps) {
  const words = useWords();
  const { editor } = words.contacts;
  return (
    <div role="alert" className={styles.conflict}>
      <p className={styles.conflictTitle}>{editor.conflictTitle}</p>
      <p>{conflict.fields.length > 0 ? editor.conflictText : editor.conflictMerged}</p>
      <ul className={styles.conflictFields}>
        {conflict.fields.map((field) => (
          <li key={field}>
            <span className={styles.conflictName}>{fieldName(field, words)}</span>
            <span className={styles.conflictValue}>
              {editor.theirs(fieldText(conflict.current, field) || editor.empty)}
            </span>
            <Button size="small" onClick={() => onTheirs(field)}>
              {editor.useTheirs}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function fieldName(field: ContactField, { contacts }: Words): string {
  const { editor } = contacts;
  const names: Record<ContactField, string> = {
    display_name: editor.displayName,
    first_name: editor.firstName,
    last_name: editor.lastName,
    company: editor.company,
    job_title: editor.jobTitle,
    emails: contacts.emails,
    phones: contacts.phones,
    addresses: contacts.addresses,
    birthday: contacts.birthday,
    anniversary: contacts.anniversary,
    notes: contacts.notes,
    tags: contacts.tags,
    avatar_path: editor.picture,
    custom_fields: contacts.others,
  };
  return names[field];
}

function fieldText(contact: Contact, field: ContactField): string {
  if (field === 'emails') return contact.emails.map(({ address }) => address).join(', ');
  if (field === 'phones') return contact.phones.map(({ number }) => number).join(', ');
  if (field === 'tags') return contact.tags.join(', ');
  if (field === 'addresses')
    return contact.addresses.map(({ street, city }) => [street, city].filter(Boolean).join(', ')).join('; ');
  if (field === 'custom_fields') return Object.keys(contact.custom_fields ?? {}).join(', ');
  const value = contact[field];
  return value && (field === 'birthday' || field === 'anniversary') ? formatDayOfLife(value) : (value ?? '');
}
