/** Rows of an imported sheet of contracts become contracts that run; the same row again changes nothing. */
import { asText } from '#platform/format/text.ts'
import type { Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, followerOf } from '#platform/server/records.ts'
import { contractStates, labourContract } from './contract-tables.ts'
import { hrContractSheet } from './roster-tables.ts'

export const keepContractSheet = followerOf(hrContractSheet, async (caller, tx, changes) => {
  const fresh = changes.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))
  if (fresh.length === 0) return
  const server = await inServersName(caller, tx, 'contracts of an imported sheet')
  const value = (row: Values, name: string): unknown => row[name] ?? null
  await createEach(
    server,
    labourContract,
    fresh.map(row => ({
      businessOn: asText(row['signedOn'] ?? row['validFrom']),
      state: contractStates.running[0],
      employeeId: row['employeeId'],
      companyId: row['companyId'],
      kind: row['kind'],
      validFrom: row['validFrom'],
      validTo: value(row, 'validTo'),
      probationTo: value(row, 'probationTo'),
      signedOn: asText(row['signedOn'] ?? row['validFrom']),
      hours: row['hours'],
      isWished: row['isWished'] === true,
    })),
  )
})
