/** What follows from labour contracts: terms as the law has them, renewal, ends and their reminders. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { namedBy, holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Follower, type Timed } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { probationLastDay } from './contract-rules.ts'
import { contractKinds as kinds, contractStates as states, labourContract } from './contract-tables.ts'
import { hrFile, hrPaper, stages } from './file-tables.ts'

type Row = NonNullable<Parameters<Follower>[2][number]['after']>
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : asText(value))
const terms = ['kind', 'validFrom', 'validTo', 'probationTo'] as const
const withEnd: readonly unknown[] = [kinds.fixed[0], kinds.intern[0], kinds.service[0], kinds.partTime[0]]

/** What is wrong with the terms of a contract; null: nothing. */
function faultOf(row: Row): { readonly field: string; readonly message: Wording } | null {
  const [from, to, probation] = [textOf(row['validFrom']), textOf(row['validTo']), textOf(row['probationTo'])]
  if (withEnd.includes(row['kind']) && to === '') return { field: 'validTo', message: sentence`这类合同请填写结束日期` }
  if (probation === '') return null
  const last = probationLastDay(Number(row['kind']), from, to === '' ? null : to)
  if (last === null) return { field: 'probationTo', message: sentence`这类合同或这样的期限不能约定试用期（劳动合同法第十九条）` }
  return probation > last ? { field: 'probationTo', message: sentence`试用期最晚到 ${last}（劳动合同法第十九条）` } : null
}

export const keepContracts: Follower = async (caller, tx, changes) => {
  const renewed: string[] = []
  for (const { before, after } of changes) {
    if (after === null) continue
    const isSet = terms.some(name => textOf(before?.[name]) !== textOf(after[name]))
    // what is dissolved ends when it does
    const fault = isSet && after['state'] !== states.dissolved[0] ? faultOf(after) : null
    if (fault !== null) throw refuse.invalid([fault])
    const isSigned = after['state'] === states.running[0] && before?.['state'] !== after['state']
    if (isSigned && textOf(after['renewalOf']) !== '') renewed.push(textOf(after['renewalOf']))
  }
  if (renewed.length === 0) return
  const server = await inServersName(caller, tx, 'contracts that were renewed')
  const found = await server.db
    .selectFrom('labour_contract')
    .select('id')
    .where('id', 'in', renewed)
    .where('state', 'in', [states.running[0], states.ended[0]])
    .execute()
  const ids = found.map(({ id }) => ({ id }))
  if (ids.length > 0) await takeSteps(server, labourContract, { ids, pick: { step: 'renew' }, input: {}, byProgram: true })
}

const portion = 500
const at9 = { at: '09:00' } as const
const clerks = holdersOf('labourContract', operations.edit)

export const contractTimed: readonly Timed[] = [
  timed('hr.endContracts', ['劳动合同到期', 'Labour contracts end'], {
    at: '00:15',
    work: async (inside, tx) => {
      const found = await tx
        .selectFrom('labour_contract')
        .select('id')
        .where('state', '=', states.running[0])
        .where('valid_to', '<', todayOf(inside))
        .orderBy('valid_to')
        .limit(portion)
        .execute()
      const ids = found.map(({ id }) => ({ id }))
      if (ids.length > 0) await takeSteps(inside, labourContract, { ids, pick: { step: 'end' }, input: {}, byProgram: true })
      return ids.length === 0 ? undefined : sentence`${ids.length} 份合同到期`
    },
  }),
  reminder('hr.contractEnds', ['劳动合同到期提醒', 'Reminder of labour contracts that end'], {
    of: labourContract,
    on: 'validTo',
    by: { calendarDays: [-60, -30, -7, 0] },
    while: { field: 'state', is: [states.running[0]] },
    when: at9,
    notice: notice('hr.contractEnds', ['劳动合同快到期', 'A labour contract ends'], {
      title: ['劳动合同 {label} 快到期，请决定是否续签', 'Labour contract {label} ends: decide whether to renew it'],
      titleOfMany: ['{n} 份劳动合同快到期，请决定是否续签', '{n} labour contracts end: decide whether to renew them'],
      to: [clerks],
    }),
  }),
  reminder('hr.probationEnds', ['试用期到期提醒', 'Reminder of probations that end'], {
    of: hrFile,
    on: 'probationTo',
    by: { calendarDays: [-14, -7, -1] },
    while: { field: 'stage', is: [stages.probation[0]] },
    when: at9,
    notice: notice('hr.probationEnds', ['试用期快结束', 'A probation ends'], {
      title: ['{label} 的试用期快结束，请办理转正', 'The probation of {label} ends: decide on it'],
      titleOfMany: ['{n} 名员工的试用期快结束，请办理转正', 'The probation of {n} employees ends: decide on it'],
      to: [holdersOf('personnelAction', operations.add)],
    }),
  }),
  reminder('hr.paperEnds', ['员工证件到期提醒', 'Reminder of papers that end'], {
    of: hrPaper,
    on: 'validTo',
    by: { calendarDays: [-60, -30, 0] },
    when: at9,
    notice: notice('hr.paperEnds', ['证件快到期', 'A paper ends'], {
      title: ['证件“{label}”快到期，请更换', 'The paper “{label}” ends: renew it'],
      titleOfMany: ['{n} 份证件快到期，请更换', '{n} papers end: renew them'],
      to: [namedBy('employeeId'), holdersOf('hrPaper', operations.edit)],
    }),
  }),
]
