/**
 * What the marketplace's reports say storage cost, by SKU and month of the bill: monthly fees of the month before, which are billed in this
 * one, and surcharges for age of the month itself. Reports of monthly fees name an FNSKU; which SKU that is, other reports tell.
 */
import { sql } from 'kysely'
import type { AnyDb } from '#platform/server/area.ts'

/** Reports that name FNSKU and SKU side by side, and hold each SKU that is in stock. */
const naming = ['fba_fee_preview', 'fba_stock_age', 'fba_long_term_fee'] as const

const namesIn = (db: AnyDb, table: (typeof naming)[number]) =>
  db
    .selectFrom(`${table} as n`)
    .where(sql<boolean>`n.fnsku <> '' and n.sku <> ''`)
    .select([sql<string>`n.shop_id`.as('shop_id'), sql<string>`n.fnsku`.as('fnsku'), sql<string>`n.sku`.as('sku')])

/** Rows of shop_id, month (first of the month in which it is billed), sku ('': unknown), fnsku, currency, volume, monthly, aged. */
export function storageOfSkus(db: AnyDb) {
  const [first, ...others] = naming.map(table => namesIn(db, table))
  if (first === undefined) throw new Error('no report names SKUs')
  const names = db
    .selectFrom(others.reduce((all, one) => all.unionAll(one), first).as('u'))
    .groupBy(['u.shop_id', 'u.fnsku'])
    .select([sql<string>`u.shop_id`.as('shop_id'), sql<string>`u.fnsku`.as('fnsku'), sql<string>`max(u.sku)`.as('sku')])
  const monthly = db
    .selectFrom('fba_storage_fee as f')
    .leftJoin(names.as('k'), join => join.on(sql<boolean>`k.shop_id = f.shop_id and k.fnsku = f.fnsku`))
    .select([
      sql<string>`f.shop_id`.as('shop_id'),
      sql<string>`(f.month + interval '1 month')::date`.as('month'),
      sql<string>`coalesce(k.sku, '')`.as('sku'),
      sql<string>`f.fnsku`.as('fnsku'),
      sql<string>`f.currency`.as('currency'),
      sql<string>`coalesce(f.volume, 0)`.as('volume'),
      sql<string>`f.fee`.as('monthly'),
      sql<string>`0::numeric`.as('aged'),
    ])
  const aged = db
    .selectFrom('fba_long_term_fee as f')
    .select([
      sql<string>`f.shop_id`.as('shop_id'),
      sql<string>`date_trunc('month', f.snapshot_on)::date`.as('month'),
      sql<string>`f.sku`.as('sku'),
      sql<string>`f.fnsku`.as('fnsku'),
      sql<string>`f.currency`.as('currency'),
      sql<string>`0::numeric`.as('volume'),
      sql<string>`0::numeric`.as('monthly'),
      sql<string>`coalesce(f.fee, coalesce(f.fee12, 0) + coalesce(f.fee6, 0))`.as('aged'),
    ])
  return monthly.unionAll(aged)
}
