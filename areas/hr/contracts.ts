/** What follows from labour contracts: terms as the law has them, renewal, ends and their reminders. */
import { sql } from 'kysely'
import { sentence, type Sentence, type Wording } from '#platform/declare/sentence.ts'
import { headOf, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Timed, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { chainOf, fixedTerms, isProlonged, probationLastDay, unsignedOn, wishNeeded } from './contract-rules.ts'
import { contractKinds as kinds, contractStates as states, labourContract } from './contract-tables.ts'
import { hrFile, hrPaper, stages } from './file-tables.ts'
import { endedStates, fullTime, unsignedNever, unsignedSince } from './roster-tables.ts'

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

/** Another fixed term is held against those before it, of all companies; its number is kept. */
async function keepTerms(caller: Context, tx: Tx, changes: Parameters<Follower>[2]): Promise<void> {
  const set = changes.flatMap(({ id, before, after }) =>
    after !== null && ['kind', 'validFrom', 'employeeId'].some(name => textOf(before?.[name]) !== textOf(after[name]))
      ? [{ id, after }]
      : [],
  )
  if (set.length === 0) return
  const server = await inServersName(caller, tx, 'terms of contracts')
  const ids = [...new Set(set.map(({ after }) => textOf(after['employeeId'])))]
  const all = await tx
    .selectFrom('labour_contract')
    .select(['id', 'employee_id', 'kind', 'valid_from', 'valid_to', 'state'])
    .where('employee_id', 'in', ids)
    .where('state', '<>', states.draft[0])
    .execute()
  const files = await tx.selectFrom('hr_file').select(['employee_id', 'hired_on']).where('employee_id', 'in', ids).execute()
  const fileOf = new Map(files.map(one => [textOf(one.employee_id), one]))
  const derived: { readonly id: string; readonly renewalNo: number }[] = []
  for (const { id, after } of set) {
    const own = textOf(after['employeeId'])
    const [file, from, to] = [fileOf.get(own), textOf(after['validFrom']), textOf(after['validTo']) || null]
    const before = all.flatMap(row =>
      textOf(row.employee_id) === own && textOf(row.id) !== id && textOf(row.valid_from) < from
        ? [{ kind: Number(row.kind), from: textOf(row.valid_from), to: textOf(row.valid_to) || null }]
        : [],
    )
    const next = { kind: Number(after['kind']), from, to }
    const why = after['isWished'] === true ? null : wishNeeded(before, next, textOf(file?.hired_on) || null)
    if (why === 'terms')
      throw refuse.invalid([{ field: 'kind', message: sentence`第三次固定期限须员工书面提出，否则应签无固定期限（劳动合同法第十四条）` }])
    if (why === 'years')
      throw refuse.invalid([{ field: 'kind', message: sentence`连续工作满十年须员工书面提出才可再签固定期限（劳动合同法第十四条）` }])
    derived.push({ id, renewalNo: fixedTerms([...chainOf(before, next, textOf(file?.hired_on) || null), next]) })
  }
  await setDerived(server, labourContract, derived)
}
const prolonged = 1

/** Whose contract ends while he is protected: found whenever one of the two days changes. */
async function keepFindings(caller: Context, tx: Tx, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const server = await inServersName(caller, tx, 'contracts that go on while somebody is protected')
  const found = await server.db
    .selectFrom('labour_contract as c')
    .innerJoin('hr_file as f', 'f.employee_id', 'c.employee_id')
    .select(['c.id', 'c.valid_to', 'f.protected_until'])
    .where('c.employee_id', 'in', [...new Set(people)])
    .where('c.state', 'in', [states.draft[0], states.unsigned[0], states.running[0]])
    .execute()
  const isOne = (to: unknown, until: unknown): boolean => isProlonged(textOf(to) || null, textOf(until) || null)
  await setDerived(
    server,
    labourContract,
    found.map(row => ({ id: textOf(row.id), finding: isOne(row.valid_to, row.protected_until) ? prolonged : null })),
  )
}
const namesOfOther = (before: Row | null, after: Row, names: readonly string[]): boolean =>
  names.some(name => textOf(before?.[name]) !== textOf(after[name]))
const peopleWhere = (changes: Parameters<Follower>[2], names: readonly string[]): string[] =>
  changes.flatMap(({ before, after }) => (after !== null && namesOfOther(before, after, names) ? [textOf(after['employeeId'])] : []))

export const keepProtected: Follower = (caller, tx, changes) => keepFindings(caller, tx, peopleWhere(changes, ['protectedUntil']))

export const keepContracts = followerOf(labourContract, async (caller, tx, changes) => {
  const renewed: string[] = []
  for (const { before, after } of changes) {
    if (after === null) continue
    const isSet = terms.some(name => textOf(before?.[name]) !== textOf(after[name]))
    // what is dissolved ends when it does
    const fault = isSet && after.state !== states.dissolved[0] ? faultOf(after) : null
    if (fault !== null) throw refuse.invalid([fault])
    const isSigned = after.state === states.running[0] && before?.state !== after.state
    if (isSigned && textOf(after.renewalOf) !== '') renewed.push(textOf(after.renewalOf))
  }
  await keepTerms(caller, tx, changes)
  await keepFindings(caller, tx, peopleWhere(changes, ['employeeId', 'validTo']))
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
})

const unsignedNotice = notice('hr.unsigned', ['劳动合同未签', 'No contract signed'], {
  title: ['{label} 入职后未签劳动合同', '{label} has no signed contract'],
  titleOfMany: ['{n} 名员工入职后未签劳动合同', '{n} employees have no signed contract'],
  to: [holdersOf('labourContract', operations.edit)],
})
const unsignedAfter = (tx: Tx, id: string) =>
  tx
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .leftJoin('labour_contract as c', join => join.onRef('c.employee_id', '=', 'f.employee_id').on('c.state', '=', states.running[0]))
    .leftJoin(
      eb =>
        eb
          .selectFrom('labour_contract as d')
          .select(['d.employee_id', sql<string>`max(d.valid_to)`.as('ended_on')])
          .where('d.state', 'in', endedStates)
          .groupBy('d.employee_id')
          .as('last'),
      join => join.onRef('last.employee_id', '=', 'f.employee_id'),
    )
    .select(['f.id', 'e.name', unsignedSince.as('since')])
    .where('f.stage', 'not in', unsignedNever)
    .where('f.kind', '=', fullTime)
    .where('f.hired_on', 'is not', null)
    .where('c.id', 'is', null)
    .where('f.id', '>', id)
    .orderBy('f.id')
    .limit(portion)
    .execute()

/** Who works without a signed contract for 20 days is told once, and once more when a month is over (劳动合同法 10, 82). */
async function tellUnsigned(inside: Context, tx: Tx): Promise<undefined> {
  const today = todayOf(inside)
  for (let found = await unsignedAfter(tx, '0'); found.length > 0; found = await unsignedAfter(tx, textOf(found.at(-1)?.id)))
    for (const [how, people] of Map.groupBy(found, row => unsignedOn(textOf(row.since), today))) {
      if (how === 'fine') continue
      // a person once a stage, whoever else comes
      const rows = people.map(row => ({ id: textOf(row.id), employeeIdLabel: row.name }))
      await notify(inside, tx, unsignedNotice, {
        of: { resource: hrFile, rows },
        once: row => `${how} ${textOf(row.id)}`,
        target: { list: 'hrLacking' },
      })
    }
  return undefined
}

/** On the day after the last one; who is protected works on under it (劳动合同法 45). */
export async function endContracts(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const found = await tx
    .selectFrom('labour_contract as c')
    .leftJoin('hr_file as f', 'f.employee_id', 'c.employee_id')
    .select('c.id')
    .where('c.state', '=', states.running[0])
    .where('c.valid_to', '<', todayOf(inside))
    .where(eb => eb.or([eb('f.protected_until', 'is', null), eb('f.protected_until', '<', todayOf(inside))]))
    .orderBy('c.valid_to')
    .limit(portion)
    .execute()
  const ids = found.map(({ id }) => ({ id: textOf(id) }))
  if (ids.length > 0) await takeSteps(inside, labourContract, { ids, pick: { step: 'end' }, input: {}, byProgram: true })
  return ids.length === 0 ? undefined : sentence`${ids.length} 份合同到期`
}

const portion = 500
const at9 = { at: '09:00' } as const
const clerks = holdersOf('labourContract', operations.edit)

export const contractTimed: readonly Timed[] = [
  timed('hr.unsigned', ['合同未签提醒', 'Contracts that are not signed'], { at: '09:00', work: tellUnsigned }),
  reminder('hr.retires', ['退休提醒', 'Who retires'], {
    of: hrFile,
    on: 'retireOn',
    by: { calendarDays: [-365, -90] },
    when: at9,
    notice: notice('hr.retires', ['员工将退休', 'Somebody retires'], {
      title: ['{label} 将到退休日期', '{label} retires soon'],
      titleOfMany: ['{n} 名员工将到退休日期', '{n} employees retire soon'],
      to: [holdersOf('hrFile', operations.edit)],
    }),
  }),
  timed('hr.endContracts', ['劳动合同到期', 'Labour contracts end'], { at: '00:15', work: endContracts }),
  reminder('hr.contractEnds', ['劳动合同到期提醒', 'Reminder of labour contracts that end'], {
    of: labourContract,
    on: 'validTo',
    by: { calendarDays: [-60, -30, -7, 0] },
    while: { field: 'state', is: [states.running[0]] },
    when: at9,
    also: { from: -7, to: [headOf('employeeId')] },
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
    also: { from: -7, to: [headOf('employeeId')] },
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
