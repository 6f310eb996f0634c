// What a service without data shows instead of Today: three ways to begin.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { findAction, runAction } from '../shell/actions/run-action.ts';
import { copyText } from '../shell/copy-text.ts';
import { Button } from '../ui/controls/button.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Copy, Mail, Sparkles, Upload } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import styles from './first-run.module.css';

export function FirstRun() {
  const { firstRun } = useWords().today;
  const copy = () => copyText(firstRun.demoCommand, firstRun.demoCopied);
  return (
    <div className={styles.panel}>
      <h1 className={styles.title}>{firstRun.title}</h1>
      <p className={styles.intro}>{firstRun.intro}</p>
      <ul className={styles.cards}>
        <Card icon={<Mail aria-hidden />} title={firstRun.account} text={firstRun.accountHelp}>
          <Link href="/settings/accounts/new" asChild>
            <ButtonLink variant="primary">{firstRun.accountAction}</ButtonLink>
          </Link>
        </Card>
        <Card icon={<Upload aria-hidden />} title={firstRun.import} text={firstRun.importHelp}>
          <Link href="/settings/import" asChild>
            <ButtonLink>{firstRun.importAction}</ButtonLink>
          </Link>
        </Card>
        <Card icon={<Sparkles aria-hidden />} title={firstRun.demo} text={firstRun.demoHelp}>
          <code className={styles.command}>{firstRun.demoCommand}</code>
          <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
            {firstRun.demoAction}
          </Button>
        </Card>
      </ul>
      <StartEmpty />
    </div>
  );
}

function Card({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <li className={styles.card}>
      <span className={styles.icon}>{icon}</span>
      <h2 className={styles.cardTitle}>{title}</h2>
      <p className={styles.cardText}>{text}</p>
      <div className={styles.action}>{children}</div>
    </li>
  );
}

function StartEmpty() {
  const { firstRun } = useWords().today;
  const ways = [
    { id: 'new-event', label: firstRun.newEvent },
    { id: 'new-contact', label: firstRun.newContact },
  ].filter(({ id }) => findAction(id));
  if (ways.length === 0) return null;
  return (
    <p className={styles.empty}>
      {firstRun.write}
      <span className={styles.ways}>
        {ways.map(({ id, label }) => (
          <Button key={id} size="small" variant="quiet" onClick={() => runAction(id)}>
            {label}
          </Button>
        ))}
      </span>
    </p>
  );
}
