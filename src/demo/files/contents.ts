// Generates the attachments of the demo mails: small real files, made from a few lines of text.
import { type Text, write } from '../mails/thread.ts';
import { seeded } from '../random.ts';
import type { Story } from '../story.ts';
import { docx } from './docx.ts';
import { papers } from './papers.ts';
import { pdf } from './pdf.ts';
import { picture } from './picture.ts';

export interface DemoFile {
  filename: string;
  mime: string;
  content: Buffer;
}

/** A file by its name; without a text of its own it contains the text of its mail. */
export function fileOf(filename: string, subject: string, text: Text, story: Story): DemoFile {
  const paper = papers[filename];
  const title = paper?.title ?? subject;
  const body = write(paper?.text ?? text, story);
  switch (filename.split('.').at(-1)) {
    case 'pdf':
      return { filename, mime: 'application/pdf', content: pdf(title, body) };
    case 'docx':
      return {
        filename,
        mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        content: docx(title, body),
      };
    case 'png':
      return { filename, mime: 'image/png', content: picture(filename) };
    case 'csv':
      return { filename, mime: 'text/csv', content: Buffer.from(boreTable()) };
    default:
      throw new Error(`nobody can make ${filename}`);
  }
}

// Height and speed of a tidal bore, for each spring tide of sixteen years.
function boreTable(): string {
  const random = seeded('bore');
  const rows = Array.from({ length: 16 }, (_, index) => 2009 + index).flatMap((year) =>
    ['02', '03', '04', '08', '09', '10'].map((month) => {
      const day = String(random.between(1, 28)).padStart(2, '0');
      const height = (0.6 + random.next() * 1.4).toFixed(2);
      const speed = (13 + random.next() * 8).toFixed(1);
      return `${year}-${month}-${day},${height},${speed},${random.pick(['Minsterworth', 'Stonebench', 'Over Bridge'])}`;
    }),
  );
  return `date,height_m,speed_kmh,place\n${rows.join('\n')}\n`;
}
