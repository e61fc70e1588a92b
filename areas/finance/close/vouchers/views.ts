/**
 * 科目余额表 and 凭证核对: what accounts began with, moved and ended with by month; and what each item of the profit report comes to beside
 * what vouchers say of it.
 */
import { sql } from 'kysely'
import { choice, money, month, reference, text } from '#platform/declare/fields.ts'
import { everybody } from '#platform/declare/scope.ts'
import type { Db } from '#platform/server/area.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { amounts } from '../../facts/amounts.ts'
import { costs } from '../../costs/costs.ts'
import { corrections } from '../../facts/corrections/tables.ts'
import { monthsOf } from './facts.ts'
import {
  accountClasses,
  baseCurrency,
  outsideProfit,
  rounding,
  sides,
  topics,
  voucherEvents,
  voucherPermission,
  voucherStates,
} from './words.ts'

const company = () => reference('公司主体', 'Legal entity', 'company', { filter: 'select', sort: true, width: 180 })
const amount = (zh: string, en: string, more: object = {}) => money(zh, en, { total: true, sort: true, width: 130, ...more })
const counts = sql<boolean>`v.state <> ${sql.lit(voucherStates.replaced[0])}`

/** What each account moved in each month. */
const moved = (db: Db) =>
  db
    .selectFrom('voucher_entry as e')
    .innerJoin('voucher as v', 'v.id', 'e.voucher_id')
    .where(counts)
    .groupBy(['e.org_id', 'e.company_id', 'e.account_id', 'e.month'])
    .select(['e.org_id', 'e.company_id', 'e.account_id', 'e.month'])
    .select([sql<string>`sum(e.debit)`.as('debit'), sql<string>`sum(e.credit)`.as('credit'), sql<string>`sum(e.cny)`.as('cny')])

/** Every month of a company from the first one of the account. */
const spans = (db: Db) => {
  const months = db.selectFrom(moved(db).as('m')).select(['m.company_id', 'm.month']).distinct()
  const accounts = db
    .selectFrom(moved(db).as('a'))
    .groupBy(['a.org_id', 'a.company_id', 'a.account_id'])
    .select(['a.org_id', 'a.company_id', 'a.account_id', sql<string>`min(a.month)`.as('since')])
  const words = db.selectFrom('voucher_account as w').select(['w.id', 'w.code', 'w.class', 'w.side'])
  return db
    .selectFrom(accounts.as('a'))
    .innerJoin(months.as('m'), j => j.onRef('m.company_id', '=', 'a.company_id').on(sql<boolean>`m.month >= a.since`))
    .leftJoin(moved(db).as('x'), j => j.onRef('x.account_id', '=', 'a.account_id').onRef('x.month', '=', 'm.month'))
    .innerJoin(words.as('k'), j => j.onRef('k.id', '=', 'a.account_id'))
    .select(['k.code', 'k.class', 'k.side', 'a.org_id', 'a.company_id', 'a.account_id', 'm.month', 'x.debit', 'x.credit', 'x.cny'])
}

const before = sql`over (partition by s.account_id order by s.month rows between unbounded preceding and 1 preceding)`
const upTo = sql`over (partition by s.account_id order by s.month)`

