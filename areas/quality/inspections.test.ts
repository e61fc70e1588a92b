/** From a receipt to what becomes of a lot, through the calls. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { quality } from './index.ts'
import { inspectionStates } from './keep.ts'
import { stageOfReceipt } from './make.ts'
import { qualityTimed } from './notices.ts'
import { plansFor } from './plans.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let boss: Person
let supplierId = ''
let warehouseId = ''
let [a, free] = ['', '']
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, quality])
  admin = await signedInAs(h, 'admin')
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['仓管', '总经理']).execute()
  const grants = roles.flatMap(({ id, org_id, name }) =>
    ['inspection', 'nonconformity', 'goodsIn', 'goodsOut', 'inspectionPlan', 'goodsStock'].flatMap(permission =>
      [1, 2, 3, 4, 7, ...(permission === 'goodsIn' ? [100, 103] : []), ...(name === '总经理' ? [104, 105] : [])].map(operation => ({
        org_id,
        role_id: id,
        permission,
        operation,
      })),
    ),
  )
  await h.db
    .insertInto('role_permission')
    .values(grants)
    .onConflict(c => c.doNothing())
    .execute()
  const add = async (sku: string) => (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id as string
  ;[a, free] = [await add('QC-1'), await add('QC-3')]
  const house = async (code: string) =>
    (await admin.post('/warehouseManage/insert', { code, name: `${code}仓`, kind: 1 })).data.id as string
  warehouseId = await house('QA')
  supplierId = (await admin.post('/supplierManage/list', { status: [2] })).data.list[0].id
  for (const username of ['keeper', 'boss']) {
    const { employee_id: employeeId } = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select('m.employee_id')
      .where('a.username', '=', username)
      .where('m.org_id', '=', h.demo.organisationIds[0] ?? '')
      .executeTakeFirstOrThrow()
    await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [warehouseId] })
  }
  ;[keeper, boss] = [await signedInAs(h, 'keeper'), await signedInAs(h, 'boss')]
  await plan({ name: '通用方案', productId: a }, [
    { name: '长度', kind: 1, unit: 'mm', lower: '9.5', upper: '10.5', level: 2, readings: 3 },
    { name: '外观', kind: 4, level: 3 },
    { name: '颜色', kind: 5, options: '红、蓝、花', goodOptions: '红、蓝', level: 2 },
  ])
}, 300_000)
afterAll(() => h.close())

const plan = async (header: Values, added: readonly Values[]): Promise<string> => {
  const { data, msg } = await admin.post('/inspectionPlan/insert', {
    stage: 1,
    sampling: 4,
    level: 2,
    validFrom: '2026-01-01',
    ...header,
    lines: { added },
  })
  expect(msg).toBe('')
  return data.id
}
const lines = async (type: string, id: string, by: Person = admin): Promise<Record<string, never>[]> => {
  const { msg, data } = await by.post('/listField/lines', { type, id })
  expect(msg).toBe('')
  return data.list
}
const step = async (id: string, name: string, by: Person = keeper, more: Values = {}, family = 'inspection') =>
  (await by.post(`/${family}/${name}`, { id, ...more })).msg
const row = async (id: string, by: Person = admin, family = 'inspection') => (await by.get(`/${family}/query/${id}`)).data
/** received by the keeper; answers its inspections */
const receive = async (added: readonly Values[], by: Person = keeper, more: Values = {}): Promise<{ id: string; made: string[] }> => {
  const header = { businessOn: today, kind: 1, warehouseId, supplierId, ...more }
  const { data, msg } = await by.post('/goodsIn/insert', { ...header, lines: { added: added.map(one => ({ unitCost: '5', ...one })) } })
  expect(msg).toBe('')
  expect((await by.post('/goodsIn/receive', { id: data.id })).msg).toBe('')
  const found = await sql<{ id: string }>`select id::text from inspection where source_type = 'goods_in' and source_id = ${data.id}
    order by id`.execute(h.db)
  return { id: data.id, made: found.rows.map(one => one.id) }
}
/** what each item of an inspection says, by name; of what is measured one after the other */
const record = async (id: string, said: Readonly<Record<string, readonly Values[]>>, by: Person = keeper): Promise<string> => {
  const left = new Map(Object.entries(said).map(([name, all]) => [name, [...all]]))
  const changed = (await lines('inspection', id)).flatMap(line => {
    const values = left.get(String(line['name']))?.shift()
    return values === undefined ? [] : [{ id: line['id'], version: line['version'], ...values }]
  })
  return (await by.post('/inspection/update', { id, lines: { changed } })).msg
}
const good = { 长度: [{ value: '10' }, { value: '10.1' }, { value: '9.9' }], 外观: [{ value: '合格' }], 颜色: [{ value: '红' }] }
const lies = async (productId: string) => {
  const { rows } = await sql<{
    kind: number
    quantity: string
  }>`select l.kind, trim_scale(sum(c.quantity))::text as quantity from goods_cell c
    join goods_location l on l.id = c.location_id where c.product_id = ${productId} and c.quantity > 0 group by 1 order by 1`.execute(h.db)
  return Object.fromEntries(rows.map(one => [one.kind, one.quantity]))
}

