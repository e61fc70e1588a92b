/**
 * WhyQuery -> WhyAnswer: what moved the figure that a report tells of. Totals of both sides in the base currency, cut into effects
 * (platform/format/why.ts), and the rows that moved most; put into words by why-words.ts.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { Report } from '#platform/declare/report.ts'
import type { ReportAnswer, ReportFigures, ReportValues, WhyAnswer, WhyQuery } from '#platform/declare/wire.ts'
import { measuresOfWhy, type Why, type WhyFactor } from '#platform/declare/why.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { changeOf } from '#platform/format/change.ts'
import { compare, sum } from '#platform/format/decimal.ts'
import { effectsOfFactors, effectsOfLines, namedMovers, type Factor } from '#platform/format/why.ts'
import type { Context } from '../../contract/context.ts'
import { refuse } from '../../calls/refusal.ts'
import { readReport } from './read.ts'
import { visibleReport } from '../ask/visible-report.ts'
import { inWhyWords, type Effect, type Mover, type Sides, type Told } from './why-words.ts'

const rest: Report['title'] = ['其他', 'Others']
/** decimals that effects are rounded to: of amounts, and of ratios (a hundredth of a point) */
const scales = { money: 2, percent: 4 } as const
/** rows among which the two that moved most are looked for, from one end */
const moversRead = 5

export async function readWhy(context: Context, report: Report, query: WhyQuery): Promise<WhyAnswer> {
  const { why: declared } = report
  if (declared === undefined) throw refuse.invalid([{ field: 'why', message: sentence`“${report.title}”不说明变动的原因` }])
  const visible = visibleReport(context, report)
  const has = (name: string): boolean => Object.hasOwn(visible.measures, name)
  const why = shownWhy(declared, report.beforeCost, has)
  const measures = measuresOfWhy(why, why.of).filter(has)
  const compared = why.planned === undefined ? { compare: query.compare ?? ('before' as const) } : {}
  const asked = { where: query.where ?? {}, startDate: query.startDate, endDate: query.endDate, currency: 'CNY' as const, ...compared }
  const answer = await readReport(context, report, { by: [], ...asked }, measures)
  const [total] = answer.totals
  const sides = total === undefined ? null : sidesOf(total, why)
  const kind = ownValue(visible.measures, why.of)?.kind ?? 'money'
  const difference = sides === null ? null : movedBy(sides, why.of)
  const effects = sides === null || difference === null ? [] : effectsOf(context.language, why, kind, sides, visible)
  const movers = difference === null || why.movers === undefined ? [] : await moversOf(context, report, why, why.movers, asked, difference)
  const told: Told = { report: visible, why, kind, query, answer, total: total ?? null, sides, difference, effects, movers }
  return inWhyWords(part => context.house.registry.inWords(part, context.language), told)
}

/** As the asker may see it: without costs, of what stands before them. */
function shownWhy(why: Why, beforeCost: string | undefined, has: (name: string) => boolean): Why {
  const of = [why.of, beforeCost ?? ''].find(has)
  if (of === undefined) throw refuse.forbidden()
  if ('factors' in why) return { ...why, of }
  const lines = why.lines.map(line => ({ ...line, measures: line.measures.filter(has) })).filter(line => line.measures.length > 0)
  return { ...why, of, lines }
}

/** Both sides of figures: of two periods, or what came and what was planned. */
function sidesOf(figures: ReportFigures, { planned }: Why): Sides | null {
  const { values, was, now } = figures
  if (planned === undefined) return was === undefined ? null : { now: now ?? values, was }
  const before = Object.entries(values).flatMap(([name, value]) =>
    name.endsWith(planned) ? [[name.slice(0, -planned.length), value]] : [],
  )
  return { now: values, was: Object.fromEntries(before) as ReportValues }
}

const movedBy = ({ now, was }: Sides, measure: string): string | null =>
  changeOf(ownValue(now, measure) ?? null, ownValue(was, measure) ?? null).difference
const amountOf = (values: ReportValues, measures: readonly string[]): string => sum(measures.map(name => ownValue(values, name) ?? '0'))

export function effectsOf(language: Context['language'], why: Why, kind: string, sides: Sides, report: Report): readonly Effect[] {
  const { now, was } = sides
  const said = (title: Report['title']): string => title[language === 'en' ? 1 : 0]
  const titleOf = (name: string): Report['title'] => ownValue(report.measures, name)?.title ?? [name, name]
  if ('factors' in why) {
    const scale = kind === 'percent' ? scales.percent : scales.money
    const at = (values: ReportValues): readonly Factor[] => why.factors.map(one => factorOf(one, values))
    const values = effectsOfFactors(at(now), at(was), { now: now[why.of] ?? '0', was: was[why.of] ?? '0' }, scale)
    return (values ?? []).flatMap((value, nth): Effect[] => {
      const factor = why.factors[nth]
      if (factor === undefined) return []
      const measures = [factor.over, ...(factor.under === undefined ? [] : [factor.under])]
      return [{ title: said(factor.title), value, measures, part: { is: 'factor', factor } }]
    })
  }
  const sideOf = (values: ReportValues) => ({
    of: values[why.of] ?? '0',
    base: values[why.base] ?? '0',
    lines: why.lines.map(line => amountOf(values, line.measures)),
  })
  const { volume, lines, isPlain } = effectsOfLines(sideOf(now), sideOf(was), scales.money)
  const title = titleOf(why.base)
  return [
    { title: said(title), value: volume, measures: [why.base], part: { is: 'volume', title } },
    ...lines.map((value, nth): Effect => {
      const line = why.lines[nth]
      return line === undefined
        ? { title: said(rest), value, measures: [why.of], part: { is: 'rest' } }
        : { title: said(line.title), value, measures: line.measures, part: { is: 'line', line, isPlain } }
    }),
  ]
}

/** One that divides is turned over, so that the figure is the product of all. */
function factorOf({ over, under, divides }: WhyFactor, values: ReportValues): Factor {
  const [top, bottom] = [ownValue(values, over) ?? '0', under === undefined ? '1' : (ownValue(values, under) ?? '0')]
  return divides === true ? { over: bottom, under: top } : { over: top, under: bottom }
}

async function moversOf(
  context: Context,
  report: Report,
  why: Why,
  dimension: string,
  asked: object & Pick<WhyQuery, 'startDate' | 'endDate'>,
  difference: string,
): Promise<readonly Mover[]> {
  const { of, planned } = why
  const measures = planned === undefined ? [of] : [of, of + planned]
  const sortWay = compare(difference, '0') < 0 ? ('ASC' as const) : ('DESC' as const)
  // a plan has no order of its own: shops are few
  const order = planned === undefined ? { sortField: `${of}.difference`, sortWay, pageSize: moversRead } : { pageSize: 1000 }
  const answer: ReportAnswer = await readReport(context, report, { by: [dimension], currency: 'CNY', ...asked, ...order }, measures)
  const rows = answer.list.flatMap((row): Mover[] => {
    const sides = sidesOf(row, why)
    const moved = sides === null ? null : movedBy(sides, of)
    const label = row.label[dimension] ?? row.key[dimension] ?? ''
    return moved === null || label === '' ? [] : [{ label, value: row.key[dimension] ?? null, difference: moved }]
  })
  const named = namedMovers(
    rows.map(one => one.difference),
    difference,
  )
  return named.flatMap(at => rows[at] ?? [])
}
