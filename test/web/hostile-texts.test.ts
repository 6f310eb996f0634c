// Long hostile texts of mails, invitations, drafts and names, as the app reads them: the work grows with the length, not
// with its square, so that no text freezes the page.
import { describe, expect, it } from 'vitest';
import { mentionsAttachment } from '../../web/src/compose/attachments/attachment-words.ts';
import { linkAddress } from '../../web/src/compose/body/schema.ts';
import { splitBody } from '../../web/src/compose/drafts/draft-body.ts';
import { readMailto } from '../../web/src/compose/mailto.ts';
import { letterOf } from '../../web/src/contacts/list/letters.ts';
import { parseInvitations } from '../../web/src/conversation/invitations/invitation.ts';
import { textBlocks } from '../../web/src/conversation/mails/plain-text-blocks.ts';
import { parseTime } from '../../web/src/mail/times/typed-time.ts';
import { scoreOf } from '../../web/src/search/match.ts';
import { partsOf } from '../../web/src/search/search-query.ts';
import { initialsOf } from '../../web/src/ui/display/initials.ts';
import { linkParts } from '../../web/src/ui/display/links.ts';
import { isMailAddress, parseAddress, parseAddressList } from '../../web/src/words/address-list.ts';
import { growth } from '../support/growth.ts';

/** What a text can repeat, to make a pattern look again and again. */
const REPEATED: Record<string, string> = {
  spaces: ' ',
  'line breaks': '\n',
  'at signs': '@',
  dots: '.',
  'opening brackets': '(',
  'angle brackets': '<',
  'closing angle brackets': '>',
  quotes: '"',
  commas: ',',
  colons: ':',
  dashes: '-',
  underscores: '_',
  letters: 'a',
  digits: '1',
  'addresses without an end': 'a@b.',
  'links without a host': 'http://',
  'beginnings of web addresses': 'www.',
  'quoted lines and others': 'a\n> b\n',
  introductions: 'On 1 May a@b.org wrote:\n',
  'headers of quoted mails': '____________\nFrom: a@b.org\nTo: b\nDate: 1\n',
  'headers of forwarded mails': '<p>---------- Forwarded message ----------<br>',
  'tags without an end': '<div',
  'quotes without an end': '<blockquote',
  'words before a list': 'Lee, a   b ',
  properties: 'ATTENDEE;CN="a";X=1:mailto:a@b.org\n',
  continuations: '\n ',
  operators: 'from:"a ',
};

const now = new Date('2026-03-17T08:30:00Z');
const SIGNATURE = '<div>-- <br>';

/** The functions that read texts of others, or what a person pastes. */
const READERS: Record<string, (text: string) => unknown> = {
  'the blocks of a plain text': textBlocks,
  'the blocks of a signature': (text) => textBlocks(`-- \n${text}`),
  'the links of a text': linkParts,
  'an invitation': (text) => parseInvitations(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${text}\nEND:VEVENT\nEND:VCALENDAR`),
  'a list of addresses': parseAddressList,
  'a list of addresses with names': (text) => parseAddressList(`Lee, a${text}b <a@b.org>`),
  'one address': (text) => parseAddress(`a@${text} (b`),
  'the form of an address': (text) => isMailAddress(`a@${text}`),
  'a link to a mail': (text) => readMailto(`mailto:${text}?subject=${text}`),
  'a link that was typed': (text) => linkAddress(`a@${text} `),
  'the parts of a plain draft': (text) => splitBody({ body_plain: text, body_html: null }),
  'the parts of a formatted draft': (text) => splitBody({ body_plain: '', body_html: text }),
  'the signature of a formatted draft': (text) => splitBody({ body_plain: '', body_html: SIGNATURE + text }),
  'words for an attachment': mentionsAttachment,
  initials: initialsOf,
  'the letter of a name': letterOf,
  'a search': partsOf,
  'a command': (text) => scoreOf(text, 'settings'),
  'a typed time': (text) => parseTime(text, now, 'Europe/Berlin'),
};

const SIZE = 25_000;
/** Four times the text costs four times as much, or 16 times where the work is quadratic. */
const MOST_GROWTH = 9;

describe.each(Object.keys(READERS))('%s', (name) => {
  it.each(Object.keys(REPEATED))('of many %s is read in linear time', async (kind) => {
    const piece = REPEATED[kind] ?? '';
    const make = (size: number) => piece.repeat(Math.ceil(size / piece.length));
    expect(await growth(SIZE, make, READERS[name] as (text: string) => unknown)).toBeLessThan(MOST_GROWTH);
  });
});

describe('a text of a mail', () => {
  it('has a bounded number of blocks, and every line of it', () => {
    const blocks = textBlocks('a\n> b\n'.repeat(10_000).trimEnd());
    expect(blocks.length).toBeLessThanOrEqual(2000);
    expect(blocks.flatMap(({ lines }) => lines)).toHaveLength(20_000);
    expect(blocks.at(-1)?.isFolded).toBe(false);
  });

  it('has a bounded number of links, and all of its text', () => {
    const text = 'a@b.org '.repeat(5000);
    const parts = linkParts(text);
    expect(parts.filter(({ href }) => href)).toHaveLength(2000);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});
