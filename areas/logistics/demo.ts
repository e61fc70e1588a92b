/** Shipping of the demo company: plans, and orders in each of their states, by the people themselves on the days before today. */
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { addRecord, change, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { logisticsChannel, warehouse } from '#areas/reference/index.ts'
import { sql } from 'kysely'
import { trackingEvent } from './box-tables.ts'
import { demoNumber } from './fba/demo.ts'
import { splitting } from './fba/guide.ts'
import { shippingOrder } from './order-tables.ts'
import { pasteSheet } from './pack-sheet.ts'
import { shipPlan, type shipPlanLine } from './plan-tables.ts'
import { freightTariff } from './tariff-tables.ts'
import { targets } from './words.ts'

const dayMs = 86_400_000
const ways = ['submit', 'allocate', 'release', 'pick'] as const
/** how long ago, how far it came, and its last event */
const orders = [
  { ago: 6, steps: 4, ships: true, stage: 7 },
  { ago: 6, steps: 4, ships: true, stage: 7 },
  { ago: 5, steps: 4, ships: true, stage: 3 },
  { ago: 4, steps: 4, ships: true, stage: 2 },
  { ago: 3, steps: 4, ships: true, stage: 1 },
  { ago: 3, steps: 4, ships: true, stage: 0 },
  { ago: 2, steps: 4, ships: false, stage: 0 },
  { ago: 1, steps: 3, ships: false, stage: 0 },
  { ago: 1, steps: 2, ships: false, stage: 0 },
  { ago: 0, steps: 1, ships: false, stage: 0 },
  { ago: 0, steps: 1, ships: false, stage: 0 },
  { ago: 0, steps: 0, ships: false, stage: 0 },
] as const

interface Goods {
  readonly productId: string
  readonly labelId: string
  readonly shopId: string
  readonly sku: string
}

export async function makeShipping({ now, as }: DemoPeople): Promise<void> {
  const admin = await as('admin')
  const warehouseId = (await admin.db.selectFrom('warehouse').select('id').where('code', '=', 'SZ').executeTakeFirst())?.id
  const channels = await admin.db.selectFrom('logistics_channel').select('id').orderBy('id').limit(3).execute()
  if (warehouseId === undefined || channels.length === 0) return
  const goods = await freeGoods(admin, warehouseId)
  if (goods.length === 0) return
  const today = dayInZone(now.getTime(), homeZone)
  const at = (ago: number) => new Date(now.getTime() - ago * dayMs)
  await makeTariffs(admin, channels, addDays(today, -90))
  const step = async (ago: number, r: Resource, id: string, name: string) =>
    takeSteps(await as('admin', at(ago)), r, { ids: [{ id }], pick: { step: name }, input: {} })
  // its clerk picks by hand here: tasks stay those that the warehouse has
  const { byTask } = await oneRecord(admin, warehouse, warehouseId)
  await change(admin, warehouse, warehouseId, { byTask: false })
  for (const [n, { ago, steps, ships, stage }] of orders.entries()) {
    const one = goods[n % goods.length]
    if (one === undefined) continue
    const quantity = 12 + (n % 3) * 6
    const context = await as('admin', at(ago))
    const { shopId, productId, labelId, sku } = one
    const channelId = channels[n % channels.length]?.id
    const plan = await addRecord(context, shipPlan, {
      businessOn: addDays(today, -ago),
      shopId,
      month: addDays(today, 30 - ago).slice(0, 7),
      lines: {
        added: [
          { productId, labelId, quantity: String(quantity), needOn: addDays(today, 45 - ago), fromWarehouseId: warehouseId, channelId },
        ],
      },
    })
    await step(ago, shipPlan, plan.id, 'submit')
    const line = await tablesOf<typeof shipPlanLine>(context.db)
      .selectFrom('ship_plan_line')
      .select('id')
      .where('plan_id', '=', plan.id)
      .executeTakeFirst()
    const { id } = await addRecord(context, shippingOrder, {
      businessOn: addDays(today, -ago),
      target: targets.fba[0],
      shopId,
      fromWarehouseId: warehouseId,
      channelId,
      zone: 'US-9',
      logisticsNo: ships ? `WL${addDays(today, -ago).replaceAll('-', '')}${String(n + 1).padStart(3, '0')}` : null,
      eta: addDays(today, 35 - ago),
      lines: { added: [{ productId, labelId, quantity: String(quantity), declareValue: '3.5', planLineId: asText(line?.['id'] ?? '') }] },
    })
    for (const name of ways.slice(0, steps)) await step(ago, shippingOrder, id, name)
    if (steps < ways.length) continue
    await pasteSheet(context, id, `1\t60\t40\t40\t${8 + n}.5\t${sku}\t${quantity}`)
    if (!ships) continue
    await splitting(context, id, `1 ${demoNumber(n)} ${['ONT8', 'LBE1', 'FTW1'][n % 3] ?? 'ONT8'}`)
    await step(ago, shippingOrder, id, 'ship')
    for (let event = 1; event <= stage; event++)
      await addRecord(context, trackingEvent, {
        orderId: id,
        at: `${addDays(today, Math.min(0, event - ago))} ${10 + event}:00:00`,
        stage: event,
        place: '深圳',
      })
  }
  await change(admin, warehouse, warehouseId, { byTask })
}

/** What three channels cost from this day on, and how long they take. */
async function makeTariffs(admin: Context, channels: readonly { readonly id: string }[], day: string): Promise<void> {
  for (const [n, { id }] of channels.entries()) {
    await change(admin, logisticsChannel, id, { transitDays: [32, 10, 22][n] ?? 20 })
    await addRecord(admin, freightTariff, {
      businessOn: day,
      channelId: id,
      currency: 'CNY',
      validFrom: day,
      lines: {
        added: [
          { zone: 'US', item: 1, fromWeight: '0', toWeight: '100', by: 1, price: ['9.8', '42', '16'][n] ?? '10', minimum: '260' },
          { zone: 'US', item: 1, fromWeight: '100', by: 1, price: ['8.6', '38.5', '14.2'][n] ?? '9' },
          { zone: '', item: 3, fromWeight: '0', by: 4, price: '200' },
        ],
      },
    })
  }
}

/** Goods that are free in a warehouse and have a label, the most first. */
async function freeGoods({ db }: Context, warehouseId: string): Promise<readonly Goods[]> {
  const rows = await db
    .selectFrom('goods_cell as c')
    .innerJoin('goods_location as l', 'l.id', 'c.location_id')
    .innerJoin('sku_map as m', 'm.product_id', 'c.product_id')
    .innerJoin('product_supply as s', 's.product_id', 'c.product_id')
    .innerJoin('shop as h', 'h.id', 'm.shop_id')
    .where('c.warehouse_id', '=', warehouseId)
    .where('h.marketplace_code', 'like', 'amazon%')
    .where(sql<boolean>`l.kind = 1 and c.batch_id = 0 and s.tracking = 0 and c.quantity - c.reserved >= 30`)
    .select(['c.product_id as productId', 'm.id as labelId', 'm.shop_id as shopId', 'm.seller_sku as sku'])
    .orderBy('c.product_id')
    .orderBy('m.id')
    .execute()
  const first = new Map(rows.map(row => [row.productId, row]))
  return [...first.values()]
}
