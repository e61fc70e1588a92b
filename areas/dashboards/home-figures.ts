/** Cards `figures` and `movers`: figures of reports and lists with what they are held against, each with the page that shows the same. */
import type { HomeFigure, HomeWord, ListFigure, ReportFigure } from '#platform/declare/home-card.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { PeriodName } from '#platform/declare/wire-dashboards.ts'
import type { ComparedPeriods, FiguresAnswer, MoversAnswer, ShownFigure } from '#platform/declare/wire-home.ts'
import type { MeasureDefinition, ReportAnswer, ReportFigures } from '#platform/declare/wire.ts'
import { addDays, daysBetween, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { compare as order, divide } from '#platform/format/decimal.ts'
import type { Period } from '#platform/format/periods.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { visibleResource } from '#platform/server/lists/column-rights.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { readReport } from '#platform/server/reports/read.ts'
import { conditionsOf, listUrl, pageUrl, periodAt, reportUrl, todayOf } from './card-where.ts'
import { maySee, reportOf } from './content.ts'

type Compared = NonNullable<ReportAnswer['compared']>
const compare = 'before' as const
const currency = 'CNY' as const
/** days that count as new, and after which balances are compared */
const weekDays = 7

interface Asked {
  readonly figure: ReportFigure
  readonly measure: MeasureDefinition
  /** what it shall come to, which is said of the figure itself alone */
  readonly target: ReportFigure['target']
}

/** The measure that the caller may see of it. */
function askedOf(context: Context, figure: Pick<ReportFigure, 'report' | 'measure' | 'orElse'>): MeasureDefinition | null {
  const seen = reportOf(context, figure.report)
  const face = context.house.registry.reports.get(figure.report)
  if (seen === null || face === undefined) return null
  const measures = face.definition(context).report?.measures ?? []
  const named = [figure.measure, figure.orElse].find(name => name !== undefined && ownValue(seen.measures, name) !== undefined)
  return measures.find(one => one.name === named) ?? null
}

export const seesFigure = (context: Context, figure: HomeFigure): boolean =>
  'report' in figure ? askedOf(context, figure) !== null : maySee(context, figure.list)

const offers = (context: Context, report: string): boolean => reportOf(context, report)?.compare?.includes(compare) === true

/** One call of a report for all its measures. */
async function whole(context: Context, name: string, measures: readonly string[], period: Period, compares = true): Promise<ReportAnswer> {
  const report = reportOf(context, name)
  if (report === null) throw new Error(`${name} was seen a moment ago`)
  const query = { by: [], startDate: period.from, endDate: period.to, currency, pageSize: 1 }
  return readReport(context, report, { ...query, ...(compares && offers(context, name) ? { compare } : {}) }, measures)
}

export const comparedIn = (compared: Compared | undefined): ComparedPeriods | null => {
  if (compared === undefined) return null
  const { startDate, endDate, until, leftOut } = compared
  return { startDate, endDate, until, leftOut }
}

/** A figure with what it is held against, as far as the report tells. */
function held(figures: ReportFigures | undefined, name: string) {
  const [value, was, now] = [figures?.values[name] ?? null, figures?.was?.[name], figures?.now?.[name]]
  return { value, ...(now === undefined ? {} : { now }), ...(was === undefined ? {} : { was }) }
}
const better = ({ better: way }: MeasureDefinition): Pick<ShownFigure, 'better'> => (way === undefined ? {} : { better: way })

export async function readFigures(
  context: Context,
  { of, periods, first: opening, opens }: NonNullable<HomeWord['figures']>,
  chosen: PeriodName | undefined,
): Promise<FiguresAnswer> {
  const name = periods.find(one => one === chosen) ?? opening ?? periods[0]
  const period = periodAt(context, name)
  const asked = of.flatMap((figure): Asked[] => {
    if ('list' in figure) return []
    const measure = askedOf(context, figure)
    if (measure === null) return []
    const { target } = figure
    const isHeld = measure.name === figure.measure && target !== undefined && askedOf(context, target) !== null
    return [{ figure, measure, target: isHeld ? target : undefined }]
  })
  const byReport = Object.groupBy(asked, one => one.figure.report)
  const targets = asked.flatMap(({ target }) => target ?? [])
  const balances = asked.filter(({ figure }) => figure.weekAgo === true)
  const aWeekAgo = addDays(todayOf(context), -weekDays)
  const [answers, goals, aims, earlier, counts] = await Promise.all([
    all(
      Object.entries(byReport).map(([report, list = []]) => [
        report,
        whole(
          context,
          report,
          list.map(one => one.measure.name),
          period,
        ),
      ]),
    ),
    all(targets.map(target => [`${target.report} ${target.measure}`, whole(context, target.report, [target.measure], period, false)])),
    all(
      asked.flatMap(({ figure: { measure, aim } }) =>
        aim !== undefined && maySee(context, aim.list) ? [[measure, aimOf(context, aim)] as const] : [],
      ),
    ),
    all(
      balances.map(({ figure, measure }) => [
        figure.measure,
        whole(context, figure.report, [measure.name], { from: firstOfMonth(monthOf(aWeekAgo)), to: aWeekAgo }, false),
      ]),
    ),
    all(of.flatMap(one => ('list' in one && maySee(context, one.list) ? [[one.title[0], countOf(context, one)] as const] : []))),
  ])
  const shown = (figure: HomeFigure): ShownFigure[] => {
    if ('list' in figure) return counts.get(figure.title[0]) ?? []
    const found = asked.find(one => one.figure === figure)
    const answer = answers.get(figure.report)
    if (found === undefined || answer === undefined) return []
    const { measure, target } = found
    const goal = target === undefined ? undefined : goals.get(`${target.report} ${target.measure}`)
    const isOwn = measure.name === figure.measure
    const aim = aims.get(figure.measure) ?? null
    const before = earlier.get(figure.measure)
    return [
      {
        name: measure.name,
        title: (isOwn ? figure.title?.[context.language === 'en' ? 1 : 0] : undefined) ?? measure.title,
        kind: measure.kind,
        ...held(answer.totals[0], measure.name),
        ...(before === undefined ? {} : { was: before.totals[0]?.values[measure.name] ?? null, wasOn: aWeekAgo }),
        ...better(measure),
        url: reportUrl(context, figure.report, period, { compare: answer.compared === undefined ? undefined : compare }),
        ...(goal === undefined || target === undefined ? {} : { target: goal.totals[0]?.values[target.measure] ?? null }),
        ...(aim === null ? {} : { aim }),
      },
    ]
  }
  const first = [...answers.values()]
  const list = of.flatMap(shown)
  // the page of a report is opened as its figure is: with the period of the card
  const opened = opens === undefined ? undefined : list.find(one => one.url?.split('?')[0] === opens)
  return {
    period: { name, ...period },
    compared: first.map(one => comparedIn(one.compared)).find(one => one !== null) ?? null,
    elapsed: elapsedOf(period, todayOf(context)),
    list,
    opens: opened?.url ?? (opens === undefined ? null : pageUrl(context, opens)),
    computing: [...new Set(first.flatMap(one => one.computing))],
  }
}

const all = async <T>(entries: readonly (readonly [string, Promise<T>])[]): Promise<Map<string, T>> =>
  new Map(await Promise.all(entries.map(async ([key, value]) => [key, await value] as const)))

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

async function countOf(context: Context, { title, list, where, sum, fresh }: ListFigure): Promise<ShownFigure[]> {
  const declared = context.house.registry.types.get(list)
  if (declared === undefined) return []
  const resource = visibleResource(context.caller, declared)
  const conditionList = conditionsOf(context, where)
  const since = fresh === undefined ? null : { field: fresh, condition: 'GE' as const, value: addDays(todayOf(context), 1 - weekDays) }
  const [found, recent] = await Promise.all([
    // of a sum one row: its currency is that of all, where there is but one
    listOf(context, resource, { conditionList, ...(sum === undefined ? { only: 'totals' } : { pageSize: 1 }) }),
    since === null ? null : listOf(context, resource, { only: 'totals', conditionList: [...conditionList, since] }),
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
    },
  ]
}

type Movers = NonNullable<HomeWord['movers']>
export const seesMovers = (context: Context, movers: Movers): boolean => askedOf(context, movers) !== null && offers(context, movers.report)

export async function readMovers(context: Context, movers: Movers): Promise<MoversAnswer | null> {
  const measure = askedOf(context, movers)
  const report = reportOf(context, movers.report)
  if (measure === null || report === null) return null
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
    compared: comparedIn(up.compared),
    up: rows(up, true, movers.up),
    down: rows(down, false, movers.down),
    url: reportUrl(context, movers.report, period, { by, compare }),
  }
}
