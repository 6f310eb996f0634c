// The lines of an iCalendar text (RFC 5545 section 3.1): the properties of its events. Nothing in it costs more than one
// reading from left to right.

export interface Property {
  name: string;
  parameters: Readonly<Record<string, string>>;
  value: string;
}

export interface CalendarText {
  /** REQUEST, CANCEL, REPLY, PUBLISH, … */
  method: string;
  /** Of each event its own properties, not those of its alarms. */
  events: readonly (readonly Property[])[];
}

const LONGEST = 500_000;

export function readCalendar(text: string): CalendarText {
  const properties = unfold(text.slice(0, LONGEST)).flatMap(parseLine);
  const method =
    properties
      .find(({ name }) => name === 'METHOD')
      ?.value.trim()
      .toUpperCase() ?? 'PUBLISH';
  const events: Property[][] = [];
  let own: Property[] | undefined;
  let depth = 0;
  for (const property of properties) {
    if (isMark(property, 'BEGIN')) {
      own = [];
      depth = 0;
      events.push(own);
    } else if (isMark(property, 'END')) own = undefined;
    else if (property.name === 'BEGIN') depth += 1;
    else if (property.name === 'END') depth -= 1;
    else if (depth === 0) own?.push(property);
  }
  return { method, events };
}

/** Continuation lines begin with a space or a tab. */
function unfold(text: string): string[] {
  return text
    .replace(/\r\n?|\n/gu, '\n')
    .replace(/\n[ \t]/gu, '')
    .split('\n');
}

/** A name, its parameters and a value. */
function parseLine(line: string): Property[] {
  const parts: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === ';' || char === ':')) {
      parts.push(line.slice(begin, at));
      begin = at + 1;
      if (char === ':') return propertyOf(parts, line.slice(begin));
    }
  }
  return [];
}

function propertyOf([name = '', ...parts]: readonly string[], value: string): Property[] {
  if (!/^[\w-]{1,60}$/u.test(name)) return [];
  const parameters = parts.map((part) => {
    const [key = '', ...given] = part.split('=');
    return [key.toUpperCase(), given.join('=').replaceAll('"', '')] as const;
  });
  return [{ name: name.toUpperCase(), parameters: Object.fromEntries(parameters), value }];
}

function isMark({ name, value }: Property, mark: 'BEGIN' | 'END'): boolean {
  return name === mark && value.trim().toUpperCase() === 'VEVENT';
}
