/** 研发分析: gates that were left, samples and what they cost, days worked and changes that were released, by project and month. */
import { choice, date, decimal, integer, money, month, reference, type Fields } from '#platform/declare/fields.ts'
import { key, ratio, report, sum, times } from '#platform/declare/report.ts'
import { rollup, type Source } from '#platform/declare/rollup.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Follower } from '#platform/server/area.ts'
import { figures, followFacts } from '#platform/server/reports.ts'
import { changeOrder } from './change-tables.ts'
import { rdGateStay } from './project-tables.ts'
import { rdTime } from './time-tables.ts'
import { gates } from './words.ts'

const scope = ownedBy('managerId')
const none = { constant: 0 } as const
const keys = () => ({
  managerId: reference('项目负责人', 'Manager', 'employee'),
  day: date('日期', 'Day'),
  month: month('月份', 'Month'),
  /** 0: none */
  projectId: reference('研发项目', 'Project', 'rd_project', { noForeignKey: true }),
  gate: choice('关口', 'Gate', gates),
  reasonId: reference('变更原因', 'Reason', 'dictionary_item', { noForeignKey: true }),
})
const grains = [
  ['managerId', 'month', 'projectId', 'gate', 'reasonId'],
  ['managerId', 'day', 'projectId', 'gate', 'reasonId'],
] as const
/** A sample of a project that was not cancelled, as figures count it: for reports alone, where the right to costs is asked. */
export const rdSampleCost = resource('rd_sample_cost', {
  type: 'rdSampleCost',
  title: ['样品费用', 'Cost of a sample'],
  access: { scope, permission: 'rdProject.report' },
  fields: {
    managerId: reference('项目负责人', 'Manager', 'employee', { computed: true }),
    projectId: reference('研发项目', 'Project', 'rd_project', { computed: true }),
    sampleId: reference('样品', 'Sample', 'sample', { computed: true, noForeignKey: true }),
    day: date('申请日期', 'Asked on', { computed: true, sort: true }),
    counted: integer('样品数', 'Samples', { default: 1, computed: true }),
    spent: money('费用（CNY）', 'Cost (CNY)', { default: '0', computed: true }),
  },
  list: { search: false, sort: { field: 'day', way: 'DESC' } },
  record: { label: 'sampleId' },
  storage: { unique: [['sampleId']], index: [['orgId', '-day', '-id'], ['managerId', 'day'], ['projectId']] },
})
const ofSamples = { fact: rdSampleCost, title: rdSampleCost.title, booked: 'day' } as const

const family = <S extends Fields>(name: string, title: Title, sums: S, from: readonly Source[], more: object = {}) =>
  rollup(name, { title, scope, owner: 'managerId', keys: keys(), sums, count: ['次数', 'Times'], grains, from, ...more })

export const researchDone = family(
  'rd_done',
  ['研发汇总', 'Research'],
  {
    entries: integer('笔数', 'Entries'),
    leaves: integer('离开次数', 'Left'),
    passes: integer('通过次数', 'Passed'),
    firstTry: integer('一次通过', 'Passed at first'),
    days: integer('天数', 'Days'),
    samples: integer('样品数', 'Samples'),
    worked: decimal('工时天数', 'Days worked', 2),
    changes: integer('变更数', 'Changes'),
  },
  [
    {
      name: 'stays',
      title: rdGateStay.title,
      fact: rdGateStay,
      booked: 'leftOn',
      keys: { reasonId: none },
      sums: { entries: 'leaves', leaves: 'leaves', passes: 'passes', firstTry: 'firstTry', days: 'days' },
      check: 'leaves',
      lines: {},
    },
    {
      name: 'samples',
      ...ofSamples,
      keys: { gate: none, reasonId: none },
      sums: { entries: 'counted', samples: 'counted' },
      check: 'counted',
      lines: { sampleId: 'sampleId' },
    },
    {
      name: 'times',
      title: rdTime.title,
      fact: rdTime,
      booked: 'day',
      keys: { gate: none, reasonId: none },
      sums: { entries: 'counted', worked: 'days' },
      check: 'counted',
      lines: { description: 'note' },
    },
    {
      name: 'changes',
      title: changeOrder.title,
      fact: changeOrder,
      booked: 'releasedOn',
      keys: { managerId: 'ownerId', projectId: 'projectKey', gate: none },
      sums: { entries: 'released', changes: 'released' },
      check: 'released',
      lines: { documentNo: 'no' },
    },
  ],
)
export const researchSpent = family(
  'rd_spent',
  ['样品费用汇总', 'Cost of samples'],
  { spent: money('样品费用', 'Cost of samples') },
  [
    {
      name: 'samples',
      ...ofSamples,
      keys: { gate: none, reasonId: none },
      sums: { spent: 'spent' },
      check: 'spent',
      lines: { sampleId: 'sampleId' },
    },
  ],
  { cost: { on: 'gate', are: [], otherwise: true } },
)

