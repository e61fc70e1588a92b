/** Half a year of sheets of the demo company's AliExpress shop, as its people keep them, imported. */
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { type DemoPeople, defined } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { sql } from 'kysely'

const [days, seed, skusMax] = [180, 41, 20]
const accepted = '已对照速卖通后台核对列和合计'
const money = (cents: number): string => (cents / 100).toFixed(2)

export async function makeAliexpress({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const { db } = context
  const shop = await db
    .selectFrom('shop as s')
    .select([sql<string>`s.id::text`.as('id'), sql<string>`s.currency`.as('currency')])
    .where(sql<boolean>`s.marketplace_code = 'aliexpress.com'`)
    .executeTakeFirst()
  if (shop === undefined) return
  const goods = await db
    .selectFrom('sku_map as m')
    .select(sql<string>`m.seller_sku`.as('sku'))
    .where(sql<boolean>`m.shop_id = ${shop.id}`)
    .orderBy('m.id')
    .limit(skusMax)
    .execute()
  if (goods.length === 0) return
  const random = seededRandom(seed)
  const today = now.toISOString().slice(0, 10)
  const skuOf = (): string => defined(goods[random.below(goods.length)], 'a SKU').sku
  const sheets: Record<'payouts' | 'refunds' | 'stock' | 'removals', string[]> = {
    payouts: ['放款日期,订单号,子订单号,平台 SKU,放款状态,币种,放款金额,实际放款金额,手续费,联盟佣金'],
    refunds: ['退款日期,订单号,子订单号,平台 SKU,退款原因,币种,退款金额,实际退款金额'],
    stock: ['库存日期,仓库,平台 SKU,可售数量,冻结数量,在途数量'],
    removals: ['移除日期,移除单号,仓库,移除方式,平台 SKU,数量,状态,币种,移除费'],
  }
  for (let n = 1; n <= days; n++) {
    const day = addDays(today, -n)
    for (let place = 1; place <= 1 + random.below(3); place++) {
      const [order, child] = [`82${day.replaceAll('-', '')}00${place}000`, `82${day.replaceAll('-', '')}00${place}001`]
      const [sku, cents] = [skuOf(), 900 + random.below(5_000)]
      const [fee, affiliate] = [Math.round(cents * 0.08), random.below(3) === 0 ? Math.round(cents * 0.05) : 0]
      sheets.payouts.push(
        [day, order, child, sku, '已放款', shop.currency, money(cents), money(cents - fee - affiliate), money(fee), money(affiliate)].join(
          ',',
        ),
      )
      if (random.below(20) === 0)
        sheets.refunds.push([day, order, child, sku, '质量问题', shop.currency, money(cents), money(cents - fee)].join(','))
    }
    if (n % 30 !== 0) continue
    for (const { sku } of goods)
      sheets.stock.push([day, '菜鸟西班牙仓', sku, random.below(90), random.below(5), random.below(40)].join(','))
    sheets.removals.push(
      [day, `YC${day.replaceAll('-', '')}`, '菜鸟西班牙仓', '销毁', skuOf(), 1 + random.below(9), '已完成', shop.currency, '3.60'].join(
        ',',
      ),
    )
  }
  const fileIds: string[] = []
  for (const [name, lines] of Object.entries(sheets)) {
    const content = `\uFEFF${lines.join('\r\n')}\r\n`
    fileIds.push(await keepUpload(context, { name: `aliexpress-${name}.csv`, contentType: 'text/csv; charset=utf-8', content: [content] }))
  }
  await startImport(context, { fileIds, shopId: shop.id, accepted })
}
