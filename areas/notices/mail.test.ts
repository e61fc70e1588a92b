/** Notices by mail: what goes to whom and when, tried again, once; what a person chose. */
import { describe, expect, test } from 'vitest'
import { tellAccounts } from '#platform/server/notices/tell.ts'
import { pauses } from './deliver.ts'
import {
  admin,
  arrive,
  boss,
  call,
  deliver,
  deliveries,
  h,
  ids,
  inTransaction,
  later,
  mails,
  sales,
  setting,
  signInAgain,
  subjectOf,
  wants,
  world,
  useNoticeHouse,
} from '../../test/setup/notice-house.ts'

useNoticeHouse()

describe('mail', () => {
  test('goes to whom it was chosen, at once, and to nobody else', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    const name = await arrive('sales')
    await arrive('finance')
    await deliver()
    expect(mails.map(({ to }) => to)).toEqual([['sales@demo.example']])
    expect(subjectOf(mails[0]?.source ?? '')).toContain(name)
    expect(await deliveries()).toMatchObject([{ state: 2, tries: 1, receiver: 'sales@demo.example', channel: 1 }])
  })

  test('in the language that was chosen', async () => {
    await wants(sales, { 'parcel.arrived': 1 }, { language: 2 })
    await arrive('sales')
    await deliver()
    expect(subjectOf(mails[0]?.source ?? '')).toMatch(/^Parcel “P\d+” is here$/)
  })

  test('what was rolled back is sent to nobody, an event told twice goes once', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    const lost = inTransaction(async (inside: never, tx: never) => {
      await tellAccounts(inside, tx, call, [ids['sales']?.account ?? ''], { who: '李雷' })
      throw new Error('back')
    })
    await expect(lost).rejects.toThrow('back')
    await arrive('sales', 'the same')
    await arrive('sales', 'the same')
    await deliver()
    expect(mails).toHaveLength(1)
  })

  test('a failure is tried five times over six hours, then given up; an administrator tries again', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    await arrive('sales')
    world.isMailDown = true
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(360)
    for (const [at, pause] of [...pauses, 0].entries()) {
      await deliver()
      expect(await deliveries()).toMatchObject([
        { state: at === 4 ? 4 : 3, tries: at + 1, fault: expect.stringContaining('mailbox is full') },
      ])
      later(pause - 1)
      expect(await deliver()).toBe(0)
      later(1)
    }
    later(10_000)
    expect(await deliver()).toBe(0)
    await signInAgain()
    world.isMailDown = false
    const listed = await admin.post('/noticeDeliveryManage/list', {})
    expect(listed.data.list).toMatchObject([{ state: 4, tries: 5, code: '包裹到达' }])
    expect(JSON.stringify(listed.data)).not.toContain('“P')
    const id = listed.data.list[0].id
    expect((await sales.post('/noticeDeliveryManage/retry', { ids: [id] })).code).toBe(1003)
    expect((await admin.post('/noticeDeliveryManage/retry', { ids: [id] })).code).toBe(0)
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 2, tries: 1 }])
    expect((await admin.post('/noticeDeliveryManage/retry', { ids: [id] })).code).toBe(1002)
  })

  test('a process that died between sending and noting sends again under the same id', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    await arrive('sales')
    // the server took the mail; then nothing of this process reaches the row: another try counts by now
    world.afterMail = async () => void (await h.db.updateTable('notice_delivery').set({ tries: 2 }).execute())
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 1, tries: 2 }])
    expect(await deliver()).toBe(0)
    world.afterMail = () => Promise.resolve()
    later(3)
    await deliver()
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 2, tries: 3 }])
    const idsOfMails = mails.map(({ source }) => /^Message-ID: (.+)$/im.exec(source)?.[1])
    expect(idsOfMails).toHaveLength(2)
    expect(new Set(idsOfMails).size).toBe(1)
  })

  test('two processes at once send each once', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    for (let n = 0; n < 12; n += 1) await arrive('sales')
    await Promise.all([deliver(), deliver(), deliver()])
    expect(mails).toHaveLength(12)
  })

  test('quiet hours hold a mail until they end', async () => {
    await wants(sales, { 'parcel.arrived': 1 }, { quietFrom: '22:00', quietTo: '07:30' })
    h.clock.now = new Date('2026-11-24T23:10:00+08:00')
    await arrive('sales')
    await deliver()
    expect(mails).toHaveLength(0)
    h.clock.now = new Date('2026-11-25T07:30:00+08:00')
    await deliver()
    expect(mails).toHaveLength(1)
  })

  test('a digest is one mail a day with all that came', async () => {
    await wants(sales, { 'parcel.arrived': 2, 'depot.call': 2 })
    const names = [await arrive('sales'), await arrive('sales')]
    await inTransaction((inside: never, tx: never) => tellAccounts(inside, tx, call, [ids['sales']?.account ?? ''], { who: '李雷' }))
    await deliver()
    expect(mails).toHaveLength(0)
    h.clock.now = new Date('2026-11-25T09:00:00+08:00')
    await deliver()
    expect(mails).toHaveLength(1)
    expect(subjectOf(mails[0]?.source ?? '')).toBe('通知汇总：3 条')
    const body = mails[0]?.source.split('\r\n\r\n').slice(1).join('\n') ?? ''
    const decoded = Buffer.from(body.replaceAll(/\s/g, ''), 'base64').toString()
    for (const name of [...names, '李雷 来电']) expect(decoded).toContain(name)
    // what comes after it waits for the next day
    await arrive('sales')
    await deliver()
    expect(mails).toHaveLength(1)
    h.clock.now = new Date('2026-11-26T09:00:00+08:00')
    await deliver()
    expect(mails).toHaveLength(2)
  })

  test('who has left gets none', async () => {
    await wants(sales, { 'parcel.arrived': 1 })
    await arrive('sales')
    await h.db
      .updateTable('employee')
      .set({ status: 2 })
      .where('id', '=', ids['sales']?.employee ?? '')
      .execute()
    await deliver()
    await h.db
      .updateTable('employee')
      .set({ status: 1 })
      .where('id', '=', ids['sales']?.employee ?? '')
      .execute()
    expect(mails).toHaveLength(0)
    expect((await admin.post('/noticeDeliveryManage/list', {})).data.list).toMatchObject([{ state: 4, fault: '收件人已离职或账号已停用' }])
  })
})

