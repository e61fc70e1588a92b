/** Both proofs of a product that has been through something: the books by `npm run proof`, the trail as `npm run audit:verify` does. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
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

/** The product may run meanwhile. */
export async function expectProven(product: RunningProduct): Promise<void> {
  const books = await proof(product)
  expect(books, books.said).toMatchObject({ code: 0, said: expect.stringContaining('全部相符') })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connectionSettings(product.ownerUrl, 'audit'), max: 2 }) }),
  })
  try {
    const { faults, entries, waiting } = await verifyTrail(db)
    expect(faults).toEqual([])
    expect(entries + waiting).toBeGreaterThan(0)
  } finally {
    await db.destroy()
  }
}
