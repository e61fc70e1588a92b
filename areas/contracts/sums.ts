/** What contracts come to: stamp duty by quarter, payments by month. Lists over contracts and their plans. */
import { sql } from 'kysely'
import { bigInteger, choice, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { company, contractRights, directions } from './words.ts'

const see = contractRights.money
const access = { scope: ownOrganisation, permission: 'contract' } as const
const sumOf = (zh: string, en: string, help?: readonly [string, string]) =>
  money(zh, en, { optional: true, currency: 'currency', see, total: true, sort: true, width: 130, ...(help === undefined ? {} : { help }) })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 80 })
const kind = () => reference('类型', 'Kind', 'contract_kind', { filter: 'select', width: 120 })
const quarter = sql<string>`to_char(c.stamp_on, 'YYYY"Q"Q')`

/** Finance files it each quarter. */
export const contractStamp = view(
  'contract_stamp',
  {
    type: 'contractStamp',
    title: ['印花税', 'Stamp duty'],
    access,
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      quarter: text('季度', 'Quarter', { filter: 'contains', sort: true, width: 100 }),
      companyId: company({ sort: true }),
      kindId: kind(),
      currency: currency(),
      contracts: integer('合同数', 'Contracts', { total: true, width: 90 }),
      stampBase: sumOf('计税金额', 'Dutiable amount', [
        '合同金额不含税；框架合同按已开票',
        'Amount without tax; of frameworks what was invoiced',
      ]),
      stampTax: sumOf('应纳印花税', 'Stamp duty'),
    },
    list: {
      search: false,
      sort: { field: 'quarter', way: 'DESC' },
      shownAs: { card: { title: 'quarter', subtitle: 'kindId', amount: 'stampTax' } },
      empty: ['签订的合同按季度、公司和类型汇总应纳的印花税', 'Stamp duty of signed contracts by quarter, company and kind'],
    },
    record: { label: 'quarter' },
    storage: { primary: ['quarter', 'companyId', 'kindId', 'currency'] },
  },
  db =>
    db
      .selectFrom('contract as c')
      .where('c.stamped', '=', 1)
      .select(['c.org_id', 'c.company_id', 'c.kind_id', 'c.currency', quarter.as('quarter')])
      .select([sql<number>`count(*)::int`.as('contracts'), sql<string>`sum(c.stamp_base)`.as('stamp_base')])
      .select(sql<string>`sum(c.stamp_tax)`.as('stamp_tax'))
      .groupBy(['c.org_id', 'c.company_id', 'c.kind_id', 'c.currency', quarter]),
)

const month = sql<string>`to_char(p.planned_on, 'YYYY-MM')`
export const contractMonth = view(
  'contract_month',
  {
    type: 'contractMonth',
    title: ['收付汇总', 'Payments by month'],
    access,
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      month: text('月份', 'Month', { filter: 'contains', sort: true, width: 90 }),
      direction: choice('方向', 'Way', directions, { filter: 'select', width: 80 }),
      companyId: company({ sort: true }),
      kindId: kind(),
      partyName: text('对方名称', 'Party', { filter: 'contains', sort: true, width: 200 }),
      currency: currency(),
      planned: sumOf('计划收付', 'Planned'),
      matched: sumOf('已收付', 'Matched'),
      open: sumOf('未收付', 'Open'),
      late: sumOf('逾期金额', 'Overdue'),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'partyName', subtitle: 'month', tags: ['direction'], amount: 'open' } },
      empty: ['签订的合同按月、对方和类型汇总：计划、已收付、未收付、逾期', 'Plans of signed contracts by month, party and kind'],
    },
    record: { label: 'partyName' },
    storage: { primary: ['month', 'direction', 'companyId', 'kindId', 'partyName', 'currency'] },
  },
  db =>
    db
      .selectFrom('contract_plan as p')
      .where('p.counts', '=', 1)
      .select(['p.org_id', 'p.direction', 'p.company_id', 'p.kind_id', 'p.party_name', 'p.currency', month.as('month')])
      .select([sql<string>`sum(p.amount)`.as('planned'), sql<string>`sum(p.matched)`.as('matched')])
      .select([sql<string>`sum(p.open)`.as('open'), sql<string>`sum(p.late)`.as('late')])
      .groupBy(['p.org_id', 'p.direction', 'p.company_id', 'p.kind_id', 'p.party_name', 'p.currency', month]),
)
