// What the sender wrote is never hidden: neither left out of a preview nor folded, in plain text and in HTML.
import { describe, expect, it } from 'vitest';
import { foldedText } from '../../../src/mail/html/folded-text.ts';
import { safeHtml } from '../../../src/mail/html/safe-html.ts';
import { previewOf } from '../../../src/mail/previews/preview.ts';
import { escapeText, textPage } from '../../../src/values/html-text.ts';
import { beside, own, PATCH } from './own.ts';
import { visible } from './visible.ts';

const plain = (text: string) => previewOf(text, null);
const html = (text: string) => previewOf(null, text);
const folded = (text: string) => safeHtml(text, { remote: false, files: {}, fold: true });
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

describe.each(own)('%s', (_name, text) => {
  const all = oneLine(text);

  it('in plain text', () => {
    expect(plain(text)).toBe(all);
    expect(plain(`Hello Bob,\n\n${text}\n\nSee you.`)).toBe(`Hello Bob, ${all} See you.`);
    expect(foldedText(`Hello Bob,\n\n${text}\n\nSee you.`)).toBe(textPage(`Hello Bob,\n\n${text}\n\nSee you.`));
  });

  it('in HTML', () => {
    for (const [before, after] of [
      ['<div>', '</div>'],
      ['', '<br>'],
      ['<p>', '</p>'],
    ]) {
      const lines = text.split('\n').map((line) => `${before}${escapeText(line)}${after}`);
      const page = `<div>Hello Bob,</div>${lines.join('')}<div>See you.</div>`;
      expect(html(page)).toBe(`Hello Bob, ${all} See you.`);
      expect(folded(page)).not.toContain('<details');
    }
  });
});

describe.each(beside)('%s', (_name, text, shown) => {
  it('beside quoted lines', () => {
    expect(plain(text)).toBe(shown);
    // What introduces a quote without marks, and a signature, are not folded.
    const left = visible(foldedText(text))
      .join(' ')
      .replace(/On 24 Oct [^:]*:\d+, [^:]*: /, '');
    expect(left.replace(/ ?-- Ann ?/, '')).toBe(shown);
  });
});

it('the text of a form of a web site is the sender’s own', () => {
  const form =
    'A message from your site\n\nFrom: Ann <ann@example.org>\nSubject: Sunday\nDate: 3 May 2026 10:30\n\nAre you open?';
  expect(plain(form)).toBe(oneLine(form));
  expect(foldedText(form)).toBe(textPage(form));
});

describe('a patch', () => {
  it('is no quoted mail, in plain text and in HTML', () => {
    const about = '[PATCH] Mend the harbour wall The wall was broken. --- wall.txt | 2 +- 1 file changed';
    expect(plain(`Here it is.\n\n${PATCH}`)).toBe(`Here it is. Subject: ${about}`);
    expect(plain(`Here it is.\n\n>${PATCH}`)).toBe(`Here it is. Subject: ${about}`);
    expect(plain(PATCH)).toBe(`Subject: ${about}`);
    expect(foldedText(`Here it is.\n\n${PATCH}`)).toBe(textPage(`Here it is.\n\n${PATCH}`));
    expect(folded(`<p>Here it is.</p><pre>${escapeText(PATCH)}</pre>`)).not.toContain('<details');
    expect(html(`<p>Here it is.</p>${escapeText(PATCH).replaceAll('\n', '<br>')}`)).toBe(
      `Here it is. Subject: ${about}`,
    );
  });

  it('has only its subject in a preview, of all fields', () => {
    const fields =
      'To: bob@example.org,\n eve@example.org\nCc: dan@example.org\nMIME-Version: 1.0\nContent-Type: text/plain;';
    const patch = PATCH.replace('Subject:', `${fields}\n charset=UTF-8\nMessage-ID: <1@example.org>\nSubject:`);
    const longer = patch.replace('harbour wall\n', 'harbour wall\n at the quay\nX-Mailer: git\n');
    const preview =
      'Subject: [PATCH] Mend the harbour wall at the quay The wall was broken. --- wall.txt | 2 +- 1 file changed';
    expect(plain(longer)).toBe(preview);
    expect(html(escapeText(longer).replaceAll('\n', '<br>\n'))).toContain('[PATCH] Mend the harbour wall at the quay');
    expect(foldedText(`Here.\n\n${longer}`)).toBe(textPage(`Here.\n\n${longer}`));
  });

  it('is quoted in a mail that is', () => {
    const header = 'From: Bob <bob@example.org>\nSent: Monday, 24 October 2016\nSubject: x';
    expect(plain(`Thanks.\n\n${header}\n\n${PATCH}`)).toBe('Thanks.');
  });
});

describe('an answer within the quote of a mail program', () => {
  const introduction = 'On Fri, 28 Apr 2017 at 11:53, Ann &lt;ann@example.org&gt; wrote:<br>';
  const quote = '<blockquote class="gmail_quote">Will you come?</blockquote>';
  it.each([
    ['Gmail', 'gmail_quote'],
    ['Proton', 'protonmail_quote'],
    ['Outlook, of Gmail', 'x_gmail_quote'],
    ['Yahoo, of Gmail', 'yiv0123456789gmail_quote'],
  ])('of %s is shown', (_program, name) => {
    const page = `<div>See below.</div><div class="${name}"><div>${introduction}</div>${quote}<div>Yes.</div>${quote}<div>Bye.</div></div>`;
    expect(visible(folded(page))).toEqual(['See below.', 'Yes.', 'Bye.']);
    expect(html(page)).toBe('See below. Yes. Bye.');
  });

  it('is not there where only the quote is', () => {
    const page = `<div>Yes.</div><div class="gmail_quote"><div>${introduction}</div>${quote}<div><br></div></div>`;
    expect(folded(page).split('<details').length).toBe(2);
    expect(visible(folded(page))).toEqual(['Yes.']);
  });
});
