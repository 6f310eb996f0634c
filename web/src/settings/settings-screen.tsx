// The screen Settings.
import { Screen } from '../shell/screen.tsx';
import { useWords } from '../words/words.ts';

export function SettingsScreen() {
  const { settings } = useWords();
  return <Screen title={settings.title}>{null}</Screen>;
}
