// A change that the service has refused: the person learns why.
import { showToast } from '../ui/feedback/toast.ts';
import { words } from '../words/words.ts';
import { reasonOf } from './reasons.ts';

export function showRefusal(error: unknown): void {
  showToast({ tone: 'danger', text: words().shell.refused(reasonOf(error)) });
}
