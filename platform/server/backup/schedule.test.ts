/** When the next backup is due, and that the job takes it, keeps the newest, and goes on after a failure. */
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { localFileStore } from '../files/local-store.ts'
import { nextAfter } from '../timed/when.ts'
import { backupSchedule, scheduledBackups, type BackupSchedule } from './schedule.ts'

describe('BACKUP_AT', () => {
  test.each([
    ['03:00', [180]],
    ['15:30, 3:00,03:00', [180, 930]],
    ['00:00，23:59', [0, 1439]],
  ])('%s', (text, at) => {
    expect(backupSchedule({ BACKUP_AT: text, BACKUP_DIR: '/b' })).toEqual({ at, folder: '/b', keep: Number.POSITIVE_INFINITY })
  })
  test.each(['24:00', '3', '03:60', 'nightly'])('%s is refused', text => {
    expect(() => backupSchedule({ BACKUP_AT: text })).toThrow('BACKUP_AT 应为每天的时刻')
  })
  test('without it there is no schedule; how many are kept is checked at the start', () => {
    expect(backupSchedule({})).toBeNull()
    expect(backupSchedule({ BACKUP_AT: ' ' })).toBeNull()
    for (const keep of ['0', '-1', '1.5', 'all'])
      expect(() => backupSchedule({ BACKUP_AT: '03:00', BACKUP_KEEP: keep })).toThrow('BACKUP_KEEP 应为大于 0 的整数')
  })
  test.each([
    // Shanghai is eight hours ahead
    ['2026-11-21T18:59:59Z', '2026-11-21T19:00:00.000Z'],
    ['2026-11-21T19:00:00Z', '2026-11-22T07:30:00.000Z'],
    ['2026-11-21T08:00:00Z', '2026-11-21T19:00:00.000Z'],
    ['2026-12-31T15:59:00Z', '2026-12-31T19:00:00.000Z'],
  ])('after %s comes %s', (now, next) => {
    const { when } = scheduledBackups({ at: [180, 930], folder: '/b', keep: 1 }, '')
    expect(nextAfter(when, new Date(now), 'Asia/Shanghai')?.toISOString()).toBe(next)
  })
})

describe('the work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-nightly-'))
  let h: DemoHouse
  beforeAll(async () => {
    h = await demoHouse([], localFileStore(join(folder, 'files')))
  })
  afterAll(async () => {
    await h?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const take = (wanted: Partial<BackupSchedule>) =>
    scheduledBackups({ at: [180], folder, keep: 1, ...wanted }, h.ownerUrl).work(h.house, {
      at: h.clock.now,
      signal: new AbortController().signal,
    })

  test('takes a backup and forgets the oldest of its own', async () => {
    const backups = join(folder, 'backups')
    const clock = h.clock.now
    try {
      for (const day of [21, 22, 23]) {
        h.clock.now = new Date(`2026-11-${day}T03:00:01+08:00`)
        await take({ folder: backups, keep: 2 })
        if (day === 21) writeFileSync(join(backups, 'by-hand.tar.gz'), '')
      }
    } finally {
      h.clock.now = clock
    }
    expect(readdirSync(backups).sort()).toEqual(['by-hand.tar.gz', 'zhanggui-20261121-190001.tar.gz', 'zhanggui-20261122-190001.tar.gz'])
  })

  test('one that fails is tried again in half an hour, and told to the administrators once', async () => {
    const nowhere = join(folder, 'a-file')
    writeFileSync(nowhere, '')
    expect(scheduledBackups({ at: [180], folder, keep: 1 }, '').again[0]).toBe(30)
    for (let go = 0; go < 2; go += 1) await expect(take({ folder: join(nowhere, 'below') })).rejects.toThrow('a-file')
    const told = await h.db
      .selectFrom('message as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .select(['a.username', 'm.title'])
      .execute()
    expect(told.map(one => ({ ...one, title: inChinese(fromStored(one.title)) }))).toEqual([
      { username: 'admin', title: '定时备份失败，稍后自动重试' },
    ])
  })
})
