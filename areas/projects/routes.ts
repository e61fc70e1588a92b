/** Route map of IT projects. */
import { sql } from 'kysely'
import type { ChartFace } from '#platform/declare/chart.ts'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { call, type RowLock, type Route, type RouteMap } from '#platform/server/area.ts'
import { mayEdit, askerOf, steps } from '#platform/server/steps.ts'
import { chart } from '#platform/server/lists.ts'
import { family, add, batchUpdate, exportOf, remove } from '#platform/server/records.ts'
import { intoRequirement, reassign } from './actions.ts'
import { burnDownOfPlan, burnDownOfProject } from './burn-down.ts'
import { overviewOf } from './overview.ts'
import { projectPlan } from './plans.ts'
import { project } from './projects.ts'
import { projectRequirement } from './requirements.ts'
import { projectTask } from './tasks.ts'
import { weeklyReport } from './weekly.ts'
import { workloadOfProject } from './workload.ts'

/** Whoever sees the records may take them along. */
const everybodys = (route: Route): Route => ({ ...route, demand: signedIn })

/** A new plan is put into a project by whoever leads it. */
const byManagers: RowLock = async (context, db) => {
  const his = mayEdit(await askerOf(context, db, projectPlan), projectPlan)
  return his === null ? [] : [{ where: sql<boolean>`not ${his}`, reason: sentence`只有项目经理可以新增计划` }]
}

const burnDown: ChartFace = { name: 'burnDown', title: ['燃尽图', 'Burn-down'] }
const workload: ChartFace = { name: 'workload', title: ['成员工作量', 'Workload of the members'] }

export const projectRoutes: RouteMap = {
  ...family('Project', project),
  'POST /Project/insert': { ...add(project), demand: needs('project', operations.add) },
  'POST /Project/delete/{id}': remove(project),
  'GET /Project/get/{id}': call({ demand: signedIn, summary: '项目概况', write: false }, (context, ask) =>
    overviewOf(context, ask.params['id']),
  ),
  'POST /Project/listExport': everybodys(exportOf(project)),
  'POST /Project/updateState': steps(project),
  'POST /Project/weekly': everybodys(weeklyReport),
  'POST /Project/burnDown': chart(project, burnDown, burnDownOfProject),
  'POST /Project/workload': chart(project, workload, workloadOfProject),

  ...family('ProjectPlan', projectPlan),
  'POST /ProjectPlan/insert': add(projectPlan, { rowLocks: byManagers }),
  'POST /ProjectPlan/delete/{id}': remove(projectPlan),
  'POST /ProjectPlan/listExport': everybodys(exportOf(projectPlan)),
  'POST /ProjectPlan/updateState': steps(projectPlan),
  'POST /ProjectPlan/burnDown': chart(projectPlan, burnDown, burnDownOfPlan),

  ...family('ProjectRequire', projectRequirement),
  'POST /ProjectRequire/delete/{id}': remove(projectRequirement),
  'POST /ProjectRequire/listExport': everybodys(exportOf(projectRequirement)),
  'POST /ProjectRequire/updateState': steps(projectRequirement),
  'POST /ProjectRequire/fromWorkOrder': everybodys(intoRequirement),

  ...family('ProjectTask', projectTask),
  'POST /ProjectTask/delete/{id}': remove(projectTask),
  'POST /ProjectTask/listExport': everybodys(exportOf(projectTask)),
  'POST /ProjectTask/batchUpdate': everybodys(batchUpdate(projectTask)),
  'POST /ProjectTask/updateState': steps(projectTask),
  'POST /ProjectTask/reassign': everybodys(reassign),
}
