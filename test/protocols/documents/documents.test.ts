// What is read of documents, and that hostile ones are bounded.
import { readFileSync } from 'node:fs';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { documentType } from '../../../src/protocols/documents/document-text.ts';
import { createDocumentReader } from '../../../src/protocols/documents/read-document.ts';
import { textsInZip } from '../../../src/protocols/documents/zip.ts';

// Patient, because the machine may be busy; what takes too long is tested by itself.
const reader = createDocumentReader(120_000);
afterAll(() => reader.close());

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url));

/** A ZIP archive with one entry, whose sizes may be false. */
function zip(name: string, content: Buffer, method = 8, flags = 0): Buffer {
  return archive([{ name, packed: method === 8 ? deflateRawSync(content) : content, method, flags }]);
}

function archive(entries: { name: string; packed: Buffer; method: number; flags: number }[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, method, flags } of entries) {
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
    entry.writeUInt32LE(offset, 42);
    entry.write(name, 46);
    locals.push(local, packed);
    central.push(entry);
    offset += local.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...central, end]);
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
    const text = await reader.read('office', zip('content.xml', Buffer.alloc(limits.documentUnpacked / 4, 'a b')));
    expect(text).toHaveLength(limits.documentChars);
  });

  it('an archive with many entries that are too large is given up', () => {
    const entry = (content: Buffer) => ({ name: 'a', packed: deflateRawSync(content), method: 8, flags: 0 });
    const [large, small] = [entry(Buffer.alloc(2000, 'x')), entry(Buffer.from('small'))];
    const texts = (larges: number) => {
      const bytes = archive([...Array.from({ length: larges }, () => large), small]);
      return [...textsInZip(bytes, () => true, 1000)];
    };
    expect([texts(0), texts(1), texts(20)]).toEqual([['small'], ['small'], []]);
  });

  it('that has its text after much markup is read', async () => {
    const xml = `${'<w:p w:rsid="1"></w:p>'.repeat(200_000)}<w:t>Ha</w:t><w:t>us</w:t>`;
    expect(await reader.read('office', zip('word/document.xml', Buffer.from(xml)))).toBe('Haus');
  });

  it('that references itself in a PDF has an end', async () => {
    const loop = fixture('tenancy.pdf').toString('latin1').replace('[3 0 R]', '[2 0 R]');
    expect(await reader.read('pdf', Buffer.from(loop, 'latin1'))).toEqual(expect.any(String));
  });

  it('that unpacks to more than the memory limit ends its reader, not the service, and the next one is read', async () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(700 * 1024 ** 2, ' '), { level: 1 }));
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>';
    const head = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj${page}endobj\n4 0 obj<</Length ${bomb.length}/Filter[/FlateDecode/FlateDecode]>>stream\n`;
    const pdf = Buffer.concat([Buffer.from(head), bomb, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n')]);
    const another = createDocumentReader(120_000);
    await expect(another.read('pdf', pdf)).rejects.toMatchObject({ reason: 'lost' });
    expect(await another.read('text', Buffer.from('next'))).toBe('next');
    await another.close();
    await expect(another.read('text', Buffer.from('closed'))).rejects.toMatchObject({ reason: 'closed' });
  });

  it('that takes too long is stopped, and the next one is read', async () => {
    const quick = createDocumentReader(1);
    const slow = zip('content.xml', Buffer.alloc(limits.documentUnpacked - 1, '<w:p></w:p>'));
    await expect(quick.read('office', slow)).rejects.toMatchObject({ reason: 'slow' });
    await quick.close();
    expect(await reader.read('text', Buffer.from('next'))).toBe('next');
  });
});
