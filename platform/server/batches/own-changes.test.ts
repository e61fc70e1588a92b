/**
 * What one has just done by a form is taken back, found again for a day, and an earlier version brought back; never over another's change.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#platform/declare/operations.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'

let h: DemoHouse
let [admin, buyer, keeper] = [] as unknown as [Person, Person, Person]
beforeAll(async () => {
  h = await demoHouse()
  // the usual role of purchasing deletes no products
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '采购').executeTakeFirstOrThrow()
  await h.db
    .insertInto('role_permission')
    .values({ org_id: role.org_id, role_id: role.id, permission: 'product', operation: operations.remove })
    .execute()
  await signIn()
})
afterAll(() => h?.close())

async function signIn(): Promise<void> {
  admin = await signedInAs(h, 'admin')
  buyer = await signedInAs(h, 'buyer')
  keeper = await signedInAs(h, 'keeper')
}
/** A day and more: sessions are over as well. */
async function nextDay(): Promise<void> {
  later(24 * 3_600_000 + 1_000)
  await signIn()
}
const later = (ms: number): void => {
  h.clock.now = new Date(h.clock.now.getTime() + ms)
}
let made = 0
const newProduct = async (more: object = {}) => {
  made += 1
  return (await buyer.post('/productManage/insert', { sku: `U-${made}`, name: '台灯', brand: '云帆', status: 1, ...more })).data
}
const product = async (id: string) => (await buyer.get(`/productManage/query/${id}`)).data
const undo = (batchId: string, who = buyer) => who.post('/productManage/undo', { batchId })
const update = (id: string, version: number, values: object, who = buyer) => who.post('/productManage/update', { id, version, ...values })

describe('an edit by a form', () => {
  test('is taken back once, and is a new version with its entry', async () => {
    const { id } = await newProduct()
    later(1_000)
    const { data } = await update(id, 1, { name: '落地灯', brand: null })
    expect(data).toMatchObject({ id, version: 2, batchId: expect.any(String) })
    later(1_000)
    expect((await undo(data.batchId)).data).toEqual({ total: 1, restored: 1, refused: [] })
    expect(await product(id)).toMatchObject({ name: '台灯', brand: '云帆', version: 3 })
    const { list } = (await buyer.post('/auditTrail/history', { type: 'product', id })).data
    expect(list.map((one: { verb: string }) => one.verb)).toEqual(['undo', 'update', 'add'])
    expect(await undo(data.batchId)).toMatchObject({ code: 1002, msg: '这一批已经撤销' })
  })

  test('after another’s change it is refused with his name, and nothing is overwritten', async () => {
    const { id } = await newProduct()
    const { data } = await update(id, 1, { name: '落地灯' })
    later(60_000)
    await update(id, 2, { name: '吊灯' }, admin)
    const refused = await undo(data.batchId)
    expect(refused.code).toBe(1002)
    expect(refused.msg).toMatch(/^没有可以撤销的行：管理员在 \d{4}-\d\d-\d\d \d\d:\d\d 又修改了这条商品，没有撤销$/)
    expect(await product(id)).toMatchObject({ name: '吊灯', version: 3 })
  })

  test('after 24 hours it is refused, and no longer listed', async () => {
    const { id } = await newProduct()
    const { data } = await update(id, 1, { name: '落地灯' })
    await nextDay()
    expect(await undo(data.batchId)).toMatchObject({ code: 1002, msg: '已超过 24 小时，不能撤销' })
    expect((await buyer.post('/task/changes', {})).data.list).toEqual([])
  })
})

test('a new record goes again; one that others refer to stays, with the reason', async () => {
  const { id, batchId } = await newProduct()
  expect((await undo(batchId)).data).toMatchObject({ restored: 1 })
  expect((await buyer.get(`/productManage/query/${id}`)).code).toBe(1004)
  const category = (await buyer.post('/productCategory/insert', { name: '灯具' })).data
  await newProduct({ categoryId: category.id })
  expect(await buyer.post('/productCategory/undo', { batchId: category.batchId })).toMatchObject({ code: 1002 })
})

