import type { Store } from '../store/store.ts';
export async function fillDemo(_store: Store, _timezone: string): Promise<void> {}
