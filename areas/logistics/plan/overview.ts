/**
 * 库存总览: one row a product over all stages, from what is ordered to what lies at marketplaces. Each unit stands in one column: what a
 * marketplace says to be inbound there is at sea here, and is not added. Stock of marketplaces is that of the caller's shops.
 */
import { sql, type RawBuilder } from 'kysely'
import { bigInteger, date, decimal, integer, money, reference, text, type Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Db } from '#platform/server/area.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { goodsRights, locationKinds as kinds } from '#areas/goods/index.ts'
import type { purchaseOrder, purchaseOrderLine } from '#areas/supply/index.ts'
import type { replenishItem } from './tables.ts'
import type { stockLayer } from '#areas/finance/index.ts'

const units = (zh: string, en: string, more: object = {}): Field => decimal(zh, en, 6, { sort: true, filter: 'range', width: 90, ...more })
const there = (zh: string, en: string, more: object = {}): Field => integer(zh, en, { sort: true, width: 90, ...more })
const worth = (zh: string, en: string, help: readonly [string, string]): Field =>
  money(zh, en, { optional: true, sort: true, see: goodsRights.price, help, width: 120 })
const [own, abroad] = [1, 3]
/** purchase orders of which something is to come */
const running = sql`(2, 3)`
const amounts = ['ordered', 'free', 'held', 'inspection', 'defective', 'other', 'abroad', 'transit'] as const
const marketplace = ['sellable', 'reserved', 'unfulfillable'] as const

/** What lies in warehouses of one product, by stage. */
const left = sql`(c.quantity - c.reserved)`
const isOwn = sql`w.kind = ${sql.lit(own)} and l.kind <> ${sql.lit(kinds.transit[0])}`
const isFree = sql`l.kind = ${sql.lit(kinds.bin[0])} and l.status = 1 and coalesce(b.status, 1) = 1`
const isApart = sql`l.kind in (${sql.lit(kinds.inspection[0])}, ${sql.lit(kinds.defective[0])})`
const sum = (of: RawBuilder<unknown>, where: RawBuilder<unknown>, name: string) =>
  sql`coalesce(sum(${of}) filter (where ${where}), 0)`.as(name)
const inOwn = (kind: number) => sql`${isOwn} and l.kind = ${sql.lit(kind)}`
const lying = [
  sum(left, sql`${isOwn} and ${isFree}`, 'free'),
  sum(sql`c.reserved`, isOwn, 'held'),
  sum(left, inOwn(kinds.inspection[0]), 'inspection'),
  sum(left, inOwn(kinds.defective[0]), 'defective'),
  sum(left, sql`${isOwn} and not (${isFree}) and not (${isApart})`, 'other'),
  sum(sql`c.quantity`, sql`w.kind = ${sql.lit(abroad)} and l.kind <> ${sql.lit(kinds.transit[0])}`, 'abroad'),
  sum(sql`c.quantity`, sql`l.kind = ${sql.lit(kinds.transit[0])}`, 'transit'),
]
const all = sql.join(
  [...amounts, ...marketplace].map(name => sql.ref(`x.${name}`)),
  sql` + `,
)

type Told =
  | 'goods_batch'
  | 'goods_cell'
  | 'goods_location'
  | 'product'
  | typeof purchaseOrder
  | typeof purchaseOrderLine
  | typeof replenishItem
  | typeof stockLayer
  | 'warehouse'

/** Each product with what is ordered, lies and is sold of it. */
function stagesOf(db: Db) {
  return tablesOf<Told>(db)
    .selectFrom('product as p')
    .leftJoinLateral(
      cells =>
        cells
          .selectFrom('goods_cell as c')
          .innerJoin('goods_location as l', join => join.on(sql<boolean>`l.id = c.location_id`))
          .innerJoin('warehouse as w', join => join.on(sql<boolean>`w.id = c.warehouse_id`))
          .leftJoin('goods_batch as b', join => join.on(sql<boolean>`b.id = c.batch_id`))
          .where(sql<boolean>`c.org_id = p.org_id and c.product_id = p.id`)
          .select(lying)
          .as('s'),
      join => join.onTrue(),
    )
    .leftJoinLateral(
      lines =>
        lines
          .selectFrom('purchase_order_line as l')
          .innerJoin('purchase_order as o', join => join.on(sql<boolean>`o.id = l.order_id and o.state in ${running}`))
          .where(sql<boolean>`l.product_id = p.id and l.quantity > l.received + l.closed_qty`)
          .select([
            sql<string>`coalesce(sum(l.quantity - l.received - l.closed_qty), 0)`.as('ordered'),
            sql<string>`min(o.promised_on)`.as('promised_on'),
          ])
          .as('o'),
      join => join.onTrue(),
    )
    .leftJoinLateral(
      items =>
        items
          .selectFrom('replenish_item as i')
          .where(sql<boolean>`i.org_id = p.org_id and i.product_id = p.id`)
          .select([
            ...['available', 'reserved', 'unfulfillable', 'inbound', 'on_way'].map(name =>
              sql<number>`coalesce(sum(${sql.ref(`i.${name}`)}), 0)::int`.as(name),
            ),
            sql<string>`coalesce(sum(i.daily), 0)`.as('daily'),
            sql<number>`coalesce(sum(i.surplus), 0)::int`.as('surplus'),
            sql<string>`min(i.arrives_on)`.as('arrives_on'),
          ])
          .as('m'),
      join => join.onTrue(),
    )
    .leftJoinLateral(
      layers =>
        layers
          .selectFrom('stock_layer as y')
          .where(sql<boolean>`y.org_id = p.org_id and y.product_id = p.id and y.quantity > 0`)
          .select([
            sql<string | null>`sum(y.purchase + y.first_leg + y.duty + y.other)`.as('value'),
            sql<string | null>`sum(y.quantity)`.as('valued'),
          ])
          .as('v'),
      join => join.onTrue(),
    )
    .select([
      sql`p.org_id`.as('org_id'),
      sql`p.id`.as('product_id'),
      sql`p.sku`.as('sku'),
      ...['free', 'held', 'inspection', 'defective', 'other', 'abroad', 'transit'].map(name => sql.ref(`s.${name}`).as(name)),
      sql`o.ordered`.as('ordered'),
      sql`m.available`.as('sellable'),
      ...['reserved', 'unfulfillable', 'inbound', 'on_way', 'daily', 'surplus'].map(name => sql.ref(`m.${name}`).as(name)),
      ...['value', 'valued'].map(name => sql.ref(`v.${name}`).as(name)),
      sql`least(o.promised_on, m.arrives_on)`.as('arrives_on'),
    ])
}

