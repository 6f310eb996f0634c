// The requests that operations become in a given world.
import { isWaiting } from './email-states.ts';
import { type Fields, type Item, type Kind, kinds } from './kinds.ts';
import {
  type AimedOperation,
  type GuardedOperation,
  kindOf,
  type Operation,
  type Repeat,
  type Target,
} from './operations.ts';
import { find, type Kept, type KeptAnswer, recordsOf, type World } from './world.ts';

export interface Request {
  method: string;
  path: string;
  body?: unknown;
  headers: Record<string, string>;
  /** The ids as they are written in the request. */
  names: string[];
}

export function requestOf(world: World, operation: Operation): Request {
  const request = plainRequest(world, operation);
  if ('once' in operation && operation.once) request.headers['idempotency-key'] = `key ${world.step}`;
  return request;
}

function plainRequest(world: World, operation: Operation): Request {
  switch (operation.do) {
    case 'create': {
      const headers: Record<string, string> = operation.xSource ? { 'x-source': operation.xSource } : {};
      return { ...plain('POST', `/${kinds[operation.kind].path}`, operation.body), headers };
    }
    case 'list':
      return plain('GET', `/${kinds[operation.kind].path}?${new URLSearchParams(operation.query)}`);
    case 'get': {
      const request = aimed(world, operation, 'GET');
      const etag = operation.isCached ? find(world, operation.kind, request.names[0] as string)?.etag : undefined;
      return etag === undefined ? request : { ...request, headers: { 'if-none-match': etag } };
    }
    case 'patch':
      return guarded(world, operation, 'PATCH', '', operation.body);
    case 'custom':
      return guarded(world, operation, 'PATCH', '/custom', operation.body);
    case 'remove':
      return guarded(world, operation, 'DELETE');
    case 'erase':
      return guarded(world, operation, 'DELETE', '?permanent=true');
    case 'mark':
      return aimed(world, operation, 'POST', `/${operation.flag}`);
    case 'snooze':
      return aimed(world, operation, 'POST', '/snooze', { until: operation.until });
    case 'restore':
    case 'unsnooze':
    case 'send':
    case 'cancel':
      return aimed(world, operation, 'POST', `/${operation.do}`);
    case 'draft':
      return plain('POST', '/emails/drafts', typed(operation.content));
    case 'edit draft': {
      const request = guarded(world, operation, 'PATCH', '', typed(operation.content));
      return { ...request, path: request.path.replace('/emails/', '/emails/drafts/') };
    }
    case 'send new': {
      const mail = { to_addresses: ['Bob <bob@example.org>'], body_plain: 'Hello' };
      return plain('POST', '/emails/send', operation.account ? { ...mail, account_id: operation.account } : mail);
    }
    case 'batch': {
      const names = operation.targets.map((target) => nameOf(world, 'email', operation.action, target));
      const { action, params } = operation;
      return { ...plain('POST', '/emails/batch', { ids: names, action, params }), names };
    }
    case 'names':
      return plain('GET', `/${operation.list}`);
    case 'rename':
      return plain('PATCH', nameAddress(operation), { name: operation.to });
    case 'remove name': {
      const query = operation.to === null ? '' : `?to=${encodeURIComponent(operation.to)}`;
      return plain('DELETE', `${nameAddress(operation)}${query}`);
    }
    case 'repeat': {
      const kept = repeated(world, operation);
      if (!kept) return plain('GET', '/events?limit=0');
      const body = isAlteration(kept, operation) ? altered(kept) : kept.body;
      return { ...plain('POST', kept.path, body), headers: { 'idempotency-key': kept.key } };
    }
    case 'wrong patch':
      return aimed(world, operation, 'PATCH', '', operation.body);
    case 'wrong':
      return plain(operation.method, operation.path, operation.body);
  }
}

function nameAddress({ list, from }: { list: string; from: string }): string {
  return `/${list}/${encodeURIComponent(from)}`;
}

/** The answer that a repetition brings back, if there is any yet. */
export function repeated(world: World, { since }: Repeat): KeptAnswer | undefined {
  return choose(world.answers, since);
}

