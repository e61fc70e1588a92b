/**
 * `npm run rotate-key`: all encrypted texts under the new SECRET_KEY. SECRET_KEY_OLD is the one they stand under; where the key lies in the
 * data folder, a new one is made and put in its place. The program must not be running. Killed, the next run goes on.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { areas } from '#areas/index.ts'
import { secretKeyMin, withHouseAreas } from '../platform/server/open-house.ts'
import { SteadyClient } from '../platform/server/db/connection-lost.ts'
import { connectionSettings } from '../platform/server/db/pools.ts'
import { reachDatabase } from '../platform/server/db/reach-database.ts'
import { keyedTables, rotateKey } from '../platform/server/db/rotate-key.ts'
import { registryOf } from '../platform/server/registry-of.ts'
import { command } from './command.ts'

const env = process.env
const dataDir = resolve(env['DATA_DIR'] ?? 'data')
const [keyFile, newKeyFile] = [join(dataDir, 'secret-key'), join(dataDir, 'secret-key.new')]
const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined)

function newKey(): string {
  const begun = env['SECRET_KEY'] ?? read(newKeyFile)
  if (begun !== undefined) return begun
  if (!existsSync(keyFile)) throw new Error('请设置新的 SECRET_KEY，并用 SECRET_KEY_OLD 写明原来的')
  const made = randomBytes(32).toString('hex')
  writeFileSync(newKeyFile, `${made}\n`, { mode: 0o600 })
  return made
}

async function run(): Promise<void> {
  const from = env['SECRET_KEY_OLD'] ?? read(keyFile)
  if (!from) throw new Error('请用 SECRET_KEY_OLD 写明原来的密钥')
  const to = newKey()
  if (to.length < secretKeyMin) throw new Error(`SECRET_KEY 少于 ${secretKeyMin} 个字符`)
  if (to === from) throw new Error('新旧密钥相同，没有改动')
  const { ownerUrl, leave } = await reachDatabase(env, dataDir)
  const client = new SteadyClient(connectionSettings(ownerUrl, 'rotate key'))
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name like 'zhanggui %' and pid <> pg_backend_pid() limit 1`,
    )
    if (rows.length > 0) throw new Error('程序正在运行，请先停止再更换密钥')
    const all = withHouseAreas(areas)
    const tables = keyedTables(
      registryOf(all).resources.values(),
      all.flatMap(area => area.keyed ?? []),
    )
    const done = await rotateKey(client, tables, { from, to })
    if (env['SECRET_KEY'] === undefined) renameSync(newKeyFile, keyFile)
    for (const [title, changed] of done) console.log(`${title}：${changed} 条`)
    console.log('全部密文已改用新的密钥。旧密钥只用来打开更换以前的备份，请另存')
  } finally {
    await client.end()
    await leave()
  }
}

await command(run)
