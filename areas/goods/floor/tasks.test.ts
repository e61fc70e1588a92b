/** Tasks of the warehouse through the calls: put away, pick, short, count, put back; claims, keys, scans, waves, the packing station. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { goods } from '../index.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let buyer: Person
let hr: Person
let warehouseId = ''
let shopId = ''
let zone = ''
const at: Record<string, string> = {}
const types = ['goodsIn', 'goodsOut', 'goodsCount', 'goodsTask', 'goodsWave']
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>
let keys = 0
const key = () => `test-key-${String((keys += 1)).padStart(4, '0')}`

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  admin = await signedInAs(h, 'admin')
  const org = h.demo.organisationIds[0] ?? ''
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', 'in', ['仓管', '采购']).execute()
  await h.db
    .insertInto('role_permission')
    .values(
      roles.flatMap(role =>
        [...types, 'goodsMove', 'goodsLocation', 'goodsStock'].flatMap(permission =>
          [1, 2, 3, 4, 6].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
        ),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  warehouseId = (await admin.post('/warehouseManage/insert', { code: 'FL', name: '作业仓', kind: 1, byTask: true })).data.id
  const root = (await h.db.selectFrom('goods_location').select('id').where('code', '=', 'FL').executeTakeFirstOrThrow()).id
  zone = (await admin.post('/goodsLocation/insert', { code: 'FL-B', warehouseId, parentId: String(root), kind: 0, putAway: true })).data.id
  for (const [n, code] of ['FL-B01', 'FL-B02', 'FL-B03', 'FL-B04'].entries())
    await admin.post('/goodsLocation/insert', { code, warehouseId, parentId: zone, kind: 1, pickOrder: n + 1, maxVolume: '50' })
  const rows = await h.db.selectFrom('goods_location').select(['code', 'id']).where('warehouse_id', '=', warehouseId).execute()
  for (const { code, id } of rows) at[code] = String(id)
  shopId = (await admin.post('/sysShopSetting/list')).data.list[0].id
  for (const username of ['keeper', 'buyer']) {
    const { employee_id: employeeId } = await h.db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select('m.employee_id')
      .where('a.username', '=', username)
      .where('m.org_id', '=', org)
      .executeTakeFirstOrThrow()
    await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [warehouseId] })
  }
  ;[keeper, buyer, hr] = [await signedInAs(h, 'keeper'), await signedInAs(h, 'buyer'), await signedInAs(h, 'hr')]
}, 120_000)
afterAll(() => h.close())

let made = 0
const product = async (litres = 0): Promise<{ id: string; sku: string }> => {
  const sku = `FL-${(made += 1)}`
  const packed = litres === 0 ? {} : { packedLength: '10', packedWidth: '10', packedHeight: String(litres * 10) }
  return { id: (await admin.post('/productManage/insert', { sku, name: `货品 ${sku}`, ...packed })).data.id, sku }
}
const ok = async (said: Promise<{ msg: string; data: never }>): Promise<ReturnType<typeof JSON.parse>> => {
  const { msg, data } = await said
  expect(msg).toBe('')
  return data
}
const make = async (family: string, header: Values, added: readonly Values[], by = keeper): Promise<string> =>
  (await ok(by.post(`/${family}/insert`, { businessOn: today, ...header, lines: { added } }) as never)).id
const done = async (family: string, id: string, names: readonly string[], by = keeper) => {
  for (const name of names)
    expect([name, (await by.post(`/${family}/${name}`, name === 'void' ? { id, reason: '取消' } : { id })).msg]).toEqual([name, ''])
}
const receive = async (productId: string, quantity: string, toId?: string) => {
  const id = await make('goodsIn', { kind: 4, warehouseId }, [{ productId, quantity, ...(toId === undefined ? {} : { toId }) }])
  await done('goodsIn', id, ['receive'])
  return id
}
const issue = async (lines: readonly Values[], to = ['submit', 'allocate'], more: Values = {}) => {
  const id = await make('goodsOut', { kind: 1, warehouseId, shopId, ...more }, lines, admin)
  await done('goodsOut', id, to)
  return id
}
const state = async (family: string, id: string) => (await admin.get(`/${family}/query/${id}`)).data.state as number
type Made = { readonly id: string; readonly kind: number; readonly state: number }
const tasksOf = async (docId: string, docType = 'goods_out'): Promise<readonly Made[]> =>
  (
    await sql<Made>`select id::text, kind, state from goods_task
      where doc_id = ${docId} and doc_type = ${docType} order by goods_task.id`.execute(h.db)
  ).rows
const taskOf = async (docId: string, docType?: string): Promise<string> => (await tasksOf(docId, docType)).at(-1)?.id ?? ''
const claim = async (docId: string, docType?: string, by = keeper) =>
  ok(by.post('/goodsTask/claim', { id: await taskOf(docId, docType) }) as never)
const stock = async (productId: string): Promise<Record<string, string>> => {
  const { rows } = await sql<{ code: string; quantity: string; reserved: string }>`select l.code, c.quantity, c.reserved
    from goods_cell c join goods_location l on l.id = c.location_id where c.product_id = ${productId} and c.quantity > 0`.execute(h.db)
  return Object.fromEntries(rows.map(one => [one.code, `${Number(one.quantity)}/${Number(one.reserved)}`]))
}
/** confirms each open line as it stands */
const confirmAll = async (work: { lines: { id: string; quantity: string; isDone: boolean }[] }, by = keeper) => {
  for (const line of work.lines.filter(one => !one.isDone))
    await ok(by.post('/goodsTask/confirm', { lineId: line.id, quantity: line.quantity, key: key() }) as never)
}

