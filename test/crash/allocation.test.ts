/**
 * The server is killed while a fee is posted on its SKUs: nothing of it is there, asked for again it is posted once, a request that is
 * repeated under its key answers the same, and of two people who post another fee at once one does.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'

const skus = 5_000
const month = '2026-01'
const waitMsMax = 150_000
const fee = '98765.43'
/** finance item of product sales */
const productSales = 1

let product: RunningProduct
let owner: pg.Client
let shopIds: readonly string[] = []
const tokens = new Map<string, string>()
beforeAll(async () => {
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  for (const username of ['admin', 'boss'])
    tokens.set(username, (await call(username, '/auth/user/login', { username, password: 'demo1234' })).data.access_token)
  const shops = await owner.query<{ id: string }>('select id::text from shop where org_id = (select min(id) from organisation) order by id')
  shopIds = shops.rows.map(row => row.id)
  const kind = await owner.query<{ id: string }>(
    "insert into amazon_kind (org_id, family, type, title) select min(id), 1, 'crash', 'crash' from organisation returning id::text",
  )
  const kindId = kind.rows[0]?.id
  await owner.query(
    "insert into amazon_type_map (org_id, kind_id, item, valid_from) select min(id), $1, $2, '2020-01-01' from organisation",
    [kindId, productSales],
  )
  await owner.query(
    `insert into finance_amount__shop_month_sku_currency_kind_deferred
       (shop_id, month, sku, currency, kind_id, deferred, amount, quantity, n)
     select ($1::bigint[])[1 + i % 2], $2::date, 'C-' || i, 'CNY', $3, false, 10 + i % 97, 1 + i % 7, 1 from generate_series(1, $4::int) i`,
    [shopIds, `${month}-01`, kindId, skus],
  )
})
afterAll(async () => {
  await owner.end()
  await product.remove()
})

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
async function call(username: string, path: string, body: object, key: string = randomUUID()): Promise<Answer> {
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.get(username) ?? ''}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}
async function made(name: string): Promise<string> {
  const { msg, data } = await call('admin', '/CostAllocation/insert', {
    businessOn: `${month}-31`,
    name,
    month,
    amount: fee,
    currency: 'CNY',
    shopIds: shopIds.slice(0, 2),
  })
  if (data?.id === undefined) throw new Error(msg)
  return String(data.id)
}
const post = (username: string, id: string, key?: string): Promise<Answer> =>
  call(username, '/CostAllocation/updateState', { id, state: 1 }, key)
const sharesOf = async (id: string) =>
  (
    await owner.query(
      `select a.state, count(s.*)::int as n, coalesce(sum(s.share), 0)::numeric(20,2)::text as sum, max(s.run) as run
        from cost_allocation a left join cost_allocation_share s on s.allocation_id = a.id where a.id = $1 group by a.state`,
      [id],
    )
  ).rows[0]
const posted = { state: 1, n: skus, sum: fee, run: 1 }

test('killed while it posts: nothing is there; asked for again it is posted once, and repeated it answers the same', async () => {
  const id = await made('仓储费')
  const key = randomUUID()
  // somebody marks the day of its shop: the posting has written all shares and waits
  await owner.query('begin')
  await owner.query(
    "insert into stale_day (rollup, org_id, owner_id, day, since) select 'finance_cost', org_id, id, $2, now() from shop where id = $1",
    [shopIds[0], `${month}-01`],
  )
  const cut = post('admin', id, key).catch((error: unknown) => error)
  const waits = "select 1 from pg_locks where not granted and locktype = 'transactionid'"
  for (const end = Date.now() + waitMsMax; (await owner.query(waits)).rowCount === 0; await pause(20))
    if (Date.now() > end) throw new Error(`it does not wait:\n${product.output().slice(-2_000)}`)
  await product.stop('SIGKILL')
  await owner.query('rollback')
  expect(await cut).toBeInstanceOf(TypeError)
  expect(await sharesOf(id)).toEqual({ state: 0, n: 0, sum: '0.00', run: null })
  await product.start()
  // whoever repeats it under the key of the process that died is told to look; then it is asked for anew
  expect(await post('admin', id, key)).toMatchObject({ code: 1009 })
  expect(await sharesOf(id)).toEqual({ state: 0, n: 0, sum: '0.00', run: null })
  const again = randomUUID()
  for (const _ of ['first', 'repeated']) {
    expect(await post('admin', id, again)).toMatchObject({ code: 0 })
    expect(await sharesOf(id)).toEqual(posted)
  }
}, 600_000)

test('two people post one fee at once: one does, the other is told', async () => {
  const id = await made('订阅费')
  const answers = await Promise.all([post('admin', id), post('boss', id)])
  expect(answers.map(one => one.code === 0).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
  expect(answers.find(one => one.code !== 0)?.msg).not.toBe('')
  expect(await sharesOf(id)).toEqual(posted)
})