test('a receipt of a product with a plan goes to be inspected; the readings accept it, and it can be put away', async () => {
  const { made } = await receive([
    { productId: a, quantity: '1200' },
    { productId: free, quantity: '7' },
  ])
  expect(made.length).toBe(1)
  const [id = ''] = made
  expect(await row(id)).toMatchObject({
    state: 1,
    lotQty: '1200.000000',
    sampleQty: 80,
    letter: 'J',
    acMajor: 5,
    acMinor: 7,
    acCritical: 0,
  })
  expect(await lies(a)).toEqual({ 3: '1200' })
  expect(await lies(free)).toEqual({ 2: '7' })
  expect((await lines('inspection', id)).map(one => [one['name'], one['sampleNo']])).toEqual([
    ['长度', 1],
    ['长度', 2],
    ['长度', 3],
    ['外观', null],
    ['颜色', null],
  ])
  expect(await step(id, 'start')).toBe('')
  expect(await step(id, 'finish')).toContain('没有记录')
  // two people finish it: one does
  expect(await record(id, { ...good, 外观: [{ value: '不合格', badQty: 7 }] })).toBe('')
  expect(await row(id)).toMatchObject({ foundMinor: 7, foundMajor: 0 })
  const both = await Promise.all([step(id, 'finish'), step(id, 'finish', boss)])
  expect(both.filter(msg => msg === '').length).toBe(1)
  expect(await row(id)).toMatchObject({ state: 4, result: 1, acceptedQty: '1200.000000', rejectedQty: '0.000000' })
  expect(await lies(a)).toEqual({ 2: '1200' })
})

/** received and begun, with readings */
const begun = async (quantity: string, said: Readonly<Record<string, readonly Values[]>>): Promise<string> => {
  const { made } = await receive([{ productId: a, quantity }])
  const [id = ''] = made
  expect(await step(id, 'start')).toBe('')
  expect(await record(id, said)).toBe('')
  return id
}
const bad = { ...good, 长度: [{ value: '10' }, { value: '11' }, { value: '9' }] }
const nonconformityOf = async (id: string) => {
  const { rows } = await sql<{ id: string }>`select id::text from nonconformity where inspection_id = ${id}`.execute(h.db)
  return rows[0]?.id ?? ''
}
const places = async () => {
  const now = await lies(a)
  return [3, 4, 2].map(kind => Number(now[kind] ?? '0'))
}