const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const stays: Title = ['关口记录，按离开日期。', 'Stays in gates, by the day of leaving.']
const samples: Title = ['项目的样品，不含已取消，按申请日期。', 'Samples of projects that were not cancelled, by the day of asking.']
const hours: Title = ['研发工时，按月份。', 'Days worked, by month.']
const released: Title = ['已发布的变更单，按发布日期。', 'Released change orders, by the day of release.']
const of = (name: string, title: Title, source: Title, kind: 'integer' | 'decimal' = 'integer') =>
  sum(researchDone, name, { title, source, kind })
const noProject: Title = ['无项目', 'No project']

export const researchReport = report('researchReport', {
  title: ['研发分析', 'Research'],
  scope,
  permission: 'rdProject.report',
  dimensions: {
    gate: key('gate', { title: ['关口', 'Gate'], kind: 'choice', choices: gates }),
    project: key('projectId', {
      title: ['研发项目', 'Project'],
      kind: 'reference',
      label: { table: 'rd_project', on: 'id', column: 'name' },
      target: 'rdProject',
      emptyLabel: noProject,
      unmatchedLabel: noProject,
    }),
    manager: key('managerId', {
      title: ['项目负责人', 'Manager'],
      kind: 'reference',
      label: { table: 'employee', on: 'id', column: 'name' },
      target: 'employee',
    }),
    reason: key('reasonId', {
      title: ['变更原因', 'Reason of change'],
      kind: 'reference',
      label: { table: 'dictionary_item', on: 'id', column: 'label' },
      emptyLabel: ['不是变更', 'No change'],
      unmatchedLabel: ['不是变更', 'No change'],
    }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    leaves: of('leaves', ['离开次数', 'Left'], stays),
    passes: of('passes', ['通过次数', 'Passed'], stays),
    firstTry: of('firstTry', ['一次通过', 'Passed at first'], stays),
    firstRate: ratio('firstTry', 'passes', { title: ['一次通过率', 'Passed at first, share'], source: computed }),
    days: of('days', ['停留天数', 'Days in gates'], stays),
    mean: { ...ratio('days', 'leaves', { title: ['平均天数', 'Mean days'], source: computed }), kind: 'decimal' },
    samples: of('samples', ['样品数', 'Samples'], samples),
    spent: sum(researchSpent, 'spent', { title: ['样品费用（CNY）', 'Cost of samples (CNY)'], source: samples, kind: 'decimal' }),
    worked: of('worked', ['研发工时（天）', 'Days worked'], hours, 'decimal'),
    changes: of('changes', ['已发布变更', 'Changes released'], released),
  },
  main: ['passes', 'firstRate', 'mean', 'samples', 'spent', 'worked', 'changes'],
  by: ['project'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/researchReport/report',
    lines: '/researchReport/lines',
    export: '/researchReport/export',
    compute: '/researchReport/compute',
  },
})
export const researchFigures = figures([researchReport])
const followers = [followFacts(researchDone), followFacts(researchSpent)]
/** Days of figures that these changes of one table are out of date by; rows as they stand with what was derived. */
export const factsChanged =
  (table: string): Follower =>
  async (context, tx, changes) => {
    for (const of of followers) await of[table]?.(context, tx, changes)
  }
