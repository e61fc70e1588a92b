/** 库存价值: quantity and values of a product at a place at the end of each month, with the method by which they are reckoned. */
import { bigInteger, choice, decimal, money, month, reference } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { costAmounts, costMethodChoices, permissions } from './words.ts'

const worth = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { optional: true, total: true, see: costAmounts, width: 120, ...more })
const value = sql<string>`v.purchase + v.first_leg + v.duty + v.other`
const kept = ['org_id', 'month', 'place_id', 'product_id', 'quantity', 'purchase', 'first_leg', 'duty', 'other', 'in_layers'] as const

export const stockValueList = view(
  'stock_value_list',
  {
    type: 'financeStockValue',
    title: ['库存价值', 'Value of stock'],
    access: { permission: permissions.books, scope: ownOrganisation },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
      placeId: reference('地点', 'Where', 'stock_place', { filter: 'select', width: 140 }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', width: 200 }),
      method: choice('成本方法', 'Cost method', costMethodChoices, { show: false, width: 120 }),
      quantity: decimal('期末数量', 'Units at the end', 6, { total: true, sort: true, width: 100 }),
      value: worth('期末价值', 'Value at the end', { sort: true }),
      unitCost: decimal('单位成本', 'Unit cost', 6, { optional: true, see: costAmounts, width: 110 }),
      purchase: worth('其中采购', 'Of it purchase'),
      firstLeg: worth('其中头程', 'Of it first leg'),
      duty: worth('其中关税', 'Of it duty'),
      other: worth('其中其他', 'Of it other'),
      inLayers: money('批次合计', 'In layers', { optional: true, see: costAmounts, show: false, width: 120 }),
    },
    list: {
      search: false,
      balancesOf: 'month',
      titleField: 'method',
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'productId', subtitle: 'placeId', amount: 'value' } },
      empty: ['这里显示每月末每个地点的库存数量和价值', 'Stock and its value by place at the end of each month'],
    },
    storage: { primary: ['orgId', 'month', 'placeId', 'productId'] },
  },
  db =>
    db
      .selectFrom('stock_value as v')
      .innerJoin('organisation as o', 'o.id', 'v.org_id')
      .select([
        ...kept.map(name => sql<string>`${sql.ref(`v.${name}`)}`.as(name)),
        sql<number>`o.cost_method`.as('method'),
        value.as('value'),
        sql<string>`round((${value}) / nullif(v.quantity, 0), 6)`.as('unit_cost'),
      ]),
)
