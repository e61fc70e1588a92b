/**
 * 增值税核对: VAT of the marketplace's report by month, shop and currency, held against the tax lines of the same month in the books
 * (代收税, 平台代扣税). What the marketplace collects itself it withholds again; what the seller is responsible for stays with him.
 */
import { sql } from 'kysely'
import { month, money, reference, referenceBy } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amounts } from '../amounts.ts'

const figure = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', total: true, sort: true, width: 112, ...more })
const [collected, withheld] = [financeItems.taxCollected.id, financeItems.taxWithheld.id]
const byMonth = amounts.grains.find(grain => !grain.keys.includes('day') && !grain.keys.includes('sku'))?.table ?? amounts.base.table
/** types of the report by which own stock changes its place */
const movements = sql.raw(`('FC_TRANSFER', 'INBOUND')`)

export const vatProof = view(
  'vat_settlement_proof',
  {
    type: 'vatProof',
    title: ['增值税核对', 'VAT against settlements'],
    access: { scope: grantedShops, permission: 'finance.vat' },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      sellerVat: figure('卖家申报税额', 'VAT of the seller', { optional: true }),
      marketVat: figure('平台代缴税额', 'VAT of the marketplace', { optional: true }),
      collected: figure('结算代收税', 'Tax collected'),
      difference: figure('差异', 'Difference', {
        optional: true,
        help: [
          '报告的全部税额减去结算代收税；单独交易的舍入和跨月入账会形成小的差异。没有导入报告的月份不作比较。',
          'All VAT of the report less the tax collected; rounding and lines of another month make small ones. Empty without a report.',
        ],
      }),
      withheld: figure('结算代扣税', 'Tax withheld'),
      withheldDifference: figure('代扣差异', 'Withheld: difference', { optional: true }),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 366 },
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'shopId', subtitle: 'month', amount: 'difference' } },
      empty: ['导入增值税交易报告和结算报告后，这里逐月对照税额', 'VAT of the report beside the tax lines of settlements'],
    },
    storage: { primary: ['shopId', 'month', 'currency'] },
  },
  db => {
    const reported = anyTable(db)
      .selectFrom('fba_vat_transaction as f')
      .where(sql<boolean>`f.type not in ${movements}`)
      .groupBy([sql`f.shop_id`, sql`f.period`, sql`f.transaction_currency`])
      .select([
        sql<string>`f.shop_id`.as('shop_id'),
        sql<string>`f.period`.as('month'),
        sql<string>`f.transaction_currency`.as('currency'),
        sql<string>`coalesce(sum(f.vat_amount) filter (where f.responsibility <> 'MARKETPLACE'), 0)`.as('seller_vat'),
        sql<string>`coalesce(sum(f.vat_amount) filter (where f.responsibility = 'MARKETPLACE'), 0)`.as('market_vat'),
        sql<string>`0::numeric`.as('collected'),
        sql<string>`0::numeric`.as('withheld'),
      ])
    const booked = anyTable(db)
      .selectFrom(`${byMonth} as f`)
      .innerJoin('amazon_type_map as m', join =>
        join.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
      )
      // Amazon writes no report of other marketplaces: there is nothing to hold against
      .innerJoin(anyTable(db).selectFrom('fba_vat_transaction as v').select('v.shop_id').distinct().as('told'), join =>
        join.on(sql<boolean>`told.shop_id = f.shop_id`),
      )
      .innerJoin('shop as s', join => join.on(sql<boolean>`s.id = f.shop_id`))
      .innerJoin('marketplace as p', join => join.on(sql<boolean>`p.code = s.marketplace_code and p.platform = 1`))
      .where(sql<boolean>`m.item in (${sql.lit(collected)}, ${sql.lit(withheld)})`)
      .groupBy([sql`f.shop_id`, sql`f.month`, sql`f.currency`])
      .select([
        sql<string>`f.shop_id`.as('shop_id'),
        sql<string>`f.month`.as('month'),
        sql<string>`f.currency`.as('currency'),
        // no report is no tax of nothing
        sql<string>`null::numeric`.as('seller_vat'),
        sql<string>`null::numeric`.as('market_vat'),
        sql<string>`coalesce(sum(f.amount) filter (where m.item = ${sql.lit(collected)}), 0)`.as('collected'),
        sql<string>`coalesce(sum(f.amount) filter (where m.item = ${sql.lit(withheld)}), 0)`.as('withheld'),
      ])
    return db
      .selectFrom(reported.unionAll(booked).as('u'))
      .groupBy([sql`u.shop_id`, sql`u.month`, sql`u.currency`])
      .select([
        sql<string>`u.shop_id`.as('shop_id'),
        sql<string>`u.month`.as('month'),
        sql<string>`u.currency`.as('currency'),
        ...['seller_vat', 'market_vat', 'collected', 'withheld'].map(name => sql<string>`round(sum(${sql.ref(`u.${name}`)}), 4)`.as(name)),
        sql<string>`round(sum(u.seller_vat) + sum(u.market_vat) - sum(u.collected), 4)`.as('difference'),
        sql<string>`round(sum(u.market_vat) + sum(u.withheld), 4)`.as('withheld_difference'),
      ])
  },
)
