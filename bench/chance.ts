// Chance that can be repeated: the same seed gives the same numbers.
export type Chance = () => number;

/** Repeatable numbers from 0 to below 1 (xorshift32 on a scrambled seed). */
export function chances(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 4; i++) next(); // neighbouring seeds begin alike
  return next;
}

export function pick<T>(from: readonly T[], chance: Chance): T {
  return from[Math.floor(chance() * from.length)] as T;
}
