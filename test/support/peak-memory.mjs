// Loaded into a process before its program: writes down how much memory the process had at most, in KiB. The figure of
// getrusage would not do: it begins with that of the process which started this one.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    writeFileSync(process.env.PEAK_FILE, peak);
  });
