/**
 * 在售合规: for each listing what its category needs in its country, what is there, what ends, and what may not be sold. It warns; nothing is
 * switched off.
 */
import { sql } from 'kysely'
import { choice, date, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops, ownOrganisation } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { homeZone } from '#platform/format/zones.ts'
import type { Db } from '#platform/server/area.ts'
import { complianceStates } from '#areas/reference/index.ts'

/** days before its end from which a certificate is told as ending */
const endingDays = 90
const today = sql<string>`(now() at time zone ${sql.lit(homeZone)})::date`

/** A product that may not be sold in a country, and the document that says so; kept by whoever audits such documents. */
export const salesBan = resource('sales_ban', {
  title: ['禁售', 'Ban'],
  access: { scope: ownOrganisation },
  fields: {
    productId: reference('商品', 'Product', 'product'),
    countryCode: referenceBy('国家', 'Country', 'country', 'code'),
    documentNo: text('依据', 'By', { max: 30 }),
    day: date('日期', 'Since'),
  },
  storage: { key: ['productId', 'countryCode'] },
})

const holdsToday = sql<boolean>`r.must and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})`
/** Each category with those whose rules hold for it: itself and two levels above. A join by "or" held each listing against each rule. */
const categoriesOver = (db: Db) => {
  const over = (column: string) => sql<string>`${sql.ref(column)}`.as('over')
  return db
    .selectFrom('product_category as c')
    .select(['c.id', over('c.id')])
    .unionAll(db.selectFrom('product_category as c').select(['c.id', over('c.parent_id')]))
    .unionAll(
      db
        .selectFrom('product_category as c')
        .innerJoin('product_category as above', 'above.id', 'c.parent_id')
        .select(['c.id', over('above.parent_id')]),
    )
}
/** stands for the products of a certificate that holds for all of them; no record has it */
const allProducts = '0'
/**
 * What holds longest of what a rule asks for, by product: worked out once for all listings. Certificates are looked for by the kinds of
 * each rule, not by each listing: of 10,000 listings that took 5 s.
 */
const heldOf = (db: Db) =>
  db
    .selectFrom('compliance_rule as r')
    .innerJoin('country as n', 'n.code', 'r.country_code')
    .innerJoin('certificate as z', join =>
      join.onRef('z.org_id', '=', 'r.org_id').on(sql<boolean>`z.kind_id = any(array_append(coalesce(r.or_kind_ids, '{}'), r.kind_id))`),
    )
    .crossJoinLateral(
      sql<{ product_id: string }>`unnest(case when cardinality(coalesce(z.product_ids, '{}')) = 0 then '{0}'::bigint[]
        else z.product_ids end)`.as<'t'>(sql`t(product_id)`),
    )
    .distinctOn(['r.id', 't.product_id'])
    .select(['r.id as rule_id', 't.product_id', 'z.id', 'z.valid_to'])
    .where(holdsToday)
    .where('z.state', 'in', [1, 2, 3])
    .where(sql<boolean>`z.valid_from <= ${today}`)
    .where(sql<boolean>`(cardinality(coalesce(z.countries, '{}')) = 0 or n.id = any(z.countries))`)
    .orderBy('r.id')
    .orderBy('t.product_id')
    .orderBy(sql`coalesce(z.valid_to, 'infinity')`, 'desc')
    .orderBy('z.id', 'desc')
/** the one of this product lasts as long as the one of all */
const isOwn = sql<boolean>`own.id is not null
  and ("any".id is null or coalesce(own.valid_to, 'infinity') >= coalesce("any".valid_to, 'infinity'))`
const until = sql<string>`greatest(case when own.id is not null then coalesce(own.valid_to, 'infinity') end,
  case when "any".id is not null then coalesce("any".valid_to, 'infinity') end)`

