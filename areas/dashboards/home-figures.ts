/** Cards `figures` and `movers`: figures of reports and lists with what they are held against, each with the page that shows the same. */
import type { HomeFigure, HomeWord, ListFigure, ReportFigure } from '#platform/declare/home-card.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { PeriodName } from '#platform/declare/wire-dashboards.ts'
import type { ComparedPeriods, FiguresAnswer, MoversAnswer, ShownFigure } from '#platform/declare/wire-home.ts'
import type { MeasureDefinition, ReportAnswer, ReportFigures } from '#platform/declare/wire.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
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
/** days that count as new */
const freshDays = 7

interface Asked {
  readonly figure: ReportFigure
  readonly measure: MeasureDefinition
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
    const measure = 'report' in figure ? askedOf(context, figure) : null
    return measure === null ? [] : [{ figure: figure as ReportFigure, measure }]
  })
  const byReport = Object.groupBy(asked, one => one.figure.report)
  const targets = asked.flatMap(({ figure: { target } }) => (target !== undefined && askedOf(context, target) !== null ? [target] : []))
  const [answers, goals, counts] = await Promise.all([
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
    all(of.flatMap(one => ('list' in one && maySee(context, one.list) ? [[one.title[0], countOf(context, one)] as const] : []))),
  ])
  const shown = (figure: HomeFigure): ShownFigure[] => {
    if ('list' in figure) return counts.get(figure.title[0]) ?? []
    const found = asked.find(one => one.figure === figure)
    const answer = answers.get(figure.report)
    if (found === undefined || answer === undefined) return []
    const { measure } = found
    const { target } = figure
    const goal = target === undefined ? undefined : goals.get(`${target.report} ${target.measure}`)
    const isOwn = measure.name === figure.measure
    return [
      {
        name: measure.name,
        title: (isOwn ? figure.title?.[context.language === 'en' ? 1 : 0] : undefined) ?? measure.title,
        kind: measure.kind,
        ...held(answer.totals[0], measure.name),
        ...better(measure),
        url: reportUrl(context, figure.report, period, { compare: answer.compared === undefined ? undefined : compare }),
        ...(goal === undefined || target === undefined ? {} : { target: goal.totals[0]?.values[target.measure] ?? null }),
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

async function countOf(context: Context, { title, list, where, sum, fresh }: ListFigure): Promise<ShownFigure[]> {
  const declared = context.house.registry.types.get(list)
  if (declared === undefined) return []
  const resource = visibleResource(context.caller, declared)
  const conditionList = conditionsOf(context, where)
  const totals = { only: 'totals', conditionList } as const
  const since = fresh === undefined ? null : { field: fresh, condition: 'GE' as const, value: addDays(todayOf(context), 1 - freshDays) }
  const [found, recent] = await Promise.all([
    listOf(context, resource, totals),
    since === null ? null : listOf(context, resource, { ...totals, conditionList: [...conditionList, since] }),
  ])
  const value = sum === undefined ? String(found.total) : (found.totals?.[sum] ?? found.converted?.totals[sum] ?? null)
  return [
    {
      name: `${list}.${sum ?? 'count'}`,
      title: title[context.language === 'en' ? 1 : 0],
      kind: sum === undefined ? 'integer' : 'money',
      value,
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
  const side = (pageSize: number, sortWay: 'ASC' | 'DESC') =>
    readReport(context, report, { ...query, pageSize: Math.max(1, pageSize), sortField: `${measure.name}.difference`, sortWay }, [
      measure.name,
    ])
  const [up, down] = await Promise.all([side(movers.up, 'DESC'), side(movers.down, 'ASC')])
  const rows = ({ list }: ReportAnswer, isUp: boolean, most: number) =>
    list.slice(0, most).flatMap(row => {
      const { value, was = null, now } = held(row, measure.name)
      const key = row.key[by] ?? ''
      const change = was === null || value === null ? 0 : order(now ?? value, was)
      if (change !== (isUp ? 1 : -1)) return []
      const url = reportUrl(context, movers.report, period, { compare, where: { [by]: key } })
      return [{ key, label: row.label[by] ?? key, value, ...(now === undefined ? {} : { now }), was, url }]
    })
  return {
    measure: { name: measure.name, title: measure.title, kind: measure.kind, ...better(measure) },
    by,
    compared: comparedIn(up.compared),
    up: rows(up, true, movers.up),
    down: rows(down, false, movers.down),
    url: reportUrl(context, movers.report, period, { by, compare }),
  }
}
