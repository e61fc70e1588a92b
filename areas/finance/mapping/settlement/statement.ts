/**
 * A settlement as a statement: what was carried in and what is paid, its amounts by finance item in both of its reports, the orders on
 * which they disagree. All sums are exact and made where the lines lie.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { daysBetween } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { keyOfRowId, rowId } from '#platform/server/lists.ts'
import type { Sides as Sums, Statement, StatementGroup, StatementRow } from '../../base/answers.ts'
import { expectedSources } from '../../base/match-words.ts'
import { isPaid } from '../../facts/amazon/imports/prove-settlements.ts'
import { financeItems, type FinanceClass, type FinanceItem } from '../../base/finance-items.ts'
import { settlement, transactionColumns } from '../../facts/amazon/tables.ts'

const ordersMax = 200

/** Groups in the order of the paper; what no mapping covers stands last. */
const groups = ['sales', 'refund', 'platformFee', 'fbaFee', 'advertising', 'other', 'tax', 'transfer', 'unmapped'] as const
const groupOf: Readonly<Record<FinanceClass, (typeof groups)[number]>> = {
  sales: 'sales',
  refund: 'refund',
  platformFee: 'platformFee',
  fbaFee: 'fbaFee',
  advertising: 'advertising',
  shippingFee: 'other',
  other: 'other',
  cost: 'other',
  tax: 'tax',
  timing: 'transfer',
}
const itemsById = new Map<number, FinanceItem>(Object.values(financeItems).map(item => [item.id, item]))

interface Head {
  readonly shopId: string
  readonly settlementId: string
  readonly total: string
  readonly lineCount: number
  readonly depositOn: string | null
  readonly reconciled: number
  readonly difference: string | null
  readonly startAt: string
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly importId: string | null
}

/** The settlement, as far as the caller may see it. */
async function headOf(context: Context, id: string): Promise<Head> {
  const [shopId, settlementId] = keyOfRowId(settlement, id) ?? []
  const found =
    shopId === undefined || settlementId === undefined
      ? undefined
      : await context.db
          .selectFrom('amazon_settlement as s')
          .innerJoin('shop as p', 'p.id', 's.shop_id')
          .innerJoin('marketplace as z', 'z.code', 'p.marketplace_code')
          .where('s.shop_id', '=', shopId)
          .where('s.settlement_id', '=', settlementId)
          .select([
            sql<string>`s.shop_id::text`.as('shopId'),
            's.settlement_id as settlementId',
            sql<string>`trim_scale(s.total)::text`.as('total'),
            's.line_count as lineCount',
            sql<string | null>`s.deposit_on::text`.as('depositOn'),
            's.reconciled',
            sql<string | null>`trim_scale(s.difference)::text`.as('difference'),
            sql<string>`s.start_at::text`.as('startAt'),
            // the books are kept in the zone of the marketplace
            sql<string>`to_char(s.start_at at time zone z.zone, 'YYYY-MM')`.as('from'),
            sql<string>`to_char(s.end_at at time zone z.zone, 'YYYY-MM')`.as('to'),
            sql<string>`s.currency::text`.as('currency'),
            sql<string | null>`nullif(s.import_id, 0)::text`.as('importId'),
          ])
          .executeTakeFirst()
  if (!found) throw refuse.unknown(['结算单', 'Settlement'])
  return found as Head
}

/** Each amount of both reports: its kind, its item by the mapping in force, its order, what it is on either side. */
function amountsOf({ shopId, settlementId }: Head): RawBuilder<unknown> {
  const map = sql`left join amazon_type_map m on m.kind_id = k.id and m.valid_to is null`
  const columns = sql.join(transactionColumns.map(c => sql`(${c}, l.${sql.ref(columnOf(c))})`))
  // a part for columns, one for amounts of other names: no union within a look of a row
  const told = (amounts: RawBuilder<unknown>) => sql`
    select k.id, coalesce(nullif(k.title, ''), k.type), m.item, l.order_id, 0, u.amount::numeric, 0, 0, l.booked_on
      from amazon_transaction_line l cross join lateral ${amounts} as u(name, amount)
      join amazon_kind k on k.base_id = l.type_id and k.column_name = u.name ${map}
      where l.shop_id = ${shopId} and l.settlement_id = ${settlementId} and u.amount::numeric <> 0 and k.type <> 'transfer'
        and ${isPaid('l')}`
  return sql`(
    select k.id as kind, coalesce(nullif(k.title, ''), k.type) as title, m.item, l.order_id, l.amount as s, 0::numeric as t, 1 as n,
      l.audit_state as audited, l.booked_on
      from amazon_settlement_line l join amazon_kind k on k.id = l.kind_id ${map}
      where l.shop_id = ${shopId} and l.settlement_id = ${settlementId}
    union all ${told(sql`(values ${columns})`)}
    union all ${told(sql`jsonb_each_text(l.unmapped)`)})`
}

