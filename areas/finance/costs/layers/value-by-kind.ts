/** What stock is worth at the end of each month by kind of place: own, in transit, FBA, third party, returned and not sellable. */
import { bigInteger, choice, decimal, money, month } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { placeKinds } from './tables.ts'
import { costAmounts, costMethodChoices, permissions } from './words.ts'

const worth = (zh: string, en: string) => money(zh, en, { optional: true, total: true, sort: true, see: costAmounts, width: 130 })
const sums = ['quantity', 'purchase', 'first_leg', 'duty', 'other'] as const

export const valueByKind = view(
  'stock_value_by_kind',
  {
    type: 'financeStockValueByKind',
    title: ['月末库存金额', 'Stock at the end of the month'],
    access: { scope: ownOrganisation, permission: permissions.books },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
      kind: choice('地点类型', 'Kind of place', placeKinds, { filter: 'select', width: 130 }),
      method: choice('成本方法', 'Cost method', costMethodChoices, { width: 120 }),
      quantity: decimal('期末数量', 'Units at the end', 6, { optional: true, total: true, sort: true, width: 110 }),
      value: worth('期末价值', 'Value at the end'),
      purchase: worth('其中采购', 'Of it purchase'),
      firstLeg: worth('其中头程', 'Of it first leg'),
      duty: worth('其中关税', 'Of it duty'),
      other: worth('其中其他', 'Of it other'),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 365 },
      balancesOf: 'month',
      titleField: 'method',
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'kind', subtitle: 'month', amount: 'value' } },
      empty: ['登记入库成本后，这里按地点类型显示每月末的库存数量和价值', 'Stock by kind of place, once receipts are there'],
    },
    storage: { primary: ['orgId', 'month', 'kind'] },
  },
  db =>
    db
      .selectFrom('stock_value as v')
      .innerJoin('stock_place as p', 'p.id', 'v.place_id')
      .innerJoin('organisation as o', 'o.id', 'v.org_id')
      .groupBy(['v.org_id', 'v.month', 'p.kind', 'o.cost_method'])
      .select([
        sql<string>`v.org_id`.as('org_id'),
        sql<string>`v.month`.as('month'),
        sql<number>`p.kind`.as('kind'),
        sql<number>`o.cost_method`.as('method'),
        sql<string>`sum(v.purchase + v.first_leg + v.duty + v.other)`.as('value'),
        ...sums.map(name => sql<string>`sum(${sql.ref(`v.${name}`)})`.as(name)),
      ]),
)
