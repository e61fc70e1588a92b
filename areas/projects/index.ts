/** IT projects: plans, requirements that come from work orders, tasks with what they depend on, and how far all of it is. */
import type { Area } from '#platform/server/area.ts'
import { makeProjects } from './demo.ts'
import { oneAtATime } from './keep-figures.ts'
import { keepMembers } from './keep-members.ts'
import { keepPlan } from './keep-plans.ts'
import { keepPlanOfTasks, keepTasks } from './keep-tasks.ts'
import { projectModules } from './menu.ts'
import { projectTimed } from './notices.ts'
import { projectEnglish } from './refusals-en.ts'
import { projectRoutes } from './routes.ts'
import { projectTables } from './tables.ts'

export const projects: Area = {
  name: 'projects',
  title: ['IT项目', 'IT projects'],
  resources: Object.values(projectTables),
  modules: projectModules,
  routes: projectRoutes,
  english: projectEnglish,
  timed: projectTimed,
  demo: makeProjects,
  rowLocks: { project_plan: oneAtATime, project_require: oneAtATime, project_task: oneAtATime },
  follows: {
    project: keepMembers,
    project_plan: keepPlan,
    project_require: keepPlanOfTasks,
    project_task: keepTasks,
  },
}
