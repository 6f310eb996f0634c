// The section Import and export.
import { useState } from 'react';
import { useCollection } from '../../data/live/live.ts';
import { may, useSession } from '../../data/session.ts';
import { useStore } from '../../data/store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Upload } from '../../ui/icons.ts';
import { useWords } from '../../words/words.ts';
import { Group, Row } from '../group.tsx';
import styles from './data.module.css';
import { ExportGroup } from './export-group.tsx';
import { ImportJobs, UploadJob } from './import-jobs.tsx';
import { startUpload, uploads } from './import-uploads.ts';

export function TransferSection() {
  const session = useSession();
  return (
    <>
      {may(session, 'emails:write') && <ImportGroup />}
      <ExportGroup />
    </>
  );
}

function ImportGroup() {
  const { import: texts } = useWords().settings.data;
  const running = useStore(uploads);
  const [folder, setFolder] = useState('');
  const [account_id, setAccount] = useState('');
  const add = (files: Iterable<File>) => {
    for (const file of files) startUpload(file, { folder, account_id });
  };
  return (
    <>
      <Group title={texts.title} text={texts.text}>
        <Row>
          <DropZone onFiles={add} />
          <ImportOptions {...{ folder, setFolder, account_id, setAccount }} />
        </Row>
        {running.map((upload) => (
          <UploadJob key={upload.id} upload={upload} />
        ))}
      </Group>
      <ImportJobs />
    </>
  );
}

function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const { import: texts } = useWords().settings.data;
  const [isOver, setOver] = useState(false);
  const choose = () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.onchange = () => onFiles(input.files ?? []);
    input.click();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
    >
      {texts.drop}
      <Button variant="primary" icon={<Upload aria-hidden />} onClick={choose}>
        {texts.choose}
      </Button>
    </div>
  );
}

interface ImportOptionsProps {
  folder: string;
  setFolder: (folder: string) => void;
  account_id: string;
  setAccount: (id: string) => void;
}

function ImportOptions({ folder, setFolder, account_id, setAccount }: ImportOptionsProps) {
  const { import: texts } = useWords().settings.data;
  const folders = [...new Set(useCollection('folders').map(({ name }) => name))].sort();
  const accounts = useCollection('accounts');
  return (
    <div className={styles.options}>
      <Field label={texts.folder}>
        <Select
          value={folder}
          onValue={setFolder}
          options={[{ value: '', label: texts.folderAuto }, ...folders.map((name) => ({ value: name, label: name }))]}
        />
      </Field>
      {accounts.length > 0 && (
        <Field label={texts.account}>
          <Select
            value={account_id}
            onValue={setAccount}
            options={[
              { value: '', label: texts.noAccount },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
    </div>
  );
}
