/** Numbers of versions, and which of them is in force when. Pure. */
import { addDays } from '#platform/format/dates.ts'

/** 1.0, then 1.1 or 2.0. */
export function nextNo(last: string | null, isMajor: boolean): string {
  if (last === null) return '1.0'
  const [major = 0, minor = 0] = last.split('.').map(Number)
  return isMajor ? `${major + 1}.0` : `${major}.${minor + 1}`
}

export interface Period {
  readonly id: string
  readonly from: string
  /** its last day; null: for good */
  readonly until: string | null
}
/** Each is in force from its day to the day before the next one. No two have the same day. */
export function periodsOf(dated: readonly { readonly id: string; readonly from: string }[]): readonly Period[] {
  const inOrder = dated.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return inOrder.map((one, n) => {
    const next = inOrder[n + 1]
    return { ...one, until: next === undefined ? null : addDays(next.from, -1) }
  })
}
