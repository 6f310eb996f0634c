// What programs, Gmail and exports of Daybook note about a message in a mailbox file, and folders by their names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gmailLabelsOf, metadataInHeader, metadataInName } from '../../../src/protocols/mailboxes/flags.ts';
import { folderOfPath } from '../../../src/protocols/mailboxes/folders.ts';
import { gmailLanguages } from '../../../src/protocols/mailboxes/gmail-label-names.ts';
import { newGmailLabelReader } from '../../../src/protocols/mailboxes/gmail-labels.ts';
import { addNotes, takeNotes } from '../../../src/protocols/mailboxes/mbox-notes.ts';
import { writeMbox } from '../../../src/protocols/mbox/quoting.ts';
import { message, usual } from '../../support/messages.ts';
import { FROM, messagesOf } from './noted.ts';

/** What is noted about the last of these messages, which are all there is in a mailbox file. */
function notedInLast(...headers: string[]) {
  const labels = newGmailLabelReader();
  const messages = headers.map((header) => Buffer.from(`${header}\n\nStatus: R\nX-Mozilla-Status: 0009\n`));
  for (const one of messages) labels.count(gmailLabelsOf(one) ?? []);
  return metadataInHeader(messages.at(-1) as Buffer, labels);
}

describe('what programs note', () => {
  const flags = { isRead: null, isStarred: false, isDraft: false, isDeleted: false };
  const none = { ...flags, labels: [], bcc: [], folder: null, record: null, kept: null };
  const table: [what: string, header: string, metadata: object][] = [
    ['nothing', 'Subject: x', none],
    ['read', 'Status: RO', { isRead: true }],
    ['unread', 'Status: O', { isRead: false }],
    ['starred', 'Status: RO\nX-Status: AF', { isRead: true, isStarred: true }],
    ['a draft', 'X-Status: T', { isRead: false, isDraft: true }],
    ['deleted', 'Status: RO\nX-Status: D', { isRead: true, isDeleted: true }],
    ['read and starred by Thunderbird', 'X-Mozilla-Status: 0005', { isRead: true, isStarred: true }],
    ['deleted by Thunderbird', 'X-Mozilla-Status: 0009', { isRead: true, isDeleted: true }],
    [
      'labels of Gmail',
      'X-Gmail-Labels: Inbox,Unread,\n Starred,=?utf-8?q?M=C3=BCll?=',
      { isRead: false, isStarred: true, folder: 'INBOX', labels: ['Müll'] },
    ],
    [
      'labels of Gmail in UTF-8',
      'X-Gmail-Labels: Geöffnet,Entwürfe,Gärten',
      { isRead: true, isDraft: true, folder: 'DRAFTS', labels: ['Gärten'] },
    ],
    ['no label of Gmail at all', 'X-Gmail-Labels: ', { isRead: true, folder: 'ARCHIVE' }],
  ];
  it.each(table)('%s', (_what, header, metadata) => {
    expect(notedInLast(header)).toEqual({ ...none, ...metadata });
  });

  it('in the names of a Maildir', () => {
    expect(metadataInName('1700000000.M1P2.host:2,FS', false)).toMatchObject({ isRead: true, isStarred: true });
    expect(metadataInName('1700000000.M1P2.host;2,D', false)).toMatchObject({ isRead: false, isDraft: true });
    expect(metadataInName('1700000000.M1P2.host', true)).toMatchObject({ isRead: false, isStarred: false });
  });
});

