/**
 * 启用库存账: from the first day of an open month on the ledger of goods keeps the stock of a warehouse. What was counted on that day is
 * posted: opening stock as far as the layers of the day before go, the rest as count differences. A place without any layers begins with
 * what was counted. What cells hold from before is taken out first, which means nothing to the layers.
 */
import { sql } from 'kysely'
import { goodsBatch, locationKinds, postGoods, type GoodsLine } from '#areas/goods/index.ts'
import { warehouse } from '#areas/reference/index.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { addDays, firstOfMonth, isDate } from '#platform/format/dates.ts'
import { decimalText, parseDecimal } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { change, createEach, setDerived } from '#platform/server/records.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { methodOf } from './compute.ts'
import { leftAt } from './left-at.ts'
import { placeKinds, stockPlace } from './tables.ts'

export interface KeepAsk {
  readonly id: string
  /** YYYY-MM */
  readonly month: string
  readonly placeId: string | null
  /** pasted: bin, SKU, quantity, batch, expiry, seller SKU */
  readonly sheet: string
}
const linesMax = 5_000
const keepable: readonly number[] = [placeKinds.own[0], placeKinds.thirdParty[0]]
/** Layers and documents of the place are the organisation's, whoever keeps the warehouse. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

export async function keepStock(context: Context, { id, month, placeId, sheet }: KeepAsk): Promise<{ id: string }> {
  const day = firstOfMonth(month)
  return context.write(async (tx, inside) => {
    await refuseKept(tx, id)
    const closed = await closedUntil(tx, inside.caller.orgId)
    if (closed !== null && day <= closed) throw refuse.rule(sentence`${month} 已结账，请从未结账的月份启用库存账`)
    if (day > todayOf(inside)) throw refuse.rule(sentence`${month} 还没有到，不能启用库存账`)
    const place = await placeFor(tx, inside, id, placeId)
    await refuseTyped(tx, inside, id, place, day)
    const { counted, usual } = await countedOf(tx, inside, id, sheet)
    const method = await methodOf(tx, inside.caller.orgId)
    const before = await leftAt(behind(tx), inside.caller.orgId, { placeId: place, day: addDays(day, -1), method })
    const row = await change(inside, warehouse, id, { keptSince: day }, { verb: 'enable' })
    const held = await heldOf(tx, inside, id)
    const lines = openedOf({ counted, held, before, usual }).map(one => lineOf(id, one))
    if (lines.length > 0)
      await postGoods(inside, tx, {
        key: `warehouse:${id}:kept`,
        docType: 'warehouse',
        docId: id,
        docNo: `QC-${String(row['code'])}`,
        bookedOn: day,
        lines,
      })
    return { id }
  })
}

/** The warehouse, held until it is kept. */
async function refuseKept(tx: Tx, id: string): Promise<void> {
  const seen = await tx
    .selectFrom('warehouse')
    .select(['name', 'kind', 'kept_since as since'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (seen === undefined) throw refuse.unknown(warehouse.title)
  if (seen.since !== null) throw refuse.rule(sentence`仓库“${seen.name}”从 ${seen.since} 起已启用库存账`)
  if (seen.kind === 2) throw refuse.rule(sentence`平台仓的库存以平台的报告为准，不启用库存账`)
}

/** The place of finance that it becomes. */
async function placeFor(tx: Tx, context: Context, id: string, asked: string | null): Promise<string> {
  const { rows } = await sql<{ id: string; kind: number; other: string | null }>`select p.id::text as id, p.kind,
      (select w.name from warehouse w where w.id = p.warehouse_id and w.id <> ${id}) as other
    from stock_place p where p.org_id = ${context.caller.orgId}
      and (p.id = ${asked} or ${asked}::bigint is null and p.warehouse_id = ${id})`.execute(behind(tx))
  const [found] = rows
  const wrong = (message: Wording) => refuse.invalid([{ field: 'placeId', message }])
  if (found === undefined) {
    const said = sentence`请选择核算地点：货物此前在哪个库存地点核算`
    // a warehouse that has its place already needs none
    throw asked === null ? refuse.rule(said) : wrong(said)
  }
  if (!keepable.includes(found.kind)) throw wrong(sentence`请选择自有仓或第三方仓的库存地点`)
  if (found.other !== null) throw wrong(sentence`这个库存地点已是仓库“${found.other}”的核算地点`)
  await setDerived(context, stockPlace, [{ id: found.id, warehouseId: id }])
  return found.id
}

/** From that day on nothing may have been typed at the place or moved in the warehouse, and nothing be under way from or to it. */
async function refuseTyped(tx: Tx, { caller }: Context, id: string, place: string, day: string): Promise<void> {
  const { rows } = await sql<{ no: string | null; moved: string | null; way: string | null }>`select
      (select min(d.no) from (
        select r.document_no as no from cost_receipt r where r.place_id = ${place} and r.day >= ${day}::date
        union all
        select m.document_no from stock_movement m
        where ${place}::bigint in (m.from_place_id, m.to_place_id) and m.day >= ${day}::date) d) as no,
      (select min(coalesce(m.doc_no, m.doc_type)) from goods_move m left join goods_move o on o.id = m.reverses_id
        where m.org_id = ${caller.orgId} and ${id}::bigint in (m.from_warehouse_id, m.to_warehouse_id) and m.booked_on >= ${day}::date
          and o.booked_on is distinct from m.booked_on
          and not exists (select from goods_move b where b.reverses_id = m.id and b.booked_on = m.booked_on)) as moved,
      (select min(d.no) from goods_transfer d join goods_location l on l.doc_type = 'goods_transfer' and l.doc_id = d.id::text
        join goods_cell c on c.location_id = l.id
        where d.org_id = ${caller.orgId} and ${id}::bigint in (d.from_warehouse_id, d.to_warehouse_id) and c.quantity > 0) as way
    `.execute(behind(tx))
  const [{ no, moved, way } = { no: null, moved: null, way: null }] = rows
  if (no !== null) throw refuse.rule(sentence`启用日 ${day} 起已手工录入 ${no}，请先删除，启用后由仓库单据过账`)
  if (moved !== null) throw refuse.rule(sentence`启用日 ${day} 起这个仓库已有库存流水 ${moved}，请从之后的月份启用库存账`)
  if (way !== null) throw refuse.rule(sentence`调拨单 ${way} 还在途，请先收货再启用库存账`)
}

/** What the cells of the warehouse hold: all of it is from before that day. */
async function heldOf(tx: Tx, { caller }: Context, id: string): Promise<readonly Counted[]> {
  const { rows } = await sql<Omit<Counted, 'quantity'> & { readonly quantity: string }>`select c.product_id::text as product,
      c.location_id::text as location, nullif(c.batch_id, 0)::text as batch, nullif(c.label_id, 0)::text as label,
      c.quantity::text as quantity
    from goods_cell c join goods_location l on l.id = c.location_id and l.kind < ${locationKinds.transit[0]}
    where c.org_id = ${caller.orgId} and c.warehouse_id = ${id} and c.quantity > 0 order by c.id`.execute(behind(tx))
  return rows.map(one => ({ ...one, quantity: unitsOf(one.quantity) }))
}

interface Counted {
  readonly product: string
  readonly location: string
  readonly batch: string | null
  readonly label: string | null
  /** millionths */
  readonly quantity: bigint
}

/** Each line names what lies where; what is wrong is told with its line. */
async function countedOf(
  tx: Tx,
  context: Context,
  warehouseId: string,
  sheet: string,
): Promise<{ counted: readonly Counted[]; usual: string }> {
  const lines = sheet
    .split(/\r?\n/)
    .flatMap((line, at) => (line.trim() === '' ? [] : [{ at: at + 1, cells: line.split(/\t|,|，/).map(one => one.trim()) }]))
  if (lines.length > linesMax)
    throw refuse.invalid([{ field: 'sheet', message: sentence`一次最多 ${linesMax} 行，现有 ${lines.length} 行` }])
  const { orgId } = context.caller
  const column = (at: number): string[] => [...new Set(lines.map(one => one.cells[at] ?? '').filter(one => one !== ''))]
  const [bins, products, labels] = [
    await sql<{ code: string; id: string }>`select code, id::text as id from goods_location l where org_id = ${orgId}
        and warehouse_id = ${warehouseId} and kind between 1 and 6 and status = 1
        and not exists (select from goods_location c where c.parent_id = l.id)
      order by kind, pick_order, id`.execute(behind(tx)),
    await sql<{ sku: string; id: string; tracking: number }>`select p.sku, p.id::text as id, coalesce(s.tracking, 0) as tracking
      from product p left join product_supply s on s.product_id = p.id where p.org_id = ${orgId} and p.sku = any(${column(1)})`.execute(
      behind(tx),
    ),
    await sql<{ sku: string; product: string; id: string }>`select seller_sku as sku, product_id::text as product, min(id)::text as id
      from sku_map where org_id = ${orgId} and seller_sku = any(${column(5)}) group by 1, 2`.execute(behind(tx)),
  ]
  const usual = bins.rows[0]?.id
  if (usual === undefined) throw refuse.rule(sentence`这个仓库没有可用的库位，请先登记库位`)
  const binOf = new Map(bins.rows.map(one => [one.code, one.id]))
  const productOf = new Map(products.rows.map(one => [one.sku, one]))
  const labelOf = new Map(labels.rows.map(one => [`${one.product} ${one.sku}`, one.id]))
  const read: (Omit<Counted, 'batch'> & Batch)[] = []
  for (const { at, cells } of lines) {
    const [bin = '', sku = '', quantity = '', batchNo = '', expiresOn = '', sellerSku = ''] = cells
    const wrong = (message: Wording) => refuse.invalid([{ field: 'sheet', message: sentence`${sentence`第 ${at} 行`}：${message}` }])
    const location = bin === '' ? usual : binOf.get(bin)
    if (location === undefined) throw wrong(sentence`这个仓库没有库位 ${bin}`)
    const product = productOf.get(sku)
    if (product === undefined) throw wrong(sentence`没有 SKU 为 ${sku} 的商品`)
    if (!/^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(quantity)) throw wrong(sentence`数量 ${quantity} 应是不小于 0、最多六位小数的数`)
    if (product.tracking === 1 && batchNo === '') throw wrong(sentence`${sku} 按批次管控，请填写批号`)
    if (expiresOn !== '' && !isDate(expiresOn)) throw wrong(sentence`失效日期 ${expiresOn} 应写成 YYYY-MM-DD`)
    const label = sellerSku === '' ? null : labelOf.get(`${product.id} ${sellerSku}`)
    if (label === undefined) throw wrong(sentence`${sellerSku} 不是 ${sku} 的平台 SKU`)
    read.push({ product: product.id, location, label, quantity: unitsOf(quantity), batchNo, expiresOn })
  }
  const batchOf = await batchesOf(
    tx,
    context,
    read.filter(one => one.batchNo !== ''),
  )
  return { counted: read.map(one => ({ ...one, batch: batchOf.get(keyOfBatch(one)) ?? null })), usual }
}
function unitsOf(text: string): bigint {
  const { units, scale } = parseDecimal(text)
  return units * 10n ** BigInt(6 - scale)
}

interface Batch {
  readonly product: string
  readonly batchNo: string
  /** of one that is new; empty: by its shelf life */
  readonly expiresOn: string
}
const keyOfBatch = ({ product, batchNo }: Omit<Batch, 'expiresOn'>): string => `${product} ${batchNo}`

/** Ids of batches, those made that are not there yet. */
async function batchesOf(tx: Tx, context: Context, named: readonly Batch[]): Promise<ReadonlyMap<string, string>> {
  const known = async (): Promise<Map<string, string>> => {
    const asked = named.map(({ product, batchNo }) => ({ product, batchNo }))
    const { rows } = await sql<{ product: string; batchNo: string; id: string }>`select b.product_id::text as product,
        b.batch_no as "batchNo", b.id::text as id
      from (select distinct * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(product bigint, "batchNo" text)) a
        join goods_batch b on b.product_id = a.product and b.batch_no = a."batchNo"
      where b.org_id = ${context.caller.orgId}`.execute(behind(tx))
    return new Map(rows.map(row => [keyOfBatch(row), row.id]))
  }
  const there = await known()
  const missing = new Map(named.filter(one => !there.has(keyOfBatch(one))).map(one => [keyOfBatch(one), one]))
  if (missing.size === 0) return there
  await createEach(
    context,
    goodsBatch,
    [...missing.values()].map(({ product, batchNo, expiresOn }) => ({ productId: product, batchNo, expiresOn: expiresOn || null })),
  )
  return known()
}

interface Opened {
  readonly reason: 'left' | 'opening' | 'countedMore' | 'countedLess'
  readonly lying: Counted
}
interface Opening {
  readonly counted: readonly Counted[]
  /** in the cells of the warehouse until then */
  readonly held: readonly Counted[]
  /** units of each product that its layers have */
  readonly before: ReadonlyMap<string, bigint>
  readonly usual: string
}

/** Opening stock up to what the layers have, the rest counted more; what was not found is counted less where the product lies. Pure. */
export function openedOf({ counted, held, before, usual }: Opening): readonly Opened[] {
  // a place that has no layers at all begins with what was counted
  const begins = before.size === 0
  const opened: Opened[] = []
  const left = new Map(held.map(one => [cellOf(one), one]))
  const put = (reason: Opened['reason'], lying: Counted): void => {
    if (lying.quantity > 0n) opened.push({ reason, lying })
  }
  /** What lies there already stays, where opening stock has no card of its own. */
  const open = (lying: Counted): void => {
    const there = left.get(cellOf(lying))
    const stays = begins || there === undefined ? 0n : least(there.quantity, lying.quantity)
    if (there !== undefined) left.set(cellOf(there), { ...there, quantity: there.quantity - stays })
    put('opening', { ...lying, quantity: lying.quantity - stays })
  }
  const [found, lay] = [Map.groupBy(counted, one => one.product), Map.groupBy(held, one => one.product)]
  for (const product of new Set([...found.keys(), ...before.keys()])) {
    const all = found.get(product) ?? []
    let rest = before.get(product) ?? 0n
    for (const one of all) {
      const known = begins ? one.quantity : least(rest, one.quantity)
      open({ ...one, quantity: known })
      put('countedMore', { ...one, quantity: one.quantity - known })
      rest = rest > known ? rest - known : 0n
    }
    const where = { ...(all[0] ?? lay.get(product)?.[0] ?? { product, location: usual, batch: null, label: null }), quantity: rest }
    open(where)
    put('countedLess', where)
  }
  return [...[...left.values()].flatMap((lying): Opened[] => (lying.quantity > 0n ? [{ reason: 'left', lying }] : [])), ...opened]
}
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const cellOf = ({ product, location, batch, label }: Counted): string => `${product} ${location} ${batch ?? ''} ${label ?? ''}`

const lineOf = (warehouseId: string, { reason, lying }: Opened): GoodsLine => {
  const outside = { outside: reason === 'opening' ? 'opening' : 'counted' } as const
  const goes = reason === 'left' || reason === 'countedLess'
  return {
    ...(goes ? { from: lying.location, to: outside } : { from: outside, to: lying.location }),
    reason: reason === 'left' ? 'opening' : reason,
    productId: lying.product,
    batchId: lying.batch,
    labelId: lying.label,
    quantity: decimalText(lying.quantity, 6),
    lineId: `${warehouseId}-${lying.product}`,
  }
}
