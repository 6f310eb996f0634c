// Counts with their noun, in the form of numbers of the language: "1 mail", "12,304 mails".

export function counter(language: string, one: string, many: string): (count: number) => string {
  const format = new Intl.NumberFormat(language);
  return (count) => (count === 1 ? one : `${format.format(count)} ${many}`);
}
