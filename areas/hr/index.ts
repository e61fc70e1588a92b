/** People: who works here, where, under which contract, on which day. */
import type { Area } from '#platform/server/area.ts'
import { followTogether } from '#platform/server/records.ts'
import { contractTimed, keepContracts, keepProtected } from './contracts.ts'
import { keepContractSheet } from './contract-sheet.ts'
import { makePeopleFiles } from './demo.ts'
import { headsFollow, staffFigures } from './figures.ts'
import { actionFollowers } from './actions.ts'
import { headcountFollows, headcountOfActions, headcountTimed } from './headcount.ts'
import { keepJoiners } from './joiners.ts'
import { keepNewFiles, keepPeople } from './keep.ts'
import { keepLetters } from './letters.ts'
import { hrModules } from './menu.ts'
import { nightlyTimed } from './nightly.ts'
import { keepFileChanges } from './own.ts'
import { hrEnglish } from './refusals-en.ts'
import { placesFollow } from './places.ts'
import { keepRoster } from './roster.ts'
import { hrRoutes } from './routes.ts'
import { hrTables } from './tables.ts'
import { hrTimed, takeEffectJobs } from './take-effect.ts'
import { followActions, taskTimed } from './tasks.ts'

export { hrLetter, letterStates } from './letter-tables.ts'
export { provePeople } from './proof.ts'

export const hr: Area = {
  name: 'hr',
  title: ['人事', 'People'],
  resources: [...Object.values(hrTables), ...staffFigures.resources],
  reports: staffFigures.reports,
  books: staffFigures.books,
  modules: hrModules,
  routes: { ...hrRoutes, ...staffFigures.routes },
  english: hrEnglish,
  follows: followTogether([
    {
      employee: keepPeople,
      personnel_action: actionFollowers,
      labour_contract: keepContracts,
      hr_assignment: headsFollow,
      hr_file_change: keepFileChanges,
      hr_roster: keepRoster,
      hr_contract_sheet: keepContractSheet,
      hr_letter: keepLetters,
      hr_file: keepProtected,
      hr_headcount: headcountFollows,
      hr_joiner: keepJoiners,
    },
    { personnel_action: followActions, hr_assignment: placesFollow, hr_file: keepNewFiles },
    { personnel_action: headcountOfActions, hr_assignment: headcountFollows },
  ]),
  timed: [...hrTimed, ...contractTimed, ...taskTimed, ...nightlyTimed, ...headcountTimed],
  jobs: takeEffectJobs,
  demo: makePeopleFiles,
}
