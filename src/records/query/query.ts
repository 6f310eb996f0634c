// Reads `q`: its words as terms of the index, its operators as terms of a field, as list filters or as ranges of time.
// An operator that cannot be read is searched as text and reported.
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { searchedResources } from '../../resources/resources.ts';
import type { SearchScope, SearchTerm } from '../../store/port.ts';
import type { Range } from '../../values/days.ts';
import { nearest } from '../../values/text.ts';
import { countWords, searchTerms } from '../search.ts';
import { DAY_FORMS, rangeOfDay } from './days.ts';
import { type Expression, parseQuery } from './syntax.ts';

/** What `q` asks for, whatever the resource. */
export type QueryNode =
  | { type: 'term'; term: SearchTerm; scope: SearchScope }
  /** An operator that is a list filter of some resources. */
  | { type: 'filter'; name: string; value: string }
  | { type: 'range'; range: Range }
  | { type: 'and' | 'or'; parts: QueryNode[] }
  | { type: 'not'; part: QueryNode };

/** The end of each message about an operator. */
export const SEARCHED_AS_TEXT = ' It was searched as text.';

export interface InvalidOperator {
  /** As it was typed. */
  operator: string;
  /** What would be right. */
  message: string;
}

export interface ReadQuery {
  /** null: it has no word and no operator, and therefore matches nothing. */
  node: QueryNode | null;
  invalid: InvalidOperator[];
}

export function readQuery(text: string, timezone: string, now: number): ReadQuery {
  const expression = parseQuery(text);
  const reader = new Reader(timezone, now);
  const node = (expression && reader.read(expression)) ?? null;
  if (reader.words > limits.searchWords)
    throw refused(
      'maxWords',
      `q must have at most ${limits.searchWords} words and operators; this one has ${reader.words}.`,
    );
  if (node && !isBounded(node))
    throw refused('positive', 'q must have a word or an operator without a minus sign, also on each side of OR.');
  return { node, invalid: reader.invalid };
}

const [FIELDS, FILTERS] = [new Set<string>(), new Map<string, Set<string> | null>()];
for (const { search } of searchedResources) {
  for (const name of Object.keys(search?.fields ?? {})) FIELDS.add(name);
  for (const [name, values] of Object.entries(search?.operators ?? {}))
    FILTERS.set(name, typeof values === 'string' ? null : new Set(Object.keys(values)));
}
const SIDES = ['before', 'after'];
const NAMES = [...FIELDS, ...FILTERS.keys(), ...SIDES];

type Operator = Extract<Expression, { type: 'operator' }>;

class Reader {
  readonly invalid: InvalidOperator[] = [];
  words = 0;
  private readonly timezone: string;
  private readonly now: number;

  constructor(timezone: string, now: number) {
    this.timezone = timezone;
    this.now = now;
  }

  /** Undefined if there is no word in it. */
  read(expression: Expression): QueryNode | undefined {
    switch (expression.type) {
      case 'words':
        return this.terms(expression.text, 'all');
      case 'operator':
        return this.operator(expression);
      case 'not': {
        const part = this.read(expression.part);
        return part && negated(part);
      }
      default: {
        const parts = expression.parts.map((part) => this.read(part)).filter((part) => part !== undefined);
        return combined(expression.type, parts);
      }
    }
  }

  private terms(text: string, scope: SearchScope): QueryNode | undefined {
    const terms = searchTerms(text) ?? [];
    this.words += countWords(terms);
    return combined(
      'and',
      terms.map((term) => ({ type: 'term', term, scope })),
    );
  }

  private operator(operator: Operator): QueryNode | undefined {
    const { name, value, quoted } = operator;
    if (FIELDS.has(name)) {
      const node = this.terms(quoted ? `"${value}"` : value, { field: name });
      return node ?? this.asText(operator, `${name}: needs a word, as in ${name}:ann.`);
    }
    this.words++;
    if (SIDES.includes(name)) {
      const range = rangeOfDay(name, value, this.timezone, this.now);
      return range ? { type: 'range', range } : this.asText(operator, `${name}: needs ${DAY_FORMS}.`);
    }
    const values = FILTERS.get(name);
    if (values === undefined) return this.asText(operator, unknownName(name));
    if (values === null && value !== '') return { type: 'filter', name, value };
    if (values === null) return this.asText(operator, `${name}: needs a name, as in ${name}:home.`);
    const known = value.toLowerCase();
    if (values.has(known)) return { type: 'filter', name, value: known };
    return this.asText(operator, `${name}: needs ${values.size > 1 ? 'one of ' : ''}${[...values].join(', ')}.`);
  }

  private asText(operator: Operator, message: string): QueryNode | undefined {
    // A link, or a word before a colon, is not meant as an operator.
    if (NAMES.includes(operator.name) || /^(?!\/\/)./.test(operator.value))
      this.invalid.push({ operator: operator.text, message: message + SEARCHED_AS_TEXT });
    return this.terms(operator.text, 'all');
  }
}

function unknownName(name: string): string {
  const near = nearest(name, NAMES);
  const hint = near ? `did you mean ${near}:?` : `the operators are ${NAMES.map((one) => `${one}:`).join(', ')}.`;
  return `${name}: is not an operator; ${hint}`;
}

/** Parts of the same kind are taken out of their parentheses. */
function combined(type: 'and' | 'or', parts: QueryNode[]): QueryNode | undefined {
  const flat = parts.flatMap((part) => (part.type === type ? part.parts : [part]));
  return flat.length > 1 ? { type, parts: flat } : flat[0];
}

// Not (not a and not b) is a or b: so a `not` has something to look up within it.
function negated(node: QueryNode): QueryNode {
  if (node.type === 'not') return node.part;
  if (node.type === 'and' && node.parts.every(({ type }) => type === 'not'))
    return combined('or', node.parts.map(negated)) as QueryNode;
  if (node.type === 'or' && !node.parts.every(isBounded)) return combined('and', node.parts.map(negated)) as QueryNode;
  return { type: 'not', part: node };
}

/** Whether it selects by what a record has, and not only by what it does not have. */
function isBounded(node: QueryNode): boolean {
  switch (node.type) {
    case 'and':
      return node.parts.some(isBounded) && node.parts.every((part) => part.type === 'not' || isBounded(part));
    case 'or':
      return node.parts.every(isBounded);
    case 'not':
      return false;
    default:
      return true;
  }
}

function refused(constraint: string, message: string) {
  return faulty('INVALID_QUERY', [{ field: 'q', constraint, message }]);
}
