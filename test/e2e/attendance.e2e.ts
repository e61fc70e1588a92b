/** Attendance as two people meet it: one on a phone from the punch to the leave, and HR from the file of a device to the basis of pay. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { addDays, addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { asOwner, goodCallsOf } from '../setup/calls.ts'
import { useJourneys } from '../setup/journeys.ts'
import type { RunningProduct } from '../setup/product.ts'
import { actOnRow, choose, messageShown, typeDate } from '../setup/screen.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-clock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const clock = join(folder, 'later')
writeFileSync(clock, '0')

const realDay = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
/** the product is used at ten in the morning of the day after this one */
const today = addDays(realDay, 1)
const lastMonth = addMonths(monthOf(today), -1)
/** the last night before a National Day that is over */
const eve = `${Number(today.slice(0, 4)) - (today.slice(5) < '10-03' ? 1 : 0)}-09-30`
const night = (pin: string, day: string): string => `${pin}\t${day} 21:50:12\t1\t0\t1\t0\n${pin}\t${addDays(day, 1)} 06:05:40\t1\t1\t1\t0\n`
const weekFile = Array.from({ length: 7 }, (_, n) => night('901', addDays(today, n - 8))).join('')
const position = { latitude: 30.2741, longitude: 120.1551, accuracy: 20 }

/** before the first test nothing can be polled by expect */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await new Promise(next => setTimeout(next, 200)))
    if (Date.now() > end) throw new Error('it never came')
}

/** 郑凯 works by day and 林晓 at night, whose number the device knows as 901; last month is put to its people, one objects. */
async function withAttendance(running: RunningProduct): Promise<void> {
  const call = await goodCallsOf(running, 'admin')
  const made = async (path: string, values: object): Promise<string> => String((await call('POST', path, values)).id)
  const idOf = async (username: string): Promise<string> =>
    (
      await asOwner(
        running,
        `select m.employee_id::text as value from account_organisation m
          join account a on a.id = m.account_id where a.username = '${username}'`,
      )
    )[0] ?? ''
  const [clerk, worker] = [await idOf('employee'), await idOf('sales')]
  const place = (name: string, at: object) => made('/hrWorkplace/insert', { name, zone: 'Asia/Shanghai', ...at })
  const office = await place('杭州总部', { lat: position.latitude, lng: position.longitude })
  const factory = await place('东莞工厂', {})
  const validFrom = `${eve.slice(0, 4)}-01-01`
  const shift = (code: string, name: string, spans: string) => made('/attendanceShift/insert', { code, name, spans, validFrom })
  const group = async (name: string, workplaceId: string, id: string, more: object): Promise<string> => {
    const week = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, id]))
    return made('/attendanceGroup/insert', { name, workplaceId, followsHolidays: false, ...week, ...more })
  }
  const byDay = await group('杭州行政', office, await shift('D', '行政班', '09:00-12:00 13:30-18:30'), {})
  const byNight = await group('东莞夜班', factory, await shift('N', '夜班', '22:00-26:00 26:30-30:00'), {})
  await made('/attendanceRule/insert', { groupId: byDay, validFrom, lateGrace: 5 })
  await made('/attendanceMember/insert', { employeeId: clerk, groupId: byDay, validFrom: firstOfMonth(lastMonth) })
  await made('/attendanceMember/insert', { employeeId: worker, groupId: byNight, validFrom: eve })
  const deviceId = await made('/attendanceDevice/insert', { name: '东莞门口', workplaceId: factory })
  await call('POST', '/attendanceDevice/bring', { id: deviceId, text: night('901', eve) })
  await call('POST', '/leaveType/loadUsual', {})
  const { list } = await call('POST', '/leaveType/list', { pageSize: 50 })
  const typeId = (list as readonly { id: string; code: string }[]).find(one => one.code === 'annual')?.id
  await made('/leaveEntitlement/insert', {
    employeeId: clerk,
    typeId,
    label: '年假',
    fromOn: validFrom,
    toOn: `${Number(today.slice(0, 4)) + 1}-12-31`,
    days: '5',
  })
  writeFileSync(clock, String(new Date(`${today}T10:00:00+08:00`).getTime() - Date.now()))
  // who was signed in on the day before signs in anew
  const own = await goodCallsOf(running, 'employee')
  const months = async (): Promise<readonly { id: string; month: string; state: number }[]> =>
    (await own('POST', '/attendanceMonth/list', {})).list
  const month = async () => (await months()).find(one => one.month === lastMonth)
  await until(async () => (await month()) !== undefined)
  await asOwner(running, `update graphile_worker._private_jobs set run_at = now() where key = 'timed.clock'`)
  await until(async () => (await month())?.state === 2)
  const yesterday = addDays(today, -1)
  const days = await own('POST', '/attendanceDay/list', { day: [yesterday, yesterday] })
  const keeper = await goodCallsOf(running, 'admin')
  for (const time of ['09:12', '18:40'])
    await keeper('POST', '/attendanceDay/enter', { id: days.list[0].id, at: `${yesterday}T${time}:00+08:00`, reason: '考勤机断电' })
  await own('POST', '/attendanceMonth/object', { ids: [{ id: (await month())?.id }], objection: '有一天加班没有算进来' })
}

const { signedIn } = useJourneys({ width: 1280, height: 800 }, withAttendance, {
  MOVED_CLOCK: clock,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../setup/moved-clock.ts')).href}`,
})

