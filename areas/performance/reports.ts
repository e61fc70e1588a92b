/** Performance added up by year, month, group, person or department: of what the asker sees. */
import { sql, type RawBuilder } from 'kysely'
import { addDays, addMonths, daysBetween, firstOfMonth, lastOfMonth, weekday } from '#platform/format/dates.ts'
import { changeOf } from '#platform/format/change.ts'
import { add, sum } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { PerformanceReport, PerformanceReportAsk, PerformanceReportRow } from './answers.ts'
import { amongMembers, dailyOf } from './figures.ts'
import { groupsOf } from './groups.ts'
import { forecastOf, gradeOf, ranksOf, rateOf, scoreOf, weightedScore } from './score.ts'
import { measures, performanceYear, type MeasureName } from './tables.ts'

/** sums of a report at most, one for each row and measure: beyond them groups or people have to be chosen */
const rowsMax = 5_000
const pastDays = 56

type Dimension = PerformanceReportAsk['dimension']
const dimensions: Readonly<Record<Dimension, { readonly key: RawBuilder<string>; readonly label: RawBuilder<string> }>> = {
  YEAR: { key: sql`to_char(p.month, 'YYYY')`, label: sql`to_char(p.month, 'YYYY')` },
  MONTH: { key: sql`to_char(p.month, 'YYYY-MM')`, label: sql`to_char(p.month, 'YYYY-MM')` },
  GROUP: { key: sql`p.group_id::text`, label: sql`max(g.name)` },
  EMPLOYEE: { key: sql`p.employee_id::text`, label: sql`max(e.name)` },
  DEPT: { key: sql`coalesce(p.dept_id::text, '')`, label: sql`coalesce(max(d.name), '')` },
}

interface Figures {
  readonly key: string
  readonly label: string
  readonly measure: number
  readonly target: string
  readonly actual: string
  readonly adjust: string
  readonly isEstimate: boolean
}

async function figuresOf({ db }: Context, ask: PerformanceReportAsk, months: readonly string[]): Promise<readonly Figures[]> {
  if (months.length === 0) return []
  const { key, label } = dimensions[ask.dimension]
  const rows = await db
    .selectFrom('performance as p')
    .leftJoin('performance_group as g', 'g.id', 'p.group_id')
    .leftJoin('employee as e', 'e.id', 'p.employee_id')
    .leftJoin('department as d', 'd.id', 'p.dept_id')
    .select([key.as('key'), label.as('label'), 'p.measure as measure'])
    .select([
      sql<string>`sum(p.target)::text`.as('target'),
      sql<string>`sum(p.actual)::text`.as('actual'),
      sql<string>`sum(p.adjust)::text`.as('adjust'),
      sql<boolean>`bool_or(p.is_estimate)`.as('isEstimate'),
    ])
    .where('p.month', 'in', months.map(firstOfMonth))
    .$if(ask.groupIds !== undefined, q => q.where('p.group_id', 'in', ['0', ...(ask.groupIds ?? [])]))
    .$if(ask.employeeIds !== undefined, q => q.where('p.employee_id', 'in', ['0', ...(ask.employeeIds ?? [])]))
    .groupBy([key, 'p.measure'])
    .limit(rowsMax + 1)
    .execute()
  refuseTooMany(rows)
  return rows
}

const refuseTooMany = (rows: readonly unknown[]): void => {
  if (rows.length > rowsMax) throw refuse.rule(sentence`数据超过 ${rowsMax} 行，请先选择小组或员工`)
}

