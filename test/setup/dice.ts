/** For tests: numbers that look random and are the same in every run. */
export type Roll = (below: number) => number

export function dice(seed: number): Roll {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
export const pick = <T>(roll: Roll, all: readonly T[]): T => all[roll(all.length)] as T
