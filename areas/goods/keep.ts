/** What must hold of locations, batches, supply data and barcodes, whoever writes them; and what follows from their fields. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Db, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { sql } from 'kysely'
import { goodsBatch, goodsLocation, locationKinds, trackings, productSupply, goodsBarcode } from './location-tables.ts'

type Changes = Parameters<Follower>[2]
interface Changed {
  readonly id: string
  readonly before: Row | null
  readonly row: Row
}
/** Records that are there and of which one of the fields is another than before. */
const changed = (changes: Changes, ...fields: readonly string[]): readonly Changed[] =>
  changes.flatMap(({ id, before, after }) =>
    after !== null && (before === null || fields.some(field => before[field] !== after[field])) ? [{ id, before, row: after }] : [],
  )
const textOf = (row: Row, field: string): string => asText(ownValue(row, field) ?? '')
/** What lies in a warehouse counts, whether or not it is granted to whoever asks. */
const serverDb = (context: Context, tx: Tx): Promise<Context> =>
  inServersName(context, tx, 'goods that lie in a location, or are of a product')

/** Places stand in zones; a place is stopped once nothing lies in it; its pool is the root of the warehouse. */
export const keepLocations = followerOf(goodsLocation, async (context, tx, changes) => {
  const server = await serverDb(context, tx)
  await refuseParents(server.db, changed(changes, 'parentId'))
  const stopped = changed(changes, 'status').filter(({ row }) => row['status'] === inUse.stopped[0])
  if (stopped.length > 0)
    await refuseFull(
      server.db,
      stopped.map(({ id }) => id),
    )
  const [zone, last] = [locationKinds.zone[0], locationKinds.returns[0]]
  const places = changed(changes, 'warehouseId').filter(
    ({ row }) => Number(row['kind']) > zone && Number(row['kind']) <= last && textOf(row, 'poolId') === '',
  )
  if (places.length === 0) return
  const roots = await server.db
    .selectFrom('goods_location')
    .select(['warehouse_id', sql<string>`min(id)::text`.as('id')])
    .where('kind', '=', zone)
    .where('parent_id', 'is', null)
    .where('warehouse_id', 'in', [...new Set(places.map(({ row }) => textOf(row, 'warehouseId')))])
    .groupBy('warehouse_id')
    .execute()
  const rootOf = new Map(roots.map(({ warehouse_id, id }) => [String(warehouse_id), id]))
  await setDerived(
    server,
    goodsLocation,
    places.map(({ id, row }) => ({ id, poolId: rootOf.get(textOf(row, 'warehouseId')) ?? null })),
  )
})

async function refuseParents(db: Db, moved: readonly Changed[]): Promise<void> {
  const above = [...new Set(moved.map(({ row }) => textOf(row, 'parentId')).filter(id => id !== ''))]
  if (above.length === 0) return
  const found = await db.selectFrom('goods_location').select(['id', 'code', 'kind']).where('id', 'in', above).execute()
  const byId = new Map(found.map(one => [String(one['id']), one]))
  for (const { row } of moved) {
    const parent = byId.get(textOf(row, 'parentId'))
    if (parent === undefined) continue
    const code = asText(parent['code'])
    if (parent['kind'] !== locationKinds.zone[0])
      throw refuse.invalid([{ field: 'parentId', message: sentence`${code} 是存放货物的库位，上级请选择区` }])
  }
}

/** Goods in these locations, or in one below them. */
async function refuseFull(db: Db, ids: readonly string[]): Promise<void> {
  const full = await db
    .withRecursive('below(id)', query =>
      query
        .selectFrom('goods_location')
        .select('id')
        .where('id', 'in', [...ids])
        .unionAll(query.selectFrom('goods_location as l').innerJoin('below as b', 'b.id', 'l.parent_id').select('l.id')),
    )
    .selectFrom('goods_cell as c')
    .innerJoin('below as b', 'b.id', 'c.location_id')
    .innerJoin('goods_location as l', 'l.id', 'c.location_id')
    .innerJoin('product as p', 'p.id', 'c.product_id')
    .where('c.quantity', '>', '0')
    .select(['l.code', 'p.sku', sql<string>`trim_scale(c.quantity)::text`.as('quantity')])
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  if (full !== undefined)
    throw refuse.rule(sentence`${asText(full['code'])} 里还有 ${asText(full['sku'])} ${full.quantity}，移走后才能停用`)
}