export async function reportOf(context: Context, ask: PerformanceReportAsk): Promise<PerformanceReport> {
  const year = await context.db
    .selectFrom('performance_year')
    .select(['year', 'net_sales_weight', 'profit_weight', 'settled_units_weight'])
    .where('id', '=', ask.yearId)
    .executeTakeFirst()
  if (year === undefined) throw refuse.unknown(performanceYear.title)
  const months = ask.months ?? Array.from({ length: 12 }, (_, at) => addMonths(`${year.year}-01`, at))
  if (months.length === 0 || months.some(month => Number(month.slice(0, 4)) !== year.year))
    throw refuse.invalid([{ field: 'months', message: sentence`请填写 ${year.year} 年的月份，例如 ${`${year.year}-01`}` }])
  const weights: Readonly<Record<MeasureName, number>> = {
    netSales: year.net_sales_weight,
    profit: year.profit_weight,
    settledUnits: year.settled_units_weight,
  }
  const names = (Object.keys(measures) as MeasureName[]).filter(name => weights[name] > 0)
  const measure = ask.measure ?? measures[names[0] ?? 'netSales'][0]
  const running = todayOf(context).slice(0, 7)
  const yearAgo = (some: readonly string[]) => some.map(month => addMonths(month, -12))
  // months that are over: one that runs is held against nothing
  const over = months.filter(month => month < running)
  const isAll = over.length === months.length
  const [figures, before, held, heldBefore, forecasts] = await Promise.all([
    figuresOf(context, ask, months),
    figuresOf(context, ask, yearAgo(months)),
    isAll ? null : figuresOf(context, ask, over),
    isAll ? null : figuresOf(context, ask, yearAgo(over)),
    forecastsOf(context, ask, months, measure),
  ])
  const resultsOf = (some: readonly Figures[], keyOf: (key: string) => string = key => key) =>
    new Map(some.filter(one => one.measure === measure).map(one => [keyOf(one.key), add(one.actual, one.adjust)]))
  const later = (key: string): string => nextYear(ask.dimension, key)
  const [earlier, now, was] = [resultsOf(before, later), resultsOf(held ?? figures), resultsOf(heldBefore ?? before, later)]
  const rows = [...Map.groupBy(figures, one => one.key)].map(([key, of]) => {
    const row = rowOf(
      key,
      of,
      measure,
      weights,
      [earlier, now, was].map(one => one.get(key) ?? null),
      forecasts,
    )
    // a month that has not begun has its target and nothing to judge
    return ask.dimension === 'MONTH' && key > running ? { ...row, ...unjudged } : row
  })
  const ranks = ranksOf(rows)
  const list = rows.map((row, at) => ({ ...row, rank: ranks[at] ?? null })).toSorted(orderOf(ask.dimension))
  const { pageNum = 1, pageSize = 50 } = ask
  const ofMeasure = figures.filter(one => one.measure === measure)
  const totals = {
    target: sum(ofMeasure.map(one => one.target)),
    actual: sum(ofMeasure.map(one => one.actual)),
    adjust: sum(ofMeasure.map(one => one.adjust)),
  }
  const result = add(totals.actual, totals.adjust)
  return {
    list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: list.length,
    totals: { ...totals, result, rate: rateOf(result, totals.target) },
    measure,
    measures: names.map(name => ({ measure: measures[name][0], weight: weights[name] })),
  }
}

const unjudged = { rate: null, score: null, grade: null, totalScore: null, totalGrade: null, change: null } as const

function rowOf(
  key: string,
  of: readonly Figures[],
  measure: number,
  weights: Readonly<Record<MeasureName, number>>,
  [yearBefore = null, now = null, was = null]: readonly (string | null)[],
  forecasts: ReadonlyMap<string, string | null>,
): Omit<PerformanceReportRow, 'rank'> {
  const shown = of.find(one => one.measure === measure)
  const { target, actual, adjust } = shown ?? { target: '0', actual: '0', adjust: '0' }
  const result = add(actual, adjust)
  const rate = rateOf(result, target)
  const score = scoreOf(rate)
  const whole = weightedScore(
    (Object.keys(measures) as MeasureName[]).map(name => {
      const one = of.find(other => other.measure === measures[name][0])
      return { weight: weights[name], score: one === undefined ? null : scoreOf(rateOf(add(one.actual, one.adjust), one.target)) }
    }),
  )
  return {
    key,
    label: of[0]?.label ?? '',
    target,
    actual,
    adjust,
    result,
    rate,
    score,
    grade: gradeOf(score),
    totalScore: whole,
    totalGrade: gradeOf(whole),
    yearBefore,
    change: changeOf(now, was).rate,
    forecast: forecasts.get(key) ?? null,
    isEstimate: of.some(one => one.isEstimate),
  }
}

