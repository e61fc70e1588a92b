/**
 * 三方仓出库表: what a third-party warehouse says to have sent leaves the stock, an order a document, each in its own transaction. An order
 * that has a document goes by it; another gets one. What is short or can't be is named with its line, the others go.
 */
import { sql } from 'kysely'
import { longText, reference, referenceBy } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, may, Refusal, refuse, type Context, type Route, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addRecord, changeEachTo, create, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { carrier, finalLegFee } from '#areas/finance/index.ts'
import { behind, goodsOut, holdOrder, outboundStates as states, outKinds } from '#areas/goods/index.ts'
import { goodsNamed, thirdPartyOf } from './named.ts'
import { linesMax, readOut, type Faulty, type OutOrder } from './sheets.ts'

const ordersMax = 200
/** status of what a rule refuses; other refusals hold for the whole sheet */
const ruled = 200
const ways = [
  [states.draft[0], 'submit'],
  [states.open[0], 'allocate'],
  [states.held[0], 'release'],
] as const
/** each enters the ledger, once a transaction */
const entered = [
  [states.picking[0], 'pick'],
  [states.picked[0], 'ship'],
] as const

interface OutAsk {
  readonly warehouseId: unknown
  readonly shopId: string | null
  readonly carrierId: string | null
  readonly currency: string | null
  readonly sheet: string
}
type Ask = OutAsk & { readonly warehouseId: string; readonly shops: ReadonlyMap<string, readonly string[]> }
interface Document {
  readonly id: string
  readonly no: string
  readonly state: number
  readonly trackingNo: string | null
}
type Outcome = 'sent' | 'known'

async function bringOut(context: Context, ask: OutAsk) {
  const { orders, faults, count } = readOut(ask.sheet)
  if (count === 0 || count > linesMax)
    throw refuse.invalid([{ field: 'sheet', message: sentence`一次 1 到 ${linesMax} 行，现有 ${count} 行` }])
  if (orders.length > ordersMax) throw refuse.invalid([{ field: 'sheet', message: sentence`一次最多 ${ordersMax} 张订单，请分几次粘贴` }])
  if (ask.currency === null && orders.some(one => one.fee !== ''))
    throw refuse.invalid([{ field: 'currency', message: sentence`表里有运费，请选择运费币种` }])
  const warehouseId = await thirdPartyOf(context, ask.warehouseId)
  if (ask.carrierId !== null && !may(context.caller, 'finance.freight.finalLeg', operations.add))
    throw refuse.forbidden(sentence`没有新增尾程费用的权限，请不要选择承运商`)
  // the fee is written in the server's name: whose it is, is asked here
  if (ask.carrierId !== null) await oneRecord(context, carrier, ask.carrierId)
  const shops = await shopsOf(context, orders)
  const refused: Faulty[] = [...faults]
  const done: Record<Outcome, number> = { sent: 0, known: 0 }
  for (const order of orders)
    try {
      done[await send(context, { ...ask, warehouseId, shops }, order)] += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== ruled) throw error
      refused.push({ at: order.at, reason: error.wording })
    }
  const { house, language } = context
  const reasons = refused
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, reason }) => ({ reason: house.registry.inWords(sentence`${sentence`第 ${at} 行`}：${reason}`, language), rows: 1 }))
  const total = done.sent + done.known + reasons.length
  return { total, changed: done.sent, unchanged: done.known, refused: [], reasons, batchId: null }
}

/** A server that stops between two of its transactions leaves an issue on its way, which the same sheet brings on. */
async function send(context: Context, ask: Ask, order: OutOrder): Promise<Outcome> {
  const id = await context.write((tx, inside) => prepare(inside, tx, ask, order))
  if (id === null) return 'known'
  let state: number | undefined
  for (const way of entered)
    await context.write(async (tx, inside) => {
      const isTaken = await stepFrom(inside, tx, id, way)
      state = await stateOf(tx, id)
      if (isTaken && state === states.shipped[0]) await tellFee(inside, tx, ask, order)
    })
  if ((state ?? 0) < states.shipped[0]) throw refuse.rule(sentence`${order.no} 还没有发运：出库单在等待审批或处理`)
  return 'sent'
}

