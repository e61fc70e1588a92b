/** For tests: what an answer holds against an earlier period, and whether it says which one. */

/** names under which answers have the figure of an earlier period, or how far one has moved */
const deltas: ReadonlySet<string> = new Set(['was', 'before', 'yearBefore', 'previous', 'delta', 'change', 'difference', 'growth'])
/** objects whose names are those of measures, or of fields of a list */
const namesOfOthers: ReadonlySet<string> = new Set(['values', 'totals'])
type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json }

/** Said beside it: both ends of the earlier period, of one comparison or of each. */
function isSaid(compared: Json | undefined): boolean {
  if (compared === null || typeof compared !== 'object' || Array.isArray(compared)) return false
  const { startDate, endDate, ...each } = compared as { readonly [name: string]: Json }
  if (startDate !== undefined) return typeof startDate === 'string' && typeof endDate === 'string'
  return Object.keys(each).length > 0 && Object.values(each).every(one => isSaid(one))
}

/** Paths of deltas for which neither their own object nor one around it says what is compared. `seen`: all that were found. */
export function untoldDeltas(answer: unknown): { readonly seen: number; readonly untold: readonly string[] } {
  let seen = 0
  const untold = new Set<string>()
  const walk = (value: Json, path: string, isTold: boolean): void => {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const one of value as readonly Json[]) walk(one, `${path}[]`, isTold)
      return
    }
    const fields = value as { readonly [name: string]: Json }
    // a balance of one day names that day
    const told = isTold || isSaid(fields['compared']) || typeof fields['wasOn'] === 'string'
    for (const [name, of] of Object.entries(fields)) {
      if (deltas.has(name)) {
        seen += 1
        if (!told) untold.add(`${path}.${name}`)
      }
      if (name !== 'compared' && (Array.isArray(of) || !namesOfOthers.has(name))) walk(of, `${path}.${name}`, told)
    }
  }
  walk(answer as Json, '', false)
  return { seen, untold: [...untold] }
}