test('too many major defects: the lot is rejected, and each way makes its document', async () => {
  const was = await places()
  // 2 of 20 units are bad, 1 is accepted
  const id = await begun('60', bad)
  expect(await row(id)).toMatchObject({ sampleQty: 20, acMajor: 1, foundMajor: 2 })
  expect(await step(id, 'finish')).toBe('')
  expect(await row(id)).toMatchObject({ state: 4, result: 2, acceptedQty: '0.000000', rejectedQty: '60.000000' })
  expect(await places()).toEqual([was[0], (was[1] ?? 0) + 60, was[2]])
  const first = await nonconformityOf(id)
  expect(await row(first, admin, 'nonconformity')).toMatchObject({ state: 1, quantity: '60.000000', supplierId })
  // whoever answers for it does not let it pass, the keeper decides on no way
  expect(await step(first, 'decide', keeper, { chosen: 3 }, 'nonconformity')).not.toBe('')
  expect(await step(first, 'concede', keeper, { reason: '急用' }, 'nonconformity')).not.toBe('')
  // sorted: it is inspected again, and that rejects a part
  expect(await step(first, 'decide', boss, { chosen: 5 }, 'nonconformity')).toBe('')
  expect(await step(id, 'reverse', boss)).toContain('已决定')
  expect(await step(first, 'carry', keeper, {}, 'nonconformity')).toBe('')
  expect(await places()).toEqual([(was[0] ?? 0) + 60, was[1], was[2]])
  const { docNo } = await row(first, admin, 'nonconformity')
  const again = (await admin.post('/inspection/list', { no: docNo })).data.list[0]
  expect(again).toMatchObject({ state: 1, lotQty: '60.000000' })
  expect(await step(again.id, 'start')).toBe('')
  expect(await record(again.id, good)).toBe('')
  const { version } = await row(again.id)
  expect((await keeper.post('/inspection/update', { id: again.id, version, badOut: '10' })).msg).toBe('')
  expect(await step(again.id, 'finish')).toBe('')
  expect(await row(again.id)).toMatchObject({ result: 1, acceptedQty: '50.000000', rejectedQty: '10.000000', concededQty: '0.000000' })
  // back to the supplier, by the receipt that brought it
  const second = await nonconformityOf(again.id)
  expect(await step(second, 'decide', boss, { chosen: 1 }, 'nonconformity')).toBe('')
  const sent = await row(second, admin, 'nonconformity')
  const back = (await admin.post('/purchaseReturn/list', { no: sent.docNo })).data.list[0]
  for (const one of ['submit', 'allocate', 'release', 'pick', 'ship'])
    expect([one, await step(back.id, one, admin, {}, 'purchaseReturn')]).toEqual([one, ''])
  expect(await row(second, admin, 'nonconformity')).toMatchObject({ state: 3 })
  expect(await places()).toEqual([was[0], was[1], (was[2] ?? 0) + 50])
})

test('scrap: cancelled it is decided anew, shipped it is carried out', async () => {
  const id = await begun('60', bad)
  expect(await step(id, 'finish')).toBe('')
  const one = await nonconformityOf(id)
  const scrapped = async () => {
    expect(await step(one, 'decide', boss, { chosen: 3 }, 'nonconformity')).toBe('')
    const { docNo } = await row(one, admin, 'nonconformity')
    return (await admin.post('/goodsOut/list', { no: docNo })).data.list[0].id as string
  }
  const first = await scrapped()
  expect((await admin.post('/goodsOut/void', { id: first, reason: '改退货' })).msg).toBe('')
  expect(await row(one, admin, 'nonconformity')).toMatchObject({ state: 1, way: null, docNo: null })
  const second = await scrapped()
  for (const name of ['submit', 'allocate', 'release', 'pick', 'ship']) expect(await step(second, name, admin, {}, 'goodsOut')).toBe('')
  expect(await row(one, admin, 'nonconformity')).toMatchObject({ state: 3 })
  const { version } = await row(one, admin, 'nonconformity')
  expect((await admin.post('/nonconformity/update', { id: one, version, measure: '换模具' })).msg).toBe('')
  expect(await step(one, 'close', keeper, {}, 'nonconformity')).toContain('验证日期')
  // by hand, of more than lies there
  const { data } = await keeper.post('/nonconformity/insert', { businessOn: today, productId: a, warehouseId, quantity: '99999' })
  expect(await step(data.id, 'decide', boss, { chosen: 3 }, 'nonconformity')).toContain('不良品区没有这么多')
})

test('another result is asked for with a reason, and agreed to by somebody else with the right', async () => {
  const id = await begun('60', bad)
  expect(await step(id, 'appeal', keeper, { wished: 3 })).not.toBe('')
  expect(await step(id, 'appeal', keeper, { wished: 3, overrideReason: '客户同意接收' })).toBe('')
  expect(await row(id)).toMatchObject({ state: 3 })
  // readings stay while it waits; the inspector does not agree with himself, whatever his rights
  expect(await record(id, { 外观: [{ value: '不合格' }] })).toContain('不能修改')
  await sql`update inspection set inspector_id = (select m.employee_id from account a join account_organisation m on m.account_id = a.id
    where a.username = 'boss' limit 1) where id = ${id}`.execute(h.db)
  expect(await step(id, 'decide', boss)).not.toBe('')
  expect(await step(id, 'decide', keeper)).not.toBe('')
  expect(await step(id, 'decide', admin)).toBe('')
  expect(await row(id)).toMatchObject({ state: 4, result: 3, concededQty: '60.000000', acceptedQty: '0.000000', rejectedQty: '0.000000' })
  const other = await begun('60', bad)
  expect(await step(other, 'appeal', keeper, { wished: 4, overrideReason: '挑出两件' })).toBe('')
  expect(await step(other, 'decide', boss)).toBe('')
  expect(await row(other)).toMatchObject({ result: 4, acceptedQty: '60.000000' })
})

