/** IT projects: project, plan, requirement, task, and what is kept beside them. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { planDay, projectDay } from './days.ts'
import { projectPlan } from './plans.ts'
import { project, projectMember } from './projects.ts'
import { projectRequirement } from './requirements.ts'
import { projectTask } from './tasks.ts'

const named = { projectMember, projectPlan, projectRequirement, projectTask, projectDay, planDay }
export const projectTables = { project, ...named }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
