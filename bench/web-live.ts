// How long a change of another client takes until it is painted: from the answer to the client that made it, to the
// frame in which the open list of conversations shows it.
import type { Browser } from 'playwright-core';

const CHANGES = 40;

export async function measureLive(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${url}/mail/all`);
  const row = page.locator('[role="grid"] [role="row"][data-id]').first();
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  const id = (await row.getAttribute('data-id')) ?? '';
  const times: number[] = [];
  for (let count = 0; count < CHANGES; count++) {
    const isStarred = (await row.locator('[aria-pressed]').getAttribute('aria-pressed')) === 'true';
    const painted = page.evaluate(untilPainted(id, !isStarred)) as Promise<number>;
    await change(url, id, isStarred ? 'unstar' : 'star');
    const answered = performance.timeOrigin + performance.now();
    times.push(Math.max(0, (await painted) - answered));
  }
  await context.close();
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

async function change(url: string, thread: string, action: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/emails/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ thread_ids: [thread], action }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Runs in the page: the time, by the clock of the machine, after the first frame that has the row in this state. */
function untilPainted(id: string, isStarred: boolean): string {
  return `new Promise((resolve) => {
    const step = () => {
      if (!document.querySelector('[data-id="${id}"] [aria-pressed="${isStarred}"]')) return requestAnimationFrame(step);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(step);
  })`;
}
