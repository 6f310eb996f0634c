// Choices that a seed decides.
export function newChance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const of = <T>(choices: readonly T[]): T => choices[integer(0, choices.length - 1)] as T;
  return {
    integer,
    of,
    is: (probability: number): boolean => next() < probability,
    text: (signs: string, least: number, most: number): string =>
      Array.from({ length: integer(least, most) }, () => of([...signs])).join(''),
    shuffled<T>(items: readonly T[]): T[] {
      const left = [...items];
      return items.map(() => left.splice(integer(0, left.length - 1), 1)[0] as T);
    },
  };
}