test('a receipt becomes a task that says where: the fullest bin with the same item, then an empty one', async () => {
  const item = await product(2)
  await receive(item.id, '19', at['FL-B03'])
  const id = await receive(item.id, '30')
  const work = await claim(id, 'goods_in')
  expect(work.lines.map((one: Values) => [one['from'], one['to'], one['quantity']])).toEqual([
    ['FL-SH', 'FL-B03', '6'],
    ['FL-SH', 'FL-B01', '24'],
  ])
  const [first, second] = work.lines
  await ok(keeper.post('/goodsTask/confirm', { lineId: first.id, quantity: '6', key: key() }) as never)
  // another bin than proposed, by scan
  const scanned = await ok(keeper.post('/goodsTask/scan', { id: work.id, code: 'fl-b04', lineId: second.id }) as never)
  expect(scanned).toMatchObject({ fits: 'to', locationId: at['FL-B04'] })
  const after = await ok(
    keeper.post('/goodsTask/confirm', { lineId: second.id, quantity: '24', key: key(), toId: scanned.locationId }) as never,
  )
  expect(after.isOver).toBe(true)
  expect(await stock(item.id)).toEqual({ 'FL-B03': '25/0', 'FL-B04': '24/0' })
  // what was put away is not received back
  expect((await admin.post('/goodsIn/reverse', { id })).code).toBe(1002)
})

test('a reversed receipt takes its open task along; a warehouse without tasks has none', async () => {
  const item = await product()
  const id = await receive(item.id, '5')
  await done('goodsIn', id, ['reverse'], admin)
  expect(await tasksOf(id, 'goods_in')).toMatchObject([{ kind: 2, state: 5 }])
  const other = (await admin.post('/warehouseManage/insert', { code: 'FM', name: '无作业仓', kind: 1 })).data.id
  const plain = await make('goodsIn', { kind: 4, warehouseId: other }, [{ productId: item.id, quantity: '5' }], admin)
  await done('goodsIn', plain, ['receive'], admin)
  expect(await tasksOf(plain, 'goods_in')).toEqual([])
})

