/** Tables of FBA reports, what is worked out of them, and the sheet of stock by month that people bring. */
import { date, decimal, integer, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view, tablesOf } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { fbaSheets } from './all-sheets.ts'
import { inventoryMonth } from './inventory-month.ts'
import { vatProof } from './vat-proof.ts'
import { siteStock } from './site-stock.ts'
import { storageBySku, storageProof } from './storage-proof.ts'
import { stockCover } from './cover.ts'
import { unsoldStock } from './unsold.ts'
import { vatPeriod } from './vat-period.ts'
import { fbaPermissions } from './words.ts'

const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 })
const fee = (zh: string, en: string) => money(zh, en, { currency: 'currency', total: true, sort: true, optional: true, width: 120 })

/** Storage as Amazon charged it: monthly, with the surcharge for utilisation, and the surcharge for age. */
export const storageFee = view(
  'amz_storage_fee',
  {
    type: 'amzStorageFee',
    title: ['仓储费', 'Storage fees'],
    access: { scope: grantedShops, permission: fbaPermissions.storage },
    fields: {
      month: month('月份', 'Month'),
      shopId: shop(),
      warehouse: text('仓库', 'Warehouse', { filter: 'equals', sort: true, width: 100 }),
      sku: text('MSKU', 'Seller SKU', { optional: true, filter: 'contains', sort: true, width: 150 }),
      fnsku: text('FNSKU', 'FNSKU', { filter: 'equals', width: 120 }),
      asin: text('ASIN', 'ASIN', { filter: 'equals', width: 120 }),
      volume: decimal('体积', 'Volume', 10, { total: true, optional: true }),
      monthlyFee: fee('月度仓储费', 'Monthly fee'),
      utilisationFee: fee('其中利用率附加费', 'Of it for utilisation'),
      ageFee: fee('长期仓储费（超龄附加费）', 'Aged inventory surcharge'),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
      chargedOn: date('收费日期', 'Charged on', { filter: 'range', sort: true, show: false }),
      lineKey: text('行标识', 'Line key', { hidden: true }),
      ordinal: integer('同行序号', 'Ordinal', { hidden: true }),
    },
    list: {
      search: false,
      bound: { field: 'chargedOn', days: 365 },
      sort: { field: 'chargedOn', way: 'DESC' },
      shownAs: { card: { title: 'sku', subtitle: 'month' } },
      empty: ['导入仓储费报告后，这里显示每月的仓储费和附加费', 'Storage fees appear here once their reports are imported'],
    },
    storage: { primary: ['shopId', 'chargedOn', 'lineKey', 'ordinal'] },
  },
  db => {
    const monthly = anyTable(db)
      .selectFrom('fba_storage_fee')
      .select([
        sql<string>`month`.as('month'),
        sql<string>`shop_id`.as('shop_id'),
        sql<string>`centre`.as('warehouse'),
        sql<string>`null::text`.as('sku'),
        sql<string>`fnsku`.as('fnsku'),
        sql<string>`asin`.as('asin'),
        sql<string>`volume`.as('volume'),
        sql<string>`fee`.as('monthly_fee'),
        sql<string>`surcharge`.as('utilisation_fee'),
        sql<string>`null::numeric`.as('age_fee'),
        sql<string>`currency`.as('currency'),
        sql<string>`month`.as('charged_on'),
        sql<string>`line_key::text`.as('line_key'),
        sql<number>`ordinal`.as('ordinal'),
      ])
    const aged = anyTable(db)
      .selectFrom('fba_long_term_fee')
      .select([
        sql<string>`date_trunc('month', snapshot_on)::date`.as('month'),
        sql<string>`shop_id`.as('shop_id'),
        sql<string>`country`.as('warehouse'),
        sql<string>`sku`.as('sku'),
        sql<string>`fnsku`.as('fnsku'),
        sql<string>`asin`.as('asin'),
        sql<string>`unit_volume * coalesce(charged, coalesce(charged12, 0) + coalesce(charged6, 0))`.as('volume'),
        sql<string>`null::numeric`.as('monthly_fee'),
        sql<string>`null::numeric`.as('utilisation_fee'),
        sql<string>`coalesce(fee, coalesce(fee12, 0) + coalesce(fee6, 0))`.as('age_fee'),
        sql<string>`currency`.as('currency'),
        sql<string>`snapshot_on`.as('charged_on'),
        sql<string>`line_key::text`.as('line_key'),
        sql<number>`ordinal`.as('ordinal'),
      ])
    return monthly.unionAll(aged)
  },
)

