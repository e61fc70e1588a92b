/**
 * Bases that reports of a month tell by SKU: storage fees, advertising spend, fees of parcels. Rows of shop_id, sku, month, currency,
 * weight.
 */
import { sql, type RawBuilder } from 'kysely'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { anyTable } from '#platform/server/database.ts'
import type { Tx } from '#platform/server/area.ts'
import { storageOfSkus } from '../../facts/fba/storage-of-skus.ts'
import type { AllocationBasis } from './words.ts'

export interface MeasuredAsk {
  readonly orgId: string
  /** YYYY-MM */
  readonly since: string
  readonly month: string
  readonly shops: readonly string[]
}

const among = ({ shops }: MeasuredAsk): RawBuilder<unknown> => sql`any(${[...shops]}::bigint[])`
const months = ({ since, month }: MeasuredAsk, column: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} between ${firstOfMonth(since)}::date and ${firstOfMonth(month)}::date`
const days = ({ since, month }: MeasuredAsk, column: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} between ${firstOfMonth(since)}::date and ${lastOfMonth(month)}::date`

const storage = (tx: Tx, ask: MeasuredAsk): RawBuilder<unknown> => sql`select f.shop_id, f.sku, f.month, f.currency,
    sum(f.monthly + f.aged) as weight
  from (${storageOfSkus(anyTable(tx))}) f where f.shop_id = ${among(ask)} and ${months(ask, 'f.month')} group by 1, 2, 3, 4`

const spend = (ask: MeasuredAsk): RawBuilder<unknown> => sql`select f.shop_id, f.sku, date_trunc('month', f.day)::date as month,
    f.currency::text as currency, sum(f.spend) as weight
  from ad_product_day f where f.shop_id = ${among(ask)} and ${days(ask, 'f.day')} group by 1, 2, 3, 4`

/** A parcel falls on what its order holds, by units. */
const parcels = (ask: MeasuredAsk): RawBuilder<unknown> => sql`select l.shop_id, l.sku, l.month, l.currency, sum(l.weight) as weight from (
    with paid as materialized (select order_no, date_trunc('month', shipped_on)::date as month, currency, sum(fee + surcharge) as fee
      from final_leg_fee where org_id = ${ask.orgId} and voided = 0 and order_no <> '' and ${days(ask, 'shipped_on')} group by 1, 2, 3),
    held as materialized (select o.shop_id, o.order_no, o.sku, greatest(sum(o.quantity), 0) as units from order_line o
      where o.shop_id = ${among(ask)} and o.order_no in (select order_no from paid) and not o.is_cancelled and o.sku <> '' group by 1, 2, 3)
    select h.shop_id, h.sku, p.month, p.currency, p.fee * case when sum(h.units) over whole > 0 then h.units / sum(h.units) over whole
        else 1.0 / count(*) over whole end as weight
      from paid p join held h on h.order_no = p.order_no window whole as (partition by p.order_no, p.month, p.currency)) l
  group by 1, 2, 3, 4`

/** null: the basis is none of these. */
export function measuredSql(tx: Tx, basis: AllocationBasis, ask: MeasuredAsk): RawBuilder<unknown> | null {
  if (basis === 'storageFee') return storage(tx, ask)
  if (basis === 'adSpend') return spend(ask)
  return basis === 'parcels' ? parcels(ask) : null
}
