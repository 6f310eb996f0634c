// Runs for each test file: files share a process, and none leaves anything to the next.
import { afterAll } from 'vitest';
import { endDatabases } from './databases.ts';
import { endProcesses } from './process.ts';

afterAll(async () => {
  await endProcesses();
  await endDatabases();
});
