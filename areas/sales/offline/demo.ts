/** Two years of offline orders of the demo company, entered by its salesman. */
import { seededRandom } from '#areas/admin/index.ts'
import { product } from '#areas/reference/index.ts'
import { addDays } from '#platform/format/dates.ts'
import type { DemoPeople } from '#platform/server/contract/area.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { offlineChannels, offlineOrder } from './tables.ts'

const [seed, orders, everyDays, goodsMax] = [16, 36, 20, 30]
const customers = ['苏州禾木家居有限公司', '广州展会客户', '成都云栖酒店用品', '杭州小满生活馆', '宁波港城进出口', '北京和源礼品']

export async function makeOfflineOrders({ now, as }: DemoPeople): Promise<void> {
  const random = seededRandom(seed)
  const context = await as('sales')
  const goods = (await listOf(context, product, { pageNum: 1, pageSize: goodsMax })).list
  if (goods.length === 0) return
  const today = now.toISOString().slice(0, 10)
  const channels = Object.values(offlineChannels).map(([code]) => code)
  for (let at = orders; at > 0; at--) {
    const businessOn = addDays(today, -at * everyDays)
    const added = Array.from({ length: 1 + random.below(3) }, (_, i) => ({
      sku: goods[(at * 7 + i * 5) % goods.length]?.['sku'],
      quantity: 5 + random.below(60),
      price: `${35 + random.below(140)}.${String(random.below(100)).padStart(2, '0')}`,
    }))
    const isOld = at > 2
    const cents = added.reduce((sum, { quantity, price }) => sum + quantity * Math.round(Number(price) * 100), 0)
    const isPaid = isOld && random.below(8) > 0
    await addRecord(await as('sales', new Date(now.getTime() - at * everyDays * 86_400_000)), offlineOrder, {
      businessOn,
      channel: channels[random.below(channels.length)],
      customer: customers[random.below(customers.length)],
      currency: 'CNY',
      status: isOld ? (random.below(15) === 0 ? 5 : 2) : 1,
      paid: isPaid ? (cents / 100).toFixed(2) : '0',
      ...(isPaid ? { paidOn: addDays(businessOn, 10) } : {}),
      ...(isOld ? { shippedOn: addDays(businessOn, 3) } : {}),
      lines: { added },
    })
  }
}
