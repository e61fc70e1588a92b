/** What was left at the end of each day on which it changed, of a project and of a plan: a row a day at most. The burn-down reads them. */
import { date, decimal, reference } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'

const hours = {
  onDay: date('日期', 'Day'),
  estimateHours: decimal('预计工时', 'Estimate (h)', 2),
  doneHours: decimal('完成工时', 'Earned (h)', 6),
}

export const projectDay = resource('project_day', {
  title: ['项目每日工时', 'Hours of a project by day'],
  access: { scope: through('projectId') },
  fields: { projectId: reference('项目', 'Project', 'project', { noForeignKey: true }), ...hours },
  storage: { key: ['projectId', 'onDay'] },
})

export const planDay = resource('project_plan_day', {
  title: ['计划每日工时', 'Hours of a plan by day'],
  access: { scope: through('planId') },
  fields: { planId: reference('计划', 'Plan', 'project_plan', { noForeignKey: true }), ...hours },
  storage: { key: ['planId', 'onDay'] },
})
