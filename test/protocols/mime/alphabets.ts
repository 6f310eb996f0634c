// Texts in the character sets that mail uses, with the bytes of each character. The bytes come from tables of Node or are
// written out here, so that they do not depend on the decoders under test.
export interface Alphabet {
  charset: string;
  /** Whether it can be in a body without an encoding, and in raw header bytes. */
  isAsciiBased: boolean;
  characters: string[];
  encode(text: string): Buffer;
}

function reversed(label: string, first: number, last: number, characters: string): Alphabet {
  const bytes = new Map<string, number[]>();
  const decoder = new TextDecoder(label);
  for (let lead = first; lead <= last; lead++) {
    const single = decoder.decode(Uint8Array.of(lead));
    if (single.length === 1 && single !== '\ufffd') bytes.set(single, [lead]);
  }
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const pair = decoder.decode(Uint8Array.of(lead, trail));
      if (pair.length === 1 && pair !== '\ufffd' && !bytes.has(pair)) bytes.set(pair, [lead, trail]);
    }
  return byTable(label, bytes, characters);
}

function byTable(charset: string, bytes: Map<string, number[]>, characters: string): Alphabet {
  for (const character of characters)
    if (!bytes.has(character)) throw new Error(`${charset} does not have ${character}`);
  return {
    charset,
    isAsciiBased: true,
    characters: [...characters],
    encode: (text) => Buffer.from([...text].flatMap((char) => bytes.get(char) ?? [...Buffer.from(char, 'latin1')])),
  };
}

function codePage(charset: string, pairs: string): Alphabet {
  const bytes = new Map(pairs.split(' ').map((pair) => [pair[0] as string, [Number.parseInt(pair.slice(1), 16)]]));
  return byTable(charset, bytes, [...bytes.keys()].join(''));
}

const utf8: Alphabet = {
  charset: 'utf-8',
  isAsciiBased: true,
  characters: [...'äöüßéñçžłő你好世界日本語한글ПриветЖΩβשלוםمرحبا😀🎉€–„“'],
  encode: (text) => Buffer.from(text),
};
const ascii: Alphabet = {
  charset: 'us-ascii',
  isAsciiBased: true,
  characters: [],
  encode: (text) => Buffer.from(text),
};
const utf16: Alphabet = {
  charset: 'utf-16',
  isAsciiBased: false,
  characters: utf8.characters,
  encode: (text) => Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(text, 'utf16le').swap16()]),
};
const utf16le: Alphabet = { ...utf16, charset: 'utf-16le', encode: (text) => Buffer.from(text, 'utf16le') };
const utf7: Alphabet = {
  charset: 'utf-7',
  isAsciiBased: true,
  characters: utf8.characters,
  encode: (text) =>
    Buffer.from(
      text.replace(/\+|[^\n -~]+/g, (run) =>
        run === '+' ? '+-' : `+${Buffer.from(run, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`,
      ),
    ),
};
const japanese = reversed('euc-jp', 0x20, 0x7e, '日本語文字漢ひらがなカタ');
const chinese = reversed('gbk', 0x20, 0x7e, '你好世界中文简体汉字');
// RFC 1468 and RFC 1843: the same two bytes with seven bits each, between signs that begin and end them.
const shifted = (charset: string, source: Alphabet, begin: string, end: string): Alphabet => ({
  ...source,
  charset,
  encode: (text) =>
    Buffer.from(
      text.replace(/~|[^\n -~]+/g, (run) => {
        if (run === '~') return charset.startsWith('hz') ? '~~' : '~';
        const bytes = source.encode(run).map((byte) => byte & 0x7f);
        return `${begin}${Buffer.from(bytes).toString('latin1')}${end}`;
      }),
      'latin1',
    ),
});

export const alphabets: Alphabet[] = [
  utf8,
  ascii,
  utf16,
  utf16le,
  utf7,
  reversed('iso-8859-1', 0x20, 0xff, 'äöüßéèêñçåø'),
  reversed('iso-8859-15', 0x20, 0xff, 'äöüßéÿšžœ'),
  reversed('windows-1252', 0x20, 0xff, 'äöüßé–“”'),
  reversed('iso-8859-2', 0x20, 0xff, 'ěščřžýáíéőűłń'),
  reversed('windows-1250', 0x20, 0xff, 'ěčřýáíéőű'),
  reversed('koi8-r', 0x20, 0xff, 'ПриветМирЖыщё'),
  reversed('windows-1251', 0x20, 0xff, 'ПриветМирЖыщ'),
  reversed('iso-8859-5', 0x20, 0xff, 'ПриветМир'),
  reversed('iso-8859-7', 0x20, 0xff, 'Καλημέραςκόσμε'),
  reversed('windows-1255', 0x20, 0xff, 'שלוםעולם'),
  reversed('windows-1256', 0x20, 0xff, 'مرحباسلام'),
  reversed('windows-874', 0x20, 0xff, 'สวัสดีครับ'),
  reversed('ibm866', 0x20, 0xff, 'ПриветМир'),
  chinese,
  reversed('gb18030', 0x20, 0x7e, '你好世界中文'),
  reversed('big5', 0x20, 0x7e, '你好世界中文繁體漢字'),
  japanese,
  reversed('shift_jis', 0x20, 0x7e, '日本語文字漢ひらがなカタ表能'),
  reversed('euc-kr', 0x20, 0x7e, '안녕하세요한글'),
  shifted('iso-2022-jp', japanese, '\x1b$B', '\x1b(B'),
  shifted('hz-gb-2312', chinese, '~{', '~}'),
  codePage('ibm437', 'é82 ä84 ö94 ü81 ßE1 ñA4 Ç80'),
  codePage('ibm850', 'é82 ä84 ö94 ü81 ßE1 ø9B'),
  codePage('cp852', 'ěD8 šE7 č9F řFD žA7'),
];
