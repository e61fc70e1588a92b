/**
 * 增值税汇总: VAT of the marketplace's report by month, the seller's VAT country, departure, arrival, scheme and who collects it.
 * Movements of the seller's own stock stand in rows of their own: they are declared, and no sale.
 */
import { sql } from 'kysely'
import { choice, decimal, integer, month, reference, text } from '#platform/declare/fields.ts'
import type { Field } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'

export const vatNatures = {
  trade: [1, '销售与退款', 'Sales and refunds'],
  movement: [2, '库存变动', 'Stock movement'],
} as const
/** types of the report by which own stock changes its place */
const quoted = ['FC_TRANSFER', 'INBOUND'].map(type => `'${type}'`).join(', ')

/** columns of the rows that are put together, by the field that shows them */
const dimensions = {
  shopId: 'f.shop_id',
  month: 'f.period',
  vatCountry: `coalesce(nullif(f.transaction_vat_country, ''), f.seller_vat_country)`,
  departureCountry: 'f.departure_country',
  arrivalCountry: 'f.arrival_country',
  scheme: 'f.reporting_scheme',
  responsibility: 'f.responsibility',
  nature: `case when f.type in (${quoted}) then ${vatNatures.movement[0]} else ${vatNatures.trade[0]} end`,
  currency: 'f.transaction_currency',
} as const
const columns: Readonly<Record<keyof typeof dimensions, string>> = {
  shopId: 'shop_id',
  month: 'month',
  vatCountry: 'vat_country',
  departureCountry: 'departure_country',
  arrivalCountry: 'arrival_country',
  scheme: 'scheme',
  responsibility: 'responsibility',
  nature: 'nature',
  currency: 'currency',
}
const names = Object.keys(dimensions) as (keyof typeof dimensions)[]
const figure = (zh: string, en: string): Field => decimal(zh, en, 2, { currency: 'currency', total: true, sort: true, width: 120 }) as Field
const country = (zh: string, en: string): Field => text(zh, en, { filter: 'equals', sort: true, width: 90 }) as Field

export const vatPeriod = view(
  'vat_period',
  {
    type: 'vatPeriod',
    title: ['增值税汇总', 'VAT by period'],
    access: { scope: grantedShops, permission: 'finance.vat' },
    fields: {
      month: month('申报月份', 'Period', { filter: 'range', sort: true }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      vatCountry: country('卖家税号国', 'Seller VAT country'),
      departureCountry: country('发出国', 'Departure country'),
      arrivalCountry: country('到达国', 'Arrival country'),
      scheme: text('申报方案', 'Reporting scheme', { filter: 'equals', sort: true, width: 160 }),
      responsibility: text('代缴责任', 'Collection responsibility', { filter: 'equals', sort: true, width: 130 }),
      nature: choice('性质', 'Nature', vatNatures, { filter: 'select', filterAs: 'tags', width: 110 }),
      lines: integer('行数', 'Lines', { total: true, sort: true, width: 80 }),
      quantity: decimal('数量', 'Quantity', 4, { total: true, sort: true, width: 90 }),
      net: figure('不含税合计', 'Net total'),
      vatAmount: figure('税额合计', 'VAT total'),
      gross: figure('含税合计', 'Gross total'),
      currency: text('币种', 'Currency', { filter: 'equals', width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      empty: ['导入增值税交易报告后，这里按月份、税号国和方案汇总', 'VAT by month, country and scheme, once VAT transactions are imported'],
    },
    storage: { primary: names },
  },
  db =>
    anyTable(db)
      .selectFrom('fba_vat_transaction as f')
      .groupBy(names.map(name => sql.raw(dimensions[name])))
      .select([
        ...names.map(name => sql.raw<string>(dimensions[name]).as(columns[name])),
        sql<string>`count(*)::int`.as('lines'),
        sql<string>`sum(f.quantity)`.as('quantity'),
        sql<string>`coalesce(sum(f.net), 0)`.as('net'),
        sql<string>`coalesce(sum(f.vat_amount), 0)`.as('vat_amount'),
        sql<string>`coalesce(sum(f.gross), 0)`.as('gross'),
      ]),
)
