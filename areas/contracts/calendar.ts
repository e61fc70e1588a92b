/** 合同日历: on which day contracts end and what is to be paid then. A list over contracts and their plans, shown as a calendar. */
import { sql } from 'kysely'
import { bigInteger, choice, date, money, reference, text } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view } from '#platform/server/database.ts'
import { contractStates, natures } from './contract-tables.ts'
import { planStates } from './plan-tables.ts'
import { amounts, company, directions, owner } from './words.ts'

const ends = [3, '到期', 'Ends', 'info'] as const
const what = { ...directions, ends } as const
const none = sql<string | null>`null::numeric`
const amount = (zh: string, en: string) => money(zh, en, { optional: true, currency: 'currency', see: amounts, total: true, width: 120 })

export const contractCalendar = view(
  'contract_calendar',
  {
    type: 'contractCalendar',
    title: ['合同日历', 'Calendar of contracts'],
    access: { scope: ownOrganisation, permission: 'contract' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      /** contract or payment: what tells the rows apart */
      line: text('行', 'Line', { hidden: true }),
      day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
      what: choice('事项', 'What', what, { filter: 'select', width: 80 }),
      title: text('内容', 'Text', { filter: 'contains', width: 260 }),
      contractId: reference('合同', 'Contract', 'contract', { filter: 'select', width: 150 }),
      state: choice('收付状态', 'State of the payment', planStates, { optional: true, filter: 'select', filterAs: 'tags', width: 90 }),
      partyName: text('对方名称', 'Party', { filter: 'contains', width: 180 }),
      amount: amount('金额', 'Amount'),
      open: amount('未收付', 'Open'),
      currency: text('币种', 'Currency', { optional: true, width: 70 }),
      kindId: reference('类型', 'Kind', 'contract_kind', { filter: 'select', width: 100 }),
      companyId: company(),
      ownerId: owner(),
    },
    list: {
      search: false,
      sort: { field: 'day', way: 'ASC' },
      views: [
        { name: 'mine', title: ['我负责', 'Mine'], me: 'ownerId' },
        { name: 'late', title: ['逾期', 'Overdue'], field: 'state', codes: [planStates.late[0]] },
        { name: 'ends', title: ['到期', 'Ends'], field: 'what', codes: [ends[0]] },
      ],
      shownAs: {
        calendar: { from: 'day' },
        card: { title: 'title', subtitle: 'partyName', tags: ['state', 'what'], amount: 'open', person: 'ownerId' },
        first: 'calendar',
      },
      empty: ['签订的合同哪天到期、哪天收付多少，都在这里', 'When signed contracts end, and what is to be paid when'],
    },
    record: { label: 'title' },
    storage: { primary: ['line'] },
  },
  db =>
    db
      .selectFrom('contract_plan as p')
      .where('p.counts', '=', 1)
      .where('p.due_on', 'is not', null)
      .select(['p.org_id', 'p.due_on as day', sql<number>`p.direction`.as('what'), 'p.contract_id'])
      .select([sql<number | null>`p.state`.as('state'), 'p.party_name', 'p.amount', sql<string | null>`p.open`.as('open')])
      .select(['p.currency', 'p.kind_id', 'p.company_id', 'p.owner_id'])
      .select([sql<string>`'p' || p.id`.as('line'), sql<string>`p.name || ' ' || p.party_name`.as('title')])
      .unionAll(
        db
          .selectFrom('contract as c')
          .where('c.state', '=', contractStates.running[0])
          .where('c.nature', '<>', natures.supplement[0])
          .where('c.ends_on', 'is not', null)
          .select(['c.org_id', 'c.ends_on as day', sql<number>`${sql.lit(ends[0])}::smallint`.as('what'), 'c.id as contract_id'])
          // amounts are those of the payments: the sums of a contract would count them twice
          .select([sql<number | null>`null::smallint`.as('state'), 'c.party_name', none.as('amount'), none.as('open'), 'c.currency'])
          .select(['c.kind_id', 'c.company_id', 'c.owner_id', sql<string>`'c' || c.id`.as('line'), 'c.title']),
      ),
)
