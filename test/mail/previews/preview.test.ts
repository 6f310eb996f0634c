// The preview of a mail: what its sender wrote, of the plain text or the HTML, without quotes and signature.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { textsIn } from '../../../src/mail/previews/content-prefix.ts';
import { previewOf } from '../../../src/mail/previews/preview.ts';
import { costOf } from '../../support/growth.ts';
import { slowness } from '../../support/processor.ts';

const plain = (text: string) => previewOf(text, null);
const html = (text: string) => previewOf(null, text);

// biome-ignore format: a table
const texts: [name: string, text: string, preview: string][] = [
  ['white space is collapsed', '  Hello\tBob,\r\n\r\n  here it   is.\n', 'Hello Bob, here it is.'],
  ['quoted lines are left out', 'Yes.\n> Will you come?\n>> Where?\n>no space\nSee you there.', 'Yes. See you there.'],
  ['a signature and what follows is left out', 'Fine.\n-- \nAnn Lee\nHarbour Press', 'Fine.'],
  ['a signature that lost its space too', 'Fine.\n--\nAnn', 'Fine.'],
  ['dashes in a sentence are not a signature', 'a -- b\n--- c', 'a -- b --- c'],
  ['an introduction on one line', 'Yes.\n\nOn Tue, 17 Feb 2026 at 09:00, Ann Lee <ann@example.org> wrote:\n> Will you?', 'Yes.'],
  ['an introduction on two lines', 'Yes.\n\nOn Tue, 17 Feb 2026 at 09:00, Ann Lee\n<ann@example.org> wrote:\n> Will you?', 'Yes.'],
  ['an introduction in German', 'Ja.\nAm 17.02.2026 um 09:00 schrieb Ann Lee <ann@example.org>:\n> Kommst du?', 'Ja.'],
  ['an introduction in French', 'Oui.\nLe mar. 17 févr. 2026 à 09:00, Ann Lee <ann@example.org> a écrit :\n> Tu viens ?', 'Oui.'],
  ['an introduction in Spanish', 'Sí.\nEl mar, 17 feb 2026 a las 9:00, Ann Lee (<ann@example.org>) escribió:\n> ¿Vienes?', 'Sí.'],
  ['an introduction in Italian', 'Sì.\nIl giorno mar 17 feb 2026 alle ore 09:00 Ann Lee <ann@example.org> ha scritto:\n> Vieni?', 'Sì.'],
  ['an introduction in Portuguese', 'Sim.\nEm ter., 17 de fev. de 2026 às 09:00, Ann Lee <ann@example.org> escreveu:\n> Vens?', 'Sim.'],
  ['an introduction in Dutch', 'Ja.\nOp di 17 feb 2026 om 09:00 schreef Ann Lee <ann@example.org>:\n> Kom je?', 'Ja.'],
  ['an introduction in Swedish', 'Ja.\nDen tis 17 feb. 2026 kl 09:00 skrev Ann Lee <ann@example.org>:\n> Kommer du?', 'Ja.'],
  ['an introduction in Polish', 'Tak.\nwt., 17 lut 2026 o 09:00 Ann Lee <ann@example.org> napisał(a):\n> Czy?', 'Tak.'],
  ['an introduction in Russian', 'Да.\nвт, 17 февр. 2026 г. в 09:00, Ann Lee <ann@example.org> написал(а):\n> Придёшь?', 'Да.'],
  ['an introduction in Chinese', '好。\n在 2026年2月17日 09:00，Ann Lee <ann@example.org> 写道：\n> 来吗？', '好。'],
  ['a sentence that ends like one is kept', 'This is what he wrote:\nthe truth.', 'This is what he wrote: the truth.'],
  ['what follows -----Original Message-----', 'Done.\n\n-----Original Message-----\nFrom: Bob\nSent: Monday\nSubject: x\n\nPlease do.', 'Done.'],
  ['the same in German', 'Erledigt.\n-----Ursprüngliche Nachricht-----\nVon: Bob\n\nBitte.', 'Erledigt.'],
  ['the header of Outlook, after a rule', 'Done.\n________________________________\nFrom: Bob <b@x.org>\nSent: Monday, 2 March 2026 10:00\nTo: Ann\nSubject: x\n\nPlease do.', 'Done.'],
  ['the same in French, with stars', 'Fait.\n\n*De :* Bob\n*Envoyé :* lundi 2 mars 2026\n*À :* Ann\n\nMerci de le faire.', 'Fait.'],
  ['From: alone is not such a header', 'From: now on we meet on Mondays.\nSee you.', 'From: now on we meet on Mondays. See you.'],
  ['a forwarded mail is shown without its header', 'FYI\n\n---------- Forwarded message ---------\nFrom: Bob <b@x.org>\nDate: Mon, 2 Mar 2026\nSubject: x\nTo: Ann\n\nThe report is ready.', 'FYI The report is ready.'],
  ['a mail that begins with a header is shown without it', 'From: Bob <b@x.org>\nDate: Mon, 2 Mar 2026\nSubject: x\n\nThe report is ready.', 'The report is ready.'],
  ['a mail that begins with -----Original Message-----', '-----Original Message-----\nFrom: Bob\nSent: Monday\n\nThe report is ready.', 'The report is ready.'],
  ['a mail that begins with dashes', '--\nThe report is ready.', 'The report is ready.'],
  ['only quotes', '> one\n> two', 'one two'],
  ['only quotes within quotes', '> On Tue, 17 Feb 2026 at 09:00, Ann <ann@example.org> wrote:\n> > one\n> > two', 'one two'],
  ['only quotes and what introduces them', 'Ann Lee wrote:\n> one\n> two', 'one two'],
  ['only quotes and a signature', 'Ann Lee wrote:\n> one\n\n-- \nBob', 'one'],
  ['only what introduces a quote', 'On Tue, 17 Feb 2026 at 09:00, Ann <ann@example.org> wrote:', 'On Tue, 17 Feb 2026 at 09:00, Ann <ann@example.org> wrote:'],
  ['characters without a width between spaces are left out', 'Sale \u200c \u034f \u200c \u00ad today', 'Sale today'],
  ['and kept within words', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a NUL becomes a character that can be stored', 'a\0b', 'a\ufffdb'],
];

it.each(texts)('%s', (_name, text, preview) => {
  expect(plain(text)).toBe(preview);
});

describe('of HTML', () => {
  // biome-ignore format: a table
  const pages: [name: string, text: string, preview: string][] = [
    ['the visible text', '<head><title>t</title><style>p{}</style></head><p>Hello &amp; <b>wel</b>come</p><p style="display:none">x</p>', 'Hello & welcome'],
    ['without a blockquote and its introduction', '<div>Yes.</div><div class="gmail_quote"><div>On Tue, 17 Feb 2026 at 09:00, Ann &lt;ann@example.org&gt; wrote:<br></div><blockquote>Will <blockquote>x</blockquote> you?</blockquote></div><div>See you.</div>', 'Yes. See you.'],
    ['without a blockquote that is not closed', '<p>Yes.</p><blockquote type="cite">Will you?', 'Yes.'],
    ['with a passage that the sender indented', 'My terms:<blockquote style="margin:0 0 0 40px;border:none;padding:0px">You pay.</blockquote>OK?', 'My terms: You pay. OK?'],
    ['with the text of a newsletter', '<table><tr><td><blockquote>The story.</blockquote></td></tr></table><p>Unsubscribe</p>', 'The story. Unsubscribe'],
    ['without a quote that is hidden, and with what follows', '<p>Yes.</p><blockquote type="cite" style="display:none">Will you?</blockquote>See you.', 'Yes. See you.'],
    ['below a quote with a signature', '<blockquote type=cite>Will you?<pre class="moz-signature">Ann</pre></blockquote><p>Yes.</p>', 'Yes.'],
    ['below a quote of any length', `<blockquote type="cite">${'x '.repeat(40_000)}</blockquote><p>Yes.</p>`, 'Yes.'],
    ['up to the header of Outlook', '<p>Done.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Bob</div><p>Please do.</p>', 'Done.'],
    ['up to the header of Outlook without an id', '<p>Done.</p><p><b>From:</b> Bob<br><b>Sent:</b> Monday 2 March<br><b>To:</b> Ann</p><p>Please do.</p>', 'Done.'],
    ['without a signature', '<div>Fine.</div><div class="gmail_signature">Ann</div>', 'Fine.'],
    ['a tag in a comment is not one', '<!-- <blockquote> --><p>Hello</p><!--><p>Bob</p>', 'Hello Bob'],
    ['a mail that begins with a header is shown without it', '<div id="divRplyFwdMsg"><b>From:</b> Bob<br><b>Sent:</b> Monday<br><b>Subject:</b> x</div><p>The report is ready.</p>', 'The report is ready.'],
    ['only a blockquote', '<div>Ann Lee wrote:</div><blockquote>one<br>two</blockquote>', 'one two'],
    ['only blockquotes within others', '<blockquote><div>Ann Lee wrote:</div><blockquote>one<br>two</blockquote></blockquote>', 'one two'],
    ['only a blockquote and a signature', '<div>Ann Lee wrote:</div><blockquote>one</blockquote><div>-- <br>Bob</div>', 'one'],
    ['a mail that begins with a signature', '<div class="gmail_signature">Ann</div>', 'Ann'],
    ['without a signature after dashes', '<div>Fine.</div>-- <br>Ann', 'Fine.'],
    ['a word of a mark in the text is not one', '<p>gmail_signature is a class</p>', 'gmail_signature is a class'],
  ];
  it.each(pages)('%s', (_name, text, preview) => {
    expect(html(text)).toBe(preview);
  });

  it('is used where the plain text has nothing of the sender', () => {
    expect(previewOf(' \n> quoted', '<p>Hello</p>')).toBe('Hello');
    expect(previewOf('-- \nAnn', '<p>Hello</p>')).toBe('Hello');
    expect(previewOf('Plain', '<p>Hello</p>')).toBe('Plain');
    expect(previewOf(null, null)).toBe('');
  });
});

describe('the end of a long text', () => {
  it('is after 200 characters, without a half word mark', () => {
    expect(plain('x'.repeat(500))).toBe('x'.repeat(limits.preview));
    expect(plain(`${'x'.repeat(199)} y`)).toBe('x'.repeat(199));
  });

  it.each(['😀', '👨‍👩‍👧‍👦', 'e\u0301', '🇩🇪'])('does not divide %s', (character) => {
    for (let before = 190; before <= 200; before++) {
      const preview = plain('x'.repeat(before) + character.repeat(20));
      const rest = preview.slice(before);
      expect(preview.length).toBeLessThanOrEqual(limits.preview);
      expect(rest).toBe(character.repeat(rest.length / character.length));
    }
  });

  it('divides a character that is longer than a preview, but no code point', () => {
    const preview = plain(`a${'\u{1d167}'.repeat(500)}`);
    expect(preview.isWellFormed()).toBe(true);
    expect(preview.length).toBeGreaterThan(190);
  });
});

it('a stored content that is cut off anywhere gives the beginning of its texts', () => {
  const mail = { body_plain: 'a"b\\c\\\\ü\u0001\n', body_html: '<p title="\\u00">😀</p>' };
  const whole = JSON.stringify(mail).slice(1, -1);
  expect(textsIn(whole)).toEqual({ plain: mail.body_plain, html: mail.body_html });
  for (let end = 0; end < whole.length; end++) {
    const texts = textsIn(whole.slice(0, end));
    expect(mail.body_plain.startsWith(texts.plain ?? '')).toBe(true);
    expect(mail.body_html.startsWith((texts.html ?? '').toWellFormed().replace(/\ufffd$/, ''))).toBe(true);
  }
  expect(textsIn('"body_plain":null,"body_html":"<p>')).toEqual({ plain: null, html: '<p>' });
  expect(textsIn(null)).toEqual({ plain: null, html: null });
});

it('of HTML as many tags are read as its beginning can have', () => {
  const below = (tags: number) => html(`${'<br>'.repeat(tags)}<p>Hello`);
  expect([below(limits.previewTags - 1), below(limits.previewTags + 1)]).toEqual(['Hello', '']);
});

describe('hostile texts take a bounded time', () => {
  const size = 2_000_000; // far more than is read
  // biome-ignore format: a table
  const hostile: [name: string, plain: string | null, html: string | null][] = [
    ['quotes', '> x\n'.repeat(size / 4), null],
    ['introductions', 'On 1 wrote '.repeat(size / 11), null],
    ['lines with colons', `On 1 ${'x '.repeat(200)}:\n`.repeat(size / 410), null],
    ['headers', 'From: x\n'.repeat(size / 8), null],
    ['rules', '-'.repeat(size), null],
    ['blockquotes', null, '<blockquote>'.repeat(size / 12)],
    ['blockquotes with a name above', null, 'Ann wrote:<blockquote>'.repeat(size / 22)],
    ['tags of blockquotes without an end', null, '<blockquote style="'.repeat(size / 19)],
    ['borders', null, `<blockquote style="${'border-left:0;'.repeat(100)}">`.repeat(size / 1400)],
    ['marks', null, 'gmail_signature'.repeat(size / 15)],
    ['tags', null, '<p '.repeat(size / 3)],
    ['end tags', null, '</p>'.repeat(size / 4)],
    ['line breaks', null, '<br>'.repeat(size / 4)],
    ['comments', null, '<!--'.repeat(size / 4)],
    ['joiners', '\u200d'.repeat(size), null],
    ['combining characters', 'e\u0301'.repeat(size / 2), null],
  ];
  it.each(hostile)('%s', async (_name, text, page) => {
    expect((await costOf(text, () => previewOf(text, page))) / slowness()).toBeLessThan(50);
  });
});