/** Whether the repetition has another body: a request without one can only be repeated as it is. */
export function isAlteration(kept: KeptAnswer, { isAltered }: Repeat): boolean {
  return isAltered && kept.body !== undefined;
}

function plain(method: string, path: string, body?: unknown): Request {
  return { method, path, headers: {}, names: [], ...(body !== undefined && { body }) };
}

function aimed(world: World, operation: AimedOperation, method: string, rest = '', body?: unknown): Request {
  const kind = kindOf(operation);
  const name = nameOf(world, kind, operation.do, operation.target);
  return { ...plain(method, `/${kinds[kind].path}/${encodeURIComponent(name)}${rest}`, body), names: [name] };
}

function guarded(world: World, operation: GuardedOperation, method: string, rest = '', body?: unknown): Request {
  const request = aimed(world, operation, method, rest, body);
  const ifMatch = ifMatchOf(world, operation, request.names[0] as string);
  return ifMatch === undefined ? request : { ...request, headers: { 'if-match': ifMatch } };
}

function ifMatchOf(world: World, operation: GuardedOperation, name: string): string | undefined {
  const kept = find(world, kindOf(operation), name);
  switch (operation.version) {
    case 'unsaid':
      return undefined;
    case 'any':
      return '*';
    case 'current':
      return kept?.etag === undefined ? undefined : `"of another make", ${kept.etag}`;
    case 'stale':
      return kept?.stale.at(-1) ?? '"of another make"';
    case 'foreign':
      return '"of another make"';
  }
}

function nameOf(world: World, kind: Kind, deed: string, { as, since }: Target): string {
  const unknown = '01890000-0000-7000-8000-000000000000';
  const idOf = (records: Kept[]) => choose(records, since)?.record.id ?? unknown;
  const standing = recordsOf(world, kind);
  switch (as) {
    case 'fit': {
      const fitting = standing.filter(({ record }) => isFit(deed, record));
      return idOf(fitting.length > 0 ? fitting : standing);
    }
    case 'id':
      return idOf(standing);
    case 'handle':
      return `#${idOf(standing).slice(-10)}`;
    case 'other kind':
      return idOf([...world.records.values()].filter((kept) => kept.kind !== kind));
    case 'erased':
      return (
        choose(
          world.gone.filter((one) => one.kind === kind),
          since,
        )?.id ?? unknown
      );
    case 'stranger':
      return world.strangers[kind];
    case 'unknown':
      return unknown;
    case 'malformed':
      return 'not-an-id';
  }
}

function choose<T extends { step: number }>(all: T[], since: number): T | undefined {
  return all.find(({ step }) => step >= since) ?? all[0];
}

function isFit(deed: string, record: Item): boolean {
  if (deed === 'restore') return record.deleted_at !== null;
  if (deed === 'edit draft' || deed === 'send') return record.status === 'draft';
  if (deed === 'cancel') return isWaiting(record);
  return deed === 'unsnooze' ? record.snoozed_until !== null : record.deleted_at === null;
}

/** Another body that the same address would accept. */
function altered({ path, body }: KeptAnswer): Fields {
  const fields = body as Fields;
  if (path.endsWith('/snooze')) return { until: '2997-01-01' };
  if (path.endsWith('/batch')) return { ...fields, ids: [...(fields.ids as string[]), 'one more'] };
  return { ...fields, ...(path.endsWith('/drafts') ? { subject: 'another' } : { custom_fields: { another: true } }) };
}

/** Recipients as people type them: `Bob <bob@example.org>, ann@example.org`. */
function typed(content: Fields): Fields {
  const lists = ['to', 'cc', 'bcc'].filter((field) => Array.isArray(content[field]));
  const text = ({ address, name }: Fields) => (name === null ? address : `${name} <${address}>`);
  const texts = lists.map((field) => [field, (content[field] as Fields[]).map(text).join(', ')]);
  return { ...content, ...Object.fromEntries(texts) };
}
