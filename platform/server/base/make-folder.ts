/** Folders that the settings name: made where they are missing, or refused in a sentence for the operator. */
import { ownValue } from '#platform/declare/own-value.ts'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const faults: Readonly<Record<string, string>> = {
  EACCES: '没有权限写入，请更改它的所有者或权限',
  EPERM: '没有权限写入，请更改它的所有者或权限',
  EROFS: '所在的文件系统是只读的',
  ENOSPC: '所在的磁盘已满，请清理磁盘',
  EDQUOT: '所在的磁盘已满，请清理磁盘',
  ENOTDIR: '的路径上有一个不是目录的文件',
  EEXIST: '的路径上有一个不是目录的文件',
  ENOENT: '无法建立，所在的文件系统不能存放文件',
}

/** The sentence for a folder that can't be used. `setting`: the environment variable that names it; `what`: what it is. */
export function folderFault(what: string, setting: string, path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = ownValue(faults, code) ?? `不能使用（${code || String(error)}）`
  return new Error(`${what} ${path} ${reason}，或用 ${setting} 指定另一个目录。`, { cause: error })
}

/**
 * One folder after the other: `recursive` of Node tries without end where a file system answers ENOENT to the making itself, as /proc does.
 */
function make(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) make(dirname(path))
  try {
    mkdirSync(path, { mode: 0o755 })
  } catch (error) {
    // another process has made it meanwhile
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Makes a folder and tries to write into it. Throws a sentence for the operator. */
export function makeFolder(what: string, setting: string, given: string): void {
  const path = resolve(given)
  const probe = join(path, `.probe-${process.pid}`)
  try {
    make(path)
    try {
      writeFileSync(probe, 'ok\n')
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw folderFault(what, setting, path, error)
  }
}
