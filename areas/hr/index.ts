/** People: who works here, where, under which contract, on which day. */
import type { Area } from '#platform/server/area.ts'
import { contractTimed, keepContracts } from './contracts.ts'
import { makePeopleFiles } from './demo.ts'
import { actionFollowers, keepPeople } from './keep.ts'
import { hrModules } from './menu.ts'
import { hrEnglish } from './refusals-en.ts'
import { hrRoutes } from './routes.ts'
import { hrTables } from './tables.ts'
import { hrTimed, takeEffectJobs } from './take-effect.ts'

export const hr: Area = {
  name: 'hr',
  title: ['人事', 'People'],
  resources: Object.values(hrTables),
  modules: hrModules,
  routes: hrRoutes,
  english: hrEnglish,
  follows: { employee: keepPeople, personnel_action: actionFollowers, labour_contract: keepContracts },
  timed: [...hrTimed, ...contractTimed],
  jobs: takeEffectJobs,
  demo: makePeopleFiles,
}
