// Records in the trash that are restored, put back and deleted permanently, each with each fault: nothing is lost, and
// nothing is done twice.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { createDeleted, createRecord, DeletedPage, KINDS, type Kind, PATHS, placeOf } from './pages/deleted.ts';

let world: FaultWorld;
let deleted: DeletedPage;

beforeAll(async () => {
  world = await startFaultWorld(PATHS.events);
  deleted = new DeletedPage(world.page);
});
afterEach(async () => {
  await world.reset();
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

/** A record of its own in the trash, on the screen. */
async function open(kind: Kind): Promise<{ id: string; title: string }> {
  const title = `Record ${++serial}.`;
  const id = await createDeleted(world.app, kind, title);
  await world.go(PATHS[kind]);
  await deleted.row(id).waitFor();
  return { id, title };
}

const isIn = (kind: Kind, id: string, place: Awaited<ReturnType<typeof placeOf>>) => async () =>
  expect(await placeOf(world.app, kind, id)).toBe(place);
const erase = (kind: Kind, id: string) => world.app.api('DELETE', `/${kind}/${id}?permanent=true`);
const isGone = (id: string, title: string) => async () => {
  await deleted.toasts.getByText(`${title} was deleted permanently elsewhere meanwhile.`).waitFor();
  expect(await deleted.row(id).count()).toBe(0);
};

async function restoration(kind: Kind): Promise<Change> {
  const { id, title } = await open(kind);
  return {
    write: new RegExp(`^POST /api/v1/${kind}/${id}/restore`),
    act: () => deleted.button(id, 'Restore').click(),
    made: isIn(kind, id, 'in use'),
    untouched: async () => {
      await isIn(kind, id, 'in the trash')();
      await deleted.row(id).waitFor();
    },
    remove: () => erase(kind, id),
    gone: isGone(id, title),
  };
}

/** The record is restored, and "Undo" is what meets the fault. */
async function undo(kind: Kind): Promise<Change> {
  const { id, title } = await open(kind);
  await deleted.button(id, 'Restore').click();
  await eventually(isIn(kind, id, 'in use'));
  const restored = deleted.toasts.locator('*', { hasText: `${title} restored.` });
  return {
    write: new RegExp(`^DELETE /api/v1/${kind}/${id}`),
    act: () => restored.getByRole('button', { name: 'Undo' }).last().click(),
    made: isIn(kind, id, 'in the trash'),
    untouched: isIn(kind, id, 'in use'),
    remove: () => erase(kind, id),
    gone: isGone(id, title),
  };
}

async function erasure(kind: Kind): Promise<Change> {
  const { id } = await open(kind);
  const other = await createRecord(world.app, kind, 'Another');
  return {
    write: new RegExp(`^DELETE /api/v1/${kind}/${id}\\?permanent=true`),
    act: async () => {
      await deleted.button(id, 'Delete permanently').click();
      await deleted.eraseButton.click();
      await deleted.question.waitFor({ state: 'detached' });
    },
    made: async () => {
      await isIn(kind, id, 'nowhere')();
      await isIn(kind, other, 'in use')();
    },
    untouched: async () => {
      await isIn(kind, id, 'in the trash')();
      await deleted.row(id).waitFor();
    },
    remove: () => erase(kind, id),
    gone: async () => expect(await deleted.row(id).count()).toBe(0),
  };
}

const FLOWS: Flow[] = KINDS.flatMap((kind) => [
  { name: `restore one of the ${kind}`, begin: () => restoration(kind) },
  { name: `undo of restoring one of the ${kind}`, begin: () => undo(kind) },
  { name: `delete one of the ${kind} permanently`, begin: () => erasure(kind) },
]);

testFaults(() => world, FLOWS);
