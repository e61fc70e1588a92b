/**
 * The answer to why a figure moved, in words: what it is and how it compares, what did it, which rows, what is not in it. Sentences are
 * put together by rule; each number in them leads to its rows.
 */
import { listed, sentence, type Part, type Sentence } from '#platform/declare/sentence.ts'
import type { Report } from '#platform/declare/report.ts'
import type { ReportAnswer, ReportFigures, ReportValues, WhyAnswer, WhyEffect, WhyPiece, WhyQuery } from '#platform/declare/wire.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Why, WhyFactor, WhyLine } from '#platform/declare/why.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { changeOf } from '#platform/format/change.ts'
import { add, compare, divide, isNegative, isZero, multiply, negate, roundTo, toFixedScale } from '#platform/format/decimal.ts'
import { showExact, showPercent, TRUE_MINUS } from '#platform/format/numbers.ts'
import type { Period } from '#platform/format/periods.ts'
import { againstWords, periodWords } from '#platform/format/period-words.ts'
import { isFlat, namedEffects, sizeOf } from '#platform/format/why.ts'

/** The two sides of a figures object, like for like. */
export interface Sides {
  readonly now: ReportValues
  readonly was: ReportValues
}

/** An effect with what a sentence says of it. */
export interface Effect extends WhyEffect {
  readonly part:
    | { readonly is: 'volume'; readonly title: Report['title'] }
    | { readonly is: 'line'; readonly line: WhyLine; readonly isPlain: boolean }
    | { readonly is: 'rest' }
    | { readonly is: 'factor'; readonly factor: WhyFactor }
}

/** A row that moved, and how far. */
export interface Mover {
  readonly label: string
  readonly value: string | null
  readonly difference: string
}

/** All that is known when the words are looked for. */
export interface Told {
  readonly report: Report
  readonly why: Why
  readonly kind: 'money' | 'integer' | 'decimal' | 'percent' | 'grade'
  readonly query: WhyQuery
  readonly answer: ReportAnswer
  readonly total: ReportFigures | null
  readonly sides: Sides | null
  readonly difference: string | null
  readonly effects: readonly Effect[]
  readonly movers: readonly Mover[]
}

/** Stands around the number of a link in a text; no text has it. */
const mark = '\u0000'
type Target = Omit<WhyPiece, 'text'>

/** Collects what numbers lead to while sentences are composed, and puts both together in one language. */
class Links {
  readonly #links: { readonly text: Part; readonly to: Target }[] = []
  link(text: Part, to: Target): string {
    this.#links.push({ text, to })
    return `${mark}${this.#links.length - 1}${mark}`
  }
  pieces(said: Sentence, inLanguage: (part: Part) => string): WhyPiece[] {
    return inLanguage(said)
      .split(mark)
      .flatMap((text, at): WhyPiece[] => {
        const link = at % 2 === 1 ? this.#links[Number(text)] : undefined
        if (link !== undefined) return [{ text: inLanguage(link.text), ...link.to }]
        return text === '' ? [] : [{ text }]
      })
  }
}

/** amounts from here on are told in whole units */
const wholeFrom = '1000'
function amountText(value: string): string {
  const isLarge = compare(sizeOf(value), wholeFrom) >= 0
  return showExact(toFixedScale(value, isLarge ? 0 : 2, 'halfUp'))
}
const signed = (text: string): string => (text.startsWith(TRUE_MINUS) ? text : `+${text}`)

/** A figure as it stands. */
function figureOf(kind: Told['kind'], value: string): Part {
  if (kind === 'percent') return showPercent(value)
  return kind === 'money' ? sentence`${amountText(value)} 元` : showExact(roundTo(value, 2, 'halfUp'))
}
/** How far it is from another. */
function changeText(kind: Told['kind'], value: string): Part {
  if (kind === 'percent') return sentence`${showExact(toFixedScale(multiply(value, '100'), 1, 'halfUp'))} 个百分点`
  return figureOf(kind, value)
}
function effectText(kind: Told['kind'], value: string): Part {
  if (kind === 'percent') return sentence`${signed(showExact(toFixedScale(multiply(value, '100'), 1, 'halfUp')))} 个百分点`
  return kind === 'money' ? sentence`${signed(amountText(value))} 元` : signed(showExact(roundTo(value, 2, 'halfUp')))
}

