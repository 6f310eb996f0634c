// docs/mail-reading-differences.md: the decisions of differences.json as a page to read.
import type { Decision, Parser } from './differences.ts';

const NAMES: Record<Parser, string> = { python: "Python's `email`", 'postal-mime': 'postal-mime' };

export function differencesPage(decisions: Decision[], messages: number): string {
  const parsers = [...new Set(decisions.map(({ parser }) => parser))];
  return [
    '# How Daybook reads mail differently from other parsers',
    '',
    `The tests have a corpus of ${messages} messages: every way in which mail is written, right or wrong, that we know of. Each says what a correct reading of it is, and \`npm test\` holds Daybook to it. \`npm run test:peers\` reads the same messages with two other parsers: the \`email\` package of Python, with its policy \`default\`, and [postal-mime](https://www.npmjs.com/package/postal-mime). It compares every field: subject, addresses with their names, date, message ids, text, HTML, and attachments by their SHA-256, size, name and type.`,
    '',
    'This page lists every class of differences and who is right. Where another parser was right, Daybook was changed, so that no such row is left. "Both" means that no standard decides. A difference that is not listed fails the tests, and so does one that is listed and no longer occurs.',
    '',
    ...summary(decisions, parsers),
    ...parsers.flatMap((parser) => section(decisions, parser)),
    'The messages of each row are named in `test/mime-corpus/differences.json`. This page is made from that file: `npx vitest run test/mime-corpus.test.ts -u` writes it anew.',
    '',
  ].join('\n');
}

function summary(decisions: Decision[], parsers: Parser[]): string[] {
  const count = (parser: Parser, right: Decision['right']) =>
    decisions
      .filter((one) => one.parser === parser && one.right === right)
      .reduce((sum, one) => sum + fieldsOf(one), 0);
  return [
    '| compared with | messages read differently | fields that differ | Daybook is right | both can be right |',
    '|---|---|---|---|---|',
    ...parsers.map((parser) => {
      const own = decisions.filter((one) => one.parser === parser);
      const names = new Set(own.flatMap(({ messages }) => Object.keys(messages)));
      const fields = own.reduce((sum, one) => sum + fieldsOf(one), 0);
      return `| ${NAMES[parser]} | ${names.size} | ${fields} | ${count(parser, 'Daybook')} | ${count(parser, 'both')} |`;
    }),
    '',
  ];
}

function section(decisions: Decision[], parser: Parser): string[] {
  const rows = decisions
    .filter((one) => one.parser === parser)
    .map((one) => {
      const names = Object.keys({ ...one.messages, ...one.sometimes });
      const right = one.right === 'both' ? 'both' : 'Daybook';
      return `| ${one.behaviour} | ${names.length} | \`${cell(names[0] ?? '')}\` | ${right} | ${one.standard} | ${one.reason} |`;
    });
  return [
    `## Compared with ${NAMES[parser]}`,
    '',
    '| behaviour | messages | for example | right | standard | reason |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

function fieldsOf({ messages }: Decision): number {
  return Object.values(messages).reduce((sum, fields) => sum + fields.length, 0);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
