/** Books of the demo company: accounts, rules and items of the legal entity that its shops are of; vouchers of its closed months. */
import { sql } from 'kysely'
import { platformChoices } from '#areas/reference/index.ts'
import { addMonths, monthOf } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { Refusal, type Context, type DemoPeople } from '#platform/server/area.ts'
import { allOf } from '#platform/server/lists.ts'
import { create, createEach, addRecord, updateRecord } from '#platform/server/records.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { lastClosed } from '../../base/closed-months.ts'
import { bankAccount } from '../../bank/statements/tables.ts'
import { untilFree } from '../../base/until-ended.ts'
import { FiguresBusy } from '../../profit/shop-profit/figures.ts'
import { generateVouchers } from './generate.ts'
import { loadAccounts, loadRules } from './load-usual.ts'
import { voucherAuxiliary, voucherBook, voucherRule } from './tables.ts'
import { auxiliaryKinds, eventOfRole } from './words.ts'

const [books, items, rules] = [voucherBook, voucherAuxiliary, voucherRule]
const { shop: shopKind, customer, supplier } = auxiliaryKinds
const nameOf = new Map<number, string>(Object.values(platformChoices).map(([code, name]) => [code, name]))
/** vouchers of the newest closed months, and of one that is open and old enough to have all of its files */
const monthsMax = 2
const openMonthsBack = 2
const accountsMax = 50

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
  await keepAccounts(context, companyId)
  await refreshRollups(context.house, context.caller.orgId)
  // in the open one the bank was matched; its vouchers show what the others lack
  for (const month of [...months, addMonths(monthOf(todayOf(context)), -openMonthsBack)])
    try {
      await untilFree(
        () => generateVouchers(context, { companyId, month }),
        error => error instanceof FiguresBusy,
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      console.log(`演示公司：${month} 没有生成凭证：${error.message}`)
    }
}

/** Accounts of the bank without a company are the company's. */
async function keepAccounts(context: Context, companyId: string): Promise<void> {
  const accounts = await allOf(context, bankAccount, [{ field: 'companyId', condition: 'EMPTY' }], accountsMax)
  for (const { id, version } of accounts) await updateRecord(context, bankAccount, { id, version, companyId })
}
