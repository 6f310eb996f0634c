// Faults in the middle of what a person changes in the web app, for a table of changes × faults. After each fault the
// service has exactly what the person did, once; or the app says that it was not done, and keeps what was typed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CutProxy, RequestFault } from './cut-proxy.ts';
import { PATIENCE } from './patience.ts';
import { eventually, startWebApp, type WebApp, type WebAppOptions } from './web-app.ts';

/** One change by a person. */
export interface Change {
  /** The line of the request that makes it. */
  write: RegExp;
  /** The line of the request by which the app learns whether it was made; default: `write`, which is repeated. */
  repeated?: RegExp;
  act(): Promise<void>;
  /** Rejects unless the service has exactly what was done, once. */
  made(): Promise<void>;
  /** Rejects unless the service has what it had before. */
  untouched(): Promise<void>;
  /** Where the form, or a message, says that it was not done; only for changes that do not wait for a connection. */
  failed?: Locator;
  /** Rejects unless what was typed is still there. */
  kept?(): Promise<void>;
  /** What the person does when it has failed. */
  again?(): Promise<void>;
  /** What the app says when the service answers 412; default: the message of the service. */
  conflict?: string;
  /** Another client changes the record, so that the service answers 412; without it the proxy does. */
  elsewhere?(): Promise<unknown>;
  /** What is so after that: both versions are there, or the person is asked. */
  merged?(): Promise<void>;
  /** Another client deletes the record. */
  remove?(): Promise<unknown>;
  /** What is so after that. */
  gone?(): Promise<void>;
}

/** A change with a record of its own, on the screen where it is made. */
export interface Flow {
  name: string;
  begin(): Promise<Change>;
  /** No other client can delete the record: it is only made by this change, or there always is one. */
  isUndeletable?: true;
  /** The record has no versions, so that the service never answers 412. */
  isUnversioned?: true;
}

export interface FaultWorld {
  app: WebApp;
  proxy: CutProxy;
  page: Page;
  /** Ends faults and closes dialogs that a test has left, so that the others do not fail too. Call it after each. */
  reset(): Promise<void>;
  /** Shows another screen, without loading the page again. */
  go(path: string): Promise<void>;
  end(): Promise<void>;
}

export async function startFaultWorld(path: string, options: WebAppOptions = { data: 'empty' }): Promise<FaultWorld> {
  const app = await startWebApp(options);
  const proxy = await app.proxy();
  const page = await app.open(path, { origin: proxy.url });
  return {
    app,
    proxy,
    page,
    async reset() {
      Object.assign(proxy, { isDown: false, losesPosition: false, faultOf: () => undefined });
      await eventually(() => closeDialogs(page));
    },
    go: async (to) => void (await page.evaluate(`history.pushState(null, '', ${JSON.stringify(to)})`)),
    end: () => app.close(),
  };
}

/** Rejects until none is open. */
async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator('dialog[open]');
  if ((await dialogs.count()) === 0) return;
  const discard = page.getByRole('alertdialog').getByRole('button', { name: /^Discard/ });
  if (await discard.isVisible()) await discard.click();
  else await page.keyboard.press('Escape');
  expect(await dialogs.count()).toBe(0);
}

/** Milliseconds without the request of a change. */
const PRESS_AGAIN = 30_000;

let serial = 0;

type Fault = (world: FaultWorld, change: Change) => Promise<void>;

/** A run can be for a third of the table: each change meets two or three faults then, and each fault a third of them. */
const third = process.env.DAYBOOK_TEST_THIRD;
const isInThisRun = (place: number) => third === undefined || place % 3 === Number(third) % 3;

/** Tests each change with each fault that it can meet. */
export function testFaults(world: () => FaultWorld, flows: readonly Flow[], after?: () => Promise<void>): void {
  for (const [place, [name, fault]] of Object.entries(FAULTS).entries()) {
    const met = flows
      .filter((_, flow) => isInThisRun(flow + place))
      .filter((flow) => !(flow.isUndeletable && name === DELETED) && !(flow.isUnversioned && name === STALE));
    if (met.length === 0) continue;
    describe(name, () => {
      it.each(met)('$name', async ({ begin }) => {
        await fault(world(), await begin());
        await after?.();
      });
    });
  }
}

const STALE = 'the record was changed elsewhere (412)';
const DELETED = 'the record was deleted elsewhere (404, 410)';

