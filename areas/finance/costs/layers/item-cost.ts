/** 单位成本 of an item: what of it lies at each place now, and what a unit of it cost. A tab of the page of an item in stock. */
import { goodsRights } from '#areas/goods/index.ts'
import { needs } from '#platform/declare/operations.ts'
import { bigInteger, decimal, money, reference, text } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { sql } from 'kysely'
import type { stockLayer } from './derived-tables.ts'

const worth = sql<string>`sum(l.purchase + l.first_leg + l.duty + l.other)`
const { price: see } = goodsRights
const part = (zh: string, en: string) => money(zh, en, { optional: true, total: true, see, width: 120 })
const sumOf = (column: string) => sql<string>`sum(${sql.ref(`l.${column}`)})`.as(column)

/** the whole list is for who may see prices: it names places of all shops */
export const itemCostDemand = needs('goodsStock', see.operation)

export const itemCost = view(
  'goods_item_cost',
  {
    type: 'goodsItemCost',
    title: ['单位成本', 'Unit cost'],
    access: { scope: ownOrganisation, permission: 'goodsStock' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', width: 220 }),
      placeId: bigInteger('地点', 'Place', { hidden: true }),
      // in words: whoever sees prices need not see the list of places
      place: text('地点', 'Where', { filter: 'contains', sort: true, width: 150 }),
      quantity: decimal('数量', 'Quantity', 6, { total: true, width: 100 }),
      unitCost: decimal('单位成本（CNY）', 'Unit cost (CNY)', 6, { optional: true, see, width: 130 }),
      value: part('价值（CNY）', 'Value (CNY)'),
      purchase: part('其中采购', 'Of it purchase'),
      firstLeg: part('其中头程', 'Of it first leg'),
      duty: part('其中关税', 'Of it duty'),
      other: part('其中其他', 'Of it other'),
    },
    list: {
      search: false,
      sort: { field: 'place', way: 'ASC' },
      empty: ['入库过账或登记入库成本后，这里按地点显示单位成本', 'What a unit cost by place, once receipts have their costs'],
    },
    storage: { primary: ['productId', 'placeId'] },
  },
  db =>
    tablesOf<typeof stockLayer | 'stock_place'>(db)
      .selectFrom('stock_layer as l')
      .innerJoin('stock_place as w', join => join.on(sql<boolean>`w.id = l.place_id`))
      .where(sql<boolean>`l.quantity > 0`)
      .groupBy([sql`l.org_id`, sql`l.product_id`, sql`l.place_id`, sql`w.name`])
      .select([
        ...['org_id', 'product_id', 'place_id'].map(name => sql.ref<string>(`l.${name}`).as(name)),
        sql<string>`w.name`.as('place'),
        sumOf('quantity'),
        worth.as('value'),
        sql<string>`round(${worth} / nullif(sum(l.quantity), 0), 6)`.as('unit_cost'),
        ...['purchase', 'first_leg', 'duty', 'other'].map(sumOf),
      ]),
)
