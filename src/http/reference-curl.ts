// Commands to paste into a shell, for sh and curl alone. A command that makes a record keeps its id in a shell variable,
// and the others of the page act on that record and nothing else: without the variable they say which command to run
// first, and send nothing.
import { EXAMPLE_ID } from './openapi-schemas.ts';
import { jsonText } from './reference-html.ts';
import type { Operation } from './reference-model.ts';

/** Stands for the page's own origin until the page knows it. */
export const ORIGIN = 'http://127.0.0.1:7200';

/** Variables that are not named after the last word of the path. */
const MADE_BY: Record<string, string> = { 'email-accounts': 'ACCOUNT_ID', send: 'SCHEDULED_ID' };
const TAKEN_BY: Record<string, string> = { cancel: 'SCHEDULED_ID', send: 'SEND_ID', unsubscribe: 'LIST_EMAIL_ID' };

/** No command of the page sets them: a mail leaves, and a list is left, only when a person has named the mail. */
const BY_HAND: Record<string, string> = {
  SEND_ID: 'set it to the id of a draft, which is then sent at once',
  LIST_EMAIL_ID: 'set it to the id of an email of a mailing list, which is then left',
};

/** The answer that shows a record begins with its id; an error does not. */
const ID_OF_ANSWER = String.raw`sed -n 's/^{"data":{"id":"\([^"]*\)".*/\1/p'`;

export function commandOf(operation: Operation, all: Operation[]): string {
  const { method, path, body, answers } = operation;
  if (answers[0]?.status === '101') return socketCommand(path);
  const id = guarded(takenBy(path), all);
  const url = `${ORIGIN}${path.replaceAll(/\{\w+\}/g, id)}${queryOf(operation)}`;
  const variable = madeBy(operation);
  const options = variable ? ['-sS'] : [];
  // GET is what curl does without a body, and POST with one.
  if (method !== (body ? 'POST' : 'GET')) options.push(`-X ${method}`);
  const parts = ['curl', ...options, `"${url}"`];
  if (body?.form) parts.push(`\\\n  -F 'file=@-;filename=lease.txt;type=text/plain'`);
  else if (body) parts.push(`\\\n  -H "Content-Type: application/json" \\\n  -d ${quote(body.example ?? {}, id)}`);
  const command = (body?.form ? "printf 'The lease.\\n' | " : '') + parts.join(' ');
  if (variable) return keepingId(command, variable);
  // In a script an empty variable would end the shell, and these can be empty after all commands before them.
  return Object.values(TAKEN_BY).includes(takenBy(path)) ? `(${command})` : command;
}

/** The command, and the id of the record that it makes in the variable. */
export function keepingId(command: string, variable: string): string {
  return `ANSWER=$(${command})
${variable}=$(printf '%s\\n' "$ANSWER" | ${ID_OF_ANSWER})
printf '%s\\n' "$ANSWER"`;
}

/** Removes for good what the commands of the page have made. */
export function cleanUpCommand(all: Operation[], others: { variable: string; path: string }[] = []): string {
  const made = all.flatMap((operation) => {
    const variable = madeBy(operation);
    const collection = collectionOf(operation.path);
    const removal = all.find((one) => one.method === 'DELETE' && one.path === `${collection}/{id}`);
    if (!variable || !removal) return [];
    const permanent = removal.parameters.some((one) => one.name === 'permanent') ? '?permanent=true' : '';
    return [{ variable, path: `${collection}/$${variable}${permanent}` }];
  });
  return [...made, ...others]
    .map(({ variable, path }) => `[ -z "$${variable}" ] || curl -X DELETE "${ORIGIN}${path}"`)
    .join('\n');
}

function socketCommand(path: string): string {
  const url = `${ORIGIN.replace('http', 'ws')}${path}`;
  return `node_modules/.bin/node -e "
const socket = new WebSocket('${url}');
socket.onmessage = (message) => console.log(message.data);
setTimeout(() => socket.close(), 5000);"`;
}

// A page of five shows as much as a page of twenty.
function queryOf({ method, parameters }: Operation): string {
  return method === 'GET' && parameters.some((one) => one.in === 'query' && one.name === 'limit') ? '?limit=5' : '';
}

/** The variable for the record that an operation makes; null where it makes none. */
function madeBy({ method, path, answers, body }: Operation): string | null {
  const isRecord = answers[0]?.schema?.properties?.data?.$ref !== undefined;
  return method === 'POST' && body && isRecord && !path.includes('{') ? variableFor(path) : null;
}

/** The variable for the record that an operation is about. */
function takenBy(path: string): string {
  if (!path.includes('/{')) return variableFor(collectionOf(path)); // such as a batch, with ids in its body
  return TAKEN_BY[lastOf(path)] ?? variableFor(path.split('/{')[0] as string);
}

function variableFor(path: string): string {
  const word = lastOf(path);
  return MADE_BY[word] ?? `${word.replace(/s$/, '').replaceAll(/\W+/g, '_').toUpperCase()}_ID`;
}

/** The variable, or else a message; the shell then does not run the command. */
function guarded(variable: string, all: Operation[]): string {
  const maker = all.find((one) => madeBy(one) === variable);
  const advice = BY_HAND[variable] ?? (maker ? `${adviceFor(maker.summary)} first` : 'set it to an id');
  return `\${${variable}:?${advice}}`;
}

/** "create an event", from the summary "Create an event, …"; without anything that a shell could take for its own. */
function adviceFor(summary: string): string {
  const [words = ''] = summary.replaceAll(/[^\p{L}\p{N} ,]/gu, '').split(',');
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function collectionOf(path: string): string {
  return /^\/api\/v\d+\/[\w-]+/.exec(path)?.[0] ?? path;
}

function lastOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

// In single quotes nothing is special to a shell but the quote itself; the id is let in from outside of them.
function quote(example: unknown, id: string): string {
  const text = jsonText(example).replaceAll("'", String.raw`'\''`).replaceAll(EXAMPLE_ID, `'"${id}"'`);
  return `'${text}'`;
}
