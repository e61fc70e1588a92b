/** What one's points are made of. Others' points are for whoever may view the list of points. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import type { Condition, ListAnswer, ListQuery } from '#platform/declare/wire.ts'
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import { addDays } from '#platform/format/dates.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { listOf } from '#platform/server/lists.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { LevelLadder, PointSums } from './answers.ts'
import { levelsOf, ownLevel } from './levels.ts'
import { rulesOf } from './rules.ts'
import { points } from './tables.ts'

const soonDays = 90
const { earn, spend, expire, correct } = entryKinds
const entries = points.entry.table

export interface Held {
  readonly balance: number
  readonly reserved: number
  readonly gained: number
}
export async function heldBy({ db }: Context, employeeId: string): Promise<Held> {
  const cell = await anyTable(db)
    .selectFrom(points.held.table)
    .select(['balance', 'reserved', 'gained'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return { balance: Number(cell?.['balance'] ?? 0), reserved: Number(cell?.['reserved'] ?? 0), gained: Number(cell?.['gained'] ?? 0) }
}

/** The employee that is meant: the asker, or another one where he may see others' points. */
async function meant(context: Context, employeeId: unknown): Promise<string | null> {
  const { caller, db } = context
  if (typeof employeeId !== 'string' || employeeId === caller.employeeId) return caller.employeeId
  if (!may(caller, points.entry.type ?? '', operations.view)) throw refuse.forbidden()
  const found = await db.selectFrom('employee').select('id').where('id', '=', employeeId).executeTakeFirst()
  if (found === undefined) throw refuse.unknown(['员工', 'Employee'])
  return found.id
}

/** Entries of one employee, as the list of points shows them. */
export async function detailOf(
  context: Context,
  { employeeId, ...query }: ListQuery & { readonly employeeId?: unknown },
): Promise<ListAnswer> {
  const id = await meant(context, employeeId)
  const his: Condition = { field: 'employeeId', condition: 'EQ', value: id ?? '0' }
  return listOf(context, points.entry, { ...query, conditionList: [...(query.conditionList ?? []), his] })
}

export async function sumsOf(context: Context, employeeId: unknown): Promise<PointSums> {
  const id = (await meant(context, employeeId)) ?? '0'
  const db = anyTable(context.db)
  const rules = await rulesOf(context)
  const today = todayOf(context)
  const [held, levels, sums, expiring] = await Promise.all([
    heldBy(context, id),
    levelsOf(context),
    db
      .selectFrom(entries)
      .select(['kind', 'rule_id', sql<string>`sum(amount)`.as('points'), sql<string>`count(*)`.as('times')])
      .where('employee_id', '=', id)
      .where('kind', 'in', [earn, spend, expire, correct])
      .groupBy(['kind', 'rule_id'])
      .execute() as Promise<{ kind: number; rule_id: string | null; points: string; times: string }[]>,
    db
      .selectFrom(`${points.lot?.table ?? ''} as l`)
      .innerJoin(`${points.held.table} as c`, 'c.id', 'l.cell_id')
      .select([sql<string>`l.expires_on::text`.as('on'), sql<string>`sum(l.amount)`.as('points')])
      .where('c.employee_id', '=', id)
      .where('l.amount', '>', 0)
      .where('l.expires_on', '>=', today)
      .where('l.expires_on', '<=', addDays(today, soonDays))
      .groupBy('l.expires_on')
      .orderBy('l.expires_on')
      .execute() as Promise<{ on: string; points: string }[]>,
  ])
  const nameOf = new Map([...rules.values()].map(rule => [rule.id, rule.name]))
  const of = (kind: number): number => sums.filter(one => one.kind === kind).reduce((sum, one) => sum + Number(one.points), 0)
  const made = sums
    .filter(one => one.kind === earn || one.kind === correct)
    .map(one => ({
      ruleId: one.rule_id,
      name: one.rule_id === null ? null : (nameOf.get(one.rule_id) ?? null),
      points: Number(one.points),
      times: Number(one.times),
    }))
  return {
    employeeId: id,
    earned: held.gained,
    spent: -of(spend),
    reserved: held.reserved,
    expired: -of(expire),
    balance: held.balance,
    byRule: made.toSorted((a, b) => b.points - a.points),
    expiring: expiring.map(one => ({ on: one.on, points: Number(one.points) })),
    own: ownLevel(levels, held.gained),
  }
}

export async function ladderOf(context: Context): Promise<LevelLadder> {
  const [levels, rules, held] = [await levelsOf(context), await rulesOf(context), await heldBy(context, context.caller.employeeId ?? '0')]
  return {
    levels,
    rules: [...rules.values()]
      .filter(rule => rule.inUse && rule.points > 0)
      .map(({ id, name, points: each, dailyCap, monthlyCap }) => ({ id, name, points: each, dailyCap, monthlyCap })),
    gained: held.gained,
    own: ownLevel(levels, held.gained),
  }
}
