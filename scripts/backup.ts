/** `npm run backup [-- path]`: database and files into one archive, while the product runs or not. BACKUP_DIR, BACKUP_KEEP: docs/operations.md. */
import { join, resolve } from 'node:path'
import { backUp } from '../platform/server/backup/back-up.ts'
import { backupName, forgetOldBackups, keptOf } from '../platform/server/backup/folder.ts'
import { takeDataFolder } from '../platform/server/db/data-folder.ts'
import { runningEmbeddedUrl, startEmbedded } from '../platform/server/db/embedded.ts'
import { openFileStore } from '../platform/server/files/open-store.ts'

const env = process.env
const dataDir = resolve(env['DATA_DIR'] ?? 'data')
const folder = resolve(env['BACKUP_DIR'] ?? 'backups')

/** The database as it is: external, embedded and running, or embedded and started for this. */
async function reach(): Promise<{ ownerUrl: string; leave: () => Promise<void> }> {
  const url = env['DATABASE_URL'] ?? runningEmbeddedUrl(join(dataDir, 'pg'))
  if (url) return { ownerUrl: url, leave: async () => undefined }
  const release = takeDataFolder(dataDir)
  const server = await startEmbedded({ folder: join(dataDir, 'pg') })
  return { ownerUrl: server.ownerUrl, leave: () => server.stop().then(release) }
}

async function run(): Promise<void> {
  const keep = keptOf(env['BACKUP_KEEP'])
  const now = new Date()
  const given = process.argv[2]
  const path = given === undefined ? join(folder, backupName(now)) : resolve(given)
  const { ownerUrl, leave } = await reach()
  try {
    const done = await backUp({ ownerUrl, files: await openFileStore(env, dataDir), path, now })
    console.log(`已备份到 ${path}：${done.tables} 张表，${done.rows} 行，${done.files} 个文件`)
    if (done.missing.length > 0) console.log(`有 ${done.missing.length} 个文件只有登记、没有内容：${done.missing.slice(0, 20).join('、')}`)
    if (given === undefined) forgetOldBackups(folder, keep)
  } finally {
    await leave()
  }
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
