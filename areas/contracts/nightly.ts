/** What days do to contracts: payments come due, contracts end or go on, people are told before. */
import { operations } from '#platform/declare/operations.ts'
import { headOf, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Timed, Tx } from '#platform/server/area.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { setDerived } from '#platform/server/records.ts'
import { takeStepsEach } from '#platform/server/steps.ts'
import { contract, contractStates as states } from './contract-tables.ts'
import { keepContracts } from './keep.ts'
import { dueDays } from './plan.ts'
import { contractPlan, planStates } from './plan-tables.ts'

const portion = 500

/** Lines whose state is that of another day. */
export async function keepStates(inside: Context, tx: Tx): Promise<undefined> {
  const today = todayOf(inside)
  let after = '0'
  for (;;) {
    const found = await tx
      .selectFrom('contract_plan')
      .select('contract_id')
      .distinct()
      .where('contract_id', '>', after)
      .where(eb =>
        eb.or([
          eb.and([eb('state', '=', planStates.later[0]), eb('due_on', '<=', addDays(today, dueDays))]),
          eb.and([eb('state', 'in', [planStates.due[0], planStates.partly[0]]), eb('due_on', '<', today)]),
        ]),
      )
      .orderBy('contract_id')
      .limit(portion)
      .execute()
    const ids = found.map(row => asText(row.contract_id))
    await keepContracts(inside, ids)
    if (ids.length < portion) return undefined
    after = ids.at(-1) ?? after
  }
}

/** Those that could take the step: one whose termination waits for an approval stays as it is and keeps nobody else. */
async function stepped<T extends { readonly id: string }>(inside: Context, step: string, rows: readonly T[]): Promise<readonly T[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => ({ id }))
  const { refused } = await takeStepsEach(inside, contract, { ids, pick: { step }, input: {}, byProgram: true })
  const stay = new Set(refused.map(one => one.id))
  return rows.filter(({ id }) => !stay.has(id))
}

/** On the day after its last one a contract goes on by its first term, or has ended. */
export async function endContracts(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const found = await tx
    .selectFrom('contract')
    .select(['id', 'auto_renew', 'renewals', 'nature'])
    .where('state', '=', states.running[0])
    .where('ends_on', '<', todayOf(inside))
    .orderBy('id')
    .limit(portion)
    .execute()
  const going = found.filter(row => row.auto_renew).map(row => ({ id: asText(row.id), renewals: row.renewals + 1 }))
  const ending = found.filter(row => !row.auto_renew).map(row => ({ id: asText(row.id) }))
  const renewed = await stepped(inside, 'renew', going)
  await setDerived(inside, contract, renewed)
  await keepContracts(
    inside,
    renewed.map(one => one.id),
  )
  const expired = await stepped(inside, 'expire', ending)
  return renewed.length + expired.length === 0 ? undefined : sentence`${expired.length} 份合同到期，${renewed.length} 份自动续期`
}

const at9 = { at: '09:00' } as const
const told = { to: [namedBy('ownerId'), holdersOf('contract', operations.audit)] }
const payments = (name: string, titles: readonly [zh: string, en: string, zhMany: string, enMany: string]) =>
  notice(name, [titles[0].replace('{label} ', ''), titles[1].replace('{label}', 'payment')], {
    title: [titles[0], titles[1]],
    titleOfMany: [titles[2], titles[3]],
    to: [namedBy('ownerId')],
  })

export const contractTimed: readonly Timed[] = [
  timed('contracts.states', ['合同收付到期', 'Payments of contracts come due'], { at: '00:20', work: keepStates }),
  timed('contracts.end', ['合同到期与续期', 'Contracts end or go on'], { at: '00:25', work: endContracts }),
  reminder('contracts.ends', ['合同到期提醒', 'Reminder of contracts that end'], {
    of: contract,
    on: 'endsOn',
    by: { calendarDays: [-90, -60, -30, -7, 0] },
    while: { field: 'state', is: [states.running[0]] },
    when: at9,
    also: { from: -30, to: [headOf('ownerId')] },
    notice: notice('contracts.ends', ['合同快到期', 'A contract ends'], {
      title: ['合同 {label} 快到期，请决定是否续签', 'Contract {label} ends: decide whether to renew it'],
      titleOfMany: ['{n} 份合同快到期，请决定是否续签', '{n} contracts end: decide whether to renew them'],
      ...told,
    }),
  }),
  reminder('contracts.notice', ['合同通知日提醒', 'Reminder of the day of notice'], {
    of: contract,
    on: 'noticeOn',
    by: { calendarDays: [0] },
    while: { field: 'state', is: [states.running[0]] },
    when: at9,
    notice: notice('contracts.notice', ['合同到了通知日', 'Day of notice of a contract'], {
      title: ['合同 {label} 到了通知对方的日期', 'Contract {label}: today is the day of notice'],
      titleOfMany: ['{n} 份合同到了通知对方的日期', '{n} contracts: today is the day of notice'],
      ...told,
    }),
  }),
  reminder('contracts.due', ['合同收付提醒', 'Reminder of payments of contracts'], {
    of: contractPlan,
    on: 'dueOn',
    by: { calendarDays: [-7, -1, 0] },
    while: { field: 'state', is: [planStates.later[0], planStates.due[0], planStates.partly[0]] },
    when: at9,
    notice: payments('contracts.due', [
      '合同款项 {label} 快到期',
      'The payment {label} of a contract comes due',
      '{n} 笔合同款项快到期',
      '{n} payments of contracts come due',
    ]),
  }),
  reminder('contracts.late', ['合同逾期提醒', 'Reminder of overdue payments'], {
    of: contractPlan,
    on: 'dueOn',
    by: { calendarDays: [1, 8, 15, 22, 29] },
    while: { field: 'state', is: [planStates.late[0]] },
    when: at9,
    also: { from: 8, to: [headOf('ownerId')] },
    notice: payments('contracts.late', [
      '合同款项 {label} 已逾期',
      'The payment {label} of a contract is overdue',
      '{n} 笔合同款项已逾期',
      '{n} payments of contracts are overdue',
    ]),
  }),
]
