/** `npm run restore -- path [--force]`: a backup into DATA_DIR or DATABASE_URL. Refuses where there is data, unless forced. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restore } from '../platform/server/backup/restore.ts'
import { readMigrations } from '../platform/server/db/migrate.ts'
import { openDatabase } from '../platform/server/db/open-database.ts'
import { openFileStore } from '../platform/server/files/open-store.ts'
import { declaredTables } from '../product.ts'
import { command } from './command.ts'

const env = process.env
const dataDir = resolve(env['DATA_DIR'] ?? 'data')
const migrationsFolder = join(import.meta.dirname, '../db/migrations')
const args = process.argv.slice(2)

async function run(): Promise<void> {
  const path = args.find(one => !one.startsWith('--'))
  if (path === undefined) throw new Error('请说明备份文件：npm run restore -- backups/zhanggui-….tar.gz')
  if (!existsSync(path)) throw new Error(`备份文件 ${path} 不存在`)
  const log = (line: string): void => console.log(line)
  const database = await openDatabase({
    databaseUrl: env['DATABASE_URL'],
    databaseAppUrl: env['DATABASE_APP_URL'],
    dataDir,
    migrationsFolder,
    // restore spreads what it has filled: spread before, each table would be made and dropped on every machine once more
    log,
  })
  try {
    const done = await restore({
      path,
      ownerUrl: database.ownerUrl,
      role: decodeURIComponent(new URL(database.appUrl).username),
      appUrl: database.appUrl,
      migrations: readMigrations(migrationsFolder),
      files: await openFileStore(env, dataDir),
      tables: declaredTables,
      force: args.includes('--force'),
      log,
    })
    console.log(`已恢复 ${done.takenAt} 的备份：${done.rows} 行，${done.files} 个文件，校验和与行数全部相符`)
    if (done.missing.length > 0) console.log(`有 ${done.missing.length} 个文件在备份时就没有内容`)
  } finally {
    await database.stop()
  }
}

await command(run)
