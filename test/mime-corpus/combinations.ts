// Combinations drawn with a fixed seed: a character set, a transfer encoding, a frame, line ends and names in one
// message, whose contents are known.
import {
  base64,
  bytes,
  type CorpusMessage,
  dice,
  type ExpectedAttachment,
  encodedWord,
  hex,
  mail,
  multipart,
  noise,
  part,
  percentEncoded,
  quotedPrintable,
} from './build.ts';
import { charsetSamples } from './charset-samples.ts';

const narrow = charsetSamples.filter(([label]) => !/^utf-?(?:16|32)/.test(label));

export const combinations: CorpusMessage[] = Array.from({ length: 100 }, (_, at) => combine(at + 1));

function combine(seed: number): CorpusMessage {
  const draw = dice(seed * 7919);
  const sample = () => narrow[draw(narrow.length)] as (typeof charsetSamples)[number];
  const [subjectSet, subject, subjectHex] = sample();
  const [plainSet, plain, plainHex] = sample();
  const [htmlSet, html, htmlHex] = sample();
  const texts = [textOf('plain', plainSet, hex(plainHex), draw)];
  const both = draw(2) === 1;
  if (both) texts.push(textOf('html', htmlSet, hex(htmlHex), draw));
  const inner = part(
    [`Content-Type: multipart/alternative; boundary="=_alt_${seed}"`],
    multipart(`=_alt_${seed}`, texts),
  );
  const files = Array.from({ length: draw(3) }, (_, at) => fileOf(seed * 10 + at, sample(), draw));
  const frame = multipart(`=_mix_${seed}`, [inner, ...files.map(({ written }) => written)]);
  const open = draw(4) === 0;
  const body = open ? Buffer.from(frame.toString('latin1').replace(`\r\n--=_mix_${seed}--\r\n`, ''), 'latin1') : frame;
  const message = mail(
    `combination/${seed}: ${plainSet}${both ? `, ${htmlSet}` : ''}, ${files.length} files${open ? ', not closed' : ''}`,
    [
      `Subject: ${encodedWord(subjectSet, hex(subjectHex), draw(2) ? 'b' : 'q')}`,
      `Content-Type: multipart/mixed; boundary="=_mix_${seed}"`,
    ],
    body,
    {
      subject,
      text: plain,
      html: both ? `<p>${html}</p>` : null,
      attachments: files.map(({ expected }) => expected),
      problem: open ? undefined : false,
    },
  );
  return draw(3) === 0 ? withLineFeeds(message) : message;
}

function textOf(kind: 'plain' | 'html', label: string, content: Buffer, draw: (below: number) => number): Buffer {
  const written = kind === 'html' ? Buffer.concat([Buffer.from('<p>'), content, Buffer.from('</p>')]) : content;
  const encoding = ['8bit', 'quoted-printable', 'base64'][draw(3)] as string;
  const encoded = encoding === 'base64' ? base64(written) : encoding === '8bit' ? written : quotedPrintable(written);
  const quoted = draw(2) || label.includes(':') ? `"${label}"` : label;
  return part([`Content-Type: text/${kind}; charset=${quoted}`, `Content-Transfer-Encoding: ${encoding}`], encoded);
}

function fileOf(
  seed: number,
  [label, text, code]: (typeof charsetSamples)[number],
  draw: (below: number) => number,
): { written: Buffer; expected: ExpectedAttachment } {
  const content = noise(seed, 20 + draw(400));
  const filename = `${text.replaceAll('/', '')}.bin`;
  const parameter = draw(2)
    ? `filename*=${label}''${percentEncoded(hex(code))}.bin`
    : `filename="${encodedWord(label, Buffer.concat([hex(code)]), draw(2) ? 'b' : 'q')}.bin"`;
  const encoding = draw(2) ? 'base64' : 'quoted-printable';
  const written = part(
    [
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment;\n ${parameter}`,
      `Content-Transfer-Encoding: ${encoding}`,
    ],
    encoding === 'base64' ? base64(content) : quotedPrintable(content),
  );
  return { written, expected: { filename, mime: 'application/octet-stream', content } };
}

function withLineFeeds({ name, raw, expected }: CorpusMessage): CorpusMessage {
  return {
    name: `${name}, LF`,
    raw: bytes(Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    expected,
  };
}
