/** A count that nobody waits for any more ends in the database too, and is no defect. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoHouse, signedInAs, type DemoHouse } from '../../../test/setup/demo-house.ts'

let h: DemoHouse
let owner: pg.Client
let address: string
beforeAll(async () => {
  h = await demoHouse()
  address = await h.app.listen({ host: '127.0.0.1', port: 0 })
  owner = new pg.Client(h.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await h.close()
})

const waiting = async (): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where relation = 'currency_rate'::regclass and not granted`,
  )
  return rows[0]?.n ?? 0
}
async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await what()); await new Promise(next => setTimeout(next, 20)))
    if (Date.now() > end) throw new Error('it did not come to that')
}

test.each<[string, { readonly only?: string }]>([
  ['the totals', { only: 'totals' }],
  ['rows and totals', {}],
])('the request for %s is closed: its queries are cancelled', async (_what, query) => {
  const { token } = await signedInAs(h, 'admin')
  const printed = vi.spyOn(console, 'error')
  await owner.query('begin')
  await owner.query('lock table currency_rate in access exclusive mode')
  try {
    const leaving = new AbortController()
    const answer = fetch(`${address}/api-2024/currencyManage/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      // a page by number far behind: its place is asked for first
      body: JSON.stringify({ ...query, pageNum: 500 }),
      signal: leaving.signal,
    }).catch((error: unknown) => error)
    await until(async () => (await waiting()) > 0)
    leaving.abort()
    expect(await answer).toMatchObject({ name: 'AbortError' })
    await until(async () => (await waiting()) === 0)
    // the server says nothing of what nobody waits for
    expect(printed).not.toHaveBeenCalled()
  } finally {
    printed.mockRestore()
    await owner.query('rollback')
  }
  const after = await h.app.inject({
    method: 'POST',
    url: '/api-2024/currencyManage/list',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(after.json()).toMatchObject({ code: 0 })
})
