/** From the day on which the ledger of goods keeps the stock of a place, what comes and goes there is posted, and nothing is typed. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { AnyDb, Context, Lock, RowLock } from '#platform/server/area.ts'
import { takenBack } from './goods-follow.ts'

interface Kept {
  readonly place: string
  readonly since: string
}
/** Of all warehouses of the organisation, whichever are granted. */
async function keptPlaces({ caller }: Context, db: AnyDb): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`select p.id::text as place, w.kept_since::text as since
    from stock_place p join warehouse w on w.id = p.warehouse_id where p.org_id = ${caller.orgId} and w.kept_since is not null`.execute(
    db.withoutPlugins(),
  )
  return rows
}

interface Documents {
  readonly table: string
  readonly places: readonly string[]
  /** months that are closed */
  readonly closed: RowLock
  /** a posting makes some of them */
  readonly posted: boolean
}
export const keptFrom =
  ({ table, places, closed, posted }: Documents): RowLock =>
  async (context, db, isRemoval) => {
    const locks: Lock[] = [...(await closed(context, db, isRemoval))]
    const docType = sql.ref(`${table}.doc_type`)
    if (posted)
      locks.push({
        where: sql<boolean>`coalesce(${docType} <> ${takenBack}, false)`,
        reason: sentence`这张入库单由仓库单据过账，不能手工修改或删除，请冲销仓库单据`,
        onlyAsItWas: true,
      })
    const kept = await keptPlaces(context, db)
    if (kept.length === 0) return locks
    const held = kept.flatMap(({ place, since }) =>
      places.map(column => sql`${sql.ref(`${table}.${column}`)} = ${place}::bigint and ${sql.ref(`${table}.day`)} >= ${since}::date`),
    )
    const where = sql<boolean>`(${posted ? sql`${docType} is null and ` : sql``}(${sql.join(held, sql` or `)}))`
    locks.push({ where, reason: sentence`这个地点已启用库存账，启用日起由仓库单据过账，不能再手工录入、修改或删除` })
    return locks
  }

/** A place that a warehouse is kept at stays. */
export const keptPlace: RowLock = async (context, db, isRemoval) => {
  const kept = isRemoval ? await keptPlaces(context, db) : []
  if (kept.length === 0) return []
  const ids = kept.map(one => one.place)
  return [{ where: sql<boolean>`stock_place.id = any(${ids}::bigint[])`, reason: sentence`这个地点是已启用库存账的仓库，不能删除` }]
}
