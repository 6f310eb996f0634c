// Changes of events and calendars, each with each fault: nothing is lost, and nothing is done twice.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { CalendarPage } from './pages/calendar.ts';

interface EventRecord extends Record<string, unknown> {
  id: string;
  title: string;
  start_at: string;
  end_at: string;
  location: string | null;
}

let world: FaultWorld;
let view: CalendarPage;

beforeAll(async () => {
  world = await startFaultWorld('/calendar/week/2024-06-10');
  view = new CalendarPage(world.page);
  await view.page.locator('[data-grid-item]').first().waitFor();
});
afterEach(async () => {
  await world.reset();
  await world.page.keyboard.press('Escape'); // closes details
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;
const nextTitle = () => `Event ${++serial}.`;
/** Each event has a day of its own, so that none covers another. */
const nextDay = () => new Date(Date.UTC(2024, 0, serial)).toISOString().slice(0, 10);

const eventPath = (id: string) => `/events/${id}`;
/** Undefined if it is in the trash. */
const read = async (id: string) =>
  (await world.app.api<{ data: EventRecord }>('GET', eventPath(id)).catch(() => undefined))?.data;

async function titled(title: string): Promise<EventRecord[]> {
  const query = `/events?limit=50&search=${encodeURIComponent(`"${title}"`)}`;
  return (await world.app.api<{ data: EventRecord[] }>('GET', query)).data.filter((one) => one.title === title);
}

async function store(title: string, values: object = {}): Promise<EventRecord> {
  const day = nextDay();
  const times = { start_at: `${day}T10:00`, end_at: `${day}T11:00`, timezone: 'Europe/Berlin' };
  const { data } = await world.app.api<{ data: EventRecord }>('POST', '/events', { title, ...times, ...values });
  await world.go(`/calendar/day/${day}`);
  await view.event(title).waitFor();
  return data;
}

const clickSave = () => view.editor.getByRole('button', { name: 'Save', exact: true }).click();
const saveMine = () => view.editor.getByRole('button', { name: 'Save mine' }).click();
const titleField = () => view.editor.getByRole('textbox', { name: 'Title' });

/** What the form shows when it was not saved. */
const inForm = (title: string) => ({
  failed: view.editor.getByRole('alert'),
  kept: async () => expect(await titleField().inputValue()).toBe(title),
  again: clickSave,
});

async function creation(): Promise<Change> {
  const title = nextTitle();
  return {
    write: /^POST \/api\/v1\/events$/,
    act: async () => {
      await view.page.keyboard.press('n');
      await titleField().fill(title);
      await clickSave();
    },
    made: async () => expect(await titled(title)).toHaveLength(1),
    untouched: async () => expect(await titled(title)).toHaveLength(0),
    ...inForm(title),
  };
}

async function quickCreation(): Promise<Change> {
  const title = nextTitle();
  await world.go(`/calendar/day/${nextDay()}`);
  return {
    ...(await creation()),
    act: async () => {
      await view.focusGrid();
      await view.page.keyboard.press('Enter');
      await view.quickCreate.getByRole('textbox', { name: 'Title' }).fill(title);
      await view.page.keyboard.press('Enter');
    },
    made: async () => expect(await titled(title)).toHaveLength(1),
    untouched: async () => expect(await titled(title)).toHaveLength(0),
    ...inForm(title),
  };
}

/** A change by a key on an event. */
async function onEvent(
  key: string,
  expected: (before: EventRecord) => Partial<EventRecord> | undefined,
): Promise<Change> {
  const before = await store(nextTitle());
  const { id, title } = before;
  return {
    write: new RegExp(`^(PATCH|DELETE) /api/v1/events/${id}`),
    act: async () => {
      await view.event(title).focus();
      await view.page.keyboard.press(key);
    },
    made: async () => {
      const after = expected(before);
      if (after) expect(await read(id)).toMatchObject(after);
      else expect(await read(id))?.toBeUndefined();
    },
    untouched: async () => {
      const { start_at, end_at } = before;
      expect(await read(id)).toMatchObject({ start_at, end_at });
      await view.event(title).waitFor();
    },
    remove: () => world.app.api('DELETE', eventPath(id)),
    gone: () => view.event(title).waitFor({ state: 'detached' }),
  };
}

const minutesLater = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString().replace('.000', '');

const undo = () => view.page.getByRole('button', { name: 'Undo' }).last().click();
const CHANGED_SINCE = 'The event was changed since, so this is not undone.';

/** The event is deleted, and "Undo" is what meets the fault. */
async function restoration(): Promise<Change> {
  const { id, title } = await store(nextTitle());
  await view.event(title).focus();
  await view.page.keyboard.press('Delete');
  await eventually(async () => expect(await read(id))?.toBeUndefined());
  return {
    write: new RegExp(`^POST /api/v1/events/${id}/restore`),
    act: undo,
    made: async () => expect(await read(id)).toMatchObject({ title }),
    untouched: async () => expect(await read(id))?.toBeUndefined(),
    conflict: CHANGED_SINCE,
    remove: () => world.app.api('DELETE', `${eventPath(id)}?permanent=true`),
    gone: () => view.page.getByText(`There is no event "${id}"`).waitFor(),
  };
}

/** The event is moved, and "Undo" is what meets the fault. */
async function undoneMove(): Promise<Change> {
  const { id, title, start_at } = await store(nextTitle());
  const moved = minutesLater(start_at, 15);
  await view.event(title).focus();
  await view.page.keyboard.press('Alt+ArrowDown');
  await eventually(async () => expect(await read(id)).toMatchObject({ start_at: moved }));
  return {
    write: new RegExp(`^PATCH /api/v1/events/${id}`),
    act: undo,
    made: async () => expect(await read(id)).toMatchObject({ start_at }),
    untouched: async () => expect(await read(id)).toMatchObject({ start_at: moved }),
    elsewhere: () => world.app.api('PATCH', eventPath(id), { start_at: minutesLater(start_at, 60) }),
    merged: async () => {
      await view.page.getByText(CHANGED_SINCE).first().waitFor();
      expect(await read(id)).toMatchObject({ start_at: minutesLater(start_at, 60) });
    },
    remove: () => world.app.api('DELETE', eventPath(id)),
    gone: () => view.event(title).waitFor({ state: 'detached' }),
  };
}

/** The title is changed in the form. */
async function edit(): Promise<Change> {
  const before = await store(nextTitle());
  const { id } = before;
  const title = `${before.title} Changed`;
  return {
    write: new RegExp(`^PATCH /api/v1/events/${id}`),
    act: async () => {
      await view.event(before.title).focus();
      await view.page.keyboard.press('e');
      await titleField().fill(title);
      await clickSave();
    },
    made: async () => expect(await read(id)).toMatchObject({ title, start_at: before.start_at }),
    untouched: async () => expect(await read(id)).toMatchObject({ title: before.title }),
    ...inForm(title),
    elsewhere: () => world.app.api('PATCH', eventPath(id), { location: 'Theirs' }),
    merged: async () => {
      await saveMine();
      await eventually(async () => expect(await read(id)).toMatchObject({ title, location: 'Theirs' }));
    },
    remove: () => world.app.api('DELETE', eventPath(id)),
    gone: async () => {
      await view.editor.getByRole('alert').waitFor();
      expect(await titleField().inputValue()).toBe(title);
    },
  };
}

/** An event is created, and "Undo" is what meets the fault. */
async function undoneCreation(): Promise<Change> {
  const created = await creation();
  await created.act();
  await eventually(created.made);
  const title = `Event ${serial}.`;
  const [{ id } = { id: '' }] = await titled(title);
  await view.event(title).waitFor();
  return {
    write: new RegExp(`^DELETE /api/v1/events/${id}`),
    act: undo,
    made: created.untouched,
    untouched: created.made,
    conflict: CHANGED_SINCE,
    remove: () => world.app.api('DELETE', eventPath(id)),
    gone: () => view.event(title).waitFor({ state: 'detached' }),
  };
}

/** The title is changed in the form, and "Undo" is what meets the fault. */
async function undoneEdit(): Promise<Change> {
  const edited = await edit();
  await edited.act();
  await eventually(edited.made);
  await view.editor.waitFor({ state: 'detached' });
  const { write, made, untouched, elsewhere, remove } = edited;
  return {
    write,
    act: undo,
    made: untouched,
    untouched: made,
    ...(elsewhere && { elsewhere }),
    merged: async () => {
      await view.page.getByText(CHANGED_SINCE).first().waitFor();
      await made();
    },
    ...(remove && { remove }),
    gone: () => view.page.locator('[data-event-id]').waitFor({ state: 'detached' }),
  };
}

/** The title of one occurrence of a series is changed in the form. */
async function editOccurrence(): Promise<Change> {
  const series = await store(nextTitle(), { recurrence: { freq: 'weekly', count: 3 } });
  const { id, start_at } = series;
  const title = `${series.title} Changed`;
  const overrides = async () => (await read(id))?.overrides as Record<string, object> | null;
  return {
    write: new RegExp(`^PATCH /api/v1/events/${id}_`),
    act: async () => {
      await view.event(series.title).focus();
      await view.page.keyboard.press('e');
      await titleField().fill(title);
      await clickSave();
      await view.chooseScope('Only this event');
    },
    made: async () => {
      expect(await overrides()).toEqual({ [start_at]: { title } });
      expect((await read(id))?.title).toBe(series.title);
    },
    untouched: async () => expect((await overrides()) ?? {}).toEqual({}),
    ...inForm(title),
    again: async () => {
      await clickSave();
      await view.chooseScope('Only this event');
    },
    elsewhere: () => world.app.api('PATCH', eventPath(id), { location: 'Theirs' }),
    merged: async () => {
      await saveMine();
      await view.chooseScope('Only this event');
      await eventually(async () => expect(await overrides()).toEqual({ [start_at]: { title } }));
      expect((await read(id))?.location).toBe('Theirs');
    },
    remove: () => world.app.api('DELETE', eventPath(id)),
    gone: async () => {
      await view.editor.getByRole('alert').waitFor();
      expect(await titleField().inputValue()).toBe(title);
    },
  };
}

async function renaming(): Promise<Change> {
  const before = `Calendar ${++serial}.`;
  const after = `${before} Renamed`;
  await world.app.api('POST', '/calendars', { name: before });
  const dialog = view.page.getByRole('dialog', { name: 'Edit calendar' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const menu = view.page.getByRole('button', { name: `Actions for ${before}`, exact: true });
  await view.page.getByText(before, { exact: true }).waitFor();
  const names = async () =>
    (await world.app.api<{ data: { name: string }[] }>('GET', '/calendars?limit=500')).data
      .map((one) => one.name)
      .filter((one) => one.startsWith(before));
  return {
    write: /^PATCH \/api\/v1\/calendars\//,
    act: async () => {
      await menu.press('Enter');
      await view.page.getByRole('menuitem', { name: 'Edit' }).click();
      await name.fill(after);
      await dialog.getByRole('button', { name: 'Save' }).click();
    },
    made: async () => expect(await names()).toEqual([after]),
    untouched: async () => expect(await names()).toEqual([before]),
    failed: dialog.getByText(/fault of the test/),
    kept: async () => expect(await name.inputValue()).toBe(after),
    again: () => dialog.getByRole('button', { name: 'Save' }).click(),
    remove: () => world.app.api('DELETE', `/calendars/${encodeURIComponent(before)}`),
    gone: async () => {
      await dialog.getByText(/not exist|no calendar/i).waitFor();
      expect(await name.inputValue()).toBe(after);
    },
  };
}

const FLOWS: Flow[] = [
  { name: 'create in the form', begin: creation, isUndeletable: true },
  { name: 'create on the grid', begin: quickCreation, isUndeletable: true },
  {
    name: 'move',
    begin: () => onEvent('Alt+ArrowDown', ({ start_at }) => ({ start_at: minutesLater(start_at, 15) })),
  },
  {
    name: 'resize',
    begin: () =>
      onEvent('Alt+Shift+ArrowDown', ({ start_at, end_at }) => ({ start_at, end_at: minutesLater(end_at, 15) })),
  },
  { name: 'undo of creating', begin: undoneCreation },
  { name: 'undo of a move', begin: undoneMove },
  { name: 'undo of an edit', begin: undoneEdit },
  { name: 'edit', begin: edit },
  { name: 'edit one occurrence', begin: editOccurrence },
  { name: 'delete', begin: () => onEvent('Delete', () => undefined) },
  { name: 'undo of a deletion', begin: restoration },
  { name: 'rename a calendar', begin: renaming },
];

testFaults(() => world, FLOWS);

it('a form with changes asks before it is closed', async () => {
  const { page } = view;
  await page.keyboard.press('n');
  await titleField().fill('Typed');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await titleField().inputValue()).toBe('Typed');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await view.editor.waitFor({ state: 'detached' });
});
