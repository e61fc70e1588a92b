/** Approvals: flows by version, their running, and what people are asked. */
import type { Area } from '#platform/server/area.ts'
import { makeApprovals } from './demo.ts'
import { flows } from './flows.ts'
import { linkWork } from './mail-links.ts'
import { workflowEnglish } from './refusals-en.ts'
import { workflowModules } from './menu.ts'
import { approvalNotices } from './notices.ts'
import { workflowRoutes } from './routes.ts'
import { keepStandIns } from './stand-ins.ts'
import { waitingApprovals } from './waiting.ts'
import { workflowTables } from './tables.ts'
import { managersOf } from './people.ts'
import { limitWork } from './time-limits.ts'

export { handOnTasks } from './leaving.ts'
export { managersOf } from './people.ts'
export { approvalStandIn } from './tables.ts'

export const workflow: Area = {
  name: 'workflow',
  title: ['审批', 'Approvals'],
  resources: Object.values(workflowTables),
  modules: workflowModules,
  routes: workflowRoutes,
  english: workflowEnglish,
  notices: Object.values(approvalNotices),
  timed: [...limitWork, ...linkWork],
  follows: { approval_stand_in: keepStandIns },
  flows,
  heads: managersOf,
  waits: { approvals: waitingApprovals },
  demo: makeApprovals,
}