describe('labels of Gmail', () => {
  const metadata = (...labels: string[]) => notedInLast(...labels.map((one) => `X-Gmail-Labels: ${one}`));

  const folders: [labels: string, folder: string][] = [
    ['Trash,Spam,Inbox', 'TRASH'],
    ['Spam,Drafts,Inbox', 'SPAM'],
    ['Drafts,Inbox,Sent', 'DRAFTS'],
    ['Scheduled,Sent', 'DRAFTS'],
    ['Sent,Inbox', 'INBOX'],
    ['Snoozed,Important', 'INBOX'],
    ['Archived,Sent', 'SENT'],
    ['Archived,Garden', 'ARCHIVE'],
  ];
  it.each(folders)('%s is in %s', (labels, folder) => {
    expect(metadata(labels).folder).toBe(folder);
  });

  // As Takeout writes them: in encoded words, with quotes that are doubled.
  const written: [what: string, value: string, expected: object][] = [
    [
      'encoded, with a category in doubled quotes',
      '=?UTF-8?Q?Archiviert,Wichtig,Ge=C3=B6ffnet,Kategorie:_=22=22Pers=C3=B6nlich=22=22?=',
      { folder: 'ARCHIVE', isRead: true, labels: [] },
    ],
    [
      'encoded words that split a letter, folded',
      '=?UTF-8?Q?Posteingang,Ungelesen,G=C3?=\r\n =?UTF-8?Q?=A4rten?=',
      { folder: 'INBOX', isRead: false, labels: ['Gärten'] },
    ],
    ['French', '=?UTF-8?Q?Archiv=C3=A9s,Envoy=C3=A9,Ouvert?=', { folder: 'SENT', isRead: true, labels: [] }],
    [
      'quoted, with a comma',
      'Inbox,"Roses, red","say ""hi"""',
      { folder: 'INBOX', labels: ['Roses, red', 'say "hi"'] },
    ],
    ['a chat', 'Chats,Opened', { folder: 'ARCHIVE', labels: ['Chat'] }],
    ['keywords of IMAP', 'Opened,IMAP_$Forwarded,IMAP_mine', { labels: ['IMAP_mine'] }],
    ['categories', 'Inbox,Category Updates,Category: Forums,Category of mine', { labels: ['Category of mine'] }],
    ['a name that is a label of Gmail in another language', 'Inbox,Opened,Papelera', { labels: ['Papelera'] }],
    [
      'names that only begin as a category',
      'Opened,Category: Work,Kategorie: Steuern,Category Worker',
      { labels: ['Category: Work', 'Kategorie: Steuern', 'Category Worker'] },
    ],
    ['labels within labels', 'Opened,Travel/2024/Italy', { labels: ['Travel/2024/Italy'] }],
  ];
  it.each(written)('%s', (_what, value, expected) => {
    expect(metadata(value)).toMatchObject(expected);
  });

  // One hit in each of two languages: the file decides, and where it cannot, English.
  it.each(['Papelera', 'Kosz', 'Lixo', 'Kuka', 'Posteingang'])('%s is a label in an English account', (label) => {
    for (const own of ['Archived', 'Important', 'Opened'])
      expect(metadata(`${own},${label}`)).toMatchObject({ folder: 'ARCHIVE', labels: [label] });
    expect(metadata('Inbox,Unread', label)).toMatchObject({ folder: 'ARCHIVE', labels: [label] });
  });

  it('the language is that of most labels in the mailbox file', () => {
    const spanish = ['Recibidos,No leído', 'Enviados,Abierto'];
    expect(metadata(...spanish, 'Archived,Papelera')).toMatchObject({ folder: 'TRASH', labels: ['Archived'] });
    expect(metadata(...spanish, 'Trash')).toMatchObject({ folder: 'ARCHIVE', labels: ['Trash'] });
    expect(metadata(...spanish, 'Category: Updates')).toMatchObject({ labels: ['Category: Updates'] });
  });

  it.each(gmailLanguages.map((row) => [row.language, row] as const))('are known in %s', (_language, row) => {
    const first = (words: string | undefined) => words?.split('|')[0] ?? '';
    for (const unread of row.unread?.split('|') ?? [])
      for (const inbox of row.inbox?.split('|') ?? [])
        expect([inbox, unread, metadata(`${inbox},${unread}`)]).toMatchObject([
          inbox,
          unread,
          { folder: 'INBOX', isRead: false, labels: [] },
        ]);
    const opened = first(row.opened);
    const folders = { sent: 'SENT', drafts: 'DRAFTS', spam: 'SPAM', trash: 'TRASH', archived: 'ARCHIVE' } as const;
    for (const [label, folder] of Object.entries(folders))
      for (const word of row[label as keyof typeof folders]?.split('|') ?? [])
        expect([word, metadata(`${opened},${word}`)]).toMatchObject([word, { folder, isRead: true, labels: [] }]);
    const rest = [first(row.starred), first(row.important), `${first(row.category)}: "${first(row.categories)}"`];
    expect(metadata([opened, ...rest].join(','))).toMatchObject({ isStarred: true, isRead: true, labels: [] });
    const encoded = Buffer.from(`${first(row.inbox)},${opened},Roses`).toString('base64');
    expect(metadata(`=?UTF-8?B?${encoded}?=`)).toMatchObject({ folder: 'INBOX', isRead: true, labels: ['Roses'] });
  });

  it('mean the same wherever a word is used', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { language, category, categories, ...labels } of gmailLanguages)
      for (const [label, words] of Object.entries(labels))
        for (const word of words.split('|'))
          meanings.set(word.toLowerCase(), (meanings.get(word.toLowerCase()) ?? new Set()).add(label));
    expect([...meanings].filter(([, labels]) => labels.size > 1)).toEqual([]);
  });
});

