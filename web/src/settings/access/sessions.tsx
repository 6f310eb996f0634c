// The browsers that are signed in. Each session can be ended, for example that of a lost device.
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import { refreshAll } from '../../data/live/refresh.ts';
import { reasonOf, unlessGone } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { formatDayTime } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import { Entry, Group, Row } from '../group.tsx';

export function Sessions() {
  const { access } = useWords().settings;
  const { data } = useQuery('sessions', (signal) => daybook.sessions.list({ limit: 100 }, { signal }), {
    isStored: false,
  });
  return (
    <Group title={access.sessions}>
      {data ? (
        <ul>
          {data.data.map(({ id, token_name, created_at, expires_at, is_current }) => (
            <Entry
              key={id}
              title={
                <>
                  {access.sessionOf(token_name)}
                  {is_current && <Chip hue="blue">{access.current}</Chip>}
                </>
              }
              detail={`${access.created(formatDayTime(created_at))}, ${access.expires(formatDayTime(expires_at))}`}
              actions={
                !is_current && (
                  <Button size="small" onClick={() => void end(id)}>
                    {access.endSession}
                  </Button>
                )
              }
            />
          ))}
        </ul>
      ) : (
        <Row>
          <Skeleton width="50%" />
        </Row>
      )}
    </Group>
  );
}

async function end(id: string): Promise<void> {
  const { access } = words().settings;
  const question = { title: access.endSessionTitle, text: access.endSessionText, action: access.endSession };
  if (!(await confirm(question))) return;
  try {
    await daybook.sessions.remove(id).catch(unlessGone);
    showToast({ text: access.ended });
  } catch (error) {
    showToast({ tone: 'danger', text: reasonOf(error) });
  }
  await refreshAll();
}
