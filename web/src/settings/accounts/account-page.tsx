// One account: the state of its servers, what can be done with it, and the report of its synchronisation.
import { useState } from 'react';
import { mutate } from '../../data/changes/mutations.ts';
import { daybook } from '../../data/client.ts';
import type { Account } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { reasonOf, unlessGone } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { Edit, Problem, Success, Trash } from '../../ui/icons.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { useWords, words } from '../../words/words.ts';
import { Entry, Group, Row } from '../group.tsx';
import { serverState } from './account-state.ts';
import styles from './accounts.module.css';
import { ServerStateText } from './server-state.tsx';
import { SyncReport } from './sync-report.tsx';

type TestResult = Awaited<ReturnType<typeof daybook.accounts.test>>;

export function AccountPage({ account }: { account: Account }) {
  const { accounts: texts } = useWords().settings;
  return (
    <>
      <Group
        title={account.name}
        text={account.name === account.address ? undefined : account.address}
        actions={<AccountButtons account={account} />}
      >
        <ul>
          <ServerEntry label={texts.receiving} kind="IMAP" server={account.imap} />
          <ServerEntry label={texts.sending} kind="SMTP" server={account.smtp} />
        </ul>
        <ConnectionTest account={account} />
      </Group>
      {account.imap && <SyncReport account={account} />}
      <Group title={texts.remove} text={texts.removeText}>
        <Row>
          <Button variant="danger" icon={<Trash aria-hidden />} onClick={() => void remove(account)}>
            {texts.remove}
          </Button>
        </Row>
      </Group>
    </>
  );
}

function AccountButtons({ account }: { account: Account }) {
  const { accounts: texts } = useWords().settings;
  return (
    <>
      {account.is_default ? (
        <Chip hue="blue">{texts.default}</Chip>
      ) : (
        <Button onClick={() => void makeDefault(account)}>{texts.makeDefault}</Button>
      )}
      <Button icon={<Edit aria-hidden />} onClick={() => goTo(`/settings/accounts/${account.id}/edit`)}>
        {texts.edit}
      </Button>
    </>
  );
}

function ServerEntry({ label, kind, server }: { label: string; kind: string; server: Account['imap'] }) {
  const { accounts: texts } = useWords().settings;
  if (!server) return <Entry title={label} detail={texts.states.sendOnly} />;
  return (
    <Entry
      title={<ServerStateText label={label} server={server} />}
      detail={
        <>
          <div>{`${kind}: ${texts.server(server.host, server.port)}, ${texts.form.securities[server.security]}`}</div>
          {serverState(server).detail}
        </>
      }
    />
  );
}

function ConnectionTest({ account }: { account: Account }) {
  const { accounts: texts } = useWords().settings;
  const [result, setResult] = useState<TestResult | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await daybook.accounts.test(account.id));
    } catch (error) {
      showToast({ tone: 'danger', text: reasonOf(error) });
    }
    setBusy(false);
  };
  const hasFailed = result && (!result.smtp.ok || result.imap?.ok === false);
  return (
    <Row>
      <div className={styles.buttons}>
        <Button busy={isBusy} onClick={() => void run()}>
          {texts.test}
        </Button>
        {hasFailed && (
          <Button variant="primary" onClick={() => goTo(`/settings/accounts/${account.id}/edit`)}>
            {texts.passwordAgain}
          </Button>
        )}
        <span className={styles.testing}>{isBusy && texts.form.testing}</span>
      </div>
      <div role="status" className={styles.results}>
        {result?.imap && <Outcome name={texts.receiving} result={result.imap} />}
        {result && <Outcome name={texts.sending} result={result.smtp} />}
      </div>
    </Row>
  );
}

function Outcome({ name, result: { ok, message, hint } }: { name: string; result: TestResult['smtp'] }) {
  const { accounts: texts } = useWords().settings;
  return (
    <Banner tone={ok ? 'success' : 'danger'} icon={ok ? <Success aria-hidden /> : <Problem aria-hidden />}>
      <strong>{ok ? texts.works(name) : texts.fails(name)}</strong> {message}
      {hint && <p className={styles.hint}>{hint}</p>}
    </Banner>
  );
}

async function makeDefault({ id, name }: Account): Promise<void> {
  try {
    await mutate([{ method: 'PATCH', path: `/email-accounts/${id}`, body: { is_default: true } }]);
    showToast({ text: words().settings.accounts.defaultDone(name) });
  } catch (error) {
    showToast({ tone: 'danger', text: words().settings.notSaved(reasonOf(error)) });
  }
}

async function remove({ id, name }: Account): Promise<void> {
  const { accounts: texts, notSaved } = words().settings;
  const question = { title: texts.removeTitle(name), text: texts.removeText, action: texts.remove, danger: true };
  if (!(await confirm(question))) return;
  goTo('/settings/accounts');
  try {
    await mutate([{ method: 'DELETE', path: `/email-accounts/${id}` }]).catch(unlessGone);
    showToast({ text: texts.removed(name) });
  } catch (error) {
    showToast({ tone: 'danger', text: notSaved(reasonOf(error)) });
  }
}