export const listingCompliance = view(
  'listing_compliance',
  {
    type: 'listingCompliance',
    title: ['在售合规', 'Compliance of listings'],
    access: { scope: grantedShops },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true }),
      sellerSku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 180 }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', sort: true, show: false }),
      categoryId: reference('品类', 'Category', 'product_category', { optional: true, filter: 'select', show: false }),
      countryCode: referenceBy('国家', 'Country', 'country', 'code', { filter: 'select', width: 90 }),
      ruleId: reference('要求', 'Rule', 'compliance_rule', { optional: true, show: false }),
      kindId: reference('要求证照', 'Needs', 'certificate_kind', { optional: true, filter: 'select', width: 150 }),
      state: choice('状态', 'State', complianceStates, { filter: 'select', filterAs: 'tags', width: 90 }),
      /** rule or ban: what tells the rows of a listing apart */
      line: text('行', 'Line', { hidden: true }),
      certificateId: reference('证照', 'Certificate', 'certificate', { optional: true, width: 150 }),
      validTo: date('有效期至', 'To', { optional: true, sort: true, width: 110 }),
      documentNo: text('依据', 'By', { optional: true, width: 130 }),
    },
    list: {
      sort: { field: 'sellerSku', way: 'ASC' },
      search: false,
      views: [{ name: 'lacking', title: ['缺失与过期', 'Missing or expired'], field: 'state', codes: [3, 4, 5] }],
      tabOf: {
        skuMap: { by: { shopId: 'shopId', sellerSku: 'sellerSku' } },
        product: { by: { productId: 'id' } },
      },
      shownAs: { card: { title: 'sellerSku', subtitle: 'kindId', tags: ['state'] } },
      empty: ['没有要求，或者还没有填合规要求', 'Nothing is asked for, or no rules were entered yet'],
    },
    record: { label: 'sellerSku' },
    storage: { primary: ['shopId', 'sellerSku', 'line'] },
  },
  db =>
    db
      .selectFrom('sku_map as m')
      .innerJoin('shop as s', 's.id', 'm.shop_id')
      .innerJoin('product as p', 'p.id', 'm.product_id')
      .innerJoin(
        () => categoriesOver(db).as('c'),
        join => join.onRef('c.id', '=', 'p.category_id'),
      )
      .innerJoin('compliance_rule as r', join =>
        join
          .onRef('r.org_id', '=', 'm.org_id')
          .onRef('r.country_code', '=', 's.country_code')
          .onRef('r.category_id', '=', 'c.over')
          .on(holdsToday),
      )
      .leftJoin(
        () => heldOf(db).as('own'),
        join => join.onRef('own.rule_id', '=', 'r.id').onRef('own.product_id', '=', 'm.product_id'),
      )
      .leftJoin(
        () => heldOf(db).as('any'),
        join => join.onRef('any.rule_id', '=', 'r.id').on('any.product_id', '=', allProducts),
      )
      .select(['m.org_id', 'm.shop_id', 'm.seller_sku', 'm.product_id', 'p.category_id', 's.country_code', 'r.id as rule_id', 'r.kind_id'])
      .select([
        sql<string | null>`null`.as('document_no'),
        sql<string>`'r' || r.id`.as('line'),
        sql<string | null>`case when ${isOwn} then own.id else "any".id end`.as('certificate_id'),
        sql<string | null>`case when ${isOwn} then own.valid_to else "any".valid_to end`.as('valid_to'),
      ])
      .select(
        sql<number>`case when own.id is null and "any".id is null then 3 when ${until} < ${today} then 4
          when ${until} < ${today} + ${sql.lit(endingDays)} then 2 else 1 end::smallint`.as('state'),
      )
      .unionAll(
        db
          .selectFrom('sales_ban as b')
          .innerJoin('sku_map as m', join => join.onRef('m.org_id', '=', 'b.org_id').onRef('m.product_id', '=', 'b.product_id'))
          .innerJoin('shop as s', join => join.onRef('s.id', '=', 'm.shop_id').onRef('s.country_code', '=', 'b.country_code'))
          .innerJoin('product as p', 'p.id', 'm.product_id')
          .select(['m.org_id', 'm.shop_id', 'm.seller_sku', 'm.product_id', 'p.category_id', 's.country_code'])
          .select([sql<string>`null::bigint`.as('rule_id'), sql<string>`null::bigint`.as('kind_id'), 'b.document_no'])
          .select([sql<string>`'b' || b.id`.as('line'), sql<string>`null::bigint`.as('certificate_id'), 'b.day as valid_to'])
          .select(sql<number>`5::smallint`.as('state')),
      ),
)
