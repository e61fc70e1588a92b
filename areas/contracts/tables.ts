/** Tables of contracts, seals and certificates, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { borrowRequest, certificate, certificateFee, certificateKind, complianceRule } from './certificate-tables.ts'
import { contractCalendar } from './calendar.ts'
import { listingCompliance, salesBan } from './compliance.ts'
import { contractMonth, contractStamp } from './sums.ts'
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
  certificateFee,
}
/** what statements name of the view, whose own type rests on the database */
interface Compliance {
  listing_compliance: {
    shop_id: string
    seller_sku: string
    line: string
    certificate_id: string | null
    valid_to: string | null
    state: number
  }
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named>, Compliance {}
}

const others = { contractKindField, contractMember, sealRequest, listingCompliance, contractMonth, contractStamp, contractCalendar }
export const contractTables = { ...named, ...others }
