/** `npm run reset-factor -- <account>`: takes the second factors of an account away, for the only administrator who has lost his. */
import { resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { resetAtServer } from '#areas/access/factors/reset-at-server.ts'
import type { Database } from '#platform/server/contract/database.ts'
import { steadyPool } from '../platform/server/db/connection-lost.ts'
import { connectionSettings } from '../platform/server/db/pools.ts'
import { reachDatabase } from '../platform/server/db/reach-database.ts'
import { command } from './command.ts'

async function run(): Promise<void> {
  const username = process.argv[2]
  if (username === undefined) throw new Error('请写明账号：npm run reset-factor -- <账号>')
  const { ownerUrl, leave } = await reachDatabase(process.env, resolve(process.env['DATA_DIR'] ?? 'data'))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: steadyPool({ ...connectionSettings(ownerUrl, 'reset factor'), max: 1 }) }),
  })
  try {
    if (!(await resetAtServer(db, username, new Date()))) throw new Error(`没有账号 ${username}`)
    console.log(`${username} 的第二步验证已移除，登录的设备已全部退出，密码不变`)
  } finally {
    await db.destroy()
    await leave()
  }
}

await command(run)
