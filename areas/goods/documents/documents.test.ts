/** Documents of the warehouse through the calls: posted once, reversed, refused; held, picked, shipped; in transit; counted blind. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { sales } from '#areas/sales/index.ts'
import { goods } from '../index.ts'
import { supply } from '#areas/supply/index.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let buyer: Person
let org = ''
let [one, two, dated] = ['', '', '']
let [from, to, foreign] = ['', '', '']
let shopId = ''
let supplierId = ''
let deptId = ''
const at: Record<string, string> = {}
/** rows of values in a steady order */
const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
const types = ['goodsIn', 'goodsOut', 'goodsTransfer', 'goodsRelabel', 'goodsCount']

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  admin = await signedInAs(h, 'admin')
  org = h.demo.organisationIds[0] ?? ''
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['仓管', '采购']).execute()
  const grants = roles.flatMap(role =>
    [...types, 'goodsMove', 'goodsBatch', 'goodsLocation', 'goodsStock'].flatMap(permission =>
      [1, 2, 3, 4, 6].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
    ),
  )
  const decides = roles.flatMap(role =>
    role.name === '采购' ? { org_id: role.org_id, role_id: role.id, permission: 'goodsTransfer', operation: 104 } : [],
  )
  await h.db
    .insertInto('role_permission')
    .values([...grants, ...decides])
    .onConflict(c => c.doNothing())
    .execute()
  const add = async (sku: string) => (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id as string
  ;[one, two, dated] = [await add('DOC-1'), await add('DOC-2'), await add('DOC-3')]
  const house = async (code: string) =>
    (await admin.post('/warehouseManage/insert', { code, name: `${code}仓`, kind: 1 })).data.id as string
  ;[from, to, foreign] = [await house('DA'), await house('DB'), await house('DC')]
  const rows = await h.db.selectFrom('goods_location').select(['code', 'id']).where('warehouse_id', 'in', [from, to, foreign]).execute()
  for (const { code, id } of rows) at[code] = String(id)
  shopId = (await admin.post('/sysShopSetting/list')).data.list[0].id
  supplierId = (await admin.post('/supplierManage/list')).data.list[0].id
  deptId = String((await h.db.selectFrom('department').select('id').where('org_id', '=', org).executeTakeFirst())?.id)
  for (const username of ['keeper', 'buyer']) {
    const { employee_id: employeeId } = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select('m.employee_id')
      .where('a.username', '=', username)
      .where('m.org_id', '=', org)
      .executeTakeFirstOrThrow()
    await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [from, to] })
  }
  ;[keeper, buyer] = [await signedInAs(h, 'keeper'), await signedInAs(h, 'buyer')]
}, 120_000)
afterAll(() => h.close())

const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>
const make = async (family: string, header: Values, added: readonly Values[], by: Person = keeper): Promise<string> => {
  const { data, msg } = await by.post(`/${family}/insert`, { businessOn: today, ...header, lines: { added } })
  expect(msg).toBe('')
  return data.id
}
const step = (family: string, id: string, name: string, by: Person = keeper, more: Values = {}) =>
  by.post(`/${family}/${name}`, { id, ...more })
const done = async (family: string, id: string, names: readonly string[], by: Person = keeper) => {
  for (const name of names) expect([name, (await step(family, id, name, by)).msg]).toEqual([name, ''])
}
const row = async (family: string, id: string, by: Person = admin) => (await by.get(`/${family}/query/${id}`)).data
const lines = async (type: string, id: string, by: Person = admin): Promise<Record<string, never>[]> =>
  (await by.post('/listField/lines', { type, id })).data.list
const stock = async (productId: string, code: string): Promise<string> => {
  const { rows: cells } = await sql<{ quantity: string; reserved: string }>`select quantity, reserved from goods_cell
    where product_id = ${productId} and location_id = ${at[code] ?? '0'}`.execute(h.db)
  return cells.map(cell => `${Number(cell.quantity)}/${Number(cell.reserved)}`).join(' ')
}
const receive = async (productId: string, quantity: string, code = 'DA-KW', more: Values = {}, warehouseId = from) => {
  const by = warehouseId === from ? keeper : admin
  const id = await make('goodsIn', { kind: 4, warehouseId }, [{ productId, quantity, toId: at[code], ...more }], by)
  await done('goodsIn', id, ['receive'], by)
  return id
}
/** what the file says, or what refuses it */
const exported = async (by: Person, family: string, fields: readonly string[]): Promise<string> =>
  (
    await h.app.inject({
      method: 'POST',
      url: `/api-2024/${family}/listExport`,
      headers: { authorization: `Bearer ${by.token}` },
      payload: { headers: fields, fields, query: {}, format: 'csv' },
    })
  ).body

test('a receipt is posted once, is reversed exactly and is no longer changed', async () => {
  const id = await make('goodsIn', { kind: 4, warehouseId: from }, [{ productId: one, quantity: '5.5' }])
  const said = await Promise.all([1, 2, 3].map(() => step('goodsIn', id, 'receive')))
  expect(said.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1002, 1002])
  expect(await stock(one, 'DA-SH')).toBe('5.5/0')
  expect(await row('goodsIn', id)).toMatchObject({ state: 4, postedOn: today })
  const [line] = await lines('goodsIn', id)
  const changed = await keeper.post('/goodsIn/update', {
    id,
    lines: { changed: [{ id: line?.['id'], version: line?.['version'], quantity: '9' }] },
  })
  expect(changed.msg).toContain('已过账，不能修改明细')
  expect((await step('goodsIn', id, 'reverse')).code).toBe(1003)
  await done('goodsIn', id, ['reverse'], admin)
  expect([await stock(one, 'DA-SH'), (await row('goodsIn', id)).state]).toEqual(['0/0', 8])
  expect((await step('goodsIn', id, 'reverse', admin)).code).toBe(1002)
})

