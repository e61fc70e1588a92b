/** A stored grain as rows of alias f with the roll-up's keys, whichever clock's day it is read by. */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { bridgeCauses, bridgeParts, ownClock, type BridgePart } from '#platform/declare/bridge-words.ts'
import { notYet, sumsOf, timeOfGrain, type Grain, type Rollup } from '#platform/declare/rollup.ts'
import type { AnyDb } from '../../contract/database.ts'
import { columnRef, firstOfMonth, unionAll, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'

/**
 * The days of all clocks stand in the finest grain: read by one of them, what has not happened by it is left out. A part of a week stands
 * for its days by the first of them.
 */
export function storedRows(db: AnyDb, of: Rollup, grain: Grain): UntypedQuery {
  if (of.bridge !== undefined) return bridgeRows(db, of, of.bridge, grain)
  if (timeOfGrain(grain) === 'week') {
    const told = [...grain.keys, ...sumsOf(of)].map(name => columnRef('g', name).as(columnOf(name)))
    const parts = db.selectFrom(`${grain.table} as g`).select([columnRef('g', 'week').as('day'), ...told])
    return db.selectFrom(parts.as('f'))
  }
  const { dayIn } = grain
  if (dayIn === undefined) return db.selectFrom(`${grain.table} as f`)
  const day = columnRef('g', dayIn)
  const own = db
    .selectFrom(`${grain.table} as g`)
    .where(hasHappened(day))
    .select([
      ...grain.keys.map(key => (key === 'day' ? day : columnRef('g', key)).as(columnOf(key))),
      ...sumsOf(of).map(name => columnRef('g', name).as(columnOf(name))),
    ])
  return db.selectFrom(own.as('f'))
}

export const hasHappened = (day: Sql): Sql<boolean> => sql<boolean>`${day} < ${sql.lit(notYet)}::date`

/** Why an amount lies in another month, told from its month by the first clock and by the second. */
export function causeOf(part: BridgePart | undefined, [from, to]: readonly [Sql, Sql]): Sql {
  const { later, never, earlier, fromEarlier, fromLater, fromNever } = bridgeCauses
  const cause = ([code]: readonly [number, ...unknown[]]): Sql => sql.lit(code)
  if (part === 'out')
    return sql`(case when not ${hasHappened(to)} then ${cause(never)} when ${to} > ${from} then ${cause(later)}
      else ${cause(earlier)} end)`
  if (part === 'in')
    return sql`(case when not ${hasHappened(from)} then ${cause(fromNever)} when ${from} < ${to} then ${cause(fromEarlier)}
      else ${cause(fromLater)} end)`
  return sql`0`
}

/** The four parts of a bridge, each amount in the month that it is told for. */
function bridgeRows(db: AnyDb, of: Rollup, [from, to]: readonly [string, string], grain: Grain): UntypedQuery {
  const byDay = grain.keys.includes('day')
  const dayOf = (clock: string): Sql => columnRef('g', clock === ownClock ? (byDay ? 'day' : 'month') : (of.clockKeys[clock] ?? clock))
  const months = [from, to].map(clock => (byDay ? firstOfMonth(dayOf(clock)) : dayOf(clock))) as unknown as readonly [Sql, Sql]
  const rows = (Object.keys(bridgeParts) as BridgePart[]).map(part => {
    const isMove = part === 'out' || part === 'in'
    const day = dayOf(part === 'from' || part === 'out' ? from : to)
    const valueOf = (key: string): Sql => {
      if (key === 'day' || key === 'month') return day
      if (key === 'part') return sql`${sql.lit(bridgeParts[part])}::int`
      return key === 'cause' ? causeOf(part, months) : columnRef('g', key)
    }
    const sums = Object.keys(of.sums).map(name => {
      const sum = columnRef('g', name)
      return (part === 'out' ? sql`-${sum}` : sum).as(columnOf(name))
    })
    const told = db.selectFrom(`${grain.table} as g`).where(hasHappened(day))
    const moved = isMove ? told.where(sql<boolean>`${sql.join([...months], sql` <> `)}`) : told
    return moved.select([...grain.keys.map(key => valueOf(key).as(columnOf(key))), ...sums, columnRef('g', 'n').as('n')])
  })
  return db.selectFrom(unionAll(rows).as('f'))
}
