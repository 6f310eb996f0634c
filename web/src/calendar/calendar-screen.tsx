// The screen Calendar.
import { Screen } from '../shell/screen.tsx';
import { useWords } from '../words/words.ts';

export function CalendarScreen() {
  const { calendar } = useWords();
  return <Screen title={calendar.title}>{null}</Screen>;
}