export const voucherBalance = view(
  'voucher_balance',
  {
    type: 'voucherBalance',
    title: ['科目余额表', 'Trial balance'],
    access: { scope: everybody, permission: voucherPermission },
    fields: {
      month: month('会计期间', 'Period', { filter: 'range', sort: true }),
      code: text('科目编码', 'Code', { max: 40, sort: true, width: 120 }),
      accountId: reference('会计科目', 'Account', 'voucher_account', { filter: 'select', width: 220 }),
      class: choice('科目类别', 'Class', accountClasses, { filter: 'select', filterAs: 'tags', width: 90 }),
      opening: amount('期初余额', 'Opening', { help: ['借方为正，贷方为负。', 'Debit is positive, credit is negative.'] }),
      debit: amount('本期借方', 'Debit'),
      credit: amount('本期贷方', 'Credit'),
      closing: amount('期末余额', 'Closing', { help: ['借方为正，贷方为负。', 'Debit is positive, credit is negative.'] }),
      side: choice('余额方向', 'Balance side', sides, { filter: 'select', width: 90 }),
      companyId: company(),
      cny: amount('本期净额（人民币）', 'Net in CNY', {
        width: 150,
        help: ['借方减贷方；损益类合计取负数，加上银行损益，与利润报表一致。', 'Debit less credit in CNY.'],
      }),
    },
    list: {
      search: false,
      balancesOf: 'month',
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'accountId', subtitle: 'month', amount: 'closing' } },
      empty: ['生成凭证后，这里按月显示每个科目的期初、发生额和期末', 'Openings, movements and closings by month'],
    },
    record: { label: 'code' },
    storage: { primary: ['companyId', 'month', 'accountId'] },
  },
  db =>
    db
      .selectFrom(spans(db).as('s'))
      .select([
        's.org_id',
        's.company_id',
        's.account_id',
        's.month',
        's.code',
        's.class',
        's.side',
        sql<string>`coalesce(sum(s.debit - s.credit) ${before}, 0)`.as('opening'),
        sql<string>`coalesce(s.debit, 0)`.as('debit'),
        sql<string>`coalesce(s.credit, 0)`.as('credit'),
        sql<string>`coalesce(sum(s.debit - s.credit) ${upTo}, 0)`.as('closing'),
        sql<string>`coalesce(s.cny, 0)`.as('cny'),
      ]),
)

/** cents that rounding may leave on each line */
const cent = sql`0.01`
const none = (...names: readonly string[]) => names.map(name => sql<string | null>`null::numeric`.as(name))
type Of = 'amount' | 'cost' | 'correction'
const rollups = { amount: amounts, cost: costs, correction: corrections } as const
/** Amounts of one roll-up in CNY by company, month and item; null where a rate is missing. */
const reported = (db: Db, of: Of): ReturnType<typeof booked> => {
  const rows = anyTable(db)
    .selectFrom(`${monthsOf(rollups[of])} as f`)
    .innerJoin('shop as s', 's.id', 'f.shop_id')
    .leftJoin('currency_rate as r', j =>
      j.onRef('r.org_id', '=', 's.org_id').onRef('r.currency', '=', 'f.currency').onRef('r.month', '=', 'f.month'),
    )
    .where('s.company_id', 'is not', null)
  const mapped =
    of === 'amount'
      ? rows.innerJoin('amazon_type_map as m', j =>
          j.on(sql<boolean>`m.kind_id = f.kind_id and m.valid_from <= f.month and (m.valid_to is null or m.valid_to > f.month)`),
        )
      : rows
  const item = of === 'amount' ? sql<number>`m.item` : sql<number>`f.item`
  return mapped
    .groupBy(['s.org_id', 's.company_id', 'f.month', item])
    .select(['s.org_id', 's.company_id', 'f.month', item.as('item')])
    .select([
      sql<string>`sum(f.amount * case when f.currency = ${sql.lit(baseCurrency)} then 1 else r.rate end)`.as('report'),
      ...none('made', 'rests', 'lines'),
    ]) as ReturnType<typeof booked>
}
/** sources that the profit report adds up */
const ofProfitReport = [topics.platform[0], topics.cost[0], topics.correction[0], topics.rounding[0]]
const booked = (db: Db) =>
  db
    .selectFrom('voucher_source as x')
    .innerJoin('voucher as v', 'v.id', 'x.voucher_id')
    .where(counts)
    .where(sql<boolean>`v.topic in (${sql.join(ofProfitReport.map(code => sql.lit(code)))})`)
    .groupBy(['v.org_id', 'v.company_id', 'x.month', 'x.item'])
    .select(['v.org_id', 'v.company_id', 'x.month', 'x.item'])
    .select([
      ...none('report'),
      sql<string>`sum(x.cny)`.as('made'),
      sql<string>`sum(x.amount * x.rate)`.as('rests'),
      sql<string>`count(*)::numeric`.as('lines'),
    ])
/** Months that have vouchers: each may have a rest of its rounding. */
const months = (db: Db) =>
  db
    .selectFrom('voucher as v')
    .where(counts)
    .select(['v.org_id', 'v.company_id', 'v.month', sql<number>`${sql.lit(rounding)}::smallint`.as('item')])
    .select(none('report', 'made', 'rests', 'lines'))
    .distinct()

