// Files that are dropped on the composer or pasted into it become attachments.
import { type ClipboardEvent, type DragEvent, useState } from 'react';

export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isTarget, setTarget] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(false);
    },
    onDropCapture(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(false);
      onFiles([...event.dataTransfer.files]);
    },
    onPasteCapture(event: ClipboardEvent) {
      const files = [...event.clipboardData.files];
      // A copied table or web page can bring a picture of itself along with its text.
      if (files.length === 0 || event.clipboardData.types.includes('text/html')) return;
      event.preventDefault();
      event.stopPropagation();
      onFiles(files);
    },
  };
  return { isTarget, handlers };
}
