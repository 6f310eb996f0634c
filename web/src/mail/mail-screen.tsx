// The screen Mail.
import { Screen } from '../shell/screen.tsx';
import { useWords } from '../words/words.ts';

export function MailScreen() {
  const { mail } = useWords();
  return <Screen title={mail.title}>{null}</Screen>;
}