/** `inLanguage`: puts a part into the asker's words. */
export function inWhyWords(inLanguage: (part: Part) => string, told: Told): WhyAnswer {
  const { why, kind, sides, difference, effects, report } = told
  const title = ownValue(report.measures, why.of)?.title ?? [why.of, why.of]
  const links = new Links()
  const against = againstOf(told)
  const said = [headline(told, title, against, links), ...(isTold(told) ? reasons(told, links) : []), ...caveats(told)]
  return {
    of: { measure: why.of, title: inLanguage(title), kind },
    now: told.total?.values[why.of] ?? null,
    was: sides?.was[why.of] ?? null,
    difference,
    against: inLanguage(against),
    ...(told.answer.compared === undefined ? {} : { compared: told.answer.compared }),
    sentences: said.map(one => links.pieces(one, inLanguage)),
    effects: effects.map(one => ({ title: one.title, value: one.value, measures: one.measures })),
  }
}

/** The days it tells of, as far as all data reach. */
function periodOf({ query, answer }: Told): Period {
  const until = answer.compared?.until
  const { startDate: from, endDate } = query
  return { from, to: until != null && until >= from && until < endDate ? until : endDate }
}

function againstOf(told: Told): Title {
  const { why, query, answer } = told
  if (why.planned !== undefined) return ['预算', 'the budget']
  const { compared } = answer
  if (compared === undefined) return ['上期', 'the period before']
  return againstWords(periodOf(told), { from: compared.startDate, to: compared.endDate }, query.compare ?? 'before', query.endDate)
}

const titleAt = (report: Report, name: string): Title => ownValue(report.measures, name)?.title ?? [name, name]

/** Behind a Chinese word, what begins with a letter or a figure stands apart. */
const spaced = ([zh, en]: Title): Title => [/^[\da-z]/i.test(zh) ? ` ${zh}` : zh, en]

/** 11 月 1–18 日利润 204,289 元，比上月同期多 61,785 元（+43.7%，可比） */
function headline(told: Told, named: Title, againstTitle: Title, links: Links): Sentence {
  const { why, kind, query, total, sides, difference } = told
  const [title, against] = [spaced(named), spaced(againstTitle)]
  const to = { measures: [why.of] }
  const period = periodWords(periodOf(told), query.endDate)
  const value = total?.values[why.of] ?? null
  if (value === null) return sentence`${period}的${title}还算不出：没有数据，或缺少汇率`
  const now = links.link(figureOf(kind, value), to)
  if (sides === null || difference === null) return sentence`${period}${title} ${now}，${against}没有可比的数据`
  if (!isTold(told)) return sentence`${period}${title} ${now}，与${against}基本持平`
  const by = links.link(changeText(kind, sizeOf(difference)), to)
  const isLess = isNegative(difference)
  if (kind === 'percent') {
    return isLess ? sentence`${period}${title} ${now}，比${against}低 ${by}` : sentence`${period}${title} ${now}，比${against}高 ${by}`
  }
  const further = furtherOf(told, sides)
  return isLess
    ? sentence`${period}${title} ${now}，比${against}少 ${by}${further}`
    : sentence`${period}${title} ${now}，比${against}多 ${by}${further}`
}

/** In brackets: the rate, and whether the two sides had to be made like each other. */
function furtherOf({ why, total }: Told, { now, was }: Sides): Part {
  const [after, before] = [now[why.of] ?? null, was[why.of] ?? null]
  const { rate } = changeOf(after, before)
  const isCut = after !== (total?.values[why.of] ?? null)
  if (rate === null) return isCut ? sentence`（可比）` : ''
  const shown = signed(showPercent(rate))
  return isCut ? sentence`（${shown}，可比）` : sentence`（${shown}）`
}

/** Whether it moved at all. */
function isTold({ why, sides, difference }: Told): boolean {
  if (sides === null || difference === null) return false
  return !isFlat(difference, sides.was['base' in why ? why.base : why.of] ?? '0')
}

