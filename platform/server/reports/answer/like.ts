/**
 * What a comparison needs to know of the owners of a question: up to which day the files of each shop tell, who has facts on which side,
 * and which monthly costs do not stand on both of them.
 */
import { sql } from 'kysely'
import { grainFor, isLeaf, rollupsOfReport, type Leaf, type Report } from '#platform/declare/report.ts'
import { labelOf } from '#platform/declare/resource.ts'
import { ownerTable, type Rollup } from '#platform/declare/rollup.ts'
import type { ReportAnswer } from '#platform/declare/wire.ts'
import { addMonths, firstOfMonth, lastOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { add } from '#platform/format/decimal.ts'
import { cutOf, dayBefore, likeForLike, partsOf, wholeOf, type Covered, type Like } from '#platform/format/like-for-like.ts'
import { isWholeMonths, periodBefore, type Moved, type Period } from '#platform/format/periods.ts'
import type { Context } from '../../contract/context.ts'
import { anyTable } from '../../db/any-table.ts'
import { columnRef, isOneOf, unionAll, type UntypedQuery } from '../../db/untyped-query.ts'
import { movedKey, type Apart, type Ask, type LikeSides, type SideParts } from '../ask/ask.ts'
import { beforeOf, finestTime, isByDay } from '../ask/comparison-period.ts'
import { coveredDays, tellsDays } from './complete-until.ts'
import { grainRows } from '../statement/grain-rows.ts'
import { condition } from '../store/parts.ts'
import { statement, type ReportRecord } from '../statement/statement.ts'
import { storedRows } from '../store/stored.ts'

/** months at the end of the present side whose costs may not be posted yet */
const monthsOpen = 2

/** The question with both sides of what it is held against, like for like. */
export async function withLike(context: Context, report: Report, ask: Ask, owners: readonly string[]): Promise<Ask> {
  const before = beforeOf(report, ask)
  if (before === null || owners.length === 0) return ask
  const shops = tellsDays(report) ? await coveredDays(context, report, owners) : owners.map(shop => ({ shop, days: null }))
  const moves = [before.rows, ...(before.totals === null ? [] : [before.totals])].flatMap(({ before: { whole } }) => whole.moved ?? [])
  const like = new Map<string, LikeSides>()
  for (const moved of moves) like.set(movedKey(moved), await likeSides(context, report, ask, moved, shops))
  const isCut = [...like.values()].some(one => one.now !== null)
  return { ...ask, like, ...(isCut ? { isCut: true as const } : {}) }
}

async function likeSides(context: Context, report: Report, ask: Ask, moved: Moved, shops: readonly Covered[]): Promise<LikeSides> {
  const period = { from: ask.from, to: ask.to }
  const isThere = await factsWithin(context, report, period, moved, shops)
  const like = likeForLike(period, moved, shops, isThere)
  const earlier = periodBefore(period, moved)
  const spans = (side: 'now' | 'before') => new Map([...like.sides].map(([shop, sides]) => [shop, sides[side]]))
  const apart = await apartOfBoth(context, report, ask, moved, like)
  const sideOf = (of: Period, held: ReadonlyMap<string, Period>, left: readonly Apart[]): SideParts => ({
    whole: wholeOf(of, held, shops.length),
    parts: partsOf(of, held, shops.length),
    apart: left,
  })
  const now = sideOf(period, spans('now'), apart.now)
  const isWhole = now.whole.only === null && apart.now.length === 0
  return { like, now: isWhole ? null : now, before: sideOf(earlier, spans('before'), apart.before) }
}

type IsThere = Parameters<typeof likeForLike>[3]

/** Which owners have facts when: by month, and by the first day where a side ends within one. Roll-ups made from others say nothing. */
async function factsWithin(context: Context, report: Report, period: Period, moved: Moved, shops: readonly Covered[]): Promise<IsThere> {
  const cuts = shops.flatMap(covered => {
    const cut = cutOf(period, moved, covered)
    return typeof cut === 'string' ? [] : [cut.sides]
  })
  const owners = shops.map(one => one.shop)
  const earlier = periodBefore(period, moved)
  const sides = [
    ['now', period, cuts.map(one => one.now)],
    ['before', earlier, cuts.map(one => one.before)],
  ] as const
  const asked = sides.flatMap(([side, whole, spans]) => pieces(whole, spans).map(piece => ({ side, ...piece })))
  const following = new Set(context.house.registry.books.flatMap(book => (book.followers ?? []).map(one => one.rollup.name)))
  const parts = rollupsOfReport(report)
    .filter(of => !following.has(of.name))
    .flatMap(of => asked.flatMap(({ side, from, to, byDay }) => firstFacts(context, of, owners, side, { from, to }, byDay)))
  const rows = parts.length === 0 ? [] : ((await unionAll(parts).execute()) as { side: string; owner: string; day: string }[])
  const found = new Map<string, string[]>()
  for (const { side, owner, day } of rows) found.set(`${side} ${owner}`, [...(found.get(`${side} ${owner}`) ?? []), day])
  return (shop, { from, to }, side) => (found.get(`${side} ${shop}`) ?? []).some(day => day >= from && day <= to)
}

/** A side as whole months and as ranges of days within which shops end. */
function pieces(whole: Period, spans: readonly Period[]): (Period & { readonly byDay: boolean })[] {
  if (!isWholeMonths(whole)) return [{ ...whole, byDay: true }]
  const cut = new Set(spans.filter(one => one.to !== lastOfMonth(monthOf(one.to))).map(one => monthOf(one.to)))
  return monthsFromTo(monthOf(whole.from), monthOf(whole.to)).map(month => ({
    from: firstOfMonth(month),
    to: lastOfMonth(month),
    byDay: cut.has(month),
  }))
}

function firstFacts(context: Context, of: Rollup, owners: readonly string[], side: string, { from, to }: Period, byDay: boolean) {
  const grain = grainFor(of, [of.owner, byDay ? 'day' : 'month'])
  if (grain === undefined) return []
  const time = columnRef('f', !byDay && grain.keys.includes('month') ? 'month' : 'day')
  return [
    storedRows(anyTable(context.db), of, grain)
      .select([
        sql<string>`${side}::text`.as('side'),
        sql<string>`${columnRef('f', of.owner)}::text`.as('owner'),
        sql<string>`min(${time})::text`.as('day'),
      ])
      .where(isOneOf(columnRef('f', of.owner), owners))
      .where(sql<boolean>`${time} between ${from}::date and ${to}::date`)
      .groupBy(columnRef('f', of.owner)),
  ]
}

interface ApartOfBoth {
  readonly now: readonly Apart[]
  readonly before: readonly Apart[]
}
const nothingApart: ApartOfBoth = { now: [], before: [] }

/**
 * Monthly costs of shops that stand on one side alone, though on the other they are only posted on another day or not yet: of the last
 * months of the present side. Who never had them before has them newly, and they count.
 */
async function apartOfBoth(context: Context, report: Report, ask: Ask, moved: Moved, like: Like): Promise<ApartOfBoth> {
  const monthly = Object.entries(report.measures).flatMap(([name, m]) => (isLeaf(m) && m.monthly === true ? [[name, m] as const] : []))
  if (monthly.length === 0 || like.sides.size === 0) return nothingApart
  // one day against another tells nothing of a month
  if (moved.unit === 'day' && isByDay(finestTime(report, [...ask.by, ...Object.keys(ask.where)]))) return nothingApart
  const period = { from: ask.from, to: ask.to }
  const byMonth = moved.unit === 'month' && isWholeMonths(period)
  const last = monthOf(
    [...like.sides.values()]
      .map(one => one.now.to)
      .toSorted()
      .at(-1) ?? ask.to,
  )
  const months = byMonth ? monthsFromTo(monthOf(ask.from), last).slice(-monthsOpen) : [null]
  const left: ApartOfBoth[] = []
  for (const month of months) {
    const held = await heldIn(context, report, ask, monthly, moved, like, month)
    for (const [measure, leaf] of monthly) {
      const all = [...like.sides.keys()]
      const isIn = (side: Parameters<Held>[0]) => (shop: string) => held(side, measure, shop)
      const [lacks, early] = [
        all.filter(shop => isIn('before')(shop) && !isIn('now')(shop)),
        all.filter(shop => isIn('now')(shop) && !isIn('before')(shop) && isIn('earlier')(shop)),
      ]
      const of = (shops: readonly string[], at: string | null): Apart[] =>
        shops.length === 0 ? [] : [{ measure, leaf, shops, month: at === null ? null : firstOfMonth(at) }]
      left.push({ now: of(early, month), before: of(lacks, month === null ? null : addMonths(month, -moved.count)) })
    }
  }
  return { now: left.flatMap(one => one.now), before: left.flatMap(one => one.before) }
}

type Held = (side: 'now' | 'before' | 'earlier', measure: string, shop: string) => boolean

/** Which monthly costs which shops have on which side, and in the whole of the earlier month. */
async function heldIn(
  context: Context,
  report: Report,
  ask: Ask,
  monthly: readonly (readonly [string, Leaf])[],
  moved: Moved,
  like: Like,
  month: string | null,
): Promise<Held> {
  const db = anyTable(context.db)
  const shops = [...like.sides.keys()]
  const within = (of: Period, side: 'now' | 'before'): ReadonlyMap<string, Period> =>
    new Map(
      [...like.sides].flatMap(([shop, sides]) => {
        const [from, to] = [sides[side].from > of.from ? sides[side].from : of.from, sides[side].to < of.to ? sides[side].to : of.to]
        return from > to ? [] : [[shop, { from, to }]]
      }),
    )
  const now = month === null ? { from: ask.from, to: ask.to } : { from: firstOfMonth(month), to: lastOfMonth(month) }
  const before = { from: periodBefore(now, moved).from, to: dayBefore(now, now.to, moved) }
  const earlier = { from: firstOfMonth(monthOf(before.from)), to: lastOfMonth(monthOf(before.to)) }
  const sides = [
    ['now', wholeOf(now, within(now, 'now'), shops.length)],
    ['before', wholeOf(before, within(before, 'before'), shops.length)],
    ['earlier', { ...earlier, only: null, byDay: false }],
  ] as const
  const parts = [...new Set(monthly.map(([, leaf]) => leaf.of))].flatMap(of => {
    const leaves = monthly.filter(([, leaf]) => leaf.of === of)
    return sides.map(([side, { from, to, only, byDay }]) => {
      const { by: _by, where: _where, compare: _compare, like: _like, isCut: _isCut, ...plain } = ask
      const question: Ask = {
        ...plain,
        by: [],
        where: {},
        from,
        to,
        ...(only === null ? {} : { only }),
        ...(byDay ? { byDay: true as const } : {}),
      }
      const owner = columnRef('f', of.owner)
      const told = leaves.map(
        ([name, leaf]) => sql`case when bool_or(${condition(of, leaf.when)} and ${columnRef('f', leaf.column)} <> 0) then ${name} end`,
      )
      return grainRows(
        db,
        report,
        of,
        question,
        shops,
        leaves.map(([, leaf]) => leaf),
      )
        .rows.select([
          sql<string>`${side}::text`.as('side'),
          sql<string>`${owner}::text`.as('owner'),
          sql<string[]>`array_remove(array[${sql.join(told)}]::text[], null)`.as('measures'),
        ])
        .groupBy(owner) as UntypedQuery
    })
  })
  const rows = (await unionAll(parts).execute()) as { side: string; owner: string; measures: readonly string[] }[]
  const known = new Set(rows.flatMap(({ side, owner, measures }) => measures.map(name => `${side} ${name} ${owner}`)))
  return (side, measure, shop) => known.has(`${side} ${measure} ${shop}`)
}

/** What the totals are held against, and what of it both sides leave out. */
export async function comparedWith(context: Context, report: Report, ask: Ask, isEmpty: boolean): Promise<Pick<ReportAnswer, 'compared'>> {
  const before = beforeOf(report, ask)
  const whole = (before?.totals ?? before?.rows)?.before.whole
  if (whole?.moved === undefined) return {}
  const { moved } = whole
  const known = ask.like?.get(movedKey(moved))
  const period = { from: ask.from, to: ask.to }
  const until = known === undefined ? ask.to : known.like.until
  return {
    compared: {
      startDate: periodBefore(period, moved).from,
      endDate: dayBefore(period, until ?? ask.to, moved),
      until,
      isEmpty,
      leftOut: known === undefined ? [] : await named(context, report, known.like),
      monthly: known === undefined ? [] : await leftOutOf(context, report, ask, whole, known),
    },
  }
}

async function named(context: Context, report: Report, { leftOut }: Like): Promise<NonNullable<ReportAnswer['compared']>['leftOut']> {
  const [of] = rollupsOfReport(report)
  if (of === undefined || leftOut.length === 0) return []
  const table = ownerTable(of)
  const declared = context.house.registry.resources.get(table)
  const rows = await anyTable(context.db)
    .selectFrom(`${table} as s`)
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`${columnRef('s', declared === undefined ? 'name' : labelOf(declared))}::text`.as('name'),
    ])
    .where(
      isOneOf(
        columnRef('s', 'id'),
        leftOut.map(one => one.shop),
      ),
    )
    .orderBy('name')
    .execute()
  return rows.map(({ id, name }) => ({ id, shop: name, why: leftOut.find(one => one.shop === id)?.why ?? 'noData' }))
}

