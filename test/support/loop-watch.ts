// Loaded before the program (NODE_OPTIONS=--import): measures how much processor time its main thread uses in one turn of
// the event loop, which does not depend on how busy the machine is. Every SIGUSR2 writes the most since the last one, in
// milliseconds, as a line of the file LOOP_WATCH.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.LOOP_WATCH;
if (isMainThread && file !== undefined) {
  let last = process.threadCpuUsage();
  let most = 0;
  const measure = () => {
    const used = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    most = Math.max(most, (used.user + used.system) / 1000);
  };
  setInterval(measure, 1).unref();
  process.on('SIGUSR2', () => {
    measure();
    appendFileSync(file, `${most.toFixed(1)}\n`);
    most = 0;
  });
}