describe('notes of an export', () => {
  const notes = {
    folder: 'Gärten/Rosen',
    labels: ['red', 'Roses, white', 'ünïcode', 'a "b"', 'two words'],
    bcc: [{ address: 'eve@example.org', name: 'Eve' }],
    isRead: true,
    isStarred: true,
    isDraft: false,
    isDeleted: false,
    record: { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', status: 'sent' as const },
    kept: null,
  };

  it('are fields that other programs know', () => {
    const text = addNotes(message(usual, 'Hello.\n'), { ...notes, folder: 'Garden', labels: ['red', 'two words'] });
    expect(text.toString().split('\r\n').slice(0, 7)).toEqual([
      'X-Daybook-Folder: Garden',
      'X-Daybook-Record: 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10 sent',
      'Bcc: "Eve" <eve@example.org>',
      'X-Keywords: red, two words',
      'X-Status: F',
      'Status: RO',
      usual[0],
    ]);
    const least = { ...notes, record: null, labels: [], bcc: [], isRead: false, isStarred: false };
    const plain = addNotes(Buffer.from('A: b\n\n'), least);
    expect(plain.toString()).toMatch(/^X-Daybook-Folder: =\?UTF-8\?B\?\S+\?=\nStatus: O\nA: b\n\n$/);
  });

  it('are understood as an earlier version wrote them, without the record', () => {
    const raw = Buffer.from('Subject: x\n\n');
    const earlier = { ...notes, record: null };
    expect(takeNotes(addNotes(raw, earlier))).toEqual({ bytes: raw, metadata: earlier });
  });

  it('replace the values of the message itself, which are restored with it', () => {
    const raw = Buffer.from('Status: RO\nX-Kept-Status: O\nContent-Length: 3\nX-Mozilla-Status: 0001\n\nStatus: R\n');
    const exported = addNotes(raw, { ...notes, isRead: false });
    expect(exported.toString().match(/^(?:Status|X-Mozilla-Status|Content-Length):.*$/gm)).toEqual([
      'Status: O',
      'Status: R',
    ]);
    expect(takeNotes(exported)).toEqual({ bytes: raw, metadata: { ...notes, isRead: false } });
  });

  it('have blind recipients with any name, unless the message has the field itself', () => {
    const bcc = [
      { address: 'eve@example.org', name: null },
      { address: 'dan@exämple.org', name: 'Dän, "the man" <x>' },
      { address: 'lee@example.org', name: 'Lee, "Ann" \\ <x@y>' },
      { address: 'fay@example.org', name: `${'F'.repeat(1000)} =?x` },
    ];
    const many = Array.from({ length: 1000 }, (_, n) => ({ address: `${n}@${'x'.repeat(300)}.org`, name: `Nº ${n}` }));
    for (const given of [bcc, many]) {
      const raw = message(usual);
      const exported = addNotes(raw, { ...notes, bcc: given });
      expect(takeNotes(exported)).toEqual({ bytes: raw, metadata: { ...notes, bcc: given } });
      expect(
        Math.max(
          ...exported
            .toString('latin1')
            .split('\r\n')
            .map((line) => line.length),
        ),
      ).toBeLessThan(999);
    }
    const own = Buffer.from('Subject: x\nBcc: dan@example.org\n\nBcc: y\n');
    expect(addNotes(own, notes).toString()).not.toContain('eve@');
    expect(takeNotes(addNotes(own, notes))).toEqual({ bytes: own, metadata: { ...notes, bcc: [] } });
  });

  it('are not seen where there are none', () => {
    for (const text of ['', 'Status: RO\n\n', 'Subject: x\nX-Daybook-Folder: y\nStatus: RO\n\n'])
      expect(takeNotes(Buffer.from(text))).toBeNull();
  });

  it('come off any message, which is then as it was', () => {
    const piece = fc.constantFrom(
      ...['Status: RO', 'X-Kept-X-Status: F', ' folded', '\n', '\r\n', '\r', 'X-Keywords: a', 'body', '\xff'],
    );
    const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(piece), fc.array(label, { maxLength: 30 }), fc.boolean(), (pieces, given, isRead) => {
        const raw = Buffer.from(pieces.join(''), 'latin1');
        const labels = given.map((one) => one.replaceAll(/\p{Cc}+|\s+/gu, ' ').trim()).filter((one) => one !== '');
        const taken = takeNotes(addNotes(raw, { ...notes, labels, isRead }));
        expect(taken?.bytes.toString('latin1')).toBe(raw.toString('latin1'));
        expect(taken?.metadata).toEqual({ ...notes, labels, isRead });
      }),
    );
  });

  it('come off in a mailbox file too, with any bytes, line ends and fields of the record', async () => {
    const piece = fc.constantFrom(
      ...['Status: RO', 'From x', '>From y', FROM, 'X-Kept-Line: From z', '\n', '\r\n', '\r', '\n\n', 'a: b', '\0\xff'],
    );
    const fields = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
    const one = fc.record({
      pieces: fc.array(piece, { maxLength: 15 }),
      fields,
      isMade: fc.boolean(),
      label: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 3 }), async (given) => {
        const expected = given.map(({ pieces, fields: { folder, labels, ...rest }, isMade, label }) => ({
          bytes: Buffer.from(pieces.join(''), 'latin1'),
          // JSON has no -0
          metadata: { ...notes, bcc: [], labels: [label], kept: { fields: JSON.parse(JSON.stringify(rest)), isMade } },
        }));
        const file = Buffer.concat(
          expected.map(({ bytes, metadata }) => writeMbox(addNotes(bytes, metadata), null, 0)),
        );
        const found = await messagesOf(file.toString('latin1'), 500);
        expect(found.map(({ bytes }) => takeNotes(bytes as Buffer))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('folders by their names', () => {
  const table: [path: string[], folder: string][] = [
    [[], 'INBOX'],
    [['Inbox'], 'INBOX'],
    [['Sent Items'], 'SENT'],
    [['[Gmail]', 'Sent Mail'], 'SENT'],
    [['INBOX', 'Drafts'], 'DRAFTS'],
    [['Papierkorb'], 'TRASH'],
    [['Junk E-mail'], 'SPAM'],
    [['Корзина'], 'TRASH'],
    [['Enviados'], 'SENT'],
    [['Archives'], 'ARCHIVE'],
    [['Garden', 'Sent'], 'Garden/Sent'],
    [['garden'], 'garden'],
  ];
  it.each(table)('%j is %s', (path, folder) => {
    expect(folderOfPath(path)).toBe(folder);
  });
});
