/** What the batches and documents of a trace are called, all at once. They belong to the organisation, whoever asks. */
import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import { batchStatus, moveReasons } from '#areas/goods/index.ts'
import { around } from '../read-bills.ts'
import type { Flow, Here, Link } from './read.ts'
import type { TraceRow } from './wire.ts'

interface Batch {
  readonly id: string
  readonly productId: string
  readonly name: string
  readonly unit: string
  readonly code: number
}
type Sent = Pick<Flow, 'docType' | 'docId' | 'shopId'>
type Named = Pick<TraceRow, 'name' | 'list' | 'id'>
export interface Names {
  readonly batches: ReadonlyMap<string, Batch>
  readonly inspections: ReadonlyMap<string, readonly Omit<TraceRow, 'key'>[]>
  nameOf(productId: string, batchId: string | null): Named & { readonly status: string }
  documentOf(docType: string, docId: string, docNo: string | null): Named
  boxesOf(docType: string, docId: string, batchId: string): readonly (Named & { readonly quantity: string })[]
  /** the supplier, or the shop and the number of the buyer's order */
  partyOf(of: Sent): string
}
interface Asked {
  readonly batches: readonly string[]
  readonly flows: readonly Flow[]
  readonly here: readonly Here[]
  readonly links: readonly Link[]
}
const namesMax = 5_000
const pair = (...parts: readonly string[]): string => parts.join(' ')

export async function namesOf(context: Context, asked: Asked): Promise<Names> {
  const { db, house } = context
  const say = ([zh, en]: readonly [string, string]): string => (context.language === 'en' ? en : zh)
  const { resources } = house.registry
  const linked = asked.links.flatMap(one => [one.fromBatch ?? [], one.toBatch ?? []].flat())
  const batches = await batchesOf(context, [...new Set([...asked.batches, ...linked])])
  const products = await productsOf(
    context,
    asked.links.flatMap(one => [one.fromProduct, one.toProduct]),
  )
  const numbers = await numbersOf(context, asked.here)
  const parties = await partiesOf(context, asked)
  const boxes = await boxesOf(context, asked)
  const statuses = new Map<number, string>(Object.values(batchStatus).map(([code, zh, en]) => [code, say([zh, en])]))
  return {
    batches,
    inspections: await inspectionsOf(context, asked.batches),
    nameOf: (productId, batchId) => {
      const batch = batchId === null ? undefined : batches.get(batchId)
      return batch === undefined
        ? { name: products.get(productId) ?? '', list: 'goodsStockByItem', id: productId, status: '' }
        : { name: batch.name, list: 'goodsBatch', id: batch.id, status: statuses.get(batch.code) ?? '' }
    },
    documentOf: (docType, docId, docNo) => {
      const of = resources.get(docType)
      const no = docNo ?? numbers.get(pair(docType, docId)) ?? ''
      return { name: of === undefined ? no : `${say(of.title)} ${no}`, list: of?.type ?? null, id: docId }
    },
    boxesOf: (docType, docId, batchId) => (docType === 'shipping_order' ? (boxes.get(pair(docId, batchId)) ?? []) : []),
    partyOf: flow => parties.get(pair(flow.docType, flow.docId)) ?? parties.get(pair('shop', flow.shopId ?? '')) ?? '',
  }

  async function inspectionsOf({ caller }: Context, ids: readonly string[]): Promise<Names['inspections']> {
    const results = resources.get('inspection')?.fields['result']
    const titles = new Map<unknown, string>(Object.values(results?.choices ?? {}).map(([code, zh, en]) => [code, say([zh, en])] as const))
    const { rows } = await sql<{ batchId: string; id: string; no: string; quantity: string; result: number | null; day: string }>`
      select i.batch_id::text as "batchId", i.id::text as id, i.no, trim_scale(i.lot_qty)::text as quantity, i.result,
        i.business_on::text as day from inspection i
      where i.org_id = ${caller.orgId} and i.batch_id = any(${[...ids]}::bigint[]) and i.state < 8
      order by i.id limit ${namesMax}`.execute(around(db))
    const row = ({ id, no, quantity, result, day }: (typeof rows)[number]) => ({
      name: `${say(resources.get('inspection')?.title ?? ['', ''])} ${no}`,
      note: titles.get(result) ?? say(['检验中', 'Being inspected']),
      quantity,
      day,
      status: '',
      list: 'inspection',
      id,
    })
    return new Map([...Map.groupBy(rows, one => one.batchId)].map(([id, of]) => [id, of.map(row)]))
  }
}

