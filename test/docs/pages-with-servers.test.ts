// The commands of pages that speak of servers of the reader, run with such servers. Needs the sandbox: npm run test:docs.
import { describe, it } from 'vitest';
import { pages, surroundings } from './pages.ts';
import { runPage } from './run-page.ts';
import { serversFor } from './servers.ts';

// One after the other: the servers have the same ports.
describe('the commands of', () => {
  it.each(Object.entries(serversFor))('%s do what it says', async (name, start) => {
    const { text } = pages.find(({ page }) => page === name) as (typeof pages)[number];
    const servers = await start();
    try {
      await runPage(name, text, surroundings(servers.env));
    } finally {
      await servers.stop();
    }
  });
});
