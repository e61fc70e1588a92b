/**
 * Storage by the month of its bill: what reports estimated, what the marketplace charged, the variance, and what of it allocations have
 * brought to SKUs; the same by SKU, with what storage of a unit cost that was sold.
 */
import { sql, type RawBuilder } from 'kysely'
import { decimal, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { AnyDb } from '#platform/server/area.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amounts } from '../amounts.ts'
import { storageOfSkus } from './storage-of-skus.ts'
import { fbaPermissions } from './words.ts'

const [byMonth, bySku] = [false, true].map(
  isSku => amounts.grains.find(grain => !grain.keys.includes('day') && grain.keys.includes('sku') === isSku)?.table ?? '',
) as [string, string]
const [storage, sales] = [sql.lit(financeItems.fbaStorage.id), sql.lit(financeItems.productSales.id)]
const figure = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', total: true, sort: true, width: 120, ...more })
const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 })
const billedIn = () =>
  month('账单月份', 'Month of the bill', {
    filter: 'range',
    sort: true,
    help: [
      '月度仓储费由亚马逊在次月收取，按收取的月份对照；超龄附加费在当月收取。',
      'Monthly fees are billed in the month after; surcharges for age in the month itself.',
    ],
  })

const figures = ['monthly', 'aged', 'charged', 'assigned', 'volume', 'units'] as const
type Given = Readonly<Partial<Record<(typeof figures)[number], string>>>
/** what a source does not tell: nothing, and not 0 */
const nothing = sql<string>`null::numeric`
/** One shape of rows by shop, month, sku and currency, from each of the sources. */
const columnsOf = (sku: RawBuilder<string>, given: Given) => [
  sql<string>`f.shop_id`.as('shop_id'),
  sql<string>`${sql.ref('f.month')}`.as('month'),
  sku.as('sku'),
  sql<string>`f.currency`.as('currency'),
  ...figures.map(name => (given[name] === undefined ? nothing : sql<string>`(${sql.raw(given[name])})::numeric`).as(name)),
]
const noSku = sql<string>`''::text`
const ownSku = sql<string>`f.sku`
/** a product that no report names the SKU of is called by its FNSKU */
const knownSku = sql<string>`coalesce(nullif(f.sku, ''), nullif(f.fnsku, ''), '-')`

const estimated = (db: AnyDb) =>
  db.selectFrom(storageOfSkus(db).as('f')).select(columnsOf(knownSku, { monthly: 'f.monthly', aged: 'f.aged', volume: 'f.volume' }))
const booked = (db: AnyDb, table: string, item: RawBuilder<unknown>, sku: RawBuilder<string>, given: Given) =>
  db
    .selectFrom(`${table} as f`)
    .innerJoin('amazon_type_map as m', join =>
      join.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
    )
    .where(sql<boolean>`m.item = ${item}`)
    .select(columnsOf(sku, given))
const assigned = (db: AnyDb) =>
  db
    .selectFrom(
      db
        .selectFrom('cost_allocation_share as s')
        .where(sql<boolean>`s.moves = 1 and s.item = ${storage}`)
        .select([
          sql<string>`s.shop_id`.as('shop_id'),
          sql<string>`s.day`.as('month'),
          sql<string>`s.sku`.as('sku'),
          sql<string>`s.currency`.as('currency'),
          sql<string>`s.share`.as('share'),
        ])
        .as('f'),
    )
    .select(columnsOf(ownSku, { assigned: 'f.share' }))

const summed = (name: string) => sql<string>`round(sum(${sql.ref(`u.${name}`)}), 4)`
const summedOrZero = (name: string) => sql<string>`coalesce(round(sum(${sql.ref(`u.${name}`)}), 4), 0)`
const estimate = sql<string>`round(sum(u.monthly + u.aged), 4)`

