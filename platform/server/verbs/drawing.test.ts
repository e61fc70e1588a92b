/** What follows from `draws` through its calls: what is open for a dialog, drafts made from documents, and who may. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { drawnDocuments, order, orderLine, receipt } from '../../../test/setup/drawn-documents.ts'
import type { Area } from '../contract/area.ts'
import { steps } from '../steps/verbs.ts'
import { family } from './family.ts'
import { list } from './verbs.ts'

const area: Area = {
  name: 'drawn',
  title: ['单据', 'Documents'],
  resources: drawnDocuments,
  routes: {
    ...family('testOrder', order),
    'POST /testOrder/updateState': steps(order),
    'POST /testOrderLine/list': list(orderLine),
    ...family('testReceipt', receipt),
    'POST /testReceipt/updateState': steps(receipt),
  },
}

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([area])
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const post = async (path: string, body: object): Promise<Record<string, never>> => {
  const answer = await admin.post(path, body)
  expect(answer.msg).toBe('')
  return answer.data
}
const added = (lines: readonly object[]) => ({
  lines: { added: lines.map((line, i) => ({ id: `n${i}`, ...line })), changed: [], removed: [] },
})
async function ordered(supplier: string, lines: readonly object[]): Promise<string> {
  const { id } = await post('/testOrder/insert', { supplier, businessOn: '2026-11-20', ...added(lines) })
  await post('/testOrder/updateState', { id, state: 2 })
  return id as unknown as string
}
const openOf = async (body: object): Promise<readonly string[]> => {
  const { list: rows } = await post('/testReceipt/draw', body)
  return (rows as unknown as { item: string; open: string }[]).map(row => `${row.item} ${canonical(row.open)}`).sort()
}

test('what is open is listed by supplier and filter, and drafts are made of it, one for each supplier', async () => {
  const first = await ordered('甲', [
    { item: '灯', quantity: '10' },
    { item: '门', quantity: '3' },
  ])
  const second = await ordered('乙', [{ item: '窗', quantity: '2' }])
  const third = await ordered('甲', [{ item: '灯', quantity: '4' }])
  await post('/testOrder/insert', { supplier: '甲', businessOn: '2026-11-20', ...added([{ item: '草', quantity: '9' }]) })
  expect(await openOf({})).toEqual(['灯 10', '灯 4', '窗 2', '门 3'])
  expect(await openOf({ header: { supplier: '甲' }, query: { item: '灯' } })).toEqual(['灯 10', '灯 4'])
  const made = await post('/testReceipt/make/testOrder', { ids: [first, second, third] })
  expect(made['made']).toBe(2)
  const { list: receipts } = await post('/testReceipt/list', {})
  expect((receipts as unknown as { supplier: string; state: number }[]).map(one => `${one.supplier} ${one.state}`).sort()).toEqual([
    '乙 0',
    '甲 0',
  ])
  const ofFirst = (receipts as unknown as { id: string; supplier: string }[]).find(one => one.supplier === '甲')?.id
  const { list: lines } = await post('/listField/lines', { type: 'testReceipt', id: ofFirst ?? '' })
  expect((lines as unknown as { item: string; quantity: string }[]).map(one => [one.item, canonical(one.quantity)])).toEqual([
    ['灯', '10'],
    ['门', '3'],
    ['灯', '4'],
  ])
  await post('/testReceipt/updateState', { id: ofFirst ?? '', state: 1 })
  expect(await openOf({})).toEqual(['窗 2'])
  const again = await admin.post('/testReceipt/make/testOrder', { ids: [first] })
  expect([again.code, again.msg]).toEqual([1002, '所选订单没有可取的订单明细'])
})

test('the list of the source offers the action to whoever may add the other, and to nobody else', async () => {
  const definition = await post('/listField/getByType', { type: 'testOrder' })
  const actions = definition['actions'] as unknown as { title: string; over: string }[]
  expect(actions.map(one => [one.title, one.over])).toEqual([
    ['生成入库单', 'row'],
    ['生成入库单', 'rows'],
  ])
  const sales = await signedInAs(h, 'sales')
  for (const [path, body] of [
    ['/testReceipt/draw', {}],
    ['/testReceipt/make/testOrder', { ids: ['1'] }],
  ] as const)
    expect((await sales.post(path, body)).code).toBe(1003)
})

test('the list of the lines offers to close one early, and asks for the reason', async () => {
  const lines = await post('/listField/getByType', { type: 'testOrderLine' })
  expect(lines['actions']).toMatchObject([{ title: '提前关闭', over: 'row', input: [{ field: 'reason', required: true }] }])
  const id = await ordered('丁', [{ item: '灯', quantity: '10' }])
  const { list: rows } = await post('/listField/lines', { type: 'testOrder', id })
  const line = (rows as unknown as { id: string }[])[0]?.id ?? ''
  expect((await admin.post('/testOrder/closeLine', { id: line })).code).toBe(1002)
  expect(await admin.post('/testOrder/closeLine', { ids: [line, line], reason: '停产' })).toMatchObject({
    code: 1002,
    msg: '一次只能关闭一行',
  })
  expect(await openOf({ header: { supplier: '丁' } })).toEqual(['灯 10'])
  await post('/testOrder/closeLine', { ids: [line], reason: '停产' })
  expect(await openOf({ header: { supplier: '丁' } })).toEqual([])
  const sales = await signedInAs(h, 'sales')
  expect((await sales.post('/testOrder/closeLine', { id: line, reason: '停产' })).code).toBe(1003)
})

test('a draft of an order, or one that is gone, gives nothing', async () => {
  const { id } = await post('/testOrder/insert', { supplier: '甲', businessOn: '2026-11-20', ...added([{ item: '草', quantity: '9' }]) })
  expect((await admin.post('/testReceipt/make/testOrder', { id })).code).toBe(1002)
  expect((await admin.post('/testReceipt/make/testOrder', { id: '999999' })).code).toBe(1004)
  expect((await admin.post('/testReceipt/draw', { from: 'currency' })).code).toBe(1004)
})

test('the form is told what its lines can be drawn from, and a document what it came from and what became of it', async () => {
  const form = (await post('/listField/getByType', { type: 'testReceipt' }))['form'] as unknown as {
    field: string
    lines?: { draws?: { title: string; from: string; shared: string[]; same: string[] }[] }
  }[]
  expect(form.find(one => one.field === 'lines')?.lines?.draws).toMatchObject([
    {
      title: '从订单取',
      from: 'testOrderLine',
      by: 'orderLineId',
      measure: 'quantity',
      shared: ['item'],
      same: ['supplier'],
      label: 'item',
    },
  ])
  const id = await ordered('丙', [{ item: '灯', quantity: '2' }])
  const { page } = await post('/testReceipt/make/testOrder', { id })
  const receiptId = (page as unknown as { id: string }).id
  const down = await post('/listField/chain', { type: 'testOrder', id })
  expect(down).toMatchObject({
    up: [],
    down: [{ type: 'testReceipt', id: receiptId, title: '入库单', state: { label: '草稿', tone: null }, steps: 1 }],
    isMore: false,
  })
  expect(await post('/listField/chain', { type: 'testReceipt', id: receiptId })).toMatchObject({
    up: [{ type: 'testOrder', id, label: expect.stringMatching(/^DD/), state: { label: '生效' } }],
    down: [],
  })
  const record = (await post('/listField/getByType', { type: 'testOrder' }))['record'] as unknown as { tabs: string[] }
  expect(record.tabs).toContain('chain')
})
