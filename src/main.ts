// Where the program starts: what holds for the whole process, then the command line.
import { enableCompileCache } from 'node:module';

enableCompileCache();
process.umask(0o077); // what Daybook writes is for its owner alone

// A reader that has seen enough, such as head, closes the pipe. The command goes on, and nobody misses what it prints.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const { runCommandLine } = await import('./cli/command-line.ts');
const code = await runCommandLine(process.argv.slice(2));
if (code !== undefined) process.exit(code);
