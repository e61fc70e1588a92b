/**
 * Advertising invoices of a shop against the charges that its books count and the spend that its reports tell: read, matched and written
 * anew in one transaction.
 */
import { sql } from 'kysely'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { inLane } from '#platform/server/jobs.ts'
import type { Context, Tx, FilesFollower, Db } from '#platform/server/area.ts'
import { lockShop } from '#platform/server/imports.ts'
import { negate } from '#platform/format/decimal.ts'
import { adSpendFamilies, adSpendOfDays } from '#areas/sales/index.ts'
import { financeItems } from '../../base/finance-items.ts'
import { settlement } from '../amazon/tables.ts'
import { adInvoiceCheck, chargeBases } from './check-table.ts'
import { checkInvoices, reachOf, type Charge, type Invoice, type Matched } from './match.ts'
import { adInvoice } from './sheet.ts'
import { againstSpend } from './spend.ts'

const states = adInvoiceCheck.fields.state.choices
const wordsMax = 200
const counted = settlement.fields.countedFrom.choices
const [facts, checks] = [sql.table(adInvoice.facts.table), sql.table(adInvoiceCheck.table)]
/** after a changed meaning of a kind of amount: other charges are those of advertising */
export const chargesJob = 'advertising.charges'

/** An invoice is one line, or one a campaign. */
async function invoicesOf(tx: Tx, shopId: string): Promise<readonly Invoice[]> {
  const { rows } = await sql<Invoice>`select i.invoice_no as no, min(i.invoiced_on)::text as day, min(i.period_from)::text as "from",
      max(i.period_to)::text as "to", min(i.currency) as currency, sum(i.net_amount)::text as net, sum(i.tax)::text as tax,
      sum(least(i.net_amount, 0))::text as credit
    from ${facts} i where i.shop_id = ${shopId} group by i.invoice_no`.execute(tx)
  return rows
}

/** What the books of these days count as advertising: of two reports of the same money the one that counts. */
export async function chargesOf(
  db: Db,
  { orgId, shopId, first, last }: { readonly orgId: string; readonly shopId: string; readonly first: string; readonly last: string },
): Promise<readonly Charge[]> {
  const days = sql`between ${first}::date and ${last}::date`
  // instants of these days in every zone
  const posted = sql`l.posted_at >= ${first}::date - 1 and l.posted_at < ${last}::date + 2 and l.posted_on ${days}`
  const holds = sql`a.since <= l.booked_on and (a.until is null or a.until > l.booked_on)`
  const { rows } = await sql<Charge>`
    with a as materialized (select m.kind_id, k.base_id, m.valid_from as since, m.valid_to as until
      from amazon_type_map m join amazon_kind k on k.id = m.kind_id
      where k.org_id = ${orgId} and m.item = ${financeItems.advertising.id}),
    told as (
      select l.posted_on, l.amount, l.currency, l.settlement_id, l.order_id,
        concat_ws(' ', l.adjustment_id, l.merchant_order_id, l.shipment_id) as words
      from amazon_settlement_line l join a on a.kind_id = l.kind_id and ${holds}
      join amazon_settlement s on s.shop_id = l.shop_id and s.settlement_id = l.settlement_id and s.counted_from = ${counted.settlement[0]}
      where l.shop_id = ${shopId} and ${posted}
      union all
      select l.posted_on, l.total, l.currency, l.settlement_id, l.order_id, l.description
      from amazon_transaction_line l left join amazon_settlement s on s.shop_id = l.shop_id and s.settlement_id = l.settlement_id
      where l.shop_id = ${shopId} and ${posted} and l.order_id = '' and exists (select from a where a.base_id = l.type_id and ${holds})
        and (l.deferred or s.settlement_id is null or s.counted_from = ${counted.transaction[0]})
      union all
      select l.posted_on, l.amount, l.currency, l.payout_id, l.order_no, concat_ws(' ', l.title, l.transaction_id)
      from market_line l join a on a.kind_id = l.kind_id and ${holds} where l.shop_id = ${shopId} and ${posted})
    select t.posted_on::text as day, t.amount::text as amount, t.currency, t.settlement_id as "settlementId", t.words, false as "isSum"
      from told t where t.order_id = ''
    union all
    select t.posted_on::text, sum(t.amount)::text, t.currency, '', '', true from told t where t.order_id <> ''
      group by t.posted_on, t.currency
    order by day, amount`.execute(db)
  return rows
}