test('what waits for an inspection leaves by it alone; reversed it lies there again', async () => {
  const { id: receiptId, made } = await receive([{ productId: a, quantity: '30' }])
  const [id = ''] = made
  const cells = (await admin.post('/goodsStock/byLocation/list', { productId: [a] })).data.list as Record<string, never>[]
  const cell = cells.find(one => Number(one['kind']) === 3 && one['warehouseId'] === warehouseId)
  const to = await sql<{ id: string }>`select id::text from goods_location where warehouse_id = ${warehouseId} and kind = 1`.execute(h.db)
  const move = { id: cell?.['id'], toId: to.rows[0]?.id, quantity: '1' }
  expect((await admin.post('/goodsStock/byLocation/move', move)).msg).toContain('等待检验')
  expect(await step(id, 'start')).toBe('')
  expect(await record(id, good)).toBe('')
  expect(await step(id, 'finish')).toBe('')
  expect((await admin.post('/goodsIn/reverse', { id: receiptId })).msg).not.toBe('')
  expect(await step(id, 'reverse', boss)).toBe('')
  expect(await row(id)).toMatchObject({ state: 8 })
  // by hand, once
  const header = { businessOn: today, stage: 1, productId: a, warehouseId, lotQty: '30' }
  const anew = await keeper.post('/inspection/insert', header)
  expect(anew.msg).toBe('')
  expect((await keeper.post('/inspection/insert', header)).msg).toContain('没有检验单的只有 0')
  expect((await keeper.post('/inspection/void', { id: anew.data.id, reason: '重复' })).msg).toBe('')
  expect((await admin.post('/goodsIn/reverse', { id: receiptId })).msg).toBe('')
  // a receipt that is reversed takes its open inspections along
  const next = await receive([{ productId: a, quantity: '5' }])
  expect((await admin.post('/goodsIn/reverse', { id: next.id })).msg).toBe('')
  expect(await row(next.made[0] ?? '')).toMatchObject({ state: 9 })
})

test('bad input: readings of another kind, samples above the lot, plans that can not be', async () => {
  const { made } = await receive([{ productId: a, quantity: '60' }])
  const [id = ''] = made
  expect(await record(id, { 长度: [{ value: '十' }] })).toContain('应是数字')
  expect(await record(id, { 外观: [{ value: '还行' }] })).toContain('不能填')
  expect(await record(id, { 颜色: [{ value: '绿' }] })).toContain('之一')
  const { version } = await row(id)
  expect((await keeper.post('/inspection/update', { id, version, sampleQty: 61 })).msg).toContain('超过批量')
  expect((await keeper.post('/inspection/update', { id, version, sampleQty: 19 })).msg).toContain('不能少于')
  const [line] = await lines('inspection', id)
  const beyond = { id: line?.['id'], version: line?.['version'], sampleNo: 21 }
  expect((await keeper.post('/inspection/update', { id, lines: { changed: [beyond] } })).msg).toContain('超过样本量')
  expect(await step(id, 'start')).toBe('')
  expect(await record(id, { ...good, 外观: [{ value: '不合格', badQty: 61 }] })).toBe('')
  expect(await step(id, 'finish')).toContain('超过批量')
  expect((await keeper.post('/inspection/update', { id, version: (await row(id)).version, badOut: '61' })).msg).toBe('')
  expect(await record(id, { 外观: [{ badQty: 0 }] })).toBe('')
  expect(await step(id, 'finish')).not.toBe('')
  const wrong = async (header: Values, added: readonly Values[] = []) =>
    (await admin.post('/inspectionPlan/insert', { name: '坏', stage: 1, validFrom: '2026-01-01', ...header, lines: { added } })).msg
  expect(await wrong({ productId: free, sampling: 2 })).toContain('抽样数')
  expect(await wrong({ productId: a, sampling: 4 })).toContain('重叠')
  expect(await wrong({ productId: free, sampling: 1 }, [{ name: '重', kind: 1, lower: '2', upper: '1' }])).toContain('下限大于上限')
  const { data } = await admin.post('/inspectionPlan/insert', {
    name: '空',
    stage: 4,
    productId: free,
    sampling: 1,
    validFrom: '2026-01-01',
  })
  const header = { businessOn: today, stage: 4, productId: free, warehouseId, lotQty: '3', planId: data.id }
  expect((await keeper.post('/inspection/insert', header)).msg).toContain('没有检验项目')
})

