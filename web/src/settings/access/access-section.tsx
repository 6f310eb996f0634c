// The section Access: tokens, the browsers that are signed in, and sign-out.
import { may, useSession } from '../../data/session.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Info } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { Sessions } from './sessions.tsx';
import { SignOutGroup } from './sign-out.tsx';
import { Tokens } from './tokens.tsx';

export function AccessSection() {
  const { access: words } = useWords().settings;
  const session = useSession();
  const isAdmin = may(session, 'admin');
  return (
    <>
      {isAdmin ? (
        <Tokens isOpen={!session.token_required} />
      ) : (
        <Banner icon={<Info aria-hidden />}>{words.noAdmin}</Banner>
      )}
      {session.token_required && <Sessions />}
      {session.token_required && <SignOutGroup />}
    </>
  );
}
