/**
 * What the stock is worth at the end of each month, three ways: the values by place (running sums of what came and went), what lies in the
 * layers (their units that were not taken), and the ledger (documents less cost lines). They are one figure, or something is wrong.
 */
import { bigInteger, choice, money, month, reference } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { sql, type RawBuilder } from 'kysely'
import type { AnyDb } from '#platform/server/area.ts'
import { costAmounts, costMethodChoices, permissions } from './words.ts'

const sum = (zh: string, en: string) => money(zh, en, { optional: true, see: costAmounts, width: 140 })
const figures = ['value', 'layers', 'amount', 'down'] as const
type Given = Readonly<Partial<Record<(typeof figures)[number], RawBuilder<string>>>>
/** One shape of sums by month for each of the tables. */
const sumsBy = (db: AnyDb, table: string, given: Given) =>
  db
    .selectFrom(`${table} as t`)
    .groupBy(['t.org_id', 't.month'])
    .select([
      sql<string>`t.org_id`.as('org_id'),
      sql<string>`t.month`.as('month'),
      ...figures.map(name => (given[name] === undefined ? zero : sql<string>`sum(${given[name]})`).as(name)),
    ])
const zero = sql<string>`0::numeric(20,4)`
const worth = sql<string>`t.purchase + t.first_leg + t.duty + t.other`

/** What there is at the end of each month; ledger and write-downs are all that came until then. */
function monthSums(db: AnyDb) {
  const posted = sql<string>`case when t.state = 1 then t.amount else 0 end`
  const each = sumsBy(db, 'stock_value', { value: worth, layers: sql<string>`t.in_layers` })
    .unionAll(sumsBy(db, 'stock_ledger', { amount: sql<string>`t.amount` }))
    .unionAll(sumsBy(db, 'stock_write_down', { down: posted }))
  return db
    .selectFrom(each.as('m'))
    .groupBy(['m.org_id', 'm.month'])
    .select([
      sql<string>`m.org_id`.as('org_id'),
      sql<string>`m.month`.as('month'),
      sql<string>`sum(m.value)`.as('value'),
      sql<string>`sum(m.layers)`.as('layers'),
      sql<string>`sum(sum(m.amount)) over (partition by m.org_id order by m.month)`.as('ledger'),
      sql<string>`sum(sum(m.down)) over (partition by m.org_id order by m.month)`.as('down'),
    ])
}

/** Places whose layers and values differ, in each month that with the greatest difference first. */
function placesOff(db: AnyDb) {
  const difference = sql`sum(t.in_layers) - sum(${worth})`
  return db
    .selectFrom('stock_value as t')
    .groupBy(['t.org_id', 't.month', 't.place_id'])
    .having(sql<boolean>`${difference} <> 0`)
    .select([
      sql<string>`t.org_id`.as('org_id'),
      sql<string>`t.month`.as('month'),
      sql<string>`t.place_id`.as('place_id'),
      sql<number>`row_number() over (partition by t.org_id, t.month order by abs(${difference}) desc, t.place_id)`.as('rank'),
    ])
}

export const stockProof = view(
  'stock_proof',
  {
    type: 'financeStockProof',
    title: ['存货核对', 'Proof of stock'],
    access: { scope: ownOrganisation, permission: permissions.books },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
      method: choice('成本方法', 'Cost method', costMethodChoices, { width: 120 }),
      layers: sum('批次合计', 'In layers'),
      ledger: sum('收发存合计', 'By movements'),
      value: sum('库存价值合计', 'Value by place'),
      difference: money('差异', 'Difference', { optional: true, see: costAmounts, sort: true, width: 120 }),
      writtenDown: sum('跌价准备', 'Written down'),
      net: sum('账面净值', 'Net value'),
      placeId: reference('差异最大的地点', 'Place of the difference', 'stock_place', { optional: true, width: 160 }),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 365 },
      titleField: 'method',
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'month', amount: 'difference' } },
      empty: [
        '登记入库成本后，这里核对每月末的批次、收发存和库存价值，差异应为零',
        'Layers, movements and values of each month end, once receipts are there',
      ],
    },
    storage: { primary: ['orgId', 'month'] },
  },
  db => {
    const tables = anyTable(db)
    return tables
      .selectFrom(monthSums(tables).as('s'))
      .innerJoin('organisation as o', 'o.id', 's.org_id')
      .leftJoin(placesOff(tables).as('p'), join => join.on(sql<boolean>`p.org_id = s.org_id and p.month = s.month and p.rank = 1`))
      .select([
        sql<string>`s.org_id`.as('org_id'),
        sql<string>`s.month`.as('month'),
        sql<number>`o.cost_method`.as('method'),
        sql<string>`s.layers`.as('layers'),
        sql<string>`s.ledger`.as('ledger'),
        sql<string>`s.value`.as('value'),
        sql<string>`greatest(s.layers, s.ledger, s.value) - least(s.layers, s.ledger, s.value)`.as('difference'),
        sql<string>`s.down`.as('written_down'),
        sql<string>`s.value - s.down`.as('net'),
        sql<string>`p.place_id`.as('place_id'),
      ])
  },
)
