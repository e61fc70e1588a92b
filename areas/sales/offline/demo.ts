/** Two years of offline orders of the demo company: its offline shop, and the workbook in which its salesman kept them, imported. */
import { bringSheet, seededRandom } from '#areas/admin/index.ts'
import { offlineMarketplace, openShop, product } from '#areas/reference/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { type DemoPeople, defined } from '#platform/server/area.ts'
import { listOf, joinedName, withLines } from '#platform/server/lists.ts'
import { offlineChannels, offlineOrder, offlineOrderLine, offlineStates } from './tables.ts'

const [seed, orders, everyDays, goodsMax] = [16, 104, 7, 30]
const customers = ['苏州禾木家居有限公司', '广州展会客户', '成都云栖酒店用品', '杭州小满生活馆', '宁波港城进出口', '北京和源礼品']
type Row = Readonly<Record<string, string | number>>

export async function makeOfflineOrders({ now, as }: DemoPeople): Promise<void> {
  const random = seededRandom(seed)
  const context = await as('sales')
  const goods = (await listOf(context, product, { pageNum: 1, pageSize: goodsMax })).list
  if (goods.length === 0) return
  const site = { marketplaceCode: offlineMarketplace, countryCode: 'CN', currency: 'CNY' }
  await openShop(await as('admin'), { name: '云帆线下', accountName: '云帆家居', ...site })
  const today = now.toISOString().slice(0, 10)
  const channels = Object.values(offlineChannels).map(([, name]) => name)
  const rows: Row[] = []
  for (let at = orders; at > 0; at--) {
    const businessOn = addDays(today, -at * everyDays)
    const lines = Array.from({ length: 1 + random.below(3) }, (_, i) => ({
      sku: String(goods[(at * 7 + i * 5) % goods.length]?.['sku']),
      quantity: 5 + random.below(60),
      cents: (35 + random.below(140)) * 100 + random.below(100),
    }))
    const isOld = at > 3
    const whole = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
    const isPaid = isOld && random.below(8) > 0
    const [, state] = isOld ? (random.below(15) === 0 ? offlineStates.cancelled : offlineStates.done) : offlineStates.open
    const head: Row = {
      businessOn,
      channel: channels[random.below(channels.length)] ?? '',
      customer: customers[random.below(customers.length)] ?? '',
      currency: 'CNY',
      status: state,
      paid: isPaid ? (whole / 100).toFixed(2) : '0',
      paidOn: isPaid ? addDays(businessOn, 10) : '',
      shippedOn: isOld ? addDays(businessOn, 3) : '',
    }
    const rest = Object.fromEntries(Object.keys(head).map(name => [name, '']))
    for (const [i, { sku, quantity, cents }] of lines.entries())
      rows.push({
        ...(i === 0 ? head : rest),
        [joinedName('sku')]: sku,
        [joinedName('quantity')]: quantity,
        [joinedName('price')]: (cents / 100).toFixed(2),
      })
  }
  const sheet = withLines(offlineOrder, offlineOrderLine)
  await bringSheet(context, defined(sheet, 'the sheet of offline orders'), rows)
}
