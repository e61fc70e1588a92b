/** 站点差异汇总: findings by marketplace, shop, month and kind; open ones apart from those that are gone or accepted. */
import { sql } from 'kysely'
import { choice, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { checkPermission, findingKinds } from './tables.ts'

const isOpen = 'f.state in (1, 2)'

export const siteCheck = view(
  'order_check_site',
  {
    type: 'orderCheckSite',
    title: ['站点差异汇总', 'Checks by marketplace'],
    access: { scope: grantedShops, permission: checkPermission },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      marketplaceCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', { filter: 'select', sort: true, width: 140 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      kind: choice('核对项', 'Check', findingKinds, { filter: 'select', width: 160 }),
      findings: integer('差异数', 'Findings', { total: true, sort: true }),
      open: integer('未处理', 'Open', { total: true, sort: true }),
      amount: money('涉及金额', 'Amount', { currency: 'currency', total: true, sort: true }),
      openAmount: money('未处理金额', 'Open amount', { currency: 'currency', total: true, sort: true }),
      oldest: text('最早日期', 'Oldest', { optional: true, width: 110 }),
      currency: text('币种', 'Currency', { width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      empty: ['核对之后，这里按站点、店铺和月份汇总差异', 'Findings by marketplace, shop and month, once checks have run'],
    },
    storage: { primary: ['shopId', 'month', 'kind', 'currency'] },
  },
  db =>
    db
      .selectFrom('order_finding as f')
      .innerJoin('shop as s', 's.id', 'f.shop_id')
      .groupBy([
        sql`f.org_id`,
        sql`f.shop_id`,
        sql`s.marketplace_code`,
        sql`date_trunc('month', f.happened_on)::date`,
        sql`f.kind`,
        sql`f.currency`,
      ])
      .select([
        sql<string>`f.org_id`.as('org_id'),
        sql<string>`f.shop_id`.as('shop_id'),
        sql<string>`s.marketplace_code`.as('marketplace_code'),
        sql<string>`date_trunc('month', f.happened_on)::date`.as('month'),
        sql<number>`f.kind`.as('kind'),
        sql<string>`f.currency`.as('currency'),
        sql<number>`count(*)::int`.as('findings'),
        sql<number>`count(*) filter (where ${sql.raw(isOpen)})::int`.as('open'),
        sql<string>`sum(f.amount)`.as('amount'),
        sql<string>`coalesce(sum(f.amount) filter (where ${sql.raw(isOpen)}), 0)`.as('open_amount'),
        sql<string>`min(f.happened_on) filter (where ${sql.raw(isOpen)})::text`.as('oldest'),
      ]),
)
