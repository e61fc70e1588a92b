/** Where the points of a small trend stand. Pure. Heights on the screen only: the amounts themselves stay text. */

export type Point = readonly [x: number, y: number]

const heights = (values: readonly (string | null)[]): number[] => values.flatMap(value => (value === null ? [] : [Number(value)]))
export const max = (values: readonly (string | null)[]): number => Math.max(0, ...heights(values))
export const min = (values: readonly (string | null)[]): number => Math.min(0, ...heights(values))

/** Runs of points without a gap, and the height of zero. The axis always holds zero: a trend must not look steeper than it is. */
export function sparkPath(
  values: readonly (string | null)[],
  width: number,
  height: number,
): { readonly runs: readonly (readonly Point[])[]; readonly zero: number } {
  const [low, high] = [min(values), max(values)]
  const span = high - low || 1
  const rounded = (n: number): number => Math.round(n * 100) / 100
  const y = (value: number): number => rounded(height - 2 - ((value - low) / span) * (height - 4))
  const x = (at: number): number => (values.length < 2 ? width / 2 : rounded((at / (values.length - 1)) * width))
  const runs: Point[][] = []
  let run: Point[] = []
  for (const [at, value] of values.entries()) {
    if (value === null) run = []
    else {
      if (run.length === 0) runs.push(run)
      run.push([x(at), y(Number(value))])
    }
  }
  return { runs, zero: y(0) }
}
