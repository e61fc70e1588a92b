/** Short lists for select boxes. */
import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import { hiddenOnes } from '#platform/server/lists.ts'
import { country, shop } from './tables.ts'

const open = shop.fields.status.choices.open[0]

/** All countries that the organisation offers, for a select. */
export function countryOptions(context: Context) {
  const all = context.db.selectFrom('country').select(['code as countryCode', 'name as countryName', 'name_en as countryNameEn'])
  const unoffered = hiddenOnes(context, country)
  return (unoffered === null ? all : all.where(sql<boolean>`country.id not in (${unoffered})`)).orderBy('code').execute()
}

/** Countries in which the person has an open shop, each with the shops. */
export async function shopCountries(context: Context) {
  const rows = await context.db
    .selectFrom('shop as s')
    .innerJoin('country as c', 'c.code', 's.country_code')
    .select([
      'c.code',
      (context.language === 'en' ? sql<string>`coalesce(nullif(c.name_en, ''), c.name)` : sql<string>`c.name`).as('country'),
      's.id',
      's.name',
      's.marketplace_code',
      's.currency',
    ])
    .where('s.status', '=', open)
    .orderBy('c.code')
    .orderBy('s.name')
    .execute()
  const byCode = Map.groupBy(rows, row => row.code)
  return [...byCode].map(([countryCode, shops]) => ({
    countryCode,
    countryName: shops[0]?.country ?? '',
    shops: shops.map(s => ({ shopId: s.id, shopName: s.name, marketplaceCode: s.marketplace_code, currency: s.currency })),
  }))
}

/** Seller accounts of the person's shops. */
export async function accountOptions({ db }: Context) {
  const rows = await db.selectFrom('shop').select(['account_name', 'id', 'name']).orderBy('account_name').orderBy('name').execute()
  return [...Map.groupBy(rows, row => row.account_name)].map(([accountName, shops]) => ({
    accountName,
    shops: shops.map(s => ({ shopId: s.id, shopName: s.name })),
  }))
}
