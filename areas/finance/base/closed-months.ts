/**
 * Closed months as writers see them. Whoever writes into the books holds the months shared until its transaction ends, whoever closes or
 * reopens one locks them exclusively: an advisory lock, because an open month has no row that could be locked.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { type Area, type Context, Refusal, type AnyDb, type RowLock, type Tx } from '#platform/server/area.ts'

const lockName = (orgId: string): string => `finance month ${orgId}`

/** Last day of the last closed month, which stays so until this transaction ends; months close in order. null: all open. */
export async function closedUntil(tx: Tx, orgId: string): Promise<string | null> {
  // A statement of its own: the next one must see what was committed while this one waited.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(orgId)}, 0))`.execute(tx)
  return lastClosed(tx, orgId)
}

/** Last day of the last closed month as this reader sees it; `orgId` where he sees every organisation, as a merge does. */
export async function lastClosed(db: Pick<Tx, 'selectFrom'>, orgId?: string): Promise<string | null> {
  const last = await db
    .selectFrom('finance_month')
    .select(sql<string | null>`(max(month) + interval '1 month - 1 day')::date::text`.as('day'))
    .where('state', '=', 1)
    .$if(orgId !== undefined, query => query.where('org_id', '=', orgId ?? ''))
    .executeTakeFirst()
  return last?.day ?? null
}

/** Somebody writes into the books, or closes: the same again a little later is right. */
export class MonthsHeld extends Refusal {
  constructor() {
    super(1002, 200, sentence`账目正在写入（导入、审核或另一人结账），请稍后再试`)
  }
}

/** Holds the months alone until the transaction ends. Never waits: an import that merges may take minutes. */
export async function lockMonths(tx: Tx, orgId: string): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${lockName(orgId)}, 0)) as held`.execute(
    tx,
  )
  if (rows[0]?.held !== true) throw new MonthsHeld()
}

/** The lock of records in closed months: by the column with their day or month, or by what `where` says of the last closed day. */
export function closedIn(
  where: string | ((closed: string, db: AnyDb) => RawBuilder<boolean>),
  reason: (month: string) => Wording,
): RowLock {
  return async ({ caller }, db) => {
    const closed = await closedUntil(db as Tx, caller.orgId)
    if (closed === null) return []
    const held = typeof where === 'string' ? sql<boolean>`${sql.ref(where)} <= ${closed}::date` : where(closed, db)
    return [{ where: held, reason: reason(closed.slice(0, 7)) }]
  }
}

const costsStay = closedIn('product_cost.month', month => sentence`${month} 及以前的月份已结账，产品成本不能删除，请先反结账`)

/**
 * What stays of closed months, whoever writes: a rate that they were computed with can't be changed, added or deleted; costs that figures
 * stand on may be added and mended but not taken away.
 */
export const closedLocks: NonNullable<Area['rowLocks']> = {
  currency_rate: closedIn('currency_rate.month', month => sentence`${month} 及以前的月份已结账，汇率不能再改，请先反结账`),
  product_cost: async (context, db, isRemoval) => (isRemoval ? costsStay(context, db, isRemoval) : []),
}

/** Closed months -> the version of their close: the row's, which every close and reopening raises. */
export async function closedMonths({ db }: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('finance_month')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('name'), 'version'])
    .where('state', '=', 1)
    .execute()
  return new Map(rows.map(row => [row.name, row.version]))
}
