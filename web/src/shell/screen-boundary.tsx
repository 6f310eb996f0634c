// Around each screen: an error in one must not take the rest of the app with it, and a screen that cannot be loaded says
// why it is not there. Nothing is reported anywhere.

import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { CloudOff, Warning } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import { Screen } from './screen.tsx';

/** How long a screen may take to load until that is shown. */
const SLOW_AFTER = 1500;

interface Props {
  children: ReactNode;
  /** What is shown instead after an error; default: a screen that says so. */
  instead?: ReactNode;
}

/** Give it the path as its key: another screen begins without the error. */
export class ScreenBoundary extends Component<Props, { error: Error | undefined }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { children, instead } = this.props;
    const error: Error | undefined = this.state.error;
    if (error) return instead === undefined ? <Failed error={error} /> : instead;
    return <Suspense fallback={<Loading />}>{children}</Suspense>;
  }
}

function Failed({ error }: { error: Error }) {
  const { shell } = useWords();
  return (
    <Screen title={shell.failed}>
      <div role="alert">
        <EmptyState
          icon={<Warning />}
          title={shell.failed}
          text={shell.failedHelp(error.message)}
          actions={<Button onClick={() => location.reload()}>{shell.reload}</Button>}
        />
      </div>
    </Screen>
  );
}

/** Nothing for a moment, which is how long it usually takes. */
function Loading() {
  const { shell } = useWords();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return <div aria-busy="true" />;
  return (
    <div role="status">
      <EmptyState icon={<CloudOff />} title={shell.loadingSlowly} text={shell.loadingSlowlyHelp} />
    </div>
  );
}