test('by its kind a receipt asks for shop, supplier, cost and right, and goes where its condition says', async () => {
  const back = await make('goodsIn', { kind: 2, warehouseId: from }, [{ productId: one, quantity: '1' }])
  expect((await step('goodsIn', back, 'receive')).data.errors).toMatchObject([{ field: 'shopId' }])
  const good = [
    { productId: one, quantity: '1' },
    { productId: one, quantity: '2', condition: 2 },
    { productId: one, quantity: '3', condition: 3 },
  ]
  const returned = await make('goodsIn', { kind: 2, warehouseId: from, shopId }, good, admin)
  await done('goodsIn', returned, ['receive'])
  expect([await stock(one, 'DA-TH'), await stock(one, 'DA-DJ'), await stock(one, 'DA-BL')]).toEqual(['1/0', '2/0', '3/0'])
  const bought = await make('goodsIn', { kind: 1, warehouseId: from, supplierId }, [{ productId: one, quantity: '1' }])
  expect((await step('goodsIn', bought, 'receive')).msg).toBe('没有订单的采购入库需要“超收和无订单采购”权限')
  expect((await step('goodsIn', bought, 'receive', admin)).msg).toBe('采购入库的每一行都要填写单价')
  const [line] = await lines('goodsIn', bought)
  await admin.post('/goodsIn/update', { id: bought, lines: { changed: [{ id: line?.['id'], version: 1, unitCost: '12.5' }] } })
  await done('goodsIn', bought, ['receive'], admin)
  expect((await lines('goodsIn', bought, keeper))[0]).not.toHaveProperty('unitCost')
  expect((await lines('goodsIn', bought))[0]).toMatchObject({ unitCost: '12.50000000' })
})

test('what can’t be is refused: quantities, days, labels, locations, batches', async () => {
  const sent = (more: Values) =>
    keeper.post('/goodsIn/insert', {
      businessOn: today,
      kind: 4,
      warehouseId: from,
      lines: { added: [{ id: 'n', productId: one, quantity: '1', ...more }] },
    })
  for (const quantity of ['0', '-1', '1.1234567', 'x'])
    expect([quantity, (await sent({ quantity })).data.errors]).toMatchObject([quantity, [{ field: 'lines[n].quantity' }]])
  const label = (
    await h.db
      .insertInto('sku_map')
      .values({ org_id: org, shop_id: shopId, seller_sku: 'DOC-L', product_id: two })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  expect(
    (
      await admin.post('/goodsIn/insert', {
        businessOn: today,
        kind: 4,
        warehouseId: from,
        lines: { added: [{ id: 'n', productId: one, quantity: '1', labelId: label }] },
      })
    ).data.errors,
  ).toMatchObject([{ field: 'lines[n].labelId' }])
  const post = async (header: Values, line: Values, by = admin) => {
    const id = await make('goodsIn', { kind: 4, warehouseId: from, ...header }, [{ productId: one, quantity: '1', ...line }], by)
    return (await step('goodsIn', id, 'receive', by)).msg
  }
  expect(await post({ businessOn: '2026-11-22' }, {})).toContain('还没有到')
  expect(await post({ businessOn: '2026-11-20' }, {}, keeper)).toBe('业务日期 2026-11-20 早于今天，需要“倒填日期”权限')
  expect(await post({ businessOn: '2026-11-13' }, {})).toBe('业务日期最多倒填 7 天，2026-11-13 太早了')
  expect(await post({ businessOn: '2026-11-14' }, {})).toBe('')
  expect(await post({}, { toId: at['DB-KW'] })).toBe('库位 DB-KW 不是这个仓库的，请重新选择')
  expect(await post({}, { toId: at['DA'] })).toContain('不能存放货物')
  const empty = await make('goodsIn', { kind: 4, warehouseId: from }, [])
  expect((await step('goodsIn', empty, 'receive')).msg).toBe('单据还没有明细，请先填写')
})

test('what is sold is held, picked and shipped; taken back it is put back where it lay', async () => {
  await receive(two, '10')
  const id = await make('goodsOut', { kind: 1, warehouseId: from, shopId }, [{ productId: two, quantity: '4' }], admin)
  await done('goodsOut', id, ['submit', 'allocate'])
  expect([await stock(two, 'DA-KW'), (await row('goodsOut', id)).state]).toEqual(['10/4', 3])
  const [line] = await lines('goodsOut', id)
  const less = { changed: [{ id: line?.['id'], version: line?.['version'], quantity: '1' }] }
  expect((await keeper.post('/goodsOut/update', { id, lines: less })).msg).toBe('出库单已提交，不能修改明细')
  await done('goodsOut', id, ['release', 'pick'])
  expect([await stock(two, 'DA-KW'), await stock(two, 'DA-JH')]).toEqual(['6/0', '4/4'])
  const both = await Promise.all([step('goodsOut', id, 'ship'), step('goodsOut', id, 'ship', admin)])
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1002])
  expect([await stock(two, 'DA-JH'), (await row('goodsOut', id)).state]).toEqual(['0/0', 6])
  expect((await step('goodsOut', id, 'putBack')).code).toBe(1002)
  await done('goodsOut', id, ['reverse'], admin)
  expect([await stock(two, 'DA-JH'), await stock(two, 'DA-KW')]).toEqual(['4/0', '6/0'])
  await done('goodsOut', id, ['putBack'])
  expect([await stock(two, 'DA-JH'), await stock(two, 'DA-KW'), (await row('goodsOut', id)).toPutBack]).toEqual(['0/0', '10/0', false])
})

