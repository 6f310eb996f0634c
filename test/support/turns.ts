// How long the main thread of a service that was started with `env` is held: the processor time of one turn of its event
// loop, which does not depend on how busy the machine is (loop-watch.ts).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFolder } from './databases.ts';

export interface Turns {
  env: Record<string, string>;
  /** The longest turn of the process since the last call, in milliseconds. */
  longest(pid: number): Promise<number>;
}

export function watchTurns(): Turns {
  const file = join(newFolder(), 'turns');
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);
  return {
    env: {
      LOOP_WATCH: file,
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('./loop-watch.ts', import.meta.url))}`,
    },
    async longest(pid) {
      const before = lines().length;
      process.kill(pid, 'SIGUSR2');
      for (;;) {
        const now = lines();
        if (now.length > before) return Number(now.at(-1));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
