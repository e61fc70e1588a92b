/** What the records of IT projects share: figures that follow from tasks, and who manages. */
import { decimal } from '#platform/declare/fields.ts'
import { byAny, byMember, byOperation } from '#platform/declare/states.ts'

/** roles of `project_member` */
export const roles = { manager: [1, '项目经理', 'Manager'], member: [2, '成员', 'Member'] } as const

/** Who leads the project that a record belongs to, or may lead all of them. */
export const managing = byOperation(100, ['管理全部项目', 'Manage all projects'])
export const manager = byAny(byMember('project_member', { record: 'projectId', of: 'projectId', roles: [roles.manager[0]] }), managing)

const kept = { computed: true, default: '0', show: false } as const
/**
 * Sums over the leaves of the tree of tasks, kept by keep-figures.ts. `doneHours` is estimate times progress, exact; the progress shown is
 * cut off after two places, so that 100 means that nothing is left.
 */
export const figures = {
  estimateHours: decimal('预计工时', 'Estimate (h)', 2, { ...kept, show: true, total: true }),
  doneHours: decimal('完成工时', 'Earned (h)', 6, { ...kept, total: true }),
  spentHours: decimal('实际工时', 'Spent (h)', 2, { ...kept, total: true }),
  progress: decimal('进度（%）', 'Progress (%)', 2, { ...kept, show: true, sort: true, filter: 'range', width: 90 }),
}

/** How they stand together in the page of a record. */
export const hoursGroup = {
  title: ['工时与进度', 'Hours and progress'],
  fields: ['progress', 'estimateHours', 'doneHours', 'spentHours'],
} as const
