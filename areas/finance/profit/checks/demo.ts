/**
 * What finance of the demo company made of its orders: returns of most refunds, checks of four months, accruals of three, and some work
 * on them.
 */
import { sql } from 'kysely'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { accrue } from '../accrual/sync.ts'
import { accrualKinds, financeAccrual } from '../accrual/tables.ts'
import { importFiles, type DemoFile } from '../../base/imported.ts'
import { runChecks } from './run.ts'
import { checkDefaults, checkRule, findingKinds, orderFinding } from './tables.ts'
import type { transactionLine } from '../../facts/amazon/tables.ts'

const [seed, monthsChecked, monthsAccrued] = [240, 3, 3]
const heads = [
  'return-date',
  'order-id',
  'sku',
  'asin',
  'fnsku',
  'product-name',
  'quantity',
  'fulfillment-center-id',
  'detailed-disposition',
  'reason',
  'status',
  'license-plate-number',
  'customer-comments',
]

export async function makeChecks({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const today = now.toISOString().slice(0, 10)
  const from = firstOfMonth(addMonths(monthOf(today), -monthsChecked))
  await returnsOfRefunds(context, from)
  const { days, tolerance } = checkDefaults.unsettled
  await addRecord(context, checkRule, {
    kind: findingKinds.unsettled[0],
    isOn: true,
    days,
    tolerance,
    remark: '平台每 14 天结算一次，留一周余量',
  })
  await runChecks(context, { from, to: today })
  const largest = await context.db.selectFrom('order_finding').select('id').orderBy('amount', 'desc').limit(9).execute()
  const findings = orderFinding
  for (const [at, { id }] of largest.entries()) {
    if (at % 3 === 1) continue
    await takeSteps(context, findings, { ids: [{ id }], pick: { step: 'take' }, input: {} })
    if (at % 3 === 2)
      await takeSteps(context, findings, { ids: [{ id }], pick: { step: 'accept' }, input: { reason: '已向平台开案，确认为补发订单' } })
  }
  const last = addMonths(monthOf(today), -1)
  const [shop] = await context.db.selectFrom('shop').select(['id', 'currency']).orderBy('id').limit(1).execute()
  if (shop !== undefined)
    await addRecord(context, financeAccrual, {
      shopId: shop.id,
      month: last,
      kind: accrualKinds.advertising[0],
      currency: shop.currency,
      handAmount: '-320.00',
      note: '广告后台已消耗、月底尚未扣款',
    })
  for (let back = monthsAccrued; back > 0; back -= 1) await accrue(context, { month: addMonths(monthOf(today), -back) })
}

/** Nine of ten refunds come back within three weeks, as a file of returns of each shop. */
async function returnsOfRefunds(context: Context, from: string): Promise<void> {
  const random = seededRandom(seed)
  const rows = await tablesOf<typeof transactionLine>(context.db)
    .selectFrom('amazon_transaction_line as f')
    .select([
      sql<string>`f.shop_id::text`.as('shopId'),
      sql<string>`f.order_id`.as('orderNo'),
      sql<string>`f.sku`.as('sku'),
      sql<string>`min(f.posted_on)::text`.as('day'),
    ])
    .where(sql<boolean>`f.posted_on >= ${from}::date and f.order_id <> '' and f.product_sales < 0`)
    .groupBy([sql`f.shop_id`, sql`f.order_id`, sql`f.sku`])
    .orderBy(sql`f.shop_id, min(f.posted_on), f.order_id`)
    .execute()
  const today = context.now().toISOString().slice(0, 10)
  const files: DemoFile[] = []
  for (const [shopId, own] of Map.groupBy(rows, row => row.shopId)) {
    const back = own.flatMap((row, at) => {
      const day = addDays(row.day, 3 + random.below(18))
      if (random.below(10) === 0 || day > today) return []
      const where = ['ONT8', 'SELLABLE', 'UNWANTED_ITEM', 'Unit returned to inventory', `LPNRR${day.replaceAll('-', '')}${at}`, '']
      return [[`${day}T05:12:44+00:00`, row.orderNo, row.sku, `B0${row.sku}`, `X0${row.sku}`, row.sku, '1', ...where]]
    })
    if (back.length === 0) continue
    files.push({ shopId, name: `fba-returns-${from}.txt`, rows: [heads, ...back] })
  }
  await importFiles(context, files)
}
