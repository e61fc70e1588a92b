/** Claims of the demo company: losses of the last weeks, one of them paid since, one sent, others open, due soon or expired. */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { multiply } from '#platform/format/decimal.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { importFiles } from '../../base/imported.ts'
import { fnskuOf } from '../../facts/fba/demo-words.ts'
import { findClaims } from './run.ts'
import { claim, claimStates } from './tables.ts'

const ledgerHeads =
  'Date,FNSKU,ASIN,MSKU,Title,Event Type,Reference ID,Quantity,Fulfillment Center,Disposition,Reason,Country,Reconciled Quantity,' +
  'Unreconciled Quantity,Date and Time'
const paidHeads =
  'approval-date,reimbursement-id,case-id,amazon-order-id,reason,sku,fnsku,asin,product-name,condition,currency-unit,amount-per-unit,' +
  'amount-total,quantity-reimbursed-cash,quantity-reimbursed-inventory,quantity-reimbursed-total,original-reimbursement-id,' +
  'original-reimbursement-type'
/** days ago, units, reason of the ledger; the first is paid later */
const losses = [
  [30, 2, 'M'],
  [55, 1, 'M'],
  [12, 3, 'E'],
  [66, 1, 'E'],
] as const

export async function makeClaims({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const [shop] = await context.db
    .selectFrom('shop')
    .select(['id', 'currency'])
    .where('marketplace_code', '=', 'amazon.com')
    .orderBy('id')
    .limit(1)
    .execute()
  if (shop === undefined) return
  const offers = await context.db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .select([sql<string>`m.seller_sku`.as('sku'), sql<string>`p.name`.as('title')])
    .where(sql<boolean>`m.shop_id = ${shop.id}`)
    .orderBy('m.id')
    .limit(losses.length)
    .execute()
  const today = now.toISOString().slice(0, 10)
  const lost = offers.flatMap((offer, at) => {
    const [ago, units, reason] = losses[at] ?? losses[0]
    const day = addDays(today, -ago)
    const what = [day, fnskuOf(offer), `B0${offer.sku}`, offer.sku, offer.title, 'Adjustments', `DEMO${day.replaceAll('-', '')}`, -units]
    return [[...what, 'ONT8', 'SELLABLE', reason, 'US', 0, units, `${day} 09:00:00`]]
  })
  await importFiles(context, [{ shopId: shop.id, name: `ledger-adjustments-${today}.txt`, rows: [ledgerHeads.split(','), ...lost] }])
  await findClaims(context)
  const [paid, sent] = await context.db
    .selectFrom('amazon_claim')
    .select(['id', 'sku', 'fnsku', 'quantity'])
    .where('shop_id', '=', shop.id)
    .where('kind', '=', 1)
    .where('state', 'in', [claimStates.open[0], claimStates.due[0]])
    .orderBy('happened_on', 'desc')
    .limit(2)
    .execute()
  if (sent !== undefined)
    await takeSteps(context, claim, {
      ids: [{ id: sent.id }],
      pick: { step: 'file' },
      input: { caseId: `16${today.replaceAll('-', '')}` },
    })
  if (paid === undefined) return
  const { quantity: units } = paid
  const what = [
    paid.sku,
    paid.fnsku,
    `B0${paid.sku}`,
    paid.sku,
    'NewItem',
    shop.currency,
    '12.40',
    multiply('12.40', String(units)),
    units,
    0,
    units,
  ]
  const row = [`${addDays(today, -2)}T00:00:00+00:00`, `9${today.replaceAll('-', '')}`, '', '', 'Lost_Warehouse', ...what, '', '']
  await importFiles(context, [{ shopId: shop.id, name: `fba-reimbursements-${today}.txt`, rows: [paidHeads.split(','), row] }])
  await findClaims(context)
}
