/**
 * Balances of accounts and wallets as positions: by day as their statements print them, and by month with what the month brought, the
 * exchange differences it realised, those it did not, and what it still misses.
 */
import { sql, type RawBuilder } from 'kysely'
import { choice, date, decimal, integer, money, month, reference, referenceBy } from '#platform/declare/fields.ts'
import { everybody } from '#platform/declare/scope.ts'
import { homeZone } from '#platform/format/zones.ts'
import type { Db } from '#platform/server/area.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { positionPermission } from '../../base/match-words.ts'

const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 })
const account = () => reference('账户', 'Account', 'bank_account', { filter: 'select', width: 180 })
const amount = (zh: string, en: string, more: object = {}) => money(zh, en, { currency: 'currency', sort: true, width: 130, ...more })
const yuan = (zh: string, en: string, more: object = {}) => money(zh, en, { optional: true, total: true, sort: true, width: 140, ...more })

const [isIn, isOut] = [sql`s.direction = 1`, sql`s.direction = 2`]
/** Of each account, currency and day: what moved, and the last balance that a statement prints. */
const daysOf = (db: Db) =>
  db
    .selectFrom('bank_statement as s')
    .groupBy(['s.org_id', 's.account_id', 's.currency', 's.posted_on'])
    .select([
      's.org_id',
      's.account_id',
      's.currency',
      's.posted_on',
      sql<string>`coalesce(sum(s.income) filter (where ${isIn}), 0)`.as('income'),
      sql<string>`coalesce(sum(s.outgo) filter (where ${isOut}), 0)`.as('outgo'),
      sql<string | null>`(array_agg(s.balance order by s.id desc) filter (where s.balance is not null))[1]`.as('printed'),
      sql<number>`count(*) filter (where s.direction in (1, 2) and s.matched < s.income + s.outgo)`.as('open_lines'),
      sql<string>`coalesce(sum(s.income + s.outgo - s.matched) filter (where s.direction in (1, 2)), 0)`.as('open_amount'),
    ])
const perAccount = sql`partition by d.org_id, d.account_id, d.currency`
/** Days from one printed balance to the next go together. */
const joined = (db: Db) =>
  db
    .selectFrom(daysOf(db).as('d'))
    .selectAll('d')
    .select(sql<number>`count(d.printed) over (${perAccount} order by d.posted_on)`.as('stretch'))
const inStretch = sql`partition by d.org_id, d.account_id, d.currency, d.stretch order by d.posted_on`
const closing: RawBuilder<string> = sql`case when d.stretch = 0 then sum(d.income - d.outgo) over (${inStretch})
  else first_value(d.printed) over (${inStretch}) + sum(d.income - d.outgo) over (${inStretch})
    - first_value(d.income - d.outgo) over (${inStretch}) end`
const closedDays = (db: Db) => db.selectFrom(joined(db).as('d')).selectAll('d').select(closing.as('closing'))

const monthOf = (day: string): RawBuilder<string> => sql`date_trunc('month', ${sql.ref(day)})::date`
/** CNY of one unit in the month; null: none is there. */
const rateIn = (db: Db, alias: string, code: string, first: RawBuilder<unknown>) =>
  sql<string | null>`case when ${sql.ref(code)} = 'CNY' then 1 else (${tablesOf<'currency_rate'>(db)
    .selectFrom(`currency_rate as ${alias}`)
    .select(`${alias}.rate`)
    .where(sql<boolean>`${sql.ref(`${alias}.currency`)} = ${sql.ref(code)} and ${sql.ref(`${alias}.month`)} = ${first}`)}) end`

