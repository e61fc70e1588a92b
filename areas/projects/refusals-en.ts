/** English of the refusals of IT projects, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const projectEnglish: English = {
  只有项目经理可以新增计划: 'Only the manager of the project can add plans',
  '“{}”有下级任务，工时、进度和日期由下级任务汇总，请修改下级任务':
    '“{}” has tasks below it, whose hours, progress and days it shows: change those',
  '“{}”已完成或已登记工时，不能再分解，请选择其他上级任务':
    '“{}” is finished or was worked on and is not divided any more: choose another parent',
  '只能依赖同一个项目的任务，请重新选择': 'A task depends on tasks of its own project alone: choose others',
  '任务依赖成环：{}，请去掉其中一个依赖': 'The tasks depend on each other in a circle: {}. Remove one of the dependencies',
  '成员的任务太多，无法统计工作量，请减少项目成员': 'The members have too many tasks to add up: have fewer members in the project',
  '一个项目最多 {} 个任务，请分成几个项目': 'A project has {} tasks at most: make several projects of it',
}
