/** Books of the demo company: accounts, rules and items of the legal entity that its shops are of; vouchers of its closed months. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { monthOf } from '#platform/format/dates.ts'
import type { DemoPeople } from '#platform/server/contract/area.ts'
import { create } from '#platform/server/records/change.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { addRecord, updateRecord } from '#platform/server/verbs/record.ts'
import { refreshRollups } from '#platform/server/reports/refresh.ts'
import { lastClosed } from '../amazon/months/closed-months.ts'
import { generateVouchers } from './generate.ts'
import { loadAccounts, loadRules } from './load-usual.ts'
import { voucherAuxiliary, voucherBook, voucherRule } from './tables.ts'
import { auxiliaryKinds, eventOfRole } from './words.ts'

const [books, items, rules] = [voucherBook, voucherAuxiliary, voucherRule] as unknown as [Resource, Resource, Resource]
const { shop: shopKind, customer, supplier } = auxiliaryKinds
const nameOf = new Map<number, string>(Object.values(platformChoices).map(([code, name]) => [code, name]))
/** vouchers of the newest closed months */
const monthsMax = 2

export async function makeVouchers({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const shops = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select([sql<string>`s.id::text`.as('id'), 's.name', 'm.platform', sql<string>`s.company_id::text`.as('companyId')])
    .where('s.company_id', 'is not', null)
    .orderBy('s.id')
    .execute()
  const companyId = shops[0]?.companyId
  const closed = await lastClosed(context.db)
  if (companyId === undefined || closed === null) return
  const own = shops.filter(shop => shop.companyId === companyId)
  const first = await context.db
    .selectFrom('finance_month')
    .select(sql<string>`to_char(month, 'YYYY-MM')`.as('month'))
    .where('state', '=', 1)
    .orderBy('month', 'desc')
    .limit(monthsMax)
    .execute()
  const months = first.map(({ month }) => month).toReversed()
  await addRecord(context, books, {
    companyId,
    startMonth: months[0] ?? monthOf(closed),
    bookCode: '001',
    bookOrgCode: '100',
    preparer: context.caller.name,
  })
  await loadAccounts(context, companyId)
  await loadRules(context, companyId)
  const platforms = [...new Set(own.map(shop => shop.platform))]
  await createEach(context, items, [
    ...own.map((shop, at) => ({
      companyId,
      kind: shopKind[0],
      code: `D${String(at + 1).padStart(3, '0')}`,
      name: shop.name,
      shopIds: [shop.id],
    })),
    ...platforms.map((platform, at) => ({
      companyId,
      kind: customer[0],
      code: `K${String(at + 1).padStart(3, '0')}`,
      name: nameOf.get(platform) ?? '',
      shopIds: own.flatMap(shop => (shop.platform === platform ? [shop.id] : [])),
    })),
  ])
  const carrier = await create(context, items, { companyId, kind: supplier[0], code: 'G001', name: '深圳速运国际货运代理有限公司' })
  const bill = await context.db
    .selectFrom('voucher_rule')
    .select([sql<string>`id::text`.as('id'), 'version'])
    .where('company_id', '=', companyId)
    .where('item', '=', eventOfRole('bankBill'))
    .executeTakeFirstOrThrow()
  await updateRecord(context, rules, { id: bill.id, version: bill.version, debitItems: [carrier.id] })
  await refreshRollups(context.house, context.caller.orgId)
  for (const month of months) await generateVouchers(context, { companyId, month })
}