const rowOf = (p: Page, text: string): Locator => p.locator('.zg-grid-row').filter({ hasText: text }).first()
const tab = (p: Page, name: string): Locator => p.getByRole('navigation', { name: '筛选标签' }).getByRole('button', { name, exact: true })
const isNarrow = (p: Page) => p.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

test('on a phone: a punch, why 12 minutes were late, a supplement, two days of annual leave', async () => {
  const p = await signedIn('employee', { width: 375, height: 812 })
  await p.context().grantPermissions(['geolocation'])
  await p.context().setGeolocation(position)
  await p.goto('/attendance/clock')
  await p.getByText('今天 09:00-12:00 13:30-18:30').waitFor()
  await p.locator('.zg-clock-button').click()
  await p.getByRole('list', { name: '今天的打卡' }).getByText('10:0').waitFor()
  expect(await p.getByText('外勤').count()).toBe(0)
  expect(await isNarrow(p)).toBe(true)

  await p.goto(`/attendance/day?f.day=${addDays(today, -1)},${addDays(today, -1)}`)
  await p.locator('.zg-row-card').click()
  await p.getByText('上班晚 12 分钟，超过宽限 5 分钟，全部计迟到').waitFor()
  await p.getByText('申请补卡：本月还可补 3 次').waitFor()
  await typeDate(p.getByPlaceholder('应打卡的时间'), `${addDays(today, -1)} 08:58`)
  await p.getByLabel('原因').fill('进门时没有刷上')
  await p.getByRole('button', { name: '提交补卡' }).click()
  await messageShown(p, '补卡已提交')
  // without a flow it is approved at once, and the day is worked out anew
  await expect.poll(() => p.getByText('上班晚 12 分钟').count()).toBe(0)

  await p.goto('/attendance/my-leave')
  await p.getByRole('radio', { name: /^年假/ }).click()
  await typeDate(p.getByPlaceholder('开始时间'), `${addDays(today, 6)} 09:00`)
  await typeDate(p.getByPlaceholder('结束时间'), `${addDays(today, 7)} 18:30`)
  await p.getByText('请假后剩余').waitFor()
  await p.getByLabel('事由').fill('回家')
  await p.getByRole('button', { name: '提交申请' }).click()
  await p.getByRole('radio', { name: /^年假 ?3 天/ }).waitFor()
  expect(await isNarrow(p)).toBe(true)
  await p.context().close()
})

test('a file of last week, an unknown number, the night before 1 October, an objection, the lock, the basis of pay', async () => {
  const p = await signedIn('hr')
  await p.goto('/attendance/device')
  await p.getByRole('button', { name: '导入考勤机文件' }).first().click()
  const dialog = p.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({ name: '1_attlog.dat', mimeType: 'text/plain', buffer: Buffer.from(weekFile) })
  await dialog.getByText('中控 打卡记录').first().waitFor()
  await dialog.getByRole('button', { name: '导入考勤机文件' }).click()
  await dialog.getByText('已完成').first().waitFor()
  await dialog.getByText('有 1 个号码没有对应员工').waitFor()

  await p.goto('/attendance/device-person')
  await actOnRow(rowOf(p, '901'), '编辑')
  const form = p.getByRole('dialog')
  await choose(form.getByLabel('员工'), '林晓', '林晓')
  await form.getByRole('button', { name: /保存|编辑/ }).click()
  await messageShown(p, '已保存')

  await p.goto(`/attendance/day?f.day=${eve},${eve}`)
  await p.locator('.zg-grid-row').getByRole('button', { name: eve }).click()
  await p.getByText('其中 120 分钟在法定节假日，按三倍').waitFor()
  await p.getByText('其中 210 分钟在法定节假日，按三倍').waitFor()
  await p.getByText('节假日出勤（分）').locator('xpath=..').getByText('330', { exact: true }).waitFor()

  await p.goto('/attendance/month')
  await tab(p, '有异议').click()
  await rowOf(p, '有一天加班没有算进来').waitFor()
  await actOnRow(rowOf(p, '有一天加班没有算进来'), '答复异议')
  await p.getByRole('dialog').getByLabel('答复').fill('那天没有加班单')
  await p.getByRole('dialog').getByRole('button', { name: '答复异议' }).click()
  await tab(p, '待确认').click()
  await actOnRow(rowOf(p, '那天没有加班单'), '登记纸质确认')
  await p
    .getByRole('dialog')
    .getByRole('button', { name: /登记纸质确认|确\s*定/ })
    .click()
  await messageShown(p, '登记纸质确认')
  await p.getByRole('button', { name: '锁定月份' }).click()
  const lock = p.getByRole('dialog')
  await choose(lock.getByLabel('考勤组'), '杭州行政')
  await typeDate(lock.getByLabel('月份'), lastMonth)
  await lock.getByRole('button', { name: '锁定月份' }).click()
  await tab(p, '薪资依据').click()
  await rowOf(p, lastMonth).waitFor()
  await p.getByRole('button', { name: '导出薪资依据' }).click()
  const pay = p.getByRole('dialog')
  await typeDate(pay.getByLabel('月份'), lastMonth)
  const download = p.waitForEvent('download')
  await pay.getByRole('button', { name: '导出薪资依据' }).click()
  expect((await download).suggestedFilename()).toContain(`薪资依据 ${lastMonth}`)
  await p.context().close()
})
