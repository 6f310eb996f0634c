// The contract, operation by operation: what each must answer and emit in a given state. Unknown records come first
// (404), then If-Match (412), then the rules of the operation itself.
import { batch, cancel, createDraft, editDraft, mark, send, snooze, unsnooze } from './email-rules.ts';
import { list } from './list-rules.ts';
import { names, removeName, rename } from './name-rules.ts';
import { kindOf, type Operation, type Repeat } from './operations.ts';
import { create, erase, get, mergeCustom, patch, remove, restore } from './record-rules.ts';
import { isAlteration, type Request, repeated } from './requests.ts';
import { find, findVisible, type Kept, type Made, missing, type Outcome, refuse, type World } from './world.ts';

/** Carries the operation out in the world and returns what the service must answer and emit. */
export function outcomeOf(world: World, operation: Operation, request: Request, made: Made): Outcome {
  const name = request.names[0] as string;
  const ifMatch = request.headers['if-match'];
  const kind = kindOf(operation);
  const visible = () => findVisible(world, kind, name);
  const anywhere = () => find(world, kind, name);

  switch (operation.do) {
    case 'create':
      return create(world, kind, operation.body, operation.xSource, made);
    case 'get':
      return on(visible(), undefined, (kept) => get(kept, request.headers['if-none-match']));
    case 'patch':
      return on(visible(), ifMatch, (kept) => patch(world, kept, operation.body, made));
    case 'custom':
      return on(visible(), ifMatch, (kept) => mergeCustom(world, kept, operation.body, made));
    case 'remove':
      return on(anywhere(), ifMatch, (kept) => remove(world, kept, made));
    case 'erase':
      return on(anywhere(), ifMatch, (kept) => erase(world, kept));
    case 'restore':
      return on(anywhere(), undefined, (kept) => restore(world, kept, made));
    case 'list':
      return list(world, kind, operation.query);
    case 'mark':
      return on(visible(), undefined, (kept) => mark(world, kept, operation.flag, made));
    case 'snooze':
      return on(visible(), undefined, (kept) => snooze(world, kept, operation.until, made));
    case 'unsnooze':
      return on(visible(), undefined, (kept) => unsnooze(world, kept, made));
    case 'draft':
      return createDraft(world, operation.content, made);
    case 'edit draft':
      return on(visible(), ifMatch, (kept) => editDraft(world, kept, operation.content, made));
    case 'send':
      return on(visible(), undefined, (kept) => send(world, kept, made));
    case 'cancel':
      return on(visible(), undefined, (kept) => cancel(world, kept, made));
    case 'send new':
      return refuse(422, operation.account ? 'ACCOUNT_NOT_CONNECTED' : 'NO_DEFAULT_ACCOUNT');
    case 'batch':
      return batch(world, request.names, operation.action, operation.params, made);
    case 'names':
      return names(world, operation.list);
    case 'rename':
      return rename(world, operation.list, operation.from, operation.to, made);
    case 'remove name':
      return removeName(world, operation.list, operation.from, operation.to, made);
    case 'repeat':
      return repeat(world, operation);
    case 'wrong patch':
      return on(visible(), undefined, () => refuse(400, 'VALIDATION_ERROR'));
    case 'wrong':
      return refuse(operation.status, operation.error);
  }
}

function on(kept: Kept | undefined, ifMatch: string | undefined, act: (kept: Kept) => Outcome): Outcome {
  if (!kept) return missing();
  const allowed = ifMatch?.split(', ') ?? ['*'];
  return allowed.includes('*') || allowed.includes(kept.etag ?? '') ? act(kept) : refuse(412, 'PRECONDITION_FAILED');
}

/** The first answer again, byte for byte; under the same key another body is refused. */
function repeat(world: World, operation: Repeat): Outcome {
  const kept = repeated(world, operation);
  if (!kept) return list(world, 'event', [['limit', '0']]);
  return isAlteration(kept, operation)
    ? refuse(409, 'IDEMPOTENCY_KEY_REUSED')
    : { status: kept.status, text: kept.text, events: [] };
}
