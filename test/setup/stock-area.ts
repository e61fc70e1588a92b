/** For tests: lines of a warehouse from files, to try that files belong to owners of any kind. */
import { bigInteger, date, hash, integer, money, reference, text } from '#platform/declare/fields.ts'
import { group, module, page } from '#platform/declare/page.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { refuseFile } from '#platform/server/imports/import-refused.ts'
import { importOfOwned } from '#platform/server/imports/owned-import.ts'
import { sheetFamily } from '#platform/server/imports/sheet-family.ts'
import { warehouse } from '#areas/reference/partner-tables.ts'
import { imported } from '#platform/server/verbs/family.ts'
import { list } from '#platform/server/verbs/verbs.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { stockLayout } from './stock-reader.ts'

const stockMove = resource('stock_move', {
  type: 'stockMove',
  title: ['仓储费', 'Storage fees'],
  access: { scope: through('warehouseId'), permission: 'test.stock' },
  fields: {
    warehouseId: reference('仓库', 'Warehouse', 'warehouse'),
    postedOn: date('日期', 'Day'),
    fee: money('费用', 'Fee', { currency: 'currency' }),
    currency: text('币种', 'Currency'),
    note: text('说明', 'Note', { default: '' }),
    lineKey: hash('行标识', 'Key', { optional: true }),
    ordinal: integer('序号', 'Ordinal', { default: 1 }),
    importId: bigInteger('导入', 'Import', { optional: true }),
  },
  storage: { unique: [['warehouseId', 'lineKey', 'ordinal']] },
})
/** Facts without columns of their own standing: known by their composite primary key. */
const stockLevel = resource('stock_level', {
  type: 'stockLevel',
  title: ['库存数量', 'Stock levels'],
  access: { scope: through('warehouseId'), permission: 'test.stock' },
  fields: {
    warehouseId: reference('仓库', 'Warehouse', 'warehouse'),
    orgId: bigInteger('组织', 'Organisation', { hidden: true, computed: true }),
    day: date('日期', 'Day'),
    sku: text('SKU', 'SKU'),
    quantity: integer('数量', 'Quantity'),
  },
  list: { sort: { field: 'day', way: 'DESC' } },
  storage: { primary: ['warehouseId', 'day', 'sku'] },
})
const levels = stockLevel as unknown as Resource
const [moves, owners] = [stockMove as unknown as Resource, warehouse as unknown as Resource]

export const stockArea: Area = {
  name: 'stock',
  title: ['仓储', 'Storage'],
  resources: [moves, levels],
  modules: [
    module('stock', ['仓储', 'Storage'], 'account-book', [
      group(
        'stock',
        ['仓储', 'Storage'],
        [
          page({
            path: '/stock',
            name: 'stockMoves',
            title: ['仓储费', 'Storage fees'],
            component: 'list/stockMove',
            permission: 'test.stock',
            operations: [operations.view, operations.import, operations.remove],
          }),
        ],
      ),
    ]),
  ],
  routes: {
    'POST /StockLevel/list': list(levels),
    ...imported('StockLevel', levels),
    'POST /StockMove/list': list(moves),
    'POST /StockMove/importData': importOfOwned({
      owner: owners,
      field: 'warehouseId',
      permission: 'test.stock',
      title: ['导入仓储费', 'Import storage fees'],
      on: [moves],
      accept: ['.csv'],
      bytesMax: 1_000_000,
    }),
  },
  families: [
    sheetFamily({
      code: 'stockMove',
      permission: 'test.stock',
      reader: new URL('./stock-reader.ts', import.meta.url).href,
      layouts: [stockLayout],
      facts: moves,
      ownerField: 'warehouseId',
      fills: ['postedOn', 'fee', 'currency', 'note'],
      owner: {
        table: 'warehouse',
        find: async ({ context, survey: { ownerMarks = [] } }) => {
          const found = await context.db
            .selectFrom('warehouse')
            .select(['id', 'name'])
            .where('code', 'in', [...ownerMarks, ''])
            .executeTakeFirst()
          if (!found) throw refuseFile(sentence`请先选择数据`)
          return { ...found, currency: 'CNY', zone: context.caller.zone }
        },
      },
    }),
  ],
}
