/**
 * Advertising invoices of the demo company's Amazon shops, made of what its settlements charged, and advertising reports whose spend they
 * bill: most agree, some lack the tax in the charge, credit something, are of another amount. Imported as its finance clerk would.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { add, divide, multiply, negate, roundTo, subtract } from '#platform/format/decimal.ts'
import { makeAds, type AdBill } from '#areas/sales/index.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { csvTemplate, headsOfSheet, startImport } from '#platform/server/imports.ts'
import { chargesOf } from './charges.ts'
import type { Charge } from './match.ts'
import { adInvoice } from './sheet.ts'

const [shopsMax, days] = [4, 180]
/** every so manieth invoice lacks its tax in the charge, is of another amount, credits something */
const [untaxedEach, otherEach, creditEach] = [11, 17, 13]
const [surplus, credit] = ['3.20', '5.00']
const creditWord = '无效点击退回'
const [daysMost, daysUsual] = [14, 4]
const campaigns = ['SP-自动-收纳', 'SP-手动-灯具']

interface DemoShop {
  readonly id: string
  readonly number: number
  readonly site: string
}

interface Bill extends AdBill {
  readonly no: string
  readonly currency: string
  /** the amount that is invoiced beside `amount`, which no report spent */
  readonly beside: string
  readonly credit: string
  readonly tax: string
  readonly isByCampaign: boolean
}

export async function makeInvoices(people: DemoPeople): Promise<void> {
  const { now, as } = people
  const context = await as('finance')
  const shops: DemoShop[] = await context.db
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
  const bills = new Map<string, readonly Bill[]>()
  for (const shop of shops) {
    const of = { orgId: context.caller.orgId, shopId: shop.id, first: addDays(today, -days), last: today }
    const charges = await chargesOf(db, of)
    bills.set(shop.id, billsOf(charges, shop))
  }
  await makeAds(people, bills)
  for (const shop of shops) {
    const lines = (bills.get(shop.id) ?? []).flatMap(bill => linesOf(bill, shop))
    if (lines.length === 0) continue
    const content = [headsOfSheet(adInvoice).join(','), ...lines, ''].join('\r\n')
    const { contentType } = csvTemplate('', [])
    const fileId = await keepUpload(context, { name: `广告发票-${shop.site}.csv`, contentType, content: [`\uFEFF${content}`] })
    await startImport(context, { fileIds: [fileId], shopId: shop.id })
  }
}

/** The invoice that each charge is of: it bills the days since the one before. */
function billsOf(charges: readonly Charge[], { number }: DemoShop): Bill[] {
  let next = ''
  return charges.map((charge, n): Bill => {
    const gross = negate(charge.amount)
    const rate = charge.currency === 'USD' ? '0' : '0.2'
    const taxed = divide(gross, add('1', rate), 2, 'halfUp')
    const isUntaxed = rate !== '0' && n % untaxedEach === 3
    const net = isUntaxed ? gross : taxed
    const credited = n % creditEach === 7 ? credit : '0'
    const to = addDays(charge.day, -1)
    const from = next === '' || next < addDays(to, -daysMost) ? addDays(to, 1 - daysUsual) : next > to ? to : next
    next = addDays(to, 1)
    return {
      no: `AD${number}-${to.replaceAll('-', '')}-${String(n).padStart(3, '0')}`,
      from,
      to,
      currency: charge.currency,
      amount: add(net, credited),
      beside: !isUntaxed && n % otherEach === 5 ? surplus : '0',
      credit: credited,
      tax: isUntaxed ? roundTo(multiply(gross, rate), 2, 'halfUp') : subtract(gross, taxed),
      isByCampaign: n % 3 === 0,
    }
  })
}

/** The lines of an invoice: one, or one of each campaign, and one of what is credited. */
function linesOf({ no, from, to, currency, amount, beside, credit: credited, tax, isByCampaign }: Bill, { site }: DemoShop): string[] {
  const line = (campaign: string, net: string, taxOf: string): string =>
    [to, no, site, campaign, from, to, currency, net, taxOf, '账户余额', '已支付'].join(',')
  const net = add(amount, beside)
  const half = divide(net, '2', 2, 'halfUp')
  return [
    ...(isByCampaign ? [line(campaigns[0] ?? '', half, tax), line(campaigns[1] ?? '', subtract(net, half), '0.00')] : [line('', net, tax)]),
    ...(credited === '0' ? [] : [line(creditWord, negate(credited), '0.00')]),
  ]
}