const isRest = sql<boolean>`c.item = ${sql.lit(rounding)}`
/** Less than a cent for each line that it rests on is rounding. */
const isSame = sql`(c.made = c.report or abs(c.made - c.report) < ${cent} * c.lines)`
const isOutside = sql<boolean>`c.item in (${sql.join(outsideProfit.map(code => sql.lit(code)))})`
/** Items of the profit of the company and month. */
const ofProfit = sql`filter (where not (${isRest} or ${isOutside})) over (partition by c.org_id, c.company_id, c.month)`

export const voucherCheck = view(
  'voucher_check',
  {
    type: 'voucherCheck',
    title: ['凭证核对', 'Vouchers against the profit'],
    access: { scope: everybody, permission: voucherPermission },
    fields: {
      month: month('会计期间', 'Period', { filter: 'range', sort: true }),
      item: choice('财务科目', 'Finance item', voucherEvents, { filter: 'select', sort: true, width: 160 }),
      inProfit: choice('计入利润', 'In the profit', { yes: [1, '是', 'Yes'], no: [2, '否', 'No'] }, { filter: 'select', width: 90 }),
      report: amount('利润报表（人民币）', 'Profit report (CNY)', {
        width: 150,
        help: [
          '每个科目四舍五入到分；“尾差”是利润合计四舍五入后，比各科目之和多出的金额。',
          'Each item rounded to the cent; “Rounding” is what the rounded profit is more than the sum of its items.',
        ],
      }),
      made: amount('凭证（人民币）', 'Vouchers (CNY)', { width: 140 }),
      difference: amount('差异', 'Difference', { optional: true }),
      state: choice(
        '结果',
        'Result',
        { same: [1, '一致', 'Same', 'good'], differs: [2, '有差异', 'Differs', 'bad'], cents: [3, '仅尾差', 'Cents alone', 'quiet'] },
        {
          filter: 'select',
          width: 90,
          help: [
            '差额不到依据行数 × 0.01 的为一致。仅尾差：金额与利润报表相同，只是取整到分的位置不同；见于以前的规则生成的凭证，和只能看到部分店铺时。',
            'Same: less than 0.01 for each line it rests on. Cents alone: of the same amounts, rounded elsewhere.',
          ],
        },
      ),
      companyId: company(),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'item', subtitle: 'month', amount: 'difference', state: 'state' } },
      empty: ['生成凭证后，这里把每个财务科目的凭证金额与利润报表并排', 'Amounts of vouchers beside the profit report, item by item'],
    },
    record: { label: 'item' },
    storage: { primary: ['companyId', 'month', 'item'] },
  },
  db => {
    const all = reported(db, 'amount')
      .unionAll(reported(db, 'cost'))
      .unionAll(reported(db, 'correction'))
      .unionAll(booked(db))
      .unionAll(months(db))
    const sums = db
      .selectFrom(all.as('u'))
      .innerJoin(months(db).as('n'), j => j.on(sql<boolean>`n.company_id = u.company_id and n.month = u.month`))
      .groupBy(['u.org_id', 'u.company_id', 'u.month', 'u.item'])
      .select(['u.org_id', 'u.company_id', 'u.month', 'u.item'])
      .select((['report', 'made', 'rests', 'lines'] as const).map(name => sql<string>`coalesce(sum(${sql.ref(`u.${name}`)}), 0)`.as(name)))
    const compared = db
      .selectFrom(sums.as('c'))
      .select(['c.org_id', 'c.company_id', 'c.month', 'c.item', 'c.made', 'c.lines'])
      .select([
        sql<number>`case when ${isOutside} then 2 else 1 end::smallint`.as('in_profit'),
        sql<string>`case when ${isRest} then coalesce(round(sum(c.report) ${ofProfit}, 2) - sum(round(c.report, 2)) ${ofProfit}, 0)
          else round(c.report, 2) end`.as('report'),
        sql<boolean>`case when ${isRest} then bool_and(c.report = c.rests) ${ofProfit} else c.report = c.rests end`.as('is_of_these'),
      ])
    return db
      .selectFrom(compared.as('c'))
      .where(sql<boolean>`not ${isRest} or c.report <> 0 or c.made <> 0`)
      .select(['c.org_id', 'c.company_id', 'c.month', 'c.item', 'c.in_profit', 'c.report', 'c.made'])
      .select([
        sql<string | null>`case when ${isSame} then null else c.made - c.report end`.as('difference'),
        sql<number>`case when ${isSame} then 1 when c.is_of_these then 3 else 2 end::smallint`.as('state'),
      ])
  },
)
