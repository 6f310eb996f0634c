// Generates a PDF (ISO 32000-1) with a title and lines on A4, in Helvetica, which every viewer has.

const LEFT = 64;
/** Where the second column of a line begins; several spaces in a row separate the columns. */
const RIGHT = 430;
const COLUMN = / {4,}/;
const TOP = 770;
const LEADING = 16;
const LINES = 42;
/** Characters of 11 points that fit into a line, by their mean width. */
const WIDTH = 84;

export function pdf(title: string, text: string): Buffer {
  const lines = text.split('\n').flatMap(wrap);
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / LINES)) }, (_, page) =>
    pageContent(page === 0 ? title : '', lines.slice(page * LINES, (page + 1) * LINES)),
  );
  // Objects 1 to 5 are the same in each document; after them, each page is followed by its content.
  const first = 6;
  const kids = pages.map((_, page) => `${first + page * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title <${textString(title)}> /Producer (Daybook) >>`,
    ...pages.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + page * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return assemble(objects);
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

// From here on a text has one byte per character, so that lengths and offsets are correct.
function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, 'latin1');
}

function pageContent(title: string, lines: string[]): string {
  const at = (x: number, y: number, text: string) => `1 0 0 1 ${x} ${y} Tm (${escapeText(text)}) Tj`;
  const head = title === '' ? [] : ['/F2 15 Tf', at(LEFT, TOP, title)];
  const body = lines.flatMap((line, index) =>
    line.split(COLUMN).map((part, column) => at(column === 0 ? LEFT : RIGHT, TOP - LEADING * (index + 2), part)),
  );
  return ['BT', ...head, '/F1 11 Tf', ...body, 'ET'].join('\n');
}

/** Text outside of pages, in hexadecimal digits: UTF-16 with a byte order mark (section 7.9.2.2). */
function textString(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}

function wrap(line: string): string[] {
  if (COLUMN.test(line)) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + word.length >= WIDTH) {
      lines.push(current);
      current = '';
    }
    current += current === '' ? word : ` ${word}`;
  }
  return [...lines, current];
}

/** Characters of Windows-1252 whose code differs from Unicode. */
const WINDOWS: Record<string, number> = {
  '€': 0x80,
  '‚': 0x82,
  '„': 0x84,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

function escapeText(text: string): string {
  return [...text]
    .map((char) => {
      const code = WINDOWS[char] ?? char.charCodeAt(0);
      if (char === '(' || char === ')' || char === '\\') return `\\${char}`;
      return code > 0xff || char.length > 1 ? '?' : String.fromCharCode(code);
    })
    .join('');
}
