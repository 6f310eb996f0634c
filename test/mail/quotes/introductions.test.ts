// What mail programs write above a quoted mail is part of the quote: in previews, and in the folded quotes of plain text
// and HTML, however it is wrapped and marked.
import { describe, expect, it } from 'vitest';
import { foldedText } from '../../../src/mail/html/folded-text.ts';
import { safeHtml } from '../../../src/mail/html/safe-html.ts';
import { previewOf } from '../../../src/mail/previews/preview.ts';
import { escapeText } from '../../../src/values/html-text.ts';
import { certain, full, likely } from './introductions.ts';
import { visible } from './visible.ts';

const plain = (text: string) => previewOf(text, null);
const html = (text: string) => previewOf(null, text);
const folded = (text: string) => safeHtml(text, { remote: false, files: {}, fold: true });
/** As mail programs do it, at spaces. */
function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

describe.each([...certain, ...full, ...likely])('%s: %s', (_name, text) => {
  const markup = escapeText(text);

  it('above quoted lines', () => {
    expect(plain(`Yes, I will.\n\n${text}\n> Will you come?\n> Ann\n\nSee you.`)).toBe('Yes, I will. See you.');
    expect(plain(`Yes, I will.\r\n${text}\r\n\r\n>Will you come?\r\n`)).toBe('Yes, I will.');
    expect(plain(`${text}\n\n> Will you come?\nYes, I will.`)).toBe('Yes, I will.');
    expect(plain(`${text}\n> Will you come?\n`)).toBe('Will you come?');
    expect(visible(foldedText(`Yes, I will.\n\n${text}\n\n> Will you come?\nBye`))).toEqual(['Yes, I will.', 'Bye']);
  });

  it('in HTML above a blockquote', () => {
    const pages = [
      `<div dir="ltr">Yes, I will.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${markup}<br></div><blockquote class="gmail_quote" style="margin:0"><div>Will you come?</div></blockquote></div>`,
      `<p>Yes, I will.</p><div class="moz-cite-prefix">${markup}<br></div><blockquote type="cite">Will you come?</blockquote>`,
      `<div>Yes, I will.</div><div><br></div><div>${markup}</div><blockquote type="cite"><div>Will you come?</div></blockquote>`,
      `Yes, I will.<br><br>${markup}<br><blockquote>Will you come?</blockquote>`,
    ];
    for (const page of pages) {
      expect(html(page)).toBe('Yes, I will.');
      expect(visible(folded(page))).toEqual(['Yes, I will.']);
      expect(html(page.replaceAll('Yes, I will.', ''))).toBe('Will you come?');
    }
  });
});

describe.each([...certain, ...full])('%s: %s', (_name, text) => {
  it.each([78, 64, 50, 40])('wrapped after %d characters', (width) => {
    const lines = wrapped(text, width);
    expect(plain(`Yes, I will.\n\n${lines}\n> Will you come?\n`)).toBe('Yes, I will.');
    expect(plain(`Yes, I will.\n${lines}\n\n> Will you come?\n`)).toBe('Yes, I will.');
  });
});

describe.each(certain)('%s: %s', (_name, text) => {
  it('without marks of the quoted mail', () => {
    expect(plain(`Yes, I will.\n\n${text}\n\nWill you come?\nAnn`)).toBe('Yes, I will.');
    expect(visible(foldedText(`Yes, I will.\n\n${text}\n\nWill you come?\nAnn`))).toEqual(['Yes, I will.']);
    const page = `<div>Yes, I will.</div><div>${escapeText(text)}</div><div>Will you come?</div>`;
    expect(html(page)).toBe('Yes, I will.');
    expect(visible(folded(page))).toEqual(['Yes, I will.']);
  });
});

describe.each([...full, ...likely])('%s: %s', (_name, text) => {
  it('is own text, with what is below it, without marks', () => {
    expect(plain(`Hello Bob,\n\n${text}\n\nWill you come?`)).toBe(`Hello Bob, ${text} Will you come?`);
    expect(foldedText(`Hello Bob,\n\n${text}\nWill you come?`)).not.toContain('<details');
    expect(folded(`<p>Hello Bob,</p><p>${escapeText(text)}</p><p>Will you come?</p>`)).not.toContain('<details');
  });
});
