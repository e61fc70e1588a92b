/** 盘点准确率: how many lines of a count that was posted had no difference, and how far off it was in units. For who decides on differences. */
import { sql } from 'kysely'
import { bigInteger, choice, date, decimal, integer, reference } from '#platform/declare/fields.ts'
import { needs } from '#platform/declare/operations.ts'
import { granted } from '#platform/declare/scope.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { countKinds, goodsCount, type goodsCountLine } from '../documents/count-tables.ts'
import { goodsRights } from '../documents/words.ts'

/** it says how much the books said */
export const accuracyDemand = needs('goodsCount', goodsRights.decide.operation)
const posted = goodsCount.fields.state.choices.posted[0]
const lines = (zh: string, en: string) => integer(zh, en, { total: true, sort: true, width: 90 })
const off = sql`coalesce(l.difference, 0)`
const book = sql`coalesce(l.book2, l.book1, 0)`
const see = goodsRights.price
const value = (zh: string, en: string) => decimal(zh, en, 2, { optional: true, total: true, sort: true, see, width: 120 })
const cost = sql`l.unit_cost`
const units = (zh: string, en: string) => decimal(zh, en, 6, { total: true, sort: true, width: 110 })

export const countAccuracy = view(
  'goods_count_accuracy',
  {
    type: 'goodsCountAccuracy',
    title: ['盘点准确率', 'Accuracy of counts'],
    access: { scope: granted('warehouse_id', 'warehouses'), permission: 'goodsCount' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true, computed: true }),
      countId: reference('盘点单', 'Stock count', 'goods_count', { filter: 'select', width: 150 }),
      warehouseId: reference('仓库', 'Warehouse', 'warehouse', { filter: 'select', sort: true, width: 130 }),
      kind: choice('类型', 'Kind', countKinds, { filter: 'select', width: 90 }),
      businessOn: date('盘点日期', 'Counted on', { filter: 'range', sort: true, width: 110 }),
      lineCount: lines('行数', 'Lines'),
      exact: lines('无差异行', 'Without difference'),
      accuracy: decimal('行准确率（%）', 'Lines exact (%)', 2, { optional: true, sort: true, width: 120 }),
      book: units('账面数量', 'Book quantity'),
      off: units('差异数量', 'Units off'),
      net: units('盈亏净额', 'Net difference'),
      deviation: decimal('数量差异率（%）', 'Units off (%)', 2, {
        optional: true,
        sort: true,
        width: 130,
        help: ['差异数量（不分盈亏）÷ 账面数量', 'Units off, more or less, by the book quantity'],
      }),
      bookValue: value('账面金额（CNY）', 'Book value (CNY)'),
      offValue: value('差异金额（CNY）', 'Value off (CNY)'),
      valueDeviation: decimal('金额差异率（%）', 'Value off (%)', 2, {
        optional: true,
        sort: true,
        see,
        width: 130,
        help: [
          '差异金额（不分盈亏）÷ 账面金额，按过账时的单位成本',
          'Value off, more or less, by the book value, at the unit costs of the posting',
        ],
      }),
    },
    list: {
      search: false,
      sort: { field: 'businessOn', way: 'DESC' },
      shownAs: { card: { title: 'countId', subtitle: 'warehouseId', amount: 'accuracy' } },
      empty: ['盘点单过账后，这里显示有多少行没有差异', 'How many lines of each posted count had no difference'],
    },
    storage: { primary: ['countId'] },
  },
  db =>
    tablesOf<typeof goodsCount | typeof goodsCountLine>(db)
      .selectFrom('goods_count as d')
      .innerJoin('goods_count_line as l', join => join.on(sql<boolean>`l.count_id = d.id`))
      .where(sql<boolean>`d.state = ${sql.lit(posted)}`)
      .groupBy([sql`d.id`, sql`d.org_id`, sql`d.warehouse_id`, sql`d.kind`, sql`d.business_on`])
      .select([
        ...['org_id', 'warehouse_id', 'kind', 'business_on'].map(name => sql.ref<string>(`d.${name}`).as(name)),
        sql<string>`d.id`.as('count_id'),
        sql<number>`count(*)::int`.as('line_count'),
        sql<number>`(count(*) filter (where ${off} = 0))::int`.as('exact'),
        sql<string>`round(100.0 * count(*) filter (where ${off} = 0) / nullif(count(*), 0), 2)`.as('accuracy'),
        sql<string>`sum(${book})`.as('book'),
        sql<string>`sum(abs(${off}))`.as('off'),
        sql<string>`sum(${off})`.as('net'),
        sql<string>`round(100 * sum(abs(${off})) / nullif(sum(${book}), 0), 2)`.as('deviation'),
        sql<string>`round(sum(${book} * ${cost}), 2)`.as('book_value'),
        sql<string>`round(sum(abs(${off}) * ${cost}), 2)`.as('off_value'),
        sql<string>`round(100 * sum(abs(${off}) * ${cost}) / nullif(sum(${book} * ${cost}), 0), 2)`.as('value_deviation'),
      ]),
)
