/** Two calls that wait for each other: both are answered, and what a call has committed is not done twice. */
import { Object as O, String as Text, Array as List, Boolean } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { signedIn } from '#platform/declare/operations.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { bill } from '../../../test/setup/drawn-documents.ts'
import type { Area } from '../contract/area.ts'
import { call } from '../calls/verbs.ts'
import { list } from '../verbs/verbs.ts'

let tries = 0
let waiting: (() => void)[] = []
/** the first two of a round go on together */
async function meet(): Promise<void> {
  tries += 1
  if (tries > 2) return
  await new Promise<void>(resolve => {
    waiting.push(resolve)
    if (waiting.length === 2) for (const go of waiting) go()
  })
}
const input = O({ order: List(Text()), before: Text(), own: Boolean() })
const area: Area = {
  name: 'crossing',
  title: ['交叉', 'Crossing'],
  resources: [bill],
  routes: {
    'POST /testBill/list': list(bill),
    'POST /testBill/cross': call({ demand: signedIn, summary: '按序加锁', input }, async (context, { input: { order, before, own } }) => {
      const add = (id: string) => (tx: unknown) =>
        sql`update test_bill set remark = coalesce(remark, '') || 'x' where id = ${id} and org_id is not null`.execute(tx as never)
      if (before !== '' && own)
        await context.house
          .unscoped('what a call commits of its own')
          .transaction()
          .execute(tx => add(before)(tx))
      else if (before !== '') await context.write(tx => add(before)(tx.withoutPlugins()))
      await context.write(async tx => {
        await add(order[0] ?? '')(tx.withoutPlugins())
        await meet()
        await add(order[1] ?? '')(tx.withoutPlugins())
      })
      return null
    }),
  },
}

let h: DemoHouse
let admin: Person
let owner: pg.Client
beforeAll(async () => {
  h = await demoHouse([area])
  admin = await signedInAs(h, 'admin')
  owner = new pg.Client(h.ownerUrl)
  await owner.connect()
  await owner.query(`insert into test_bill (id, org_id, no, business_on, supplier)
    select n, (select min(id) from organisation), 'FP' || n, '2026-03-01', '甲' from generate_series(901, 903) n`)
})
afterAll(async () => {
  await owner.end()
  await h.close()
})

const cross = async (before = '', own = false): Promise<readonly number[]> => {
  tries = 0
  waiting = []
  const codes = await Promise.all(
    [
      ['901', '902'],
      ['902', '901'],
    ].map(async order => (await admin.post('/testBill/cross', { order, before, own })).code),
  )
  return codes.toSorted((a, b) => a - b)
}
const written = async (id: string): Promise<number> =>
  (await owner.query(`select length(coalesce(remark, '')) as n from test_bill where id = ${id}`)).rows[0]?.n

test('the one whose transaction the database ends is done anew: both are written, each once', async () => {
  expect(await cross()).toEqual([0, 0])
  expect([tries, await written('901'), await written('902')]).toEqual([3, 2, 2])
})

test('a call that has committed something is told to try again, and that stays as it is', async () => {
  expect(await cross('903')).toEqual([0, 1009])
  expect([tries, await written('903'), await written('901')]).toEqual([2, 2, 3])
})

test('so is one that has committed beside its scope', async () => {
  const [before, crossed] = [await written('903'), await written('901')]
  expect(await cross('903', true)).toEqual([0, 1009])
  expect([tries, await written('903'), await written('901')]).toEqual([2, before + 2, crossed + 1])
})
