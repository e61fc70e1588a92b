/** What comes with a product and with a warehouse: supply data of the one, the root and the usual leaves of the other. */
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Follower, Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, createEach } from '#platform/server/records.ts'
import { goodsLocation, locationKinds, productSupply } from './location-tables.ts'

/** warehouses of marketplaces are outside: what lies there is told by their files */
const ofMarketplace = 2
/** leaves that every warehouse has, by what their codes end with */
const usualLeaves = [
  [locationKinds.bin, '-KW'],
  [locationKinds.receiving, '-SH'],
  [locationKinds.inspection, '-DJ'],
  [locationKinds.defective, '-BL'],
  [locationKinds.staging, '-JH'],
  [locationKinds.returns, '-TH'],
] as const

const added = (changes: Parameters<Follower>[2]): readonly (readonly [string, Row])[] =>
  changes.flatMap(({ id, before, after }) => (before === null && after !== null ? [[id, after] as const] : []))

export const keepSupply: Follower = async (context, tx, changes) => {
  await createEach(
    await system(context, tx),
    productSupply,
    added(changes).map(([productId]) => ({ productId })),
  )
}

/** A new warehouse is not granted to whoever adds it yet, so its locations are the server's work. */
export const keepLeaves: Follower = async (context, tx, changes) => {
  const inside = await system(context, tx)
  for (const [id, { kind, code }] of added(changes)) if (Number(kind) !== ofMarketplace) await makeLeaves(inside, id, asText(code))
}

async function makeLeaves(context: Context, warehouseId: string, code: string): Promise<void> {
  const { id: rootId } = await create(context, goodsLocation, { code, warehouseId, kind: locationKinds.zone[0] })
  const leaves = usualLeaves.map(([[kind], suffix]) => ({ code: `${code}${suffix}`, warehouseId, parentId: rootId, kind, poolId: rootId }))
  await createEach(context, goodsLocation, leaves)
}

/** For products and warehouses that were not made by the one writer: those of the demo company. */
export async function completeGoods(context: Context): Promise<void> {
  await context.write(async (tx, inside) => {
    const server = await system(inside, tx)
    const products = await server.db
      .selectFrom('product as p')
      .leftJoin('product_supply as s', 's.product_id', 'p.id')
      .where('s.id', 'is', null)
      .select('p.id as productId')
      .execute()
    await createEach(server, productSupply, products)
    const warehouses = await server.db
      .selectFrom('warehouse as w')
      .leftJoin('goods_location as l', 'l.warehouse_id', 'w.id')
      .where('l.id', 'is', null)
      .where('w.kind', '<>', ofMarketplace)
      .select(['w.id', 'w.code'])
      .execute()
    for (const { id, code } of warehouses) await makeLeaves(server, id, code)
  })
}

const system = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'what comes with a product and a warehouse')
