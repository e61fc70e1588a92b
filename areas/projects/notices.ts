/** What people are reminded of: tasks and plans that end soon and are not finished. */
import { namedBy, notice } from '#platform/declare/notice.ts'
import type { Timed } from '#platform/server/area.ts'
import { reminder } from '#platform/server/jobs.ts'
import { planCodes, projectPlan } from './plans.ts'
import { projectTask, taskCodes } from './tasks.ts'

const { todo, working, testing, blocked } = taskCodes

export const projectTimed: readonly Timed[] = [
  reminder('project.task', ['任务到期提醒', 'Reminder of tasks that end'], {
    of: projectTask,
    on: 'dueOn',
    by: { days: -1 },
    while: { field: 'state', is: [todo, working, testing, blocked] },
    when: { at: '09:00' },
    notice: notice('project.taskDue', ['任务即将到期', 'A task ends soon'], {
      title: ['任务“{label}”明天到期', 'The task “{label}” ends tomorrow'],
      titleOfMany: ['{n} 个任务明天到期', '{n} tasks end tomorrow'],
      to: [namedBy('assigneeId')],
    }),
  }),
  reminder('project.plan', ['计划到期提醒', 'Reminder of plans that end'], {
    of: projectPlan,
    on: 'dueOn',
    by: { days: -3 },
    while: { field: 'state', is: [planCodes.waiting, planCodes.active] },
    when: { at: '09:00' },
    notice: notice('project.planDue', ['计划即将到期', 'A plan ends soon'], {
      title: ['计划“{label}”即将到期', 'The plan “{label}” ends soon'],
      titleOfMany: ['{n} 个计划即将到期', '{n} plans end soon'],
      to: [namedBy('ownerId')],
    }),
  }),
]
