// Installs the app, when the browser offers it.
import { useState } from 'react';
import { useStore } from '../../data/store.ts';
import { installOffer } from '../../shell/install.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Download } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';

export function InstallGroup() {
  const { install } = useWords().settings;
  const offer = useStore(installOffer);
  const [isInstalled, setInstalled] = useState(false);
  if (!offer && !isInstalled) return null;
  const ask = async () => setInstalled((await offer?.prompt())?.outcome === 'accepted');
  return (
    <Group title={install.title} text={isInstalled ? install.done : install.text}>
      {!isInstalled && (
        <Row>
          <Button icon={<Download aria-hidden />} onClick={() => void ask()}>
            {install.action}
          </Button>
        </Row>
      )}
    </Group>
  );
}