/** units of a SKU in a warehouse: those of all warehouses together fit an integer */
const unitsMax = 9_999_999
/** What people note of the stock of a warehouse at the end of a month; compared with what the ledger makes. */
export const monthBill = resource('month_repertory_bill', {
  type: 'monthRepertoryBill2',
  title: ['月库存账单', 'Month-end stock sheet'],
  access: { scope: grantedShops, permission: 'finance.fba.monthBill' },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    warehouse: text('仓库', 'Warehouse', { max: 60, filter: 'equals', sort: true, editDisabled: true, width: 120 }),
    sku: text('MSKU', 'Seller SKU', {
      max: 100,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 160,
      synonyms: ['平台 SKU'],
    }),
    opening: integer('期初', 'Opening', { total: true, sort: true, min: -unitsMax, max: unitsMax }),
    received: integer('入库', 'In', { total: true, min: 0, max: unitsMax }),
    issued: integer('出库', 'Out', { total: true, min: 0, max: unitsMax }),
    closing: integer('期末', 'Closing', { total: true, sort: true, min: -unitsMax, max: unitsMax }),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  list: {
    balancesOf: 'month',
    sort: { field: 'month', way: 'DESC' },
    batchDelete: { by: 'shopId', year: 'month' },
    empty: [
      '导入或新增每月每个仓库的期初、入库、出库和期末，与分类账算出的对照',
      'Stock at the end of each month, compared with the ledger',
    ],
  },
  record: { label: 'sku' },
  storage: { key: ['month', 'shopId', 'warehouse', 'sku'] },
})

/** The sheet beside what the ledger makes, by month, shop and SKU. */
export const monthBillCheck = view(
  'month_bill_check',
  {
    type: 'monthBillCheck',
    title: ['月度库存对账', 'Month-end stock compared'],
    access: { scope: grantedShops, permission: 'finance.fba.monthBill' },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      shopId: shop(),
      sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 160 }),
      closing: integer('账单期末', 'Closing of the sheet', { total: true, sort: true }),
      computedClosing: integer('分类账期末', 'Closing of the ledger', { total: true, optional: true, sort: true }),
      difference: integer('差异', 'Difference', { total: true, optional: true, sort: true }),
    },
    list: {
      search: false,
      balancesOf: 'month',
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'sku', subtitle: 'month', amount: 'difference' } },
      empty: ['有月库存账单的 SKU 在这里与分类账算出的期末对照', 'The sheet beside the ledger'],
    },
    storage: { primary: ['shopId', 'month', 'sku'] },
  },
  db =>
    tablesOf<typeof inventoryMonth | typeof monthBill>(db)
      .selectFrom('month_repertory_bill as b')
      .leftJoin('fba_inventory_month as m', join => join.on(sql<boolean>`m.shop_id = b.shop_id and m.month = b.month and m.sku = b.sku`))
      .groupBy([sql`b.org_id`, sql`b.shop_id`, sql`b.month`, sql`b.sku`, sql`m.closing`])
      .select([
        sql<string>`b.org_id`.as('org_id'),
        sql<string>`b.shop_id`.as('shop_id'),
        sql<string>`b.month`.as('month'),
        sql<string>`b.sku`.as('sku'),
        sql<string>`sum(b.closing)::int`.as('closing'),
        sql<string>`m.closing`.as('computed_closing'),
        sql<string>`sum(b.closing)::int - m.closing`.as('difference'),
      ]),
)

const plain = (r: unknown): Resource => r as Resource
export const fbaResources: readonly Resource[] = [
  ...fbaSheets.flatMap(sheet => [sheet.facts, sheet.staging]),
  ...[
    inventoryMonth,
    storageFee,
    monthBill,
    monthBillCheck,
    vatPeriod,
    unsoldStock,
    stockCover,
    siteStock,
    vatProof,
    storageProof,
    storageBySku,
  ].map(plain),
]
