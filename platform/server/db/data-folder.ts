import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../base/make-folder.ts'

/** Major version of the PostgreSQL that comes with the product. */
const postgresMajor = 18

/** What the file VERSION of a data folder says: which product schema and which PostgreSQL wrote it last. */
export interface DataVersion {
  /** Name of the newest migration that was applied, without `.sql`; they sort by name. */
  schema: string
  postgres: number
}

/** The version a data folder was written by, or undefined for a new folder. */
export function readDataVersion(dataDir: string): DataVersion | undefined {
  const path = join(dataDir, 'VERSION')
  if (!existsSync(path)) return undefined
  const [schema, postgres] = readFileSync(path, 'utf8').trim().split(/\s+/)
  if (!schema || !Number.isInteger(Number(postgres))) throw new Error(`数据目录的版本文件 ${path} 无法识别，请从备份恢复它`)
  return { schema, postgres: Number(postgres) }
}

/** Notes what has written this data folder; call it after the migrations have run. */
export function writeDataVersion(dataDir: string, schema: string): void {
  const path = join(dataDir, 'VERSION')
  writeFileSync(`${path}.new`, `${schema} ${postgresMajor}\n`)
  renameSync(`${path}.new`, path)
}

/** Makes the data folder, and sees that it can be written to. Throws a sentence for the operator. */
export const makeDataFolder = (dataDir: string): void => makeFolder('数据目录', 'DATA_DIR', dataDir)

/** Refuses a data folder that a newer program, or another PostgreSQL, has written. */
export function checkDataFolder(dataDir: string, newestMigration: string): void {
  const version = readDataVersion(dataDir)
  if (version && version.schema > newestMigration) {
    throw new Error(
      `数据目录 ${dataDir} 属于更新的版本（${version.schema}），当前程序只到 ${newestMigration || '空'}。请升级程序，或用 DATA_DIR 指定另一个目录。`,
    )
  }
  const pgVersion = join(dataDir, 'pg', 'PG_VERSION')
  const major = existsSync(pgVersion) ? Number.parseInt(readFileSync(pgVersion, 'utf8'), 10) : version?.postgres
  if (major === undefined || major === postgresMajor) return
  throw new Error(
    major > postgresMajor
      ? `数据目录 ${dataDir} 属于更新的版本（PostgreSQL ${major}），当前程序带的是 ${postgresMajor}。请升级程序。`
      : `数据目录 ${dataDir} 由 PostgreSQL ${major} 写成，当前程序带的是 ${postgresMajor}。请先用旧版本备份，再恢复到新目录。`,
  )
}

/**
 * Start time of a process in clock ticks since boot, as text: with the pid it
 * names one process for ever, because pids are used again. Linux only.
 */
function startTime(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold blanks; field 22 is counted behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Whether a process of this id runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes a data folder for this process; a second instance is refused with a
 * sentence that names the first. Gives back the function that releases it.
 */
export function takeDataFolder(dataDir: string): () => void {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'running.pid')
  const mine = `${process.pid} ${startTime(process.pid)}\n`
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => {
        if (existsSync(path) && readFileSync(path, 'utf8') === mine) rmSync(path)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pidText = '', started = ''] = readFileSync(path, 'utf8').trim().split(' ')
    const pid = Number(pidText)
    if (pid > 0 && isRunning(pid) && startTime(pid) === started) {
      throw new Error(`数据目录 ${dataDir} 正被另一个掌柜进程（${pid}）使用。请先停止它，或用 DATA_DIR 指定另一个目录。`)
    }
    rmSync(path, { force: true })
  }
  throw new Error(`数据目录 ${dataDir} 同时被另一个掌柜进程占用，请稍后重试`)
}
