/** 研发: gates that were left, how long projects stayed in them and how many passed at the first try. */
import { choice, date, integer, month, reference } from '#platform/declare/fields.ts'
import { key, ratio, report, sum, times } from '#platform/declare/report.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { figures, followFacts } from '#platform/server/reports.ts'
import { rdGateStay } from './project-tables.ts'
import { gates } from './words.ts'

const scope = ownedBy('managerId')
export const gatesLeft = rollup('rd_gates_left', {
  title: ['关口汇总', 'Gates left'],
  scope,
  owner: 'managerId',
  keys: {
    managerId: reference('项目负责人', 'Manager', 'employee'),
    day: date('离开日期', 'Left on'),
    month: month('月份', 'Month'),
    projectId: reference('研发项目', 'Project', 'rd_project'),
    gate: choice('关口', 'Gate', gates),
  },
  sums: {
    leaves: integer('离开次数', 'Left'),
    passes: integer('通过次数', 'Passed'),
    firstTry: integer('一次通过', 'Passed at first'),
    days: integer('天数', 'Days'),
  },
  count: ['次数', 'Times'],
  grains: [
    ['managerId', 'month', 'projectId', 'gate'],
    ['managerId', 'day', 'projectId', 'gate'],
  ],
  from: [
    {
      name: 'stays',
      title: rdGateStay.title,
      fact: rdGateStay,
      booked: 'leftOn',
      sums: { leaves: 'leaves', passes: 'passes', firstTry: 'firstTry', days: 'days' },
      check: 'leaves',
      lines: {},
    },
  ],
})

const source: Title = ['关口记录，按离开日期。', 'Stays in gates, by the day of leaving.']
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const of = (name: 'leaves' | 'passes' | 'firstTry' | 'days', title: Title) => sum(gatesLeft, name, { title, source, kind: 'integer' })

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
    }),
    manager: key('managerId', {
      title: ['项目负责人', 'Manager'],
      kind: 'reference',
      label: { table: 'employee', on: 'id', column: 'name' },
      target: 'employee',
    }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    leaves: of('leaves', ['离开次数', 'Left']),
    passes: of('passes', ['通过次数', 'Passed']),
    firstTry: of('firstTry', ['一次通过', 'Passed at first']),
    firstRate: ratio('firstTry', 'passes', { title: ['一次通过率', 'Passed at first, share'], source: computed }),
    days: of('days', ['停留天数', 'Days in gates']),
    mean: { ...ratio('days', 'leaves', { title: ['平均天数', 'Mean days'], source: computed }), kind: 'decimal' },
  },
  main: ['passes', 'firstRate', 'mean'],
  by: ['gate'],
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
export const staysFollow = followFacts(gatesLeft)
