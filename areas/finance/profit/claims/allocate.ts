/**
 * Which of the units that went missing were found or paid since: the oldest first, and never by what came before them. Pure.
 */
export interface Missing {
  readonly sku: string
  readonly fnsku: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly quantity: number
}
export interface Recovery {
  readonly sku: string
  readonly fnsku: string
  readonly day: string
  /** units; negative where a reimbursement was reversed */
  readonly quantity: number
}

const isSame = (one: Pick<Missing, 'sku' | 'fnsku'>, other: Pick<Missing, 'sku' | 'fnsku'>): boolean =>
  one.fnsku !== '' && other.fnsku !== '' ? one.fnsku === other.fnsku : one.sku === other.sku

/** Units recovered of each of the missing, in their order. A reversal takes back from the newest that was recovered until then. */
export function recoveredOf(missing: readonly Missing[], recoveries: readonly Recovery[]): number[] {
  const done = missing.map(() => 0)
  const oldest = missing.map((_, at) => at).toSorted((a, b) => ((missing[a]?.day ?? '') < (missing[b]?.day ?? '') ? -1 : 1))
  const bySku = Map.groupBy(oldest, at => missing[at]?.sku ?? '')
  const byFnsku = Map.groupBy(oldest, at => missing[at]?.fnsku ?? '')
  for (const one of recoveries.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const found = one.fnsku === '' ? [] : (byFnsku.get(one.fnsku) ?? [])
    const mine = found.length > 0 ? found : (bySku.get(one.sku) ?? []).filter(at => isSame(one, missing[at] ?? one))
    let left = Math.abs(one.quantity)
    for (const at of one.quantity > 0 ? mine : mine.toReversed()) {
      const of = missing[at]
      if (left === 0) break
      if (of === undefined || of.day > one.day) continue
      const taken = Math.min(left, one.quantity > 0 ? of.quantity - (done[at] ?? 0) : (done[at] ?? 0))
      done[at] = (done[at] ?? 0) + (one.quantity > 0 ? taken : -taken)
      left -= taken
    }
  }
  return done
}
