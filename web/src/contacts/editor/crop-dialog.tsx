// Chooses the section of a picture: by dragging, with the arrow keys, and with a slider for its size.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { type Crop, clampCrop, drawCrop, MOST_ZOOM, WHOLE } from './crop.ts';
import styles from './picture.module.css';

/** Pixels of the preview; it is shown at half of them on common screens. */
const PREVIEW = 512;
const STEP = 0.04;

interface CropDialogProps {
  picture: ImageBitmap;
  isBusy: boolean;
  /** Why the section could not be stored: it stays chosen, so that it can be tried again. */
  error: string;
  onCrop: (crop: Crop) => void;
  onClose: () => void;
}

export function CropDialog({ picture, isBusy, error, onCrop, onClose }: CropDialogProps) {
  const { contacts, common } = useWords();
  const words = contacts.editor;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(WHOLE);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const change = (changes: Partial<Crop>) => setCrop((before) => clampCrop({ ...before, ...changes }, picture));
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    // A drag by the whole width of the preview moves the section by its own side.
    const side = Math.min(picture.width, picture.height) / crop.zoom / event.currentTarget.clientWidth;
    change({
      x: crop.x - (event.movementX * side) / picture.width,
      y: crop.y - (event.movementY * side) / picture.height,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Partial<Crop>> = {
      ArrowLeft: { x: crop.x - STEP },
      ArrowRight: { x: crop.x + STEP },
      ArrowUp: { y: crop.y - STEP },
      ArrowDown: { y: crop.y + STEP },
      '+': { zoom: crop.zoom * 1.1 },
      '-': { zoom: crop.zoom / 1.1 },
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    change(move);
  };
  return (
    <Dialog
      open
      size="small"
      title={words.cropTitle}
      description={words.cropHelp}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => onCrop(crop)}>
            {words.useSection}
          </Button>
        </>
      }
    >
      <div
        className={styles.stage}
        role="application"
        aria-label={words.cropTitle}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the section is moved with the arrow keys
        tabIndex={0}
        data-autofocus
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={PREVIEW} height={PREVIEW} />
      </div>
      <label className={styles.zoom}>
        {words.zoom}
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => change({ zoom: Number(event.currentTarget.value) })}
        />
      </label>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
