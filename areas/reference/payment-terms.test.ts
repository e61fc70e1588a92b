/** Terms of payment through the calls: parts that do not come to 100 %, days of suppliers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([])
  admin = await signedInAs(h, 'admin')
}, 120_000)
afterAll(() => h.close())

test('parts come to 100 %, when entered and when changed', async () => {
  const bad = await admin.post('/paymentTerms/insert', { name: '三七', onOrder: '30', onReceipt: '60' })
  expect(bad.msg).toBe('付款条件“三七”的各部分合计 90%，应为 100%')
  const { data } = await admin.post('/paymentTerms/insert', { name: '三七', onOrder: '30', onReceipt: '70', receiptDays: 7 })
  const worse = await admin.post('/paymentTerms/update', { id: data.id, version: 1, onReceipt: '70.01' })
  expect(worse.msg).toContain('合计 100.01%')
  expect((await admin.get(`/paymentTerms/query/${data.id}`)).data).toMatchObject({ onReceipt: '70.00', version: 1 })
})

test('a supplier has the longest days of its terms, which nobody types', async () => {
  const add = async (name: string, more: object) => (await admin.post('/paymentTerms/insert', { name, ...more })).data.id as string
  const [month, half] = [
    await add('月结 60 天', { onStatement: '100', statementDays: 60, receiptDays: 90 }),
    await add('对半', { onReceipt: '50', receiptDays: 10, onStatement: '50', statementDays: 45 }),
  ]
  const { data } = await admin.post('/supplierManage/insert', { code: 'T1', name: '测试供应商', termsId: month })
  const days = async () => (await admin.get(`/supplierManage/query/${data.id}`)).data.paymentDays as number
  expect(await days()).toBe(60)
  const { version } = (await admin.get(`/supplierManage/query/${data.id}`)).data
  expect((await admin.post('/supplierManage/update', { id: data.id, version, paymentDays: 5 })).code).not.toBe(0)
  expect((await admin.post('/supplierManage/update', { id: data.id, version, termsId: half })).msg).toBe('')
  expect(await days()).toBe(45)
  expect((await admin.post('/paymentTerms/update', { id: half, version: 1, statementDays: 20 })).msg).toBe('')
  expect(await days()).toBe(20)
})
