// Texts without a label, as they were sent before labels were usual: the script is read, and Western texts stay Western.
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../../src/protocols/mime/parse.ts';

const read = (body: Buffer, ...fields: string[]) =>
  parseMessage(Buffer.concat([Buffer.from(`${['From: ann@x.org', ...fields].join('\n')}\n\n`, 'latin1'), body]));

/** Bytes by a table that a decoder makes; every character of the texts here has one. */
function encode(text: string, set: string): Buffer {
  const table = tables.get(set) ?? tableOf(set);
  tables.set(set, table);
  return Buffer.from([...text].flatMap((char) => table.get(char) ?? [0x3f]));
}

const tables = new Map<string, Map<string, number[]>>();

function tableOf(set: string): Map<string, number[]> {
  const decoder = new TextDecoder(set, { fatal: true });
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes);
    } catch {
      // not a character of this set
    }
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) add(first, second);
  return table;
}

describe('a text without a label', () => {
  const russian = 'Добрый день! Посылаю вам отчёт о работе за прошлый месяц. С уважением, Иван';
  const table: [set: string, text: string][] = [
    ['koi8-r', russian],
    ['windows-1251', russian],
    ['ibm866', russian],
    ['iso-8859-5', russian],
    ['windows-1253', 'Καλημέρα σας, σας στέλνω την αναφορά του προηγούμενου μήνα.'],
    ['windows-1255', 'שלום רב, אני שולח לך את הדוח של החודש שעבר. בברכה'],
    ['gb18030', '您好，我们已经收到您的邮件，会在两天之内给您回复。谢谢！'],
    ['big5', '您好，我們已經收到您的郵件，會在兩天之內給您回覆。謝謝！'],
    ['shift_jis', 'お世話になっております。先月の報告書をお送りします。よろしくお願いします。'],
    ['euc-jp', 'お世話になっております。先月の報告書をお送りします。よろしくお願いします。'],
    ['euc-kr', '안녕하세요. 지난달 보고서를 보내 드립니다. 감사합니다.'],
  ];
  it.each(table)('in %s is read', (set, text) => {
    const bytes = encode(text, set);
    expect(bytes.includes(0x3f) && !text.includes('?')).toBe(false);
    expect(read(bytes).body_plain).toBe(text);
    expect(read(bytes, 'Content-Type: text/plain; charset=unknown-8bit').body_plain).toBe(text);
    const page = Buffer.concat([Buffer.from('<html><body><p class="a">'), bytes, Buffer.from('</p></body></html>')]);
    expect(read(page, 'Content-Type: text/html').body_html).toContain(text);
    expect(parseMessage(Buffer.concat([Buffer.from('Subject: '), bytes, Buffer.from('\n\nText\n')])).subject).toBe(
      text,
    );
  });

  const western = [
    'Grüße aus Köln, schöne Öfen für Müller & Söhne',
    'Ça a été très agréable, même à la forêt où naît l’été',
    'El niño comió piñas en el jardín de mañana',
    'ÄÖÜ ÄÖÜSS ÀÉÈ',
    'Ação não é opção',
    '¯¯¯¯¯¯¯¯¯¯¯¯¯¯¯¯¯¯',
    '«Où?» – “Là…”',
    'ÉÍÍÍÍÍÍ» º º ÈÍÍÍÍÍÍ¼',
    '·¸¸·´¯',
    '`·.¸¸.·´¯`·.¸ ·´¸·¯¸´ Ann',
    '°º¤ø,¸¸,ø¤º°`°º¤ø',
    '±°º¹²³¼½¾¿¡§¶',
  ];
  it.each(western)('in a Western language is: %s', (text) => {
    expect(read(encode(text, 'windows-1252')).body_plain).toBe(text);
  });

  it('that has a label is read by its label', () => {
    const bytes = encode(russian, 'windows-1251');
    expect(read(bytes, 'Content-Type: text/plain; charset=iso-8859-1').body_plain).not.toBe(russian);
  });
});
