/** Goods issues made of orders: after whatever they follow from, and by hand. */
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { ordersFamily, products } from '#areas/sales/index.ts'
import { act, refuse, type FilesFollower, type Follower, type House, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { todayOf } from '#platform/format/zones.ts'
import { merged } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { goodsOut } from '../documents/out-tables.ts'
import { keepOrders, unpairedSaid } from './keep.ts'
import { carrierSheet, marketplaceSheet } from './parcel-sheets.ts'
import { waybillsRoute } from './waybills.ts'

const job = 'goods.orders'
export const order = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, job, { orgId })

/** nobody waits for the job: whoever ships is told how many orders it could not serve, and sees why when he asks for it himself */
export const ordersRefused = notice('goods.ordersRefused', ['订单没有生成出库单', 'Orders without a goods issue'], {
  title: [
    '{n} 张订单没有生成或更新出库单，请在出库单点“按订单生成”查看原因',
    '{n} orders got no goods issue, or kept an old one: press “From orders” in the list of issues to see why',
  ],
  to: [holdersOf('goodsOut', operations.edit)],
})
const onceMax = 200
const target = { list: 'goodsOut' }

/** warehouses of marketplaces send by themselves */
const ofMarketplace = 2
const shipsFrom: Follower = async (context, tx, changes) => {
  const ids = changes.flatMap(({ before, after }) => {
    const id = asText(after?.['warehouseId'] ?? '')
    return id === '' || id === asText(before?.['warehouseId'] ?? '') ? [] : [id]
  })
  if (ids.length === 0) return
  const { db } = await inServersName(context, tx, 'the warehouse that a shop ships from')
  const wrong = await db.selectFrom('warehouse').select('name').where('id', 'in', ids).where('kind', '=', ofMarketplace).executeTakeFirst()
  if (wrong !== undefined)
    throw refuse.invalid([{ field: 'warehouseId', message: sentence`${wrong.name} 是平台仓，由平台发货，请选择自营仓或第三方仓` }])
  await order(tx, context.house, context.caller.orgId)
}

export const orderRoutes: RouteMap = {
  'POST /goodsOut/waybills': waybillsRoute,
  'POST /goodsOut/carrierSheet': carrierSheet,
  'POST /goodsOut/marketplaceSheet': marketplaceSheet,
  'POST /goodsOut/fromOrders': act(
    goodsOut,
    { name: 'fromOrders', title: ['按订单生成', 'From orders'], over: 'page', operation: operations.add },
    async context => {
      const own = await context.db.selectFrom('warehouse').select('id').execute()
      const { failed, ...kept } = await keepOrders(
        context,
        own.map(({ id }) => String(id)),
      )
      const changed = kept.made + kept.changed + kept.cancelled + kept.noted
      const { house, language } = context
      const reason = house.registry.inWords(unpairedSaid(kept.waiting, kept.unpaired), language)
      const reasons = [
        ...(kept.waiting === 0 ? [] : [{ reason, rows: kept.waiting }]),
        ...failed.map(one => ({ reason: house.registry.inWords(sentence`订单 ${one.orderNo}：${one.reason}`, language), rows: 1 })),
      ]
      return { ...kept, total: changed + kept.waiting + failed.length, unchanged: 0, refused: [], reasons, batchId: null, changed }
    },
  ),
}

export const ordersJob = {
  [job]: merged('figures', async (house, { orgId }) => {
    const server = await house.asSystem(String(orgId), 'goods issues follow the orders')
    const { failed } = await keepOrders(server, null)
    if (failed.length === 0) return
    const numbers = failed.map(one => one.orderNo).toSorted()
    const once = [todayOf(server), ...numbers].join(' ').slice(0, onceMax)
    await server.write((tx, inside) => notify(inside, tx, ordersRefused, { values: { n: String(failed.length) }, once, target }))
  }),
}

/** A file of orders came or was taken back. */
const afterFile: FilesFollower = {
  monthTables: [],
  follow: async ({ house, tx, orgId }) => {
    await order(tx, house, orgId)
    return []
  },
}
export const ordersFollowFiles = Object.fromEntries(products.map(one => [ordersFamily(one), afterFile]))

/** For what no file tells: offline orders, SKUs that were mapped, goods that came. */
const afterChange: Follower = (context, tx) => order(tx, context.house, context.caller.orgId)
export const ordersFollow = { shop: shipsFrom, sku_map: afterChange, offline_order: afterChange, goods_in: afterChange }
