// The tokens of the person: list, create, revoke.
import type { components } from 'daybook-client';
import { useState } from 'react';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import { refreshAll } from '../../data/live/refresh.ts';
import { reasonOf, unlessGone } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { Add, Info } from '../../ui/icons.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { formatDay } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import { Entry, Group, Row } from '../group.tsx';
import { summaryOf } from './scopes.ts';
import { TokenDialog } from './token-dialog.tsx';

type Token = components['schemas']['Token'];

/** `isOpen`: there is no token, and requests need none. */
export function Tokens({ isOpen }: { isOpen: boolean }) {
  const { access } = useWords().settings;
  const [isCreating, setCreating] = useState(false);
  // The dialog shows a token that has made the service need one; it was the first until the dialog is closed.
  const [isFirst, setFirst] = useState(isOpen);
  const { data } = useQuery('tokens', (signal) => daybook.tokens.list({ limit: 200 }, { signal }), { isStored: false });
  const create = () => {
    setFirst(isOpen);
    setCreating(true);
  };
  return (
    <Group
      title={access.tokens}
      text={access.intro}
      actions={
        <Button variant="primary" icon={<Add aria-hidden />} onClick={create}>
          {access.create}
        </Button>
      }
    >
      {isOpen && data?.data.length === 0 && (
        <Row>
          <Banner icon={<Info aria-hidden />}>{access.open}</Banner>
        </Row>
      )}
      {!data && (
        <Row>
          <Skeleton width="50%" />
        </Row>
      )}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((token) => (
            <TokenEntry key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isCreating && <TokenDialog isFirst={isFirst} onClose={() => setCreating(false)} />}
    </Group>
  );
}

function TokenEntry({ token }: { token: Token }) {
  const { access } = useWords().settings;
  const { name, scopes, created_at, expires_at, is_current } = token;
  return (
    <Entry
      title={
        <>
          {name}
          {is_current && <Chip hue="blue">{access.current}</Chip>}
        </>
      }
      detail={[
        summaryOf(scopes, access),
        access.created(formatDay(created_at)),
        expires_at ? access.expires(formatDay(expires_at)) : access.never,
      ].join(' · ')}
      actions={
        <Button size="small" aria-label={`${access.revoke}: ${name}`} onClick={() => void revoke(token)}>
          {access.revoke}
        </Button>
      }
    />
  );
}

async function revoke({ id, name, is_current }: Token): Promise<void> {
  const { access } = words().settings;
  const text = is_current ? access.revokeOwnText : access.revokeText;
  if (!(await confirm({ title: access.revokeTitle(name), text, action: access.revoke, danger: true }))) return;
  try {
    await daybook.tokens.remove(id).catch(unlessGone);
    showToast({ text: access.revoked(name) });
  } catch (error) {
    showToast({ tone: 'danger', text: access.notRevoked(name, reasonOf(error)) });
  }
  await refreshAll();
}
