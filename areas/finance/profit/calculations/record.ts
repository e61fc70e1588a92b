/**
 * Keeps what a calculation changed: cost lines of the days that are worked out, before and after, added up by SKU and month. What is worked
 * out within an hour of the ask counts as its: layers follow their sales, and bring days of costs once more.
 */
import { sql } from 'kysely'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { isZero, subtract } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { runStates } from './tables.ts'

const hourMs = 3_600_000
/** runs and changes are the shop's, whoever works them out */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

export interface Asked {
  readonly owners: readonly string[]
  readonly startDate: string
  readonly endDate: string
}

/** In the transaction of whoever asks. */
export async function keepRuns(tx: Tx, { caller, now }: Context, { owners, startDate, endDate }: Asked): Promise<void> {
  const no = `HS-${dateTimeInZone(now().getTime(), caller.zone).replaceAll(/\D/g, '')}`
  await sql`insert into calculation_run (org_id, no, asked_at, asked_by, shop_id, from_day, to_day)
    select ${caller.orgId}::bigint, ${no}, ${now()}::timestamptz, ${caller.name}, s.id, ${startDate}::date, ${endDate}::date
    from unnest(${[...new Set(owners)]}::bigint[]) as s(id) order by s.id`.execute(behind(tx))
}

/** The last that was asked of the shop's days within the hour. */
async function runOf(tx: Tx, { now }: Context, shopId: string, days: readonly string[]): Promise<string | null> {
  const since = new Date(now().getTime() - hourMs)
  const { rows } = await sql<{ id: string }>`select id::text as id from calculation_run
    where shop_id = ${shopId} and asked_at > ${since}::timestamptz
      and daterange(from_day, to_day, '[]') && any(select daterange(d, d, '[]') from unnest(${days}::date[]) as d)
    order by asked_at desc, id desc limit 1`.execute(behind(tx))
  return rows[0]?.id ?? null
}

interface Sum {
  readonly month: string
  readonly sku: string
  readonly item: number
  readonly currency: string
  readonly amount: string
  readonly quantity: string
}
const keyOf = ({ month, sku, item, currency }: Sum): string => `${month} ${item} ${currency} ${sku}`

async function sumsOf(tx: Tx, shopId: string, days: readonly string[]): Promise<ReadonlyMap<string, Sum>> {
  const { rows } = await sql<Sum>`select date_trunc('month', booked_on)::date::text as month, sku, item::int as item, currency,
      sum(amount)::text as amount, coalesce(sum(quantity), 0)::text as quantity
    from finance_cost_line where shop_id = ${shopId} and booked_on = any(${days}::date[]) group by 1, 2, 3, 4`.execute(behind(tx))
  return new Map(rows.map(row => [keyOf(row), row]))
}

/** Works out costs of the days, and keeps what that changed where somebody asked for it. */
export async function recorded(
  tx: Tx,
  context: Context,
  shopId: string,
  days: readonly string[],
  work: (tx: Tx, context: Context, shopId: string, days: readonly string[]) => Promise<void>,
): Promise<void> {
  const run = await runOf(tx, context, shopId, days)
  if (run === null) return work(tx, context, shopId, days)
  const before = await sumsOf(tx, shopId, days)
  await work(tx, context, shopId, days)
  const after = await sumsOf(tx, shopId, days)
  const nothing = { amount: '0', quantity: '0' }
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((key): Sum[] => {
      const [was, is] = [before.get(key), after.get(key)]
      const of = is ?? was
      if (of === undefined) return []
      const amount = subtract((is ?? nothing).amount, (was ?? nothing).amount)
      const quantity = subtract((is ?? nothing).quantity, (was ?? nothing).quantity)
      return isZero(amount) && isZero(quantity) ? [] : [{ ...of, amount, quantity }]
    })
  if (changes.length > 0) await keepChanges(tx, context, shopId, run, changes)
  await finish(tx, context, shopId, days)
}

/** Of a month that several portions of days belong to, what it was before the first of them stays. */
async function keepChanges(tx: Tx, { caller }: Context, shopId: string, run: string, changes: readonly Sum[]): Promise<void> {
  const months = changes.map(one => one.month).toSorted()
  const [first = '', last = first] = [months[0], months.at(-1)]
  await sql`with now_there as materialized (select date_trunc('month', l.booked_on)::date as month, l.sku, l.item, l.currency,
        sum(l.amount) as amount, sum(l.quantity) as quantity
      from finance_cost_line l where l.shop_id = ${shopId} and l.booked_on between ${first}::date and ${lastOfMonth(monthOf(last))}::date
        and l.sku = any(${changes.map(one => one.sku)}::text[]) group by 1, 2, 3, 4)
    insert into calculation_change as c
      (org_id, run_id, shop_id, month, sku, item, currency, before, after, units_before, units_after)
    select ${caller.orgId}::bigint, ${run}::bigint, ${shopId}::bigint, k.month, k.sku, k.item, k.currency,
      coalesce(t.amount, 0) - k.amount, coalesce(t.amount, 0), coalesce(t.quantity, 0) - k.quantity, coalesce(t.quantity, 0)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as k(month date, sku text, item smallint, currency text, amount numeric, quantity numeric)
    left join now_there t on t.month = k.month and t.sku = k.sku and t.item = k.item and t.currency = k.currency
    on conflict (org_id, run_id, month, sku, item, currency)
      do update set after = excluded.after, units_after = excluded.units_after`.execute(behind(tx))
  await sql`delete from calculation_change where run_id = ${run} and before = after and units_before = units_after`.execute(behind(tx))
  await sql`update calculation_run r set changed = (select count(*) from calculation_change c where c.run_id = r.id)
    where r.id = ${run}`.execute(behind(tx))
}

/** Runs of the shop of whose days nothing waits but what was worked out just now. */
async function finish(tx: Tx, { now }: Context, shopId: string, days: readonly string[]): Promise<void> {
  await sql`update calculation_run r set state = ${runStates.done[0]}, finished_at = ${now()}::timestamptz
    where r.shop_id = ${shopId} and r.state = ${runStates.running[0]} and not exists (select from stale_day d
      where d.owner_id = r.shop_id and d.rollup in ('finance_amount', 'finance_cost') and d.day between r.from_day and r.to_day
        and d.day <> all(${days}::date[]))`.execute(behind(tx))
}