test('two draw the last unit: one is short, waits, and takes what a cancelled one frees', async () => {
  const few = [{ productId: two, quantity: '6' }]
  const ids = [await make('goodsOut', { kind: 3, warehouseId: from }, few), await make('goodsOut', { kind: 3, warehouseId: from }, few)]
  for (const id of ids) await done('goodsOut', id, ['submit'])
  await Promise.all(ids.map(id => step('goodsOut', id, 'allocate')))
  const states = await Promise.all(ids.map(async id => (await row('goodsOut', id)) as { id: string; state: number; isLack: boolean }))
  expect(states.map(({ state, isLack }) => [state, isLack]).toSorted(byText)).toEqual([
    [2, true],
    [3, false],
  ])
  expect(await stock(two, 'DA-KW')).toBe('10/10')
  const [short, whole] = states.toSorted((a, b) => a.state - b.state).map(one => one.id)
  expect((await step('goodsOut', short ?? '', 'release')).code).toBe(1002)
  expect((await step('goodsOut', whole ?? '', 'void', keeper, { reason: '不要了' })).msg).toBe('')
  await done('goodsOut', short ?? '', ['allocate'])
  expect([await stock(two, 'DA-KW'), (await row('goodsOut', short ?? '')).isLack]).toEqual(['10/6', false])
  await done('goodsOut', short ?? '', ['release', 'pick'])
  expect((await step('goodsOut', short ?? '', 'void', keeper, { reason: '订单取消' })).msg).toBe('')
  expect([await stock(two, 'DA-JH'), (await row('goodsOut', short ?? '')).toPutBack]).toEqual(['6/0', true])
  await done('goodsOut', short ?? '', ['putBack'])
  expect(await stock(two, 'DA-KW')).toBe('10/0')
})

test('by its kind an issue asks for shop and department; without a line or with a frozen or expired batch nothing goes', async () => {
  const said = async (header: Values, added: readonly Values[]) => {
    const id = await make('goodsOut', { warehouseId: from, ...header }, added, admin)
    return step('goodsOut', id, 'submit', admin)
  }
  expect((await said({ kind: 1 }, [{ productId: two, quantity: '1' }])).data.errors).toMatchObject([{ field: 'shopId' }])
  expect((await said({ kind: 2 }, [{ productId: two, quantity: '1' }])).data.errors).toMatchObject([{ field: 'deptId' }])
  expect((await said({ kind: 2, deptId }, [])).msg).toBe('单据还没有明细，请先填写')
  const supply = await h.db.selectFrom('product_supply').select('id').where('product_id', '=', dated).executeTakeFirstOrThrow()
  await h.db.updateTable('product_supply').set({ tracking: 1, removal: 2 }).where('id', '=', supply.id).execute()
  const batchOf = async (batchNo: string, expiresOn: string) =>
    (await admin.post('/goodsBatch/insert', { productId: dated, batchNo, expiresOn })).data as { id: string; version: number }
  const [late, soon] = [await batchOf('B-LATE', '2027-06-30'), await batchOf('B-SOON', '2027-01-31')]
  await receive(dated, '5', 'DA-KW', { batchId: late.id })
  await receive(dated, '5', 'DA-KW', { batchId: soon.id })
  const noBatch = await make('goodsIn', { kind: 4, warehouseId: from }, [{ productId: dated, quantity: '1' }])
  expect((await step('goodsIn', noBatch, 'receive')).msg).toContain('按批次管控，请填写批次')
  const id = await make('goodsOut', { kind: 3, warehouseId: from }, [{ productId: dated, quantity: '2' }])
  await done('goodsOut', id, ['submit', 'allocate'])
  const { rows: held } = await sql<{
    batch: string
  }>`select c.batch_id::text as batch from goods_hold x join goods_cell c on c.id = x.cell_id
    where x.doc_type = 'goods_out' and x.doc_id = ${id}`.execute(h.db)
  expect(held.map(one => one.batch)).toEqual([soon.id])
  await sql`update goods_batch set status = 3 where id = ${soon.id}`.execute(h.db)
  await done('goodsOut', id, ['release'])
  expect((await step('goodsOut', id, 'pick')).msg).toContain('不是合格状态')
  await sql`update goods_batch set status = 1, expires_on = '2026-11-20' where id = ${soon.id}`.execute(h.db)
  expect((await step('goodsOut', id, 'pick')).msg).toContain('已于 2026-11-20 失效')
})

test('a transfer is under way until it is received in parts, or lost by decision; then its leaf is closed', async () => {
  const same = await keeper.post('/goodsTransfer/insert', {
    businessOn: today,
    fromWarehouseId: from,
    toWarehouseId: from,
    lines: { added: [] },
  })
  expect(same.data.errors).toMatchObject([{ field: 'toWarehouseId' }])
  const id = await make('goodsTransfer', { fromWarehouseId: from, toWarehouseId: to }, [{ productId: two, quantity: '8' }])
  await done('goodsTransfer', id, ['submit', 'allocate', 'release', 'pick', 'ship'])
  const no = (await row('goodsTransfer', id)).no as string
  const leaf = await h.db.selectFrom('goods_location').select(['id', 'code']).where('code', '=', `ZT-${no}`).executeTakeFirstOrThrow()
  at[leaf.code] = String(leaf.id)
  expect([await stock(two, leaf.code), await stock(two, 'DA-KW')]).toEqual(['8/0', '2/0'])
  const [line] = await lines('goodsTransfer', id)
  const arrive = (quantity: string, by = keeper) => by.post('/goodsTransferLine/arrive', { id: line?.['id'], quantity })
  expect((await arrive('9')).msg).toBe('这一行在途 8，不能超过它')
  expect((await arrive('5')).msg).toBe('')
  expect([(await row('goodsTransfer', id)).state, await stock(two, 'DB-SH')]).toEqual([7, '5/0'])
  expect((await step('goodsTransfer', id, 'reverse', admin)).code).toBe(1002)
  const lose = (by: Person) => by.post('/goodsTransferLine/lose', { id: line?.['id'], quantity: '1', reason: '破箱' })
  expect((await lose(keeper)).code).toBe(1003)
  expect((await lose(admin)).msg).toBe('')
  await done('goodsTransfer', id, ['receive'])
  expect([(await row('goodsTransfer', id)).state, await stock(two, 'DB-SH'), await stock(two, leaf.code)]).toEqual([10, '7/0', '0/0'])
  expect((await lines('goodsTransfer', id))[0]).toMatchObject({
    shipped: '8.000000',
    received: '7.000000',
    lost: '1.000000',
    lostReason: '破箱',
  })
  expect(await h.db.selectFrom('goods_location').select('status').where('id', '=', leaf.id).execute()).toEqual([{ status: 2 }])
  // the last arrival, then the loss, then the first one go back under way
  const undone = async () => {
    expect((await admin.post('/goodsTransfer/undoArrival', { id })).msg).toBe('')
    const [now] = await lines('goodsTransfer', id)
    const received = [Number(now?.['received']), Number(now?.['lost'])]
    return [(await row('goodsTransfer', id)).state, ...received, await stock(two, 'DB-SH'), await stock(two, leaf.code)]
  }
  expect((await keeper.post('/goodsTransfer/undoArrival', { id })).code).toBe(1003)
  expect(await undone()).toEqual([7, 5, 1, '5/0', '2/0'])
  expect(await undone()).toEqual([7, 5, 0, '5/0', '3/0'])
  expect(await undone()).toEqual([6, 0, 0, '0/0', '8/0'])
  expect((await admin.post('/goodsTransfer/undoArrival', { id })).code).toBe(1002)
  await done('goodsTransfer', id, ['receive'])
  expect([(await row('goodsTransfer', id)).state, await stock(two, 'DB-SH'), await stock(two, leaf.code)]).toEqual([10, '8/0', '0/0'])
  const again = await make('goodsTransfer', { fromWarehouseId: from, toWarehouseId: to }, [{ productId: two, quantity: '2' }])
  await done('goodsTransfer', again, ['submit', 'allocate', 'release', 'pick', 'ship'])
  await done('goodsTransfer', again, ['reverse'], admin)
  await done('goodsTransfer', again, ['putBack'])
  expect(await stock(two, 'DA-KW')).toBe('2/0')
})

