// Downloads: the browser saves what the service sends as an attachment.
import { fileAddress } from '../../data/files.ts';
import type { Email } from '../../data/types.ts';

export interface StoredFile {
  file_id: string;
  filename: string;
}

export function download(address: string, filename: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
}

/** The mail as it was sent, as a file that other mail programs open. The service names it. */
export function downloadMail({ id }: Email): void {
  download(`/api/v1/emails/${id}/raw`, `${id}.eml`);
}

/** One after the other: browsers ask once whether a page may download several files. */
export async function downloadAll(files: readonly StoredFile[]): Promise<void> {
  for (const { file_id, filename } of files) {
    download(fileAddress(file_id), filename);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
