// Generates docs/mail-reading-differences.md from the decisions in differences.json.
import type { Decision, Parser } from './differences.ts';

const NAMES: Record<Parser, string> = { python: "Python's `email`", 'postal-mime': 'postal-mime' };

export function differencesPage(decisions: Decision[], messages: number): string {
  const parsers = [...new Set(decisions.map(({ parser }) => parser))];
  return [
    '# Differences between the parsers of Daybook and others',
    '',
    `The tests have a corpus of ${messages} messages: all known variants of valid and invalid mail. Each message has its expected result, and \`npm test\` compares Daybook with it. \`npm run test:peers\` parses the same messages with two other parsers: the \`email\` package of Python, with its policy \`default\`, and [postal-mime](https://www.npmjs.com/package/postal-mime). It compares every field: subject, addresses with their names, date, message ids, text, HTML, and attachments by their SHA-256, size, name and type.`,
    '',
    'This page lists every class of differences and which result is correct. If another parser was correct, Daybook was changed, so there is no such row. "Both" means that no standard decides. A difference that is not listed fails the tests, and so does a listed difference that no longer occurs.',
    '',
    ...summary(decisions, parsers),
    ...parsers.flatMap((parser) => section(decisions, parser)),
    'The messages of each row are named in `test/mime-corpus/differences.json`. This page is generated from that file: `npx vitest run test/protocols/mime/corpus.test.ts -u` updates it.',
    '',
  ].join('\n');
}

function summary(decisions: Decision[], parsers: Parser[]): string[] {
  const count = (parser: Parser, right: Decision['right']) =>
    decisions
      .filter((one) => one.parser === parser && one.right === right)
      .reduce((sum, one) => sum + fieldsOf(one), 0);
  return [
    '| compared with | messages with differences | different fields | Daybook is correct | both are acceptable |',
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
    '| behaviour | messages | example | correct | standard | reason |',
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
