/**
 * What files say is to come or to go: settlements and pay-outs of marketplaces, invoices of carriers, freight bills. Facts of the last
 * months are read anew; what changed follows, what was taken back goes, unless it is matched.
 */
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { compare, isZero } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { removeRecords, createEach, setDerived } from '#platform/server/records.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { keepArrivals } from '../../profit/clocks/arrivals.ts'
import { financeItems } from '../../base/finance-items.ts'
import { chargeKinds } from '../../costs/freight/charge-kinds.ts'
import { bankExpected } from './tables.ts'
import { expectedSources, expectedStates } from '../../base/match-words.ts'

/** Facts of all shops and carriers of the organisation, by its system. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()
/** days back that facts are read again */
const daysBack = 400
const removedMax = 1_000

interface Fact {
  readonly source: number
  readonly factKey: string
  readonly dueOn: string
  readonly reference: string
  readonly party: string
  readonly shopId: string | null
  readonly amount: string
  readonly currency: string
}
interface Ask {
  readonly orgId: string
  readonly since: string
}
const code = (source: keyof typeof expectedSources): RawBuilder<number> => sql.lit(expectedSources[source][0])

const settlements = ({ orgId, since }: Ask): RawBuilder<Fact> => sql`
  select ${code('amazon')} as source, s.shop_id || ' ' || s.settlement_id as "factKey", s.deposit_on::text as "dueOn",
    s.settlement_id as reference, 'Amazon' as party, s.shop_id::text as "shopId", s.total::text as amount, s.currency
  from amazon_settlement s join shop p on p.id = s.shop_id and p.org_id = ${orgId}::bigint
  where s.deposit_on >= ${since}::date and s.total > 0`

/** Lines that the type map calls transfers: what left the balance with a marketplace. One pay-out may be several lines. */
const payouts = ({ orgId, since }: Ask): RawBuilder<Fact> => sql`
  select ${code('market')} as source, f.shop_id || ' ' || case when f.payout_id <> '' then f.payout_id else f.tx_key::text end as "factKey",
    max(f.posted_on)::text as "dueOn", coalesce(nullif(f.payout_id, ''), max(f.transaction_id), '') as reference,
    max(split_part(p.marketplace_code, '.', 1)) as party, f.shop_id::text as "shopId", (-sum(f.amount))::text as amount, f.currency
  from market_line f join shop p on p.id = f.shop_id and p.org_id = ${orgId}::bigint
    join amazon_type_map m on m.kind_id = f.kind_id and m.item = ${sql.lit(financeItems.transfer.id)}
      and m.valid_from <= date_trunc('month', f.booked_on) and (m.valid_to is null or m.valid_to > date_trunc('month', f.booked_on))
  where f.posted_on >= ${since}::date
  group by f.shop_id, f.payout_id, case when f.payout_id <> '' then null else f.tx_key end, f.currency,
    case when f.payout_id <> '' then f.payout_id else f.tx_key::text end having sum(f.amount) < 0`

/** Carriers that the keeper alone sees ask for nothing here: everybody would see what they cost. */
const invoices = ({ orgId, since }: Ask): RawBuilder<Fact> => sql`
  select ${code('carrier')} as source, c.carrier_id || ' ' || c.invoice_no || ' ' || c.currency as "factKey",
    max(c.shipped_on)::text as "dueOn", c.invoice_no as reference, max(a.name) as party, null as "shopId",
    (-sum(c.fee + c.surcharge))::text as amount, c.currency
  from carrier_charge c join carrier a on a.id = c.carrier_id and a.seen_by = 1
  where c.org_id = ${orgId}::bigint and c.shipped_on >= ${since}::date and c.kind = ${sql.lit(chargeKinds.invoice[0])}
    and c.invoice_no <> ''
  group by c.carrier_id, c.invoice_no, c.currency having sum(c.fee + c.surcharge) <> 0`

/** What was replaced is not paid, and what is above its estimate not before it was agreed to. */
const bills = ({ orgId, since }: Ask): RawBuilder<Fact> => sql`
  select ${code('freight')} as source, b.id::text as "factKey", b.business_on::text as "dueOn", b.no as reference,
    coalesce(max(a.name), '') as party, null as "shopId", (-sum(i.amount))::text as amount, b.currency
  from first_leg_bill b join first_leg_bill_item i on i.bill_id = b.id left join carrier a on a.id = b.carrier_id
  where b.org_id = ${orgId}::bigint and b.business_on >= ${since}::date and (a.id is null or a.seen_by = 1)
    and not (b.beyond and b.state = 0)
    and not (b.meaning = 2 and exists (select from first_leg_bill n where n.replaces_id = b.id and n.state = 1))
  group by b.id, b.business_on, b.no, b.currency having sum(i.amount) <> 0`

