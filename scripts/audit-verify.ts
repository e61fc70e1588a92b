/**
 * `npm run audit:verify [-- --head number:hash]`: holds the audit trail against its sealed blocks and names what was changed, removed or
 * put in. Exit 1 then.
 */
import { resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { verifyTrail, type Finding } from '../platform/server/audit/verify.ts'
import { steadyPool } from '../platform/server/db/connection-lost.ts'
import type { Database } from '#platform/server/contract/database.ts'
import { connectionSettings } from '../platform/server/db/pools.ts'
import { reachDatabase } from '../platform/server/db/reach-database.ts'
import { command } from './command.ts'

const shownMax = 200
const words: Record<Finding, string> = {
  changed: '记录被改动',
  removed: '记录被删除',
  inserted: '事后插入的记录',
  blockChanged: '封存块被改动',
  blockMissing: '封存块被删除',
}

async function run(): Promise<void> {
  const at = process.argv.indexOf('--head')
  const known = at === -1 ? null : (process.argv[at + 1] ?? '')
  const { ownerUrl, leave } = await reachDatabase(process.env, resolve(process.env['DATA_DIR'] ?? 'data'))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: steadyPool({ ...connectionSettings(ownerUrl, 'audit'), max: 2 }) }),
  })
  try {
    const { blocks, entries, faults, head, removedMonths, waiting } = await verifyTrail(db, known)
    for (const { kind, id, about } of faults.slice(0, shownMax)) console.log(`${words[kind]}：${id} ${about}`.trimEnd())
    if (faults.length > shownMax) console.log(`只列出前 ${shownMax} 处，共 ${faults.length} 处`)
    if (removedMonths.length > 0) console.log(`按保存期限移除的月份：${removedMonths.join('、')}`)
    console.log(
      `${blocks} 个封存块，${entries} 条记录，另有 ${waiting} 条待封存：${faults.length === 0 ? '全部相符' : `${faults.length} 处不符`}`,
    )
    console.log(`最后一块 ${head}；抄在别处，下次用 -- --head 核对，可发现末尾被截断`)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await db.destroy()
    await leave()
  }
}

await command(run)
