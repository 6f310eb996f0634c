// Shell commands for the reference page, for sh and curl. A command that creates a record stores its id in a shell
// variable, and the other commands use only that record: without the variable they print which command to run first,
// and send nothing.
import { jsonText } from './html.ts';
import type { Operation } from './model.ts';
import { EXAMPLE_ID } from './openapi-schemas.ts';

/** The origin in commands, which the page replaces with its own. */
export const ORIGIN = 'http://127.0.0.1:7200';

/** Variables that are not named after the last segment of the path. */
const MADE_BY: Record<string, string> = {
  'email-accounts': 'ACCOUNT_ID',
  identities: 'IDENTITY_ID',
  send: 'SCHEDULED_ID',
};
const TAKEN_BY: Record<string, string> = {
  cancel: 'SCHEDULED_ID',
  send: 'SEND_ID',
  unsubscribe: 'LIST_EMAIL_ID',
  'webhooks/{id}/test': 'TESTED_WEBHOOK_ID',
};

/** The record that the body of a create names. */
const NAMED_BY: Record<string, string> = { identities: 'OWN_ACCOUNT_ID', tokens: 'NEW_TOKEN' };

/** No command of the page sets these: a mail is sent, a list is left, a token is needed only if a person says so. */
const BY_HAND: Record<string, string> = {
  SEND_ID: 'set it to the id of a draft, which is then sent at once',
  LIST_EMAIL_ID: 'set it to the id of an email of a mailing list, which is then left',
  OWN_ACCOUNT_ID: 'set it to the id of an email account, which is then given an identity',
  IDENTITY_ID: 'set it to the id of an identity, which is then shown, changed or removed',
  TESTED_WEBHOOK_ID: 'set it to the id of a webhook, which is then sent a test message',
  SESSION_ID: 'set it to the id of a session, which is then ended',
  NEW_TOKEN: 'set it to yes; after the first token every request needs one',
  TOKEN_ID: 'set it to the id of a token, which is then revoked',
  THREAD_ID: 'set it to the id of a conversation, which is then shown',
  TASK_ID: 'set it to the id of a task, which is then shown',
  REMINDER_ID: 'set it to the id of a reminder, which is then shown, dismissed or snoozed',
};

/** A response with a record begins with its id; an error does not. */
const ID_OF_ANSWER = String.raw`sed -n 's/^{"data":{"id":"\([^"]*\)".*/\1/p'`;

export function commandOf(operation: Operation, all: Operation[]): string {
  const { method, path, body, answers } = operation;
  if (answers[0]?.status === '101') return socketCommand(path);
  const id = guarded(takenBy(path), all);
  const named = path.replace('{name}', encodeURIComponent(nameOf(operation)));
  const url = `${ORIGIN}${named.replaceAll(/\{\w+\}/g, id)}${queryOf(operation)}`;
  const variable = madeBy(operation);
  if (answers[0]?.type === 'text/event-stream') return streamCommand(url);
  const options = variable ? ['-sS'] : [];
  // Without -X curl uses GET without a body, and POST with one.
  if (method !== (body ? 'POST' : 'GET')) options.push(`-X ${method}`);
  const parts = ['curl', ...options, `"${url}"`];
  if (body?.form) parts.push(`\\\n  -F 'file=@-;filename=lease.txt;type=text/plain'`);
  else if (body) parts.push(`\\\n  -H "Content-Type: application/json" \\\n  -d ${quote(body.example ?? {}, id)}`);
  const command = (body?.form ? "printf 'The lease.\\n' | " : '') + parts.join(' ');
  // A substitution that fails does not end the shell, so the variable is checked before it.
  if (variable) return (path.includes('{') ? `: "${id}"\n` : '') + keepingId(command, variable);
  // In a script an empty variable would end the shell, and these can be empty even after all commands before them.
  const taken = takenBy(path);
  if (!(taken in BY_HAND || Object.values(TAKEN_BY).includes(taken))) return command;
  return body && taken === NAMED_BY[lastOf(path)] && !command.includes(id)
    ? `(: "${id}" && ${command})`
    : `(${command})`;
}

/** The command, which stores the id of the created record in the variable. */
export function keepingId(command: string, variable: string): string {
  return `ANSWER=$(${command})
${variable}=$(printf '%s\\n' "$ANSWER" | ${ID_OF_ANSWER})
printf '%s\\n' "$ANSWER"`;
}

/** Permanently deletes everything that the commands of the page have created. */
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

/** Ends it after a while, which curl reports as 28. */
function streamCommand(url: string): string {
  return `curl -sN --max-time 3 "${url}" || [ $? = 28 ]`;
}

// What is required, and a page of five, which shows as much as a page of twenty.
function queryOf({ method, parameters }: Operation): string {
  const given = parameters.flatMap(({ in: place, name, required, example }) => {
    if (place !== 'query') return [];
    if (required) return [`${name}=${encodeURIComponent(String(example))}`];
    return method === 'GET' && name === 'limit' ? ['limit=5'] : [];
  });
  return given.length > 0 ? `?${given.join('&')}` : '';
}

/** What is named by its name: the one that the commands create. */
function nameOf({ parameters }: Operation): string {
  return String(parameters.find((one) => one.in === 'path' && one.name === 'name')?.example ?? '');
}

/** The variable for the record that an operation creates; null if it creates none. */
function madeBy({ method, path, answers, body }: Operation): string | null {
  const { data } = (answers[0]?.example ?? {}) as { data?: { id?: string } };
  const isRecord = answers[0]?.schema?.properties?.data?.$ref !== undefined && data?.id !== undefined;
  const isNew = !path.includes('{') || answers[0]?.status === '201';
  const variable = variableFor(path);
  return method === 'POST' && body && isRecord && isNew && !(variable in BY_HAND) ? variable : null;
}

/** The variable for the record of an operation. */
function takenBy(path: string): string {
  // Such as a batch, with ids in its body.
  if (!path.includes('/{')) return NAMED_BY[lastOf(path)] ?? variableFor(collectionOf(path));
  const action = path.split('/').slice(-3).join('/');
  return TAKEN_BY[action] ?? TAKEN_BY[lastOf(path)] ?? variableFor(path.split('/{')[0] as string);
}

function variableFor(path: string): string {
  const word = lastOf(path);
  return MADE_BY[word] ?? `${word.replace(/s$/, '').replaceAll(/\W+/g, '_').toUpperCase()}_ID`;
}

/** The variable, or else a message; the shell then does not run the command. */
function guarded(variable: string, all: Operation[]): string {
  const maker = all.find((one) => madeBy(one) === variable);
  const advice =
    BY_HAND[variable] ?? (maker ? `run the command of ${maker.method} ${maker.path} first` : 'set it to an id');
  return `\${${variable}:?${advice}}`;
}

function collectionOf(path: string): string {
  return /^\/api\/v\d+\/[\w-]+/.exec(path)?.[0] ?? path;
}

function lastOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

// In single quotes only the quote itself is special to a shell; the id is inserted outside of them.
function quote(example: unknown, id: string): string {
  const text = jsonText(example).replaceAll("'", String.raw`'\''`).replaceAll(EXAMPLE_ID, `'"${id}"'`);
  return `'${text}'`;
}