test('a release is picked line by line; what is confirmed twice with its key counts once; the document goes on', async () => {
  const [one, two] = [await product(), await product()]
  await receive(one.id, '10', at['FL-B01'])
  await receive(two.id, '10', at['FL-B02'])
  const id = await issue(
    [
      { productId: one.id, quantity: '3' },
      { productId: two.id, quantity: '2' },
    ],
    ['submit', 'allocate', 'release'],
  )
  // not by hand while the task is open
  expect((await keeper.post('/goodsOut/pick', { id })).msg).toContain('还没有拣完')
  const work = await claim(id)
  expect(work).toMatchObject({ mode: 'pick', lines: [{ from: 'FL-B01', to: 'FL-JH' }, { from: 'FL-B02' }] })
  const [first, second] = work.lines
  const same = { lineId: first.id, quantity: '1', key: key() }
  const said = await Promise.all([1, 2, 3].map(() => keeper.post('/goodsTask/confirm', same)))
  expect(said.map(answer => [answer.msg, answer.data.lines[0].doneQty])).toEqual([1, 2, 3].map(() => ['', '1']))
  expect(await stock(one.id)).toEqual({ 'FL-B01': '9/2', 'FL-JH': '1/1' })
  expect((await keeper.post('/goodsTask/confirm', { ...same, key: key(), quantity: '3' })).msg).toContain('还剩 2')
  await ok(keeper.post('/goodsTask/confirm', { ...same, key: key(), quantity: '2' }) as never)
  const after = await ok(keeper.post('/goodsTask/confirm', { lineId: second.id, quantity: '2', key: key() }) as never)
  expect([after.isOver, await state('goodsOut', id)]).toEqual([true, 5])
  await done('goodsOut', id, ['ship'])
  expect(await stock(one.id)).toEqual({ 'FL-B01': '7/0' })
})

test('of two who claim one task the first has it; it is free again after 30 minutes; given on by who may', async () => {
  const item = await product()
  const id = await receive(item.id, '5')
  const taskId = await taskOf(id, 'goods_in')
  const both = await Promise.all([keeper.post('/goodsTask/claim', { id: taskId }), buyer.post('/goodsTask/claim', { id: taskId })])
  expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
  const [has, wants] = both[0].code === 0 ? [keeper, buyer] : [buyer, keeper]
  expect(both.find(({ code }) => code !== 0)?.msg).toContain('领取')
  const mine = async (by: Person) => (await ok(by.post('/goodsTask/mine', {}) as never)).map((one: { id: string }) => one.id)
  expect([(await mine(has)).includes(taskId), (await mine(wants)).includes(taskId)]).toEqual([true, false])
  const line = (await ok(has.post('/goodsTask/claim', { id: taskId }) as never)).lines[0]
  expect((await wants.post('/goodsTask/confirm', { lineId: line.id, quantity: '1', key: key() })).msg).toContain('不在你手上')
  const me = await h.db.selectFrom('employee').select('id').limit(1).executeTakeFirstOrThrow()
  expect((await wants.post('/goodsTask/handOver', { id: taskId, assigneeId: String(me.id) })).code).toBe(1003)
  const before = h.clock.now
  h.clock.now = new Date(before.getTime() + 31 * 60_000)
  expect(await mine(wants)).toContain(taskId)
  await ok(wants.post('/goodsTask/claim', { id: taskId }) as never)
  expect((await has.post('/goodsTask/confirm', { lineId: line.id, quantity: '1', key: key() })).msg).toContain('不在你手上')
  h.clock.now = before
  // who has no right, and who has another warehouse
  expect((await hr.post('/goodsTask/claim', { id: taskId })).code).toBe(1003)
})

test('what is missing is picked elsewhere, the bin is counted and blocked until then', async () => {
  const item = await product()
  await receive(item.id, '5', at['FL-B01'])
  await receive(item.id, '5', at['FL-B02'])
  const id = await issue([{ productId: item.id, quantity: '4' }], ['submit', 'allocate', 'release'])
  const work = await claim(id)
  const [line] = work.lines
  expect([line.from, line.quantity]).toEqual(['FL-B01', '4'])
  const after = await ok(keeper.post('/goodsTask/short', { lineId: line.id, found: '1', reason: '1' }) as never)
  expect(after.lines.map((one: Values) => [one['from'], one['quantity'], one['reason']])).toEqual([
    ['FL-B01', '1', 1],
    ['FL-B02', '3', null],
  ])
  // 1 for the document, 3 kept from others
  expect(await stock(item.id)).toEqual({ 'FL-B01': '5/4', 'FL-B02': '5/3' })
  await confirmAll(after)
  expect([await state('goodsOut', id), (await tasksOf(id))[0]?.state]).toEqual([5, 4])
  const { rows } = await sql<{ id: string; state: number }>`select d.id::text, d.state from goods_count d
    where d.zone_id = ${at['FL-B01']} and ${item.id}::bigint = any(d.product_ids)`.execute(h.db)
  expect(rows).toMatchObject([{ state: 2 }])
  const countId = rows[0]?.id ?? ''
  const counting = await claim(countId, 'goods_count', buyer)
  expect(counting.lines).toMatchObject([{ from: 'FL-B01', quantity: null }])
  await ok(buyer.post('/goodsTask/confirm', { lineId: counting.lines[0].id, quantity: '1', key: key() }) as never)
  await ok(buyer.post('/goodsTask/finish', { id: counting.id }) as never)
  // another person counts again what differs
  const again = await claim(countId, 'goods_count')
  await ok(keeper.post('/goodsTask/confirm', { lineId: again.lines[0].id, quantity: '1', key: key() }) as never)
  await ok(keeper.post('/goodsTask/finish', { id: again.id }) as never)
  expect(await state('goodsCount', countId)).toBe(4)
  await done('goodsCount', countId, ['approve'], admin)
  expect(await stock(item.id)).toEqual({ 'FL-B01': '1/0', 'FL-B02': '2/0', 'FL-JH': '4/4' })
})

