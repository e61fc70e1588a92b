/**
 * What a month owes as a company, whichever shop it is for: estimated bills of forwarders and receipts by the price of their order, with
 * the bills and invoices that reversed them until today. Behind the door: facts of the organisation that is named.
 */
import { sql, type RawBuilder } from 'kysely'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { receiptBases } from '../../costs/layers/tables.ts'
import type { CompanyKind } from './tables.ts'

export interface CompanyAsk {
  readonly orgId: string
  /** YYYY-MM */
  readonly month: string
  readonly today: string
}

/** the natures of a bill, as `first_leg_bill.meaning` has them, and allocated bills */
const [estimate, allocated] = [2, 1]
const sumOf = (bill: string): RawBuilder<unknown> =>
  sql`(select coalesce(sum(i.amount), 0) from first_leg_bill_item i where i.bill_id = ${sql.ref(bill)})`

/** Each estimate is reversed by the actual bill that takes its place; one in another currency reverses as much as was estimated. */
const firstLeg = ({ orgId, month, today }: CompanyAsk): RawBuilder<unknown> => sql`with
  told as materialized (select b.currency, ${sumOf('b.id')} as amount, n.business_on as came_on,
      case when n.currency = b.currency then ${sumOf('n.id')} end as actual
    from first_leg_bill b join first_leg_shipment s on s.id = b.shipment_id
      left join first_leg_bill n on n.replaces_id = b.id and n.state = ${sql.lit(allocated)}
    where b.org_id = ${orgId} and b.meaning = ${sql.lit(estimate)} and b.state = ${sql.lit(allocated)}
      and s.period = ${firstOfMonth(month)}::date)
  select currency, (-sum(amount))::text as accrued,
    (-coalesce(sum(coalesce(actual, amount)) filter (where came_on <= ${today}::date), 0))::text as reversed,
    (max(came_on) filter (where came_on <= ${today}::date))::text as "reversedOn",
    bool_and(came_on is not null and came_on <= ${today}::date) as "isDone"
  from told where coalesce(came_on, 'infinity'::date) > ${lastOfMonth(month)}::date and amount <> 0 group by 1`

/** By units: an invoice reverses what it is of; one without amount, or in another currency, as much as the order said. */
const purchase = ({ orgId, month, today }: CompanyAsk): RawBuilder<unknown> => sql`with
  receipts as materialized (select r.id, r.day, r.currency, r.purchase, r.quantity from cost_receipt r
    where r.org_id = ${orgId} and r.basis = ${sql.lit(receiptBases.order[0])}
      and r.day between ${firstOfMonth(month)}::date and ${lastOfMonth(month)}::date),
  invoices as materialized (select i.receipt_id, i.quantity, greatest(coalesce(i.counts_from, i.day), r.day) as day,
      case when i.currency = r.currency and i.amount is not null then i.amount
        else round(r.purchase * i.quantity / r.quantity, 4) end as amount
    from receipts r join cost_invoice i on i.receipt_id = r.id),
  each as (select r.id, r.currency, r.purchase, r.quantity,
      coalesce(sum(i.quantity) filter (where i.day <= ${lastOfMonth(month)}::date), 0) as before,
      coalesce(sum(i.quantity) filter (where i.day <= ${today}::date), 0) as until,
      coalesce(sum(i.amount) filter (where i.day > ${lastOfMonth(month)}::date and i.day <= ${today}::date), 0) as came,
      max(i.day) filter (where i.day > ${lastOfMonth(month)}::date and i.day <= ${today}::date) as came_on
    from receipts r left join invoices i on i.receipt_id = r.id group by 1, 2, 3, 4)
  select currency, (-sum(round(purchase * (quantity - before) / quantity, 4)))::text as accrued, (-sum(came))::text as reversed,
    max(came_on)::text as "reversedOn", bool_and(until >= quantity) as "isDone"
  from each where before < quantity and purchase <> 0 group by 1`

export const companyAccruals: Readonly<Record<CompanyKind, (ask: CompanyAsk) => RawBuilder<unknown>>> = { firstLeg, purchase }
