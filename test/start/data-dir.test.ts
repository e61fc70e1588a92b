/** A data folder that can't be used: the start ends soon, with a sentence that says what to change, and leaves nothing behind. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFolder } from '#platform/server/base/make-folder.ts'
import { smallDisk } from '../setup/small-disk.ts'

const root = join(import.meta.dirname, '../..')
const isLinux = process.platform === 'linux'
/** a start that tried without end would take longer, also on a machine that is busy */
const startMsMax = 60_000
const folder = mkdtempSync(join(tmpdir(), 'zhanggui-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(dataDir: string, more: Record<string, string> = {}): { code: number | null; said: string } {
  const done = spawnSync(process.execPath, [join(root, 'server.ts')], {
    cwd: root,
    encoding: 'utf8',
    timeout: startMsMax,
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: '0', DATA_DIR: dataDir, ...more },
  })
  return { code: done.status, said: done.stderr.trim() }
}
const sentence = (path: string, reason: string): string => `数据目录 ${path} ${reason}，或用 DATA_DIR 指定另一个目录。`

describe.runIf(isLinux)('a start on', () => {
  test.each([
    ['/proc/zhanggui', '无法建立，所在的文件系统不能存放文件'],
    ['/proc/zhanggui/data', '无法建立，所在的文件系统不能存放文件'],
    ['/dev/null/data', '的路径上有一个不是目录的文件'],
  ])('%s', (path, reason) => {
    expect(start(path)).toEqual({ code: 1, said: sentence(path, reason) })
    // the folder of the files alone, where the database lies elsewhere
    expect(start(path, { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).toEqual({ code: 1, said: sentence(path, reason) })
  })
  test('a file', () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    expect(start(path)).toEqual({ code: 1, said: sentence(path, '的路径上有一个不是目录的文件') })
  })
  const readOnly = smallDisk(1)
  test.runIf(readOnly !== null)('a read-only disk', () => {
    readOnly?.setReadOnly()
    const path = join(readOnly?.path ?? '', 'data')
    try {
      expect(start(path)).toEqual({ code: 1, said: sentence(path, '所在的文件系统是只读的') })
      expect(start(readOnly?.path ?? '')).toEqual({ code: 1, said: sentence(readOnly?.path ?? '', '所在的文件系统是只读的') })
    } finally {
      readOnly?.remove()
    }
  })
  const full = smallDisk(1)
  test.runIf(full !== null)('a full disk, and one with too little room for a database', () => {
    const path = full?.path ?? ''
    try {
      expect(start(path).said).toBe(sentence(path, '所在的磁盘已满，请清理磁盘'))
      rmSync(join(path, 'pg.json'), { force: true })
      expect(() => writeFileSync(join(path, 'filler'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC')
      expect(start(path).said).toBe(sentence(path, '所在的磁盘已满，请清理磁盘'))
      expect(readdirSync(path)).toEqual(['filler'])
    } finally {
      full?.remove()
    }
  })
})

test('a folder is made with all above it, and holds nothing after the try', () => {
  const path = join(folder, 'a/b/c')
  makeFolder('数据目录', 'DATA_DIR', path)
  makeFolder('数据目录', 'DATA_DIR', path)
  expect(readdirSync(path)).toEqual([])
})
test.runIf(isLinux && process.getuid?.() !== 0)('a folder of somebody else', () => {
  expect(() => makeFolder('备份目录', 'BACKUP_DIR', '/etc/zhanggui')).toThrow(
    '备份目录 /etc/zhanggui 没有权限写入，请更改它的所有者或权限，或用 BACKUP_DIR 指定另一个目录。',
  )
})
