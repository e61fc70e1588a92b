/** What alerts read of reports: which days of which shops files tell of, and the figures of these. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Report } from '#platform/declare/report.ts'
import { addDays } from '#platform/format/dates.ts'
import type { Context } from '#platform/server/area.ts'
import { shopDays, tellsDays, type ShopDays, ownerDimension, pageSizeMax, readReport } from '#platform/server/reports.ts'
import { shopLevel } from './alert-plan.ts'

/** What is asked of a report for an alert. */
export interface AlertAsk {
  readonly measure: string
  readonly level: string | null
  readonly where: Readonly<Record<string, readonly string[]>>
}

/** Figures of a row by day; a day whose figure is not known is left out. */
export interface Course {
  /** '' of an alert without level */
  readonly name: string
  readonly values: ReadonlyMap<string, string>
}
/** by the value of the level, '' where there is none */
export type Rows = ReadonlyMap<string, Course>

/** What an alert reads; a test brings its own. */
export interface Figures {
  /** the shops it is about */
  shops(context: Context, report: Report, ask: AlertAsk): Promise<readonly ShopDays[]>
  /** of these shops alone; null: some days are being computed, and the figures may lack what has just come */
  rows(context: Context, report: Report, ask: AlertAsk, shops: readonly ShopDays[], from: string, to: string): Promise<Rows | null>
}

/** Days and shops are told apart, and files say which days are there. */
export const isDaily = (report: Report): boolean =>
  ownValue(report.dimensions, 'day')?.time === 'day' && tellsDays(report) && ownerDimension(report) !== null

/** a ratio of nothing is not known */
const unknownWithoutRow = ['ratio', 'share', 'moving']

export const fromReports: Figures = {
  shops: async (context, report, { where }) => (await shopDays(context, report, where)) ?? [],
  async rows(context, report, { measure, level, where }, shops, from, to) {
    const by = ['day', ...(level === null ? [] : [level])]
    const ofShops = { [ownerDimension(report) ?? shopLevel]: shops.map(one => one.id) }
    const query = { by, where: { ...where, ...ofShops }, startDate: from, endDate: to, currency: 'CNY' as const, measures: [measure] }
    // a shop without any row had nothing on its days
    const named: readonly (readonly [string, string])[] =
      level === null ? [['', '']] : level === shopLevel ? shops.map(one => [one.id, one.name]) : []
    const known = new Map(named.map(([key, name]) => [key, { name, days: new Map<string, string | null>() }]))
    for (let pageNum = 1, left = true; left; pageNum++) {
      const { list, total, computing } = await readReport(context, report, { ...query, pageNum, pageSize: pageSizeMax })
      if (computing.length > 0) return null
      for (const { key, label, values } of list) {
        const value = level === null ? '' : (key[level] ?? '')
        const row = known.get(value) ?? { name: level === null ? '' : (label[level] ?? value), days: new Map() }
        known.set(value, row)
        row.days.set(key['day'] ?? '', values[measure] ?? null)
      }
      left = pageNum * pageSizeMax < total
    }
    const none = unknownWithoutRow.includes(ownValue(report.measures, measure)?.class ?? '') ? null : '0'
    const first = shops.flatMap(one => one.since ?? []).toSorted()[0] ?? from
    const sinceOf = (key: string): string => (level === shopLevel ? shops.find(one => one.id === key)?.since : null) ?? first
    return new Map([...known].map(([key, { name, days }]) => [key, { name, values: filled(days, none, [from, sinceOf(key)], to) }]))
  },
}

/** A complete day without a row had nothing; before the first file nothing is known. */
function filled(
  days: ReadonlyMap<string, string | null>,
  none: string | null,
  starts: readonly [string, string],
  to: string,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (let day = starts.toSorted().at(-1) ?? to; day <= to; day = addDays(day, 1)) {
    const value = days.has(day) ? (days.get(day) ?? null) : none
    if (value !== null) values.set(day, value)
  }
  return values
}
