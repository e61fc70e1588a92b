/** What a version of a statement says otherwise than each earlier one: a row a shop, month and pair of versions, with the differences. */
import { sql } from 'kysely'
import { choice, dateTime, integer, money, month, reference, type Fields } from '#platform/declare/fields.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { shopProfit } from './tables.ts'
import { shopProfitPermission } from './words.ts'

const compared = [
  'sales',
  'refund',
  'platformFees',
  'fbaFees',
  'advertising',
  'otherFees',
  'productCost',
  'otherCost',
  'corrections',
  'platformProfit',
  'ownItems',
  'sharedItems',
  'profit',
  'payItems',
  'netProfit',
] as const
const isCompared = (name: string): boolean => (compared as readonly string[]).includes(name)
const differences = Object.fromEntries(
  Object.entries(shopProfit.fields as Fields)
    .filter(([name]) => isCompared(name))
    .map(([name, { title, options }]) => [
      name,
      money(title[0], title[1], {
        total: true,
        sort: true,
        width: 120,
        ...(options.see === undefined ? {} : { optional: true, see: options.see }),
      }),
    ]),
) as Fields

export const shopProfitChange = view(
  'shop_profit_change',
  {
    type: 'shopProfitChange',
    title: ['店铺利润版本差异', 'Differences of versions'],
    access: { permission: shopProfitPermission, scope: grantedShops },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      no: integer('版本', 'Version', { identifier: true, sort: true, filter: 'equals', width: 70 }),
      against: integer('对比版本', 'Against', { identifier: true, sort: true, filter: 'equals', width: 90 }),
      state: choice('版本状态', 'Kept as', shopProfit.fields.state.choices, { filter: 'select', width: 90 }),
      ...differences,
      madeAt: dateTime('生成时间', 'Generated at', { sort: true, width: 160 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      empty: ['同一店铺同一月份再次生成后，这里显示任意两个版本每个数的差', 'Figures of a version less those of each earlier one'],
    },
    storage: { primary: ['shopId', 'month', 'no', 'against'] },
  },
  db =>
    db
      .selectFrom('shop_profit as v')
      .innerJoin('shop_profit as p', j => j.on(sql<boolean>`p.shop_id = v.shop_id and p.month = v.month and p.no < v.no`))
      .select([
        sql<string>`v.org_id`.as('org_id'),
        sql<string>`v.month`.as('month'),
        sql<string>`v.shop_id`.as('shop_id'),
        sql<number>`v.no`.as('no'),
        sql<number>`p.no`.as('against'),
        sql<number>`v.state`.as('state'),
        sql<string>`v.created_at`.as('made_at'),
        ...compared.map(columnOf).map(name => sql<string>`v.${sql.ref(name)} - p.${sql.ref(name)}`.as(name)),
      ]),
)
