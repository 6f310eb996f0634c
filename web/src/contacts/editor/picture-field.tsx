// The picture of a contact: chosen from the device or dropped here, cut to a square, and stored as a file.

import { type DragEvent, useRef, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { fileAddress } from '../../data/files.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { useWords } from '../../words/words.ts';
import { pictureOf } from '../picture.ts';
import { type Crop, cropToFile } from './crop.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './picture.module.css';

interface PictureFieldProps {
  name: string;
  address: string | null;
  value: string | null;
  onValue: (path: string | null) => void;
}

export function PictureField({ name, address, value, onValue }: PictureFieldProps) {
  const words = useWords().contacts.editor;
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const choose = async (file: Blob | undefined) => {
    if (!file) return;
    setError('');
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      setError(words.notAnImage);
    }
  };
  const upload = async (crop: Crop) => {
    if (!picture) return;
    setBusy(true);
    setError('');
    try {
      const file = await daybook.files.upload(await cropToFile(picture, crop), 'picture.jpg');
      onValue(fileAddress(file.id));
      setPicture(null);
    } catch (cause) {
      setError(`${words.uploadFailed} ${reasonOf(cause)}`);
    }
    setBusy(false);
  };
  const close = () => {
    setError('');
    setPicture(null);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button does the same
    <div className={styles.field} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Avatar size="large" name={name} address={address} src={pictureOf(value)} />
      <div className={styles.buttons}>
        <Button size="small" onClick={() => input.current?.click()}>
          {value ? words.changePicture : words.addPicture}
        </Button>
        {value && (
          <Button size="small" variant="quiet" onClick={() => onValue(null)}>
            {words.removePicture}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={words.picture}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {error && !picture && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {picture && (
        <CropDialog
          picture={picture}
          isBusy={isBusy}
          error={error}
          onCrop={(crop) => void upload(crop)}
          onClose={close}
        />
      )}
    </div>
  );
}
