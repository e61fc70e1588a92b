/** Budgets and claims: what is used, two claims at once, who passes what, who sees what. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { culture } from '../index.ts'

let h: DemoHouse
let hr: Person
let boss: Person
let sales: Person
let buyer: Person
let dept: string
let kind: string
beforeAll(async () => {
  h = await demoHouse([culture])
  ;[hr, boss, sales, buyer] = await Promise.all([
    signedInAs(h, 'hr'),
    signedInAs(h, 'boss'),
    signedInAs(h, 'sales'),
    signedInAs(h, 'buyer'),
  ])
  const { dept_id } = await h.db.selectFrom('employee').select('dept_id').where('name', '=', '林晓').executeTakeFirstOrThrow()
  dept = dept_id
  kind = (await h.db.selectFrom('dictionary_item').select('id').where('label', '=', '团建活动').executeTakeFirstOrThrow()).id
  await hr.post('/cultureBudget/insert', { deptId: dept, year: 2026, amount: '1000.00' })
})
afterAll(() => h.close())

const claim = async (amount: string, more: object = {}): Promise<string> => {
  const answer = await sales.post('/cultureExpense/insert', { day: '2026-11-20', title: '小组聚餐', typeId: kind, amount, ...more })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id
}
const row = async (id: string) => (await sales.get(`/cultureExpense/query/${id}`)).data
const budget = async () => (await hr.post('/cultureBudget/list')).data.list[0]
const move = (who: Person, step: string, id: string, more: object = {}) => who.post(`/cultureExpense/${step}`, { id, ...more })

describe('a claim', () => {
  test('counts from its submission, exact; rejected it counts no more, and is corrected', async () => {
    const id = await claim('300.10')
    expect(await move(buyer, 'submit', id)).toMatchObject({ code: 1004 })
    expect((await move(sales, 'submit', id)).data).toMatchObject({ overBudget: false })
    expect(await budget()).toMatchObject({ used: '300.1000', left: '699.9000' })
    expect(await move(sales, 'pass', id)).toMatchObject({ code: 1003 })
    expect(await move(boss, 'reject', id)).toMatchObject({ code: 1002 })
    expect(await move(boss, 'reject', id, { reason: '缺发票' })).toMatchObject({ code: 0 })
    expect(await row(id)).toMatchObject({ state: 4, reason: '缺发票' })
    expect(await budget()).toMatchObject({ used: '0.0000' })
    expect(await move(sales, 'submit', id)).toMatchObject({ code: 0 })
    expect(await move(boss, 'pass', id)).toMatchObject({ code: 0 })
    expect(await move(hr, 'pay', id)).toMatchObject({ code: 0 })
    expect(await budget()).toMatchObject({ used: '300.1000' })
    expect(await move(sales, 'withdraw', id)).toMatchObject({ code: 1002 })
  })
  test('of two that would both fit, at once, one is above the budget; it passes by a flow alone', async () => {
    const both = [await claim('500'), await claim('500')]
    const answers = await Promise.all(both.map(id => move(sales, 'submit', id)))
    expect(new Set(answers.map(one => one.data.overBudget))).toEqual(new Set([false, true]))
    expect(await budget()).toMatchObject({ used: '1300.1000', left: '-300.1000' })
    const over = both[answers.findIndex(one => one.data.overBudget === true)]!
    expect(await move(boss, 'pass', over)).toMatchObject({ code: 1002, msg: '超出预算，须先发布审批流程，由流程通过' })
    expect(await move(sales, 'withdraw', over)).toMatchObject({ code: 0 })
    expect(await budget()).toMatchObject({ used: '800.1000' })
  })
  test('in another currency it is held against the budget by its rate; without one it is refused', async () => {
    const id = await claim('10', { currency: 'USD' })
    await h.db.deleteFrom('currency_rate').where('currency', '=', 'USD').execute()
    expect(await move(sales, 'submit', id)).toMatchObject({ code: 1002, msg: '还没有 USD 的汇率，请先维护汇率或改用人民币金额' })
    await h.db
      .insertInto('currency_rate')
      .values({ org_id: h.demo.organisationIds[0]!, month: '2026-11-01', currency: 'USD', rate: '7.1234' })
      .execute()
    expect(await move(sales, 'submit', id)).toMatchObject({ code: 0 })
    expect(await row(id)).toMatchObject({ amountCny: '71.2300' })
  })
})

test('a department has one budget a year; its people see theirs, others neither budget nor claim; sums are of what one sees', async () => {
  expect(await hr.post('/cultureBudget/insert', { deptId: dept, year: 2026, amount: '1' })).toMatchObject({ code: 1002 })
  const report = (await hr.post('/cultureExpenseReport/list')).data.list
  expect(report).toMatchObject([{ month: '2026-11', deptId: dept, typeId: kind, claims: 3, amount: '871.3300', paid: '300.1000' }])
  expect((await buyer.post('/cultureExpense/list')).data.list).toEqual([])
  expect(await buyer.post('/cultureExpenseReport/list')).toMatchObject({ code: 1003 })
  expect(await buyer.post('/cultureBudget/list')).toMatchObject({ code: 1003 })
})
