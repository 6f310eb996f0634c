// Patterns for what must not be in some parts of src: SQL, and comparisons of a resource with its name.
import { resources } from '../../src/resources/resources.ts';

const SQL_PATTERNS = [
  // A literal that begins as a statement.
  /(['"`])[\s(]*(select|SELECT|with \w+ as|pragma|begin immediate|vacuum)\s[^'"`]{0,60}/,
  // A statement or a part of one anywhere in a literal.
  /['"`][^'"`]*\b(insert( or \w+)? into|delete from|INSERT INTO|DELETE FROM)\s+[\w$][^'"`]{0,60}/,
  /\bupdate [\w.${}]+ set \w[^'"`]{0,60}=/,
  /\bselect\s[^'"`;]{0,400}?\bfrom\s+[\w$(]+[^'"`]{0,40}['"`]/,
  /\b(create|alter|drop) (virtual )?(table|index|view|trigger) [^'"`]{0,60}['"`]/,
  // A statement is run, or is the value of a query.
  /\btx\.(get|all|run|count|insert)\([^;]{0,60}/,
  /\.(catalogue|prepare)\([^;]{0,60}/,
  /\bsql:[^;]{0,60}/,
  /^import (?!type)[^;]*from '(node:sqlite|pg)'/m,
];

/** What looks like SQL or like the running of it. */
export function sqlIn(text: string): string[] {
  return matchesIn(text, SQL_PATTERNS);
}

const NAMING = '(?:name|path|table|scope)';
const NAMES = [...new Set(resources.flatMap(({ name, path, table, scope }) => [name, path, table, scope]))];
const QUOTED = `['"\`](?:${NAMES.join('|')})['"\`]`;
/** A resource in code, and the constants of the declarations. */
const RESOURCE = `(?:resource|${resources.map(({ name }) => name.replace('email_', '')).join('|')})`;
const NAME_PATTERNS = [
  `\\bresource\\.${NAMING}\\s*[=!]==?`,
  `[=!]==?\\s*(?:\\w+\\.)*resource\\.${NAMING}\\b`,
  `\\bswitch \\((?:\\w+\\.)*resource(?:\\.${NAMING})?\\)`,
  `\\b${NAMING}\\s*[=!]==?\\s*${QUOTED}`,
  `${QUOTED}\\s*[=!]==?\\s*(?:\\w+\\.)*${NAMING}\\b`,
  `${QUOTED}\\]\\.includes\\((?:\\w+\\.)*(?:${NAMING}|${RESOURCE})`,
  `\\bresource [=!]==? ${RESOURCE}\\b`,
  `\\b${RESOURCE} [=!]==? (?:\\w+\\.)*resource\\b`,
].map((pattern) => new RegExp(pattern));

/** Comparisons of a resource, or of its name, path, table or scope. */
export function comparisonsIn(text: string): string[] {
  return matchesIn(text, NAME_PATTERNS);
}

/** What matches in code, comments left out. */
function matchesIn(text: string, patterns: RegExp[]): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[\s;{}])\/\/.*$/gm, '$1');
  return patterns
    .flatMap((pattern) => [...code.matchAll(new RegExp(pattern, `${pattern.flags}g`))])
    .map(([found]) => found.replaceAll(/\s+/g, ' ').trim());
}