/** How a product is kept does not change while there is stock of it. */
export const keepSupplyData = followerOf(productSupply, async (context, tx, changes) => {
  const others = changed(changes, 'tracking').filter(({ before }) => before !== null)
  if (others.length === 0) return
  const { db } = await serverDb(context, tx)
  const held = await db
    .selectFrom('goods_cell as c')
    .innerJoin('product as p', 'p.id', 'c.product_id')
    .where(
      'c.product_id',
      'in',
      others.map(({ row }) => textOf(row, 'productId')),
    )
    .where('c.quantity', '>', '0')
    .select('p.sku')
    .limit(1)
    .executeTakeFirst()
  if (held !== undefined) throw refuse.invalid([{ field: 'tracking', message: sentence`${held.sku} 还有库存，管控方式不能修改` }])
})

/** A batch is one of a product that is kept by batch; it expires when its shelf life is over, unless a day is given. */
export const keepBatches = followerOf(goodsBatch, async (context, tx, changes) => {
  const batches = changed(changes, 'madeOn', 'expiresOn')
  if (batches.length === 0) return
  const server = await serverDb(context, tx)
  const kept = await server.db
    .selectFrom('product_supply as s')
    .innerJoin('product as p', 'p.id', 's.product_id')
    .where(
      's.product_id',
      'in',
      batches.map(({ row }) => textOf(row, 'productId')),
    )
    .select(['s.product_id', 's.tracking', 's.shelf_days', 'p.sku'])
    .execute()
  const byProduct = new Map(kept.map(one => [String(one.product_id), one]))
  const derived: { id: string; expiresOn: string }[] = []
  for (const { id, before, row } of batches) {
    const supply = byProduct.get(textOf(row, 'productId'))
    const [madeOn, expiresOn] = [textOf(row, 'madeOn'), textOf(row, 'expiresOn')]
    if (before === null && supply?.tracking !== trackings.batch[0])
      throw refuse.invalid([{ field: 'productId', message: sentence`${supply?.sku ?? ''} 不按批次管控，请先在供应资料里修改管控方式` }])
    if (madeOn !== '' && expiresOn !== '' && expiresOn < madeOn)
      throw refuse.invalid([{ field: 'expiresOn', message: sentence`失效日期 ${expiresOn} 早于生产日期 ${madeOn}` }])
    const days = supply?.shelf_days ?? null
    if (days === null) continue
    const wasDerived = before !== null && textOf(before, 'madeOn') !== '' && expiresOn === addDays(textOf(before, 'madeOn'), days)
    if (madeOn !== '' && (expiresOn === '' || (wasDerived && textOf(before, 'expiresOn') === expiresOn)))
      derived.push({ id, expiresOn: addDays(madeOn, days) })
    else if (expiresOn === '')
      throw refuse.invalid([{ field: 'expiresOn', message: sentence`${supply?.sku ?? ''} 有保质期，请填写生产日期或失效日期` }])
  }
  await setDerived(server, goodsBatch, derived)
})

/** A code that is scanned means one record: no location has it. */
export const keepBarcodes = followerOf(goodsBarcode, async (context, tx, changes) => {
  const codes = changed(changes, 'code')
  if (codes.length === 0) return
  const { db } = await serverDb(context, tx)
  const taken = await db
    .selectFrom('goods_location')
    .select('code')
    .where(
      'code',
      'in',
      codes.map(({ row }) => textOf(row, 'code')),
    )
    .limit(1)
    .executeTakeFirst()
  if (taken !== undefined)
    throw refuse.invalid([{ field: 'code', message: sentence`${taken.code} 是库位的编码，扫码时会分不清，请换一个` }])
})
