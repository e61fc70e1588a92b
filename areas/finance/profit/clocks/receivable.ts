/**
 * 平台应收: what marketplaces owe a shop, day by day: opening + events - payouts = closing. Of the closing, what has not been settled
 * (deferred money), what is held back as a reserve, and what is settled and has not arrived, are positions that add up to it. Worked out
 * from the finest grain of amounts with each refresh of a shop.
 */
import { sql } from 'kysely'
import { date, money, reference, referenceBy } from '#platform/declare/fields.ts'
import { listPage } from '#platform/declare/page.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Context, Tx, RouteMap } from '#platform/server/area.ts'
import type { Difference } from '#platform/server/reports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { amounts } from '../../facts/amounts.ts'
import { financeItems } from '../../base/finance-items.ts'
import { itemOf } from '../../facts/clocks/item-of.ts'

const amount = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', sort: true, computed: true, width: 130, ...more })

export const financeReceivable = resource('finance_receivable', {
  type: 'financeReceivable',
  title: ['平台应收', 'Receivables from marketplaces'],
  access: { scope: grantedShops, permission: 'finance.receivable' },
  fields: {
    day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', computed: true, width: 150 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', computed: true, width: 70 }),
    opening: amount('期初应收', 'Opening'),
    events: amount('本日发生', 'Events', {
      total: true,
      help: [
        '按事件日的全部金额，不含预留金、欠款结转和转账。',
        'All amounts of the day, without reserves, debt carried over and transfers.',
      ],
    }),
    payouts: amount('本日到账', 'Pay-outs', {
      total: true,
      help: ['当天与银行流水核对的放款所含的金额。', 'The amounts of pay-outs that bank lines of the day were matched with.'],
    }),
    closing: amount('期末应收', 'Closing', { help: ['期初 + 发生 − 到账。', 'Opening + events - pay-outs.'] }),
    held: amount('其中未结算', 'Of which not settled', {
      help: ['已发生、结算报告还没有放款的金额，主要是递延。', 'Happened and in no settlement yet, deferred money above all.'],
    }),
    reserve: amount('其中预留金', 'Of which reserves', {
      help: ['平台留到以后结算单的预留金和结转的欠款。', 'Reserves and debts that later settlements carry.'],
    }),
    unpaid: amount('其中已结算未到账', 'Of which settled, not arrived', {
      help: ['已在结算单里、银行流水还没有核对到的金额。', 'In a settlement that no bank line was matched with yet.'],
    }),
  },
  list: {
    bound: { field: 'day', days: 90 },
    search: false,
    sort: { field: 'day', way: 'DESC' },
    shownAs: { card: { title: 'shopId', subtitle: 'day', amount: 'closing' } },
    empty: [
      '导入结算或交易报告后，这里按天显示每个店铺平台欠多少',
      'What marketplaces owe each shop, day by day, once reports are imported',
    ],
  },
  record: { editable: [], label: 'day' },
  storage: { kind: 'shop', primary: ['shopId', 'currency', 'day'], index: [['day', 'shopId', 'currency']] },
})
const plain = financeReceivable

const { transfer, reserve, debtCarried } = financeItems
const [ofTransfers, ofTiming] = [[transfer], [transfer, reserve, debtCarried]].map(items =>
  sql.raw(`(${items.map(one => one.id).join(', ')})`),
) as [ReturnType<typeof sql.raw>, ReturnType<typeof sql.raw>]
const columns = sql.raw('opening, events, payouts, closing, held, reserve, unpaid')