/** Everything of the shop anew: an invoice more or less may leave a charge to another. */
export async function checkShop(tx: Tx, orgId: string, shopId: string): Promise<Matched> {
  await sql`delete from ${checks} c where c.shop_id = ${shopId}`.execute(tx)
  const invoices = await invoicesOf(tx, shopId)
  if (invoices.length === 0) return { checked: [], unexplained: [] }
  const edges = invoices.flatMap(reachOf).toSorted()
  const charges = await chargesOf(tx, { orgId, shopId, first: edges[0] ?? '', last: edges.at(-1) ?? '' })
  const matched = checkInvoices(invoices, charges)
  const periods = invoices.flatMap(one => [one.from, one.to]).toSorted()
  const spent = againstSpend(invoices, await adSpendOfDays(tx, { shopId, first: periods[0] ?? '', last: periods.at(-1) ?? '' }))
  const rows = [
    ...matched.checked.map(({ invoice, ...one }) => ({ ...invoice, ...one, ...spent.get(invoice.no), place: 0, words: '' })),
    ...matched.unexplained.map(withoutInvoice),
  ]
  await sql`insert into ${checks} (shop_id, invoice_no, place, words, invoiced_on, period_from, period_to, currency, net_amount, tax,
      invoiced, charged, difference, basis, state, charged_on, settlement_id, charges, report_currency, report_spend, days_missing,
      spend_difference, by_credit, by_days, unexplained, spend_state)
    select ${shopId}, r.no, r.place, r.words, r.day, r.from, r.to, r.currency, r.net, r.tax, r.net + r.tax, r.charged, r.difference,
      r.basis, r.state, r."chargedOn", r."settlementId", r.charges, r."reportCurrency", r."reportSpend", r."daysMissing",
      r."spendDifference", r."byCredit", r."byDays", r.unexplained, r."spendState"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(no text, place int, words text, day date, "from" date, "to" date,
      currency text, net numeric, tax numeric, charged numeric, difference numeric, basis smallint, state smallint, "chargedOn" date,
      "settlementId" text, charges int, "reportCurrency" text, "reportSpend" numeric, "daysMissing" int, "spendDifference" numeric,
      "byCredit" numeric, "byDays" numeric, unexplained numeric, "spendState" smallint)`.execute(tx)
  return matched
}

/** A charge that no invoice explains, as a row: all of it is the difference. */
const withoutInvoice = ({ day, amount, currency, settlementId, words, isSum }: Charge, at: number) => ({
  no: '',
  place: at + 1,
  day,
  currency,
  charged: negate(amount),
  difference: amount,
  basis: chargeBases.none[0],
  state: states.noInvoice[0],
  chargedOn: day,
  settlementId,
  words: isSum ? '' : words.slice(0, wordsMax),
  charges: 1,
})

function notesOf({ checked, unexplained }: Matched): Wording[] {
  const equal = checked.filter(one => one.state === states.equal[0]).length
  const rest = checked.length - equal
  return [
    ...(rest === 0
      ? [sentence`店铺的 ${equal} 张广告发票与结算扣款一致`]
      : [sentence`店铺有 ${equal} 张广告发票与结算扣款一致，${rest} 张有差异或尚未扣款，请在“广告发票核对”查看`]),
    ...(unexplained.length > 0 ? [sentence`发票的账期内另有 ${unexplained.length} 笔广告扣款没有发票，请在“广告发票核对”查看`] : []),
  ]
}

/** Files of invoices say how they stand; files of money and reports of spend renew what is shown and say nothing. */
const follower = (isOfInvoices: boolean): FilesFollower => ({
  monthTables: [],
  async follow({ tx, orgId, shopId, isRemoval }) {
    const found = await checkShop(tx, orgId, shopId)
    return isOfInvoices && !isRemoval ? notesOf(found) : []
  },
})
const others = ['amazonSettlement', 'amazonTransaction', 'ebayReport', 'ebayApi', 'walmartReconciliation', ...adSpendFamilies]
export const advertisingFollows: Readonly<Record<string, FilesFollower>> = {
  ...Object.fromEntries(others.map(code => [code, follower(false)])),
  [adInvoice.code]: follower(true),
}

export const chargesFollow = (tx: Tx, context: Context): Promise<void> =>
  context.house.jobs.add(tx, chargesJob, { orgId: context.caller.orgId })
export const chargesHandler = inLane('figures', async (house, payload) => {
  const orgId = String(payload['orgId'])
  const db = house.unscoped('advertising charges follow the meaning of a kind of amount, in every shop of the organisation')
  const { rows } = await sql<{ id: string }>`select distinct i.shop_id::text as id from ${facts} i join shop s on s.id = i.shop_id
    where s.org_id = ${orgId} order by 1`.execute(db)
  for (const { id } of rows)
    await db.transaction().execute(async tx => {
      await sql`select begin_write(${orgId})`.execute(tx)
      await lockShop(tx, id)
      await checkShop(tx, orgId, id)
    })
})
