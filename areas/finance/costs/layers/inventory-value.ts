/** The stock report with unit cost and value: what the marketplace's ledger counts at the end of each month beside what layers hold. */
import { choice, decimal, integer, money, month, reference, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { shippedKind } from './tables.ts'
import { costAmounts, costMethodChoices, permissions } from './words.ts'
import type { inventoryMonth } from '../../facts/fba/inventory-month.ts'

const units = (zh: string, en: string) => decimal(zh, en, 6, { total: true, optional: true, sort: true, width: 110 })

export const inventoryValue = view(
  'inventory_value',
  {
    type: 'financeInventoryValue',
    title: ['库存报表与价值', 'Stock report and value'],
    access: { scope: grantedShops, permission: permissions.inventory },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 }),
      sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 160 }),
      method: choice('成本方法', 'Cost method', costMethodChoices, { show: false, width: 120 }),
      closing: integer('分类账期末', 'Closing of the ledger', { total: true, sort: true }),
      held: units('批次数量', 'Units in layers'),
      difference: units('差异', 'Difference'),
      unitCost: decimal('单位成本', 'Unit cost', 6, { optional: true, see: costAmounts, width: 110 }),
      value: money('期末价值', 'Value at the end', { optional: true, total: true, sort: true, see: costAmounts, width: 130 }),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 365 },
      balancesOf: 'month',
      titleField: 'method',
      sort: { field: 'month', way: 'DESC' },
      empty: [
        '导入库存分类账并登记入库成本后，这里按月显示每个 SKU 的期末数量、单位成本和价值',
        'Stock of each SKU at the end of each month with its value, once the ledger and receipts are there',
      ],
    },
    storage: { primary: ['shopId', 'month', 'sku'] },
  },
  db => {
    const held = db
      .selectFrom('stock_value as v')
      .innerJoin('stock_place as p', 'p.id', 'v.place_id')
      .where(sql<boolean>`p.shop_id is not null and p.kind <> ${sql.lit(shippedKind)}`)
      .groupBy([sql`v.product_id`, sql`p.shop_id`, sql`v.month`])
      .select([
        sql<string>`v.product_id`.as('product_id'),
        sql<string>`p.shop_id`.as('shop_id'),
        sql<string>`v.month`.as('month'),
        sql<string>`sum(v.quantity)`.as('quantity'),
        sql<string>`sum(v.purchase + v.first_leg + v.duty + v.other) / nullif(sum(v.quantity), 0)`.as('cost'),
      ])
    return tablesOf<typeof inventoryMonth | 'organisation' | 'shop' | 'sku_map'>(db)
      .selectFrom('fba_inventory_month as m')
      .innerJoin('shop as w', 'w.id', 'm.shop_id')
      .innerJoin('organisation as o', 'o.id', 'w.org_id')
      .leftJoin('sku_map as s', join => join.on(sql<boolean>`s.shop_id = m.shop_id and s.seller_sku = m.sku`))
      .leftJoin(held.as('h'), join => join.on(sql<boolean>`h.shop_id = m.shop_id and h.product_id = s.product_id and h.month = m.month`))
      .select([
        sql<string>`m.month`.as('month'),
        sql<string>`m.shop_id`.as('shop_id'),
        sql<string>`m.sku`.as('sku'),
        sql<number>`o.cost_method`.as('method'),
        sql<string>`m.closing`.as('closing'),
        sql<string>`h.quantity`.as('held'),
        sql<string>`m.closing - h.quantity`.as('difference'),
        sql<string>`round(h.cost, 6)`.as('unit_cost'),
        sql<string>`round(h.cost * m.closing, 4)`.as('value'),
      ])
  },
)