/** What is to be paid to suppliers: approved requests, by the number that the payment will name. */
const purchases = ({ orgId, since }: Ask): RawBuilder<Fact> => sql`
  select ${code('purchase')} as source, r.id::text as "factKey", r.due_on::text as "dueOn", coalesce(o.platform_no, r.no) as reference,
    s.name as party, null as "shopId", (-r.payable)::text as amount, r.currency
  from payment_request r join supplier s on s.id = r.supplier_id left join purchase_order o on o.id = r.order_id
  where r.org_id = ${orgId}::bigint and r.due_on >= ${since}::date and r.state in (2, 3, 4) and r.payable > 0`

/** What contracts bring and cost on their days, but for what purchase orders ask for themselves. */
const contracts = ({ orgId, since }: Ask): RawBuilder<Fact> => sql`
  select ${code('contract')} as source, p.id::text as "factKey", p.due_on::text as "dueOn", c.no || ' ' || p.name as reference,
    c.party_name as party, null as "shopId",
    (case when p.direction = 2 then 1 else -1 end * (p.amount - p.held))::text as amount, c.currency
  from contract_plan p join contract c on c.id = p.contract_id
  where p.org_id = ${orgId}::bigint and p.due_on >= ${since}::date and p.counts = 1 and c.state in (3, 5, 6, 7) and p.amount > p.held
    and (c.state in (3, 6) or p.matched <> 0)`

export interface Synced {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** As the organisation's system. */
export async function syncExpected(context: Context, tx: Tx): Promise<Synced> {
  const { orgId } = context.caller
  await sql`select pg_advisory_xact_lock(hashtextextended(${`expected payments ${orgId}`}, 0))`.execute(tx)
  const ask = { orgId, since: addDays(todayOf(context), -daysBack) }
  // an area of its own, which may not be there
  const hasContracts = context.house.registry.resources.has('contract_plan')
  const { rows: facts } = await sql<Fact>`${sql.join(
    [settlements, payouts, invoices, bills, purchases, ...(hasContracts ? [contracts] : [])].map(one => one(ask)),
    sql` union all `,
  )}`.execute(behind(tx))
  const known = await tx
    .selectFrom('bank_expected')
    .select([
      'id',
      'source',
      'state',
      'reference',
      'party',
      sql<string>`fact_key`.as('factKey'),
      sql<string>`due_on::text`.as('dueOn'),
      sql<string>`amount::text`.as('amount'),
      sql<string>`matched::text`.as('matched'),
    ])
    .where('fact_key', 'is not', null)
    .where(sql<boolean>`due_on >= ${ask.since}::date`)
    .execute()
  const left = new Map(known.map(one => [`${one.source} ${one.factKey}`, one]))
  const fresh: Fact[] = []
  const again: { id: string; dueOn: string; reference: string; party: string; amount: string; state: number }[] = []
  for (const fact of facts) {
    const was = left.get(`${fact.source} ${fact.factKey}`)
    left.delete(`${fact.source} ${fact.factKey}`)
    const { dueOn, reference, party, amount } = fact
    if (was === undefined) fresh.push(fact)
    else if (was.dueOn !== dueOn || was.amount !== amount || was.reference !== reference || was.state === expectedStates.gone[0])
      again.push({ id: was.id, dueOn, reference, party, amount, state: stateOf(amount, was.matched) })
  }
  const lost = [...left.values()].filter(one => one.state !== expectedStates.gone[0])
  const unmatched = lost.filter(one => isZero(one.matched)).map(one => one.id)
  await createEach(context, bankExpected, fresh as unknown as Readonly<Record<string, unknown>>[])
  await setDerived(context, bankExpected, again)
  await setDerived(
    context,
    bankExpected,
    lost.filter(one => !unmatched.includes(one.id)).map(one => ({ id: one.id, state: expectedStates.gone[0] })),
  )
  const stillMatched = new Set(known.filter(one => !isZero(one.matched)).map(one => one.id))
  await keepArrivals(
    context,
    tx,
    [...again, ...lost].map(one => one.id).filter(id => stillMatched.has(id)),
  )
  for (let at = 0; at < unmatched.length; at += removedMax)
    await removeRecords(context, bankExpected, unmatched.slice(at, at + removedMax), { undoable: false })
  return { added: fresh.length, changed: again.length, removed: lost.length }
}

/** A fact that says another amount than was matched is open again. */
function stateOf(amount: string, matched: string): number {
  const { open, matched: whole, partly } = expectedStates
  return (isZero(matched) ? open : compare(amount, matched) === 0 ? whole : partly)[0]
}