const nextYear = (dimension: Dimension, key: string): string =>
  dimension === 'MONTH' ? addMonths(key, 12) : dimension === 'YEAR' ? String(Number(key) + 1) : key

const orderOf =
  (dimension: Dimension) =>
  (a: PerformanceReportRow, b: PerformanceReportRow): number =>
    dimension === 'MONTH' || dimension === 'YEAR'
      ? a.key.localeCompare(b.key)
      : (a.rank ?? rowsMax) - (b.rank ?? rowsMax) || a.label.localeCompare(b.label)

/** Of the running month alone, where it is asked for by itself or by month: key of the row -> what it will end with. */
async function forecastsOf(context: Context, ask: PerformanceReportAsk, months: readonly string[], measure: number) {
  const none: ReadonlyMap<string, string | null> = new Map()
  const today = todayOf(context)
  const month = today.slice(0, 7)
  const isMonths = ask.dimension === 'MONTH'
  if (!months.includes(month) || (!isMonths && (months.length > 1 || ask.dimension === 'YEAR'))) return none
  const name = (Object.keys(measures) as MeasureName[]).find(one => measures[one][0] === measure)
  const rows = await context.db
    .selectFrom('performance')
    .select(['group_id', 'employee_id', 'dept_id', 'actual', 'adjust'])
    .where('month', '=', firstOfMonth(month))
    .where('measure', '=', measure as never)
    .$if(ask.groupIds !== undefined, q => q.where('group_id', 'in', ['0', ...(ask.groupIds ?? [])]))
    .$if(ask.employeeIds !== undefined, q => q.where('employee_id', 'in', ['0', ...(ask.employeeIds ?? [])]))
    .limit(rowsMax + 1)
    .execute()
  refuseTooMany(rows)
  if (name === undefined || rows.length === 0) return none
  const system = await context.house.asSystem(context.caller.orgId, 'days of groups: what a month will end with')
  const groups = await groupsOf(system, [...new Set(rows.map(row => row.group_id))])
  const days = await dailyOf(system, groups, addDays(today, -pastDays - daysBetween(firstOfMonth(month), today)), today, [name])
  const keys = new Map<string, string | null>()
  for (const group of groups) {
    const own = days.get(group.id) ?? new Map()
    // the last day with a figure counts as complete
    const last = [...own.keys()].toSorted((a, b) => a.localeCompare(b)).at(-1)
    if (last === undefined || last < firstOfMonth(month)) continue
    const past = Map.groupBy(
      Array.from({ length: pastDays }, (_, at) => addDays(last, -at)),
      weekday,
    )
    const figures = new Map([...past].map(([at, on]) => [at, on.map(day => own.get(day)?.[name] ?? '0')]))
    const left = Array.from({ length: daysBetween(last, lastOfMonth(month)) }, (_, at) => weekday(addDays(last, at + 1)))
    const rest = forecastOf('0', daysBetween(firstOfMonth(month), last) + 1, left, figures)
    const parts = rest === null ? null : amongMembers(group, month, rest)
    for (const row of rows.filter(one => one.group_id === group.id)) {
      const key = isMonths
        ? month
        : ask.dimension === 'GROUP'
          ? row.group_id
          : ask.dimension === 'EMPLOYEE'
            ? row.employee_id
            : (row.dept_id ?? '')
      const known = keys.get(key)
      const part = parts === null ? null : add(add(row.actual, row.adjust), parts.get(row.employee_id) ?? '0')
      keys.set(key, part === null || known === null ? null : add(known ?? '0', part))
    }
  }
  return keys
}
