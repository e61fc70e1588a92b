/** The search over everything: by the beginning of a number, each list for whom it is, within his own rows, along an index. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOrders } from '#areas/work-orders/index.ts'
import { integer, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { FoundRecord } from '#platform/declare/wire.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { findFaults } from './find.ts'
import { isSearched, listsWith } from './lists-with.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([workOrders])
})
afterAll(() => h.close())

const found = async (username: string, keyword: string): Promise<FoundRecord[]> =>
  (await (await signedInAs(h, username)).post('/listField/find', { keyword })).data
const home = (): string => h.demo.organisationIds[0] ?? ''

test('a product by the beginning of its SKU, however it is typed, with its name; five at most', async () => {
  const products = await h.db.selectFrom('product').select(['id', 'sku', 'name']).where('org_id', '=', home()).orderBy('sku').execute()
  const [first] = products
  if (!first) throw new Error('no product')
  const exact = (await found('buyer', first.sku.toLowerCase())).filter(one => one.type === 'product')
  const hits = { value: [[0, first.sku.length]], name: [] }
  expect(exact[0]).toEqual({ type: 'product', title: '商品', field: 'sku', value: first.sku, name: first.name, hits, id: first.id })
  const begun = first.sku.slice(0, 2)
  const wanted = products.filter(one => one.sku.startsWith(begun)).map(one => one.sku)
  const many = (await found('buyer', begun)).filter(one => one.type === 'product')
  expect(many.map(one => one.value)).toEqual(wanted.slice(0, 5))
})

test('the record whose own number was typed stands before those that name it', async () => {
  const admin = await signedInAs(h, 'admin')
  const { id: catalogId } = (await admin.post('/workCatalogManagement/add', { name: '报修' })).data
  const wish = { title: '打印机', catalogId, requirement: '<p>卡纸</p>', values: {} }
  const { id } = (await admin.post('/workOrderManagement/add', wish)).data
  const { no } = (await admin.get(`/workOrderManagement/query/${id}`)).data
  const [product] = await h.db.selectFrom('product').select('id').where('org_id', '=', home()).orderBy('sku', 'desc').limit(1).execute()
  await h.db
    .updateTable('product')
    .set({ name: `备件 ${no}` })
    .where('id', '=', product?.id ?? '')
    .execute()
  const all = await found('admin', no)
  expect(all.map(one => one.type)).toEqual(expect.arrayContaining(['workOrder', 'product']))
  expect(all[0]).toMatchObject({ type: 'workOrder', id })
})

test('a product by words inside its name, by two characters of it, by the middle of its SKU', async () => {
  const [first] = await h.db
    .selectFrom('product')
    .select(['id', 'sku', 'name'])
    .where('org_id', '=', home())
    .orderBy('sku')
    .limit(1)
    .execute()
  if (!first) throw new Error('no product')
  const two = /\p{Script=Han}{2}/u.exec(first.name.slice(1))?.[0] ?? ''
  for (const keyword of [two, first.sku.slice(1), `${first.sku.slice(1)} ${two}`, `${two}　${first.sku.slice(2).toLowerCase()}`]) {
    const [one] = (await found('buyer', keyword)).filter(record => record.type === 'product' && record.id === first.id)
    expect({ keyword, id: one?.id }).toEqual({ keyword, id: first.id })
  }
  const [hit] = (await found('buyer', `${first.sku.slice(1)} ${two}`)).filter(record => record.type === 'product')
  const at = first.name.indexOf(two)
  expect(hit?.hits).toEqual({ value: [[1, first.sku.length]], name: [[at, at + 2]] })
})

test.each(['%%', '_', '%_%', '   ', '\u3000', `' or 1=1 --`, '🙂', '😀👍', '-', '\\', ':*', "'", '& | !', '\u0000a'])(
  'no pattern and no syntax: %j finds nothing that lacks it, without an error',
  async keyword => {
    const answer = await (await signedInAs(h, 'admin')).post('/listField/find', { keyword })
    expect([0, 1002]).toContain(answer.code)
    if (answer.code === 0) expect(answer.data).toEqual([])
  },
)

test('one Chinese character is enough, nothing and more than 100 characters are refused', async () => {
  const admin = await signedInAs(h, 'admin')
  const [first] = await h.db.selectFrom('product').select('name').where('org_id', '=', home()).limit(1).execute()
  const character = /\p{Script=Han}/u.exec(first?.name ?? '')?.[0] ?? ''
  expect((await found('buyer', character)).map(one => one.type)).toContain('product')
  for (const keyword of ['', '%_'.repeat(200)]) expect(await admin.post('/listField/find', { keyword })).toMatchObject({ code: 1002 })
})

test('a list searched for 400 characters of % and _ says how many it takes; as many as it takes are characters like others', async () => {
  const buyer = await signedInAs(h, 'buyer')
  const searched = (keyword: string, condition = 'LIKE') =>
    buyer.post('/productManage/list', { conditionList: [{ field: 'allText', condition, value: keyword }] })
  const long = await searched('%_'.repeat(200))
  expect(long).toMatchObject({ code: 1002, msg: '搜索内容最多 100 个字，现有 400 个' })
  expect(await searched('%_'.repeat(50))).toMatchObject({ code: 0, data: { total: 0, list: [] } })
  expect(await searched('%')).toMatchObject({ code: 0, data: { total: 0, list: [] } })
  expect(Number((await buyer.post('/productManage/list', {})).data.total)).toBeGreaterThan(0)
})

test('only lists that the person may see, and in them only his own rows', async () => {
  const [supplier] = await h.db.selectFrom('supplier').select('code').where('org_id', '=', home()).limit(1).execute()
  const code = supplier?.code ?? ''
  expect((await found('buyer', code)).map(one => one.type)).toContain('supplier')
  expect((await found('employee', code)).map(one => one.type)).not.toContain('supplier')
  const skus = await h.db
    .selectFrom('sku_map as m')
    .innerJoin('shop as s', 's.id', 'm.shop_id')
    .select(['m.seller_sku', 's.id'])
    .where('s.org_id', '=', h.demo.organisationIds[1] ?? '')
    .execute()
  const foreign = skus[0]?.seller_sku ?? ''
  const own = await h.db.selectFrom('sku_map').select('seller_sku').where('org_id', '=', home()).where('seller_sku', '=', foreign).execute()
  expect((await found('buyer', foreign)).filter(one => one.type === 'skuMap' && one.value === foreign)).toHaveLength(own.length > 0 ? 1 : 0)
})

test('only lists that may have something are asked, also where a table has grown since the plan was made', async () => {
  const { id } = await h.db.selectFrom('account').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  const caller = await h.house.rights.callerOf(id, home())
  if (caller === null) throw new Error('no such caller')
  const context = h.house.asUser(caller, 'zh', 'test')
  const all = [...h.house.registry.types.values()].filter(isSearched).map(r => ({ r, days: null }))
  const asked = async (keyword: string) => (await listsWith(context, all, keyword)).map(({ r }) => r.table)
  // a view is asked whatever is looked for
  const always = await asked('没有这个词')
  expect(always.length).toBeLessThan(all.length / 10)
  const { sku } = await h.db
    .selectFrom('product')
    .select('sku')
    .where('org_id', '=', home())
    .orderBy('sku')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ofProduct = await asked(sku.toLowerCase())
  expect(ofProduct).toContain('product')
  expect(ofProduct).not.toContain('work_catalog')
  await (await signedInAs(h, 'admin')).post('/workCatalogManagement/add', { name: `${sku} 返修` })
  expect(await asked(sku)).toEqual(expect.arrayContaining(['product', 'work_catalog']))
})

test('everybody finds colleagues: name, department, position, with an account or without, none of another organisation', async () => {
  const rows = await h.db
    .selectFrom('employee as e')
    .leftJoin('account_organisation as m', 'm.employee_id', 'e.id')
    .innerJoin('department as d', 'd.id', 'e.dept_id')
    .select(['e.id', 'e.name', 'e.no', 'e.org_id', 'e.position_name', 'd.name as department', 'm.account_id'])
    .orderBy('e.id')
    .execute()
  const of = (isHome: boolean, hasAccount: boolean) =>
    rows.find(one => (one.org_id === home()) === isHome && (one.account_id !== null) === hasAccount)
  for (const one of [of(true, true), of(true, false)]) {
    if (one === undefined) throw new Error('no such employee')
    const [first] = await found('employee', one.name)
    const name = `${one.department}${one.position_name === '' ? '' : ` ${one.position_name}`}`
    const hits = { value: [[0, one.name.length]], name: [] }
    expect(first).toEqual({ type: 'employee', title: '同事', field: 'name', value: one.name, name, hits, id: one.id, colleague: true })
    // whoever has the list of employees finds the record itself
    const employees = (await found('hr', one.name)).filter(each => each.type === 'employee')
    expect(employees.map(each => each.id)).toContain(one.id)
    expect(employees.filter(each => each.colleague === true)).toEqual([])
    expect((await found('employee', one.no)).map(each => each.type)).not.toContain('employee')
  }
  const names = (await found('employee', of(false, false)?.name ?? '')).filter(one => one.type === 'employee').map(one => one.id)
  expect(names).not.toContain(of(false, false)?.id)
})

test('a number without an index, a filter or for everybody does not start', () => {
  const of = (list: object): Resource =>
    resource('parcel', {
      title: ['包裹', 'Parcel'],
      access: { scope: ownOrganisation },
      fields: {
        code: text('编号', 'Code', { filter: 'equals' }),
        note: text('备注', 'Note', { filter: 'contains' }),
        bank: text('账号', 'Account', { filter: 'equals', sensitive: true }),
        size: integer('大小', 'Size'),
      },
      list,
      storage: { key: ['code'] },
    }) as unknown as Resource
  expect(findFaults(of({ find: 'code' }))).toEqual([])
  expect(findFaults(of({}))).toEqual([])
  expect(findFaults(of({ find: 'note' }))).toEqual(['parcel.list: find: no index leads to note'])
  expect(findFaults(of({ find: 'size' }))).toEqual(['parcel.list: find names a text field that its list filters by'])
  expect(findFaults(of({ find: 'bank' }))).toEqual(['parcel.list: find names a field that not everybody may see'])
})
