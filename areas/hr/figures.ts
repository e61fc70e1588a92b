/** 人员: heads as what assignments begin and end, joined, left; by department, month, post type, education, sex, age and service. */
import { date, integer, month, reference } from '#platform/declare/fields.ts'
import { key, mean, position, ratio, report, sum, times, via, type Step } from '#platform/declare/report.ts'
import { rollup, type Source } from '#platform/declare/rollup.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { daysOfOwnersChanged, figures } from '#platform/server/reports.ts'
import { hrAssignment } from './assignment-tables.ts'
import { ageBands, hrFile, serviceBands } from './file-tables.ts'

const scope = ownedBy('employeeId')
const side = (name: string, title: Title, booked: string, sums: Source['sums'], check: Source['check']): Source => ({
  name,
  title,
  fact: hrAssignment,
  booked,
  sums,
  check,
  lines: {},
})

export const hrHeads = rollup('hr_heads', {
  title: ['人员汇总', 'Heads'],
  scope,
  owner: 'employeeId',
  keys: {
    employeeId: reference('员工', 'Employee', 'employee'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    deptId: reference('部门', 'Department', 'department'),
    positionKey: reference('职位', 'Position', 'position', { noForeignKey: true }),
    workplaceKey: reference('工作地点', 'Workplace', 'hr_workplace', { noForeignKey: true }),
  },
  sums: { heads: integer('人数', 'Heads'), joined: integer('入职', 'Joined'), gone: integer('离职', 'Left') },
  count: ['次数', 'Times'],
  grains: [
    ['employeeId', 'month', 'deptId', 'positionKey', 'workplaceKey'],
    ['employeeId', 'day', 'deptId', 'positionKey', 'workplaceKey'],
  ],
  from: [
    side('begun', ['任职开始', 'Assignments that begin'], 'validFrom', { heads: 'heads', joined: 'joined' }, 'heads'),
    side('ended', ['任职结束', 'Assignments that end'], 'endedOn', { heads: { minus: 'heads' }, gone: 'gone' }, { minus: 'heads' }),
  ],
})

const toFile: Step = { table: 'hr_file', on: { employeeId: 'employeeId' } }
const toPosition: Step = { table: 'position', on: { id: 'positionKey' } }
const label = (table: string, column = 'name') => ({ table, on: 'id', column })
const none: Title = ['未填', 'None']
const from: Title = ['任职记录：开始为加，结束次日为减。', 'Assignments: each adds on its first day and is taken off after its last.']
const head = (measure: string, title: Title) => sum(hrHeads, measure, { title, source: from, kind: 'integer' })

export const staffReport = report('staffReport', {
  title: ['人员', 'People'],
  scope,
  permission: 'hrFile.report',
  dimensions: {
    dept: key('deptId', {
      title: ['部门', 'Department'],
      kind: 'reference',
      label: label('department'),
      target: 'department',
      tree: { table: 'department', parent: 'parentId' },
    }),
    position: key('positionKey', {
      title: ['职位', 'Position'],
      kind: 'reference',
      label: label('position'),
      target: 'positionManage',
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    postType: via([toPosition], 'postType', {
      title: ['岗位类型', 'Kind of position'],
      kind: 'reference',
      label: label('dictionary_item', 'label'),
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    workplace: key('workplaceKey', {
      title: ['工作地点', 'Workplace'],
      kind: 'reference',
      label: label('hr_workplace'),
      target: 'hrWorkplace',
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    employee: key('employeeId', { title: ['员工', 'Employee'], kind: 'reference', label: label('employee'), target: 'employee' }),
    kind: via([toFile], 'kind', { title: ['用工形式', 'Employment'], kind: 'choice', choices: hrFile.fields.kind.choices }),
    sex: via([toFile], 'sex', {
      title: ['性别', 'Sex'],
      kind: 'choice',
      choices: hrFile.fields.sex.choices,
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    education: via([toFile], 'education', {
      title: ['学历', 'Education'],
      kind: 'reference',
      label: label('dictionary_item', 'label'),
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    age: via([toFile], 'ageBand', { title: ['年龄段', 'Age'], kind: 'choice', choices: ageBands, emptyLabel: none, unmatchedLabel: none }),
    service: via([toFile], 'serviceBand', {
      title: ['司龄段', 'Service'],
      kind: 'choice',
      choices: serviceBands,
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    opening: position('moved', 'opening', {
      title: ['期初人数', 'Opening'],
      source: ['该行时间开始前的人数。', 'Heads before the time of the row.'],
    }),
    joined: head('joined', ['入职', 'Joined']),
    gone: head('gone', ['离职', 'Left']),
    moved: head('heads', ['净增', 'Net']),
    closing: position('moved', 'closing', {
      title: ['期末人数', 'Heads'],
      source: ['到该行时间结束为止在职的人数。', 'Heads at the end of the time of the row.'],
    }),
    mean: mean('opening', 'closing', {
      title: ['平均人数', 'Mean heads'],
      source: ['期初与期末人数的平均。', 'The mean of heads at the beginning and at the end.'],
    }),
    turnover: ratio('gone', 'mean', {
      title: ['离职率', 'Turnover'],
      source: ['离职人数 ÷ 平均人数。', 'Left ÷ mean heads.'],
      better: 'down',
    }),
  },
  main: ['opening', 'joined', 'gone', 'closing', 'turnover'],
  keyFigures: ['closing', 'joined', 'gone', 'turnover'],
  by: ['dept'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/staffReport/report',
    lines: '/staffReport/lines',
    export: '/staffReport/export',
    compute: '/staffReport/compute',
  },
})
export const staffFigures = figures([staffReport])

interface Stood {
  readonly id: string
  readonly employeeId: string
  readonly validFrom: string
  readonly validTo: string | null
}

/** An assignment that follows another at once neither joins nor leaves. */
export function turnsOf(stood: readonly Stood[]): readonly { id: string; endedOn: string | null; joined: number; gone: number }[] {
  const firsts = new Set(stood.map(one => `${one.employeeId} ${one.validFrom}`))
  const afters = new Set(stood.flatMap(one => (one.validTo === null ? [] : [`${one.employeeId} ${addDays(one.validTo, 1)}`])))
  return stood.map(({ id, employeeId, validFrom, validTo }) => {
    const endedOn = validTo === null ? null : addDays(validTo, 1)
    return {
      id,
      endedOn,
      joined: afters.has(`${employeeId} ${validFrom}`) ? 0 : 1,
      gone: endedOn === null || firsts.has(`${employeeId} ${endedOn}`) ? 0 : 1,
    }
  })
}

/** What the report adds up follows from all assignments of a person. */
export const headsFollow = followerOf(hrAssignment, async (caller, tx, changes) => {
  const ids = [...new Set(changes.flatMap(({ before, after }) => asText((after ?? before)?.['employeeId'] ?? '') || []))].sort()
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'heads that follow from assignments')
  const found = await tx
    .selectFrom('hr_assignment')
    .select(['id', 'employee_id', 'valid_from', 'valid_to', 'position_id', 'workplace_id', 'joined', 'gone'])
    .where('employee_id', 'in', ids)
    .orderBy('id')
    .execute()
  const stood = found.map(row => ({
    id: asText(row.id),
    employeeId: asText(row.employee_id),
    validFrom: asText(row.valid_from),
    validTo: row.valid_to === null ? null : asText(row.valid_to),
  }))
  const keyed = new Map(found.map(row => [asText(row.id), row]))
  const keyOf = (value: unknown): string => (value === null || value === undefined ? '0' : asText(value))
  const turns = turnsOf(stood)
  await setDerived(
    server,
    hrAssignment,
    turns.map(turn => {
      const row = keyed.get(turn.id)
      return { ...turn, positionKey: keyOf(row?.position_id), workplaceKey: keyOf(row?.workplace_id) }
    }),
  )
  const days = new Map<string, Set<string>>()
  for (const { before, after } of changes)
    for (const row of [before, after]) {
      if (row === null) continue
      const own = days.get(asText(row['employeeId'])) ?? new Set<string>()
      days.set(asText(row['employeeId']), own)
      own.add(asText(row['validFrom']))
      if (row['validTo'] !== null && row['validTo'] !== undefined) own.add(addDays(asText(row['validTo']), 1))
    }
  // a neighbour may begin or end a service now
  for (const turn of turns) {
    const was = keyed.get(turn.id)
    if (was === undefined || (was.joined === turn.joined && was.gone === turn.gone)) continue
    const own = days.get(asText(was.employee_id))
    own?.add(asText(was.valid_from))
    if (turn.endedOn !== null) own?.add(turn.endedOn)
  }
  await daysOfOwnersChanged(tx, server, hrHeads, days)
})
