/** Research: projects through gates, samples and tests, checks of rights of others. */
import type { Area } from '#platform/server/area.ts'
import { keepSubmitted } from '#areas/goods/index.ts'
import { changeOrder, changeOrderLine } from './change-tables.ts'
import { infringementCheck, infringementHit } from './check-tables.ts'
import { followChecks } from './checks.ts'
import { followChangeOrders, followEffects, followWorkOrders } from './changes.ts'
import { makeChanges, makeResearch } from './demo.ts'
import { factsChanged, rdSampleCost, researchFigures } from './figures.ts'
import { researchModules } from './menu.ts'
import { researchTimed } from './notices.ts'
import { followDeliverables, followProjects } from './projects.ts'
import { researchEnglish } from './refusals-en.ts'
import { researchRoutes } from './routes.ts'
import { followMoves, followSamples, followTests } from './samples.ts'
import { researchTables } from './tables.ts'
import { keepTimes } from './times.ts'

export const research: Area = {
  name: 'research',
  title: ['研发', 'Research'],
  resources: [...Object.values(researchTables), rdSampleCost, ...researchFigures.resources],
  reports: researchFigures.reports,
  books: researchFigures.books,
  timed: researchTimed,
  modules: researchModules,
  routes: { ...researchRoutes, ...researchFigures.routes },
  english: researchEnglish,
  follows: {
    rd_project: followProjects,
    rd_deliverable: followDeliverables,
    infringement_check: followChecks,
    sample: followSamples,
    sample_move: followMoves,
    rd_test: followTests,
    rd_time: keepTimes,
    change_order: followChangeOrders,
    change_effect: followEffects,
    work_order: followWorkOrders,
    rd_gate_stay: factsChanged('rd_gate_stay'),
    rd_sample_cost: factsChanged('rd_sample_cost'),
  },
  rowLocks: {
    change_order_line: keepSubmitted(changeOrder, changeOrderLine),
    infringement_hit: keepSubmitted(infringementCheck, infringementHit),
  },
  demo: makeResearch,
  demoFigures: [makeChanges],
}