const behindTheDoor = (context: Context) => context.house.unscoped('statement: lines of one settlement that the caller may see')
const sums = sql`trim_scale(sum(x.s))::text as settlement, trim_scale(sum(x.t))::text as transactions,
  trim_scale(sum(x.s) - sum(x.t))::text as difference`

export async function settlementStatement(context: Context, id: string): Promise<Statement> {
  const head = await headOf(context, id)
  const db = behindTheDoor(context)
  const { rows } = await sql<Sums & { item: number | null; kind: string | null; title: string; kinds: string[]; lines: number }>`
    select x.item, case when x.item is null then x.kind::text end as kind, min(x.title) as title,
      array_agg(distinct x.kind::text) filter (where x.n = 1) as kinds, sum(x.n)::int as lines, ${sums}
    from ${amountsOf(head)} x group by x.item, case when x.item is null then x.kind::text end order by 1 nulls last, 3`.execute(db)
  const at = context.language === 'en' ? 1 : 0
  const listed = rows.map((row): { readonly group: (typeof groups)[number]; readonly row: StatementRow } => {
    const item = row.item === null ? undefined : itemsById.get(row.item)
    const { settlement: s, transactions, difference, lines, kinds } = row
    return {
      group: item === undefined ? 'unmapped' : groupOf[item.class],
      row: {
        key: row.item === null ? `kind ${row.kind}` : String(row.item),
        title: item?.title[at] ?? row.title,
        unmapped: row.kind,
        kinds: kinds ?? [],
        lines,
        settlement: s,
        transactions,
        difference,
      },
    }
  })
  const { rows: byGroup } = await sql<Sums & { group: string }>`
    select g.name as "group", ${sums} from ${amountsOf(head)} x
      join unnest(${listed.map(one => one.row.key)}::text[], ${listed.map(one => one.group)}::text[]) as g(key, name)
        on g.key = coalesce(x.item::text, 'kind ' || x.kind) group by 1`.execute(db)
  const { rows: whole } = await sql<Sums & { lines: number; audited: number; orders: number; from: string | null; to: string | null }>`
    select coalesce(sum(o.lines), 0)::int as lines, coalesce(sum(o.audited), 0)::int as audited,
      count(*) filter (where o.s <> o.t)::int as orders, to_char(min(o.from), 'YYYY-MM') as from, to_char(max(o.to), 'YYYY-MM') as to,
      trim_scale(coalesce(sum(o.s), 0))::text as settlement, trim_scale(coalesce(sum(o.t), 0))::text as transactions,
      trim_scale(coalesce(sum(o.s - o.t), 0))::text as difference
    from (select x.order_id, sum(x.s) as s, sum(x.t) as t, sum(x.n) as lines, sum(x.audited) as audited, min(x.booked_on) as from,
        max(x.booked_on) as to from ${amountsOf(head)} x group by 1) o`.execute(db)
  const sumsOf = (group: string): Sums => {
    const { settlement: s = '0', transactions: t = '0', difference: d = '0' } = byGroup.find(one => one.group === group) ?? {}
    return { settlement: s, transactions: t, difference: d }
  }
  const total = whole[0]
  return {
    shopId: head.shopId,
    settlementId: head.settlementId,
    currency: head.currency,
    importId: head.importId,
    months: { from: total?.from ?? head.from, to: total?.to ?? head.to },
    verdict: { reconciled: head.reconciled, difference: head.difference, orders: total?.orders ?? 0 },
    roll: await rollOf(context, head),
    groups: groups.flatMap((code): StatementGroup[] => {
      const of = listed.flatMap(one => (one.group === code ? [one.row] : []))
      return of.length === 0 ? [] : [{ code, ...sumsOf(code), rows: of }]
    }),
    foot: {
      settlement: total?.settlement ?? '0',
      transactions: total?.transactions ?? '0',
      difference: total?.difference ?? '0',
      stated: head.total,
      lines: total?.lines ?? 0,
      statedLines: head.lineCount,
      unmapped: listed.filter(one => one.group === 'unmapped').length,
      audited: total?.audited ?? 0,
    },
    neighbours: await neighboursOf(context, head),
  }
}

