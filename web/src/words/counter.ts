// Counts with their noun, in the form of numbers of the language: "1 mail", "12,304 mails".

import { countText } from './intl.ts';

export function counter(language: string, one: string, many: string): (count: number) => string {
  return (count) => (count === 1 ? one : `${countText(count, language)} ${many}`);
}