function reasons(told: Told, links: Links): Sentence[] {
  const { effects, movers, kind, why } = told
  const difference = told.difference ?? '0'
  const { main, but } = namedEffects(
    effects.map(one => one.value),
    difference,
  )
  const clauses = main.flatMap(at => (effects[at] === undefined ? [] : [clause(told, effects[at], links)]))
  const other = but === null ? undefined : effects[but]
  const why1 = listed(clauses, '；')
  const first =
    clauses.length === 0
      ? []
      : [other === undefined ? sentence`主要因为：${why1}` : sentence`主要因为：${why1}；但${clause(told, other, links)}`]
  const named = movers.map(({ label, value, difference: moved }) => {
    const to = { measures: [why.of], where: { [why.movers ?? '']: [value ?? ''] } }
    return sentence`${label} ${links.link(effectText(kind, moved), to)}`
  })
  return [...first, ...(named.length === 0 ? [] : [sentence`${listed(named, '、')}变动最大`])]
}

function clause(told: Told, { part, value, measures }: Effect, links: Links): Sentence {
  const { why, kind, sides } = told
  const effect = links.link(effectText(kind, value), { measures })
  const at = (side: 'now' | 'was', name: string): string => sides?.[side][name] ?? '0'
  switch (part.is) {
    case 'volume': {
      const base = 'base' in why ? why.base : why.of
      const { rate } = changeOf(at('now', base), at('was', base))
      if (rate === null) return sentence`${part.title} ${effect}`
      const by = showPercent(sizeOf(rate))
      return isNegative(rate) ? sentence`${part.title}少 ${by}，带来 ${effect}` : sentence`${part.title}多 ${by}，带来 ${effect}`
    }
    case 'line': {
      if (part.isPlain || !('base' in why)) return sentence`${part.line.title} ${effect}`
      const shares = sharesOf(part.line.measures, why.base, at)
      return shares === null
        ? sentence`${part.line.title} ${effect}`
        : sentence`${part.line.share} ${showPercent(shares.was)} → ${showPercent(shares.now)}，${effect}`
    }
    case 'rest':
      return sentence`其他项目 ${effect}`
    case 'factor': {
      const { over, under, kind: shown } = part.factor
      const of = (side: 'now' | 'was'): Part => {
        const below = under === undefined ? '1' : at(side, under)
        return isZero(below) ? '—' : figureOf(shown, divide(at(side, over), below, 6, 'halfUp'))
      }
      return sentence`${part.factor.title} ${of('was')} → ${of('now')}，${effect}`
    }
  }
}

/** Parts of the base; what is charged is told without its sign. */
function sharesOf(measures: readonly string[], base: string, at: (side: 'now' | 'was', name: string) => string) {
  const shareAt = (side: 'now' | 'was'): string | null => {
    if (compare(at(side, base), '0') <= 0) return null
    return divide(measures.map(name => at(side, name)).reduce(add, '0'), at(side, base), 6, 'halfUp')
  }
  const [now, was] = [shareAt('now'), shareAt('was')]
  if (now === null || was === null) return null
  const isCharge = compare(now, '0') <= 0 && compare(was, '0') <= 0
  return isCharge ? { now: negate(now), was: negate(was) } : { now, was }
}

/** What is in neither side, and what makes the figures unfinished. */
function caveats({ report, answer }: Told): Sentence[] {
  const { compared, computing, missingRates } = answer
  const left = compared?.leftOut ?? []
  const fresh = left.filter(one => one.why === 'new').length
  const late = left.filter(one => one.why === 'noData').map(one => one.shop)
  const monthly = (compared?.monthly ?? []).map(one => titleAt(report, one.measure))
  const without = [
    ...(monthly.length === 0 ? [] : [sentence`本期尚未入账的${listed(monthly)}`]),
    ...(fresh === 0 ? [] : [sentence`${fresh} 个新店`]),
    ...(late.length === 0 ? [] : [sentence`没有数据的店铺：${listed(late)}`]),
  ]
  return [
    ...(without.length === 0 ? [] : [sentence`对比中未计${listed(without, '；')}`]),
    ...(computing.length === 0 ? [] : [sentence`正在计算：${listed(computing)}`]),
    ...(missingRates.length === 0
      ? []
      : [sentence`缺少汇率：${listed(missingRates.map(one => `${one.month.slice(0, 7)} ${one.currency}`))}`]),
  ]
}