/** How much of each monthly cost the earlier side would have had, in the base currency. */
async function leftOutOf(
  context: Context,
  report: Report,
  ask: Ask,
  whole: Ask,
  { like, before }: LikeSides,
): Promise<NonNullable<ReportAnswer['compared']>['monthly']> {
  const amounts = new Map<string, string | null>()
  for (const { measure, shops, month } of before.apart) {
    const { compare: _compare, like: _like, isCut: _isCut, apart: _apart, only: _only, ...plain } = whole
    const span = month === null ? { from: whole.from, to: whole.to } : { from: month, to: lastOfMonth(monthOf(month)) }
    const held = new Map(
      [...like.sides].flatMap(([shop, sides]) => {
        const [from, to] = [[sides.before.from, span.from].toSorted()[1] ?? span.from, [sides.before.to, span.to].toSorted()[0] ?? span.to]
        return shops.includes(shop) && from <= to ? [[shop, { from, to }]] : []
      }),
    )
    const { only, byDay } = wholeOf(span, held, -1)
    const question: Ask = {
      ...plain,
      ...span,
      by: [],
      currency: 'CNY',
      ...(only === null ? {} : { only }),
      ...(byDay ? { byDay: true as const } : {}),
    }
    const paging = { offset: 0, limit: 0 }
    const [record] = (await statement(anyTable(context.db), report, question, shops, [measure], paging).execute()) as ReportRecord[]
    const value = record === undefined ? '0' : (record[`m_${measure}`] ?? null)
    const known = amounts.get(measure)
    amounts.set(measure, value === null || known === null ? null : add(known ?? '0', String(value)))
  }
  return [...amounts].map(([measure, was]) => ({ measure, was }))
}
