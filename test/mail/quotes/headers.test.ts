// The header of a quoted mail in many languages, in plain text and HTML: the preview ends above it, and it is folded with
// the mail below it. A forwarded mail is shown in a preview, without its header.
import { describe, expect, it } from 'vitest';
import { foldedText } from '../../../src/mail/html/folded-text.ts';
import { safeHtml } from '../../../src/mail/html/safe-html.ts';
import { previewOf } from '../../../src/mail/previews/preview.ts';
import { escapeText } from '../../../src/values/html-text.ts';
import { forwarded, headers } from './headers.ts';
import { visible } from './visible.ts';

const plain = (text: string) => previewOf(text, null);
const html = (text: string) => previewOf(null, text);
const folded = (text: string) => safeHtml(text, { remote: false, files: {}, fold: true });

/** A header as HTML, in the ways of mail programs. */
function pagesOf(header: string): string[] {
  const lines = header
    .replaceAll('\n ', ' ') // no program divides the lines of HTML so
    .replace(/^_+\n/, '')
    .split('\n')
    .map((line) => line.trim());
  const bold = lines.map((line) => escapeText(line).replace(/^([^:<]{2,25}:)/, '<b>$1</b>')).join('<br>');
  const rows = lines.map((line) => `<div>${escapeText(line)}</div>`).join('');
  return [
    `<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><font>${bold}</font><div>&nbsp;</div></div><div>Will you come?</div>`,
    `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${bold}</p></div></div><p>Will you come?</p>`,
    `<hr id="stopSpelling">${bold}<br><br>Will you come?`,
    `<div name="quote"><div style="margin:0 0 10px 0">${bold}</div><div name="quoted-content">Will you come?</div></div>`,
    `${rows}<div><br></div><div>Will you come?</div>`,
  ];
}

describe.each(headers)('%s', (_name, header) => {
  it('in plain text', () => {
    expect(plain(`Yes, I will.\n\n${header}\n\nWill you come?\n`)).toBe('Yes, I will.');
    expect(plain(`Yes, I will.\r\n${header.replaceAll('\n', '\r\n')}\r\n\r\nWill you come?\r\n`)).toBe('Yes, I will.');
    expect(plain(`\n${header}\n\nWill you come?`)).toBe('Will you come?');
    expect(plain(`Yes, I will.\n\n> ${header.replaceAll('\n', '\n> ')}\n> Will you come?`)).toBe('Yes, I will.');
    const left = visible(foldedText(`Yes, I will.\n\n${header}\n\nWill you come?\n`));
    expect(left.filter((line) => !line.startsWith('___'))).toEqual(['Yes, I will.']);
  });

  it('in HTML', () => {
    for (const page of pagesOf(header)) {
      expect(html(`<div>Yes, I will.</div>${page}`)).toBe('Yes, I will.');
      expect(html(page)).toBe('Will you come?');
      const left = visible(folded(`<div><div>Yes, I will.</div>${page}</div>`));
      expect(left.filter((line) => !line.startsWith('___'))).toEqual(['Yes, I will.']);
    }
  });
});

describe.each(forwarded)('forwarded, %s', (_name, header) => {
  it('in plain text and HTML', () => {
    expect(plain(`For you.\n\n${header}\n\nThe report is ready.\n`)).toBe('For you. The report is ready.');
    expect(plain(`${header}\n\nThe report is ready.\n`)).toBe('The report is ready.');
    const markup = escapeText(header).replaceAll('\n', '<br>');
    expect(html(`<div>For you.</div><div class="gmail_quote">${markup}<br><br>The report is ready.</div>`)).toBe(
      'For you. The report is ready.',
    );
  });
});

it.each([
  '-------- Конец пересылаемого сообщения --------',
  '-------- End of forwarded message --------',
  '----- End forwarded message -----',
  '----- Ende der Nachricht von Ann Lee <ann@example.org> -----',
])('the line below a forwarded mail is left out: %s', (line) => {
  expect(plain(`---------- Forwarded message ---------\nThe report is ready.\n${line}`)).toBe('The report is ready.');
});

it('a forwarded mail that is quoted, too, is shown where nothing else is', () => {
  const quoted =
    '> From: Ann Lee <ann@example.org>\n> Date: 24 October 2016\n> To: Bob\n> Subject: Report\n>\n> Ready.';
  expect(plain(`Begin forwarded message:\n\n${quoted}`)).toBe('Ready.');
  expect(plain(`For you.\n\nBegin forwarded message:\n\n${quoted}`)).toBe('For you.');
});

it.each([
  '-----Original Message-----\n> Will you come?',
  '------- Original Message -------\nOn 24 Oct 2016, at 15:36, Ann <ann@example.org> wrote:\n\n> Will you come?',
  'Кому: Bob (bob@example.org);\nТема: Отчёт;\n24.10.2022, 15:36, "Анна Ли" <anna@example.org>:\n> Придёшь?',
  '-------- Original Message --------\nAm 24.10.2016 um 15:36 schrieb Ann Lee:\n> Kommst du?',
])('a title or a header above quoted lines hides nothing below them: %s', (quoted) => {
  expect(plain(`Yes.\n\n${quoted}\n\nBye.`)).toBe('Yes. Bye.');
  expect(visible(foldedText(`Yes.\n\n${quoted}\n\nBye.`))).toEqual(['Yes.', 'Bye.']);
});