test('of several plans the nearest holds: product, category, the one above it, all; each with the supplier before without', async () => {
  const category = async (name: string, more: Values = {}) => {
    const { data, msg } = await admin.post('/productCategory/insert', { name, ...more })
    expect(msg).toBe('')
    return data.id as string
  }
  const parentId = await category('近类')
  const categoryId = await category('近小类', { parentId })
  const made = await admin.post('/productManage/insert', { sku: 'QC-NEAR', name: '近品', categoryId })
  const productId = made.data.id as string
  const nearest: readonly Values[] = [{ productId }, { categoryId }, { categoryId: parentId }, {}]
  // a year of its own, so that no receipt of other tests finds them; the farthest first, so that the newest is not taken by chance
  const year = { stage: 1, validFrom: '2025-01-01', validTo: '2025-12-31' }
  const ids: string[] = []
  for (const [at, of] of nearest.entries())
    for (const more of [{ supplierId }, {}])
      ids.push(await plan({ name: `近 ${at} ${Object.keys(more).length}`, ...year, ...of, ...more }, [{ name: '外观', kind: 4, level: 3 }]))
  // one without items is none
  await plan({ name: '近 空', stage: 1, validFrom: '2024-01-01', validTo: '2024-12-31', productId }, [])
  const org = h.demo.organisationIds[0] ?? ''
  const lot = { productId, supplierId, stage: 1, day: '2025-06-30' }
  const found = async (more: Values = {}) => {
    const server = await h.house.asSystem(org, 'test')
    return server.write(async tx => (await plansFor(tx, org, [{ no: 1, ...lot, ...more }])).get(1)?.id)
  }
  // another supplier, none, another stage and day
  expect([await found({ supplierId: '999999999' }), await found({ supplierId: null })]).toEqual([ids[1], ids[1]])
  expect([await found({ stage: 3 }), await found({ day: '2026-01-01' }), await found({ day: '2024-06-30' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const id of ids) {
    expect(await found()).toBe(id)
    expect((await admin.post('/inspectionPlan/delete', { id })).msg).toBe('')
  }
  expect(await found()).toBeUndefined()
})

test('what leaves is inspected when it is picked, and ships once it is accepted', async () => {
  const productId = await kept('QC-OUT')
  const root = await sql<{ id: string }>`select id::text as id from goods_location where code = 'QA'`.execute(h.db)
  const bin = await admin.post('/goodsLocation/insert', { code: 'QA-OUT', warehouseId, parentId: root.rows[0]?.id, kind: 1 })
  expect(bin.msg).toBe('')
  await receive([{ productId, quantity: '9', toId: bin.data.id }])
  await plan({ name: '出货方案', stage: 4, productId, sampling: 1 }, [{ name: '外观', kind: 4, level: 3 }])
  const added = [{ productId, quantity: '4' }]
  const { data, msg } = await keeper.post('/goodsOut/insert', { businessOn: today, kind: 3, warehouseId, dueOn: today, lines: { added } })
  expect(msg).toBe('')
  for (const name of ['submit', 'allocate', 'release', 'pick'])
    expect([name, await step(data.id, name, keeper, {}, 'goodsOut')]).toEqual([name, ''])
  const { rows } = await sql<{ id: string }>`select id::text as id from inspection where source_type = 'goods_out'
    and source_id = ${data.id}`.execute(h.db)
  expect(rows.length).toBe(1)
  const id = rows[0]?.id ?? ''
  expect(await row(id)).toMatchObject({ stage: 4, lotQty: '4.000000' })
  expect(await step(data.id, 'ship', keeper, {}, 'goodsOut')).toContain('检验合格后才能发运')
  expect((await keeper.post('/inspection/delete', { id })).msg).not.toBe('')
  // void: another takes its place
  expect(await step(id, 'void', keeper, { reason: '重做' })).toBe('')
  const of = async (docId: string) =>
    (
      await sql<{ id: string; state: number }>`select id::text as id, state from inspection where source_type = 'goods_out'
        and source_id = ${docId} order by id`.execute(h.db)
    ).rows
  const [, second] = await of(data.id)
  expect(await step(data.id, 'ship', keeper, {}, 'goodsOut')).toContain('检验合格后才能发运')
  expect(await step(second?.id ?? '', 'start')).toBe('')
  expect(await record(second?.id ?? '', { 外观: [{ value: '合格' }] })).toBe('')
  expect(await step(second?.id ?? '', 'finish')).toBe('')
  expect(await step(data.id, 'ship', keeper, {}, 'goodsOut')).toBe('')
  expect((await of(data.id)).map(each => each.state)).toEqual([9, 4])
  // what is picked before there is a plan goes without; what is cancelled is inspected no more
  const pickedOf = async (sku: string) => {
    const goods = await kept(sku)
    await receive([{ productId: goods, quantity: '9', toId: bin.data.id }])
    const values = { businessOn: today, kind: 3, warehouseId, dueOn: today, lines: { added: [{ productId: goods, quantity: '4' }] } }
    return { goods, id: (await keeper.post('/goodsOut/insert', values)).data.id as string }
  }
  const toPicked = async (docId: string) => {
    for (const name of ['submit', 'allocate', 'release', 'pick'])
      expect([name, await step(docId, name, keeper, {}, 'goodsOut')]).toEqual([name, ''])
  }
  const early = await pickedOf('QC-OUT2')
  await toPicked(early.id)
  const looked = [{ name: '外观', kind: 4, level: 3 }]
  await plan({ name: '出货方案二', stage: 4, productId: early.goods, sampling: 1 }, looked)
  expect(await step(early.id, 'ship', keeper, {}, 'goodsOut')).toBe('')
  const dropped = await pickedOf('QC-OUT3')
  await plan({ name: '出货方案三', stage: 4, productId: dropped.goods, sampling: 1 }, looked)
  await toPicked(dropped.id)
  expect(await step(dropped.id, 'void', keeper, { reason: '不发了' }, 'goodsOut')).toBe('')
  expect((await of(dropped.id)).map(each => each.state)).toEqual([9])
})

test('a reading is recorded by itself, with what is left empty as it was, and stands once the inspection is done', async () => {
  const productId = await kept('QC-ONE')
  await plan({ name: '单项记录', stage: 1, productId, sampling: 1 }, [{ name: '外观', kind: 4, level: 3 }])
  const { made } = await receive([{ productId, quantity: '3' }])
  const [id = ''] = made
  expect(await step(id, 'start')).toBe('')
  const read = async () => (await admin.post('/listField/lines', { type: 'inspection', id })).data.list[0]
  const say = async (values: Values, by = keeper) => (await by.post('/inspectionLine/record', { id: (await read()).id, ...values })).msg
  expect(await say({ value: '好' })).toContain('应填')
  expect(await say({ value: '合格', note: '第一件' })).toBe('')
  expect(await say({ badQty: 0 })).toBe('')
  expect(await read()).toMatchObject({ value: '合格', note: '第一件', ok: 1, badQty: 0 })
  expect((await keeper.post('/inspectionLine/record', { id: '999999999', value: '合格' })).code).toBe(1004)
  expect(await step(id, 'finish')).toBe('')
  expect(await say({ value: '不合格' })).toContain('读数不能修改')
})

test('a reading that comes while the inspection is finished waits for it, and is refused', async () => {
  const productId = await kept('QC-BESIDE')
  await plan({ name: '同时记录', stage: 1, productId, sampling: 1 }, [{ name: '外观', kind: 4, level: 3 }])
  const id = await begunOf(productId, { quantity: '3' }, { 外观: [{ value: '合格' }] })
  const [line] = await lines('inspection', id)
  const other = new pg.Client(h.ownerUrl)
  await other.connect()
  await other.query('begin')
  await other.query('update inspection set state = $1 where id = $2', [inspectionStates.judged, id])
  const said = keeper.post('/inspectionLine/record', { id: line?.['id'], value: '不合格' })
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await waiting.execute(h.db)).rows.length > 0, { timeout: 10_000 })
  await other.query('commit')
  await other.end()
  expect((await said).msg).toContain('读数不能修改')
})

test('whoever has another warehouse sees none of it', async () => {
  const elsewhere = (await admin.post('/warehouseManage/insert', { code: 'QB', name: 'QB仓', kind: 1 })).data.id as string
  const { made } = await receive([{ productId: a, quantity: '8' }], admin, { warehouseId: elsewhere })
  const [id = ''] = made
  expect((await keeper.get(`/inspection/query/${id}`)).code).not.toBe(0)
  expect(await step(id, 'start', keeper)).not.toBe('')
  expect(await row(id)).toMatchObject({ state: 1 })
})

const kept = async (sku: string): Promise<string> => (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id
/** begun, with readings, of a product of its own */
const begunOf = async (productId: string, more: Values, said: Readonly<Record<string, readonly Values[]>>): Promise<string> => {
  const { made } = await receive([{ productId, ...more }])
  const [id = ''] = made
  expect(await step(id, 'start')).toBe('')
  expect(await record(id, said)).toBe('')
  return id
}

test('a batch that was rejected is good again once a part of it is let go; taken back it waits', async () => {
  const productId = await kept('QC-B')
  await plan({ name: '按批方案', productId, sampling: 1 }, [{ name: '外观', kind: 4, level: 3 }])
  await sql`update product_supply set tracking = 1 where product_id = ${productId}`.execute(h.db)
  const batchOf = async (batchNo: string) => {
    const { data, msg } = await admin.post('/goodsBatch/insert', { productId, batchNo, status: 2 })
    expect(msg).toBe('')
    return data.id as string
  }
  const status = async (id: string) => {
    const { rows } = await sql<{ status: number }>`select status from goods_batch where id = ${id}`.execute(h.db)
    return rows[0]?.status
  }
  const inspected = async (batchId: string, quantity: string, badQty: number) => {
    const said = { 外观: [{ value: badQty > 0 ? '不合格' : '合格', badQty }] }
    const id = await begunOf(productId, { batchId, quantity }, said)
    expect(await step(id, 'finish')).toBe('')
    return id
  }
  // the second lot of it is good; reversed, the first one says it
  const one = await batchOf('B1')
  const first = await inspected(one, '4', 4)
  expect(await status(one)).toBe(4)
  const second = await inspected(one, '5', 0)
  expect(await status(one)).toBe(1)
  expect(await step(second, 'reverse', boss)).toBe('')
  expect(await status(one)).toBe(4)
  expect(await step(first, 'reverse', boss)).toBe('')
  expect(await status(one)).toBe(2)
  // conceded
  const two = await batchOf('B2')
  const rejected = await inspected(two, '4', 4)
  const found = await nonconformityOf(rejected)
  await sql`update nonconformity set owner_id = (select m.employee_id from account a join account_organisation m on m.account_id = a.id
    where a.username = 'keeper' limit 1) where id = ${found}`.execute(h.db)
  expect(await step(found, 'concede', admin, { reason: '急用' }, 'nonconformity')).toBe('')
  expect(await step(found, 'carry', keeper, {}, 'nonconformity')).toBe('')
  expect(await status(two)).toBe(1)
  // what another inspection let go stays good
  const three = await batchOf('B3')
  await inspected(three, '4', 0)
  const last = await inspected(three, '5', 0)
  expect(await step(last, 'reverse', boss)).toBe('')
  expect(await status(three)).toBe(1)
})

test('of all units each bad one counts once, by the plan with which it was made; lots that go nowhere are not good ones', async () => {
  const productId = await kept('QC-A')
  const items = [
    { name: '长度', kind: 1, lower: '9', upper: '11', level: 2, readings: 4 },
    { name: '宽度', kind: 1, lower: '9', upper: '11', level: 3, readings: 4 },
  ]
  const planId = await plan({ name: '全检方案', productId, sampling: 1 }, items)
  const two = [{ value: '12' }, { value: '12' }, { value: '10' }, { value: '10' }]
  const said = { 长度: two, 宽度: two }
  const id = await begunOf(productId, { quantity: '4' }, said)
  // the plan changes while it runs
  const changed = await row(planId, admin, 'inspectionPlan')
  const change = { id: planId, version: changed.version, sampling: 2, fixedQty: 2 }
  expect((await admin.post('/inspectionPlan/update', change)).msg).toBe('')
  expect((await keeper.post('/inspection/update', { id, version: (await row(id)).version, sampleQty: 3 })).msg).toContain('不能少于')
  expect(await step(id, 'finish')).toBe('')
  expect(await row(id)).toMatchObject({ result: 4, acceptedQty: '2.000000', rejectedQty: '2.000000' })
  // rework: the whole lot is rejected
  const other = await begunOf(productId, { quantity: '40' }, {})
  expect(await step(other, 'appeal', keeper, { wished: 5, overrideReason: '返工' })).not.toBe('')
  expect(await record(other, { 长度: [{ value: '10' }, { value: '10' }], 宽度: [{ value: '10' }, { value: '10' }] })).toBe('')
  expect(await step(other, 'appeal', keeper, { wished: 5, overrideReason: '返工' })).toBe('')
  expect(await step(other, 'decide', boss)).toBe('')
  const good = async (of: string) =>
    (await sql<{ good: number }>`select good_lots as good from inspection where id = ${of}`.execute(h.db)).rows[0]?.good
  expect([await good(id), await good(other)]).toEqual([1, 0])
  // more than 100 million units
  const huge = await begunOf(productId, { quantity: '200000000', unitCost: '0.01' }, { 长度: two.slice(0, 2), 宽度: two.slice(0, 2) })
  expect(await step(huge, 'finish')).toBe('')
  expect(await row(huge)).toMatchObject({ state: 4, result: 2, rejectedQty: '200000000.000000' })
})

test('defects of what is void or reversed are in no figures; an exchange is inspected as what was bought', async () => {
  const counted = async (id: string) =>
    (await sql<{ bad: number }>`select coalesce(sum(bad), 0)::int as bad from inspection_line where inspection_id = ${id}`.execute(h.db))
      .rows[0]?.bad
  const [first, second] = [await begun('60', bad), await begun('60', bad)]
  expect([await counted(first), await counted(second)]).toEqual([2, 2])
  expect(await step(first, 'void', keeper, { reason: '重复' })).toBe('')
  expect(await step(second, 'finish')).toBe('')
  expect(await counted(second)).toBe(2)
  expect(await step(second, 'reverse', boss)).toBe('')
  expect([await counted(first), await counted(second)]).toEqual([0, 0])
  expect([1, 2, 4, 6].map(stageOfReceipt)).toEqual([1, 5, null, 1])
})

test('whoever may decide is told of a rejected lot at once, he and the owner once more a working day after its day', async () => {
  const told = async (what: string) => {
    const { rows } = await sql<{ who: string; title: string }>`select a.username as who, m.title::text as title from message m
      join account a on a.id = m.account_id where m.title::text like ${`%${what}%`} order by 1`.execute(h.db)
    return rows.map(one => one.who)
  }
  await sql`delete from message`.execute(h.db)
  const id = await begun('60', bad)
  expect(await step(id, 'finish')).toBe('')
  const first = await nonconformityOf(id)
  const [{ no, dueOn } = { no: '', dueOn: '' }] = (
    await sql<{ no: string; dueOn: string }>`select no, due_on::text as "dueOn" from nonconformity where id = ${first}`.execute(h.db)
  ).rows
  expect(await told('检验不合格')).toContain('boss')
  expect(await told('检验不合格')).not.toContain('sales')
  await sql`update nonconformity set due_on = due_on + 3650 where id <> ${first} and state in (1, 2)`.execute(h.db)
  const remind = async (day: string) => {
    h.clock.now = new Date(`${day}T09:00:00+08:00`)
    const work = qualityTimed[0]?.work as (inside: unknown, tx: unknown) => Promise<unknown>
    await (await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')).write((tx, inside) => work(inside, tx))
    return told(no)
  }
  await sql`delete from message`.execute(h.db)
  expect(await remind(dueOn)).toEqual([])
  const late = await remind('2026-12-31')
  expect(late).toContain('boss')
  expect(await remind('2026-12-31')).toEqual(late)
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
})