describe('preferences', () => {
  test('every notice by its name, one’s own alone', async () => {
    await wants(sales, { 'parcel.arrived': 1 }, { quietFrom: '22:00', quietTo: '07:00' })
    const mine = (await sales.post('/noticePreference/list', {})).data
    expect(mine).toMatchObject({ mailTo: 'sales@demo.example', mailReaches: true, quietFrom: '22:00', digestAt: '09:00' })
    expect(mine.list).toContainEqual({ code: 'parcel.arrived', name: '包裹到达', kind: 5, mail: 1 })
    expect((await boss.post('/noticePreference/list', {})).data.list).toContainEqual(
      expect.objectContaining({ code: 'parcel.arrived', mail: 0 }),
    )
  })
  test.each([
    [{ quietFrom: '25:00', quietTo: '07:00' }, 'quietFrom'],
    [{ quietFrom: '22:00', quietTo: null }, 'quietTo'],
    [{ quietFrom: '22:00', quietTo: '22:00' }, 'quietTo'],
    [{ digestAt: '9' }, 'digestAt'],
    [{ mails: [{ code: 'nothing', mail: 1 }] }, 'mails'],
  ])('%j is refused', async (input, field) => {
    const answer = await sales.post('/noticePreference/save', { ...setting, mails: [], ...input })
    expect(answer.code).toBe(1002)
    expect(answer.data.errors.map((one: { field: string }) => one.field)).toContain(field)
  })
})
