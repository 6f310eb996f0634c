// How sequences are drawn: forty operations of all kinds of record, or of one kind only so that its lists fill up.
import fc from 'fast-check';
import { createBody, draftContent, patchBody } from './bodies.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Query } from './list-rules.ts';
import type { NameList } from './name-rules.ts';
import type { Operation, Target, Version } from './operations.ts';
import { customMerge, farMoment, folder, moment, tag, tags } from './values.ts';
import { wrongPatches, wrongRequests } from './wrong-requests.ts';

const STEPS = 40;
const FIRST = 6; // of them make the records that the others need

/** The steps that make records are mostly the first. */
const since = fc.oneof(fc.nat(FIRST), fc.nat(STEPS));

const target: fc.Arbitrary<Target> = fc.record({
  as: fc.oneof(
    { weight: 8, arbitrary: fc.constant('fit' as const) },
    { weight: 4, arbitrary: fc.constant('id' as const) },
    { weight: 2, arbitrary: fc.constant('handle' as const) },
    { weight: 1, arbitrary: fc.constantFrom('erased', 'stranger', 'other kind', 'unknown', 'malformed' as const) },
  ),
  since,
});

const version: fc.Arbitrary<Version> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('unsaid' as const) },
  { weight: 1, arbitrary: fc.constantFrom('any', 'current', 'stale', 'foreign' as const) },
);

const once = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const yesOrNo = fc.constantFrom('true', 'false', '1', '0');

const commonParameters = (kind: Kind): Record<string, fc.Arbitrary<string>> => ({
  sort: fc.constantFrom(...kinds[kind].sorts),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.constantFrom('0', '1', '2', '3', '1000'),
  offset: fc.constantFrom('0', '1', '2', '30'),
  include_deleted: yesOrNo,
  only_deleted: yesOrNo,
});

const day = fc.oneof(
  moment.filter((text) => /Z$|^.{10}$|:\d\d[+-]/.test(text)),
  fc.constant('2026-02-18'),
);
const tz = fc.constantFrom('UTC', 'Asia/Kolkata');

const filters: Record<Kind, Record<string, fc.Arbitrary<string>>> = {
  event: {
    search: fc.constantFrom('garden', 'LEASE gar', 'zoe', 'Zoë ros', '日本', 'nowhere'),
    status: fc.constantFrom('confirmed', 'cancelled'),
    calendar_name: fc.constantFrom('default', 'home', 'Büro'),
    source: fc.constantFrom('local', 'sync'),
    date: fc.constantFrom('2026-02-17', '2024-02-29'),
    from: day,
    to: day,
    tz,
    fields: fc.constantFrom('title', 'start_at,custom_fields'),
  },
  email: {
    search: fc.constantFrom('garden', 'lease THE', 'zoe', 'ålu', '本語', 'figures', 'example', 'class'),
    folder,
    is_read: yesOrNo,
    is_starred: yesOrNo,
    has_attachments: yesOrNo,
    thread_id: fc.constantFrom('T1', 'T2', 'none'),
    status: fc.constantFrom('received', 'draft', 'queued', 'scheduled', 'sent'),
    label: tag,
    snoozed: yesOrNo,
    from: day,
    to: day,
    tz,
    fields: fc.constantFrom('subject', 'body_plain,thread_id'),
  },
  contact: {
    search: fc.constantFrom('garden', 'roses zoe', 'LEE', 'harb', '5550', '0123', '日本', 'alund', '77'),
    company: fc.constantFrom('HARB', 'press', '%', '_', 'wool'),
    source: fc.constantFrom('local', 'sync'),
    fields: fc.constantFrom('display_name', 'tags,phones'),
  },
};

function query(kind: Kind): fc.Arbitrary<Query> {
  const pair = ([name, value]: [string, fc.Arbitrary<string>]) => value.map((text): [string, string] => [name, text]);
  const one = (parameters: Record<string, fc.Arbitrary<string>>) => fc.oneof(...Object.entries(parameters).map(pair));
  const distinct = { selector: ([name]: [string, string]) => name };
  const tagged = tags.map((all) => all.map((tag): [string, string] => ['tag', tag]));
  return fc
    .tuple(
      fc.uniqueArray(one(commonParameters(kind)), { ...distinct, maxLength: 4 }),
      fc.uniqueArray(one(filters[kind]), { ...distinct, maxLength: 2 }),
      kind === 'contact' ? fc.oneof(fc.constant([]), tagged) : fc.constant([]),
    )
    .map((parts) => parts.flat());
}

const action = fc.oneof(
  fc.constantFrom('mark_read', 'mark_unread', 'star', 'unstar', 'delete', 'restore').map((name) => ({
    action: name,
    params: {},
  })),
  folder.map((name) => ({ action: 'move', params: { folder: name } })),
  fc
    .tuple(fc.constantFrom('add_label', 'remove_label'), tag)
    .map(([name, label]) => ({ action: name, params: { label } })),
  farMoment.map((until) => ({ action: 'snooze', params: { until } })),
);

