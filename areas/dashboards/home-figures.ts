/** Cards `figures` and `movers`: figures of reports and lists with what they are held against, each with the page that shows the same. */
import { isDeepStrictEqual } from 'node:util'
import type { HomeFigure, HomeWord, ListFigure, ReportFigure } from '#platform/declare/home-card.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Report } from '#platform/declare/report.ts'
import type { PeriodName } from '#platform/declare/wire-dashboards.ts'
import type { ComparedPeriods, FiguresAnswer, MoversAnswer, ShownFigure } from '#platform/declare/wire-home.ts'
import type { MeasureDefinition, ReportAnswer, ReportFigures } from '#platform/declare/wire.ts'
import { addDays, daysBetween, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { compare as order, divide, isZero } from '#platform/format/decimal.ts'
import { readComplete } from '#platform/format/named-periods.ts'
import type { Period } from '#platform/format/periods.ts'
import type { Context } from '#platform/server/area.ts'
import { visibleResource, listOf } from '#platform/server/lists.ts'
import { readReport } from '#platform/server/reports.ts'
import { conditionsOf, listUrl, pageUrl, periodAt, reportUrl, todayOf } from './card-where.ts'
import { maySee, seenReport } from './content.ts'

const compare = 'before' as const
const currency = 'CNY' as const
/** days that count as new, and after which balances are compared */
const weekDays = 7

interface Asked {
  readonly report: Report
  readonly measure: MeasureDefinition
}

/** The measure that the caller may see of it. */
function askedOf(context: Context, figure: Pick<ReportFigure, 'report' | 'measure' | 'orElse'>): Asked | null {
  const seen = seenReport(context, figure.report)
  if (seen === null) return null
  const { report, measures } = seen
  const named = [figure.measure, figure.orElse].find(name => name !== undefined && ownValue(report.measures, name) !== undefined)
  const measure = measures.find(one => one.name === named)
  return measure === undefined ? null : { report, measure }
}

export const seesFigure = (context: Context, figure: HomeFigure): boolean =>
  'report' in figure ? askedOf(context, figure) !== null : maySee(context, figure.list)

/** One call of a report for all its measures. */
function whole(context: Context, report: Report, measures: readonly string[], period: Period, compares = true): Promise<ReportAnswer> {
  const query = { by: [], startDate: period.from, endDate: period.to, currency, pageSize: 1 }
  return readReport(context, report, { ...query, ...(compares && report.compare?.includes(compare) ? { compare } : {}) }, measures)
}

/** One call of a report for all its measures, of a period of days back up to the last complete one. */
const wholeOf = (context: Context, report: Report, measures: readonly string[], name: PeriodName, period: Period) =>
  readComplete(
    name,
    period,
    days => whole(context, report, measures, days),
    answer => answer.compared?.until,
  )

/**
 * A report that is not cut by files reaches to the end of its period; nothing is known of days that lie ahead. Of a report without any
 * figure nothing is held against anything.
 */
export const comparedIn = (context: Context, { compared, totals }: Pick<ReportAnswer, 'compared' | 'totals'>): ComparedPeriods | null => {
  if (compared === undefined || (compared.isEmpty && totals.every(({ values }) => Object.values(values).every(isNothing)))) return null
  const { startDate, endDate, leftOut } = compared
  const [until, today] = [compared.until, todayOf(context)]
  return { startDate, endDate, until: until !== null && until > today ? today : until, leftOut }
}

/** A figure with what it is held against, as far as the report tells. */
function held(figures: ReportFigures | undefined, name: string) {
  const [value, was, now] = [figures?.values[name] ?? null, figures?.was?.[name], figures?.now?.[name]]
  return { value, ...(now === undefined ? {} : { now }), ...(was === undefined ? {} : { was }) }
}
const isNothing = (value: string | null): boolean => value === null || isZero(value)
const better = ({ better: way }: MeasureDefinition): Pick<ShownFigure, 'better'> => (way === undefined ? {} : { better: way })

export async function readFigures(
  context: Context,
  { of, periods, first: opening, opens }: NonNullable<HomeWord['figures']>,
  chosen: PeriodName | undefined,
): Promise<FiguresAnswer> {
  const name = periods.find(one => one === chosen) ?? opening ?? periods[0]
  const period = periodAt(context, name)
  const asked = new Map(
    of.flatMap(figure => {
      const found = 'list' in figure ? null : askedOf(context, figure)
      return found === null ? [] : [[figure, found] as const]
    }),
  )
  const byReport = Map.groupBy(asked.values(), one => one.report.name)
  const answers = new Map(
    [...byReport].map(([report, list]): [string, ReturnType<typeof wholeOf>] => {
      const names = list.map(one => one.measure.name)
      return [report, wholeOf(context, list[0]?.report as Report, names, name, period)]
    }),
  )
  const shown = await Promise.all(
    of.map(async (figure): Promise<ShownFigure[]> => {
      if ('list' in figure) return maySee(context, figure.list) ? countOf(context, figure) : []
      const [found, answer] = [asked.get(figure), answers.get(figure.report)]
      return found === undefined || answer === undefined ? [] : [await reportFigure(context, figure, found.measure, await answer)]
    }),
  )
  const all = (await Promise.all(answers.values())).map(one => one.answer)
  // what is held against a day of its own says so itself
  const compared = shown.flat().find(one => one.compared !== undefined && one.wasOn === undefined)?.compared ?? null
  const list = shown
    .flat()
    .map(({ compared: own, ...one }) => (own === undefined || isDeepStrictEqual(own, compared) ? one : { ...one, compared: own }))
  // the page of a report is opened as its figure is: with the period of the card
  const opened = opens === undefined ? undefined : list.find(one => one.url?.split('?')[0] === opens)
  return {
    period: { name, ...period },
    compared,
    elapsed: elapsedOf(period, todayOf(context)),
    list,
    opens: opened?.url ?? (opens === undefined ? null : pageUrl(context, opens)),
    computing: [...new Set(all.flatMap(one => one.computing))],
  }
}

/** A figure of a report with what it shall come to, where that is said of this measure and not of the one in its place. */
async function reportFigure(
  context: Context,
  figure: ReportFigure,
  measure: MeasureDefinition,
  { answer, period }: Awaited<ReturnType<typeof wholeOf>>,
): Promise<ShownFigure> {
  const isOwn = measure.name === figure.measure
  const { title, aim: asked, weekAgo } = figure
  const { target } = isOwn ? figure : {}
  const day = addDays(todayOf(context), -weekDays)
  const valueOf = async (of: NonNullable<ReportFigure['target']>, days: Period): Promise<string | null | undefined> => {
    const found = askedOf(context, of)
    if (found === null) return undefined
    return (await whole(context, found.report, [of.measure], days, false)).totals[0]?.values[of.measure] ?? null
  }
  const [goal, was, aim] = await Promise.all([
    target === undefined ? undefined : valueOf(target, period),
    weekAgo === true && isOwn ? valueOf(figure, { from: firstOfMonth(monthOf(day)), to: day }) : undefined,
    asked !== undefined && maySee(context, asked.list) ? aimOf(context, asked) : undefined,
  ])
  const compared = comparedIn(context, answer)
  return {
    name: measure.name,
    title: (isOwn ? title?.[context.language === 'en' ? 1 : 0] : undefined) ?? measure.title,
    kind: measure.kind,
    ...(compared === null ? { value: answer.totals[0]?.values[measure.name] ?? null } : held(answer.totals[0], measure.name)),
    ...(was === undefined ? {} : { was, wasOn: day }),
    ...better(measure),
    url: reportUrl(context, figure.report, period, { compare: answer.compared === undefined ? undefined : compare }),
    ...(goal === undefined ? {} : { target: goal }),
    ...(aim == null ? {} : { aim }),
    ...(compared === null ? {} : { compared }),
  }
}

/** Share of a period that is over at the end of a day. */
export function elapsedOf({ from, to }: Period, today: string): string {
  const days = daysBetween(from, to) + 1
  const over = Math.min(days, Math.max(0, daysBetween(from, today) + 1))
  return divide(String(over), String(days), 4, 'halfUp')
}

/** What is reached of an aim of the month; null: nobody set one. */
async function aimOf(context: Context, { list, where, sum, of }: NonNullable<ReportFigure['aim']>): Promise<ShownFigure['aim'] | null> {
  const declared = context.house.registry.types.get(list)
  if (declared === undefined) return null
  const { totals } = await listOf(context, visibleResource(context.caller, declared), {
    only: 'totals',
    conditionList: conditionsOf(context, where),
  })
  const [value, target] = [totals?.[sum] ?? null, totals?.[of] ?? null]
  if (value === null || target === null || order(target, '0') <= 0) return null
  return { value, target, elapsed: elapsedOf(periodAt(context, 'month'), todayOf(context)) }
}

async function countOf(context: Context, { title, list, where, sum, fresh, share }: ListFigure): Promise<ShownFigure[]> {
  const declared = context.house.registry.types.get(list)
  if (declared === undefined) return []
  const resource = visibleResource(context.caller, declared)
  const conditionList = conditionsOf(context, where)
  // days that lie ahead are none of the last seven
  const today = todayOf(context)
  const since =
    fresh === undefined ? null : { field: fresh, condition: 'BETWEEN' as const, value: `${addDays(today, 1 - weekDays)},${today}` }
  const [found, recent, whole] = await Promise.all([
    // of a sum one row: its currency is that of all, where there is but one
    listOf(context, resource, { conditionList, ...(sum === undefined ? { only: 'totals' } : { pageSize: 1 }) }),
    since === null ? null : listOf(context, resource, { only: 'totals', conditionList: [...conditionList, since] }),
    share === undefined ? null : listOf(context, resource, { only: 'totals', conditionList: conditionsOf(context, share.of) }),
  ])
  const alone = sum === undefined ? null : (found.totals?.[sum] ?? null)
  const unit = alone === null ? undefined : found.list[0]?.[ownValue(resource.fields, sum ?? '')?.options.currency ?? '']
  return [
    {
      name: `${list}.${sum ?? 'count'}`,
      title: title[context.language === 'en' ? 1 : 0],
      kind: sum === undefined ? 'integer' : 'money',
      value: sum === undefined ? String(found.total) : (alone ?? found.converted?.totals[sum] ?? null),
      ...(typeof unit === 'string' && unit !== currency ? { currency: unit } : {}),
      url: listUrl(context, list, where),
      ...(recent === null ? {} : { fresh: recent.total }),
      ...(whole === null || share === undefined ? {} : { share: { of: whole.total, most: share.most } }),
    },
  ]
}

type Movers = NonNullable<HomeWord['movers']>
const comparing = (context: Context, movers: Movers): Asked | null => {
  const asked = askedOf(context, movers)
  return asked?.report.compare?.includes(compare) === true ? asked : null
}
export const seesMovers = (context: Context, movers: Movers): boolean => comparing(context, movers) !== null

export async function readMovers(context: Context, movers: Movers): Promise<MoversAnswer | null> {
  const asked = comparing(context, movers)
  if (asked === null) return null
  const { report, measure } = asked
  const { by } = movers
  const period = periodAt(context, movers.period)
  const query = { by: [by], startDate: period.from, endDate: period.to, currency, compare, pageNum: 1 }
  const pageSize = movers.up + movers.down
  const side = (sortWay: 'ASC' | 'DESC') =>
    readReport(context, report, { ...query, pageSize, sortField: `${measure.name}.difference`, sortWay }, [measure.name])
  const up = await side('DESC')
  // few rows are all in the first answer
  const down = up.total <= pageSize ? { list: up.list.toReversed() } : await side('ASC')
  const rows = ({ list }: Pick<ReportAnswer, 'list'>, isUp: boolean, most: number) => {
    const moved = list.flatMap(row => {
      const { value, was = null, now } = held(row, measure.name)
      const key = row.key[by] ?? ''
      const change = was === null || value === null ? 0 : order(now ?? value, was)
      if (change !== (isUp ? 1 : -1)) return []
      const url = reportUrl(context, movers.report, period, { compare, where: { [by]: key } })
      return [{ key, label: row.label[by] ?? key, value, ...(now === undefined ? {} : { now }), was, url }]
    })
    return moved.slice(0, most)
  }
  return {
    measure: { name: measure.name, title: measure.title, kind: measure.kind, ...better(measure) },
    by,
    compared: comparedIn(context, up),
    up: rows(up, true, movers.up),
    down: rows(down, false, movers.down),
    url: reportUrl(context, movers.report, period, { by, compare }),
  }
}
