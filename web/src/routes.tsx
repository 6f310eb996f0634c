// The screens as components, with their addresses.
import { type ComponentType, lazy, useState } from 'react';
import { type ScreenFile, screens } from './screens.ts';
import { loadPart } from './shell/load-part.ts';

export interface Route {
  /** As wouter writes paths. */
  path: string;
  Screen: ComponentType;
}

export const routes: readonly Route[] = screens.map((file) => ({ path: file.path, Screen: screenOf(file) }));

/** React shows a lazy component some time after its file is there, so a screen that was loaded already is shown as it is. */
function screenOf(file: ScreenFile): ComponentType {
  const Lazy = lazy(async () => ({ default: (await loadPart(file.load))[file.name] as ComponentType }));
  return function RoutedScreen() {
    // One of them for as long as it is shown, or its state would be lost.
    const [Shown] = useState<ComponentType>(() => (file.loaded?.[file.name] as ComponentType | undefined) ?? Lazy);
    return <Shown />;
  };
}
