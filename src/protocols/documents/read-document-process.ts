// The process of read-document.ts: a thread reads the documents, so that this one can watch the memory meanwhile.
import { Worker } from 'node:worker_threads';
import { limits } from '../../limits.ts';

const thread = new Worker(new URL('./read-document-thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: limits.documentHeap },
});
process.permission?.drop?.('worker'); // the system's Node may not have it yet
thread.on('message', (reply) => process.send?.(reply));
thread.on('error', stop);
process.on('message', (task) => thread.postMessage(task));
process.on('disconnect', stop);
// The service decides when to end: a signal to all of its processes is not a fault of the document.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const WATCH = 10; // milliseconds, in which a document takes a few MiB
setInterval(() => {
  if (process.memoryUsage.rss() > limits.documentMemory * 1024 ** 2) stop();
}, WATCH);

function stop(): void {
  process.kill(process.pid, 'SIGKILL');
}
