import { join, resolve } from 'node:path'
import { checkDataFolder, takeDataFolder, writeDataVersion } from './data-folder.ts'
import { emptyCutFill, type CutFill, type CutFillAsk } from './first-fill-mark.ts'
import { startEmbedded } from './embedded.ts'
import { migrateAndSpread, newestMigration, readMigrations, type MigrateWish } from './migrate.ts'
import type { Spread } from './spread.ts'
import { prepareRuntimeRole } from './roles.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface DatabaseSettings {
  /** DATABASE_URL: owner of an external database; absent: the embedded one under `dataDir`. */
  databaseUrl?: string | undefined
  /** DATABASE_APP_URL: the runtime role, where the owner may not create it. */
  databaseAppUrl?: string | undefined
  dataDir: string
  migrationsFolder: string
  /** the declared tables, for a DATABASE_URL that is a coordinator of several machines */
  spread?: MigrateWish['spread']
  /** of a start that makes the first company: one whose making was cut goes; absent: it stays as it is */
  cutFill?: CutFillAsk
  log: (line: string) => void
}

/** A database whose schema is the program's and whose runtime role has its rights. */
export interface OpenDatabase {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly isEmbedded: boolean
  /** Names of the migrations that this start has applied. */
  readonly applied: string[]
  /** how a company was met whose making was cut */
  readonly cutFill: CutFill
  /** Tables that this start has spread over several machines; null: the database is on one. */
  readonly spread: Spread | null
  /** Stops the embedded server and releases the data folder; call it after the pools have ended. */
  stop(): Promise<void>
}

/** Starts or reaches the database, checks its version, brings its schema up to date. Every refusal is a sentence for the operator. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const migrations = readMigrations(settings.migrationsFolder)
  const newest = newestMigration(migrations)
  const dataDir = resolve(settings.dataDir)
  if (settings.databaseUrl) {
    checkUrl('DATABASE_URL', settings.databaseUrl)
    if (settings.databaseAppUrl) checkUrl('DATABASE_APP_URL', settings.databaseAppUrl)
    const prepared = await prepare(settings.databaseUrl, settings).catch((error: unknown) => {
      throw plainWords(error)
    })
    return { ...prepared, isEmbedded: false, stop: async () => undefined }
  }
  const release = takeDataFolder(dataDir)
  try {
    checkDataFolder(dataDir, newest)
    const server = await startEmbedded({ folder: join(dataDir, 'pg'), log: settings.log })
    try {
      const prepared = await prepare(server.ownerUrl, settings)
      if (newest) writeDataVersion(dataDir, newest)
      return {
        ...prepared,
        isEmbedded: true,
        stop: async () => {
          await server.stop()
          release()
        },
      }
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    release()
    throw error
  }

  async function prepare(
    ownerUrl: string,
    { databaseAppUrl, spread, cutFill: ask, log }: DatabaseSettings,
  ): Promise<Omit<OpenDatabase, 'isEmbedded' | 'stop'>> {
    const appUrl = await prepareRuntimeRole(ownerUrl, databaseAppUrl)
    const cutFill = ask === undefined ? 'none' : await emptyCutFill(ownerUrl, ask)
    if (cutFill === 'emptied') log('上次建立演示公司时中断，没有建完：已清空，重新建立')
    const role = decodeURIComponent(new URL(appUrl).username)
    const done = await migrateAndSpread(ownerUrl, migrations, role, { log, appUrl, ...(spread ? { spread } : {}) })
    return { ownerUrl, appUrl, cutFill, ...done }
  }
}

function checkUrl(name: string, url: string): void {
  if (/^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url)) return
  throw new Error(`${name} 的格式不对，应写成 postgresql://账号:密码@主机:5432/数据库`)
}

/** What keeps a connection from being made, by the code of the driver or of PostgreSQL. */
const connectionRefusals: Record<string, string> = {
  ECONNREFUSED: '连接不上数据库：那个地址没有 PostgreSQL 在运行，请检查主机与端口',
  ENOTFOUND: '连接不上数据库：找不到主机，请检查地址',
  ETIMEDOUT: '连接不上数据库：没有应答，请检查地址与防火墙',
  '28P01': '数据库拒绝登录：账号或密码不对',
  '28000': '数据库拒绝登录：这个账号不能从本机登录，请检查账号或密码与 pg_hba.conf',
  '3D000': '数据库不存在，请先建立它，再启动',
  '42501': '数据库账号的权限不够：DATABASE_URL 的账号必须是数据库的所有者',
}

function plainWords(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  const words = code === undefined ? undefined : ownValue(connectionRefusals, code)
  return words === undefined ? error : new Error(`${words}（${(error as Error).message || code}）`, { cause: error })
}
