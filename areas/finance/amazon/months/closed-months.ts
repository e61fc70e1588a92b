/**
 * Closed months as writers see them. Whoever writes into the books holds the months shared until its transaction ends, whoever closes or
 * reopens one locks them exclusively: an advisory lock, because an open month has no row that could be locked.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type Transaction } from 'kysely'
import type { Area } from '#platform/server/contract/area.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Database } from '#platform/server/contract/database.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { AnyDb } from '#platform/server/contract/database.ts'
import type { Lock } from '#platform/server/contract/record-hooks.ts'

type Tx = Transaction<Database>
const lockName = (orgId: string): string => `finance month ${orgId}`

/** Last day of the last closed month, which stays so until this transaction ends; months close in order. null: all open. */
export async function closedUntil(tx: Tx, orgId: string): Promise<string | null> {
  // A statement of its own: the next one must see what was committed while this one waited.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(orgId)}, 0))`.execute(tx)
  return lastClosed(tx)
}

/** Last day of the last closed month as this reader sees it. */
export async function lastClosed(db: Pick<Tx, 'selectFrom'>): Promise<string | null> {
  const last = await db
    .selectFrom('finance_month')
    .select(sql<string | null>`(max(month) + interval '1 month - 1 day')::date::text`.as('day'))
    .where('state', '=', 1)
    .executeTakeFirst()
  return last?.day ?? null
}

/** Holds the months alone until the transaction ends. Never waits: an import that merges may take minutes. */
export async function lockMonths(tx: Tx, orgId: string): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${lockName(orgId)}, 0)) as held`.execute(
    tx,
  )
  if (rows[0]?.held !== true) throw refuse.rule(sentence`账目正在写入（导入、审核或另一人结账），请稍后再试`)
}

/**
 * What stays of closed months, whoever writes: a rate that they were computed with can't be changed, added or deleted; costs that figures
 * stand on may be added and mended but not taken away.
 */
export const closedLocks: NonNullable<Area['locks']> = {
  currency_rate: (context, db) =>
    untilClosed(context, db, 'currency_rate', month => sentence`${month} 及以前的月份已结账，汇率不能再改，请先反结账`),
  product_cost: async (context, db, isRemoval) =>
    isRemoval ? untilClosed(context, db, 'product_cost', month => sentence`${month} 及以前的月份已结账，产品成本不能删除，请先反结账`) : [],
}

async function untilClosed({ caller }: Context, db: AnyDb, table: string, reason: (month: string) => Wording): Promise<Lock[]> {
  const closed = await closedUntil(db as unknown as Tx, caller.orgId)
  return closed === null ? [] : [{ where: sql<boolean>`${sql.ref(`${table}.month`)} <= ${closed}`, reason: reason(closed.slice(0, 7)) }]
}