/** What was carried in, what the period brought, what is paid, and whether it came. */
async function rollOf(context: Context, head: Head): Promise<Statement['roll']> {
  const { shopId, settlementId, total } = head
  const said = sql`lower(k.type || ' ' || k.amount_type || ' ' || k.description)`
  const { rows } = await sql<{ carried: string; own: string }>`
    select trim_scale(c.carried)::text as carried, trim_scale(${total}::numeric - c.carried)::text as own
    from (select coalesce(sum(l.amount), 0) as carried from amazon_settlement_line l join amazon_kind k on k.id = l.kind_id
      where l.shop_id = ${shopId} and l.settlement_id = ${settlementId}
        and (${said} like '%payable to amazon%' or ${said} like '%previous reserve amount balance%')) c`.execute(behindTheDoor(context))
  const { rows: bank } = await sql<{ day: string | null; match: string | null }>`
    select d.cash_on::text as day, (select min(x.match_id)::text from bank_match_side x where x.expected_id = e.id) as match
    from bank_expected e
    left join finance_payout_day d on d.shop_id = e.shop_id and d.shop_id = ${shopId} and d.payout = ${settlementId}
    where e.org_id = ${context.caller.orgId} and e.source = ${expectedSources.amazon[0]}
      and e.fact_key = ${`${shopId} ${settlementId}`} and e.shop_id = ${shopId}`.execute(behindTheDoor(context))
  const today = dayInZone(context.now().getTime(), context.caller.zone)
  // without a row among what is expected nothing is waited for
  const waited = bank[0] === undefined || head.depositOn === null ? null : daysBetween(head.depositOn, today)
  return {
    carried: rows[0]?.carried ?? '0',
    own: rows[0]?.own ?? total,
    total,
    isExpected: bank[0] !== undefined,
    arrivedOn: bank[0]?.day ?? null,
    matchId: bank[0]?.match ?? null,
    waitedDays: waited === null || waited < 0 ? null : waited,
  }
}

/** The settlements of the shop and currency before and after it. */
async function neighboursOf(context: Context, { shopId, settlementId, currency, startAt }: Head): Promise<Statement['neighbours']> {
  const beside = async (isBefore: boolean): Promise<Statement['neighbours']['next']> => {
    const order = sql`(s.start_at, s.settlement_id)`
    const own = sql`(${startAt}::timestamptz, ${settlementId}::text)`
    const row = await context.db
      .selectFrom('amazon_settlement as s')
      .where('s.shop_id', '=', shopId)
      .where('s.currency', '=', currency)
      .where(isBefore ? sql<boolean>`${order} < ${own}` : sql<boolean>`${order} > ${own}`)
      .orderBy('s.start_at', isBefore ? 'desc' : 'asc')
      .orderBy('s.settlement_id', isBefore ? 'desc' : 'asc')
      .select('s.settlement_id')
      .limit(1)
      .executeTakeFirst()
    return row ? { id: rowId(settlement, [shopId, row.settlement_id]), settlementId: row.settlement_id } : null
  }
  return { previous: await beside(true), next: await beside(false) }
}

/** Orders on which the two reports of a settlement disagree in one row of its statement; without a key in all of it. */
export async function statementOrders(
  context: Context,
  { id, key }: { readonly id: string; readonly key?: string },
): Promise<{ readonly list: readonly (Sums & { readonly orderId: string })[]; readonly isMore: boolean }> {
  const head = await headOf(context, id)
  const { rows } = await sql<Sums & { orderId: string }>`
    select x.order_id as "orderId", ${sums} from ${amountsOf(head)} x
    where ${key ?? null}::text is null or coalesce(x.item::text, 'kind ' || x.kind) = ${key ?? null}
    group by 1 having sum(x.s) <> sum(x.t) order by abs(sum(x.s) - sum(x.t)) desc, 1 limit ${ordersMax + 1}`.execute(behindTheDoor(context))
  return { list: rows.slice(0, ordersMax), isMore: rows.length > ordersMax }
}

interface Side extends Sums {
  readonly title: string
}
/** Finance items and orders on which the two reports disagree, in one answer. */
export async function settlementDifferences(context: Context, id: string): Promise<{ readonly items: Side[]; readonly orders: Side[] }> {
  const { groups } = await settlementStatement(context, id)
  const side = (title: string, { settlement: s, transactions, difference }: Sums): Side => ({
    title,
    settlement: s,
    transactions,
    difference,
  })
  const { list } = await statementOrders(context, { id })
  return {
    items: groups.flatMap(one => one.rows.flatMap(row => (row.difference === '0' ? [] : [side(row.title, row)]))),
    orders: list.map(one => side(one.orderId || '—', one)),
  }
}