export const bankPosition = view(
  'bank_position',
  {
    type: 'bankPosition',
    title: ['资金余额', 'Balances by day'],
    access: { scope: everybody, permission: positionPermission },
    fields: {
      day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
      accountId: account(),
      currency: currency(),
      income: amount('收入', 'In', { total: true }),
      outgo: amount('支出', 'Out', { total: true }),
      closing: amount('日终余额', 'Balance', {
        help: ['流水打印的余额；没有打印的日期由前一余额加减当天收支得出。', 'As printed, else carried on by what moved.'],
      }),
      basis: choice(
        '余额来源',
        'Told by',
        {
          printed: [1, '流水打印', 'Statement', 'good'],
          carried: [2, '推算', 'Carried on', 'info'],
          fromZero: [3, '无期初', 'No opening', 'warn'],
        },
        { filter: 'select', width: 100 },
      ),
      value: yuan('折合人民币（元）', 'In CNY', { total: false, help: ['按公司当月汇率。', 'At the company’s rate of the month.'] }),
      openLines: integer('未核流水', 'Lines not matched', { total: true, sort: true, width: 100 }),
    },
    list: {
      search: false,
      sort: { field: 'day', way: 'DESC' },
      shownAs: { card: { title: 'accountId', subtitle: 'day', amount: 'closing', state: 'basis' } },
      empty: ['导入流水后，这里按天显示每个账户和钱包的余额', 'Balances of each day with movement, once statements are imported'],
    },
    record: { label: 'day' },
    storage: { primary: ['accountId', 'currency', 'day'] },
  },
  db =>
    db
      .selectFrom(closedDays(db).as('p'))
      .select([
        'p.org_id',
        'p.posted_on as day',
        'p.account_id',
        'p.currency',
        'p.income',
        'p.outgo',
        'p.closing',
        sql<number>`case when p.printed is not null then 1 when p.stretch > 0 then 2 else 3 end::smallint`.as('basis'),
        sql<string | null>`round(p.closing * ${rateIn(db, 'r', 'p.currency', monthOf('p.posted_on'))}, 2)`.as('value'),
        sql<number>`p.open_lines::int`.as('open_lines'),
      ]),
)

/** Each month of an account from its first to the running one, with its last balance where it has lines. */
const monthsOf = (db: Db) => {
  const sums = db
    .selectFrom(closedDays(db).as('p'))
    .groupBy(['p.org_id', 'p.account_id', 'p.currency', monthOf('p.posted_on')])
    .select([
      'p.org_id',
      'p.account_id',
      'p.currency',
      monthOf('p.posted_on').as('month'),
      sql<string>`sum(p.income)`.as('income'),
      sql<string>`sum(p.outgo)`.as('outgo'),
      sql<string>`sum(p.open_lines)`.as('open_lines'),
      sql<string>`sum(p.open_amount)`.as('open_amount'),
      sql<string>`(array_agg(p.closing order by p.posted_on desc))[1]`.as('closing'),
      sql<string>`(array_agg(p.closing - p.income + p.outgo order by p.posted_on))[1]`.as('first_opening'),
    ])
  const spans = db
    .selectFrom(daysOf(db).as('d'))
    .groupBy(['d.org_id', 'd.account_id', 'd.currency'])
    .select(['d.org_id', 'd.account_id', 'd.currency'])
    .select(
      sql<string>`generate_series(date_trunc('month', min(d.posted_on)), (now() at time zone ${sql.lit(homeZone)})::date,
        interval '1 month')::date`.as('month'),
    )
  return db
    .selectFrom(spans.as('d'))
    .leftJoin(sums.as('m'), join =>
      join.onRef('m.account_id', '=', 'd.account_id').onRef('m.currency', '=', 'd.currency').onRef('m.month', '=', 'd.month'),
    )
    .select(['d.org_id', 'd.account_id', 'd.currency', 'd.month', 'm.income', 'm.outgo', 'm.open_lines', 'm.open_amount', 'm.closing'])
    .select(['m.first_opening', sql<number>`count(m.closing) over (${perAccount} order by d.month)`.as('stretch')])
}
/** A month without lines ends as it began. */
const carried = (db: Db) =>
  db
    .selectFrom(monthsOf(db).as('d'))
    .selectAll('d')
    .select(
      sql<string>`first_value(d.closing) over (partition by d.org_id, d.account_id, d.currency, d.stretch order by d.month)`.as('ends'),
    )
