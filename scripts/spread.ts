/**
 * `npm run spread [-- --shards 16]`: the tables of DATABASE_URL over the machines of its coordinator, filled or empty; can be run again. A
 * start of the product does the same with eight shards. Stop the product first: writers wait while rows are moved.
 */
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { openDatabase } from '../platform/server/db/open-database.ts'
import { shardsDefault } from '../platform/server/db/spread.ts'
import { declaredTables, migrationsFolder } from '../product.ts'
import { command } from './command.ts'

const env = process.env
const shardsMax = 512

function shardsAsked(): number {
  const { values } = parseArgs({ options: { shards: { type: 'string', default: String(shardsDefault) } } })
  const shards = Number(values.shards)
  if (!Number.isInteger(shards) || shards < 1 || shards > shardsMax) throw new Error(`--shards 应为 1 到 ${shardsMax} 的整数`)
  return shards
}

async function run(): Promise<void> {
  const shards = shardsAsked()
  if (!env['DATABASE_URL']) throw new Error('请用 DATABASE_URL 指定协调机上的数据库；内置的数据库只在一台机器上')
  const started = performance.now()
  const { spread, stop } = await openDatabase({
    databaseUrl: env['DATABASE_URL'],
    databaseAppUrl: env['DATABASE_APP_URL'],
    dataDir: resolve(env['DATA_DIR'] ?? 'data'),
    migrationsFolder,
    spread: { tables: declaredTables, shards },
    log: line => console.log(line),
  })
  await stop()
  if (spread === null) throw new Error('这个数据库没有 citus 扩展，没有分布任何表。请先执行 create extension citus')
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const tables = spread.reference.length + spread.shop.length
  console.log(
    tables === 0
      ? '所有表都已分布好，没有改动'
      : `已分布 ${spread.reference.length} 张参考表、${spread.shop.length} 张店铺表，用时 ${seconds} 秒`,
  )
}

await command(run)