test('units get the sticker of another listing, and the old one back', async () => {
  const labels = await h.db
    .insertInto('sku_map')
    .values(['R-1', 'R-2'].map(seller_sku => ({ org_id: org, shop_id: shopId, seller_sku, product_id: one })))
    .returning('id')
    .execute()
  const [a, b] = labels.map(({ id }) => String(id))
  await receive(one, '6')
  const relabel = async (line: Values) =>
    make('goodsRelabel', { warehouseId: from }, [{ productId: one, locationId: at['DA-KW'], ...line }], admin)
  const bare = await relabel({ toLabelId: a, quantity: '4' })
  await done('goodsRelabel', bare, ['post'])
  const more = await relabel({ fromLabelId: a, toLabelId: b, quantity: '5' })
  expect((await step('goodsRelabel', more, 'post')).msg).toContain('只有 4，不够 5')
  await done('goodsRelabel', bare, ['reverse'], admin)
  const { rows: cells } = await sql<{ label: string; quantity: string }>`select label_id::text as label, quantity from goods_cell
    where product_id = ${one} and location_id = ${at['DA-KW'] ?? ''}`.execute(h.db)
  expect(cells.map(({ label, quantity }) => [label, Number(quantity)]).toSorted(byText)).toEqual(
    [
      ['0', 6],
      [a, 0],
    ].toSorted(byText),
  )
})

test('a keeper without a shop chooses and reads labels of the product; other people and organisations do not', async () => {
  const [id] = (
    await h.db
      .insertInto('sku_map')
      .values([{ org_id: org, shop_id: shopId, seller_sku: 'K-1', product_id: one }])
      .returning('id')
      .execute()
  ).map(row => String(row.id))
  expect((await admin.post('/goodsBarcode/insert', { code: 'X00K1', productId: one, labelId: id, kind: 2 })).msg).toBe('')
  const {
    rows: [shop],
  } = await sql<{ site: string }>`select marketplace_code as site from shop where id = ${shopId}`.execute(h.db)
  const offered = async (by: Person, more: Values, orgId?: string) =>
    (await by.post('/listField/options', { type: 'skuMap', ...more }, orgId)).data as unknown
  const wanted = [{ value: id, label: 'K-1', detail: `X00K1 · ${shop?.site}` }]
  expect(await offered(keeper, { type: 'shop' })).toEqual([])
  for (const keyword of ['K-1', 'x00k1']) expect(await offered(keeper, { keyword, where: { productId: one } })).toEqual(wanted)
  expect(await offered(keeper, { ids: [id] })).toEqual(wanted)
  expect(await offered(keeper, { keyword: 'K-1', where: { productId: two } })).toEqual([])
  // pasted or imported: by seller SKU, or by the FNSKU that selects show beside it
  const named = async (by: Person) =>
    (await by.post('/listField/named', { asks: [{ type: 'skuMap', names: ['K-1', 'X00K1', 'X00NONE'] }] })).data as unknown
  const found = { value: id, label: 'K-1' }
  expect(await named(keeper)).toEqual([
    [
      { name: 'K-1', ...found },
      { name: 'X00K1', ...found },
      { name: 'X00NONE', fault: 'unknown' },
    ],
  ])
  expect(await named(await signedInAs(h, 'hr'))).toMatchObject([[found, { fault: 'unknown' }, { fault: 'unknown' }]])
  // another's right to a document is his own: who has none has the names of his shops, without FNSKU
  const hr = await signedInAs(h, 'hr')
  expect(await offered(hr, { keyword: 'K-1' })).toEqual([{ value: id, label: 'K-1' }])
  expect(await offered(hr, { keyword: 'x00k1' })).toEqual([])
  expect(await offered(await signedInAs(h, 'employee'), { keyword: 'K-1' })).toEqual([])
  const other = h.demo.organisationIds[1] ?? ''
  expect(await offered(admin, { ids: [id] }, other)).toEqual([])
  const received = await receive(one, '2', 'DA-KW', { labelId: id })
  expect(await lines('goodsIn', received, keeper)).toMatchObject([{ labelId: id, labelIdLabel: 'K-1' }])
  expect(await exported(keeper, 'goodsInLine', ['labelId'])).toContain('K-1')
  const stocked = (await keeper.post('/goodsStock/byLabel/list', { productId: [one] })).data.list as Values[]
  expect(stocked.find(one => one['labelSku'] === 'K-1')).toMatchObject({ fnsku: 'X00K1' })
  await receive(one, '1')
  const changed = await make('goodsRelabel', { warehouseId: from }, [
    { productId: one, locationId: at['DA-KW'], toLabelId: id, quantity: '1' },
  ])
  await done('goodsRelabel', changed, ['post'])
  const moved = await make('goodsTransfer', { fromWarehouseId: from, toWarehouseId: to }, [{ productId: one, quantity: '1', labelId: id }])
  expect(await lines('goodsTransfer', moved, keeper)).toMatchObject([{ labelIdLabel: 'K-1' }])
  const wrong = await keeper.post('/goodsIn/insert', {
    businessOn: today,
    kind: 4,
    warehouseId: from,
    lines: { added: [{ id: 'n', productId: two, quantity: '1', labelId: id }] },
  })
  expect(wrong.data.errors).toMatchObject([{ field: 'lines[n].labelId' }])
})

