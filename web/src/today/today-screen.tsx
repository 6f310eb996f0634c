// The screen Today.
import { Screen } from '../shell/screen.tsx';
import { useWords } from '../words/words.ts';

export function TodayScreen() {
  const { today } = useWords();
  return <Screen title={today.title}>{null}</Screen>;
}