test('a second document that finds less in the same bin blocks its own, under the count that is under way', async () => {
  const item = await product()
  await receive(item.id, '10', at['FL-B03'])
  const lines = [{ productId: item.id, quantity: '4' }]
  for (const id of [await issue(lines, ['submit', 'allocate', 'release']), await issue(lines, ['submit', 'allocate', 'release'])]) {
    const [line] = (await claim(id)).lines
    await ok(keeper.post('/goodsTask/short', { lineId: line.id, found: '1', reason: '1' }) as never)
  }
  expect(await stock(item.id)).toEqual({ 'FL-B03': '10/8' })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_count
    where zone_id = ${at['FL-B03']} and ${item.id}::bigint = any(product_ids)`.execute(h.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('nothing elsewhere: the document is short, and a cancelled one is put back', async () => {
  const item = await product()
  await receive(item.id, '5', at['FL-B04'])
  const id = await issue([{ productId: item.id, quantity: '5' }], ['submit', 'allocate', 'release'])
  const [line] = (await claim(id)).lines
  await ok(keeper.post('/goodsTask/confirm', { lineId: line.id, quantity: '2', key: key() }) as never)
  const after = await ok(keeper.post('/goodsTask/short', { lineId: line.id, found: '0', reason: '2' }) as never)
  expect(after.isOver).toBe(true)
  expect((await admin.get(`/goodsOut/query/${id}`)).data).toMatchObject({ state: 4, isLack: true })
  await done('goodsOut', id, ['void'])
  const back = await claim(id)
  expect(back).toMatchObject({ mode: 'put', title: '退回上架', lines: [{ from: 'FL-JH', to: 'FL-B04', quantity: '2' }] })
  await confirmAll(back)
  expect(await stock(item.id)).toEqual({ 'FL-B04': '5/3' })
})

test('scrap and goods for the supplier that a task has picked lie again where they were: reversed, or cancelled', async () => {
  const item = await product()
  const lies = { 'FL-B04': '5/0' }
  const supplierId = (await admin.post('/supplierManage/list')).data.list[0].id
  const bought = [{ productId: item.id, quantity: '5', toId: at['FL-B04'], unitCost: '3' }]
  const inId = await make('goodsIn', { kind: 1, warehouseId, supplierId }, bought, admin)
  await done('goodsIn', inId, ['receive'], admin)
  const [inLine] = (await admin.post('/listField/lines', { type: 'goodsIn', id: inId })).data.list
  const line = { productId: item.id, quantity: '2', locationId: at['FL-B04'] }
  const documents = [
    ['goodsOut', 'goods_out', { kind: 4, warehouseId }, line],
    ['purchaseReturn', 'purchase_return', { supplierId, warehouseId }, { ...line, inLineId: inLine.id }],
  ] as const
  for (const [family, table, header, wanted] of documents) {
    const pick = async (): Promise<string> => {
      const id = await make(family, header, [wanted], admin)
      await done(family, id, ['submit', 'allocate', 'release'], admin)
      await confirmAll(await claim(id, table))
      expect([await state(family, id), await stock(item.id)]).toEqual([5, { 'FL-B04': '3/0', 'FL-BL': '2/2' }])
      return id
    }
    const reversed = await pick()
    await done(family, reversed, ['ship', 'reverse'], admin)
    expect(await stock(item.id)).toEqual({ 'FL-B04': '3/0', 'FL-BL': '2/0' })
    await done(family, reversed, ['putBack'], admin)
    expect([family, await stock(item.id)]).toEqual([family, lies])
    expect((await admin.post(`/${family}/putBack`, { id: reversed })).code).toBe(1002)
    const cancelled = await pick()
    await done(family, cancelled, ['void', 'putBack'], admin)
    expect([family, await stock(item.id)]).toEqual([family, lies])
    // cancelled half way
    const half = await make(family, header, [wanted], admin)
    await done(family, half, ['submit', 'allocate', 'release'], admin)
    const [one] = (await claim(half, table)).lines
    await ok(keeper.post('/goodsTask/confirm', { lineId: one.id, quantity: '1', key: key() }) as never)
    await done(family, half, ['void', 'putBack'], admin)
    expect([family, await stock(item.id)]).toEqual([family, lies])
  }
})

test('who counts is told nothing of the books: not by task, list, scan or export', async () => {
  const item = await product()
  await receive(item.id, '37.25', at['FL-B02'])
  const id = await make('goodsCount', { kind: 3, warehouseId, productIds: [item.id] }, [])
  await done('goodsCount', id, ['start'])
  const work = await claim(id, 'goods_count')
  const other = await product()
  const taskId = work.id
  const found = await ok(keeper.post('/goodsTask/scan', { id: taskId, code: other.sku }) as never)
  expect(found).toMatchObject({ fits: 'other', productId: other.id })
  const extra = await ok(keeper.post('/goodsTask/found', { taskId, productId: other.id, locationId: at['FL-B02'], quantity: '2' }) as never)
  expect(extra.lines).toHaveLength(2)
  const answers = [
    work,
    extra,
    await keeper.post('/goodsTask/mine', {}),
    await keeper.post('/goodsTask/list', {}),
    await keeper.post('/goodsTaskLine/list', {}),
    await keeper.post('/goodsTask/scan', { id: taskId, code: item.sku }),
    await keeper.post('/goodsTask/confirm', { lineId: work.lines[0].id, quantity: '40', key: key() }),
    await keeper.post('/listField/lines', { type: 'goodsTaskLine', id: taskId }),
  ]
  expect(JSON.stringify(answers)).not.toContain('37.25')
  await done('goodsCount', id, ['void'])
  expect((await tasksOf(id, 'goods_count'))[0]?.state).toBe(5)
})

test('a wrong code says what it is and where it belongs', async () => {
  const [item, other] = [await product(), await product()]
  await receive(item.id, '5', at['FL-B01'])
  await receive(other.id, '5', at['FL-B02'])
  const id = await issue([{ productId: item.id, quantity: '1' }], ['submit', 'allocate', 'release'])
  const work = await claim(id)
  const scan = async (code: string) => ok(keeper.post('/goodsTask/scan', { id: work.id, code }) as never)
  expect(await scan('FL-B01')).toMatchObject({ fits: 'from', lineId: work.lines[0].id })
  expect(await scan(item.sku)).toMatchObject({ fits: 'item', unitQty: '1' })
  expect(await scan('FL-B02')).toMatchObject({ fits: 'wrong', said: '这是库位 FL-B02，应到 FL-B01' })
  expect((await scan(other.sku)).said).toBe(`这是 ${other.sku}，不在这张作业里，它放在 FL-B02`)
  expect((await scan('NOTHING')).said).toBe('没有找到 NOTHING')
  // a carton holds twelve, and a code that two things have is taken as what the task asks for
  await admin.post('/goodsBarcode/insert', { code: 'CARTON-1', productId: item.id, kind: 3, unitQty: '12' })
  await admin.post('/goodsBarcode/insert', { code: other.sku, productId: item.id, kind: 4 })
  expect(await scan('carton-1')).toMatchObject({ fits: 'item', unitQty: '12' })
  expect(await scan(other.sku)).toMatchObject({ fits: 'item', productId: item.id })
})

test('a wave: one task, lines of one cell joined; packed by scan, the oldest first; a waybill has one parcel', async () => {
  const [one, two] = [await product(), await product()]
  await receive(one.id, '50', at['FL-B01'])
  await receive(two.id, '50', at['FL-B02'])
  const late = await issue([{ productId: one.id, quantity: '1' }], undefined, { dueOn: '2026-11-25' })
  const soon = await issue(
    [
      { productId: one.id, quantity: '2' },
      { productId: two.id, quantity: '1' },
    ],
    undefined,
    { dueOn: '2026-11-22', trackingNo: 'WB-2' },
  )
  expect(await ok(keeper.post('/goodsOut/wave', { ids: [late, soon] }) as never)).toMatchObject({ changed: 2 })
  const waveId = String((await admin.get(`/goodsOut/query/${late}`)).data.waveId)
  const no = (await admin.get(`/goodsWave/query/${waveId}`)).data.no as string
  const work = await claim(waveId, 'goods_wave')
  expect(work.lines).toMatchObject([
    { from: 'FL-B01', quantity: '3' },
    { from: 'FL-B02', quantity: '1' },
  ])
  await confirmAll(work)
  expect([await state('goodsOut', late), await state('goodsOut', soon)]).toEqual([5, 5])
  const pack = (code: string, outId?: string) => keeper.post('/goodsWave/packItem', { no, code, ...(outId === undefined ? {} : { outId }) })
  expect((await ok(pack(one.sku) as never)).outId).toBe(soon)
  expect((await keeper.post('/goodsWave/ship', { no, outId: soon, waybill: 'WB-2' })).msg).toContain('还没有装齐')
  await ok(pack(one.sku) as never)
  // the two of the older document are there: the next is of the younger, and that is complete with one scan
  const last = await ok(pack(one.sku) as never)
  expect([last.outId, last.documents.find((each: { id: string }) => each.id === late)?.isComplete]).toEqual([late, true])
  expect((await keeper.post('/goodsWave/ship', { no, outId: late, waybill: 'WB-2' })).msg).toContain('一个运单号只属于一个包裹')
  await ok(keeper.post('/goodsWave/ship', { no, outId: late, waybill: 'WB-1' }) as never)
  // sent again
  await ok(keeper.post('/goodsWave/ship', { no, outId: late, waybill: 'WB-1' }) as never)
  await ok(pack(two.sku, soon) as never)
  expect((await keeper.post('/goodsWave/ship', { no, outId: soon, waybill: 'WB-9' })).msg).toContain('的运单号是 WB-2')
  await ok(keeper.post('/goodsWave/ship', { no, outId: soon, waybill: 'WB-2' }) as never)
  expect([await state('goodsOut', late), await state('goodsOut', soon)]).toEqual([6, 6])
  expect((await pack(one.sku)).msg).toContain('没有待打包的单据缺')
  expect((await hr.post('/goodsWave/open', { no })).code).toBe(1003)
  // taken back: a task brings it to its bin
  await done('goodsOut', late, ['reverse'], admin)
  expect(await tasksOf(late)).toMatchObject([{ kind: 8, state: 1 }])
  expect((await admin.get(`/goodsOut/query/${late}`)).data.toPutBack).toBe(false)
})

test('one document of a wave is cancelled: its units are no longer asked for', async () => {
  const item = await product()
  await receive(item.id, '10', at['FL-B01'])
  const [a, b] = [await issue([{ productId: item.id, quantity: '2' }]), await issue([{ productId: item.id, quantity: '3' }])]
  await ok(keeper.post('/goodsOut/wave', { ids: [a, b] }) as never)
  const waveId = String((await admin.get(`/goodsOut/query/${a}`)).data.waveId)
  const work = await claim(waveId, 'goods_wave')
  await ok(keeper.post('/goodsTask/confirm', { lineId: work.lines[0].id, quantity: '1', key: key() }) as never)
  await done('goodsOut', a, ['void'])
  const now = await claim(waveId, 'goods_wave')
  expect(now.lines).toMatchObject([{ quantity: '4', doneQty: '1' }])
  await confirmAll({ lines: [{ ...now.lines[0], quantity: '3' }] })
  expect(await state('goodsOut', b)).toBe(5)
  expect(await stock(item.id)).toEqual({ 'FL-B01': '6/0', 'FL-JH': '4/3' })
  expect(await tasksOf(a)).toMatchObject([{ kind: 8, state: 1 }])
})
