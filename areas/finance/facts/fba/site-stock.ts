/**
 * 站点库存与库龄: the newest snapshot of each shop, added up by marketplace, shop and currency: what lies there by age with the surcharge that
 * is coming, and beside it what was removed, came back and was refunded in the 30 days that end with the snapshot.
 */
import { sql, type RawBuilder } from 'kysely'
import { date, integer, money, reference, referenceBy } from '#platform/declare/fields.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { financeItems } from '../../base/finance-items.ts'
import { amounts } from '../amounts.ts'
import { surchargeBands } from './ageing-columns.ts'
import { newestSnapshots } from './unsold.ts'
import { fbaPermissions } from './words.ts'

const days = 30
const units = (zh: string, en: string, more: object = {}) => integer(zh, en, { total: true, sort: true, width: 90, ...more })
const figure = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', total: true, sort: true, width: 110, ...more })
/** field of the view -> column of the snapshot that it adds up */
const stock = {
  available: 'available',
  age0: 'age0_to90',
  age91: 'age91_to180',
  age181: 'age181_to270',
  age271: 'age271_to365',
  age366: 'age366_to455',
  age456: 'age456_plus',
  inbound: 'inbound',
  reserved: 'reserved',
  unfulfillable: 'unfulfillable',
} as const
const surcharges = surchargeBands.map(band => `coalesce(f.${columnOf(`surcharge${band.replace(/-plus$/u, 'Plus').replace('-', '')}`)}, 0)`)
const refundItems = sql.raw(
  Object.values(financeItems)
    .flatMap(one => (one.class === 'refund' ? [one.id] : []))
    .join(', '),
)
const byDay = amounts.grains.find(grain => grain.keys.includes('day'))?.table ?? amounts.base.table

export const siteStock = view(
  'fba_site_stock',
  {
    type: 'fbaSiteStock',
    title: ['站点库存与库龄', 'Stock and age by marketplace'],
    access: { scope: grantedShops, permission: fbaPermissions.stock },
    fields: {
      marketplaceCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', { filter: 'select', sort: true, width: 120 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 130 }),
      snapshotOn: date('快照日期', 'Snapshot day', { sort: true, width: 110 }),
      available: units('可售数量', 'Available'),
      surcharge: figure('将收附加费', 'Coming surcharge', {
        help: ['快照写明的各库龄段长期仓储附加费之和', 'The aged inventory surcharges of all bands as the snapshot states them'],
      }),
      nextStorage: figure('下月仓储费', 'Storage next month'),
      age0: units('0-90 天', '0-90 days'),
      age91: units('91-180 天', '91-180 days'),
      age181: units('181-270 天', '181-270 days'),
      age271: units('271-365 天', '271-365 days'),
      age366: units('366-455 天', '366-455 days'),
      age456: units('456+ 天', '456+ days'),
      removed: units('移除数量', 'Removed', { help: ['快照前 30 天申请的移除', 'Asked for in the 30 days up to the snapshot'] }),
      removalFee: figure('移除费', 'Removal fee'),
      returned: units('退货数量', 'Returned', { help: ['快照前 30 天收到的退货', 'Came back in the 30 days up to the snapshot'] }),
      refund: figure('退款', 'Refunds', { help: ['快照前 30 天账单里的退款', 'Refunds of reports in the 30 days up to the snapshot'] }),
      inbound: units('入库中', 'Inbound'),
      reserved: units('预留', 'Reserved'),
      unfulfillable: units('不可售', 'Unfulfillable'),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, filter: 'select' }),
    },
    list: {
      search: false,
      sort: { field: 'surcharge', way: 'DESC' },
      shownAs: { card: { title: 'shopId', subtitle: 'snapshotOn', amount: 'surcharge' } },
      empty: [
        '导入库存状况（库龄）报告后，这里按站点汇总库存、库龄、移除和退款',
        'Stock by marketplace appears here once ages are imported',
      ],
    },
    storage: { primary: ['shopId', 'currency'] },
  },
  db => {
    const aged = anyTable(db)
      .selectFrom('fba_stock_age as f')
      .innerJoin(newestSnapshots(db).as('n'), join => join.on(sql<boolean>`n.shop_id = f.shop_id and n.snapshot_on = f.snapshot_on`))
      .groupBy([sql`f.shop_id`, sql`f.snapshot_on`, sql`f.currency`])
      .select([
        sql<string>`f.shop_id`.as('shop_id'),
        sql<string>`f.snapshot_on`.as('snapshot_on'),
        sql<string>`f.currency`.as('currency'),
        sql<string>`coalesce(sum(f.next_storage), 0)`.as('next_storage'),
        sql<string>`sum(${sql.raw(surcharges.join(' + '))})`.as('surcharge'),
        ...Object.entries(stock).map(([name, column]) => sql<number>`coalesce(sum(${sql.ref(`f.${column}`)}), 0)::int`.as(columnOf(name))),
      ])
    const within = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
      sql<boolean>`${day} > a.snapshot_on - ${sql.lit(days)} and ${day} <= a.snapshot_on`
    return anyTable(db)
      .selectFrom(aged.as('a'))
      .innerJoin('shop as s', join => join.on(sql<boolean>`s.id = a.shop_id`))
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom('fba_removal_order as r')
            .where(sql<boolean>`r.shop_id = a.shop_id and ${within(sql`r.reported_on`)}`)
            .select([sql<string>`sum(r.requested - r.cancelled)`.as('removed'), sql<string>`sum(r.fee)`.as('removal_fee')])
            .as('m'),
        join => join.onTrue(),
      )
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom('fba_return as r')
            .where(sql<boolean>`r.shop_id = a.shop_id and ${within(sql`r.reported_on`)}`)
            .select(sql<string>`sum(r.quantity)`.as('returned'))
            .as('b'),
        join => join.onTrue(),
      )
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom(`${byDay} as g`)
            .innerJoin('amazon_type_map as t', join =>
              join.on(sql<boolean>`t.kind_id = g.kind_id and t.valid_from <= date_trunc('month', g.day)
                and (t.valid_to is null or t.valid_to > date_trunc('month', g.day)) and t.item in (${refundItems})`),
            )
            .where(sql<boolean>`g.shop_id = a.shop_id and g.currency = a.currency and ${within(sql`g.day`)}`)
            .select(sql<string>`sum(g.amount)`.as('refund'))
            .as('c'),
        join => join.onTrue(),
      )
      .select([
        ...['shop_id', 'snapshot_on', 'currency', ...Object.keys(stock).map(columnOf)].map(name => sql.ref<string>(`a.${name}`).as(name)),
        sql<string>`s.marketplace_code`.as('marketplace_code'),
        sql<string>`round(a.next_storage, 4)`.as('next_storage'),
        sql<string>`round(a.surcharge, 4)`.as('surcharge'),
        sql<string>`coalesce(m.removed, 0)::int`.as('removed'),
        sql<string>`round(coalesce(m.removal_fee, 0), 4)`.as('removal_fee'),
        sql<string>`coalesce(b.returned, 0)::int`.as('returned'),
        sql<string>`round(coalesce(c.refund, 0), 4)`.as('refund'),
      ])
  },
)