const book = /book[12]|difference|"(?:quantity|free|reserved)"/i
test('a blind count tells the book quantity to nobody who counts, is counted again by another, and posts what differed then', async () => {
  await receive(two, '8')
  const id = await make('goodsCount', { kind: 3, warehouseId: from, productIds: [two] }, [])
  await done('goodsCount', id, ['start'])
  const [line] = await lines('goodsCount', id, keeper)
  expect(line).toMatchObject({ counted1: null, again: false })
  const enter = (by: Person, values: Values, at = line) =>
    by.post('/goodsCount/update', { id, lines: { changed: [{ id: at?.['id'], ...values }] } })
  const version = async (by: Person) => (await lines('goodsCount', id, by))[0]?.['version']
  expect((await step('goodsCount', id, 'finish')).msg).toBe('还有 1 行没有盘，请先填写实盘数')
  expect((await enter(admin, { version: 1, counted1: '7' })).msg).toContain('盲盘由看不到账面数的人盘点')
  expect((await enter(keeper, { version: 1, counted1: '7' })).msg).toBe('')
  // 10 lay there then; what is picked afterwards does not matter
  const out = await make('goodsOut', { kind: 3, warehouseId: from }, [{ productId: two, quantity: '2' }])
  await done('goodsOut', out, ['submit', 'allocate', 'release', 'pick', 'ship'])
  await done('goodsCount', id, ['finish'])
  expect((await lines('goodsCount', id, keeper))[0]).toMatchObject({ again: true })
  expect((await enter(keeper, { version: await version(keeper), counted2: '7' })).msg).toContain('复盘要由另一个人做')
  expect((await enter(buyer, { version: await version(buyer), counted2: '6' })).msg).toBe('')
  await done('goodsCount', id, ['finishAgain'])
  const answers = await Promise.all([
    keeper.post('/goodsCount/list'),
    keeper.get(`/goodsCount/query/${id}`),
    keeper.post('/goodsCountLine/list', { countId: id }),
    keeper.post('/listField/lines', { type: 'goodsCount', id }),
    keeper.post('/auditTrail/history', { type: 'goodsCount', id }),
    keeper.post('/goodsCountLine/list', { countId: id, orderBy: 'difference', conditionList: [{ field: 'difference', value: '-2' }] }),
  ])
  for (const answer of answers) expect(JSON.stringify(answer.data ?? '')).not.toMatch(book)
  const wished = await exported(keeper, 'goodsCountLine', ['counted1', 'difference', 'book1', 'book2'])
  expect(wished).toContain('未知的字段 difference')
  expect(await exported(keeper, 'goodsCountLine', ['counted1', 'counted2'])).toContain('7')
  expect(await exported(admin, 'goodsCountLine', ['counted1', 'difference', 'book1', 'book2'])).toMatch(/7.*-2.*10.*8/)
  expect((await lines('goodsCount', id))[0]).toMatchObject({ book1: '10.000000', book2: '8.000000', difference: '-2.000000' })
  expect((await step('goodsCount', id, 'approve')).code).toBe(1003)
  await done('goodsCount', id, ['approve'], admin)
  expect([await stock(two, 'DA-KW'), (await row('goodsCount', id)).state]).toEqual(['6/0', 7])
  await done('goodsCount', id, ['reverse'], admin)
  expect(await stock(two, 'DA-KW')).toBe('8/0')
})

test('an unexpected item makes a line with book 0; held units that are gone are released and their document is short', async () => {
  const out = await make('goodsOut', { kind: 3, warehouseId: from }, [{ productId: two, quantity: '8' }])
  await done('goodsOut', out, ['submit', 'allocate'])
  const id = await make('goodsCount', { kind: 1, warehouseId: from, zoneId: at['DA-KW'], tolerance: '100' }, [])
  await done('goodsCount', id, ['start'])
  const all = await lines('goodsCount', id, keeper)
  const changed = all.map(line => ({
    id: line['id'],
    version: line['version'],
    counted1: line['productId'] === two ? '5' : line['productId'] === one ? '6' : '5',
  }))
  const added = [{ locationId: at['DA-KW'], productId: one, counted1: '3' }]
  const twice = await keeper.post('/goodsCount/update', { id, lines: { changed, added } })
  expect(twice.msg).toContain('已有一行')
  const unknown = await keeper.post('/goodsCount/update', {
    id,
    lines: { added: [{ id: 'n', locationId: '999999', productId: one, counted1: '3' }] },
  })
  expect(unknown.data.errors).toMatchObject([{ field: 'lines[n].locationId' }])
  expect((await keeper.post('/goodsCount/update', { id, lines: { changed } })).msg).toBe('')
  expect((await keeper.post('/goodsCount/update', { id, lines: { removed: [{ id: all[0]?.['id'] }] } })).msg).toContain('不能删除明细')
  expect(
    (await keeper.post('/goodsCount/update', { id, lines: { added: [{ locationId: at['DA-SH'], productId: two, counted1: '1' }] } })).msg,
  ).toBe('')
  await done('goodsCount', id, ['finish'])
  expect((await row('goodsCount', id)).state).toBe(3)
  const again = (await lines('goodsCount', id, buyer)).filter(line => line['again'] === (true as never))
  expect(again.map(line => line['counted1'])).toEqual(['1.000000'])
  const values = again.map(line => ({ id: line['id'], version: line['version'], counted2: line['counted1'] }))
  expect((await buyer.post('/goodsCount/update', { id, lines: { changed: values } })).msg).toBe('')
  await done('goodsCount', id, ['finishAgain'])
  await done('goodsCount', id, ['approve'], admin)
  expect([await stock(two, 'DA-KW'), await stock(two, 'DA-SH')]).toEqual(['5/0', '1/0'])
  expect(await row('goodsOut', out)).toMatchObject({ state: 2, isLack: true })
})

