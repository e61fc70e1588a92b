/** Half a year of sheets of the demo company's AliExpress shop, as its people keep them, imported. */
import { seededRandom } from '#areas/admin/index.ts'
import { leftFrom } from '#areas/sales/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { type DemoPeople, defined } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { sql } from 'kysely'

const [days, seed, skusMax] = [180, 41, 20]
const marketplaceCode = 'aliexpress.com'
const accepted = '已对照速卖通后台核对列和合计'
const money = (cents: number): string => (cents / 100).toFixed(2)

interface PaidOut {
  readonly day: string
  readonly order: string
  readonly child: string
  readonly sku: string
  readonly currency: string
  readonly cents: number
  readonly fee: number
  readonly affiliate: number
}
const lineOf = ({ day, order, child, sku, currency, cents, fee, affiliate }: PaidOut): string =>
  [day, order, child, sku, '已放款', currency, ...[cents, cents - fee - affiliate, fee, affiliate].map(money)].join(',')
/** The same as the interface answers it. */
function loanOf({ day, order, child, sku, currency, cents, fee, affiliate }: PaidOut): object {
  const of = (amount: number) => ({ amount: money(amount), currency_code: currency })
  return {
    released_datetime: `${day} 12:00:00`,
    order_id: order,
    child_order_id: child,
    sku_code: sku,
    loan_status: 'loan_ok',
    loan_amount: of(cents),
    real_loan_amount: of(cents - fee - affiliate),
    escrow_fee: of(fee),
    affiliate_commission: of(affiliate),
  }
}

export async function makeAliexpress({ now, as, leave }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const { db } = context
  const shop = await db
    .selectFrom('shop as s')
    .select([sql<string>`s.id::text`.as('id'), sql<string>`s.name`.as('name'), sql<string>`s.currency`.as('currency')])
    .where(sql<boolean>`s.marketplace_code = ${marketplaceCode}`)
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
  const end = leave === undefined ? today : leftFrom(today)
  const loans: object[] = []
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
      const paid: PaidOut = { day, order, child, sku, currency: shop.currency, cents, fee, affiliate }
      if (day >= end) loans.push(loanOf(paid))
      else sheets.payouts.push(lineOf(paid))
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
  leave?.({ shop: { ...shop, marketplaceCode }, from: end, files: [{ report: 'aliexpressPayouts', text: JSON.stringify(loans) }] })
  await startImport(context, { fileIds, shopId: shop.id, accepted })
}
