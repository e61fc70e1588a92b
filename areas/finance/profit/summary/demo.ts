/** What finance of the demo company made of its figures: some corrections, a month that is audited and one that is open. */
import { addMonths, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { addRecord } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { lastClosed } from '../../base/closed-months.ts'
import { financeItems } from '../../base/finance-items.ts'
import { financeCorrection } from '../../facts/corrections/tables.ts'
import { auditSummaries } from './audit.ts'
import { syncSummary } from './sync.ts'

const told = [
  ['adjustment', '-186.40', '平台线下补扣的标签费，账单里没有'],
  ['claim', '240.00', '物流商赔付丢件，另行到账'],
  ['advertising', '-75.00', '站外推广费，按店铺分摊'],
  ['taxCollected', '-32.15', '上季度税额更正'],
] as const

export async function makeBooks({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const shops = await context.db.selectFrom('shop').select(['id', 'currency']).orderBy('id').limit(2).execute()
  const closed = await lastClosed(context.db)
  const running = monthOf(now.toISOString().slice(0, 10))
  const open = addMonths(running, -1)
  const before = addMonths(running, -2)
  for (const [at, shop] of shops.entries())
    for (const [place, [item, amount, reason]] of told.entries()) {
      const month = place % 2 === 0 ? open : before
      if (closed !== null && lastOfMonth(month) <= closed) continue
      await addRecord(context, financeCorrection, {
        voucher: `TZ-${month.replace('-', '')}-${String(at * told.length + place + 1).padStart(3, '0')}`,
        shopId: shop.id,
        day: `${month}-${String(8 + 5 * place).padStart(2, '0')}`,
        item: financeItems[item].id,
        amount,
        currency: shop.currency,
        reason,
      })
    }
  await refreshRollups(context.house, context.caller.orgId)
  await syncSummary(context, { month: before })
  await syncSummary(context, { month: open })
  const rows = await context.db
    .selectFrom('finance_summary')
    .select('id')
    .where(sql<boolean>`month = ${`${before}-01`}::date`)
    .execute()
  if (rows.length > 0)
    await auditSummaries(
      context,
      rows.map(row => row.id),
      1,
    )
}
