// What is read of documents, and that hostile ones are bounded.
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { documentType } from '../../../src/protocols/documents/document-text.ts';
import { createDocumentReader } from '../../../src/protocols/documents/read-document.ts';

const reader = createDocumentReader();
afterAll(() => reader.close());

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url));

/** A ZIP archive with one entry, whose sizes may be false. */
function zip(name: string, content: Buffer, method = 8, flags = 0): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content;
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, end]);
}

describe('the text of', () => {
  it.each([
    ['lease.docx', 'Mietvertrag für das Haus & Hof'],
    ['costs.xlsx', 'Nebenkosten Kaution\nGarage'],
    ['talk.pptx', 'Quartalsbericht Umsatz'],
    ['letter.odt', 'Brief an die Hausverwaltung'],
    ['tenancy.pdf', 'The tenancy agreement\nbegins in May'],
  ])('%s', async (name, expected) => {
    const type = documentType(name, null);
    expect(await reader.read(type as never, fixture(name))).toBe(expected);
  });

  it.each([
    ['text', Buffer.from('Grüße'), 'Grüße'],
    ['text', Buffer.from('\ufeffGrüße', 'utf16le'), '\ufeffGrüße'],
    ['html', Buffer.from('<p>Das <b>Haus</b></p><script>x()</script>'), 'Das Haus'],
    ['office', zip('word/document.xml', Buffer.from('<w:p>stored</w:p>'), 0), 'stored'],
  ] as const)('%s', async (type, bytes, expected) => {
    expect(await reader.read(type, bytes)).toBe(expected);
  });
});

describe('a document is read by its type, or else by its name', () => {
  it.each([
    ['a.bin', 'text/plain; charset=utf-8', 'text'],
    ['a', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office'],
    ['a.ODS', 'application/octet-stream', 'office'],
    ['a.pdf', null, 'pdf'],
    ['a.html', 'text/plain', 'html'],
    ['a.png', 'image/png', undefined],
    ['a.doc', 'application/msword', undefined],
    ['a.zip', 'application/zip', undefined],
  ])('%s, %s: %s', (name, mime, expected) => {
    expect(documentType(name, mime)).toBe(expected);
  });
});

describe('a hostile document', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(1000)}">]><w:p>${'&b;'.repeat(1000)}</w:p>`;
  it.each([
    ['a bomb', 'office', () => zip('content.xml', Buffer.alloc(limits.documentUnpacked + 1, 'a')), ''],
    ['entities', 'office', () => zip('word/document.xml', Buffer.from(entities)), expect.not.stringContaining('lol')],
    ['an encrypted entry', 'office', () => zip('content.xml', Buffer.from('secret'), 8, 1), ''],
    ['an unknown method', 'office', () => zip('content.xml', Buffer.from('x'), 12), ''],
    ['damaged data', 'office', () => zip('content.xml', Buffer.from('x'), 8).fill(0xff, 41, 44), ''],
    ['nothing', 'office', () => Buffer.alloc(0), ''],
    ['no archive', 'office', () => Buffer.alloc(100_000, 'PK'), ''],
    ['unclosed tags', 'office', () => zip('content.xml', Buffer.from('<'.repeat(1_000_000))), expect.any(String)],
    ['a damaged PDF', 'pdf', () => Buffer.from('%PDF-1.7\n'), ''],
    ['no PDF', 'pdf', () => Buffer.alloc(1000, 'x'), ''],
    ['a very long text', 'text', () => Buffer.alloc(10_000_000, 'word '), 'word '.repeat(limits.documentChars / 5)],
  ] as const)('with %s', async (_name, type, make, expected) => {
    expect(await reader.read(type, make())).toEqual(expected);
  });

  it('an archive whose entries are bombs together is read up to the limit', async () => {
    const part = deflateRawSync(Buffer.alloc(limits.documentUnpacked / 4, 'a b'));
    expect(part.length).toBeLessThan(100_000);
    const text = await reader.read('office', zip('content.xml', Buffer.alloc(limits.documentUnpacked / 4, 'a b')));
    expect(text).toHaveLength(limits.documentChars);
  });

  it('that references itself in a PDF has an end', async () => {
    const loop = fixture('tenancy.pdf').toString('latin1').replace('[3 0 R]', '[2 0 R]');
    expect(await reader.read('pdf', Buffer.from(loop, 'latin1'))).toEqual(expect.any(String));
  });

  it('that takes too long is stopped, and the next one is read', async () => {
    const quick = createDocumentReader(1);
    const slow = zip('content.xml', Buffer.alloc(limits.documentUnpacked - 1, '<w:p>a</w:p> '));
    await expect(quick.read('office', slow)).rejects.toMatchObject({ reason: 'slow' });
    await quick.close();
    expect(await reader.read('text', Buffer.from('next'))).toBe('next');
  });
});