test('the last changes are one’s own, called by their records, and say which are taken back', async () => {
  await nextDay()
  const { id } = await newProduct()
  later(1_000)
  const edit = (await update(id, 1, { name: '壁灯' })).data
  later(1_000)
  const removed = (await buyer.post('/productManage/delete', { ids: [id] })).data
  later(1_000)
  await undo(removed.batchId)
  const sku = `U-${made}`
  const { list } = (await buyer.post('/task/changes', {})).data
  expect(list.map((one: { title: string; undo: unknown }) => [one.title, one.undo !== null])).toEqual([
    [`删除商品“${sku}”`, false],
    [`修改商品“${sku}”`, true],
    [`新增商品“${sku}”`, true],
  ])
  expect(list[1]).toMatchObject({ batchId: edit.batchId, type: 'product', undo: { method: 'POST', path: '/api-2024/productManage/undo' } })
  expect((await keeper.post('/task/changes', {})).data.list).toEqual([])
  expect(await undo(edit.batchId, keeper)).toMatchObject({ code: 1003 })
})

test('what can not be taken back promises nothing', async () => {
  const definition = async (type: string) => (await buyer.post('/listField/getByType', { type })).data
  expect((await definition('product')).undoes).toEqual(expect.arrayContaining(['add', 'update', 'remove', 'batchUpdate']))
  // nothing of it is ever changed
  const trail = (await admin.post('/listField/getByType', { type: 'auditEntry' })).data
  expect([trail.undoes, trail.calls.undo]).toEqual([undefined, undefined])
})

describe('an earlier version', () => {
  const history = async (id: string) => (await buyer.post('/auditTrail/history', { type: 'product', id })).data.list
  const restore = (body: object, who = buyer) => who.post('/auditTrail/restore', { type: 'product', ...body })

  test('is shown before it is brought back, as an edit that can be taken back itself', async () => {
    const { id } = await newProduct()
    later(1_000)
    await update(id, 1, { name: '落地灯', brand: '远山' })
    later(1_000)
    await update(id, 2, { status: 2 })
    later(1_000)
    const [newest, , first] = await history(id)
    expect([newest.canRestore, first.canRestore]).toEqual([undefined, true])
    const preview = (await restore({ id, entryId: first.id, preview: true })).data
    expect(preview).toMatchObject({ version: 3, kept: [] })
    expect(preview.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', title: '商品名称', before: '落地灯', after: '台灯' },
        { field: 'brand', title: '品牌', before: '远山', after: '云帆' },
      ]),
    )
    expect((await product(id)).version).toBe(3)
    const done = await restore({ id, entryId: first.id, version: 3 })
    expect(done.data).toMatchObject({ version: 4, batchId: expect.any(String) })
    expect(await product(id)).toMatchObject({ name: '台灯', brand: '云帆', status: 1, version: 4 })
    await undo(done.data.batchId)
    expect(await product(id)).toMatchObject({ name: '落地灯', brand: '远山', status: 2, version: 5 })
  })

  test('not over a change that was not seen, not without the right, not what is no version, not of another record', async () => {
    const { id } = await newProduct()
    later(1_000)
    await update(id, 1, { name: '落地灯' })
    const [, first] = await history(id)
    later(1_000)
    await update(id, 2, { name: '吊灯' }, admin)
    expect(await restore({ id, entryId: first.id, version: 2 })).toMatchObject({ code: 1009 })
    expect(await restore({ id, entryId: first.id })).toMatchObject({ code: 1002 })
    expect(await restore({ id, entryId: first.id, version: 3 }, keeper)).toMatchObject({ code: 1003 })
    const other = await newProduct()
    expect(await restore({ id: other.id, entryId: first.id, version: 1 })).toMatchObject({ code: 1004 })
    expect(await restore({ id: other.id, entryId: (await history(other.id))[0].id, preview: true })).toMatchObject({ code: 1002 })
    expect(await product(id)).toMatchObject({ name: '吊灯', version: 3 })
  })
})
