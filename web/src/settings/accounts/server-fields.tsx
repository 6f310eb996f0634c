// The fields of one mail server: host, port, security, user; seldom a password or a certificate authority of its own.
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Textarea } from '../../ui/controls/textarea.tsx';
import { useWords } from '../../words/words.ts';
import type { EditorPart } from './account-editor.tsx';
import { type ServerForm, type ServerKind, withSecurity } from './account-form.ts';
import styles from './accounts.module.css';
import type { Security } from './guess-servers.ts';

export function ServerFields({ kind, draft, submission: { errors } }: EditorPart & { kind: ServerKind }) {
  const { form: words } = useWords().settings.accounts;
  const { common } = useWords();
  const server = draft.form[kind];
  const set = (changes: Partial<ServerForm>) => draft.change({ [kind]: { ...server, ...changes } });
  const error = (name: string) => errors.get(`${kind}.${name}`);
  return (
    <>
      <div className={styles.server}>
        <Field label={words.host} required error={error('host')}>
          <TextInput spellCheck={false} autoCapitalize="off" value={server.host} onValue={(host) => set({ host })} />
        </Field>
        <Field label={words.port} required error={error('port')}>
          <TextInput inputMode="numeric" value={server.port} onValue={(port) => set({ port })} />
        </Field>
        <Field label={words.security} error={error('security')}>
          <Select
            value={server.security}
            onValue={(security: Security) => set(withSecurity(kind, server, security))}
            options={(['tls', 'starttls', 'none'] as const).map((value) => ({
              value,
              label: words.securities[value],
            }))}
          />
        </Field>
      </div>
      <Field label={words.user} hint={words.userHint} error={error('user')}>
        <TextInput
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={server.user}
          onValue={(user) => set({ user })}
        />
      </Field>
      <details className={styles.more} open={server.tls_ca !== '' || undefined}>
        <summary>{common.more}</summary>
        <div>
          <Field label={words.ownPassword}>
            <TextInput
              type="password"
              autoComplete="new-password"
              value={server.password}
              onValue={(password) => set({ password })}
            />
          </Field>
          <Field label={words.authority} hint={words.authorityHint} error={error('tls_ca')}>
            <Textarea rows={3} spellCheck={false} value={server.tls_ca} onValue={(tls_ca) => set({ tls_ca })} />
          </Field>
        </div>
      </details>
    </>
  );
}
