/** Administration: who people are, how they sign in, what they may do. Other areas need its table of organisations and the rights. */
import { homeCard } from '#platform/declare/home-card.ts'
import type { Area } from '#platform/server/area.ts'
import { housekeeping } from '#platform/server/jobs.ts'
import { sessionTables } from '#platform/server/rights.ts'
import { forgetAccountTraces, sendMessage, sendTask } from './account/outbox.ts'
import { mailRecovery, recoverTask } from './account/recover.ts'
import { accountTables } from './account/tables.ts'
import { touched } from './account/touched.ts'
import { makeDemo } from './demo.ts'
import { departmentsChanged } from './departments.ts'
import { employeesChanged, positionsChanged } from './employees.ts'
import { adminEnglish } from './refusals-en.ts'
import { adminModules } from './menu.ts'
import { adminRoutes } from './routes.ts'
import { organisationTables } from './organisation-tables.ts'
import { rightsTables } from './rights-tables.ts'
import { rolesChanged } from './sys-config.ts'
import { adminTables } from './tables.ts'
import { tellUnknownGrants } from './unknown-grants.ts'
import { setupRoutes } from './setup/routes.ts'
import { peopleSteps } from './setup/steps.ts'

export { modulesOf } from './menu-settings.ts'
export { leavesOf, maySeePage, menusOf, type MenuNode } from './menu-tree.ts'
export { queueMessage as keepInOutbox } from './account/outbox.ts'
export { noteOwnAct } from './account/trail.ts'
export type { OwnFactors } from './account/answers.ts'
export { acts, tellTouched } from './account/touched.ts'
export { accountOf, refuseAboveMe, refuseAdministrator } from './accounts.ts'
export { companyOnlySentence, isCompanyOnly, keepCompanyDoors } from './company-only.ts'
export { attempt, guarded, HalfWay, inSession, type SignInNeeds, Untried, WrongProof } from './attempt.ts'
export { signedInAnswer } from './routes.ts'
export { demandedFrom, type Half, halfWay, nextStep, refuseHalf, type SignedIn, type SigningIn, wholeWay } from './second-step.ts'
export { checkOldPassword, standing } from './sign-in.ts'
export { sendersOf } from './account/senders.ts'
export { createRights } from './rights.ts'
export { keepProgramAccount, type ProgramAccount } from './program-account.ts'
export { catalogueOf } from './catalogue.ts'
export { createDemoPeople, createFirstAdmin, demoPeople, type DemoCompany, type DemoWish } from './demo.ts'
export { bringSheet, type SheetRow } from './bring-sheet.ts'
export { employee } from './tables.ts'
export { seededRandom, type SeededRandom } from './seeded-random.ts'
export type { DemoShop } from './demo-trade-rows.ts'

export const admin: Area = {
  name: 'admin',
  title: ['系统管理', 'Administration'],
  resources: [
    ...Object.values(adminTables),
    ...Object.values(accountTables),
    ...Object.values(organisationTables),
    ...Object.values(rightsTables),
    ...Object.values(sessionTables),
  ],
  modules: adminModules,
  setupSteps: peopleSteps,
  demo: makeDemo,
  homeCards: [
    homeCard({
      key: 'admin.setup',
      title: ['开始使用', 'Getting started'],
      component: 'admin/setup/setup',
      tells: 'figures',
      permission: null,
      settingUp: true,
      wide: true,
      large: true,
    }),
  ],
  routes: { ...adminRoutes, ...setupRoutes },
  english: adminEnglish,
  notices: [touched],
  begin: tellUnknownGrants,
  follows: { department: departmentsChanged, employee: employeesChanged, position: positionsChanged, role: rolesChanged },
  jobs: { [sendTask]: sendMessage, [recoverTask]: mailRecovery },
  timed: [
    housekeeping('account.forget', ['清理过期的验证码、链接和登录记录', 'Removal of codes, links and sign-ins that are past'], {
      every: 60,
      work: forgetAccountTraces,
    }),
  ],
}
