/** Tables of contracts, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { contract, contractMember } from './contract-tables.ts'
import { contractKind, contractKindField } from './kind-tables.ts'
import { contractEvent, contractPlan } from './plan-tables.ts'

/** those that statements written by hand name */
const named = { contract, contractPlan, contractEvent, contractKind }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

export const contractTables = { ...named, contractKindField, contractMember }
