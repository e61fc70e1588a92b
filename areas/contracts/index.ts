/** Contracts: what was agreed and is to be paid when; seals; certificates and what listings need of them. */
import type { Area } from '#platform/server/area.ts'
import { keepSubmitted } from '#areas/goods/index.ts'
import { badgeJobs, badgesFollow } from './badges.ts'
import { contract } from './contract-tables.ts'
import { makeContracts } from './demo.ts'
import { followContracts, followEvents, followPlan } from './keep.ts'
import { contractModules } from './menu.ts'
import { contractTimed } from './nightly.ts'
import { expectAgain, followContractMatches, followContractRequests } from './payments.ts'
import { contractPlan } from './plan-tables.ts'
import { contractsEnglish } from './refusals-en.ts'
import { certificateRoutes, certificateTimed, followCertificates, followFees, followLoans } from './certificates.ts'
import { followSeals, sealRoutes, sealTimed } from './seals.ts'
import { contractRoutes } from './routes.ts'
import { contractTables } from './tables.ts'

export { pdfOf } from './demo-pdf.ts'
export { salesBan } from './compliance.ts'
export { certificateStates } from './certificate-tables.ts'
export { contractStates } from './contract-tables.ts'

export const contracts: Area = {
  name: 'contracts',
  title: ['合同', 'Contracts'],
  resources: Object.values(contractTables),
  modules: contractModules,
  routes: { ...contractRoutes, ...sealRoutes, ...certificateRoutes },
  english: contractsEnglish,
  follows: {
    contract: followContracts,
    contract_plan: followPlan,
    contract_event: followEvents,
    seal_request: followSeals,
    ...badgesFollow,
    certificate: async (context, tx, changes) => {
      await followCertificates(context, tx, changes)
      await badgesFollow.certificate(context, tx, changes)
    },
    certificate_fee: followFees,
    borrow_request: followLoans,
  },
  jobs: badgeJobs,
  rowLocks: { contract_plan: keepSubmitted(contract, contractPlan) },
  timed: [...contractTimed, ...certificateTimed, ...sealTimed],
  demo: makeContracts,
}

/** What the bank has paid of contracts: an area of its own, because it follows tables of finance, which a house of tests may lack. */
export const contractPayments: Area = {
  name: 'contractPayments',
  title: ['合同收付', 'Payments of contracts'],
  resources: [],
  modules: [],
  routes: {},
  follows: {
    bank_match: followContractMatches,
    bank_match_side: followContractMatches,
    payment_request: followContractRequests,
    contract: expectAgain,
    contract_plan: expectAgain,
    contract_event: expectAgain,
  },
}
