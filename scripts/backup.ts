/** `npm run backup [-- path]`: database and files into one archive, while the product runs or not. BACKUP_DIR, BACKUP_KEEP: docs/operations.md. */
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backUp } from '../platform/server/backup/back-up.ts'
import { takeDataFolder } from '../platform/server/db/data-folder.ts'
import { runningEmbeddedUrl, startEmbedded } from '../platform/server/db/embedded.ts'
import { openFileStore } from '../platform/server/files/open-store.ts'

const env = process.env
const dataDir = resolve(env['DATA_DIR'] ?? 'data')
const folder = resolve(env['BACKUP_DIR'] ?? 'backups')
const nameOf = (now: Date): string => `zhanggui-${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.gz`

/** The database as it is: external, embedded and running, or embedded and started for this. */
async function reach(): Promise<{ ownerUrl: string; leave: () => Promise<void> }> {
  const url = env['DATABASE_URL'] ?? runningEmbeddedUrl(join(dataDir, 'pg'))
  if (url) return { ownerUrl: url, leave: async () => undefined }
  const release = takeDataFolder(dataDir)
  const server = await startEmbedded({ folder: join(dataDir, 'pg') })
  return { ownerUrl: server.ownerUrl, leave: () => server.stop().then(release) }
}

function forgetOld(keep: number): void {
  const names = readdirSync(folder)
    .filter(name => /^zhanggui-\d{8}-\d{6}\.tar\.gz$/.test(name))
    .sort()
  for (const name of names.slice(0, Math.max(0, names.length - keep))) rmSync(join(folder, name))
}

async function run(): Promise<void> {
  const keep = Number(env['BACKUP_KEEP'] ?? Number.POSITIVE_INFINITY)
  if (!(keep >= 1)) throw new Error(`BACKUP_KEEP 应为大于 0 的整数，现在是 ${env['BACKUP_KEEP']}`)
  const now = new Date()
  const given = process.argv[2]
  const path = given === undefined ? join(folder, nameOf(now)) : resolve(given)
  const { ownerUrl, leave } = await reach()
  try {
    const done = await backUp({ ownerUrl, files: await openFileStore(env, dataDir), path, now })
    console.log(`已备份到 ${path}：${done.tables} 张表，${done.rows} 行，${done.files} 个文件`)
    if (done.missing.length > 0) console.log(`有 ${done.missing.length} 个文件只有登记、没有内容：${done.missing.slice(0, 20).join('、')}`)
    if (given === undefined) forgetOld(keep)
  } finally {
    await leave()
  }
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
