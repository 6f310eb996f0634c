// Loaded before a program (NODE_OPTIONS=--expose-gc --import): SIGUSR2 collects the garbage of its main thread, so that
// what it holds can be measured without the ups and downs of the collector.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
});
