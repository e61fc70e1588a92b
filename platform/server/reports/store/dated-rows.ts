/**
 * Rows by what is looked up by their day, as the owner of a SKU is: months of what kept its owner for all of them, and days of the few that
 * changed hands within a month.
 */
import { sql } from 'kysely'
import { isLookedUpByDay } from '#platform/declare/dimension.ts'
import { dimensionOn, type Leaf, type Report, type Step } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { sumsOf, timeOfGrain, type GrainTime, type Rollup } from '#platform/declare/rollup.ts'
import type { AnyDb } from '../../contract/database.ts'
import { allConditions, columnRef, firstOfMonth, isOneOf, unionAll, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import { grainOf, type Ask } from '../ask/ask.ts'
import { storedRows } from './stored.ts'

/** Owners and period of a question, on rows of a stored table. */
export const within = (of: Rollup, ask: Ask, owners: readonly string[], alias: string, time: GrainTime): Sql<boolean>[] => [
  isOneOf(columnRef(alias, of.owner), owners),
  sql<boolean>`${columnRef(alias, time === 'month' ? time : 'day')} between ${ask.from} and ${ask.to}`,
]

interface Dated extends Step {
  readonly validBetween: NonNullable<Step['validBetween']>
}

/** The look-up by day among these dimensions, as the roll-ups of the report have it; null: there is none, or more than one. */
export function datedStep(report: Report, dimensions: readonly string[], of?: Rollup): Dated | null {
  const steps = dimensions.flatMap(name => {
    const declared = ownValue(report.dimensions, name)
    const d = declared && of ? dimensionOn(of, declared) : declared
    const step = d && isLookedUpByDay(d) ? d.via?.steps[0] : undefined
    return step?.validBetween === undefined ? [] : [step as Dated]
  })
  const [first] = steps
  return first !== undefined && steps.every(one => one.table === first.table) ? first : null
}

/** A record (alias h) begins or ends within a month, so that not all days of the month have the same. */
function divides({ validBetween: holds }: Dated, month: Sql): Sql<boolean> {
  const [from, to] = [columnRef('h', holds.from), columnRef('h', holds.to)]
  const next = sql`(${month} + interval '1 month')::date`
  return sql<boolean>`((${from} > ${month} and ${from} < ${next}) or (${to} >= ${month} and ${to} < ${next} - 1))`
}

/** First days of the months that records divide, of those between two days. */
export async function dividedMonths(db: AnyDb, { table, validBetween: holds }: Dated, from: string, to: string): Promise<string[]> {
  const [first, last] = [columnRef('h', holds.from), columnRef('h', holds.to)]
  const ends = [
    { month: firstOfMonth(first), isWithin: sql<boolean>`${first} <> ${firstOfMonth(first)}` },
    { month: firstOfMonth(last), isWithin: sql<boolean>`${last} + 1 <> ${firstOfMonth(last)} + interval '1 month'` },
  ]
  const months = ends.map(({ month, isWithin }) =>
    db
      .selectFrom(`${table} as h`)
      .where(isWithin)
      .where(sql<boolean>`${month} between ${from} and ${to}`)
      .select(month.as('month')),
  )
  const rows = await db
    .selectFrom(unionAll(months).as('x'))
    .select(sql<string>`x.month::text`.as('month'))
    .distinct()
    .execute()
  return rows.map(row => row.month)
}

/** Null: the question is not by what is looked up by the day, or no grain by month answers it. */
export function datedRows(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  leaves: readonly Leaf[],
): UntypedQuery | null {
  const step = datedStep(report, [...ask.by, ...Object.keys(ask.where)], of)
  if (ask.changes === undefined || step === null || of.bridge !== undefined) return null
  const byMonth = grainOf(report, of, ask, leaves, 'month', false)
  const byDay = grainOf(report, of, ask, leaves, 'day')
  const keys = byMonth.keys.filter(key => key !== 'month')
  if (timeOfGrain(byMonth) !== 'month' || !keys.every(key => byDay.keys.includes(key))) return null
  const months = ask.changes.filter(month => month >= ask.from && month <= ask.to)
  const told = (day: Sql) => [day.as('day'), ...[...keys, ...sumsOf(of)].map(name => columnRef('f', name).as(columnOf(name)))]
  const kept = (rows: UntypedQuery, time: GrainTime): UntypedQuery => within(of, ask, owners, 'f', time).reduce((q, c) => q.where(c), rows)
  const month = columnRef('f', 'month')
  const same = (other: string): Sql<boolean> =>
    allConditions(Object.entries(step.on).map(([its, own]) => sql<boolean>`${columnRef(other, its)} = ${columnRef('f', own)}`))
  const whole = kept(storedRows(db, of, byMonth), 'month')
  if (months.length === 0) return db.selectFrom(whole.select(told(month)).as('f'))
  const changing = db
    .selectFrom(`${step.table} as h`)
    .innerJoin(sql`unnest(${months}::date[])`.as<'m'>(sql`m(month)`), j => j.on(divides(step, sql.ref('m.month'))))
    .select([...Object.keys(step.on).map(its => columnRef('h', its).as(columnOf(its))), sql.ref('m.month').as('month')])
    .distinct()
  const undivided = whole
    .leftJoin(changing.as('c'), j => j.on(allConditions([same('c'), sql<boolean>`c.month = ${month}`])))
    .where(sql<boolean>`c.month is null`)
  const ofMonth = (first: Sql): Sql<boolean> =>
    sql<boolean>`${columnRef('f', 'day')} >= ${first} and ${columnRef('f', 'day')} < (${first} + interval '1 month')::date`
  const days = kept(storedRows(db, of, byDay), 'day')
    .where(
      sql<boolean>`(${sql.join(
        months.map(first => ofMonth(sql`${first}::date`)),
        sql` or `,
      )})`,
    )
    .innerJoin(changing.as('c'), j => j.on(allConditions([same('c'), ofMonth(sql.ref('c.month'))])))
  const both = unionAll([undivided.select(told(month)), days.select(told(columnRef('f', 'day')))])
  return db.selectFrom(both.as('f'))
}
