/** Both proofs of a product that has been through something: the books by `npm run proof`, the trail as `npm run audit:verify` does. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { verifyTrail } from '#platform/server/audit/verify.ts'
import type { Database } from '#platform/server/contract/database.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import type { RunningProduct } from './product.ts'

const root = join(import.meta.dirname, '../..')

async function proof({ ownerUrl, dataDir }: RunningProduct): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/proof.ts')], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: ownerUrl, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
  const code = await new Promise<unknown>(done => child.once('exit', done))
  return { code, said }
}

/** What does not hold; the product may run meanwhile. */
export async function proofFaults(product: RunningProduct): Promise<unknown[]> {
  const { code, said } = await proof(product)
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connectionSettings(product.ownerUrl, 'audit'), max: 2 }) }),
  })
  try {
    const { faults, entries, waiting } = await verifyTrail(db)
    return [...(code === 0 && said.includes('全部相符') ? [] : [said]), ...faults, ...(entries + waiting > 0 ? [] : ['no trail'])]
  } finally {
    await db.destroy()
  }
}
