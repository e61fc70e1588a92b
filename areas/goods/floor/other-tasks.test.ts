/** Tasks without a document, and those of receipts and of the packing station; who goes first; who may take over; what is counted anew. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { goods } from '../index.ts'

let h: DemoHouse
let admin: Person
let keeper: Person
let warehouseId = ''
let shopId = ''
const at: Record<string, string> = {}
const employee: Record<string, string> = {}
const today = '2026-11-21'
type Values = Readonly<Record<string, unknown>>
let keys = 0
const key = () => `more-key-${String((keys += 1)).padStart(4, '0')}`

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply])
  admin = await signedInAs(h, 'admin')
  const roles = await h.db.selectFrom('role').select(['id', 'org_id', 'name']).where('name', '=', '仓管').execute()
  const types = ['goodsIn', 'goodsOut', 'goodsCount', 'goodsTask', 'goodsWave', 'goodsStock', 'goodsLocation']
  await h.db
    .insertInto('role_permission')
    .values(
      roles.flatMap(role =>
        types.flatMap(permission => [1, 2, 3, 4, 6].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation }))),
      ),
    )
    .onConflict(c => c.doNothing())
    .execute()
  warehouseId = (await admin.post('/warehouseManage/insert', { code: 'OT', name: '作业仓', kind: 1, byTask: true })).data.id
  const root = (await h.db.selectFrom('goods_location').select('id').where('code', '=', 'OT').executeTakeFirstOrThrow()).id
  for (const [n, code] of ['OT-B01', 'OT-B02'].entries())
    await admin.post('/goodsLocation/insert', { code, warehouseId, parentId: String(root), kind: 1, pickOrder: n + 1 })
  const rows = await h.db.selectFrom('goods_location').select(['code', 'id']).where('warehouse_id', '=', warehouseId).execute()
  for (const { code, id } of rows) at[code] = String(id)
  shopId = (await admin.post('/sysShopSetting/list')).data.list[0].id
  const people = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select(['a.username', 'm.employee_id'])
    .where('m.org_id', '=', h.demo.organisationIds[0] ?? '')
    .execute()
  for (const { username, employee_id: id } of people) employee[username] = String(id)
  await admin.put('/userManage/dataAclSetting', { employeeId: employee['keeper'], warehouseIds: [warehouseId] })
  keeper = await signedInAs(h, 'keeper')
}, 240_000)
afterAll(() => h.close())

let made = 0
const product = async (): Promise<string> => {
  const sku = `OT-${(made += 1)}`
  return (await admin.post('/productManage/insert', { sku, name: `货品 ${sku}` })).data.id
}
const ok = async (said: Promise<{ msg: string; data: never }>): Promise<ReturnType<typeof JSON.parse>> => {
  const { msg, data } = await said
  expect(msg).toBe('')
  return data
}
const make = async (family: string, header: Values, added: readonly Values[]): Promise<string> =>
  (await ok(admin.post(`/${family}/insert`, { businessOn: today, ...header, lines: { added } }) as never)).id
const done = async (family: string, id: string, names: readonly string[], by = admin) => {
  for (const name of names) expect([name, (await by.post(`/${family}/${name}`, { id })).msg]).toEqual([name, ''])
}
const receive = async (productId: string, quantity: string, toId: string | undefined) => {
  const id = await make('goodsIn', { kind: 4, warehouseId }, [{ productId, quantity, toId }])
  await done('goodsIn', id, ['receive'])
}
const issue = async (productId: string, quantity: string, steps: readonly string[], more: Values = {}) => {
  const id = await make('goodsOut', { kind: 1, warehouseId, shopId, ...more }, [{ productId, quantity }])
  await done('goodsOut', id, steps)
  return id
}
const tasksOf = async (docType: string, docId: string) =>
  (
    await sql<{ id: string; kind: number; state: number; priority: number; done: number }>`select id::text, kind, state, priority,
      done_count as done from goods_task where doc_type = ${docType} and doc_id = ${docId} order by goods_task.id`.execute(h.db)
  ).rows
const stock = async (productId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ code: string; quantity: string }>`select l.code, c.quantity from goods_cell c
    join goods_location l on l.id = c.location_id where c.product_id = ${productId} and c.quantity > 0`.execute(h.db)
  return Object.fromEntries(rows.map(one => [one.code, Number(one.quantity)]))
}
const confirmAll = async (work: { lines: { id: string; quantity: string; isDone: boolean }[] }, quantity?: string) => {
  for (const line of work.lines.filter(one => !one.isDone))
    await ok(keeper.post('/goodsTask/confirm', { lineId: line.id, quantity: quantity ?? line.quantity, key: key() }) as never)
}

test('a bin that is scanned is emptied into others, all of it or a part; what is held stays', async () => {
  const item = await product()
  await receive(item, '10', at['OT-B01'])
  await issue(item, '3', ['submit', 'allocate'])
  const work = await ok(keeper.post('/goodsTask/move', { code: 'ot-b01' }) as never)
  expect(work).toMatchObject({ mode: 'put', mayEnd: true, title: '移位' })
  const line = work.lines.find((one: Values) => one['productId'] === item)
  expect(line.quantity).toBe('7')
  // scanned again it is the same task
  expect((await ok(keeper.post('/goodsTask/move', { code: 'OT-B01' }) as never)).id).toBe(work.id)
  const given = { lineId: line.id, quantity: '4', key: key(), toId: at['OT-B02'] }
  await ok(keeper.post('/goodsTask/confirm', given) as never)
  await ok(keeper.post('/goodsTask/confirm', given) as never)
  expect(await stock(item)).toEqual({ 'OT-B01': 6, 'OT-B02': 4 })
  expect((await keeper.post('/goodsTask/confirm', { ...given, quantity: '1', key: key(), toId: at['OT-B01'] })).msg).toContain(
    '不能移到自己',
  )
  await ok(keeper.post('/goodsTask/finish', { id: work.id }) as never)
  expect(await tasksOf('goods_location', at['OT-B01'] ?? '')).toMatchObject([{ kind: 7, state: 3 }])
  expect((await keeper.post('/goodsTask/move', { code: 'NO-BIN' })).msg).toContain('不是库位的编码')
  expect((await keeper.post('/goodsTask/move', { code: 'OT-TH' })).msg).toContain('没有可以移动的货')
})

test('a receipt is counted blind on the phone and received as counted; what did not come is left out', async () => {
  const [one, two] = [await product(), await product()]
  const id = await make('goodsIn', { kind: 4, warehouseId }, [
    { productId: one, quantity: '5' },
    { productId: two, quantity: '2' },
  ])
  await done('goodsIn', id, ['toReceive'], keeper)
  expect((await keeper.post('/goodsIn/toReceive', { id })).msg).toContain('已有收货作业')
  const [task] = await tasksOf('goods_in', id)
  const work = await ok(keeper.post('/goodsTask/claim', { id: task?.id }) as never)
  expect(work).toMatchObject({ mode: 'receive', lines: [{ quantity: null }, { quantity: null }] })
  const [first, second] = work.lines
  await ok(keeper.post('/goodsTask/confirm', { lineId: first.id, quantity: '6', key: key() }) as never)
  expect((await keeper.post('/goodsTask/finish', { id: work.id })).msg).toContain('还有 1 行')
  await ok(keeper.post('/goodsTask/confirm', { lineId: second.id, quantity: '0', key: key() }) as never)
  await ok(keeper.post('/goodsTask/finish', { id: work.id }) as never)
  expect([await stock(one), await stock(two)]).toEqual([{ 'OT-SH': 6 }, {}])
  expect((await tasksOf('goods_in', id)).map(each => [each.kind, each.state])).toEqual([
    [1, 3],
    [2, 1],
  ])
  // by hand meanwhile: the task goes
  const other = await make('goodsIn', { kind: 4, warehouseId }, [{ productId: one, quantity: '1' }])
  await done('goodsIn', other, ['toReceive', 'receive'])
  expect((await tasksOf('goods_in', other)).map(each => [each.kind, each.state])).toEqual([
    [1, 5],
    [2, 1],
  ])
})

test('lines that change while they are counted are counted as they are then; where nothing came the receipt is void', async () => {
  const [one, two, three] = [await product(), await product(), await product()]
  const draft = async () => {
    const id = await make('goodsIn', { kind: 4, warehouseId }, [
      { productId: one, quantity: '5' },
      { productId: two, quantity: '2' },
    ])
    await done('goodsIn', id, ['toReceive'], keeper)
    return { id, taskId: (await tasksOf('goods_in', id))[0]?.id }
  }
  const claimed = async (taskId: unknown) => ok(keeper.post('/goodsTask/claim', { id: taskId }) as never)
  const { id, taskId } = await draft()
  const work = await claimed(taskId)
  await confirmAll(work, '4')
  const kept = (await admin.post('/goodsInLine/list', { inId: [id] })).data.list as Values[]
  const [first, second] = [one, two].map(item => kept.find(line => line['productId'] === item))
  await ok(
    admin.post('/goodsIn/update', {
      id,
      version: (await admin.get(`/goodsIn/query/${id}`)).data.version,
      lines: {
        added: [{ productId: three, quantity: '100' }],
        changed: [{ id: first?.['id'], version: first?.['version'], productId: three }],
        removed: [{ id: second?.['id'], version: second?.['version'] }],
      },
    }) as never,
  )
  expect((await keeper.post('/goodsTask/finish', { id: taskId })).msg).toContain('还有 2 行')
  await confirmAll(await claimed(taskId), '7')
  await ok(keeper.post('/goodsTask/finish', { id: taskId }) as never)
  expect([await stock(one), await stock(two), await stock(three)]).toEqual([{}, {}, { 'OT-SH': 14 }])
  const none = await draft()
  await confirmAll(await claimed(none.taskId), '0')
  await ok(keeper.post('/goodsTask/finish', { id: none.taskId }) as never)
  expect((await admin.get(`/goodsIn/query/${none.id}`)).data).toMatchObject({ state: 9 })
  expect(await tasksOf('goods_in', none.id)).toMatchObject([{ kind: 1, state: 3 }])
  const gone = await draft()
  await ok(admin.post('/goodsIn/delete', { ids: [gone.id] }) as never)
  expect(await tasksOf('goods_in', gone.id)).toMatchObject([{ kind: 1, state: 5 }])
})

test('an arrival that goes back under way takes its own put-away alone', async () => {
  const item = await product()
  const from = (await admin.post('/warehouseManage/insert', { code: 'OS', name: '来源仓', kind: 1 })).data.id
  const root = await h.db.selectFrom('goods_location').select('id').where('code', '=', 'OS').executeTakeFirstOrThrow()
  const bin = { code: 'OS-B01', warehouseId: from, parentId: String(root.id), kind: 1 }
  const toId = (await ok(admin.post('/goodsLocation/insert', bin) as never)).id
  await done('goodsIn', await make('goodsIn', { kind: 4, warehouseId: from }, [{ productId: item, quantity: '20', toId }]), ['receive'])
  const id = await make('goodsTransfer', { fromWarehouseId: from, toWarehouseId: warehouseId }, [{ productId: item, quantity: '20' }])
  await done('goodsTransfer', id, ['submit', 'allocate', 'release', 'pick', 'ship'])
  const line = ((await admin.post('/goodsTransferLine/list', { transferId: [id] })).data.list as Values[])[0]
  const arrive = (quantity: string) => ok(admin.post('/goodsTransferLine/arrive', { id: line?.['id'], quantity }) as never)
  const undo = () => ok(admin.post('/goodsTransfer/undoArrival', { id }) as never)
  const states = async () => (await tasksOf('goods_transfer', id)).map(each => each.state)
  await arrive('10')
  await arrive('5')
  await undo()
  expect(await states()).toEqual([1, 5])
  // a part of the first was put away: what comes again and goes again leaves the rest of it
  const work = await ok(keeper.post('/goodsTask/claim', { id: (await tasksOf('goods_transfer', id))[0]?.id }) as never)
  await ok(keeper.post('/goodsTask/confirm', { lineId: work.lines[0].id, quantity: '4', key: key(), toId: at['OT-B01'] }) as never)
  await arrive('3')
  await undo()
  expect(await states()).toEqual([2, 5, 5])
  expect((await admin.post('/goodsTransfer/undoArrival', { id })).msg).toContain('不够')
  await confirmAll(work, '6')
  expect([await states(), Object.values(await stock(item)).reduce((sum, one) => sum + one, 0)]).toEqual([[3, 5, 5], 20])
})

test('who is no employee leaves no task behind of a bin that he scans', async () => {
  const item = await product()
  await receive(item, '2', at['OT-B02'])
  const before = (await tasksOf('goods_location', at['OT-B02'] ?? '')).length
  await sql`update account_organisation set employee_id = null where employee_id = ${employee['keeper']}`.execute(h.db)
  const bare = await signedInAs(h, 'keeper')
  expect((await bare.post('/goodsTask/move', { code: 'OT-B02' })).msg).toContain('没有员工资料')
  expect(await tasksOf('goods_location', at['OT-B02'] ?? '')).toHaveLength(before)
  const accounts = sql`(select a.id from account a where a.username = 'keeper')`
  await sql`update account_organisation set employee_id = ${employee['keeper']} where account_id = ${accounts}
    and org_id = ${h.demo.organisationIds[0]}`.execute(h.db)
  keeper = await signedInAs(h, 'keeper')
})

test('what was picked is a task of the packing station until all of it has left', async () => {
  const item = await product()
  await receive(item, '10', at['OT-B01'])
  const id = await issue(item, '2', ['submit', 'allocate', 'release'])
  const [pick] = await tasksOf('goods_out', id)
  await confirmAll(await ok(keeper.post('/goodsTask/claim', { id: pick?.id }) as never))
  const pack = (await tasksOf('goods_out', id)).at(-1)
  expect(pack).toMatchObject({ kind: 4, state: 1, done: 0 })
  const { no } = (await admin.get(`/goodsOut/query/${id}`)).data
  expect((await ok(keeper.post('/goodsTask/mine', {}) as never)).find((one: Values) => one['id'] === pack?.id)).toMatchObject({
    isPacking: true,
    docNo: no,
  })
  const work = await ok(keeper.post('/goodsTask/claim', { id: pack?.id }) as never)
  expect((await keeper.post('/goodsTask/confirm', { lineId: work.lines[0].id, quantity: '1', key: key() })).msg).toContain('打包台')
  const sku = `OT-${made}`
  for (const scan of ['1', '2']) await ok(keeper.post('/goodsWave/packItem', { no, code: sku, key: scan }) as never)
  expect((await tasksOf('goods_out', id)).at(-1)).toMatchObject({ state: 2, done: 1 })
  await ok(keeper.post('/goodsWave/ship', { no, outId: id, waybill: 'OT-WB-1' }) as never)
  expect((await tasksOf('goods_out', id)).at(-1)).toMatchObject({ state: 3 })
  // one that is cancelled needs no packing
  const gone = await issue(item, '1', ['submit', 'allocate', 'release'])
  await confirmAll(await ok(keeper.post('/goodsTask/claim', { id: (await tasksOf('goods_out', gone))[0]?.id }) as never))
  await ok(admin.post('/goodsOut/void', { id: gone, reason: '取消' }) as never)
  expect((await tasksOf('goods_out', gone)).map(each => [each.kind, each.state])).toEqual([
    [3, 3],
    [4, 5],
    [8, 1],
  ])
})

test('the urgent document goes first: in its wave, in the pick, on the phone', async () => {
  const item = await product()
  await receive(item, '10', at['OT-B01'])
  const usual = await issue(item, '1', ['submit', 'allocate'])
  const urgent = await issue(item, '1', ['submit', 'allocate'], { priority: 4 })
  expect(
    (
      await sql<{ doc: string; priority: number }>`select doc_id as doc, priority from goods_hold where doc_id in (${usual}, ${urgent})
    and state = 1 order by 1`.execute(h.db)
    ).rows,
  ).toEqual([
    { doc: usual, priority: 2 },
    { doc: urgent, priority: 4 },
  ])
  await ok(keeper.post('/goodsOut/wave', { ids: [usual, urgent] }) as never)
  const { rows } = await sql<{ id: string; priority: number }>`select t.id::text, t.priority from goods_task t join goods_out d
    on d.wave_id = t.wave_id where d.id = ${urgent}`.execute(h.db)
  expect(rows[0]?.priority).toBe(4)
  const [line] = (await ok(keeper.post('/goodsTask/claim', { id: rows[0]?.id }) as never)).lines
  await ok(keeper.post('/goodsTask/confirm', { lineId: line.id, quantity: '1', key: key() }) as never)
  const { rows: staged } = await sql<{ doc: string }>`select h.doc_id as doc from goods_hold h join goods_cell c on c.id = h.cell_id
    join goods_location l on l.id = c.location_id where c.product_id = ${item} and h.state = 1 and l.kind = 5`.execute(h.db)
  expect(staged).toEqual([{ doc: urgent }])
})

test('a task is given to who may do it in this warehouse, nobody else', async () => {
  const item = await product()
  await receive(item, '1', undefined)
  const { rows } = await sql<{ id: string }>`select t.id::text from goods_task t join goods_task_line n on n.task_id = t.id
    where n.product_id = ${item}`.execute(h.db)
  const id = rows[0]?.id
  await ok(keeper.post('/goodsTask/claim', { id }) as never)
  const able = (await ok(keeper.post('/goodsTask/takers', { id }) as never)).map((one: { value: string }) => one.value)
  expect([able.includes(employee['admin']), able.includes(employee['hr']), able.includes(employee['keeper'])]).toEqual([true, false, false])
  expect((await keeper.post('/goodsTask/handOver', { id, assigneeId: employee['hr'] })).code).toBe(1002)
  await ok(keeper.post('/goodsTask/handOver', { id, assigneeId: employee['admin'] }) as never)
  expect((await ok(admin.post('/goodsTask/mine', {}) as never)).find((one: Values) => one['id'] === id)).toMatchObject({ isMine: true })
})

test('a count that is sent back is a task of what differed', async () => {
  const [one, two] = [await product(), await product()]
  await receive(one, '4', at['OT-B02'])
  await receive(two, '4', at['OT-B02'])
  const id = await make('goodsCount', { warehouseId, kind: 3, zoneId: at['OT-B02'], productIds: [one, two], tolerance: '100' }, [])
  await done('goodsCount', id, ['start'])
  const count = async (answers: readonly string[]) => {
    const task = (await tasksOf('goods_count', id)).at(-1)
    const work = await ok(keeper.post('/goodsTask/claim', { id: task?.id }) as never)
    for (const [n, line] of work.lines.entries())
      await ok(keeper.post('/goodsTask/confirm', { lineId: line.id, quantity: answers[n], key: key() }) as never)
    await ok(keeper.post('/goodsTask/finish', { id: work.id }) as never)
    return work.lines.length
  }
  expect(await count(['4', '3'])).toBe(2)
  await done('goodsCount', id, ['recount'])
  // only what was off is counted anew
  expect(await count(['2'])).toBe(1)
  await done('goodsCount', id, ['approve'])
  expect([await stock(one), await stock(two)]).toEqual([{ 'OT-B02': 4 }, { 'OT-B02': 2 }])
})

test('who may not receive is told when he claims, and is no taker', async () => {
  const id = await make('goodsIn', { kind: 4, warehouseId }, [{ productId: await product(), quantity: '5' }])
  await done('goodsIn', id, ['toReceive'])
  const [task] = await tasksOf('goods_in', id)
  await h.db
    .insertInto('role_permission')
    .columns(['org_id', 'role_id', 'permission', 'operation'])
    .expression(sql`select r.org_id, r.id, 'goodsTask', x from role r cross join unnest(array[2, 3]) x where r.name = '人事'`)
    .execute()
  await admin.put('/userManage/dataAclSetting', { employeeId: employee['hr'], warehouseIds: [warehouseId] })
  expect((await (await signedInAs(h, 'hr')).post('/goodsTask/claim', { id: task?.id })).msg).toContain('入库单的“编辑”')
  const handOver = (to: string) => admin.post('/goodsTask/handOver', { id: task?.id, assigneeId: employee[to] })
  expect((await handOver('hr')).data.errors).toMatchObject([{ field: 'assigneeId' }])
  const takers = (await ok(admin.post('/goodsTask/takers', { id: task?.id }) as never)).map((one: Values) => one['value'])
  expect([takers.includes(employee['hr']), takers.includes(employee['keeper'])]).toEqual([false, true])
  expect((await handOver('keeper')).msg).toBe('')
  const begun = sql<{ begun: boolean }>`select started_at is not null as begun from goods_task where id = ${task?.id}`
  expect((await begun.execute(h.db)).rows).toEqual([{ begun: true }])
})
