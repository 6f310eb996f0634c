// The screen Search.
import { Screen } from '../shell/screen.tsx';
import { useWords } from '../words/words.ts';

export function SearchScreen() {
  const { search } = useWords();
  return <Screen title={search.title}>{null}</Screen>;
}