async function batchesOf({ db, caller }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Batch>> {
  const { rows } = await sql<Batch>`select b.id::text as id, b.product_id::text as "productId", p.sku || ' · ' || b.batch_no as name,
      coalesce(s.unit, '') as unit, b.status as code
    from goods_batch b join product p on p.id = b.product_id
      left join product_supply s on s.org_id = b.org_id and s.product_id = b.product_id
    where b.org_id = ${caller.orgId} and b.id = any(${[...ids]}::bigint[])`.execute(around(db))
  return new Map(rows.map(row => [row.id, row]))
}
async function productsOf({ db, caller }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id::text as id, sku || ' ' || name as name from product
    where org_id = ${caller.orgId} and id = any(${[...new Set(ids)]}::bigint[])`.execute(around(db))
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Of documents that have a leaf of their own. */
async function numbersOf({ db, house }: Context, here: readonly Here[]): Promise<ReadonlyMap<string, string>> {
  const numbers = new Map<string, string>()
  for (const [table, of] of Map.groupBy(here, one => one.docType ?? '')) {
    if (house.registry.resources.get(table)?.fields['no'] === undefined) continue
    const ids = [...new Set(of.flatMap(one => one.docId ?? []))]
    const { rows } = await sql<{ id: string; no: string }>`select id::text as id, no from ${sql.table(table)}
      where id = any(${ids}::bigint[])`.execute(around(db))
    for (const { id, no } of rows) numbers.set(pair(table, id), no)
  }
  return numbers
}

async function partiesOf({ db, caller }: Context, { flows, links }: Asked): Promise<ReadonlyMap<string, string>> {
  const idsOf = (docType: string): string[] => [
    ...new Set([...flows, ...links].filter(one => one.docType === docType).map(one => one.docId)),
  ]
  const shops = [...new Set(flows.flatMap(one => one.shopId ?? []))]
  const { rows } = await sql<{ of: string; id: string; name: string }>`
    select 'goods_in' as of, d.id::text as id, s.name from goods_in d join supplier s on s.id = d.supplier_id
      where d.org_id = ${caller.orgId} and d.id = any(${idsOf('goods_in')}::bigint[])
    union all select 'purchase_return', d.id::text, s.name from purchase_return d join supplier s on s.id = d.supplier_id
      where d.org_id = ${caller.orgId} and d.id = any(${idsOf('purchase_return')}::bigint[])
    union all select 'goods_out', d.id::text, concat_ws(' · ', s.name, d.order_no) from goods_out d left join shop s on s.id = d.shop_id
      where d.org_id = ${caller.orgId} and d.id = any(${idsOf('goods_out')}::bigint[])
    union all select 'shop', s.id::text, s.name from shop s
      where s.org_id = ${caller.orgId} and s.id = any(${shops}::bigint[])`.execute(around(db))
  return new Map(rows.map(row => [pair(row.of, row.id), row.name]))
}

/** Boxes in which the product of a batch went, of this day of expiry where the box says one. */
async function boxesOf({ db, caller }: Context, { flows, here }: Asked) {
  const went = [...flows.filter(one => one.reason === moveReasons.accepted[0]), ...here].filter(one => one.docType === 'shipping_order')
  const orders = [...new Set(went.flatMap(one => one.docId ?? []))]
  const batches = [...new Set(went.map(one => one.batchId))]
  const { rows } = await sql<{ order: string; batch: string; id: string; name: string; quantity: string }>`select x.order_id::text as order,
      b.id::text as batch, x.id::text as id, x.code as name, trim_scale(sum(l.quantity))::text as quantity
    from packing_box x join packing_box_line l on l.box_id = x.id
      join goods_batch b on b.product_id = l.product_id and b.id = any(${batches}::bigint[])
    where x.org_id = ${caller.orgId} and x.order_id = any(${orders}::bigint[]) and coalesce(l.expires_on = b.expires_on, true)
    group by x.id, b.id order by x.order_id, x.box_no limit ${namesMax}`.execute(around(db))
  const named = rows.map(({ order, batch, ...row }) => ({ of: pair(order, batch), list: 'packingBox', ...row }))
  return Map.groupBy(named, one => one.of)
}