/** Rolls a shop forward from its first day, after its amounts and in the same transaction. Answers the days that it wrote. */
export async function keepReceivable(tx: Tx, shopId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`with days_of as materialized (
      select f.currency, f.event_day, f.settled_day, f.cash_day, f.kind_id, sum(f.amount) as amount
      from ${sql.table(amounts.base.table)} f where f.shop_id = ${shopId} group by 1, 2, 3, 4, 5),
    meant as materialized (select k.kind_id, k.month, ${itemOf('k.kind_id', sql`k.month`)} as item
      from (select distinct kind_id, date_trunc('month', event_day)::date as month from days_of) k),
    base as materialized (select d.currency, d.event_day, d.settled_day, d.cash_day, m.item, d.amount
      from days_of d join meant m on m.kind_id = d.kind_id and m.month = date_trunc('month', d.event_day)::date),
    moves as (
      select currency, event_day as day, amount as events, 0 as settled, 0 as reserve, 0 as payouts from base
        where item is null or item not in ${ofTiming}
      union all select currency, settled_day, 0, amount, 0, 0 from base where item is null or item not in ${ofTiming}
      union all select currency, settled_day, 0, 0, amount, 0 from base where item in ${ofTiming} and item not in ${ofTransfers}
      union all select currency, cash_day, 0, 0, 0, amount from base where item is null or item not in ${ofTransfers}),
    days as (select currency, day, sum(events) as events, sum(settled) as settled, sum(reserve) as reserve, sum(payouts) as payouts
      from moves where day < 'infinity' group by 1, 2),
    rolled as (select *, sum(events) over w as e, sum(settled) over w as s, sum(reserve) over w as r, sum(payouts) over w as p
      from days window w as (partition by currency order by day)),
    rows as materialized (select ${shopId}::bigint as shop_id, currency, day, e - p - events + payouts as opening, events, payouts,
      e - p as closing, e - s as held, -r as reserve, s + r - p as unpaid from rolled),
    gone as (delete from finance_receivable f where f.shop_id = ${shopId}
      and not exists (select from rows r where r.currency = f.currency and r.day = f.day) returning f.day),
    written as (insert into finance_receivable as f (shop_id, currency, day, ${columns}) select shop_id, currency, day, ${columns} from rows
    on conflict (shop_id, currency, day) do update set opening = excluded.opening, events = excluded.events, payouts = excluded.payouts,
      closing = excluded.closing, held = excluded.held, reserve = excluded.reserve, unpaid = excluded.unpaid
    where (f.opening, f.events, f.payouts, f.closing, f.held, f.reserve, f.unpaid) is distinct from
      (excluded.opening, excluded.events, excluded.payouts, excluded.closing, excluded.held, excluded.reserve, excluded.unpaid)
    returning f.day)
    select day from gone union select day from written`.execute(tx.withoutPlugins())
  return rows.map(row => row.day)
}

/**
 * Each day follows on the one before it, its positions make its closing, and the events of each month are those that the grain by month of
 * that clock has. Shops with stale days are left out.
 */
export async function proveReceivable(context: Context): Promise<Difference[]> {
  const shops = context.caller.shops
  const byMonth = amounts.clocks['event']?.of.grains[0]?.table ?? amounts.base.table
  const { rows } = await sql<{ what: string; shop: string; month: string; key: string; expected: string; found: string }>`
    with known as (select unnest(${shops}::bigint[]) as shop_id except select owner_id from stale_day where rollup = ${amounts.name}),
    days as (select f.*, lag(f.closing, 1, 0::numeric) over (partition by f.shop_id, f.currency order by f.day) as before
      from finance_receivable f join known k on k.shop_id = f.shop_id),
    faults as (
      select 'finance_receivable opening' as what, shop_id, day, currency, before as expected, opening as found from days
      union all select 'finance_receivable closing', shop_id, day, currency, opening + events - payouts, closing from days
      union all select 'finance_receivable positions', shop_id, day, currency, held + reserve + unpaid, closing from days
      union all select 'finance_receivable events', coalesce(a.shop_id, b.shop_id), coalesce(a.month, b.month),
        coalesce(a.currency, b.currency), coalesce(a.amount, 0), coalesce(b.amount, 0) from (
          select f.shop_id, f.month, f.currency, sum(f.amount) as amount from ${sql.table(byMonth)} f
            join known k on k.shop_id = f.shop_id
          where coalesce(${itemOf('f.kind_id', sql`f.month`)}, 0) not in ${ofTiming} group by 1, 2, 3) a
        full join (select shop_id, date_trunc('month', day)::date as month, currency, sum(events) as amount from days group by 1, 2, 3) b
          on b.shop_id = a.shop_id and b.month = a.month and b.currency = a.currency)
    select what, shop_id::text as shop, to_char(day, 'YYYY-MM') as month, day::text || ' ' || currency as key, expected::text, found::text
    from faults where expected <> found order by 1, 2, 4 limit 1000`.execute(context.db.withoutPlugins())
  return rows.map(({ shop, ...row }) => ({ ...row, ownerId: shop }))
}

export const receivableRoutes: RouteMap = {
  'POST /financeReceivable/list': list(plain),
  'POST /financeReceivable/listExport': exportOf(plain),
}
export const receivablePage = listPage(financeReceivable, '/finance/receivable')
