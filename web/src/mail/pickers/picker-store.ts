// Which picker is open (snooze, label, move), and for which conversations.
import { createStore, useStore } from '../../data/store.ts';
import type { ActionTarget } from '../../shell/actions/action-target.ts';

export type PickerKind = 'snooze' | 'label' | 'move';

export interface OpenPicker {
  kind: PickerKind;
  target: ActionTarget;
}

const store = createStore<OpenPicker | null>(null);

export function openPicker(kind: PickerKind, target: ActionTarget): void {
  store.set({ kind, target });
}

export function closePicker(): void {
  store.set(null);
}

export function usePicker(): OpenPicker | null {
  return useStore(store);
}