type Drawn = { weight: number; arbitrary: fc.Arbitrary<Operation> };

/** An operation with these members. */
function drawn<const D extends Operation['do']>(
  weight: number,
  name: D,
  members: { [M in string]: fc.Arbitrary<unknown> },
): Drawn {
  return { weight, arbitrary: fc.record({ do: fc.constant(name), ...members }) as unknown as fc.Arbitrary<Operation> };
}

function creating(weight: number, kind: Kind): Drawn {
  const xSource = fc.constantFrom(undefined, undefined, undefined, 'header');
  return drawn(weight, 'create', { kind: fc.constant(kind), body: createBody[kind], xSource, once });
}

function recordOperations(kind: Kind): Drawn[] {
  const of = { kind: fc.constant(kind) };
  return [
    creating(10, kind),
    drawn(5, 'get', { ...of, target, isCached: fc.boolean() }),
    drawn(8, 'patch', { ...of, target, body: patchBody[kind], version }),
    drawn(4, 'custom', { ...of, target, body: customMerge, version }),
    drawn(5, 'remove', { ...of, target, version }),
    drawn(2, 'erase', { ...of, target, version }),
    drawn(4, 'restore', { ...of, target, once }),
    drawn(12, 'list', { ...of, query: query(kind) }),
    drawn(1, 'wrong patch', { ...of, target, body: fc.constantFrom(...wrongPatches[kind]) }),
  ];
}

const emailOperations: Drawn[] = [
  drawn(5, 'mark', { target, flag: fc.constantFrom('read', 'unread', 'star', 'unstar'), once }),
  drawn(5, 'snooze', { target, until: farMoment, once }),
  drawn(4, 'unsnooze', { target, once }),
  drawn(4, 'draft', { content: draftContent, once }),
  drawn(4, 'edit draft', { target, content: draftContent, version }),
  drawn(4, 'send', { target, once }),
  drawn(3, 'cancel', { target, once }),
  drawn(1, 'send new', { account: fc.constantFrom(null, '01890000-0000-7000-8000-000000000000') }),
  {
    weight: 7,
    arbitrary: fc
      .record({ targets: fc.array(target, { minLength: 1, maxLength: 5 }), act: action, once })
      .map(({ targets, act, once }): Operation => ({ do: 'batch', targets, ...act, once })),
  },
];

const LISTS: Record<Kind, NameList[]> = { event: ['calendars'], email: ['folders', 'labels'], contact: ['tags'] };

/** Calendars are only listed here: their changes have tests of their own. */
function nameOperations(kind: Kind): Drawn[] {
  return LISTS[kind].flatMap((list) => {
    const name: fc.Arbitrary<string> =
      list === 'folders' ? fc.oneof(folder, fc.constant('Neu')) : fc.oneof(tag, fc.constant('neu'));
    const of = { list: fc.constant(list), from: name };
    const changes = [
      drawn(2, 'rename', { ...of, to: name }),
      drawn(1, 'remove name', { ...of, to: fc.oneof(fc.constant(null), name) }),
    ];
    return [drawn(3, 'names', { list: fc.constant(list) }), ...(list === 'calendars' ? [] : changes)];
  });
}

const otherOperations: Drawn[] = [
  drawn(6, 'repeat', { since, isAltered: fc.boolean() }),
  { weight: 3, arbitrary: fc.constantFrom(...wrongRequests).map((wrong): Operation => ({ do: 'wrong', ...wrong })) },
];

function steps(of: Kind[]): fc.Arbitrary<(Operation | undefined)[]> {
  const making = of.map((kind) => creating(1, kind));
  const doing = [
    ...of.flatMap(recordOperations),
    ...of.flatMap(nameOperations),
    ...(of.includes('email') ? emailOperations : []),
    ...otherOperations,
  ];
  return fc.tuple(exactly(FIRST, making), exactly(STEPS - FIRST, doing)).map((parts) => parts.flat());
}

/** A step is never left out when it is drawn, but can be when a failing sequence is made shorter. */
function exactly(count: number, choice: Drawn[]): fc.Arbitrary<(Operation | undefined)[]> {
  const step = fc.option(fc.oneof(...choice), { nil: undefined, freq: 1_000_000_000 });
  return fc.array(step, { minLength: count, maxLength: count });
}

export const sequence = fc.oneof(
  { weight: 3, arbitrary: steps(['event', 'email', 'contact']) },
  { weight: 3, arbitrary: steps(['email']) },
  { weight: 1, arbitrary: steps(['event']) },
  { weight: 1, arbitrary: steps(['contact']) },
);
