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

export const complianceStates = {
  valid: [1, '有效', 'Valid', 'good'],
  ending: [2, '将到期', 'Ending', 'warn'],
  missing: [3, '缺失', 'Missing', 'bad'],
  expired: [4, '过期', 'Expired', 'bad'],
  banned: [5, '侵权禁止', 'Forbidden', 'bad'],
} as const
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
      documentNo: text('依据', 'By', { optional: true, width: 130 }),
      /** rule or ban: what tells the rows of a listing apart */
      line: text('行', 'Line', { hidden: true }),
      certificateId: reference('证照', 'Certificate', 'certificate', { optional: true, width: 150 }),
      validTo: date('有效期至', 'To', { optional: true, sort: true }),
      state: choice('状态', 'State', complianceStates, { filter: 'select', filterAs: 'tags', width: 90 }),
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
      .leftJoin('product_category as c', 'c.id', 'p.category_id')
      .leftJoin('product_category as above', 'above.id', 'c.parent_id')
      .innerJoin('compliance_rule as r', join =>
        join
          .onRef('r.org_id', '=', 'm.org_id')
          .onRef('r.country_code', '=', 's.country_code')
          .on(sql<boolean>`r.category_id in (c.id, above.id, above.parent_id)`)
          .on(sql<boolean>`r.must and r.valid_from <= ${today} and (r.valid_to is null or r.valid_to >= ${today})`),
      )
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom('certificate as z')
            .leftJoin('country as n', 'n.code', 's.country_code')
            .select(['z.id', 'z.valid_to'])
            .whereRef('z.org_id', '=', 'm.org_id')
            .where('z.state', 'in', [1, 2, 3])
            .where(sql<boolean>`z.valid_from <= ${today}`)
            .where(sql<boolean>`(z.kind_id = r.kind_id or z.kind_id = any(coalesce(r.or_kind_ids, '{}')))`)
            .where(sql<boolean>`(cardinality(coalesce(z.countries, '{}')) = 0 or n.id = any(z.countries))`)
            .where(sql<boolean>`(cardinality(coalesce(z.product_ids, '{}')) = 0 or p.id = any(z.product_ids))`)
            .orderBy(sql`z.valid_to is null`, 'desc')
            .orderBy('z.valid_to', 'desc')
            .limit(1)
            .as('held'),
        join => join.onTrue(),
      )
      .select(['m.org_id', 'm.shop_id', 'm.seller_sku', 'm.product_id', 'p.category_id', 's.country_code', 'r.id as rule_id', 'r.kind_id'])
      .select([
        sql<string | null>`null`.as('document_no'),
        sql<string>`'r' || r.id`.as('line'),
        'held.id as certificate_id',
        'held.valid_to',
      ])
      .select(
        sql<number>`case when held.id is null then 3 when held.valid_to < ${today} then 4
          when held.valid_to < ${today} + ${sql.lit(endingDays)} then 2 else 1 end::smallint`.as('state'),
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
