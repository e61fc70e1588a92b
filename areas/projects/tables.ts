/** IT projects: project, plan, requirement, task, and what is kept beside them. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { planDay, projectDay } from './days.ts'
import { projectPlan } from './plans.ts'
import { project, projectMember } from './projects.ts'
import { projectRequirement } from './requirements.ts'
import { projectTask } from './tasks.ts'

export const projectTables = { project, projectMember, projectPlan, projectRequirement, projectTask, projectDay, planDay }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof projectTables> {}
}
