/** Tables of contracts, seals and certificates, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { borrowRequest, certificate, certificateFee, certificateKind, complianceRule } from './certificate-tables.ts'
import { listingCompliance, salesBan } from './compliance.ts'
import { contract, contractMember } from './contract-tables.ts'
import { contractKind, contractKindField } from './kind-tables.ts'
import { contractEvent, contractPlan } from './plan-tables.ts'
import { seal, sealRequest } from './seal-tables.ts'

/** those that statements written by hand name */
const named = {
  contract,
  contractPlan,
  contractEvent,
  contractKind,
  seal,
  certificate,
  certificateKind,
  complianceRule,
  borrowRequest,
  salesBan,
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

const others = { contractKindField, contractMember, sealRequest, certificateFee, listingCompliance }
export const contractTables = { ...named, ...others }
