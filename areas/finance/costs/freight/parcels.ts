/**
 * Parcels follow from the charges of their tracking numbers: of those that the surest source told. A label's fee of the shipping software
 * gives way to the carrier's invoice; what somebody entered by hand comes back when the files are taken back.
 */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { refuse, type Tx } from '#platform/server/area.ts'
import { parcelSources } from './carrier-tables.ts'
import { meetIssues } from './meet-parcels.ts'

const hand = parcelSources.hand[0]
/** written out: several machines know no parameters behind ON CONFLICT of an insert from a query */
const handed = sql.lit(hand)
const namedMax = 5

/** Makes the parcels of these tracking numbers anew. Throws where one is of two orders or has fees in two currencies. */
export async function renewParcels(tx: Tx, orgId: string, trackingNos: readonly string[]): Promise<void> {
  const numbers = trackingNos.filter(number => number !== '')
  if (numbers.length === 0) return
  await refuseContradictions(tx, orgId, numbers)
  await sql`insert into final_leg_fee (org_id, tracking_no, carrier_id, order_no, service, zone_code, weight, shipped_on,
      fee, surcharge, currency, source, voided)
    select ${orgId}, tracking_no, carrier_id, order_no, service, zone_code, weight, shipped_on, fee, surcharge,
      currency, source, voided from (
      select c.tracking_no,
        (array_agg(c.carrier_id order by c.kind, c.id))[1] as carrier_id,
        coalesce(max(nullif(c.order_no, '')), '') as order_no,
        coalesce((array_agg(c.service order by c.kind, c.id) filter (where c.service <> ''))[1], '') as service,
        coalesce((array_agg(c.zone_code order by c.kind, c.id) filter (where c.zone_code <> ''))[1], '') as zone_code,
        (array_agg(c.weight order by c.kind, c.id) filter (where c.weight is not null))[1] as weight,
        min(c.shipped_on) as shipped_on,
        coalesce(sum(c.fee) filter (where c.kind = b.kind), 0) as fee,
        coalesce(sum(c.surcharge) filter (where c.kind = b.kind), 0) as surcharge,
        (array_agg(c.currency order by c.kind, c.id))[1] as currency,
        b.kind as source,
        min(c.voided) as voided
      from carrier_charge c join (
        -- a voided label tells of no money: it gives way to whatever does
        select tracking_no, coalesce(min(kind) filter (where voided = 0), min(kind)) as kind from carrier_charge
        where org_id = ${orgId} and tracking_no = any(${numbers}) group by 1
      ) b on b.tracking_no = c.tracking_no
      where c.org_id = ${orgId} group by c.tracking_no, b.kind
    ) p
    on conflict (org_id, tracking_no) do update set
      entered_fee = case when final_leg_fee.source = ${handed} then final_leg_fee.fee else final_leg_fee.entered_fee end,
      entered_surcharge = case when final_leg_fee.source = ${handed} then final_leg_fee.surcharge else final_leg_fee.entered_surcharge end,
      order_no = case when excluded.order_no = '' then final_leg_fee.order_no else excluded.order_no end,
      carrier_id = excluded.carrier_id, service = excluded.service, zone_code = excluded.zone_code, weight = excluded.weight,
      shipped_on = excluded.shipped_on, fee = excluded.fee, surcharge = excluded.surcharge, currency = excluded.currency,
      source = excluded.source, voided = excluded.voided, version = final_leg_fee.version + 1`.execute(tx)
  await meetIssues(tx, orgId, numbers)
  const without = sql`org_id = ${orgId} and tracking_no = any(${numbers}) and source <> ${hand}
    and not exists (select from carrier_charge c where c.org_id = p.org_id and c.tracking_no = p.tracking_no)`
  await sql`update final_leg_fee p set source = ${hand}, fee = entered_fee, surcharge = coalesce(entered_surcharge, 0), voided = 0,
    entered_fee = null, entered_surcharge = null, version = version + 1 where ${without} and entered_fee is not null`.execute(tx)
  await sql`delete from final_leg_fee p where ${without}`.execute(tx)
}

async function refuseContradictions(tx: Tx, orgId: string, numbers: readonly string[]): Promise<void> {
  const { rows } = await sql<{ tracking_no: string; orders: string[]; currencies: string[] }>`
    select tracking_no, array_agg(distinct order_no) filter (where order_no <> '') as orders,
      array_agg(distinct currency::text) as currencies
    from (select tracking_no, order_no, currency from carrier_charge where org_id = ${orgId} and tracking_no = any(${numbers})
      union all select tracking_no, order_no, currency from final_leg_fee where org_id = ${orgId} and tracking_no = any(${numbers})
        and source = ${hand}) t
    group by 1 having count(distinct order_no) filter (where order_no <> '') > 1 or count(distinct currency) > 1
    order by 1 limit ${namedMax}`.execute(tx)
  const [first] = rows
  if (!first) return
  if ((first.orders ?? []).length > 1)
    throw refuse.rule(
      sentence`跟踪号 ${first.tracking_no} 对应多个订单：${listed(first.orders)}。一个包裹只能属于一个订单，请在文件里改正后再导入`,
    )
  throw refuse.rule(sentence`跟踪号 ${first.tracking_no} 的费用有多个币种：${listed(first.currencies)}，请在文件里改正后再导入`)
}
