// Loads of a list: one at a time, once more after a change, and none after it was stopped.
import { describe, expect, it } from 'vitest';
import { Loader } from '../../../web/src/data/live/loader.ts';

/** A loader whose loads end when the test says so. */
function controlled() {
  const loads: { signal: AbortSignal; end(): void }[] = [];
  let atOnce = 0;
  let most = 0;
  const loader = new Loader((signal) => {
    most = Math.max(most, ++atOnce);
    return new Promise<void>((resolve) => {
      const end = () => {
        atOnce -= 1;
        resolve();
      };
      loads.push({ signal, end });
    });
  });
  return { loader, loads, most: () => most };
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('a loader', () => {
  it('resolves a call during a load after a load that began later', async () => {
    const { loader, loads } = controlled();
    const first = loader.run();
    let isDone = false;
    const second = loader.run().then(() => {
      isDone = true;
    });
    loads[0]?.end();
    await first;
    await turn();
    expect(isDone).toBe(false);
    while (loads.length < 2) await turn();
    loads[1]?.end();
    await second;
  });

  it('begins no second load during the pause before the next one', async () => {
    const { loader, loads, most } = controlled();
    const first = loader.run();
    const second = loader.run();
    loads[0]?.end();
    await first;
    await turn();
    const third = loader.run(); // in the pause
    while (loads.length < 2) await turn();
    loads[1]?.end();
    await Promise.all([second, third]);
    expect(loads).toHaveLength(2);
    expect(most()).toBe(1);
  });

  it('begins at once when it is started again, although the load before has not ended', async () => {
    const { loader, loads } = controlled();
    void loader.run();
    loader.stop();
    const again = loader.run();
    expect(loads).toHaveLength(2);
    expect(loads[0]?.signal.aborted).toBe(true);
    loads[1]?.end();
    await again;
    loads[0]?.end(); // the late end of the first one changes nothing
    await turn();
    const third = loader.run();
    loads[2]?.end();
    await third;
  });

  it('loads nothing more after it was stopped in the pause', async () => {
    const { loader, loads } = controlled();
    const first = loader.run();
    const second = loader.run();
    loads[0]?.end();
    await first;
    loader.stop();
    await second;
    expect(loads).toHaveLength(1);
  });
});
