// The form of a contact in a dialog. Closing it with changes asks first; what is not saved stays in the form.

import type { Contact } from '../../data/types.ts';
import { useUnloadGuard } from '../../shell/use-unload-guard.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Textarea } from '../../ui/controls/textarea.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import type { EditorRequest } from '../editor-store.ts';
import { TagInput } from '../tags/tag-picker.tsx';
import { ConflictBanner } from './conflict-banner.tsx';
import { DayField } from './day-field.tsx';
import styles from './editor.module.css';
import { PictureField } from './picture-field.tsx';
import { AddressRows, CustomRows, EmailRows, PhoneRows } from './row-fields.tsx';
import { type ContactFormState, useContactForm } from './use-contact-form.ts';

interface ContactEditorProps {
  request: EditorRequest;
  onSaved: (contact: Contact) => void;
  onClose: () => void;
}

export function ContactEditor({ request, onSaved, onClose }: ContactEditorProps) {
  const { contacts, common } = useWords();
  const words = contacts.editor;
  const state = useContactForm(request);
  useUnloadGuard(state.isDirty);
  const close = async () => {
    const options = { title: words.discardTitle, text: words.discardText, action: words.discard, danger: true };
    if (state.isDirty && !(await confirm(options))) return;
    state.discard();
    onClose();
  };
  const submit = async () => {
    const saved = await state.save();
    if (saved) onSaved(saved);
    else requestAnimationFrame(showFirstError);
  };
  return (
    <Dialog
      open
      size="large"
      fullScreenOnPhone
      title={request.contact ? words.editTitle : words.newTitle}
      onClose={() => void close()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => void close()}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={state.isSaving}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Messages state={state} />
        <Names state={state} />
        <EmailRows {...state} />
        <PhoneRows {...state} />
        <Days state={state} />
        <AddressRows {...state} />
        <Tags state={state} />
        <Field label={contacts.notes} error={state.errors.get('notes')}>
          <Textarea rows={3} value={state.form.notes} onValue={(notes) => state.change({ notes })} />
        </Field>
        <CustomRows {...state} />
      </div>
    </Dialog>
  );
}

function Messages({ state }: { state: ContactFormState }) {
  const words = useWords().contacts.editor;
  return (
    <>
      {state.isRestored && (
        <div role="status" className={styles.note}>
          {words.restored}
          <Button size="small" onClick={state.reset}>
            {words.discardRestored}
          </Button>
        </div>
      )}
      {state.conflict && <ConflictBanner conflict={state.conflict} onTheirs={state.takeTheirs} />}
      {state.isGone && (
        <p role="alert" className={styles.conflict}>
          {words.goneText}
        </p>
      )}
      {state.failure && (
        <p role="alert" className={styles.failure}>
          {words.notSaved(state.failure)}
        </p>
      )}
      {state.errors.size > 0 && (
        <p role="alert" className={styles.failure}>
          {words.checkFields}
        </p>
      )}
    </>
  );
}

function Names({ state }: { state: ContactFormState }) {
  const words = useWords().contacts.editor;
  const { form, change, errors } = state;
  const fullName = (first: string, last: string) => [first.trim(), last.trim()].filter(Boolean).join(' ');
  // The shown name follows the other two until it is another one.
  const changeName = (names: { first_name?: string; last_name?: string }) => {
    const { first_name, last_name } = { ...form, ...names };
    const follows = form.display_name === fullName(form.first_name, form.last_name);
    change({ ...names, ...(follows && { display_name: fullName(first_name, last_name) }) });
  };
  return (
    <>
      <PictureField
        name={form.display_name}
        address={form.emails[0]?.address || null}
        value={form.avatar_path}
        onValue={(avatar_path) => change({ avatar_path })}
      />
      <div className={styles.pair}>
        <Field label={words.firstName} error={errors.get('first_name')}>
          <TextInput value={form.first_name} onValue={(first_name) => changeName({ first_name })} data-autofocus />
        </Field>
        <Field label={words.lastName} error={errors.get('last_name')}>
          <TextInput value={form.last_name} onValue={(last_name) => changeName({ last_name })} />
        </Field>
      </div>
      <Field label={words.displayName} required error={errors.get('display_name')}>
        <TextInput value={form.display_name} onValue={(display_name) => change({ display_name })} />
      </Field>
      <div className={styles.pair}>
        <Field label={words.company} error={errors.get('company')}>
          <TextInput value={form.company} onValue={(company) => change({ company })} />
        </Field>
        <Field label={words.jobTitle} error={errors.get('job_title')}>
          <TextInput value={form.job_title} onValue={(job_title) => change({ job_title })} />
        </Field>
      </div>
    </>
  );
}

function Days({ state }: { state: ContactFormState }) {
  const { contacts } = useWords();
  const { form, change, errors } = state;
  return (
    <div className={styles.pair}>
      <DayField
        label={contacts.birthday}
        value={form.birthday}
        onValue={(birthday) => change({ birthday })}
        error={errors.get('birthday')}
      />
      <DayField
        label={contacts.anniversary}
        value={form.anniversary}
        onValue={(anniversary) => change({ anniversary })}
        error={errors.get('anniversary')}
      />
    </div>
  );
}

function Tags({ state }: { state: ContactFormState }) {
  const { contacts } = useWords();
  const { tags } = state.form;
  return (
    <fieldset className={styles.rows}>
      <legend className={styles.legend}>{contacts.tags}</legend>
      <div className={styles.tags}>
        {tags.map((tag) => (
          <Chip
            key={tag}
            removeLabel={contacts.removeTag(tag)}
            onRemove={() => state.change({ tags: tags.filter((one) => one !== tag) })}
          >
            {tag}
          </Chip>
        ))}
        <TagInput taken={tags} onTag={(tag) => state.change({ tags: [...tags, tag] })} bare />
      </div>
    </fieldset>
  );
}

function showFirstError(): void {
  const wrong = document.querySelector<HTMLElement>('dialog [aria-invalid="true"]');
  if (wrong) wrong.focus();
  else document.querySelector('dialog [role="alert"]')?.scrollIntoView({ block: 'nearest' });
}
