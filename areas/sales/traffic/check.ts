/**
 * 流量核对: the two counts of a sales and traffic report beside each other. What ASINs have in a period of a file, and what the shop has on
 * these days; Amazon counts both on its own, and they differ by some units.
 */
import { sql } from 'kysely'
import { date, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { levels, trafficPermission } from './sheet.ts'

const told = ['shop_id', 'start_on', 'end_on', 'granularity', 'currency']
const named = (alias: string, names: readonly string[]) => names.map(name => sql.ref(`${alias}.${name}`).as(name))
const count = (zh: string, en: string) => integer(zh, en, { sort: true, width: 110 })

export const trafficCheck = view(
  'sales_traffic_check',
  {
    type: 'salesTrafficCheck',
    title: ['流量核对', 'Traffic by ASIN against days'],
    access: { scope: grantedShops, permission: trafficPermission },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 }),
      startOn: date('开始日期', 'From', { filter: 'range', sort: true, width: 110 }),
      endOn: date('结束日期', 'To', { filter: 'range', sort: true, width: 110 }),
      granularity: text('粒度', 'Granularity', { filter: 'equals', width: 90 }),
      asins: count('ASIN 数', 'ASINs'),
      asinUnits: count('ASIN 件数', 'Units by ASIN'),
      dayUnits: count('按天件数', 'Units by day'),
      unitsDifference: count('件数差异', 'Difference of units'),
      asinSessions: count('ASIN 访问', 'Sessions by ASIN'),
      daySessions: count('按天访问', 'Sessions by day'),
      sessionsDifference: count('访问差异', 'Difference of sessions'),
      asinSales: money('ASIN 销售额', 'Sales by ASIN', { currency: 'currency', sort: true, width: 120 }),
      daySales: money('按天销售额', 'Sales by day', { currency: 'currency', sort: true, width: 120 }),
      salesDifference: money('销售额差异', 'Difference of sales', { currency: 'currency', sort: true, width: 120 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 }),
    },
    list: {
      search: false,
      sort: { field: 'endOn', way: 'DESC' },
      shownAs: { card: { title: 'endOn', subtitle: 'granularity', amount: 'unitsDifference' } },
      empty: ['导入销售与流量报告后，这里按文件期间核对 ASIN 合计与每天合计', 'Sums by ASIN and by day are held against each other here'],
    },
    storage: { primary: ['shopId', 'startOn', 'endOn', 'granularity'] },
  },
  db => {
    const asins = anyTable(db)
      .selectFrom('sales_traffic as f')
      .where(sql<boolean>`f.level <> ${sql.lit(levels.day)}`)
      .select([
        ...named('f', told),
        sql`count(*)::int`.as('asins'),
        sql`sum(f.units)::int`.as('asin_units'),
        sql`sum(f.sessions)::int`.as('asin_sessions'),
        sql`sum(f.sales)`.as('asin_sales'),
      ])
      .groupBy(told.map(name => sql.ref(`f.${name}`)))
    const days = anyTable(db)
      .selectFrom('sales_traffic as d')
      .where(sql<boolean>`d.level = ${sql.lit(levels.day)} and d.shop_id = a.shop_id and d.end_on between a.start_on and a.end_on`)
      .select([
        sql`coalesce(sum(d.units), 0)::int`.as('day_units'),
        sql`coalesce(sum(d.sessions), 0)::int`.as('day_sessions'),
        sql`coalesce(sum(d.sales), 0)`.as('day_sales'),
      ])
    return db
      .selectFrom(asins.as('a'))
      .innerJoinLateral(days.as('b'), join => join.onTrue())
      .select([
        ...named('a', [...told, 'asins', 'asin_units', 'asin_sessions', 'asin_sales']),
        ...named('b', ['day_units', 'day_sessions', 'day_sales']),
        sql`a.asin_units - b.day_units`.as('units_difference'),
        sql`a.asin_sessions - b.day_sessions`.as('sessions_difference'),
        sql`a.asin_sales - b.day_sales`.as('sales_difference'),
      ])
  },
)
