/** Conditions and periods of a home card for the person who looks, and the addresses of the pages that show the same. */
import { maySeePage } from '#areas/admin/index.ts'
import type { HomeCondition } from '#platform/declare/home-card.ts'
import type { Page } from '#platform/declare/page.ts'
import type { PeriodName } from '#platform/declare/wire-dashboards.ts'
import type { Condition } from '#platform/declare/wire.ts'
import { isRelativeCondition } from '#platform/format/date-ranges.ts'
import { addDays, addMonths, monthOf } from '#platform/format/dates.ts'
import type { Period } from '#platform/format/periods.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { pagePeriod, periodOf } from '#platform/format/named-periods.ts'

export const todayOf = ({ now, caller }: Context): string => dayInZone(now().getTime(), caller.zone)
export const periodAt = (context: Context, name: PeriodName): Period => periodOf(name, todayOf(context))

/** The conditions as a list takes them. */
export function conditionsOf(context: Context, where: readonly HomeCondition[]): Condition[] {
  const today = todayOf(context)
  return where.map(({ of, ...one }): Condition => {
    if (of === undefined) return one
    const month = monthOf(today)
    if (of === 'me') return { ...one, value: context.caller.employeeId ?? '0' }
    if (of === 'month' || of === 'lastMonth') return { ...one, value: of === 'month' ? month : addMonths(month, -1) }
    const last = addDays(today, Number(of.split(' ')[0]))
    return { ...one, value: one.condition === 'BETWEEN' ? `${today},${last}` : last }
  })
}

/** A condition as the filter of an address: `from,to`, a relative period, or values. */
function filterOf({ condition, value = '', condList }: Condition): string {
  if (isRelativeCondition(condition)) return condition
  if (condition === 'GE') return `${value},`
  if (condition === 'LE') return `,${value}`
  return condList?.join(',') ?? value
}

/** The path of the first page that this holds of, among those the caller may see. */
function pathOf({ house, caller }: Context, holds: (page: Page) => boolean): string | null {
  const pages = house.registry.modules.flatMap(module => module.groups.flatMap(group => group.pages))
  return pages.find(page => holds(page) && maySeePage(page, caller))?.path ?? null
}

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** The page of a list, narrowed to the same rows; null: he has none. */
export function listUrl(context: Context, type: string, where: readonly HomeCondition[]): string | null {
  const path = pathOf(context, page => page.component === `list/${type}`)
  if (path === null) return null
  return withQuery(
    path,
    new URLSearchParams(conditionsOf(context, where).map((one): [string, string] => [`f.${one.field}`, filterOf(one)])),
  )
}

/** The page of a report with the same figure in sight; null: he has none. */
export function reportUrl(
  context: Context,
  report: string,
  period: Period,
  {
    by,
    compare,
    where = {},
  }: { readonly by?: string; readonly compare?: string | undefined; readonly where?: Readonly<Record<string, string>> },
): string | null {
  const path = pathOf(context, page => page.component === `report/${report}`)
  if (path === null) return null
  const { from, to } = pagePeriod(period)
  const filters = Object.fromEntries(Object.entries(where).map(([name, value]) => [`f.${name}`, value]))
  const query = new URLSearchParams({ ...filters, from, to, currency: 'CNY' })
  if (compare !== undefined) query.set('compare', compare)
  if (by !== undefined) query.set('by', by)
  return withQuery(path, query)
}

export const pageUrl = (context: Context, path: string): string | null => pathOf(context, page => page.path === path)
