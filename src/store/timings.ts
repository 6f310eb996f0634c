// How long the store takes, for whoever keeps figures; the store itself does not know the metrics library.
type Observer = (operation: 'read' | 'commit' | 'search', seconds: number) => void;

let observer: Observer = () => {};

export function observeStore(operation: 'read' | 'commit' | 'search', startedAt: number): void {
  observer(operation, (performance.now() - startedAt) / 1000);
}

export function onStoreTiming(listen: Observer): void {
  observer = listen;
}
