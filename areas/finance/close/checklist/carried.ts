/**
 * 跨期调整: what counts in an open month because the month in which it happened was closed: lines of files that came later, and what stock of
 * closed months turned out to cost. Found by indexes that hold such lines alone.
 */
import { sql } from 'kysely'
import { choice, integer, money, month, reference, referenceBy } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, unionAll, type UntypedQuery, view } from '#platform/server/database.ts'
import { financeItems } from '../../base/finance-items.ts'

const sources = {
  settlement: [1, '结算报告', 'Settlement report'],
  transaction: [2, '交易明细', 'Transaction report'],
  summary: [3, '交易汇总', 'Transaction summary'],
  market: [4, '其他平台资金', 'Other marketplaces'],
  variance: [5, '成本差异', 'Cost variance'],
} as const

export const carriedAmount = view(
  'finance_carried',
  {
    type: 'financeCarried',
    title: ['跨期调整', 'Carried into later months'],
    access: { permission: 'finance.month', scope: grantedShops },
    fields: {
      month: month('计入月份', 'Counts in', { filter: 'range', sort: true, width: 100 }),
      happened: month('发生月份', 'Happened in', { filter: 'range', sort: true, width: 100 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 150 }),
      source: choice('来源', 'Source', sources, { filter: 'select', filterAs: 'tags', width: 130 }),
      lines: integer('行数', 'Lines', { total: true, sort: true, width: 80 }),
      amount: money('金额', 'Amount', { currency: 'currency', total: true, sort: true, width: 130 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      importId: reference('导入记录', 'Import', 'import_run', { optional: true, width: 220 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'shopId', subtitle: 'month', tags: ['source'], amount: 'amount' } },
      empty: [
        '已结账月份的单据后来才到时，金额计入未结账的月份，列在这里',
        'Amounts of closed months that came later and count in an open one',
      ],
    },
    storage: { primary: ['month', 'happened', 'shopId', 'source', 'currency', 'importId'] },
  },
  db => {
    const late = (table: string, source: number, amount: string): UntypedQuery =>
      anyTable(db)
        .selectFrom(`${table} as l`)
        .where(sql<boolean>`l.booked_on <> l.posted_on and l.booked_on > l.posted_on`)
        .where(sql<boolean>`date_trunc('month', l.booked_on) <> date_trunc('month', l.posted_on)`)
        .select([
          sql`l.shop_id`.as('shop_id'),
          sql<number>`${sql.lit(source)}::smallint`.as('source'),
          sql`date_trunc('month', l.booked_on)::date`.as('month'),
          sql`date_trunc('month', l.posted_on)::date`.as('happened'),
          sql`l.currency`.as('currency'),
          sql`l.import_id`.as('import_id'),
          sql`${sql.ref(`l.${amount}`)}`.as('amount'),
        ])
    const variance = db
      .selectFrom('finance_cost_line as l')
      .where(sql<boolean>`l.item = ${sql.lit(financeItems.costVariance.id)}`)
      .select([
        sql`l.shop_id`.as('shop_id'),
        sql<number>`${sql.lit(sources.variance[0])}::smallint`.as('source'),
        sql`date_trunc('month', l.booked_on)::date`.as('month'),
        // of all months before
        sql`(date_trunc('month', l.booked_on) - interval '1 month')::date`.as('happened'),
        sql`l.currency`.as('currency'),
        sql`0::bigint`.as('import_id'),
        sql`l.amount`.as('amount'),
      ])
    const all = unionAll([
      late('amazon_settlement_line', sources.settlement[0], 'amount'),
      late('amazon_transaction_line', sources.transaction[0], 'total'),
      late('amazon_summary_line', sources.summary[0], 'amount'),
      late('market_line', sources.market[0], 'amount'),
      variance,
    ])
    return db
      .selectFrom(all.as('a'))
      .groupBy(sql`a.month, a.happened, a.shop_id, a.source, a.currency, a.import_id`)
      .select([
        sql<string>`a.month`.as('month'),
        sql<string>`a.happened`.as('happened'),
        sql<string>`a.shop_id`.as('shop_id'),
        sql<number>`a.source`.as('source'),
        sql<string>`a.currency`.as('currency'),
        sql<string>`a.import_id`.as('import_id'),
        sql<string>`sum(a.amount)`.as('amount'),
        sql<number>`count(*)::int`.as('lines'),
      ])
  },
)
