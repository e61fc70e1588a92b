/**
 * Advertising invoices of the demo company's Amazon shops, made of what its settlements charged: most agree, some lack the tax, are of
 * another amount. Imported as its finance clerk would.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { add, divide, multiply, negate, roundTo, subtract } from '#platform/format/decimal.ts'
import type { DemoPeople } from '#platform/server/contract/area.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { keepUpload } from '#platform/server/files/keep-upload.ts'
import { csvTemplate, headsOfSheet } from '#platform/server/imports/csv-template.ts'
import { startImport } from '#platform/server/imports/start-import.ts'
import { chargesOf } from './charges.ts'
import type { Charge } from './match.ts'
import { adInvoice } from './sheet.ts'

const [shopsMax, days] = [4, 180]
/** every so manieth invoice lacks its tax in the charge, or is of another amount */
const [untaxedEach, otherEach] = [11, 17]
const campaigns = ['SP-自动-收纳', 'SP-手动-灯具']

interface DemoShop {
  readonly id: string
  readonly number: number
  readonly site: string
}

export async function makeInvoices({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const shops: DemoShop[] = await anyTable(context.db)
    .selectFrom('shop as s')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<number>`row_number() over (order by s.id)::int`.as('number'),
      sql<string>`s.marketplace_code`.as('site'),
    ])
    .where(sql<boolean>`s.marketplace_code like 'amazon.%'`)
    .orderBy('s.id')
    .limit(shopsMax)
    .execute()
  const db = context.house.unscoped('demo company: invoices are made of what its settlements charged')
  const today = now.toISOString().slice(0, 10)
  for (const shop of shops) {
    const of = { orgId: context.caller.orgId, shopId: shop.id, first: addDays(today, -days), last: today }
    const charges = await chargesOf(db, of)
    if (charges.length === 0) continue
    const content = [headsOfSheet(adInvoice).join(','), ...charges.flatMap((charge, n) => linesOf(charge, shop, n)), ''].join('\r\n')
    const { contentType } = csvTemplate('', [])
    const fileId = await keepUpload(context, { name: `广告发票-${shop.site}.csv`, contentType, content: [`\uFEFF${content}`] })
    await startImport(context, { fileIds: [fileId], shopId: shop.id })
  }
}

/** The lines of the invoice that a charge is of: one, or one of each campaign. */
function linesOf(charge: Charge, { number, site }: DemoShop, n: number): string[] {
  const gross = negate(charge.amount)
  const rate = charge.currency === 'USD' ? '0' : '0.2'
  const taxed = divide(gross, add('1', rate), 2, 'halfUp')
  const isUntaxed = rate !== '0' && n % untaxedEach === 3
  const net = isUntaxed ? gross : n % otherEach === 5 ? add(taxed, '3.20') : taxed
  const tax = isUntaxed ? roundTo(multiply(gross, rate), 2, 'halfUp') : subtract(gross, taxed)
  const day = addDays(charge.day, -1)
  const no = `AD${number}-${day.replaceAll('-', '')}-${String(n).padStart(3, '0')}`
  const line = (campaign: string, amount: string, taxOf: string): string =>
    [day, no, site, campaign, addDays(day, -3), day, charge.currency, amount, taxOf, '账户余额', '已支付'].join(',')
  if (n % 3 !== 0) return [line('', net, tax)]
  const half = divide(net, '2', 2, 'halfUp')
  return [line(campaigns[0] ?? '', half, tax), line(campaigns[1] ?? '', subtract(net, half), '0.00')]
}