const opened = (db: Db) =>
  db
    .selectFrom(carried(db).as('d'))
    .selectAll('d')
    .select(sql<string>`coalesce(lag(d.ends) over (${perAccount} order by d.month), d.first_opening)`.as('begins'))

export const bankMonth = view(
  'bank_month',
  {
    type: 'bankMonth',
    title: ['资金月报', 'Balances by month'],
    access: { scope: everybody, permission: positionPermission },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      accountId: account(),
      currency: currency(),
      opening: amount('月初余额', 'Opening'),
      income: amount('收入', 'In', { total: true }),
      outgo: amount('支出', 'Out', { total: true }),
      closing: amount('月末余额', 'Closing'),
      state: choice(
        '本月还缺',
        'Still misses',
        {
          whole: [1, '不缺', 'Nothing', 'good'],
          lines: [2, '流水未核对', 'Lines not matched', 'warn'],
          rate: [3, '缺汇率', 'Exchange rate', 'bad'],
          statement: [4, '没有流水', 'No statement', 'bad'],
          gap: [5, '余额接不上', 'Balances do not join', 'bad'],
        },
        { filter: 'select', width: 110 },
      ),
      openLines: integer('未核流水', 'Lines not matched', { total: true, sort: true, width: 100 }),
      openAmount: amount('未核金额', 'Amount not matched'),
      rate: decimal('月末汇率', 'Rate', 10, { optional: true, width: 100 }),
      value: yuan('月末折合人民币（元）', 'Closing in CNY'),
      realised: yuan('已实现汇兑差额（元）', 'Realised difference (CNY)'),
      unrealised: yuan('未实现汇兑差额（元）', 'Unrealised difference (CNY)', {
        help: [
          '月初余额按本月汇率与上月汇率折算之差；本月收支按本月汇率。',
          'The opening balance at this month’s rate less at that of the month before; what moved is at this month’s.',
        ],
      }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'accountId', subtitle: 'month', amount: 'closing', state: 'state' } },
      empty: ['导入流水后，这里按月显示每个账户的余额、汇兑差额和还缺什么', 'Balances, differences and what lacks, month by month'],
    },
    record: { label: 'month' },
    storage: { primary: ['accountId', 'currency', 'month'] },
  },
  db => {
    const valued = db
      .selectFrom(opened(db).as('m'))
      .selectAll('m')
      .select([
        rateIn(db, 'r', 'm.currency', sql`m.month`).as('rate'),
        rateIn(db, 'b', 'm.currency', sql`(m.month - interval '1 month')::date`).as('before'),
        sql<string | null>`(${db
          .selectFrom('bank_match as x')
          .select(sql<string>`sum(x.realised)`.as('sum'))
          .where(
            sql<boolean>`x.booked_account_id = m.account_id and x.booked_currency = m.currency and x.realised is not null
              and x.matched_on >= m.month and x.matched_on < (m.month + interval '1 month')::date`,
          )})`.as('realised'),
      ])
    return db.selectFrom(valued.as('v')).select([
      'v.org_id',
      'v.month',
      'v.account_id',
      'v.currency',
      'v.begins as opening',
      sql<string>`coalesce(v.income, 0)`.as('income'),
      sql<string>`coalesce(v.outgo, 0)`.as('outgo'),
      'v.ends as closing',
      sql<number>`case when v.closing is null then 4 when v.begins + v.income - v.outgo <> v.ends then 5
        when v.rate is null then 3 when v.open_lines > 0 then 2 else 1 end::smallint`.as('state'),
      sql<number>`coalesce(v.open_lines, 0)::int`.as('open_lines'),
      sql<string>`coalesce(v.open_amount, 0)`.as('open_amount'),
      'v.rate',
      sql<string | null>`round(v.ends * v.rate, 2)`.as('value'),
      'v.realised',
      sql<string | null>`round(v.begins * (v.rate - v.before), 2)`.as('unrealised'),
    ])
  },
)
