/** From a receipt to what becomes of a lot, through the calls. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { quality } from './index.ts'

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
}, 120_000)
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
