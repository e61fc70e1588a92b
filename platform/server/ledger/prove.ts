/** Whether what is kept of a ledger is what its entries say, and making it so. */
import { sql } from 'kysely'
import type { LedgerWords } from '#platform/declare/ledger-words.ts'
import type { Context } from '../contract/context.ts'

/** A cell that differs from its entries, by column; of lots and reservations too. */
export type LedgerFault = Readonly<Record<string, string | number>>

/** Cells of the organisation that are not what entries and lots say: none where all is well, a hundred at most. */
export async function ledgerFaults({ db, caller }: Context, { name }: Pick<LedgerWords, 'name'>): Promise<readonly LedgerFault[]> {
  const { rows } = await sql<{
    faults: readonly LedgerFault[]
  }>`select ${sql.raw(`${name}_proof`)}(${caller.orgId}::bigint) as faults`.execute(db)
  return rows[0]?.faults ?? []
}

/** Works out balances and lots of the organisation anew from the entries. Answers how many balances were others. */
export const rebuildLedger = (context: Context, { name }: Pick<LedgerWords, 'name'>): Promise<number> =>
  context.write(async (tx, { caller }) => {
    const { rows } = await sql<{ changed: number }>`select ${sql.raw(`${name}_rebuild`)}(${caller.orgId}::bigint) as changed`.execute(tx)
    return rows[0]?.changed ?? 0
  })