test('who has one warehouse, and another organisation, see and move nothing of the others', async () => {
  const id = await make('goodsIn', { kind: 4, warehouseId: foreign }, [{ productId: one, quantity: '3' }], admin)
  expect((await keeper.post('/goodsIn/list', { warehouseId: foreign })).data.total).toBe(0)
  expect((await keeper.get(`/goodsIn/query/${id}`)).code).toBe(1004)
  expect((await step('goodsIn', id, 'receive')).code).toBe(1004)
  expect((await keeper.post('/goodsInLine/list', { inId: id })).data.total).toBe(0)
  const mine = await keeper.post('/goodsIn/insert', { businessOn: today, kind: 4, warehouseId: foreign, lines: { added: [] } })
  expect(mine.code).not.toBe(0)
  const away = await make('goodsTransfer', { fromWarehouseId: foreign, toWarehouseId: to }, [{ productId: one, quantity: '1' }], admin)
  expect((await row('goodsTransfer', away, keeper)).id).toBe(away)
  expect((await step('goodsTransfer', away, 'submit')).msg).toBe('没有这个仓库的权限')
  const other = h.demo.organisationIds[1] ?? ''
  expect((await admin.post('/goodsIn/list', {}, other)).data.total).toBe(0)
  expect((await admin.post('/goodsIn/receive', { id }, other)).code).toBe(1004)
})

test('a short document that waits frees on cancelling what it holds; who has the destination alone stops no transfer', async () => {
  const scarce = (await admin.post('/productManage/insert', { sku: 'DOC-4', name: '商品DOC-4' })).data.id as string
  await receive(scarce, '4')
  const out = await make('goodsOut', { kind: 3, warehouseId: from, allowPart: false }, [{ productId: scarce, quantity: '6' }])
  await done('goodsOut', out, ['submit', 'allocate'])
  expect([(await row('goodsOut', out)).state, await stock(scarce, 'DA-KW')]).toEqual([2, '4/4'])
  expect((await step('goodsOut', out, 'void', keeper, { reason: '不要了' })).msg).toBe('')
  expect([await stock(scarce, 'DA-KW'), (await lines('goodsOut', out))[0]?.['held']]).toEqual(['4/0', '0.000000'])
  const id = await make('goodsTransfer', { fromWarehouseId: from, toWarehouseId: to }, [{ productId: scarce, quantity: '6' }])
  await done('goodsTransfer', id, ['submit', 'allocate'])
  expect([(await row('goodsTransfer', id)).state, await stock(scarce, 'DA-KW')]).toEqual([2, '4/4'])
  expect((await step('goodsTransfer', id, 'void', keeper, { reason: '不要了' })).msg).toBe('')
  expect(await stock(scarce, 'DA-KW')).toBe('4/0')
  const foreignOnes = [foreign, foreign].map(() =>
    make('goodsTransfer', { fromWarehouseId: foreign, toWarehouseId: to }, [{ productId: scarce, quantity: '1' }], admin),
  )
  const [draft = '', open = ''] = await Promise.all(foreignOnes)
  await receive(scarce, '1', 'DC-KW', {}, foreign)
  await done('goodsTransfer', open, ['submit'], admin)
  const refused = async (transfer: string, name: string, more: Values = {}) =>
    expect([name, (await step('goodsTransfer', transfer, name, keeper, more)).msg]).toEqual([name, '没有这个仓库的权限'])
  await refused(draft, 'void', { reason: '不要了' })
  expect((await keeper.post('/goodsTransfer/delete', { ids: [draft] })).msg).toBe('没有这个仓库的权限')
  await refused(open, 'void', { reason: '不要了' })
  for (const [name, then] of [
    ['allocate', 'release'],
    ['release', 'pick'],
    ['pick', 'ship'],
    ['ship', 'receive'],
  ] as const) {
    await refused(open, name)
    await done('goodsTransfer', open, [name], admin)
    if (then !== 'receive') await refused(open, 'void', { reason: '不要了' })
  }
  const [line] = await lines('goodsTransfer', open)
  const leaf = await h.db.selectFrom('goods_location').select(['id', 'code']).where('doc_id', '=', open).executeTakeFirstOrThrow()
  const named = await make(
    'goodsIn',
    { kind: 4, warehouseId: foreign },
    [{ productId: scarce, quantity: '1', toId: String(leaf.id) }],
    admin,
  )
  expect((await step('goodsIn', named, 'receive', admin)).msg).toBe(`${leaf.code} 是调拨途中的货物，只能在调拨单上收货`)
  const lose = { id: line?.['id'], quantity: '1', reason: '破箱' }
  expect((await buyer.post('/goodsTransferLine/lose', lose)).msg).toBe('没有这个仓库的权限')
  await done('goodsTransfer', open, ['receive'])
  expect(await stock(scarce, 'DB-SH')).toBe('1/0')
})

