// Navigation from code that is not a component, such as actions. Components use the hooks of wouter.
import { navigate } from 'wouter/use-browser-location';

export function goTo(path: string, options?: { replace?: boolean }): void {
  navigate(path, options);
}
