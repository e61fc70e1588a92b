/** Quality: plans, inspections, and what is done with what they reject. */
import type { Area } from '#platform/server/area.ts'
import { followTogether } from '#platform/server/records.ts'
import { makeInspections } from './demo.ts'
import { defectsFollow, lotsFollow, qualityFigures } from './figures.ts'
import { inspectionTables } from './inspection-tables.ts'
import { followInspections, followReadings, keepReadings, postInspection } from './keep.ts'
import { qualityModules } from './menu.ts'
import { nonconformityTables } from './nonconformity-tables.ts'
import { followDocuments, followNonconformities } from './nonconformities.ts'
import { followOutgoing, followTakenBack } from './outgoing.ts'
import { planTables } from './plan-tables.ts'
import { lotRejected, qualityTimed } from './notices.ts'
import { returnFigures, returnOrigin } from './returns/tables.ts'
import { returnFiles, returnsTimed } from './returns/trace.ts'
import { keepPlanItems, keepPlans } from './plans.ts'
import { followPostings, keepConditions } from './receipts.ts'
import { qualityEnglish } from './refusals-en.ts'
import { qualityRoutes } from './routes.ts'

export { inspectedLots } from './figures.ts'
export { results } from './judge.ts'
export { nonconformity, ways } from './nonconformity-tables.ts'
export { followOutgoing } from './outgoing.ts'
export { forgetMade, inspectMade, isInspected } from './made.ts'

export const quality: Area = {
  name: 'quality',
  title: ['质量', 'Quality'],
  resources: [
    ...[planTables, inspectionTables, nonconformityTables].flatMap(tables => Object.values(tables)),
    ...qualityFigures.resources,
    returnOrigin,
    ...returnFigures.resources,
  ],
  reports: [...qualityFigures.reports, ...returnFigures.reports],
  books: [...qualityFigures.books, ...returnFigures.books],
  filesFollow: returnFiles,
  timed: [...qualityTimed, ...returnsTimed],
  notices: [lotRejected],
  modules: qualityModules,
  routes: { ...qualityRoutes, ...qualityFigures.routes, ...returnFigures.routes },
  english: qualityEnglish,
  follows: followTogether([
    {
      inspection_plan: keepPlans,
      inspection_plan_item: keepPlanItems,
      inspection: followInspections,
      inspection_line: followReadings,
      nonconformity: followNonconformities,
      goods_in_line: keepConditions,
      goods_posting: followPostings,
      goods_out: followDocuments('goods_out'),
      purchase_return: followDocuments('purchase_return'),
    },
    { goods_out: followOutgoing('goods_out'), inspection: followTakenBack },
    lotsFollow,
    defectsFollow,
  ]),
  rowLocks: { inspection_line: keepReadings },
  posts: { inspection: postInspection },
  demo: makeInspections,
}
