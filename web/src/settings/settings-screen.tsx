// The screen of settings: the sections beside the one that is shown. On narrow windows the list of sections is a screen
// of its own.
import { type ReactNode, useEffect } from 'react';
import { Link, useParams } from 'wouter';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { Screen } from '../shell/screen.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Back, ChevronRight } from '../ui/icons.ts';
import { TABLET, useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.ts';
import { type Section, sections } from './sections.tsx';
import styles from './settings-screen.module.css';

export function SettingsScreen() {
  const { settings: words } = useWords();
  const { section: name } = useParams<{ section?: string }>();
  const isNarrow = useMedia(TABLET);
  const found = sections.find(({ id }) => id === name);
  if (isNarrow && !found)
    return (
      <Screen title={words.title}>
        <SectionList />
      </Screen>
    );
  const section = found ?? (sections[0] as Section);
  return (
    <Screen title={words.title} hasOwnHeader {...(!isNarrow && { sidebar: <SectionList current={section.id} /> })}>
      <SectionPage section={section} isNarrow={isNarrow} />
    </Screen>
  );
}

function SectionPage({ section: { id, Content }, isNarrow }: { section: Section; isNarrow: boolean }) {
  const { settings: words, shell, common } = useWords();
  const { item } = useParams<{ item?: string }>();
  useEffect(() => {
    document.title = `${words.sections[id]} – ${shell.app}`;
  }, [words, id, shell.app]);
  const parent = item ? `/settings/${id}` : isNarrow ? '/settings' : undefined;
  return (
    <div className={styles.page}>
      <div className={styles.column} key={id}>
        <header className={styles.header}>
          {parent && <IconButton label={common.back} icon={<Back />} onClick={() => goTo(parent)} />}
          <h1 className={styles.title}>{words.sections[id]}</h1>
        </header>
        <Content />
      </div>
    </div>
  );
}

function SectionList({ current }: { current?: string }) {
  const { settings: words } = useWords();
  return (
    <nav className={styles.sections} aria-label={words.title} data-wide={current === undefined || undefined}>
      {current !== undefined && <p className={styles.heading}>{words.title}</p>}
      <ul>
        {sections.map(({ id, icon }) => (
          <li key={id}>
            <SectionLink id={id} icon={icon} isCurrent={id === current} isWide={current === undefined} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionLinkProps {
  id: Section['id'];
  icon: ReactNode;
  isCurrent: boolean;
  isWide: boolean;
}

function SectionLink({ id, icon, isCurrent, isWide }: SectionLinkProps) {
  const { settings: words } = useWords();
  return (
    <Link href={`/settings/${id}`} className={styles.link} aria-current={isCurrent ? 'page' : undefined}>
      {icon}
      <span className={styles.linkText}>
        {words.sections[id]}
        {isWide && <span className={styles.linkHelp}>{words.sectionHelp[id]}</span>}
      </span>
      {isWide && <ChevronRight aria-hidden className={styles.chevron} />}
    </Link>
  );
}
