// Quotes of plain text are folded, and never what the sender wrote: above, below or between them.
import { describe, expect, it } from 'vitest';
import { textBlocks } from '../../../web/src/conversation/mails/plain-text-blocks.ts';

/** The blocks as text: a folded quote in [], one that is open in (), a signature in {}. */
const shape = (text: string) =>
  textBlocks(text).map(({ kind, lines, isFolded }) => {
    const all = lines.join('|');
    if (kind === 'signature') return `{${all}}`;
    return kind === 'own' ? all : isFolded ? `[${all}]` : `(${all})`;
  });

const LONG = Array.from({ length: 8 }, (_, at) => `> line ${at}`).join('\n');

describe('the text of a mail', () => {
  it.each([
    ['without a quote', 'Hello\n\nBob', ['Hello||Bob']],
    [
      'with the reply above',
      'Yes.\n\nOn 3 March 2026, Ann <ann@example.org> wrote:\n> Come?\n> Soon?\n',
      ['Yes.', '[On 3 March 2026, Ann <ann@example.org> wrote:|> Come?|> Soon?]'],
    ],
    [
      'with an introduction of two lines',
      'Ja.\n\nAm 3. März 2026 um 10:00 schrieb Ann Lee\n<ann@example.org>:\n\n> Kommst du?',
      ['Ja.', '[Am 3. März 2026 um 10:00 schrieb Ann Lee|<ann@example.org>:||> Kommst du?]'],
    ],
    ['with the reply below', '> Come?\n\nYes.', ['(> Come?)', 'Yes.']],
    ['with the reply below a long quote', `${LONG}\nYes.`, [`[${LONG.replaceAll('\n', '|')}]`, 'Yes.']],
    [
      'with replies between the quotes',
      'Hi\n> one\nfirst\n> two\nsecond\n> rest',
      ['Hi', '(> one)', 'first', '(> two)', 'second', '[> rest]'],
    ],
    ['that only quotes', '> one\n> two', ['(> one|> two)']],
    [
      'that only forwards',
      '---------- Forwarded message ---------\nFrom: Ann <ann@example.org>\nDate: 3 March 2026\nSubject: Hi\n\nThe text.',
      ['---------- Forwarded message ---------|From: Ann <ann@example.org>|Date: 3 March 2026|Subject: Hi||The text.'],
    ],
    [
      'above a mail that Outlook quotes',
      'Yes.\n\n________________________________\nVon: Ann <ann@example.org>\nGesendet: 3. März 2026\nAn: Bob\nBetreff: Hi\n\nCome?',
      [
        'Yes.',
        '[________________________________|Von: Ann <ann@example.org>|Gesendet: 3. März 2026|An: Bob|Betreff: Hi||Come?]',
      ],
    ],
    ['with a signature', 'Yes.\n-- \nBob\nCompany', ['Yes.', '{-- |Bob|Company}']],
    ['with a signature above the quote', 'Yes.\n-- \nBob\n> Come?', ['Yes.', '{-- |Bob}', '[> Come?]']],
    [
      'with a sentence before a quote',
      'I agree with this:\n> Come?\nOf course.',
      ['I agree with this:', '(> Come?)', 'Of course.'],
    ],
    [
      'with a list of facts',
      'Order:\nName: Ann\nDate: 2026-03-03\nMail: a@b.org',
      ['Order:|Name: Ann|Date: 2026-03-03|Mail: a@b.org'],
    ],
    ['with line ends of Windows', 'Yes.\r\n> Come?\r\n', ['Yes.', '[> Come?]']],
    ['that is empty', ' \n\n', []],
  ])('%s', (_name, text, blocks) => {
    expect(shape(text)).toEqual(blocks);
  });

  it('has all its lines, whatever it is', () => {
    const pieces = [
      '> quoted',
      'own',
      '-- ',
      '',
      'On 1 May Ann wrote:',
      '-----Original Message-----',
      'From: a@b.org',
      'To: 1',
      'Subject: x',
    ];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let run = 0; run < 500; run++) {
      const lines = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)] ?? '');
      const kept = textBlocks(lines.join('\n')).flatMap((block) => block.lines);
      expect(kept.filter((line) => line.trim())).toEqual(lines.filter((line) => line.trim()));
    }
  });
});