export const stockOverview = view(
  'stock_overview',
  {
    type: 'stockOverview',
    title: ['库存总览', 'Stock at a glance'],
    access: { scope: ownOrganisation, permission: 'goodsStock' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true, computed: true }),
      sku: text('SKU', 'SKU', { filter: 'contains', sort: true, show: false, width: 130 }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', sort: true, linkTo: 'goodsStockByItem', width: 220 }),
      total: units('合计', 'All', { help: ['右边各栏之和，每件只算一次', 'The columns to the right; each unit stands in one'] }),
      cover: decimal('可售天数', 'Days of cover', 1, {
        optional: true,
        sort: true,
        filter: 'range',
        width: 90,
        help: ['平台可售与在途 ÷ 日均销量', 'Sellable and on the way there by units a day'],
      }),
      arrivesOn: date('最早到货', 'Earliest arrival', { optional: true, sort: true, width: 110 }),
      ordered: units('采购未到', 'Ordered'),
      free: units('可用', 'Free', { help: ['自营仓库位中合格、未占用', 'In bins of own warehouses, good, not held'] }),
      held: units('占用', 'Held'),
      inspection: units('待检', 'To inspect'),
      defective: units('不良', 'Defective'),
      other: units('其他', 'Other', { help: ['收货区、退货区、待发区和冻结批次', 'Receiving, returns, staging and blocked batches'] }),
      abroad: units('三方仓', 'Third party'),
      transit: units('在途', 'In transit'),
      sellable: there('平台可售', 'Sellable there'),
      reserved: there('平台预留', 'Reserved there'),
      unfulfillable: there('平台不可售', 'Unsellable there'),
      inbound: there('平台入库中', 'Inbound there', {
        show: false,
        help: ['平台文件所说，已在途的货也在其中，不计入合计', 'As its file says, goods at sea among them; not in the sum'],
      }),
      daily: decimal('日均销量', 'Sold a day', 4, { sort: true, decimals: 2, width: 90 }),
      surplus: there('冗余件数', 'Units too many', {
        filter: 'range',
        help: ['平台和在途中超过“最多可售天数”的件数', 'There and on the way beyond the most days of cover'],
      }),
      surplusValue: worth('冗余金额（CNY）', 'Value of those (CNY)', ['按商品的平均成本', 'By what a unit cost on average']),
      value: worth('库存金额（CNY）', 'Value (CNY)', ['各处未售出的成本', 'Cost of what lies anywhere']),
    },
    list: {
      search: false,
      sort: { field: 'sku', way: 'ASC' },
      shownAs: { card: { title: 'productId', amount: 'total' } },
      empty: ['每个商品从采购到平台各环节的数量', 'Each product at every stage from purchase to marketplace'],
    },
    record: { label: 'productId' },
    storage: { primary: ['productId'] },
  },
  db =>
    db
      .selectFrom(stagesOf(db).as('x'))
      .select([
        ...['org_id', 'product_id', 'sku', ...amounts, ...marketplace, 'inbound', 'daily', 'surplus', 'value', 'arrives_on'].map(name =>
          sql.ref<string>(`x.${name}`).as(name),
        ),
        sql<string>`${all}`.as('total'),
        sql<string | null>`round(x.surplus * x.value / nullif(x.valued, 0), 2)`.as('surplus_value'),
        sql<string | null>`round((x.sellable + x.reserved + x.on_way) / nullif(x.daily, 0), 1)`.as('cover'),
      ]),
) as unknown as Resource