/** Held for the order, or kept for whom a flow asks; null: it has gone already. */
async function prepare(context: Context, tx: Tx, ask: Ask, order: OutOrder): Promise<string | null> {
  const units = await unitsOf(context, tx, order)
  // one at a time: what has no document yet can't be held
  const lock = `outbound sheet ${context.caller.orgId} ${ask.warehouseId} ${order.no}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(behind(tx))
  const known = await documentOf(context, tx, ask.warehouseId, order)
  const shopId = known === null ? shopOf(ask, order) : null
  if (shopId !== null) await holdOrder(tx, shopId, order.no)
  // the orders of the shop may have brought it meanwhile
  const found = known ?? (await documentOf(context, tx, ask.warehouseId, order))
  if (found !== null && found.state >= states.shipped[0]) {
    if (order.waybill !== '' && found.trackingNo !== null && found.trackingNo !== order.waybill)
      throw refuse.rule(sentence`${order.no} 已发运，运单号是 ${found.trackingNo}，改正请打开单据修改`)
    await tellFee(context, tx, ask, order)
    return null
  }
  if (found !== null) await refuseOther(tx, found, units)
  const id = found?.id ?? (await draft(context, { ...ask, shopId }, order, units))
  const parcel = {
    ...(order.waybill === '' ? {} : { trackingNo: order.waybill }),
    ...(order.carrier === '' ? {} : { carrier: order.carrier }),
    ...(order.fee === '' ? {} : { freight: order.fee, freightCurrency: ask.currency }),
  }
  if (Object.keys(parcel).length > 0) await changeEachTo(context, goodsOut, [{ id, ...parcel }], { verb: 'update' })
  for (const way of ways) await stepFrom(context, tx, id, way)
  if ((await stateOf(tx, id)) === states.open[0]) throw refuse.rule(sentence`${order.no} 库存不足，请先核对三方仓库存`)
  return id
}

async function stateOf(tx: Tx, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ state: number }>`select state from goods_out where id = ${id}`.execute(behind(tx))
  return rows[0]?.state
}
/** False: it is elsewhere. */
async function stepFrom(context: Context, tx: Tx, id: string, [from, step]: readonly [number, string]): Promise<boolean> {
  if ((await stateOf(tx, id)) !== from) return false
  await takeSteps(context, goodsOut, { ids: [{ id }], pick: { step }, input: {} })
  return true
}

async function unitsOf(context: Context, tx: Tx, order: OutOrder): Promise<ReadonlyMap<string, string>> {
  const known = await goodsNamed(context, tx, [...order.units.keys()])
  const units = new Map<string, string>()
  for (const [name, quantity] of order.units) {
    const goods = known.get(name)
    if (goods === undefined) throw refuse.rule(sentence`没有 SKU 或条码 ${name}，请先登记商品或条码`)
    if (units.has(goods.productId)) throw refuse.rule(sentence`${order.no} 的 ${goods.sku} 写了两种代码，请合成一行`)
    units.set(goods.productId, quantity)
  }
  return units
}

/** The document of this order in this warehouse, held. */
async function documentOf(context: Context, tx: Tx, warehouseId: string, { no }: OutOrder): Promise<Document | null> {
  const { rows } = await sql<Document>`select id::text as id, no, state, tracking_no as "trackingNo" from goods_out
    where org_id = ${context.caller.orgId} and warehouse_id = ${warehouseId} and (order_no = ${no} or no = ${no})
      and state not in (${states.reversed[0]}, ${states.voided[0]}) order by id for no key update`.execute(behind(tx))
  const [one, other] = rows
  if (one !== undefined && other !== undefined) throw refuse.rule(sentence`${no} 有多张出库单（${one.no}、${other.no}），请改写出库单号`)
  return one ?? null
}

/** A document that was made of an order sends what the order says: another quantity is looked at by a person. */
async function refuseOther(tx: Tx, { id, no }: Document, units: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await sql<{ productId: string; sku: string; units: string }>`select l.product_id::text as "productId", p.sku,
      trim_scale(sum(l.quantity))::text as units
    from goods_out_line l join product p on p.id = l.product_id where l.out_id = ${id} and l.of_line_id is null
    group by 1, 2`.execute(behind(tx))
  const other = rows.find(one => compare(units.get(one.productId) ?? '0', one.units) !== 0)
  if (other !== undefined || rows.length !== units.size)
    throw refuse.rule(sentence`出库表与出库单 ${no} 的商品或数量不同${other === undefined ? '' : sentence`（${other.sku}）`}，请先改出库单`)
}

/** Of each order the shops of whoever asks that have it. */
async function shopsOf(context: Context, orders: readonly OutOrder[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const own = await context.db.selectFrom('shop').select('id').execute()
  const rows = await context.db
    .selectFrom('order_line')
    .select(['order_no', 'shop_id'])
    .distinct()
    .where(sql<boolean>`shop_id = any(${own.map(one => one.id)}::bigint[])`)
    .where('order_no', 'in', ['', ...orders.map(one => one.no)])
    .execute()
  return new Map([...Map.groupBy(rows, one => one.order_no)].map(([no, all]) => [no, all.map(one => one.shop_id)]))
}
function shopOf({ shops, shopId }: Ask, { no }: OutOrder): string {
  const [one, other] = shops.get(no) ?? []
  const found = one !== undefined && other === undefined ? one : shopId
  if (found === null) throw refuse.rule(sentence`找不到订单 ${no} 的店铺，请选择店铺后再导入`)
  return found
}

async function draft(context: Context, ask: Ask, order: OutOrder, units: ReadonlyMap<string, string>): Promise<string> {
  const added = [...units].map(([productId, quantity]) => ({ productId, quantity }))
  const { warehouseId, shopId } = ask
  const header = { businessOn: todayOf(context), kind: outKinds.sold[0], warehouseId, shopId, orderNo: order.no }
  return (await addRecord(context, goodsOut, { ...header, lines: { added } })).id
}

/** The fee of the sheet is what is known of the final leg until the carrier's invoice comes. */
async function tellFee(context: Context, tx: Tx, ask: Ask, order: OutOrder): Promise<void> {
  if (ask.carrierId === null || order.fee === '' || order.waybill === '') return
  const { rows } = await sql`select 1 from final_leg_fee where org_id = ${context.caller.orgId}
    and tracking_no = ${order.waybill}`.execute(behind(tx))
  if (rows.length > 0) return
  await create(await inServersName(context, tx, 'the fee of a parcel that a third party sent'), finalLegFee, {
    shippedOn: todayOf(context),
    carrierId: ask.carrierId,
    trackingNo: order.waybill,
    orderNo: order.no,
    fee: order.fee,
    currency: ask.currency,
  })
}

const textOrNull = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))
export const outboundSheet: Route = act(
  goodsOut,
  {
    name: 'outboundSheet',
    title: ['三方仓出库表', 'Outbound sheet of a third party'],
    over: 'page',
    operation: operations.add,
    input: {
      warehouseId: reference('三方仓', 'Third-party warehouse', 'warehouse', { choosableWhere: { kind: 3, status: 1 } }),
      sheet: longText('出库表', 'Outbound', {
        max: 200_000,
        help: [
          '每行：订单号、SKU 或条码、数量、运单号、承运商、运费；发过的订单不会再出一次',
          'A line: order, SKU or bar code, quantity, waybill, carrier, fee; an order that was sent is not sent again',
        ],
      }),
      shopId: reference('店铺', 'Shop', 'shop', {
        optional: true,
        help: ['系统里没有的订单记在这个店铺', 'Of orders that are not here'],
      }),
      currency: referenceBy('运费币种', 'Currency of the fees', 'currency', 'code', { optional: true }),
      carrierId: reference('运费记给承运商', 'Carrier of the fees', 'carrier', {
        optional: true,
        help: ['选择后运费同时记为尾程费用，承运商账单来后以账单为准', 'The fees are final leg too, until its invoice comes'],
      }),
    },
  },
  async (context, { input }) =>
    bringOut(context, {
      warehouseId: input['warehouseId'],
      shopId: textOrNull(input['shopId']),
      carrierId: textOrNull(input['carrierId']),
      currency: textOrNull(input['currency']),
      sheet: asText(input['sheet']),
    }),
)