const FAULTS: Record<string, Fault> = {
  async 'the connection was cut before'(world, change) {
    const { proxy } = world;
    await untilConnected(world);
    proxy.refused = 0;
    proxy.isDown = true;
    proxy.cut();
    await change.act();
    await eventually(() => expect(proxy.refused).toBeGreaterThan(0));
    proxy.isDown = false;
    await wake(world);
    await settle(change);
  },

  async 'the answer is lost'(world, change) {
    const repeated = await once(world, change, { after: async () => {} });
    await settle(change);
    await repeated();
    await change.made();
  },

  async 'the service is killed before it answers'(world, change) {
    let restarted = Promise.resolve();
    const repeated = await once(world, change, {
      after: async () => {
        await world.app.kill();
        restarted = world.app.restart().then(() => wake(world));
      },
    });
    await restarted;
    await settle(change);
    await repeated();
    await change.made();
  },

  async 'the service has an internal error (500)'(world, change) {
    await once(world, change, { status: 500 });
    await settle(change);
  },

  async [STALE](world, change) {
    const { elsewhere, merged } = change;
    if (elsewhere && merged) {
      await once(world, change, { before: elsewhere });
      return merged();
    }
    // Each has its own message: that of another change may still be shown.
    const message = `A fault of the test, number ${++serial}.`;
    const stop = always(world, change, { status: 412, message });
    await change.act();
    await world.page
      .getByText(change.conflict ?? message)
      .first()
      .waitFor();
    stop();
    await change.untouched();
    await change.kept?.();
    if (!change.again) return;
    await change.again();
    await eventually(change.made);
  },

  async 'the position in the feed is too old (410)'(world, change) {
    const { proxy } = world;
    await untilConnected(world);
    proxy.losesPosition = true;
    proxy.cut();
    await change.act();
    await settle(change);
    await eventually(() => expect(proxy.losesPosition).toBe(false));
    await change.made();
  },

  async [DELETED](world, change) {
    const { remove, gone } = change;
    if (!remove || !gone) throw new Error('The flow does not say what is so when its record was deleted.');
    const answered = await once(world, change, { before: remove });
    await answered();
    await eventually(gone);
  },
};

/** Resolves when the service has the change; the person repeats it if the app says that it has failed. */
async function settle({ made, failed, kept, again }: Change): Promise<void> {
  await eventually(async () => {
    const repeat = async () => {
      await kept?.();
      await again?.();
    };
    // The message of the attempt before may still be shown while the next one succeeds, which closes the form.
    if (failed && again && (await failed.isVisible()))
      await Promise.race([repeat(), failed.waitFor({ state: 'hidden' }).then(() => eventually(made))]);
    await made();
  });
}

/**
 * Makes the change, with a fault of the first request that makes it. Resolves when the fault has happened, with a
 * function that resolves when the app has asked again and got an answer.
 */
async function once({ proxy }: FaultWorld, change: Change, fault: RequestFault): Promise<() => Promise<void>> {
  const { promise: hasHappened, resolve: happened } = Promise.withResolvers<void>();
  proxy.faultOf = (line) => {
    if (!change.write.test(line)) return undefined;
    proxy.faultOf = () => undefined;
    proxy.answered.length = 0;
    if (fault.status) happened();
    return {
      ...fault,
      ...(fault.before && { before: () => Promise.resolve(fault.before?.()).finally(happened) }),
      ...(fault.after && { after: () => Promise.resolve(fault.after?.()).finally(happened) }),
    };
  };
  await change.act();
  // A press on what is drawn again at this moment can get lost; then a person presses again.
  if (!(await isIn(PRESS_AGAIN, hasHappened))) await change.act();
  if (!(await isIn(PATIENCE, hasHappened))) throw new Error(`There was no request like ${change.write}.`);
  const { write, repeated = write } = change;
  return () => eventually(() => expect(proxy.answered.filter((line) => repeated.test(line))).not.toEqual([]));
}

/** Whether it happens within so many milliseconds. */
function isIn(time: number, event: Promise<void>): Promise<boolean> {
  return Promise.race([event.then(() => true), sleep(time, false, { ref: false })]);
}

function always({ proxy }: FaultWorld, change: Change, fault: RequestFault): () => void {
  proxy.faultOf = (line) => (change.write.test(line) ? fault : undefined);
  return () => {
    proxy.faultOf = () => undefined;
  };
}

async function untilConnected({ proxy }: FaultWorld): Promise<void> {
  await eventually(() => expect(proxy.sockets()).toBeGreaterThan(0));
}

/** The browser says that it has a connection again, so that the app does not wait. */
async function wake({ page }: FaultWorld): Promise<void> {
  await page.evaluate('dispatchEvent(new Event("online"))');
}
