// The text of a search as parts: operators such as `from:ann`, which are shown as chips, and words. The service reads
// the text itself; nothing here changes what is searched.

export interface QueryPart {
  /** As it is written: `from:"Ann Lee"`, `-is:read`, `lease`. */
  text: string;
  /** undefined for words. */
  operator: string | undefined;
}

/** The operators of the service, each with an example of its value. */
const OPERATORS = [
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'filename',
  'in',
  'label',
  'has',
  'is',
  'before',
  'after',
] as const;

/** A sign, an operator, and a value: quoted, in parentheses, or up to the next space. */
const PART = /(-?)(?:([a-z]+):)?("[^"]*"?|\([^)]*\)?|[^\s"(]\S*)/gi;

export function partsOf(query: string): QueryPart[] {
  return [...query.matchAll(PART)].map(([text, , name]) => {
    const operator = name?.toLowerCase();
    return { text, operator: OPERATORS.find((one) => one === operator) };
  });
}

/** The query without one of its parts. */
export function withoutPart(query: string, index: number): string {
  return partsOf(query)
    .filter((_, at) => at !== index)
    .map(({ text }) => text)
    .join(' ');
}

/** The query with an operator at its end; a value with spaces is quoted. */
export function withOperator(query: string, operator: string, value = ''): string {
  const quoted = /\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
  return `${query.trim()} ${operator}:${quoted}`.trim();
}

const FILE_TYPES = /^(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|txt|rtf|zip|jpe?g|png|gif|ics|vcf)$/i;

/** The query with operators for words that are the names of labels or types of files; undefined if there are none. */
export function withGuessedOperators(query: string, labels: readonly string[]): string | undefined {
  const known = new Map(labels.map((name) => [name.toLowerCase(), name]));
  const parts = partsOf(query).map(({ text, operator }) => {
    if (operator) return text;
    const label = known.get(text.toLowerCase());
    if (label) return withOperator('', 'label', label);
    return FILE_TYPES.test(text) ? `filename:${text}` : text;
  });
  const guessed = parts.join(' ');
  return guessed === query.trim() ? undefined : guessed;
}