export const storageProof = view(
  'storage_proof',
  {
    type: 'storageProof',
    title: ['仓储费核对', 'Storage: estimate and bill'],
    access: { scope: grantedShops, permission: fbaPermissions.storage },
    fields: {
      month: billedIn(),
      shopId: shop(),
      currency: currency(),
      estimated: figure('报告合计（预估）', 'Reported, estimated', { optional: true }),
      charged: figure('账单实收', 'Billed', { optional: true }),
      variance: figure('差异', 'Variance', {
        optional: true,
        help: [
          '账单实收减去报告合计；缺报告或账单的月份不作比较。',
          'Billed less reported; empty where the report or the bill is missing.',
        ],
      }),
      assigned: figure('已归到 SKU', 'Moved to SKUs', {
        help: ['由金额来源为平台账单的费用分摊单归到 SKU。', 'By allocations whose amount comes from bills.'],
      }),
      monthly: figure('其中月度仓储费', 'Of it monthly fees', { optional: true }),
      aged: figure('其中超龄附加费', 'Of it surcharges', { optional: true }),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 366 },
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'shopId', subtitle: 'month', amount: 'variance' } },
      empty: ['导入仓储费报告和结算报告后，这里逐月对照报告的预估和账单的实收', 'Storage fees of reports beside those of settlements'],
    },
    storage: { primary: ['shopId', 'month', 'currency'] },
  },
  db =>
    db
      .selectFrom(
        estimated(anyTable(db))
          .unionAll(booked(anyTable(db), byMonth, storage, noSku, { charged: '-f.amount' }))
          .unionAll(assigned(anyTable(db)))
          .as('u'),
      )
      .groupBy(['u.shop_id', 'u.month', 'u.currency'])
      .select([
        sql<string>`u.shop_id`.as('shop_id'),
        sql<string>`u.month`.as('month'),
        sql<string>`u.currency`.as('currency'),
        ...(['monthly', 'aged', 'charged'] as const).map(name => summed(name).as(name)),
        summedOrZero('assigned').as('assigned'),
        estimate.as('estimated'),
        sql<string>`round(sum(u.charged) - sum(u.monthly + u.aged), 4)`.as('variance'),
      ]),
)

export const storageBySku = view(
  'storage_by_sku',
  {
    type: 'storageBySku',
    title: ['SKU 仓储费', 'Storage by SKU'],
    access: { scope: grantedShops, permission: fbaPermissions.storage },
    fields: {
      month: billedIn(),
      shopId: shop(),
      sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 160 }),
      currency: currency(),
      estimated: figure('报告预估', 'Reported, estimated', { optional: true }),
      actual: figure('实际分摊', 'Moved from the bill', {
        optional: true,
        help: ['由已过账的费用分摊单归到 SKU；还没有分摊的为空。', 'By allocations that are posted; empty before there is one.'],
      }),
      variance: figure('差异', 'Variance', {
        optional: true,
        help: ['实际分摊减去报告预估；缺其中之一时不作比较。', 'Moved less reported; empty where one of them is missing.'],
      }),
      units: decimal('当月销量', 'Units sold', 6, { total: true, sort: true, width: 100 }),
      perUnit: money('每件仓储费', 'Storage of a unit sold', { currency: 'currency', optional: true, width: 120 }),
      volume: decimal('体积', 'Volume', 10, { total: true, optional: true, width: 110 }),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 366 },
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'sku', subtitle: 'month', amount: 'actual' } },
      empty: ['仓储费报告和已过账的分摊单按 SKU 显示在这里', 'Storage of each SKU, by reports and by allocations'],
    },
    storage: { primary: ['shopId', 'month', 'sku', 'currency'] },
  },
  db =>
    db
      .selectFrom(
        estimated(anyTable(db))
          .unionAll(assigned(anyTable(db)))
          .unionAll(booked(anyTable(db), bySku, sales, ownSku, { units: 'f.quantity' }))
          .as('u'),
      )
      .groupBy(['u.shop_id', 'u.month', 'u.sku', 'u.currency'])
      .having(sql<boolean>`coalesce(sum(abs(u.monthly) + abs(u.aged)), 0) + coalesce(sum(abs(u.assigned)), 0) <> 0`)
      .select([
        sql<string>`u.shop_id`.as('shop_id'),
        sql<string>`u.month`.as('month'),
        sql<string>`u.sku`.as('sku'),
        sql<string>`u.currency`.as('currency'),
        summed('volume').as('volume'),
        estimate.as('estimated'),
        summed('assigned').as('actual'),
        sql<string>`round(sum(u.assigned) - sum(u.monthly + u.aged), 4)`.as('variance'),
        summedOrZero('units').as('units'),
        sql<string>`round(sum(u.assigned) / nullif(greatest(sum(u.units), 0), 0), 4)`.as('per_unit'),
      ]),
)
