// The section About: version, where the data is, and whether it is backed up.
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import { runAction } from '../../shell/actions/run-action.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ExternalLink, Warning } from '../../ui/icons.ts';
import { DAY } from '../../words/days.ts';
import { formatBytes, formatDayTime, formatRelative } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './data.module.css';
import { Facts } from './facts.tsx';

type About = Awaited<ReturnType<typeof daybook.about>>;

/** After how many days without a backup the app reminds of it. */
const BACKUP_DAYS = 7;

export function AboutSection() {
  const { shell, settings } = useWords();
  const { about: texts } = settings.data;
  const { data: about, error } = useQuery('about', (signal) => daybook.about(undefined, { signal }));
  return (
    <>
      <Group title={shell.app}>
        {about ? <Service about={about} /> : <Row>{error ? reasonOf(error) : <Skeleton width="50%" />}</Row>}
        <Row className={styles.links}>
          <a href="/docs" target="_blank" rel="noreferrer">
            {texts.documentation} <ExternalLink aria-hidden />
          </a>
          <Button size="small" onClick={() => runAction('shortcuts')}>
            {texts.shortcuts}
          </Button>
        </Row>
      </Group>
      {about && <Backup about={about} />}
    </>
  );
}

function Service({ about }: { about: About }) {
  const { about: texts } = useWords().settings.data;
  const { version, engine, engine_version, started_at, timezone, details } = about;
  return (
    <Facts
      facts={[
        [texts.version, version],
        [texts.database, `${engine} ${engine_version}`],
        ...(details
          ? ([
              [texts.place, <code key="place">{details.database}</code>],
              [texts.databaseSize, formatBytes(details.database_bytes)],
              [texts.files, formatBytes(details.files_bytes)],
            ] as const)
          : []),
        [texts.timezone, timezone],
        [texts.service, formatDayTime(started_at)],
      ]}
    />
  );
}

function Backup({ about: { last_backup_at: at, details } }: { about: About }) {
  const { about: texts } = useWords().settings.data;
  const isOld = at !== null && Date.now() - Date.parse(at) > BACKUP_DAYS * DAY;
  return (
    <Group title={texts.backup}>
      <Row>
        {at === null || isOld ? (
          <Banner tone="warning" icon={<Warning aria-hidden />}>
            {at === null ? texts.noBackup : texts.backupOld}
          </Banner>
        ) : null}
        {at !== null && (
          <p>
            {formatDayTime(at)} ({formatRelative(at)}) {details?.last_backup && <code>{details.last_backup}</code>}
          </p>
        )}
        <p className={styles.advice}>{texts.backupAdvice}</p>
        <code className={styles.command}>{texts.backupCommand}</code>
      </Row>
    </Group>
  );
}
