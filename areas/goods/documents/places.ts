/** Locations that postings of documents name: areas of a warehouse, transit of a transfer; and who may move goods of a warehouse. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, setDerived } from '#platform/server/records.ts'
import { goodsLocation, locationKinds } from '../location-tables.ts'

/** Documents were found through the door of whoever asks; their lines, cells and locations belong to them. */
export const behind = (tx: Tx): Tx => tx.withoutPlugins()

/** Whoever makes an issue of this order of a shop comes after another who does, until the transaction ends. */
export const holdOrder = (tx: Tx, shopId: string, orderNo: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`goods_out ${shopId} ${orderNo}`}, 0))`.execute(behind(tx))

type Area = 'receiving' | 'inspection' | 'defective' | 'staging' | 'returns'

/** The area of a warehouse of this kind: the first one that is in use. */
export async function areaOf(context: Context, tx: Tx, warehouseId: string, kind: Area): Promise<string> {
  const [code, zh, en] = locationKinds[kind]
  const { rows } = await sql<{ id: string }>`select id::text from goods_location
    where org_id = ${context.caller.orgId} and warehouse_id = ${warehouseId} and kind = ${code} and status = 1
    order by pick_order, code limit 1`.execute(behind(tx))
  if (rows[0] === undefined) throw refuse.rule(sentence`仓库没有启用的${[zh, en]}，请先在“库位”登记`)
  return rows[0].id
}

const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'goods of a document under way')

interface Leaving {
  readonly docType: string
  readonly id: string
  readonly no: string
  readonly warehouseId: string
}
const leafCodes = { transit: 'ZT', working: 'ZZ', subcontractor: 'WW' } as const
/** Where the goods of a document are while they are under way or worked on: it belongs to the warehouse that they leave. */
export async function openTransit(
  context: Context,
  tx: Tx,
  { docType, id: docId, no, warehouseId }: Leaving,
  as: keyof typeof leafCodes = 'transit',
): Promise<string> {
  const [kind] = locationKinds[as]
  const inside = await server(context, tx)
  const { rows } = await sql<{ id: string }>`select id::text as id from goods_location
    where doc_type = ${docType} and doc_id = ${docId} and kind = ${kind}`.execute(behind(tx))
  const [known] = rows
  if (known !== undefined) {
    await setDerived(inside, goodsLocation, [{ id: known.id, status: 1 }])
    return known.id
  }
  const { id } = await create(inside, goodsLocation, { code: `${leafCodes[as]}-${no}`, kind, warehouseId, docType, docId })
  await setDerived(inside, goodsLocation, [{ id, poolId: id }])
  return id
}

export interface UnderWay {
  readonly lineId: string
  readonly productId: string
  readonly from: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly quantity: string
}
/** What is under way of a document, by line, batch and label, as the ledger says it. */
export async function underWay(tx: Tx, docType: string, id: string): Promise<readonly UnderWay[]> {
  const { rows } = await sql<UnderWay>`select m.line_id as "lineId", m.product_id::text as "productId", l.id::text as "from",
      m.batch_id::text as "batchId", m.label_id::text as "labelId",
      trim_scale(sum(case when m.to_id = l.id then m.quantity else -m.quantity end))::text as quantity
    from goods_location l join goods_move m on m.doc_type = ${docType} and m.doc_id = ${id} and l.id in (m.from_id, m.to_id)
    where l.doc_type = ${docType} and l.doc_id = ${id}
    group by 1, 2, 3, 4, 5 having sum(case when m.to_id = l.id then m.quantity else -m.quantity end) > 0
    order by min(m.id)`.execute(behind(tx))
  return rows
}

/** Goods that have all arrived leave an empty leaf, which takes no more. */
export async function closeTransit(context: Context, tx: Tx, id: string): Promise<void> {
  await setDerived(await server(context, tx), goodsLocation, [{ id, status: 2 }])
}

/** Whoever moves goods of a warehouse was granted it. */
export async function refuseForeign(context: Context, tx: Tx, warehouseId: string): Promise<void> {
  const seen = await context.through(tx).selectFrom('warehouse').select('id').where('id', '=', warehouseId).executeTakeFirst()
  if (seen === undefined) throw refuse.forbidden(sentence`没有这个仓库的权限`)
}

/** Lines name locations of the warehouse of their document; what is on its way in a transfer is none of them. */
export async function refuseElsewhere(tx: Tx, warehouseId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ code: string; kind: number }>`select code, kind from goods_location
    where id = any(${[...new Set(ids)]}::bigint[]) and (warehouse_id is distinct from ${warehouseId} or not kind between 1 and 6)
    limit 1`.execute(behind(tx))
  const [wrong] = rows
  if (wrong?.kind === locationKinds.zone[0]) throw refuse.rule(sentence`${wrong.code} 不能存放货物，请选择最末一级的库位`)
  if (wrong?.kind === locationKinds.transit[0]) throw refuse.rule(sentence`${wrong.code} 是调拨途中的货物，只能在调拨单上收货`)
  if (wrong?.kind === locationKinds.working[0] || wrong?.kind === locationKinds.subcontractor[0])
    throw refuse.rule(sentence`${wrong.code} 是生产单的物料，只能在生产单上领料和退料`)
  if (wrong !== undefined) throw refuse.rule(sentence`库位 ${wrong.code} 不是这个仓库的，请重新选择`)
}
