/** Exchanges through the real calls: points and pieces together, limits, who may what, many at once for the last pieces. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerFaults } from '#platform/server/ledger/prove.ts'
import { openPoints, type PointHouse } from '../../../test/setup/points.ts'
import { points } from '../points/tables.ts'
import { giftStock } from './tables.ts'

let h: PointHouse
beforeAll(async () => {
  h = await openPoints()
})
afterAll(() => h.close())

const gift = async (values: object = {}): Promise<string> => {
  const made = await h.who.admin.post('/culturalGift/add', { name: `礼品${Math.random()}`, points: 10, stock: 5, ...values })
  expect(made.code, made.msg).toBe(0)
  return made.data.id
}
const shown = async (id: string) => (await h.who.admin.get(`/culturalGift/query/${id}`)).data
const exchange = (giftId: string, quantity = 1, who: keyof PointHouse['who'] = 'employee') =>
  h.who[who].post('/culturalExchangeHistory/toExchange', { giftId, quantity })

test('requested, handed over; rejected and cancelled bring points and pieces back', async () => {
  await h.give('employee', 100)
  const id = await gift()
  const made = await exchange(id, 2)
  expect(made.code, made.msg).toBe(0)
  expect(made.data.no).toMatch(/^LP202611-\d{4}$/)
  expect(await h.held('employee')).toMatchObject({ balance: 80, reserved: 20 })
  expect(await shown(id)).toMatchObject({ stock: 5, reserved: 2, status: 1 })
  const done = await h.who.admin.post('/culturalExchangeHistory/confirmExchange', { id: made.data.id })
  expect(done.code, done.msg).toBe(0)
  expect(await h.held('employee')).toMatchObject({ balance: 80, reserved: 0, gained: 100 })
  expect(await shown(id)).toMatchObject({ stock: 3, reserved: 0 })
  expect((await h.who.admin.post('/culturalExchangeHistory/confirmExchange', { id: made.data.id })).code).not.toBe(0)

  const again = (await exchange(id, 3)).data.id
  expect(await shown(id)).toMatchObject({ stock: 3, reserved: 3, status: 2 })
  expect((await exchange(id)).msg).toMatch(/已售罄/)
  expect((await h.who.admin.post('/culturalExchangeHistory/reject', { id: again })).msg).toMatch(/原因|驳回/)
  const no = await h.who.admin.post(`/culturalExchangeHistory/reject?id=${again}&reason=${encodeURIComponent('缺货')}`)
  expect(no.code, no.msg).toBe(0)
  expect(await h.held('employee')).toMatchObject({ balance: 80, reserved: 0 })
  expect(await shown(id)).toMatchObject({ stock: 3, reserved: 0, status: 1 })

  const third = (await exchange(id)).data.id
  expect((await h.who.sales.post('/culturalExchangeHistory/cancel', { id: third })).code).toBe(1004)
  const cancelled = await h.who.employee.post('/culturalExchangeHistory/update', { id: third, version: 1, state: 4 })
  expect(cancelled.code, cancelled.msg).toBe(0)
  expect(await h.held('employee')).toMatchObject({ balance: 80, reserved: 0 })
  const mine = (await h.who.employee.post('/culturalExchangeHistory/empList', { pageNum: 1, pageSize: 10 })).data
  expect(mine.list.map((row: { state: number }) => row.state)).toEqual([4, 3, 2])
  expect(await ledgerFaults(await h.system(), points)).toEqual([])
  expect(await ledgerFaults(await h.system(), giftStock)).toEqual([])
})

describe('refused', () => {
  test('more points than one has, more pieces than there are, off the shelf, unknown', async () => {
    const dear = await gift({ points: 100_000 })
    expect((await exchange(dear)).msg).toMatch(/可用积分 \d+，不够 100000/)
    expect(await shown(dear)).toMatchObject({ reserved: 0 })
    const few = await gift({ points: 1, stock: 2 })
    expect((await exchange(few, 3)).msg).toMatch(/库存只剩 2 件/)
    expect((await h.who.admin.post('/culturalGift/soldOut', { id: few, status: 3 })).code).toBe(0)
    expect((await exchange(few)).msg).toMatch(/已下架/)
    expect((await exchange('999999')).code).toBe(1004)
    expect((await exchange(few, 0)).code).toBe(1002)
  })
  test('more than the limit of a month, also by two requests at once; a cancelled one does not count', async () => {
    await h.give('buyer', 100)
    const id = await gift({ points: 1, stock: 50, limitQty: 2, limitPeriod: 1 })
    const tries = await Promise.all(Array.from({ length: 6 }, () => exchange(id, 1, 'buyer')))
    expect(tries.filter(one => one.code === 0)).toHaveLength(2)
    expect(tries.find(one => one.code !== 0)?.msg).toMatch(/每月每人限兑 2 件/)
    const first = tries.find(one => one.code === 0)?.data.id
    expect((await h.who.buyer.post('/culturalExchangeHistory/cancel', { id: first })).code).toBe(0)
    expect((await exchange(id, 1, 'buyer')).code).toBe(0)
  })
  test('handing over without the right, deleting what was exchanged, taking away what is reserved', async () => {
    await h.give('employee', 20)
    const id = await gift({ points: 1, stock: 3 })
    const own = (await exchange(id, 2)).data.id
    expect((await h.who.employee.post('/culturalExchangeHistory/confirmExchange', { id: own })).code).toBe(1003)
    expect((await h.who.admin.post(`/culturalGift/delete/${id}`)).msg).toMatch(/请下架/)
    expect((await h.who.admin.post('/culturalGift/stock', { id, change: -2, note: '盘亏' })).msg).toMatch(/可减少的库存只有 1 件/)
    expect((await h.who.admin.post('/culturalGift/stock', { id, change: 7, note: '补货' })).data).toMatchObject({ stock: 10 })
  })
  test('another organisation finds neither gift nor exchange', async () => {
    const id = await gift()
    const other = h.h.demo.organisationIds[1]
    expect((await h.who.admin.post('/culturalExchangeHistory/toExchange', { giftId: id }, other)).code).toBe(1004)
  })
})

test('the last 100 pieces, asked for by 1,000 requests at once: exactly as many as there are, points exact', async () => {
  const people = ['employee', 'sales', 'buyer', 'keeper', 'finance', 'hr', 'it', 'boss'] as const
  for (const name of people) await h.give(name, 500)
  const before = await Promise.all(people.map(name => h.held(name)))
  const id = await gift({ points: 3, stock: 100 })
  const began = performance.now()
  const tries = await Promise.all(Array.from({ length: 1_000 }, (_, n) => exchange(id, 1, people[n % people.length] ?? 'employee')))
  console.log(`1,000 requests at once for the last 100 pieces took ${Math.round(performance.now() - began)} ms`)
  expect(tries.filter(one => one.code === 0)).toHaveLength(100)
  expect(tries.filter(one => one.code !== 0).every(one => /售罄|库存只剩 0 件|请稍后重试/.test(one.msg))).toBe(true)
  const after = await Promise.all(people.map(name => h.held(name)))
  const sum = (all: readonly { balance: number }[]): number => all.reduce((total, one) => total + one.balance, 0)
  expect(sum(before) - sum(after)).toBe(300)
  expect(await shown(id)).toMatchObject({ stock: 100, reserved: 100, status: 2 })
  expect(await ledgerFaults(await h.system(), giftStock)).toEqual([])
  expect(await ledgerFaults(await h.system(), points)).toEqual([])
})
