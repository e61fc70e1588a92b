/**
 * Many rows as a task: the server is killed in the middle and the work is done exactly once after the restart; it is taken back as a task
 * too, and can be cancelled.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'
import { proofFaults } from '../setup/proven.ts'

const rows = 12_000
const endsMsMax = 150_000

let product: RunningProduct
let owner: pg.Client
let token = ''
beforeAll(async () => {
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  token = (await call('/auth/user/login', { username: 'admin', password: 'demo1234' })).data.access_token
  await owner.query(
    `insert into product (org_id, sku, name, brand) select (select min(id) from organisation), 'BATCH-' || n, '灯' || n, '明'
      from generate_series(1, ${rows}) n`,
  )
})
afterAll(async () => {
  await owner.end()
  await product.remove()
})

async function call(path: string, body: object): Promise<{ code: number; msg: string; data: ReturnType<typeof JSON.parse> }> {
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { code: number; msg: string; data: unknown }
}
async function value<T>(statement: string, values: readonly unknown[] = []): Promise<T> {
  const found = await owner.query<{ value: T }>(`select (${statement}) as value`, [...values])
  return found.rows[0]?.value as T
}
async function until(what: string, statement: string, values: readonly unknown[]): Promise<void> {
  for (const end = Date.now() + endsMsMax; !(await value(statement, values)); await pause(10))
    if (Date.now() > end) throw new Error(`waited too long: ${what}\n${product.output().slice(-2_000)}`)
}
/** The last row is held by somebody: the work has changed all others and waits. */
async function held(work: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  await owner.query(`select 1 from product where sku = 'BATCH-${rows}' for update`)
  try {
    await until('it waits', "exists (select 1 from pg_locks where not granted and locktype = 'transactionid')", [])
    await work()
  } finally {
    await owner.query('rollback')
  }
}
const ended = async (
  taskId: string,
): Promise<{ state: string; message: string; link: string | null; undo: { path: string; batchId: string } | null }> => {
  await until('the task ends', 'select state > 1 from task where id = $1', [taskId])
  const { data } = await call('/task/query', {})
  return data.list.find((one: { taskId: string }) => one.taskId === taskId)
}
const brands = () =>
  value<Record<string, number>>(
    `select jsonb_object_agg(brand, n) from (select brand, count(*)::int as n from product where sku like 'BATCH-%' group by 1) b`,
  )

const edit = { query: { sku: 'BATCH-' }, changes: { brand: '亮' } }
let undo: { path: string; batchId: string } | null = null

test('killed in the middle: nothing of it shows, and after the restart it is done once', async () => {
  expect((await call('/productManage/batchUpdate', { ...edit, preview: true })).data).toMatchObject({ total: rows, changed: rows })
  const { data } = await call('/productManage/batchUpdate', { ...edit, expected: rows })
  expect(data).toEqual({ taskId: expect.any(String) })
  await held(() => product.stop('SIGKILL'))
  expect(await brands()).toEqual({ 明: rows })
  await product.start()
  const task = await ended(data.taskId)
  expect(task).toMatchObject({ state: 'done', message: `已处理 ${rows} 行`, link: expect.stringContaining('down2') })
  expect(await brands()).toEqual({ 亮: rows })
  expect(await value("select count(*)::int from audit_entry where verb = 'batchUpdate'")).toBe(rows)
  expect(await value("select max(version) from product where sku like 'BATCH-%'")).toBe(2)
  undo = task.undo
}, 600_000)

test('taken back as a task; a cancelled one leaves nothing', async () => {
  const again = await call('/productManage/batchUpdate', { ...edit, changes: { brand: '暗' }, expected: rows })
  await held(async () => {
    expect((await call('/task/cancel', { taskId: again.data.taskId })).code).toBe(0)
  })
  expect(await ended(again.data.taskId)).toMatchObject({ state: 'cancelled', message: '已取消，没有改动任何数据' })
  expect((await call('/task/cancel', { taskId: again.data.taskId })).msg).toBe('任务已结束，不能取消')
  expect(await brands()).toEqual({ 亮: rows })
  expect(undo).toMatchObject({ path: '/api-2024/productManage/undo' })
  const { data } = await call('/productManage/undo', { batchId: undo?.batchId })
  expect(await ended(data.taskId)).toMatchObject({ state: 'done', undo: null })
  expect(await brands()).toEqual({ 明: rows })
}, 600_000)

test('another number of rows than was counted: the task is refused with the number, nothing is changed', async () => {
  const { data } = await call('/productManage/batchUpdate', { ...edit, expected: rows - 1 })
  expect(await ended(data.taskId)).toMatchObject({ state: 'refused', message: `符合条件的数据已变为 ${rows} 行，请核对后再提交` })
  expect(await brands()).toEqual({ 明: rows })
})

test('the books and the trail are proven', { timeout: 300_000 }, async () => expect(await proofFaults(product)).toEqual([]))
