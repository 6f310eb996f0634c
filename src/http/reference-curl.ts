// Commands to paste into a shell. They carry no id of ours: where a record is needed, the first line looks up the one
// that the create example of the same page has made, so that trying things out changes nothing else.
import { EXAMPLE_ID } from './openapi-schemas.ts';
import { jsonText } from './reference-html.ts';
import type { Operation } from './reference-model.ts';

/** Stands for the page's own origin until the page knows it. */
export const ORIGIN = 'http://127.0.0.1:7200';

/** Which record an action needs, as list parameters. */
const STATE_FOR: Record<string, string> = {
  restore: 'only_deleted=true',
  unsnooze: 'snoozed=true',
  send: 'status=draft',
  cancel: 'status=queued',
};

export function commandOf(operation: Operation, all: Operation[]): string {
  const { method, path, body, answers } = operation;
  if (answers[0]?.status === '101') return socketCommand(path);
  const url = `${ORIGIN}${path.replaceAll(/\{\w+\}/g, '$ID')}${queryOf(operation)}`;
  // GET is what curl does without a body, and POST with one.
  const parts = ['curl', ...(method === (body ? 'POST' : 'GET') ? [] : [`-X ${method}`]), `"${url}"`];
  if (body?.form) parts.push('\\\n  -F file=@lease.pdf');
  else if (body) parts.push(`\\\n  -H "Content-Type: application/json" \\\n  -d ${quote(body.example ?? {})}`);
  const command = parts.join(' ');
  return command.includes('$ID') ? `${lookUp(operation, all)}\n${command}` : command;
}

function socketCommand(path: string): string {
  return `# needs Node 22 or newer\nnode -e "new WebSocket('${ORIGIN.replace('http', 'ws')}${path}').onmessage = (message) => console.log(message.data)"`;
}

// A page of five shows as much as a page of twenty.
function queryOf({ method, parameters }: Operation): string {
  return method === 'GET' && parameters.some((one) => one.in === 'query' && one.name === 'limit') ? '?limit=5' : '';
}

function lookUp({ path }: Operation, all: Operation[]): string {
  const [collection = path] = /^\/api\/v\d+\/[\w-]+/.exec(path) ?? [];
  const action = path.split('/').at(-1) ?? '';
  const state = path.includes('/drafts/') ? 'status=draft' : STATE_FOR[action];
  const made = firstText(all.find((one) => one.method === 'POST' && one.path === collection)?.body?.example);
  const list = all.find((one) => one.method === 'GET' && one.path === collection);
  const takes = (name: string) => list?.parameters.some((one) => one.in === 'query' && one.name === name);
  const search = made && takes('search') && `search=${encodeURIComponent(made)}`;
  const query = [search, state, 'limit=1', takes('fields') && 'fields=id'].filter(Boolean).join('&');
  return `ID=$(curl -s "${ORIGIN}${collection}?${query}" \\\n  | grep -oE '[0-9a-f-]{36}' | head -n 1)`;
}

function firstText(example: unknown): string | undefined {
  return Object.values((example ?? {}) as object).find((value) => typeof value === 'string');
}

// In single quotes nothing is special to a shell but the quote itself; the id is let in from outside of them.
function quote(example: unknown): string {
  const text = jsonText(example).replaceAll("'", String.raw`'\''`).replaceAll(EXAMPLE_ID, `'"$ID"'`);
  return `'${text}'`;
}
