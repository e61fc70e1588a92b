import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDataFolder, readDataVersion, takeDataFolder, writeDataVersion } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zhanggui-data-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function cluster(major: string): void {
  mkdirSync(join(folder, 'pg'))
  writeFileSync(join(folder, 'pg', 'PG_VERSION'), `${major}\n`)
}

describe('the version of a data folder', () => {
  test('a new folder has none and passes', () => {
    expect(readDataVersion(folder)).toBeUndefined()
    expect(() => checkDataFolder(folder, '0003_c')).not.toThrow()
  })
  test('what was written is read, and the same or an older schema passes', () => {
    writeDataVersion(folder, '0003_c')
    expect(readDataVersion(folder)).toEqual({ schema: '0003_c', postgres: 18 })
    expect(() => checkDataFolder(folder, '0003_c')).not.toThrow()
    expect(() => checkDataFolder(folder, '0004_d')).not.toThrow()
  })
  test('a newer schema is refused', () => {
    writeDataVersion(folder, '0004_d')
    expect(() => checkDataFolder(folder, '0003_c')).toThrow('属于更新的版本（0004_d）')
  })
  test('a newer PostgreSQL is refused', () => {
    cluster('19')
    expect(() => checkDataFolder(folder, '0003_c')).toThrow('属于更新的版本（PostgreSQL 19）')
  })
  test('an older PostgreSQL is refused with what to do', () => {
    cluster('17')
    expect(() => checkDataFolder(folder, '0003_c')).toThrow('请先用旧版本备份')
  })
  test('a version file that is no such file is refused', () => {
    writeFileSync(join(folder, 'VERSION'), 'nonsense')
    expect(() => checkDataFolder(folder, '0003_c')).toThrow('无法识别')
  })
})

describe('taking a data folder', () => {
  test('a second instance is refused by name, and may come after the first has gone', () => {
    const release = takeDataFolder(folder)
    expect(() => takeDataFolder(folder)).toThrow(`正被另一个掌柜进程（${process.pid}）使用`)
    release()
    takeDataFolder(folder)()
  })
  test.each([
    ['a process that is gone', '4194304 1'],
    ['an id that belongs to another process by now', `${process.pid} 1`],
    ['an empty file of a full disk', ''],
  ])('a mark left by %s is taken over', (_name, mark) => {
    writeFileSync(join(folder, 'running.pid'), mark)
    const release = takeDataFolder(folder)
    expect(readFileSync(join(folder, 'running.pid'), 'utf8')).toContain(String(process.pid))
    release()
  })
})
