/**
 * What a shop's month accrues, and what reversed it until today, by kind and currency: one statement a kind. Behind the door: the shop is
 * one
 * that the caller was granted.
 */
import { sql, type RawBuilder } from 'kysely'
import { addMonths, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { surchargeBands } from '../../facts/fba/ageing-columns.ts'
import { chargeKinds } from '../../costs/freight/charge-kinds.ts'
import { financeItems } from '../../base/finance-items.ts'
import { moneyOf } from '../orders/money.ts'
import type { AccrualKind } from './tables.ts'

export interface MonthAsk {
  readonly shopId: string
  /** YYYY-MM */
  readonly month: string
  readonly today: string
}
/** `isDone`: nothing more is to come */
export interface Accrued {
  readonly currency: string
  readonly accrued: string
  readonly reversed: string
  readonly reversedOn: string | null
  readonly isDone: boolean
}
type Statement = (ask: MonthAsk) => RawBuilder<unknown>

const timing = sql.raw(
  `(${Object.values(financeItems)
    .flatMap(item => (item.class === 'timing' ? [item.id] : []))
    .join(', ')})`,
)
/** months after it in which a month is paid out, charged or invoiced */
const monthsAfter = 6
const daysOf = (month: string) => ({ from: firstOfMonth(month), to: lastOfMonth(month) })
const later = (month: string, today: string): string => [lastOfMonth(addMonths(month, monthsAfter)), today].sort()[0] ?? today

/** Lines of the month with the day they were paid on; null: not yet. Pay-outs of other marketplaces are lines that name the same number. */
const unpaid: Statement = ({ shopId, month, today }) => sql`
  money as materialized (${moneyOf({ shops: [shopId], ...daysOf(month), any: true })}),
  payouts as materialized (select settlement_id, min(posted_on) as day from (${moneyOf({
    shops: [shopId],
    from: firstOfMonth(month),
    to: later(month, today),
    any: true,
  })}) p where source = 3 and settlement_id <> '' and item in ${timing} group by 1),
  unpaid as materialized (select m.*, case when m.source = 3 then p.day else m.paid_on end as came_on
    from money m left join payouts p on m.source = 3 and p.settlement_id = m.settlement_id
    where (m.item is null or m.item not in ${timing})
      and coalesce(case when m.source = 3 then p.day else m.paid_on end, 'infinity'::date) > ${lastOfMonth(month)}::date)`
const came = (today: string): RawBuilder<boolean> => sql`came_on is not null and came_on <= ${today}::date`

const sales: Statement = ask => sql`with ${unpaid(ask)}
  select currency, sum(amount)::text as accrued, coalesce(sum(amount) filter (where ${came(ask.today)}), 0)::text as reversed,
    (max(came_on) filter (where ${came(ask.today)}))::text as "reversedOn", bool_and(${came(ask.today)}) as "isDone"
  from unpaid group by 1`

const cost: Statement = ask => sql`with ${unpaid(ask)},
  units as (select u.sku, u.booked_on, u.came_on, sum(u.quantity) as quantity from unpaid u
    where u.item = ${sql.lit(financeItems.productSales.id)} and u.sku <> '' and u.quantity > 0 group by 1, 2, 3),
  lines as (select c.currency, u.came_on, -round(u.quantity * c.unit_cost, 4) as amount from units u
    join finance_cost_line c on c.shop_id = ${ask.shopId}::bigint and c.booked_on = u.booked_on and c.sku = u.sku
      and c.item = ${sql.lit(financeItems.productCost.id)} and c.unit_cost is not null)
  select currency, sum(amount)::text as accrued, coalesce(sum(amount) filter (where ${came(ask.today)}), 0)::text as reversed,
    (max(came_on) filter (where ${came(ask.today)}))::text as "reversedOn", bool_and(${came(ask.today)}) as "isDone"
  from lines group by 1`

const isAged = sql`exists (select from amazon_kind k where k.id = m.kind_id
  and concat_ws(' ', k.type, k.amount_type, k.description) ~* '(long.?term|aged|长期|超龄)')`
/** What the month after was charged under an item: it reverses what this month accrued. */
const charged = ({ shopId, month }: MonthAsk, which: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  charged as materialized (select m.currency, sum(m.amount) as amount, max(m.posted_on) as day
    from (${moneyOf({ shops: [shopId], ...daysOf(addMonths(month, 1)), any: true })}) m where ${which} group by 1)`
/** `accrued` by currency against `charged` */
const against = ({ month, today }: MonthAsk): RawBuilder<unknown> => sql`
  select a.currency, a.amount::text as accrued, coalesce(c.amount, 0)::text as reversed, c.day::text as "reversedOn",
    c.amount is not null and ${today}::date > ${lastOfMonth(addMonths(month, 1))}::date as "isDone"
  from accrued a left join charged c on c.currency = a.currency where a.amount <> 0`

const storage: Statement = ask => sql`with
  accrued as (select currency, -sum(fee) as amount from fba_storage_fee
    where shop_id = ${ask.shopId}::bigint and month = ${firstOfMonth(ask.month)}::date group by 1),
  ${charged(ask, sql<boolean>`m.item = ${sql.lit(financeItems.fbaStorage.id)} and not ${isAged}`)}
  ${against(ask)}`

const surchargeSum = sql.raw(
  surchargeBands.map(band => `coalesce(s.surcharge${band.replace('-plus', '_plus').replaceAll('-', '')}, 0)`).join(' + '),
)
const surcharge: Statement = ask => sql`with
  last as (select max(snapshot_on) as day from fba_stock_age where shop_id = ${ask.shopId}::bigint
    and snapshot_on between ${firstOfMonth(ask.month)}::date and ${lastOfMonth(ask.month)}::date),
  accrued as (select s.currency, -sum(${surchargeSum}) as amount from fba_stock_age s join last l on l.day = s.snapshot_on
    where s.shop_id = ${ask.shopId}::bigint group by 1),
  ${charged(ask, sql<boolean>`m.item = ${sql.lit(financeItems.fbaStorage.id)} and ${isAged}`)}
  ${against(ask)}`

/**
 * Advertising of the month that is invoiced and was not charged by its end; each invoice is reversed by the charge that is found to be its
 * own (areas/finance/facts/advertising). Without an invoice people enter it, and what is charged in the month after reverses it.
 */
const advertising: Statement = ask => sql`with
  invoices as materialized (select c.currency, -c.invoiced as amount, -coalesce(c.charged, 0) as charged, c.charged_on as came_on
    from ad_invoice_check c where c.shop_id = ${ask.shopId}::bigint and c.place = 0 and c.invoiced is not null
      and coalesce(c.period_to, c.invoiced_on) between ${firstOfMonth(ask.month)}::date and ${lastOfMonth(ask.month)}::date
      and coalesce(c.charged_on, 'infinity'::date) > ${lastOfMonth(ask.month)}::date),
  told as (select currency, sum(amount) as amount, coalesce(sum(charged) filter (where ${came(ask.today)}), 0) as reversed,
      max(came_on) filter (where ${came(ask.today)}) as day, bool_and(${came(ask.today)}) as is_done from invoices group by 1),
  entered as (select currency from finance_accrual where shop_id = ${ask.shopId}::bigint and month = ${firstOfMonth(ask.month)}::date
    and kind = 5 and hand_amount <> 0 except select currency from told),
  ${charged(ask, sql<boolean>`m.item = ${sql.lit(financeItems.advertising.id)}`)}
  select currency, amount::text as accrued, reversed::text as reversed, day::text as "reversedOn", is_done as "isDone" from told
  union all
  select e.currency, '0', coalesce(c.amount, 0)::text, c.day::text,
    c.amount is not null and ${ask.today}::date > ${lastOfMonth(addMonths(ask.month, 1))}::date
  from entered e left join charged c on c.currency = e.currency`

const [invoice] = chargeKinds.invoice
/**
 * Parcels of the shop's orders that only shipping software or a sheet told of by the end of the month; the carrier's invoice reverses
 * them.
 */
const freight: Statement = ask => sql`with
  told as materialized (select c.org_id, c.tracking_no, c.currency, sum(c.fee + c.surcharge) as amount, max(c.order_no) as order_no
    from carrier_charge c where c.org_id = (select org_id from shop where id = ${ask.shopId}::bigint) and c.kind <> ${sql.lit(invoice)}
      and c.voided = 0 and c.tracking_no <> '' and c.order_no <> ''
      and c.shipped_on between ${firstOfMonth(ask.month)}::date and ${lastOfMonth(ask.month)}::date group by 1, 2, 3),
  ours as materialized (select distinct o.order_no from order_line o where o.shop_id = ${ask.shopId}::bigint
    and o.order_no in (select order_no from told)),
  parcels as materialized (select t.*, (select min(i.created_at)::date from carrier_charge i where i.org_id = t.org_id
      and i.tracking_no = t.tracking_no and i.kind = ${sql.lit(invoice)}) as came_on,
      (select sum(i.fee + i.surcharge) from carrier_charge i where i.org_id = t.org_id and i.tracking_no = t.tracking_no
        and i.kind = ${sql.lit(invoice)} and i.currency = t.currency) as invoiced
    from told t where t.order_no in (select order_no from ours))
  select currency, (-sum(amount))::text as accrued, (-coalesce(sum(coalesce(invoiced, amount)) filter (where came_on <=
    ${ask.today}::date), 0))::text as reversed,
    (max(came_on) filter (where came_on <= ${ask.today}::date))::text as "reversedOn",
    bool_and(came_on is not null and came_on <= ${ask.today}::date) as "isDone"
  from parcels where coalesce(came_on, 'infinity'::date) > ${lastOfMonth(ask.month)}::date and amount <> 0 group by 1`

export const accruals: Readonly<Record<AccrualKind, Statement>> = { sales, cost, storage, surcharge, advertising, freight }
