/** For tests: both sides of a comparison with the month before against plain questions of their days, owner by owner. */
import { expect } from 'vitest'
import { leavesOf, restsOnMean, type Report } from '#platform/declare/report.ts'
import type { ReportAnswer, ReportFigures, ReportQuery, ReportRow, ReportValues } from '#platform/declare/wire.ts'
import { add, subtract } from '#platform/format/decimal.ts'

type Values = Readonly<Record<string, string | null>>
interface Asked {
  readonly report: Report
  readonly by: readonly string[]
  /** the dimension of its owners, and those that have facts */
  readonly owner: string
  readonly owners: readonly string[]
  read(query: ReportQuery): Promise<ReportAnswer>
  told(values: ReportValues): Values
  /** figures of nothing */
  readonly nothing: Values
}

const february = { startDate: '2026-02-01', endDate: '2026-02-28' } as const
const isHeld = ({ was }: ReportFigures): boolean => Object.values(was ?? {}).some(value => value !== null)

/** Sums of all owners that are not those of each. */
export async function unlike({ report, by, owner, owners, read, told, nothing: all }: Asked): Promise<readonly string[]> {
  const keyOf = (row: ReportRow): string => by.map(name => row.key[name] ?? '').join(' ')
  const sums = new Map<string, string>()
  for (const one of owners) {
    const ask = { by, where: { [owner]: [one] }, currency: 'CNY' as const, pageSize: 1_000 }
    const both = await read({ ...ask, ...february, compare: 'before' })
    const { startDate, endDate = '', until, leftOut, monthly } = both.compared ?? {}
    expect(startDate).toBe('2026-01-01')
    const before = await read({ ...ask, startDate: '2026-01-01', endDate })
    const now = await read({ ...ask, startDate: february.startDate, endDate: until ?? '' })
    // what is posted once a month and stands on one side alone is on neither; means and balances are of other days than the row's
    const apart = new Set(monthly?.map(each => each.measure))
    const isPlain = (name: string): boolean => !restsOnMean(report.measures, name) && !leavesOf(report, name).some(each => apart.has(each))
    const plain = (values: Values) => Object.fromEntries(Object.entries(told(values)).filter(([name]) => isPlain(name)))
    const nothing = plain(all)
    const known = ({ list }: ReportAnswer) => {
      const rows = new Map(list.map(row => [keyOf(row), plain(row.values)]))
      return (row: ReportRow) => rows.get(keyOf(row)) ?? nothing
    }
    const [wasOf, nowOf] = [known(before), known(now)]
    // who has nothing before is held against nothing
    const isNew = leftOut?.length === 1
    if (isNew) expect([before.list, both.list.filter(isHeld)]).toEqual([[], []])
    for (const row of isNew ? [] : both.list) {
      if (!isHeld(row)) expect([wasOf(row), nowOf(row)]).toEqual([nothing, nothing])
      else {
        expect([one, keyOf(row), plain(row.was ?? {})]).toEqual([one, keyOf(row), wasOf(row)])
        expect([one, keyOf(row), plain(row.now ?? row.values)]).toEqual([one, keyOf(row), nowOf(row)])
      }
    }
    for (const [name, value] of Object.entries(both.totals[0]?.was ?? {})) sums.set(name, add(sums.get(name) ?? '0', value ?? '0'))
  }
  // all of them together hold what each of them holds, each rounded to four places
  const { totals } = await read({ by: [], ...february, currency: 'CNY', compare: 'before' })
  const total = told(totals[0]?.was ?? {})
  const added = Object.keys(report.measures).filter(name => report.measures[name]?.class === 'sum')
  expect(added.length).toBeGreaterThan(0)
  const isOff = (name: string): boolean => {
    const off = Number(subtract(total[name] ?? '0', sums.get(name) ?? '0'))
    return Math.abs(off) > 0.0001 * owners.length
  }
  return added.filter(isOff)
}
