/**
 * The statements of a run of the tests (npm test with STATEMENTS_INTO=folder) on a cluster and on plain PostgreSQL that hold the same
 * company: npm run test:citus -- address folder. Without an address or a folder it says so and is skipped.
 */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inGermany, german, orders, report, settled, settlement } from '../setup/amazon-files.ts'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import { coordinatorUrl } from './cluster.ts'
import { connected, readSent, replayed } from './replay.ts'

const folder = process.env['STATEMENTS']
const lacks = coordinatorUrl === undefined ? 'no address of a coordinator' : folder === undefined ? 'no folder of statements' : null

async function filled(plain: boolean): Promise<ImportHouse> {
  const h = await openImports(undefined, true, plain)
  const march = ['2025-03-01', '2025-03-31'] as const
  await h.import('transactions.csv', report(orders(0, 40)))
  await h.import('german.csv', report(inGermany(orders(0, 12)), german))
  await h.import('settlement.txt', settlement(settled(0, 20)))
  await h.ledger(...march)
  return h
}

test.skipIf(lacks !== null)(
  `every statement answers on the cluster as on plain PostgreSQL${lacks === null ? '' : `: skipped, ${lacks} was given`}`,
  { timeout: 3_600_000 },
  async () => {
    const [here, there] = [await filled(true), await filled(false)]
    const [plain, cluster] = [await connected(here.ownerUrl), await connected(there.ownerUrl)]
    const all = readSent(folder ?? '')
    const found = await replayed(plain, cluster, all)
    for (const client of [plain, cluster]) await client.end()
    for (const h of [here, there]) await h.close()
    const { same, apart, refused, otherwise, slow } = found
    console.log(
      `${all.length} statements: ${same} the same, ${apart} not to be run alone, ${refused.length} refused, ` +
        `${otherwise.length} otherwise, ${slow.length} slow`,
    )
    const report = process.env['REPLAY_REPORT']
    if (report !== undefined) writeFileSync(report, JSON.stringify({ refused, otherwise, slow }, null, 1))
    expect(same).toBeGreaterThan(0)
    expect({ refused, otherwise, slow }).toEqual({ refused: [], otherwise: [], slow: [] })
  },
)
