// Runs the jobs of tasks in a process that kills itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { testProgram } from './process.ts';
import type { Plan } from './task-process.ts';

const program = testProgram('task-process');

/** Returns when the process has killed itself as planned. */
export async function runKilled(plan: Plan): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, said }).toEqual({ code: null, signal: 'SIGKILL', said: '' });
}
