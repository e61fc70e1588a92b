/**
 * Amounts of a document that are found and not entered: what marketplaces billed in the month without a SKU, by shop, and what carriers
 * charged. What other documents in force have taken of it is taken off, so that a second document finds what came later and nothing twice.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { refuse, type Tx } from '#platform/server/area.ts'
import { chargeKinds } from '../freight/charge-kinds.ts'
import { amountSources, shareStates } from './words.ts'

export interface AmountAsk {
  readonly orgId: string
  /** YYYY-MM */
  readonly month: string
  readonly shops: readonly string[]
  readonly item: number
  readonly currency: string
}

/** A shop whose month is being computed has no figures yet. */
async function refuseComputing(tx: Tx, { month, shops }: AmountAsk): Promise<void> {
  const { rows } = await sql<{ name: string }>`select s.name from stale_day d join shop s on s.id = d.owner_id
    where d.rollup = 'finance_amount' and d.owner_id = any(${[...shops]}::bigint[])
      and d.day between ${firstOfMonth(month)}::date and ${lastOfMonth(month)}::date order by s.id limit 1`.execute(tx)
  const [busy] = rows
  if (busy) throw refuse.rule(sentence`店铺“${busy.name}”的数字正在计算，请稍后再试`)
}

/** Fee above zero, credit below; shops without such an amount are left out. */
export async function billedOf(tx: Tx, ask: AmountAsk): Promise<readonly { readonly shop: string; readonly amount: string }[]> {
  await refuseComputing(tx, ask)
  const day = firstOfMonth(ask.month)
  const { rows } = await sql<{
    shop: string
    amount: string
  }>`select shop_id::text as shop, sum(amount)::numeric(20,4)::text as amount from (
      select f.shop_id, -f.amount as amount from finance_amount__shop_month_sku_currency_kind_deferred f
        join amazon_type_map m on m.kind_id = f.kind_id and m.item = ${ask.item} and m.valid_from <= f.month
          and (m.valid_to is null or m.valid_to > f.month)
        where f.shop_id = any(${[...ask.shops]}::bigint[]) and f.month = ${day}::date and f.sku = '' and f.currency = ${ask.currency}
      union all
      select shop_id, -share from cost_allocation_share where shop_id = any(${[...ask.shops]}::bigint[]) and day = ${day}::date
        and item = ${ask.item} and currency = ${ask.currency} and moves = 1) f
    group by shop_id having sum(amount) <> 0 order by shop_id`.execute(tx)
  return rows
}

/** Charges of carriers in the month; of some shops those alone whose parcel names an order of them. */
export async function carriersCharged(tx: Tx, ask: AmountAsk, ofAll: boolean): Promise<string> {
  const [from, to] = [firstOfMonth(ask.month), lastOfMonth(ask.month)]
  const ours = sql`p.order_no in (select o.order_no from order_line o where o.shop_id = any(${[...ask.shops]}::bigint[]))`
  const { rows } = await sql<{ amount: string }>`select coalesce(sum(amount), 0)::numeric(20,4)::text as amount from (
      select p.fee + p.surcharge as amount from final_leg_fee p where p.org_id = ${ask.orgId} and p.voided = 0
        and p.currency = ${ask.currency} and p.shipped_on between ${from}::date and ${to}::date and ${ofAll ? sql`true` : ours}
      union all
      select c.fee + c.surcharge from carrier_charge c where ${ofAll} and c.org_id = ${ask.orgId} and c.tracking_no = ''
        and c.voided = 0 and c.kind = ${chargeKinds.invoice[0]} and c.currency = ${ask.currency}
        and c.shipped_on between ${from}::date and ${to}::date
      union all
      select -s.share from cost_allocation_share s join cost_allocation a on a.id = s.allocation_id
        where s.shop_id = any(${[...ask.shops]}::bigint[]) and s.day = ${from}::date and s.currency = ${ask.currency}
          and s.state = ${shareStates.inForce[0]} and a.source = ${amountSources.finalLeg[0]}) f`.execute(tx)
  return rows[0]?.amount ?? '0'
}