test('goods that came without a bin are put away and leave; nothing that is held or of another warehouse is moved', async () => {
  const sku = (await admin.post('/productManage/insert', { sku: 'DOC-5', name: '商品DOC-5' })).data.id as string
  const id = await make('goodsIn', { kind: 4, warehouseId: from }, [{ productId: sku, quantity: '9' }])
  await done('goodsIn', id, ['receive'])
  const at9 = async (by: Person, productId = sku) =>
    (await by.post('/goodsStock/byLocation/list', { productId })).data.list as { id: string; locationId: string }[]
  const [lying] = await at9(keeper)
  const move = (quantity: string, code: string, by = keeper, more: Values = {}) =>
    by.post('/goodsStock/byLocation/move', { id: lying?.id, toId: at[code], quantity, ...more })
  expect((await move('10', 'DA-KW')).msg).toContain('只有 9，不够 10')
  expect((await move('1', 'DB-KW')).msg).toBe('库位 DB-KW 不是这个仓库的，请重新选择')
  expect((await move('1', 'DA')).msg).toContain('不能存放货物')
  expect((await move('1', 'DA-SH')).msg).toContain('不能移到自己')
  expect((await move('0', 'DA-KW')).code).toBe(1002)
  const both = await Promise.all([move('6', 'DA-KW'), move('6', 'DA-KW')])
  expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
  expect([await stock(sku, 'DA-SH'), await stock(sku, 'DA-KW')]).toEqual(['3/0', '6/0'])
  expect((await keeper.post('/goodsMove/list', { productId: sku, reason: 21 })).data.total).toBe(1)
  const out = await make('goodsOut', { kind: 3, warehouseId: from }, [{ productId: sku, quantity: '5' }])
  await done('goodsOut', out, ['submit', 'allocate'])
  const bin = (await at9(keeper)).find(one => one.locationId === at['DA-KW'])
  expect((await move('2', 'DA-BL', keeper, { id: bin?.id })).msg).toContain('可用 1（另有 5 已被占用）')
  expect((await move('1', 'DA-BL', keeper, { id: bin?.id })).msg).toBe('')
  expect((await keeper.post('/goodsMove/list', { productId: sku, reason: 23 })).data.total).toBe(1)
  await done('goodsOut', out, ['release', 'pick', 'ship'])
  await receive(sku, '1', 'DC-KW', {}, foreign)
  const elsewhere = (await at9(admin)).find(one => one.locationId === at['DC-KW'])
  expect((await move('1', 'DC-SH', keeper, { id: elsewhere?.id })).code).toBe(1004)
  // what waits for inspection is moved by who decides on it
  const waits = await make('goodsIn', { kind: 2, warehouseId: from, shopId }, [{ productId: sku, quantity: '2', condition: 2 }], admin)
  await done('goodsIn', waits, ['receive'])
  const inspected = (await at9(keeper)).find(one => one.locationId === at['DA-DJ'])
  expect((await move('1', 'DA-KW', keeper, { id: inspected?.id })).msg).toContain('移出要有“认定差异”权限')
  expect((await move('2', 'DA-TH', admin, { id: inspected?.id })).msg).toBe('')
  // scrap names where it lies
  const plain = await make('goodsOut', { kind: 4, warehouseId: from, allowPart: true }, [{ productId: sku, quantity: '1' }])
  await done('goodsOut', plain, ['submit', 'allocate'])
  expect((await row('goodsOut', plain)).state).toBe(2)
  expect((await step('goodsOut', plain, 'void', keeper, { reason: '不要了' })).msg).toBe('')
  const scrapped = [
    { productId: sku, quantity: '1', locationId: at['DA-BL'] },
    { productId: sku, quantity: '2', locationId: at['DA-SH'] },
  ]
  const scrap = await make('goodsOut', { kind: 4, warehouseId: from }, scrapped)
  await done('goodsOut', scrap, ['submit', 'allocate', 'release', 'pick'])
  expect([await stock(sku, 'DA-BL'), await stock(sku, 'DA-SH')]).toEqual(['3/3', '1/0'])
  await done('goodsOut', scrap, ['ship'])
  expect([await stock(sku, 'DA-BL'), await stock(sku, 'DA-SH')]).toEqual(['0/0', '1/0'])
  await done('goodsOut', scrap, ['reverse'], admin)
  await done('goodsOut', scrap, ['putBack'])
  expect([await stock(sku, 'DA-BL'), await stock(sku, 'DA-SH')]).toEqual(['1/0', '3/0'])
  const astray = await make('goodsOut', { kind: 4, warehouseId: from }, [{ productId: sku, quantity: '1', locationId: at['DB-BL'] }])
  expect((await step('goodsOut', astray, 'submit')).msg).toBe('库位 DB-BL 不是这个仓库的，请重新选择')
})

test('an expired or frozen batch is scrapped when it is named, and not sold', async () => {
  const supplied = (await admin.post('/productManage/insert', { sku: 'DOC-6', name: '商品DOC-6' })).data.id as string
  await h.db.updateTable('product_supply').set({ tracking: 1 }).where('product_id', '=', supplied).execute()
  const batch = (await admin.post('/goodsBatch/insert', { productId: supplied, batchNo: 'B-OLD', expiresOn: '2027-01-31' })).data
    .id as string
  await receive(supplied, '4', 'DA-KW', { batchId: batch })
  await sql`update goods_batch set expires_on = '2026-11-20', status = 3 where id = ${batch}`.execute(h.db)
  const named = [{ productId: supplied, quantity: '4', batchId: batch }]
  const sample = await make('goodsOut', { kind: 3, warehouseId: from }, named)
  await done('goodsOut', sample, ['submit', 'allocate'])
  expect((await row('goodsOut', sample)).state).toBe(2)
  const scrap = await make('goodsOut', { kind: 4, warehouseId: from }, named)
  await done('goodsOut', scrap, ['submit', 'allocate', 'release', 'pick'])
  expect(await stock(supplied, 'DA-BL')).toBe('4/4')
  await done('goodsOut', scrap, ['ship'])
  expect(await stock(supplied, 'DA-BL')).toBe('0/0')
})

