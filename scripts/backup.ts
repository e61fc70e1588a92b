/**
 * `npm run backup [-- path]`: database and files into one archive, while the product runs or not. BACKUP_DIR, BACKUP_KEEP:
 * docs/operations.md.
 */
import { join, resolve } from 'node:path'
import { backUp } from '../platform/server/backup/back-up.ts'
import { backupName, forgetOldBackups, keptOf } from '../platform/server/backup/folder.ts'
import { reachDatabase } from '../platform/server/db/reach-database.ts'
import { openFileStore } from '../platform/server/files/open-store.ts'
import { command } from './command.ts'

const env = process.env
const dataDir = resolve(env['DATA_DIR'] ?? 'data')
const folder = resolve(env['BACKUP_DIR'] ?? 'backups')

async function run(): Promise<void> {
  const keep = keptOf(env['BACKUP_KEEP'])
  const now = new Date()
  const given = process.argv[2]
  const path = given === undefined ? join(folder, backupName(now)) : resolve(given)
  const { ownerUrl, leave } = await reachDatabase(env, dataDir)
  try {
    const done = await backUp({ ownerUrl, files: await openFileStore(env, dataDir), path, now })
    console.log(`已备份到 ${path}：${done.tables} 张表，${done.rows} 行，${done.files} 个文件`)
    if (done.missing.length > 0) console.log(`有 ${done.missing.length} 个文件只有登记、没有内容：${done.missing.slice(0, 20).join('、')}`)
    if (given === undefined) forgetOldBackups(folder, keep)
  } finally {
    await leave()
  }
}

await command(run)