test('lines of a count: one for a cell, of its warehouse, removed while nothing lies there; it is counted anew', async () => {
  const sku = (await admin.post('/productManage/insert', { sku: 'DOC-7', name: '商品DOC-7' })).data.id as string
  await receive(sku, '3')
  const first = [{ locationId: at['DA-KW'], productId: sku }]
  const twice = await make('goodsCount', { kind: 3, warehouseId: from }, [...first, ...first])
  expect((await step('goodsCount', twice, 'start')).msg).toContain('已有一行')
  const id = await make('goodsCount', { kind: 3, warehouseId: from, productIds: [sku], tolerance: '100' }, first)
  await done('goodsCount', id, ['start'])
  expect(await lines('goodsCount', id)).toHaveLength(1)
  const add = (line: Values) => keeper.post('/goodsCount/update', { id, lines: { added: [line] } })
  expect((await add({ locationId: at['DA-KW'], productId: sku })).msg).toContain('已有一行')
  expect((await add({ locationId: at['DB-KW'], productId: sku })).msg).toBe('库位 DB-KW 不是这个仓库的，请重新选择')
  expect((await add({ locationId: at['DA'], productId: sku })).msg).toContain('不能存放货物')
  expect((await add({ locationId: at['DA-SH'], productId: dated })).msg).toContain('按批次管控，请填写批次')
  // a bin for another product: what lies there lies there
  await sql`update goods_location set product_id = ${one} where id = ${at['DA-TH'] ?? ''}`.execute(h.db)
  expect((await add({ locationId: at['DA-TH'], productId: sku })).msg).toBe('')
  expect((await row('goodsCount', id)).lineCount).toBe(2)
  const [whole, odd] = await lines('goodsCount', id, keeper)
  const remove = (line: Values | undefined) => keeper.post('/goodsCount/update', { id, lines: { removed: [{ id: line?.['id'] }] } })
  expect((await remove(whole)).msg).toContain('不能删除明细')
  expect((await remove(odd)).msg).toBe('')
  expect((await add({ locationId: at['DA-TH'], productId: sku, counted1: '2' })).msg).toBe('')
  const set = async (by: Person, at: number, values: Values) => {
    const line = (await lines('goodsCount', id, by))[at]
    return (await by.post('/goodsCount/update', { id, lines: { changed: [{ id: line?.['id'], version: line?.['version'], ...values }] } }))
      .msg
  }
  expect(await set(keeper, 0, { counted1: '1' })).toBe('')
  await done('goodsCount', id, ['finish'])
  expect(await set(buyer, 1, { counted2: '2' })).toBe('')
  await done('goodsCount', id, ['finishAgain'])
  expect((await step('goodsCount', id, 'recount')).code).toBe(1003)
  await done('goodsCount', id, ['recount'], admin)
  expect(await lines('goodsCount', id)).toMatchObject([
    { counted1: '1.000000', difference: '-2.000000', again: false },
    { counted1: '2.000000', counted2: null, difference: '2.000000', again: false },
  ])
  expect(await set(keeper, 0, { counted1: '3' })).toBe('')
  await done('goodsCount', id, ['finish'])
  expect(await set(buyer, 1, { counted2: '2' })).toBe('')
  await done('goodsCount', id, ['finishAgain'])
  await done('goodsCount', id, ['approve'], admin)
  expect([await stock(sku, 'DA-KW'), await stock(sku, 'DA-TH')]).toEqual(['3/0', '2/0'])
  await sql`update goods_location set product_id = null where id = ${at['DA-TH'] ?? ''}`.execute(h.db)
})

test('what a count has found to be gone does not go in silence: neither picked nor shipped; what is left is put back', async () => {
  const sku = (await admin.post('/productManage/insert', { sku: 'DOC-8', name: '商品DOC-8' })).data.id as string
  await receive(sku, '8')
  const count = async (code: string, counted1: string) => {
    const id = await make('goodsCount', { kind: 3, warehouseId: from, zoneId: at[code], productIds: [sku], tolerance: '100' }, [])
    await done('goodsCount', id, ['start'])
    const [line] = await lines('goodsCount', id, keeper)
    const changed = [{ id: line?.['id'], version: line?.['version'], counted1 }]
    expect((await keeper.post('/goodsCount/update', { id, lines: { changed } })).msg).toBe('')
    await done('goodsCount', id, ['finish'])
    await done('goodsCount', id, ['approve'], admin)
  }
  const out = async (quantity: string) => {
    const id = await make('goodsOut', { kind: 3, warehouseId: from }, [{ productId: sku, quantity }])
    await done('goodsOut', id, ['submit', 'allocate', 'release'])
    return id
  }
  const picking = await out('8')
  await count('DA-KW', '6')
  expect((await step('goodsOut', picking, 'pick')).msg).toContain('DOC-8 需要 8，盘点后只占用 ')
  expect((await step('goodsOut', picking, 'void', keeper, { reason: '少了' })).msg).toBe('')
  expect(await stock(sku, 'DA-KW')).toBe('6/0')
  const staged = await out('4')
  await done('goodsOut', staged, ['pick'])
  await count('DA-JH', '3')
  expect((await step('goodsOut', staged, 'ship')).msg).toContain('DOC-8 需要 4，盘点后只占用 ')
  expect((await step('goodsOut', staged, 'void', keeper, { reason: '少了' })).msg).toBe('')
  await done('goodsOut', staged, ['putBack'])
  expect([await stock(sku, 'DA-JH'), await stock(sku, 'DA-KW'), (await row('goodsOut', staged)).toPutBack]).toEqual(['0/0', '5/0', false])
})
